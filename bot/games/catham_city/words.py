"""Writes the factions, cards and players of Catham City as words and signs."""

from collections.abc import Iterable

from bot.engine.events import Seat
from bot.engine.screens import ScreenContext
from bot.engine.text_helpers import ComponentFormatter, SeatFormatter, join_names
from bot.games.catham_city.model.state import FACTIONS, View
from bot.i18n import Text

FACTION_SIGNS = ("🔍", "🧪", "🦾", "🎩", "💻", "👮", "📰", "📎")
"""A standard emoji for each faction, used if the bot has none of its own."""
MAX_SIGNED_FACTIONS = 2
"""The maximum number of factions with emojis in a list beside a picture; more have only names."""
PLAYER_WORDS = SeatFormatter(
    "seat", ("🟡", "🔴", "🟢", "🟣", "🔵", "⚪"), max_name_width=30, should_cut_names=True
)
"""Formats players; beside pictures, names are cut to about 15 small letters."""
format_player = PLAYER_WORDS.format_player


def format_faction(faction: int, say: Text) -> str:
    """Return the plural name of a faction in the reader's language."""
    return say(f"faction-{FACTIONS[faction]}")


def format_single_card(faction: int, say: Text) -> str:
    """Return the name of one card of a faction."""
    return say(f"one-{FACTIONS[faction]}")


FACTION_WORDS = ComponentFormatter(FACTIONS, FACTION_SIGNS, format_faction)
format_faction_sign, format_signed_faction = FACTION_WORDS.sign, FACTION_WORDS.format_signed
format_signed_card = ComponentFormatter(FACTIONS, FACTION_SIGNS, format_single_card).format_signed


def format_card_count(faction: int, number: int, say: Text) -> str:
    """Return a number of cards of a faction in words, without emoji."""
    written = (format_single_card if number == 1 else format_faction)(faction, say)
    return say("cards", faction=written, number=number)


def count_by_faction(cards: Iterable[int]) -> tuple[tuple[int, int], ...]:
    """Return the number of cards of each faction among some cards, in ascending order."""
    held = tuple(cards)
    return tuple((faction, held.count(faction)) for faction in sorted(set(held)))


def format_cards(
    cards: Iterable[int],
    context: ScreenContext,
    separator: str = " · ",
    *,
    max_signed: int = MAX_SIGNED_FACTIONS,
) -> str:
    """Return a text that lists some cards by faction, with the number and name of each.

    Beside a picture, a list of more than `max_signed` factions has only names.
    """
    groups = count_by_faction(cards)
    if context.pictures and len(groups) > max_signed:
        told = (format_card_count(*group, context.say) for group in groups)
        if all(number == 1 for _, number in groups):
            told = (format_single_card(faction, context.say) for faction, _ in groups)
    else:
        told = (_format_signed_cards(*group, context) for group in groups)
    return separator.join(told) or context.say("none")


def _format_signed_cards(faction: int, number: int, context: ScreenContext) -> str:
    written = (format_signed_card if number == 1 else format_signed_faction)(faction, context)
    return context.say("cards", faction=written, number=number)


def format_points(number: int, say: Text) -> str:
    """Return a number of points in words."""
    return say("points", points=number)


def format_hand_size(number: int, say: Text) -> str:
    """Return a number of cards in a hand in words."""
    return say("hand-size", cards=number)


def format_heading(seat: Seat, context: ScreenContext) -> str:
    """Return a player's emoji and name, with the letter that represents the player in pictures."""
    name = format_lettered_name(seat, PLAYER_WORDS.name(seat, context), context)
    return f"{PLAYER_WORDS.sign(seat, context)} {name}"


def format_lettered_name(seat: Seat, name: str, context: ScreenContext) -> str:
    """Return a player's name after the letter in pictures, unless the emoji already shows it."""
    letter = PLAYER_WORDS.letter(seat, context)
    has_emoji = f"{PLAYER_WORDS.sign_file}-{letter.lower()}" in context.emojis
    return name if has_emoji else f"{letter} · {name}"


def format_players(seats: Iterable[Seat], context: ScreenContext) -> str:
    """Return the names of several players as a list for a sentence, such as "Ada, Ben and Cleo"."""
    return join_names([format_player(seat, context) for seat in seats], context.say)


def format_mark(view: View, seat: Seat) -> str:
    """Return the mark of a present player: "owes" (an answer), "answered", "active" or "none"."""
    if seat in view.owing:
        return "owes"
    if seat in view.answered:
        return "answered"
    return "active" if seat == view.active and view.phase != "over" else "none"
