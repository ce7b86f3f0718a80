"""What is stored about somebody: shown, handed over as a file, deleted."""

import asyncio
from typing import get_args

from msgspec.structs import replace

from bot.domain.changes import Click, Refused
from bot.engine.screen import Screen
from bot.i18n import text
from bot.presenters import privacy as presenter
from bot.services.actions import ActionRequest, action
from bot.services.erasure import Forgetting
from bot.services.messenger import Messenger
from bot.services.personal_data import export_file
from bot.services.tables import Tables
from bot.storage.people_repository import DAYS, Preferences, SeenBy


class Privacy:
    """A person's own data, and what they choose of it."""

    def __init__(self, tables: Tables, forgetting: Forgetting, messenger: Messenger) -> None:
        self._tables = tables
        self._forgetting = forgetting
        self._messenger = messenger

    @action("privacy", is_look=True, in_direct_messages=True)
    async def show_again(self, request: ActionRequest) -> Screen:
        """Show what is stored, as `show` does."""
        return await self.show(request.click)

    async def show(self, click: Click) -> Screen:
        """Tell in five sentences what is kept, and offer what one can choose and do.

        Whoever does not want to be served can have that again. Who may manage the server also
        chooses for how long its games are kept.
        """
        chosen = await self._tables.store.people.preferences_of(click.user)
        if not chosen.served:
            return presenter.unserved(text(click.language))
        days = None
        if click.server_manager:
            days = await self._tables.store.people.days_of(click.guild)
        return presenter.panel(text(click.language), chosen, days, self._messenger.links())

    @action("seen-by", in_direct_messages=True)
    async def choose_seen_by(self, request: ActionRequest) -> Screen:
        """Let others see how this person plays, or not."""
        click = request.click
        known = next((each for each in get_args(SeenBy) if each == request.argument), None)
        if known is None:
            raise Refused("old-button")
        chosen = await self._tables.store.people.preferences_of(click.user)
        await self._tables.store.people.choose(replace(chosen, seen_by=known))
        self._tables.lookups.chosen()
        return await self.show(click)

    @action("keep-mine", in_direct_messages=True)
    async def keep_own_games_for(self, request: ActionRequest) -> Screen:
        """Keep this person's part in games for so many days from now on."""
        click = request.click
        chosen = await self._tables.store.people.preferences_of(click.user)
        await self._tables.store.people.choose(replace(chosen, days=_days(request.argument)))
        return await self.show(click)

    @action("keep-here")
    async def keep_games_of_server_for(self, request: ActionRequest) -> Screen:
        """Keep this server's games for so many days; only who may manage it chooses that."""
        click = request.click
        if not click.server_manager:
            raise Refused("only-server-managers")
        await self._tables.store.people.set_days(click.guild, _days(request.argument))
        return await self.show(click)

    @action("serve", in_direct_messages=True)
    async def serve_again(self, request: ActionRequest) -> Screen:
        """Serve somebody again who did not want to be."""
        click = request.click
        await self._tables.store.people.choose(Preferences(click.user))
        await self._tables.lookups.look_for_unserved()
        return await self.show(click)

    @action("export", in_direct_messages=True)
    async def export_again(self, request: ActionRequest) -> Screen:
        """Answer with the person's file, as `export` does."""
        return await self.export(request.click)

    async def export(self, click: Click) -> Screen:
        """Answer with a file of all that is kept of this person.

        Raises `Refused` if the file is larger than Discord takes.
        """
        about = await self._tables.store.personal_data.export(click.user)
        file = await asyncio.to_thread(export_file, click.user, about, self._tables.now())
        if len(file.content) > click.max_file_bytes:
            raise Refused("export-too-large", user=str(click.user))
        return Screen("", content=text(click.language)("export-done"), attached=file)

    @action("forget", in_direct_messages=True)
    async def ask_to_forget(self, request: ActionRequest) -> Screen:
        """Ask whether everything is really to be forgotten, as `ask` does."""
        return await self.ask(request.click)

    async def ask(self, click: Click) -> Screen:
        """Ask whether everything is really to be forgotten."""
        return presenter.ask_to_forget(text(click.language))

    @action("forget-yes", in_direct_messages=True)
    async def forget(self, request: ActionRequest) -> Screen:
        """Forget everything; what takes longer goes on by itself.

        With the argument "never" the bot does not serve this person any more: that wish is kept.
        """
        user, serve = request.click.user, request.argument != "never"
        if not serve:
            await self._tables.store.people.choose(Preferences(user, served=False))
        await self._forgetting.wish(user)
        await self._forgetting.go_on()
        key = "forget-done" if serve else "forget-done-never"
        return Screen("", content=text(request.click.language)(key))


def _days(value: str) -> int:
    """Return what a select says: 0 is what holds for all."""
    days = next((each for each in DAYS if str(each) == value), None)
    if days is None:
        raise Refused("old-button")
    return 0 if days == DAYS[0] else days
