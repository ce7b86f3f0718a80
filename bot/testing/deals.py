"""Rules of the contract about deals, and about the states that `Game.resample_hidden` returns.

What is the same in all deals of a game, such as the number of cards of each kind, is found by
dealing many times. A state that differs in it cannot be.
"""

from collections.abc import Hashable, Iterator, Mapping
from itertools import islice
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, replace

from bot.engine.game import Elapse, IllegalMove, Stale
from bot.engine.records import ActionRecord, ActRecord, begin_game, list_legal_paths
from bot.testing import playing
from bot.testing.secrecy import resample_steps

DEALS_FOR_FACTS, DEALS_TO_CONFIRM = 150, 4_000
"""The deals that are made to find what is the same in all, and to confirm a contradiction."""
RESAMPLES_PER_VIEWER = 2
MAX_LEAVES_PER_FIELD = 200
MAX_RESUMED_STEPS, MAX_RESUMED_ACTIONS = 4, 6

Facts = dict[str, Hashable]
"""Facts about a state, by a description of each fact."""


def list_facts(state: Struct) -> Facts:
    """Return simple facts about a state that could be the same in all deals.

    They are the sizes and the sorted values of each field, and what the player whose number is in
    one field has in another one, such as the role of the player who begins.
    """
    fields, facts = dict(_flatten_fields(state, "")), Facts()
    for name, value in fields.items():
        leaves = [*_list_leaves(value)]
        facts[f"the sizes in `{name}`"] = _find_shape(value)
        if isinstance(value, tuple) and len(leaves) <= MAX_LEAVES_PER_FIELD:
            facts[f"the sorted values of `{name}`"] = tuple(sorted(leaves, key=repr))
    seats = {name: value for name, value in fields.items() if type(value) is int}
    for name, items in fields.items():
        for chooser, seat in seats.items() if isinstance(items, tuple) else ():
            if 0 <= seat < len(items):
                facts[f"`{name}[{chooser}]`"] = repr(items[seat])
    return facts


def _flatten_fields(state: Struct, prefix: str) -> Iterator[tuple[str, Any]]:
    """Yield the name and the value of each field of a struct, and of the structs within it."""
    for name, value in asdict(state).items():
        if isinstance(value, Struct):
            yield from _flatten_fields(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", value


def _list_leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple):
        for item in value:
            yield from _list_leaves(item)
    else:
        yield value


def _find_shape(value: Any) -> Hashable:
    if isinstance(value, tuple):
        return tuple(map(_find_shape, value))
    return type(value).__name__


def find_common_facts(play: playing.Play, numbers: range, known: Facts | None = None) -> Facts:
    """Return the facts, among `known` ones, that are the same in all deals with these numbers."""
    common = known
    for number in numbers:
        setup = replace(play.setup, number=number)
        state, _ = begin_game(play.game, setup.seats, setup.options, playing.make_chance(setup, 0))
        facts = list_facts(state)
        common = dict(facts) if common is None else common
        common = {what: fact for what, fact in common.items() if facts.get(what) == fact}
    return common or {}


@playing.rule("game.resample_hidden", games_per_check=10)
def _check_resample_possible_states(play: playing.Play) -> None:
    """`resample_hidden` returns only states that could be: their like is dealt, and plays on."""
    _check_like_a_deal(play)
    _check_plays_on(play)


def _check_like_a_deal(play: playing.Play) -> None:
    """Check that what is the same in all deals is the same in each state made of a deal."""
    rng, state = play.rng, play.steps[0].state
    common = find_common_facts(play, range(DEALS_FOR_FACTS))
    for viewer in play.viewers:
        for _ in range(RESAMPLES_PER_VIEWER):
            other = play.game.resample_hidden(state, viewer, rng)
            wrong = _find_wrong_facts(common, other)
            if wrong:
                more = range(DEALS_FOR_FACTS, DEALS_FOR_FACTS + DEALS_TO_CONFIRM)
                common = find_common_facts(play, more, common)
                wrong = _find_wrong_facts(common, other)
            for what, (dealt, found) in wrong.items():
                why = f"for {playing.name_viewer(viewer)}, `resample_hidden` changes {what}"
                count = DEALS_FOR_FACTS + DEALS_TO_CONFIRM
                raise playing.Broken(f"{why} to {found}, but each of {count} deals has {dealt}", 0)


def _find_wrong_facts(
    common: Mapping[str, Hashable], state: Struct | None
) -> dict[str, tuple[Hashable, Hashable]]:
    """Return the facts in which a state differs from all deals: theirs, and that of the state."""
    facts = common if state is None else list_facts(state)
    return {
        what: (fact, facts.get(what, "nothing"))
        for what, fact in common.items()
        if facts.get(what, "nothing") != fact
    }


def _check_plays_on(play: playing.Play) -> None:
    for step, viewer, other in islice(resample_steps(play), MAX_RESUMED_STEPS):
        try:
            _play_on(play, step, other, play.rng)
        except (IllegalMove, Stale) as refused:
            why = f"a move is listed, but {type(refused).__name__}"
        except Exception as problem:
            why = playing.describe_error(play.package, problem)
        else:
            continue
        raise playing.Broken(
            f"from the state that `resample_hidden` returns for {playing.name_viewer(viewer)}, the "
            f"game does not go on: {why}",
            step.number,
        )


def _play_on(play: playing.Play, step: playing.Step, state: Any, rng: Random) -> None:
    """Play some random actions from a state, and look at each state with the eyes of everybody."""
    for number in range(step.number + 1, step.number + 1 + MAX_RESUMED_ACTIONS):
        for viewer in play.viewers:
            play.game.view(state, viewer)
        if not play.game.prompts(state):
            play.game.standings(state)
            return
        state, _ = play.apply(state, _choose_action(play, state, number, rng), number)


def _choose_action(play: playing.Play, state: Any, step: int, rng: Random) -> ActionRecord:
    prompt = rng.choice(play.game.prompts(state))
    if prompt.seat is None:
        return Elapse(prompt.decision)
    moves = list_legal_paths(play.game, state, prompt.seat)
    if not moves:
        raise ValueError(f"seat {prompt.seat} is asked, but has no moves")
    at = step * playing.MILLISECONDS_PER_STEP << 22
    return ActRecord(prompt.seat, prompt.decision, rng.choice(moves), at)
