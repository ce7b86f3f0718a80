"""`python -m tests.bench.sheets OUTDIR`: contact sheets of the art, to be looked at.

All cats in three sizes, all features, and every picture in both languages; then the cats and the
masks in grey and as people see them who do not tell all colours apart.
"""

import sys
from collections.abc import Callable, Iterable
from io import BytesIO
from pathlib import Path

from coloraide import Color
from PIL import Image, ImageFilter, ImageOps

from bot.drawing.kit import CARD_UNITS, glue
from bot.games.cloaked_cats import pictures
from bot.games.cloaked_cats.art import drawing, pieces
from bot.games.cloaked_cats.model.state import CATS, FEATURES, NumberedDancer
from bot.i18n import LANGUAGES, text

TEXTS = Path(drawing.__file__).parents[1] / "text"
SIZES = (220, 110, 60)
FLOORS = (1, 4, 6, 12, 15)
GROUND = "#313338"
"""Discord's dark theme."""
PHONE = 350

Look = Callable[[Image.Image], Image.Image]


def make_vision_filter(vision: str) -> Look:
    """Return a filter for a picture, as these eyes see it."""

    def seen(red: float, green: float, blue: float) -> tuple[float, ...]:
        colour = Color("srgb", (red, green, blue)).filter(vision, method="machado")
        return tuple(colour.convert("srgb").clip().coords())

    table = ImageFilter.Color3DLUT.generate(17, seen)
    return lambda image: image.filter(table)


def sheet(pieces_: Iterable[Image.Image], across: int, gap: int = 8) -> Image.Image:
    """Lay pictures of one size out in rows."""
    laid = list(pieces_)
    wide, high = max(p.width for p in laid) + gap, max(p.height for p in laid) + gap
    image = Image.new("RGB", (across * wide + gap, -(-len(laid) // across) * high + gap), GROUND)
    for place, piece in enumerate(laid):
        row, column = divmod(place, across)
        image.paste(piece, (gap + column * wide, gap + row * high), piece.convert("RGBA"))
    return image


def cats(width: int, words: drawing.Words) -> Image.Image:
    return sheet((card(cat, width, words) for cat in range(len(CATS))), 8)


def card(cat: int, width: int, words: drawing.Words) -> Image.Image:
    """Return a cat card with the word for its colour."""
    colour, unit = CATS[cat][1], width / CARD_UNITS[0]
    drawn = pieces.make_card(cat, width)
    image = Image.new("RGB", (drawn.width, drawn.height), GROUND)
    glue(image, drawn, 0, 0)
    word = pieces.make_caption(colour, width, words.features[colour].upper())
    left, top = (
        pieces.CAPTION_WORD_TOP_MIDDLE[0] * unit - word.width / 2,
        pieces.CAPTION_WORD_TOP_MIDDLE[1] * unit,
    )
    glue(image, word, left, top)
    return image


def signs(width: int) -> Image.Image:
    drawn = [pieces.make_sign(number, width) for number in range(len(FEATURES))]
    return sheet((*drawn, *(pieces.make_mask(seat, width) for seat in range(4))), 8)


def draw_all_pictures(words: drawing.Words, title: str) -> Iterable[tuple[str, bytes]]:
    """Yield the name and the bytes of every picture."""
    dancers = tuple(
        NumberedDancer(
            number + 1,
            7 * number % 40,
            tuple(seat for seat in range(4) if (5 * number + 3) >> seat & 1),
        )
        for number in range(40)
    )
    ends = (
        drawing.EndRow(3, 1, 11, (0, 10, 18), (0, 2, 1)),
        drawing.EndRow(0, 2, 5, (1, 7, 13), (None, 3, None)),
        drawing.EndRow(2, 3, 3, (3, 12, 16), (None, None, None)),
        drawing.EndRow(1, 3, 3, (5, 14, 17), (3, None, None)),
    )
    for cats_ in FLOORS:
        yield f"floor-{cats_}", drawing.draw_floor(dancers[:cats_], cats_, False, words)
    yield "floor-0", drawing.draw_floor((), None, False, words)
    yield "floor-40", drawing.draw_floor(dancers[-drawing.MAX_SHOWN_CATS :], 40, False, words)
    yield "clues", drawing.draw_clues(dancers[:6], dancers[6:13], 1, words)
    yield "hand", drawing.draw_hand((2, 10, 16), (10,), (24, 4, 35), 2, words)
    yield "end", drawing.draw_end(ends, words)
    yield "end-2", drawing.draw_end(ends[:2], words)
    yield "banner", drawing.draw_lobby_banner(title)
    yield "overview", drawing.draw_overview(words)


def main(folder: Path) -> None:
    """Save all sheets in `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    for language in LANGUAGES:
        say = text(language, TEXTS)
        words = pictures.make_picture_words(say)
        for name, picture in draw_all_pictures(words, say("game-title")):
            image = Image.open(BytesIO(picture))
            image.save(folder / f"{name}.{language}.png")
            phone = image.resize((PHONE, image.height * PHONE // image.width))
            phone.save(folder / f"{name}.{language}.phone.png")
        for size in SIZES:
            cats(size, words).save(folder / f"cats-{size}.{language}.png")
    words = pictures.make_picture_words(text(LANGUAGES[0], TEXTS))
    eyes: dict[str, Look] = {
        name: make_vision_filter(name) for name in ("protan", "deutan", "tritan")
    }
    eyes["grey"] = ImageOps.grayscale
    for name, look in eyes.items():
        for size in SIZES[1:]:
            look(cats(size, words)).save(folder / f"cats-{size}.{name}.png")
        look(signs(64)).save(folder / f"signs-64.{name}.png")
    for size in (128, 44, 22):
        signs(size).save(folder / f"signs-{size}.png")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
