"""The table of waiting times in `docs/playing.md` has the numbers of the code."""

import re
from pathlib import Path

import pytest

from bot.domain.consequences import IDLE_SECONDS_UNTIL_LOBBY_CLOSES
from bot.domain.lobby_calls import HOST_ANSWER_SECONDS
from bot.domain.options import CLOCKS, default_clock
from bot.domain.skipping import MAX_SECONDS_UNTIL_SKIP, SKIP_ANSWER_SECONDS
from bot.domain.table import clock_seconds
from bot.engine.options import default_options
from bot.engine.package import GamePackage
from bot.games.liars_dice.rules import LOOK_PAUSE_SECONDS
from bot.games.quickpick.model.state import LAST_CALL_SECONDS
from bot.games.quickpick.rules import (
    LOOK_SECONDS,
    OPTIONS,
    SILENCE_PERIODS_PER_RACE,
    SILENT_LOOK_SECONDS,
    SKIP_MIME_SECONDS,
)
from bot.games.registry import GAMES
from bot.games.who_barked.rules import (
    HUSH_SECONDS,
    MEET_SECONDS,
    QUICK_CLOCK_SHARE,
    SNIFF_SECONDS,
)
from bot.i18n import text

DAY = 86_400
PLAYING = (Path(__file__).parent.parent / "docs/playing.md").read_text(encoding="utf-8")
ROWS = [
    (game, most, presses)
    for game, most, presses in re.findall(
        r"^\| ([^|]+?) \| [^|]+ \| ([^|]+?) \| ([^|]+?) \|$",
        PLAYING.partition("who is waited for")[2].partition("\n\n")[0],
        re.M,
    )
    if not game.startswith("-")
]
RACE_SECONDS = int(next(o.choices[0] for o in OPTIONS if o.name == "seconds"))
CAMERA = {"mode": "camera"}


def read_seconds(told: str) -> list[float]:
    """Return the times that a cell names, in seconds."""
    units = {"second": 1, "minute": 60, "day": DAY}
    found = re.findall(r"\b(a|\d+) (second|minute|day)", told)
    return [(1 if count == "a" else int(count)) * units[unit] for count, unit in found]


def turn(package: GamePackage, options: dict[str, str]) -> float | None:
    return clock_seconds(default_clock(package, options))


USUAL = float(CLOCKS[0]) * 60
TIMES: dict[str, list[tuple[list[float], list[float]]]] = {
    "all": [([IDLE_SECONDS_UNTIL_LOBBY_CLOSES], [HOST_ANSWER_SECONDS])],
    "Cloaked Cats": [([USUAL], [MAX_SECONDS_UNTIL_SKIP])],
    "Catham City": [([USUAL], [MAX_SECONDS_UNTIL_SKIP])] * 2,
    "Liar's Dice": [([USUAL], [MAX_SECONDS_UNTIL_SKIP]), ([LOOK_PAUSE_SECONDS], [])],
    "Quickpick": [
        ([LOOK_SECONDS, SILENT_LOOK_SECONDS], [SKIP_MIME_SECONDS]),
        ([RACE_SECONDS / SILENCE_PERIODS_PER_RACE], [SKIP_MIME_SECONDS]),
        ([RACE_SECONDS, LAST_CALL_SECONDS], []),
    ],
    "Quickpick with cameras": [([USUAL], [MAX_SECONDS_UNTIL_SKIP])],
    "Who Barked?": [
        ([USUAL], [MAX_SECONDS_UNTIL_SKIP]),
        ([USUAL * QUICK_CLOCK_SHARE], [MAX_SECONDS_UNTIL_SKIP]),
        ([USUAL * QUICK_CLOCK_SHARE, MEET_SECONDS], []),
        ([HUSH_SECONDS, SNIFF_SECONDS], []),
    ],
}
"""What is true, by the table's first column: how long others wait, and when they can press."""


def test_the_table_of_waiting_times_is_true() -> None:
    told: dict[str, list[tuple[list[float], list[float]]]] = {}
    for game, most, presses in ROWS:
        told.setdefault(game, []).append((read_seconds(most), read_seconds(presses)))
    assert told == TIMES
    assert f"has {int(SKIP_ANSWER_SECONDS)} seconds to press **I'm here**" in PLAYING


@pytest.mark.parametrize("name", [*GAMES])
def test_the_usual_time_for_a_turn_is_that_of_the_table(name: str) -> None:
    title = text("en", GAMES[name].text)("game-title")
    (first, *_) = TIMES[title]
    assert turn(GAMES[name], default_options(GAMES[name].game.options)) == first[0][0]
    if name == "quickpick":
        assert turn(GAMES[name], CAMERA) == USUAL
