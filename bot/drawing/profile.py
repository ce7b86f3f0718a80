"""Draws a player's profile as a JPEG: ratings over time, then games and wins of each game.

Lengths are in the units of a `Sheet`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from bot.drawing.kit import GOLD, GREY, INK, PAPER, WHITE, Box
from bot.drawing.sheet import ABOVE_TEXT_PIXELS, Sheet

WIDTH_UNITS = 1200
CHART_HEIGHT_UNITS, ROW_HEIGHT_UNITS = 330, 80
GAME_COLOURS = ("#FF8AC0", "#5BC8FF", "#FFC94D", "#63E0A3", "#C79BFF", "#FF9E6B")
"""The colours of the games in a profile, in order. Further games use them again."""
GRID_COLOUR = "#4A3B6B"
RATING_MARGIN_POINTS = 40
GRID_STEPS_POINTS = (20, 50, 100, 200, 500)
"""Possible distances of two lines in a chart. The smallest one with at most five parts is used."""


class PlayedGame(Struct, frozen=True):
    """One person's results in one of the bot's games."""

    title: str
    ratings: tuple[tuple[float, int], ...]
    """Pairs of a time, in seconds since 1970, and the person's rating from that time on."""
    games: int
    wins: int


def draw_profile(
    games: tuple[PlayedGame, ...], labels: tuple[str, str, str], month_labels: tuple[str, str]
) -> bytes:
    """Draw a person's profile as a JPEG: a chart of the ratings over time, and a bar for each game.

    `labels` are the words for rating, games and wins.
    """
    rated = any(played.ratings for played in games)
    top = CHART_HEIGHT_UNITS if rated else 0
    size = (WIDTH_UNITS, top + 74 + ROW_HEIGHT_UNITS * len(games) + 14)
    sheet = Sheet.filling(size, ABOVE_TEXT_PIXELS)
    if rated:
        box = (130, 84, WIDTH_UNITS - 100, CHART_HEIGHT_UNITS - 66)
        _draw_chart(sheet, box, games, labels[0], month_labels)
    _draw_header(sheet, top, labels[1:])
    most = max(played.games for played in games)
    for number, played in enumerate(games):
        _draw_game(sheet, top + 74 + number * ROW_HEIGHT_UNITS, number, played, most)
    return sheet.encode_jpeg()


def _draw_chart(
    sheet: Sheet, box: Box, games: Sequence[PlayedGame], label: str, month_labels: tuple[str, str]
) -> None:
    """Draw a chart of ratings over time into a box, with a curve and a letter for each game."""
    left, top, right, bottom = box
    times = [at for played in games for at, _ in played.ratings]
    ratings = [rating for played in games for _, rating in played.ratings]
    first, span = min(times), max(1.0, max(times) - min(times))
    low, high = min(ratings) - RATING_MARGIN_POINTS, max(ratings) + RATING_MARGIN_POINTS
    sheet.write(label, (20, 10, WIDTH_UNITS - 20, 66), 46, GOLD)
    for mark in _find_grid_ratings(low, high):
        y = bottom - (mark - low) / (high - low) * (bottom - top)
        sheet.draw_rounded((left - 10, y - 1, right, y + 1), 0, GRID_COLOUR)
        sheet.write(str(mark), (6, y - 24, left - 16, y + 24), 38, GREY)
    sheet.write(month_labels[0], (left - 60, bottom + 10, left + 120, bottom + 56), 36, GREY)
    sheet.write(month_labels[1], (right - 200, bottom + 10, right - 20, bottom + 56), 36, GREY)
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
    colours = [GAME_COLOURS[n % len(GAME_COLOURS)] for n, line in enumerate(lines) if len(line) > 1]
    sheet.draw_lines(drawn, colours, 9, INK)
    last = {number: line[-1][1] for number, line in enumerate(lines) if line}
    for number, y in _spread_heights(last, 62, bottom + 20).items():
        _draw_letter(sheet, number, right + 45, y, 30)


def _spread_heights(heights: Mapping[int, float], gap: float, lowest: float) -> dict[int, float]:
    """Move the letters beside the curves at least `gap` apart, none of them below `lowest`."""
    order, apart = sorted(heights, key=lambda number: heights[number]), dict[int, float]()
    above = -gap
    for number in order:
        above = apart[number] = max(heights[number], above + gap)
    for number in reversed(order):
        apart[number] = min(apart[number], lowest)
        lowest = apart[number] - gap
    return apart


def _find_grid_ratings(low: int, high: int) -> Iterator[int]:
    """Yield round ratings between two ratings, for the horizontal lines of a chart."""
    wide = (each for each in GRID_STEPS_POINTS if (high - low) / each <= 5)
    step = next(wide, GRID_STEPS_POINTS[-1])
    yield from range(-(-low // step) * step, high + 1, step)


def _draw_letter(sheet: Sheet, number: int, x: float, y: float, radius: float) -> None:
    """Draw the letter that stands for a game, on a disc of the game's colour."""
    box = (x - radius, y - radius, x + radius, y + radius)
    sheet.draw_rounded(box, radius, GAME_COLOURS[number % len(GAME_COLOURS)], width=3)
    sheet.write(chr(ord("A") + number), box, round(radius * 1.4))


def _draw_header(sheet: Sheet, top: float, labels: Sequence[str]) -> None:
    """Draw the line above the games' rows that explains the colours of the bars."""
    games, wins = labels
    for x, colour, word in ((560, PAPER, games), (860, GOLD, wins)):
        sheet.draw_rounded((x, top + 22, x + 36, top + 58), 10, colour)
        sheet.write(word, (x + 44, top + 12, x + 264, top + 68), 42, WHITE)


def _draw_game(sheet: Sheet, top: float, number: int, played: PlayedGame, max_games: int) -> None:
    """Draw a game's row: its letter and title, and a bar for its games that shows the wins, too."""
    middle = top + ROW_HEIGHT_UNITS / 2
    _draw_letter(sheet, number, 50, middle, 32)
    sheet.write(played.title, (92, top + 6, 520, top + ROW_HEIGHT_UNITS - 6), 44, WHITE)
    left, right = 540, WIDTH_UNITS - 130
    games = left + max(40, (right - left) * played.games / max(1, max_games))
    sheet.draw_rounded((left, top + 18, games, top + ROW_HEIGHT_UNITS - 18), 16, PAPER)
    if played.wins:
        wins = left + max(32, (games - left) * played.wins / played.games)
        sheet.draw_rounded((left, top + 18, wins, top + ROW_HEIGHT_UNITS - 18), 16, GOLD)
        inside = (left + 4, top + 20, wins - 4, top + ROW_HEIGHT_UNITS - 20)
        sheet.write(str(played.wins), inside, 40)
    beside = (games + 4, top + 14, games + 114, top + ROW_HEIGHT_UNITS - 14)
    sheet.write(str(played.games), beside, 44, PAPER)
