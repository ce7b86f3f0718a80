"""The picture of a profile: ratings over time, and games and wins by game. It is a JPEG."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from bot.drawing.kit import GOLD, GREY, INK, PAPER, WHITE, Box
from bot.drawing.sheet import ABOVE, Sheet

WIDTH = 1200
CHART, ROW = 330, 80
"""The heights of the chart and of a game's row below it."""
COLOURS = ("#FF8AC0", "#5BC8FF", "#FFC94D", "#63E0A3", "#C79BFF", "#FF9E6B")
"""Of the games, in their order; each line ends in a letter, too."""
LINE = "#4A3B6B"
AROUND = 40
"""Points of rating that are shown above and below all lines, at least."""
MARKS = (20, 50, 100, 200, 500)


class Played(Struct, frozen=True):
    """A game of a person's: how the rating went, and how many games and wins there are."""

    title: str
    ratings: tuple[tuple[float, int], ...]
    """The time, and the rating from then on as it is shown."""
    games: int
    wins: int


def profile(games: tuple[Played, ...], words: tuple[str, str, str], ends: tuple[str, str]) -> bytes:
    """Draw the ratings of games over time, and below them a bar for each game.

    `words` name the rating, games and wins; `ends` are the first and the last month.
    """
    rated = any(played.ratings for played in games)
    top = CHART if rated else 0
    sheet = Sheet.filling((WIDTH, top + 74 + ROW * len(games) + 14), ABOVE)
    if rated:
        _chart(sheet, (130, 84, WIDTH - 100, CHART - 66), games, words[0], ends)
    _head(sheet, top, words[1:])
    most = max(played.games for played in games)
    for number, played in enumerate(games):
        _bar(sheet, top + 74 + number * ROW, number, played, most)
    return sheet.jpeg()


def _chart(
    sheet: Sheet, box: Box, games: Sequence[Played], word: str, ends: tuple[str, str]
) -> None:
    left, top, right, bottom = box
    times = [at for played in games for at, _ in played.ratings]
    ratings = [rating for played in games for _, rating in played.ratings]
    first, span = min(times), max(1.0, max(times) - min(times))
    low, high = min(ratings) - AROUND, max(ratings) + AROUND
    sheet.write(word, (20, 10, WIDTH - 20, 66), 46, GOLD)
    for mark in _marks(low, high):
        y = bottom - (mark - low) / (high - low) * (bottom - top)
        sheet.rounded((left - 10, y - 1, right, y + 1), 0, LINE)
        sheet.write(str(mark), (6, y - 24, left - 16, y + 24), 38, GREY)
    sheet.write(ends[0], (left - 60, bottom + 10, left + 120, bottom + 56), 36, GREY)
    sheet.write(ends[1], (right - 200, bottom + 10, right - 20, bottom + 56), 36, GREY)
    lines = [
        [
            (
                left + (at - first) / span * (right - left),
                bottom - (rating - low) / (high - low) * (bottom - top),
            )
            for at, rating in played.ratings
        ]
        for played in games
    ]
    drawn = [line for line in lines if len(line) > 1]
    colours = [COLOURS[n % len(COLOURS)] for n, line in enumerate(lines) if len(line) > 1]
    sheet.lines(drawn, colours, 9, INK)
    last = {number: line[-1][1] for number, line in enumerate(lines) if line}
    for number, y in _apart(last, 62, bottom + 20).items():
        _letter(sheet, number, right + 45, y, 30)


def _apart(heights: Mapping[int, float], gap: float, lowest: float) -> dict[int, float]:
    """Return heights in the same order, at least a gap apart and none below the lowest."""
    order, apart = sorted(heights, key=lambda number: heights[number]), dict[int, float]()
    above = -gap
    for number in order:
        above = apart[number] = max(heights[number], above + gap)
    for number in reversed(order):
        apart[number] = min(apart[number], lowest)
        lowest = apart[number] - gap
    return apart


def _marks(low: int, high: int) -> Iterator[int]:
    """Yield at most five round numbers between two."""
    step = next((each for each in MARKS if (high - low) / each <= 5), MARKS[-1])
    yield from range(-(-low // step) * step, high + 1, step)


def _letter(sheet: Sheet, number: int, x: float, y: float, radius: float) -> None:
    """Draw the letter of a game on its colour."""
    box = (x - radius, y - radius, x + radius, y + radius)
    sheet.rounded(box, radius, COLOURS[number % len(COLOURS)], width=3)
    sheet.write(chr(ord("A") + number), box, round(radius * 1.4))


def _head(sheet: Sheet, top: float, words: Sequence[str]) -> None:
    games, wins = words
    for x, colour, word in ((560, PAPER, games), (860, GOLD, wins)):
        sheet.rounded((x, top + 22, x + 36, top + 58), 10, colour)
        sheet.write(word, (x + 44, top + 12, x + 264, top + 68), 42, WHITE)


def _bar(sheet: Sheet, top: float, number: int, played: Played, most: int) -> None:
    """Draw a game's row: its letter and title, a bar for its games, with the wins in it."""
    middle = top + ROW / 2
    _letter(sheet, number, 50, middle, 32)
    sheet.write(played.title, (92, top + 6, 520, top + ROW - 6), 44, WHITE)
    left, right = 540, WIDTH - 130
    games = left + max(40, (right - left) * played.games / max(1, most))
    sheet.rounded((left, top + 18, games, top + ROW - 18), 16, PAPER)
    if played.wins:
        wins = left + max(32, (games - left) * played.wins / played.games)
        sheet.rounded((left, top + 18, wins, top + ROW - 18), 16, GOLD)
        sheet.write(str(played.wins), (left + 4, top + 20, wins - 4, top + ROW - 20), 40)
    sheet.write(str(played.games), (games + 4, top + 14, games + 114, top + ROW - 14), 44, PAPER)
