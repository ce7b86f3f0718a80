"""How factions, cards and players are written, in words and in signs."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from bot.games.catham_city.cards import FACTIONS
from bot.games.game import Seat
from bot.games.screen import Scene
from bot.text import Text

FACTION_SIGNS = ("🔍", "🧪", "🦾", "🎩", "💻", "👮", "📰", "📎")
"""A standard emoji for each faction, in the order of `FACTIONS`."""
SEAT_SIGNS = ("🟡", "🔴", "🟢", "🟣", "🔵", "⚪")
"""A standard emoji for each player, by seat, in the colours of the pictures."""
SEAT_LETTERS = "ABCDEF"
"""The players in the pictures, by seat."""

ACTIVE, OWES, ANSWERED = "▶️", "⏳", "✅"
"""Who is on turn, who owes an answer, and whose answer is in."""

TIED = "\N{WORD JOINER}"
"""Keeps signs in one line."""


def in_short(scene: Scene) -> Scene:
    """Return the scene for where room is short: with standard emojis alone.

    An emoji of the application takes up to 55 characters of a text.
    """
    return replace(scene, emojis={})


def sign(faction: int, scene: Scene) -> str:
    """Return the sign of a faction: the application's emoji or, in its place, a standard one."""
    return scene.emojis.get(FACTIONS[faction], FACTION_SIGNS[faction])


def name(faction: int, say: Text) -> str:
    """Return a faction's name."""
    return say(f"faction-{FACTIONS[faction]}")


def signed(faction: int, scene: Scene) -> str:
    """Return a faction's sign and name."""
    return f"{sign(faction, scene)} {name(faction, scene.say)}"


def grouped(cards: Iterable[int]) -> tuple[tuple[int, int], ...]:
    """Return the factions of some cards, ascending, and how many there are of each."""
    held = tuple(cards)
    return tuple((faction, held.count(faction)) for faction in sorted(set(held)))


def cards(held: Iterable[int], scene: Scene, between: str = " · ") -> str:
    """Return some cards by faction: the sign, the name and how many; "" for no cards."""
    return between.join(
        scene.say("cards", faction=signed(faction, scene), number=number)
        for faction, number in grouped(held)
    )


def card_signs(held: Iterable[int], scene: Scene) -> str:
    """Return one sign for each of some cards, for where room is short."""
    return TIED.join(sign(card, scene) for card in sorted(held))


def card_label(faction: int, copy: int, of: int, say: Text) -> str:
    """Return one of several cards of a faction for a menu, counted from 1."""
    label = f"{FACTION_SIGNS[faction]} {name(faction, say)}"
    return say("card-copy", card=label, copy=copy, of=of) if of > 1 else label


def seat_sign(seat: Seat, scene: Scene) -> str:
    """Return the sign of a player: the application's emoji or else a standard one."""
    return scene.emojis.get(f"seat-{SEAT_LETTERS[seat].lower()}", SEAT_SIGNS[seat])


def player(seat: Seat, scene: Scene) -> str:
    """Return a player's sign and name for a sentence."""
    return f"{seat_sign(seat, scene)} {scene.names[seat]}"


def heading(seat: Seat, scene: Scene) -> str:
    """Return a player's sign, letter in the pictures, and name."""
    return f"{seat_sign(seat, scene)} {SEAT_LETTERS[seat]} · {scene.names[seat]}"


def listed(parts: Sequence[str], say: Text) -> str:
    """Return some parts as people list them: "Ada, Ben and Cleo"."""
    if len(parts) < 2:
        return "".join(parts)
    return say("list-and", others=", ".join(parts[:-1]), last=parts[-1])


def players(seats: Iterable[Seat], scene: Scene) -> str:
    """Return several players as people list them."""
    return listed([player(seat, scene) for seat in seats], scene.say)


def brief(faction: int, scene: Scene) -> str:
    """Return a faction and, in a few words, what playing it does."""
    key = f"brief-{FACTIONS[faction]}"
    return scene.say("brief", faction=signed(faction, scene), effect=scene.say(key))


def lines(*told: str) -> str:
    """Return the lines that are not empty, one below the other."""
    return "\n".join(filter(None, told))
