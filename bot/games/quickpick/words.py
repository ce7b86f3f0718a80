"""Writes the monsters, parts of faces and players of Quickpick as words and signs."""

from bot.engine.screen import ScreenContext
from bot.engine.text_helpers import ComponentFormatter, SeatFormatter
from bot.games.quickpick.model.state import FEATURES, MASK_LETTERS, PART_NAMES, find_part
from bot.i18n import Text

PART_SIGNS = ("🔼", "🔽", "👀", "😌", "😮", "😐", "😛", "🤐", "↖️", "↗️")
"""A standard emoji for each part of a face, in the order of `PART_NAMES`.

It is used where the application's own emoji is missing.
"""
SEAT_SIGNS = ("1️⃣", "2️⃣", "3️⃣", "4️⃣", "5️⃣", "6️⃣", "7️⃣", "8️⃣")
"""A standard emoji for each seat."""
PLAYER_WORDS = SeatFormatter(
    "seat", SEAT_SIGNS, max_name_width=30, should_cut_names=True, is_numbered=True
)
"""Writes players with their numbered hands and names.

Beside a picture, a name has space for 15 small letters.
"""
format_name, format_player, format_seat_sign = (
    PLAYER_WORDS.name,
    PLAYER_WORDS.format_player,
    PLAYER_WORDS.sign,
)


def format_monster(mask: int, say: Text) -> str:
    """Return a monster's name, which begins with the letter on its tile."""
    return say(f"mask-{MASK_LETTERS[mask]}")


def format_choice(tile: int | None, say: Text) -> str:
    """Return the name of the monster that a player chose, or that the player had no idea."""
    return say("hands-idea") if tile is None else format_monster(tile, say)


def format_face(mask: int, context: ScreenContext) -> str:
    """Return a monster's name after the application's emoji of its face.

    Without that emoji it is the name alone, because no standard emoji could replace it.
    """
    face = context.emojis.get(f"face-{MASK_LETTERS[mask]}", "")
    return f"{face} {format_monster(mask, context.say)}".lstrip()


def format_part(number: int, say: Text) -> str:
    """Return a part's name in the reader's language, such as "brows up"."""
    return say(f"part-{PART_NAMES[number]}")


PART_WORDS = ComponentFormatter(PART_NAMES, PART_SIGNS, format_part)
"""Writes parts of faces with their signs."""
format_part_sign, format_signed_part = PART_WORDS.sign, PART_WORDS.format_signed


def format_look(mask: int, say: Text) -> str:
    """Return a face in words, as the names of its five parts."""
    return ", ".join(format_part(find_part(mask, feature), say) for feature in range(len(FEATURES)))


def format_mask_count(masks: int, say: Text) -> str:
    """Return a number of masks in words, in the reader's language."""
    return say("masks-counted", masks=masks)
