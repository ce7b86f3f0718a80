"""One game twice: from some moment on with hidden cards of one seat exchanged.

Both games know the same public facts, and are given the same moves as long as their answers stay
the same in public.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random

from msgspec.structs import replace

from bot.domain.computers import make_computer_task
from bot.domain.levels import default_level, level_of
from bot.domain.table import Match, Player
from bot.engine.chance import PythonChance, SeededChance
from bot.engine.events import Seat
from bot.engine.records import ActRecord, apply_record, list_legal_paths
from bot.games.cloaked_cats.model.state import State
from bot.games.cloaked_cats.package import PACKAGE
from bot.games.cloaked_cats.rules import exchange_hidden
from tests.games.cloaked_cats.playing import GAME, filter_by_style

KINDS = ("fan", "cards", "all")
"""What is exchanged: the seat's features, its hand and the order of the draw pile, or both."""


STYLES = ("wild", "careful", "silent")
ATTEMPTS = 12
"""So many exchanges are tried; the one with which the most moves lead to the same is taken."""


@dataclass(frozen=True)
class Plan:
    """What is played before the exchange, what is exchanged, and what is played after it."""

    chairs: tuple[int, ...]
    """By seat, who sits there, in the order in which they came to the lobby."""
    before: tuple[tuple[Seat, str], ...]
    states: tuple[State, State]
    """At the moment of the exchange: as it was, and with other hidden cards."""
    after: tuple[tuple[Seat, str], ...]
    knowing: tuple[frozenset[Seat], ...]
    """Whose own cards differ: before the first and after each of the moves `after`."""


def plan_game(
    seats: int,
    seed: bytes,
    luck: Random,
    *,
    reached: int,
    most: int,
    kind: str,
    people: int,
    styles: tuple[str, ...] = STYLES,
) -> Plan:
    """Plan a game of the table that `seed` deals; seats from `people` on are computers' chairs.

    `styles`: how people play, see `filter_by_style`.
    """
    chance = SeededChance(seed, 0)
    order = chance.shuffle(range(seats))
    computers = {seat for seat, chair in enumerate(order) if chair >= people}
    state, _ = GAME.deal(seats, {}, chance)
    before: list[tuple[Seat, str]] = []
    while GAME.prompts(state) and len(before) < reached:
        seat, move = _any(state, computers, len(before), seed, luck, styles)
        following = _step(state, seat, move)
        if following.phase == "over":
            break
        before.append((seat, move))
        state = following
    people_seats = [seat for seat in range(seats) if seat not in computers]
    attempts = []
    for _ in range(ATTEMPTS):
        other = _exchange(state, luck.choice(people_seats), kind, luck)
        together = _together(state, other, computers, seed, len(before), luck, styles)
        attempts.append((other, tuple(islice(together, most))))
    other, after = max(attempts, key=lambda attempt: (attempt[0] != state, len(attempt[1])))
    knowing = [_knowing(state, other)]
    for _, _, one, two in after:
        knowing.append(knowing[-1] | _knowing(one, two))
    moves = tuple((seat, move) for seat, move, _, _ in after)
    return Plan(order, tuple(before), (state, other), moves, tuple(knowing))


def _exchange(state: State, seat: Seat, kind: str, luck: Random) -> State:
    full = exchange_hidden(state, seat, luck)
    if kind == "fan":
        return replace(state, fans=full.fans)
    if kind == "cards":
        return replace(state, hands=full.hands, pile=full.pile)
    return full


def _knowing(one: State, two: State) -> frozenset[Seat]:
    assert GAME.view(one, None) == GAME.view(two, None)
    seats = range(len(one.fans))
    return frozenset(seat for seat in seats if GAME.view(one, seat) != GAME.view(two, seat))


def _together(
    one: State,
    two: State,
    computers: set[Seat],
    seed: bytes,
    step: int,
    luck: Random,
    styles: tuple[str, ...],
) -> Iterator[tuple[Seat, str, State, State]]:
    """Yield moves that are possible in both games and lead to the same public facts."""
    while GAME.prompts(one):
        seat = GAME.prompts(one)[0].seat
        assert seat is not None
        if seat in computers:
            moves = [_choose_as_computer(state, seat, seed, step) for state in (one, two)]
            candidates = moves[:1] if moves[0] == moves[1] else []
        else:
            style = luck.choice(styles)
            possible = set(list_legal_paths(GAME, two, seat))
            wanted = filter_by_style(one, list_legal_paths(GAME, one, seat), style, luck)
            candidates = [move for move in wanted if move in possible]
            luck.shuffle(candidates)
        for move in candidates:
            after = (_step(one, seat, move), _step(two, seat, move))
            if GAME.view(after[0], None) == GAME.view(after[1], None):
                break
        else:
            return
        one, two = after
        step += 1
        yield seat, move, one, two


def _any(
    state: State,
    computers: set[Seat],
    step: int,
    seed: bytes,
    luck: Random,
    styles: tuple[str, ...],
) -> tuple[Seat, str]:
    seat = GAME.prompts(state)[0].seat
    assert seat is not None
    if seat in computers:
        return seat, _choose_as_computer(state, seat, seed, step)
    style = luck.choice(styles)
    moves = filter_by_style(state, list_legal_paths(GAME, state, seat), style, luck)
    return seat, luck.choice(moves)


def _step(state: State, seat: Seat, move: str) -> State:
    decision = GAME.prompts(state)[0].decision
    return apply_record(GAME, state, ActRecord(seat, decision, move, at=0), PythonChance(0))[0]


def _choose_as_computer(state: State, seat: Seat, seed: bytes, step: int) -> str:
    """Return what the table's computer will choose."""
    computers = tuple(
        Player("Minka", None, default_level(PACKAGE, is_newcomer=True)) for _ in state.fans
    )
    table = Match(
        game="cloaked_cats",
        guild=1,
        channel=1,
        language="en",
        clock="10",
        opened_at=0.0,
        clicked_at=0.0,
        players=computers,
        state=state,
        seed=seed,
        dealt=b"",
        step=step,
    )
    chosen = make_computer_task(
        table, PACKAGE, seat, level_of(table.players[seat], PACKAGE)
    ).choose()
    assert chosen.move is not None
    return chosen.move
