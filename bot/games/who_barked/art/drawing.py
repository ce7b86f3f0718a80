"""Draws the pictures of Who Barked? as JPEG files: the kitchen, a player's own card, and the end.

Lengths are in units of the sheet. The same arguments give the same bytes. No font has all the
characters of names, so each player has a cat with a colour, a pattern and a letter instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from bot.drawing.kit import CANDLE, GOLD, INK, PAPER, WHITE, Box
from bot.drawing.pillow import Image
from bot.drawing.sheet import WIDE_SHEET_UNITS, Sheet, draw_banner
from bot.games.who_barked.art import pieces
from bot.games.who_barked.art.pieces import CAT_ASPECT_RATIO, FURS, RASTERS_FOLDER, Mood

BOARD_HEIGHT, CARD_HEIGHT = 570, 228
WORKTOP_HEIGHT = 218
"""How far below the top the goals stand on the worktop."""
GOALS_COLUMN = (285, 945)
"""The left and right ends of the space for the goals, between the window and the house."""
GOAL_WIDTH, GOAL_WIDTH_BELOW_NEWS = 178, 118
BACK_ROW_BOTTOM, ROW_BOTTOM, FRONT_ROW_BOTTOM = 470, 520, 562
"""Where cats stand that stay behind, all in one row, or in front."""
MAX_CAT_WIDTH, HUSH_CAT_STEP, HUSH_CAT_GAP = 160, 260, 20
MARK_SHARE, MARK_OUTSIDE_SHARE = 0.42, 0.05
"""How wide the sign of a vote is, and how far it reaches beyond its cat, as shares of the cat."""
BARK_COLOUR = "#C2255C"
RAID_DARKNESS, HUSH_DARKNESS = 0.5, 0.72
"""How dark the kitchen is while the crew acts, and while all listen, from 0 to 1."""
PODIUM_TOP, PODIUM_BOTTOM, LOSERS_BOTTOM = 312, 380, 562
MAX_WINNER_WIDTH, MAX_LOSER_WIDTH = 240, 150
WINNER_GAP = 14
SCENTS_PER_ROW, MAX_SCENT_HEIGHT = 2, 96
MAX_KNOWN_WIDTH, MAX_KNOWN_STEP = 152, 232
"""How large the others are on a player's card, and how far apart."""
CARD_GROUND = "#3A2C63"
SPARKLES = ((-92, 60, 62), (84, 20, 74), (36, 2, 44), (-48, 6, 40))
"""The sparkles above an emptied goal: how far from its middle, how far down, and how wide."""
MOODS: dict[str, Mood] = {
    "barked": "scared",
    "quiet": "happy",
    "won": "happy",
    "lost": "sad",
}
"""How cats look in a scene, unless they look calm. Dogs in suits look as cats do."""

Scene = Literal["idle", "vote", "raid", "hush", "refused", "quiet", "barked", "hunt"]
"""What the board shows: nothing special, a proposed crew, a crew in the kitchen, the dark in which
all listen, a refused crew, an emptied goal, barks, or the top dog who looks for the nose.
"""


class Player(Struct, frozen=True):
    """One player's cat in a picture, with its marks."""

    letter: int
    """The number of the letter on the cat's tag, from 0 for A."""
    is_leader: bool = False
    is_in_crew: bool = False
    has_answered: bool = False
    vote: bool | None = None
    """The player's vote if it is revealed. True is a vote for the crew."""
    is_dog: bool = False
    """Whether the picture shows the player as a dog. False also if nobody may know."""
    is_top_dog: bool = False
    is_nose: bool = False
    """Whether the picture shows the player as the nose. False also if nobody may know."""


class Kitchen(Struct, frozen=True):
    """How far the night has gone."""

    hours_left: int
    hours: int
    alarms: int
    goals: tuple[int, ...]
    """The size of the crew for each goal, or 0 if the goal is empty."""
    target: int | None = None
    """The number of the goal to which the crew goes or went."""


class Scent(Struct, frozen=True):
    """What the nose smelled in a crew that left."""

    crew: tuple[int, ...]
    """The letters of the crew."""
    dogs: int


def draw_board(
    kitchen: Kitchen, players: tuple[Player, ...], scene: Scene, barks: int = 0, woof: str = ""
) -> bytes:
    """Draw the kitchen by night, with all players' cats.

    Args:
        barks: How many dogs barked, in the scene "barked".
        woof: The word for a bark in the reader's language.
    """
    sheet = _make_kitchen_sheet()
    _draw_goals(sheet, kitchen, scene)
    _draw_night(sheet, kitchen)
    if scene == "barked":
        _draw_barks(sheet, barks, woof)
    if scene == "refused":
        _draw_tally(sheet, [player.vote for player in players])
    if scene == "hush":
        _draw_hush(sheet, kitchen, players)
        return sheet.encode_jpeg()
    if scene == "raid":
        _darken(sheet, RAID_DARKNESS)
    step = WIDE_SHEET_UNITS / len(players)
    width = min(MAX_CAT_WIDTH, step)
    in_front = [_is_in_front(player, scene) for player in players]
    for is_front_row in (False, True):
        bottom = ROW_BOTTOM
        if any(in_front):
            bottom = FRONT_ROW_BOTTOM if is_front_row else BACK_ROW_BOTTOM
        for place, player in enumerate(players):
            if in_front[place] != is_front_row:
                continue
            middle = (place + 0.5) * step
            if is_front_row:
                glow = pieces.make_glow(sheet.px(width * 1.6), sheet.px(width * 0.8))
                sheet.glue_centred(glow, middle, bottom - width * 0.12)
            _draw_player(sheet, player, middle, bottom, width, scene)
            if scene == "hunt" and player.is_top_dog:
                _draw_search(sheet, middle, bottom - width * 1.38, width * 0.54)
    return sheet.encode_jpeg()


def draw_sniff(players: tuple[Player, ...], accused: int) -> bytes:
    """Draw the top dog with its nose at the cat with the letter `accused`, in the dark."""
    sheet = _make_kitchen_sheet()
    _darken(sheet, RAID_DARKNESS)
    others = [each for each in players if each.letter != accused and not each.is_top_dog]
    step = WIDE_SHEET_UNITS / len(others)
    width = min(MAX_CAT_WIDTH, step) * 0.8
    for place, player in enumerate(others):
        _draw_player(sheet, player, (place + 0.5) * step, 200, width, "sniff")
    top_dog = next(player for player in players if player.is_top_dog)
    glow = pieces.make_glow(sheet.px(1000), sheet.px(520))
    sheet.glue_centred(glow, WIDE_SHEET_UNITS / 2, 420)
    cat = pieces.make_cat(accused, sheet.px(300), "scared")
    sheet.glue(cat, 640, 560 - 300 / CAT_ASPECT_RATIO)
    dog = pieces.make_leaning_dog(top_dog.letter, sheet.px(300))
    sheet.glue_centred(dog, 470, 390)
    _draw_search(sheet, 560, 262, 128)
    return sheet.encode_jpeg()


def draw_card(
    own: Player, others: tuple[Player, ...], scents: tuple[Scent, ...], knows_dogs: bool
) -> bytes:
    """Draw a player's secret role, and what it lets the player know of the others.

    All roles' cards have the same size. Without `knows_dogs`, the others have question marks.
    """
    sheet = Sheet.wide(CARD_HEIGHT)
    sheet.draw_rounded((0, 0, WIDE_SHEET_UNITS, CARD_HEIGHT), 0, CARD_GROUND)
    box = (10, 10, WIDE_SHEET_UNITS - 10, CARD_HEIGHT - 10)
    sheet.draw_rounded(box, 40, PAPER, edge=FURS[own.letter].coat, width=10)
    _draw_player(sheet, own, 116, CARD_HEIGHT - 12, 178, "card")
    inside = (218, 26, WIDE_SHEET_UNITS - 34, CARD_HEIGHT - 26)
    if scents:
        _draw_scents(sheet, scents, inside)
        return sheet.encode_jpeg()
    left, top, right, bottom = inside
    step = min((right - left) / len(others), MAX_KNOWN_STEP)
    width = min(step, MAX_KNOWN_WIDTH)
    for place, player in enumerate(others):
        middle = left + (place + 0.5) * step
        _draw_player(sheet, player, middle, bottom + 6, width, "card")
        if not knows_dogs:
            mark = (middle + width * 0.12, top - 4, middle + width * 0.12 + 58, top + 54)
            sheet.draw_rounded(mark, 29, GOLD, width=5)
            sheet.write("?", mark, 52)
    return sheet.encode_jpeg()


def draw_end(winners: tuple[Player, ...], losers: tuple[Player, ...]) -> bytes:
    """Draw all players without suits: the winners with crowns on a podium, the others below."""
    sheet = _make_kitchen_sheet()
    width = min((WIDE_SHEET_UNITS - 70) / len(winners) - WINNER_GAP, MAX_WINNER_WIDTH)
    step = width + WINNER_GAP
    middle, half = WIDE_SHEET_UNITS / 2, step * len(winners) / 2
    glow = pieces.make_glow(sheet.px(half * 2 + 300), sheet.px(560))
    sheet.glue_centred(glow, middle, PODIUM_TOP - 80)
    podium = (middle - half - 25, PODIUM_TOP - 16, middle + half + 25, PODIUM_BOTTOM)
    sheet.draw_rounded(podium, 18, GOLD, width=8)
    sheet.write("1", (podium[0], PODIUM_TOP, podium[2], PODIUM_BOTTOM - 4), 62)
    for place, player in enumerate(winners):
        at = middle - half + (place + 0.5) * step
        _draw_player(sheet, player, at, PODIUM_TOP, width, "won")
    step = min(WIDE_SHEET_UNITS / len(losers), MAX_LOSER_WIDTH + 40)
    for place, player in enumerate(losers):
        at = middle + (place + 0.5 - len(losers) / 2) * step
        _draw_player(sheet, player, at, LOSERS_BOTTOM, MAX_LOSER_WIDTH, "lost")
    return sheet.encode_jpeg()


def draw_lobby_banner(title: str) -> bytes:
    """Draw the banner of a table whose game has not begun, with the game's title."""
    return draw_banner(RASTERS_FOLDER, title, (310, 4, 896, 116), 104, CANDLE)


def _make_kitchen_sheet() -> Sheet:
    sheet = Sheet.wide(BOARD_HEIGHT)
    sheet.glue(pieces.make_kitchen(*sheet.image.size), 0, 0)
    return sheet


def _darken(sheet: Sheet, share: float) -> None:
    dark = Image.new("RGB", sheet.image.size, pieces.DARKNESS_COLOUR)
    sheet.image.paste(Image.blend(sheet.image, dark, share))


def _draw_night(sheet: Sheet, kitchen: Kitchen) -> None:
    """Draw the window with the hours until dawn, and the house with the humans who are awake."""
    window = pieces.make_window(kitchen.hours_left, kitchen.hours, sheet.px(256))
    sheet.glue(window, 14, 8)
    sheet.glue(pieces.make_house(kitchen.alarms, sheet.px(224)), 964, 2)


def _draw_hush(sheet: Sheet, kitchen: Kitchen, players: Sequence[Player]) -> None:
    """Draw the dark, in which only the eyes of the crew glow, and a little light at the goal."""
    _darken(sheet, HUSH_DARKNESS)
    if kitchen.target is not None:
        _draw_goal(sheet, kitchen, kitchen.target, GOAL_WIDTH)
    crew = [player.letter for player in players if player.is_in_crew]
    step = min(HUSH_CAT_STEP, WIDE_SHEET_UNITS / len(crew))
    width = step - HUSH_CAT_GAP
    begin = (WIDE_SHEET_UNITS - step * len(crew) + HUSH_CAT_GAP) / 2
    for place, letter in enumerate(crew):
        cat = pieces.make_shadow_cat(letter, sheet.px(width))
        sheet.glue(cat, begin + place * step, FRONT_ROW_BOTTOM - width / CAT_ASPECT_RATIO)


def _draw_goals(sheet: Sheet, kitchen: Kitchen, scene: Scene) -> None:
    """Draw the goals on the worktop, and below each the size of its crew, or a tick."""
    width = GOAL_WIDTH_BELOW_NEWS if scene in ("barked", "refused") else GOAL_WIDTH
    for goal, size in enumerate(kitchen.goals):
        middle, is_target = _find_goal_middle(kitchen, goal), goal == kitchen.target
        _draw_goal(sheet, kitchen, goal, width)
        if is_target and scene == "quiet":
            for aside, down, wide in SPARKLES:
                sparkle = pieces.make_mark("sparkle", sheet.px(wide))
                sheet.glue_centred(sparkle, middle + aside, down + wide / 2)
        if not size:
            sheet.glue_centred(pieces.make_mark("tick", sheet.px(66)), middle, 244)
            continue
        badge = (middle - 58, 215, middle + 58, 271)
        sheet.draw_rounded(badge, 30, GOLD if is_target else PAPER, width=6)
        sheet.glue_centred(pieces.make_mark("paw", sheet.px(40)), middle - 24, 243)
        sheet.write(str(size), (middle, 216, middle + 48, 272), 52)


def _draw_goal(sheet: Sheet, kitchen: Kitchen, goal: int, width: float) -> None:
    """Draw a goal on the worktop, in a light if it is the target."""
    middle = _find_goal_middle(kitchen, goal)
    if goal == kitchen.target:
        glow = pieces.make_glow(sheet.px(width * 2), sheet.px(width * 1.7))
        sheet.glue_centred(glow, middle, WORKTOP_HEIGHT - width * 0.4)
    image = pieces.make_goal(goal, sheet.px(width), is_emptied=not kitchen.goals[goal])
    sheet.glue(image, middle - width / 2, WORKTOP_HEIGHT + 6 - image.height / sheet.scale)


def _find_goal_middle(kitchen: Kitchen, goal: int) -> float:
    left, right = GOALS_COLUMN
    return left + (goal + 0.5) * (right - left) / len(kitchen.goals)


def _draw_barks(sheet: Sheet, barks: int, woof: str) -> None:
    """Draw a burst with a howling dog for each bark, above the goals."""
    width = 420 if barks == 1 else 700 / barks + 16
    step = width - 16
    left = (sum(GOALS_COLUMN) - step * barks - 16) / 2
    dog = min(124, width * 0.4)
    for number in range(barks):
        at = left + number * step
        sheet.glue(pieces.make_burst(sheet.px(width), sheet.px(150)), at, -14)
        sheet.glue_centred(pieces.make_mark("howl", sheet.px(dog)), at + dog * 0.52, 70)
        box = (at + dog * 0.84, 14, at + width * 0.85, 106)
        sheet.write(woof, box, 88, BARK_COLOUR)


def _draw_tally(sheet: Sheet, votes: Sequence[bool | None]) -> None:
    """Draw how many voted for the refused crew, and how many against it."""
    middle = sum(GOALS_COLUMN) / 2
    box = (middle - 210, 10, middle + 210, 104)
    sheet.draw_rounded(box, 40, CANDLE, edge=GOLD, width=8)
    for mark, aside, number in (
        ("paw-up", -1, votes.count(True)),
        ("paw-down", 1, votes.count(False)),
    ):
        sheet.glue_centred(pieces.make_mark(mark, sheet.px(82)), middle + aside * 150, 57)
        at = middle + aside * 62
        sheet.write(str(number), (at - 40, 14, at + 40, 100), 74)
    sheet.write(":", (middle - 20, 10, middle + 20, 96), 64)


def _draw_search(sheet: Sheet, x: float, y: float, width: float) -> None:
    """Draw the sign of the nose with a question mark: the top dog is looking for it."""
    sheet.glue_centred(pieces.make_mark("nose", sheet.px(width)), x, y)
    left, top = x + width * 0.28, y - width * 0.62
    box = (left, top, left + width * 0.5, top + width * 0.5)
    sheet.draw_rounded(box, width / 4, WHITE, width=5)
    sheet.write("?", box, width * 0.42, BARK_COLOUR)


def _is_in_front(player: Player, scene: Scene) -> bool:
    if scene == "hunt":
        return player.is_top_dog
    return player.is_in_crew and scene in ("vote", "raid", "hush", "quiet", "barked")


def _draw_player(
    sheet: Sheet, player: Player, middle: float, bottom: float, width: float, scene: str
) -> None:
    """Draw a player's cat with all marks, its middle and its feet at these positions."""
    left, height = middle - width / 2, width / CAT_ASPECT_RATIO
    top = bottom - height
    mood = MOODS.get(scene, "calm")
    if player.is_dog and mood == "scared":
        mood = "calm"
    sheet.glue(pieces.make_cat(player.letter, sheet.px(width), mood, player.is_dog), left, top)
    if player.is_top_dog:
        bone = width * 0.56
        sheet.glue_centred(
            pieces.make_mark("bone", sheet.px(bone)), middle - width * 0.03, top + height * 0.6
        )
    if player.is_nose:
        sheet.glue(
            pieces.make_mark("nose", sheet.px(width * 0.42)), left - 2, bottom - width * 0.46
        )
    if player.is_leader or scene == "won":
        crown = width * 0.46
        sheet.glue_centred(
            pieces.make_mark("crown", sheet.px(crown)), middle - width * 0.03, top + height * 0.05
        )
    mark = "tick" if player.has_answered else ""
    if player.vote is not None:
        mark = "paw-up" if player.vote else "paw-down"
    if mark:
        wide = width * MARK_SHARE
        beside = max(0, left - width * MARK_OUTSIDE_SHARE)
        sheet.glue(pieces.make_mark(mark, sheet.px(wide)), beside, bottom - wide)


def _draw_scents(sheet: Sheet, scents: tuple[Scent, ...], box: Box) -> None:
    """Draw a box for each crew that the nose has smelled, with its number of dogs."""
    left, top, right, bottom = box
    rows = -(-len(scents) // SCENTS_PER_ROW)
    wide, high = (right - left) / SCENTS_PER_ROW, (bottom - top) / rows
    half = min(high - 6, MAX_SCENT_HEIGHT) / 2
    for number, scent in enumerate(scents):
        row, column = divmod(number, SCENTS_PER_ROW)
        x, middle = left + column * wide, top + (row + 0.5) * high
        around = (x + 4, middle - half, x + wide - 4, middle + half)
        sheet.draw_rounded(around, 20, WHITE, width=4)
        token = min(2 * half - 6, (wide - 192) / len(scent.crew))
        for place, letter in enumerate(scent.crew):
            image = pieces.make_token(letter, sheet.px(token - 4))
            sheet.glue_centred(image, x + 16 + (place + 0.5) * token, middle)
        dog = pieces.make_mark("dog", sheet.px(min(92, 2.4 * half)))
        sheet.glue_centred(dog, x + wide - 112, middle)
        fill = BARK_COLOUR if scent.dogs else INK
        count = (x + wide - 66, middle - half, x + wide - 10, middle + half)
        sheet.write(str(scent.dogs), count, 66, fill)
