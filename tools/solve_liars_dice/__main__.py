"""`python -m tools.solve_liars_dice`: computes how to play Liar's Dice with few dice optimally.

It solves all rounds between two players with up to three dice each, with wild and plain ones. It
writes the solution to an archive, from which the strongest computer player reads it. It prints how
much a perfect opponent can win. Smaller rounds come first, because the cost of a lost die is the
value of the game after it.
"""

from argparse import ArgumentParser
from collections.abc import Iterator
from itertools import combinations_with_replacement
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import numpy as np

from bot.common.terminal import replace_unshowable
from bot.games.liars_dice.computer import endgame
from bot.games.liars_dice.computer.endgame import (
    MAX_DICE_EACH,
    SOLUTIONS_FILE_NAME,
    format_table_name,
)
from tools.solve_liars_dice import whole_tree
from tools.solve_liars_dice.exploitability import bound_exploitability
from tools.solve_liars_dice.last_bids import BOTH_PLAYERS, Numbers, Round, Solver, Tables, normalise

ARCHIVE_FILE = Path(endgame.__file__).with_name(SOLUTIONS_FILE_NAME)
DEFAULT_ITERATIONS = 300
CERTAINTY_BYTE = 255
"""The byte that stands for probability 1 in the archive; 0 stands for probability 0."""
RoundValues = dict[tuple[int, int], float]
"""The value of the game to the player who begins, by own and the other's number of dice.

It is 1 for a certain victory and -1 for a certain defeat.
"""


def pack(tables: list[Numbers]) -> bytes:
    """Return probabilities as bytes for the archive, one byte each, in the order of the tables."""
    return b"".join(np.rint(each * CERTAINTY_BYTE).astype(np.uint8).tobytes() for each in tables)


def round_to_bytes(tables: Tables) -> Tables:
    """Return the probabilities as they will be read from the archive, after rounding to bytes."""
    return [normalise(np.rint(each * CERTAINTY_BYTE)) for each in tables]


def solve(
    wild: bool, dice: tuple[int, int], round_values: RoundValues, iterations: int
) -> tuple[Tables, Tables]:
    """Solve a round, and print its value and how much a perfect opponent can win.

    Args:
        round_values: The values of smaller rounds. The value of this round is added.

    Returns:
        The strategy of each player: the probability of each move in each situation.
    """
    first, second = dice
    lost = (
        round_values[first - 1, second] if first > 1 else -1.0,
        -round_values[second - 1, first] if second > 1 else 1.0,
    )
    table = Round(wild, dice, lost)
    solver, begins, follows = Solver(table), 0.0, 0.0
    for number in range(1, iterations + 1):
        found = [solver.iterate(player, number) for player in BOTH_PLAYERS]
        share = 2 * number / (iterations * (iterations + 1))
        begins += share * (found[0][0] - found[1][1]) / 2
        follows += share * (found[0][1] - found[1][0]) / 2
    round_values[dice], round_values[second, first] = begins, -follows
    strategies = (
        round_to_bytes(solver.compute_average_strategy(0)),
        round_to_bytes(solver.compute_average_strategy(1)),
    )
    low, high = bound_exploitability(table, strategies)
    print(
        f"{format_table_name(wild, *dice)}: worth {begins:+.3f} to whoever has {first} and begins; "
        f"a best response wins {low:.4f} to {high:.4f} of a game",
        flush=True,
    )
    return strategies


def solve_all(wild: bool, iterations: int) -> Iterator[tuple[str, list[Numbers]]]:
    """Solve all rounds with wild or with plain ones, the smaller ones first."""
    whole = whole_tree.solve(wild)
    won = whole_tree.compute_exploitability(wild, whole)
    print(f"{format_table_name(wild, 1, 1)}: a best response wins {won:.4f} of a game", flush=True)
    yield format_table_name(wild, 1, 1), whole
    worth: RoundValues = {(1, 1): whole_tree.compute_value(wild, whole)}
    for dice in combinations_with_replacement(range(1, MAX_DICE_EACH + 1), 2):
        if dice != (1, 1):
            first, second = solve(wild, dice, worth, iterations)
            yield format_table_name(wild, *dice), first
            if dice[0] != dice[1]:
                yield format_table_name(wild, *reversed(dice)), second


def main() -> None:
    """Solve all rounds and write the archive, as the command line says."""
    parser = ArgumentParser("python -m tools.solve_liars_dice", description=__doc__)
    parser.add_argument(
        "--rounds", type=int, default=DEFAULT_ITERATIONS, help="of CFR+ for each round"
    )
    parser.add_argument("--out", type=Path, default=ARCHIVE_FILE, help="the archive")
    given = parser.parse_args()
    with ZipFile(given.out, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for wild in (True, False):
            for name, strategy in solve_all(wild, given.rounds):
                archive.writestr(name, pack(strategy))


if __name__ == "__main__":
    replace_unshowable()
    main()
