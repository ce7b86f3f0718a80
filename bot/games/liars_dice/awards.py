"""What players can be honoured for after a game of Liar's Dice, from what was told in it."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from msgspec import Struct

from bot.games.events import Seat
from bot.games.game import Happened, Place
from bot.games.liars_dice.state import Bid

MANY, IN_A_ROW = 3, 4
"""So many right challenges are no luck, and so many in a row with wrong ones besides."""
HELD_OUT = 3
"""Who is right so often with a single die holds out."""
EXACT = 2
"""So often somebody bid exactly what there was, and was doubted."""
JUMP = 2
"""Whoever bids so many dice more at once is bold."""
HARDLY = 1
"""Whoever wins and lost no more dice was hardly ever wrong."""


class Round(Struct, frozen=True):
    """A round, from the first bid until the cups were lifted."""

    bids: tuple[Bid, ...]
    challenger: Seat
    found: int
    loser: Seat
    dice: tuple[int, ...]
    """How many dice each seat had in it."""

    @property
    def last(self) -> Bid:
        """Return the bid that was challenged."""
        return self.bids[-1]

    @property
    def right(self) -> Seat:
        """Return which of the two was right."""
        return self.last.seat if self.loser == self.challenger else self.challenger


class Rounds(Struct, frozen=True):
    """A whole game."""

    all: tuple[Round, ...]
    winners: tuple[Seat, ...]
    seats: tuple[Seat, ...]


def awarded(course: Sequence[Happened], places: Sequence[Place]) -> tuple[tuple[str, Seat], ...]:
    """Return who earned which award."""
    seats = tuple(sorted(place.seat for place in places))
    winners = tuple(place.seat for place in places if place.rank == 1)
    rounds = Rounds(tuple(_rounds(course, len(seats))), winners, seats)
    return tuple((name, seat) for name, earns in EARNS.items() for seat in earns(rounds))


def _rounds(course: Sequence[Happened], seats: int) -> Iterator[Round]:
    events = [event for happened in course for event in happened.events]
    lost = [[int(value) for value in event.values] for event in events if event.name == "lost-die"]
    dice = [1 + lost[0][1] if lost else 0] * seats
    bids, challenger, found = list[Bid](), 0, 0
    for event in events:
        if event.name == "bid":
            bids.append(Bid(*map(int, event.values)))
        elif event.name == "opened":
            challenger, *_, found = (int(value) for value in event.values)
        elif event.name == "lost-die":
            loser, left = (int(value) for value in event.values)
            yield Round(tuple(bids), challenger, found, loser, tuple(dice))
            dice[loser], bids = left, []


def _challenges(rounds: Rounds, seat: Seat) -> list[bool]:
    """Return of each challenge of a seat whether it was right."""
    return [each.right == seat for each in rounds.all if each.challenger == seat]


def _never_wrong(rounds: Rounds) -> Iterator[Seat]:
    """Yield whose challenges were all right."""
    for seat in rounds.seats:
        made = _challenges(rounds, seat)
        if len(made) >= MANY and all(made):
            yield seat


def _four_in_a_row(rounds: Rounds) -> Iterator[Seat]:
    """Yield who was right with one challenge after the other."""
    for seat in rounds.seats:
        runs = groupby(_challenges(rounds, seat))
        if any(right and len([*run]) >= IN_A_ROW for right, run in runs):
            yield seat


def _opening(rounds: Rounds) -> Iterator[Seat]:
    """Yield who did not believe the first bid of a round, and was right."""
    caught = {r.challenger for r in rounds.all if len(r.bids) == 1 and r.right == r.challenger}
    return (seat for seat in rounds.seats if seat in caught)


def _exact(rounds: Rounds) -> Iterator[Seat]:
    """Yield whose bids were doubted, and exactly what there was."""
    exact = [each.last.seat for each in rounds.all if each.found == each.last.count]
    return (seat for seat in rounds.seats if exact.count(seat) >= EXACT)


def _bold_bid(rounds: Rounds) -> Iterator[Seat]:
    """Yield who raised much at once, was doubted, and was right."""
    bold = set[Seat]()
    for each in rounds.all:
        if len(each.bids) > 1 and each.right == each.last.seat:
            before, last = each.bids[-2:]
            if last.count - before.count >= JUMP:
                bold.add(last.seat)
    return (seat for seat in rounds.seats if seat in bold)


def _last_die(rounds: Rounds) -> Iterator[Seat]:
    """Yield who was right again and again with a single die, where all began with more."""
    single = [r.right for r in rounds.all if r.dice[r.right] == 1 < rounds.all[0].dice[0]]
    return (seat for seat in rounds.seats if single.count(seat) >= HELD_OUT)


def _duel(rounds: Rounds) -> Iterator[Seat]:
    """Yield who had fewer dice than the last rival, and won."""
    duels = [each.dice for each in rounds.all if sum(map(bool, each.dice)) == 2]
    return (seat for seat in rounds.winners if any(0 < d[seat] < max(d) for d in duels))


def _hardly_a_die(rounds: Rounds) -> Iterator[Seat]:
    """Yield who won and lost hardly a die, where all began with more than one."""
    lost = [each.loser for each in rounds.all]
    if rounds.all and rounds.all[0].dice[0] > 1:
        yield from (seat for seat in rounds.winners if lost.count(seat) <= HARDLY)


EARNS: dict[str, Callable[[Rounds], Iterator[Seat]]] = {
    "never-wrong": _never_wrong,
    "four-in-a-row": _four_in_a_row,
    "opening": _opening,
    "exact": _exact,
    "bold-bid": _bold_bid,
    "last-die": _last_die,
    "duel": _duel,
    "hardly-a-die": _hardly_a_die,
}
AWARDS = tuple(EARNS)
"""The names of all awards."""
