"""What a game that is over looks like, step by step and through whose eyes."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from bot.games.box import Box
from bot.games.game import Act, Event, Leave, Place, Seat
from bot.games.screen import Button, Do, Moment, Scene, Screen, Seen, Select
from bot.games.wording import lines
from bot.history.replay import played_out
from bot.store.record import Record
from bot.store.records import Table
from bot.tables.showing import screens
from bot.tables.showing.fitting import fitting

Eyes = Seat | Literal["onlooker", "all"]
"""Whose view is shown: a seat's, an onlooker's, or at each step that of whoever moved."""
LABEL = 100
"""Signs in an option of a select."""
TOLD = 1500
"""Signs of what happened in a step, of the 2,000 of a message's text."""
OPTIONS = 25
"""Options of a select."""


class Replay(Struct, frozen=True):
    """A game that is over, ready to be shown."""

    record: Record
    table: Table
    """With the people's names, and no state."""
    steps: tuple[Seen, ...]
    box: Box


class Spot(Struct, frozen=True):
    """Where somebody is in a replay."""

    at: int = -1
    """Which of its steps, from 0; -1: the last one."""
    eyes: Eyes = "onlooker"

    def value(self, how: str) -> str:
        """Return what stands for it in a button; `how` tells those apart that lead to the same."""
        return f"{self.at}/{self.eyes}/{how}"


def spot(value: str) -> Spot:
    """Return where a button leads."""
    at, eyes, *_ = [*value.split("/"), "", ""]
    number = int(at) if at.isdecimal() and len(at) < 6 else -1
    if eyes.isdecimal() and len(eyes) < 3:
        return Spot(number, int(eyes))
    return Spot(number, "all" if eyes == "all" else "onlooker")


def scene(replay: Replay, language: str, *, ended: bool = False) -> Scene:
    """Return what the game's screens are told; `ended`: of the last step."""
    table = played_out(replay.table, replay.record) if ended else replay.table
    return screens.scene(table, replay.box, language)


def places(record: Record) -> tuple[Place, ...]:
    """Return where each seat finished, best first."""
    found = (Place(seat, each.rank, each.points) for seat, each in enumerate(record.seats))
    return tuple(sorted(found, key=lambda place: place.rank))


def screen(
    replay: Replay, asked: Spot, moments: tuple[Moment, ...], language: str, *, shares: bool
) -> Screen:
    """Return a step as it was told, with the way to all others; `shares`: it can be shared."""
    last = len(replay.steps) - 1
    at = last if asked.at < 0 else min(asked.at, last)
    where = Spot(at, _eyes(replay, asked.eyes))
    here = scene(replay, language)
    shown = board(replay, where, language)
    events = happened(replay, where, here)
    known = {moment.step: moment.text for moment in moments}
    moment = known.get(replay.steps[at].step)
    head = here.say("replay-step", game=here.say("game-title"), step=at + 1, steps=last + 1)
    told = lines(head, here.say("replay-moment", moment=moment) if moment else "", *events)
    return replace(
        shown,
        content=told,
        rows=_rows(replay, where, moments, here, shares=shares),
        table=replay.record.id,
        stays=False,
    )


def _eyes(replay: Replay, eyes: Eyes) -> Eyes:
    if isinstance(eyes, int) and eyes >= len(replay.record.seats):
        return "onlooker"
    return eyes


def viewer(replay: Replay, where: Spot) -> Seat | None:
    """Return whose view is shown; None: an onlooker's."""
    if where.eyes == "onlooker":
        return None
    if where.eyes != "all":
        return where.eyes
    given = replay.steps[where.at].given
    return given.seat if isinstance(given, Act | Leave) else None


def board(replay: Replay, where: Spot, language: str) -> Screen:
    """Return what stood in the channel after a step, and beside it what a seat saw alone."""
    step, box, seat = replay.steps[where.at], replay.box, viewer(replay, where)
    over = where.at == len(replay.steps) - 1 and replay.record.ending == "played"
    here = scene(replay, language, ended=over)
    if over:
        return replace(box.screens.end(step.views[0], places(replay.record), here), rows=())
    public = replace(box.screens.board(step.views[0], here), rows=())
    if seat is None:
        return public
    own = box.screens.private(step.views[1 + seat], seat, None, (), "", here)
    mine = own.picture or own.below
    above, below = public.picture, public.below or mine
    if public.below:
        above = mine or public.picture
    fields = (*own.fields, *public.fields)[:25]
    return replace(public, picture=above, below=below, fields=fields)


def happened(replay: Replay, where: Spot, here: Scene) -> tuple[str, ...]:
    """Return the lines that told what happened, as far as those eyes might see it."""
    seat = viewer(replay, where)
    events = replay.steps[where.at].events
    seen = (event for event in events if _may_see(event, seat))
    told = (screens.event_told(event, replay.box, here) for event in seen)
    return fitting(filter(None, told), TOLD)


def _may_see(event: Event, seat: Seat | None) -> bool:
    return event.to is None or (seat is not None and seat in event.to)


def _rows(
    replay: Replay, where: Spot, moments: tuple[Moment, ...], here: Scene, *, shares: bool
) -> tuple[tuple[Button | Select, ...], ...]:
    last = len(replay.steps) - 1
    ways = {
        "first": (0, "⏮️", where.at == 0),
        "back": (where.at - 1, "◀️", where.at == 0),
        "on": (where.at + 1, "▶️", where.at == last),
        "last": (last, "⏭️", where.at == last),
    }
    steps = tuple(
        Button(
            here.say("replay-on") if how == "on" else "",
            Do("replay", Spot(max(to, 0), where.eyes).value(how)),
            "main" if how == "on" else "plain",
            emoji,
            disabled,
        )
        for how, (to, emoji, disabled) in ways.items()
    )
    rows: list[tuple[Button | Select, ...]] = [steps]
    if moments:
        rows.append((_moments(replay, where.eyes, moments, here),))
    rows.append((_through_whose(where, here),))
    if shares:
        share = Do("share", Spot(where.at, where.eyes).value("moment"))
        whole = Do("share", Spot(where.at, where.eyes).value("game"))
        rows.append(
            (
                Button(here.say("replay-share"), share, emoji="📣"),
                Button(here.say("replay-share-game"), whole, emoji="🎬"),
            )
        )
    return tuple(rows)


def _moments(replay: Replay, eyes: Eyes, moments: tuple[Moment, ...], here: Scene) -> Select:
    """Return the select that leads to a moment."""
    at = {seen.step: place for place, seen in enumerate(replay.steps)}
    options = {
        Spot(at[moment.step], eyes).value("moment"): _label(_unmarked(moment.text))
        for moment in moments
        if moment.step in at
    }
    return Select(here.say("replay-moments"), Do("replay-moment"), tuple(options.items())[:OPTIONS])


def _unmarked(told: str) -> str:
    """Return a sentence without the markup that a select does not show."""
    return told.replace("**", "").replace("\\", "")


def _label(told: str) -> str:
    return told if len(told) <= LABEL else f"{told[: LABEL - 1]}…"


def _through_whose(where: Spot, here: Scene) -> Select:
    """Return the select of the eyes."""
    named: Mapping[Eyes, str] = {
        "onlooker": here.say("replay-onlooker"),
        **{seat: here.say("replay-seat", name=name) for seat, name in enumerate(here.labels)},
        "all": here.say("replay-all"),
    }
    options = tuple(
        (Spot(where.at, eyes).value("eyes"), _label(name)) for eyes, name in named.items()
    )
    chosen = (where.value("eyes"),)
    return Select(here.say("replay-eyes"), Do("replay-eyes"), options[:OPTIONS], chosen=chosen)


def story(replay: Replay, moments: tuple[Moment, ...], language: str) -> Screen:
    """Return how a game went: a sentence for each moment, and the way to the replay."""
    here = scene(replay, language, ended=True)
    told = [here.say("moments-line", moment=moment.text) for moment in moments]
    row = [Button(here.say("button-replay"), Do("replay", Spot().value("story")), "main", "🎞️")]
    if "story" in replay.box.screens.pages(replay.steps[-1].views[0]):
        row.append(Button(here.say("button-numbers"), Do("numbers"), emoji="🔢"))
    select = (_moments(replay, "onlooker", moments, here),)
    return Screen(
        here.say("button-moments"),
        lines(*told) or here.say("moments-none"),
        rows=((tuple(row), select) if moments else (tuple(row),)),
        table=replay.record.id,
    )


def numbers(replay: Replay, language: str) -> Screen:
    """Return the game's own page of how it went, in numbers."""
    here = scene(replay, language, ended=True)
    events = [event for seen in replay.steps for event in seen.events if event.to is None]
    page = replay.box.screens.page("story", replay.steps[-1].views[0], events, here)
    back = Button(here.say("button-moments"), Do("moments"), "main", "📖")
    return replace(page, rows=(*page.rows, (back,)), table=replay.record.id)
