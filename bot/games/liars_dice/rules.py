"""The rules of Liar's Dice: rulings L1-L9.

All roll under their cups. In turn, each bids higher on the dice of all, or challenges the last bid:
then the cups are lifted, and one of the two loses a die. The last one with dice wins.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random

from msgspec.structs import replace

from bot.games.events import Event, Seat
from bot.games.game import (
    Act,
    Chance,
    Elapse,
    Game,
    Happened,
    IllegalMove,
    Input,
    Lesson,
    Option,
    Place,
    Prompt,
    Stale,
)
from bot.games.liars_dice import ai
from bot.games.liars_dice.awards import AWARDS, awarded
from bot.games.liars_dice.state import FACES, LIAR, ONE, Bid, Opened, State, View, matching

LOOK = 12.0
"""Seconds in which all look at the open dice (ruling L8)."""

Step = tuple[State, tuple[Event, ...]]

USUAL_MOVES = (31, 76, 132, 184, 248)
"""Answers of a whole game with the smallest number of seats, and with each one more: the median of
15 games among computers with five dice each."""


class LiarsDice(Game[State, View]):
    """Liar's Dice, 2 to 6 players."""

    seats = range(2, 7)
    options = (
        Option("dice", ("5", "3", "1")),
        Option("ones", ("wild", "plain")),
        Option("help", ("odds", "none")),
    )
    levels = ai.LEVELS
    quick = ai.QUICK
    beats: Mapping[int, tuple[float, ...]] = {
        2: (0.91, 0.60),
        3: (0.72, 0.41),
        4: (0.55, 0.29),
        5: (0.43, 0.20),
        6: (0.30, 0.20),
    }
    longest = 3_000
    awards = AWARDS
    state = State

    def deal(self, seats: int, options: Mapping[str, str], chance: Chance) -> Step:
        """Draw who begins, then roll each seat's dice, seat by seat (rulings L1 and L2)."""
        first = chance.below(seats)
        cups = _rolled((int(options.get("dice", "5")),) * seats, chance)
        wild = options.get("ones", "wild") == "wild"
        state = State(0, wild, cups, first, help=options.get("help", "odds"))
        return state, (Event(None, "begins", (first,)),)

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return whose turn it is, or the pause in which all look at the dice."""
        if _over(state):
            return ()
        if state.looking:
            return (Prompt(state.decision, None, "look", seconds=LOOK),)
        return (Prompt(state.decision, state.turn, "bid", f"turn:{state.decision}"),)

    def moves(self, state: State, seat: Seat) -> tuple[str, ...]:
        """Return all higher bids, lowest first, then the challenge of the last one (ruling L3)."""
        if seat != state.turn or state.looking or _over(state):
            return ()
        return _moves(_total(state), state.wild, state.bids[-1] if state.bids else None)

    def step(self, state: State, given: Input, chance: Chance) -> Step:
        """Take a bid or a challenge, or roll anew once all have looked at the dice.

        Raises `Stale` if the decision is not open for that seat, `IllegalMove` for a bid that is
        not higher, or more than there are dice.
        """
        asked = [prompt.seat for prompt in self.prompts(state)]
        if isinstance(given, Elapse) and given.decision == state.decision and asked == [None]:
            return _next_round(state, chance), ()
        if (
            not isinstance(given, Act)
            or given.decision != state.decision
            or given.seat not in asked
        ):
            raise Stale
        if given.move not in self.moves(state, given.seat):
            raise IllegalMove
        if given.move == LIAR:
            return _challenged(state)
        _, count, face = given.move.split("/")
        bid = Bid(given.seat, int(count), int(face))
        after = replace(
            state,
            decision=state.decision + 1,
            bids=(*state.bids, bid),
            turn=_next(state.cups, given.seat),
        )
        return after, (Event(None, "bid", (bid.seat, bid.count, bid.face)),)

    def view(self, state: State, viewer: Seat | None) -> View:
        """Return what `viewer` may know: of all dice under cups only their own (ruling L9)."""
        return View(
            viewer=viewer,
            decision=state.decision,
            wild=state.wild,
            dice=() if viewer is None else state.cups[viewer],
            counts=tuple([len(cup) for cup in state.cups]),
            turn=state.turn,
            bids=state.bids,
            opened=state.opened,
            looking=state.looking,
            out=state.out,
            help=state.help,
        )

    def alike(self, state: State, viewer: Seat | None, luck: Random) -> State | None:
        """Roll the others' dice anew; None while all dice lie open."""
        if state.looking or _over(state):
            return None
        cups = [
            cup if seat == viewer else tuple(sorted(luck.choices(range(1, FACES + 1), k=len(cup))))
            for seat, cup in enumerate(state.cups)
        ]
        return replace(state, cups=tuple(cups))

    def standings(self, state: State) -> tuple[Place, ...] | None:
        """Return the places: who has dice left, then who went out last (ruling L7)."""
        return self.so_far(state) if _over(state) else None

    def so_far(self, state: State) -> tuple[Place, ...]:
        """Return the places by the dice left, which all see; the points are these dice."""
        worth = {
            seat: (len(cup), state.out.index(seat) if seat in state.out else 0)
            for seat, cup in enumerate(state.cups)
        }
        best_first = sorted(worth, key=lambda seat: worth[seat], reverse=True)
        return tuple(
            Place(seat, 1 + sum(other > worth[seat] for other in worth.values()), worth[seat][0])
            for seat in best_first
        )

    def usual_moves(self, seats: int, options: Mapping[str, str]) -> int:
        """Return how many answers a whole game usually takes."""
        return USUAL_MOVES[seats - self.seats[0]] * int(options["dice"]) // 5

    def awarded(
        self, course: Sequence[Happened], places: Sequence[Place]
    ) -> tuple[tuple[str, Seat], ...]:
        """Return who earned which award."""
        return awarded(course, places)

    def choose(self, view: View, moves: tuple[str, ...], level: str, luck: Random) -> str:
        """Choose a move as a computer of this level."""
        return ai.choose(view, moves, level, luck)

    def lesson(self) -> Lesson:
        """Return a short game against one computer: three dice each, the learner begins."""
        return Lesson(LESSON, (Event(None, "begins", (0,)),), seat=0)


LESSON = State(0, wild=True, cups=((1, 4, 4), (2, 4, 6)), turn=0)
"""The deal of the lesson: the learner has a pair and a wild one."""


def _over(state: State) -> bool:
    return len(state.out) == len(state.cups) - 1


def _total(state: State) -> int:
    return sum(len(cup) for cup in state.cups)


def _rolled(counts: tuple[int, ...], chance: Chance) -> tuple[tuple[int, ...], ...]:
    """Return so many dice for each seat: a draw for each die, seat by seat."""
    return tuple(tuple(sorted(1 + chance.below(FACES) for _ in range(count))) for count in counts)


def _next(cups: tuple[tuple[int, ...], ...], seat: Seat) -> Seat:
    """Return the next seat clockwise that has dice."""
    seats = len(cups)
    return next(after for step in range(1, seats + 1) if cups[after := (seat + step) % seats])


@cache
def _bids(total: int, wild: bool) -> tuple[str, ...]:
    """Return every bid on so many dice, lowest first (rulings L3 and L4)."""
    faces = range(ONE + 1 if wild else ONE, FACES + 1)
    return tuple(f"bid/{count}/{face}" for count in range(1, total + 1) for face in faces)


def _moves(total: int, wild: bool, last: Bid | None) -> tuple[str, ...]:
    bids = _bids(total, wild)
    if last is None:
        return bids
    return (*bids[bids.index(f"bid/{last.count}/{last.face}") + 1 :], LIAR)


def _challenged(state: State) -> Step:
    """Lift the cups: the challenger or the bidder loses a die and begins (rulings L5 and L6)."""
    bid, challenger = state.bids[-1], state.turn
    found = sum(matching(cup, bid.face, state.wild) for cup in state.cups)
    loser = challenger if found >= bid.count else bid.seat
    cups = (*state.cups[:loser], state.cups[loser][1:], *state.cups[loser + 1 :])
    events = [
        Event(None, "opened", (challenger, bid.seat, bid.count, bid.face, found)),
        Event(None, "lost-die", (loser, len(cups[loser]))),
    ]
    out = state.out if cups[loser] else (*state.out, loser)
    after = replace(
        state,
        decision=state.decision + 1,
        cups=cups,
        turn=loser if cups[loser] else _next(cups, loser),
        bids=(),
        opened=Opened(state.cups, bid, challenger, found, loser),
        looking=True,
        out=out,
    )
    if _over(after):
        after = replace(after, looking=False)
    return after, tuple(events)


def _next_round(state: State, chance: Chance) -> State:
    """Roll all dice that are left, seat by seat (ruling L8)."""
    counts = tuple(len(cup) for cup in state.cups)
    cups = _rolled(counts, chance)
    return replace(state, decision=state.decision + 1, cups=cups, looking=False)
