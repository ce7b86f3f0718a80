"""Formats the dice, bids and players of Liar's Dice as words and emojis."""

from collections.abc import Iterable

from bot.engine.events import Seat
from bot.engine.screens import ScreenContext
from bot.engine.text_helpers import SeatFormatter, shorten_name
from bot.games.liars_dice.model.state import Bid, View

DIE_SIGNS = ("1️⃣", "2️⃣", "3️⃣", "4️⃣", "5️⃣", "6️⃣")
"""The standard emoji of each face of a die, used if the bot has none of its own."""
PLAYER_WORDS = SeatFormatter(
    "cup", signs=("🟡", "🔴", "🟢", "🟣", "🔵", "🟠"), max_name_width=24, should_cut_names=True
)
"""Formats players: the emoji of the cup before the name, of up to 12 small letters."""
MAX_SEATS_WITH_LONG_NAMES, MAX_SHORT_NAME_WIDTH = 4, 13
"""The number of players up to which the line of names has long ones, and the short width."""
format_brief_player, format_player = PLAYER_WORDS.format_brief_player, PLAYER_WORDS.format_player
format_letter = PLAYER_WORDS.letter


def format_names(seats: int, context: ScreenContext) -> str:
    """Return the letters and shortened names of all players on one line, beside a picture."""
    return " · ".join(format_short_player(seat, context) for seat in range(seats))


def format_short_player(seat: Seat, context: ScreenContext) -> str:
    """Return a player's letter in the picture and the name, very short among many players."""
    is_crowded = len(context.names) > MAX_SEATS_WITH_LONG_NAMES
    room = MAX_SHORT_NAME_WIDTH if is_crowded else PLAYER_WORDS.max_name_width
    name = shorten_name(context.names[seat], room, context.say)
    return f"**{format_letter(seat, context)}** {name}"


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
    """Return a bid in words, such as "4 fives", followed by the emoji of its face.

    No line breaks between one of the bot's own emojis and what follows it.
    """
    joiner = "\N{WORD JOINER}" if context.emojis else ""
    return f"{format_claim(bid.count, bid.face, context)} {format_die(bid.face, context)}{joiner}"


def tell_bid(key: str, bid: Bid, context: ScreenContext) -> str:
    """Fill a message with a bid and the name of the player who made it."""
    return context.say(key, name=format_player(bid.seat, context), bid=format_bid(bid, context))


def describe_call(view: View, context: ScreenContext) -> str:
    """Return the sentence that a player has challenged the last bid, before the cups go up."""
    name, bidder = (format_player(seat, context) for seat in (view.turn, view.bids[-1].seat))
    return context.say("asked-lift", name=name, bidder=bidder)


def describe_feat(view: View, seat: Seat, context: ScreenContext) -> str:
    """Return what a player did best in a finished game, or "" if there are no tallies.

    It is the boldest lie of all players, the most lies caught, or else the player's own lie, lies
    caught, or that there was no lie.
    """
    if not view.tallies:
        return ""
    own = view.tallies[seat]
    most_excess = max(tally.excess for tally in view.tallies)
    most_caught = max(tally.caught for tally in view.tallies)
    is_boldest, is_keenest = own.excess == most_excess, own.caught == most_caught
    if own.lie and (is_boldest or not own.caught or not is_keenest):
        claim, most = format_claim(own.lie.count, own.lie.face, context), int(is_boldest)
        return context.say("feat-lie", bid=claim, found=own.found, most=most)
    if own.caught:
        return context.say("feat-caught", count=own.caught, most=int(is_keenest))
    return context.say("feat-honest" if own.bids else "feat-quiet")
