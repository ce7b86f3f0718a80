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
from bot.engine.game import IllegalMove, Leave, Stale
from bot.engine.records import ActionRecord, ActRecord, begin_game, list_legal_paths
from bot.testing import differences, playing

MAX_CHECKED_STEPS = 8
MAX_RESAMPLES_PER_STATE = 64
"""A few deals could all be the same as before by chance. A check stops at the first that is not."""
MAX_STEPS_PER_KIND_OF_EVENTS, MAX_LEAVES = 2, 2
MAX_RESAMPLED_LISTENERS = 20
"""The number is limited because `Game.resample_hidden` takes long in some games."""
MAX_CHECKED_ANSWERS, OTHER_MOVES_PER_ANSWER = 6, 2
MAX_COMPARED_DEALS, MAX_REPLACED_MOVES = 48, 8
"""Deals and moves that are compared to find what one seat sees and another viewer does not."""


def resample_steps(play: playing.Play) -> Iterator[tuple[playing.Step, Seat | None, Any]]:
    """Yield random steps, each with a viewer and a state that looks the same to that viewer.

    Steps at which nothing is hidden from the viewer are left out.
    """
    rng = play.rng
    for step in play.sample_steps(MAX_CHECKED_STEPS, rng):
        viewer = rng.choice((None, *range(play.setup.seats)))
        other = play.game.resample_hidden(step.state, viewer, rng)
        if other is not None:
            yield step, viewer, other


@playing.rule("game.view")
def _check_views_hide_secrets(play: playing.Play) -> None:
    """A viewer's view, moves and prompts do not depend on what is hidden from the viewer."""
    game = play.game
    for step, viewer, other in resample_steps(play):
        states = (step.state, other)
        compared: dict[str, tuple[str, list[Any]]] = {
            "their view": ("game.view", [game.view(state, viewer) for state in states]),
            "the prompts": ("game.prompts", [game.prompts(state) for state in states]),
        }
        if viewer is not None:
            moves = [list_legal_paths(game, state, viewer) for state in states]
            compared["their moves"] = ("game.legal_moves", moves)
        for what, (method, both) in compared.items():
            if encode(both[0]) != encode(both[1]):
                who = playing.name_viewer(viewer)
                why = f"{who} can tell what is hidden from them by {what}"
                reason = f"{why}: {differences.describe_difference(*both)}"
                raise playing.Broken(reason, step, (method, "game.resample_hidden"))


@playing.rule("game.view")
def _check_players_see_public_facts(play: playing.Play) -> None:
    """A player's view tells all that an onlooker's view tells."""
    rng, transitions = play.rng, [*play.transitions]
    chosen = rng.sample(transitions, min(MAX_CHECKED_STEPS, len(transitions)))
    for before, after in (*chosen, *transitions[-1:]):
        seat = rng.randrange(play.setup.seats)
        other = play.game.resample_hidden(before.state, seat, rng)
        if other is None or after.action is None:
            continue
        result = try_action(play, other, after.action, after.number)
        views = [play.game.view(state, None) for state in (before.state, other)]
        if result is None or views[0] != views[1]:  # the latter breaks another rule
            continue
        shown, public = (
            [play.game.view(state, viewer) for state in (after.state, result[0])]
            for viewer in (seat, None)
        )
        if shown[0] == shown[1] and public[0] != public[1]:
            told = differences.describe_difference(*public)
            raise playing.Broken(f"seat {seat} does not see what onlookers see: {told}", after)


@playing.rule("game.apply")
def _check_events_match_views(play: playing.Play) -> None:
    """No event tells a viewer more than the viewer's view contains."""
    ignored: playing.Step | None = None
    for other in _find_alternatives(play):
        after, viewer = other.step, other.viewer
        heard = [
            differences.filter_events(events, viewer) for events in (after.events, other.events)
        ]
        unequal = differences.find_unequal_events(*heard)
        if not unequal:
            continue
        states = (after.state, other.state)
        seen = [encode(play.game.view(state, viewer)) for state in states]
        if seen[0] != seen[1]:
            continue
        is_public = all(event is None or event.to is None for event in unequal)
        if other.is_other_move and is_public:
            views = [[play.game.view(state, each) for each in play.viewers] for state in states]
            if views[0] == views[1]:  # it is nobody's secret
                continue
            if ignored in (None, after):
                ignored = after  # a public event that by chance changes no view
                continue
        told, who = differences.describe_events(unequal), playing.name_viewer(viewer)
        why = f"{who} hears what they may not know: {told}, after {after.action}"
        raise playing.Broken(why, after)


class Alternative(NamedTuple):
    """A step as it was played, and another version of it that must look the same to a viewer."""

    step: playing.Step
    viewer: Seat | None
    state: Any
    events: tuple[EventRecord, ...]
    is_other_move: bool
    """Whether the other version has another move in the same state, or the same move in another."""


def _find_alternatives(play: playing.Play) -> Iterator[Alternative]:
    """Yield other versions of steps that do not end the game, for all but the player who acts.

    Some are steps in which a player leaves, which random players seldom do.
    """
    rng, pairs = play.rng, [*_sample_by_events(play), *_make_leaves(play)]
    for before, after in pairs:
        if isinstance(after.action, ActRecord):
            move = rng.choice(list_legal_paths(play.game, before.state, after.action.seat))
            other = try_action(play, before.state, replace(after.action, move=move), after.number)
            if other:
                for viewer in _list_listeners(play, after):
                    yield Alternative(after, viewer, *other, is_other_move=True)
    listeners = [(*pair, viewer) for pair in pairs for viewer in _list_listeners(play, pair[1])]
    for before, after, viewer in rng.sample(
        listeners, min(MAX_RESAMPLED_LISTENERS, len(listeners))
    ):
        state = play.game.resample_hidden(before.state, viewer, rng)
        if state is not None and after.action is not None:
            other = try_action(play, state, after.action, after.number)
            if other:
                yield Alternative(after, viewer, *other, is_other_move=False)


def _sample_by_events(play: playing.Play) -> list[tuple[playing.Step, playing.Step]]:
    """Return random transitions, so that what happens rarely is looked at as often as the rest."""
    transitions = [pair for pair in play.transitions if play.game.prompts(pair[1].state)]
    by_names = dict[frozenset[str], list[tuple[playing.Step, playing.Step]]]()
    for before, after in play.rng.sample(transitions, len(transitions)):
        of_kind = by_names.setdefault(frozenset(event.name for event in after.events), [])
        if len(of_kind) < MAX_STEPS_PER_KIND_OF_EVENTS:
            of_kind.append((before, after))
    return [pair for of_kind in by_names.values() for pair in of_kind]


def _make_leaves(play: playing.Play) -> Iterator[tuple[playing.Step, playing.Step]]:
    """Yield random steps that ask somebody, each with one in which a player leaves instead."""
    rng = play.rng
    for before in play.sample_steps(MAX_LEAVES, rng):
        leave, number = Leave(rng.randrange(play.setup.seats)), before.number + 1
        result = try_action(play, before.state, leave, number)
        if result and play.game.prompts(result[0]):
            yield before, playing.Step(number, leave, *result)


def _list_listeners(play: playing.Play, step: playing.Step) -> list[Seat | None]:
    acts = step.action.seat if isinstance(step.action, ActRecord | Leave) else -1
    return [viewer for viewer in play.viewers if viewer != acts]


def try_action(
    play: playing.Play, state: Any, action: ActionRecord, step: int
) -> playing.Result | None:
    """Return the state and the events that follow from an action, or None if it is refused."""
    with suppress(IllegalMove, Stale):
        return play.apply(state, action, step)
    return None


@playing.rule("game.view")
def _check_answers_stay_hidden(play: playing.Play) -> None:
    """While others still answer the same decision, an answer changes nobody else's view and news."""  # noqa: E501
    if play.package.race:
        return
    rng = play.rng
    answers = [each for each in play.answers if play.list_others_asked(each[1].state, each[2])]
    for before, after, act in rng.sample(answers, min(MAX_CHECKED_ANSWERS, len(answers))):
        moves = list_legal_paths(play.game, before.state, act.seat)
        for move in rng.sample(moves, min(OTHER_MOVES_PER_ANSWER, len(moves))):
            other = try_action(play, before.state, replace(act, move=move), after.number)
            if other and play.list_others_asked(other[0], act):
                _compare_answers(play, after, act, move, other)


def _compare_answers(
    play: playing.Play, step: playing.Step, act: ActRecord, move: str, other: playing.Result
) -> None:
    """Check that no other viewer can tell an answer from another one, given the results of both."""
    states = (step.state, other[0])
    for viewer in _list_listeners(play, step):
        heard = [differences.filter_events(events, viewer) for events in (step.events, other[1])]
        views = [play.game.view(state, viewer) for state in states]
        what = differences.describe_events(differences.find_unequal_events(*heard))
        method = "game.apply"
        if encode(views[0]) != encode(views[1]):
            what, method = differences.describe_difference(*views), "game.view"
        if what:
            who = playing.name_viewer(viewer)
            why = f"{who} can tell seat {act.seat}'s {act.move!r} from {move!r}"
            still = ", ".join(map(str, play.list_others_asked(step.state, act)))
            raise playing.Broken(f"{why} while seat {still} is still asked: {what}", step, [method])


@playing.rule("game.apply")
def _check_event_recipients(play: playing.Play) -> None:
    """Events are for existing seats, or for everybody."""
    for step in play.steps:
        for event in step.events:
            if event.to is not None and not {*event.to} <= {*range(play.setup.seats)}:
                raise playing.Broken(f"{event.name} is for {event.to}", step)


class Secret(NamedTuple):
    """A field of one player's view whose value is hidden from another viewer."""

    seat: Seat
    field: str
    viewer: Seat | None


@playing.rule("game.resample_hidden", games_per_check=4)
def _check_resample_all_secrets(play: playing.Play) -> None:
    """`resample_hidden` deals again whatever one seat sees and the viewer does not."""
    _check_resampling_changes(play)
    _check_secrets_are_resampled(play)


def _check_resampling_changes(play: playing.Play) -> None:
    rng, found = play.rng, [*resample_steps(play)]
    for step, viewer, _ in found:
        for _ in range(MAX_RESAMPLES_PER_STATE):
            if encode(play.game.resample_hidden(step.state, viewer, rng)) != encode(step.state):
                return
    if found:
        raise playing.Broken(
            "`resample_hidden` returns the same state again and again: None says nothing is hidden"
        )


def _check_secrets_are_resampled(play: playing.Play) -> None:
    rng, where = play.rng, dict[Secret, list[Any]]()
    for one, other in (*_find_similar_deals(play), *_make_alternative_moves(play, rng)):
        for secret in _find_secrets(play.game, play.setup.seats, one, other):
            where.setdefault(secret, []).append(one)
    for secret, states in where.items():
        tried = states * MAX_RESAMPLES_PER_STATE
        if not any(_is_resampled(play.game, state, secret, rng) for state in tried):
            viewer = playing.name_viewer(secret.viewer)
            why = f"seat {secret.seat} sees `{secret.field}`, and {viewer} does not"
            raise playing.Broken(f"{why}: `resample_hidden` never deals it anew for {viewer}")


def _find_similar_deals(play: playing.Play) -> Iterator[tuple[Any, Any]]:
    """Yield pairs of deals (initial states) that look the same to an onlooker."""
    alike = dict[bytes, list[Any]]()
    for number in range(MAX_COMPARED_DEALS):
        setup = replace(play.setup, number=play.setup.number + number)
        state, _ = begin_game(play.game, setup.seats, setup.options, playing.make_chance(setup, 0))
        alike.setdefault(encode(play.game.view(state, None)), []).append(state)
    for states in alike.values():
        yield from pairwise(states)


def _make_alternative_moves(play: playing.Play, rng: Random) -> Iterator[tuple[Any, Any]]:
    """Yield pairs of states: after a move of the game, and after another legal move instead."""
    answers = play.answers
    for before, after, act in rng.sample(answers, min(MAX_REPLACED_MOVES, len(answers))):
        move = rng.choice(list_legal_paths(play.game, before.state, act.seat))
        other = try_action(play, before.state, replace(act, move=move), after.number)
        if other:
            yield after.state, other[0]


def _find_secrets(
    game: playing.AnyGame, seats: int, state: Any, other_state: Any
) -> Iterator[Secret]:
    """Yield the fields in which two states differ for one seat, and not for onlookers."""
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


def _is_resampled(game: playing.AnyGame, state: Any, secret: Secret, rng: Random) -> bool:
    other = game.resample_hidden(state, secret.viewer, rng)
    if other is None:
        return False
    here, there = (asdict(game.view(each, secret.seat))[secret.field] for each in (state, other))
    return encode(here) != encode(there)
