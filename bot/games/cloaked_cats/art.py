"""The pictures of Cloaked Cats, as JPEG. Lengths are units of the sheet unless said otherwise.

A picture depends on nothing but its arguments: the same arguments give the same bytes. Seats have
a mask with a colour, a shape and a letter; names stay out, as no font knows all of them.
"""

from msgspec import Struct

from bot.art.kit import CANDLE, GOLD, PAPER, PINK, TABLE, WHITE, Box
from bot.art.sheet import ABOVE, BELOW, Sheet, Size, fitting
from bot.games.cloaked_cats.cards import CATS, FAN, FEATURES, SHOWN_BY
from bot.games.cloaked_cats.palette import MASK_COLOURS
from bot.games.cloaked_cats.pieces import (
    CARD,
    WORD_PLACE,
    back,
    banner_ground,
    caption,
    card,
    chip,
    crown,
    feature_card,
    ground,
    held,
    mask,
    plaque,
)

WIDTH = 1200
"""Of all pictures but the floor."""
BOX = (550, 350)
"""Where Discord shows a picture on a desktop, in pixels."""
CARD_WIDTHS = ((4, 220), (12, 152), (27, 92), (40, 72))
"""Up to so many cats, the width of the cards on the floor in pixels: as large as `BOX` twice and
130 KB allow."""
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
    """Draw the dance floor, in units of a card. `newest` is a position in `dancers`, from 0.

    40 cats stand in ten columns with cards 72 pixels wide. On a desktop those are shown 52 wide,
    larger than they would be in fewer columns and a higher picture; on a phone they have at least
    70 of its own pixels. So no floor is higher than twice what Discord shows.
    """
    if not dancers:
        return _empty_floor(words).jpeg()
    across = columns(len(dancers))
    down = -(-len(dancers) // across)
    width = next(width for most, width in CARD_WIDTHS if len(dancers) <= most)
    sheet = _ground((across * CELL[0], down * CELL[1] + 12), width / CARD[0])
    for place, dancer in enumerate(dancers):
        row, column = divmod(place, across)
        in_row = min(across, len(dancers) - row * across)
        left = (sheet.width - in_row * CELL[0]) / 2 + column * CELL[0]
        _dancer(sheet, (left, row * CELL[1] + 6), dancer, place + 1, place == newest, words)
    return sheet.jpeg()


def panel(players: tuple[PanelRow, ...], words: Words) -> bytes:
    """Draw a row for each player by seat."""
    high, gap = 128, 10
    sheet = _rows(gap + len(players) * (high + gap), BELOW)
    for seat, player in enumerate(players):
        top = gap + seat * (high + gap)
        _frame(sheet, seat, top, high, CANDLE if player.active else PAPER)
        sheet.glue(mask(seat, sheet.px(108)), 26, top + 10)
        counts: tuple[tuple[tuple[int, int], int, tuple[int, ...], str], ...] = (
            (STOCKPILE, player.stockpile, (), words.stockpile),
            (RECEIVED, player.received, player.givers, words.received),
            (POINTS, player.points, (), words.points),
        )
        for (left, right), number, givers, word in counts:
            _number(sheet, str(number), givers, (left, top + 8, right, top + 80))
            sheet.write(word, (left, top + 78, right, top + 118), 38)
        _features(sheet, (566, top + 14, WIDTH - 26, top + high - 14), player.revealed, words)
    return sheet.jpeg()


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
    size = (WIDTH, 1016)
    sheet = _ground(size, fitting(size, ABOVE))
    sheet.glue(mask(seat, sheet.px(150)), 24, 20)
    sheet.write(words.fan, (200, 4, WIDTH - 200, 62), 46, GOLD)
    for place, number in enumerate(fan):
        flag = words.revealed if number in turned else ""
        piece = held(number, sheet.px(264), words.features[number], flag)
        sheet.middle(piece, WIDTH / 2 + (place - 1) * 330, 250)
    sheet.write(words.hand, (20, 444, WIDTH - 20, 502), 46, GOLD)
    for place, cat in enumerate(cats):
        x, y, wide = 72 + place * 368, 568, 320
        _card(sheet, cat, wide, (x, y), words)
        sheet.glue(chip(str(place + 1), sheet.px(92)), x - 22, y + 340)
        if set(CATS[cat]) & set(fan):
            sheet.glue(mask(seat, sheet.px(96)), x + wide - 90, y - 52)
    return sheet.jpeg()


def end(players: tuple[EndRow, ...], words: Words) -> bytes:
    """Draw everybody's features and the points for them; `players` from the best to the last.

    A guessed feature wears the mask of who guessed it, a hidden one tells its point.
    """
    high, gap = 230, 12
    sheet = _rows(gap + len(players) * (high + gap), BELOW)
    for place, player in enumerate(players):
        top = gap + place * (high + gap)
        _frame(sheet, player.seat, top, high)
        sheet.glue(mask(player.seat, sheet.px(150)), 30, top + 46)
        if player.rank == 1:
            sheet.glue(crown(sheet.px(120)), 45, top - 6)
        sheet.write(str(player.points), (194, top + 10, 354, top + 104), 100)
        sheet.write(words.points, (194, top + 102, 354, top + 146), 42)
        if player.received:
            _number(sheet, f"+{player.received}", player.givers, (188, top + 150, 362, top + 216))
        for slot, (feature, guesser) in enumerate(zip(player.fan, player.guessers, strict=True)):
            x, size = 370 + slot * 272, (sheet.px(256), sheet.px(high - 40))
            sheet.glue(plaque(feature, *size, words.features[feature]), x, top + 20)
            badge = 76 if guesser is None else 92
            sign = chip("+1", sheet.px(76)) if guesser is None else mask(guesser, sheet.px(92))
            sheet.glue(sign, x + 258 - badge, top + 4)
    return sheet.jpeg()


def banner(title: str) -> bytes:
    """Draw the lobby's banner."""
    sheet = Sheet.filling((WIDTH, 400), ABOVE)
    sheet.glue(banner_ground(sheet.image.width), 0, 0)
    sheet.write(title, (240, 20, WIDTH - 240, 150), 110, GOLD)
    return sheet.jpeg()


def overview(words: Words) -> bytes:
    """Draw all features with the number of cats that show each."""
    across, step = 5, (236, 322)
    sheet = _rows(20 + 4 * step[1], ABOVE)
    for number in range(len(FEATURES)):
        row, column = divmod(number, across)
        in_row = min(across, len(FEATURES) - row * across)
        left = (WIDTH - in_row * step[0]) // 2 + column * step[0] + 6
        top = 16 + row * step[1]
        sheet.glue(feature_card(number, sheet.px(224), words.features[number]), left, top)
        sheet.glue(chip(str(SHOWN_BY[number]), sheet.px(68)), left + 166, top - 10)
    return sheet.jpeg()


def columns(cats: int) -> int:
    """Return the number of columns with which the cards are largest in `BOX`; the rows are even."""

    def size(across: int) -> float:
        return fitting((across * CELL[0], -(-cats // across) * CELL[1]), BOX)

    most = max(range(1, cats + 1), key=lambda across: (size(across), across))
    return -(-cats // -(-cats // most))


def _dancer(
    sheet: Sheet,
    corner: tuple[float, float],
    dancer: tuple[int, tuple[int, ...]],
    number: int,
    newest: bool,
    words: Words,
) -> None:
    """Draw a cat with its number and its masks, each seat's at a place of its own."""
    cat, masks = dancer
    left, top = corner[0] + 10, corner[1] + TABS
    if newest:
        around = (left - 10, top - 10, left + CARD[0] + 10, top + CARD[1] + 10)
        sheet.rounded(around, 34, PINK)
    _card(sheet, cat, CARD[0], (left, top), words)
    for seat in masks:
        sheet.glue(mask(seat, sheet.px(80)), left + 75 * seat - 4, top - 70)
    sheet.glue(chip(str(number), sheet.px(86), newest), left - 9, top + 326)
    if newest:
        flag = (left + 150, top + 390, left + 306, top + 434)
        sheet.rounded(flag, 23, PINK, edge=WHITE, width=3)
        sheet.write(words.newest, flag, 38)


def _card(sheet: Sheet, cat: int, wide: float, corner: tuple[float, float], words: Words) -> None:
    """Draw a cat card with the word for its colour."""
    colour, unit = CATS[cat][1], wide / CARD[0]
    sheet.glue(card(cat, sheet.px(wide)), *corner)
    word = caption(colour, sheet.px(wide), words.features[colour].upper())
    middle, top = corner[0] + WORD_PLACE[0] * unit, corner[1] + WORD_PLACE[1] * unit
    sheet.glue(word, middle - word.width / 2 / sheet.scale, top)


def _empty_floor(words: Words) -> Sheet:
    size = (WIDTH, 360)
    sheet = _ground(size, fitting(size, ABOVE))
    for place in range(5):
        left = 130 + place * 196
        sheet.rounded((left, 26, left + 156, 234), 16, TABLE, edge="#5B4A82", width=5)
    sheet.write(words.floor, (20, 250, WIDTH - 20, 346), 64, GOLD)
    return sheet


def _ground(size: Size, scale: float) -> Sheet:
    """Return a sheet with the middle of the floor that the cats dance on."""
    sheet = Sheet(size, scale)
    piece = ground((2 * BOX[0], 2 * BOX[1]))
    sheet.image.paste(piece, ((sheet.image.width - piece.width) // 2, 0))
    return sheet


def _rows(high: float, most: Size) -> Sheet:
    """Return a sheet as wide as all are."""
    return Sheet.filling((WIDTH, high), most)


def _frame(sheet: Sheet, seat: int, top: int, high: int, ground: str = PAPER) -> None:
    """Draw an empty row in the colour of a seat's masks."""
    box = (10, top, WIDTH - 10, top + high)
    sheet.rounded(box, 26, ground, edge=MASK_COLOURS[seat], width=8)


def _number(sheet: Sheet, number: str, masks: tuple[int, ...], box: Box) -> None:
    """Write a number in the middle of a box, with these seats' masks behind it."""
    left, top, right, bottom = box
    high = bottom - top
    digits = sheet.measure(number, box, high - 6)
    room = right - left - digits - 8
    side = min(high * 0.8, room / (1 + 0.6 * (len(masks) - 1))) if masks else 0
    step = side * 0.6
    whole = digits + (8 + side + step * (len(masks) - 1) if masks else 0)
    x = (left + right - whole) / 2
    sheet.write(number, (x - 2, top, x + digits + 2, bottom), high - 6)
    for place, seat in enumerate(masks):
        piece = mask(seat, sheet.px(side))
        sheet.glue(piece, x + digits + 8 + place * step, (top + bottom - side) / 2)


def _features(sheet: Sheet, box: Box, revealed: tuple[int, ...], words: Words) -> None:
    """Draw the revealed features with their words, and narrow backs for the hidden ones."""
    left, top, right, bottom = box
    hidden, narrow, gap = FAN - len(revealed), 76, 10
    for place in range(hidden):
        piece = back(sheet.px(narrow))
        sheet.glue(piece, right - (place + 1) * (narrow + gap) + gap, top)
    if not revealed:
        return
    room = (right - left - hidden * (narrow + gap)) / len(revealed)
    size = (sheet.px(min(room, 330) - gap), sheet.px(bottom - top))
    for place, number in enumerate(revealed):
        sheet.glue(plaque(number, *size, words.features[number]), left + place * room, top)
