"""Lets people solve the daily puzzle, each alone in messages that nobody else sees."""

import asyncio
from weakref import WeakValueDictionary

from msgspec.structs import replace

from bot.common.numbers import MAX_PAGE, parse_number_or_none
from bot.domain.changes import Click, Refused
from bot.domain.puzzles import (
    FIRST_NUMBER,
    LESSON_NUMBER,
    MAX_ARCHIVE_DAYS,
    Attempt,
    count_streak,
    enter_mark,
    find_counting_end,
    find_number,
    take_hint,
)
from bot.engine.puzzle_data import Mark
from bot.engine.screen import Screen
from bot.i18n import text
from bot.presenters.puzzles import (
    CHOOSE_OLD,
    ENTER_MARK,
    SET_MARKS,
    SHARE,
    SHOW_ARCHIVE,
    SHOW_LESSON,
    SHOW_PROOF,
    SHOW_PUZZLE,
    SHOW_REASONS,
    TAKE_HINT,
    DayResult,
    ExplainedMark,
    ShownPuzzle,
    find_refused,
    render_archive,
    render_end,
    render_first_visit,
    render_lesson,
    render_lesson_end,
    render_proof,
    render_puzzle,
    render_reasons,
    render_shared,
    tell_mark,
)
from bot.services.actions import ActionRequest, action
from bot.services.service import Service, Shared
from bot.services.sharing import Sharing, may_share


class DailyPuzzles(Service):
    """Shows people the daily puzzles, takes their marks, and explains what followed.

    An attempt is read at each press, as its person may use two processes. It is stored with a check
    on the number of its entries. Buttons carry that number, so a press on an outdated screen, or a
    second delivery of a press, changes nothing and shows how the puzzle stands.
    """

    def __init__(self, shared: Shared, sharing: Sharing) -> None:
        super().__init__(shared)
        self._sharing = sharing
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """One lock per user id, so that a person's presses are answered one after the other."""

    @action(SHOW_PUZZLE, is_look=True, in_direct_messages=True)
    async def show(self, request: ActionRequest) -> Screen:
        """Show a person a puzzle, or first offer the lesson to somebody who has tried none yet.

        The action's argument is "<number>", by default of today's puzzle, or "<number>/skip" for
        the puzzle itself.

        Raises:
            Refused: The puzzle is not there yet, or not any more.
        """
        click = request.click
        self._conversations.forget_own_screen(request.table_id, click.user)
        number, _, skip = request.argument.partition("/")
        shown = await self._load(click, _parse_day(number) if number else self._find_today())
        is_new = not skip and not shown.attempt.entries
        if is_new and not await self._find_attempts(click.user):
            return render_first_visit(shown)
        return await self._render(shown)

    @action(ENTER_MARK, in_direct_messages=True)
    async def enter_mark(self, request: ActionRequest) -> Screen:
        """Enter a mark, and say what it opens or that it does not follow.

        The action's argument is "<number>/<entries>/<owner>/<feature>".
        """
        click, now = request.click, self._clock.now()
        number, entries, owner, feature = _parse(request.argument, 4)
        mark = Mark(owner, feature)
        async with self._lock(click):
            shown = await self._load(click, number)
            _check_can_mark(shown, mark)
            after = enter_mark(shown.attempt, shown.puzzle, mark, now)
            shown = await self._store_change(click, shown, entries, after)
        news, note = tell_mark(shown, mark)
        if not news and not note:
            note = shown.say("puzzle-moved")
        return await self._render(shown, news, note)

    @action(TAKE_HINT, in_direct_messages=True)
    async def take_hint(self, request: ActionRequest) -> Screen:
        """Point at the fewest cards from which something follows, for some paw prints.

        The action's argument is "<number>/<entries>".
        """
        click = request.click
        number, entries = _parse(request.argument, 2)
        async with self._lock(click):
            shown = await self._load(click, number)
            attempt = shown.attempt
            if len(attempt.entries) == entries and attempt.solved_at is None:
                step = await self._puzzle_library.find_step(number, attempt.found)
                after = take_hint(attempt, step)
                shown = await self._store_change(click, shown, entries, after)
        return await self._render(
            shown, note="" if shown.attempt.hint else shown.say("puzzle-moved")
        )

    @action(SET_MARKS, in_direct_messages=True)
    async def set_marks(self, request: ActionRequest) -> Screen:
        """Leave features that are ruled out out of this person's menus, or show them again.

        The action's argument is "<number>/yes" or "<number>/no".
        """
        click = request.click
        number, _, choice = request.argument.partition("/")
        shown = await self._load(click, _parse_day(number))
        await self._store.people.set_preference(click.user, "puzzle_marks", choice == "yes")
        return await self._render(replace(shown, crosses_out=choice == "yes"))

    @action(SHOW_LESSON, is_look=True, in_direct_messages=True)
    async def show_lesson(self, request: ActionRequest) -> Screen:
        """Show the puzzle that teaches how it goes, which is not stored and costs nothing.

        The action's argument is all marks so far: "<owner>/<feature>/<owner>/<feature>" and so on.
        """
        marks = _parse_marks(request.argument)
        shown = await self._load(request.click, LESSON_NUMBER)
        attempt = shown.attempt
        for mark in marks:
            _check_can_mark(shown, mark)
            attempt = enter_mark(attempt, shown.puzzle, mark, shown.now)
        shown = replace(shown, attempt=attempt)
        news, note = tell_mark(shown, marks[-1]) if marks else ("", "")
        if attempt.solved_at is not None:
            return render_lesson_end(shown)
        step = await self._puzzle_library.find_step(LESSON_NUMBER, attempt.found)
        return render_lesson(shown, step, news, note)

    @action(SHOW_ARCHIVE, is_look=True, in_direct_messages=True)
    async def show_archive(self, request: ActionRequest) -> Screen:
        """List the puzzles of the last days, with what the person made of each."""
        click, package = request.click, self._puzzle_library.package
        if package is None:
            raise Refused("puzzle-none")
        attempts = await self._find_attempts(click.user)
        return render_archive(text(click.language, package.text), self._find_today(), attempts)

    @action(CHOOSE_OLD, is_look=True, in_direct_messages=True)
    async def show_old(self, request: ActionRequest) -> Screen:
        """Show the puzzle that was chosen in a menu. The action's argument ends with its number."""
        number = _parse_day(request.argument.rpartition("/")[2])
        return await self._render(await self._load(request.click, number))

    @action(SHOW_REASONS, is_look=True, in_direct_messages=True)
    async def show_reasons(self, request: ActionRequest) -> Screen:
        """Explain a right mark of a puzzle that the person has solved.

        The action's argument is "<number>/<right marks before it>".
        """
        number, at = _parse(request.argument, 2)
        shown = await self._load(request.click, number)
        attempt = shown.attempt
        if attempt.solved_at is None or at >= shown.puzzle.length:
            raise Refused("old-button")
        before, mark = attempt.found[:at], attempt.found[at]
        explained = await self._explain(number, before, mark)
        if find_refused(attempt, at):
            easier = await self._puzzle_library.find_step(number, before)
            explained = replace(explained, easier=easier)
        return render_reasons(shown, explained)

    async def _explain(self, number: int, found: tuple[Mark, ...], mark: Mark) -> ExplainedMark:
        """Return why a mark followed.

        If the reasoning for an earlier mark finds this one on its way, this one is explained by
        what was known before both: otherwise each would be the reason for the other.
        """
        known = found
        for at, earlier in enumerate(found):
            step = await self._puzzle_library.find_step(number, found[:at], earlier)
            if mark in step.found_before:
                known = found[:at]
                break
        step = await self._puzzle_library.find_step(number, known, mark)
        return ExplainedMark(len(found), known, step)

    @action(SHOW_PROOF, is_look=True, in_direct_messages=True)
    async def show_proof(self, request: ActionRequest) -> Screen:
        """Open the hash of a puzzle whose time is over. The action's argument is its number."""
        number = _parse_day(request.argument)
        shown = await self._load(request.click, number)
        proof = await self._puzzle_library.find_proof(number)
        if proof is None:
            raise Refused("old-button")
        return render_proof(shown, proof)

    @action(SHARE)
    async def share(self, request: ActionRequest) -> Screen:
        """Post in the channel how a person has solved a puzzle, without giving anything of it away.

        Raises:
            Refused: The person has not solved it, or may not share anything there now
                (`Sharing.admit`).
        """
        click, (number,) = request.click, _parse(request.argument, 1)
        shown = await self._load(click, number)
        if shown.attempt.solved_at is None:
            raise Refused("old-button")
        with self._sharing.admit(click, text_only=True):
            say = text(await self._sharing.find_language(click), shown.package.text)
            par = await self._puzzle_library.find_par(number)
            row = self._sharing.make_row(say)
            post = render_shared(replace(shown, say=say), par, click.short_name, row)
            await self._sharing.post(click, post)
        return await self._render(shown, note=shown.say("shared"))

    def _find_today(self) -> int:
        """Return the number of today's puzzle. Raises `Refused` on days before the first one."""
        today = find_number(self._clock.now())
        if today < FIRST_NUMBER:
            raise Refused("puzzle-not-ready")
        return today

    def _lock(self, click: Click) -> asyncio.Lock:
        return self._locks.setdefault(click.user, asyncio.Lock())

    async def _find_attempts(self, user: int) -> tuple[Attempt, ...]:
        """Return a person's attempts at the puzzles that can be played now."""
        first = max(FIRST_NUMBER, self._find_today() - MAX_ARCHIVE_DAYS)
        return await self._store.puzzles.find_attempts(user, range(first, self._find_today() + 1))

    async def _load(self, click: Click, number: int) -> ShownPuzzle:
        """Return a puzzle with a person's attempt at it. The lesson has no stored attempt.

        Raises:
            Refused: No game has puzzles, or this one is not there yet, or not any more.
        """
        if self._puzzle_library.game is None:
            raise Refused("puzzle-none")
        now = self._clock.now()
        if FIRST_NUMBER <= number < self._find_today() - MAX_ARCHIVE_DAYS:
            raise Refused("puzzle-gone")
        stored = await self._puzzle_library.load(number)
        attempt = None
        if number != LESSON_NUMBER:
            attempt = await self._store.puzzles.find_attempt(number, click.user)
        package = self._puzzle_library.find_package(stored)
        if package.puzzles is None:
            raise Refused("puzzle-none")
        return ShownPuzzle(
            package,
            package.puzzles,
            stored.puzzle,
            attempt or Attempt(number, click.user, started_at=now),
            text(click.language, package.text),
            now,
            reads_text=self._tables.reads_text(click.user),
            crosses_out=self._store.people.recall_preferences(click.user).puzzle_marks,
            may_share=may_share(click),
        )

    async def _store_change(
        self, click: Click, shown: ShownPuzzle, entries: int, after: Attempt
    ) -> ShownPuzzle:
        """Store what a press makes of an attempt, and return the puzzle as it stands then.

        A press on an outdated screen changes nothing, nor does one that another process has
        overtaken.

        Args:
            entries: The number of entries of the attempt on the pressed screen.
        """
        if len(shown.attempt.entries) != entries or after == shown.attempt:
            return shown
        after = replace(after, guild=click.guild, name=click.short_name)
        if await self._store.puzzles.store_attempt(after, entries):
            return replace(shown, attempt=after)
        return await self._load(click, shown.number)

    async def _render(self, shown: ShownPuzzle, news: str = "", note: str = "") -> Screen:
        """Return the screen of a puzzle, which depends on whether the person has solved it."""
        attempt = shown.attempt
        if attempt.solved_at is None:
            return render_puzzle(await self._add_open_before(shown), news, note)
        solved = await self._store.puzzles.find_solved(attempt.user)
        day = DayResult(
            await self._puzzle_library.find_par(shown.number),
            count_streak({number for number, _ in solved}, shown.now, rests=True),
            await self._find_next_hash() if shown.number == self._find_today() else "",
        )
        return render_end(await self._add_open_before(shown), day, note)

    async def _find_next_hash(self) -> str:
        """Return the hash of tomorrow's puzzle, or "" if there is none yet."""
        try:
            return await self._puzzle_library.find_hash(self._find_today() + 1)
        except Refused:
            return ""

    async def _add_open_before(self, shown: ShownPuzzle) -> ShownPuzzle:
        """Return a puzzle of today with the number of yesterday's if that is open and counts."""
        before, attempt = shown.number - 1, shown.attempt
        if attempt.entries and attempt.solved_at is None:
            return shown
        if shown.number != self._find_today() or find_counting_end(before) <= shown.now:
            return shown
        other = await self._store.puzzles.find_attempt(before, attempt.user)
        return (
            shown if other and other.solved_at is not None else replace(shown, open_before=before)
        )


def _check_can_mark(shown: ShownPuzzle, mark: Mark) -> None:
    """Raise `Refused` for a mark that no menu of the puzzle has. Custom ids can be forged."""
    is_owner = mark.owner < len(shown.puzzle.answer)
    choices = shown.list_choices(mark.owner) if is_owner else ()
    if mark.feature not in {choice.feature for choice in choices}:
        raise Refused("old-button")


def _parse_marks(argument: str) -> tuple[Mark, ...]:
    if not argument:
        return ()
    numbers = _parse(argument, 2 * ((argument.count("/") + 1) // 2))
    return tuple(map(Mark, numbers[::2], numbers[1::2]))


def _parse_day(value: str) -> int:
    (number,) = _parse(value, 1)
    return number


def _parse(argument: str, count: int) -> tuple[int, ...]:
    """Return the numbers in the argument of an action, such as "214/7". Raises `Refused`."""
    numbers = [parse_number_or_none(part, MAX_PAGE) for part in argument.split("/")]
    found = tuple(number for number in numbers if number is not None)
    if len(found) != count or len(numbers) != count:
        raise Refused("old-button")
    return found
