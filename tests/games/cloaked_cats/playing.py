"""Games to test with: a dealt table, moves by their text, and whole random games."""

from collections.abc import Iterator, Sequence
from random import Random

from hypothesis import strategies as st

from bot.engine.chance import PythonChance
from bot.engine.events import EventRecord, Seat, to_record
from bot.engine.records import ActRecord, apply_record, begin_game, list_legal_paths
from bot.games.cloaked_cats.model.state import ACCESSORIES, COLOURS, State
from bot.games.cloaked_cats.rules import CloakedCats, from_deal

GAME = CloakedCats()

FANS = ((0, 5, 13), (1, 6, 17), (2, 12, 18), (3, 7, 15))
HANDS = ((0, 9, 17), (3, 16, 39), (7, 33, 26), (24, 25, 27))
"""The three cats of seat 0 are (0, 5, 15), (1, 6, 14), (2, 6, 14, 18); and so on: see `CATS`."""


def start(seats: int = 3, starter: int = 0, pile: Sequence[int] | None = None) -> State:
    """Deal `FANS` and `HANDS` to so many seats; by default the other cats wait, ascending."""
    hands = HANDS[:seats]
    rest = [cat for cat in range(40) if not any(cat in hand for hand in hands)]
    return from_deal(FANS[:seats], hands, rest if pile is None else pile, starter)[0]


def play(state: State, *moves: str) -> tuple[State, list[tuple[str, tuple[int | str, ...]]]]:
    """Make the moves, each by whoever is asked, and return the public events of all of them."""
    told = []
    for move in moves:
        state, events = step(state, move)
        told += [(event.name, event.values) for event in events if event.to is None]
    return state, told


def step(state: State, move: str) -> tuple[State, tuple[EventRecord, ...]]:
    (prompt,) = GAME.prompts(state)
    assert prompt.seat is not None
    return apply_record(
        GAME, state, ActRecord(prompt.seat, prompt.decision, move, at=0), PythonChance(0)
    )


STYLES = ("wild", "careful", "sharp", "silent")
"""How a random game is played: any move; few guesses; right guesses or none; no guess at all and
fans that match few cats, which is what it takes to see the last cat."""


games = st.tuples(st.sampled_from([2, 3, 4]), st.integers(0, 2**32), st.sampled_from(STYLES))
"""What `walk` needs for a random game."""


def walk(seats: int, seed: int, style: str) -> Iterator[tuple[State, tuple[EventRecord, ...]]]:
    """Play a random game and yield each state with the events before it."""
    luck = PythonChance(seed)
    state, events = begin_game(GAME, seats, {}, luck)
    if style == "silent":
        features = (*luck.shuffle(COLOURS), *luck.shuffle(ACCESSORIES))
        fans = [features[3 * seat : 3 * seat + 3] for seat in range(seats)]
        state, notices = from_deal(fans, state.hands, state.pile, state.starter)
        events = tuple(map(to_record, notices))
    yield state, events
    while prompts := GAME.prompts(state):
        moves = list_legal_paths(GAME, state, prompts[0].seat or 0)
        some = filter_by_style(state, moves, style, luck.random)
        state, events = step(state, luck.random.choice(some))
        yield state, events


def filter_by_style(
    state: State, moves: tuple[str, ...], style: str, luck: Random
) -> tuple[str, ...]:
    """Return those of the moves that this style may make now."""
    if state.phase == "cat" or style == "wild":
        return moves
    if style == "sharp" and luck.randrange(2):
        right = [
            f"guess/{seat}/{feature}" for seat, fan in enumerate(state.fans) for feature in fan
        ]
        return tuple(move for move in moves if move in right) or moves
    if style == "careful" and luck.randrange(5) == 0:
        return moves
    return ("skip",)


def filter_moves(state: State, seat: Seat, moves: tuple[str, ...], luck: Random) -> tuple[str, ...]:
    """Return what a random player of the suite makes: each game has a style."""
    return filter_by_style(state, moves, STYLES[sum(state.fans[0]) % 3], luck)
