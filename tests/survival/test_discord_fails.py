"""The real HTTP client against a Discord that fails: clicks are answered or the board heals."""

import asyncio
import logging
import re
from types import SimpleNamespace

import pytest

from bot.discord_adapter.client import CatsClient
from bot.discord_adapter.request_gate import MAX_RATE_LIMIT_WAIT_SECONDS
from bot.i18n import text
from tests.patience import HANG_TIMEOUT_SECONDS, until
from tests.survival.loopback import EPHEMERAL, Click, Loopback
from tests.survival.people import People, shows_hand, start_game
from tests.survival.processes import wait_until_at_rest
from tests.survival.wire import SUPPRESS_EMBEDS

ALL_BOARDS, ALL_POSTS = "/channels/*/messages/*", "/channels/*/messages"
ANSWERS = "/interactions/*"
FORBIDDEN = (403, 50083), (404, 10003)
"""How Discord refuses an answer that its channel forbids, which is no fault."""
SHORT_TIMEOUT_SECONDS = 1.0
"""Seconds of patience, where giving up is what is tested."""

RATE_LIMIT_SECONDS = MAX_RATE_LIMIT_WAIT_SECONDS
"""Seconds that a rate limit lasts for which the library waits, unless the test ends it."""

pytestmark = pytest.mark.usefixtures("client")


async def test_all_messages_say_whom_they_notify_and_private_ones_are_private(
    discord: Loopback, people: People
) -> None:
    ada, ben = people
    await ada.slash("play")
    await until(discord.boards)
    board = discord.board()
    board.wire["flags"] |= SUPPRESS_EMBEDS
    assert "Ada" not in board.text, "a moderator has removed its embeds"
    await ben.press(":join:")
    await discord.wait_for_board_text("Ben")
    assert discord.boards() == [board]
    await ada.press(":start:")
    await ada.slash("board")
    await until(lambda: len(discord.posted) == 2)

    for request in discord.requests:
        if request.method == "POST" and request.path.endswith("/messages"):
            assert request.body["nonce"]
            assert request.body["enforce_nonce"] is True
            assert request.body["allowed_mentions"]["parse"] == []
        elif request.method == "PATCH" and "/messages/" in request.path:
            assert request.body["allowed_mentions"]["parse"] == []
        elif request.path.endswith("/callback") and request.body["type"] in (4, 7):
            assert request.body["data"]["allowed_mentions"]["parse"] == []
            assert request.body["type"] == 7 or request.body["data"]["flags"] == EPHEMERAL
    posts = [request.files for request in discord.requests if request.path.endswith("/messages")]
    assert posts[-1] == ("floor.jpg",)
    assert any(request.files == ("hand.jpg",) for request in discord.requests)


@pytest.mark.parametrize("scope", ["user", "global"])
async def test_a_rate_limit_delays_the_board_and_nothing_else(
    discord: Loopback, people: People, monkeypatch: pytest.MonkeyPatch, scope: str
) -> None:
    over = asyncio.Event()

    async def wait(seconds: float) -> None:
        if seconds == RATE_LIMIT_SECONDS:
            await over.wait()

    monkeypatch.setattr("discord.http.asyncio", SimpleNamespace(**vars(asyncio) | {"sleep": wait}))
    ada, ben = people
    await ada.slash("play")
    await until(discord.boards)
    limit = discord.fail(
        "PATCH", ALL_BOARDS, status=429, retry_after=RATE_LIMIT_SECONDS, scope=scope, times=2
    )
    await ben.press(":join:")
    await limit.hit.wait()
    await ada.slash("help")
    assert "Ben" not in discord.board().text
    over.set()
    await discord.wait_for_board_text("Ben")


async def test_a_global_limit_longer_than_our_patience_does_not_silence_the_bot_for_ever(
    discord: Loopback, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "bot.discord_adapter.channels.MESSAGE_REQUEST_TIMEOUT_SECONDS", SHORT_TIMEOUT_SECONDS
    )
    ada, ben = people
    await ada.slash("play")
    await until(discord.boards)
    discord.fail("PATCH", ALL_BOARDS, status=429, retry_after=RATE_LIMIT_SECONDS, scope="global")
    await ben.press(":join:")
    await discord.wait_for_board_text("Ben")


async def test_nobody_waits_for_a_board_that_hangs(discord: Loopback, people: People) -> None:
    ada, ben = people
    await ada.slash("play")
    await until(discord.boards)
    fault = discord.fail("PATCH", ALL_BOARDS, held=asyncio.Event())
    await ben.press(":join:")
    await fault.hit.wait()
    await ada.press(":computer-add:")
    await ben.slash("help")
    assert "Ben" not in discord.board().text
    assert fault.held
    fault.held.set()
    await discord.wait_for_board_text("Ben")


def answers_to(click: Click, discord: Loopback) -> int:
    """Return how often the bot has tried to answer."""
    paths = [request.path for request in discord.requests]
    return sum(path.startswith(f"/interactions/{click.id}/") for path in paths)


async def test_one_failed_answer_is_tried_again(discord: Loopback, people: People) -> None:
    ada, ben = people
    await ada.slash("play")
    for answer in (ben.press(":join:"), ben.slash("help")):
        discord.fail("POST", ANSWERS, status=500)
        assert answers_to(await answer, discord) == 2


@pytest.mark.parametrize("taken", [False, True], ids=["not taken", "taken"])
@pytest.mark.parametrize("kind", ["click", "private click", "command"])
async def test_an_answer_whose_connection_breaks_is_sent_once_more(
    discord: Loopback,
    client: CatsClient,
    people: People,
    caplog: pytest.LogCaptureFixture,
    kind: str,
    taken: bool,
) -> None:
    ada, ben = people
    await ada.slash("play")
    broken = discord.fail("POST", ANSWERS, reset=True, done=taken)
    match kind:
        case "click":
            click = await ben.send_press(":join:")
        case "private click":
            click = await ada.send_press(":leave:", on=ada.private())
        case _:
            click = await ben.send_command("help")
    await broken.hit.wait()
    await until(lambda: answers_to(click, discord) == 2)
    await wait_until_at_rest(client)
    assert click.acknowledged.is_set()
    assert answers_to(click, discord) == 2
    assert [r.getMessage() for r in caplog.records if r.levelno > logging.INFO] == []
    if kind == "click":
        await ada.press(":start:")
        await wait_until_at_rest(client)
        assert shows_hand(ben.private()), "the message is known, and gets the cards"


async def test_an_answer_whose_connection_breaks_twice_is_given_up(
    discord: Loopback, client: CatsClient, people: People, caplog: pytest.LogCaptureFixture
) -> None:
    ada, ben = people
    await ada.slash("play")
    broken = discord.fail("POST", ANSWERS, reset=True, times=9)
    click = await ben.send_press(":join:")
    await broken.hit.wait()
    await until(lambda: "could not be answered" in caplog.text)
    await wait_until_at_rest(client)
    assert answers_to(click, discord) == 2


@pytest.mark.parametrize("fault", [{"status": 500}, {}])
async def test_a_click_that_cannot_be_answered_counts_and_is_given_up_in_time(
    discord: Loopback,
    client: CatsClient,
    people: People,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    fault: dict[str, object],
) -> None:
    ada, ben = people
    await ada.slash("play")
    failed = discord.fail("POST", ANSWERS, **fault, times=9)
    monkeypatch.setattr("bot.discord_adapter.answers.FIRST_ANSWER_WINDOW_SECONDS", 3.0)
    click = await ben.send_press(":join:")
    await until(lambda: failed.hit.is_set() or "could not be answered" in caplog.text)
    monkeypatch.setattr(
        "bot.discord_adapter.answers.FIRST_ANSWER_WINDOW_SECONDS", 4 * HANG_TIMEOUT_SECONDS
    )
    failed.path = f"/interactions/{click.id}/*"
    await ada.slash("help")
    await discord.wait_for_board_text("Ben")
    await wait_until_at_rest(client)
    warnings = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert [record.name for record in warnings] == ["bot.discord_adapter.reply"]
    assert f"token-{click.id}" not in caplog.text
    assert (await ben.press(":join:")).kind == 4


async def test_a_hanging_push_of_a_private_screen_holds_nothing_up(
    discord: Loopback, client: CatsClient, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "bot.discord_adapter.ephemeral_messages.PUSH_TIMEOUT_SECONDS", SHORT_TIMEOUT_SECONDS
    )
    ada, ben = people
    fault = discord.fail("PATCH", "/webhooks/*", times=9)
    await ada.slash("play")
    await ben.press(":join:")
    await ada.press(":start:")
    await fault.hit.wait()
    await discord.wait_for_board_text(": play a cat")
    await wait_until_at_rest(client)
    await ben.slash("hand")
    assert shows_hand(ben.private())


async def test_cards_that_are_dealt_while_an_answer_is_on_its_way_come_after_it(
    discord: Loopback, client: CatsClient, people: People
) -> None:
    ada, ben = people
    await ada.slash("play")
    travelling = discord.fail("POST", ANSWERS, held=asyncio.Event())
    await ben.send_press(":join:")
    await travelling.hit.wait()
    await discord.wait_for_board_text("Ben")
    await ada.press(":start:")
    await discord.wait_for_board_text(": play a cat")
    assert travelling.held
    travelling.held.set()
    await wait_until_at_rest(client)
    assert shows_hand(ben.private())
    assert len(ben.privates()) == 1


async def test_an_answer_on_its_way_does_not_hide_the_screen_of_the_next_turn(
    discord: Loopback, client: CatsClient, people: People
) -> None:
    first, then = await start_game(people)
    await first.press(":cat/", on=first.private())
    travelling = discord.fail("POST", ANSWERS, held=asyncio.Event())
    await first.send_press(":skip", on=first.private())
    await travelling.hit.wait()
    await until(then.offered)
    await then.press(":cat/", on=then.private())
    await then.press(":skip", on=then.private())
    assert travelling.held
    travelling.held.set()
    await wait_until_at_rest(client)
    assert any(":cat/" in id_ for id_ in first.offered())


async def test_a_private_screen_that_is_still_on_its_way_goes_when_a_newer_one_comes(
    discord: Loopback, client: CatsClient, people: People
) -> None:
    """Else both stay, and whoever scrolls back presses what is long past."""
    first, then = await start_game(people)
    line = client.services.conversations.find_own_screen(1, then.id)
    assert line is not None
    await line.delete()
    assert then.privates() == []
    travelling = discord.fail("POST", "/webhooks/*", held=asyncio.Event())
    await first.press(":cat/", on=first.private())
    await first.press(":skip", on=first.private())
    await travelling.hit.wait()
    await then.slash("hand")
    newest = then.private()
    assert travelling.held
    travelling.held.set()
    await wait_until_at_rest(client)
    assert [message.id for message in then.privates()] == [newest.id]


@pytest.mark.logs_errors
async def test_an_answer_that_discord_refuses_is_replaced_by_a_sentence(
    discord: Loopback, people: People
) -> None:
    ada, ben = people
    await ada.slash("play")
    await until(discord.boards)
    for answer in (
        ben.press(":join:", on=discord.board()),
        ada.slash("help"),
        ada.press(":leave:", on=ada.private()),
    ):
        discord.fail("POST", ANSWERS, status=400)
        click = await answer
        assert click.kind == 4
        assert text("en")("not-shown") in click.text


@pytest.mark.parametrize(
    ("status", "code", "late"),
    [
        (403, 50083, False),
        (404, 10003, True),
        (404, 10062, False),
        (404, 10062, True),
        (401, 0, True),
    ],
)
async def test_an_answer_or_deferral_that_is_refused_is_sent_once_and_is_no_fault(
    discord: Loopback,
    client: CatsClient,
    people: People,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    status: int,
    code: int,
    late: bool,
) -> None:
    ada, ben = people
    await ada.slash("play")
    await wait_until_at_rest(client)
    if late:
        monkeypatch.setattr("bot.discord_adapter.answers.DEFERRAL_DELAY_SECONDS", 0.0)
    failed = discord.fail("POST", ANSWERS, status=status, code=code, times=9)
    click = await ben.send_press(":join:")
    await failed.hit.wait()
    await wait_until_at_rest(client)
    assert sum(str(click.id) in request.path for request in discord.requests) == 1
    told = [r.getMessage() for r in caplog.records if r.levelno > logging.INFO]
    assert bool(told) == ((status, code) not in FORBIDDEN)


async def test_a_board_that_discord_lets_nobody_edit_for_now_is_posted_anew(
    discord: Loopback, people: People
) -> None:
    ada, ben = people
    await ada.slash("play")
    await until(discord.boards)
    old = discord.board()
    discord.fail("PATCH", ALL_BOARDS, status=429, code=20028, retry_after=1200.0, scope="shared")
    await ben.press(":join:")
    await discord.wait_for_board_text("Ben")
    await until(lambda: len(discord.boards()) == 1)
    assert discord.board() is not old


async def test_who_opens_a_table_where_discord_takes_no_posts_is_told_until_when(
    discord: Loopback, people: People
) -> None:
    ada, ben = people
    closed = discord.fail("POST", ALL_POSTS, status=429, retry_after=1200.0)
    click = await ada.slash("play")
    assert re.search(r"as soon as I may, from <t:[0-9]+:T> on", ada.private().text)
    assert click.answered.is_set()
    assert closed.times == 0
    before = len(discord.requests)
    await ben.slash("play")
    assert not [r for r in [*discord.requests][before:] if r.path.endswith("/messages")]
