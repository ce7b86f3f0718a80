"""The pictures that help with deducing: the notebook, and how it went. As in `art`: WebP."""

from math import log2

from PIL import Image, ImageDraw

from bot.art.kit import FINE, GOLD, GREY, PAPER, TABLE, WHITE, glue, rounded, webp, write
from bot.games.cloaked_cats.palette import MASK_COLOURS
from bot.games.cloaked_cats.pieces import mask, sign

WIDTH = 1200
ROW, HEAD = 66, 120
"""The heights of a feature's row and of the masks above."""
YES, OPEN, LINE = "#30C688", "#FFF3C4", "#4A3B6B"

Columns = tuple[tuple[int, tuple[str, ...]], ...]
"""For each opponent the seat, and by feature "yes", "no", "?" or a percentage."""


def notebook(columns: Columns, features: tuple[str, ...]) -> bytes:
    """Draw a table of features and opponents."""
    image = Image.new("RGB", (WIDTH, HEAD + len(features) * ROW + 14), TABLE)
    names = 470 if len(columns) > 2 else 560
    wide = (WIDTH - names - 24) / len(columns)
    for number, name in enumerate(features):
        top = HEAD + number * ROW
        rounded(image, (12, top, WIDTH - 12, top + ROW - 6), 14, PAPER)
        glue(image, sign(number, ROW - 10), 22, top + 2)
        write(image, name, (90, top, names, top + ROW - 6), 40)
    for place, (seat, marks) in enumerate(columns):
        left = names + place * wide
        glue(image, mask(seat, 104), left + wide / 2 - 52, 8)
        for number, mark in enumerate(marks):
            top = HEAD + number * ROW
            _mark(image, (left + 8, top + 4, left + wide - 8, top + ROW - 10), seat, mark)
    return webp(image)


def _mark(image: Image.Image, box: tuple[float, float, float, float], seat: int, mark: str) -> None:
    left, top, right, bottom = box
    if mark == "yes":
        rounded(image, box, 12, YES)
        side = round(bottom - top)
        glue(image, mask(seat, side), (left + right - side) / 2, top)
    elif mark == "no":
        write(image, "×", box, 44, "#A79CC4")
    else:
        rounded(image, box, 12, OPEN)
        write(image, mark, box, 42)


def story(
    left: tuple[tuple[int, ...], ...],
    asked: tuple[tuple[int, int, int, bool], ...],
    fans: str,
    turns: str,
) -> bytes:
    """Draw a line for each player: how many fans were left after each turn, on a log scale.

    `asked`: turn, guesser, opponent and whether the guess was right; marked on the opponent's line
    with the guesser's mask, in a ring where it was right. `fans` and `turns` name the axes.
    """
    high, low, begin, end = 90, 800, 130, WIDTH - 110
    image = Image.new("RGB", (WIDTH, 934), TABLE)
    most = log2(left[0][0])
    step = (end - begin) / max(1, len(left) - 1)

    def place(turn: int, seat: int) -> tuple[float, float]:
        lift = 5 * (seat - (len(left[0]) - 1) / 2)  # lines that run together stay visible
        return begin + turn * step, low - log2(max(1, left[turn][seat])) / most * (
            low - high
        ) + lift

    _axes(image, (begin, high, end, low), left[0][0], len(left) - 1)
    write(image, fans, (20, 10, WIDTH - 20, 64), 46, GOLD)
    write(image, turns, (20, low + 74, WIDTH - 20, low + 124), 46, GOLD)
    canvas = image.resize((WIDTH * FINE // 2, 934 * FINE // 2))
    scale = canvas.width / WIDTH
    draw = ImageDraw.Draw(canvas)
    for seat, colour in enumerate(MASK_COLOURS[: len(left[0])]):
        line = [place(turn, seat) for turn in range(len(left))]
        points = [(x * scale, y * scale) for x, y in line]
        for ink, width in ((WHITE, 13), (colour, 8)):
            draw.line(points, fill=ink, width=round(width * scale), joint="curve")
    image = canvas.resize(image.size, Image.Resampling.LANCZOS)
    for turn, seat, opponent, right in asked:
        x, y = place(turn, opponent)
        if right:
            rounded(image, (x - 34, y - 34, x + 34, y + 34), 34, WHITE, edge=YES, width=7)
        glue(image, mask(seat, 46), x - 23, y - 23)
    y = low + 72.0
    for seat in sorted(range(len(left[0])), key=lambda seat: -place(len(left) - 1, seat)[1]):
        y = min(y - 72, place(len(left) - 1, seat)[1])
        glue(image, mask(seat, 70), end + 32, y - 35)
    return webp(image)


def _axes(image: Image.Image, box: tuple[int, int, int, int], most: int, turns: int) -> None:
    left, top, right, bottom = box
    draw = ImageDraw.Draw(image)
    for number in (1, 3, 10, 30, 100, 300, most):
        y = bottom - log2(number) / log2(most) * (bottom - top)
        draw.line((left - 10, y, right, y), fill=LINE, width=2)
        write(image, str(number), (10, y - 24, left - 16, y + 24), 38, GREY)
    for turn in range(0, turns + 1, 1 if turns < 16 else 5):
        x = left + turn * (right - left) / max(1, turns)
        write(image, str(turn), (x - 30, bottom + 34, x + 30, bottom + 74), 34, GREY)
