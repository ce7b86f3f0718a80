"""Handles presses at a running or finished game: moves, own screens, pages and guesses.

An own screen shows a table to one person, in a message that they alone see.
"""

import asyncio
from contextlib import suppress
from functools import partial

from msgspec.structs import replace

from bot.common.numbers import MAX_ID, parse_number_or_none
from bot.domain import guessing, host, options, playing, skipping
from bot.domain.changes import Change, Click, Refused
from bot.domain.dealing import verify_deal
from bot.domain.table import Match, Table, is_over, shows_game
from bot.engine.game import IllegalMove, Stale
from bot.engine.moves import drop_last_field
from bot.engine.records import read_move
from bot.engine.screen import OpenScreen, QuietScreen, Screen, TemporaryScreen
from bot.i18n import text
from bot.presenters import panels, screens
from bot.services.actions import ActionRequest, action
from bot.services.lobby import Lobbies
from bot.services.own_screens import OwnScreens
from bot.services.service import Service, Shared
from bot.services.sessions import BOARD_USER_ID

OUT_OF_SIGHT_SECONDS = 600.0
"""The number of seconds by which a table's message must be older than the newest one to be moved.
People probably cannot see it any more by then.
"""


class Gameplay(Service):
    """Submits people's moves, and shows people what they are allowed to see of a game."""

    def __init__(self, shared: Shared, own_screens: OwnScreens, lobby: Lobbies) -> None:
        super().__init__(shared)
        self._own_screens = own_screens
        self._lobby = lobby

    async def submit_move(
        self, click: Click, table_id: int, decision: int, move: str
    ) -> Screen | None:
        """Submit a person's move, and return the screen that answers the press.

        A press in the person's own screen is answered by the updated view. After a press on the
        public message, an own screen that can still be updated is updated, and the answer is None.
        Otherwise the answer is a new own screen, or None if it would be a `QuietScreen`.

        A misclick, a late move or an illegal move is answered with a sentence that explains it. A
        second press of the same button is answered like the first one. Errors of `Tables.submit`
        other than `Stale` and `IllegalMove` pass through.

        Args:
            decision: The number of the decision that the pressed button belongs to.
            move: The move as text, such as "bid/3/6".
        """
        if await self._is_misclick(click, table_id, decision):
            table = await self._tables.record_arrival(table_id, click)
            too_soon = IllegalMove("too-soon")
            return self._explain_rejected_move(click, table, too_soon, decision, move)

        acted = partial(
            playing.apply_move,
            registry=self._registry,
            user=click.user,
            decision=decision,
            move=move,
            click=click.id,
        )
        try:
            table = await self._tables.submit(table_id, acted, click)
        except (Stale, IllegalMove) as refusal:
            table = await self._tables.record_arrival(table_id, click)
            answer = self._explain_rejected_move(click, table, refusal, decision, move)
            if answer:
                return answer
        if here := self._conversations.get(table_id, click.user):
            here.last_move = (decision, move)
        package = self._tables.find_package(table)
        if not click.is_ephemeral and self._own_screens.show_if_reachable(
            table, package, click.user
        ):
            return None
        screen = self.render_own_screen(table, click)
        return None if isinstance(screen, QuietScreen) and not click.is_ephemeral else screen

    async def _is_misclick(self, click: Click, table_id: int, decision: int) -> bool:
        """Return whether a press is a misclick that would submit a move that cannot be taken back.

        A press counts as a misclick if the message's buttons changed right before it.
        """
        user = click.user if click.is_ephemeral else BOARD_USER_ID
        session = self._sessions.peek(table_id)
        if session is None or not session.has_just_changed(user):
            return False
        table = await self._tables.load(table_id, click)
        prompts = table.prompts if isinstance(table, Match) else ()
        return any(prompt.irrevocable for prompt in prompts if prompt.decision == decision)

    def _explain_rejected_move(
        self, click: Click, table: Table, refusal: Stale | IllegalMove, decision: int, move: str
    ) -> Screen | None:
        """Return the screen that tells a person why their move does not count.

        None means that the person has just made the same move, so that nothing is to be explained.
        After a press in the own screen, the reason stands above its buttons. If the decision is
        still open, all fields of `move` but the last stay chosen. After a press on the public
        message, the reason is a new ephemeral message. An older one may be gone, because Discord
        forgets them
        (https://support.discord.com/hc/en-us/articles/1500000580222-Ephemeral-Messages-FAQ).
        """
        say = text(click.language, self._tables.find_package(table).text)
        if isinstance(refusal, IllegalMove):
            key, note = refusal.key, say(refusal.key, **refusal.values)
        else:
            key = "moved-on" if click.is_ephemeral else "moved-on-board"
            note = self._explain_late_move(table, click, decision, move)
            here = self._conversations.find(table.id, click.user)
            if not note and here and here.last_move == (decision, move):
                return None
            note = note or say(key)
        self._counters.count_refusal(key)
        if click.is_ephemeral:
            so_far = OpenScreen(decision, drop_last_field(move))
            return self.render_own_screen(table, click, so_far, note)
        return TemporaryScreen("", content=note)

    def _explain_late_move(self, table: Table, click: Click, decision: int, move: str) -> str:
        """Return the game's sentence about a move that came too late, or "" if it has none."""
        seat, package = table.seat_of(click.user), self._tables.find_package(table)
        if package.race is None or seat is None or not shows_game(table):
            return ""
        view, reads_text = package.game.view(table.state, seat), self._tables.reads_text(click.user)
        here = screens.make_context(table, package, click.language, reads_text=reads_text)
        with suppress(IllegalMove):
            move_made = read_move(package.game, move)
            return package.race.explain_late_press(view, seat, decision, move_made, here)
        return ""

    async def show_own_screen(self, click: Click, table_id: int, press: OpenScreen) -> Screen:
        """Show a person their own screen of the table, as a message at the end of the channel.

        If the table's public message is far above, it is posted again, provided that the person may
        write in the channel.

        Args:
            press: What the button asks for, with the parts of a move that the person has chosen so
                far.
        """
        table = await self._tables.record_arrival(table_id, click)
        if _is_far_up(table, click):
            anew = partial(Change, should_move_board=True)
            table = await self._tables.submit(table_id, anew, click)
        return self.render_own_screen(table, click, press)

    def render_own_screen(
        self, table: Table, click: Click, press: OpenScreen | None = None, note: str = ""
    ) -> Screen:
        """Return a person's own screen of the table, with the news that they have missed.

        Args:
            press: The parts of a move that the person has chosen so far. None means that there are
                none.
            note: A sentence to show above the buttons. "" means none.
        """
        package = self._tables.find_package(table)
        user, language = click.user, click.language
        reads_text = self._tables.reads_text(user)
        screen = screens.render_own(
            table, package, user, language, press, note, reads_text=reads_text
        )
        return self._own_screens.add_news(screen, table, package, user, language)

    async def replace_lobby_panel(self, click: Click, table_id: int) -> Screen:
        """Show a person's own screen in place of the host's options, as the game has started.

        If the table was closed instead, the view shows that.
        """
        table = await self._tables.record_arrival(table_id, click, skip_channel_check=True)
        note = text(click.language)("not-a-lobby") if isinstance(table, Match) else ""
        return self.render_own_screen(table, click, note=note)

    @action("table", is_look=True, in_direct_messages=True)
    async def show_panel(self, request: ActionRequest) -> Screen:
        """Show a person the options of the table, and what they can do there, such as leaving."""
        click = request.click
        table = await self._tables.record_arrival(request.table_id, click)
        package = self._tables.find_package(table)
        context = screens.make_context(table, package, click.language)
        return panels.render_table_panel(table, package, click, context, self._clock.now())

    @action("pace", only_while_open=True)
    async def set_pace(self, request: ActionRequest) -> Screen:
        """Set how fast computer players move, before or during the game.

        The action's argument is "slow", "normal" or "fast".

        Raises:
            Refused: Somebody else than the host asks.
        """
        table = await self._lobby.change_option(request, "pace", request.argument)
        if isinstance(table, Match):
            return await self.show_panel(request)
        return await self._lobby.show_options(request)

    @action("hand-over", only_while_open=True)
    async def hand_over(self, request: ActionRequest) -> Screen:
        """Let the computer play for a person who does not answer, at the host's request.

        The action's argument is that person's user id.

        Raises:
            Refused: Somebody else than the host asks, or the person has clicked recently.
        """
        who = request.argument

        def handed_over(table: Table) -> Change:
            host.check_host(table, request.click)
            package, now = self._tables.find_package(table), self._clock.now()
            silent = skipping.find_silent_seats(table, package, now)
            seats = [seat for seat in silent if str(table.players[seat].user) == who]
            if not seats:
                raise Refused("not-silent")
            return skipping.hand_over(table, seats[0])

        await self._tables.submit(request.table_id, handed_over, request.click)
        return await self.show_panel(request)

    @action("skip")
    async def skip(self, request: ActionRequest) -> Screen:
        """Let the computer play one turn for a silent person, at the request of another player.

        The action's argument is the number of the decision and that of the silent person's seat,
        such as "12/3".

        Raises:
            Refused: The one who asks has no seat, the other is not silent any more, or it is too
                soon.
        """
        decision, seat = (
            parse_number_or_none(part, MAX_ID) for part in request.argument.partition("/")[::2]
        )
        if decision is None or seat is None:
            raise Refused("old-button")
        owed = decision, seat

        def skip_turn(table: Table) -> Change:
            return skipping.ask_to_skip(table, request.click.user, owed, self._clock.now())

        await self._tables.submit(request.table_id, skip_turn, request.click)
        return await self.show_panel(request)

    @action("here")
    async def show_presence(self, request: ActionRequest) -> Screen:
        """Note that a person is here whom others wanted to skip, and show their own screen.

        As any press does, it makes the computer not play for them.
        """
        table = await self._tables.record_arrival(request.table_id, request.click)
        return self.render_own_screen(table, request.click)

    @action("page", is_look=True, in_direct_messages=True)
    async def show_page(self, request: ActionRequest) -> Screen:
        """Show a page about the game.

        If it does not exist any more, show the own screen instead. The action's argument is the
        page's name. The page is made in a thread, because that may take 100 ms.
        """
        click = request.click
        table = await self._tables.record_arrival(request.table_id, click)
        package, user, language = self._tables.find_package(table), click.user, click.language
        shown = table, package, user, language, request.argument
        reads_text = self._tables.reads_text(user)
        screen = await asyncio.to_thread(screens.render_page, *shown, reads_text=reads_text)
        if screen is None:
            return self.render_own_screen(table, click, note=text(language)("moved-on"))
        return self._own_screens.add_news(screen, table, package, user, language)

    @action("words", is_look=True, in_direct_messages=True)
    async def show_words(self, request: ActionRequest) -> Screen:
        """Describe the whole table to one person in words, without pictures.

        Raises:
            Refused: The table shows no game, or is a lesson.
        """
        click = request.click
        table = await self._tables.record_arrival(request.table_id, click)
        if not shows_game(table) or table.is_lesson:
            raise Refused("old-button")
        package, user, language = self._tables.find_package(table), click.user, click.language
        reads_text = self._tables.reads_text(user)
        screen = screens.render_words(table, package, user, language, reads_text=reads_text)
        return self._own_screens.add_news(screen, table, package, user, language)

    @action("always-words", in_direct_messages=True)
    async def choose_words(self, request: ActionRequest) -> Screen:
        """Show a person everything in words from now on, or with pictures again.

        The action's argument is "yes" or "no". The answer describes the table in words, or is one
        sentence if the table shows no game any more.
        """
        click, say = request.click, text(request.click.language)
        reads_text = request.argument == "yes"
        await self._store.people.set_preference(click.user, "in_words", reads_text)
        key = "words-always" if reads_text else "words-pictures"
        with suppress(Refused):
            return replace(await self.show_words(request), note=say(key))
        return screens.render_sentence(say, key)

    @action("deal", is_look=True)
    async def show_deal(self, request: ActionRequest) -> Screen:
        """Show how people can check that the deal was fair.

        During the game, that is the hash of its secret seed. After the game, it is also the seed
        itself and the result of dealing again from it. If the rules have changed since the deal,
        the screen says that instead of dealing again.

        Raises:
            Refused: The table is a lesson, or no game runs or has run there.
        """
        click = request.click
        table = await self._tables.load(request.table_id, click)
        if isinstance(table, Match) and not table.is_lesson:
            return panels.render_locked_deal(text(click.language), table)
        if not is_over(table) or table.is_lesson:
            raise Refused("seed-still-locked")
        package = self._tables.find_package(table)
        chosen = options.read_options(table, package)
        if table.rules != package.game.rules:
            return panels.render_deal_of_other_rules(
                text(click.language), table, chosen, package.game.rules
            )
        given = [given for _, given, _ in await self._store.tables.find_inputs(table.id)]
        found = await asyncio.to_thread(verify_deal, table, package.game, chosen, given)
        return panels.render_verified_deal(text(click.language), table, chosen, found)

    @action("ready")
    async def end_pause_early(self, request: ActionRequest) -> Screen:
        """End a pause of the game as soon as all people at the table have pressed the button.

        The action's argument is the step that the person has seen. If the game is further, nothing
        happens, so that a double press ends no later pause.
        """
        click = request.click
        table = await self._tables.load(request.table_id, click)
        package = self._tables.find_package(table)

        def ready(table: Table) -> Change:
            return playing.note_ready(table, package, click.user, request.argument)

        table = await self._tables.submit(table.id, ready, click)
        return self.render_own_screen(table, click)

    @action("predict")
    async def predict(self, request: ActionRequest) -> Screen:
        """Store what a person who watches predicts, such as that the last bid is a lie.

        If the question has changed meanwhile, a sentence says so, and the person sees the new one.
        The action's argument is the number of the decision and the choice, such as "12/lie".

        Raises:
            Refused: The person plays or has played in this game.
        """
        click = request.click
        decision, _, choice = request.argument.partition("/")
        table = await self._tables.load(request.table_id, click)
        package = self._tables.find_package(table)
        if not isinstance(table, Match):
            return self.render_own_screen(table, click)
        made = partial(
            guessing.predict, package=package, click=click, decision=decision, choice=choice
        )
        try:
            table = await self._tables.submit(table.id, made, click)
        except Stale:
            table = await self._tables.load(table.id, click)
            note = text(click.language)("predict-too-late")
            return self.render_own_screen(table, click, note=note)
        return self.render_own_screen(table, click)

    @action("who-wins", only_while_open=True)
    async def guess_winner(self, request: ActionRequest) -> Screen:
        """Store which player or team a person who watches expects to win.

        The person may change their mind once. The action's argument is the number of that player's
        seat, or in a game with teams the index of the team. "" means that the person is to choose.

        Raises:
            Refused: The person plays or has played in this game, or it is too late to guess.
        """
        click, value = request.click, request.argument
        table = await self._tables.load(request.table_id, click)
        package = self._tables.find_package(table)
        if not guessing.only_watches(table, package, click.user):
            raise Refused("guess-not-yours" if isinstance(table, Match) else "already-over")
        if not guessing.can_guess_winner(table):
            raise Refused("guess-too-late")
        if not value:
            return self.render_own_screen(table, click)
        count = len(package.teams or table.players)
        seat = parse_number_or_none(value, count - 1)
        if seat is None:
            raise Refused("old-button")
        guess = partial(guessing.guess_winner, package=package, click=click, seat=seat)
        guess(table)  # refuses what must not be stored
        await self._store.guesses.store_guess(table.id, click.user, click.name, seat)
        table = await self._tables.submit(table.id, guess, click)
        return self.render_own_screen(table, click)


def _is_far_up(table: Table, click: Click) -> bool:
    """Return whether the press was on a running game's public message that is out of sight.

    The ids of messages tell their age: https://docs.discord.com/developers/reference#snowflakes
    """
    board = table.board.message
    if click.is_ephemeral or not click.can_write or not isinstance(table, Match) or board is None:
        return False
    return (click.newest_message - board) >> 22 > 1000 * OUT_OF_SIGHT_SECONDS
