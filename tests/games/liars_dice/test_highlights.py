"""What people may laugh about after a game of Liar's Dice."""

import re
from pathlib import Path

from bot.engine.chance import PythonChance
from bot.engine.game import Act
from bot.engine.replays import ReplayedStep
from bot.games.liars_dice.highlights import estimate_chances_by_dice, estimate_winning_chances
from bot.games.liars_dice.model.events import BidMade, CupsLifted
from bot.games.liars_dice.model.moves import MakeBid
from bot.games.liars_dice.model.state import State
from bot.games.liars_dice.rules import LiarsDice
from tests.bench.watching import moments, play_replays

GAME = LiarsDice()


async def test_moments_are_true_and_each_kind_comes(tmp_path: Path) -> None:
    kinds = set[str]()
    for replay in await play_replays(tmp_path, "liars_dice", range(1, 31)):
        events = {
            seen.step: event
            for seen in replay.steps
            for event in seen.events
            if isinstance(event, BidMade | CupsLifted)
        }
        for moment in moments(replay):
            lifted_before = [
                step
                for step, event in events.items()
                if step < moment.step and isinstance(event, CupsLifted)
            ]
            assert moment.when == f"Round {len(lifted_before) + 1}"
            there = [int(number) for number in re.findall(r"only (\d+)", moment.text)] or [0]
            if "got away with it" in moment.text:
                event = events[moment.step]
                later = [each for step, each in events.items() if step > moment.step]
                assert isinstance(event, BidMade)
                assert isinstance(later[0], BidMade), "somebody raised it"
                assert there[0] < event.count
                kinds.add("bluff")
            elif "caught" in moment.text:
                lifted = events[moment.step]
                assert isinstance(lifted, CupsLifted)
                assert [lifted.found] == there
                assert lifted.found + 2 <= lifted.count
                kinds.add("caught")
            elif "exactly right" in moment.text:
                lifted = events[moment.step]
                assert isinstance(lifted, CupsLifted)
                assert lifted.found == lifted.count
                kinds.add("exact")
            elif " of winning went from" in moment.text:
                before, after = (int(number) for number in re.findall(r"(\d+)%", moment.text))
                assert abs(before - after) >= 20
                assert moment.step in events
                kinds.add("turn")
            else:
                winner = next(s for s, each in enumerate(replay.record.seats) if each.rank == 1)
                (now,) = (s.views[0].counts for s in replay.steps if s.step == moment.step)
                assert now[winner] == 1 and max(now) >= 3
                kinds.add("back")
            assert moment.tells_result is ("still won" in moment.text)
    assert kinds == {"bluff", "caught", "exact", "back", "turn"}


def after_a_bid(dice: tuple[tuple[int, ...], ...], *bid: int) -> tuple[float, ...]:
    """Return how likely each wins after the first bid of a round, of seat 0."""
    state = State(0, True, dice, 0)
    (before, after) = [
        ReplayedStep(
            step, 0.0, None, notices, tuple(GAME.view(each, v) for v in (None, *range(len(dice))))
        )
        for step, (each, notices) in enumerate(
            [(state, ()), GAME.apply(state, Act(0, 0, MakeBid(*bid), 0), PythonChance(0))]
        )
    ]
    *_, last = estimate_winning_chances((before, after))
    return tuple(last.chances)


def test_dice_count_more_than_their_number() -> None:
    assert estimate_chances_by_dice((2, 2)) == (0.5, 0.5)
    assert estimate_chances_by_dice((2, 1))[0] > 0.8
    assert estimate_chances_by_dice((3, 0, 3)) == (0.5, 0.0, 0.5)


def test_a_lie_that_nobody_can_believe_costs_chances_and_a_daring_truth_brings_some() -> None:
    assert after_a_bid(((3,), (4,)), 2, 5)[0] < 0.2
    assert after_a_bid(((5,), (1,)), 2, 5)[0] > 0.5
    assert (
        after_a_bid(((2, 5, 5), (2, 3, 4)), 2, 5)[0] > after_a_bid(((2, 3, 5), (2, 3, 4)), 2, 5)[0]
    )
