"""The pictures of Catham City, as WebP.

A picture depends on nothing but its arguments: the same arguments give the same bytes. Seats have
a medallion with a colour, a shape and a letter; names stay out, as no font knows all of them.
"""

from msgspec import Struct
from PIL import Image

from bot.art.kit import CANDLE, GOLD, PAPER, TABLE, Box, glue, rounded, webp, write
from bot.games.catham_city.palette import SEAT_COLOURS
from bot.games.catham_city.pieces import (
    WIDEST,
    back,
    background,
    badge,
    card,
    emblem,
    gap,
    height,
    medallion,
    step,
)

WIDTH = 1200
"""Enough for a sharp screen of 600 pixels."""
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
POINTS, TRACK, HAND = (128, 234), (244, 920), (1004, 1180)
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
    image = _ground(484)
    _groups(image, cards, MARKET_SIDES, image.height - MARGIN, words)
    rounded(image, (1062, 10, WIDTH - 8, image.height - 10), 24, TABLE)
    covered = gap(104) if on_top is None else card(on_top, 104, "")
    drawn = back(104) if pile else gap(104)
    for upper, piece, number, word in (
        (26, drawn, pile, words.pile),
        (248, covered, discards, words.discards),
    ):
        glue(image, piece, 1070, upper)
        count = badge(str(number), 64, GOLD)
        glue(image, count, 1188 - count.width, upper + 78)
        write(image, word, (1066, upper + 146, 1188, upper + 202), 40, GOLD)
    return webp(image)


def race(rows: tuple[Row, ...], target: int, words: Words) -> bytes:
    """Draw a row for each player: points on the way to `target`, and the cards in the hand."""
    header, high, space = 54, 104, 8
    image = Image.new("RGB", (WIDTH, header + len(rows) * (high + space)), TABLE)
    for (left, right), word in (
        (POINTS, words.points),
        ((TRACK[1] - 160, TRACK[1] + 80), f"{words.target} {target}"),
        (HAND, words.hand),
    ):
        write(image, word, (left, 2, right, header - 2), 40, GOLD)
    for place, row in enumerate(rows):
        top = header + place * (high + space)
        _frame(image, row.seat, top, high, CANDLE if row.active else PAPER)
        glue(image, medallion(row.seat, 84), 28, top + 10)
        if row.owes or row.active:
            glue(image, emblem("asked" if row.owes else "turn", 60), 82, top - 2)
        write(image, str(row.points), (POINTS[0], top + 8, POINTS[1], top + high - 8), 84)
        _track(image, top + high // 2, row.seat, row.points, target)
        glue(image, back(60), HAND[0] + 6, top + 12)
        write(image, str(row.cards), (HAND[0] + 72, top + 8, HAND[1], top + high - 8), 70)
        if not row.present:
            _dim(image, (0, top, WIDTH, top + high))
    return webp(image)


def hand(cards: tuple[int, ...], words: Words) -> bytes:
    """Draw a player's own cards by faction."""
    header = 74
    groups = max(1, len(set(cards)))
    most = max((cards.count(faction) for faction in cards), default=1)
    wide = _across(groups, WIDTH - 2 * MARGIN)
    image = _ground(header + min(LIFT, (most - 1) * STEP) + height(wide) + COUNT + 3 * MARGIN)
    write(image, f"{words.hand} {len(cards)}", (MARGIN, 6, WIDTH - MARGIN, header), 60, GOLD)
    if not cards:
        glue(image, gap(wide), (WIDTH - wide) / 2, header + MARGIN)
    _groups(image, cards, (MARGIN, WIDTH - MARGIN), image.height - MARGIN, words)
    return webp(image)


def end(rows: tuple[EndRow, ...], target: int, words: Words) -> bytes:
    """Draw the ranking; `rows` from the best to the last."""
    header, high, space = 54, 128, 10
    image = Image.new("RGB", (WIDTH, header + len(rows) * (high + space)), TABLE)
    for (left, right), word in (
        ((236, 380), words.points),
        ((940, WIDTH - MARGIN), f"{words.target} {target}"),
    ):
        write(image, word, (left, 2, right, header - 2), 40, GOLD)
    for place, row in enumerate(rows):
        top, won = header + place * (high + space), row.rank == 1
        _frame(image, row.seat, top, high, CANDLE if won else PAPER)
        glue(image, badge(str(row.rank), 74, GOLD if won else PAPER), 30, top + 27)
        glue(image, medallion(row.seat, 96 if won else 104), 122, top + (28 if won else 12))
        if won:
            glue(image, emblem("crown", 84), 128, top - 16)
        write(image, str(row.points), (236, top + 8, 380, top + high - 8), 104)
        _track(image, top + high // 2, row.seat, row.points, target, (400, 1100))
    return webp(image)


def overview(factions: tuple[int, ...], words: Words) -> bytes:
    """Draw a card of each of these factions, five or at most four beside each other."""
    across = 5 if len(factions) <= 5 else 4
    wide = min(WIDEST, _across(across, WIDTH - 2 * MARGIN))
    down = height(wide) + MARGIN
    image = _ground(MARGIN + -(-len(factions) // across) * down)
    for place, faction in enumerate(factions):
        row, column = divmod(place, across)
        in_row = min(across, len(factions) - row * across)
        left = (WIDTH - in_row * (wide + APART) + APART) / 2 + column * (wide + APART)
        glue(image, card(faction, wide, words.factions[faction]), left, MARGIN + row * down)
    return webp(image)


def banner(title: str) -> bytes:
    """Draw the lobby's banner."""
    image = background("banner", WIDTH).copy()
    write(image, title, (250, 14, WIDTH - 250, 150), 116, GOLD)
    return webp(image)


def _across(groups: int, room: int) -> int:
    """Return how wide the cards of so many groups are beside each other."""
    return min(BESIDE, room // groups - APART)


def _groups(
    image: Image.Image, cards: tuple[int, ...], sides: tuple[int, int], bottom: int, words: Words
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
        for depth in reversed(range(number)):
            piece = card(faction, wide, words.factions[faction])
            glue(image, piece, x, foot - height(wide) - depth * apart)
        count = badge(f"×{number}", COUNT)
        glue(image, count, x + (wide - count.width) / 2, foot + 8)


def _ground(high: int) -> Image.Image:
    """Return the city by night."""
    return background("board", WIDTH).crop((0, 0, WIDTH, high))


def _frame(image: Image.Image, seat: int, top: int, high: int, ground: str) -> None:
    """Draw an empty row in the colour of a seat."""
    box: Box = (10, top, WIDTH - 10, top + high)
    rounded(image, box, 26, ground, edge=SEAT_COLOURS[seat], width=8)


def _dim(image: Image.Image, box: tuple[int, int, int, int]) -> None:
    """Let a part of a picture fade into the ground."""
    seen = image.crop(box)
    image.paste(Image.blend(seen, Image.new("RGB", seen.size, TABLE), DIMMED), box)


def _track(
    image: Image.Image,
    middle: int,
    seat: int,
    points: int,
    target: int,
    sides: tuple[int, int] = TRACK,
) -> None:
    """Draw the steps to the election, those taken in the seat's colour, and the rosette behind."""
    left, right = sides
    apart = (right - left) / target
    wide = min(44, int(apart) - 4)
    for number in range(target):
        disc = step(seat if number < points else None, wide)
        glue(image, disc, left + number * apart + (apart - wide) / 2, middle - wide / 2)
    glue(image, emblem("point", 76), right + 2, middle - 38)
