"""Tiny puzzles: two who hide two numbers each; each open card tells one of them."""

from collections.abc import Collection
from io import BytesIO

from PIL import Image

from bot.engine.chance import SeededChance
from bot.engine.puzzle_data import Mark, Puzzle, Reason, Rung, Step
from bot.engine.puzzles import Choice, Puzzles, PuzzleView
from bot.engine.screen import Picture

NUMBERS = 6
RUNGS: tuple[Rung, ...] = (1, 1, 2, 2, 3, 3, 3)


class ToyPuzzles(Puzzles):
    """The first two cards lie open. Each card tells a mark, and each right mark opens a card."""

    @property
    def lesson(self) -> Puzzle:  # type: ignore[override]
        return make_puzzle((3, 1, 2), 1, owners=1)

    def make(self, seed: bytes, weekday: int) -> Puzzle:
        drawn = SeededChance(seed, 0).shuffle(range(NUMBERS))
        return make_puzzle(drawn[:4], RUNGS[weekday])

    def find_step(self, puzzle: Puzzle, found: Collection[Mark], mark: Mark | None = None) -> Step:
        next_marks = [each for each in list_marks(puzzle) if each not in found]
        step = mark or next_marks[0]
        card = puzzle.cards[list_marks(puzzle).index(step)]
        return Step(step, (card,), (Reason("told", step.owner, (step.feature,), (card,)),))

    def explain(self, step: Step, view: PuzzleView) -> str:
        return f"Card {step.cards[0]} tells that {self.say_mark(step.mark, view)}."

    def make_picture(self, view: PuzzleView) -> Picture:
        opened = view.puzzle.find_open_cards(view.found)
        arguments = opened, tuple(sorted(view.found)), view.shown_cards
        return Picture("puzzle.jpg", self.tell(view), draw_puzzle, arguments)

    def tell(self, view: PuzzleView) -> str:
        cards = [f"card {card}" for card in view.puzzle.find_open_cards(view.found)]
        return "\n".join([*cards, *(self.say_mark(mark, view) for mark in view.found)])

    def name_owners(self, view: PuzzleView) -> tuple[str, ...]:
        return ("B", "C")[: len(view.puzzle.answer)]

    def list_choices(self, view: PuzzleView, owner: int) -> tuple[Choice, ...]:
        taken = {mark.feature for mark in view.found}
        return tuple(Choice(each, str(each), is_out=each in taken) for each in range(NUMBERS))

    def say_mark(self, mark: Mark, view: PuzzleView) -> str:
        return f"{'BC'[mark.owner]} has {mark.feature}"


TOY_PUZZLES = ToyPuzzles()


def make_puzzle(drawn: tuple[int, ...], rung: Rung, owners: int = 2) -> Puzzle:
    """Return a puzzle in which the owners have the drawn numbers by turns."""
    marks = [Mark(at % owners, feature) for at, feature in enumerate(drawn)]
    length = len(marks)
    return Puzzle(
        rung=rung,
        answer=tuple(tuple(sorted(drawn[owner::owners])) for owner in range(owners)),
        cards=tuple(each + 10 for each in drawn),
        open_cards=tuple(min(n + 2, length) for n in range(length + 1)),
        following=tuple(tuple(marks[: n + 2]) for n in range(length)),
    )


def list_marks(puzzle: Puzzle) -> tuple[Mark, ...]:
    """Return all marks, in the order of the cards that tell them."""
    return puzzle.following[-1]


def draw_puzzle(
    cards: tuple[int, ...], found: tuple[Mark, ...], shown_cards: tuple[int, ...]
) -> bytes:
    """Draw an area whose colour depends on what lies open."""
    file = BytesIO()
    colour = (40 * len(cards) % 256, 40 * len(found) % 256, 40 * len(shown_cards) % 256)
    Image.new("RGB", (300, 100), colour).save(file, "JPEG")
    return file.getvalue()
