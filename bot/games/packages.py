"""Finds the games that the bot can play, including those in separately installed Python packages.

Such a Python package registers its game by an entry point with the game's name and the place of its
`GamePackage`:
https://packaging.python.org/en/latest/specifications/entry-points/

    [project.entry-points."cloaked_cats.games"]
    my_game = "my_game.package:PACKAGE"
"""

import importlib
import re
import traceback
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import EntryPoint, entry_points

from msgspec import Struct
from msgspec.structs import replace

from bot.common.config import StartProblem
from bot.engine.author_checks import find_mistakes, find_renamed_members
from bot.engine.game import Game
from bot.engine.package import GamePackage, GameRegistry, find_offered_games
from bot.engine.screens import Screens
from bot.games.registry import GAMES

ENTRY_POINT_GROUP = "cloaked_cats.games"
"""The entry point group under which installed Python packages register their games."""
GAME_NAME_PATTERN = re.compile(r"[a-z][a-z0-9_]{0,23}")
"""The regular expression for a game's name.

A name begins with a lower-case letter. At most 23 lower-case letters, digits or underscores follow.
The name is stored in the database and in the custom ids of Discord's buttons. The host's setting
`GAMES` can contain it, too.
"""
CONTRACT_PACKAGES = ("bot.engine", "bot.games", "bot.art", "bot.text")
"""The bot's packages from which games import, in this version and in earlier ones.

If a game fails to load because an import from one of these fails, it was written for an earlier
version of the bot. If it fails for another reason, it is broken, or defines renamed members.
"""
MAX_COMMAND_CHOICES = 25
"""The maximum number of games that people can choose from in a command.

It is Discord's limit for the choices of a command option. Further games are not offered, and each
is reported as a problem.

https://docs.discord.com/developers/interactions/application-commands
"""


class FoundGames(Struct, frozen=True):
    """All games that the bot can play, and the problems found while loading them."""

    registry: GameRegistry
    problems: tuple[StartProblem, ...]
    """The problems: one for each game that was left out or is one too many to be offered.

    There is also one for each name in the host's setting `GAMES` that belongs to no game.
    """


def find_games(offered_names: Sequence[str] = ()) -> FoundGames:
    """Find the bot's own games and those of installed Python packages.

    A game that cannot be loaded is left out and reported in `FoundGames.problems`.

    Args:
        offered_names: The names of the games to offer, which people can choose for a new table.
            If it is empty, all games are offered. All other games are returned as well, but marked
            as not offered, because stored tables may still use them.

    Raises:
        StartProblem: No game is left that people could choose.
    """
    registry, problems = dict(GAMES), list[StartProblem]()
    for point in sorted(
        entry_points(group=ENTRY_POINT_GROUP), key=lambda point: (point.name, point.value)
    ):
        try:
            registry[point.name] = _load_package(point, registry)
        except StartProblem as problem:
            problems.append(problem)
    known = ", ".join(registry)
    problems += [
        StartProblem("games-unknown", place=str(place), known=known)
        for place, name in enumerate(offered_names, start=1)
        if name not in registry
    ]
    names = [name for name in offered_names if name in registry] if offered_names else [*registry]
    if not names:
        raise StartProblem("games-none", known=known)
    problems += [
        StartProblem("games-many", game=name, most=str(MAX_COMMAND_CHOICES))
        for name in names[MAX_COMMAND_CHOICES:]
    ]
    return FoundGames(_order_games(registry, names[:MAX_COMMAND_CHOICES]), tuple(problems))


def load_module(path: str, name: str = "") -> GamePackage:
    """Load the `GamePackage` that a dotted name refers to, and check it without playing.

    Args:
        path: The dotted name, such as "my_game.package.PACKAGE". The game need not be installed.
        name: The name of the game, for sentences. "" means the name that follows from `path`.

    Raises:
        StartProblem: The name cannot be imported, does not refer to a `GamePackage`, or the package
            has a mistake. The message is for the game's author.
    """
    module, _, variable = path.rpartition(".")
    try:
        package = getattr(importlib.import_module(module), variable)
    except KeyboardInterrupt:
        raise
    except BaseException as problem:
        why = f"{_describe_failure_place(problem)}: {problem}"
        raise StartProblem("module-broken", module=path, why=why) from problem
    if not isinstance(package, GamePackage):
        raise StartProblem("module-no-package", module=path, kind=type(package).__name__)
    for slip in _find_first_problem(find_mistakes(name or derive_game_name(path), package)):
        raise StartProblem("module-mistake", module=path, mistake=slip)
    return package


def derive_game_name(path: str) -> str:
    """Return the name of the folder with a game's package, such as "my_game".

    Args:
        path: The dotted name of the `GamePackage`, such as "my_game.package.PACKAGE".
    """
    *folders, variable = path.split(".")
    if folders[1:] and folders[-1] == "package":
        folders.pop()
    return folders[-1] if folders else variable


def add_module(registry: GameRegistry, path: str) -> GameRegistry:
    """Return a registry that also offers the game of a dotted name, as the first one.

    It replaces a game with the same name.

    Args:
        registry: The other games.
        path: The dotted name of the game's `GamePackage`.

    Raises:
        StartProblem: The game cannot be loaded, or its folder's name cannot be a game's name.
    """
    name, package = derive_game_name(path), load_module(path)
    if not GAME_NAME_PATTERN.fullmatch(name):
        raise StartProblem("games-left-name", game=name, package=path)
    others = [other for other in find_offered_games(registry) if other != name]
    return _order_games({**registry, name: package}, [name, *others][:MAX_COMMAND_CHOICES])


def list_package_paths() -> dict[str, str]:
    """Return the import path of each game's `GamePackage`, such as "my_game.package.PACKAGE".

    The keys are the games' names. Nothing is imported, so a path may be wrong.
    """
    theirs = {
        point.name: point.value.replace(" ", "").replace(":", ".")
        for point in entry_points(group=ENTRY_POINT_GROUP)
    }
    return {**theirs, **{name: f"bot.games.{name}.package.PACKAGE" for name in GAMES}}


def _order_games(registry: GameRegistry, offered_names: Sequence[str]) -> GameRegistry:
    """Return all games: first the offered ones in their order, then the rest, as not offered."""
    rest = {
        name: replace(package, offered=False)
        for name, package in registry.items()
        if name not in offered_names
    }
    return {**{name: registry[name] for name in offered_names}, **rest}


def _load_package(point: EntryPoint, taken_names: Iterable[str]) -> GamePackage:
    """Load the `GamePackage` to which an entry point refers.

    If the game cannot be used, `StartProblem` is raised with the reason. `taken_names` are the
    names of the games found so far, which the game must not have.
    """
    told = {"game": point.name, "package": point.dist.name if point.dist else "?"}
    if not GAME_NAME_PATTERN.fullmatch(point.name):
        raise StartProblem("games-left-name", **told)
    if point.name in taken_names:
        raise StartProblem("games-left-taken", **told)
    try:
        package = point.load()
    except KeyboardInterrupt:
        raise
    except BaseException as problem:
        if old := _describe_old_contract(problem, point.value):
            raise StartProblem("games-left-old", **told, why=old) from None
        raise StartProblem(
            "games-left-broken", **told, why=_describe_failure_place(problem)
        ) from None
    if not isinstance(package, GamePackage):
        raise StartProblem("games-left-no-box", **told, value=point.value)
    for slip in _find_first_problem(find_mistakes(point.name, package)):
        raise StartProblem("games-left-slip", **told, slip=slip)
    return replace(package, is_package=True)


def _describe_old_contract(problem: BaseException, module: str) -> str:
    """Return what a game package uses of an earlier version of the bot, or "" for nothing.

    It is where an import fails, or each renamed member, such as "`step` → `apply`".

    Args:
        problem: The exception that was raised while the package was loaded.
        module: The place of the `GamePackage` in the package's entry point.
    """
    if isinstance(problem, ImportError) and (problem.name or "").startswith(CONTRACT_PACKAGES):
        return _describe_failure_place(problem)
    classes, root = [*Game.__subclasses__(), *Screens.__subclasses__()], re.split(r"\W", module)[0]
    for each in classes:
        classes += each.__subclasses__()
    own = (each for each in classes if each.__module__.partition(".")[0] == root)
    return ", ".join(f"`{old}` → `{new}`" for old, new in dict(find_renamed_members(*own)).items())


def _find_first_problem(problems: Iterator[str]) -> tuple[str, ...]:
    """Return the first mistake in a game package as a tuple of one, or () if there is none.

    `problems` yields the mistakes. If it raises an exception, that is returned as the only mistake.
    """
    try:
        return tuple(problems)[:1]
    except Exception as problem:
        return (_describe_failure_place(problem),)


def _describe_failure_place(problem: BaseException) -> str:
    """Return an exception's type, file and line, but not its message, which may quote a secret.

    The file is the last one outside of Python's import system. If there is none, only the type is
    returned.
    """
    frames = [
        f"{type(problem).__name__} ({frame.filename}:{frame.lineno})"
        for frame in traceback.extract_tb(problem.__traceback__)
        if not frame.filename.startswith(("<frozen importlib", str(importlib.__file__)))
        and frame.filename != __file__
    ]
    return frames[-1] if frames else type(problem).__name__
