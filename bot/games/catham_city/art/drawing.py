"""Draws the pictures of Catham City as JPEG files.

Lengths are in drawing units, those of the sheet. The same arguments give the same bytes. Each seat
has a medallion with a colour, a shape and a letter, and a candidate, a cat's head in that colour.
No font has all the characters of names, so pictures show none.
"""

from __future__ import annotations

from msgspec import Struct

from bot.drawing.kit import CANDLE, GOLD, PAPER, TABLE, Box, load_raster
from bot.drawing.pillow import Image
from bot.drawing.sheet import WIDE_SHEET_UNITS, Sheet, Size, draw_banner
from bot.games.catham_city.art import pieces
from bot.games.catham_city.model.state import FACTIONS

MARGIN_PIXELS = 16
CARD_GAP = 8
"""The gap between cards or stacks that lie side by side, in drawing units."""
MAX_CARD_WIDTH = 196
"""The maximum width of cards that lie side by side, in drawing units."""
MAX_STACK_STEP = 26
"""The maximum visible height of a card that another card in its stack covers, in drawing units."""
MAX_STACK_LIFT = 6 * MAX_STACK_STEP
"""The maximum height of a stack above its front card; a higher one is squeezed."""
COUNT_BADGE_HEIGHT = 68
"""The height of the badge with the number of cards in a stack, in drawing units."""
MARKET_HEIGHT = 322
"""The height of the board's upper part, with the market, the draw pile and the discard pile."""
MARKET_SIDES = (6, 1052)
"""The left and right edges of the market, which lies left of the draw and discard piles."""
STRIP_HEIGHT = 88
"""The height of the strip above a hand, with the number of its cards and the market."""
ABSENT_ROW_GROUND_SHARE = 0.6
"""The share of the background colour in the faded row of a player who left, from 0 to 1."""
LANE_HEIGHT = 98
"""The maximum height of a player's lane; `MAX_LANES_HEIGHT` lowers the lanes of many players."""
MAX_LANES_HEIGHT = 384
POINTS_COLUMN, TRACK_COLUMN, HAND_COLUMN = (112, 200), (284, 976), (1070, 1182)
"""The edges of a lane's columns: points as a number, points as steps, and cards in hand."""
PODIUM_WIDTH = 470
"""The right edge of the area that shows the winner in the final picture, in drawing units."""


class Words(Struct, frozen=True):
    """The words drawn into the pictures. Each word has at most 16 characters."""

    factions: tuple[str, ...]
    """The names of the eight factions, in the order of `FACTIONS`."""
    pile: str
    """The word below the draw pile."""
    discards: str
    """The word below the discard pile."""
    hand: str
    """The word in front of the number of cards in the hand."""
    market: str
    """The word in front of the market's cards, in the strip above the hand."""


class Market(Struct, frozen=True):
    """What the board shows of the market and of the draw and discard piles."""

    factions: tuple[int, ...]
    """The five factions in the game; one without a card in the market is drawn faded."""
    cards: tuple[int, ...]
    """The cards in the market, each as the number of its faction."""
    pile_count: int
    """The number of cards in the draw pile."""
    discard_count: int
    top_discard: int | None
    """The faction of the top card of the discard pile, or None if the pile is empty."""


class Row(Struct, frozen=True):
    """The public facts about a player that the player's lane in a picture shows."""

    seat: int
    points: int
    card_count: int
    """The number of cards in the player's hand."""
    is_active: bool
    """Whether it is this player's turn."""
    owes_answer: bool
    """Whether the player has been asked to answer a play but has not done so yet."""
    is_present: bool
    """Whether the player still takes part; False means that the player has left for good."""


class EndRow(Struct, frozen=True):
    """A player's place and points at the end of the game, for the final picture."""

    seat: int
    rank: int
    points: int


def draw_board(market: Market, rows: tuple[Row, ...], target: int, words: Words) -> bytes:
    """Draw the board: the market and both piles, and below them a lane per player.

    A lane shows a player's points and number of cards. The candidate moves along it to the target.
    """
    high = min(LANE_HEIGHT, MAX_LANES_HEIGHT // len(rows))
    sheet = _make_city_sheet(MARKET_HEIGHT + len(rows) * high + CARD_GAP)
    bottom = MARKET_HEIGHT - MARGIN_PIXELS
    _draw_groups(sheet, market.cards, MARKET_SIDES, bottom, words, market.factions)
    _draw_piles(sheet, market, words)
    for place, row in enumerate(rows):
        _draw_lane(sheet, row, (MARKET_HEIGHT + place * high, high - 6), target)
    return sheet.encode_jpeg()


def draw_hand(
    cards: tuple[int, ...],
    market: tuple[int, ...] | None,
    words: Words,
    rows: tuple[Row, ...] = (),
    target: int = 0,
) -> bytes:
    """Draw a player's own cards in stacks by faction, below a strip with their number.

    A `market` of None is left out. `rows` are the players whose points a lesson draws below the
    hand, because it has no board. `target` is used only with `rows`.
    """
    groups = max(1, len(set(cards)))
    most = max((cards.count(faction) for faction in cards), default=1)
    wide = _compute_groups_width(groups, WIDE_SHEET_UNITS - 2 * MARGIN_PIXELS)
    lift = min(MAX_STACK_LIFT, (most - 1) * MAX_STACK_STEP)
    foot = STRIP_HEIGHT + lift + pieces.compute_card_height(wide) + 2 * MARGIN_PIXELS
    sheet = _make_city_sheet(foot + len(rows) * LANE_HEIGHT)
    sheet.draw_rounded((8, 6, WIDE_SHEET_UNITS - 8, STRIP_HEIGHT - 4), 22, TABLE)
    sheet.write(f"{words.hand} {len(cards)}", (24, 6, 250, STRIP_HEIGHT - 4), 54, GOLD)
    if market is not None:
        _draw_strip(sheet, market, words)
    if not cards:
        gap = pieces.make_card_gap(sheet.px(wide))
        sheet.glue(gap, (WIDE_SHEET_UNITS - wide) / 2, STRIP_HEIGHT + MARGIN_PIXELS)
    sides = (MARGIN_PIXELS, WIDE_SHEET_UNITS - MARGIN_PIXELS)
    _draw_groups(sheet, cards, sides, foot - MARGIN_PIXELS, words)
    for place, row in enumerate(rows):
        top = foot - MARGIN_PIXELS / 2 + place * LANE_HEIGHT
        _draw_lane(sheet, row, (top, LANE_HEIGHT - 6), target)
    return sheet.encode_jpeg()


def draw_end(rows: tuple[EndRow, ...], faction: int | None, words: Words) -> bytes:
    """Draw the winner, who comes first in `rows`, as the new mayor, and all others beside.

    `faction` decided the game; None means that none did.
    """
    winner, *others = rows
    high = 104
    sheet = _make_city_sheet(max(470, 2 * MARGIN_PIXELS + len(others) * high))
    sheet.draw_rounded((12, 12, PODIUM_WIDTH, sheet.height - 12), 30, CANDLE, edge=GOLD, width=8)
    foot = sheet.height - 18
    if faction is not None:
        drawn = pieces.make_card(faction, sheet.px(150), words.factions[faction])
        sheet.glue(drawn, PODIUM_WIDTH - 174, 26)
    tall = load_raster(
        pieces.RASTERS_FOLDER, f"mayors/{pieces.CANDIDATE_FILES[winner.seat]}", sheet.px(310)
    )
    sheet.glue(tall, 10, foot - tall.height / sheet.scale)
    sheet.glue(pieces.make_medallion(winner.seat, sheet.px(86)), 26, 26)
    sheet.glue(
        load_raster(pieces.RASTERS_FOLDER, "point", sheet.px(104)), PODIUM_WIDTH - 136, foot - 228
    )
    score = pieces.make_badge(str(winner.points), sheet.px(110), GOLD)
    sheet.glue_centred(score, PODIUM_WIDTH - 84, foot - 68)
    top = (sheet.height - len(others) * high) / 2
    for place, row in enumerate(others):
        _draw_ranked_player(sheet, row, (top + place * high, high - 8), winner.points)
    return sheet.encode_jpeg()


def draw_overview(factions: tuple[int, ...], words: Words) -> bytes:
    """Draw one card of each of some factions: up to five in one row, more in rows of four."""
    across = 5 if len(factions) <= 5 else 4
    room = WIDE_SHEET_UNITS - 2 * MARGIN_PIXELS
    wide = min(pieces.CARD_RASTER_WIDTH_PIXELS, _compute_groups_width(across, room))
    down = pieces.compute_card_height(wide) + MARGIN_PIXELS
    sheet = _make_city_sheet(MARGIN_PIXELS + -(-len(factions) // across) * down)
    for place, faction in enumerate(factions):
        row, column = divmod(place, across)
        in_row = min(across, len(factions) - row * across)
        step = wide + CARD_GAP
        left = (WIDE_SHEET_UNITS - in_row * step + CARD_GAP) / 2 + column * step
        piece = pieces.make_card(faction, sheet.px(wide), words.factions[faction])
        sheet.glue(piece, left, MARGIN_PIXELS + row * down)
    return sheet.encode_jpeg()


def draw_lobby_banner(title: str) -> bytes:
    """Draw the banner with the game's title, shown above the lobby where players join."""
    return draw_banner(
        pieces.RASTERS_FOLDER, title, (250, 14, WIDE_SHEET_UNITS - 250, 150), 116, GOLD
    )


def _compute_groups_width(stack_count: int, total_width: int) -> int:
    """Return the width of a card if `stack_count` stacks are side by side within `total_width`."""
    return min(MAX_CARD_WIDTH, total_width // stack_count - CARD_GAP)


def _draw_groups(
    sheet: Sheet,
    cards: tuple[int, ...],
    sides: tuple[int, int],
    bottom: float,
    words: Words,
    ghost_factions: tuple[int, ...] = (),
) -> None:
    """Draw a stack of cards for each faction, with the number of cards in the corner.

    A faction in `ghost_factions` without a card is drawn as a faded card.
    """
    factions = sorted({*cards, *ghost_factions})
    if not factions:
        return
    wide = _compute_groups_width(len(factions), sides[1] - sides[0])
    column, top = wide + CARD_GAP, bottom - pieces.compute_card_height(wide)
    left = (sum(sides) - len(factions) * column + CARD_GAP) / 2
    for place, faction in enumerate(factions):
        number, x = cards.count(faction), left + place * column
        room = min(MAX_STACK_LIFT, top - CARD_GAP)
        apart = min(MAX_STACK_STEP, room / max(1, number - 1))
        if not number:
            ghost = pieces.make_ghost_card(faction, sheet.px(wide), words.factions[faction])
            sheet.glue(ghost, x, top)
            continue
        piece = pieces.make_card(faction, sheet.px(wide), words.factions[faction])
        for depth in reversed(range(number)):
            sheet.glue(piece, x, top - depth * apart)
        count = pieces.make_badge(f"×{number}", sheet.px(COUNT_BADGE_HEIGHT))
        sheet.glue(count, x + wide - count.width / sheet.scale, top - 6)


def _draw_piles(sheet: Sheet, market: Market, words: Words) -> None:
    """Draw the draw pile and the discard pile with the number of cards in each."""
    sheet.draw_rounded((1060, 8, WIDE_SHEET_UNITS - 8, MARKET_HEIGHT - 10), 24, TABLE)
    wide = sheet.px(76)
    covered = pieces.make_card_gap(wide)
    if market.top_discard is not None:
        covered = pieces.make_card(market.top_discard, wide, "")
    drawn = pieces.make_card_back(wide) if market.pile_count else pieces.make_card_gap(wide)
    for upper, piece, number, word in (
        (14, drawn, market.pile_count, words.pile),
        (164, covered, market.discard_count, words.discards),
    ):
        sheet.glue(piece, 1068, upper)
        count = pieces.make_badge(str(number), sheet.px(58), GOLD)
        sheet.glue(count, 1190 - count.width / sheet.scale, upper + 48)
        sheet.write(word, (1062, upper + 104, 1190, upper + 144), 36, GOLD)


def _draw_strip(sheet: Sheet, market: tuple[int, ...], words: Words) -> None:
    sheet.write(f"{words.market}:", (270, 6, 490, STRIP_HEIGHT - 4), 54, GOLD)
    for place, faction in enumerate(sorted(set(market))):
        left = 506 + place * 136
        sign = load_raster(pieces.RASTERS_FOLDER, f"signs/{FACTIONS[faction]}", sheet.px(78))
        sheet.glue(sign, left, 10)
        sheet.glue(pieces.make_badge(str(market.count(faction)), sheet.px(54)), left + 72, 22)


def _draw_lane(sheet: Sheet, row: Row, top_and_height: Size, target: int) -> None:
    """Draw the row with a player's points and number of cards."""
    top, high = top_and_height
    middle, size = top + high / 2, high - 8
    ground = CANDLE if row.is_active else PAPER
    _draw_row_frame(sheet, row.seat, (10, top, WIDE_SHEET_UNITS - 10, top + high), ground)
    sheet.glue(pieces.make_medallion(row.seat, sheet.px(size)), 20, top + 4)
    if row.owes_answer or row.is_active:
        sign = "asked" if row.owes_answer else "turn"
        sheet.glue(load_raster(pieces.RASTERS_FOLDER, sign, sheet.px(high * 0.6)), 66, top - 2)
    sheet.write(str(row.points), (POINTS_COLUMN[0], top, POINTS_COLUMN[1], top + high), high * 0.8)
    _draw_track(sheet, row, (middle, high), target)
    sheet.glue(pieces.make_card_back(sheet.px(size * 0.66)), HAND_COLUMN[0], middle - size * 0.44)
    box = (HAND_COLUMN[0] + 56, top, HAND_COLUMN[1], top + high)
    sheet.write(str(row.card_count), box, high * 0.66)
    if not row.is_present:
        _dim_rows(sheet, (top, top + high))


def _draw_track(sheet: Sheet, row: Row, middle_and_height: Size, target: int) -> None:
    """Draw a player's points as steps, up to `target`, and the candidate on the last step."""
    middle, high = middle_and_height
    left, right = TRACK_COLUMN
    apart = (right - left) / target
    wide = sheet.px(min(40, apart - 4))
    for number in range(target):
        disc = pieces.make_track_step(row.seat if number < row.points else None, wide)
        sheet.glue_centred(disc, left + (number + 0.5) * apart, middle)
    sheet.glue_centred(
        pieces.make_badge(str(target), sheet.px(high * 0.66), GOLD), right + 48, middle
    )
    reached = left + (min(row.points, target) - 0.5) * apart
    sheet.glue_centred(pieces.make_candidate(row.seat, sheet.px(high)), reached, middle)


def _draw_ranked_player(sheet: Sheet, row: EndRow, top_and_height: Size, max_points: int) -> None:
    """Draw the row of a player who did not win, with a step for each of `max_points`."""
    top, high = top_and_height
    left, right = 728, WIDE_SHEET_UNITS - 34
    box = (PODIUM_WIDTH + 14, top, WIDE_SHEET_UNITS - 12, top + high)
    _draw_row_frame(sheet, row.seat, box, PAPER)
    sheet.write(f"{row.rank}.", (PODIUM_WIDTH + 20, top, PODIUM_WIDTH + 86, top + high), 60)
    sheet.glue(pieces.make_medallion(row.seat, sheet.px(high - 20)), PODIUM_WIDTH + 88, top + 10)
    sheet.glue(pieces.make_candidate(row.seat, sheet.px(high)), PODIUM_WIDTH + 166, top)
    sheet.write(str(row.points), (left - 2, top, left + 90, top + high), 76)
    apart = (right - left - 92) / max_points
    wide = sheet.px(min(40, apart - 4))
    for number in range(max_points):
        disc = pieces.make_track_step(row.seat if number < row.points else None, wide)
        sheet.glue_centred(disc, left + 92 + (number + 0.5) * apart, top + high / 2)


def _make_city_sheet(height: float) -> Sheet:
    sheet = Sheet.wide(height)
    sheet.glue(load_raster(pieces.RASTERS_FOLDER, "board", sheet.image.width), 0, 0)
    return sheet


def _draw_row_frame(sheet: Sheet, seat: int, box: Box, background: str) -> None:
    sheet.draw_rounded(box, 26, background, edge=pieces.SEAT_COLOURS[seat], width=7)


def _dim_rows(sheet: Sheet, top_and_bottom: tuple[float, float]) -> None:
    box = (0, sheet.px(top_and_bottom[0]), sheet.image.width, sheet.px(top_and_bottom[1]))
    seen = sheet.image.crop(box)
    ground = Image.new("RGB", seen.size, TABLE)
    sheet.image.paste(Image.blend(seen, ground, ABSENT_ROW_GROUND_SHARE), box)
