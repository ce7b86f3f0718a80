"""Renders replays of finished games, step by step, as one player or an onlooker saw them.

People who played can share a step, or the whole game, in the channel.
"""

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from bot.common.numbers import parse_number_or_none, parse_page
from bot.domain.display_names import escape_name
from bot.domain.game_records import Record
from bot.domain.replayed_games import Steps
from bot.domain.table import Finished
from bot.engine.events import EventRecord, Seat
from bot.engine.game import Place
from bot.engine.highlights import choose_highlights
from bot.engine.package import GamePackage
from bot.engine.replays import Highlight
from bot.engine.screen import Button, Picture, Screen, Select, TableAction
from bot.engine.screens import ScreenContext
from bot.engine.text_helpers import SEAT_LETTERS, fit_lines, join_lines, shorten_name, truncate_text
from bot.presenters import screens
from bot.presenters.replayed_hands import MAX_ALT_LENGTH, render_hands
from bot.presenters.shared_posts import make_shared_row

Eyes = Seat | Literal["onlooker", "all"]
"""Whose view of a game a replay shows: a player's, that of onlookers, or all players' together."""
MAX_LABEL_LENGTH = 100
"""Discord's limit for the label of a select's option."""
MAX_EVENT_NAME_WIDTH, MAX_NAME_WIDTH_AMONG_MANY = 36, 18
"""Maximum width of a name in an event's line, and among many events or in a list of viewers.

Widths are in quarters of an em: about 18 and 9 small letters.
"""
MAX_ONLOOKERS_NAMED = 3
"""Maximum number of onlookers who are named for guessing the winner. Others are only counted."""
MIN_PEOPLE_TOLD_TOGETHER = 3
"""Minimum number of players who got a private event, such as their cards, for it to be left out.

Pictures of their hands show the same in a replay for all players.
"""
MIN_ROUNDS_LISTED = 13
"""Minimum number of rounds for which a replay has a select. Buttons lead through fewer rounds."""
MIN_MANY_EVENTS = 4
"""Minimum number of events in a step that are told in one paragraph, so that it fits on a phone."""
MAX_TOLD_LENGTH = 1500
"""Maximum characters of the lines about a step. Discord accepts 2,000."""
MAX_OPTIONS, MAX_FIELDS = 25, 25
"""Discord's limits for options in a select and fields in an embed."""

CUSTOM_EMOJI = re.compile(r" ?<a?:\w+:[0-9]+>(?=[,.:;!?)])|<a?:\w+:[0-9]+>\u2060? ?")
"""Matches one of the bot's own emojis in a text, together with a space beside it."""


class Replay(Struct, frozen=True):
    """A finished game with all its steps, ready to be shown step by step."""

    record: Record
    table: Finished
    """The table with the players' names. It has no state of the game."""
    steps: Steps
    package: GamePackage


Highlights = tuple[Highlight, ...]


class ReplayPosition(Struct, frozen=True):
    """A place in a replay: the step that is shown, and whose view of it."""

    at: int = 0
    """The index of the step in `Replay.steps`."""
    viewer: Eyes = "onlooker"

    def value(self, control_name: str) -> str:
        """Return this position as text for a button, which `parse_replay_position` reads.

        `control_name` makes the texts of two buttons with the same target differ, as Discord
        requires.
        """
        return f"{self.at}/{self.viewer}/{control_name}"


def parse_replay_position(value: str) -> ReplayPosition:
    """Return a place in a replay from the text of `ReplayPosition.value`.

    An invalid step counts as the first one, and an invalid view as "onlooker".
    """
    at, eyes, *_ = [*value.split("/"), "", ""]
    seat = parse_number_or_none(eyes, len(SEAT_LETTERS) - 1)
    if seat is not None:
        return ReplayPosition(parse_page(at), seat)
    return ReplayPosition(parse_page(at), "all" if eyes == "all" else "onlooker")


def make_context(replay: Replay, language: str, *, is_last_step: bool = False) -> ScreenContext:
    """Return the names and texts that a game's screens need for a replay."""
    return replace(screens.make_context(replay.table, replay.package, language), ended=is_last_step)


def find_highlights(replay: Replay, context: ScreenContext) -> tuple[Highlight, ...]:
    """Return the steps of a finished game that are worth reading about, those of people first.

    Meanwhile, all steps of the game are decoded in memory (see `Steps`).
    """
    computers = {seat for seat, player in enumerate(replay.table.players) if player.level}
    found = replay.package.replays.find_highlights(tuple(replay.steps), context)
    return choose_highlights(found, computers)


def shorten_names(context: ScreenContext, width: int = MAX_EVENT_NAME_WIDTH) -> ScreenContext:
    """Return a context with long names shortened to a maximum width."""
    names = tuple(shorten_name(name, width, context.say) for name in context.names)
    return replace(context, names=names)


def format_places(record: Record) -> tuple[Place, ...]:
    """Return the final place of each player in a finished game, best first."""
    seats = enumerate(record.seats)
    found = (Place(seat, each.rank, each.points, each.team) for seat, each in seats)
    return tuple(sorted(found, key=lambda place: place.rank))


def render_step(
    replay: Replay,
    position: ReplayPosition,
    highlights: Highlights,
    language: str,
    *,
    may_share: bool,
) -> Screen:
    """Return the screen of one step of a replay, with buttons to other steps and views."""
    last = len(replay.steps) - 1
    at = min(position.at, last)
    viewer = position.viewer
    if isinstance(viewer, int) and viewer >= len(replay.record.seats):
        viewer = "onlooker"
    where = ReplayPosition(at, viewer)
    context = make_context(replay, language)
    shown = render_board(replay, where, language)
    over = _is_end(replay, where)
    moment = {moment.step: moment for moment in highlights}.get(replay.steps.step_records[at].step)
    told_event = moment.told_event if moment and not moment.tells_result else ""
    # The final board explains the end.
    events = () if over else format_events(replay, where, context, without=told_event)
    head = context.say("replay-step", game=context.say("game-title"), step=at + 1, steps=last + 1)
    if len(events) >= MIN_MANY_EVENTS and context.pictures:
        events = (" ".join(events),)
    told = join_lines(head, _format_step_moment(moment, context, at_end=at == last), *events)
    rows = _rows(replay, where, highlights, context, may_share=may_share)
    return screens.convert_screen(Screen, shown, content=told, rows=rows, table=replay.record.id)


def _format_step_moment(moment: Highlight | None, context: ScreenContext, *, at_end: bool) -> str:
    """Return the line about the highlight of a step. Before the end, a result is only hinted at."""
    if moment is None:
        return ""
    if moment.tells_result and not at_end:
        return context.say("replay-moment-hint")
    return context.say("replay-moment", moment=moment.text)


def _find_seen_seats(replay: Replay, viewer: Eyes) -> tuple[Seat, ...]:
    """Return the players whose own screens a view shows."""
    if viewer == "onlooker":
        return ()
    return tuple(range(len(replay.record.seats))) if viewer == "all" else (viewer,)


def _is_end(replay: Replay, position: ReplayPosition) -> bool:
    """Return whether a position is the last step of a game that was played to its end."""
    return position.at == len(replay.steps) - 1 and replay.record.ending == "played"


def render_board(replay: Replay, position: ReplayPosition, language: str) -> Screen:
    """Return the board after a step of a replay, with what the players of the view alone saw.

    With a picture of their hands, the names of these players replace the board's text. Two pictures
    already fill a phone's screen.
    """
    step, package = replay.steps[position.at], replay.package
    over = _is_end(replay, position)
    context = make_context(replay, language, is_last_step=over)
    if over:
        places, context = format_places(replay.record), _mark_stand_ins(replay.record, context)
        return replace(package.screens.end(step.views[0], places, context), rows=())
    public = replace(package.screens.board(step.views[0], context), rows=())
    seats = _find_seen_seats(replay, position.viewer)
    if not seats:
        return public
    own = render_hands(package, step, seats, public, context)
    above, below = public.picture, public.below or own.picture
    if public.below:
        above = own.picture or public.picture
    text = own.text if own.picture else public.text
    fields = (*own.fields, *public.fields)[:MAX_FIELDS]
    return replace(public, text=text, picture=above, below=below, fields=fields)


def _mark_stand_ins(record: Record, context: ScreenContext) -> ScreenContext:
    """Return the players' names, marked where the computer made most of a person's moves."""
    mark = context.say("mark-stood-in")
    names = (
        f"{name}{mark}" if seat.had_stand_in else name
        for name, seat in zip(context.names, record.seats, strict=True)
    )
    return replace(context, names=tuple(names))


def format_events(
    replay: Replay, position: ReplayPosition, context: ScreenContext, *, without: str = ""
) -> tuple[str, ...]:
    """Return a line for each event of a step that the players of the view could see.

    The event `without` is left out, because another line tells of it.
    """
    steps = replay.steps.step_records
    seats, events = _find_seen_seats(replay, position.viewer), steps[position.at].events
    views = replay.steps[position.at].views
    everything = position.viewer == "all"
    alike = _names_told_together(events) if everything else ()
    since = [event for step in steps[position.at :] for event in step.events]
    width = MAX_NAME_WIDTH_AMONG_MANY if len(events) >= MIN_MANY_EVENTS else MAX_EVENT_NAME_WIDTH
    told = (
        _format_event(
            event,
            replay.package,
            _find_view(views, event, position.viewer),
            shorten_names(then, width),
            should_name_viewers=everything,
        )
        for event, then in screens.name_events(since, context)[: len(events)]
        if event.name != without
        and (event.to is None or not (event.name in alike or set(seats).isdisjoint(event.to)))
    )
    return fit_lines(filter(None, told), MAX_TOLD_LENGTH)


def _names_told_together(events: Sequence[EventRecord]) -> tuple[str, ...]:
    """Return the names of private events that at least `MIN_PEOPLE_TOLD_TOGETHER` players got."""
    told: dict[str, set[Seat]] = {}
    for event in events:
        told.setdefault(event.name, set()).update(event.to or ())
    return tuple(name for name, seats in told.items() if len(seats) >= MIN_PEOPLE_TOLD_TOGETHER)


def _find_view(views: Sequence[Struct], event: EventRecord, viewer: Eyes) -> Struct:
    """Return the view with which an event is described, among all views after its step.

    That is the viewer's own one. A replay for all players describes a private event as the first
    player who saw it may know of it, and a public event as an onlooker may.
    """
    if isinstance(viewer, int):
        return views[1 + viewer]
    return views[1 + event.to[0]] if event.to else views[0]


def _format_event(
    event: EventRecord,
    package: GamePackage,
    view: Struct,
    context: ScreenContext,
    *,
    should_name_viewers: bool,
) -> str:
    """Return the line of an event, if wished with the names of those who alone saw it."""
    line = screens.format_event(event, package, view, context)
    if not line or event.to is None or not should_name_viewers:
        return line
    names = ", ".join(
        shorten_name(context.names[seat], MAX_NAME_WIDTH_AMONG_MANY, context.say)
        for seat in event.to
    )
    return context.say("replay-alone", names=names, line=line)


def _rows(
    replay: Replay,
    position: ReplayPosition,
    highlights: tuple[Highlight, ...],
    context: ScreenContext,
    *,
    may_share: bool,
) -> tuple[tuple[Button | Select, ...], ...]:
    rows: list[tuple[Button | Select, ...]] = [_step_buttons(replay, position, highlights, context)]
    if len(replay.steps.round_starts) >= MIN_ROUNDS_LISTED:
        rows.append((_round_select(replay, position, highlights, context),))
    rows.append((_view_select(position, context),))
    if may_share and position.viewer == "onlooker":  # the channel sees what onlookers do
        is_whole_game = position.at in (0, len(replay.steps) - 1)
        key, what = ("replay-share-game", "game") if is_whole_game else ("replay-share", "moment")
        share = TableAction("share", position.value(what))
        party = TableAction("party", position.value("party"))
        together = Button(context.say("button-show-channel"), party, emoji="🍿")
        rows.append((Button(context.say(key), share, emoji="📣"), together))
    return tuple(rows)


def _step_buttons(
    replay: Replay, position: ReplayPosition, highlights: Highlights, context: ScreenContext
) -> tuple[Button, ...]:
    """Return the buttons to the previous and next step and highlight, and to the next round.

    The start and the end count as highlights. At the end, where the board is highest, there are
    fewer.
    """
    at, last, starts = position.at, len(replay.steps) - 1, replay.steps.round_starts
    stops = sorted({0, *_locate_moments(replay, highlights), last})
    ways = {
        "back": at - 1 if at else None,
        "next": at + 1 if at < last else None,
        "moment-back": max((stop for stop in stops if stop < at), default=None),
    }
    if at < last:
        ways["moment-next"] = min(stop for stop in stops if stop > at)
    if at < last and len(starts) > 1:
        ways["round-next"] = min((start for start in starts if start > at), default=None)
    return tuple(
        Button(
            context.say(f"replay-{way}"),
            TableAction("replay", replace(position, at=at if to is None else to).value(way)),
            "main" if way == "next" else "plain",
            disabled=to is None,
        )
        for way, to in ways.items()
    )


def _locate_moments(replay: Replay, highlights: Sequence[Highlight]) -> dict[int, Highlight]:
    """Return the highlights by the index of their step, in order."""
    known = {moment.step: moment for moment in highlights}
    records = enumerate(replay.steps.step_records)
    return {index: known[each.step] for index, each in records if each.step in known}


def _round_select(
    replay: Replay, position: ReplayPosition, highlights: Highlights, context: ScreenContext
) -> Select:
    """Return the select of the rounds around the present one, each with its first highlight.

    Highlights of later steps are not told.
    """
    starts = replay.steps.round_starts
    now = bisect_right(starts, position.at) - 1
    first = max(0, min(now - MAX_OPTIONS // 2, len(starts) - MAX_OPTIONS))
    told = dict[int, str]()
    is_end = position.at == len(replay.steps) - 1
    for index, moment in _locate_moments(replay, highlights).items():
        if is_end or (index <= position.at and not moment.tells_result):
            told.setdefault(bisect_right(starts, index) - 1, strip_markup(moment.text))
    options = []
    for place in range(len(starts))[first : first + MAX_OPTIONS]:
        label = context.say("replay-round", round=place + 1)
        label = f"{label} · {told[place]}" if told.get(place) else label
        value = replace(position, at=starts[place]).value("round")
        options.append((value, truncate_text(label, MAX_LABEL_LENGTH)))
    placeholder = context.say("replay-rounds", round=now + 1)
    return Select(placeholder, TableAction("replay-round"), tuple(options))


def strip_markup(text: str) -> str:
    """Return a sentence for a select or an alternative text, without markup and custom emojis."""
    return CUSTOM_EMOJI.sub("", text).replace("**", "").replace("\\", "").strip()


def _view_select(position: ReplayPosition, context: ScreenContext) -> Select:
    named: Mapping[Eyes, str] = {
        "onlooker": context.say("replay-onlooker"),
        **{seat: context.say("replay-seat", name=name) for seat, name in enumerate(context.labels)},
        "all": context.say("replay-all"),
    }
    options = tuple(
        (ReplayPosition(position.at, eyes).value("eyes"), truncate_text(name, MAX_LABEL_LENGTH))
        for eyes, name in named.items()
    )[:MAX_OPTIONS]
    press, chosen = TableAction("replay-eyes"), (position.value("eyes"),)
    return Select(context.say("replay-eyes"), press, options, chosen=chosen)


def render_story(replay: Replay, highlights: tuple[Highlight, ...], language: str) -> Screen:
    """Return the story of a finished game: a sentence for each step that is worth reading about."""
    context = make_context(replay, language, is_last_step=True)
    told = [_format_moment(moment, context) for moment in highlights]
    told.append(_format_guesses(replay.record, context))
    start = TableAction("replay", ReplayPosition().value("story"))
    row = (
        Button(context.say("button-replay"), start, "main", "🎞️"),
        Button(context.say("button-deal"), TableAction("deal"), emoji="🔒"),
    )
    options = tuple(
        (
            ReplayPosition(index).value("moment"),
            truncate_text(strip_markup(_add_time(moment, context)), MAX_LABEL_LENGTH),
        )
        for index, moment in _locate_moments(replay, highlights).items()
    )
    press = TableAction("replay-moment")
    select = (Select(context.say("replay-moments"), press, options[:MAX_OPTIONS]),)
    text = join_lines(*told) or context.say("moments-none")
    rows = (row, select) if highlights else (row,)
    return Screen(context.say("button-moments"), text, rows=rows, table=replay.record.id)


def _format_moment(highlight: Highlight, context: ScreenContext) -> str:
    return context.say("moments-line", moment=_add_time(highlight, context))


def _add_time(highlight: Highlight, context: ScreenContext) -> str:
    """Return the sentence of a highlight after its turn or round, such as "Round 3: Ada won"."""
    if not highlight.when:
        return highlight.text
    return context.say("when-moment", when=highlight.when, moment=highlight.text)


def _format_guesses(record: Record, context: ScreenContext) -> str:
    """Return the line that names onlookers who guessed the winner of a game, or ""."""
    if not record.readers or record.ending != "played":
        return ""
    right = [each for each in record.readers if record.proves_right(each)]
    names = [escape_name(each.name or context.say("somebody")) for each in right]
    first = " · ".join(
        shorten_name(name, MAX_EVENT_NAME_WIDTH, context.say)
        for name in names[:MAX_ONLOOKERS_NAMED]
    )
    return context.say(
        "story-readers", right=len(right), names=first, more=len(names[MAX_ONLOOKERS_NAMED:])
    )


def render_shared_post(
    replay: Replay,
    at: int,
    highlights: Sequence[Highlight],
    animation: bytes | None,
    sharer_name: str,
    *,
    is_whole_game: bool,
    invitation_url: str = "",
) -> Screen:
    """Return the public message that shares a step or a whole game, in the language of the table.

    `sharer_name` has its markup escaped. Without an animation, only words are shared. Without a
    URL, there is no button that adds the bot to servers.
    """
    context = make_context(replay, replay.record.language, is_last_step=True)
    key = "share-title-game" if is_whole_game else "share-title"
    title = context.say(key, name=sharer_name, game=context.say("game-title"))
    if is_whole_game:
        told = [_format_moment(moment, context) for moment in highlights]
    else:
        step = replay.steps.step_records[at].step
        told = [_format_moment(m, context) for m in highlights if m.step == step]
        told = told or [*format_events(replay, ReplayPosition(at), context)]
    words = join_lines(title, *fit_lines(told, MAX_TOLD_LENGTH))
    in_words = strip_markup(" ".join(told) or title)
    alt = truncate_text(context.say("share-alt", told=in_words), MAX_ALT_LENGTH)
    way = TableAction("replay", ReplayPosition(0 if is_whole_game else at).value("shared"))
    game = replay.record.game if replay.package.offered else ""
    return Screen(
        "",
        content=words,
        picture=Picture("moment.gif", alt, _pass_through, (animation,)) if animation else None,
        rows=(make_shared_row(context.say, game, invitation_url, way),),
        table=replay.record.id,
    )


def _pass_through(animation: bytes) -> bytes:
    """Return an animation that is drawn already. `Picture` needs a function."""
    return animation
