"""The pictures on the screens of Quickpick, each with a text for those who cannot see it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec.structs import replace

from bot.engine.events import Seat
from bot.engine.game import Place
from bot.engine.screen import Picture
from bot.engine.screens import ScreenContext
from bot.engine.text_helpers import join_lines
from bot.games.quickpick.art import drawing
from bot.games.quickpick.model.state import MASKS, PART_NAMES, Turn, View, find_matching_masks
from bot.games.quickpick.words import (
    format_choice,
    format_look,
    format_mask_count,
    format_monster,
    format_part,
)
from bot.i18n import Text

FREE_TILES: tuple[int | None, ...] = (None,) * len(MASKS)
"""The value that is drawn when no tile has a hand on it: None for each of the 16 tiles."""


def make_tiles_picture(view: View, context: ScreenContext) -> Picture:
    """Return a picture of the 16 tiles, with the guessers' hands on them.

    During a race without a camera, it also shows the parts that the mime has shown.
    """
    say, composed = context.say, view.mode != "camera" and view.phase != "draw"
    written = make_picture_words(say)
    if view.done:  # the other parts will never be shown
        written = replace(written, unknown=say("picture-unshown"))
    drawn = (view.taken or FREE_TILES, view.shown if composed else None, written)
    shown = ", ".join(format_part(number, say) for number in view.shown)
    alt = (
        say("tiles-alt"),
        say("tiles-alt-shown", parts=shown) if shown else "",
        *_describe_hands(view.taken, context),
        *_list_monsters_by_part(say),
    )
    return Picture("tiles.jpg", join_lines(*alt), drawing.draw_tiles, drawn)


def make_race_result_picture(turn: Turn, context: ScreenContext) -> Picture:
    """Return a picture of a race's result: the right face, and the faces that guessers chose."""
    say, hands = context.say, tuple((hand.seat, hand.tile) for hand in turn.hands)
    drawn = (turn.mask, turn.right, hands, make_picture_words(say))
    told = ", ".join(_describe_hand(seat, format_choice(at, say), context) for seat, at in hands)
    alt = (
        say("revealed-alt", mask=format_monster(turn.mask, say), parts=format_look(turn.mask, say)),
        say("hands-alt", hands=told) if told else "",
    )
    return Picture("revealed.jpg", join_lines(*alt), drawing.draw_race_result, drawn)


def make_secret_mask_picture(mask: int | None, say: Text) -> Picture:
    """Return a picture of the secret mask, face down for None, which only the mime sees."""
    alt = say("unseen-alt")
    if mask is not None:
        alt = say("secret-alt", mask=format_monster(mask, say), parts=format_look(mask, say))
    return Picture("mask.jpg", alt, drawing.draw_secret_mask, (mask, make_picture_words(say)))


def make_won_masks_picture(masks: tuple[int, ...], say: Text) -> Picture:
    """Return a picture of the masks that the viewer has won."""
    names = ", ".join(format_monster(mask, say) for mask in masks)
    alt = say("won-alt", masks=names or say("masks-none"))
    return Picture("masks.jpg", alt, drawing.draw_won_masks, (masks, make_picture_words(say)))


def make_end_picture(view: View, places: Sequence[Place], context: ScreenContext) -> Picture:
    """Return a picture of all players' places and the masks that they have won."""
    say = context.say
    rows = tuple((place.seat, place.rank, view.piles[place.seat]) for place in places)
    drawn = (rows, make_picture_words(say))
    alt = join_lines(say("end-alt"), *(_describe_pile(place, view, context) for place in places))
    return Picture("end.jpg", alt, drawing.draw_end, drawn)


def _describe_pile(place: Place, view: View, context: ScreenContext) -> str:
    """Return a player's place and won masks in words, for the alternative text."""
    say, name = context.say, context.labels[place.seat]
    count = format_mask_count(place.points, say)
    told = say("end-alt-place", rank=place.rank, name=name, count=count)
    often = Counter(format_monster(mask, say) for mask in sorted(view.piles[place.seat]))
    monsters = [each if times == 1 else f"{times} {each}" for each, times in often.items()]
    return f"{told} ({', '.join(monsters)})" if monsters else told


def make_overview_picture(say: Text) -> Picture:
    """Return a picture of all 16 monster faces with their names."""
    alt = join_lines(say("tiles-alt"), *_list_monsters_by_part(say))
    return Picture("faces.jpg", alt, drawing.draw_overview, (make_picture_words(say),))


def make_features_picture(say: Text) -> Picture:
    """Return a picture of the ten parts of faces, such as "brows up", in pairs of opposites."""
    alt = ", ".join(format_part(number, say) for number in range(len(PART_NAMES)))
    return Picture("features.jpg", alt, drawing.draw_features, (make_picture_words(say),))


@lru_cache(maxsize=8)
def make_picture_words(say: Text) -> drawing.Words:
    """Return the words that are written into the pictures."""
    return drawing.Words(
        names=tuple(format_monster(mask, say) for mask in range(len(MASKS))),
        parts=tuple(format_part(number, say) for number in range(len(PART_NAMES))),
        unknown=say("picture-unknown"),
        mask=say("picture-mask"),
        masks=say("picture-masks"),
    )


def _describe_hand(seat: Seat, choice: str, context: ScreenContext) -> str:
    return context.say("hands-alt-hand", name=context.labels[seat], choice=choice)


def _describe_hands(taken: Sequence[int | None], context: ScreenContext) -> tuple[str, ...]:
    """Return a sentence on which tiles have whose hand on them, in a tuple that may be empty."""
    told = ", ".join(
        _describe_hand(seat, format_monster(mask, context.say), context)
        for mask, seat in enumerate(taken)
        if seat is not None
    )
    return (context.say("hands-alt", hands=told),) if told else ()


def _list_monsters_by_part(say: Text) -> Iterator[str]:
    for number in range(len(PART_NAMES)):
        names = ", ".join(format_monster(mask, say) for mask in find_matching_masks((number,)))
        yield f"{format_part(number, say)}: {names}"
