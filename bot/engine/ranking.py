"""Places by score, as most games have them."""

from collections.abc import Sequence
from typing import Any

from bot.engine.game import Place


def rank_seats(scores: Sequence[Any], points: Sequence[int]) -> tuple[Place, ...]:
    """Return every seat's place, the best first: equal scores share a rank, the lower seat first.

    `scores` are comparable and by seat, the highest is best; `points` are what is shown.

    >>> [(place.seat, place.rank) for place in rank_seats((5, 7, 5), (5, 7, 5))]
    [(1, 1), (0, 2), (2, 2)]
    """
    best_first = sorted(range(len(scores)), key=lambda seat: scores[seat], reverse=True)
    return tuple(
        Place(seat, 1 + sum(other > scores[seat] for other in scores), points[seat])
        for seat in best_first
    )
