"""All screens of daily puzzles in every language, at their worst, against Discord's limits."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from bot.domain.puzzles import Attempt, Entry, Streak, find_opening
from bot.engine.package import GamePackage
from bot.engine.puzzle_data import Mark, Step
from bot.engine.screen import Screen
from bot.games.registry import GAMES
from bot.i18n import LANGUAGES, text
from bot.presenters import puzzles
from bot.storage.puzzle_repository import PuzzleProof
from tests.games.cloaked_cats.looks import EMOJIS
from tests.limits.checks import check_that_all_fit
from tests.limits.tables import ID, NAMES

NUMBER = 99_999
SEED = bytes(32)
HASH = "f" * 64
WEEKDAYS = (0, 3, 6)


def list_screens(
    language: str, package: GamePackage, weekday: int, *, reads_text: bool
) -> Iterator[tuple[str, Screen]]:
    """Yield all screens of a puzzle with many slips, at each step, and those around it."""
    assert package.puzzles is not None
    puzzle = package.puzzles.make(SEED, weekday)
    say, now = text(language, package.text), find_opening(NUMBER) + 100.0
    features = range(sum(map(len, puzzle.answer)) * 2)
    entries: tuple[Entry, ...] = ()
    found: tuple[Mark, ...] = ()
    shown = puzzles.ShownPuzzle(
        package, package.puzzles, puzzle, Attempt(NUMBER, ID), say, now, reads_text,
        may_share=True, open_before=NUMBER - 1,
    )  # fmt: skip
    yield "first visit", puzzles.render_first_visit(shown)
    for at, following in enumerate(puzzle.following):
        mark = next(each for each in following if each not in found)
        slips = tuple(Entry("refused", Mark(mark.owner, each)) for each in features)
        opened = puzzle.find_open_cards(found)
        hint = Entry("hint", mark, opened)
        before = Attempt(NUMBER, ID, entries=(*entries, *slips, hint), prints=10**6)
        shown = replace(shown, attempt=before)
        news, note = puzzles.tell_mark(shown, slips[0].mark)
        yield f"step {at}", puzzles.render_puzzle(shown, news, note)
        step = Step(mark, opened, ())
        yield f"lesson {at}", puzzles.render_lesson(shown, step, note=note)
        entries, found = (*before.entries, Entry("right", mark)), (*found, mark)
        after = replace(shown, attempt=replace(before, entries=entries))
        news, note = puzzles.tell_mark(after, mark)
        if len(found) < puzzle.length:
            yield f"after {at}", puzzles.render_puzzle(after, news, note)
    solved = replace(before, entries=entries, solved_at=now)
    shown = replace(shown, attempt=solved)
    yield "lesson's end", puzzles.render_lesson_end(shown)
    day = puzzles.DayResult(10**6, Streak(10**5, 1), HASH)
    yield "end", puzzles.render_end(shown, day, say("shared"))
    yield "old end", puzzles.render_end(replace(shown, now=now * 2), puzzles.DayResult())
    for at, mark in enumerate(found):
        step = Step(mark, puzzle.find_open_cards(found[:at]), ())
        yield (
            f"why {at}",
            puzzles.render_reasons(shown, puzzles.ExplainedMark(at, found[:at], step)),
        )
        if not reads_text:
            easier = package.puzzles.find_step(puzzle, found[:at])
            explained = puzzles.ExplainedMark(at, found[:at], step, easier)
            yield f"slip {at}", puzzles.render_reasons(shown, explained)
    proof = PuzzleProof(HASH, "{}", HASH)
    yield "proof", puzzles.render_proof(shown, proof)
    attempts = [replace(solved, number=NUMBER - n) for n in range(1, 31)]
    yield "archive", puzzles.render_archive(say, NUMBER, attempts)
    for name in NAMES:
        yield "shared", puzzles.render_shared(shown, 10**6, name, ())


@pytest.mark.parametrize("language", LANGUAGES)
async def test_puzzles_fit_into_discords_messages(language: str) -> None:
    for package in (each for each in GAMES.values() if each.puzzles):
        dressed = replace(package, emojis=EMOJIS)
        for weekday in WEEKDAYS:
            for reads_text in (False, True):
                screens = list_screens(language, dressed, weekday, reads_text=reads_text)
                await check_that_all_fit(screens)
