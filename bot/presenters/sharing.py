"""A moment of a game that is over, or all of it, for everybody in the channel."""

from collections.abc import Iterable, Sequence

from bot.drawing.animation import LAST
from bot.engine.screen import Button, Do, Moment, Picture, Screen
from bot.engine.text_helpers import lines
from bot.presenters import replay
from bot.presenters.replay import Replay, Spot, unmarked
from bot.presenters.text_limits import cut, fitting

MOMENT, GAME = 4, 36
"""Boards of a moment, and of a whole game at most."""
MOMENT_BYTES, GAME_BYTES = 2_000_000, 8_000_000
"""The most bytes of what is shared."""
MOMENT_SECONDS, GAME_SECONDS = 1.6, 0.8
"""For so long each board stands, if that makes no more than `LONGEST`."""
LONGEST = 20.0
"""Seconds of a moving picture at most."""
TOLD = 1500
"""Signs of the words, of the 2,000 of a message's text."""
ALT = 1000
"""Signs of the alternative text."""


def boards(found: Replay, at: int, language: str, *, whole: bool) -> tuple[Picture, ...]:
    """Return the pictures that lead to a step, or those of a whole game, each once in a row.

    A moment ends with its own board; where none differs from it before, it goes on behind it. Of a
    long game some are left out, evenly, but neither the first nor the last one.
    """
    last = len(found.steps) - 1
    if whole:
        return _evenly(_distinct(found, range(last + 1), language, last + 1), GAME)
    before = _distinct(found, range(at, -1, -1), language, MOMENT)[::-1]
    if len(before) > 1:
        return before
    return _distinct(found, range(at, last + 1), language, 2)


def _distinct(found: Replay, steps: Iterable[int], language: str, most: int) -> tuple[Picture, ...]:
    """Return the pictures of these steps, so many at most; none is that of the step before."""
    pictures: list[Picture] = []
    for step in steps:
        shown = replay.board(found, Spot(step), language)
        picture = shown.picture or shown.below
        if picture and (not pictures or pictures[-1].key != picture.key):
            pictures.append(picture)
        if len(pictures) == most:
            break
    return tuple(pictures)


def _evenly(pictures: Sequence[Picture], most: int) -> tuple[Picture, ...]:
    """Return so many of the pictures at most, the first and the last among them."""
    if len(pictures) <= most:
        return tuple(pictures)
    ends = len(pictures) - 1
    return tuple(pictures[round(place * ends / (most - 1))] for place in range(most))


def seconds(frames: int, *, whole: bool) -> float:
    """Return for how long each of so many boards stands; the last one stands `LAST` as long."""
    return min(GAME_SECONDS if whole else MOMENT_SECONDS, LONGEST / (frames - 1 + LAST))


def post(
    found: Replay,
    at: int,
    moments: Sequence[Moment],
    film: bytes | None,
    by: str,
    *,
    whole: bool,
) -> Screen:
    """Return what is posted, in the table's language.

    `film` is the moving picture, None where there is none; `by` is who shares it, escaped.
    """
    here = replay.scene(found, found.record.language, ended=True)
    key = "share-title-game" if whole else "share-title"
    title = here.say(key, name=by, game=here.say("game-title"))
    if whole:
        told = [here.say("moments-line", moment=moment.text) for moment in moments]
    else:
        step = found.steps.happened[at].step
        told = [here.say("moments-line", moment=m.text) for m in moments if m.step == step]
        told = told or [*replay.happened(found, Spot(at), here)]
    words = lines(title, *fitting(told, TOLD))
    alt = cut(here.say("share-alt", told=unmarked(" ".join(told) or title)), ALT)
    way = Do("replay", Spot(-1 if whole else at).value("shared"))
    return Screen(
        "",
        content=words,
        picture=Picture("moment.gif", alt, _as_it_is, (film,)) if film else None,
        rows=((Button(here.say("button-replay"), way, emoji="🎞️"),),),
        table=found.record.id,
    )


def _as_it_is(film: bytes) -> bytes:
    return film
