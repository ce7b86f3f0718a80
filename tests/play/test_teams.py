"""A game of two teams, played through the whole bot: the end, lists, guesses and ratings."""

from collections.abc import Sequence
from functools import partial
from io import BytesIO

import pytest
from msgspec.json import decode
from msgspec.structs import replace
from PIL import Image

from bot.bench.plugin import OpenWorld
from bot.bench.world import Person, World
from bot.domain.replayed_games import make_finished_table, replay_steps
from bot.domain.results import ALL_SERVERS
from bot.drawing.film_frames import FRAME_SIZE_PIXELS, draw_title, draw_winner
from bot.engine.game import Place
from bot.engine.package import GamePackage
from bot.engine.pictures import Pictures
from bot.engine.screen import Picture, Screen
from bot.engine.screens import ScreenContext
from bot.i18n import LANGUAGES
from bot.presenters.films import make_film
from bot.presenters.replay import Replay, ReplayPosition, render_board
from bot.storage.store import Store
from tests.databases import run_sql
from tests.play.evening import end_game, hand, load_match, press_id
from tests.toys import REGISTRY
from tests.toys.race.model.state import View
from tests.toys.race.rules import State
from tests.toys.race.screens import RaceScreens
from tests.toys.race.teams import PACKAGE, TugOfWar, find_team

NAMES = {"cats": "The cats", "dogs": "The dogs"}


class Open(TugOfWar):
    def interim_standings(self, state: State) -> tuple[Place, ...]:
        return tuple(Place(seat, 1, 0, find_team(seat)) for seat in range(len(state.points)))


class PicturedScreens(RaceScreens):
    def board(self, view: View, context: ScreenContext) -> Screen:
        return replace(super().board(view, context), picture=self._draw(context))

    def end(self, view: View, places: Sequence[Place], context: ScreenContext) -> Screen:
        return replace(super().end(view, places, context), picture=self._draw(context))

    def _draw(self, context: ScreenContext) -> Picture | None:
        drawing = (context.say("game-title"), (), None)
        return Picture("board.jpg", "a rope", draw_title, drawing) if context.pictures else None


class Game:
    """A game of Ada, Ben and a computer: whoever is asked for is found by seat or by team."""

    def __init__(self, world: World, users: tuple[int | None, ...], names: tuple[str, ...]) -> None:
        self.world = world
        self.people = [self._find_person(user) for user in users if user]
        self.names = {
            team: [name for seat, name in enumerate(names) if find_team(seat) == team]
            for team in PACKAGE.teams
        }
        self.teams = {user: find_team(seat) for seat, user in enumerate(users)}

    def _find_person(self, user: int) -> Person:
        return next(person for person in self.world.people if person.id == user)

    async def play(self) -> tuple[str, str]:
        """Let the first person win each round; return the winning and the losing team."""
        first, other = self.people
        for _ in range(3):
            await first.press("Tile 3", on=await hand(first))
            await other.press("Pass", on=await hand(other))
            await self.world.advance(0.6)
        await self.world.advance(5)
        won = self.teams[first.id]
        return won, next(team for team in PACKAGE.teams if team != won)


async def deal(world: World) -> Game:
    ada, ben, *_ = world.people
    await ada.slash("cats play", game="tug_of_war", computers=1)
    await ben.press("Join", on=world.board())
    await ada.press("Start", on=world.board())
    players = (await load_match(world)).players
    return Game(world, tuple(p.user for p in players), tuple(p.name for p in players))


@pytest.fixture
def package() -> GamePackage:
    """The game; a test can ask for another one by `parametrize`."""
    return PACKAGE


@pytest.fixture
async def world(open_world: OpenWorld, package: GamePackage) -> World:
    return await open_world(registry={**REGISTRY, "tug_of_war": package})


async def test_end_history_profile_and_file_name_the_teams(world: World) -> None:
    ada, *_ = world.people
    game = await deal(world)
    won, lost = await game.play()
    board = world.board()
    line = f"🏆 {NAMES[won]} have won: {', '.join(game.names[won])}"
    told = [each.replace(" 🤖", "") for each in board.text.split("\n")]
    assert board.content.replace(" 🤖", "") == f"Tug of War: {line}"
    assert told[2:4] == [line, f"{NAMES[lost]}: {', '.join(game.names[lost])}"]
    assert "point" not in board.text
    for person in game.people:
        team = game.teams[person.id]
        shown = (await person.slash("cats hand")).text
        assert ("You won!" in shown) == (team == won)
        assert f"Your team: {NAMES[team]}" in shown
        profile = (await person.slash("cats profile")).shown
        assert "1 won" not in profile.text
        one = await person.choose("🏅 All awards", "tug_of_war", on=profile)
        assert f"{NAMES[team]}: {int(team == won)} of 1 won" in one.text

    history = (await world.people[3].slash("cats history")).shown
    people = {
        team: ", ".join(sorted(names, key=lambda name: name not in ("Ada", "Ben")))
        for team, names in game.names.items()
    }
    assert f"🏆 **{NAMES[won]}**: {people[won]} · {NAMES[lost]}: {people[lost]} · " in history.text
    ((_, label),) = history.control("c1:d:*:open:").options
    told_line = f"🏆 {NAMES[won]}: {people[won]} · {NAMES[lost]}: {people[lost]}"
    assert label == f"1 · Tug of War · {told_line}"

    mine = game.teams[ada.id]
    counted = partial(world.store.standings.count_team_games, ada.id, "tug_of_war")
    here = {mine: (1, int(mine == won))}
    assert await counted(world.guild.id) == await counted(ALL_SERVERS) == here
    assert await counted(999) == {}
    (file,) = (await ada.slash("cats export")).shown.files.values()
    ((seat,),) = (each["my_seats"] for each in decode(file)["games"])
    assert seat["team"] == mine


async def test_onlookers_guess_a_team(world: World) -> None:
    cleo, dan = world.people[2:]
    game = await deal(world)
    first = (await cleo.press("Who wins?", on=world.board())).shown
    assert first.labels[:2] == ("The cats", "The dogs")
    assert "Who will win?" in first.text
    custom_id = first.control("The dogs").custom_id
    answer = await press_id(cleo, first, f"{custom_id.removesuffix('1')}2")
    assert "This button doesn't work any more" in answer.text, "there is no third team"
    second = (await cleo.press("The dogs", on=first)).shown
    assert "Noted: your pick is **The dogs**" in second.text
    assert [each.style for each in second.controls[:2]] == [2, 3]
    third = await cleo.press("The cats", on=second)
    assert not third.shown.matching("c1:d:*:who-wins:")
    assert "so now your pick stays" in (await cleo.press("The dogs", on=second)).text
    await dan.press("The dogs", on=await hand(dan))
    await world.restart()
    assert "2 onlookers have picked." in world.board().text
    won, _ = await game.play()
    right, wrong = (cleo, dan) if won == "cats" else (dan, cleo)
    assert f"1 of 2 onlookers picked the winner. Well picked, {right.name}!" in world.board().text
    assert f"Well picked: **{NAMES[won]}** won" in (await right.slash("cats hand")).text
    assert "Not this time" in (await wrong.slash("cats hand")).text
    judged = dict(run_sql(world.database, 'SELECT "user", foresaw FROM readings'))
    assert judged == {right.id: 1, wrong.id: 0}
    story = await right.press("How it went", on=world.board())
    assert f"Picked the winner: {right.name}" in story.text


@pytest.mark.parametrize("package", [replace(PACKAGE, game=Open())])
async def test_a_game_that_was_ended_early_has_teams_and_no_winner(world: World) -> None:
    ada, *_ = world.people
    game = await deal(world)
    first = game.people[0]
    await first.press("Tile 3", on=await hand(first))
    await end_game(ada)
    told = " · ".join(f"{NAMES[team]}: {', '.join(game.names[team])}" for team in ("dogs", "cats"))
    assert f"Score so far: {told}" in world.messages()[-1].text.replace(" 🤖", "")
    history = (await ada.slash("cats history")).text
    assert "stopped early · The dogs: " in history
    assert "🏆" not in history


async def find_replay(store: Store, package: GamePackage) -> Replay:
    kept = await store.records.find_record(1)
    assert kept is not None
    steps = replay_steps(kept[1], package)
    return Replay(kept[0], make_finished_table(*kept, "somebody"), steps, package)


@pytest.mark.parametrize(
    "package", [replace(PACKAGE, screens=PicturedScreens(), pictures=Pictures())]
)
async def test_a_film_ends_with_the_winning_team(world: World, package: GamePackage) -> None:
    game = await deal(world)
    won, _ = await game.play()
    replay = await find_replay(world.store, package)
    names = {"en": ("The cats", "The dogs"), "de": ("Die Katzen", "Die Hunde")}
    for language in LANGUAGES:
        *_, last = make_film(replay, 0, (), language, is_whole_game=True)
        caption = str(last.picture.arguments[0]).replace(" 🤖", "")
        verb = "have won" if language == "en" else "haben gewonnen"
        team = names[language][won == "dogs"]
        assert caption == f"🏆 {team} {verb}: {', '.join(game.names[won])}"
        assert last.picture.function == draw_winner
        assert Image.open(BytesIO(last.picture.draw())).size == FRAME_SIZE_PIXELS
    shown = render_board(replay, ReplayPosition(len(replay.steps) - 1), "en")
    assert shown.text.startswith(f"🏆 {NAMES[won]} have won: ")
