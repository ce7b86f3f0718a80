"""The pieces that the pictures of Catham City are composed of, such as cards and badges.

Stored pictures (rasters) get words in the reader's language. Lengths are in pixels, unless a
docstring says card units. A card is 300 units wide and 400 units high.
"""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from bot.drawing import kit
from bot.drawing.pillow import Image
from bot.games.catham_city.model.state import FACTIONS


class FactionColours(Struct, frozen=True):
    """The colours of a faction's cats and cards, named like the swatches in the game's art."""

    coat: str
    shade: str
    """The darker colour of the coat towards the bottom."""
    light: str
    cloth: str
    """The colour of the cat's clothes."""
    ground: str
    """The background colour behind the cat on its card."""
    band: str
    """The background colour of the faction's name on the card."""
    word: str = "#2A2233"
    """The text colour of the faction's name on the card."""
    ink: str = "#2A2233"
    ear: str = "#F7A8B8"
    blush: str = "#FF8FA3"


FACTION_COLOURS = (
    FactionColours("#8A5222", "#6F4016", "#D8AC78", "#C08A4A", "#FFDDA1", "#D39B55"),
    FactionColours("#FFFFFF", "#DDE6F5", "#F1F6FF", "#FFFFFF", "#7FE3D3", "#E8FFFA"),
    FactionColours("#C4CBD9", "#97A2BA", "#EEF2F8", "#A3AEC6", "#DDE3EE", "#8793AD"),
    FactionColours(
        "#4A4558", "#332E40", "#8D87A0", "#3B3747", "#F58BA0", "#2A2233", word="#FFFFFF"
    ),
    FactionColours("#30C688", "#1FA06B", "#C6F3DC", "#3A4660", "#B9F28F", "#30C688"),
    FactionColours(
        "#5AA2FF", "#3C8DFD", "#CBE4FF", "#2A55C0", "#A8CCFF", "#2A55C0", word="#FFFFFF"
    ),
    FactionColours("#FCCB24", "#F0AE12", "#FFF0B8", "#FF8A3C", "#FFF1A8", "#FCCB24"),
    FactionColours(
        "#B98BE8", "#9A69D0", "#E9DAFA", "#8C7BA8", "#E3CCFF", "#7429C5", word="#FFFFFF"
    ),
)
"""The colours of each faction, in the order of `FACTIONS`."""
SEAT_COLOURS = ("#FCCB24", "#EA434E", "#30C688", "#7429C5", "#5AA2FF", "#F7F4FF")
"""The colour of each player, indexed by seat."""


RASTERS_FOLDER = Path(__file__).parent.parent / "rasters"
CAPTION_TOP = 339
"""The upper edge of the faction's name on a card, in card units."""
CAPTION_FONT_SIZE = 54
"""The font size of the faction's name on a card, in card units."""
CARD_RASTER_WIDTH_PIXELS = 240
"""The width of the stored image of each card, in pixels."""
SEAT_FILES = ("seat-a", "seat-b", "seat-c", "seat-d", "seat-e", "seat-f")
"""The file names of the medallions, the signs that represent the players, by seat."""
CANDIDATE_FILES = tuple("abcdef")
"""The file names of the candidates, the cats that represent the players, by seat."""

GHOST_GROUND_SHARE = 0.72
"""The share of the background colour in a faded card, from 0 to 1."""
CARD_PLACE_COLOUR = "#8E9BEA"
"""The border colour of an empty place for a card, as "#RRGGBB"."""
UNTAKEN_STEP_COLOURS = ("#DAD0EC", "#B5A6D3")
"""The fill and border colours of a step of the points track that the player has not reached."""


@kit.piece
def make_card(faction: int, width: int, name: str) -> Image.Image:
    """Return the image of a card with its faction's name."""
    image = kit.open_raster(RASTERS_FOLDER / f"cards/{FACTIONS[faction]}.webp", width)
    scale = width / kit.CARD_UNITS[0]
    box = (6 * scale, CAPTION_TOP * scale, 294 * scale, 394 * scale)
    kit.write(image, name, box, round(CAPTION_FONT_SIZE * scale), FACTION_COLOURS[faction].word)
    return kit.cut_card(image)


@kit.piece
def make_card_back(width: int) -> Image.Image:
    """Return the image of a face-down card."""
    return kit.cut_card(kit.open_raster(RASTERS_FOLDER / "back.webp", width))


@kit.piece
def make_ghost_card(faction: int, width: int, name: str) -> Image.Image:
    """Return the image of a faded card, which shows that no card of its faction is there."""
    image = make_card(faction, width, name).copy()
    stencil = image.getchannel("A")
    ground = Image.new("RGB", image.size, kit.TABLE)
    faded = Image.blend(image.convert("RGB"), ground, GHOST_GROUND_SHARE)
    faded.putalpha(stencil)
    return faded


@kit.piece
def make_card_gap(width: int) -> Image.Image:
    """Return the image of an empty place for a card, such as an empty pile."""
    high = compute_card_height(width)
    image = Image.new("RGBA", (width, high))
    radius = kit.CARD_RADIUS * width / kit.CARD_UNITS[0]
    kit.draw_rounded(image, (0, 0, width, high), radius, kit.TABLE, edge=CARD_PLACE_COLOUR, width=3)
    return image


def make_medallion(seat: int, width: int) -> Image.Image:
    """Return the image that stands for a player, with the seat's colour, shape and letter."""
    return kit.load_raster(RASTERS_FOLDER, f"signs/{SEAT_FILES[seat]}", width)


def make_candidate(seat: int, width: int) -> Image.Image:
    """Return the image of the cat's head that represents a player in the race for mayor."""
    return kit.load_raster(RASTERS_FOLDER, f"candidates/{CANDIDATE_FILES[seat]}", width)


@kit.piece
def make_badge(text: str, height: int, background: str = kit.WHITE) -> Image.Image:
    """Return the image of a badge with a short text: round, or wider if the text needs it."""
    letters = round(height * 0.76)
    wide = max(height, round(kit.measure(text, (0, 0, 1000, height), letters) + height * 0.5))
    image = Image.new("RGBA", (wide, height))
    kit.draw_rounded(
        image, (0, 0, wide, height), height / 2, background, width=max(2, height // 14)
    )
    kit.write(image, text, (0, 0, wide, height), letters)
    return image


@kit.piece
def make_track_step(seat: int | None, width: int) -> Image.Image:
    """Return one step of the points track in the colour of the player who reached it, if any."""
    image = Image.new("RGBA", (width, width))
    ground, edge = UNTAKEN_STEP_COLOURS if seat is None else (SEAT_COLOURS[seat], kit.INK)
    box = (0, 0, width, width)
    kit.draw_rounded(image, box, width / 2, ground, edge=edge, width=max(2, width // 11))
    return image


def compute_card_height(width: int) -> int:
    """Return the height of a card that is `width` wide, in the same unit."""
    return round(width * kit.CARD_UNITS[1] / kit.CARD_UNITS[0])
