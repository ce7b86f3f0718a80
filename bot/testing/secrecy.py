"""Rules of the contract about secrets: nothing reveals them, and `resample_hidden` changes them.

Most of the rules compare a state with another one that looks the same to a viewer
(`Game.resample_hidden`). The idea comes from OpenSpiel's `ResampleInfostateTest`:
https://github.com/google-deepmind/open_spiel/blob/master/open_spiel/tests/basic_tests.cc
"""

from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from msgspec.json import encode
from msgspec.structs import asdict, replace

from bot.engine.events import EventRecord, Seat
from bot.engine.game import ActionRecord, ActRecord, Game, IllegalMove, Leave, Stale
from bot.engine.package import GamePackage
from bot.testing.playing import (
    RANDOM_PLAYERS,
    Broken,
    Play,
    Setup,
    Step,
    make_chance,
    make_setup,
    play_game,
    rule,
)

MAX_CHECKED_STEPS = 8
"""The maximum number of steps of each played game that are checked.

The steps are chosen at random.
"""
RESAMPLES_PER_STATE = 8
"""The number of times that the hidden part of a state is dealt again for a check.

A single deal could be the same as before by chance.
"""
MAX_COMPARED_DEALS = 48
"""The number of deals of a game that are made to find secrets.

Those that look the same to an onlooker are then compared, because they differ only in what is
hidden.
"""
MAX_ALTERNATIVE_MOVES = 8
"""The maximum number of moves of a game that are replaced by others to find secrets.

Each one is replaced by a random legal move of the same player.
"""
MAX_GAMES_FOR_HIDDEN_FIELDS = 20
"""The number of games that are played to find out which fields `resample_hidden` changes."""


def resample_steps(play: Play) -> Iterator[tuple[Step, Seat | None, Any]]:
    """Yield random steps, each with a viewer and another state that looks the same to the viewer.

    A viewer is a seat (player), or None for an onlooker. The other state comes from
    `Game.resample_hidden`. Steps at which nothing is hidden from the viewer are left out.
    """
    rng = play.rng
    for step in play.sample_steps(MAX_CHECKED_STEPS, rng):
        viewer = rng.choice((None, *range(play.setup.seats)))
        other = play.game.resample_hidden(step.state, viewer, rng)
        if other is not None:
            yield step, viewer, other


def encode_knowledge(play: Play, state: Any, viewer: Seat | None) -> bytes:
    """Encode all that a viewer may know about a state, so that two states can be compared.

    Args:
        play: The game that was played.
        state: The state.
        viewer: The viewer's seat. None means an onlooker, who has no moves.

    Returns:
        The viewer's view, their legal moves and all prompts as JSON.
    """
    moves = () if viewer is None else play.game.legal_paths(state, viewer)
    return encode((play.game.view(state, viewer), moves, play.game.prompts(state)))


@rule(
    "A viewer's view, moves and prompts do not depend on what is hidden from the viewer.",
    method_name="game.view",
)
def _check_alike(play: Play) -> None:
    for step, viewer, other in resample_steps(play):
        if encode_knowledge(play, other, viewer) != encode_knowledge(play, step.state, viewer):
            raise Broken(f"{name_viewer(viewer)} can tell what is hidden from them", step.number)


@rule("No event tells a viewer more than the viewer's view contains.", method_name="game.apply")
def _check_heard_and_seen(play: Play) -> None:
    may_ignore = True
    for other in _find_alternatives(play):
        after, viewer = other.step, other.viewer
        both = ((after.state, after.events), (other.state, other.events))
        heard = [_filter_events(events, viewer) for _, events in both]
        seen = [encode(play.game.view(state, viewer)) for state, _ in both]
        if seen[0] != seen[1] or heard[0] == heard[1]:
            continue
        if other.is_other_move and may_ignore:  # a public event that by chance changes no view
            may_ignore = False
            continue
        names = sorted({event.name for events in heard for event in events})
        why = f"{name_viewer(viewer)} hears what they may not know, by {', '.join(names)}"
        raise Broken(f"{why}, after {after.action}", after.number)


class Alternative(NamedTuple):
    """A step as it was played, and another version of it that must look the same to a viewer."""

    step: Step
    """The step as it was played."""
    viewer: Seat | None
    """The seat (player) that must not notice the difference. None means an onlooker."""
    state: Any
    """The state that results from the other version of the step."""
    events: tuple[EventRecord, ...]
    """The events that the other version of the step causes, as they are stored."""
    is_other_move: bool
    """Whether the other version has a different move in the same state.

    If not, it has the same action in a different state, which looks the same to the viewer.
    """


def _find_alternatives(play: Play) -> Iterator[Alternative]:
    """Yield other versions of some steps of a game, to check whether viewers can tell them apart.

    Steps that end the game are left out.
    """
    rng = play.rng
    steps = [pair for pair in play.transitions if play.game.prompts(pair[1].state)]
    for before, after in rng.sample(steps, min(MAX_CHECKED_STEPS, len(steps))):
        acts = after.action.seat if isinstance(after.action, ActRecord | Leave) else None
        viewer = rng.choice((None, *(s for s in range(play.setup.seats) if s != acts)))
        other = play.game.resample_hidden(before.state, viewer, rng)
        alternatives: list[tuple[Any, ActionRecord, bool]] = []
        if other is not None and after.action is not None:
            alternatives.append((other, after.action, False))
        if isinstance(after.action, ActRecord):
            move = rng.choice(play.game.legal_paths(before.state, after.action.seat))
            alternatives.append((before.state, replace(after.action, move=move), True))
        for state, action, is_other_move in alternatives:
            with suppress(IllegalMove, Stale):  # the action is not possible in this state
                result = play.apply(state, action, after.number)
                yield Alternative(after, viewer, *result, is_other_move)


def _filter_events(events: tuple[EventRecord, ...], viewer: Seat | None) -> list[EventRecord]:
    """Return the events that a viewer may know of.

    None means an onlooker, who knows public events.
    """
    return [event for event in events if event.to is None or viewer in event.to]


@rule("Events are for existing seats, or for everybody.", method_name="game.apply")
def _check_seats_there(play: Play) -> None:
    for step in play.steps:
        for event in step.events:
            if event.to is not None and not {*event.to} <= {*range(play.setup.seats)}:
                raise Broken(f"{event.name} is for {event.to}", step.number)


def name_viewer(viewer: Seat | None) -> str:
    """Return the name of a viewer for messages, such as "seat 0".

    None means an onlooker. The result is then "an onlooker".
    """
    return "an onlooker" if viewer is None else f"seat {viewer}"


class Secret(NamedTuple):
    """A field of one player's view whose value is hidden from another viewer."""

    seat: Seat
    """The player who sees the field."""
    field: str
    """The name of the field in that player's view."""
    viewer: Seat | None
    """The seat (player) from which the field is hidden. None means an onlooker."""


@rule(
    "`resample_hidden` deals again whatever one seat sees and the viewer does not.",
    method_name="game.resample_hidden",
    games_per_check=4,
)
def _check_hidden(play: Play) -> None:
    _check_resampling_changes(play)
    _check_secrets_are_resampled(play)


def _check_resampling_changes(play: Play) -> None:
    """Check that `resample_hidden` sometimes returns a state that differs from the given one."""
    found = [*resample_steps(play)]
    for step, viewer, _ in found:
        rng = play.rng
        dealt = {
            encode(play.game.resample_hidden(step.state, viewer, rng))
            for _ in range(RESAMPLES_PER_STATE)
        }
        if dealt != {encode(step.state)}:
            return
    if found:
        raise Broken(
            "`resample_hidden` returns the same state again and again: None says nothing is hidden"
        )


def _check_secrets_are_resampled(play: Play) -> None:
    """Check that `resample_hidden` changes each field that one seat sees and a viewer does not."""
    rng, where = play.rng, dict[Secret, list[Any]]()
    for one, other in (*_find_similar_deals(play), *_make_alternative_moves(play, rng)):
        for secret in _find_secrets(play.game, play.setup.seats, one, other):
            where.setdefault(secret, []).append(one)
    for secret, states in where.items():
        tried = states * RESAMPLES_PER_STATE
        if not any(_is_resampled(play.game, state, secret, rng) for state in tried):
            viewer = name_viewer(secret.viewer)
            why = f"seat {secret.seat} sees `{secret.field}`, and {viewer} does not"
            raise Broken(f"{why}: `resample_hidden` never deals it anew for {viewer}")


def _find_similar_deals(play: Play) -> Iterator[tuple[Any, Any]]:
    """Yield pairs of deals (initial states) that look the same to an onlooker."""
    alike = dict[bytes, list[Any]]()
    for number in range(MAX_COMPARED_DEALS):
        setup = replace(play.setup, number=play.setup.number + number)
        state, _ = play.game.begin(setup.seats, setup.options, make_chance(setup, 0))
        alike.setdefault(encode(play.game.view(state, None)), []).append(state)
    for states in alike.values():
        yield from pairwise(states)


def _make_alternative_moves(play: Play, rng: Random) -> Iterator[tuple[Any, Any]]:
    """Yield pairs of states: after a move of the game, and after another legal move instead."""
    steps = [(one, two) for one, two in play.transitions if isinstance(two.action, ActRecord)]
    for before, after in rng.sample(steps, min(MAX_ALTERNATIVE_MOVES, len(steps))):
        if isinstance(after.action, ActRecord):
            move = rng.choice(play.game.legal_paths(before.state, after.action.seat))
            with suppress(IllegalMove, Stale):
                action = replace(after.action, move=move)
                yield after.state, play.apply(before.state, action, after.number)[0]


def _find_secrets(
    game: Game[Any, Any], seats: int, state: Any, other_state: Any
) -> Iterator[Secret]:
    """Yield the fields in which two states differ for one seat, but not for other viewers.

    Nothing is yielded if an onlooker can tell the two states apart.
    """
    everybody = (None, *range(seats))
    seen = {
        viewer: (game.view(state, viewer), game.view(other_state, viewer)) for viewer in everybody
    }
    blind = [viewer for viewer, (here, there) in seen.items() if encode(here) == encode(there)]
    for seat in range(seats) if None in blind else ():
        here, there = (asdict(view) for view in seen[seat])
        for field in here:
            if encode(here[field]) != encode(there[field]):
                yield from (Secret(seat, field, viewer) for viewer in blind)


def _is_resampled(game: Game[Any, Any], state: Any, secret: Secret, rng: Random) -> bool:
    """Return whether one call of `resample_hidden` changes a secret field of a state."""
    other = game.resample_hidden(state, secret.viewer, rng)
    if other is None:
        return False
    here, there = (asdict(game.view(each, secret.seat))[secret.field] for each in (state, other))
    return encode(here) != encode(there)


def list_resampled_fields(package: GamePackage) -> list[str]:
    """Return the names of the state's fields that `resample_hidden` changes for any viewer.

    They are found by playing some games with random moves.
    """
    found = set[str]()
    for number in range(MAX_GAMES_FOR_HIDDEN_FIELDS):
        setup = make_setup(package.game, number)
        play = play_game(package, Setup(number, setup.seats, setup.options, RANDOM_PLAYERS))
        for step, _, other in resample_steps(play):
            here, there = asdict(step.state), asdict(other)
            found |= {field for field in here if encode(here[field]) != encode(there[field])}
    return sorted(found)


RULES = (_check_alike, _check_heard_and_seen, _check_seats_there, _check_hidden)
"""The rules about secrets that every game has to keep, in check order."""
