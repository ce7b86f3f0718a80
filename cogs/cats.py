"""The slash commands of the bot, all in the group `/cats`."""

import logging
from collections.abc import Awaitable, Callable
from typing import Any, Concatenate, ParamSpec, TypeVar

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str
from discord.ext import commands

from bot.common.log import log_failure, trace_work
from bot.discord_adapter.clicks import find_language, make_click
from bot.discord_adapter.client import CatsClient
from bot.discord_adapter.reply import Reply
from bot.discord_adapter.request_gate import Purpose, tag_requests
from bot.domain.changes import Click, Refused
from bot.domain.levels import list_level_choices
from bot.domain.opening import TableOptions
from bot.domain.options import CLOCKS
from bot.engine.package import GameRegistry, find_offered_games, find_taught_games
from bot.engine.screen import Screen
from bot.i18n import LANGUAGES, text
from bot.presenters.standings import ProfileRequest
from bot.services.actions import ActionRequest, Handler

P = ParamSpec("P")
Interaction = discord.Interaction[CatsClient]
Callback = TypeVar("Callback", bound=Callable[..., Awaitable[None]])
log = logging.getLogger(__name__)

MAX_COMPUTERS = 24
"""No game has more seats besides the host's. At one with fewer, only as many as fit are added."""

OUTDATED_COMMAND_ERRORS = (
    app_commands.CommandNotFound,
    app_commands.CommandSignatureMismatch,
    app_commands.TransformerError,
)
"""Errors that discord.py raises for a command that this version of the bot does not have. The same
errors are raised if it has the command, but with other options.
"""

OPTION_VALUE_TYPES = {
    discord.AppCommandOptionType.string: (str,),
    discord.AppCommandOptionType.integer: (int,),
    discord.AppCommandOptionType.boolean: (bool,),
    discord.AppCommandOptionType.user: (discord.Member, discord.User),
}


def localize(key: str) -> locale_str:
    """Return a shared text that Discord shows to each reader in the reader's language."""
    return locale_str(text("en")(key), key=key)


def localize_options(command: str, *options: str) -> Callable[[Callback], Callback]:
    """Set the translated names and descriptions of a command's options."""
    keys = {option: f"command-{command}-{option.replace('_', '-')}" for option in options}

    def decorate(callback: Callback) -> Callback:
        app_commands.rename(**{one: localize(f"{key}-name") for one, key in keys.items()})(callback)
        return app_commands.describe(**{one: localize(key) for one, key in keys.items()})(callback)

    return decorate


@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=False)
class Cats(commands.GroupCog, name="cats", group_description=localize("command-cats")):
    """The slash commands of the bot. Each is answered with an ephemeral message."""

    def __init__(self, bot: CatsClient) -> None:
        """Offer the bot's games as choices of the option `game` of each command.

        A decorator cannot do that, because the games are known only at run time. Choices belong to
        the class, and each bot loads a class of its own.
        """
        self.bot = bot
        registry = find_offered_games(bot.services.registry)
        _offer_games(self.play, registry)
        _offer_games(self.learn, {name: registry[name] for name in find_taught_games(registry)})
        _offer_games(self.rules, registry)

    async def interaction_check(self, interaction: discord.Interaction[Any]) -> bool:
        """Return whether the command may run. discord.py calls this method before each command.

        Options can have wrong types, because discord.py passes on what it receives, for example
        from a command of another version.

        Raises:
            CommandSignatureMismatch: An option does not have the type that the command declares.
        """
        command, options = interaction.command, vars(interaction.namespace)
        if not isinstance(command, app_commands.Command):
            return False
        for option in command.parameters:
            name = option.display_name
            if name in options and type(options[name]) not in OPTION_VALUE_TYPES[option.type]:
                raise app_commands.CommandSignatureMismatch(command)
        return True

    @app_commands.command(description=localize("command-play"))
    @localize_options("play", "game", "clock", "computers", "language", "text_only", "level")
    @app_commands.choices(
        clock=[Choice(name=localize(f"clock-{clock}"), value=clock) for clock in CLOCKS],
        language=[Choice(name=localize(f"language-{name}"), value=name) for name in LANGUAGES],
    )
    async def play(
        self,
        interaction: Interaction,
        game: str,
        clock: str | None = None,
        computers: app_commands.Range[int, 0, MAX_COMPUTERS] | None = None,
        language: str | None = None,
        text_only: bool | None = None,
        level: str | None = None,
    ) -> None:
        """Open a table in this channel, at which people can sit down to play a game.

        Args:
            clock: The time limit of a turn in minutes, or "none". None means the default.
            computers: The number of computer players to add. None means the bot's setting.
            language: The language of the table. None means the server's setting, or else the
                person's own language.
            text_only: Whether the table shows no pictures. None means the server's setting.
            level: How well the added computer players play. With a level, at least one is added.
        """
        options = TableOptions(clock, language, text_only, computers, level)
        open_lobby = self.bot.services.lobby.open_or_find_lobby
        await self._answer_command(interaction, open_lobby, game=game, options=options)

    @play.autocomplete("level")
    async def offer_levels(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Suggest the levels of computer players in the chosen game, while the person types.

        discord.py would send the returned list itself. This method sends it instead, so that the
        request is tagged as an answer.
        """
        work = trace_work(interaction=interaction.id, shard=self.bot.shard.number)
        with work, tag_requests(Purpose.ANSWER):
            await interaction.response.autocomplete(self._match_levels(interaction, current))
        return []

    def _match_levels(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Return the levels of the chosen game whose name contains the typed text.

        The list is empty if the game is not known, or if the person sends too many requests. It has
        at most 25 levels, which is Discord's limit.
        """
        game, at = interaction.namespace.game, interaction.created_at.timestamp()
        if not self.bot.autocomplete_limit.allows_click(interaction.user.id, at):
            return []
        package = self.bot.services.registry.get(game) if isinstance(game, str) else None
        if package is None or not isinstance(current, str):
            return []
        say = text(find_language(interaction), package.text)
        return [
            Choice(name=name, value=level)
            for level, name in list_level_choices(say, package).items()
            if current.lower() in name.lower()
        ][:25]

    @app_commands.command(description=localize("command-evening"))
    async def evening(self, interaction: Interaction) -> None:
        """Begin an evening of several games in this channel."""
        await self._answer_command(interaction, self.bot.services.commands.begin_evening)

    @app_commands.command(description=localize("command-learn"))
    @localize_options("play", "game")
    async def learn(self, interaction: Interaction, game: str | None = None) -> None:
        """Begin a lesson, in which the person learns a game alone in an ephemeral message.

        Without a game, it is the running lesson, or else that of the first game that has one.
        """
        await self._answer_command(interaction, self.bot.services.lessons.learn, game=game)

    @app_commands.command(description=localize("command-puzzle"))
    async def puzzle(self, interaction: Interaction) -> None:
        """Show today's puzzle, which the person solves alone in an ephemeral message."""
        await self._answer_action(interaction, self.bot.services.puzzles.show)

    @app_commands.command(description=localize("command-hand"))
    async def hand(self, interaction: Interaction) -> None:
        """Show the person's own screen at the table of this channel."""
        await self._answer_command(interaction, self.bot.services.commands.show_own_screen)

    @app_commands.command(description=localize("command-board"))
    async def board(self, interaction: Interaction) -> None:
        """Post the board again at the end of the channel."""
        await self._answer_command(interaction, self.bot.services.commands.post_board)

    @app_commands.command(description=localize("command-scores"))
    async def scores(self, interaction: Interaction) -> None:
        """Show the score of this channel's game, and the server's ranking of its players."""
        await self._answer_action(interaction, self.bot.services.standings.show_scores)

    @app_commands.command(description=localize("command-profile"))
    @localize_options("profile", "person")
    async def profile(self, interaction: Interaction, person: discord.User | None = None) -> None:
        """Show the ratings, games and awards that a person, or the sender, shares."""
        user, name = (person.id, person.display_name) if person else (interaction.user.id, "")
        show = self.bot.services.standings.show_profile
        await self._answer_command(interaction, show, request=ProfileRequest(user), name=name)

    @app_commands.command(description=localize("command-history"))
    async def history(self, interaction: Interaction) -> None:
        """List the channel's finished games, from which the person can open a replay."""
        await self._answer_action(interaction, self.bot.services.history.show_list)

    @app_commands.command(description=localize("command-leave"))
    async def leave(self, interaction: Interaction) -> None:
        """Leave this channel's table, or else end the lesson that the person is taking."""
        await self._answer_command(interaction, self.bot.services.commands.leave)

    @app_commands.command(description=localize("command-end"))
    async def end(self, interaction: Interaction) -> None:
        """Close this channel's table for all players, after a confirmation."""
        await self._answer_command(interaction, self.bot.services.commands.ask_to_end)

    @app_commands.command(description=localize("command-rules"))
    @localize_options("play", "game")
    async def rules(self, interaction: Interaction, game: str | None = None) -> None:
        """Show the rules of a game, or else of this channel's table, or else of the first game."""
        await self._answer_action(interaction, self.bot.services.commands.show_rules, game or "")

    @app_commands.command(description=localize("command-privacy"))
    async def privacy(self, interaction: Interaction) -> None:
        """Explain what the bot stores about people, and offer choices about the person's data."""
        await self._answer_action(interaction, self.bot.services.privacy.show_stored_data)

    @app_commands.command(description=localize("command-export"))
    async def export(self, interaction: Interaction) -> None:
        """Answer with a file of everything that the bot stores about the person."""
        await self._answer_action(interaction, self.bot.services.privacy.export)

    @app_commands.command(description=localize("command-forget"))
    async def forget(self, interaction: Interaction) -> None:
        """Delete everything that the bot stores about the person, after a confirmation."""
        await self._answer_action(interaction, self.bot.services.privacy.ask_to_forget)

    @app_commands.command(description=localize("command-help"))
    async def help(self, interaction: Interaction) -> None:
        """Show what the bot can do, and which games it has."""
        await self._answer_action(interaction, self.bot.services.commands.show_help)

    async def _answer_action(
        self, interaction: Interaction, run: Handler, argument: str = ""
    ) -> None:
        """Answer a command with what a button without a table shows."""
        await self._answer_command(
            interaction, lambda click: run(ActionRequest(click, argument=argument))
        )

    async def _answer_command(
        self,
        interaction: Interaction,
        run_command: Callable[Concatenate[Click, P], Awaitable[Screen | None]],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> None:
        """Answer a command with the screen that `run_command` returns, if any."""
        await answer_command(interaction, lambda click: run_command(click, *args, **kwargs))


async def answer_command(
    interaction: Interaction, run_command: Callable[[Click], Awaitable[Screen | None]]
) -> None:
    """Answer a command with the screen that `run_command` returns, if any."""
    bot = interaction.client
    with trace_work(interaction=interaction.id, shard=bot.shard.number):
        async with Reply(interaction) as reply:
            await reply.admit()
            click = make_click(interaction)
            reply.screen = await bot.services.presses.handle_command(click, run_command)


async def answer_outdated(interaction: Interaction, problem: app_commands.AppCommandError) -> None:
    """Answer a command that this version of the bot does not have, or not with these options.

    Such a command comes from an older version, or is forged. A request for suggestions gets no
    answer, because suggestions cannot show a sentence. `Reply` answers errors inside a command.
    """
    is_command = interaction.type is discord.InteractionType.application_command
    with trace_work(interaction=interaction.id, shard=interaction.client.shard.number):
        if is_command and isinstance(problem, OUTDATED_COMMAND_ERRORS):
            async with Reply(interaction) as reply:
                await reply.admit()
                raise Refused("command-outdated")
        elif interaction.type is discord.InteractionType.autocomplete:
            log.info("nothing to offer for a command: %s", type(problem).__name__)
        else:
            log_failure(log, "a command", problem)


def _offer_games(command: app_commands.Command[Cats, ..., None], games: GameRegistry) -> None:
    """Set the choices of a command's option `game`: the games, titled in the reader's language.

    Discord allows at most 25 choices
    (https://docs.discord.com/developers/interactions/application-commands). More games would need
    autocomplete. Then the command has to accept the title as well as the value, because either may
    arrive.
    """
    if not games:
        return
    titles = [
        Choice(
            name=locale_str(
                text("en", package.text)("game-title"), key="game-title", folder=package.text
            ),
            value=name,
        )
        for name, package in games.items()
    ]
    app_commands.choices(game=titles)(command)


async def setup(bot: CatsClient) -> None:
    """Add the slash commands to the bot. discord.py calls this function when it loads the module.

    Commands that the bot does not have are then answered by `answer_outdated`.
    """
    bot.tree.error(answer_outdated)
    await bot.add_cog(Cats(bot))
