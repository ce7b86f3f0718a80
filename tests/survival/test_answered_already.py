"""Answers that Discord has already: a repeated request, or an interaction delivered twice."""

import logging

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


async def test_a_line_whose_first_answer_was_repeated_still_gets_pushes(
    discord: Loopback, client: CatsClient, people: People, caplog: pytest.LogCaptureFixture
) -> None:
    ada, ben = people
    await ada.slash("play")
    fail_after_effect(discord)
    joined = await ben.press(":join:")
    await wait_until_at_rest(client)
    assert callbacks(discord, joined) == 2
    await ada.press(":start:")
    await wait_until_at_rest(client)
    assert len(ben.privates()) == 1
    assert shows_hand(ben.private())
    assert warnings(caplog) == []


async def test_a_push_after_an_answer_without_a_name_goes_to_the_own_screen_and_not_to_the_board(
    discord: Loopback, client: CatsClient, people: People
) -> None:
    discord.names_answers = False
    ada, ben = people
    await ada.slash("play")
    await ben.press(":join:")
    await ada.press(":start:")
    await wait_until_at_rest(client)
    assert shows_hand(ben.private())
    assert len(ben.privates()) == 1
    assert not any(shows_hand(board) for board in discord.boards())


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


@pytest.mark.parametrize("kind", ["click", "command"])
async def test_an_answer_after_a_repeated_deferral_is_filled_in(
    discord: Loopback,
    client: CatsClient,
    people: People,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
) -> None:
    ada, ben = people
    await ada.slash("play")
    monkeypatch.setattr("bot.discord_adapter.answers.DEFERRAL_DELAY_SECONDS", 0.0)
    fail_after_effect(discord)
    late = await (ben.press(":join:") if kind == "click" else ben.slash("scores"))
    await wait_until_at_rest(client)
    assert late.kind == 5
    assert callbacks(discord, late) == 2
    assert not late.thinking
    assert ("You're in" if kind == "click" else "Scores") in late.text
    assert warnings(caplog) == []


async def test_a_screen_after_a_repeated_deferral_is_edited(
    discord: Loopback,
    client: CatsClient,
    people: People,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, _ = await start_game(people)
    monkeypatch.setattr("bot.discord_adapter.answers.DEFERRAL_DELAY_SECONDS", 0.0)
    fail_after_effect(discord)
    played = await first.press(":cat/", on=first.private())
    await wait_until_at_rest(client)
    assert played.kind == 6
    assert "hiding?" in played.text
    assert warnings(caplog) == []


@pytest.mark.parametrize(("what", "late"), [("command", True), ("join", False), ("move", True)])
async def test_an_interaction_delivered_twice_is_answered_once_and_warns_of_nothing(
    discord: Loopback,
    client: CatsClient,
    people: People,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    what: str,
    late: bool,
) -> None:
    ada, ben = people
    match what:
        case "command":
            click = await ada.slash("scores")
        case "join":
            await ada.slash("play")
            click = await ben.press(":join:")
        case _:
            first, _ = await start_game(people)
            click = await first.press(":cat/", on=first.private())
    await wait_until_at_rest(client)
    before = [shown.text for shown in discord.messages.values()]
    if late:
        monkeypatch.setattr("bot.discord_adapter.answers.DEFERRAL_DELAY_SECONDS", 0.0)
    await discord.deliver_again(click)
    await until(lambda: callbacks(discord, click) == 2)
    await wait_until_at_rest(client)
    assert [shown.text for shown in discord.messages.values()] == before
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
