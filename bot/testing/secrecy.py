"""The rules about secrets: nobody is told what is hidden from them.

All of them compare a game with one that somebody cannot tell from it (`Game.alike`). The idea is
OpenSpiel's `ResampleInfostateTest`:
https://github.com/google-deepmind/open_spiel/blob/master/open_spiel/tests/basic_tests.cc
"""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from msgspec.json import encode
from msgspec.structs import replace

from bot.engine.events import EventRecord, Seat
from bot.engine.game import ActionRecord, ActRecord, IllegalMove, Leave, Stale
from bot.testing.playing import Broken, Moment, Play
from bot.testing.rule import Rule

LOOKED_AT = 8
"""So many moments of a game are looked at."""


def twins(play: Play) -> Iterator[tuple[Moment, Seat | None, Any]]:
    """Yield some moments, each with somebody and a state that they cannot tell from its own."""
    luck = play.luck
    for moment in play.some(LOOKED_AT, luck):
        viewer = luck.choice((None, *range(play.setting.seats)))
        other = play.game.alike(moment.state, viewer, luck)
        if other is not None:
            yield moment, viewer, other


def told(play: Play, state: Any, viewer: Seat | None) -> bytes:
    """Return all that the rules of a game tell somebody of a state."""
    moves = () if viewer is None else play.game.legal_paths(state, viewer)
    return encode((play.game.view(state, viewer), moves, play.game.prompts(state)))


def _alike(play: Play) -> None:
    for moment, viewer, other in twins(play):
        if told(play, other, viewer) != told(play, moment.state, viewer):
            raise Broken(f"{name(viewer)} can tell what is hidden from them", moment.number)


def _heard_and_seen(play: Play) -> None:
    in_the_open = True
    for way in _both_ways(play):
        after, viewer = way.after, way.viewer
        both = ((after.state, after.events), (way.state, way.events))
        heard = [_heard(events, viewer) for _, events in both]
        seen = [encode(play.game.view(state, viewer)) for state, _ in both]
        if seen[0] != seen[1] or heard[0] == heard[1]:
            continue
        if way.is_chosen and in_the_open:  # what all may hear, and by chance changes nothing
            in_the_open = False
            continue
        names = sorted({event.name for events in heard for event in events})
        why = f"{name(viewer)} hears what they may not know, by {', '.join(names)}"
        raise Broken(f"{why}, after {after.given}", after.number)


class Way(NamedTuple):
    """What came of a step, and what would have come of it otherwise."""

    after: Moment
    viewer: Seat | None
    state: Any
    events: tuple[EventRecord, ...]
    is_chosen: bool
    """Another move was chosen; else what is hidden from the viewer was another."""


def _both_ways(play: Play) -> Iterator[Way]:
    """Yield steps, each with somebody else, where the game goes on."""
    luck = play.luck
    steps = [pair for pair in play.steps if play.game.prompts(pair[1].state)]
    for before, after in luck.sample(steps, min(LOOKED_AT, len(steps))):
        acts = after.given.seat if isinstance(after.given, ActRecord | Leave) else None
        viewer = luck.choice((None, *(s for s in range(play.setting.seats) if s != acts)))
        other = play.game.alike(before.state, viewer, luck)
        ways: list[tuple[Any, ActionRecord, bool]] = []
        if other is not None and after.given is not None:
            ways.append((other, after.given, False))
        if isinstance(after.given, ActRecord):
            move = luck.choice(play.game.legal_paths(before.state, after.given.seat))
            ways.append((before.state, replace(after.given, move=move), True))
        for state, given, is_chosen in ways:
            with suppress(IllegalMove, Stale):  # that is not possible in this one
                yield Way(after, viewer, *play.stepped(state, given, after.number), is_chosen)


def _heard(events: tuple[EventRecord, ...], viewer: Seat | None) -> list[EventRecord]:
    return [event for event in events if event.to is None or viewer in event.to]


def _seats_there(play: Play) -> None:
    for moment in play.moments:
        for event in moment.events:
            if event.to is not None and not {*event.to} <= {*range(play.setting.seats)}:
                raise Broken(f"{event.name} is for {event.to}", moment.number)


def name(viewer: Seat | None) -> str:
    """Return what a viewer is called."""
    return "an onlooker" if viewer is None else f"seat {viewer}"


RULES = (
    Rule(
        "alike",
        "What is hidden from somebody changes nothing in their view, their moves and who is asked.",
        _alike,
        of="game.view",
    ),
    Rule(
        "heard-and-seen",
        "No event tells somebody what their view does not know.",
        _heard_and_seen,
        of="game.apply",
    ),
    Rule(
        "seats-there",
        "Events are for seats that there are, or for everybody.",
        _seats_there,
        of="game.apply",
    ),
)
