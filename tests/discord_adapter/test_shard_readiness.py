"""A client's life: which step may follow on which stage, and what comes of those that fail."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, suppress

import pytest

from bot.discord_adapter.shard_readiness import ServingState, Stage, StageError

AWAY, TAKING_OVER, SERVING, RESTING, HANDED_OVER, CLOSING = Stage
Step = Callable[[ServingState], AbstractContextManager[None]]


def make_state_in_stage(stage: Stage) -> tuple[ServingState, ExitStack]:
    """Return a life in a stage, and what ends the step that leads there, if one is under way."""
    life, step = ServingState(), ExitStack()
    if stage in (SERVING, RESTING):
        with life.take_over_tables():
            pass
    match stage:
        case Stage.TAKING_OVER:
            step.enter_context(life.take_over_tables())
        case Stage.RESTING:
            step.enter_context(life.release_tables())
        case Stage.HANDED_OVER:
            step.enter_context(life.hand_over_tables())
        case Stage.CLOSING:
            life.begin_closing()
    assert life.stage is stage
    return life, step


@pytest.mark.parametrize("stage", Stage)
@pytest.mark.parametrize(
    ("step", "begins", "within", "then", "failed"),
    [
        (ServingState.take_over_tables, {AWAY}, TAKING_OVER, SERVING, AWAY),
        (ServingState.release_tables, {SERVING}, RESTING, AWAY, AWAY),
        (ServingState.hand_over_tables, {AWAY, SERVING, CLOSING}, HANDED_OVER, HANDED_OVER, AWAY),
    ],
)
def test_a_step_follows_on_its_own_stages_alone(
    stage: Stage, step: Step, begins: set[Stage], within: Stage, then: Stage, failed: Stage
) -> None:
    life, _ = make_state_in_stage(stage)
    if stage not in begins:
        with pytest.raises(StageError, match=f"{within.value} while {stage.value}"), step(life):
            pytest.fail("it began")
        assert life.stage is stage
        return
    with step(life):
        assert life.stage is within
    assert life.stage is then
    life, _ = make_state_in_stage(stage)
    with suppress(OSError), step(life):
        raise OSError
    assert life.stage is failed


@pytest.mark.parametrize("stage", Stage)
def test_it_closes_in_any_stage_and_what_is_under_way_does_not_bring_it_back(stage: Stage) -> None:
    life, step = make_state_in_stage(stage)
    life.begin_closing()
    end = HANDED_OVER if stage is HANDED_OVER else CLOSING
    assert life.stage is end
    step.close()
    assert life.stage is end, "who has handed over says nothing, not even that it closes"
    assert life.closing == (end is CLOSING)


async def test_who_waits_goes_on_when_it_serves_or_when_it_takes_too_long() -> None:
    life = ServingState()
    await life.wait_until_serving(0.0)
    waiting = asyncio.create_task(life.wait_until_serving(3600.0))
    with life.take_over_tables():
        await asyncio.sleep(0)
        assert not life.is_serving
    await waiting
    assert life.is_serving
    with life.release_tables():
        await life.wait_until_serving(0.0)
        assert not life.is_serving
