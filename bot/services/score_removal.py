"""Lets managers remove people from the scores of a server who have left it, and put them back."""

from collections.abc import Sequence

from bot.domain.changes import Click, Refused
from bot.domain.display_names import escape_name
from bot.domain.results import Line
from bot.engine.screen import Screen
from bot.i18n import text
from bot.presenters.score_removal import RemovalRequest, parse_removal_request, render_removal
from bot.presenters.standings import make_page, select_lines
from bot.presenters.welcome import format_title
from bot.services.actions import ActionRequest, action
from bot.services.messenger import RequestFailed
from bot.services.service import Service
from bot.storage.removed_people_repository import RemovedPerson


class ScoreRemoval(Service):
    """Removes people from the scores of a server who have left it, and puts them back.

    Their ratings and records stay as they are.
    """

    @action("scores-tidy", is_look=True, names_game=True)
    async def show_people(self, request: ActionRequest) -> Screen:
        """Show who can be removed, and who is removed. The argument is a `RemovalRequest`.

        Raises:
            Refused: The person may not manage the server.
        """
        check_manager(request.click)
        return await self._render(request.click, parse_removal_request(request.argument))

    @action("scores-remove", names_game=True)
    async def remove(self, request: ActionRequest) -> Screen:
        """Remove a person who has left the server. The argument is a `RemovalRequest`.

        Discord is asked whether the person has left.

        Raises:
            Refused: The person who clicked may not manage the server.
        """
        check_manager(request.click)
        click, asked = request.click, parse_removal_request(request.argument)
        lines = await self._load_lines(click, asked)
        line = next((line for line in lines if line.user == asked.user), None)
        if line is None:
            return await self._render(click, asked, "scores-not-on-page")
        try:
            has_left = await self._messenger.has_left(click.guild, line.user)
        except RequestFailed:
            return await self._render(click, asked, "scores-unsure", line.name)
        if not has_left:
            return await self._render(click, asked, "scores-still-here", line.name)
        person = RemovedPerson(click.guild, line.user, line.name, self._clock.now())
        await self._store.removed_people.remove(person)
        self._lookups.forget_scores()
        return await self._render(click, asked, "scores-removed", line.name)

    @action("scores-put-back", names_game=True)
    async def put_back(self, request: ActionRequest) -> Screen:
        """Put a removed person back. The argument is a `RemovalRequest`.

        Raises:
            Refused: The person who clicked may not manage the server.
        """
        check_manager(request.click)
        click, asked = request.click, parse_removal_request(request.argument)
        person = await self._store.removed_people.find_person(click.guild, asked.user)
        if person is None:
            return await self._render(click, asked, "scores-not-removed")
        await self._store.removed_people.put_back(click.guild, asked.user)
        self._lookups.forget_scores()
        return await self._render(click, asked, "scores-back-again", person.name)

    async def _load_lines(self, click: Click, request: RemovalRequest) -> Sequence[Line]:
        now = self._clock.now()
        page = make_page(request.scores, click.guild, now)
        return select_lines(request.scores, await self._lookups.load_scores(page), now)

    async def _render(
        self, click: Click, request: RemovalRequest, note: str = "", name: str = ""
    ) -> Screen:
        """Return the screen for managers, with the sentence of the key `note`."""
        say = text(click.language)
        title = format_title(click.language, self._registry[request.scores.game])
        lines = await self._load_lines(click, request)
        removed = await self._store.removed_people.find(click.guild, request.page)
        told = say(note, name=escape_name(name or say("somebody"))) if note else ""
        return render_removal(say, request, title, lines, removed, told)


def check_manager(click: Click) -> None:
    """Raise `Refused` if the person may not manage the server."""
    if not click.can_manage_server:
        raise Refused("only-server-managers")
