"""Writes playthroughs, whole games as text, so that a review shows what a change does to a game.

The moves are drawn at random, but are the same in each run. There is a file for the default
options, and one for each other choice of each option, such as `3-numbers-many.txt` for three
players. Each step lists the action, the events, what changed in all views, and the prompts. The
idea comes from OpenSpiel:
https://github.com/google-deepmind/open_spiel/tree/master/open_spiel/integration_tests/playthroughs
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from bot.engine.events import EventRecord, Seat
from bot.engine.game import Elapse
from bot.engine.options import default_options
from bot.engine.package import GamePackage
from bot.engine.records import ActRecord, list_legal_paths
from bot.engine.screens import ScreenContext
from bot.testing.differences import find_differences
from bot.testing.people import make_context
from bot.testing.playing import (
    PRESSING_PLAYERS,
    AnyGame,
    Play,
    Rule,
    Setup,
    Step,
    list_choices,
    play_game,
)

PLAYTHROUGHS_RULE = Rule("playthroughs", "Whole games read the same as their stored playthroughs.")
FILE_PATTERN = "*-*.txt"
PREFERRED_SEATS = 3
"""With three, a file also shows what a third player sees when a move concerns only the others."""
MAX_GAMES_TRIED, MAX_LINES = 20, 250
"""Of the games that are tried, a file gets the longest one within the lines, or the shortest."""
PLAYTHROUGH_LANGUAGE = "en"
CONTEXT_CHARACTERS, MAX_EXCERPT_CHARACTERS = 40, 160
"""What a message quotes before the first difference in a line, and in all."""


def make_playthroughs(package: GamePackage) -> dict[str, str]:
    """Play the games of all playthroughs, and return the text of each file by its file name."""
    setups = _list_setups(package.game)
    return {f"{name}.txt": _make_playthrough(package, setup) for name, setup in setups}


def compare_files(package: GamePackage, folder: Path) -> Iterator[str]:
    """Yield a message for each file of an earlier run that differs from the game's playthroughs.

    If the game raises an exception, the only message says so.
    """
    try:
        current = make_playthroughs(package)
    except Exception as problem:
        yield f"it fails: {type(problem).__name__}: {problem}"
        return
    for name, text in current.items():
        yield from _compare_file(folder / name, text)
    yield from (
        f"{file.name}: nothing is kept there now" for file in _find_obsolete_files(folder, current)
    )


def write_files(package: GamePackage, folder: Path) -> list[Path]:
    """Bring the playthroughs in a folder up to date, and return what was written or deleted."""
    folder.mkdir(parents=True, exist_ok=True)
    current = make_playthroughs(package)
    changed = [
        folder / name for name, text in current.items() if [*_compare_file(folder / name, text)]
    ]
    for file in changed:
        file.write_text(current[file.name], encoding="utf-8", newline="\n")
    obsolete = _find_obsolete_files(folder, current)
    for file in obsolete:
        file.unlink()
    return [*changed, *obsolete]


def _find_obsolete_files(folder: Path, current: dict[str, str]) -> list[Path]:
    return [file for file in sorted(folder.glob(FILE_PATTERN)) if file.name not in current]


def _compare_file(file: Path, now: str) -> Iterator[str]:
    """Yield at most one message: that a file is missing, or what its first difference is."""
    if not file.exists():
        yield f"{file.name} is missing"
        return
    kept = file.read_text(encoding="utf-8")
    both = zip_longest(kept.splitlines(), now.splitlines(), fillvalue="(the end)")
    for number, (old, new) in enumerate(both, 1):
        if old != new:
            start = max(0, _count_common_characters(old, new) - CONTEXT_CHARACTERS)
            part = slice(start, start + MAX_EXCERPT_CHARACTERS)
            yield f"{file.name}:{number}: kept {old[part].strip()!r}, now {new[part].strip()!r}"
            return


def _count_common_characters(one: str, other: str) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(len(one), len(other)))


def _list_setups(game: AnyGame) -> Iterator[tuple[str, Setup]]:
    """Yield the file name, without ".txt", and the setup of each playthrough."""
    seats = min(game.seats, key=lambda seats: abs(seats - PREFERRED_SEATS))
    yield f"{seats}-default", Setup(0, seats, default_options(game.options), PRESSING_PLAYERS)
    for option in game.options:
        for choice in list_choices(option)[1:]:
            chosen = default_options(game.options) | {option.name: choice}
            yield f"{seats}-{option.name}-{choice}", Setup(0, seats, chosen, PRESSING_PLAYERS)


def _make_playthrough(package: GamePackage, setup: Setup) -> str:
    """Play several games, and return the text of the longest or shortest one (`MAX_LINES`)."""
    numbered = (replace(setup, number=number) for number in range(MAX_GAMES_TRIED))
    plays = sorted((play_game(package, one) for one in numbered), key=lambda play: len(play.steps))
    text = ""
    for play in plays:
        longer = "".join(f"{line}\n" for line in _describe_game(play))
        if text and longer.count("\n") > MAX_LINES:
            break
        text = longer
    return text


def _describe_game(play: Play) -> Iterator[str]:
    context = make_context(play, PLAYTHROUGH_LANGUAGE)
    yield f"{context.say('game-title')}, {play.setup}"
    seen = list[Struct]()
    for step in play.steps:
        yield ""
        yield f"{step.number}. {_describe_action(step, context)}"
        before, seen = seen, [play.game.view(step.state, viewer) for viewer in play.viewers]
        for event in step.events:
            yield from _describe_event(play.package, event, seen, context)
        for who, lines in _group_changes(before, seen).items():
            all_see = len(who) == len(play.viewers)
            yield f"   {'everybody' if all_see else _join_names(who, context)}: {'; '.join(lines)}"
        yield from _describe_prompts(play, step, context)
    for place in play.game.standings(play.steps[-1].state) or ():
        yield f"   place {place.rank}: {context.names[place.seat]}, {place.points} points"
    if play.failure:
        yield f"   {play.failure}"


def _describe_action(step: Step, context: ScreenContext) -> str:
    action = step.action
    if action is None:
        return "The deal."
    if isinstance(action, Elapse):
        return "The pause is over."
    did = action.move if isinstance(action, ActRecord) else "leaves for good"
    return f"{context.names[action.seat]}: {did}"


def _describe_event(
    package: GamePackage, event: EventRecord, views: Sequence[Struct], context: ScreenContext
) -> Iterator[str]:
    """Yield the line about an event, or several lines if its readers get different ones.

    An event without words is told by its name and values. `views` begins with the onlooker's.
    """
    if event.to == ():
        yield f"   {event.name} {event.values} (told to nobody)"
    readers = dict[str, list[Seat | None]]()
    for viewer in (None, *range(len(views) - 1)) if event.to is None else event.to:
        view = views[0 if viewer is None else viewer + 1]
        words = " ".join(package.describe_event(view, event, context).split())
        readers.setdefault(words or f"{event.name} {event.values}", []).append(viewer)
    for line, who in readers.items():
        told = "" if len(who) == len(views) else f" (told to {_join_names(who, context)})"
        yield f"   {line}{told}"


def _join_names(viewers: Iterable[Seat | None], context: ScreenContext) -> str:
    return ", ".join("an onlooker" if who is None else context.names[who] for who in viewers)


def _group_changes(
    before: Sequence[Struct], after: Sequence[Struct]
) -> dict[tuple[Seat | None, ...], list[str]]:
    """Map viewers to the lines about what changed for all of them. `before` is () for the deal."""
    viewers = dict[str, list[Seat | None]]()
    for place, view in enumerate(after):
        former = before[place] if before else None
        for line in find_differences(former, view):
            viewers.setdefault(line, []).append(place - 1 if place else None)
    found = dict[tuple[Seat | None, ...], list[str]]()
    for line, who in viewers.items():
        found.setdefault(tuple(who), []).append(line)
    return found


def _describe_prompts(play: Play, step: Step, context: ScreenContext) -> Iterator[str]:
    found = dict[str, list[str]]()
    for prompt in play.game.prompts(step.state):
        who, has = "The table", ""
        if prompt.seat is not None:
            who = context.names[prompt.seat]
            has = f", {len(list_legal_paths(play.game, step.state, prompt.seat))} moves"
            has += " to change the answer" if prompt.has_answered else ""
        clock = f", {prompt.clock}" if prompt.clock else ""
        asked = f"{prompt.kind!r} ({prompt.decision}{clock}{has})"
        found.setdefault(asked, []).append(who)
    yield from (f"   asked {what}: {', '.join(who)}" for what, who in found.items())
