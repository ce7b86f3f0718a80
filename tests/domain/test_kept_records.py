"""Games that former versions kept are watched by today's screens, in both languages."""

from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.json import decode

from bot.domain.game_records import Course, Record
from bot.domain.replayed_games import make_finished_table, replay_steps
from bot.games.registry import GAMES
from bot.i18n import LANGUAGES
from bot.presenters.films import make_film
from bot.presenters.replay import (
    Replay,
    ReplayPosition,
    find_highlights,
    format_places,
    make_context,
    render_step,
)
from tests.versions.keep_records import HERE

KEPT = sorted(HERE.rglob("*.json"))


def test_no_version_kept_fewer_games_than_the_one_before() -> None:
    kept = [{file.stem for file in version.iterdir()} for version in sorted(HERE.iterdir())]
    assert len(kept[0]) == 4
    for before, after in pairwise([*kept, {*GAMES}]):
        assert before <= after


@pytest.mark.parametrize("file", KEPT, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_a_kept_game_is_watched_to_its_end(file: Path) -> None:
    record, course = decode(file.read_bytes(), type=tuple[Record, Course])
    package = GAMES[record.game]
    steps = replay_steps(course, package)
    assert len(steps) > 20
    replay = Replay(record, make_finished_table(record, course, "somebody"), steps, package)
    for language in LANGUAGES:
        moments = find_highlights(replay, make_context(replay, language, is_last_step=True))
        for at in range(len(steps)):
            for eyes in ("onlooker", "all", 0):
                shown = render_step(
                    replay, ReplayPosition(at, eyes), moments, language, may_share=True
                )
                assert shown.content
        film = make_film(replay, 0, moments, language, is_whole_game=True)
        assert len(film) > 3
    assert [place.rank for place in format_places(record)] == sorted(
        seat.rank for seat in record.seats
    )
