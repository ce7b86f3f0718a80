"""How strong the levels are: `python -m bot.games.cloaked_cats.arena --help`.

One player of the first kind plays against as many of the second as the table has other seats.
Each deal is played once from every seat, so luck with the cards evens out. Shared wins are split;
the 95% interval treats each deal, not each game, as one observation.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import log2
from random import Random
from statistics import mean

from msgspec import Struct

from bot.games import arena
from bot.games.cloaked_cats.deceivers import DECEIVERS, deceiver
from bot.games.cloaked_cats.deduction import CAT_BITS, bits, possible_fans
from bot.games.cloaked_cats.rules import CloakedCats
from bot.games.cloaked_cats.state import SKIP, View
from bot.games.game import Seat

GAME = CloakedCats()
FAMILY = "family"
"""All deceivers, as the command line names them."""
Choose = arena.Choose[View]

WORTH_A_GUESS = 0.225
"""The plain reasoner guesses when its best guess is right with 20-25%."""


class Record(Struct, frozen=True):
    """How one game went for the player who is measured, and for the others on average."""

    deal: int
    share: float
    """Of the win: 1 if alone, 1/2 if shared by two, 0 if lost."""
    turns: int
    points: tuple[float, float]
    guesses: tuple[float, float]
    right: tuple[float, float]
    seconds: tuple[float, ...]
    """Of each decision of the player who is measured."""


def reasoner(view: View, moves: tuple[str, ...], luck: Random) -> str:
    """Choose as the plain reasoner: the yardstick by which the levels are measured.

    It knows the exact chances, plays the cat with the best balance of information, and guesses
    whenever its best guess is likely enough.
    """
    from bot.games.cloaked_cats.chances import chances  # noqa: PLC0415 - loads NumPy

    known = chances(view)
    if view.phase == "cat":
        suspected = possible_fans(view.public())[view.viewer or 0]
        own = bits(view.fan)

        def balance(move: str) -> float:
            cat = CAT_BITS[int(move.removeprefix("cat/"))]
            learned = 0.0
            for other in known:
                if other is not None:
                    of_fans = zip(other.fans, other.of_fan, strict=True)
                    learned += _bits(sum(share for fan, share in of_fans if fan & cat))
            left = sum(bool(fan & cat) == bool(own & cat) for fan in suspected)
            return learned / (len(known) - 1) - log2(len(suspected) / left)

        return _best([(balance(move), move) for move in moves], luck)[1]
    guesses = [(0.0, SKIP)]
    for move in moves:
        if move != SKIP:
            _, opponent, feature = move.split("/")
            other = known[int(opponent)]
            guesses.append((other.of_feature[int(feature)] if other else 0.0, move))
    likely, move = _best(guesses, luck)
    return move if likely >= WORTH_A_GUESS else SKIP


def _bits(share: float) -> float:
    """Return how many bits the answer to a question tells that is "yes" with this chance."""
    return -sum(part * log2(part) for part in (share, 1 - share) if part > 1e-12)


def _best(rated: list[tuple[float, str]], luck: Random) -> tuple[float, str]:
    """Return one of the highest rated moves and its rating."""
    highest = max(rating for rating, _ in rated)
    return luck.choice([(rating, move) for rating, move in rated if rating == highest])


def player(name: str) -> Choose:
    """Return the plain reasoner, a deceiver, or the computer player of a level."""
    if name in DECEIVERS:
        return deceiver(DECEIVERS[name])
    return reasoner if name == "reasoner" else arena.level(GAME, name)


def played(deal: int, measured: Seat, seats: int, first: Choose, second: Choose) -> Record:
    """Play one game of a deal with the player who is measured in one seat."""
    players = arena.seated(seats, measured, first, second)
    state, seconds = arena.played(GAME, deal, {}, players, measured)
    places = GAME.standings(state) or ()
    winners = [place.seat for place in places if place.rank == 1]
    points = {place.seat: place.points for place in places}

    def both(of: Callable[[Seat], float]) -> tuple[float, float]:
        return of(measured), mean(of(seat) for seat in range(seats) if seat != measured)

    return Record(
        deal=deal,
        share=(measured in winners) / len(winners),
        turns=state.turn + 1,
        points=both(lambda seat: points[seat]),
        guesses=both(lambda seat: sum(guess.seat == seat for guess in state.guesses)),
        right=both(lambda seat: sum(g.seat == seat and g.right for g in state.guesses)),
        seconds=seconds,
    )


def rotated(deal: int, seats: int, first: Choose, second: Choose) -> list[Record]:
    """Play one deal once from every seat."""
    return [played(deal, seat, seats, first, second) for seat in range(seats)]


def _rotated(deal: int, seats: int, first: str, second: str) -> list[Record]:
    return rotated(deal, seats, player(first), player(second))


def interval(records: Iterable[Record]) -> tuple[float, float, float]:
    """Return the win share and the ends of its 95% interval; it takes at least two deals."""
    return arena.interval_of_deals((record.deal, record.share) for record in records)


def measured(seats: int, games: int, first: str, second: str) -> list[Record]:
    """Play about so many games on all cores."""
    play = partial(_rotated, seats=seats, first=first, second=second)
    return arena.on_all_cores(play, seats, games)


def summary(records: Sequence[Record]) -> str:
    """Return what was measured, the measured player's figures before the others'."""
    share, low, high = interval(records)
    sides = []
    for side in (0, 1):
        guesses = sum(record.guesses[side] for record in records)
        sides.append(
            f"{mean(record.points[side] for record in records):.2f} points, "
            f"{guesses / len(records):.1f} guesses, "
            f"{sum(record.right[side] for record in records) / max(guesses, 1):.0%} right"
        )
    return (
        f"win share {share:.3f} ({low:.3f} to {high:.3f}) in {len(records)} games, "
        f"{mean(record.turns for record in records):.1f} turns; {sides[0]}; others: {sides[1]}; "
        + arena.pace([each for record in records for each in record.seconds])
    )


def main() -> None:
    """Play what the command line asks for and print it."""
    kinds = ("reasoner", *GAME.levels, *DECEIVERS)
    parser = arena.arguments(
        f"Measure the levels of the computer cats. {FAMILY!r} is every deceiver, one by one.",
        (*kinds, FAMILY),
        GAME.seats,
        players=(2, 3, 4),
    )
    asked = parser.parse_args()
    if asked.first == FAMILY:
        parser.error("only the second can be the family")
    for second in DECEIVERS if asked.second == FAMILY else (asked.second,):
        asked.second = second
        arena.report(
            asked, lambda seats: summary(measured(seats, asked.games, asked.first, asked.second))
        )


if __name__ == "__main__":
    main()
