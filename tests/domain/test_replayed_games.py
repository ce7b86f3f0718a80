"""A game that is over is read back as it was told, step by step."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.domain.game_records import Course
from bot.domain.replayed_games import make_finished_table, replay_steps
from bot.domain.transcripts import make_views
from bot.engine.chance import SeededChance
from bot.engine.options import default_options
from bot.games.registry import GAMES
from tests.bench.watching import play_replays


@pytest.mark.parametrize("game", GAMES)
async def test_the_views_are_those_that_the_rules_gave(game: str, tmp_path: Path) -> None:
    (replay,) = await play_replays(tmp_path, game, range(1, 2))
    rules, seats = GAMES[game].game, len(replay.record.seats)
    state, notices = rules.deal(
        seats, default_options(rules.options), SeededChance(replay.table.seed, 0)
    )
    for step, seen in enumerate(replay.steps):
        if seen.action is not None:
            state, notices = rules.apply(state, seen.action, SeededChance(replay.table.seed, step))
        assert seen.views == make_views(rules, state, seats)
        assert seen.notices == notices
    assert rules.standings(state) is not None


async def test_of_a_step_that_nobody_saw_anything_of_the_views_stay(tmp_path: Path) -> None:
    (replay,) = await play_replays(tmp_path, "liars_dice", range(1, 2))
    assert not replay_steps(Course((), b"", ()), replay.package)
    assert replay.table.phase == "over"
    ended = replace(replay.record, ending="ended")
    course = Course((), b"", ())
    assert make_finished_table(ended, course, "somebody").phase == "closed"


async def test_who_is_forgotten_is_somebody(tmp_path: Path) -> None:
    (replay,) = await play_replays(tmp_path, "liars_dice", range(1, 2))
    assert [player.name for player in replay.table.players] == ["Ada", "Ben", "Cleo"]
