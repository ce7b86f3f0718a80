"""What a game that is over looks like, step by step and through whose eyes.

Whoever sat there can share a moment, or all of it, with everybody in the channel.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from bot.domain.display_names import escape_name
from bot.domain.game_records import Record
from bot.domain.replayed_games import Steps
from bot.domain.table import Finished
from bot.drawing.animation import LAST_BOARD_DURATION_FACTOR
from bot.drawing.collage import arrange_pictures
from bot.engine.box import GamePackage
from bot.engine.events import EventRecord, Seat
from bot.engine.game import Place
from bot.engine.moves import EMPTY_PREFIX
from bot.engine.screen import (
    Button,
    Field,
    Highlight,
    Picture,
    Question,
    ReplayedStep,
    Screen,
    ScreenContext,
    Select,
    TableAction,
)
from bot.engine.text_helpers import (
    MAX_FIELD_TEXT_CHARACTERS,
    count_characters,
    fit_lines,
    join_lines,
    shorten_name,
    truncate_text,
)
from bot.presenters import screens

MAX_HAND_NAME_WIDTH = 20
"""The room of a name among others, as `shorten_name` counts it: 10 small letters."""
MAX_HAND_HEIGHT, MAX_HANDS_HEIGHT = 0.5, 0.45
"""Height of a hand's picture and of that of all hands at most, in widths: with the board above it,
a phone of 844 pixels shows what is new between two steps.
"""
MAX_ALT_LENGTH = 1000
"""Signs of the alternative text, of the 1,024 of a file's."""
MAX_EMBED_LENGTH = 5800
"""Signs of an embed's words, of 6,000."""

Key = tuple[object, ...]


class Hands(Struct, frozen=True):
    """What stands beside the board."""

    text: str = ""
    """Whose the pictures are."""
    picture: Picture | None = None
    fields: tuple[Field, ...] = ()


def render_hands(
    box: GamePackage, step: ReplayedStep, seats: Sequence[Seat], public: Screen, here: ScreenContext
) -> Hands:
    """Return what these seats held; `public` is the board, which shows the rest.

    What several of them saw alike stands there once, and what the board shows itself does not.
    """
    own = {
        seat: box.screens.private(
            Question(step.views[1 + seat], seat, None, (), EMPTY_PREFIX, here)
        )
        for seat in seats
    }
    if not here.pictures:
        return Hands(fields=_hand_fields(own, public, here))
    shown = {picture.key for picture in (public.picture, public.below) if picture}
    pictures: dict[Key, Picture] = {}
    owners: dict[Key, list[Seat]] = {}
    for seat, screen in own.items():
        picture = screen.picture or screen.below
        if picture and picture.key not in shown:
            pictures.setdefault(picture.key, picture)
            owners.setdefault(picture.key, []).append(seat)
    fields = tuple(field for screen in own.values() for field in screen.fields)
    if not pictures:
        return Hands(fields=fields)
    drawings = tuple((picture.function, picture.arguments) for picture in pictures.values())
    if len(seats) == 1:
        (picture,) = pictures.values()
        return Hands(
            picture=Picture(
                picture.name, picture.alt, arrange_pictures, (MAX_HAND_HEIGHT, *drawings)
            ),
            fields=fields,
        )
    alt = _describe_pictures([*pictures.values()], [*owners.values()], here)
    together = Picture("hands.jpg", alt, arrange_pictures, (MAX_HANDS_HEIGHT, *drawings))
    return Hands(_format_owners([*owners.values()], here), together, fields)


def _format_owners(owners: Sequence[Sequence[Seat]], here: ScreenContext) -> str:
    """Return the names in the order of the pictures."""
    told = (
        ", ".join(shorten_name(here.names[seat], MAX_HAND_NAME_WIDTH, here.say) for seat in own)
        for own in owners
    )
    return here.say("replay-hands", names=" · ".join(told))


def _describe_pictures(
    pictures: Sequence[Picture], owners: Sequence[Sequence[Seat]], here: ScreenContext
) -> str:
    """Return in words what the pictures show, and whose each is."""
    alt = " ".join(
        f"{', '.join(here.labels[seat] for seat in seats)}: {picture.alt}"
        for picture, seats in zip(pictures, owners, strict=True)
    )
    return truncate_text(alt, MAX_ALT_LENGTH)


def _hand_fields(own: dict[Seat, Screen], public: Screen, here: ScreenContext) -> tuple[Field, ...]:
    """Return a field for each seat, with its own text where the game has no fields for it."""
    words = [public.title, public.text, public.footer]
    words += [word for field in public.fields for word in (field.name, field.text)]
    room = (MAX_EMBED_LENGTH - sum(map(count_characters, words))) // max(1, len(own))
    found = []
    for seat, screen in own.items():
        told = [
            line for each in screen.fields for line in (f"**{each.name}**", *each.text.split("\n"))
        ]
        name = here.names[seat]
        text = "\n".join(
            fit_lines(
                told or screen.text.split("\n"),
                min(MAX_FIELD_TEXT_CHARACTERS, room - count_characters(name)),
            )
        )
        if text.strip():
            found.append(Field(name, text))
    return tuple(found)


Eyes = Seat | Literal["onlooker", "all"]
"""Whose view is shown: a seat's, an onlooker's, or everything that was hidden then."""
MAX_LABEL_LENGTH = 100
"""Signs in an option of a select."""
MAX_EVENT_NAME_WIDTH, MAX_NAME_WIDTH_AMONG_MANY = 36, 26
"""The room of a name in what happened, as `shorten_name` counts it, and of one among many: 18 and
13 small letters."""
MAX_ONLOOKERS_NAMED = 3
"""So many onlookers are named."""
MIN_PEOPLE_TOLD_TOGETHER = 3
"""So many people are told the same by what they hold, and not one by one."""
MAX_TOLD_LENGTH = 1500
"""Signs of what happened in a step, of the 2,000 of a message's text."""
MAX_OPTIONS, MAX_FIELDS = 25, 25
"""Options of a select, and fields of an embed."""

CUSTOM_EMOJI = re.compile(r" ?<a?:\w+:[0-9]+>(?=[,.:;!?)])|<a?:\w+:[0-9]+>\u2060? ?")
"""An application's emoji in a text, with a space beside it."""


class Replay(Struct, frozen=True):
    """A game that is over, ready to be shown."""

    record: Record
    table: Finished
    """With the people's names, and no state."""
    steps: Steps
    box: GamePackage


class ReplayPosition(Struct, frozen=True):
    """Where somebody is in a replay."""

    at: int = -1
    """Which of its steps, from 0; -1: the last one."""
    eyes: Eyes = "onlooker"

    def value(self, how: str) -> str:
        """Return what stands for it in a button; `how` tells those apart that lead to the same."""
        return f"{self.at}/{self.eyes}/{how}"


def parse_replay_position(value: str) -> ReplayPosition:
    """Return where a button leads."""
    at, eyes, *_ = [*value.split("/"), "", ""]
    number = int(at) if at.isdecimal() and len(at) < 6 else -1
    if eyes.isdecimal() and len(eyes) < 3:
        return ReplayPosition(number, int(eyes))
    return ReplayPosition(number, "all" if eyes == "all" else "onlooker")


def make_context(replay: Replay, language: str, *, ended: bool = False) -> ScreenContext:
    """Return what the game's screens are told; `ended`: of the last step."""
    return replace(screens.make_context(replay.table, replay.box, language), ended=ended)


def find_highlights(replay: Replay, here: ScreenContext) -> tuple[Highlight, ...]:
    """Return the moments of a game; all its views are structs until they are found."""
    return replay.box.screens.moments(tuple(replay.steps), here)


def shorten_names(here: ScreenContext) -> ScreenContext:
    """Return a scene in which the longest names are shorter, as on the boards of games."""
    return replace(
        here, names=tuple(shorten_name(name, MAX_EVENT_NAME_WIDTH, here.say) for name in here.names)
    )


def format_places(record: Record) -> tuple[Place, ...]:
    """Return where each seat finished, best first."""
    found = (Place(seat, each.rank, each.points) for seat, each in enumerate(record.seats))
    return tuple(sorted(found, key=lambda place: place.rank))


def render_step(
    replay: Replay,
    asked: ReplayPosition,
    moments: tuple[Highlight, ...],
    language: str,
    *,
    shares: bool,
) -> Screen:
    """Return a step as it was told, with the way to all others; `shares`: it can be shared."""
    last = len(replay.steps) - 1
    at = last if asked.at < 0 else min(asked.at, last)
    where = ReplayPosition(at, _eyes(replay, asked.eyes))
    here = make_context(replay, language)
    shown = render_board(replay, where, language)
    over = _is_end(replay, where)
    events = () if over else format_events(replay, where, here)  # the end tells what decided it
    known = {moment.step: moment.text for moment in moments}
    moment = known.get(replay.steps.happened[at].step)
    head = here.say("replay-step", game=here.say("game-title"), step=at + 1, steps=last + 1)
    told = join_lines(head, here.say("replay-moment", moment=moment) if moment else "", *events)
    return screens.convert_screen(
        Screen,
        shown,
        content=told,
        rows=_rows(replay, where, moments, here, shares=shares),
        table=replay.record.id,
    )


def _eyes(replay: Replay, eyes: Eyes) -> Eyes:
    if isinstance(eyes, int) and eyes >= len(replay.record.seats):
        return "onlooker"
    return eyes


def _seats_seen(replay: Replay, eyes: Eyes) -> tuple[Seat, ...]:
    """Return whose own things these eyes see."""
    if eyes == "onlooker":
        return ()
    return tuple(range(len(replay.record.seats))) if eyes == "all" else (eyes,)


def _is_end(replay: Replay, where: ReplayPosition) -> bool:
    return where.at == len(replay.steps) - 1 and replay.record.ending == "played"


def render_board(replay: Replay, where: ReplayPosition, language: str) -> Screen:
    """Return what stood in the channel after a step, and beside it what seats saw alone.

    Two pictures fill a phone: what stood below the board's one, names and points, makes room.
    """
    step, box = replay.steps[where.at], replay.box
    over = _is_end(replay, where)
    here = make_context(replay, language, ended=over)
    if over:
        return replace(box.screens.end(step.views[0], format_places(replay.record), here), rows=())
    public = replace(box.screens.board(step.views[0], here), rows=())
    seats = _seats_seen(replay, where.eyes)
    if not seats:
        return public
    own = render_hands(box, step, seats, public, here)
    above, below = public.picture, public.below or own.picture
    if public.below:
        above = own.picture or public.picture
    return replace(
        public,
        text=own.text if own.picture else public.text,
        picture=above,
        below=below,
        fields=(*own.fields, *public.fields)[:MAX_FIELDS],
    )


def format_events(replay: Replay, where: ReplayPosition, here: ScreenContext) -> tuple[str, ...]:
    """Return the lines that told what happened, as far as those eyes might see it."""
    here = shorten_names(here)
    seats, events = _seats_seen(replay, where.eyes), replay.steps.happened[where.at].events
    everything = where.eyes == "all"
    alike = _names_told_together(events) if everything else ()
    told = (
        _format_event(event, replay.box, here, everything=everything)
        for event in events
        if event.to is None or not (event.name in alike or set(seats).isdisjoint(event.to))
    )
    return fit_lines(filter(None, told), MAX_TOLD_LENGTH)


def _names_told_together(events: Sequence[EventRecord]) -> tuple[str, ...]:
    """Return the names of what many were told, each alone, as at a deal: their hands show it."""
    told: dict[str, set[Seat]] = {}
    for event in events:
        told.setdefault(event.name, set()).update(event.to or ())
    return tuple(name for name, seats in told.items() if len(seats) >= MIN_PEOPLE_TOLD_TOGETHER)


def _format_event(
    event: EventRecord, box: GamePackage, here: ScreenContext, *, everything: bool
) -> str:
    """Return what an event told; among everything, whom it was told alone."""
    line = screens.format_event(event, box, here)
    if not line or event.to is None or not everything:
        return line
    names = ", ".join(
        shorten_name(here.names[seat], MAX_NAME_WIDTH_AMONG_MANY, here.say) for seat in event.to
    )
    return here.say("replay-alone", names=names, line=line)


def _rows(
    replay: Replay,
    where: ReplayPosition,
    moments: tuple[Highlight, ...],
    here: ScreenContext,
    *,
    shares: bool,
) -> tuple[tuple[Button | Select, ...], ...]:
    rows: list[tuple[Button | Select, ...]] = [_step_buttons(where, len(replay.steps) - 1, here)]
    if moments:
        rows.append((_highlight_select(replay, where.eyes, moments, here),))
    rows.append((_view_select(where, here),))
    if shares and where.eyes == "onlooker":  # as which everybody sees what is shared
        share = TableAction("share", where.value("moment"))
        whole = TableAction("share", where.value("game"))
        rows.append(
            (
                Button(here.say("replay-share"), share, emoji="📣"),
                Button(here.say("replay-share-game"), whole),
            )
        )
    return tuple(rows)


def _step_buttons(where: ReplayPosition, last: int, here: ScreenContext) -> tuple[Button, ...]:
    """Return the buttons to other steps; the one that most people want now has words."""
    ways = {
        "first": (0, "⏮️", where.at == 0),
        "back": (where.at - 1, "◀️", where.at == 0),
        "on": (where.at + 1, "▶️", where.at == last),
        "last": (last, "⏭️", where.at == last),
    }
    main = "first" if where.at == last else "on"
    return tuple(
        Button(
            here.say(f"replay-{how}") if how == main else "",
            TableAction("replay", ReplayPosition(max(to, 0), where.eyes).value(how)),
            "main" if how == main else "plain",
            emoji,
            disabled,
        )
        for how, (to, emoji, disabled) in ways.items()
    )


def _highlight_select(
    replay: Replay, eyes: Eyes, moments: tuple[Highlight, ...], here: ScreenContext
) -> Select:
    """Return the select that leads to a moment."""
    at = {each.step: place for place, each in enumerate(replay.steps.happened)}
    options = {
        ReplayPosition(at[moment.step], eyes).value("moment"): truncate_text(
            strip_markup(moment.text), MAX_LABEL_LENGTH
        )
        for moment in moments
        if moment.step in at
    }
    return Select(
        here.say("replay-moments"),
        TableAction("replay-moment"),
        tuple(options.items())[:MAX_OPTIONS],
    )


def strip_markup(told: str) -> str:
    """Return a sentence without the markup and emojis that a select and an alt text do not show."""
    return CUSTOM_EMOJI.sub("", told).replace("**", "").replace("\\", "").strip()


def _view_select(where: ReplayPosition, here: ScreenContext) -> Select:
    """Return the select of the eyes."""
    named: Mapping[Eyes, str] = {
        "onlooker": here.say("replay-onlooker"),
        **{seat: here.say("replay-seat", name=name) for seat, name in enumerate(here.labels)},
        "all": here.say("replay-all"),
    }
    options = tuple(
        (ReplayPosition(where.at, eyes).value("eyes"), truncate_text(name, MAX_LABEL_LENGTH))
        for eyes, name in named.items()
    )
    chosen = (where.value("eyes"),)
    return Select(
        here.say("replay-eyes"), TableAction("replay-eyes"), options[:MAX_OPTIONS], chosen=chosen
    )


def render_story(replay: Replay, moments: tuple[Highlight, ...], language: str) -> Screen:
    """Return how a game went: a sentence for each moment, and the way to the replay."""
    here = make_context(replay, language, ended=True)
    told = [here.say("moments-line", moment=moment.text) for moment in moments]
    told.append(_format_guesses(replay.record, here))
    row = [
        Button(
            here.say("button-replay"),
            TableAction("replay", ReplayPosition().value("story")),
            "main",
            "🎞️",
        )
    ]
    if "story" in replay.box.screens.pages(replay.steps[-1].views[0]):
        row.append(Button(here.say("button-numbers"), TableAction("numbers"), emoji="🔢"))
    select = (_highlight_select(replay, "onlooker", moments, here),)
    return Screen(
        here.say("button-moments"),
        join_lines(*told) or here.say("moments-none"),
        rows=((tuple(row), select) if moments else (tuple(row),)),
        table=replay.record.id,
    )


def _format_guesses(record: Record, here: ScreenContext) -> str:
    """Return which onlookers foresaw who wins, "" if none guessed or nobody won."""
    if not record.readers or record.ending != "played":
        return ""
    right = [each for each in record.readers if record.seats[each.seat].rank == 1]
    names = [escape_name(each.name or here.say("somebody")) for each in right]
    first = " · ".join(
        shorten_name(name, MAX_EVENT_NAME_WIDTH, here.say) for name in names[:MAX_ONLOOKERS_NAMED]
    )
    return here.say(
        "story-readers", right=len(right), names=first, more=len(names[MAX_ONLOOKERS_NAMED:])
    )


def render_statistics(replay: Replay, language: str) -> Screen:
    """Return the game's own page of how it went, in numbers."""
    here = make_context(replay, language, ended=True)
    log = replay.box.game.read_log(replay.steps.happened)
    events = [each.event for entry in log for each in entry.notices if each.to is None]
    page = replay.box.screens.page("story", replay.steps[-1].views[0], events, here)
    back = Button(here.say("button-moments"), TableAction("moments"), "main", "📖")
    return replace(page, rows=(*page.rows, (back,)), table=replay.record.id)


MAX_MOMENT_BOARDS, MAX_GAME_BOARDS = 4, 36
"""Boards of a moment, and of a whole game at most."""
MAX_MOMENT_BYTES, MAX_GAME_BYTES = 2_000_000, 8_000_000
"""The most bytes of what is shared."""
MOMENT_SECONDS, GAME_SECONDS = 1.6, 0.8
"""For so long each board stands, if that makes no more than `MAX_FILM_SECONDS`."""
MAX_FILM_SECONDS = 20.0
"""Seconds of a moving picture at most."""


def film_pictures(found: Replay, at: int, language: str, *, whole: bool) -> tuple[Picture, ...]:
    """Return the pictures that lead to a step, or those of a whole game, each once in a row.

    A moment ends with its own board; where none differs from it before, it goes on behind it. Of a
    long game some are left out, evenly, but neither the first nor the last one.
    """
    last = len(found.steps) - 1
    if whole:
        return _spread_evenly(
            _distinct_pictures(found, range(last + 1), language, last + 1), MAX_GAME_BOARDS
        )
    before = _distinct_pictures(found, range(at, -1, -1), language, MAX_MOMENT_BOARDS)[::-1]
    if len(before) > 1:
        return before
    return _distinct_pictures(found, range(at, last + 1), language, 2)


def _distinct_pictures(
    found: Replay, steps: Iterable[int], language: str, most: int
) -> tuple[Picture, ...]:
    """Return the pictures of these steps, so many at most; none is that of the step before."""
    pictures: list[Picture] = []
    for step in steps:
        shown = render_board(found, ReplayPosition(step), language)
        picture = shown.picture or shown.below
        if picture and (not pictures or pictures[-1].key != picture.key):
            pictures.append(picture)
        if len(pictures) == most:
            break
    return tuple(pictures)


def _spread_evenly(pictures: Sequence[Picture], most: int) -> tuple[Picture, ...]:
    """Return so many of the pictures at most, the first and the last among them."""
    if len(pictures) <= most:
        return tuple(pictures)
    ends = len(pictures) - 1
    return tuple(pictures[round(place * ends / (most - 1))] for place in range(most))


def frame_seconds(frames: int, *, whole: bool) -> float:
    """Return for how long each of so many boards stands; the last one stands `LAST` as long."""
    return min(
        GAME_SECONDS if whole else MOMENT_SECONDS,
        MAX_FILM_SECONDS / (frames - 1 + LAST_BOARD_DURATION_FACTOR),
    )


def render_shared_post(
    found: Replay,
    at: int,
    moments: Sequence[Highlight],
    film: bytes | None,
    by: str,
    *,
    whole: bool,
) -> Screen:
    """Return what is posted, in the table's language.

    `film` is the moving picture, None where there is none; `by` is who shares it, escaped.
    """
    here = make_context(found, found.record.language, ended=True)
    key = "share-title-game" if whole else "share-title"
    title = here.say(key, name=by, game=here.say("game-title"))
    if whole:
        told = [here.say("moments-line", moment=moment.text) for moment in moments]
    else:
        step = found.steps.happened[at].step
        told = [here.say("moments-line", moment=m.text) for m in moments if m.step == step]
        told = told or [*format_events(found, ReplayPosition(at), here)]
    words = join_lines(title, *fit_lines(told, MAX_TOLD_LENGTH))
    alt = truncate_text(
        here.say("share-alt", told=strip_markup(" ".join(told) or title)), MAX_ALT_LENGTH
    )
    way = TableAction("replay", ReplayPosition(-1 if whole else at).value("shared"))
    return Screen(
        "",
        content=words,
        picture=Picture("moment.gif", alt, _without_changes, (film,)) if film else None,
        rows=((Button(here.say("button-replay"), way, emoji="🎞️"),),),
        table=found.record.id,
    )


def _without_changes(film: bytes) -> bytes:
    return film
