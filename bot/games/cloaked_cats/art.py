"""The pictures of Cloaked Cats, as WebP.

A picture depends on nothing but its arguments: the same arguments give the same bytes. Seats have
a mask with a colour, a shape and a letter; names stay out, as no font knows all of them.
"""

from functools import lru_cache

from msgspec import Struct
from PIL import Image

from bot.art.kit import (
    CREAM,
    GREY,
    GROUND,
    INK,
    PAPER,
    PINK,
    TABLE,
    WHITE,
    Box,
    corners,
    glue,
    measure,
    on,
    rounded,
    webp,
    write,
)
from bot.games.cloaked_cats import drawings
from bot.games.cloaked_cats.cards import CATS, COLOURS, FAN, PATTERNS
from bot.games.cloaked_cats.drawings import CARD, COATS, MASKS

WIDTH = 1100
"""Of the floor, the board and the end: twice what Discord shows on a desktop."""
BOX = (550, 460)
"""Where Discord shows the floor on a desktop."""
CELL = (320, 528)
"""A card with the room for its masks above and a gap around, in the card's units."""
TABS = 88
"""The room for the masks above a card, in its units."""

STRIP = 68
"""Where the pose's words end and the cat begins, in the card's units."""
CAPTION = 304
"""Where the words of colour and pattern begin, in the card's units."""
LIFT = 14
"""How far the cat is lifted to stand on the caption, in the card's units."""

GOLD = "#FFE08A"
LILAC = "#B9A6E3"


class Words(Struct, frozen=True):
    """The words in the pictures, in the reader's language; up to 24 characters each."""

    features: tuple[str, ...]
    """The names of the 19 features."""
    letters: tuple[str, ...]
    """The letters on the masks by seat."""
    floor: str
    """On the dance floor while no cat dances yet."""
    fan: str
    """Above one's own three features."""
    hand: str
    """Above one's own cats."""
    revealed: str
    """On a feature that lies face up."""
    newest: str
    """Under the newest cat."""
    stockpile: str
    """Under the number of masks in the stockpile."""
    received: str
    """Under the number of masks received."""
    points: str
    """Under the points."""


class PanelRow(Struct, frozen=True):
    """What everybody knows of a player."""

    stockpile: int
    received: int
    revealed: tuple[int, ...]
    points: int


Dancers = tuple[tuple[int, tuple[int, ...]], ...]
"""Cats on the dance floor with the seats whose masks they wear, in the order of playing."""


def floor(dancers: Dancers, newest: int | None, words: Words) -> bytes:
    """Draw the dance floor. `newest` is a position in `dancers`, from 0."""
    return webp(_floor(dancers, newest, words))


def board(
    dancers: Dancers, newest: int | None, players: tuple[PanelRow, ...], words: Words
) -> bytes:
    """Draw the dance floor and below it a row for each player by seat."""
    return webp(_stacked(_floor(dancers, newest, words), _panel(players, words)))


def panel(players: tuple[PanelRow, ...], words: Words) -> bytes:
    """Draw a row for each player by seat."""
    return webp(_panel(players, words))


def hand(
    fan: tuple[int, ...], turned: tuple[int, ...], cats: tuple[int, ...], words: Words
) -> bytes:
    """Draw what is a player's own: features, those in `turned` face up, and cats from 1."""
    step, heading, tall = 320, 56, 320
    image = Image.new("RGB", (3 * step + 20, 2 * heading + tall + 440), TABLE)
    write(image, words.fan, (20, 8, image.width - 20, heading), 40, GOLD)
    for place, number in enumerate(fan):
        card = _feature_card(number, 300, tall, number in turned, words)
        glue(image, card, 20 + place * step, heading + 4)
    top = heading + tall + 16
    write(image, words.hand, (20, top, image.width - 20, top + heading), 40, GOLD)
    for place, cat in enumerate(cats):
        x, y = 20 + place * step, top + heading + 4
        glue(image, _card(cat, 300, words), x, y)
        glue(image, _chip(place + 1, 82, False), x - 9, y + CAPTION + 8)
    return webp(image)


def end(
    fans: tuple[tuple[int, ...], ...],
    revealed: tuple[tuple[int, ...], ...],
    points: tuple[int, ...],
    words: Words,
) -> bytes:
    """Draw everybody's three features by seat, those in `revealed` face up, with the points."""
    high, gap = 236, 12
    image = Image.new("RGB", (WIDTH, gap + len(fans) * (high + gap)), TABLE)
    for seat, fan in enumerate(fans):
        top = gap + seat * (high + gap)
        image.paste(_row(seat, high), (0, top))
        glue(image, _mask(seat, 150, words), 26, top + (high - 150) / 2)
        write(image, str(points[seat]), (180, top + 30, 340, top + 150), 92)
        write(image, words.points, (176, top + 146, 344, top + 200), 40)
        for place, number in enumerate(fan):
            card = _feature_card(number, 236, high - 32, number in revealed[seat], words)
            glue(image, card, 350 + place * 246, top + 16)
    return webp(image)


def columns(cats: int) -> int:
    """Return the number of columns with which the cards are largest in `BOX`, or nearly.

    Nearly, as a low picture is worth more than the last pixels. The rows are even.
    """
    scales = {across: _scale(cats, across, BOX) for across in range(1, cats + 1)}
    most = max(across for across, scale in scales.items() if scale > 0.93 * max(scales.values()))
    return -(-cats // -(-cats // most))


def _scale(cats: int, across: int, box: tuple[int, int]) -> float:
    down = -(-cats // across)
    largest = box[0] / (4 * CELL[0])
    return min(box[0] / (across * CELL[0]), box[1] / (down * CELL[1]), largest)


def _floor(dancers: Dancers, newest: int | None, words: Words) -> Image.Image:
    if not dancers:
        return _empty_floor(words)
    across = columns(len(dancers))
    box = (WIDTH - 16, WIDTH * BOX[1] // BOX[0])
    scale = _scale(len(dancers), across, box)
    wide, high = int(CELL[0] * scale), int(CELL[1] * scale)
    down = -(-len(dancers) // across)
    image = Image.new("RGB", (WIDTH, down * high + 12), TABLE)
    for place, dancer in enumerate(dancers):
        row, column = divmod(place, across)
        in_row = min(across, len(dancers) - row * across)
        left = (WIDTH - in_row * wide) // 2 + column * wide
        cell = _dancing(dancer, place + 1, scale, place == newest, words)
        image.paste(cell, (left, row * high + 4))
    return image


def _dancing(
    dancer: tuple[int, tuple[int, ...]], number: int, scale: float, newest: bool, words: Words
) -> Image.Image:
    """Draw a cat with its number and its masks, each seat's at a place of its own."""
    image = Image.new("RGB", (int(CELL[0] * scale), int(CELL[1] * scale)), TABLE)
    if newest:
        around = (1 * scale, (TABS - 9) * scale, 319 * scale, (TABS + 409) * scale)
        rounded(image, around, 30 * scale, PINK)
    cat, masks = dancer
    glue(image, _card(cat, round(CARD[0] * scale), words), 10 * scale, TABS * scale)
    for seat in masks:
        glue(image, _mask(seat, round(74 * scale), words), (10 + 75 * seat) * scale, 7 * scale)
    chip = _chip(number, round(82 * scale), newest)
    glue(image, chip, scale, (TABS + CAPTION + 8) * scale)
    if newest:
        flag = (160 * scale, (TABS + 395) * scale, 316 * scale, (TABS + 438) * scale)
        rounded(image, flag, 23 * scale, PINK, edge=WHITE, width=max(1, round(3 * scale)))
        write(image, words.newest, flag, round(36 * scale))
    return image


def _empty_floor(words: Words) -> Image.Image:
    image = Image.new("RGB", (WIDTH, 330), TABLE)
    for place in range(5):
        left = 70 + place * 200
        rounded(image, (left, 20, left + 160, 233), 16, TABLE, edge="#4A3B6B", width=5)
    write(image, words.floor, (20, 244, WIDTH - 20, 324), 58, GOLD)
    return image


@lru_cache(maxsize=128)
def _card(cat: int, width: int, words: Words) -> Image.Image:
    """Return a cat card with its words on nothing."""
    scale = width / CARD[0]
    high = round(CARD[1] * scale)
    pose, colour, *rest = CATS[cat]
    pattern = next((f for f in rest if f in PATTERNS), None)
    base = COATS[colour - COLOURS.start][0]
    strip, caption, rule = round(STRIP * scale), round(CAPTION * scale), max(1, round(5 * scale))
    inside = Image.new("RGB", (width, high), GROUND)
    inside.paste(WHITE, (0, 0, width, strip - rule))
    inside.paste(INK, (0, strip - rule, width, strip))
    drawing = drawings.cat(cat).resize((width, high), Image.Resampling.LANCZOS)
    glue(inside, drawing, 0, -LIFT * scale)
    fur = drawings.coat(colour, pattern).resize((width, high), Image.Resampling.BOX)
    inside.paste(fur.crop((0, caption, width, high)).convert("RGB"), (0, caption))
    inside.paste(INK, (0, caption, width, caption + rule))
    edge = 12 * scale
    write(
        inside,
        words.features[pose],
        (edge, 8 * scale, width - edge, strip - rule),
        round(46 * scale),
    )
    _caption(
        inside,
        (76 * scale, caption + rule, width - edge, high - 9 * scale),
        scale,
        (words.features[colour], "" if pattern is None else words.features[pattern]),
        base,
    )
    return _framed(inside, INK, round(22 * scale), max(1, round(5 * scale)))


def _caption(image: Image.Image, box: Box, scale: float, words: tuple[str, str], base: str) -> None:
    """Write the colour, and the pattern below on a plain plate that leaves the pattern visible."""
    colour, pattern = words
    left, top, right, bottom = box
    if not pattern:
        write(image, colour, box, round(56 * scale), on(base))
        return
    middle = (top + bottom) / 2
    upper, lower = (left, top, right, middle), (left, middle, right, bottom)
    largest = round(42 * scale)
    wide = max(measure(colour, upper, largest), measure(pattern, lower, largest)) / 2 + 8 * scale
    centre = (left + right) / 2
    plate = (centre - wide, top + 2 * scale, centre + wide, bottom)
    rounded(image, plate, 14 * scale, base)
    write(image, colour, upper, largest, on(base))
    write(image, pattern, lower, largest, on(base))


@lru_cache(maxsize=64)
def _feature_card(number: int, width: int, high: int, turned: bool, words: Words) -> Image.Image:
    """Return a feature card on nothing, with a flag where it lies face up."""
    inside = Image.new("RGB", (width, high), GREY if turned else CREAM)
    label = round(high * 0.26)
    flag = round(high * 0.17) if turned else 0
    room = high - label - flag - 16
    across = round(room * 1.2)
    glue(inside, _feature(number, across, room), (width - across) / 2, 10)
    ground = COATS[number - COLOURS.start][0] if number in COLOURS else WHITE
    inside.paste(INK, (0, high - label - 4, width, high - label))
    inside.paste(ground, (0, high - label, width, high))
    box = (16, high - label + 2, width - 16, high - 8)
    write(inside, words.features[number], box, round(width / 6.5), on(ground))
    if turned:
        top = high - label - 4 - flag
        inside.paste(PINK, (0, top, width, top + flag))
        write(inside, words.revealed, (14, top, width - 14, top + flag), 38)
    return _framed(inside, PINK, 22, 7)


def _framed(inside: Image.Image, edge: str, radius: int, width: int) -> Image.Image:
    """Give a picture a frame on its own sides, with round corners."""
    framed = Image.new("RGB", inside.size, edge)
    within = (inside.width - 2 * width, inside.height - 2 * width)
    cut = inside.crop((width, width, width + within[0], width + within[1]))
    framed.paste(cut, (width, width), corners(*within, max(0, radius - width)))
    framed.putalpha(corners(*inside.size, radius))
    return framed


@lru_cache(maxsize=64)
def _mask(seat: int, size: int, words: Words) -> Image.Image:
    """Return a seat's mask with its letter on nothing."""
    image = drawings.mask(seat).copy()
    write(image, words.letters[seat], (30, 30, 90, 98), 62, on(MASKS[seat][0]))
    return image.resize((size, size), Image.Resampling.LANCZOS)


@lru_cache(maxsize=256)
def _chip(number: int, size: int, newest: bool) -> Image.Image:
    """Return a number in a circle on nothing."""
    image = Image.new("RGBA", (size, size), (0, 0, 0, 0))
    rounded(
        image,
        (0, 0, size, size),
        size / 2,
        PINK if newest else WHITE,
        edge=INK,
        width=max(1, size // 14),
    )
    inset = size * 0.12
    write(image, str(number), (inset, inset, size - inset, size - inset), round(size * 0.6))
    return image


@lru_cache(maxsize=2 * len(MASKS))
def _row(seat: int, high: int) -> Image.Image:
    """Return an empty row in the colour of a seat's masks."""
    image = Image.new("RGB", (WIDTH, high), TABLE)
    rounded(image, (10, 0, WIDTH - 10, high), 24, PAPER, edge=MASKS[seat][0], width=8)
    return image


def _panel(players: tuple[PanelRow, ...], words: Words) -> Image.Image:
    high, gap = 118, 10
    image = Image.new("RGB", (WIDTH, gap + len(players) * (high + gap)), TABLE)
    for seat, player in enumerate(players):
        top = gap + seat * (high + gap)
        image.paste(_row(seat, high), (0, top))
        glue(image, _mask(seat, 106, words), 22, top + 6)
        counts = (
            (player.stockpile, words.stockpile),
            (player.received, words.received),
            (player.points, words.points),
        )
        for place, (count, word) in enumerate(counts):
            left = 130 + place * 119
            write(image, str(count), (left, top + 10, left + 113, top + 72), 56)
            write(image, word, (left, top + 68, left + 113, top + 106), 30)
        _open_features(image, (494, top + 14, WIDTH - 26, top + high - 14), player.revealed, words)
    return image


def _open_features(image: Image.Image, box: Box, revealed: tuple[int, ...], words: Words) -> None:
    """Draw the revealed features with their words, and narrow backs for the hidden ones."""
    left, top, right, bottom = box
    back, gap = 70, 10
    hidden = FAN - len(revealed)
    for place in range(hidden):
        x = right - (place + 1) * back - place * gap
        rounded(image, (x, top, x + back, bottom), 12, "#E2D6F7", edge=LILAC, width=4)
        write(image, "?", (x, top, x + back, bottom), 54, "#7A62B0")
    if not revealed:
        return
    room = (right - left - hidden * (back + gap)) / len(revealed)
    for place, number in enumerate(revealed):
        x = left + place * room
        ground = COATS[number - COLOURS.start][0] if number in COLOURS else CREAM
        card = (x, top, x + min(room, 320) - gap, bottom)
        rounded(image, card, 12, ground, edge=PINK, width=4)
        if hidden:
            label, sign = (x + 100, top + 4, card[2] - 8, bottom - 4), (x + 8, top + 8, 90, 74)
        else:
            label, sign = (x + 8, bottom - 36, card[2] - 8, bottom - 3), (x + 70, top + 6, 62, 50)
        _sign(image, number, sign)
        write(image, words.features[number], label, 40, on(ground))


def _sign(image: Image.Image, number: int, place: tuple[float, float, int, int]) -> None:
    """Draw a feature on a plain ground: left, top, width and height."""
    left, top, width, high = place
    rounded(image, (left, top, left + width, top + high), 8, CREAM)
    glue(image, _feature(number, width, high), left, top)


@lru_cache(maxsize=128)
def _feature(number: int, width: int, high: int) -> Image.Image:
    return drawings.feature(number).resize((width, high), Image.Resampling.LANCZOS)


def _stacked(upper: Image.Image, lower: Image.Image) -> Image.Image:
    image = Image.new("RGB", (WIDTH, upper.height + lower.height), TABLE)
    image.paste(upper, (0, 0))
    image.paste(lower, (0, upper.height))
    return image
