"""Which scenes a film shows of a game that chooses none itself."""

from pathlib import Path

import pytest

from bot.engine.films import find_scenes, make_public_log, make_scene, tell_step
from bot.engine.package import GamePackage
from bot.engine.records import StepRecord
from bot.engine.replays import FilmScene
from bot.presenters.films import make_film_context
from bot.presenters.replay import Replay
from tests.bench.watching import play_replays


@pytest.fixture
async def dice(tmp_path: Path) -> Replay:
    """A finished game of Liar's Dice, which leaves the choice of scenes to the default."""
    (found,) = await play_replays(tmp_path, "liars_dice", range(1, 2))
    return found


def names_of(step: StepRecord) -> list[str]:
    return [event.name for event in step.events]


def scenes_of(found: Replay, package: GamePackage, starts: tuple[int, ...]) -> list[FilmScene]:
    context = make_film_context(found, "en")
    return [*find_scenes(package, make_public_log(found.steps), starts, context)]


def test_each_reveal_is_a_scene_with_what_led_to_it(dice: Replay) -> None:
    scenes = scenes_of(dice, dice.package, dice.steps.round_starts)
    steps = {step.step: step for step in dice.steps.step_records}
    opened = [step.step for step in steps.values() if "opened" in names_of(step)]
    assert [scene.step for scene in scenes] == opened
    for scene in scenes:
        bid, dice_shown = scene.shots
        assert " bids " in bid.caption
        assert "calls “Liar!” on" in dice_shown.caption
        assert bid.picture.key != dice_shown.picture.key


def test_without_reveals_each_end_of_a_round_is_a_scene(
    dice: Replay, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(dice.package.screens), "reveals", ())
    starts = dice.steps.round_starts
    scenes = scenes_of(dice, dice.package, starts)
    steps = [step.step for step in dice.steps.step_records]
    ends = [steps[start - 1] for start in (*starts[1:], len(steps))]
    assert [scene.step for scene in scenes] == ends


def test_without_reveals_and_rounds_each_step_that_is_told_is_a_scene(
    dice: Replay, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(dice.package.screens), "reveals", ())
    scenes = scenes_of(dice, dice.package, ())
    told = [step.step for step in dice.steps.step_records if step.events]
    assert [scene.step for scene in scenes] == told


def test_the_first_step_has_one_shot(dice: Replay) -> None:
    context, log = make_film_context(dice, "en"), make_public_log(dice.steps)
    screens = dice.package.screens
    scene = make_scene(screens, log, 0, context, weight=3)
    assert (scene.step, scene.weight) == (0, 3)
    assert [shot.caption for shot in scene.shots] == [tell_step(screens, log[0], context)]
