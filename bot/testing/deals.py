"""Rules of the contract about deals, and about the states that `Game.resample_hidden` returns.

What is the same in all deals of a game, such as the number of cards of each kind, is found by
dealing many times. A state that differs in it cannot be. Nor can one in which a player has two
values that no player has in any deal, such as a cat's role and a dog's fur.
"""

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from itertools import combinations, islice
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from bot.engine.events import Seat
from bot.engine.game import Elapse, IllegalMove, Stale
from bot.engine.records import ActionRecord, ActRecord, begin_game, list_legal_paths
from bot.testing import playing
from bot.testing.differences import flatten_fields
from bot.testing.secrecy import resample_steps

DEALS_FOR_FACTS = 150
"""The number of deals that are made to find what all have, and which pairs of values occur."""
MORE_DEALS = range(DEALS_FOR_FACTS, 4_000)
"""The numbers of the deals that are made to confirm a contradiction."""
RESAMPLES_PER_VIEWER = 2
MIN_EXPECTED_PAIRS, MIN_RESAMPLES_WITH_PAIR = 8, 2
"""A pair of values that is never dealt is odd if it had to occur so often, were the values dealt
without regard to each other, and if so many states have it that `resample_hidden` returns.
"""
MAX_LEAVES_PER_FIELD = 200
MAX_RESUMED_STEPS, MAX_RESUMED_ACTIONS = 4, 6

Facts = dict[str, Hashable]
"""Facts about a state, by a description of each fact."""
Pair = tuple[str, Hashable, str, Hashable]
"""A player's value in one field, and the same player's value in another field."""


def list_facts(state: Struct, seat_fields: Collection[str]) -> Facts:
    """Return simple facts about a state that could be the same in all deals.

    They are the sizes and the sorted values of each field, and what the player whose number is in
    one of `seat_fields` has in another field, such as the role of the player who begins.
    """
    fields, facts = dict(flatten_fields(state)), Facts()
    for name, value in fields.items():
        leaves = [*_list_leaves(value)]
        facts[f"the sizes in `{name}`"] = _find_shape(value)
        if isinstance(value, tuple) and len(leaves) <= MAX_LEAVES_PER_FIELD:
            facts[f"the sorted values of `{name}`"] = tuple(sorted(leaves, key=repr))
    for name, items in fields.items():
        for chooser in seat_fields if isinstance(items, tuple) else ():
            seat = fields.get(chooser)
            if type(seat) is int and 0 <= seat < len(items):
                facts[f"`{name}[{chooser}]`"] = repr(items[seat])
    return facts


def find_seat_fields(deals: Sequence[Struct], seats: int) -> tuple[str, ...]:
    """Return the fields whose number is a seat in each deal, and not the same one in all."""
    numbers = dict[str, set[Any]]()
    for state in deals:
        for name, value in flatten_fields(state):
            numbers.setdefault(name, set()).add(value if type(value) is int else None)
    return tuple(
        name for name, found in numbers.items() if len(found) > 1 and found <= {*range(seats)}
    )


def list_traits(
    state: Struct, seats: int, seat_fields: Collection[str]
) -> Iterator[tuple[str, Sequence[Hashable]]]:
    """Yield descriptions of what each player has in a state, each with the values by seat."""
    everybody = range(seats)
    yield "the seat", everybody
    for name, value in flatten_fields(state):
        if name in seat_fields:
            yield f"is `{name}`", [seat == value for seat in everybody]
        elif isinstance(value, tuple) and not any(isinstance(item, tuple) for item in value):
            if len(value) == seats:
                yield f"`{name}`", [repr(item) for item in value]
            elif value and len({*value} & {*everybody}) == len(value):
                yield f"in `{name}`", [seat in value for seat in everybody]


def list_pairs(state: Struct, seats: int, seat_fields: Collection[str]) -> Iterator[Pair]:
    """Yield each pair of values that a player has in two fields of a state."""
    for (one, values), (other, others) in combinations(list_traits(state, seats, seat_fields), 2):
        yield from ((one, value, other, twin) for value, twin in zip(values, others, strict=True))


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


def find_common_facts(
    deals: Iterable[Struct], seat_fields: Collection[str], known: Facts | None = None
) -> Facts:
    """Return the facts, among `known` ones, that are the same in all deals."""
    common = known
    for state in deals:
        facts = list_facts(state, seat_fields)
        common = dict(facts) if common is None else common
        common = {what: fact for what, fact in common.items() if facts.get(what) == fact}
    return common or {}


def _deal_games(play: playing.Play, numbers: range) -> Iterator[Struct]:
    for number in numbers:
        setup = replace(play.setup, number=number)
        yield begin_game(play.game, setup.seats, setup.options, playing.make_chance(setup, 0))[0]


@playing.rule("game.resample_hidden", games_per_check=10)
def _check_resample_possible_states(play: playing.Play) -> None:
    """`resample_hidden` returns only states that could be: their like is dealt, and plays on."""
    _check_like_a_deal(play)
    _check_plays_on(play)


def _check_like_a_deal(play: playing.Play) -> None:
    """Check that each state made of a deal has what all deals have, and no more than some have."""
    rng, state = play.rng, play.steps[0].state
    deals = [*_deal_games(play, range(DEALS_FOR_FACTS))]
    seat_fields = find_seat_fields(deals, play.setup.seats)
    resampled = [
        (viewer, other)
        for viewer in play.viewers
        for _ in range(RESAMPLES_PER_VIEWER)
        if (other := play.game.resample_hidden(state, viewer, rng)) is not None
    ]
    _check_facts(play, deals, seat_fields, resampled)
    _check_pairs(play, [state, *deals], seat_fields, resampled)


def _check_facts(
    play: playing.Play,
    deals: Sequence[Struct],
    seat_fields: Collection[str],
    resampled: Iterable[tuple[Seat | None, Struct]],
) -> None:
    common = find_common_facts(deals, seat_fields)
    for viewer, other in resampled:
        facts = list_facts(other, seat_fields)
        wrong = [what for what, fact in common.items() if facts.get(what, "nothing") != fact]
        if wrong:
            common = find_common_facts(_deal_games(play, MORE_DEALS), seat_fields, common)
        for what in wrong:
            if what in common:
                dealt, found = common[what], facts.get(what, "nothing")
                why = f"changes {what} to {found}, but each of {MORE_DEALS.stop} deals has {dealt}"
                raise _blame(why, [viewer])


def _check_pairs(
    play: playing.Play,
    deals: Sequence[Struct],
    seat_fields: Collection[str],
    resampled: Sequence[tuple[Seat | None, Struct]],
) -> None:
    seats, dealt, values = play.setup.seats, set[Pair](), Counter[tuple[str, Hashable]]()
    for state in deals:
        dealt |= {*list_pairs(state, seats, seat_fields)}
        for trait, items in list_traits(state, seats, seat_fields):
            values.update((trait, item) for item in items)
    viewers = dict[Pair, list[Seat | None]]()
    for viewer, other in resampled:
        for pair in {*list_pairs(other, seats, seat_fields)} - dealt:
            viewers.setdefault(pair, []).append(viewer)
    rows = len(deals) * seats
    odd = {
        pair
        for pair, found in viewers.items()
        if len(found) >= MIN_RESAMPLES_WITH_PAIR
        and values[pair[:2]] * values[pair[2:]] >= MIN_EXPECTED_PAIRS * rows
    }
    for state in _deal_games(play, MORE_DEALS) if odd else ():
        odd -= {*list_pairs(state, seats, seat_fields)}
    for pair in sorted(odd, key=repr):
        trait, value, second_trait, second_value = pair
        why = f"returns a player with {trait} = {value} and {second_trait} = {second_value}"
        raise _blame(f"{why}, but no player has both in {MORE_DEALS.stop} deals", viewers[pair])


def _blame(why: str, viewers: Sequence[Seat | None]) -> playing.Broken:
    reason = f"for {playing.name_viewer(viewers[0])}, `resample_hidden` {why}"
    reason = f"{reason}. Or does `deal` deal too little of what can be?"
    return playing.Broken(reason, 0, ("game.resample_hidden", "game.deal"))


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
