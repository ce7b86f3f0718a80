"""Rules of the contract about daily puzzles."""

from collections.abc import Iterator
from time import process_time

from msgspec.json import decode, encode
from msgspec.structs import replace

from bot.engine.puzzle_data import Mark, Puzzle, Step
from bot.engine.puzzles import MAX_MAKING_SECONDS, Puzzles, PuzzleView
from bot.engine.screen import Screen
from bot.i18n import LANGUAGES, text
from bot.testing.limits import MAX_OPTION_LENGTH, MAX_SELECT_OPTIONS, check_screen
from bot.testing.playing import Broken, Play, rule

MAX_PUZZLE_TEXT_LENGTH = 3500
"""It is below Discord's limit, because the bot adds more text to the screen."""
MAX_EXPLANATION_LENGTH = 1500
DAYS_PER_WEEK = 7


@rule("puzzles.make", games_per_check=4)
def _check_puzzle_steps(play: Play) -> None:
    """A seed makes the same puzzle each time, and in any order of marks a step leads on."""
    puzzles = play.package.puzzles
    if puzzles is None:
        return
    began = process_time()
    puzzle = _make_puzzle(play, puzzles)
    seconds = process_time() - began
    if seconds > MAX_MAKING_SECONDS:
        raise Broken(f"making a puzzle takes {seconds:.1f} seconds")
    if puzzle != _make_puzzle(play, puzzles):
        raise Broken("the same seed makes another puzzle")
    if decode(encode(puzzle), type=Puzzle) != puzzle:
        raise Broken("a puzzle differs after it was stored and read")
    for each in (puzzle, puzzles.lesson):
        _check_marks(each)
        for found in _list_states(play, each):
            _check_step(puzzles, each, found)


@rule("puzzles.make_picture", games_per_check=4)
def _check_puzzle_screens(play: Play) -> None:
    """Puzzles are told within Discord's limits, and show nothing of the cards to come."""
    puzzles = play.package.puzzles
    if puzzles is None:
        return
    for puzzle in (_make_puzzle(play, puzzles), puzzles.lesson):
        for found in (*_list_states(play, puzzle), puzzle.following[-1]):
            for language in LANGUAGES:
                view = PuzzleView(puzzle, found, text(language, play.package.text))
                _check_look(puzzles, view)


def _make_puzzle(play: Play, puzzles: Puzzles) -> Puzzle:
    number = play.setup.number
    return puzzles.make(number.to_bytes(32, "big"), number % DAYS_PER_WEEK)


def _list_states(play: Play, puzzle: Puzzle) -> Iterator[tuple[Mark, ...]]:
    """Yield the right marks before each step, in a random order, as long as some follow."""
    found: tuple[Mark, ...] = ()
    ahead = _list_ahead(puzzle, found)
    while ahead:
        yield found
        found = (*found, play.rng.choice(ahead))
        ahead = _list_ahead(puzzle, found)


def _list_ahead(puzzle: Puzzle, found: tuple[Mark, ...]) -> list[Mark]:
    """Return the right marks that follow and are not made yet."""
    following = puzzle.following[len(found)] if len(found) < puzzle.length else ()
    return [
        mark
        for mark in following
        if mark not in found and mark.feature in puzzle.answer[mark.owner]
    ]


def _check_marks(puzzle: Puzzle) -> None:
    answer = {Mark(owner, each) for owner, fan in enumerate(puzzle.answer) for each in fan}
    if puzzle.length != len(answer) or len({mark.feature for mark in answer}) < len(answer):
        raise Broken(f"the answer does not have {puzzle.length} different features")
    opened = puzzle.open_cards
    if len(opened) != puzzle.length + 1 or [*opened] != sorted(opened):
        raise Broken(f"`open_cards` are not {puzzle.length + 1} rising numbers: {opened}")
    if opened[-1] != len(puzzle.cards) or len({*puzzle.cards}) < len(puzzle.cards):
        raise Broken("not all cards are open at the end, or one is there twice")
    for count, following in enumerate(puzzle.following):
        if not {*following} <= answer:
            raise Broken(f"a wrong mark follows after {count} right marks")
        if len({*following}) <= count:
            raise Broken(f"after {count} right marks, perhaps no further one follows")


def _check_step(puzzles: Puzzles, puzzle: Puzzle, found: tuple[Mark, ...]) -> None:
    follow = _list_ahead(puzzle, found)
    steps = [puzzles.find_step(puzzle, found, mark) for mark in (None, *follow)]
    opened = puzzle.find_open_cards(found)
    for mark, step in zip((None, *follow), steps, strict=True):
        if decode(encode(step), type=Step) != step:
            raise Broken("a step differs after it was stored and read")
        if step.mark not in follow or mark not in (None, step.mark):
            raise Broken(f"a step leads to {step.mark} after {len(found)} right marks")
        if not {*step.cards} <= {*opened}:
            raise Broken(f"a step after {len(found)} right marks needs cards that are not open")


def _check_look(puzzles: Puzzles, view: PuzzleView) -> None:
    puzzle, language = view.puzzle, view.say.language
    picture, told = puzzles.make_picture(view), puzzles.tell(view)
    for why in check_screen(Screen("", told, picture=picture), MAX_PUZZLE_TEXT_LENGTH):
        raise Broken(f"{why}, in {language} after {len(view.found)} right marks")
    if puzzles.make_picture(replace(view, found=view.found[::-1])).key != picture.key:
        raise Broken("the picture depends on the order of the right marks")
    count = puzzle.open_cards[len(view.found)]
    others = (*puzzle.cards[:count], *puzzle.cards[: count - 1 : -1])
    other = replace(view, puzzle=replace(puzzle, cards=others))
    if puzzles.make_picture(other).key != picture.key or puzzles.tell(other) != told:
        raise Broken(f"after {len(view.found)} right marks, one sees cards that are not open")
    if len(puzzles.name_owners(view)) != len(puzzle.answer):
        raise Broken(f"`name_owners` does not name {len(puzzle.answer)} owners")
    _check_words(puzzles, view)


def _check_words(puzzles: Puzzles, view: PuzzleView) -> None:
    puzzle = view.puzzle
    follow = _list_ahead(puzzle, view.found)
    for owner in range(len(puzzle.answer)):
        choices = puzzles.list_choices(view, owner)
        labels = {choice.label for choice in choices}
        if not len(labels) == len(choices) <= MAX_SELECT_OPTIONS:
            raise Broken(f"there are too many choices, or equal ones: {sorted(labels)}")
        if not all(0 < len(label) <= MAX_OPTION_LENGTH for label in labels):
            raise Broken(f"the label of a choice is too long, or empty: {sorted(labels)}")
        possible = {Mark(owner, each.feature) for each in choices if not each.is_out}
        if not {mark for mark in follow if mark.owner == owner} <= possible:
            raise Broken("a feature that follows is no choice, or ruled out")
    if follow:
        step = puzzles.find_step(puzzle, view.found)
        told = puzzles.explain(step, view)
        if not 0 < len(told) <= MAX_EXPLANATION_LENGTH or not puzzles.say_mark(step.mark, view):
            raise Broken(f"a step is explained with {len(told)} characters in {view.say.language}")
