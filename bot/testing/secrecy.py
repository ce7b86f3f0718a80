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
from bot.testing.differences import (
    describe_difference,
    describe_events,
    filter_events,
    find_unequal_events,
)
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
RESAMPLES_PER_STATE = 64
"""The maximum number of times that the hidden part of a state is dealt again for a check.

A few deals could all be the same as before by chance. A check stops at the first one that is not.
"""
MAX_STEPS_PER_KIND = 2
"""The maximum number of steps with the same kinds of events whose events are checked."""
MAX_RESAMPLED_LISTENERS = 20
"""The maximum number of pairs of a step and a viewer for which a check of events deals anew.

The number is limited because `Game.resample_hidden` takes long in some games.
"""
MAX_OPEN_ANSWERS = 6
"""The maximum number of steps of each game at which an answer is replaced by other ones."""
OTHER_ANSWERS = 2
"""The number of other moves that replace an answer."""
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
    ignored: Step | None = None
    for other in _find_alternatives(play):
        after, viewer = other.step, other.viewer
        heard = [filter_events(events, viewer) for events in (after.events, other.events)]
        unequal = find_unequal_events(*heard)
        if not unequal:
            continue
        states = (after.state, other.state)
        seen = [encode(play.game.view(state, viewer)) for state in states]
        if seen[0] != seen[1]:
            continue
        is_public = all(event is None or event.to is None for event in unequal)
        if other.is_other_move and is_public:
            views = [
                [play.game.view(state, each) for each in list_viewers(play)] for state in states
            ]
            if views[0] == views[1]:  # it is nobody's secret
                continue
            if ignored in (None, after):
                ignored = after  # a public event that by chance changes no view
                continue
        why = f"{name_viewer(viewer)} hears what they may not know: {describe_events(unequal)}"
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

    Steps that end the game are left out. All viewers but the player who moves are looked at.
    """
    rng, pairs = play.rng, _sample_by_events(play)
    for before, after in pairs:
        if isinstance(after.action, ActRecord):
            move = rng.choice(play.game.legal_paths(before.state, after.action.seat))
            other = _try_action(play, before.state, replace(after.action, move=move), after.number)
            if other:
                for viewer in _list_listeners(play, after):
                    yield Alternative(after, viewer, *other, is_other_move=True)
    listeners = [(*pair, viewer) for pair in pairs for viewer in _list_listeners(play, pair[1])]
    for before, after, viewer in rng.sample(
        listeners, min(MAX_RESAMPLED_LISTENERS, len(listeners))
    ):
        state = play.game.resample_hidden(before.state, viewer, rng)
        if state is not None and after.action is not None:
            other = _try_action(play, state, after.action, after.number)
            if other:
                yield Alternative(after, viewer, *other, is_other_move=False)


def _sample_by_events(play: Play) -> list[tuple[Step, Step]]:
    """Return random transitions of a game, `MAX_STEPS_PER_KIND` for each set of events' names.

    So what happens rarely is looked at as often as what happens all the time.
    """
    transitions = [pair for pair in play.transitions if play.game.prompts(pair[1].state)]
    by_names = dict[frozenset[str], list[tuple[Step, Step]]]()
    for before, after in play.rng.sample(transitions, len(transitions)):
        of_kind = by_names.setdefault(frozenset(event.name for event in after.events), [])
        if len(of_kind) < MAX_STEPS_PER_KIND:
            of_kind.append((before, after))
    return [pair for of_kind in by_names.values() for pair in of_kind]


def _list_listeners(play: Play, step: Step) -> list[Seat | None]:
    """Return all viewers but the player who acts in a step."""
    acts = step.action.seat if isinstance(step.action, ActRecord | Leave) else -1
    return [viewer for viewer in list_viewers(play) if viewer != acts]


def _try_action(
    play: Play, state: Any, action: ActionRecord, step: int
) -> tuple[Any, tuple[EventRecord, ...]] | None:
    """Return the state and the events that follow from an action, or None if it is refused."""
    with suppress(IllegalMove, Stale):
        return play.apply(state, action, step)
    return None


@rule(
    "While others still answer the same decision, an answer changes nobody else's view and news.",
    method_name="game.view",
)
def _check_answers_hidden(play: Play) -> None:
    """Check that nobody learns a player's answer before the last player has answered.

    In a race, all players see each answer at once.
    """
    if play.package.race:
        return
    rng = play.rng
    transitions = [*play.transitions]
    for before, after in rng.sample(transitions, min(MAX_OPEN_ANSWERS, len(transitions))):
        act = after.action
        if not isinstance(act, ActRecord) or not _find_still_asked(play, after.state, act):
            continue
        moves = play.game.legal_paths(before.state, act.seat)
        for move in rng.sample(moves, min(OTHER_ANSWERS, len(moves))):
            other = _try_action(play, before.state, replace(act, move=move), after.number)
            if other and _find_still_asked(play, other[0], act):
                _compare_answers(play, after, act, move, other)


def _find_still_asked(play: Play, state: Any, act: ActRecord) -> list[Seat]:
    """Return the seats of the other players who still have to answer the decision of an answer."""
    prompts = play.game.prompts(state)
    asked = (prompt.seat for prompt in prompts if prompt.decision == act.decision)
    return [seat for seat in asked if seat not in (None, act.seat)]


def _compare_answers(
    play: Play,
    step: Step,
    act: ActRecord,
    move: str,
    other: tuple[Any, tuple[EventRecord, ...]],
) -> None:
    """Check that no other viewer can tell an answer from another one, given the results of both."""
    states = (step.state, other[0])
    for viewer in _list_listeners(play, step):
        heard = [filter_events(events, viewer) for events in (step.events, other[1])]
        views = [play.game.view(state, viewer) for state in states]
        what = describe_events(find_unequal_events(*heard))
        if encode(views[0]) != encode(views[1]):
            what = describe_difference(*views)
        if what:
            why = f"{name_viewer(viewer)} can tell seat {act.seat}'s {act.move!r} from {move!r}"
            still = ", ".join(map(str, _find_still_asked(play, step.state, act)))
            raise Broken(f"{why} while seat {still} is still asked: {what}", step.number)


def list_viewers(play: Play) -> tuple[Seat | None, ...]:
    """Return all viewers of a game: None, which is an onlooker, and each seat."""
    return (None, *range(play.setup.seats))


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
    rng, found = play.rng, [*resample_steps(play)]
    for step, viewer, _ in found:
        for _ in range(RESAMPLES_PER_STATE):
            if encode(play.game.resample_hidden(step.state, viewer, rng)) != encode(step.state):
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


RULES = (
    _check_alike,
    _check_heard_and_seen,
    _check_answers_hidden,
    _check_seats_there,
    _check_hidden,
)
"""The rules about secrets that every game has to keep, in check order."""
