"""Games to test with: a table set up at will, moves by their text, and whole random games."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from random import Random

from hypothesis import strategies as st
from msgspec.structs import replace

from bot.engine.events import EventRecord, Seat
from bot.engine.game import Chance, Leave
from bot.engine.records import ActRecord, apply_record, begin_game, list_legal_paths, read_move
from bot.games.catham_city.model.state import FACTIONS, FIRST_GAME_FACTIONS
from bot.games.catham_city.package import PACKAGE
from bot.games.catham_city.rules import CathamCity, State, View, from_deal

GAME = CathamCity()

Told = list[tuple[str, tuple[int | str, ...]]]


class Luck:
    """Chance from Python's own generator, which counts its draws."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.draws = 0

    def below(self, n: int) -> int:
        self.draws += 1
        return self.random.randrange(n)

    def shuffle(self, items: Sequence[int]) -> tuple[int, ...]:
        self.draws += len(items)
        return tuple(self.random.sample(items, len(items)))


class Places:
    """A chance that puts certain places first, and notes what it is asked to shuffle."""

    def __init__(self, *first: int) -> None:
        self.first = first
        self.asked: list[Sequence[int]] = []

    def below(self, n: int) -> int:
        raise AssertionError("nothing draws a single number")

    def shuffle(self, items: Sequence[int]) -> tuple[int, ...]:
        self.asked.append(items)
        first = [items[place] for place in self.first]
        return (*first, *(item for item in items if item not in first))


def cats(**counts: int) -> tuple[int, ...]:
    """Return so many cards of each faction named: `cats(police=5, journalists=2)`."""
    return tuple(FACTIONS.index(name) for name, count in counts.items() for _ in range(count))


def start(
    *hands: Sequence[int],
    market: Sequence[int] = cats(scientists=3, mafia=2, hackers=2),
    pile: Sequence[int] = cats(scientists=2, mafia=2),
    factions: Sequence[int] = FIRST_GAME_FACTIONS,
    actions: int = 1,
    vacated: str = "computer",
    points: Sequence[int] = (),
    discards: Sequence[int] = (),
) -> State:
    """Set a table up; it is seat 0's turn."""
    state, _ = from_deal(factions, hands, market, pile, actions, vacated)
    return replace(state, points=tuple(points) or state.points, discards=tuple(discards))


def play(state: State, *moves: str, chance: Chance | None = None) -> tuple[State, Told]:
    """Make the moves, each by the first who is asked, and return the public events of all."""
    told: Told = []
    for move in moves:
        state, events = answer(state, GAME.prompts(state)[0].seat, move, chance)
        told += [(event.name, event.values) for event in events if event.to is None]
    return state, told


def answer(
    state: State, seat: int | None, move: str, chance: Chance | None = None
) -> tuple[State, tuple[EventRecord, ...]]:
    assert seat is not None
    return apply_record(
        GAME, state, ActRecord(seat, state.decision, move, at=0), chance or Places()
    )


def choose(view: View, paths: Sequence[str], level: str, rng: Random) -> str:
    return PACKAGE.computers.choose_move(
        view, tuple(map(partial(read_move, GAME), paths)), level, rng
    ).path


CHOICES = {
    "factions": ("first-game", "random", "mafia.hackers.police.journalists.bureaucrats"),
    "actions": ("one", "two"),
    "leavers": ("computer", "nobody"),
}

STYLES = ("wild", "keen", "greedy")
"""How a random game is played: any move; a faction whenever one can be played; mostly taking as
much as possible, which is what it takes to use up the piles."""

games = st.tuples(
    st.integers(2, 6),
    st.integers(0, 2**32),
    st.fixed_dictionaries({name: st.sampled_from(some) for name, some in CHOICES.items()}),
    st.sampled_from(STYLES),
)
"""What `walk` needs for a random game."""
random_sources = st.integers(0, 2**32).map(Random)
"""What a test chooses with."""

Step = tuple[State, tuple[EventRecord, ...]]


def walk(seats: int, seed: int, options: Mapping[str, str], style: str) -> Iterator[Step]:
    """Play a random game and yield each state with the events before it.

    Where nobody plays on for those who leave, somebody leaves now and then.
    """
    luck = Luck(seed)
    choose = luck.random.random
    state, events = begin_game(GAME, seats, options, luck)
    yield state, events
    while prompts := GAME.prompts(state):
        seat = prompts[int(choose() * len(prompts))].seat
        assert seat is not None
        if state.vacated == "nobody" and choose() < 0.004:
            here = [other for other in range(seats) if state.present[other]]
            state, events = apply_record(GAME, state, Leave(luck.random.choice(here)), luck)
        else:
            moves = filter_by_style(list_legal_paths(GAME, state, seat), style, luck.random)
            move = moves[int(choose() * len(moves))]
            state, events = apply_record(
                GAME, state, ActRecord(seat, state.decision, move, at=0), luck
            )
        yield state, events


def filter_by_style(moves: Sequence[str], style: str, luck: Random) -> Sequence[str]:
    """Return those of the moves that this style may make now."""
    if style == "greedy" and moves[0].startswith("take") and luck.random() < 0.8:
        most = max(int(move[-1]) for move in moves if move.startswith("take"))
        return [move for move in moves if move.startswith("take") and int(move[-1]) == most]
    if style == "keen" and moves[-1].startswith("play"):
        return [move for move in moves if move.startswith("play")]
    return moves


def filter_moves(state: State, seat: Seat, moves: tuple[str, ...], luck: Random) -> Sequence[str]:
    """Return what a random player of the suite makes: each turn has a style."""
    return filter_by_style(moves, STYLES[state.turn % 3], luck)
