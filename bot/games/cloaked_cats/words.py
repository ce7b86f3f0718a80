"""How features, cats and players are written, in words and in signs."""

from collections.abc import Iterable

from msgspec.structs import replace

from bot.games.cloaked_cats.cards import ACCESSORIES, CATS, COLOURS, FEATURES, PATTERNS, POSES
from bot.games.cloaked_cats.state import Dancer, Guess
from bot.games.game import Seat
from bot.games.screen import Scene
from bot.text import Text

MASK_SIGNS = ("🟡", "🔴", "🟢", "🟣")
"""A standard emoji for each mask, by seat."""
MASK_LETTERS = "ABCD"
"""The masks by seat, for whoever does not tell the colours apart."""

FEATURE_SIGNS = (
    "🤸", "💃", "🪑", "😴", "😸",
    "⬜", "🟫", "🟦", "🔲", "🟩", "🟨", "🟪", "🟥",
    "🦓", "🐆",
    "🧶", "🐟", "🎩", "🐭",
)  # fmt: skip
"""A standard emoji for each feature, in the order of `FEATURES`."""

KINDS = (("pose", POSES), ("colour", COLOURS), ("pattern", PATTERNS), ("accessory", ACCESSORIES))
"""The kinds of features, by their names in the catalogue."""

NEWEST = 6
"""So many cats are told at full length under a picture; without one, all that fit."""
FLOOR_ROOM = 2200
"""Characters for the dance floor, of the 4,096 of a text and the 6,000 of a message.

Signs beyond Unicode's first 65,536, such as most emojis, count as two.
"""

NARROW = "\N{NO-BREAK SPACE}"
TIED = "\N{WORD JOINER}"
"""Keeps signs in one line."""


def sign(number: int, scene: Scene) -> str:
    """Return the sign of a feature: the application's emoji or, in its place, a standard one."""
    return scene.emojis.get(FEATURES[number], FEATURE_SIGNS[number])


def mask_sign(seat: Seat, scene: Scene) -> str:
    """Return the sign of a player's mask: the application's emoji or else a standard one."""
    return scene.emojis.get(f"mask-{MASK_LETTERS[seat].lower()}", MASK_SIGNS[seat])


def mask(seat: Seat, scene: Scene) -> str:
    """Return a player's mask for where no name follows; its letter is always to be seen."""
    drawn = mask_sign(seat, scene)
    return f"{drawn}{TIED}{MASK_LETTERS[seat]}" if drawn == MASK_SIGNS[seat] else drawn


def in_short(scene: Scene) -> Scene:
    """Return the scene for where room is short: with standard emojis alone.

    An emoji of the application takes up to 55 characters of a text.
    """
    return replace(scene, emojis={})


def feature(number: int, say: Text) -> str:
    """Return a feature's name for use within a sentence."""
    return say(f"feature-{FEATURES[number]}")


def label(number: int, say: Text) -> str:
    """Return a feature's name for use at the beginning of a line."""
    name = feature(number, say)
    return name[0].upper() + name[1:]


def signed(number: int, scene: Scene) -> str:
    """Return a feature's sign and name."""
    return f"{sign(number, scene)} {feature(number, scene.say)}"


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
    giver, receiver = guess.mask_goes()
    return scene.say(
        "guess-right" if guess.right else "guess-wrong",
        **{"asker": player(asker, scene), "from": mask(giver, scene), "to": mask(receiver, scene)},
        claim=claim(player(opponent, scene), guess.feature, scene.say),
    )


def cat_names(cat: int, say: Text) -> str:
    """Return a cat as the names of its features."""
    return " · ".join(feature(number, say) for number in spoken(cat))


def cat_words(cat: int, scene: Scene) -> str:
    """Return a cat as a sign for its colour and the names of its features."""
    return f"{sign(spoken(cat)[0], scene)} {cat_names(cat, scene.say)}"


def cat_label(cat: int, say: Text) -> str:
    """Return a short name for a button: colour and pose, which no two cats share."""
    pose, colour = CATS[cat][:2]
    return f"{label(colour, say)} · {feature(pose, say)}"


def cat_signs(cat: int) -> str:
    """Return a cat as one standard emoji for each feature, for where room is short."""
    return TIED.join(FEATURE_SIGNS[number] for number in spoken(cat))


def masks(seats: Iterable[Seat], scene: Scene) -> str:
    """Return the signs of these seats' masks."""
    return TIED.join(mask(seat, scene) for seat in seats)


def letters(seats: Iterable[Seat]) -> str:
    """Return the letters of these seats' masks."""
    return "".join(MASK_LETTERS[seat] for seat in seats)


def player(seat: Seat, scene: Scene) -> str:
    """Return a player's mask and name for a sentence."""
    return f"{mask_sign(seat, scene)} {scene.names[seat]}"


def heading(seat: Seat, scene: Scene) -> str:
    """Return a player's mask, letter in the pictures, and name."""
    return f"{mask_sign(seat, scene)} {MASK_LETTERS[seat]} · {scene.names[seat]}"


def floor_words(floor: tuple[Dancer, ...], scene: Scene) -> str:
    """Return all dancers in at most `FLOOR_ROOM` characters: older ones in signs, then the newest.

    Dancers are numbered from 1, as in the picture. The older ones' signs are standard emojis.
    """
    numbered = tuple(enumerate(floor, 1))
    short = tuple(_short(number, dancer, in_short(scene)) for number, dancer in numbered)
    full = tuple(_full(number, dancer, scene) for number, dancer in numbered)
    first = max(0, len(floor) - NEWEST) if scene.pictures else 0
    while _room(short[:first], full[first:]) > FLOOR_ROOM:
        first += 1
    return "\n".join(filter(None, (" · ".join(short[:first]), *full[first:])))


def _short(number: int, dancer: Dancer, scene: Scene) -> str:
    parts = (f"`{number}`", cat_signs(dancer.cat), masks(dancer.masks, scene))
    return NARROW.join(filter(None, parts))


def _full(number: int, dancer: Dancer, scene: Scene) -> str:
    line = f"`{number}` {cat_words(dancer.cat, scene)}"
    return f"{line} →{NARROW}{masks(dancer.masks, scene)}" if dancer.masks else line


def _room(short: tuple[str, ...], full: tuple[str, ...]) -> int:
    return sum(len(part.encode("utf-16-le")) // 2 + 3 for part in (*short, *full))
