"""Games to test with: a known deck, races hand by hand, and whole random games."""

from collections.abc import Iterator, Mapping
from itertools import product
from random import Random

from hypothesis import strategies as st
from msgspec.structs import replace

from bot.engine.chance import PythonChance
from bot.engine.events import EventRecord, Seat
from bot.engine.game import Elapse, Leave
from bot.engine.records import ActionRecord, ActRecord, apply_record, begin_game, list_legal_paths
from bot.games.quickpick.model.state import State
from bot.games.quickpick.rules import Quickpick

GAME = Quickpick()

DECK = (5, 0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1)
"""What `start` gives three players: the first secret mask is 5, the first prize 0."""
CAMERA = {"mode": "camera"}
CALM = {"choosing": "calm"}
ALL = {"choosing": "all"}
SOUNDS = {"mode": "sounds"}

Told = list[tuple[str, tuple[int | str, ...]]]


def click(milliseconds: float) -> int:
    return int(milliseconds * 2**22)


def start(options: Mapping[str, str] | None = None, seats: int = 3) -> State:
    """Deal `DECK` to three players, six cards more of mask 15 down for each further one."""
    state, _ = GAME.deal(seats, options or {}, PythonChance(1))
    more = tuple(15 - card // 3 for card in range(6 * (seats - 3)))
    return replace(state, deck=(*DECK, *more))


def step(state: State, given: ActionRecord) -> tuple[State, Told]:
    state, events = apply_record(GAME, state, given, PythonChance(2))
    return state, [(event.name, event.values) for event in events if event.to is None]


def act(
    state: State, seat: int, move: str, at: float = 0, *, by_computer: bool = False
) -> tuple[State, Told]:
    """Let a seat answer what it is asked, `at` milliseconds."""
    (decision,) = {p.decision for p in GAME.prompts(state) if p.seat == seat}
    return step(state, ActRecord(seat, decision, move, click(at), by_computer))


def racing(options: Mapping[str, str] | None = None, seats: int = 3) -> State:
    """Return the first race: seat 0 mimes mask 5."""
    return act(start(options, seats), 0, "draw")[0]


def put_hands_down(state: State, *hands: tuple[int, int | None, float]) -> tuple[State, Told]:
    """Put hands down, each (seat, tile, milliseconds), in the order of arrival."""
    told: Told = []
    for seat, tile, at in hands:
        state, more = act(state, seat, "pass" if tile is None else f"tile/{tile}", at)
        told += more
    return state, told


def end_pause(state: State) -> tuple[State, Told]:
    (decision,) = {p.decision for p in GAME.prompts(state) if p.seat is None}
    return step(state, Elapse(decision))


CHOICES = [
    dict(zip(("mode", "choosing"), chosen, strict=True))
    for chosen in product(("composer", "sounds", "camera"), ("quick", "all", "calm"))
]

games = st.tuples(st.integers(3, 8), st.sampled_from(CHOICES), st.integers(0, 2**32))
"""What `walk` needs for a random game."""


def walk(
    seats: int, options: Mapping[str, str], seed: int
) -> Iterator[tuple[State, tuple[EventRecord, ...]]]:
    """Play a random game and yield each state with the events before it.

    Guessers are right often enough that all ends of a turn happen, ids come in any order, and
    people leave where no computer may take their seats.
    """
    luck = PythonChance(seed)
    state, events = begin_game(GAME, seats, options, luck)
    yield state, events
    now = 0
    while GAME.prompts(state):
        now += 2000
        state, events = apply_record(GAME, state, _any_input(state, luck, now), luck)
        yield state, events


def _any_input(state: State, luck: PythonChance, now: int) -> ActionRecord:
    if not GAME.computer_may_take(state) and luck.below(200) == 0:
        return Leave(luck.random.choice([s for s, here in enumerate(state.present) if here]))
    prompt = luck.random.choice(GAME.prompts(state))
    if prompt.seat is None:
        return Elapse(prompt.decision)
    moves = list_legal_paths(GAME, state, prompt.seat)
    move = luck.random.choice(filter_moves(state, prompt.seat, moves, luck.random))
    if prompt.kind == "slap":
        now += luck.below(4000)
    return ActRecord(prompt.seat, prompt.decision, move, click(now))


def filter_moves(state: State, seat: Seat, moves: tuple[str, ...], luck: Random) -> tuple[str, ...]:
    """Return what a random player makes: guessers are right now and then, mimes seldom pass on."""
    right = f"tile/{state.mask}"
    if seat != state.mime and right in moves and luck.randrange(4) == 0:
        return (right,)
    return ("draw",) if "pass-on" in moves and luck.randrange(10) else moves
