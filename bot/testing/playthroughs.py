"""Writes playthroughs to text files, so that a review shows what a change does to a game.

A playthrough is a whole game as text. The moves are drawn at random, but are the same in each run.
There is one playthrough for the default options, and one for each other choice of each option. The
file `3-numbers-many.txt`, for example, is about three players and the choice "many" for the option
"numbers". For each step, a file lists the action, the events, what changed in all views, and the
prompts. The idea comes from OpenSpiel:
https://github.com/google-deepmind/open_spiel/tree/master/open_spiel/integration_tests/playthroughs
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from bot.engine.events import EventRecord, Seat
from bot.engine.game import ActRecord, Elapse, Game
from bot.engine.package import GamePackage
from bot.engine.screens import ScreenContext
from bot.testing.differences import find_differences
from bot.testing.people import make_context
from bot.testing.playing import PRESSING_PLAYERS, Play, Setup, Step, list_choices, play_game

RULE_NAME = "playthroughs"
"""The name by which the command line refers to the rule about playthroughs."""
RULE_TEXT = "Whole games read the same as their stored playthroughs."
"""The rule about playthroughs (whole games stored as text), in the words that are printed."""
FILE_PATTERN = "*-*.txt"
"""The glob pattern of the names of all files with playthroughs."""
PREFERRED_SEATS = 3
"""The number of players in each playthrough, a whole game stored as text.

If the game does not allow this number, the nearest number that it allows is used. Three are chosen
so that the file also shows what a third player sees when a move concerns only the other two.
"""
MAX_GAMES_TRIED = 20
"""The number of games that are played for each file. One of them is written to it.

That is the longest one within `MAX_LINES`, or the shortest one if all are longer.
"""
MAX_LINES = 250
"""The maximum number of lines of a playthrough, a whole game stored as text.

It is exceeded only if all games that were tried are longer.
"""
PLAYTHROUGH_LANGUAGE = "en"
"""The language in which the files describe events."""
CONTEXT_CHARACTERS = 40
"""The maximum number of characters that a message quotes before the first difference in a line."""
MAX_EXCERPT_CHARACTERS = 160
"""The maximum number of characters that a message quotes of a line, both the old and the new."""


def make_playthroughs(package: GamePackage) -> dict[str, str]:
    """Play the games of all playthroughs, and return the text of each file by its file name."""
    return {
        f"{name}.txt": _make_playthrough(package, setup)
        for name, setup in _list_setups(package.game)
    }


def compare_files(package: GamePackage, folder: Path) -> Iterator[str]:
    """Play a game's playthroughs again, and yield a message for each file that differs from them.

    The message quotes the first difference, or says that the file is missing or obsolete. If the
    game raises an exception, the only message says so.

    Args:
        package: The game whose playthroughs (whole games as text) are compared.
        folder: The folder with the files from an earlier run.
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
    """Play a game's playthroughs again, and bring the files in a folder up to date.

    Args:
        package: The game whose playthroughs (whole games as text) are written.
        folder: The folder of the files. It is created if it does not exist.

    Returns:
        The paths of all files that were written or deleted.
    """
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
    """Return the files in the folder that no longer belong to any playthrough of the game.

    Args:
        folder: The folder with the files.
        current: The text of each playthrough by its file name.
    """
    return [file for file in sorted(folder.glob(FILE_PATTERN)) if file.name not in current]


def _compare_file(file: Path, now: str) -> Iterator[str]:
    """Yield at most one message: that a file is missing, or what its first difference is.

    Args:
        file: The file with the playthrough, a whole game as text.
        now: The text that the file should have.
    """
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
    """Return the length of the longest common prefix of two texts."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(len(one), len(other)))


def _list_setups(game: Game[Any, Any]) -> Iterator[tuple[str, Setup]]:
    """Yield the file name (without ".txt") and the setup of each playthrough.

    A setup says under which conditions a game is played. Here, only the options differ.
    """
    seats = min(game.seats, key=lambda seats: abs(seats - PREFERRED_SEATS))
    yield f"{seats}-default", Setup(0, seats, game.defaults, PRESSING_PLAYERS)
    for option in game.options:
        for choice in list_choices(option)[1:]:
            chosen = game.defaults | {option.name: choice}
            yield f"{seats}-{option.name}-{choice}", Setup(0, seats, chosen, PRESSING_PLAYERS)


def _make_playthrough(package: GamePackage, setup: Setup) -> str:
    """Play several games with a setup, and return the text of the longest one within `MAX_LINES`.

    The games are compared by their number of steps. If even the shortest ones are too long for
    `MAX_LINES`, the text of the shortest one is returned.
    """
    numbered = (replace(setup, number=number) for number in range(MAX_GAMES_TRIED))
    plays = sorted(
        (play_game(package, each) for each in numbered), key=lambda play: len(play.steps)
    )
    text = ""
    for play in plays:
        longer = "".join(f"{line}\n" for line in _describe_game(play))
        if text and longer.count("\n") > MAX_LINES:
            break
        text = longer
    return text


def _describe_game(play: Play) -> Iterator[str]:
    """Yield the lines of a playthrough: the text of a whole played game."""
    context = make_context(play, PLAYTHROUGH_LANGUAGE)
    viewers = (None, *range(play.setup.seats))
    yield f"{context.say('game-title')}, {play.setup}"
    seen = list[Struct]()
    for step in play.steps:
        yield ""
        yield f"{step.number}. {_describe_action(step, context)}"
        before, seen = seen, [play.game.view(step.state, viewer) for viewer in viewers]
        for event in step.events:
            yield from _describe_event(play.package, event, seen, context)
        for who, lines in _group_changes(before, seen).items():
            all_see = len(who) == len(viewers)
            yield f"   {'everybody' if all_see else _join_names(who, context)}: {'; '.join(lines)}"
        yield from _describe_prompts(play, step, context)
    for place in play.game.standings(play.steps[-1].state) or ():
        yield f"   place {place.rank}: {context.names[place.seat]}, {place.points} points"
    if play.failure:
        yield f"   {play.failure}"


def _describe_action(step: Step, context: ScreenContext) -> str:
    """Return a sentence that tells which player did what in a step."""
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

    An event for which the game has no words is told by its name and values. If not everybody reads
    a line, those who do are added in brackets.

    Args:
        package: The game.
        event: The event.
        views: The views after the step: first the onlooker's, then each player's.
        context: The names and texts for the lines.
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
    """Return what a step changed in all views, with the viewers who see the same changes together.

    Args:
        before: The views before the step: first the onlooker's, then each player's. It is empty for
            the deal.
        after: The views after the step, in the same order.

    Returns:
        A dictionary that maps viewers to the lines about what changed for all of them. A viewer is
            a seat, or None for the onlooker.
    """
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
    """Yield a line for each question that waits for an answer, with those who are asked.

    They are players, or the table as a whole. The line also says how many legal moves each of the
    players has.
    """
    found = dict[str, list[str]]()
    for prompt in play.game.prompts(step.state):
        who, has = "The table", ""
        if prompt.seat is not None:
            who = context.names[prompt.seat]
            has = f", {len(play.game.legal_paths(step.state, prompt.seat))} moves"
            has += " to change the answer" if prompt.has_answered else ""
        clock = f", {prompt.clock}" if prompt.clock else ""
        asked = f"{prompt.kind!r} ({prompt.decision}{clock}{has})"
        found.setdefault(asked, []).append(who)
    yield from (f"   asked {what}: {', '.join(who)}" for what, who in found.items())
