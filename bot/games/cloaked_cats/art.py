"""The pictures of Cloaked Cats, as WebP.

A picture depends on nothing but its arguments: the same arguments give the same bytes. Seats have
a mask with a colour, a shape and a letter; names stay out, as no font knows all of them.
"""

from msgspec import Struct
from PIL import Image

from bot.art.kit import (
    CANDLE,
    GOLD,
    PAPER,
    PINK,
    TABLE,
    WHITE,
    Box,
    glue,
    measure,
    rounded,
    webp,
    write,
)
from bot.games.cloaked_cats.cards import CATS, FAN, FEATURES, SHOWN_BY
from bot.games.cloaked_cats.palette import MASK_COLOURS
from bot.games.cloaked_cats.pieces import (
    CARD,
    WIDEST,
    back,
    background,
    card,
    chip,
    crown,
    feature_card,
    held,
    mask,
    plaque,
)

WIDTH = 1200
"""Enough for a sharp screen of 600 pixels."""
BOX = (550, 460)
"""Where Discord shows a picture on a desktop."""
LARGEST_FLOOR = (WIDTH, 1200)
CELL = (320, 508)
"""A card with the room for its masks above and a gap around, in the card's units."""
STOCKPILE, RECEIVED, POINTS = (138, 262), (264, 436), (438, 556)
"""The columns of the players' panel."""
TABS = 72
"""The room for the masks above a card, in its units."""


class Words(Struct, frozen=True):
    """The words in the pictures, in the reader's language; up to 24 characters each."""

    features: tuple[str, ...]
    """The names of the 19 features."""
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
    """Under the masks received."""
    points: str
    """Under the points."""


class PanelRow(Struct, frozen=True):
    """What everybody knows of a player."""

    stockpile: int
    received: int
    givers: tuple[int, ...]
    """Whose masks were received."""
    revealed: tuple[int, ...]
    points: int
    active: bool
    """Whether it is this player's turn."""


class EndRow(Struct, frozen=True):
    """What a player had, and how it ended."""

    seat: int
    rank: int
    points: int
    received: int
    givers: tuple[int, ...]
    """Whose masks were received."""
    fan: tuple[int, ...]
    guessers: tuple[int | None, ...]
    """Who guessed each feature of the fan; None: nobody, it stayed hidden."""


Dancers = tuple[tuple[int, tuple[int, ...]], ...]
"""Cats on the dance floor with the seats whose masks they wear, in the order of playing."""


def floor(dancers: Dancers, newest: int | None, words: Words) -> bytes:
    """Draw the dance floor. `newest` is a position in `dancers`, from 0."""
    if not dancers:
        return webp(_empty_floor(words))
    across = columns(len(dancers))
    scale = min(_scale(len(dancers), across, LARGEST_FLOOR), WIDEST / CARD[0])
    wide, high = CELL[0] * scale, CELL[1] * scale
    down = -(-len(dancers) // across)
    image = _ground(round(across * wide), round(down * high) + 8)
    for place, dancer in enumerate(dancers):
        row, column = divmod(place, across)
        in_row = min(across, len(dancers) - row * across)
        left = (image.width - in_row * wide) / 2 + column * wide
        _dancer(image, (left, row * high + 4), scale, dancer, place + 1, place == newest, words)
    return webp(image)


def panel(players: tuple[PanelRow, ...], words: Words) -> bytes:
    """Draw a row for each player by seat."""
    high, gap = 128, 10
    image = Image.new("RGB", (WIDTH, gap + len(players) * (high + gap)), TABLE)
    for seat, player in enumerate(players):
        top = gap + seat * (high + gap)
        _frame(image, seat, top, high, CANDLE if player.active else PAPER)
        glue(image, mask(seat, 108), 26, top + 10)
        counts: tuple[tuple[tuple[int, int], int, tuple[int, ...], str], ...] = (
            (STOCKPILE, player.stockpile, (), words.stockpile),
            (RECEIVED, player.received, player.givers, words.received),
            (POINTS, player.points, (), words.points),
        )
        for (left, right), number, givers, word in counts:
            _number(image, str(number), givers, (left, top + 8, right, top + 80))
            write(image, word, (left, top + 78, right, top + 118), 38)
        _features(image, (566, top + 14, WIDTH - 26, top + high - 14), player.revealed, words)
    return webp(image)


def hand(
    fan: tuple[int, ...],
    turned: tuple[int, ...],
    cats: tuple[int, ...],
    seat: int,
    words: Words,
) -> bytes:
    """Draw what is a player's own: features, those in `turned` face up, and cats from 1.

    A cat that would get the player's own mask wears it already.
    """
    image = _ground(WIDTH, 1016)
    glue(image, mask(seat, 150), 24, 20)
    write(image, words.fan, (200, 4, WIDTH - 200, 62), 46, GOLD)
    for place, number in enumerate(fan):
        flag = words.revealed if number in turned else ""
        piece = held(number, 264, words.features[number], flag, (1 - place) * 5)
        x, y = WIDTH / 2 + (place - 1) * 330, 246 + 12 * abs(place - 1)
        glue(image, piece, x - piece.width / 2, y - piece.height / 2)
    write(image, words.hand, (20, 444, WIDTH - 20, 502), 46, GOLD)
    for place, cat in enumerate(cats):
        x, y = 72 + place * 368, 568
        glue(image, card(cat, WIDEST, words.features[CATS[cat][1]].upper()), x, y)
        glue(image, chip(str(place + 1), 92), x - 22, y + 340)
        if set(CATS[cat]) & set(fan):
            glue(image, mask(seat, 96), x + WIDEST - 90, y - 52)
    return webp(image)


def end(players: tuple[EndRow, ...], words: Words) -> bytes:
    """Draw everybody's features and the points for them; `players` from the best to the last.

    A guessed feature wears the mask of who guessed it, a hidden one tells its point.
    """
    high, gap = 230, 12
    image = Image.new("RGB", (WIDTH, gap + len(players) * (high + gap)), TABLE)
    for place, player in enumerate(players):
        top = gap + place * (high + gap)
        _frame(image, player.seat, top, high)
        glue(image, mask(player.seat, 150), 30, top + 46)
        if player.rank == 1:
            glue(image, crown(120), 45, top - 6)
        write(image, str(player.points), (194, top + 10, 354, top + 104), 100)
        write(image, words.points, (194, top + 102, 354, top + 146), 42)
        if player.received:
            _number(image, f"+{player.received}", player.givers, (188, top + 150, 362, top + 216))
        for slot, (feature, guesser) in enumerate(zip(player.fan, player.guessers, strict=True)):
            x = 370 + slot * 272
            glue(image, plaque(feature, 256, high - 40, words.features[feature]), x, top + 20)
            badge = chip("+1", 76) if guesser is None else mask(guesser, 92)
            glue(image, badge, x + 258 - badge.width, top + 4)
    return webp(image)


def banner(title: str) -> bytes:
    """Draw the lobby's banner."""
    image = background("banner", WIDTH).copy()
    write(image, title, (240, 20, WIDTH - 240, 150), 110, GOLD)
    return webp(image)


def overview(words: Words) -> bytes:
    """Draw all features with the number of cats that show each."""
    across, step = 5, (236, 322)
    image = Image.new("RGB", (WIDTH, 20 + 4 * step[1]), TABLE)
    for number in range(len(FEATURES)):
        row, column = divmod(number, across)
        in_row = min(across, len(FEATURES) - row * across)
        left = (WIDTH - in_row * step[0]) // 2 + column * step[0] + 6
        top = 16 + row * step[1]
        glue(image, feature_card(number, 224, words.features[number]), left, top)
        glue(image, chip(str(SHOWN_BY[number]), 68), left + 166, top - 10)
    return webp(image)


def columns(cats: int) -> int:
    """Return the number of columns with which the cards are largest in `BOX`; the rows are even."""
    most = max(range(1, cats + 1), key=lambda across: (_scale(cats, across), across))
    return -(-cats // -(-cats // most))


def _scale(cats: int, across: int, box: tuple[int, int] = BOX) -> float:
    """Return how many pixels a card's unit takes where the floor fills a box."""
    down = -(-cats // across)
    return min(box[0] / (across * CELL[0]), box[1] / (down * CELL[1]))


def _dancer(
    image: Image.Image,
    corner: tuple[float, float],
    scale: float,
    dancer: tuple[int, tuple[int, ...]],
    number: int,
    newest: bool,
    words: Words,
) -> None:
    """Draw a cat with its number and its masks, each seat's at a place of its own."""
    cat, masks = dancer
    left, top = corner[0] + 10 * scale, corner[1] + TABS * scale
    if newest:
        around = (left - 10 * scale, top - 10 * scale, left + 310 * scale, top + 410 * scale)
        rounded(image, around, 34 * scale, PINK)
    colour = words.features[CATS[cat][1]].upper()
    glue(image, card(cat, round(CARD[0] * scale), colour), left, top)
    for seat in masks:
        glue(image, mask(seat, round(80 * scale)), left + 75 * seat * scale - 2, top - 70 * scale)
    glue(image, chip(str(number), round(86 * scale), newest), left - 9 * scale, top + 326 * scale)
    if newest:
        flag = (left + 150 * scale, top + 390 * scale, left + 306 * scale, top + 434 * scale)
        rounded(image, flag, 23 * scale, PINK, edge=WHITE, width=max(1, round(3 * scale)))
        write(image, words.newest, flag, round(38 * scale))


def _empty_floor(words: Words) -> Image.Image:
    image = _ground(WIDTH, 360)
    for place in range(5):
        left = 130 + place * 196
        rounded(image, (left, 26, left + 156, 234), 16, TABLE, edge="#5B4A82", width=5)
    write(image, words.floor, (20, 250, WIDTH - 20, 346), 64, GOLD)
    return image


def _ground(wide: int, high: int) -> Image.Image:
    """Return the floor that the cats dance on."""
    left = (WIDTH - wide) // 2
    return background("floor", WIDTH).crop((left, 0, left + wide, high))


def _frame(image: Image.Image, seat: int, top: int, high: int, ground: str = PAPER) -> None:
    """Draw an empty row in the colour of a seat's masks."""
    box = (10, top, WIDTH - 10, top + high)
    rounded(image, box, 26, ground, edge=MASK_COLOURS[seat], width=8)


def _number(image: Image.Image, number: str, masks: tuple[int, ...], box: Box) -> None:
    """Write a number in the middle of a box, with these seats' masks behind it."""
    left, top, right, bottom = box
    high = round(bottom - top)
    digits = measure(number, box, high - 6)
    room = right - left - digits - 8
    side = round(min(high * 0.8, room / (1 + 0.6 * (len(masks) - 1)))) if masks else 0
    step = side * 0.6
    whole = digits + (8 + side + step * (len(masks) - 1) if masks else 0)
    x = (left + right - whole) / 2
    write(image, number, (x - 2, top, x + digits + 2, bottom), high - 6)
    for place, seat in enumerate(masks):
        glue(image, mask(seat, side), x + digits + 8 + place * step, (top + bottom - side) / 2)


def _features(image: Image.Image, box: Box, revealed: tuple[int, ...], words: Words) -> None:
    """Draw the revealed features with their words, and narrow backs for the hidden ones."""
    left, top, right, bottom = box
    high = round(bottom - top)
    hidden, narrow, gap = FAN - len(revealed), 76, 10
    for place in range(hidden):
        glue(image, back(narrow), right - (place + 1) * (narrow + gap) + gap, top)
    if not revealed:
        return
    room = (right - left - hidden * (narrow + gap)) / len(revealed)
    for place, number in enumerate(revealed):
        wide = round(min(room, 330) - gap)
        glue(image, plaque(number, wide, high, words.features[number]), left + place * room, top)
