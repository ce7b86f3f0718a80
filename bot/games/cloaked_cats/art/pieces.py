"""The parts that pictures of Cloaked Cats are made of, such as cards, masks and chips.

They are stored rasters with words in the reader's language. Lengths are in pixels unless said
otherwise. A card is 300 units wide and 400 units high.
"""

from __future__ import annotations

from itertools import cycle, islice
from pathlib import Path

from msgspec import Struct

from bot.drawing import kit
from bot.drawing.pillow import Image, ImageChops
from bot.games.cloaked_cats.model.state import COLOURS, FEATURES, PATTERNS, POSES


class Coat(Struct, frozen=True):
    """The colours of a cat, named like those in the SVG files of which a cat is composed."""

    coat: str
    light: str
    marks: str
    shade: str
    """The colour into which a coat without a pattern darkens towards the bottom."""
    ink: str = "#2A2233"
    ear: str = "#F7A8B8"
    blush: str = "#FF8FA3"
    word: str = "#2A2233"
    """The colour of letters that are written on a background in the coat's colour."""


COATS = {
    "white": Coat("#FCFBFA", "#FFFFFF", "#8C85A0", "#ECEAED"),
    "brown": Coat("#6F4016", "#C99A66", "#DBA868", "#5C3310", blush="#FFB3C0", word="#FFFFFF"),
    "blue": Coat("#3C8DFD", "#BBDCFF", "#0C3584", "#2F76DD"),
    "black": Coat(
        "#3B3747", "#77718A", "#A9A3BD", "#322C43", ink="#0D0A12", blush="#FFB3C0", word="#FFFFFF"
    ),
    "green": Coat("#30C688", "#C6F3DC", "#0B6A44", "#25AA74"),
    "yellow": Coat("#FCCB24", "#FFF0B8", "#AD5400", "#EDAF19"),
    "purple": Coat("#7429C5", "#D6B5F5", "#D2AEFA", "#5B219E", blush="#FFB3C0", word="#FFFFFF"),
    "red": Coat(
        "#EA434E", "#FFC6C0", "#6A0612", "#CB333F", ear="#FFD0CC", blush="#FFB3C0", word="#FFFFFF"
    ),
}
"""Maps the name of each coat colour in `FEATURES` to the colours in which such a cat is drawn."""
PLAIN_COAT = Coat("#A7A3B5", "#D3D0DC", "#6E6880", "#A7A3B5", ink="#15111C")
"""The grey coat of a cat whose features include no coat colour."""
MASK_COLOURS = ("#FCCB24", "#EA434E", "#30C688", "#7429C5")
"""The colour of each player's mask, by the number of the mask."""


RASTERS_FOLDER = Path(__file__).parent.parent / "rasters"
CAPTION_TOP = 340
"""The vertical position at which a card's caption begins."""
CAPTION_WORD_SIZE = (208, 48)
"""The width and height of the space for the word in a cat's caption, in units of the card."""
CAPTION_WORD_TOP_MIDDLE = (184, 345)
"""The middle of the upper edge of the space for a caption's word, in units of the card."""
CAPTION_FONT_SIZE = 45
"""The size of the letters in a card's caption, in units of the card."""
CARD_RASTER_WIDTHS_PIXELS = (152, 220)
"""The widths, in pixels, at which pictures of cat cards are stored; other widths are scaled."""
MASK_FILES = ("mask-a", "mask-b", "mask-c", "mask-d")
"""The file names of the masks' pictures, without extension, by the number of the mask."""
FIGURE_RASTER_WIDTH_PIXELS = 220
"""The width at which pictures of figures (cats without a card) are stored."""
PLAIN_POSTURE = "plain"
"""The posture of a drawn cat whose three features include no pose: the cat just stands."""
PLAIN_PATTERN = "plain"
"""The pattern of a drawn cat whose three features include no pattern: the coat has no marks."""
POSTURES = (*(FEATURES[pose] for pose in POSES), PLAIN_POSTURE)
"""The names of all postures in which pictures of cats are stored: the poses, and "plain"."""
FIGURE_KEY_COLOURS = {
    "black": ("#000000", "#000000", "#000000"),
    "keyed": ("#FF0000", "#00FF00", "#0000FF"),
}
"""The colours of coat, light fur and marks in the two stored pictures of a figure. There are 969
sets of three features, so a figure is stored only once for each posture and pattern, and coloured
when it is drawn. The difference between the two pictures shows how much of each colour a pixel
takes.
"""


@kit.piece
def make_card(cat: int, width: int) -> Image.Image:
    """Return the picture of a cat card.

    The name of its colour is added by `make_caption`, so that all languages share the picture.
    """
    small, large = CARD_RASTER_WIDTHS_PIXELS
    size = small if small >= width else large
    return kit.cut_card(kit.open_raster(RASTERS_FOLDER / f"cards/{size}/{cat:02}.webp", width))


@kit.piece
def make_caption(colour: int, width: int, word: str) -> Image.Image:
    """Return the plate with the name of a cat's colour, which is placed on its card."""
    scale, coat = width / kit.CARD_UNITS[0], COATS[FEATURES[colour]]
    letters = round(CAPTION_FONT_SIZE * scale)
    room, high = (side * scale for side in CAPTION_WORD_SIZE)
    wide = kit.measure(word, (0, 0, room, 1.1 * high), letters) + 24 * scale
    plate = Image.new("RGB", (round(min(wide, room + 8 * scale)), round(high)), coat.coat)
    left, top = (plate.width - room) / 2, 2 * scale
    kit.write(plate, word, (left, top, left + room, top + 1.1 * high), letters, coat.word)
    return plate


def make_feature_card(number: int, width: int, word: str) -> Image.Image:
    """Return the picture of a feature card with the feature's name."""
    image = kit.open_raster(RASTERS_FOLDER / f"features/{FEATURES[number]}.webp", width)
    scale = width / kit.CARD_UNITS[0]
    box = (14 * scale, (CAPTION_TOP + 4) * scale, 286 * scale, 392 * scale)
    kit.write(image, word, box, round(48 * scale), _find_word_colours(number)[1])
    return kit.cut_card(image)


@kit.piece
def make_held_card(number: int, width: int, word: str, overlay_word: str) -> Image.Image:
    """Return the picture of a feature card as the player who holds it sees it.

    A card that lies face up is paler, with `overlay_word` across it. It is "" for a hidden card.
    """
    image = make_feature_card(number, width, word)
    if not overlay_word:
        return image
    pale = Image.blend(image, Image.new("RGBA", image.size, kit.GREY), 0.45)
    pale.putalpha(image.getchannel("A"))
    top, bottom = pale.height * 0.67, pale.height * 0.82
    kit.draw_rounded(pale, (0, top, width, bottom), 0, kit.PINK)
    inset = width / 22
    kit.write(pale, overlay_word, (inset, top, width - inset, bottom), round(width * 0.19), kit.INK)
    return pale


def make_sign(number: int, width: int) -> Image.Image:
    """Return the small picture that stands for a feature, such as a fish or a patch of colour."""
    return kit.load_raster(RASTERS_FOLDER, f"signs/{FEATURES[number]}", width)


def make_mask(seat: int, width: int) -> Image.Image:
    """Return the picture of a player's mask with its letter."""
    return kit.load_raster(RASTERS_FOLDER, f"signs/{MASK_FILES[seat]}", width)


@kit.piece
def make_chip(number: str, width: int, is_newest: bool = False) -> Image.Image:
    """Return the picture of a round chip with a number on it."""
    image = kit.open_raster(
        RASTERS_FOLDER / ("chip-newest.webp" if is_newest else "chip.webp"), width
    )
    inset = width * 0.18
    kit.write(image, number, (inset, inset, width - inset, width - inset), round(width * 0.62))
    return image


@kit.piece
def make_floor_ground(size: tuple[int, int]) -> Image.Image:
    """Return the upper part of the stored dance floor as a background of the given size."""
    return kit.open_raster(RASTERS_FOLDER / "floor.webp", size[0]).crop((0, 0, *size))


@kit.piece
def make_plaque(number: int, width: int, height: int, word: str) -> Image.Image:
    """Return a rounded panel with the small picture of a feature and the feature's name.

    The name is below the picture or beside it, depending on where its letters can be larger.
    """
    image = Image.new("RGBA", (width, height))
    ground, ink = _find_word_colours(number)
    edge = max(2, round(height * 0.04))
    kit.draw_rounded(image, (0, 0, width, height), height / 8, ground, edge=kit.PINK, width=edge)
    inset, largest = round(height * 0.08), round(height * 0.4)
    small, large = round(height * 0.58), height - 2 * inset
    below: kit.Box = (inset, inset + small, width - inset, height - inset / 2)
    beside: kit.Box = (2 * inset + large, inset, width - inset, height - inset)
    box, side, left = below, small, (width - small) // 2
    if kit.find_font_size(word, beside, largest) >= kit.find_font_size(word, below, largest):
        box, side, left = beside, large, inset
    kit.draw_rounded(
        image, (left - 2, inset - 2, left + side + 2, inset + side + 2), side / 6, kit.GOLD
    )
    kit.glue(image, make_sign(number, side), left, inset)
    kit.write(image, word, box, largest, ink)
    return image


def _find_word_colours(number: int) -> tuple[str, str]:
    if number not in COLOURS:
        return kit.WHITE, kit.INK
    coat = COATS[FEATURES[number]]
    return coat.coat, coat.word


def make_figures(fan: tuple[int, ...], max_width: int, max_each: int) -> tuple[Image.Image, ...]:
    """Return pictures of a cat that has exactly three given features, for the winner's podium.

    Without a pose, the cat just stands; without a colour, it is grey; without a pattern, it has no
    marks. Each of several poses has its own picture. Several colours or patterns share the coat,
    side by side. Accessories are not drawn.
    """
    postures = [FEATURES[number] for number in fan if number in POSES] or [PLAIN_POSTURE]
    coats = tuple(FEATURES[number] for number in fan if number in COLOURS)
    patterns = tuple(FEATURES[number] for number in fan if number in PATTERNS)
    each = min(max_each, max_width // len(postures))
    return tuple(_make_figure(posture, coats, patterns, each) for posture in postures)


@kit.piece
def _make_figure(
    posture: str, coats: tuple[str, ...], patterns: tuple[str, ...], width: int
) -> Image.Image:
    dressed = [COATS[coat] for coat in coats] or [PLAIN_COAT]
    marked = patterns or (PLAIN_PATTERN,)
    bands = max(len(dressed), len(marked))
    looks = islice(zip(cycle(marked), cycle(dressed)), bands)
    painted = [_paint_figure(posture, pattern, coat) for pattern, coat in looks]
    whole = painted[0]
    left, top, right, bottom = whole.getbbox() or (0, 0, *whole.size)
    for band in range(1, bands):
        box = (left + (right - left) * band // bands, 0, right, whole.height)
        whole.paste(painted[band].crop(box), box)
    cut = whole.crop((left, top, right, bottom))
    scale = width / whole.width
    size = (max(1, round(cut.width * scale)), max(1, round(cut.height * scale)))
    return cut.resize(size, Image.Resampling.HAMMING if scale < 1 else Image.Resampling.BILINEAR)


def _paint_figure(posture: str, pattern: str, coat: Coat) -> Image.Image:
    """Return a cat in the colours of a coat, from two stored pictures (`FIGURE_KEY_COLOURS`)."""
    names = (f"figures/{posture}-{pattern}-{key}.webp" for key in FIGURE_KEY_COLOURS)
    stored = (kit.open_raster(RASTERS_FOLDER / name, FIGURE_RASTER_WIDTH_PIXELS) for name in names)
    black, keyed = (image.convert("RGBA") for image in stored)
    shares = ImageChops.subtract(keyed.convert("RGB"), black.convert("RGB"))
    colours = [_split_colour(colour) for colour in (coat.coat, coat.light, coat.marks)]
    matrix = [value for channel in zip(*colours, strict=True) for value in (*channel, 0.0)]
    image = ImageChops.add(shares.convert("RGB", tuple(matrix)), black.convert("RGB"))
    image.putalpha(black.getchannel("A"))
    return image


def _split_colour(colour: str) -> tuple[float, ...]:
    return tuple(int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
