"""How features, cats and players are written, in words and in signs."""

from collections.abc import Iterable

from bot.games.cloaked_cats.cards import ACCESSORIES, CATS, COLOURS, FEATURES, PATTERNS, POSES
from bot.games.cloaked_cats.state import Dancer, Guess
from bot.games.game import Seat
from bot.games.screen import Scene
from bot.text import Text

MASK_SIGNS = ("🟡", "🔴", "🟢", "🟣")
"""The masks by seat."""
MASK_LETTERS = "ABCD"
"""The masks by seat, for whoever does not tell the colours apart."""

FEATURE_SIGNS = (
    "🤸", "💃", "🪑", "😴", "😸",
    "⬜", "🟫", "🟦", "⬛", "🟩", "🟨", "🟪", "🟥",
    "🦓", "🐆",
    "🧶", "🐟", "🎩", "🐭",
)  # fmt: skip
"""A standard emoji for each feature, in the order of `FEATURES`."""

KINDS = (("pose", POSES), ("colour", COLOURS), ("pattern", PATTERNS), ("accessory", ACCESSORIES))
"""The kinds of features, by their names in the catalogue."""

NEWEST = 6
"""So many cats are told at full length under a picture; without one, all that fit."""
FLOOR_ROOM = 2400
"""Characters for the dance floor, of the 4,096 of a text and the 6,000 of a message."""

NARROW = "\N{NO-BREAK SPACE}"


def feature(number: int, say: Text) -> str:
    """Return a feature's name for use within a sentence."""
    return say(f"feature-{FEATURES[number]}")


def label(number: int, say: Text) -> str:
    """Return a feature's name for use at the beginning of a line."""
    name = feature(number, say)
    return name[0].upper() + name[1:]


def signed(number: int, say: Text) -> str:
    """Return a feature's sign and name."""
    return f"{FEATURE_SIGNS[number]} {feature(number, say)}"


def claim(name: str, number: int, say: Text) -> str:
    """Return the half sentence that a player has a feature."""
    kind = next(kind for kind, numbers in KINDS if number in numbers)
    return say("claim", name=name, kind=kind, feature=feature(number, say))


def spoken(cat: int) -> tuple[int, ...]:
    """Return a cat's features in the order of speaking: colour, pattern, pose, accessory."""
    return tuple(sorted(CATS[cat], key=lambda number: (number in ACCESSORIES, number in POSES)))


def guess_words(guess: Guess, scene: Scene) -> str:
    """Return a guess, its answer, and the mask that was handed over."""
    asker, opponent = guess.seat, guess.opponent
    loser, winner = (opponent, asker) if guess.right else (asker, opponent)
    return scene.say(
        "guess-right" if guess.right else "guess-wrong",
        **{"asker": player(asker, scene), "from": masks([loser]), "to": masks([winner])},
        claim=claim(player(opponent, scene), guess.feature, scene.say),
    )


def cat_words(cat: int, say: Text) -> str:
    """Return a cat as a sign for its colour and the names of its features."""
    names = " · ".join(feature(number, say) for number in spoken(cat))
    return f"{FEATURE_SIGNS[spoken(cat)[0]]} {names}"


def cat_label(cat: int, say: Text) -> str:
    """Return a short name for a button: colour and pose, which no two cats share."""
    pose, colour = CATS[cat][:2]
    return f"{label(colour, say)} · {feature(pose, say)}"


def cat_signs(cat: int) -> str:
    """Return a cat as one sign for each feature."""
    return "".join(FEATURE_SIGNS[number] for number in spoken(cat))


def masks(seats: Iterable[Seat]) -> str:
    """Return the signs of these seats' masks."""
    return "".join(MASK_SIGNS[seat] for seat in seats)


def player(seat: Seat, scene: Scene) -> str:
    """Return a player's mask and name for a sentence."""
    return f"{MASK_SIGNS[seat]} {scene.names[seat]}"


def heading(seat: Seat, scene: Scene) -> str:
    """Return a player's mask, letter in the pictures, and name."""
    return f"{MASK_SIGNS[seat]} {MASK_LETTERS[seat]} · {scene.names[seat]}"


def floor_words(floor: tuple[Dancer, ...], scene: Scene) -> str:
    """Return all dancers in at most `FLOOR_ROOM` characters: older ones in signs, then the newest.

    Dancers are numbered from 1, as in the picture.
    """
    numbered = tuple(enumerate(floor, 1))
    short = tuple(_short(number, dancer) for number, dancer in numbered)
    full = tuple(_full(number, dancer, scene.say) for number, dancer in numbered)
    first = max(0, len(floor) - NEWEST) if scene.pictures else 0
    while _room(short[:first], full[first:]) > FLOOR_ROOM:
        first += 1
    return "\n".join(filter(None, (" · ".join(short[:first]), *full[first:])))


def _short(number: int, dancer: Dancer) -> str:
    parts = (f"`{number}`", cat_signs(dancer.cat), masks(dancer.masks))
    return NARROW.join(filter(None, parts))


def _full(number: int, dancer: Dancer, say: Text) -> str:
    line = f"`{number}` {cat_words(dancer.cat, say)}"
    return f"{line} → {masks(dancer.masks)}" if dancer.masks else line


def _room(short: tuple[str, ...], full: tuple[str, ...]) -> int:
    return sum(len(part) + 3 for part in (*short, *full))
