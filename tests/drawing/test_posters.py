"""The pictures that are of no single game: all games together, and the bot's avatar."""

from io import BytesIO

from PIL import Image, ImageChops, ImageStat

from bot.drawing.sheet import ABOVE_TEXT_PIXELS
from bot.games.registry import GAMES
from bot.presenters.welcome import draw_games
from tools.build_art.__main__ import AVATAR_FILE, rasterise_avatar


def open_picture(picture: bytes) -> Image.Image:
    return Image.open(BytesIO(picture)).convert("RGB")


def difference(one: Image.Image, other: Image.Image) -> float:
    return max(ImageStat.Stat(ImageChops.difference(one, other)).mean)


def test_one_picture_shows_the_banners_of_all_games() -> None:
    three = {name: GAMES[name] for name in ("cloaked_cats", "catham_city", "quickpick")}
    picture = draw_games("en", three)
    assert picture is not None
    shown = open_picture(picture.draw())
    assert shown.width <= ABOVE_TEXT_PIXELS[0]
    assert shown.height <= ABOVE_TEXT_PIXELS[1]
    alone = [draw_games("en", {name: package}) for name, package in three.items()]
    half, below = shown.width // 2, round(shown.height * 2 / 3)
    places = (
        (0, 0, shown.width, below),
        (0, below, half, shown.height),
        (half, below, shown.width, shown.height),
    )
    for place, banner in zip(places, alone, strict=True):
        assert banner is not None
        assert banner.alt in picture.alt
        part = shown.crop(place)
        size = (part.width // 2, part.height // 2)  # so that noise of the JPEGs counts less
        assert difference(part.resize(size), open_picture(banner.draw()).resize(size)) < 8
    assert picture.draw() == picture.draw()


def test_five_games_take_two_rows_and_no_more_height_than_four() -> None:
    four, five = (draw_games("en", dict([*GAMES.items()][:games])) for games in (4, 5))
    assert four and five
    assert open_picture(five.draw()).height < open_picture(four.draw()).height


def test_the_avatar_is_made_from_its_drawing() -> None:
    file = AVATAR_FILE.with_suffix(".png")
    made = Image.open(file)
    assert (made.format, made.size) == ("PNG", (512, 512))
    assert difference(made.convert("RGB"), open_picture(rasterise_avatar())) < 1, (
        "run: python -m tools.build_art"
    )
