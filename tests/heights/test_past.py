"""What people look back at stands on one screen, or nearly, even with the widest names."""

from collections.abc import Sequence
from functools import partial

import pytest
from playwright.async_api import Page

from bot.bench.world import Person, World
from bot.demo.heights import VISIBLE_HEIGHT_PIXELS
from bot.demo.shown import Control, Shown
from bot.domain.evenings import Evening, Member
from bot.domain.replayed_games import make_finished_table, replay_steps
from bot.domain.table import Lobby, Player
from bot.games.registry import GAMES
from bot.presenters.replay import Replay, ReplayPosition, format_events, make_context
from bot.presenters.watch_party import WatchParty
from bot.services.sharing import SECONDS_BETWEEN_SHARES
from bot.storage.record_repository import RECORDS_PER_PAGE
from tests.bench.ends import make_ranked_player, store_finished_table
from tests.bench.watching import look_again
from tests.bench.whole import whole_game
from tests.heights.album import Album
from tests.heights.worlds import (
    IN_EACH_LANGUAGE,
    WIDEST_NAME,
    Scenes,
    list_too_high,
    measure,
    with_widest_names,
)

PEOPLE = 4
EYES = ("onlooker", "0", "all")
ONE_SCREEN = (VISIBLE_HEIGHT_PIXELS["phone"], VISIBLE_HEIGHT_PIXELS["desktop"])
BOARD = (840, 890)
"""The most pixels on a phone and on a desktop."""
BOARD_AND_HAND, EVERYTHING = (840, 910), (860, 960)
"""Two pictures; and with the hands of all, where five people did something in one step."""
LIST = (1730, 1730)
"""Two lines for each of 25 games, and a third for one with teams of the widest names. The menu is
at the lower end, where a client shows a message.
"""
EVENING_ID = 500
FIRST_AT, SECONDS_BETWEEN_ENTRIES = 1_790_000_000.0, 90_000
GAME_SECONDS = 25 * 60.0
"""How long a listed game took."""
TALKATIVE = 2
"""How many of the steps of which most is told are kept."""


def most(name: str) -> tuple[int, int]:
    """Return how high a message of this name may be."""
    if name in ("story", "shared", "podium of 5"):
        return ONE_SCREEN
    if name == "list":
        return LIST
    if name.endswith("all"):
        return EVERYTHING
    return BOARD_AND_HAND if name.endswith("0") else BOARD


def scenes_of(game: str, even_steps: int) -> Scenes:
    """Return what keeps all that there is to look at of a game of as many as can play.

    So many steps are kept at even distances, besides moments and those of which most is told.
    """
    return partial(_keep, game, even_steps)


async def _keep(game: str, even_steps: int, world: World, album: Album) -> None:
    with_widest_names(world)
    found = await _over(world, game)
    await _list_of_games(world)
    watcher, record = world.people[0], found.record.id
    await _evening(world, RECORDS_PER_PAGE, 20)
    await _evening(world, RECORDS_PER_PAGE + 1, 5)
    listed = (await watcher.slash("cats history")).shown
    album.keep("list", listed)
    for name, evening in (("podium", EVENING_ID + 20), ("podium of 5", EVENING_ID + 5)):
        album.keep(name, (await watcher.choose("c1:d:0:open", f"e{evening}", on=listed)).shown)
    story = (await look_again(watcher, "moments", record=record)).shown
    album.keep("story", story)
    await look_again(watcher, "party", ReplayPosition().value("party"), record)
    (party,) = (message for message in world.messages() if message.matching("c1:d:*:party-"))
    for at in _steps(found, story.controls[-1].options, even_steps):
        for eyes in EYES:
            shown = await look_again(watcher, "replay", f"{at}/{eyes}/on", record)
            album.keep(f"step {at}, {eyes}", shown.shown)
        album.keep(f"step {at}, together", await _lead_to(at, watcher, party, record))
    await world.advance(SECONDS_BETWEEN_SHARES + 1.0)
    await look_again(watcher, "share", f"{len(found.steps) // 2}/onlooker/moment", record)
    album.keep("shared", world.messages()[-1])


async def _lead_to(at: int, leader: Person, party: Shown, record: int) -> Shown:
    """Let everybody who watches together see a step, and return the message."""
    value = WatchParty(ReplayPosition(at), leader.id).value("next")
    control = Control("", f"c1:d:{record}:party-step:{value}", disabled=False, style=2)
    await leader.world.click(leader, party, control, {})
    shown = leader.world.find(party.id)
    assert shown is not None
    return shown


async def _over(world: World, game: str) -> Replay:
    """Let as many as can play have the widest names, and play to the end."""
    package = GAMES[game]
    users = [person.id for person in world.people]
    users += range(1, package.game.seats[-1] + 1 - len(users))
    players = [Player(WIDEST_NAME, user) for user in users]
    guild, channel = world.guild.id, world.channel.id
    table = await whole_game(world.store, game, players, guild=guild, channel=channel)
    kept = await world.store.records.find_record(table.id)
    assert kept is not None
    return Replay(
        kept[0], make_finished_table(*kept, "somebody"), replay_steps(kept[1], package), package
    )


async def _list_of_games(world: World) -> None:
    """Let so many games be over that the list has more than a page."""
    for number in range(RECORDS_PER_PAGE):
        at = FIRST_AT + number * SECONDS_BETWEEN_ENTRIES
        lobby = Lobby(
            [*GAMES][number % len(GAMES)],
            world.guild.id,
            world.channel.id,
            "en",
            "none",
            at - GAME_SECONDS,
            clicked_at=1.0,
        )
        players = [make_ranked_player(9000 + seat, WIDEST_NAME, seat + 1) for seat in range(4)]
        await store_finished_table(world.store, lobby, *players, at=at)


async def _evening(world: World, number: int, people: int) -> None:
    """Let an evening of so many people be over, after so many listed games."""
    at = FIRST_AT + number * SECONDS_BETWEEN_ENTRIES
    honours = tuple((game, award) for game in GAMES for award in GAMES[game].awards.names)
    members = tuple(
        Member(WIDEST_NAME, 9000 + n, 99 - n, 12, 10, honours[n::people], 3) for n in range(people)
    )
    evening = Evening(at - 4 * 3600.0, members, (*GAMES,) * 3)
    where = world.guild.id, world.channel.id
    await world.store.evenings.add(EVENING_ID + people, *where, evening, at)


def _steps(found: Replay, moments: Sequence[tuple[str, str]], even_steps: int) -> list[int]:
    """Return the steps to look at: some of all, all moments, and where most is told."""
    last = len(found.steps) - 1
    here = make_context(found, "de")

    def told(at: int) -> int:
        return sum(map(len, format_events(found, ReplayPosition(at, "all"), here)))

    talkative = sorted(range(last), key=told)[-TALKATIVE:]
    evenly = (last * n // even_steps for n in range(even_steps + 1))
    return sorted({*evenly, *talkative, *(int(value.split("/")[0]) for value, _ in moments)})


STEPS = 3
"""How many are looked at, at even distances."""


@pytest.mark.asyncio(loop_scope="package")
@IN_EACH_LANGUAGE
@pytest.mark.parametrize(
    "game", [pytest.param(g, marks=[pytest.mark.thorough] * (g != "catham_city")) for g in GAMES]
)
async def test_each_step_of_a_replay_stands_on_one_screen_through_all_eyes(
    page: Page, game: str, language: str
) -> None:
    heights = (await measure(page, scenes_of(game, STEPS), PEOPLE, language)).heights
    assert len(heights["phone"]) > STEPS * len(EYES)
    too_high = list_too_high(heights, {name: most(name) for name in heights["phone"]})
    assert not too_high, "\n".join(too_high)
