"""Daily puzzles that break one rule of the contract each."""

from collections.abc import Collection
from time import process_time

from msgspec.structs import replace

from bot.engine.package import GamePackage
from bot.engine.puzzle_data import Mark, Puzzle, Step
from bot.engine.puzzles import MAX_MAKING_SECONDS, Choice, Puzzles, PuzzleView
from bot.engine.screen import Picture
from tests.toys.puzzles import ToyPuzzles
from tests.toys.secret_numbers.package import PACKAGE


class MakesAnother(ToyPuzzles):
    """A puzzle depends on how many were made before."""

    def __init__(self) -> None:
        self.made = 0

    def make(self, seed: bytes, weekday: int) -> Puzzle:
        self.made += 1
        return super().make(bytes([self.made]) + seed[1:], weekday)


class MakesSlowly(ToyPuzzles):
    """The first puzzle takes long."""

    def __init__(self) -> None:
        self.is_warm = False

    def make(self, seed: bytes, weekday: int) -> Puzzle:
        began = process_time()
        while not self.is_warm and process_time() < began + MAX_MAKING_SECONDS:
            pass
        self.is_warm = True
        return super().make(seed, weekday)


class GetsStuck(ToyPuzzles):
    """After two right marks, only these follow."""

    def make(self, seed: bytes, weekday: int) -> Puzzle:
        puzzle = super().make(seed, weekday)
        first, second, third, *rest = puzzle.following
        return replace(puzzle, following=(first, second, third[:2], *rest))


class LetsWrongMarksFollow(ToyPuzzles):
    def make(self, seed: bytes, weekday: int) -> Puzzle:
        puzzle = super().make(seed, weekday)
        wrong = Mark(0, puzzle.answer[1][0])
        return replace(puzzle, following=((wrong, wrong), *puzzle.following[1:]))


class LeavesCardClosed(ToyPuzzles):
    def make(self, seed: bytes, weekday: int) -> Puzzle:
        puzzle = super().make(seed, weekday)
        return replace(puzzle, cards=(*puzzle.cards, 99))


class StepsFromClosedCard(ToyPuzzles):
    def find_step(self, puzzle: Puzzle, found: Collection[Mark], mark: Mark | None = None) -> Step:
        return replace(super().find_step(puzzle, found, mark), cards=puzzle.cards[-1:])


class StepsBack(ToyPuzzles):
    """A step leads to a right mark again."""

    def find_step(self, puzzle: Puzzle, found: Collection[Mark], mark: Mark | None = None) -> Step:
        step = super().find_step(puzzle, found, mark)
        return replace(step, mark=min(found)) if found else step


class ShowsAllCards(ToyPuzzles):
    def tell(self, view: PuzzleView) -> str:
        return " ".join(map(str, view.puzzle.cards))


class DrawsOrder(ToyPuzzles):
    def make_picture(self, view: PuzzleView) -> Picture:
        picture = super().make_picture(view)
        return replace(picture, arguments=(*picture.arguments, view.found))


class TellsTooMuch(ToyPuzzles):
    def tell(self, view: PuzzleView) -> str:
        return "!" * 4000


class NamesNobody(ToyPuzzles):
    def name_owners(self, view: PuzzleView) -> tuple[str, ...]:
        return ()


class RulesOutWhatFollows(ToyPuzzles):
    def list_choices(self, view: PuzzleView, owner: int) -> tuple[Choice, ...]:
        return tuple(replace(each, is_out=True) for each in super().list_choices(view, owner))


class NamesChoicesAlike(ToyPuzzles):
    def list_choices(self, view: PuzzleView, owner: int) -> tuple[Choice, ...]:
        return tuple(replace(each, label="?") for each in super().list_choices(view, owner))


class ExplainsNothing(ToyPuzzles):
    def explain(self, step: Step, view: PuzzleView) -> str:
        return ""


def of_puzzles(puzzles: Puzzles) -> GamePackage:
    """Return the toy with puzzles."""
    return replace(PACKAGE, puzzles=puzzles)


PUZZLES = {
    "makes another puzzle": ("puzzle-steps", MakesAnother()),
    "making a puzzle takes": ("puzzle-steps", MakesSlowly()),
    "after 2 right marks, perhaps no further": ("puzzle-steps", GetsStuck()),
    "a wrong mark follows after 0": ("puzzle-steps", LetsWrongMarksFollow()),
    "not all cards are open at the end": ("puzzle-steps", LeavesCardClosed()),
    "needs cards that are not open": ("puzzle-steps", StepsFromClosedCard()),
    "a step leads to Mark": ("puzzle-steps", StepsBack()),
    "one sees cards that are not open": ("puzzle-screens", ShowsAllCards()),
    "the order of the right marks": ("puzzle-screens", DrawsOrder()),
    "in en after 0 right marks": ("puzzle-screens", TellsTooMuch()),
    "does not name 2 owners": ("puzzle-screens", NamesNobody()),
    "is no choice, or ruled out": ("puzzle-screens", RulesOutWhatFollows()),
    "too many choices, or equal ones": ("puzzle-screens", NamesChoicesAlike()),
    "explained with 0 characters": ("puzzle-screens", ExplainsNothing()),
}
"""Puzzles that make a mistake, and the rule that they break, by what is told of it."""
