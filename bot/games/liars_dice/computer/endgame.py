"""Solutions of rounds between two players with few dice: how likely each move is.

`python -m tools.solve_liars_dice` writes them to `endgame.zip`, a byte for each chance. Between
two with a die each it remembers all bids; with up to three dice each the last two bids, as Neller
and Hnath do: the files of the archive are named by ones, own dice and the other's.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from itertools import accumulate, combinations_with_replacement
from math import factorial, prod
from zipfile import ZipFile

from bot.games.liars_dice.model.state import FACES_PER_DIE

SOLUTIONS_FILE_NAME = "endgame.zip"
MAX_DICE_EACH = 3
"""Dice of each up to which there is a solution."""
Bids = Sequence[tuple[int, int]]
"""Each as count and face."""


@cache
def list_all_bids(wild: bool, dice: int) -> tuple[tuple[int, int], ...]:
    """Return all bids on so many dice, lowest first (rulings L3 and L4)."""
    faces = range(2 if wild else 1, FACES_PER_DIE + 1)
    return tuple((count, face) for count in range(1, dice + 1) for face in faces)


@cache
def list_all_rolls(dice: int) -> tuple[tuple[int, ...], ...]:
    """Return all that so many dice can show, sorted."""
    return tuple(combinations_with_replacement(range(1, FACES_PER_DIE + 1), dice))


@cache
def compute_roll_chances(dice: int) -> list[float]:
    """Return how likely roll of `list_all_rolls` is."""
    ways = [
        factorial(dice) / prod(factorial(roll.count(face)) for face in set(roll))
        for roll in list_all_rolls(dice)
    ]
    return [each / FACES_PER_DIE**dice for each in ways]


def look_up_move_chances(wild: bool, dice: tuple[int, ...], others: int, made: Bids) -> list[float]:
    """Return how likely each move is for whoever holds these sorted dice, in the moves' order.

    `others` is how many dice the other has, `made` the bids of the round, oldest first.
    """
    every = list_all_bids(wild, len(dice) + others)
    places = [every.index(bid) for bid in made]
    last = places[-1] if places else -1
    size = len(every) - 1 - last + bool(places)
    if len(dice) == others == 1:
        at = _compute_history_starts(wild)[encode_history(places)] + dice[0] - 1
        weights = _read_table(wild, 1, 1)[at : at + size * FACES_PER_DIE : FACES_PER_DIE]
    else:
        before = places[-2] if len(places) > 1 else -1
        at = compute_node_start(len(every), last, before, len(list_all_rolls(len(dice))))
        at += list_all_rolls(len(dice)).index(dice) * size
        weights = _read_table(wild, len(dice), others)[at : at + size]
    total = sum(weights)
    return [weight / total for weight in weights] if total else [1 / size] * size


def compute_node_start(size: int, last: int, before: int, own: int) -> int:
    """Return where a node begins: of so many bids, the last two's places; of so many own rolls.

    First the start, then each last bid with each bid before it, first of all none (-1).
    """
    if last < 0:
        return 0
    above = size + sum((place + 1) * (size - place) for place in range(last))
    return own * (above + (before + 1) * (size - last))


def encode_history(places: Iterable[int]) -> int:
    """Return all bids of a round as bits: bids only rise, so that their set tells their order."""
    return sum(1 << place for place in places)


def find_last_place(history: int) -> int:
    """Return the last bid's place; -1 before the first."""
    return history.bit_length() - 1


def count_moves(size: int, history: int) -> int:
    """Return how many moves there are: all higher of so many bids, then the challenge."""
    return size - 1 - find_last_place(history) + bool(history)


def format_table_name(wild: bool, own: int, others: int) -> str:
    """Return the file's name in the archive."""
    return f"{'wild' if wild else 'plain'}-{own}-{others}"


@cache
def _compute_history_starts(wild: bool) -> list[int]:
    """Return where each history of two with a die each begins."""
    size = len(list_all_bids(wild, 2))
    sizes = (count_moves(size, history) * FACES_PER_DIE for history in range(2**size))
    return list(accumulate(sizes, initial=0))


@cache
def _read_table(wild: bool, own: int, others: int) -> bytes:
    place = files("bot.games.liars_dice.computer") / SOLUTIONS_FILE_NAME
    with place.open("rb") as packed, ZipFile(packed) as archive:
        return archive.read(format_table_name(wild, own, others))
