"""The JPEG pictures of Cloaked Cats, such as the dance floor and a player's hand.

Lengths are in units of the sheet, unless said otherwise. The same arguments give the same bytes.
Each seat has a mask with a colour, a shape and a letter. No font has all the characters of names,
so pictures show none.
"""

from msgspec import Struct

from bot.drawing.kit import CANDLE, CARD_UNITS, GOLD, INK, PAPER, PINK, TABLE, WHITE, load_raster
from bot.drawing.sheet import (
    ABOVE_TEXT_PIXELS,
    WIDE_SHEET_UNITS,
    Sheet,
    Size,
    compute_scale,
    draw_banner,
)
from bot.games.cloaked_cats.art.pieces import (
    CAPTION_WORD_TOP_MIDDLE,
    MASK_COLOURS,
    RASTERS_FOLDER,
    make_caption,
    make_card,
    make_chip,
    make_feature_card,
    make_figures,
    make_floor_ground,
    make_held_card,
    make_mask,
    make_plaque,
    make_sign,
)
from bot.games.cloaked_cats.model.state import (
    ACCESSORIES,
    CATS,
    CATS_PER_FEATURE,
    FEATURES,
    NumberedDancer,
    NumberedDancers,
)

MAX_SHOWN_CATS = 15
"""The maximum number of cat cards in one picture: with more, a phone shows them too small."""
MAX_CARDS_PER_ROW = 5
"""The maximum number of cat cards in a row; a phone shows a picture at 300 pixels."""
MASK_TAB_HEIGHT, SPACE_BELOW_CARDS = 48, 12
"""The space for masks above a card, and the space below the lowest card, in units of a card."""
FLOOR_HEIGHTS = (760, 1356)
"""The height of a floor with few cats in one row, and the maximum, in units of a card."""
MAX_CROWDED_PICTURE_PIXELS = (800, 620)
"""The maximum size of a picture that may show many cats, which then takes 130 KB."""
CARD_WIDTHS_PIXELS = (137, 160, 230)
"""The widths at which cat cards are drawn. They are few, so that all drawn cards fit in the cache
(`kit.PIECE_CACHE`).
"""
PODIUM_HEIGHT = 650
"""The height of the winners' podium, which is above the players' rows in the final picture."""
WINNER_FEET_TOP, CROWN_WIDTH, ACCESSORY_WIDTH = 505, 130, 130
"""The position of the winners' feet, and the widths of crown and accessory, on the podium."""
SINGLE_WINNER_WIDTH, MAX_FIGURE_WIDTH = 660, 360
"""The width of the space for all cats of a single winner, and the maximum width of one cat."""
CLUES_HEADER_HEIGHT, CARD_STRIPE_HEIGHT = 96, 22
"""The heights of the heading above the clues and of the stripe above a card, in units of a card."""
RIGHT_GUESS_COLOUR, WRONG_GUESS_COLOUR = "#1E9E6A", "#E2384A"
"""The colours behind the answer to a guess."""
UNMASKED_COLOUR = "#C9C3DA"
"""The colour of the stripe above each cat on which the opponent placed no mask tile."""
MASK_TEXT_COLOURS = (INK, WHITE, INK, WHITE)
"""The colour of text on the colour of each mask, by the number of the mask."""


class Words(Struct, frozen=True):
    """The words that pictures contain, in the reader's language; each has at most 24 characters."""

    features: tuple[str, ...]
    """The names of the 19 features, in the order of `FEATURES`."""
    floor: str
    """The text on the dance floor before the first cat is played."""
    fan: str
    """The heading above the player's own three features."""
    hand: str
    """The heading above the cats in the player's hand."""
    revealed: str
    """The word across each of the player's own feature cards that an opponent has guessed."""
    masked: str
    """The heading above the cats on which the chosen opponent placed a mask tile."""
    unmasked: str
    """The heading above the cats on which the chosen opponent placed no mask tile."""
    points: str
    """The word below a player's number of points."""


class EndRow(Struct, frozen=True):
    """A player's result in the final picture: the place, the points and the features."""

    seat: int
    rank: int
    points: int
    fan: tuple[int, ...]
    """The three features that the player was dealt, as indices into `FEATURES`."""
    guessers: tuple[int | None, ...]
    """The mask number of the player who guessed each feature of `fan`; None means nobody did."""


def draw_floor(dancers: NumberedDancers, newest: int | None, is_large: bool, words: Words) -> bytes:
    """Draw the dance floor: the cats played so far, with the mask tiles on them.

    A `newest` of None marks no cat. `is_large` makes the picture as high as with many cats.
    """
    if not dancers:
        return _make_empty_floor_sheet(words).encode_jpeg()
    across = count_columns(len(dancers), large=is_large)
    down = -(-len(dancers) // across)
    unit = compute_card_width(len(dancers), across, is_large)
    high = down * (MASK_TAB_HEIGHT + CARD_UNITS[1]) + SPACE_BELOW_CARDS
    size = (MAX_CARDS_PER_ROW * CARD_UNITS[0] / unit, max(high, FLOOR_HEIGHTS[0] / unit))
    is_crowded = len(dancers) > MAX_CARDS_PER_ROW
    most = MAX_CROWDED_PICTURE_PIXELS if is_crowded else ABOVE_TEXT_PIXELS
    natural = max(CARD_UNITS[0] * compute_scale(size, most), CARD_WIDTHS_PIXELS[0])
    pixels = max(width for width in CARD_WIDTHS_PIXELS if width <= natural)
    sheet = make_floor_sheet(size, pixels / CARD_UNITS[0])
    above = (sheet.height - high) / 2
    places = list(enumerate(dancers))
    for place, dancer in sorted(places, key=lambda each: each[1].number == newest):
        row, column = divmod(place, across)
        in_row = min(across, len(dancers) - row * across)
        left = (sheet.width - in_row * CARD_UNITS[0]) / 2 + column * CARD_UNITS[0]
        corner = (left, above + row * (MASK_TAB_HEIGHT + CARD_UNITS[1]))
        draw_dancer(sheet, corner, dancer, dancer.number == newest, words)
    return sheet.encode_jpeg()


def draw_clues(masked: NumberedDancers, bare: NumberedDancers, seat: int, words: Words) -> bytes:
    """Draw the played cats that tell something about an opponent's features.

    On cats with the opponent's mask tile, which come first, the stripe has the colour of the mask.
    Both groups together have at most `MAX_SHOWN_CATS` cats. If they do not fill a row, they are
    centred.
    """
    cats = (*masked, *bare)
    down = -(-len(cats) // MAX_CARDS_PER_ROW)
    high = CARD_STRIPE_HEIGHT + CARD_UNITS[1]
    size = (MAX_CARDS_PER_ROW * CARD_UNITS[0], CLUES_HEADER_HEIGHT + down * high)
    sheet = Sheet.filling(size, MAX_CROWDED_PICTURE_PIXELS)
    _draw_legend(sheet, seat, (len(masked), len(bare)), words)
    inset = (MAX_CARDS_PER_ROW - min(MAX_CARDS_PER_ROW, len(cats))) * CARD_UNITS[0] / 2
    for place, dancer in enumerate(cats):
        wears = place < len(masked)
        row, column = divmod(place, MAX_CARDS_PER_ROW)
        left, top = inset + column * CARD_UNITS[0], CLUES_HEADER_HEIGHT + row * high
        ground = MASK_COLOURS[seat] if wears else UNMASKED_COLOUR
        sheet.draw_rounded((left, top, left + CARD_UNITS[0], top + CARD_STRIPE_HEIGHT), 0, ground)
        _draw_card(sheet, dancer.cat, CARD_UNITS[0], (left, top + CARD_STRIPE_HEIGHT), words)
        if wears:
            mask = make_mask(seat, sheet.px(86))
            sheet.glue(mask, max(0, left - 6), top + CARD_STRIPE_HEIGHT + 318)
    return sheet.encode_jpeg()


def draw_hand(
    fan: tuple[int, ...], revealed: tuple[int, ...], cats: tuple[int, ...], seat: int, words: Words
) -> bytes:
    """Draw a player's own three features and the cat cards in the hand, numbered from 1.

    A cat that shows one of the features already has the mask tile that the player would place.
    """
    wide = 320
    sheet = make_floor_sheet((WIDE_SHEET_UNITS, 936), CARD_WIDTHS_PIXELS[-1] / wide)
    sheet.glue(make_mask(seat, sheet.px(150)), 24, 20)
    sheet.write(words.fan, (200, 4, WIDE_SHEET_UNITS - 200, 62), 46, GOLD)
    for place, number in enumerate(fan):
        flag = words.revealed if number in revealed else ""
        piece = make_held_card(number, sheet.px(222), words.features[number], flag)
        sheet.glue_centred(piece, WIDE_SHEET_UNITS / 2 + (place - 1) * 330, 218)
    sheet.write(words.hand, (20, 372, WIDE_SHEET_UNITS - 20, 430), 46, GOLD)
    for place, cat in enumerate(cats):
        x, y = 72 + place * 368, 488
        _draw_card(sheet, cat, wide, (x, y), words)
        sheet.glue(make_chip(str(place + 1), sheet.px(92)), x - 22, y + 340)
        if set(CATS[cat]) & set(fan):
            sheet.glue(make_mask(seat, sheet.px(96)), x + wide - 90, y - 52)
    return sheet.encode_jpeg()


def draw_guess(
    guesser: int, opponent: int, feature: int, word: str, answer: str, is_right: bool
) -> bytes:
    """Draw the guesser's mask, the feature's card and the opponent's mask, with the answer."""
    wide, high = 350, 350 * CARD_UNITS[1] / CARD_UNITS[0]
    sheet = make_floor_sheet((WIDE_SHEET_UNITS, 690), ABOVE_TEXT_PIXELS[0] / WIDE_SHEET_UNITS)
    middle = WIDE_SHEET_UNITS / 2
    sheet.glue_centred(make_mask(guesser, sheet.px(280)), 190, 300)
    sheet.glue_centred(make_mask(opponent, sheet.px(280)), WIDE_SHEET_UNITS - 190, 300)
    sheet.glue_centred(make_feature_card(feature, sheet.px(wide), word), middle, 12 + high / 2)
    ground = RIGHT_GUESS_COLOUR if is_right else WRONG_GUESS_COLOUR
    sheet.draw_rounded((middle - 230, 500, middle + 230, 674), 60, ground, width=10)
    sheet.write(answer, (middle - 210, 510, middle + 210, 664), 120, WHITE)
    return sheet.encode_jpeg()


def draw_end(players: tuple[EndRow, ...], words: Words) -> bytes:
    """Draw the final picture: the winners on a podium, and a row for each player.

    Each winner is shown as a cat that has exactly the winner's three features (`make_figures`). A
    guessed feature carries the guesser's mask, and any other one "+1", the point for it.
    """
    high, gap = 158, 8
    sheet = Sheet.wide(PODIUM_HEIGHT + len(players) * (high + gap))
    sheet.glue(load_raster(RASTERS_FOLDER, "podium", sheet.image.width), 0, 0)
    winners = [player for player in players if player.rank == 1]
    for place, winner in enumerate(winners):
        step = min(380, (WIDE_SHEET_UNITS - 80) / len(winners))
        middle = WIDE_SHEET_UNITS / 2 + (place - (len(winners) - 1) / 2) * step
        _draw_winner(sheet, middle, step - 20 if len(winners) > 1 else SINGLE_WINNER_WIDTH, winner)
    for place, player in enumerate(players):
        _draw_end_row(sheet, PODIUM_HEIGHT + place * (high + gap), high, player, words)
    return sheet.encode_jpeg()


def _draw_winner(sheet: Sheet, centre_x: float, max_width: float, winner: EndRow) -> None:
    """Draw a winner's cat on the podium, with its accessories, a crown and the winner's mask."""
    standing = make_figures(winner.fan, sheet.px(max_width), sheet.px(MAX_FIGURE_WIDTH))
    across = [each.width / sheet.scale for each in standing]
    left = centre_x - sum(across) / 2
    for figure, width in zip(standing, across, strict=True):
        sheet.glue(figure, left, WINNER_FEET_TOP - figure.height / sheet.scale)
        left += width
    side = min(ACCESSORY_WIDTH, max_width * 0.36)
    things = [number for number in winner.fan if number in ACCESSORIES]
    for place, number in enumerate(things):
        x = centre_x + (place - (len(things) - 1) / 2 + (len(things) == 1)) * side * 1.1
        sheet.glue(make_sign(number, sheet.px(side)), x - side / 2, WINNER_FEET_TOP + 12 - side)
    top = WINNER_FEET_TOP - max(each.height for each in standing) / sheet.scale
    crown = load_raster(RASTERS_FOLDER, "crown", sheet.px(CROWN_WIDTH))
    sheet.glue(crown, centre_x - CROWN_WIDTH / 2, max(8, top - 0.72 * CROWN_WIDTH))
    sheet.glue(make_mask(winner.seat, sheet.px(130)), centre_x - 65, WINNER_FEET_TOP + 16)


def _draw_end_row(sheet: Sheet, top: float, height: float, player: EndRow, words: Words) -> None:
    box = (10, top, WIDE_SHEET_UNITS - 10, top + height)
    ground = CANDLE if player.rank == 1 else PAPER
    sheet.draw_rounded(box, 26, ground, edge=MASK_COLOURS[player.seat], width=8)
    sheet.glue(make_mask(player.seat, sheet.px(128)), 28, top + 15)
    sheet.write(str(player.points), (172, top + 10, 330, top + 100), 92)
    sheet.write(words.points, (172, top + 96, 330, top + 146), 46)
    for slot, (feature, guesser) in enumerate(zip(player.fan, player.guessers, strict=True)):
        x, size = 346 + slot * 280, (sheet.px(266), sheet.px(height - 28))
        sheet.glue(make_plaque(feature, *size, words.features[feature]), x, top + 14)
        sign = (
            make_chip("+1", sheet.px(60)) if guesser is None else make_mask(guesser, sheet.px(76))
        )
        sheet.glue(sign, x - 14, top + 2)


def draw_lobby_banner(title: str) -> bytes:
    """Draw the banner of a table whose game has not begun yet, with the title of the game."""
    return draw_banner(RASTERS_FOLDER, title, (240, 20, WIDE_SHEET_UNITS - 240, 150), 110, GOLD)


def draw_overview(words: Words) -> bytes:
    """Draw all 19 features, each with the number of cat cards that show it."""
    across, step = 5, (236, 322)
    sheet = Sheet.wide(20 + 4 * step[1])
    for number in range(len(FEATURES)):
        row, column = divmod(number, across)
        in_row = min(across, len(FEATURES) - row * across)
        left = (WIDE_SHEET_UNITS - in_row * step[0]) // 2 + column * step[0] + 6
        top = 16 + row * step[1]
        sheet.glue(make_feature_card(number, sheet.px(224), words.features[number]), left, top)
        sheet.glue(make_chip(str(CATS_PER_FEATURE[number]), sheet.px(68)), left + 166, top - 10)
    return sheet.encode_jpeg()


def count_columns(cats: int, *, large: bool = False) -> int:
    """Return the number of columns with which the cards on a dance floor become largest."""

    def size(columns: int) -> float:
        return compute_card_width(cats, columns, large)

    choices = range(1, min(cats, MAX_CARDS_PER_ROW) + 1)
    most = max(choices, key=lambda across: (size(across), across))
    return -(-cats // -(-cats // most))


def compute_card_width(cats: int, columns: int, is_large: bool) -> float:
    """Return the width of a card on a dance floor, in fifths of the floor's width."""
    down = -(-cats // columns)
    high = FLOOR_HEIGHTS[is_large or cats > MAX_CARDS_PER_ROW] - SPACE_BELOW_CARDS
    return min(MAX_CARDS_PER_ROW / columns, high / down / (MASK_TAB_HEIGHT + CARD_UNITS[1]))


def draw_dancer(
    sheet: Sheet, corner: Size, dancer: NumberedDancer, is_newest: bool, words: Words
) -> None:
    """Draw a cat card with its number, and the mask tiles above it. A frame marks the newest."""
    left, top = corner[0], corner[1] + MASK_TAB_HEIGHT
    if is_newest:
        around = (left - 10, top - 10, left + CARD_UNITS[0] + 10, top + CARD_UNITS[1] + 10)
        sheet.draw_rounded(around, 34, PINK)
    _draw_card(sheet, dancer.cat, CARD_UNITS[0], (left, top), words)
    for seat in dancer.masks:
        sheet.glue(make_mask(seat, sheet.px(80)), left + 75 * seat - 2, top - 47)
    sheet.glue(make_chip(str(dancer.number), sheet.px(86), is_newest), left - 4, top + 322)


def _draw_legend(sheet: Sheet, seat: int, cat_counts: tuple[int, int], words: Words) -> None:
    """Draw the heading above the clues, with the number of cats of each group."""
    masked = (words.masked, cat_counts[0], MASK_COLOURS[seat])
    unmasked = (words.unmasked, cat_counts[1], UNMASKED_COLOUR)
    shown = [each for each in (masked, unmasked) if each[1]]
    wide = sheet.width / len(shown)
    for place, (word, number, colour) in enumerate(shown):
        left, ink = place * wide, INK if colour == UNMASKED_COLOUR else MASK_TEXT_COLOURS[seat]
        sheet.draw_rounded((left, 0, left + wide, CLUES_HEADER_HEIGHT), 0, colour)
        inset = 12
        if colour != UNMASKED_COLOUR:
            sheet.glue(make_mask(seat, sheet.px(CLUES_HEADER_HEIGHT - 12)), left + 10, 6)
            inset = CLUES_HEADER_HEIGHT + 8
        box = (left + inset, 0, left + wide - 12, CLUES_HEADER_HEIGHT)
        sheet.write(f"{word}: {number}", box, 72, ink)


def _draw_card(sheet: Sheet, cat: int, width: float, corner: Size, words: Words) -> None:
    colour, unit = CATS[cat][1], width / CARD_UNITS[0]
    sheet.glue(make_card(cat, sheet.px(width)), *corner)
    word = make_caption(colour, sheet.px(width), words.features[colour].upper())
    middle = corner[0] + CAPTION_WORD_TOP_MIDDLE[0] * unit
    top = corner[1] + CAPTION_WORD_TOP_MIDDLE[1] * unit
    sheet.glue(word, middle - word.width / 2 / sheet.scale, top)


def _make_empty_floor_sheet(words: Words) -> Sheet:
    size = (WIDE_SHEET_UNITS, 360)
    sheet = make_floor_sheet(size, compute_scale(size, ABOVE_TEXT_PIXELS))
    for place in range(5):
        left = 130 + place * 196
        sheet.draw_rounded((left, 26, left + 156, 234), 16, TABLE, edge="#5B4A82", width=5)
    sheet.write(words.floor, (20, 250, WIDE_SHEET_UNITS - 20, 346), 64, GOLD)
    return sheet


def make_floor_sheet(size: Size, scale: float) -> Sheet:
    """Create a canvas whose background is the dance floor."""
    sheet = Sheet(size, scale)
    piece = make_floor_ground(ABOVE_TEXT_PIXELS)
    sheet.image.paste(piece, ((sheet.image.width - piece.width) // 2, 0))
    return sheet
