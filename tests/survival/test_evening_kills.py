"""A process is killed with SIGKILL at each turn of an evening, and the evening goes on."""

from pathlib import Path
from random import Random

from tests.databases import address, run_sql
from tests.patience import WITHOUT_PAUSES, until
from tests.survival.loopback import Loopback, Shown, loopback
from tests.survival.people import ada_and_ben, find_asked_or_over, is_over, start_game, take
from tests.survival.processes import run_process

BOARDS = "/channels/*/messages"
MOVES_BEFORE_KILL = 6
SECONDS_UNTIL_NEXT_GAME = 10.0
"""Long enough to see the end, though the process is started again meanwhile."""
CONSTANTS = WITHOUT_PAUSES | {
    "bot.domain.evening_games.NEXT_GAME_SECONDS": SECONDS_UNTIL_NEXT_GAME,
}


def find_podiums(discord: Loopback) -> list[Shown]:
    return [shown for shown in discord.messages.values() if "What an evening!" in shown.text]


async def test_kills_in_games_votes_and_at_the_end_lose_nothing(tmp_path: Path) -> None:
    luck = Random(2)
    async with loopback() as discord:
        people = ada, ben = ada_and_ben(discord)
        async with run_process(discord, tmp_path, CONSTANTS):
            await start_game(people)
            await ada.slash("evening")
            for _ in range(MOVES_BEFORE_KILL):
                person = await find_asked_or_over(people)
                assert person is not None
                await person.answered(await take(person, luck))
        async with run_process(discord, tmp_path, CONSTANTS):
            while person := await find_asked_or_over(people):
                await person.answered(await take(person, luck))
            assert is_over(discord)
        fault = discord.fail("POST", BOARDS, done=True)
        async with run_process(discord, tmp_path, CONSTANTS):
            await fault.hit.wait()
        async with run_process(discord, tmp_path, CONSTANTS):
            await ada.press(":vote:liars_dice")
        async with run_process(discord, tmp_path, CONSTANTS):
            await ben.press(":vote:liars_dice")
            await discord.wait_for_board_text("Liar's Dice")
            await until(lambda: ":evening-end:" in str(discord.board().ids()))
            await ada.press(":evening-end:")
        async with run_process(discord, tmp_path, CONSTANTS):
            await until(lambda: find_podiums(discord))
            database = address(tmp_path / "data" / "cats.db")
            stored = "SELECT name, games FROM evenings ORDER BY name"
            await until(lambda: run_sql(database, stored) == [("Ada", 1), ("Ben", 1)])
        assert run_sql(database, "SELECT count(*) FROM tables") == [(2,)], "one lobby followed"
        assert len(find_podiums(discord)) == 1
