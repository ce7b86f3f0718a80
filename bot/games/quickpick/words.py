"""Formats the monsters, parts of faces and players of Quickpick as words and emojis."""

from bot.engine.screens import ScreenContext
from bot.engine.text_helpers import ComponentFormatter, SeatFormatter
from bot.games.quickpick.model.state import FEATURES, MASK_LETTERS, PART_NAMES, find_part
from bot.i18n import Text

PART_SIGNS = ("🔼", "🔽", "👀", "😌", "😮", "😐", "😛", "🤐", "↖️", "↗️")
"""The standard emoji for each part, used if the bot has none of its own."""
SEAT_SIGNS = ("1️⃣", "2️⃣", "3️⃣", "4️⃣", "5️⃣", "6️⃣", "7️⃣", "8️⃣")
"""The standard emoji for each player's number. The index is the seat."""
PLAYER_WORDS = SeatFormatter(
    "seat", SEAT_SIGNS, max_name_width=30, should_cut_names=True, is_numbered=True
)
"""Formats players: the emoji of the numbered hand, then the name, cut beside pictures."""
format_name, format_player = PLAYER_WORDS.name, PLAYER_WORDS.format_player
format_seat_sign = PLAYER_WORDS.sign


def format_monster(mask: int, say: Text) -> str:
    """Return the name of a monster, which begins with the letter on its tile."""
    return say(f"mask-{MASK_LETTERS[mask]}")


def format_choice(tile: int | None, say: Text) -> str:
    """Return the name of the monster that a player chose, or the words for "no idea"."""
    return say("hands-idea") if tile is None else format_monster(tile, say)


def format_face(mask: int, context: ScreenContext) -> str:
    """Return the bot's own emoji of a face, if there is one, and the monster's name."""
    face = context.emojis.get(f"face-{MASK_LETTERS[mask]}", "")
    return f"{face} {format_monster(mask, context.say)}".lstrip()


def format_part(number: int, say: Text) -> str:
    """Return the name of a part of a face, such as "brows up"."""
    return say(f"part-{PART_NAMES[number]}")


PART_WORDS = ComponentFormatter(PART_NAMES, PART_SIGNS, format_part)
"""Formats parts of faces: each as an emoji, or as an emoji and the name of the part."""
format_part_sign, format_signed_part = PART_WORDS.sign, PART_WORDS.format_signed


def format_look(mask: int, say: Text) -> str:
    """Return a description of a face: the names of its five parts, separated by commas."""
    return ", ".join(format_part(find_part(mask, feature), say) for feature in range(len(FEATURES)))


def format_mask_count(masks: int, say: Text) -> str:
    """Return how many masks there are as a phrase, such as "2 masks"."""
    return say("masks-counted", masks=masks)
