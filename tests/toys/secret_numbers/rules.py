"""The rules: in each of three rounds all name a number in secret, and suspect two of the others'.

A number that nobody else has named scores its value, each right suspicion scores one. A move is
`<number>/<suspected>.<suspected>`, the suspected ones in their order. Whoever leaves is out.
"""

from collections.abc import Mapping
from functools import cache
from itertools import combinations
from random import Random

from msgspec.structs import replace

from bot.games.events import EventRecord, Seat
from bot.games.game import (
    ActionRecord,
    ActRecord,
    Chance,
    Game,
    IllegalMove,
    Leave,
    Option,
    Place,
    Prompt,
    Stale,
)
from bot.games.moves import one_field
from tests.toys.secret_numbers.state import State, View

__all__ = ["SecretNumbers", "State", "View"]

ROUNDS = 3
NUMBERS = {"few": 5, "many": 10}
"""The highest number, by the choice of the option `numbers`."""

Step = tuple[State, tuple[EventRecord, ...]]


class SecretNumbers(Game[State, View]):
    """Secret Numbers, 2 to 4 players."""

    seats = range(2, 5)
    options = (Option("numbers", tuple(NUMBERS)),)
    levels = ("careless", "sound", "sly")
    state = State

    def deal(self, seats: int, options: Mapping[str, str], chance: Chance) -> Step:
        """Begin the first round."""
        nothing = ("",) * seats
        return State(NUMBERS[options["numbers"]], 0, nothing, (0,) * seats), (_begins(0),)

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return one decision, shared by all who have not answered."""
        if _is_over(state):
            return ()
        return tuple(
            Prompt(state.round, seat, "number", f"round:{state.round}")
            for seat in _here(state)
            if not state.answers[seat]
        )

    def moves(self, state: State, seat: Seat) -> tuple[str, ...]:
        """Return each number with each two suspected ones."""
        asked = {prompt.seat for prompt in self.prompts(state)}
        return _moves(state.top) if seat in asked else ()

    def step(self, state: State, given: ActionRecord, chance: Chance) -> Step:
        """Keep an answer until the last is in, or take a seat out."""
        if isinstance(given, Leave):
            if _is_over(state) or given.seat in state.gone:
                raise Stale
            answers = _with(state.answers, given.seat, "")
            left = replace(state, gone=(*state.gone, given.seat), answers=answers)
            return _resolved(left, ())
        if not isinstance(given, ActRecord) or given.decision != state.round:
            raise Stale
        moves = self.moves(state, given.seat)
        if not moves:
            raise Stale
        if given.move not in moves:
            raise IllegalMove
        answers = _with(state.answers, given.seat, given.move)
        answered = EventRecord(None, "answered", (given.seat,))
        return _resolved(replace(state, answers=answers), (answered,))

    def view(self, state: State, viewer: Seat | None) -> View:
        """Return who has answered, and of the answers the viewer's own alone."""
        return View(
            top=state.top,
            round=state.round,
            points=state.points,
            answered=tuple(seat for seat, answer in enumerate(state.answers) if answer),
            gone=state.gone,
            last=state.last,
            own="" if viewer is None else state.answers[viewer],
        )

    def alike(self, state: State, viewer: Seat | None, luck: Random) -> State | None:
        """Let the others have given other answers; None if nobody else has answered."""
        if not any(answer for seat, answer in enumerate(state.answers) if seat != viewer):
            return None
        answers = tuple(
            luck.choice(_moves(state.top)) if answer and seat != viewer else answer
            for seat, answer in enumerate(state.answers)
        )
        return replace(state, answers=answers)

    def standings(self, state: State) -> tuple[Place, ...] | None:
        """Return the places by points; those who left come last."""
        if not _is_over(state):
            return None
        scores = [(seat not in state.gone, points) for seat, points in enumerate(state.points)]
        best_first = sorted(range(len(scores)), key=lambda seat: scores[seat], reverse=True)
        return tuple(
            Place(seat, 1 + sum(other > scores[seat] for other in scores), scores[seat][1])
            for seat in best_first
        )

    def computer_may_take(self, state: State) -> bool:
        """Return False: what somebody hides dies with their seat."""
        return False

    def choose(self, view: View, moves: tuple[str, ...], level: str, luck: Random) -> str:
        """Choose anything; the careless the lowest, the sly the highest, the absent the first."""
        chosen = {"absent": moves[0], "careless": moves[0], "sly": moves[-1]}
        return chosen.get(level) or luck.choice(moves)


@cache
def _moves(top: int) -> tuple[str, ...]:
    numbers = [str(number) for number in range(1, top + 1)]
    pairs = [one_field(pair) for pair in combinations(numbers, 2)]
    return tuple(f"{number}/{pair}" for number in numbers for pair in pairs)


def _here(state: State) -> list[Seat]:
    return [seat for seat in range(len(state.points)) if seat not in state.gone]


def _is_over(state: State) -> bool:
    return state.round == ROUNDS or len(_here(state)) < 2


def _begins(number: int) -> EventRecord:
    return EventRecord(None, "round-begins", (number + 1,))


def _with(answers: tuple[str, ...], seat: Seat, answer: str) -> tuple[str, ...]:
    return (*answers[:seat], answer, *answers[seat + 1 :])


def _resolved(state: State, events: tuple[EventRecord, ...]) -> Step:
    """Show all answers and begin the next round, once the last is in."""
    here = _here(state)
    if _is_over(state) or not all(state.answers[seat] for seat in here):
        return state, events
    named = {seat: state.answers[seat].split("/")[0] for seat in here}
    points = list(state.points)
    shown = []
    for seat in here:
        number, suspected = state.answers[seat].split("/")
        others = [named[other] for other in here if other != seat]
        points[seat] += int(number) * (number not in others)
        points[seat] += sum(guess in others for guess in suspected.split("."))
        shown.append(EventRecord(None, "shown", (seat, number, suspected)))
    begins = (_begins(state.round + 1),) if state.round + 1 < ROUNDS else ()
    nothing = ("",) * len(points)
    after = replace(
        state, round=state.round + 1, answers=nothing, points=tuple(points), last=state.answers
    )
    return after, (*events, *shown, *begins)
