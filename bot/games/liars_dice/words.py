"""How dice, bids and players are written, in words and in signs."""

from collections.abc import Iterable

from bot.games.events import Seat
from bot.games.liars_dice.state import Bid
from bot.games.screen import Scene
from bot.games.wording import shortened

DIE_SIGNS = ("1️⃣", "2️⃣", "3️⃣", "4️⃣", "5️⃣", "6️⃣")
"""A standard emoji for each face, from one to six."""
CUP_SIGNS = ("🟡", "🔴", "🟢", "🟣", "🔵", "🟠")
"""A standard emoji for each cup's colour, by its letter."""
CUP_LETTERS = "ABCDEF"
"""The cups' letters, for whoever does not tell the colours apart; see `Scene.letter`."""
NAME_ROOM = 24
"""For a name where room is short: 12 small letters."""


def die(face: int, scene: Scene) -> str:
    """Return the sign of a die: the application's emoji or, in its place, a standard one."""
    return scene.emojis.get(f"die-{face}", DIE_SIGNS[face - 1])


def dice(faces: Iterable[int], scene: Scene) -> str:
    """Return the signs of these dice."""
    return " ".join(die(face, scene) for face in faces)


def faces(face: int, count: int, scene: Scene) -> str:
    """Return the name of so many dice of a face, without their number, such as "fives"."""
    return scene.say(f"face-{face}", count=count)


def claim(count: int, face: int, scene: Scene) -> str:
    """Return so many dice of a face in words alone, such as "4 fives"."""
    return scene.say("claim", count=count, faces=faces(face, count, scene))


def bid_words(bid: Bid, scene: Scene) -> str:
    """Return a bid in words, with the sign of its face."""
    return f"{claim(bid.count, bid.face, scene)} {die(bid.face, scene)}"


def cup(seat: Seat, scene: Scene) -> str:
    """Return the sign of a player's cup: the application's emoji or else a standard one."""
    name = f"cup-{letter(seat, scene).lower()}"
    return scene.emojis.get(name, CUP_SIGNS[scene.letter(seat)])


def letter(seat: Seat, scene: Scene) -> str:
    """Return the letter of a player's cup."""
    return CUP_LETTERS[scene.letter(seat)]


def player(seat: Seat, scene: Scene) -> str:
    """Return a player's cup and name for a sentence."""
    return f"{cup(seat, scene)} {scene.names[seat]}"


def brief(seat: Seat, scene: Scene) -> str:
    """Return a player's cup, letter and the beginning of the name, for where room is short."""
    name = shortened(scene.names[seat], NAME_ROOM, scene.say)
    return f"{cup(seat, scene)} {letter(seat, scene)} · {name}"
