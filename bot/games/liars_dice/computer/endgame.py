"""Looks up optimal play for the end of a game: two players who have at most three dice each.

`python -m tools.solve_liars_dice` computes a probability for each move in each situation, and
writes it as one byte to `endgame.zip`. If both players have one die, a situation is told apart by
all bids of the round. Otherwise, it is told apart by the last two bids only, as in the paper by
Neller and Hnath. The archive has one file for each combination of three things: whether ones are
wild, the player's number of dice, and the opponent's.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from itertools import accumulate, combinations_with_replacement
from math import factorial, prod
from zipfile import ZipFile

from bot.games.liars_dice.model.moves import list_all_bids
from bot.games.liars_dice.model.state import FACES_PER_DIE

SOLUTIONS_FILE_NAME = "endgame.zip"
MAX_DICE_EACH = 3
"""The maximum number of dice of each player for which there is a solution."""
Bids = Sequence[tuple[int, int]]
"""The bids of a round, oldest first. Each is a pair of its number of dice and its face."""


@cache
def list_bid_pairs(dice: int, wild: bool) -> tuple[tuple[int, int], ...]:
    """Return all possible bids, lowest first, each as its count and its face."""
    return tuple((bid.count, bid.face) for bid in list_all_bids(dice, wild))


@cache
def list_all_rolls(dice: int) -> tuple[tuple[int, ...], ...]:
    """Return all different results of rolling a number of dice, sorted."""
    return tuple(combinations_with_replacement(range(1, FACES_PER_DIE + 1), dice))


@cache
def compute_roll_chances(dice: int) -> list[float]:
    """Return the probability of each roll in `list_all_rolls`, in the same order."""
    ways = [
        factorial(dice) / prod(factorial(roll.count(face)) for face in set(roll))
        for roll in list_all_rolls(dice)
    ]
    return [each / FACES_PER_DIE**dice for each in ways]


def look_up_move_chances(
    wild: bool, dice: tuple[int, ...], opponent_dice_count: int, bids: Bids
) -> list[float]:
    """Return the chance with which optimal play makes each legal move, in their order.

    `dice` are the player's own dice, sorted. The oldest of `bids` comes first. If the solution has
    no weights for this situation, all moves are equally likely.
    """
    every = list_bid_pairs(len(dice) + opponent_dice_count, wild)
    places = [every.index(bid) for bid in bids]
    last = places[-1] if places else -1
    size = len(every) - 1 - last + bool(places)
    if len(dice) == opponent_dice_count == 1:
        at = _compute_history_starts(wild)[encode_history(places)] + dice[0] - 1
        weights = _read_table(wild, 1, 1)[at : at + size * FACES_PER_DIE : FACES_PER_DIE]
    else:
        before = places[-2] if len(places) > 1 else -1
        at = compute_node_start(len(every), last, before, len(list_all_rolls(len(dice))))
        at += list_all_rolls(len(dice)).index(dice) * size
        weights = _read_table(wild, len(dice), opponent_dice_count)[at : at + size]
    total = sum(weights)
    return [weight / total for weight in weights] if total else [1 / size] * size


def compute_node_start(
    bid_count: int, last_bid_index: int, previous_bid_index: int, own_roll_count: int
) -> int:
    """Return the offset, in bytes, at which the probabilities of a situation begin in a file.

    Situations are sorted by the last bid, then by the bid before it. An index of -1 means that
    there is no such bid, and comes first.
    """
    if last_bid_index < 0:
        return 0
    above = bid_count + sum((place + 1) * (bid_count - place) for place in range(last_bid_index))
    return own_roll_count * (above + (previous_bid_index + 1) * (bid_count - last_bid_index))


def encode_history(bid_indices: Iterable[int]) -> int:
    """Encode the bids of a round as a number, in which each bid's index is one bit."""
    return sum(1 << place for place in bid_indices)


def find_last_place(history: int) -> int:
    """Return the index of the last bid in a history, or -1 if there is no bid."""
    return history.bit_length() - 1


def count_moves(bid_count: int, history: int) -> int:
    """Return the number of legal moves after the bids of a round: higher bids and the challenge."""
    return bid_count - 1 - find_last_place(history) + bool(history)


def format_table_name(wild: bool, own_dice_count: int, opponent_dice_count: int) -> str:
    """Return the name of the file in the archive that holds the optimal play for these dice."""
    return f"{'wild' if wild else 'plain'}-{own_dice_count}-{opponent_dice_count}"


@cache
def _compute_history_starts(wild: bool) -> list[int]:
    """Return where each history's chances begin in a file for one die each, in bytes."""
    size = len(list_bid_pairs(2, wild))
    sizes = (count_moves(size, history) * FACES_PER_DIE for history in range(2**size))
    return list(accumulate(sizes, initial=0))


@cache
def _read_table(wild: bool, own_dice_count: int, opponent_dice_count: int) -> bytes:
    place = files("bot.games.liars_dice.computer") / SOLUTIONS_FILE_NAME
    with place.open("rb") as packed, ZipFile(packed) as archive:
        return archive.read(format_table_name(wild, own_dice_count, opponent_dice_count))
