"""A moment of a game that is over, or all of it, for everybody in the channel."""

from collections.abc import Sequence

from bot.games.screen import Button, Do, Moment, Picture, Screen
from bot.games.wording import lines
from bot.tables.past import replay
from bot.tables.past.replay import Replay, Spot
from bot.tables.showing.fitting import fitting

BEFORE, BEHIND = 2, 1
"""Steps that are shown around a moment."""
MOMENT_BYTES, GAME_BYTES = 2_000_000, 8_000_000
"""The most bytes of what is shared."""
MOMENT_SECONDS, GAME_SECONDS = 1.6, 0.8
"""For so long each board stands."""
FRAMES = 100
"""Boards of a whole game at most, evenly chosen."""
TOLD = 1500
"""Signs of the words, of the 2,000 of a message's text."""
ALT = 1000
"""Signs of the alternative text."""


def boards(found: Replay, at: int, language: str, *, whole: bool) -> tuple[Picture, ...]:
    """Return the pictures around a step, or of a whole game; each once in a row."""
    last = len(found.steps) - 1
    steps = range(max(0, at - BEFORE), min(last, at + BEHIND) + 1)
    if whole:
        every = max(1, -(-len(found.steps) // FRAMES))
        steps = range(last % every, last + 1, every)
    pictures: list[Picture] = []
    for step in steps:
        shown = replay.board(found, Spot(step), language)
        picture = shown.picture or shown.below
        if picture and (not pictures or pictures[-1].key != picture.key):
            pictures.append(picture)
    return tuple(pictures)


def post(
    found: Replay,
    at: int,
    moments: Sequence[Moment],
    film: bytes | None,
    language: str,
    *,
    whole: bool,
) -> Screen:
    """Return what is posted; `film` is the moving picture, None where there is none."""
    here = replay.scene(found, language, ended=True)
    title = here.say("share-title", game=here.say("game-title"))
    if whole:
        told = [here.say("moments-line", moment=moment.text) for moment in moments]
    else:
        step = found.steps[at].step
        told = [here.say("moments-line", moment=m.text) for m in moments if m.step == step]
        told = told or [*replay.happened(found, Spot(at), here)]
    words = lines(title, *fitting(told, TOLD))
    alt = here.say("share-alt", told=" ".join(told) or title)[:ALT]
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
