"""How strong the levels are: `python -m bot.games.catham_city.arena --help`.

One player of the first kind plays against as many of the second as the table has other seats.
Each deal is played once from every seat, so luck with the cards evens out, and the deals go
through all sets of five factions.
"""

from collections.abc import Sequence
from functools import partial
from itertools import combinations
from random import Random
from statistics import mean

from msgspec import Struct

from bot.games import arena
from bot.games.catham_city.cards import FACTIONS, IN_PLAY
from bot.games.catham_city.outcomes import Foresight
from bot.games.catham_city.rules import CathamCity
from bot.games.catham_city.state import View
from bot.games.game import Seat

GAME = CathamCity()
Choose = arena.Choose[View]

SETS = tuple(combinations(FACTIONS, IN_PLAY))
"""All sets of factions that can be in play."""
ACTIONS = {1: "one", 2: "two"}
"""The table's option for so many actions each turn."""

WORTHWHILE = 1.5
"""So many points on average are worth a turn to a greedy player."""


class Record(Struct, frozen=True):
    """How one game went for the player who is measured, and for the others on average."""

    deal: int
    won: bool
    turns: int
    points: tuple[float, float]
    seconds: tuple[float, ...]
    """Of each decision of the player who is measured."""


def anything(view: View, moves: tuple[str, ...], luck: Random) -> str:  # noqa: ARG001
    """Choose any move: the yardstick that every level has to beat."""
    return luck.choice(moves)


def greedy(view: View, moves: tuple[str, ...], luck: Random) -> str:
    """Choose what brings most points now, if that is `WORTHWHILE`; else take most cards."""
    foresight = Foresight(view)
    likings = []
    for move in moves:
        gain = foresight.gain(move)
        cards = int(move.split("/")[2]) if move.startswith("take/") else 0
        likings.append((gain if gain >= WORTHWHILE else min(gain, 0), cards))
    most = max(likings)
    return luck.choice([move for move, liked in zip(moves, likings, strict=True) if liked == most])


OTHERS = {"random": anything, "greedy": greedy}
"""The kinds of players that are no levels."""


def player(name: str) -> Choose:
    """Return the computer player of a level, or one of `OTHERS`."""
    return OTHERS.get(name) or arena.level(GAME, name)


def played(
    deal: int, measured: Seat, seats: int, actions: int, first: Choose, second: Choose
) -> Record:
    """Play one game of a deal with the player who is measured in one seat."""
    options = {"factions": ".".join(SETS[deal % len(SETS)]), "actions": ACTIONS[actions]}
    players = arena.seated(seats, measured, first, second)
    state, seconds = arena.played(GAME, deal, options, players, measured)
    others = mean(points for seat, points in enumerate(state.points) if seat != measured)
    return Record(
        deal=deal,
        won=state.winner == measured,
        turns=state.turn + 1,
        points=(state.points[measured], others),
        seconds=seconds,
    )


def rotated(deal: int, seats: int, actions: int, first: Choose, second: Choose) -> list[Record]:
    """Play one deal once from every seat."""
    return [played(deal, seat, seats, actions, first, second) for seat in range(seats)]


def _rotated(deal: int, seats: int, actions: int, first: str, second: str) -> list[Record]:
    return rotated(deal, seats, actions, player(first), player(second))


def measured(seats: int, games: int, actions: int, first: str, second: str) -> list[Record]:
    """Play about so many games on all cores."""
    play = partial(_rotated, seats=seats, actions=actions, first=first, second=second)
    return arena.on_all_cores(play, seats, games)


def summary(records: Sequence[Record]) -> str:
    """Return what was measured, the measured player's points before the others'."""
    won, games = sum(record.won for record in records), len(records)
    low, high = arena.wilson(won, games)
    own, others = (mean(record.points[side] for record in records) for side in (0, 1))
    return (
        f"wins {won / games:.3f} ({low:.3f} to {high:.3f}) of {games} games, "
        f"{mean(record.turns for record in records):.1f} turns; "
        f"{own:.1f} points, others: {others:.1f}; "
        + arena.pace([each for record in records for each in record.seconds])
    )


def main() -> None:
    """Play what the command line asks for and print it."""
    kinds = (*GAME.levels, *OTHERS)
    parser = arena.arguments(
        "Measure the levels of the computer players.", kinds, GAME.seats, players=(2,)
    )
    parser.add_argument("--actions", type=int, default=1, choices=ACTIONS, help="in each turn")
    asked = parser.parse_args()

    def of(seats: int) -> str:
        return summary(measured(seats, asked.games, asked.actions, asked.first, asked.second))

    arena.report(asked, of)


if __name__ == "__main__":
    main()
