"""The pictures of Catham City, as JPEG. Lengths are units of the sheet unless said otherwise.

A picture depends on nothing but its arguments: the same arguments give the same bytes. Seats have
a medallion with a colour, a shape and a letter, and a candidate in that colour; names stay out, as
no font knows all of them.
"""

from msgspec import Struct
from PIL import Image

from bot.art.kit import CANDLE, GOLD, PAPER, TABLE, Box
from bot.art.sheet import ABOVE, BELOW, Sheet, Size
from bot.games.catham_city.palette import SEAT_COLOURS
from bot.games.catham_city.pieces import (
    WIDEST,
    back,
    background,
    badge,
    candidate,
    card,
    emblem,
    gap,
    height,
    medallion,
    step,
)

WIDTH = 1200
"""Of all pictures."""
MARGIN = 16
APART = 8
"""Between cards that lie beside each other."""
BESIDE = 220
"""The largest width of cards that lie beside each other."""
STEP = 28
"""How far a card shows above the one that lies on it, at most."""
LIFT = 8 * STEP
"""How far the cards of one faction reach above the first, at most."""
COUNT = 78
"""The height of the badge that counts cards."""
MARKET_SIDES = (6, 1056)
"""From where to where the market reaches; the piles lie to the right of it."""
DIMMED = 0.6
"""How much of the ground shows through the row of a seat that was left, from 0 to 1."""
POINTS, TRACK, HAND = (226, 316), (322, 920), (1004, 1180)
"""The columns of the race."""


class Words(Struct, frozen=True):
    """The words in the pictures, in the reader's language; up to 16 characters each."""

    factions: tuple[str, ...]
    """The names of the eight factions."""
    pile: str
    """Under the draw pile."""
    discards: str
    """Under the discard pile."""
    hand: str
    """Above the hands."""
    points: str
    """Above the election points."""
    target: str
    """Before the number of points that wins."""


class Row(Struct, frozen=True):
    """What everybody knows of a player."""

    seat: int
    points: int
    cards: int
    """In the hand."""
    active: bool
    """Whether it is this player's turn."""
    owes: bool
    """Whether the others wait for this player's answer."""
    present: bool
    """False: the seat was left for good."""


class EndRow(Struct, frozen=True):
    """How the game ended for a player."""

    seat: int
    rank: int
    points: int


def market(
    cards: tuple[int, ...], pile: int, discards: int, on_top: int | None, words: Words
) -> bytes:
    """Draw the cards that lie face up, and both piles with their numbers of cards.

    `on_top` is the faction of the card on the discard pile.
    """
    sheet = _ground(484)
    _groups(sheet, cards, MARKET_SIDES, sheet.height - MARGIN, words)
    sheet.rounded((1062, 10, WIDTH - 8, sheet.height - 10), 24, TABLE)
    wide = sheet.px(104)
    covered = gap(wide) if on_top is None else card(on_top, wide, "")
    drawn = back(wide) if pile else gap(wide)
    for upper, piece, number, word in (
        (26, drawn, pile, words.pile),
        (248, covered, discards, words.discards),
    ):
        sheet.glue(piece, 1070, upper)
        count = badge(str(number), sheet.px(64), GOLD)
        sheet.glue(count, 1188 - count.width / sheet.scale, upper + 78)
        sheet.write(word, (1066, upper + 146, 1188, upper + 202), 40, GOLD)
    return sheet.jpeg()


def race(rows: tuple[Row, ...], target: int, words: Words) -> bytes:
    """Draw a row for each player: medallion and candidate, points, and the cards in the hand."""
    header, high, space = 54, 104, 8
    sheet = _table(header + len(rows) * (high + space), BELOW)
    for (left, right), word in (
        ((POINTS[0] - 40, POINTS[1] + 40), words.points),
        ((TRACK[1] - 160, TRACK[1] + 80), f"{words.target} {target}"),
        (HAND, words.hand),
    ):
        sheet.write(word, (left, 2, right, header - 2), 40, GOLD)
    for place, row in enumerate(rows):
        top = header + place * (high + space)
        _frame(sheet, row.seat, top, high, CANDLE if row.active else PAPER)
        sheet.glue(medallion(row.seat, sheet.px(84)), 28, top + 10)
        sheet.glue(candidate(row.seat, sheet.px(98)), 126, top + 3)
        if row.owes or row.active:
            sheet.glue(emblem("asked" if row.owes else "turn", sheet.px(60)), 82, top - 2)
        sheet.write(str(row.points), (POINTS[0], top + 8, POINTS[1], top + high - 8), 84)
        _track(sheet, top + high // 2, row.seat, row.points, target)
        sheet.glue(back(sheet.px(60)), HAND[0] + 6, top + 12)
        sheet.write(str(row.cards), (HAND[0] + 72, top + 8, HAND[1], top + high - 8), 70)
        if not row.present:
            _dim(sheet, (top, top + high))
    return sheet.jpeg()


def hand(cards: tuple[int, ...], words: Words) -> bytes:
    """Draw a player's own cards by faction."""
    header = 74
    groups = max(1, len(set(cards)))
    most = max((cards.count(faction) for faction in cards), default=1)
    wide = _across(groups, WIDTH - 2 * MARGIN)
    sheet = _ground(header + min(LIFT, (most - 1) * STEP) + height(wide) + COUNT + 3 * MARGIN)
    sheet.write(f"{words.hand} {len(cards)}", (MARGIN, 6, WIDTH - MARGIN, header), 60, GOLD)
    if not cards:
        sheet.glue(gap(sheet.px(wide)), (WIDTH - wide) / 2, header + MARGIN)
    _groups(sheet, cards, (MARGIN, WIDTH - MARGIN), sheet.height - MARGIN, words)
    return sheet.jpeg()


def end(rows: tuple[EndRow, ...], target: int, words: Words) -> bytes:
    """Draw the ranking; `rows` from the best to the last."""
    header, high, space = 54, 128, 10
    sheet = _table(header + len(rows) * (high + space), ABOVE)
    for (left, right), word in (
        ((340, 460), words.points),
        ((940, WIDTH - MARGIN), f"{words.target} {target}"),
    ):
        sheet.write(word, (left, 2, right, header - 2), 40, GOLD)
    for place, row in enumerate(rows):
        top, won = header + place * (high + space), row.rank == 1
        _frame(sheet, row.seat, top, high, CANDLE if won else PAPER)
        sheet.glue(badge(str(row.rank), sheet.px(74), GOLD if won else PAPER), 30, top + 27)
        sheet.glue(medallion(row.seat, sheet.px(92)), 120, top + 18)
        sheet.glue(candidate(row.seat, sheet.px(116)), 222, top + 8)
        if won:
            sheet.glue(emblem("crown", sheet.px(64)), 248, top - 12)
        sheet.write(str(row.points), (340, top + 8, 460, top + high - 8), 104)
        _track(sheet, top + high // 2, row.seat, row.points, target, (470, 1100))
    return sheet.jpeg()


def overview(factions: tuple[int, ...], words: Words) -> bytes:
    """Draw a card of each of these factions, five or at most four beside each other."""
    across = 5 if len(factions) <= 5 else 4
    wide = min(WIDEST, _across(across, WIDTH - 2 * MARGIN))
    down = height(wide) + MARGIN
    sheet = _ground(MARGIN + -(-len(factions) // across) * down)
    for place, faction in enumerate(factions):
        row, column = divmod(place, across)
        in_row = min(across, len(factions) - row * across)
        left = (WIDTH - in_row * (wide + APART) + APART) / 2 + column * (wide + APART)
        piece = card(faction, sheet.px(wide), words.factions[faction])
        sheet.glue(piece, left, MARGIN + row * down)
    return sheet.jpeg()


def banner(title: str) -> bytes:
    """Draw the lobby's banner."""
    sheet = _table(400, ABOVE)
    sheet.glue(background("banner", sheet.image.width), 0, 0)
    sheet.write(title, (250, 14, WIDTH - 250, 150), 116, GOLD)
    return sheet.jpeg()


def _across(groups: int, room: int) -> int:
    """Return how wide the cards of so many groups are beside each other."""
    return min(BESIDE, room // groups - APART)


def _groups(
    sheet: Sheet, cards: tuple[int, ...], sides: tuple[int, int], bottom: float, words: Words
) -> None:
    """Draw cards by faction, one over the other, with their numbers below."""
    factions = sorted(set(cards))
    if not factions:
        return
    wide = _across(len(factions), sides[1] - sides[0])
    column = wide + APART
    left = (sum(sides) - len(factions) * column + APART) / 2
    foot = bottom - COUNT - 8
    for place, faction in enumerate(factions):
        number, x = cards.count(faction), left + place * column
        room = min(LIFT, foot - height(wide) - APART)
        apart = min(STEP, room / max(1, number - 1))
        piece = card(faction, sheet.px(wide), words.factions[faction])
        for depth in reversed(range(number)):
            sheet.glue(piece, x, foot - height(wide) - depth * apart)
        count = badge(f"×{number}", sheet.px(COUNT))
        sheet.glue(count, x + (wide - count.width / sheet.scale) / 2, foot + 8)


def _ground(high: float) -> Sheet:
    """Return a sheet with the city by night."""
    sheet = _table(high, ABOVE)
    sheet.glue(background("board", sheet.image.width), 0, 0)
    return sheet


def _table(high: float, most: Size) -> Sheet:
    """Return a sheet as wide as all are."""
    return Sheet.filling((WIDTH, high), most)


def _frame(sheet: Sheet, seat: int, top: int, high: int, ground: str) -> None:
    """Draw an empty row in the colour of a seat."""
    box: Box = (10, top, WIDTH - 10, top + high)
    sheet.rounded(box, 26, ground, edge=SEAT_COLOURS[seat], width=8)


def _dim(sheet: Sheet, rows: tuple[float, float]) -> None:
    """Let a part of a picture fade into the ground, from one height to another."""
    box = (0, sheet.px(rows[0]), sheet.image.width, sheet.px(rows[1]))
    seen = sheet.image.crop(box)
    sheet.image.paste(Image.blend(seen, Image.new("RGB", seen.size, TABLE), DIMMED), box)


def _track(
    sheet: Sheet,
    middle: int,
    seat: int,
    points: int,
    target: int,
    sides: tuple[int, int] = TRACK,
) -> None:
    """Draw the steps to the election, those taken in the seat's colour, and the rosette behind."""
    left, right = sides
    apart = (right - left) / target
    wide = sheet.px(min(44, apart - 4))
    for number in range(target):
        disc = step(seat if number < points else None, wide)
        sheet.middle(disc, left + (number + 0.5) * apart, middle)
    sheet.glue(emblem("point", sheet.px(76)), right + 2, middle - 38)
