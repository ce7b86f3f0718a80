"""How features, cats and players are written, in words and in signs."""

from collections.abc import Iterable
from functools import cache

from bot.engine.events import Seat
from bot.engine.screen import ScreenContext
from bot.engine.text_helpers import ComponentWords, SeatWords, length, shortened
from bot.games.cloaked_cats.model.state import (
    ACCESSORIES,
    CATS,
    COLOURS,
    FEATURES,
    PATTERNS,
    POSES,
    Dancing,
)
from bot.i18n import Text

MASK_SIGNS = ("⭐", "👹", "🍃", "🦋")
"""A standard emoji for each mask, by its number, of its shape: star, devil, leaf, butterfly."""

FEATURE_SIGNS = (
    "🤸", "💃", "🪑", "😴", "😸",
    "⬜", "🟫", "🟦", "🔲", "🟩", "🟨", "🟪", "🟥",
    "🦓", "🐆",
    "🧶", "🐟", "🎩", "🐭",
)  # fmt: skip
"""A standard emoji for each feature, in the order of `FEATURES`."""

KINDS = (("pose", POSES), ("colour", COLOURS), ("pattern", PATTERNS), ("accessory", ACCESSORIES))
"""The kinds of features, by their names in the catalogue."""

MAX_FLOOR_CHARACTERS = 2200
"""Characters for the dance floor, of the 4,096 of a text and the 6,000 of a message.

Signs beyond Unicode's first 65,536, such as most emojis, count as two.
"""
NAME_ROOM, LINE_ROOM = 24, 32
"""For a name where room is short: 12 small letters; in a line of its own with some points: 16."""

PLAYERS = SeatWords("mask", MASK_SIGNS, NAME_ROOM)
letter, mask_sign, player = PLAYERS.letter, PLAYERS.sign, PLAYERS.player

NARROW = "\N{NO-BREAK SPACE}"
TIED = "\N{WORD JOINER}"
"""Keeps signs in one line."""


def mask(seat: Seat, scene: ScreenContext) -> str:
    """Return a player's mask for where no name follows; its letter is always to be seen."""
    drawn = mask_sign(seat, scene)
    return f"{drawn}{TIED}{letter(seat, scene)}" if drawn in MASK_SIGNS else drawn


def feature(number: int, say: Text) -> str:
    """Return a feature's name for use within a sentence."""
    return say(f"feature-{FEATURES[number]}")


FEATURE_WORDS = ComponentWords(FEATURES, FEATURE_SIGNS, feature)
sign, signed = FEATURE_WORDS.sign, FEATURE_WORDS.signed


def label(number: int, say: Text) -> str:
    """Return a feature's name for use at the beginning of a line."""
    return capitalise(feature(number, say))


def capitalise(name: str) -> str:
    """Return a name with its first letter as a capital."""
    return name[0].upper() + name[1:]


def claim(name: str, number: int, say: Text, key: str = "claim") -> str:
    """Return the half sentence that a player has a feature, or, with "claim-not", has it not."""
    kind = next(kind for kind, numbers in KINDS if number in numbers)
    return say(key, kind=kind, feature=feature(number, say), name=name)


@cache
def spoken(cat: int) -> tuple[int, ...]:
    """Return a cat's features in the order of speaking: colour, pattern, pose, accessory."""
    return tuple(sorted(CATS[cat], key=lambda number: (number in ACCESSORIES, number in POSES)))


@cache
def cat_names(cat: int, say: Text) -> str:
    """Return a cat as the names of its features."""
    return " · ".join(feature(number, say) for number in spoken(cat))


def cat_words(cat: int, scene: ScreenContext) -> str:
    """Return a cat as a sign for its colour and the names of its features."""
    return f"{sign(spoken(cat)[0], scene)} {cat_names(cat, scene.say)}"


def cat_short(cat: int, say: Text) -> str:
    """Return a short name for a sentence: colour and pose, which no two cats share."""
    pose, colour = CATS[cat][:2]
    return f"{feature(colour, say)} · {feature(pose, say)}"


def masks(seats: Iterable[Seat], scene: ScreenContext) -> str:
    """Return the signs of these seats' masks, by their letters."""
    return TIED.join(mask(seat, scene) for seat in sorted(seats, key=scene.letter))


def letters(seats: Iterable[Seat], scene: ScreenContext) -> str:
    """Return the letters of these seats' masks, by the alphabet."""
    return "".join(sorted(letter(seat, scene) for seat in seats))


def brief(seat: Seat, scene: ScreenContext, room: int = NAME_ROOM) -> str:
    """Return a player's mask and the beginning of the name, for where room is short."""
    return f"{mask(seat, scene)} {shortened(scene.names[seat], room, scene.say)}"


def heading(seat: Seat, scene: ScreenContext) -> str:
    """Return a player's mask, letter in the pictures, and name."""
    return f"{mask_sign(seat, scene)} {letter(seat, scene)} · {scene.names[seat]}"


def floor_words(
    floor: Iterable[Dancing], scene: ScreenContext, room: int = MAX_FLOOR_CHARACTERS
) -> str:
    """Return these dancers, a line for each, in at most `room` characters.

    Where there is no room for signs, the older ones are told in words and letters alone.
    """
    dancers = tuple(floor)
    short = [_short(dancer, scene) for dancer in dancers]
    full = [_full(dancer, scene) for dancer in dancers]
    first = 0
    while first < len(dancers) and _room(short[:first], full[first:]) > room:
        first += 1
    return "\n".join((*short[:first], *full[first:]))


def _short(dancer: Dancing, scene: ScreenContext) -> str:
    line = f"`{dancer.number}` {cat_names(dancer.cat, scene.say)}"
    return f"{line} → {letters(dancer.masks, scene)}" if dancer.masks else line


def _full(dancer: Dancing, scene: ScreenContext) -> str:
    line = f"`{dancer.number}` {cat_words(dancer.cat, scene)}"
    return f"{line} →{NARROW}{masks(dancer.masks, scene)}" if dancer.masks else line


def _room(short: list[str], full: list[str]) -> int:
    return sum(length(part) + 1 for part in (*short, *full))
