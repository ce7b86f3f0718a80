"""How screens write features, cats and players of Cloaked Cats: names, emojis and letters."""

from collections.abc import Iterable
from functools import cache

from bot.engine import text_helpers
from bot.engine.events import Seat
from bot.engine.screens import ScreenContext
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
"""The standard emoji for each mask, used if the bot has none of its own."""

FEATURE_SIGNS = (
    "🤸", "💃", "🪑", "😴", "😸",
    "⬜", "🟫", "🟦", "🔲", "🟩", "🟨", "🟪", "🟥",
    "🦓", "🐆",
    "🧶", "🐟", "🎩", "🐭",
)  # fmt: skip
"""The standard emoji for each feature, used if the bot has none of its own."""

FEATURE_KINDS = (
    ("pose", POSES),
    ("colour", COLOURS),
    ("pattern", PATTERNS),
    ("accessory", ACCESSORIES),
)
"""The name of each kind of feature in message keys, and its features."""

MAX_FLOOR_CHARACTERS = 2200
"""The maximum length of the list of all cats; in a longer one, older cats have no emojis. Discord
allows 4,096 characters in a text and 6,000 in a message, and counts most emojis as two.
"""
MAX_NAME_ROOM, MAX_LINE_NAME_ROOM = 24, 32
"""The maximum widths (`shorten_name`) of a name in a text and on a line of the final ranking."""

PLAYER_WORDS = text_helpers.SeatFormatter("mask", MASK_SIGNS, MAX_NAME_ROOM)
"""The formatter of players: it writes the emoji or letter of a player's mask, or the name."""
format_letter, format_mask_sign = PLAYER_WORDS.letter, PLAYER_WORDS.sign
format_player = PLAYER_WORDS.format_player

WORD_JOINER = "\N{WORD JOINER}"
"""The invisible character that keeps an emoji and the letter after it on one line."""


def format_mask(seat: Seat, context: ScreenContext) -> str:
    """Return the emoji of a player's mask, with its letter unless the emoji shows it."""
    drawn = format_mask_sign(seat, context)
    return f"{drawn}{WORD_JOINER}{format_letter(seat, context)}" if drawn in MASK_SIGNS else drawn


def format_feature(number: int, say: Text) -> str:
    """Return a feature's name as it is written within a sentence."""
    return say(f"feature-{FEATURES[number]}")


FEATURE_WORDS = text_helpers.ComponentFormatter(FEATURES, FEATURE_SIGNS, format_feature)
"""The formatter of features, which writes a feature's emoji, alone or before the feature's name."""
format_feature_sign, format_signed_feature = FEATURE_WORDS.sign, FEATURE_WORDS.format_signed


def format_feature_label(number: int, say: Text) -> str:
    """Return a feature's name with a capital letter, for the beginning of a line or a button."""
    return capitalise(format_feature(number, say))


def capitalise(name: str) -> str:
    """Return a name with its first letter capitalised; the other letters stay as they are."""
    return name[0].upper() + name[1:]


def format_claim(name: str, number: int, say: Text, key: str = "claim") -> str:
    """Return a clause that says that a player has a feature, or with "claim-not" has not."""
    kind = next(kind for kind, numbers in FEATURE_KINDS if number in numbers)
    return say(key, kind=kind, feature=format_feature(number, say), name=name)


@cache
def order_spoken_features(cat: int) -> tuple[int, ...]:
    """Return a cat's features as people say them: colour, pattern, pose, accessory."""
    return tuple(sorted(CATS[cat], key=lambda number: (number in ACCESSORIES, number in POSES)))


@cache
def format_cat_features(cat: int, say: Text) -> str:
    """Return the names of a cat's features on one line, as a description of the cat card."""
    return " · ".join(format_feature(number, say) for number in order_spoken_features(cat))


def format_cat(cat: int, context: ScreenContext) -> str:
    """Return a description of a cat card: the emoji of its colour and the names of its features."""
    sign = format_feature_sign(order_spoken_features(cat)[0], context)
    return f"{sign} {format_cat_features(cat, context.say)}"


def format_short_cat(cat: int, say: Text) -> str:
    """Return the short name of a cat card, its colour and its pose, which no two cats share."""
    pose, colour = CATS[cat][:2]
    return f"{format_feature(colour, say)} · {format_feature(pose, say)}"


def format_masks(seats: Iterable[Seat], context: ScreenContext) -> str:
    """Return the mask emojis of several players on one line, sorted by the masks' letters."""
    in_order = sorted(seats, key=context.letter)
    return WORD_JOINER.join(format_mask(seat, context) for seat in in_order)


def format_letters(seats: Iterable[Seat], context: ScreenContext) -> str:
    """Return the letters of several players' masks in alphabetical order, such as "ACD"."""
    return "".join(sorted(format_letter(seat, context) for seat in seats))


def format_brief_player(seat: Seat, context: ScreenContext, max_width: int = MAX_NAME_ROOM) -> str:
    """Return a player's mask emoji and a shortened name, for places with little room."""
    name = text_helpers.shorten_name(context.names[seat], max_width, context.say)
    return f"{format_mask(seat, context)} {name}"


def format_heading(seat: Seat, context: ScreenContext) -> str:
    """Return a heading for one player: the mask's emoji and letter, and the player's name."""
    sign, letter = format_mask_sign(seat, context), format_letter(seat, context)
    return f"{sign} {letter} · {context.names[seat]}"


def format_floor(
    floor: Iterable[NumberedDancer], context: ScreenContext, max_length: int = MAX_FLOOR_CHARACTERS
) -> str:
    """Return a list of cats, one line for each, the older ones without emojis if it is too long."""
    dancers = tuple(floor)
    lines = [_format_full_dancer(dancer, context) for dancer in dancers]
    for place, dancer in enumerate(dancers):
        if sum(text_helpers.count_utf16_units(line) + 1 for line in lines) <= max_length:
            break
        lines[place] = _format_short_dancer(dancer, context)
    return "\n".join(lines)


def _format_short_dancer(dancer: NumberedDancer, context: ScreenContext) -> str:
    line = f"`{dancer.number}` {format_cat_features(dancer.cat, context.say)}"
    return f"{line} → {format_letters(dancer.masks, context)}" if dancer.masks else line


def _format_full_dancer(dancer: NumberedDancer, context: ScreenContext) -> str:
    line = f"`{dancer.number}` {format_cat(dancer.cat, context)}"
    placed = format_masks(dancer.masks, context)
    return f"{line} →{text_helpers.NO_BREAK_SPACE}{placed}" if placed else line
