"""Formats the dice, bids and players of Liar's Dice as words and emojis."""

from collections.abc import Iterable

from bot.engine.screen import ScreenContext
from bot.engine.text_helpers import SeatFormatter
from bot.games.liars_dice.model.state import Bid

DIE_SIGNS = ("1️⃣", "2️⃣", "3️⃣", "4️⃣", "5️⃣", "6️⃣")
"""The standard emojis of the six faces of a die, from one to six.

They are used if the bot's own emojis are missing.
"""
PLAYER_WORDS = SeatFormatter("cup", signs=("🟡", "🔴", "🟢", "🟣", "🔵", "🟠"), max_name_width=24)
"""The formatter of players, which writes the emoji of a player's cup before the name.

Shortened names have a width of about 12 small letters.
"""
format_brief_player, format_letter, format_player = (
    PLAYER_WORDS.format_brief_player,
    PLAYER_WORDS.letter,
    PLAYER_WORDS.format_player,
)


def format_die(face: int, context: ScreenContext) -> str:
    """Return the emoji of a face of a die: the bot's own one, or else a standard one."""
    return context.emojis.get(f"die-{face}", DIE_SIGNS[face - 1])


def format_dice(faces: Iterable[int], context: ScreenContext) -> str:
    """Return the emojis of the faces of several dice, separated by spaces."""
    return " ".join(format_die(face, context) for face in faces)


def format_claim(count: int, face: int, context: ScreenContext) -> str:
    """Return the claim of a bid in words, such as "4 fives"."""
    return context.say("claim", count=count, faces=context.say(f"face-{face}", count=count))


def format_bid(bid: Bid, context: ScreenContext) -> str:
    """Return a bid in words, such as "4 fives", followed by the emoji of its face."""
    return f"{format_claim(bid.count, bid.face, context)} {format_die(bid.face, context)}"
