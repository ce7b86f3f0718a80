"""The slash commands, in one group: `/cats`."""

import logging
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str

from bot.common.log import log_failure
from bot.discord_adapter.clicks import click_of, language_of
from bot.discord_adapter.client import CatsClient
from bot.discord_adapter.reply import Reply
from bot.discord_adapter.request_gate import Purpose, sending
from bot.domain.changes import Click, Refused
from bot.domain.levels import offered as levels_offered
from bot.domain.seating import CLOCKS, TableOptions
from bot.engine.box import GameRegistry, offered, taught
from bot.engine.screen import Screen
from bot.i18n import LANGUAGES, text
from bot.presenters.standings import ProfileRequest

log = logging.getLogger(__name__)

MOST_COMPUTERS = 24
"""As many as any game can seat besides the host; a smaller one takes as many as it can."""

OUTDATED = (
    app_commands.CommandNotFound,
    app_commands.CommandSignatureMismatch,
    app_commands.TransformerError,
)
"""What discord.py raises for a command that is not ours, or not with these options."""

TYPES = {
    discord.AppCommandOptionType.string: (str,),
    discord.AppCommandOptionType.integer: (int,),
    discord.AppCommandOptionType.boolean: (bool,),
    discord.AppCommandOptionType.user: (discord.Member, discord.User),
}
"""What the value of an option is, by its type."""

Command = Callable[..., Coroutine[Any, Any, None]]
"""What a command does; discord.py reads its options from the parameters."""


def described(key: str) -> locale_str:
    """Return a text from the catalogues, English by default."""
    return locale_str(text("en")(key), key=key)


@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=False)
class Cats(app_commands.Group, name="cats", description=described("command-cats")):
    """The commands of people; each answers privately."""

    def __init__(self, client: CatsClient) -> None:
        """Make the commands, with the games on this client's shelf as choices.

        A decorator cannot: the options of what it makes belong to the class, for all clients.
        """
        super().__init__()
        self._client = client
        shelf = offered(client.services.tables.shelf)
        play = self._add(self.play, shelf)
        play.autocomplete("level")(self._levels)
        self._add(self.learn, {name: shelf[name] for name in taught(shelf)})
        self._add(self.hand)
        self._add(self.board)
        self._add(self.scores)
        self._add(self.profile)
        for command in (self.history, self.leave, self.end):
            self._add(command)
        self._add(self.rules, shelf)
        for command in (self.privacy, self.export, self.forget):
            self._add(command)
        self._add(self.help)

    def _add(
        self, callback: Command, games: GameRegistry | None = None
    ) -> app_commands.Command[Any, ..., None]:
        """Add a command named like its method; its option `game` offers these games."""
        name = callback.__name__
        command: app_commands.Command[Any, ..., None] = app_commands.Command(
            name=name, description=described(f"command-{name}"), callback=callback
        )
        if games:
            app_commands.choices(game=_titles(games))(command)
        self.add_command(command)
        return command

    async def interaction_check(self, interaction: discord.Interaction[Any]) -> bool:
        """Let a command run whose options are of the types that it asks for.

        discord.py hands on what arrives, and another version's options may have other types.
        Raises `CommandSignatureMismatch` for these.
        """
        command, options = interaction.command, vars(interaction.namespace)
        if not isinstance(command, app_commands.Command):
            return False
        for option in command.parameters:
            name = option.display_name
            if name in options and type(options[name]) not in TYPES[option.type]:
                raise app_commands.CommandSignatureMismatch(command)
        return True

    @app_commands.describe(
        game=described("command-play-game"),
        clock=described("command-play-clock"),
        computers=described("command-play-computers"),
        language=described("command-play-language"),
        text_only=described("command-play-text-only"),
        level=described("command-play-level"),
    )
    @app_commands.rename(
        game=described("command-play-game-name"),
        clock=described("command-play-clock-name"),
        computers=described("command-play-computers-name"),
        language=described("command-play-language-name"),
        text_only=described("command-play-text-only-name"),
        level=described("command-play-level-name"),
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
        added later plays as well as the newest that sits there.
        """
        wishes = TableOptions(clock, language, text_only, computers, level)
        await self._answer(
            interaction, partial(self._client.services.lobby.play, game=game, wishes=wishes)
        )

    async def _levels(
        self, interaction: discord.Interaction[CatsClient], current: str
    ) -> list[Choice[str]]:
        """Offer what can be chosen in the game so far, with a sentence; none of a single level.

        Nor to somebody who types faster than anybody can read. discord.py would send what is
        returned; it is sent here, so that it goes out as an answer.
        """
        with sending(Purpose.ANSWER):
            await interaction.response.autocomplete(self._offered(interaction, current))
        return []

    def _offered(
        self, interaction: discord.Interaction[CatsClient], current: str
    ) -> list[Choice[str]]:
        game, at = interaction.namespace.game, interaction.created_at.timestamp()
        if not self._client.typing.takes(interaction.user.id, at):
            return []
        box = self._client.services.tables.shelf.get(game) if isinstance(game, str) else None
        if box is None or not isinstance(current, str):
            return []
        say = text(language_of(interaction), box.text)
        return [
            Choice(name=name, value=level)
            for level, name in levels_offered(say, box).items()
            if current.lower() in name.lower()
        ][:25]

    @app_commands.describe(game=described("command-play-game"))
    @app_commands.rename(game=described("command-play-game-name"))
    async def learn(
        self, interaction: discord.Interaction[CatsClient], game: str | None = None
    ) -> None:
        """Teach a game, in private."""
        await self._answer(interaction, partial(self._client.services.lessons.learn, game=game))

    async def hand(self, interaction: discord.Interaction[CatsClient]) -> None:
        """Show the person's own cat and hand."""
        await self._answer(interaction, self._client.services.commands.hand)

    async def board(self, interaction: discord.Interaction[CatsClient]) -> None:
        """Post the board anew at the end of the channel."""
        await self._answer(interaction, self._client.services.commands.board)

    async def scores(self, interaction: discord.Interaction[CatsClient]) -> None:
        """Show this channel's scores and the server's table."""
        await self._answer(
            interaction,
            self._client.services.standings.show_scores,
        )

    @app_commands.describe(person=described("command-profile-person"))
    @app_commands.rename(person=described("command-profile-person-name"))
    async def profile(
        self, interaction: discord.Interaction[CatsClient], person: discord.User | None = None
    ) -> None:
        """Show how the person plays, or somebody else, as far as they let others see it."""
        user, name = (person.id, person.display_name) if person else (interaction.user.id, "")
        await self._answer(
            interaction,
            partial(
                self._client.services.standings.show_profile,
                asked=ProfileRequest(user),
                name=name,
            ),
        )

    async def history(self, interaction: discord.Interaction[CatsClient]) -> None:
        """List the channel's games that are over, to be looked at again."""
        await self._answer(interaction, self._client.services.history.show_list)

    async def leave(self, interaction: discord.Interaction[CatsClient]) -> None:
        """Leave this channel's table, else the lesson that the person takes."""
        await self._answer(interaction, self._client.services.commands.leave)

    async def end(self, interaction: discord.Interaction[CatsClient]) -> None:
        """Close this channel's table, after a confirmation."""
        await self._answer(interaction, self._client.services.commands.end)

    @app_commands.describe(game=described("command-play-game"))
    @app_commands.rename(game=described("command-play-game-name"))
    async def rules(
        self, interaction: discord.Interaction[CatsClient], game: str | None = None
    ) -> None:
        """Show the rules of a game."""
        await self._answer(interaction, partial(self._client.services.commands.rules, game=game))

    async def privacy(self, interaction: discord.Interaction[CatsClient]) -> None:
        """Tell what is kept of people, and what they can do."""
        await self._answer(interaction, self._client.services.privacy.show)

    async def export(self, interaction: discord.Interaction[CatsClient]) -> None:
        """Answer with a file of all that is kept of the person."""
        await self._answer(interaction, self._client.services.privacy.export)

    async def forget(self, interaction: discord.Interaction[CatsClient]) -> None:
        """Forget all that is kept of the person, after a confirmation."""
        await self._answer(interaction, self._client.services.privacy.ask)

    async def help(self, interaction: discord.Interaction[CatsClient]) -> None:
        """Show what the bot can do."""
        await self._answer(interaction, self._client.services.commands.help)

    async def _answer(
        self,
        interaction: discord.Interaction[CatsClient],
        work: Callable[[Click], Awaitable[Screen | None]],
    ) -> None:
        async with Reply(interaction) as reply:
            await reply.admit()
            click = click_of(interaction)
            reply.screen = await self._client.services.presses.command(click, work)


async def refused(
    interaction: discord.Interaction[CatsClient], problem: app_commands.AppCommandError
) -> None:
    """Answer a command that this version does not have in that form: an older one, or a forged.

    To what somebody types into such a command nothing can be said. What goes wrong within a command
    is answered there already.
    """
    if interaction.type is discord.InteractionType.application_command and isinstance(
        problem, OUTDATED
    ):
        async with Reply(interaction) as reply:
            await reply.admit()
            raise Refused("command-outdated")
    elif interaction.type is discord.InteractionType.autocomplete:
        log.info("nothing to offer for a command: %s", type(problem).__name__)
    else:
        log_failure(log, "a command", problem)


def _titles(games: GameRegistry) -> list[Choice[str]]:
    """Return the games as choices, each by its title in the reader's language.

    Discord takes 25 (https://docs.discord.com/developers/interactions/application-commands);
    more would need autocomplete, whose answers must then be taken by value and by title: what
    arrives may be either.
    """
    return [
        Choice(
            name=locale_str(text("en", box.text)("game-title"), key="game-title", folder=box.text),
            value=name,
        )
        for name, box in games.items()
    ]


def setup(client: CatsClient) -> None:
    """Give a client the commands."""
    client.tree.error(refused)
    client.tree.add_command(Cats(client))
