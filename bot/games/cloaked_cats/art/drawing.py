"""The pictures of Cloaked Cats, as JPEG. Lengths are units of the sheet unless said otherwise.

A picture depends on nothing but its arguments: the same arguments give the same bytes. Seats have
a mask with a colour, a shape and a letter; names stay out, as no font knows all of them.
"""

from msgspec import Struct

from bot.drawing.kit import CANDLE, CARD, GOLD, INK, PAPER, PINK, TABLE, WHITE, load_raster
from bot.drawing.sheet import ABOVE_TEXT_PIXELS, WIDTH, Sheet, Size, compute_scale, draw_banner
from bot.games.cloaked_cats.art.pieces import (
    MASK_COLOURS,
    RASTERS,
    WORD_PLACE,
    caption,
    card,
    chip,
    feature_card,
    figures,
    ground,
    held,
    mask,
    plaque,
    sign,
)
from bot.games.cloaked_cats.model.state import (
    ACCESSORIES,
    CATS,
    FEATURES,
    SHOWN_BY,
    Dancers,
    Dancing,
)

MAX_SHOWN_CATS = 15
"""Cats in one picture: on a phone each is 60 pixels wide or more."""
ACROSS = 5
"""So many cards lie side by side at most: each a fifth of 300 pixels."""
TABS, BELOW_CARDS = 48, 12
"""The room for the masks above a card, and that below the lowest, in its units."""
STAGES = (760, 1356)
"""How high a floor is with up to `ACROSS` cats, and at most with more; wide are both as five cards.
"""
CROWDED = (800, 620)
"""The most pixels of a picture with many cards: with those, 130 KB are enough."""
CARD_PIXELS = (137, 160, 230)
"""How wide cards are drawn: few widths, so that all of them are kept (`kit.PIECES`), and none
much wider than those at hand."""
PODIUM = 650
"""The height of the scene above the rows of the end."""
STANDING, CROWN, THING = 505, 130, 130
"""Where the winners stand, how wide their crown is, and each of the things they have with them."""
ALONE, FIGURE = 660, 360
"""The room for a single winner, and how wide one figure is at most."""
HEADER, STRIPE = 96, 22
"""The heights of the line above the clues, and of the stripe above each card, in its units."""
BARE = "#C9C3DA"
"""Stands for the cats without a mask."""
WORDS_ON = (INK, WHITE, INK, WHITE)
"""The colours of words on the masks' colours, by seat."""


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
    masked: str
    """Above the cats that wear somebody's mask."""
    bare: str
    """Above the cats that do not."""
    points: str
    """Under the points."""


class EndRow(Struct, frozen=True):
    """What a player had, and how it ended."""

    seat: int
    rank: int
    points: int
    fan: tuple[int, ...]
    guessers: tuple[int | None, ...]
    """Who guessed each feature of the fan; None: nobody, it stayed hidden."""


def floor(dancers: Dancers, newest: int | None, large: bool, words: Words) -> bytes:
    """Draw up to `MAX_SHOWN_CATS` cats; `newest` is the number of the one to mark.

    `large`: as high as with many cats, even if there are few.
    """
    if not dancers:
        return _empty_floor(words).encode_jpeg()
    across = columns(len(dancers), large=large)
    down = -(-len(dancers) // across)
    unit, high = card_size(len(dancers), across, large), down * (TABS + CARD[1]) + BELOW_CARDS
    size = (ACROSS * CARD[0] / unit, max(high, STAGES[0] / unit))
    natural = CARD[0] * compute_scale(size, CROWDED if len(dancers) > ACROSS else ABOVE_TEXT_PIXELS)
    pixels = max(width for width in CARD_PIXELS if width <= max(natural, CARD_PIXELS[0]))
    sheet = _ground(size, pixels / CARD[0])
    above = (sheet.height - high) / 2
    places = list(enumerate(dancers))
    for place, dancer in sorted(places, key=lambda each: each[1].number == newest):
        row, column = divmod(place, across)
        in_row = min(across, len(dancers) - row * across)
        left = (sheet.width - in_row * CARD[0]) / 2 + column * CARD[0]
        _dancer(
            sheet, (left, above + row * (TABS + CARD[1])), dancer, dancer.number == newest, words
        )
    return sheet.encode_jpeg()


def clues(masked: Dancers, bare: Dancers, seat: int, words: Words) -> bytes:
    """Draw the cats that wear the mask of `seat`, then those that do not: `MAX_SHOWN_CATS` in all.

    The former lie below the colour of the mask and carry it. A few lie in the middle.
    """
    groups = [(dancer, True) for dancer in masked] + [(dancer, False) for dancer in bare]
    down = -(-len(groups) // ACROSS)
    size = (ACROSS * CARD[0], HEADER + down * (STRIPE + CARD[1]))
    sheet = Sheet.filling(size, CROWDED)
    _legend(sheet, seat, (len(masked), len(bare)), words)
    inset = (ACROSS - min(ACROSS, len(groups))) * CARD[0] / 2
    for place, (dancer, wears) in enumerate(groups):
        row, column = divmod(place, ACROSS)
        left, top = inset + column * CARD[0], HEADER + row * (STRIPE + CARD[1])
        ground = MASK_COLOURS[seat] if wears else BARE
        sheet.draw_rounded((left, top, left + CARD[0], top + STRIPE), 0, ground)
        _card(sheet, dancer.cat, CARD[0], (left, top + STRIPE), words)
        if wears:
            sheet.glue(mask(seat, sheet.px(86)), max(0, left - 6), top + STRIPE + 318)
    return sheet.encode_jpeg()


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
    wide = 320
    sheet = _ground((WIDTH, 936), CARD_PIXELS[-1] / wide)
    sheet.glue(mask(seat, sheet.px(150)), 24, 20)
    sheet.write(words.fan, (200, 4, WIDTH - 200, 62), 46, GOLD)
    for place, number in enumerate(fan):
        flag = words.revealed if number in turned else ""
        piece = held(number, sheet.px(222), words.features[number], flag)
        sheet.glue_centred(piece, WIDTH / 2 + (place - 1) * 330, 218)
    sheet.write(words.hand, (20, 372, WIDTH - 20, 430), 46, GOLD)
    for place, cat in enumerate(cats):
        x, y = 72 + place * 368, 488
        _card(sheet, cat, wide, (x, y), words)
        sheet.glue(chip(str(place + 1), sheet.px(92)), x - 22, y + 340)
        if set(CATS[cat]) & set(fan):
            sheet.glue(mask(seat, sheet.px(96)), x + wide - 90, y - 52)
    return sheet.encode_jpeg()


def end(players: tuple[EndRow, ...], words: Words) -> bytes:
    """Draw the winners on the podium, each as a cat of exactly their features (`figures`).

    Below is a row for each of `players`, from the best to the last: features, and points for them.
    A guessed feature wears the mask of who guessed it, a hidden one tells its point.
    """
    high, gap = 158, 8
    sheet = Sheet.wide(PODIUM + len(players) * (high + gap))
    sheet.glue(load_raster(RASTERS, "podium", sheet.image.width), 0, 0)
    winners = [player for player in players if player.rank == 1]
    for place, winner in enumerate(winners):
        step = min(380, (WIDTH - 80) / len(winners))
        middle = WIDTH / 2 + (place - (len(winners) - 1) / 2) * step
        _unmasked(sheet, middle, step - 20 if len(winners) > 1 else ALONE, winner)
    for place, player in enumerate(players):
        _end_row(sheet, PODIUM + place * (high + gap), high, player, words)
    return sheet.encode_jpeg()


def _unmasked(sheet: Sheet, middle: float, wide: float, winner: EndRow) -> None:
    """Draw a winner's cat on the podium, its things at its feet, with a crown and the mask off."""
    standing = figures(winner.fan, sheet.px(wide), sheet.px(FIGURE))
    across = [each.width / sheet.scale for each in standing]
    left = middle - sum(across) / 2
    for figure, width in zip(standing, across, strict=True):
        sheet.glue(figure, left, STANDING - figure.height / sheet.scale)
        left += width
    side = min(THING, wide * 0.36)
    things = [number for number in winner.fan if number in ACCESSORIES]
    for place, number in enumerate(things):
        x = middle + (place - (len(things) - 1) / 2 + (len(things) == 1)) * side * 1.1
        sheet.glue(sign(number, sheet.px(side)), x - side / 2, STANDING + 12 - side)
    top = STANDING - max(each.height for each in standing) / sheet.scale
    sheet.glue(
        load_raster(RASTERS, "crown", sheet.px(CROWN)),
        middle - CROWN / 2,
        max(8, top - 0.72 * CROWN),
    )
    sheet.glue(mask(winner.seat, sheet.px(130)), middle - 65, STANDING + 16)


def _end_row(sheet: Sheet, top: float, high: float, player: EndRow, words: Words) -> None:
    box, ground = (10, top, WIDTH - 10, top + high), CANDLE if player.rank == 1 else PAPER
    sheet.draw_rounded(box, 26, ground, edge=MASK_COLOURS[player.seat], width=8)
    sheet.glue(mask(player.seat, sheet.px(128)), 28, top + 15)
    sheet.write(str(player.points), (172, top + 10, 330, top + 100), 92)
    sheet.write(words.points, (172, top + 96, 330, top + 146), 46)
    for slot, (feature, guesser) in enumerate(zip(player.fan, player.guessers, strict=True)):
        x, size = 346 + slot * 280, (sheet.px(266), sheet.px(high - 28))
        sheet.glue(plaque(feature, *size, words.features[feature]), x, top + 14)
        sign = chip("+1", sheet.px(60)) if guesser is None else mask(guesser, sheet.px(76))
        sheet.glue(sign, x - 14, top + 2)


def banner(title: str) -> bytes:
    """Draw the lobby's banner."""
    return draw_banner(RASTERS, title, (240, 20, WIDTH - 240, 150), 110, GOLD)


def overview(words: Words) -> bytes:
    """Draw all features with the number of cats that show each."""
    across, step = 5, (236, 322)
    sheet = Sheet.wide(20 + 4 * step[1])
    for number in range(len(FEATURES)):
        row, column = divmod(number, across)
        in_row = min(across, len(FEATURES) - row * across)
        left = (WIDTH - in_row * step[0]) // 2 + column * step[0] + 6
        top = 16 + row * step[1]
        sheet.glue(feature_card(number, sheet.px(224), words.features[number]), left, top)
        sheet.glue(chip(str(SHOWN_BY[number]), sheet.px(68)), left + 166, top - 10)
    return sheet.encode_jpeg()


def columns(cats: int, *, large: bool = False) -> int:
    """Return in how many columns the cards of a floor are largest, in even rows."""

    def size(across: int) -> float:
        return card_size(cats, across, large)

    most = max(range(1, min(cats, ACROSS) + 1), key=lambda across: (size(across), across))
    return -(-cats // -(-cats // most))


def card_size(cats: int, across: int, large: bool) -> float:
    """Return how wide a card is on a floor with so many columns, in fifths of the floor."""
    down = -(-cats // across)
    high = STAGES[large or cats > ACROSS] - BELOW_CARDS
    return min(ACROSS / across, high / down / (TABS + CARD[1]))


def _dancer(
    sheet: Sheet, corner: tuple[float, float], dancer: Dancing, newest: bool, words: Words
) -> None:
    """Draw a cat with its number and its masks, each seat's at a place of its own."""
    left, top = corner[0], corner[1] + TABS
    if newest:
        around = (left - 10, top - 10, left + CARD[0] + 10, top + CARD[1] + 10)
        sheet.draw_rounded(around, 34, PINK)
    _card(sheet, dancer.cat, CARD[0], (left, top), words)
    for seat in dancer.masks:
        sheet.glue(mask(seat, sheet.px(80)), left + 75 * seat - 2, top - 47)
    sheet.glue(chip(str(dancer.number), sheet.px(86), newest), left - 4, top + 322)


def _legend(sheet: Sheet, seat: int, cats: tuple[int, int], words: Words) -> None:
    """Say above the clues which cats wear the mask of `seat`, and which do not."""
    told = [(words.masked, cats[0], MASK_COLOURS[seat]), (words.bare, cats[1], BARE)]
    shown = [each for each in told if each[1]]
    wide = sheet.width / len(shown)
    for place, (word, number, colour) in enumerate(shown):
        left, ink = place * wide, INK if colour == BARE else WORDS_ON[seat]
        sheet.draw_rounded((left, 0, left + wide, HEADER), 0, colour)
        inset = 12
        if colour != BARE:
            sheet.glue(mask(seat, sheet.px(HEADER - 12)), left + 10, 6)
            inset = HEADER + 8
        sheet.write(f"{word}: {number}", (left + inset, 0, left + wide - 12, HEADER), 72, ink)


def _card(sheet: Sheet, cat: int, wide: float, corner: tuple[float, float], words: Words) -> None:
    """Draw a cat card with the word for its colour."""
    colour, unit = CATS[cat][1], wide / CARD[0]
    sheet.glue(card(cat, sheet.px(wide)), *corner)
    word = caption(colour, sheet.px(wide), words.features[colour].upper())
    middle, top = corner[0] + WORD_PLACE[0] * unit, corner[1] + WORD_PLACE[1] * unit
    sheet.glue(word, middle - word.width / 2 / sheet.scale, top)


def _empty_floor(words: Words) -> Sheet:
    sheet = _ground((WIDTH, 360), compute_scale((WIDTH, 360), ABOVE_TEXT_PIXELS))
    for place in range(5):
        left = 130 + place * 196
        sheet.draw_rounded((left, 26, left + 156, 234), 16, TABLE, edge="#5B4A82", width=5)
    sheet.write(words.floor, (20, 250, WIDTH - 20, 346), 64, GOLD)
    return sheet


def _ground(size: Size, scale: float) -> Sheet:
    """Return a sheet of so many pixels to a unit with the middle of the floor to dance on."""
    sheet = Sheet(size, scale)
    piece = ground(ABOVE_TEXT_PIXELS)
    sheet.image.paste(piece, ((sheet.image.width - piece.width) // 2, 0))
    return sheet
