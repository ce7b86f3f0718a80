"""The pictures that belong to the screens: what is drawn, and what is told in its place."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec.structs import replace

from bot.engine.game import Place
from bot.engine.screen import Picture, ScreenContext
from bot.engine.text_helpers import lines
from bot.games.quickpick.art import drawing
from bot.games.quickpick.model.state import MASKS, PART_NAMES, Turn, View, candidates
from bot.games.quickpick.words import choice, counted, look, monster, part_name
from bot.i18n import Text

FREE: tuple[int | None, ...] = (None,) * len(MASKS)
"""No hand on any tile."""


def tiles(view: View, say: Text) -> Picture:
    """Return the tiles with the hands on them, and the face so far where parts are shown."""
    composed = view.mode != "camera" and view.phase != "draw"
    written = words(say)
    if view.done:  # what was not shown by now never will be
        written = replace(written, unknown=say("picture-unshown"))
    drawn = (view.taken or FREE, view.shown if composed else None, written)
    shown = ", ".join(part_name(number, say) for number in view.shown)
    alt = (
        say("tiles-alt"),
        say("tiles-alt-shown", parts=shown) if shown else "",
        *_hands(view.taken, say),
        *_by_part(say),
    )
    return Picture("tiles.jpg", lines(*alt), drawing.tiles, drawn)


def revealed(turn: Turn, say: Text) -> Picture:
    """Return the result of a race: the right face, and which ones the guessers chose."""
    hands = tuple((hand.seat, hand.tile) for hand in turn.hands)
    drawn = (turn.mask, turn.right, hands, words(say))
    told = ", ".join(f"{choice(tile, say)} {seat + 1}" for seat, tile in hands)
    alt = (
        say("revealed-alt", mask=monster(turn.mask, say), parts=look(turn.mask, say)),
        say("hands-alt", hands=told) if told else "",
    )
    return Picture("revealed.jpg", lines(*alt), drawing.revealed, drawn)


def secret(mask: int | None, say: Text) -> Picture:
    """Return the mime's own mask; None: face down, as the mime has not looked."""
    alt = say("unseen-alt")
    if mask is not None:
        alt = say("secret-alt", mask=monster(mask, say), parts=look(mask, say))
    return Picture("mask.jpg", alt, drawing.mask, (mask, words(say)))


def won(masks: tuple[int, ...], say: Text) -> Picture:
    """Return the viewer's own collected masks."""
    names = ", ".join(monster(mask, say) for mask in masks)
    alt = say("won-alt", masks=names or say("masks-none"))
    return Picture("masks.jpg", alt, drawing.won, (masks, words(say)))


def end(view: View, places: Sequence[Place], scene: ScreenContext) -> Picture:
    """Return everybody's place and pile; who the hands are, the alt text tells by name."""
    say = scene.say
    rows = tuple((place.seat, place.rank, view.piles[place.seat]) for place in places)
    drawn = (rows, words(say))
    alt = lines(say("end-alt"), *(_pile(place, view, scene) for place in places))
    return Picture("end.jpg", alt, drawing.end, drawn)


def _pile(place: Place, view: View, scene: ScreenContext) -> str:
    """Return whose place it is, and which monsters are in the pile, each with how often."""
    say, name = scene.say, scene.labels[place.seat]
    told = say("end-alt-place", rank=place.rank, name=name, count=counted(place.points, say))
    often = Counter(sorted(view.piles[place.seat]))
    monsters = [
        monster(mask, say) if times == 1 else f"{times} {monster(mask, say)}"
        for mask, times in often.items()
    ]
    return f"{told} ({', '.join(monsters)})" if monsters else told


def overview(say: Text) -> Picture:
    """Return all sixteen faces with their names."""
    alt = lines(say("tiles-alt"), *_by_part(say))
    return Picture("faces.jpg", alt, drawing.overview, (words(say),))


def features(say: Text) -> Picture:
    """Return the ten parts in pairs."""
    alt = ", ".join(part_name(number, say) for number in range(len(PART_NAMES)))
    return Picture("features.jpg", alt, drawing.features, (words(say),))


@lru_cache(maxsize=8)
def words(say: Text) -> drawing.Words:
    """Return the words in the pictures."""
    return drawing.Words(
        names=tuple(monster(mask, say) for mask in range(len(MASKS))),
        parts=tuple(part_name(number, say) for number in range(len(PART_NAMES))),
        unknown=say("picture-unknown"),
        mask=say("picture-mask"),
        masks=say("picture-masks"),
    )


def _hands(taken: Sequence[int | None], say: Text) -> tuple[str, ...]:
    """Return the tiles that have a hand on them, with the numbers of the players."""
    told = ", ".join(
        f"{monster(mask, say)} {seat + 1}" for mask, seat in enumerate(taken) if seat is not None
    )
    return (say("hands-alt", hands=told),) if told else ()


def _by_part(say: Text) -> Iterator[str]:
    """Yield for each part the monsters that show it: shorter than all faces in words."""
    for number in range(len(PART_NAMES)):
        names = ", ".join(monster(mask, say) for mask in candidates((number,)))
        yield f"{part_name(number, say)}: {names}"
