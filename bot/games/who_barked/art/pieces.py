"""The pieces that the pictures of Who Barked? are composed of: cats, goals, the house, the window.

Lengths are in pixels.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from msgspec import Struct

from bot.drawing.kit import INK, WHITE, disc, draw_rounded, load_raster, open_raster, piece, write
from bot.drawing.pillow import Image, ImageChops
from bot.engine.text_helpers import SEAT_LETTERS

RASTERS_FOLDER = Path(__file__).parent.parent / "rasters"
CAT_RASTER_WIDTH_PIXELS, GOAL_RASTER_WIDTH_PIXELS, HOUSE_RASTER_WIDTH_PIXELS = 226, 150, 180
MARK_RASTER_WIDTH_PIXELS, SKY_RASTER_WIDTH_PIXELS = 96, 174
CAT_ASPECT_RATIO = 212 / 236
"""The width of the picture of a cat, divided by its height, with the white edge of both."""

Mood = Literal["calm", "happy", "scared", "sad"]
CAT_MOODS: tuple[Mood, ...] = ("calm", "happy", "scared", "sad")
DOG_MOODS: tuple[Mood, ...] = ("calm", "happy", "sad")


class Fur(Struct, frozen=True):
    """The colours of a player's cat, named like the swatches in the game's art, and a pattern."""

    coat: str
    marks: str
    """The colour of the pattern, unless that is `light`."""
    light: str
    """The colour of the muzzle and the paws."""
    pattern: str
    """The layer of the head that shows the pattern."""
    ear: str = "#F7A8B8"


FURS = (
    Fur("#FFD94A", "#B9610A", "#FFF3C4", "stripes"),
    Fur("#EA434E", "#7D1733", "#FFD9D2", "patch"),
    Fur("#1FA56E", "#0A5036", "#D3F7E4", "spots"),
    Fur("#8E4BD8", "#C9A2FF", "#EBDDFF", "half"),
    Fur("#6CC4FF", "#1D5FB8", "#F0F9FF", "blaze"),
    Fur("#F58220", "#A8480B", "#FFE3C2", "glasses"),
    Fur("#FBF8FF", "#8C7F96", "#FFFFFF", "mask"),
    Fur("#3F3A50", "#2A2638", "#F1EDF7", "tuxedo"),
)
"""The furs of the players' cats, by the number of the letter on the tag."""
FUR_PATTERNS = tuple(fur.pattern for fur in FURS)

TAG_MIDDLE_SHARES, TAG_WIDTH_SHARE = (106 / 212, 188 / 236), 76 / 212
"""Where a cat's tag is, as shares of the picture's width and height, and how wide it is."""
WINDOW_INSET_SHARE, MOON_WIDTH_SHARE, MOON_TOP_SHARE = 0.06, 0.36, 0.4
"""The width of the window's frame, and the moon's width and highest place, as shares of it."""
STARS_PER_ROW = 5
DARKNESS_COLOUR, GLOW_COLOUR = "#0B0A1C", "#FFE9A8"
SHADOW_COLOUR = "#4E4A80"
"""By this, the colours of cats in the dark are multiplied."""
GLOW_OPACITIES = [round(max(0, value - 74) * 0.9) for value in range(256)]
"""The opacity of a glow for each brightness of a radial gradient. It ends within the oval."""
LEAN_DEGREES = 12
DARK_FUR = 7
"""The number of the fur on which dark letters cannot be read."""


def make_mark(name: str, width: int) -> Image.Image:
    """Return one of the small pictures that mark players, such as "crown" or "paw-up"."""
    return load_raster(RASTERS_FOLDER, f"marks/{name}", width)


@piece
def make_cat(
    letter: int, width: int, mood: Mood = "calm", is_unmasked: bool = False
) -> Image.Image:
    """Return the picture of a player's cat, or of the dog with the hood of its cat suit off."""
    kind = "dogs" if is_unmasked else "cats"
    name = SEAT_LETTERS[letter]
    image = _open(f"{kind}/{name.lower()}", width)
    image.alpha_composite(_open(f"{kind}/{mood}", width))
    _add_tag(image, name)
    return image


@piece
def make_shadow_cat(letter: int, width: int) -> Image.Image:
    """Return a cat in the dark, with two glowing eyes."""
    name = SEAT_LETTERS[letter]
    image = _open(f"cats/{name.lower()}", width)
    dark = Image.new("RGBA", image.size, SHADOW_COLOUR)
    image = ImageChops.multiply(image, dark)
    image.alpha_composite(_open("cats/eyes", width))
    _add_tag(image, name)
    return image


def _open(name: str, width: int) -> Image.Image:
    return open_raster(RASTERS_FOLDER / f"{name}.webp", width).convert("RGBA")


def _add_tag(image: Image.Image, name: str) -> None:
    side = round(image.width * TAG_WIDTH_SHARE)
    across, down = TAG_MIDDLE_SHARES
    left, top = image.width * across - side / 2, image.height * down - side / 2
    image.alpha_composite(disc(name, side), (round(left), round(top)))


@piece
def make_kitchen(width: int, height: int) -> Image.Image:
    """Return the kitchen behind everything, with this width and height in pixels."""
    image = open_raster(RASTERS_FOLDER / "kitchen.webp", width).convert("RGB")
    return image.crop((0, 0, width, height))


@piece
def make_glow(width: int, height: int) -> Image.Image:
    """Return an oval of light that fades out towards its edge."""
    light = ImageChops.invert(Image.radial_gradient("L")).resize((width, height))
    image = Image.new("RGBA", (width, height), GLOW_COLOUR)
    image.putalpha(light.point(GLOW_OPACITIES))
    return image


@piece
def make_burst(width: int, height: int) -> Image.Image:
    """Return the jagged shape of a loud noise."""
    return _open("marks/burst", width).resize((width, height))


@piece
def make_leaning_dog(letter: int, width: int) -> Image.Image:
    """Return an unmasked dog that leans to the right, to sniff at somebody."""
    image = make_cat(letter, width, "calm", is_unmasked=True)
    return image.rotate(-LEAN_DEGREES, Image.Resampling.BICUBIC, expand=True)


@piece
def make_token(letter: int, width: int) -> Image.Image:
    """Return a small disc that stands for a player, with the cat's colour and its letter."""
    image = Image.new("RGBA", (width, width))
    coat = FURS[letter].coat
    draw_rounded(image, (0, 0, width, width), width / 2, coat, width=max(2, width // 11))
    fill = WHITE if letter == DARK_FUR else INK
    write(image, SEAT_LETTERS[letter], (0, 0, width, width), round(width * 0.7), fill)
    return image


@piece
def make_goal(goal: int, width: int, is_emptied: bool) -> Image.Image:
    """Return a goal in the kitchen, full or licked clean."""
    return _open(f"goals/{goal}-{'empty' if is_emptied else 'full'}", width)


def make_house(alarms: int, width: int) -> Image.Image:
    """Return the house, with a light for each time that the humans have been woken."""
    return load_raster(RASTERS_FOLDER, f"house/{alarms}", width)


@piece
def make_window(hours_left: int, hours: int, width: int) -> Image.Image:
    """Return the window: the moon with the hours left sinks, stars go out, and dawn comes."""
    frame = _open("window", width)
    passed = (hours - hours_left) / hours
    inset = round(width * WINDOW_INSET_SHARE)
    inside = width - 2 * inset
    night = open_raster(RASTERS_FOLDER / "sky/night.webp", inside).convert("RGB")
    dawn = open_raster(RASTERS_FOLDER / "sky/dawn.webp", inside).convert("RGB")
    sky = Image.blend(night, dawn, passed**2)
    image = Image.new("RGBA", frame.size)
    image.paste(sky, (inset, inset))
    step = inside / STARS_PER_ROW
    for hour in range(hours):
        row, place = divmod(hour, STARS_PER_ROW)
        star = _open("star-lit" if hour < hours_left else "star-out", round(step * 0.72))
        at = (round(inset + (place + 0.14) * step), round(inset + (0.1 + row) * step * 0.86))
        image.alpha_composite(star, at)
    side = round(width * MOON_WIDTH_SHARE)
    moon = _open("moon", side)
    write(moon, str(hours_left), (0, 0, side, side), round(side * 0.8))
    left = inset + (inside - side) * (0.06 + 0.88 * passed)
    top = frame.height * (MOON_TOP_SHARE + 0.12 * (2 * passed - 1) ** 2)
    image.alpha_composite(moon, (round(left), round(top)))
    image.alpha_composite(frame)
    return image
