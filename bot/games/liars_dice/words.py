"""How dice, bids and players are written, in words and in signs."""

from collections.abc import Iterable

from bot.engine.screen import ScreenContext
from bot.engine.text_helpers import SeatWords
from bot.games.liars_dice.model.state import Bid

DIE_SIGNS = ("1️⃣", "2️⃣", "3️⃣", "4️⃣", "5️⃣", "6️⃣")
"""A standard emoji for each face, from one to six."""
CUPS = SeatWords("cup", signs=("🟡", "🔴", "🟢", "🟣", "🔵", "🟠"), name_room=24)
"""Players by their cups; a short name has room for 12 small letters."""
brief, letter, player = CUPS.brief, CUPS.letter, CUPS.player


def die(face: int, scene: ScreenContext) -> str:
    """Return the sign of a die: the application's emoji or, in its place, a standard one."""
    return scene.emojis.get(f"die-{face}", DIE_SIGNS[face - 1])


def dice(faces: Iterable[int], scene: ScreenContext) -> str:
    """Return the signs of these dice."""
    return " ".join(die(face, scene) for face in faces)


def claim(count: int, face: int, scene: ScreenContext) -> str:
    """Return so many dice of a face in words alone, such as "4 fives"."""
    return scene.say("claim", count=count, faces=scene.say(f"face-{face}", count=count))


def bid_words(bid: Bid, scene: ScreenContext) -> str:
    """Return a bid in words, with the sign of its face."""
    return f"{claim(bid.count, bid.face, scene)} {die(bid.face, scene)}"
