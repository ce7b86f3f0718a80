"""Helps to make the scenes of a film that shares a finished game."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from bot.engine.moves import get_tag
from bot.engine.package import GamePackage
from bot.engine.replays import FilmScene, FilmShot, ReplayedStep
from bot.engine.screens import ScreenContext, Screens

Log = Sequence[ReplayedStep]
MIN_SCENES = 3
"""With fewer reveals, a film shows other steps."""


def find_scenes(
    package: GamePackage, log: Log, round_starts: Sequence[int], context: ScreenContext
) -> tuple[FilmScene, ...]:
    """Return the scenes of a game's film: those that the game chooses, or else the default ones.

    `round_starts` are the indexes of the steps with which rounds begin.
    """
    screens = package.screens
    own = tuple(package.replays.find_film_scenes(screens, log, context))
    if own:
        return own
    choices = (
        [place for place, entry in enumerate(log) if _has_reveal(screens, entry)],
        [start - 1 for start in (*round_starts[1:], len(log))],
        [place for place, entry in enumerate(log) if tell_step(screens, entry, context)],
    )
    places = next((places for places in choices if len(places) >= MIN_SCENES), choices[-1])
    scenes = (make_scene(screens, log, place, context) for place in places)
    return tuple(scene for scene in scenes if scene.shots)


def make_public_log(log: Log) -> Log:
    """Return the steps of a game with what everybody could see of them, and nothing else."""
    entries = []
    for step in log:
        public = tuple(notice for notice in step.notices if notice.to is None)
        entries.append(replace(step, action=None, notices=public, views=step.views[:1]))
    return tuple(entries)


def _has_reveal(screens: Screens[Any], entry: ReplayedStep) -> bool:
    """Tell whether everybody looked up at a step, such as when the cups were lifted."""
    return any(get_tag(type(event)) in screens.reveals for event in entry.events)


def make_scene(
    screens: Screens[Any], log: Log, place: int, context: ScreenContext, *, weight: int = 0
) -> FilmScene:
    """Return the scene of a step: the board before it, and the board after it.

    The first caption tells the last thing that happened before. A scene has no shots where the game
    draws no board.
    """
    captions = (tell_step(screens, entry, context) for entry in reversed(log[:place]))
    led = next(filter(None, captions), "")
    told = tell_step(screens, log[place], context)
    shots = [make_shot(screens, entry, led, context) for entry in log[:place][-1:]]
    shots.append(make_shot(screens, log[place], told, context))
    return FilmScene(log[place].step, drop_repeated_shots(shots), weight)


def make_shot(
    screens: Screens[Any], entry: ReplayedStep, caption: str, context: ScreenContext
) -> FilmShot | None:
    """Return the shot of the board after a step, or None if the game draws no board."""
    board = screens.board(entry.views[0], replace(context, pictures=True))
    picture = board.picture or board.below
    return FilmShot(picture, caption) if picture else None


def tell_step(screens: Screens[Any], entry: ReplayedStep, context: ScreenContext) -> str:
    """Return what everybody was told of a step, in one line. It is "" if nothing was told."""
    told = (screens.describe_event(entry.views[0], event, context) for event in entry.events)
    return " ".join(filter(None, told))


def drop_repeated_shots(shots: Sequence[FilmShot | None]) -> tuple[FilmShot, ...]:
    """Return shots without missing ones, and without those that look like the next one."""
    there = [shot for shot in shots if shot]
    keys = [(shot.picture.key, shot.caption) for shot in there]
    repeated = {place for place, (one, other) in enumerate(pairwise(keys)) if one == other}
    return tuple(shot for place, shot in enumerate(there) if place not in repeated)
