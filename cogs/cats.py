"""The slash commands, in one group: `/cats`."""

from collections.abc import Awaitable, Callable
from functools import partial

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str
from discord.ext import commands

from bot.client import CatsClient
from bot.games.box import Shelf
from bot.games.screen import Screen
from bot.tables.actions import Where
from bot.tables.change import Click
from bot.tables.seating import CLOCKS, Wishes
from bot.text import LANGUAGES, text
from cogs.answers import answer
from cogs.clicks import click_of, language_of, where_of

MOST_COMPUTERS = 7
"""One less than the largest game seats; a smaller game takes as many as it can."""


def described(key: str) -> locale_str:
    """Return a description from the catalogues, English by default."""
    return locale_str(text("en")(key), key=key)


@app_commands.guild_only()
class Cats(commands.GroupCog, group_name="cats", group_description=described("command-cats")):
    """The commands of people; each answers privately."""

    def __init__(self, client: CatsClient) -> None:
        self._client = client

    @app_commands.command(description=described("command-play"))
    @app_commands.describe(
        game=described("command-play-game"),
        clock=described("command-play-clock"),
        computers=described("command-play-computers"),
        language=described("command-play-language"),
        text_only=described("command-play-text-only"),
        level=described("command-play-level"),
    )
    @app_commands.choices(
        clock=[Choice(name=described(f"clock-{clock}"), value=clock) for clock in CLOCKS],
        language=[Choice(name=described(f"language-{name}"), value=name) for name in LANGUAGES],
    )
    async def play(
        self,
        interaction: discord.Interaction[CatsClient],
        game: str,
        clock: str = CLOCKS[0],
        computers: app_commands.Range[int, 0, MOST_COMPUTERS] | None = None,
        language: str | None = None,
        text_only: bool = False,
        level: str | None = None,
    ) -> None:
        """Open a table in this channel.

        `level` is that of the computer players that sit down with it, at least one. One that is
        added later plays as well as the newest that sits there, else at the middle level.
        """
        wishes = Wishes(clock, language, text_only, computers, level)
        await self._answer(
            interaction, partial(self._client.manager.actions.play, game=game, wishes=wishes)
        )

    @play.autocomplete("game")
    async def _games(
        self, interaction: discord.Interaction[CatsClient], current: str
    ) -> list[Choice[str]]:
        return _titles(self._client.manager.tables.shelf, interaction, current)

    @play.autocomplete("level")
    async def _levels(
        self, interaction: discord.Interaction[CatsClient], current: str
    ) -> list[Choice[str]]:
        """Offer the levels of the game that is chosen so far; none where there is but one."""
        shelf = self._client.manager.tables.shelf
        box = shelf.get(interaction.namespace.game)
        if box is None or len(box.game.levels) == 1:
            return []
        say = text(language_of(interaction), box.text)
        names = {level: say(f"level-{level}") for level in box.game.levels}
        return [
            Choice(name=name, value=level)
            for level, name in names.items()
            if current.lower() in name.lower()
        ][:25]

    @app_commands.command(description=described("command-learn"))
    @app_commands.describe(game=described("command-play-game"))
    async def learn(
        self, interaction: discord.Interaction[CatsClient], game: str | None = None
    ) -> None:
        """Teach a game, in private."""
        await self._answer(interaction, partial(self._client.manager.actions.learn, game=game))

    @learn.autocomplete("game")
    async def _lessons(
        self, interaction: discord.Interaction[CatsClient], current: str
    ) -> list[Choice[str]]:
        """Offer the games that have a lesson."""
        shelf = self._client.manager.tables.shelf
        taught = {name: box for name, box in shelf.items() if box.game.lesson()}
        return _titles(taught, interaction, current)

    @app_commands.command(description=described("command-hand"))
    async def hand(self, interaction: discord.Interaction[CatsClient]) -> None:
        """Show the person's own cat and hand."""
        await self._answer(interaction, self._client.manager.actions.hand)

    @app_commands.command(description=described("command-board"))
    async def board(self, interaction: discord.Interaction[CatsClient]) -> None:
        """Post the board anew at the end of the channel."""
        await self._answer(interaction, self._client.manager.actions.board)

    @app_commands.command(description=described("command-scores"))
    async def scores(self, interaction: discord.Interaction[CatsClient]) -> None:
        """Show this channel's scores and the server's table."""
        await self._answer(interaction, self._client.manager.actions.scores)

    @app_commands.command(description=described("command-leave"))
    async def leave(self, interaction: discord.Interaction[CatsClient]) -> None:
        """Leave this channel's table."""
        await self._answer(interaction, partial(self._at_table, self._client.manager.actions.leave))

    @app_commands.command(description=described("command-end"))
    async def end(self, interaction: discord.Interaction[CatsClient]) -> None:
        """Close this channel's table, after a confirmation."""
        await self._answer(interaction, partial(self._at_table, self._client.manager.actions.end))

    async def _at_table(
        self,
        action: Callable[[Click, int], Awaitable[Screen | None]],
        click: Click,
        where: Where,
    ) -> Screen | None:
        table = await self._client.manager.actions.open_table(where)
        return await action(click, table.id)

    @app_commands.command(description=described("command-rules"))
    @app_commands.describe(game=described("command-play-game"))
    async def rules(
        self, interaction: discord.Interaction[CatsClient], game: str | None = None
    ) -> None:
        """Show the rules of a game."""
        await self._answer(interaction, partial(self._client.manager.actions.rules, game=game))

    @app_commands.command(description=described("command-help"))
    async def help(self, interaction: discord.Interaction[CatsClient]) -> None:
        """Show what the bot can do."""
        await self._answer(interaction, self._client.manager.actions.help)

    async def _answer(
        self,
        interaction: discord.Interaction[CatsClient],
        action: Callable[[Click, Where], Awaitable[Screen | None]],
    ) -> None:
        async def done() -> Screen | None:
            return await action(click_of(interaction), where_of(interaction))

        await answer(interaction, done)


def _titles(shelf: Shelf, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
    """Return the games whose titles fit what is typed so far."""
    titles = {
        name: text(language_of(interaction), box.text)("game-title") for name, box in shelf.items()
    }
    return [
        Choice(name=title, value=name)
        for name, title in titles.items()
        if current.lower() in title.lower()
    ][:25]


async def setup(client: CatsClient) -> None:
    """Load the cog."""
    await client.add_cog(Cats(client))
