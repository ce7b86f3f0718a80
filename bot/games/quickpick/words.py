"""How monsters, parts of faces and players are written, in words and in signs."""

from bot.engine.screen import ScreenContext
from bot.engine.text_helpers import ComponentWords, SeatWords
from bot.games.quickpick.model.state import FEATURES, LETTERS, PART_NAMES, part
from bot.i18n import Text

PART_SIGNS = ("🔼", "🔽", "👀", "😌", "😮", "😐", "😛", "🤐", "↖️", "↗️")
"""A standard emoji for each part, in the order of `PART_NAMES`."""
SEAT_SIGNS = ("1️⃣", "2️⃣", "3️⃣", "4️⃣", "5️⃣", "6️⃣", "7️⃣", "8️⃣")
HANDS = SeatWords("seat", SEAT_SIGNS, name_room=30, cuts_names=True, numbered=True)
"""Players by their hands; a name beside a picture has room for 15 small letters."""
named, player, seat_sign = HANDS.name, HANDS.player, HANDS.sign


def monster(mask: int, say: Text) -> str:
    """Return a monster's name, which begins with the letter of its tile."""
    return say(f"mask-{LETTERS[mask]}")


def choice(tile: int | None, say: Text) -> str:
    """Return the monster on a tile that somebody chose, or that they had no idea."""
    return say("hands-idea") if tile is None else monster(tile, say)


def face(mask: int, scene: ScreenContext) -> str:
    """Return a monster's name after the application's emoji; no standard one could stand in."""
    return f"{scene.emojis.get(f'face-{LETTERS[mask]}', '')} {monster(mask, scene.say)}".lstrip()


def part_name(number: int, say: Text) -> str:
    """Return a part's name, such as "brows up"."""
    return say(f"part-{PART_NAMES[number]}")


PART_WORDS = ComponentWords(PART_NAMES, PART_SIGNS, part_name)
part_sign, signed = PART_WORDS.sign, PART_WORDS.signed


def look(mask: int, say: Text) -> str:
    """Return a face as the names of its five parts."""
    return ", ".join(part_name(part(mask, feature), say) for feature in range(len(FEATURES)))


def counted(masks: int, say: Text) -> str:
    """Return a number of masks."""
    return say("masks-counted", masks=masks)
