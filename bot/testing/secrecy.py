"""The rules about secrets: nobody is told what is hidden, and `resample_hidden` deals it anew.

All of them compare a game with one that somebody cannot tell from it (`Game.resample_hidden`). The
idea is OpenSpiel's `ResampleInfostateTest`:
https://github.com/google-deepmind/open_spiel/blob/master/open_spiel/tests/basic_tests.cc
"""

from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from msgspec.json import encode
from msgspec.structs import asdict, replace

from bot.engine.box import GamePackage
from bot.engine.events import EventRecord, Seat
from bot.engine.game import ActionRecord, ActRecord, Game, IllegalMove, Leave, Stale
from bot.testing.playing import (
    RANDOM,
    Broken,
    Moment,
    Play,
    Rule,
    Setting,
    chance,
    played,
    setting_of,
)

MOMENTS_LOOKED_AT = 8
"""So many moments of a game are looked at."""
NEW_DEALS = 8
"""So often a state is dealt anew, which by chance may leave it as it is."""
COMPARED_DEALS = 48
"""So many deals are compared, in which by chance an onlooker sees the same."""
MOVES_MADE_OTHERWISE = 8
"""So many moves of a game are made otherwise."""
GAMES_LISTED = 20
"""So many games tell what a game hides."""


def twins(play: Play) -> Iterator[tuple[Moment, Seat | None, Any]]:
    """Yield some moments, each with somebody and a state that they cannot tell from its own."""
    luck = play.luck
    for moment in play.some(MOMENTS_LOOKED_AT, luck):
        viewer = luck.choice((None, *range(play.setting.seats)))
        other = play.game.resample_hidden(moment.state, viewer, luck)
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
    for before, after in luck.sample(steps, min(MOMENTS_LOOKED_AT, len(steps))):
        acts = after.given.seat if isinstance(after.given, ActRecord | Leave) else None
        viewer = luck.choice((None, *(s for s in range(play.setting.seats) if s != acts)))
        other = play.game.resample_hidden(before.state, viewer, luck)
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


class Secret(NamedTuple):
    """What somebody sees, and somebody else does not."""

    seat: Seat
    field: str
    """Of the view."""
    viewer: Seat | None
    """From whom it is hidden."""


def _hidden(play: Play) -> None:
    _check_it_does_something(play)
    _check_what_one_sees(play)


def _check_it_does_something(play: Play) -> None:
    found = [*twins(play)]
    for moment, viewer, _ in found:
        luck = play.luck
        dealt = {
            encode(play.game.resample_hidden(moment.state, viewer, luck)) for _ in range(NEW_DEALS)
        }
        if dealt != {encode(moment.state)}:
            return
    if found:
        raise Broken(
            "`resample_hidden` returns the same state again and again: None says nothing is hidden"
        )


def _check_what_one_sees(play: Play) -> None:
    luck, where = play.luck, dict[Secret, list[Any]]()
    for one, other in (*_deals(play), *_answers(play, luck)):
        for secret in _secrets(play.game, play.setting.seats, one, other):
            where.setdefault(secret, []).append(one)
    for secret, states in where.items():
        if not any(_is_dealt_anew(play.game, state, secret, luck) for state in states * NEW_DEALS):
            why = f"seat {secret.seat} sees `{secret.field}`, and {name(secret.viewer)} does not"
            raise Broken(f"{why}: `resample_hidden` never deals it anew for {name(secret.viewer)}")


def _deals(play: Play) -> Iterator[tuple[Any, Any]]:
    """Yield deals by twos that an onlooker cannot tell from each other."""
    alike = dict[bytes, list[Any]]()
    for number in range(COMPARED_DEALS):
        setting = replace(play.setting, number=play.setting.number + number)
        state, _ = play.game.begin(setting.seats, setting.options, chance(setting, 0))
        alike.setdefault(encode(play.game.view(state, None)), []).append(state)
    for states in alike.values():
        yield from pairwise(states)


def _answers(play: Play, luck: Random) -> Iterator[tuple[Any, Any]]:
    """Yield by twos what came of a move, and what would have come of another."""
    steps = [(one, two) for one, two in play.steps if isinstance(two.given, ActRecord)]
    for before, after in luck.sample(steps, min(MOVES_MADE_OTHERWISE, len(steps))):
        if isinstance(after.given, ActRecord):
            move = luck.choice(play.game.legal_paths(before.state, after.given.seat))
            with suppress(IllegalMove, Stale):
                given = replace(after.given, move=move)
                yield after.state, play.stepped(before.state, given, after.number)[0]


def _secrets(game: Game[Any, Any], seats: int, one: Any, other: Any) -> Iterator[Secret]:
    """Yield what tells two states apart, for whom, and for whom nothing does."""
    everybody = (None, *range(seats))
    seen = {viewer: (game.view(one, viewer), game.view(other, viewer)) for viewer in everybody}
    blind = [viewer for viewer, (here, there) in seen.items() if encode(here) == encode(there)]
    for seat in range(seats) if None in blind else ():
        here, there = (asdict(view) for view in seen[seat])
        for field in here:
            if encode(here[field]) != encode(there[field]):
                yield from (Secret(seat, field, viewer) for viewer in blind)


def _is_dealt_anew(game: Game[Any, Any], state: Any, secret: Secret, luck: Random) -> bool:
    other = game.resample_hidden(state, secret.viewer, luck)
    if other is None:
        return False
    here, there = (asdict(game.view(each, secret.seat))[secret.field] for each in (state, other))
    return encode(here) != encode(there)


def hidden_fields(box: GamePackage) -> list[str]:
    """Return the fields of the state that `resample_hidden` deals anew for somebody."""
    found = set[str]()
    for number in range(GAMES_LISTED):
        setting = setting_of(box.game, number)
        play = played(box, Setting(number, setting.seats, setting.options, RANDOM))
        for moment, _, other in twins(play):
            here, there = asdict(moment.state), asdict(other)
            found |= {field for field in here if encode(here[field]) != encode(there[field])}
    return sorted(found)


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
    Rule(
        "hidden",
        "`resample_hidden` deals anew what is hidden: what one seat sees, for all others.",
        _hidden,
        every=4,
        of="game.resample_hidden",
    ),
)
