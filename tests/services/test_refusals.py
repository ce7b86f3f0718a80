"""Discord does not take a board: whoever can act on it is told, and the table waits."""

import logging
from dataclasses import dataclass

import pytest
from msgspec.structs import replace
from simcord.builders import ChannelHandle
from simcord.enums import ChannelType

from bot.bench.traffic import Request
from bot.bench.world import World
from bot.domain.table import Table
from bot.games.cloaked_cats.package import PACKAGE
from bot.i18n import text
from tests.games.cloaked_cats.looks import EMOJIS
from tests.play.evening import (
    deal,
    find_asked_or_none,
    find_asked_player,
    finish,
    load_table,
    play_cat,
    sit_down,
    take_turn,
)

SAY = text("en")
MISSING_ACCESS, MISSING_PERMISSIONS, INVALID_BODY, TOO_LARGE = 50001, 50013, 50035, 40005


@dataclass
class Refusal:
    """What Discord answers."""

    status: int
    code: int

    def refuse_posts(self, world: World, channel: ChannelHandle, times: int | None = 1) -> None:
        self._inject(world, "POST", f"/channels/{channel.id}/messages", times)

    def refuse_edits(self, world: World, times: int | None = 1) -> None:
        self._inject(world, "PATCH", "/channels/*/messages/*", times)

    def _inject(self, world: World, method: str, path: str, times: int | None) -> None:
        world.env.inject_error(
            method, path, status=self.status, code=self.code, message="no", times=times
        )


NO_ACCESS = Refusal(403, MISSING_ACCESS)
NO_PERMISSION = Refusal(403, MISSING_PERMISSIONS)
REJECTED = [Refusal(400, INVALID_BODY), Refusal(413, TOO_LARGE), Refusal(413, 0)]


BLOCKED = Refusal(400, 200000)


def heal(world: World) -> None:
    world.env.backend.faults.clear()


def private_thread(world: World) -> ChannelHandle:
    backend = world.env.backend
    made = backend.create_thread(
        world.channel.id, "side", world.people[0].id, type=ChannelType.PRIVATE_THREAD
    )
    return ChannelHandle(world.env, world.guild, made)


def shows(world: World, since: int = 0) -> list[Request]:
    """Return the requests that show public messages, from number `since` on."""
    return [
        request
        for request in world.requests[since:]
        if request.path.startswith("/channels/") and request.method in ("POST", "PATCH")
    ]


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [
        record.getMessage()
        for record in caplog.records
        if record.levelno == logging.WARNING and record.name.startswith("bot.")
    ]


# The first board


async def test_in_a_private_thread_the_answer_says_how_the_bot_gets_in(world: World) -> None:
    ada, *_ = world.people
    thread = private_thread(world)
    NO_ACCESS.refuse_posts(world, thread)
    answer = await ada.slash("cats play", channel=thread)
    assert answer.shown.ephemeral
    assert answer.text == SAY("board-private-thread")
    assert world.messages(channel=thread) == []
    table = await world.load_table(thread.id)
    assert table.phase == "closed"
    assert "You're in" in (await ada.slash("cats play", channel=thread)).text
    assert world.board(thread).matching("Join")
    assert "You're in" in (await ada.slash("cats play")).text


async def test_in_a_channel_the_answer_names_the_permissions(world, caplog):
    ada, ben, *_ = world.people
    NO_PERMISSION.refuse_posts(world, world.channel)
    answer = await ada.slash("cats play")
    assert answer.shown.ephemeral
    assert answer.text == SAY("board-refused")
    assert "“Send Messages”" in answer.text
    table = await load_table(world)
    assert table.phase == "closed"
    assert warnings(caplog) == [pauses(table, NO_PERMISSION)]
    since = len(world.requests)
    await world.advance(3600, step=600)
    assert shows(world, since) == [], "nothing is tried for a table that is closed"
    await deal(world, ada, ben)
    await finish(world)
    end = world.board()
    NO_PERMISSION.refuse_posts(world, world.channel)
    answer = await ada.press("c1:d:*:rematch", on=end)
    assert answer.text == SAY("board-refused")
    assert (await load_table(world)).phase == "closed"
    await ben.press("c1:d:*:rematch", on=end)
    assert (await load_table(world)).phase == "lobby", "a rematch can be tried again, too"
    assert world.board().matching("Join")


def pauses(table: Table, refusal: Refusal) -> str:
    return (
        f"table {table.id} pauses: Discord refuses its board in channel {table.channel}"
        f" with code {refusal.code}"
    )


async def test_a_running_game_pauses_whose_board_cannot_be_posted_anew(world, caplog):
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, clock="10")
    await world.advance(60)
    board = world.board()
    NO_PERMISSION.refuse_posts(world, world.channel)
    answer = await cleo.slash("cats board")
    assert answer.text == SAY("board-refused")
    table = await load_table(world)
    assert (table.phase, table.paused) == ("playing", "channel")
    assert warnings(caplog) == [pauses(table, NO_PERMISSION)]
    await world.jump(3600)
    assert (await load_table(world)).step == table.step, "clocks stand still"
    assert "board" in (await cleo.slash("cats board")).text
    assert (await load_table(world)).paused == ""
    assert world.board().id != board.id
    assert len(world.messages()) == 1
    await take_turn(find_asked_player(world))


async def test_a_missed_access_is_believed_after_a_minute_and_told_at_once(world, caplog):
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, clock="10")
    who = find_asked_player(world)
    for _ in range(2):
        NO_ACCESS.refuse_edits(world, times=2)
        await take_turn(find_asked_player(world))
        await world.advance(50)
        await world.advance(20)
        assert (await load_table(world)).board_is_behind is False, "it was missed for a moment"
    assert find_asked_player(world) is who
    NO_ACCESS.refuse_posts(world, world.channel, times=None)
    answer = await cleo.slash("cats board")
    assert answer.text == SAY("board-refused")
    await world.advance(50)
    assert (await load_table(world)).paused == ""
    assert warnings(caplog) == []
    await world.advance(60)
    table = await load_table(world)
    assert table.paused == "channel"
    assert warnings(caplog) == [pauses(table, NO_ACCESS)]


# What is in it


def plain(request: Request) -> bool:
    pictures = request.files or "attachment://" in str(request.json)
    return not pictures and not own_emojis(request)


def own_emojis(request: Request) -> list[str]:
    ids = [emoji[:-1].rsplit(":", 1)[1] for emoji in EMOJIS.values()]
    return [id_ for id_ in ids if id_ in str(request.json)]


async def test_a_board_that_discord_rejects_is_shown_as_text_alone(open_world, caplog):
    world = await open_world(registry={"cloaked_cats": replace(PACKAGE, emojis=EMOJIS)})
    ada, ben, *_ = world.people
    await deal(world, ada, ben, text_only=False)
    await take_turn(find_asked_player(world))
    for refusal in REJECTED:
        caplog.clear()
        refusal.refuse_edits(world)
        since = len(world.requests)
        who = find_asked_player(world)
        await play_cat(who)
        first, second = shows(world, since)
        assert first.files
        assert own_emojis(first)
        assert plain(second)
        assert (first.method, second.method) == ("PATCH", "PATCH")
        assert f"{who.name}: guess or skip" in world.board().text
        assert world.board().files == {}
        table = await load_table(world)
        assert (table.paused, table.board.shown) == ("", table.version)
        assert warnings(caplog) == [
            f"Discord rejects the board of table {table.id} with code {refusal.code}:"
            " once more as text alone"
        ]
        await who.press("c1:m:*:skip", on=who.private())
        assert world.board().files, "the next board has pictures again"


async def test_a_lobby_that_is_rejected_is_posted_as_text_and_else_closed(world: World) -> None:
    ada, *_ = world.people
    REJECTED[0].refuse_posts(world, world.channel, times=2)
    answer = await ada.slash("cats play")
    assert answer.text == SAY("board-rejected", code=str(INVALID_BODY))
    assert (await load_table(world)).phase == "closed"
    REJECTED[0].refuse_posts(world, world.channel)
    assert "You're in" in (await ada.slash("cats play")).text
    assert len(world.messages()) == 1
    assert world.board().files == {}


async def test_a_board_that_is_rejected_as_text_too_pauses_its_table_until_somebody_clicks(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, computers=1, clock="10", text_only=False)
    while find_asked_or_none(world) is None:
        await world.advance(3)
    refusal, board, who = REJECTED[0], world.board(), find_asked_player(world)
    refusal.refuse_edits(world, times=None)
    since = len(world.requests)
    await play_cat(who)
    assert [plain(request) for request in shows(world, since)] == [False, True]
    table = await load_table(world)
    assert table.paused == "channel"
    assert f"channel {world.channel.id} with code {INVALID_BODY}" in caplog.text

    since = len(world.requests)
    await world.advance(3600, step=600)
    assert shows(world, since) == [], "requests do not pile up"
    assert (await load_table(world)).step == table.step, "computers make no moves"

    for person in (ada, ben):
        since = len(world.requests)
        answer = await person.press("My cards", on=board)
        assert answer.shown.ephemeral
        assert answer.text == SAY("board-rejected", code=str(INVALID_BODY))
        assert len(shows(world, since)) == 2, "each click tries it again"
        assert (await load_table(world)).paused == "channel"

    heal(world)
    assert (await ben.press("My cards", on=board)).shown.matching("c1:d:*:page:notebook")
    assert (await load_table(world)).paused == ""
    assert f"{who.name}: guess or skip" in world.board().text
    assert world.board().files


async def test_a_lobby_that_is_rejected_waits_for_the_next_click(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await sit_down(world, ada, ben)
    lobby = world.board()
    REJECTED[0].refuse_edits(world, times=None)
    await ben.press("Add computer", on=lobby)
    assert (await cleo.press("Join", on=lobby)).text.startswith("Discord didn't take the board")
    heal(world)
    assert "You're in" in (await cleo.press("Join", on=lobby)).text
    assert "Cleo" in world.board().text


async def test_a_board_with_a_name_that_a_server_forbids_goes_without_names(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    await take_turn(find_asked_player(world))
    BLOCKED.refuse_edits(world)
    since = len(world.requests)
    await take_turn(find_asked_player(world))
    refused, *taken = shows(world, since)
    assert any(name in str(refused.json) for name in ("Ada", "Ben"))
    assert taken
    for request in taken:
        assert "👤 1" in str(request.json)
        assert not any(name in str(request.json) for name in ("Ada", "Ben"))
    assert (await load_table(world)).paused == ""
    await ben.slash("cats leave")
    await ben.press("c1:d:*:leave-yes")
    assert "Ben" not in str(shows(world, since)[-1].json)
    assert "👤 has left" in world.board().text
