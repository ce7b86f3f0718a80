"""Every screen of a game that is over in every language, at its worst, against Discord's limits."""

from collections.abc import Iterator
from itertools import cycle
from typing import get_args

import pytest
from msgspec.structs import replace

from bot.discord_adapter.channels import make_invitation_url
from bot.domain.evenings import Evening, Member, StoredEvening
from bot.domain.game_records import Record
from bot.domain.results import RecentGames
from bot.domain.table import Leaver
from bot.engine.screen import Screen
from bot.games.registry import GAMES
from bot.i18n import LANGUAGES, text
from bot.presenters import history_list as listing
from bot.presenters import replay
from bot.presenters.podium import MAX_AWARDS, MAX_GUESTS, render_podium
from bot.presenters.replay import Eyes, Replay, ReplayPosition
from bot.presenters.watch_party import WatchParty, render_watch_party
from bot.storage.record_repository import RECORDS_PER_PAGE
from tests.limits.checks import check_that_all_fit
from tests.limits.tables import ID, NAMES
from tests.presenters.replays import play_replay

FILM = b"GIF89a"
INVITATION = make_invitation_url(ID)


async def longest(game: str, *, text_only: bool = False) -> Replay:
    """Return a game of as many as can play, all with the longest names and ids."""
    found = await play_replay(game, full=True)
    named = tuple(
        replace(seat, name=name, user=ID + number)
        for number, (seat, name) in enumerate(zip(found.record.seats, cycle(NAMES), strict=False))
    )
    record = replace(found.record, id=ID // 10, seats=named, text_only=text_only)
    players = tuple(
        replace(player, name=seat.name)
        for player, seat in zip(found.table.players, named, strict=True)
    )
    table = replace(found.table, id=record.id, players=players, text_only=text_only)
    emojis = {name: f"<:{name.replace('-', '_')[:32]:_<32}:{ID}>" for name in found.package.emojis}
    package = replace(found.package, emojis=emojis)
    return Replay(record, table, found.steps, package)


STEPS, THOROUGH_STEPS = 4, 10
"""Steps that are looked at, at even distances; the second with `--thorough`."""


def looks(found: Replay, language: str, steps: int) -> Iterator[tuple[str, Screen]]:
    """Yield replays through all eyes, the story and what is shared."""
    here = replay.make_context(found, language, is_last_step=True)
    moments = replay.find_highlights(found, here)
    some = range(0, len(found.steps), max(1, len(found.steps) // steps))
    eyes: list[Eyes] = ["onlooker", "all", *range(len(found.record.seats))]
    for at in {*some, 0, len(found.steps) - 1}:
        for each in eyes:
            shown = replay.render_step(
                found, ReplayPosition(at, each), moments, language, may_share=True
            )
            yield f"step {at} as {each}", replace(shown, note=text(language)("party-opened"))
            for party in (
                WatchParty(ReplayPosition(at, each), ID, ID),
                WatchParty(ReplayPosition(at)),
            ):
                yield (
                    f"step {at} as {each}, together",
                    render_watch_party(found, party, moments, NAMES[0]),
                )
        yield (
            f"step {at}",
            replay.render_shared_post(
                found, at, moments, FILM, NAMES[0], is_whole_game=False, invitation_url=INVITATION
            ),
        )
    yield "story", replay.render_story(found, moments, language)
    yield "no story", replay.render_story(found, (), language)
    yield (
        "shared game",
        replay.render_shared_post(found, 0, moments, FILM, NAMES[0], is_whole_game=True),
    )


def make_longest_evening(ended_at: float) -> StoredEvening:
    """Return an evening of more people than the podium shows, who all earned all awards."""
    honours = tuple((game, award) for game in GAMES for award in GAMES[game].awards.names)
    members = tuple(
        Member(name, ID + number, 10**6 - number, 10**3, 10**3, (*honours, honours[number]), 999)
        for number, name in zip(range(MAX_GUESTS + 10), cycle(NAMES), strict=False)
    )
    evening = Evening(0.0, members, (*GAMES,) * 200)
    return StoredEvening(ID, ID, ID, ended_at, evening)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("pictures", [True, False])
async def test_every_podium_fits(language: str, pictures: bool) -> None:
    whole = make_longest_evening(1.0).evening
    shown = [
        (
            f"{count} people",
            render_podium(
                replace(whole, members=whole.members[:count]),
                GAMES,
                text(language),
                pictures=pictures,
            ),
        )
        for count in (1, 2, MAX_GUESTS, len(whole.members))
    ]
    await check_that_all_fit(shown)
    assert shown[-1][1].fields[0].text.count("\n") == MAX_AWARDS - 1


def lists(record: Record, language: str) -> Iterator[tuple[str, Screen]]:
    """Yield lists of as many games as a page has, of whatever can be told of them."""
    left = replace(record, leavers=(Leaver(ID, NAMES[0], None),) * 8)
    shared = replace(record, seats=tuple(replace(seat, rank=1) for seat in record.seats))
    ended = replace(record, ending="ended")
    entries: list[tuple[str, Record | StoredEvening]] = [("left", left), ("shared", shared)]
    entries += [("ended", ended), ("evening", make_longest_evening(record.ended_at))]
    for name, each in entries:
        records = [replace(each, id=ID // 10 + number) for number in range(RECORDS_PER_PAGE + 1)]
        for of in get_args(listing.ListName):
            for shown in (records, [], records[:1]):
                recent = RecentGames(tuple(r for r in shown if isinstance(r, Record)))
                yield name, listing.render_list(text(language), shown, GAMES, 99_998, of, recent)


@pytest.mark.parametrize("text_only", [False, True], ids=("pictures", "text only"))
@pytest.mark.parametrize("game", GAMES)
async def test_every_look_back_fits(game: str, text_only: bool, thorough: bool) -> None:
    steps = THOROUGH_STEPS if thorough else STEPS
    found = await longest(game, text_only=text_only)
    for language in LANGUAGES:
        assert len(await check_that_all_fit(looks(found, language, steps))) > 40


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_list_fits_and_tells_of_25_games(language: str) -> None:
    found = await longest("quickpick")
    shown = [*lists(found.record, language)]
    assert len(await check_that_all_fit(shown)) == len(shown)
    told = [screen.text.count(":d>") for _, screen in shown if len(screen.rows) > 1]
    assert {*told} == {RECORDS_PER_PAGE, 1}
