"""Shows scores and people's profiles, and shares them in channels.

Scores are those of the channel's game and of the server's scoreboard.
"""

from msgspec.structs import replace

from bot.domain.changes import Click, Refused
from bot.domain.guessing import is_clairvoyant
from bot.domain.results import ALL_SERVERS
from bot.domain.table import Finished, Match
from bot.engine.screen import Screen
from bot.i18n import text
from bot.presenters import screens
from bot.presenters.standings import (
    ProfileData,
    ProfileRequest,
    ScoresRequest,
    make_page,
    parse_profile_request,
    parse_scores_request,
    render_profile,
    render_scores,
)
from bot.services.actions import ActionRequest, action
from bot.services.service import Service, Shared
from bot.services.sharing import Sharing, may_share


class Standings(Service):
    """Shows scoreboards of servers and profiles of people, and shares them in channels."""

    def __init__(self, shared: Shared, sharing: Sharing) -> None:
        super().__init__(shared)
        self._sharing = sharing

    @action("scores", is_look=True)
    async def show_scores(self, request: ActionRequest) -> Screen:
        """Show the score of the game in this channel, and a page of the server's scoreboard.

        The action's argument names the scoreboard's game, the time span and the page. By default,
        these are the channel's game, which is or was played there last, and the first page.
        """
        click, asked = request.click, parse_scores_request(request.argument)
        table = await self._tables.find_open_table(click.channel)
        if not isinstance(table, Match):
            table = await self._tables.find_finished_table(click.channel)
        score = None
        if isinstance(table, Match | Finished):
            score = self._format_score(table, click.language)
        return await self._render_scores(click, asked, table.game if table else "", score)

    @action("share-scores")
    async def share_scores(self, request: ActionRequest) -> Screen:
        """Post the scores that a person is looking at in the channel, without notifying anybody.

        The action's argument is that of `show_scores`. The answer to the press is the same
        screen, with a sentence that the post is there.

        Raises:
            Refused: The person may not share anything there now (`Sharing.admit`).
        """
        click, asked = request.click, parse_scores_request(request.argument)
        with self._sharing.admit(click, text_only=True):
            self._lookups.forget_scores()  # somebody may have hidden in another process
            language = await self._sharing.find_language(click)
            post = await self.show_scores(replace(request, click=replace(click, language=language)))
            row = self._sharing.make_row(text(language), asked.game)
            await self._sharing.post(click, replace(post, rows=(row,)))
        shown = await self.show_scores(request)
        return replace(shown, note=text(click.language)("shared"))

    def _format_score(self, table: Match | Finished, language: str) -> str:
        """Return the score of a game as text.

        If the game is over, a line above the score says so, or who ended the game early.
        """
        package = self._tables.find_package(table)
        context = screens.make_context(table, package, language)
        score = package.screens.score(package.game.view(table.state, None), context)
        if isinstance(table, Match):
            return score
        early_end = screens.format_early_end(table, package, context)
        return f"{early_end or context.say('scores-over')}\n{score}"

    async def _render_scores(
        self, click: Click, request: ScoresRequest, channel_game: str, current_score: str | None
    ) -> Screen:
        """Return the screen with the score of this channel's game and a page of the scoreboard.

        `channel_game` is the game that is or was last played in this channel, or "" if there is
        none. `current_score` is its score, or None without a score. If the requested page does not
        exist, the first page is shown.
        """
        played = await self._lookups.find_games(click.guild)
        games = [name for name in self._registry if name in played]
        wanted = request.game or channel_game
        game = wanted if wanted in games else next(iter(games), "")
        if game != request.game:
            request = ScoresRequest(game, request.span)
        now = self._clock.now()
        page = make_page(request, click.guild, now)
        people = await self._lookups.load_scores(page) if game else ()
        if request.page and not people:
            return await self._render_scores(
                click, ScoresRequest(game, request.span), channel_game, current_score
            )
        return render_scores(
            text(click.language),
            request,
            people,
            games,
            self._registry,
            current_score,
            now,
            may_share=may_share(click),
            may_remove=click.can_manage_server,
        )

    @action("profile", is_look=True, in_direct_messages=True)
    async def show_profile_part(self, request: ActionRequest) -> Screen:
        """Show the part of a person's profile that a button asks for.

        The action's argument names the person and the part.
        """
        return await self.show_profile(request.click, parse_profile_request(request.argument))

    async def show_profile(self, click: Click, request: ProfileRequest, name: str = "") -> Screen:
        """Show as much of a person's profile as that person lets the reader see.

        In a direct message, the profile covers all servers together.

        Args:
            name: The display name of the profile's person. "" means that it is not known here.

        Raises:
            Refused: The reader may see nothing of this profile.
        """
        profile = await self._load_profile(click, request, name)
        say, reads_text = text(click.language), self._tables.reads_text(click.user)
        now = self._clock.now()
        return render_profile(say, profile, self._registry, now, reads_text=reads_text)

    @action("share-profile")
    async def share_profile(self, request: ActionRequest) -> Screen:
        """Post a person's own profile in the channel, without notifying anybody.

        The action's argument is that of `show_profile_part`. The answer to the press is the same
        screen, with a sentence that the post is there.

        Raises:
            Refused: It is another person's profile, or others may not see this part of it. The
                person may not share anything there now (`Sharing.admit`).
        """
        click, asked = request.click, parse_profile_request(request.argument)
        profile = await self._load_profile(click, asked)
        if click.can_write and not profile.may_share:
            raise Refused("share-hidden")
        say = text(await self._sharing.find_language(click))
        shown = render_profile(say, profile, self._registry, self._clock.now())
        with self._sharing.admit(click, text_only=shown.picture is None):
            await self._sharing.post(click, replace(shown, rows=(self._sharing.make_row(say),)))
        shown = await self.show_profile(click, asked)
        return replace(shown, note=text(click.language)("shared"))

    async def _load_profile(
        self, click: Click, request: ProfileRequest, name: str = ""
    ) -> ProfileData:
        """Return as much of a person's profile as that person lets the reader see.

        The arguments and errors are those of `show_profile`.
        """
        store, mine = self._store, request.user == click.user
        chosen = await store.people.find_preferences(request.user)
        if not mine and (chosen.seen_by == "me" or not chosen.served):
            raise Refused("profile-hidden")
        is_seen_by_all = chosen.seen_by == "everybody"
        is_open = mine or is_seen_by_all
        if not click.guild:
            if not is_open:
                raise Refused("profile-hidden")
            request = replace(request, everywhere=True)
        if request.everywhere and not is_open:
            request = replace(request, everywhere=False)
        guild = ALL_SERVERS if request.everywhere else click.guild
        standings = {
            each.game: each
            for each in await store.standings.find_standings(request.user)
            if each.guild == guild and each.game in self._registry
        }
        newest = max(standings.values(), key=lambda each: each.at, default=None)
        game = self._registry.get(request.game)
        has_teams = game is not None and bool(game.teams)
        is_shown_here = is_seen_by_all or (chosen.seen_by == "server" and not request.everywhere)
        return ProfileData(
            request,
            name or (newest.name if newest else "") or (click.name if mine else ""),
            standings,
            await store.standings.find_results(request.user, guild),
            {
                game: read
                for game, read in (await store.guesses.count_guesses(request.user, guild)).items()
                if game in self._registry
            },
            mine,
            is_open and click.guild != 0,
            mine and is_shown_here and may_share(click),
            await store.standings.count_team_games(request.user, request.game, guild)
            if has_teams
            else {},
            is_clairvoyant((await store.guesses.count_right_calls([request.user]))[request.user]),
            await store.puzzles.find_solved(request.user),
        )
