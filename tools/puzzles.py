"""`python -m tools.puzzles --days 1000 --seed 1`: makes and checks the puzzles of many days.

It prints how long making takes, how many cats lie open and what the steps need, for each rung.

`--show 2026-11-30` prints one day's puzzle as a person sees it who has made some marks, each given
as `--mark B red`. `--hint` and `--explain` say which step is next, and how it follows.
"""

import hmac
from argparse import ArgumentParser, Namespace
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from itertools import combinations, count
from random import Random
from statistics import mean, quantiles
from time import process_time

from msgspec import Struct, field
from msgspec.structs import replace

from bot.common.terminal import replace_unshowable
from bot.engine.chance import SeededChance
from bot.engine.puzzle_data import Mark, Puzzle, Rung, Step
from bot.engine.puzzles import PuzzleView
from bot.games.cloaked_cats.model.state import FEATURES
from bot.games.cloaked_cats.package import PACKAGE
from bot.games.cloaked_cats.puzzles.deduction import find_fans, list_following_marks, list_marks
from bot.games.cloaked_cats.puzzles.maker import DEMANDS, FIRST_HALF_LENGTH, draft_puzzle
from bot.games.cloaked_cats.puzzles.reasoner import RUNGS, Reasoner
from bot.games.cloaked_cats.puzzles.screens import CloakedCatsPuzzles
from bot.games.cloaked_cats.puzzles.steps import find_step
from bot.i18n import text

FIRST_DAY = date(2026, 5, 1)
OWNER_NAMES = "BCD"
HINTED_ORDERS = 2
"""In how many random orders of marks each puzzle's hints are checked."""
DAYS_PER_COUNTED_HINT = 20
"""In one puzzle of so many, all smaller sets of cats are tried for each hint."""

State = frozenset[Mark]
"""The right marks that somebody has made."""


class PuzzleError(Exception):
    """A puzzle that is not as it has to be."""


def expect(is_right: object, problem: str) -> None:
    """Raise a `PuzzleError` with this problem if something is not right."""
    if not is_right:
        raise PuzzleError(problem)


class Figures(Struct):
    """What was measured of the puzzles of one weekday."""

    deals: int = 0
    seconds: list[float] = field(default_factory=list)
    first_cards: list[int] = field(default_factory=list)
    all_cards: list[int] = field(default_factory=list)
    marks_ahead: Counter[int] = field(default_factory=Counter)
    hard_steps: Counter[int] = field(default_factory=Counter)
    hint_seconds: list[float] = field(default_factory=list)
    hint_cards: Counter[int] = field(default_factory=Counter)
    reasons: Counter[int] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)


def make_seed(seed: int, day: date) -> bytes:
    """Return the secret seed of a day's puzzle."""
    return hmac.digest(str(seed).encode(), f"puzzle:cloaked_cats:{day}".encode(), "sha256")


def make_puzzle(seed: bytes, weekday: int) -> tuple[Puzzle, int]:
    """Return a puzzle and the number of deals that were drawn for it."""
    for deal in count():
        puzzle = draft_puzzle(SeededChance(seed, deal), DEMANDS[weekday])
        if puzzle:
            return puzzle, deal + 1
    raise PuzzleError("no deal gives one")


def check_puzzle(puzzle: Puzzle) -> None:
    """Check that a puzzle has one solution and is of its rung, in whatever order people mark.

    Raises:
        PuzzleError: It is not.
    """
    marks, cards = list_marks(puzzle.answer), puzzle.cards
    expect(len({mark.feature for mark in marks}) == puzzle.length, "a feature appears twice")
    expect(len(set(cards)) == len(cards), "a cat appears twice")
    expect(puzzle.open_cards[-1] == len(cards), "a cat never opens")
    expect(list(puzzle.open_cards) == sorted(puzzle.open_cards), "a cat closes")
    for made, following in enumerate(puzzle.following):
        fans = find_fans(puzzle.answer, cards[: puzzle.open_cards[made]])
        expect(following == list_following_marks(fans, marks), "other marks follow")
        expect(len(following) > made, "there is no next step")
    expect(puzzle.following[-1] == marks, "there is another solution")
    check_never_stuck(puzzle)
    if puzzle.rung > 1:
        easier = RUNGS[puzzle.rung - 2]
        expect(not can_be_solved(puzzle, easier), "the rung below is enough")


def check_never_stuck(puzzle: Puzzle) -> None:
    """Check that the puzzle's rung finds a next step after any marks that somebody can have made.

    Raises:
        PuzzleError: It does not.
    """
    states: set[State] = {frozenset()}
    for following in puzzle.following:
        for found in states:
            expect(find_reasoned_marks(puzzle, puzzle.rung, found), "its rung gets stuck")
        states = {found | {mark} for found in states for mark in set(following) - found}


def can_be_solved(puzzle: Puzzle, rung: Rung) -> bool:
    """Return whether somebody who reasons up to a rung gets to the end in some order of marks."""
    states: set[State] = {frozenset()}
    for _ in range(puzzle.length):
        reasoned = {found: find_reasoned_marks(puzzle, rung, found) for found in states}
        states = {found | {mark} for found, marks in reasoned.items() for mark in marks}
    return bool(states)


def find_reasoned_marks(
    puzzle: Puzzle, rung: Rung, found: State, cards: Sequence[int] | None = None
) -> set[Mark]:
    """Return the new marks that follow by a rung from some cats, or else from all open ones."""
    reasoner = Reasoner(rung, len(puzzle.answer), found)
    reasoner.open_cards(puzzle.answer, puzzle.find_open_cards(found) if cards is None else cards)
    reasoner.reason()
    return set(filter(reasoner.has_found, list_marks(puzzle.answer))) - found


def list_steps(puzzle: Puzzle, rng: Random) -> Iterator[tuple[State, Step, float]]:
    """Yield the steps of a random order of marks, with the seconds that finding each took."""
    found: list[Mark] = []
    while len(found) < puzzle.length:
        before = process_time()
        step = find_step(puzzle, found)
        yield frozenset(found), step, process_time() - before
        left = set(puzzle.following[len(found)]) - set(found)
        found.append(rng.choice(sorted(left)))


def check_step(puzzle: Puzzle, found: State, step: Step) -> None:
    """Check that a step's mark follows from its cats by the puzzle's rung.

    Raises:
        PuzzleError: It does not.
    """
    opened = puzzle.find_open_cards(found)
    reasoned = find_reasoned_marks(puzzle, puzzle.rung, found, step.cards)
    expect(step.mark in reasoned, "a hint's mark does not follow")
    ordered = tuple(card for card in opened if card in step.cards)
    expect(step.cards == ordered, "the cats of a hint are not in their order")
    named = {card for reason in step.reasons for card in reason.cards}
    expect(named == set(step.cards), "the reasons of a hint name other cats")
    last = step.reasons[-1]
    expect(
        (last.owner, last.features) == (step.mark.owner, (step.mark.feature,)), "no mark at last"
    )


def check_no_fewer_cards(puzzle: Puzzle, found: State, step: Step) -> None:
    """Check that nothing follows from any smaller set of open cats.

    Raises:
        PuzzleError: Something does.
    """
    opened = puzzle.find_open_cards(found)
    for cards in combinations(opened, len(step.cards) - 1):
        marks = find_reasoned_marks(puzzle, puzzle.rung, found, cards)
        expect(not marks, "fewer cats are enough for a hint")


def check_day(day: date, seed: int, figures: Figures) -> None:
    """Make and check the puzzle of a day, and add to the figures.

    Raises:
        PuzzleError: The puzzle is not as it has to be.
    """
    before = process_time()
    puzzle, deals = make_puzzle(make_seed(seed, day), day.weekday())
    figures.seconds.append(process_time() - before)
    figures.deals += deals
    figures.first_cards.append(puzzle.open_cards[0])
    figures.all_cards.append(len(puzzle.cards))
    figures.marks_ahead.update(len(each) - made for made, each in enumerate(puzzle.following))
    check_puzzle(puzzle)
    hard, demanded = list_hard_steps(puzzle), DEMANDS[day.weekday()].hard_steps
    figures.hard_steps[len(hard)] += 1
    late = sum(made >= FIRST_HALF_LENGTH for made in hard)
    expect(min(late, len(hard) - late) >= demanded, "a half has too few hard steps")
    rng = Random(day.toordinal())
    for order in range(HINTED_ORDERS):
        for found, step, seconds in list_steps(puzzle, rng):
            check_step(puzzle, found, step)
            figures.hint_seconds.append(seconds)
            figures.hint_cards[len(step.cards)] += 1
            figures.reasons[len(step.reasons)] += 1
            figures.kinds.update({reason.kind for reason in step.reasons})
            if not order and not day.toordinal() % DAYS_PER_COUNTED_HINT:
                check_no_fewer_cards(puzzle, found, step)


def list_hard_steps(puzzle: Puzzle) -> tuple[int, ...]:
    """Return after how many right marks, all known, the rung below finds no next step.

    The marks are those that the puzzle's rung finds from the cats that lay open before.
    """
    if puzzle.rung == 1:
        return ()
    hard, opened = [], (0, *puzzle.open_cards)
    for made in range(puzzle.length):
        found = find_reasoned_marks(puzzle, puzzle.rung, frozenset(), puzzle.cards[: opened[made]])
        if len(found) == made:
            cards, easier = puzzle.cards[: opened[made + 1]], RUNGS[puzzle.rung - 2]
            if not find_reasoned_marks(puzzle, easier, frozenset(found), cards):
                hard.append(made)
    return tuple(hard)


def print_figures(name: str, figures: Figures) -> None:
    """Print what was measured of the puzzles of one weekday."""

    def describe(numbers: Counter[int]) -> str:
        return ", ".join(f"{number}: {times}" for number, times in sorted(numbers.items()))

    def time(seconds: Sequence[float]) -> str:
        last = quantiles([*seconds, max(seconds)], n=1000, method="inclusive")[-1]
        return (
            f"{mean(seconds):.3f} s on average, 99.9 % {last:.3f} s, at most {max(seconds):.3f} s"
        )

    made = len(figures.seconds)
    print(f"{name}: {made} puzzles of {figures.deals} deals ({made / figures.deals:.1%})")
    print(f"  making: {time(figures.seconds)}; a hint: {time(figures.hint_seconds)}")
    print(f"  cats at the start: {describe(Counter(figures.first_cards))}")
    print(f"  cats at the end: {describe(Counter(figures.all_cards))}")
    print(f"  marks that follow at once: {describe(figures.marks_ahead)}")
    print(f"  steps at which the rung below is stuck: {describe(figures.hard_steps)}")
    print(f"  cats of a hint: {describe(figures.hint_cards)}")
    print(f"  reasons of a hint: {describe(figures.reasons)}")
    kinds = ", ".join(f"{kind}: {times}" for kind, times in figures.kinds.most_common())
    print(f"  hints with a reason of each kind: {kinds}")


def check_days(days: int, seed: int) -> None:
    """Make and check puzzles, and print figures for each kind of weekday."""
    figures: defaultdict[str, Figures] = defaultdict(Figures)
    for number in range(days):
        day = FIRST_DAY + timedelta(number)
        rung = DEMANDS[day.weekday()].rung
        name = "Sunday" if day.weekday() == 6 else f"rung {rung}"
        try:
            check_day(day, seed, figures[name])
        except PuzzleError as error:
            raise SystemExit(f"The puzzle of {day} is not right: {error}") from error
    for name in sorted(figures):
        print_figures(name, figures[name])
    print(f"{days} days are right, in {process_time():.0f} s of one core.")


def show(day: date, seed: int, options: Namespace) -> None:
    """Print a day's puzzle as a person sees it who has made some marks."""
    puzzle, _ = make_puzzle(make_seed(seed, day), day.weekday())
    puzzles, view = CloakedCatsPuzzles(), PuzzleView(puzzle, (), text("en", PACKAGE.text))
    prints = 0
    print(f"The puzzle of {day:%A}, {day}: rung {puzzle.rung}")
    for owner, feature in options.mark:
        mark = Mark(OWNER_NAMES.index(owner), FEATURES.index(feature))
        if puzzle.follows(mark, view.found) and mark not in view.found:
            if options.explain:
                print(puzzles.explain(find_step(puzzle, view.found, mark), view))
            view = replace(view, found=(*view.found, mark))
        elif mark not in view.found:
            prints += 1
            print(f"{puzzles.say_mark(mark, view)}: you can't know that yet.")
    print(puzzles.tell(view))
    print(f"Paw prints lost: {prints}.")
    if options.hint or (options.explain and len(view.found) < puzzle.length):
        step = find_step(puzzle, view.found)
        numbers = ", ".join(str(puzzle.cards.index(card) + 1) for card in step.cards)
        print(puzzles.explain(step, view) if options.explain else f"Look at cats {numbers}.")


def main() -> None:
    """Make and check the puzzles that the command line asks for, or show one."""
    parser = ArgumentParser(prog="python -m tools.puzzles", description=__doc__)
    parser.add_argument("--days", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=date.fromisoformat, metavar="DATE")
    parser.add_argument("--mark", nargs=2, action="append", default=[], metavar=("B", "FEATURE"))
    parser.add_argument("--hint", action="store_true")
    parser.add_argument("--explain", action="store_true")
    options = parser.parse_args()
    replace_unshowable()
    if options.show:
        show(options.show, options.seed, options)
    else:
        check_days(options.days, options.seed)


if __name__ == "__main__":
    main()
