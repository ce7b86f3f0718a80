"""Screens and pictures that take long: the newest lands last, once, and complete in the end."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from bot.common.counters import Counters
from bot.discord_adapter.client import CatsClient
from bot.engine.records import list_legal_paths
from tests.patience import HANG_TIMEOUT_SECONDS, until
from tests.survival.loopback import Click, Fault, Loopback, Request, Shown
from tests.survival.people import COMPONENT, People, Person
from tests.survival.processes import run_client, wait_until_at_rest
from tests.tables import expect_match

EDITS, MESSAGES = "/webhooks/*/messages/*", "/webhooks/*"
HAND = "c1:l:1:0:"
"""The custom id of the button for the own screen."""
ANOTHER_ATTACHMENT_ID = "1"
TIMEOUT_NAMES = (
    "bot.discord_adapter.picture_renderer.DEFAULT_PICTURE_TIMEOUT_SECONDS",
    "bot.discord_adapter.reply.PICTURE_WAIT_SECONDS",
)


Run = Callable[[], AbstractAsyncContextManager[CatsClient]]


@pytest.fixture
def run(discord: Loopback, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """How to run the bot; boards are edited without a pause."""
    return partial(run_client, discord, monkeypatch, tmp_path / "cats.db")


def hold_request(discord: Loopback, method: str, path: str) -> tuple[Fault, asyncio.Event]:
    """Hold the next such request up until the event is set."""
    arrives = asyncio.Event()
    return discord.fail(method, path, held=arrives), arrives


async def first_cat(client: CatsClient, who: Person) -> str:
    """Return the custom id of a cat that the person can play, who begins."""
    table = expect_match(await client.services.tables.load(1))
    game = client.services.tables.find_package(table).game
    (prompt,) = table.prompts
    assert prompt.seat is not None
    assert table.players[prompt.seat].user == who.id
    return f"c1:m:1:{prompt.decision}:{list_legal_paths(game, table.state, prompt.seat)[0]}"


async def press_id(who: Person, custom_id: str, on: Shown) -> Click:
    """Press a button that the message may not have any more, and wait for the answer."""
    data = {"custom_id": custom_id, "component_type": 2}
    return await who.answered(await who.discord.interact(who.id, who.name, COMPONENT, data, on))


def ben_begins(client: CatsClient) -> None:
    """Let the next deal be one in which the second of two people, or of three, begins."""
    client.services.lobby.make_seed = lambda: bytes([5]) * 32


async def sit_down(client: CatsClient, people: People) -> None:
    """Open a table with two people."""
    ada, ben = people
    await ada.slash("play")
    await ben.press(":join:")
    await wait_until_at_rest(client)


async def test_a_slow_push_that_an_answer_overtook_is_shown_again(
    discord: Loopback, people: People, run: Run
) -> None:
    ada, ben = people
    async with run() as client:
        ben_begins(client)
        await sit_down(client, people)
        push, arrives = hold_request(discord, "PATCH", EDITS)
        await ada.press(":start:")
        await push.hit.wait()
        own = ben.private()
        await press_id(ben, await first_cat(client, ben), own)
        assert any(":skip" in id_ for id_ in own.ids())
        arrives.set()
        await wait_until_at_rest(client)
    assert any(":skip" in id_ for id_ in own.ids()), "the older screen landed last"
    assert ben.privates() == [own]


async def test_two_slow_pushes_to_who_clicks_on_the_board_are_one_message(
    discord: Loopback, people: People, run: Run
) -> None:
    ada, ben = people
    async with run() as client:
        await sit_down(client, people)
    discord.messages.pop(ben.private().id)
    async with run() as client:
        ben_begins(client)
        board = discord.board()
        assert (await ben.press(":computer-add:", on=board)).kind == 6, "no own screen follows"
        push, arrives = hold_request(discord, "POST", MESSAGES)
        await ada.press(":start:", on=board)
        await push.hit.wait()
        again = await press_id(ben, await first_cat(client, ben), discord.board())
        assert again.kind == 6, "the own screen is on its way already"
        arrives.set()
        await wait_until_at_rest(client)
    (own,) = ben.privates()
    assert any(":skip" in id_ for id_ in own.ids())


async def test_eight_open_screens_show_a_reveal_before_a_slow_board(
    discord: Loopback, people: People, run: Run
) -> None:
    onlookers = [Person(discord, number, f"Onlooker {number}") for number in range(21, 27)]
    async with run() as client:
        await people[0].play("liars_dice", 0)
        await people[1].press(":join:")
        await people[0].press(":start:")
        for person in people:
            await person.slash("hand")
        for person in onlookers:
            await person.press(HAND)
        await press_move(client, people, "bid/1/6")
        await wait_until_at_rest(client)
        board, arrives = hold_request(discord, "PATCH", "/channels/*/messages/*")
        await press_move(client, people, "liar")
        await until(lambda: all("Cups up!" in str(each.private().wire) for each in people))
        await until(lambda: all("calls “Liar!”" in str(each.private().wire) for each in onlookers))
        assert "calls “Liar!”" not in str(discord.board().wire), "the slow board came first"
        assert board.hit.is_set() and not arrives.is_set()
        arrives.set()
        await wait_until_at_rest(client)
    assert "calls “Liar!”" in str(discord.board().wire)


async def press_move(client: CatsClient, people: People, path: str) -> None:
    """Let whoever is asked press the button of a move."""
    table = expect_match(await client.services.tables.load(1))
    (prompt,) = table.prompts
    assert prompt.seat is not None
    who = next(person for person in people if person.id == table.players[prompt.seat].user)
    await press_id(who, f"c1:m:1:{prompt.decision}:{path}", who.private())


# Pictures that are late


class Brush:
    """Draws as slowly as the test wants."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.drawings = 0
        """How many were begun."""
        self.works = True
        self._dry = threading.Event()
        self._patch = monkeypatch
        monkeypatch.setattr("bot.discord_adapter.picture_renderer._draw_picture", self._draw)

    def stop(self) -> None:
        """Let all pictures be late from now on."""
        self._dry.clear()
        self._wait(0.0)

    def dry(self) -> None:
        """Let what was late be ready."""
        self._dry.set()

    def go_on(self) -> None:
        """Let everything be drawn, and be waited for."""
        self.dry()
        self._wait(4 * HANG_TIMEOUT_SECONDS)

    def _wait(self, seconds: float) -> None:
        for name in TIMEOUT_NAMES:
            self._patch.setattr(name, seconds)

    def _draw(self, draw: Callable[[], bytes], figures: Counters) -> bytes | None:
        self.drawings += 1
        self._dry.wait(HANG_TIMEOUT_SECONDS)
        figures.observe_picture(0.0)
        return draw() if self.works else None


@pytest.fixture
def brush(monkeypatch: pytest.MonkeyPatch) -> Brush:
    """What draws all pictures."""
    return Brush(monkeypatch)


def pictures(shown: Shown) -> list[str]:
    """Return the names of a message's pictures."""
    return [file["filename"] for file in shown.wire["attachments"]]


async def test_a_board_that_went_out_without_its_pictures_gets_them_when_they_are_drawn(
    discord: Loopback, people: People, run: Run, brush: Brush
) -> None:
    ada, _ = people
    async with run() as client:
        brush.go_on()
        await sit_down(client, people)
        brush.stop()
        await ada.press(":start:")
        await until(lambda: len(discord.posted) == 2 and len(discord.boards()) == 1)
        assert pictures(discord.board()) == []
        assert "Points: " in discord.board().text
        brush.go_on()
        await wait_until_at_rest(client)
        assert pictures(discord.board()) == ["floor.jpg"]
        table = expect_match(await client.services.tables.load(1))
        assert table.board.shown == table.version
    assert len(discord.posted) == 2


async def test_a_picture_that_fails_late_is_not_tried_again_and_again(
    discord: Loopback, people: People, run: Run, brush: Brush
) -> None:
    ada, _ = people
    async with run() as client:
        brush.stop()
        await ada.slash("play")
        await until(lambda: brush.drawings)
        begun = brush.drawings
        brush.works = False
        brush.dry()
        await wait_until_at_rest(client)
        assert brush.drawings == begun
        assert pictures(discord.board()) == []
    brush.works = True
    brush.go_on()
    async with run() as client:
        await until(lambda: pictures(discord.board()))
    assert len(discord.posted) == 1


@asynccontextmanager
async def bens_turn(
    run: Run, brush: Brush, people: People
) -> AsyncIterator[tuple[CatsClient, Shown, str]]:
    """Run a bot that draws at once, at whose table Ben is asked: his screen, a cat's id."""
    ada, ben = people
    async with run() as client:
        brush.go_on()
        ben_begins(client)
        await sit_down(client, people)
        await ada.press(":start:")
        await wait_until_at_rest(client)
        yield client, ben.private(), await first_cat(client, ben)


async def test_a_late_picture_of_a_private_screen_does_not_bring_back_an_old_one(
    discord: Loopback, people: People, run: Run, brush: Brush
) -> None:
    _, ben = people
    async with bens_turn(run, brush, people) as (client, own, cat):
        brush.stop()
        made_up, arrives = hold_request(discord, "PATCH", EDITS)
        await ben.press(cat, on=own)
        assert pictures(own) == []
        brush.go_on()
        await made_up.hit.wait()
        await ben.press(":skip", on=own)
        assert not any(":skip" in id_ for id_ in own.ids())
        arrives.set()
        await wait_until_at_rest(client)
        assert not any(":skip" in id_ for id_ in own.ids()), "the older screen landed last"
        assert pictures(own)
        brush.stop()
        await press_id(ben, HAND, own)
        brush.go_on()
        await wait_until_at_rest(client)
        assert pictures(own) == ["hand.jpg"], "it is made up for"


# Pictures that stay


def edit_after(click: Click, discord: Loopback) -> Request:
    """Return the bot's answer to a click."""
    path = f"/interactions/{click.id}/"
    (answer,) = (request for request in discord.requests if request.path.startswith(path))
    return answer


async def test_a_picture_that_stays_is_not_sent_again(
    discord: Loopback, people: People, run: Run, brush: Brush
) -> None:
    _, ben = people
    async with bens_turn(run, brush, people) as (_, own, cat):
        shown_pictures = own.wire["attachments"]
        assert pictures(own) == ["hand.jpg"]
        for _ in range(2):
            look = await press_id(ben, HAND, own)
            assert edit_after(look, discord).files == ()
            assert own.wire["attachments"] == shown_pictures
        move = await press_id(ben, cat, own)
        assert edit_after(move, discord).files == ("clues.jpg",)
        assert pictures(own) == ["clues.jpg"]


async def test_a_picture_that_was_replaced_meanwhile_is_sent_again(
    discord: Loopback, people: People, run: Run, brush: Brush
) -> None:
    """Discord refuses an answer that keeps a file which hangs there no more."""
    _, ben = people
    async with bens_turn(run, brush, people) as (client, own, _):

        def replace_picture() -> None:
            (former,) = own.wire["attachments"]
            own.wire["attachments"] = [former | {"id": ANOTHER_ATTACHMENT_ID}]

        replace_picture()  # before the press
        look = await press_id(ben, HAND, own)
        assert edit_after(look, discord).files == ("hand.jpg",)
        assert pictures(own) == ["hand.jpg"]
        await wait_until_at_rest(client)
        travelling, arrives = hold_request(discord, "POST", "/interactions/*")
        data = {"custom_id": HAND, "component_type": 2}
        click = await discord.interact(ben.id, ben.name, COMPONENT, data, own)
        await until(travelling.hit.is_set)
        replace_picture()  # while the answer is on its way
        arrives.set()
        await ben.answered(click)
        await wait_until_at_rest(client)
        assert pictures(own) == ["hand.jpg"]
        assert own.wire["attachments"][0]["id"] != ANOTHER_ATTACHMENT_ID
        assert ben.privates() == [own]


async def test_a_push_of_a_screen_whose_picture_failed_before_is_sent_once_more(
    people: People, run: Run, brush: Brush
) -> None:
    """Only what stands there with all its pictures is not sent again."""
    _, ben = people
    async with bens_turn(run, brush, people) as (client, own, cat):
        brush.works = False
        await ben.press(cat, on=own)
        await wait_until_at_rest(client)
        assert pictures(own) == []
        brush.works = True
        table, own_screens = await client.services.tables.load(1), client.services.own_screens
        for _ in range(2):
            before = own.changed
            assert own_screens.show_if_reachable(
                table, client.services.tables.find_package(table), ben.id
            )
            await wait_until_at_rest(client)
            assert pictures(own)
        assert own.changed == before, "the second time, it stands there"
