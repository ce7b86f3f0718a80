"""What players are honoured for after a game of Quickpick."""

import pytest

from bot.engine.events import Notice
from bot.engine.game import Act, Place
from bot.engine.records import LogEntry
from bot.games.quickpick.awards import AWARDS
from bot.games.quickpick.model.events import MaskGuessed, MaskNotGuessed, PartShown
from bot.games.quickpick.model.moves import DRAW, ChooseTile, ShowFeature

Race = tuple[int, int, tuple[tuple[int, int], ...]]
"""The mime, how many parts were shown before the hands, and the hands: seat and tile, in order."""
MASK, OTHER = 3, 4
RIGHT: Race = (1, 3, ((0, MASK),))
MIMED: Race = (0, 3, ((2, MASK),))
NOBODY: Race = (1, 3, ())
ELSEWHERE: Race = (1, 4, ((2, MASK),))

EXAMPLES: dict[str, tuple[list[Race], list[Race]]] = {
    "five-faces": ([RIGHT, MIMED] * 5, [RIGHT, ELSEWHERE] * 4),
    "three-in-a-row": ([RIGHT, RIGHT, MIMED, RIGHT], [RIGHT, RIGHT, ELSEWHERE, RIGHT]),
    "never-wrong": ([RIGHT, NOBODY, RIGHT], [RIGHT, (1, 3, ((0, OTHER), (2, MASK))), RIGHT]),
    "two-parts": (
        [(1, 2, ((0, MASK),)), (2, 1, ((0, MASK),))],
        [(1, 2, ((0, MASK),)), (2, 3, ((0, MASK),)), (2, 0, ((0, MASK),))],
    ),
    "kept-cool": (
        [(1, 3, ((2, OTHER), (3, 5), (0, MASK)))] * 2,
        [(1, 3, ((2, OTHER), (3, 5), (0, MASK))), (1, 3, ((2, OTHER), (0, MASK), (3, 5)))],
    ),
    "clear-face": ([MIMED, RIGHT, MIMED], [MIMED, (0, 4, ((2, MASK),)), MIMED]),
    "both-sides": ([MIMED, RIGHT, MIMED, RIGHT], [MIMED, RIGHT, MIMED, ELSEWHERE, RIGHT]),
    "comeback": ([ELSEWHERE] * 3 + [RIGHT] * 3, [ELSEWHERE] * 2 + [RIGHT] * 2),
}
"""By award, the races in which seat 0 earns it, and what is not enough; seat 0 wins."""


def list_awards(races: list[Race]) -> tuple[tuple[str, int], ...]:
    """Return what four are honoured for by these races; seat 0 wins."""
    log = [LogEntry(0, 1.0, None, ())]
    for mime, parts, hands in races:
        step = len(log)
        log.append(LogEntry(step, step, Act(mime, step, DRAW, step << 22), ()))
        for part in range(parts):
            shown = (Notice(PartShown(mime, part)),)
            step = len(log)
            log.append(
                LogEntry(step, step, Act(mime, step, ShowFeature("eyes"), step << 22), shown)
            )
        for seat, tile in hands:
            step = len(log)
            log.append(LogEntry(step, step, Act(seat, step, ChooseTile(tile), step << 22), ()))
        right = [seat for seat, tile in hands if tile == MASK]
        end = MaskGuessed(mime, MASK, right[0]) if right else MaskNotGuessed(mime, MASK)
        log.append(LogEntry(step, step, None, (Notice(end),)))
    return AWARDS.find_earned(log, [Place(seat, seat + 1, 9 - seat) for seat in range(4)])


@pytest.mark.parametrize("award", AWARDS.names)
def test_each_award_is_earned_by_what_it_says_and_not_by_less(award: str) -> None:
    earning, falling_short = EXAMPLES[award]
    assert (award, 0) in list_awards(earning)
    assert award not in [name for name, _ in list_awards(falling_short)]


def test_a_face_without_parts_is_a_gamble_or_in_a_camera() -> None:
    races: list[Race] = [(1, 0, ((0, MASK),)), (0, 0, ((1, MASK),))] * 3
    assert {"two-parts", "clear-face"}.isdisjoint(dict(list_awards(races)))
