"""Texts and signs for features, cats and players of Cloaked Cats."""

from collections.abc import Iterable
from functools import cache

from bot.engine.events import Seat
from bot.engine.screen import ScreenContext
from bot.engine.text_helpers import (
    ComponentFormatter,
    SeatFormatter,
    count_utf16_units,
    shorten_name,
)
from bot.games.cloaked_cats.model.state import (
    ACCESSORIES,
    CATS,
    COLOURS,
    FEATURES,
    PATTERNS,
    POSES,
    NumberedDancer,
)
from bot.i18n import Text

MASK_SIGNS = ("⭐", "👹", "🍃", "🦋")
"""A standard emoji for each mask, by its number.

They have the masks' shapes: star, devil, leaf, butterfly.
"""

FEATURE_SIGNS = (
    "🤸", "💃", "🪑", "😴", "😸",
    "⬜", "🟫", "🟦", "🔲", "🟩", "🟨", "🟪", "🟥",
    "🦓", "🐆",
    "🧶", "🐟", "🎩", "🐭",
)  # fmt: skip
"""A standard emoji for each feature, in the order of `FEATURES`."""

FEATURE_KINDS = (
    ("pose", POSES),
    ("colour", COLOURS),
    ("pattern", PATTERNS),
    ("accessory", ACCESSORIES),
)
"""The kinds of features: the name in the catalogue, and the features of that kind."""

MAX_FLOOR_CHARACTERS = 2200
"""How many characters the dance floor may take.

A text holds 4,096 characters, a message 6,000. Signs beyond Unicode's first 65,536, such as most
emojis, count as two.
"""
MAX_NAME_ROOM, MAX_LINE_NAME_ROOM = 24, 32
"""The width of a name in a short space, and in a line of its own with some points.

They hold 12 and 16 small letters. `shorten_name` counts the width.
"""

PLAYER_WORDS = SeatFormatter("mask", MASK_SIGNS, MAX_NAME_ROOM)
"""How players are written: with their mask and its letter."""
format_letter, format_mask_sign, format_player = (
    PLAYER_WORDS.letter,
    PLAYER_WORDS.sign,
    PLAYER_WORDS.format_player,
)

NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"
WORD_JOINER = "\N{WORD JOINER}"
"""Keeps signs together on one line."""


def format_mask(seat: Seat, context: ScreenContext) -> str:
    """Return the sign of a player's mask, with the player's letter, for texts without the name."""
    drawn = format_mask_sign(seat, context)
    return f"{drawn}{WORD_JOINER}{format_letter(seat, context)}" if drawn in MASK_SIGNS else drawn


def format_feature(number: int, say: Text) -> str:
    """Return a feature's name for use within a sentence."""
    return say(f"feature-{FEATURES[number]}")


FEATURE_WORDS = ComponentFormatter(FEATURES, FEATURE_SIGNS, format_feature)
"""How features are written: with their sign."""
format_feature_sign, format_signed_feature = FEATURE_WORDS.sign, FEATURE_WORDS.format_signed


def format_feature_label(number: int, say: Text) -> str:
    """Return a feature's name for use at the beginning of a line."""
    return capitalise(format_feature(number, say))


def capitalise(name: str) -> str:
    """Return a name with its first letter as a capital."""
    return name[0].upper() + name[1:]


def format_claim(name: str, number: int, say: Text, key: str = "claim") -> str:
    """Return the half sentence that a player has a feature.

    With the key "claim-not", it says that the player does not have it.
    """
    kind = next(kind for kind, numbers in FEATURE_KINDS if number in numbers)
    return say(key, kind=kind, feature=format_feature(number, say), name=name)


@cache
def order_spoken_features(cat: int) -> tuple[int, ...]:
    """Return a cat's features in spoken order: colour, pattern, pose, accessory."""
    return tuple(sorted(CATS[cat], key=lambda number: (number in ACCESSORIES, number in POSES)))


@cache
def format_cat_features(cat: int, say: Text) -> str:
    """Return a cat as the names of its features."""
    return " · ".join(format_feature(number, say) for number in order_spoken_features(cat))


def format_cat(cat: int, context: ScreenContext) -> str:
    """Return a cat as a sign for its colour and the names of its features."""
    sign = format_feature_sign(order_spoken_features(cat)[0], context)
    return f"{sign} {format_cat_features(cat, context.say)}"


def format_short_cat(cat: int, say: Text) -> str:
    """Return a cat's colour and pose as its short name, which no two cats share."""
    pose, colour = CATS[cat][:2]
    return f"{format_feature(colour, say)} · {format_feature(pose, say)}"


def format_masks(seats: Iterable[Seat], context: ScreenContext) -> str:
    """Return the signs of these seats' masks, sorted by letter."""
    return WORD_JOINER.join(
        format_mask(seat, context) for seat in sorted(seats, key=context.letter)
    )


def format_letters(seats: Iterable[Seat], context: ScreenContext) -> str:
    """Return the letters of these seats' masks in alphabetical order."""
    return "".join(sorted(format_letter(seat, context) for seat in seats))


def format_brief_player(
    seat: Seat, context: ScreenContext, max_name_width: int = MAX_NAME_ROOM
) -> str:
    """Return a player's mask and the beginning of the name, for a short space."""
    name = shorten_name(context.names[seat], max_name_width, context.say)
    return f"{format_mask(seat, context)} {name}"


def format_heading(seat: Seat, context: ScreenContext) -> str:
    """Return a player's mask, its letter in the pictures, and the name."""
    return (
        f"{format_mask_sign(seat, context)} {format_letter(seat, context)} · {context.names[seat]}"
    )


def format_floor(
    floor: Iterable[NumberedDancer],
    context: ScreenContext,
    max_characters: int = MAX_FLOOR_CHARACTERS,
) -> str:
    """Return these cats, one line for each, in at most `max_characters` characters.

    If signs take too much space, the older cats are written with words and letters only.
    """
    dancers = tuple(floor)
    short = [_format_short_dancer(dancer, context) for dancer in dancers]
    full = [_format_full_dancer(dancer, context) for dancer in dancers]
    first = 0
    while (
        first < len(dancers) and _compute_extra_room(short[:first], full[first:]) > max_characters
    ):
        first += 1
    return "\n".join((*short[:first], *full[first:]))


def _format_short_dancer(dancer: NumberedDancer, context: ScreenContext) -> str:
    line = f"`{dancer.number}` {format_cat_features(dancer.cat, context.say)}"
    return f"{line} → {format_letters(dancer.masks, context)}" if dancer.masks else line


def _format_full_dancer(dancer: NumberedDancer, context: ScreenContext) -> str:
    line = f"`{dancer.number}` {format_cat(dancer.cat, context)}"
    return (
        f"{line} →{NO_BREAK_SPACE}{format_masks(dancer.masks, context)}" if dancer.masks else line
    )


def _compute_extra_room(short_lines: list[str], full_lines: list[str]) -> int:
    return sum(count_utf16_units(part) + 1 for part in (*short_lines, *full_lines))
