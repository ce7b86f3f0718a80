"""Formats the monsters, parts of faces and players of Quickpick as words and emojis."""

from bot.engine.screens import ScreenContext
from bot.engine.text_helpers import ComponentFormatter, SeatFormatter
from bot.games.quickpick.model.state import FEATURES, MASK_LETTERS, PART_NAMES, find_part
from bot.i18n import Text

PART_SIGNS = ("🔼", "🔽", "👀", "😌", "😮", "😐", "😛", "🤐", "↖️", "↗️")
"""The standard emoji for each part of a face, in the order of `PART_NAMES`.

It is used if the bot's own emoji for the part is missing.
"""
SEAT_SIGNS = ("1️⃣", "2️⃣", "3️⃣", "4️⃣", "5️⃣", "6️⃣", "7️⃣", "8️⃣")
"""The standard emoji for each player's number. The index is the seat."""
PLAYER_WORDS = SeatFormatter(
    "seat", SEAT_SIGNS, max_name_width=30, should_cut_names=True, is_numbered=True
)
"""Formats players: the emoji of the hand with the player's number, then the name.

At a table with pictures, names are cut to a width of about 15 small letters.
"""
format_name, format_player, format_seat_sign = (
    PLAYER_WORDS.name,
    PLAYER_WORDS.format_player,
    PLAYER_WORDS.sign,
)


def format_monster(mask: int, say: Text) -> str:
    """Return the name of a monster, which begins with the letter on its tile.

    Args:
        mask: The face, as an index in `MASKS`.
        say: Returns texts in the reader's language.
    """
    return say(f"mask-{MASK_LETTERS[mask]}")


def format_choice(tile: int | None, say: Text) -> str:
    """Return the name of the monster that a player chose.

    Args:
        tile: The monster's face, as an index in `MASKS`. None means that the player chose none, so
            the words for "no idea" are returned.
        say: Returns texts in the reader's language.
    """
    return say("hands-idea") if tile is None else format_monster(tile, say)


def format_face(mask: int, context: ScreenContext) -> str:
    """Return the bot's own emoji of a monster's face, and the monster's name.

    If that emoji is missing, return the name alone. No standard emoji looks like the face.
    """
    face = context.emojis.get(f"face-{MASK_LETTERS[mask]}", "")
    return f"{face} {format_monster(mask, context.say)}".lstrip()


def format_part(number: int, say: Text) -> str:
    """Return the name of a part of a face, such as "brows up", in the reader's language."""
    return say(f"part-{PART_NAMES[number]}")


PART_WORDS = ComponentFormatter(PART_NAMES, PART_SIGNS, format_part)
"""Formats parts of faces: each as an emoji, or as an emoji and the name of the part."""
format_part_sign, format_signed_part = PART_WORDS.sign, PART_WORDS.format_signed


def format_look(mask: int, say: Text) -> str:
    """Return a description of a face: the names of its five parts, separated by commas."""
    return ", ".join(format_part(find_part(mask, feature), say) for feature in range(len(FEATURES)))


def format_mask_count(masks: int, say: Text) -> str:
    """Return how many masks there are as a phrase, such as "2 masks", in the reader's language."""
    return say("masks-counted", masks=masks)
