"""The rules: in each of three rounds all name a number in secret, and suspect two of the others'.

A number that nobody else has named scores its value, each right suspicion scores one. Whoever
leaves is out.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from random import Random

from msgspec.structs import replace

from bot.engine.events import Event, Notice, Seat
from bot.engine.game import (
    Act,
    Action,
    Chance,
    Game,
    IllegalMove,
    Leave,
    Place,
    Prompt,
    Stale,
    rank_seats,
)
from bot.engine.options import Option
from tests.toys.secret_numbers.model.events import Answered, NumberShown, RoundBegun
from tests.toys.secret_numbers.model.moves import NameNumber
from tests.toys.secret_numbers.model.state import State, View

__all__ = ["SecretNumbers", "State", "View"]

ROUNDS = 3
NUMBERS = {"few": 5, "many": 10}
"""The highest number, by the choice of the option `numbers`."""

Answers = tuple[NameNumber | None, ...]
Step = tuple[State, tuple[Notice, ...]]


class SecretNumbers(Game[State, View]):
    """Secret Numbers, 2 to 4 players."""

    seats = range(2, 5)
    options = (Option("numbers", tuple(NUMBERS)),)
    state = State
    move_types = (NameNumber,)
    event_types: Sequence[type[Event]] = (RoundBegun, Answered, NumberShown)

    def deal(self, seats: int, options: Mapping[str, str], chance: Chance) -> Step:
        state = State(NUMBERS[options["numbers"]], 0, (None,) * seats, (0,) * seats)
        return state, (_begins(0),)

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return one decision, shared by all who have not answered."""
        if _is_over(state):
            return ()
        return tuple(
            Prompt(state.round, seat, "number", f"round:{state.round}")
            for seat in _here(state)
            if not state.answers[seat]
        )

    def legal_moves(self, state: State, seat: Seat) -> tuple[NameNumber, ...]:
        asked = {prompt.seat for prompt in self.prompts(state)}
        return _moves(state.top) if seat in asked else ()

    def apply(self, state: State, action: Action, chance: Chance) -> Step:
        """Keep an answer until the last is in, or take a seat out."""
        if isinstance(action, Leave):
            if _is_over(state) or action.seat in state.gone:
                raise Stale
            answers = _with(state.answers, action.seat, None)
            left = replace(state, gone=(*state.gone, action.seat), answers=answers)
            return _resolve_round(left, ())
        if not isinstance(action, Act) or action.decision != state.round:
            raise Stale
        moves = self.legal_moves(state, action.seat)
        if not moves:
            raise Stale
        if not isinstance(action.move, NameNumber) or action.move not in moves:
            raise IllegalMove
        answers = _with(state.answers, action.seat, action.move)
        answered = Notice(Answered(action.seat))
        return _resolve_round(replace(state, answers=answers), (answered,))

    def view(self, state: State, viewer: Seat | None) -> View:
        """Return who has answered, and of the answers the viewer's own alone."""
        return View(
            top=state.top,
            round=state.round,
            points=state.points,
            answered=tuple(seat for seat, answer in enumerate(state.answers) if answer),
            gone=state.gone,
            last=state.last,
            own=None if viewer is None else state.answers[viewer],
        )

    def resample_hidden(self, state: State, viewer: Seat | None, rng: Random) -> State | None:
        """Let the others have action other answers; None if nobody else has answered."""
        if not any(answer for seat, answer in enumerate(state.answers) if seat != viewer):
            return None
        answers = tuple(
            rng.choice(_moves(state.top)) if answer and seat != viewer else answer
            for seat, answer in enumerate(state.answers)
        )
        return replace(state, answers=answers)

    def standings(self, state: State) -> tuple[Place, ...] | None:
        if not _is_over(state):
            return None
        scores = [(seat not in state.gone, points) for seat, points in enumerate(state.points)]
        return rank_seats(scores, state.points)

    def computer_may_take(self, state: State) -> bool:
        """Return False: what somebody hides dies with their seat."""
        return False


@cache
def _moves(top: int) -> tuple[NameNumber, ...]:
    numbers = range(1, top + 1)
    pairs = [*combinations(numbers, 2)]
    return tuple(NameNumber(number, pair) for number in numbers for pair in pairs)


def _here(state: State) -> list[Seat]:
    return [seat for seat in range(len(state.points)) if seat not in state.gone]


def _is_over(state: State) -> bool:
    return state.round == ROUNDS or len(_here(state)) < 2


def _begins(number: int) -> Notice:
    return Notice(RoundBegun(number + 1))


def _with(answers: Answers, seat: Seat, answer: NameNumber | None) -> Answers:
    return (*answers[:seat], answer, *answers[seat + 1 :])


def _resolve_round(state: State, notices: tuple[Notice, ...]) -> Step:
    """Show all answers and begin the next round, once the last is in."""
    here = {seat: answer for seat, answer in enumerate(state.answers) if answer}
    if _is_over(state) or len(here) < len(_here(state)):
        return state, notices
    points, shown = list(state.points), []
    for seat, answer in here.items():
        others = [other.number for one, other in here.items() if one != seat]
        points[seat] += answer.number * (answer.number not in others)
        points[seat] += sum(guess in others for guess in answer.suspected)
        shown.append(Notice(NumberShown(seat, answer.number, answer.suspected)))
    begins = (_begins(state.round + 1),) if state.round + 1 < ROUNDS else ()
    after = replace(
        state,
        round=state.round + 1,
        answers=(None,) * len(points),
        points=tuple(points),
        last=state.answers,
    )
    return after, (*notices, *shown, *begins)
