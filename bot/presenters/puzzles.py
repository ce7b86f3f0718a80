"""Renders the daily puzzle for the person who solves it, and what they share of it."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from bot.domain.display_names import escape_name
from bot.domain.puzzles import (
    HINT_PRINTS,
    LESSON_NUMBER,
    MAX_ARCHIVE_DAYS,
    Attempt,
    Square,
    Streak,
    find_counting_end,
    find_date,
    find_holder,
    find_number,
    find_opening,
    list_squares,
)
from bot.engine.package import GamePackage
from bot.engine.puzzle_data import Mark, Puzzle, Step
from bot.engine.puzzles import Choice, Puzzles, PuzzleView
from bot.engine.screen import (
    Attachment,
    Button,
    Field,
    Link,
    PictureScreen,
    Screen,
    Select,
    TableAction,
)
from bot.engine.text_helpers import join_lines, join_names, join_paragraphs
from bot.i18n import Text
from bot.presenters.welcome import make_puzzle_button
from bot.storage.puzzle_repository import PuzzleProof

SHOW_PUZZLE, ENTER_MARK, TAKE_HINT = "puzzle", "puzzle-mark", "puzzle-hint"
SET_MARKS, SHOW_ARCHIVE, SHARE = "puzzle-marks", "puzzle-archive", "puzzle-share"
SHOW_REASONS, SHOW_LESSON, CHOOSE_OLD = "puzzle-why", "puzzle-lesson", "puzzle-old"
SHOW_PROOF = "puzzle-proof"
"""The actions of the buttons and menus."""
SQUARES: Mapping[Square, str] = {"clean": "🟩", "slip": "🟨", "hint": "🟦"}
ARCHIVE_MENU_LENGTH = 15
"""The number of puzzles in each menu of the archive."""
SUNDAY_WEEKDAY = 6


class ShownPuzzle(Struct, frozen=True):
    """A puzzle and a person's attempt at it, with all that the person's screen depends on."""

    package: GamePackage
    """The game."""
    puzzles: Puzzles
    puzzle: Puzzle
    attempt: Attempt
    say: Text
    """The game's texts in the person's language."""
    now: float
    reads_text: bool = False
    """Whether the person reads words instead of pictures."""
    crosses_out: bool = False
    """Whether features that are ruled out are missing in the menus."""
    may_share: bool = False
    open_before: int | None = None
    """The number of the day before's puzzle if the person can still solve it in time."""

    @property
    def number(self) -> int:
        """The number of the puzzle."""
        return self.attempt.number

    def view(self, found: Collection[Mark], cards: tuple[int, ...] = ()) -> PuzzleView:
        """Return what the person sees after these right marks, with some cards to point at."""
        emojis = {} if self.reads_text else self.package.emojis
        return PuzzleView(self.puzzle, tuple(found), self.say, emojis, cards)

    def list_choices(self, owner: int) -> tuple[Choice, ...]:
        """Return all features that can be marked, with those that are ruled out for an owner."""
        return self.puzzles.list_choices(self.view(self.attempt.found), owner)

    def say_mark(self, mark: Mark) -> str:
        """Return a mark as a short sentence without a full stop."""
        return self.puzzles.say_mark(mark, self.view(self.attempt.found))


class DayResult(Struct, frozen=True):
    """What the end of a puzzle tells besides the attempt."""

    par: int | None = None
    """The paw prints that people needed, or None while it is not known."""
    streak: Streak = Streak()
    next_hash: str = ""
    """The hash of the next day's puzzle, or "" if it is not made yet."""


def render_puzzle(shown: ShownPuzzle, news: str = "", note: str = "") -> Screen:
    """Return the screen of a puzzle that is not solved, with a menu for each owner.

    Args:
        news: The line that tells what the last right mark did.
        note: A refusal.
    """
    say, attempt, hint = shown.say, shown.attempt, shown.attempt.hint
    view = shown.view(attempt.found, hint.cards if hint else ())
    todo = "" if news or note else say("puzzle-todo")
    told = join_lines(
        news,
        say("puzzle-prints", prints=attempt.prints),
        _tell_hint(shown, hint.cards) if hint else todo,
    )
    press = TableAction(ENTER_MARK, f"{shown.number}/{len(attempt.entries)}")
    rows = (*_make_menus(shown, view, press), _make_buttons(shown))
    return replace(_show(shown, view, format_puzzle_title(shown), told), note=note, rows=rows)


def render_lesson(shown: ShownPuzzle, step: Step, news: str = "", note: str = "") -> Screen:
    """Return a screen of the lesson: the rule, and why a step follows.

    The last step is left to the learner, and explained after a refusal.
    """
    say, found = shown.say, shown.attempt.found
    is_left_open = len(found) == shown.puzzle.length - 1 and not note
    view = shown.view(found, () if is_left_open else step.cards)
    told = join_lines(
        news,
        "" if found else say("puzzle-lesson-rule"),
        say("puzzle-lesson-last") if is_left_open else shown.puzzles.explain(step, view),
        "" if is_left_open else say("puzzle-lesson-do"),
    )
    path = "/".join(f"{mark.owner}/{mark.feature}" for mark in found)
    rows = (*_make_menus(shown, view, TableAction(SHOW_LESSON, path)), (make_puzzle_button(say),))
    return replace(_show(shown, view, say("puzzle-lesson-title"), told), note=note, rows=rows)


def render_lesson_end(shown: ShownPuzzle) -> Screen:
    """Return the screen after the last step of the lesson."""
    say = shown.say
    row = (replace(make_puzzle_button(say), style="main"), _make_lesson_button(say))
    view = shown.view(shown.attempt.found)
    screen = _show(shown, view, say("puzzle-lesson-title"), say("puzzle-lesson-end"))
    return replace(screen, rows=(row,))


def _show(shown: ShownPuzzle, view: PuzzleView, title: str, told: str) -> Screen:
    """Return a screen with the picture of a view, or with its words."""
    if shown.reads_text:
        return Screen(title, join_paragraphs(told, shown.puzzles.tell(view)))
    return PictureScreen(title, told, picture=shown.puzzles.make_picture(view))


def format_puzzle_title(shown: ShownPuzzle) -> str:
    """Return the title of a puzzle: its number, and how hard it is."""
    say = shown.say
    level = (
        "large" if find_date(shown.number).weekday() == SUNDAY_WEEKDAY else str(shown.puzzle.rung)
    )
    return say("puzzle-title", number=str(shown.number), level=say(f"puzzle-level-{level}"))


def _name_cards(shown: ShownPuzzle, cards: Collection[int]) -> str:
    """Return the numbers of some cards as a list in words, such as "3, 5 and 7"."""
    numbers = sorted(shown.puzzle.cards.index(card) + 1 for card in cards)
    return join_names([str(number) for number in numbers], shown.say)


def _tell_hint(shown: ShownPuzzle, cards: Collection[int]) -> str:
    return shown.say("puzzle-hint", cards=_name_cards(shown, cards), count=len(cards))


def _make_menus(
    shown: ShownPuzzle, view: PuzzleView, press: TableAction
) -> Iterator[tuple[Select]]:
    """Yield a row with a menu of what can be marked, for each owner who still hides something.

    The owner's number is added to the argument of `press`, and then what is chosen.
    """
    attempt, say = shown.attempt, shown.say
    for owner, name in enumerate(shown.puzzles.name_owners(view)):
        found = [mark.feature for mark in attempt.found if mark.owner == owner]
        hidden = len(shown.puzzle.answer[owner])
        if len(found) == hidden:
            continue
        choices = [
            choice
            for choice in shown.list_choices(owner)
            if choice.feature not in found and not (shown.crosses_out and choice.is_out)
        ]
        yield (
            Select(
                say("puzzle-which", owner=name, found=len(found), hidden=hidden),
                replace(press, argument=f"{press.argument}/{owner}".removeprefix("/")),
                tuple((str(choice.feature), choice.label) for choice in choices),
                emojis=tuple(choice.emoji for choice in choices),
            ),
        )


def _make_buttons(shown: ShownPuzzle) -> tuple[Button, ...]:
    say, attempt, number = shown.say, shown.attempt, shown.number
    hint = Button(
        say("button-puzzle-hint", prints=HINT_PRINTS),
        TableAction(TAKE_HINT, f"{number}/{len(attempt.entries)}"),
        emoji="💡",
        disabled=attempt.hint is not None,
    )
    other = "no" if shown.crosses_out else "yes"
    switch = Button(
        say("button-puzzle-marks"),
        TableAction(SET_MARKS, f"{number}/{other}"),
        emoji="☑️" if shown.crosses_out else "⬜",
    )
    if attempt.found:  # whoever solves needs the room for more cards
        return (hint, switch)
    before = (_make_before_button(shown),) if shown.open_before and not attempt.entries else ()
    return (hint, switch, _make_lesson_button(say), _make_archive_button(say), *before)


def _make_lesson_button(say: Text) -> Button:
    return Button(say("button-puzzle-lesson"), TableAction(SHOW_LESSON), emoji="🎓")


def _make_archive_button(say: Text) -> Button:
    return Button(say("button-puzzle-archive"), TableAction(SHOW_ARCHIVE), emoji="🗂️")


def _make_before_button(shown: ShownPuzzle) -> Button:
    number = str(shown.open_before)
    return Button(
        shown.say("button-puzzle-before", number=number),
        TableAction(SHOW_PUZZLE, number),
        emoji="🌙",
    )


def tell_mark(shown: ShownPuzzle, mark: Mark) -> tuple[str, str]:
    """Return the news and the note that answer a mark: one of them, and both "" if it is too late.

    A refusal is the same for a wrong mark and for one that does not follow yet, unless everybody
    can see what rules the mark out. What somebody else is marked to have costs nothing.
    """
    say, attempt = shown.say, shown.attempt
    if mark in attempt.found:
        at = attempt.found.index(mark)
        first, last = shown.puzzle.open_cards[at], shown.puzzle.open_cards[at + 1]
        values: dict[str, int | str] = {"cards": last - first}
        values |= {"first": str(first + 1), "last": str(last)}
        return say("puzzle-right", mark=shown.say_mark(mark), **values), ""
    holder = find_holder(attempt, mark.feature)
    if holder is not None:
        known = shown.say_mark(replace(mark, owner=holder))
        return "", say("puzzle-taken", mark=shown.say_mark(mark), known=known)
    if mark not in {entry.mark for entry in attempt.step_entries if entry.kind == "refused"}:
        return "", ""
    cost = say("puzzle-cost") if shown.number != LESSON_NUMBER else ""
    return "", " ".join(filter(None, (_tell_refusal(shown, mark), cost)))


def _tell_refusal(shown: ShownPuzzle, mark: Mark) -> str:
    say, told = shown.say, shown.say_mark(mark)
    choices = shown.list_choices(mark.owner)
    card = next((each.bare_card for each in choices if each.feature == mark.feature), None)
    if card is None:
        return say("puzzle-not-yet", mark=told)
    owner = shown.puzzles.name_owners(shown.view(shown.attempt.found))[mark.owner]
    return say("puzzle-ruled-out", mark=told, card=_name_cards(shown, (card,)), owner=owner)


def render_end(shown: ShownPuzzle, day: DayResult, note: str = "") -> Screen:
    """Return the screen of a solved puzzle: how it went, the streak, and what comes next."""
    say, attempt = shown.say, shown.attempt
    view = shown.view(attempt.found)
    told = join_lines(
        say("puzzle-solved", prints=attempt.prints),
        format_squares(attempt, shown.puzzle),
        _tell_par(shown, day.par),
        _tell_streak(shown, day.streak),
        say("puzzle-next", at=_find_next_opening(shown.now)),
    )
    footer = ""
    if day.next_hash:
        footer = say("puzzle-hash", number=str(shown.number + 1), hash=day.next_hash)
    buttons = [
        Button(
            say("button-puzzle-why"), TableAction(SHOW_REASONS, f"{shown.number}/0"), emoji="🧠"
        ),
        _make_archive_button(say),
    ]
    if shown.may_share:
        share = TableAction(SHARE, str(shown.number))
        buttons.insert(0, Button(say("button-show-channel"), share, "main", "📣"))
    if shown.now >= find_counting_end(shown.number):
        proof = TableAction(SHOW_PROOF, str(shown.number))
        buttons.append(Button(say("button-deal"), proof, emoji="🔒"))
    if shown.open_before:
        buttons.append(_make_before_button(shown))
    screen = _show(shown, view, format_puzzle_title(shown), told)
    return replace(screen, footer=footer, note=note, rows=(tuple(buttons),))


def _find_next_opening(now: float) -> str:
    return str(int(find_opening(find_number(now) + 1)))


def format_squares(attempt: Attempt, puzzle: Puzzle) -> str:
    """Return how each mark was found, as coloured squares: a line for each owner."""
    rows = list_squares(attempt, len(puzzle.answer))
    return "\n".join("".join(SQUARES[square] for square in row) for row in rows)


def _tell_par(shown: ShownPuzzle, par: int | None) -> str:
    if par is not None:
        return shown.say("puzzle-par", prints=par)
    end = find_counting_end(shown.number)
    return shown.say("puzzle-par-later", at=str(int(end))) if shown.now < end else ""


def _tell_streak(shown: ShownPuzzle, streak: Streak) -> str:
    if not shown.attempt.is_counted:
        return shown.say("puzzle-uncounted")
    if not streak.days:
        return ""
    return shown.say("puzzle-streak", days=streak.days, rests=int(streak.rest_day is not None))


def render_first_visit(shown: ShownPuzzle) -> Screen:
    """Return the screen that offers the lesson to a person who has tried no puzzle yet."""
    say = shown.say
    lesson = replace(_make_lesson_button(say), style="main")
    press = TableAction(SHOW_PUZZLE, f"{shown.number}/skip")
    skip = Button(say("button-puzzle-skip"), press, emoji="🧩")
    return Screen(say("puzzle-welcome-title"), say("puzzle-welcome"), rows=((lesson, skip),))


class ExplainedMark(Struct, frozen=True):
    """A right mark of an attempt, why it followed, and what could have been marked instead."""

    at: int
    """The number of right marks before it."""
    known: tuple[Mark, ...]
    """Those of them from which it follows."""
    step: Step
    easier: Step | None = None
    """The step that needs the fewest cards, if the person lost a paw print here."""


def find_refused(attempt: Attempt, at: int) -> tuple[Mark, ...]:
    """Return the marks that were refused after `at` right ones, and before the next."""
    refused, rights = [], 0
    for entry in attempt.entries:
        if entry.kind == "right":
            rights += 1
        elif entry.kind == "refused" and rights == at:
            refused.append(entry.mark)
    return tuple(refused)


def render_reasons(shown: ShownPuzzle, explained: ExplainedMark) -> Screen:
    """Return the page that explains one right mark of a solved puzzle, with its cards."""
    say, attempt, step = shown.say, shown.attempt, explained.step
    view = shown.view(attempt.found[: explained.at], step.cards)
    told = [
        say("puzzle-why-mark", mark=shown.say_mark(step.mark)),
        shown.puzzles.explain(step, shown.view(explained.known)),
    ]
    if explained.easier is not None:
        refused = find_refused(attempt, explained.at)
        marks = join_names([shown.say_mark(mark) for mark in refused], say)
        easier = explained.easier
        told.append(say("puzzle-why-slip", marks=marks))
        if easier.mark != step.mark:
            found = say("puzzle-why-instead", mark=shown.say_mark(easier.mark))
            told.append(f"{found} {shown.puzzles.explain(easier, view)}")
    step_number, steps = explained.at + 1, shown.puzzle.length
    title = say("puzzle-why-title", number=str(shown.number), step=step_number, steps=steps)
    screen = _show(shown, view, title, join_lines(*told))
    return replace(screen, rows=(_make_page_buttons(shown, explained.at),))


def _make_page_buttons(shown: ShownPuzzle, at: int) -> tuple[Button, ...]:
    say, number, last = shown.say, shown.number, shown.puzzle.length - 1

    def to(page: int) -> TableAction:
        return TableAction(SHOW_REASONS, f"{number}/{page}")

    return (
        Button(say("button-previous"), to(at - 1), disabled=at == 0),
        Button(say("button-next"), to(at + 1), "main", disabled=at == last),
        _make_back_button(shown),
    )


def _make_back_button(shown: ShownPuzzle) -> Button:
    press = TableAction(SHOW_PUZZLE, str(shown.number))
    return Button(shown.say("button-puzzle-back"), press, emoji="↩️")


def render_proof(shown: ShownPuzzle, proof: PuzzleProof) -> Screen:
    """Return the screen that opens the hash of a puzzle, with a file of the puzzle as stored."""
    say, number = shown.say, str(shown.number)
    return Screen(
        say("deal-title"),
        say("puzzle-proof", number=number, before=str(shown.number - 1)),
        fields=(
            Field(say("deal-seed"), f"`{proof.seed}`"),
            Field(say("puzzle-proof-hash"), f"`{proof.hash}`"),
        ),
        attachment=Attachment(f"puzzle-{number}.json", proof.json.encode()),
        rows=((_make_back_button(shown),),),
    )


def render_archive(say: Text, today: int, attempts: Sequence[Attempt]) -> Screen:
    """Return the menus of the puzzles of the last days, each with what the person made of it."""
    known = {attempt.number: attempt for attempt in attempts}
    numbers = [*range(today - 1, max(LESSON_NUMBER, today - 1 - MAX_ARCHIVE_DAYS), -1)]
    rows: list[tuple[Select | Button, ...]] = []
    for start in range(0, len(numbers), ARCHIVE_MENU_LENGTH):
        part = numbers[start : start + ARCHIVE_MENU_LENGTH]
        options = tuple(
            (str(n), say("puzzle-day", number=str(n), date=str(find_date(n)))) for n in part
        )
        told = tuple(_tell_state(say, known.get(n)) for n in part)
        which = say("puzzle-archive-which", first=str(part[0]), last=str(part[-1]))
        press = TableAction(CHOOSE_OLD, str(start // ARCHIVE_MENU_LENGTH))
        rows.append((Select(which, press, options, descriptions=told),))
    solved = sum(known[n].solved_at is not None for n in numbers if n in known)
    told_all = say("puzzle-archive", solved=solved, all=len(numbers))
    rows.append((make_puzzle_button(say),))
    return Screen(say("puzzle-archive-title"), told_all, rows=tuple(rows))


def _tell_state(say: Text, attempt: Attempt | None) -> str:
    if attempt is None or not attempt.entries:
        return say("puzzle-state-open")
    key = "puzzle-state-begun" if attempt.solved_at is None else "puzzle-state-solved"
    return say(key, prints=attempt.prints)


def render_shared(
    shown: ShownPuzzle, par: int | None, name: str, row: tuple[Button | Link, ...]
) -> Screen:
    """Return the public post of a solved puzzle, which gives nothing of it away.

    Args:
        name: The person's display name. Markup in it is not escaped.
        row: Further buttons.
    """
    say, attempt = shown.say, shown.attempt
    score = say(
        "puzzle-score", game=say("game-title"), number=str(shown.number), prints=attempt.prints
    )
    if par is not None:
        score = say("puzzle-score-par", score=score, par=par)
    play = TableAction(SHOW_PUZZLE, str(shown.number))
    button = Button(say("button-puzzle-play"), play, "good", "🧩")
    return Screen(
        score,
        format_squares(attempt, shown.puzzle),
        content=say("puzzle-shared", name=escape_name(name)),
        rows=((button, *row),),
    )
