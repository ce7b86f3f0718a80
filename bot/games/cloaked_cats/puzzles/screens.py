"""How people see the puzzles of Cloaked Cats: the picture, its text twin, buttons and reasons."""

from collections.abc import Collection, Iterator, Mapping

from bot.engine.puzzle_data import Mark, Puzzle, Step
from bot.engine.puzzles import Choice, Puzzles, PuzzleView
from bot.engine.screen import Picture
from bot.engine.screens import ScreenContext
from bot.engine.text_helpers import NO_BREAK_SPACE, SEAT_LETTERS, fit_lines, join_lines
from bot.games.cloaked_cats import words
from bot.games.cloaked_cats.art.puzzles import Look, PuzzleCat, draw_puzzle
from bot.games.cloaked_cats.model.state import (
    CAT_FEATURES,
    CATS,
    FEATURES,
    FEATURES_PER_FAN,
    NumberedDancer,
    NumberedDancers,
)
from bot.games.cloaked_cats.pictures import MAX_ALT_CHARACTERS, make_picture_words
from bot.games.cloaked_cats.puzzles.explanations import (
    FIRST_MASK,
    explain_step,
    format_owner,
    say_mark,
)
from bot.games.cloaked_cats.puzzles.lesson import LESSON
from bot.games.cloaked_cats.puzzles.maker import make
from bot.games.cloaked_cats.puzzles.steps import find_step
from bot.i18n import Text

UNKNOWN_FEATURE = "?"
NO_MASK = "–"


def list_cats(view: PuzzleView) -> tuple[PuzzleCat, ...]:
    """Return the open cats as they are drawn.

    The framed ones are those to point at, or else those that the last right mark has opened. Faded
    are all others if there are some to point at, or else those that tell nothing new.
    """
    puzzle, found = view.puzzle, view.found
    opened = puzzle.find_open_cards(found)
    before = puzzle.open_cards[len(found) - 1] if found else len(opened)
    cats = []
    for place, card in enumerate(opened):
        look: Look = "plain"
        if view.shown_cards:
            look = "framed" if card in view.shown_cards else "faded"
        elif len(found) < puzzle.length:
            is_used_up = is_explained(puzzle, found, card)
            look = "framed" if place >= before else "faded" if is_used_up else "plain"
        masks = tuple(owner + FIRST_MASK for owner in find_masks(puzzle, card))
        cats.append(PuzzleCat(NumberedDancer(place + 1, card, masks), look))
    return tuple(cats)


def find_masks(puzzle: Puzzle, card: int) -> tuple[int, ...]:
    """Return the owners whose masks are on a cat."""
    owners = enumerate(puzzle.answer)
    return tuple(owner for owner, fan in owners if not CAT_FEATURES[card].isdisjoint(fan))


def is_explained(puzzle: Puzzle, found: Collection[Mark], card: int) -> bool:
    """Return whether all that a cat tells also follows from the right marks alone.

    An owner's mask is explained by a feature of theirs on the cat, a missing one if others have all
    of the cat's features. Nothing is left to learn about owners whose features are all found.
    """
    masks = find_masks(puzzle, card)
    for owner, features in enumerate(sort_marks(puzzle, found)):
        if len(features) == FEATURES_PER_FAN:
            continue
        if owner in masks:
            if CAT_FEATURES[card].isdisjoint(features):
                return False
        elif CAT_FEATURES[card] - {mark.feature for mark in found}:
            return False
    return True


def sort_marks(puzzle: Puzzle, found: Collection[Mark]) -> tuple[tuple[int, ...], ...]:
    """Return the features found of each owner, in ascending order."""
    owners = range(len(puzzle.answer))
    return tuple(
        tuple(sorted(mark.feature for mark in found if mark.owner == owner)) for owner in owners
    )


def make_context(view: PuzzleView) -> ScreenContext:
    """Return the context in which the words of the game write features and masks."""
    letters = tuple(SEAT_LETTERS[: FIRST_MASK + len(view.puzzle.answer)])
    return ScreenContext(view.say, letters, letters, True, view.emojis)


def _tell_found(view: PuzzleView) -> Iterator[str]:
    """Yield for each owner the features found, and a sign for each one that is not."""
    for features in sort_marks(view.puzzle, view.found):
        told = [words.format_feature(feature, view.say) for feature in features]
        yield ", ".join([*told, *[UNKNOWN_FEATURE] * (FEATURES_PER_FAN - len(told))])


def _group_cats(view: PuzzleView) -> Iterator[tuple[str, NumberedDancers]]:
    """Yield the cats that look alike, with a heading unless all do. What matters comes first."""
    cats = list_cats(view)
    headings: Mapping[Look, str] = {
        "framed": view.say("cats-look" if view.shown_cards else "cats-new"),
        "plain": view.say("cats-useful"),
        "faded": view.say("cats-others" if view.shown_cards else "cats-explained"),
    }
    for look, heading in headings.items():
        dancers = tuple(cat.dancer for cat in cats if cat.look == look)
        if dancers:
            yield "" if len(dancers) == len(cats) else heading, dancers


def _tell_cat(dancer: NumberedDancer, context: ScreenContext) -> str:
    told = words.format_cat(dancer.cat, context)
    return f"`{dancer.number}` {told} →{NO_BREAK_SPACE}{_list_letters(dancer)}"


def _tell_cat_briefly(dancer: NumberedDancer, say: Text) -> str:
    features = words.order_spoken_features(dancer.cat)
    told = ", ".join(words.format_feature(feature, say) for feature in features)
    return f"{dancer.number}. {told}: {_list_letters(dancer)}"


def _list_letters(dancer: NumberedDancer) -> str:
    return NO_BREAK_SPACE.join(SEAT_LETTERS[mask] for mask in dancer.masks) or NO_MASK


def find_excluded_features(view: PuzzleView, owner: int) -> Collection[int]:
    """Return what an owner lacks, as far as one open cat or the right marks say so alone."""
    own = {mark.feature for mark in view.found if mark.owner == owner}
    if len(own) == FEATURES_PER_FAN:
        return set(range(len(FEATURES))) - own
    bare = [CAT_FEATURES[card] for card in list_bare_cards(view, owner)]
    return ({mark.feature for mark in view.found} - own).union(*bare)


def list_bare_cards(view: PuzzleView, owner: int) -> tuple[int, ...]:
    """Return the open cats without an owner's mask."""
    opened = view.puzzle.find_open_cards(view.found)
    return tuple(card for card in opened if owner not in find_masks(view.puzzle, card))


class CloakedCatsPuzzles(Puzzles):
    """The daily puzzles of Cloaked Cats.

    `make` and `find_step` are functions of modules that load no screens, so that another process
    can run them.
    """

    lesson = LESSON
    make = staticmethod(make)
    find_step = staticmethod(find_step)

    def explain(self, step: Step, view: PuzzleView) -> str:
        """Return a step's reasons as short sentences that name cats by their numbers."""
        return explain_step(step, view.puzzle, view.found, view.say)

    def make_picture(self, view: PuzzleView) -> Picture:
        """Return the picture, which does not depend on the order of the right marks."""
        drawn = (list_cats(view), sort_marks(view.puzzle, view.found), make_picture_words(view.say))
        found = enumerate(_tell_found(view))
        lines = [". ".join(f"{format_owner(owner)}: {told}" for owner, told in found)]
        for heading, dancers in _group_cats(view):
            lines += [heading, *(_tell_cat_briefly(dancer, view.say) for dancer in dancers)]
        alt = join_lines(*fit_lines(filter(None, lines), MAX_ALT_CHARACTERS))
        return Picture("puzzle.jpg", alt, draw_puzzle, drawn)

    def tell(self, view: PuzzleView) -> str:
        """Return all that the picture shows in words: first the right marks, then the cats."""
        context = make_context(view)
        lines = []
        for owner, told in enumerate(_tell_found(view)):
            sign = words.format_mask_sign(owner + FIRST_MASK, context)
            lines.append(f"{sign} **{format_owner(owner)}:** {told}")
        for heading, dancers in _group_cats(view):
            lines.append(f"**{heading}**" if heading else "")
            lines += [_tell_cat(dancer, context) for dancer in dancers]
        return "\n".join(lines)

    def name_owners(self, view: PuzzleView) -> tuple[str, ...]:
        """Return the letters of the masks."""
        return tuple(map(format_owner, range(len(view.puzzle.answer))))

    def list_choices(self, view: PuzzleView, owner: int) -> tuple[Choice, ...]:
        """Return all features: poses, colours, patterns and accessories, in this order."""
        context, out = make_context(view), find_excluded_features(view, owner)
        bare = {each: card for card in list_bare_cards(view, owner) for each in CATS[card]}
        return tuple(
            Choice(
                feature,
                words.format_feature_label(feature, view.say),
                words.format_feature_sign(feature, context),
                feature in out,
                bare.get(feature),
            )
            for feature in range(len(FEATURES))
        )

    def say_mark(self, mark: Mark, view: PuzzleView) -> str:
        """Return a mark as a short sentence without a full stop, such as "B is red"."""
        return say_mark(mark, view.say)
