"""People at the loopback Discord: they press what they see."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from random import Random

from tests.patience import HANG_TIMEOUT_SECONDS, until
from tests.survival.loopback import CHANNEL, Click, Loopback, Shown, Wire

COMMAND, COMPONENT = 2, 3
ASK_AGAIN_SECONDS = 1.0
"""Seconds until people ask for a screen that was not pushed to them."""


@dataclass
class Person:
    """Somebody in the server."""

    discord: Loopback
    id: int
    name: str

    async def slash(self, command: str, channel: int = CHANNEL) -> Click:
        return await self.answered(await self.send_command(command, channel))

    async def send_command(self, command: str, channel: int = CHANNEL) -> Click:
        game = {"name": "game", "type": 3, "value": "cloaked_cats"}
        inner = {"name": command, "type": 1, "options": [game] if command == "play" else []}
        data: Wire = {"id": "1", "name": "cats", "type": 1, "options": [inner]}
        return await self.discord.interact(self.id, self.name, COMMAND, data, None, channel)

    async def play(
        self, game: str, computers: int, level: str = "", channel: int = CHANNEL
    ) -> None:
        """Open a table with computers of a level, and wait for the answer."""
        options: list[Wire] = [
            {"name": "game", "type": 3, "value": game},
            {"name": "computers", "type": 4, "value": computers},
        ]
        options += [{"name": "level", "type": 3, "value": level}] if level else []
        inner = {"name": "play", "type": 1, "options": options}
        data: Wire = {"id": "1", "name": "cats", "type": 1, "options": [inner]}
        await self.answered(
            await self.discord.interact(self.id, self.name, COMMAND, data, None, channel)
        )

    async def press(self, what: str, on: Shown | None = None) -> Click:
        return await self.answered(await self.send_press(what, on))

    async def send_press(self, what: str, on: Shown | None = None) -> Click:
        """Press a button, by default on the newest message that has it, as soon as it is there."""
        await until(lambda: self._found(what, on))
        shown, control = self._found(what, on)[0]
        data = {"custom_id": control["custom_id"], "component_type": control["type"]}
        return await self.discord.interact(self.id, self.name, COMPONENT, data, shown)

    def _found(self, what: str, on: Shown | None) -> list[tuple[Shown, Wire]]:
        seen = [on] if on else [*self.privates()[::-1], *self.discord.boards()[::-1]]
        return [
            (m, control)
            for m in seen
            for control in m.controls()
            if what in control.get("custom_id", "")
        ]

    async def answered(self, click: Click) -> Click:
        async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
            await click.acknowledged.wait()
        return click

    def privates(self) -> list[Shown]:
        return [shown for shown in self.discord.messages.values() if shown.reader == self.id]

    def private(self) -> Shown:
        return self.privates()[-1]

    def offered(self) -> list[str]:
        """Return what the newest private message asks: custom ids of moves and looks."""
        ids = self.private().ids() if self.privates() else []
        return [id_ for id_ in ids if id_.startswith(("c1:m:", "c1:l:"))]


People = tuple[Person, Person]
"""Ada and Ben."""


def ada_and_ben(discord: Loopback) -> People:
    return Person(discord, 11, "Ada"), Person(discord, 12, "Ben")


async def start_game(people: People) -> People:
    """Open a table, fill it and deal; return who is asked first, and the other one."""
    ada, ben = people
    await ada.slash("play")
    await ben.press(":join:")
    await ada.press(":start:")
    return people if await find_asked_person(people) is ada else (ben, ada)


async def find_asked_person(people: tuple[Person, ...]) -> Person:
    person = await find_asked_or_over(people)
    assert person is not None, "the game is over"
    return person


async def find_asked_or_over(people: tuple[Person, ...]) -> Person | None:
    """Return who is asked something, None at the end of the game.

    When nobody's private message says it, people ask for it.
    """
    discord = people[0].discord
    async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(ASK_AGAIN_SECONDS):
                    await until(lambda: is_over(discord) or any(p.offered() for p in people))
                    return next((person for person in people if person.offered()), None)
            for person in people:
                await person.slash("hand")


def shows_hand(shown: Shown) -> bool:
    rows = (row["components"] for row in shown.wire.get("components", ()))
    return any(":cat/" in item.get("custom_id", "") for row in rows for item in row)


def is_over(discord: Loopback) -> bool:
    return any(":rematch:" in id_ for id_ in discord.board().ids())


async def take(person: Person, luck: Random, guesses: float = 0.3) -> Click:
    """Press one of the buttons that the private message offers.

    With that probability it may be a guess, or lead to one; else a cat is played, or the guess is
    skipped.
    """
    others = [id_ for id_ in person.offered() if id_.startswith("c1:m:") and ":guess/" not in id_]
    offered = others if others and luck.random() >= guesses else person.offered()
    return await person.send_press(luck.choice(offered), on=person.private())


async def play_until(person: Person, condition: Callable[[], object]) -> None:
    """Let somebody make moves, and play again after the end, until the condition holds."""
    luck = Random(1)
    async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
        while not condition():
            if await find_asked_or_over((person,)):
                await person.answered(await take(person, luck))
            else:
                await person.press(":rematch:")
                await person.press(":start:")
