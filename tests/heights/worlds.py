"""What the scenes of all games share: worlds with the application's signs, and the widest names."""

from collections.abc import Awaitable, Callable, Mapping
from tempfile import TemporaryDirectory

import pytest
from msgspec import Struct
from playwright.async_api import Page

from bot.bench.bots import make_start
from bot.bench.moves import press_all_but_last
from bot.bench.world import Person, World
from bot.demo.heights import WINDOW_PIXELS, Height
from bot.demo.shown import Shown
from bot.demo.simulated import add_emojis
from bot.games.registry import GAMES
from bot.i18n import LANGUAGES
from tests.heights.album import Album, Step
from tests.play.evening import load_match, press_id

LOCALES = {"en": "en-US", "de": "de"}
IN_EACH_LANGUAGE = pytest.mark.parametrize(
    "language",
    [pytest.param(each, marks=[pytest.mark.thorough] * (each != "de")) for each in LANGUAGES],
)
"""German has the longest words, so the other languages are measured in CI only."""
MAX_PRESSES_PER_MOVE = 4
WIDEST_NAME = "W" * 32
"""As many signs as a name may have, none wider; they break only where there is no room."""

Scenes = Callable[[World, Album], Awaitable[None]]
"""Plays, and keeps what people see."""


class Measured(Struct, frozen=True):
    """What came of some scenes."""

    heights: dict[str, dict[str, Height]]
    """By device and by the messages' names."""
    ways: dict[str, list[Step]]


async def measure(page: Page, scenes: Scenes, people: int, language: str) -> Measured:
    """Play scenes in a world of so many people, who all use this language."""
    with TemporaryDirectory() as data:
        world = await World.open(make_start(), f"sqlite:///{data}/cats.db", people=min(people, 4))
        world.people += tuple(world.add(f"Eve {n}") for n in range(4, people))
        for person in world.people:
            person.set_locale(LOCALES[language])
        world.bot.services.replace_games(add_emojis(world.env, GAMES))
        album = Album(world, LOCALES[language])
        try:
            await scenes(world, album)
            return Measured(await album.measured(page), album.ways)
        finally:
            await world.close()


def list_too_high(
    heights: Mapping[str, Mapping[str, Height]], limits: Mapping[str, tuple[int, int]]
) -> list[str]:
    """Tell of each message that is higher than its limit on a phone or on a desktop."""
    return [
        f"{name} on a {device}: {height}, at most {most}"
        for name, both in limits.items()
        for device, most in zip(WINDOW_PIXELS, both, strict=True)
        if (height := heights[device][name]).total > most
    ]


def with_widest_names(world: World) -> None:
    """Let everybody in the server have the widest name."""
    for person in world.people:
        person.rename(WIDEST_NAME)


async def begin(world: World, game: str, *people: Person, computers: int = 0) -> None:
    """Sit down beside so many computers and start a game with pictures."""
    host, *guests = people
    world.bot.services.lobby.make_seed = lambda: bytes(range(32))
    await host.slash("cats play", game=game, computers=computers)
    for guest in guests:
        await guest.press("c1:d:*:join", on=world.board())
    await host.press("c1:d:*:start", on=world.board())


async def at_table(world: World) -> list[Person]:
    """Return the people by seat."""
    return [person for person in await world.list_players() if person is not None]


async def board(world: World) -> Shown:
    """Post the board anew, as it is in the database, and return it."""
    await world.people[0].slash("cats board")
    return world.board()


async def act(world: World, seat: int, path: str) -> None:
    """Let a seat that is asked make a full move, without the screens on the way to it."""
    table = await load_match(world)
    (decision,) = (prompt.decision for prompt in table.prompts if prompt.seat == seat)
    person = (await at_table(world))[seat]
    await press_id(person, world.board(), f"c1:m:{table.id}:{decision}:{path}")


async def keep_lesson(album: Album, person: Person, game: str) -> None:
    """Keep the first screen of a game's lesson, and leave it."""
    screen = (await person.slash("cats learn", game=game)).shown
    album.keep("lesson", screen)
    await person.press("c1:d:*:leave", on=screen)


async def keep_way(
    world: World, album: Album, name: str, person: Person, path: str, *, done: bool = False
) -> None:
    """Keep every screen on the way to a full move as steps, and with `done`, what follows it."""
    screens, control, chosen = await press_all_but_last(world, person, path)
    assert len(screens) <= MAX_PRESSES_PER_MOVE
    for number, screen in enumerate(screens):
        album.step(name, f"{path}, {number}", screen)
    if done:
        await world.click(person, screens[-1], control, chosen)
        album.step(name, f"{path}, done", person.private(), acted=True)
