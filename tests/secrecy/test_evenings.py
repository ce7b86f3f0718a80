"""What an evening adds to boards tells nothing of hidden hands, of roles, or of who looked."""

from functools import partial
from pathlib import Path
from random import Random
from zlib import crc32

import pytest
from msgspec.json import encode
from msgspec.structs import replace

from bot.domain.evening_games import NEXT_GAME_SECONDS, count_game
from bot.domain.evenings import Evening
from bot.domain.table import Finished
from bot.engine.package import GamePackage
from bot.games.registry import GAMES
from tests.bench.twins import Recording, differences, record_story
from tests.play.evening import end_game, load_match, rewrite
from tests.services.test_evenings import CATS, DICE, play_first_game, vote

DOGS = "who_barked"
PLAYERS = {CATS: 3, DICE: 3, DOGS: 5}


async def tell(recording: Recording, game: str, *, exchanges: bool, looks: bool = False) -> None:
    """End the second game of an evening early, see the next vote, and end the evening.

    Args:
        exchanges: Whether all that the public cannot know of that game is different.
        looks: Whether a player looks at what only they may see.
    """
    world = recording.world
    *players, watcher = world.people
    await play_first_game(world, *players)
    for player in players:
        await vote(player, game)
    await players[0].press("c1:d:*:start", on=world.board())
    match = await load_match(world)
    other = GAMES[game].game.resample_hidden(match.state, None, Random(1))
    assert other is not None and other != match.state
    await recording.note()
    if exchanges:
        rewrite(world, "UPDATE tables SET state = ? WHERE id = ?", encode(other), match.id)
    if looks:
        await players[1].press("c1:l:*:0:", on=world.board())
        await players[1].slash("cats hand")
    await world.advance(1)
    await end_game(players[0])
    await recording.note()
    await world.advance(NEXT_GAME_SECONDS + 1)
    await vote(players[1], game)
    await recording.note()
    await players[0].press("That's it for today", on=world.board())
    await watcher.slash("cats history")
    await recording.note()
    told = repr([request.content for step in recording.steps for request in step])
    assert all(
        each in told for each in ("The evening goes on!", "What's next?", "What an evening!")
    )
    assert "🌙 An evening: 1 game · 🥇" in told


async def record(path: Path, game: str, *, exchanges: bool, looks: bool = False) -> Recording:
    told = partial(tell, game=game, exchanges=exchanges, looks=looks)
    return await record_story(path, told, people=PLAYERS[game] + 1)


@pytest.mark.parametrize("game", PLAYERS)
async def test_hands_and_roles_change_no_byte_of_an_evening(tmp_path: Path, game: str) -> None:
    one, two = [await record(tmp_path / f"{n}.db", game, exchanges=bool(n)) for n in range(2)]
    assert differences(one, two, *range(PLAYERS[game])) == []


def list_public(recording: Recording) -> list[object]:
    """Return what all can see of each step, without ids and times."""
    return [
        [request.content[2:] for request in step if request.reader is None]
        for step in recording.steps
    ]


async def test_nobody_sees_in_an_evening_who_looked(tmp_path: Path) -> None:
    one, two = [
        await record(tmp_path / f"{n}.db", DOGS, exchanges=False, looks=bool(n)) for n in range(2)
    ]
    assert len(one.steps[1]) < len(two.steps[1])
    assert list_public(one) == list_public(two)


@pytest.mark.parametrize("game", [CATS, DOGS])
async def test_an_evening_that_counts_by_hidden_things_would_be_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    def leak(table: Finished, package: GamePackage) -> Finished:
        counted = count_game(table, package)
        if counted.evening is None or table.game != game:
            return counted
        return replace(counted, evening=_add_hidden(counted.evening, table))

    monkeypatch.setattr("bot.services.tables.count_game", leak)
    one, two = [await record(tmp_path / f"{n}.db", game, exchanges=bool(n)) for n in range(2)]
    steps = {"step 1": "the standings", "step 2": "the vote", "step 3": "the podium"}
    assert {*steps} <= {*differences(one, two, *range(PLAYERS[game]))}


def _add_hidden(evening: Evening, table: Finished) -> Evening:
    first, *others = evening.members
    hidden = crc32(encode(table.state)) % 1000
    return replace(evening, members=(replace(first, points=hidden), *others))
