"""Answers that Discord has already: a repeated request, or an interaction delivered twice."""

import logging
from collections.abc import Awaitable

import pytest

from bot.discord_adapter.client import CatsClient
from tests.patience import until
from tests.survival.loopback import Click, Loopback
from tests.survival.people import People, find_asked_person, shows_hand, start_game
from tests.survival.processes import wait_until_at_rest

ANSWERS = "/interactions/*"

pytestmark = pytest.mark.usefixtures("client")


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return what the log warns of."""
    found = (record for record in caplog.records if record.levelno >= logging.WARNING)
    return [record.getMessage() for record in found]


def fail_after_effect(discord: Loopback) -> None:
    """Let Discord take the next answer and say 500; discord.py asks again and is told 40060."""
    discord.fail("POST", ANSWERS, status=500, done=True)


def callbacks(discord: Loopback, click: Click) -> int:
    """Return how many first answers to a click were sent."""
    path = f"/interactions/{click.id}/"
    return sum(request.path.startswith(path) for request in discord.requests)


@pytest.mark.parametrize("answer", ["repeated", "without a name"])
async def test_who_joined_by_an_answer_that_tells_less_still_gets_pushes(
    discord: Loopback,
    client: CatsClient,
    people: People,
    caplog: pytest.LogCaptureFixture,
    answer: str,
) -> None:
    ada, ben = people
    await ada.slash("play")
    if answer == "repeated":
        fail_after_effect(discord)
    discord.names_answers = answer == "repeated"
    joined = await ben.press(":join:")
    await wait_until_at_rest(client)
    assert callbacks(discord, joined) == (2 if answer == "repeated" else 1)
    await ada.press(":start:")
    await wait_until_at_rest(client)
    assert len(ben.privates()) == 1
    assert shows_hand(ben.private())
    assert not any(shows_hand(board) for board in discord.boards())
    assert warnings(caplog) == []


async def test_a_screen_that_was_edited_by_a_repeated_answer_still_gets_pushes(
    discord: Loopback, client: CatsClient, people: People, caplog: pytest.LogCaptureFixture
) -> None:
    first, then = await start_game(people)
    await first.press(":cat/", on=first.private())
    fail_after_effect(discord)
    skipped = await first.press(":skip", on=first.private())
    await wait_until_at_rest(client)
    assert callbacks(discord, skipped) == 2
    await then.press(":cat/", on=then.private())
    await then.press(":skip", on=then.private())
    await wait_until_at_rest(client)
    assert any(":cat/" in id_ for id_ in first.offered())
    assert warnings(caplog) == []


async def test_answers_and_screens_after_a_repeated_deferral_are_filled_in(
    discord: Loopback,
    client: CatsClient,
    people: People,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ada, ben = people
    await ada.slash("play")
    monkeypatch.setattr("bot.discord_adapter.answers.DEFERRAL_DELAY_SECONDS", 0.0)

    async def check(answer: Awaitable[Click], kind: int, said: str) -> None:
        fail_after_effect(discord)
        late = await answer
        await wait_until_at_rest(client)
        assert late.kind == kind
        assert callbacks(discord, late) == 2
        assert not late.thinking
        assert said in late.text

    await check(ben.press(":join:"), 5, "You're in")
    await check(ben.slash("scores"), 5, "Scores")
    await ada.press(":start:")
    first = await find_asked_person(people)
    await check(first.press(":cat/", on=first.private()), 6, "hiding?")
    assert warnings(caplog) == []


async def test_an_interaction_delivered_twice_is_answered_once_and_warns_of_nothing(
    discord: Loopback,
    client: CatsClient,
    people: People,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ada, ben = people

    async def deliver_again(click: Click, late: bool) -> None:
        await wait_until_at_rest(client)
        before = [shown.text for shown in discord.messages.values()]
        with monkeypatch.context() as patched:
            if late:
                patched.setattr("bot.discord_adapter.answers.DEFERRAL_DELAY_SECONDS", 0.0)
            await discord.deliver_again(click)
            await until(lambda: callbacks(discord, click) == 2)
            await wait_until_at_rest(client)
        assert [shown.text for shown in discord.messages.values()] == before

    await ada.slash("play")
    await deliver_again(await ben.slash("scores"), late=True)
    await deliver_again(await ben.press(":join:"), late=False)
    await ada.press(":start:")
    first = await find_asked_person(people)
    await deliver_again(await first.press(":cat/", on=first.private()), late=True)
    assert warnings(caplog) == []


@pytest.mark.parametrize("late", [False, True], ids=["at once", "late"])
async def test_a_press_on_the_board_delivered_twice_never_shows_private_things_there(
    discord: Loopback,
    client: CatsClient,
    people: People,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    late: bool,
) -> None:
    """The first delivery was acknowledged without a word: its original message is the board."""
    ada, ben = people
    await ada.slash("play")
    await ben.press(":join:")
    board = discord.board()
    silent = {ada.id: await ada.press(":computer-add:", on=board)}
    silent[ben.id] = await ben.press(":computer-remove:", on=board)
    assert {click.kind for click in silent.values()} == {6}
    await ada.press(":start:", on=board)
    await discord.wait_for_board_text(": play a cat")
    first = await find_asked_person(people)
    (then,) = (person for person in people if person is not first)
    click = silent[then.id]
    click.wire["data"]["custom_id"] = "c1:l:1:0:"
    with monkeypatch.context() as patched:
        if late:
            patched.setattr("bot.discord_adapter.answers.DEFERRAL_DELAY_SECONDS", 0.0)
        await discord.deliver_again(click)
        await until(lambda: callbacks(discord, click) == 2)
        await wait_until_at_rest(client)
    await first.press(":cat/", on=first.private())
    await first.press(":skip", on=first.private())
    await wait_until_at_rest(client)
    mine = [r for r in discord.requests if f"token-{click.id}/messages" in r.path]
    assert {request.method for request in mine} == {"GET"}
    assert "pull up a chair" in board.text
    assert ": play a cat" in discord.board().text
    assert warnings(caplog) == []
