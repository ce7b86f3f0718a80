"""Whole games in words, one for each choice of each option, so that a change shows in review.

Each is a text file, such as `3-numbers-many.txt`: for each input who gave it, what all are told,
what has changed in the views, and who is asked next. Any moves are made, always the same ones. The
idea is OpenSpiel's:
https://github.com/google-deepmind/open_spiel/tree/master/open_spiel/integration_tests/playthroughs
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, replace

from bot.engine.box import GamePackage
from bot.engine.events import EventRecord, Seat
from bot.engine.game import ActRecord, Elapse, Game
from bot.engine.screen import ScreenContext
from bot.testing.people import scene_of
from bot.testing.playing import PRESSING, Moment, Play, Setting, choices, played

NAME = "playthroughs"
SAYS = "Whole games are told as they were."
PATTERN = "*-*.txt"
PREFERRED_SEATS = 3
"""So many play if they can: then there is somebody whom a move concerns, and somebody else."""
GAMES_TRIED = 20
"""Of so many games, the longest one within `MAX_LINES` is told, or else the shortest."""
MAX_LINES = 250
LANGUAGE = "en"
CHARACTERS_BEFORE = 40
"""So much of a long line is shown before what differs."""
CHARACTERS_SHOWN = 160
"""So much of it is shown in all."""


def texts(box: GamePackage) -> dict[str, str]:
    """Return today's files by their names."""
    return {f"{name}.txt": _text(box, setting) for name, setting in _settings(box.game)}


def problems(box: GamePackage, folder: Path) -> Iterator[str]:
    """Yield the first line of each file that is not as it is kept, with its file and number."""
    try:
        today = texts(box)
    except Exception as problem:
        yield f"it fails: {type(problem).__name__}: {problem}"
        return
    for name, text in today.items():
        yield from _differing(folder / name, text)
    yield from (f"{file.name}: nothing is kept there now" for file in _left(folder, today))


def keep(box: GamePackage, folder: Path) -> list[Path]:
    """Write what is missing or differs, take away what is left over, and return these files."""
    folder.mkdir(parents=True, exist_ok=True)
    today = texts(box)
    changed = [folder / name for name, text in today.items() if [*_differing(folder / name, text)]]
    for file in changed:
        file.write_text(today[file.name], encoding="utf-8", newline="\n")
    left = _left(folder, today)
    for file in left:
        file.unlink()
    return [*changed, *left]


def _left(folder: Path, today: dict[str, str]) -> list[Path]:
    return [file for file in sorted(folder.glob(PATTERN)) if file.name not in today]


def _differing(file: Path, now: str) -> Iterator[str]:
    """Yield the first line that differs, if one does."""
    if not file.exists():
        yield f"{file.name} is missing"
        return
    kept = file.read_text(encoding="utf-8")
    both = zip_longest(kept.splitlines(), now.splitlines(), fillvalue="(the end)")
    for number, (old, new) in enumerate(both, 1):
        if old != new:
            start = max(0, _common(old, new) - CHARACTERS_BEFORE)
            part = slice(start, start + CHARACTERS_SHOWN)
            yield f"{file.name}:{number}: kept {old[part].strip()!r}, now {new[part].strip()!r}"
            return


def _common(one: str, other: str) -> int:
    """Return with how many characters both begin."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(len(one), len(other)))


def _settings(game: Game[Any, Any]) -> Iterator[tuple[str, Setting]]:
    seats = min(game.seats, key=lambda seats: abs(seats - PREFERRED_SEATS))
    yield f"{seats}-default", Setting(0, seats, game.defaults, PRESSING)
    for option in game.options:
        for choice in choices(option)[1:]:
            chosen = game.defaults | {option.name: choice}
            yield f"{seats}-{option.name}-{choice}", Setting(0, seats, chosen, PRESSING)


def _text(box: GamePackage, setting: Setting) -> str:
    numbered = (replace(setting, number=number) for number in range(GAMES_TRIED))
    plays = sorted((played(box, each) for each in numbered), key=lambda play: len(play.moments))
    text = ""
    for play in plays:
        longer = "".join(f"{line}\n" for line in _lines(play))
        if text and longer.count("\n") > MAX_LINES:
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


def _given(moment: Moment, scene: ScreenContext) -> str:
    given = moment.given
    if given is None:
        return "The deal."
    if isinstance(given, Elapse):
        return "The pause is over."
    did = given.move if isinstance(given, ActRecord) else "leaves for good"
    return f"{scene.names[given.seat]}: {did}"


def _told(box: GamePackage, event: EventRecord, scene: ScreenContext) -> str:
    """Return an event in words, or as it is where the game passes over it."""
    words = " ".join(box.render_event(event, scene).split())
    heard = "" if event.to is None else f" (told to {_names(event.to, scene)})"
    return f"{words or f'{event.name} {event.values}'}{heard}"


def _names(viewers: Iterable[Seat | None], scene: ScreenContext) -> str:
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


def _asked(play: Play, moment: Moment, scene: ScreenContext) -> Iterator[str]:
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


def differences(before: Any, after: Any, path: str = "") -> Iterator[str]:
    """Yield a text for each value that differs: its path, what it was and what it is.

    Before the first view is None: then all its fields are told.
    """
    if type(before) is type(after) and before == after:
        return
    if isinstance(after, Struct) and type(before) is type(after):
        former = asdict(before)
        for field, value in asdict(after).items():
            yield from differences(former[field], value, f"{path}.{field}" if path else field)
    elif before is None and not path:
        yield from (f"{field} {value!r}" for field, value in asdict(after).items())
    elif isinstance(before, tuple) and isinstance(after, tuple):
        yield from _of_tuples(before, after, path)
    else:
        yield f"{path} {before!r} -> {after!r}"


def _of_tuples(before: tuple[Any, ...], after: tuple[Any, ...], path: str) -> Iterator[str]:
    """Yield what differs item by item, where there are as many; else what has come and gone."""
    if len(before) == len(after):
        for number, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from differences(old, new, f"{path}[{number}]")
    elif before and after[: len(before)] == before:
        yield f"{path} + {after[len(before) :]!r}"
    else:
        yield f"{path} {before!r} -> {after!r}"
