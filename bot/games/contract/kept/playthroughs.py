"""Whole games in words, one for each choice of each option, so that a change shows in review.

Each is a text file, such as `3-numbers-many.txt`: for each input who gave it, what all are told,
what has changed in the views, and who is asked next. Any moves are made, always the same ones. The
idea is OpenSpiel's:
https://github.com/google-deepmind/open_spiel/tree/master/open_spiel/integration_tests/playthroughs
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from bot.games.box import Box
from bot.games.contract.kept.differences import differences
from bot.games.contract.people import scene_of
from bot.games.contract.playing import PRESSING, Moment, Play, Setting, choices, played
from bot.games.events import EventRecord, Seat
from bot.games.game import ActRecord, Elapse, Game
from bot.games.screen import Scene

PATTERN = "*-*.txt"
SEATS = 3
"""So many play if they can: then there is somebody whom a move concerns, and somebody else."""
TRIED = 20
"""Of so many games, the longest one with so few lines is told, or else the shortest."""
LINES = 250
LANGUAGE = "en"


def texts(box: Box, _: Path) -> dict[str, str]:
    """Return today's files by their names."""
    return {f"{name}.txt": _text(box, setting) for name, setting in _settings(box.game)}


def _settings(game: Game[Any, Any]) -> Iterator[tuple[str, Setting]]:
    seats = min(game.seats, key=lambda seats: abs(seats - SEATS))
    yield f"{seats}-default", Setting(0, seats, game.defaults, PRESSING)
    for option in game.options:
        for choice in choices(option)[1:]:
            chosen = game.defaults | {option.name: choice}
            yield f"{seats}-{option.name}-{choice}", Setting(0, seats, chosen, PRESSING)


def _text(box: Box, setting: Setting) -> str:
    numbered = (replace(setting, number=number) for number in range(TRIED))
    plays = sorted((played(box, each) for each in numbered), key=lambda play: len(play.moments))
    text = ""
    for play in plays:
        longer = "".join(f"{line}\n" for line in _lines(play))
        if text and longer.count("\n") > LINES:
            break
        text = longer
    return text


def _lines(play: Play) -> Iterator[str]:
    scene = scene_of(play, LANGUAGE)
    viewers = (None, *range(play.setting.seats))
    yield f"{scene.say('game-title')}, {play.setting}"
    seen = list[Struct]()
    for moment in play.moments:
        yield ""
        yield f"{moment.number}. {_given(moment, scene)}"
        yield from (f"   {_told(play.box, event, scene)}" for event in moment.events)
        before, seen = seen, [play.game.view(moment.state, viewer) for viewer in viewers]
        for who, lines in _by_viewers(before, seen).items():
            all_see = len(who) == len(viewers)
            yield f"   {'everybody' if all_see else _names(who, scene)}: {'; '.join(lines)}"
        yield from _asked(play, moment, scene)
    for place in play.game.standings(play.moments[-1].state) or ():
        yield f"   place {place.rank}: {scene.names[place.seat]}, {place.points} points"
    if play.failure:
        yield f"   {play.failure}"


def _given(moment: Moment, scene: Scene) -> str:
    given = moment.given
    if given is None:
        return "The deal."
    if isinstance(given, Elapse):
        return "The pause is over."
    did = given.move if isinstance(given, ActRecord) else "leaves for good"
    return f"{scene.names[given.seat]}: {did}"


def _told(box: Box, event: EventRecord, scene: Scene) -> str:
    """Return an event in words, or as it is where the game passes over it."""
    words = " ".join(box.render_event(event, scene).split())
    heard = "" if event.to is None else f" (told to {_names(event.to, scene)})"
    return f"{words or f'{event.name} {event.values}'}{heard}"


def _names(viewers: Iterable[Seat | None], scene: Scene) -> str:
    return ", ".join("an onlooker" if who is None else scene.names[who] for who in viewers)


def _by_viewers(
    before: Sequence[Struct], after: Sequence[Struct]
) -> dict[tuple[Seat | None, ...], list[str]]:
    """Return what has changed in the views, by all in whose views it has."""
    viewers = dict[str, list[Seat | None]]()
    for place, view in enumerate(after):
        former = before[place] if before else None
        for line in differences(former, view):
            viewers.setdefault(line, []).append(place - 1 if place else None)
    found = dict[tuple[Seat | None, ...], list[str]]()
    for line, who in viewers.items():
        found.setdefault(tuple(who), []).append(line)
    return found


def _asked(play: Play, moment: Moment, scene: Scene) -> Iterator[str]:
    """Yield what is asked, each with all who are asked it and how many moves each of them has."""
    found = dict[str, list[str]]()
    for prompt in play.game.prompts(moment.state):
        who, has = "The table", ""
        if prompt.seat is not None:
            who = scene.names[prompt.seat]
            has = f", {len(play.game.legal_paths(moment.state, prompt.seat))} moves"
        clock = f", {prompt.clock}" if prompt.clock else ""
        asked = f"{prompt.kind!r} ({prompt.decision}{clock}{has})"
        found.setdefault(asked, []).append(who)
    yield from (f"   asked {what}: {', '.join(who)}" for what, who in found.items())
