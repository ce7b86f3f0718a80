"""The settings of a server in every language, at their worst, against Discord's limits."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from bot.domain.levels import LIKE_US
from bot.domain.server_settings import SETTING_DEFAULTS, ServerSettings
from bot.engine.screen import Screen
from bot.games.registry import GAMES
from bot.i18n import LANGUAGES
from bot.presenters.server_settings import (
    LISTED_SETTINGS,
    ShownSettings,
    render_setting,
    render_settings,
)
from bot.services.server_settings import MAX_CHOSEN_IDS
from tests.limits.checks import check_that_all_fit
from tests.limits.tables import ID
from tests.toys import REGISTRY

IDS = tuple(range(ID, ID + MAX_CHOSEN_IDS))
MOST = ServerSettings(
    guild=ID,
    channels=IDS,
    roles=IDS,
    games=tuple([*GAMES][1:]),
    language="de",
    clock="1440",
    text_only=True,
    level=LIKE_US,
    threads=True,
    calls="role",
    call_role=ID,
    changed_by=ID,
    changed_setting="threads",
    changed_at=1.0e9,
    puzzle_channel=ID,
    puzzle_zone="America/Argentina/ComodRivadavia",
    puzzle_due=1.0e9,
)
DELETED = replace(
    MOST, channels=(), roles=(), games=(), calls="subscribers", call_role=0, puzzle_channel=0
)


def panels(language: str) -> Iterator[tuple[str, Screen]]:
    """Yield all screens of servers with many, few and deleted choices."""
    least = ServerSettings(ID)
    for name, stored, current in (
        ("most", MOST, MOST),
        ("deleted", MOST, DELETED),
        ("forgotten", replace(MOST, changed_by=None), MOST),
        ("refused", replace(MOST, puzzle_due=None, puzzle_problem="refused"), DELETED),
        ("least", least, least),
    ):
        panel = ShownSettings(stored, current, GAMES, language, 1.0e9)
        yield name, render_settings(panel)
        for setting in SETTING_DEFAULTS:
            yield f"{name}, {setting}", render_setting(panel, setting)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_screen_of_the_settings_fits(language: str) -> None:
    assert len(await check_that_all_fit(panels(language))) == 5 * (1 + len(SETTING_DEFAULTS))


async def test_without_levels_there_is_no_level_to_choose() -> None:
    one_level = {"race": REGISTRY["race"]}
    shown = ShownSettings(ServerSettings(ID), ServerSettings(ID), one_level, "en", 1.0e9)
    assert {*LISTED_SETTINGS} - {*shown.names} == {"level"}
    screens = [("all", render_settings(shown)), ("level", render_setting(shown, "level"))]
    await check_that_all_fit(screens)
