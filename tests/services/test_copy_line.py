"""The end begins with one line to copy: who won, and two numbers that tell much of the game."""

import re
from pathlib import Path

import pytest

from bot.bench.world import World
from bot.engine.records import read_events
from bot.games.registry import GAMES
from bot.i18n import LANGUAGES, text
from tests.bench.watching import play_replays
from tests.play.evening import deal, finish, load_table, press_id, rewrite


async def test_the_line_to_copy_has_two_numbers(world: World) -> None:
    ada, ben, *_ = world.people
    ben.set_locale("de")
    await deal(world, ada, ben, clock="none", language="de")
    await finish(world)
    await world.advance(5)
    line = world.board().content.replace("\N{NO-BREAK SPACE}", " ")
    numbers = r"🥇 Ada \d Punkte? · 🥇 Ben \d · (\d+) Katzen auf der Tanzfläche · (\d+) Treffer"
    found = re.fullmatch(f"Cloaked Cats: {numbers}", line)
    assert found, line
    assert int(found[1]) > 0 and int(found[2]) > 0
    await world.restart()
    words = f"c1:d:{(await load_table(world)).id}:words:"
    shown = (await press_id(ben, world.board(), words)).shown
    assert line == shown.content.replace("\N{NO-BREAK SPACE}", " "), "it is stored"
    rewrite(world, "UPDATE events SET \"values\" = '[\"gone\",7,\"hits\",1]'"
                   " WHERE name = 'table-numbers'")  # fmt: skip
    shown = (await press_id(ada, world.board(), words)).shown
    assert "1\N{NO-BREAK SPACE}right\N{NO-BREAK SPACE}guess" in shown.text
    assert "gone" not in shown.text, "a number without words is not told"


@pytest.mark.parametrize("game", GAMES)
async def test_each_game_tells_two_numbers(game: str, tmp_path: Path) -> None:
    rules = GAMES[game].game
    for found in await play_replays(tmp_path, game, range(1, 3)):
        told = [event for step in found.steps.step_records for event in step.events]
        public = read_events(rules, (event for event in told if event.to is None))
        events, counters = [notice.event for notice in public], GAMES[game].numbers
        numbers = [(name, count(events)) for name, count in counters.items()]
        first, second = (count for _, count in numbers)
        assert first > 0 and second >= 0
        for language in LANGUAGES:
            say = text(language, GAMES[game].text)
            assert all(str(count) in say(f"number-{name}", count=count) for name, count in numbers)
            assert len(" · ".join(say(f"number-{name}", count=99) for name in counters)) <= 48
