"""Games that are installed beside the bot, each a package of its own.

Such a package names a game and its box by an entry point:
https://packaging.python.org/en/latest/specifications/entry-points/

    [project.entry-points."cloaked_cats.games"]
    my_game = "my_game.box:BOX"
"""

import re
import traceback
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import EntryPoint, entry_points

from msgspec import Struct
from msgspec.structs import replace

from bot.common.config import StartProblem
from bot.engine.author_checks import find_mistakes, find_old_names
from bot.engine.box import GamePackage, GameRegistry
from bot.engine.game import Game
from bot.games.registry import GAMES

ENTRY_POINT_GROUP = "cloaked_cats.games"
GAME_NAME_PATTERN = re.compile(r"[a-z][a-z0-9_]{0,23}")
"""What games are named in the database, in custom ids and in the setting."""
CONTRACT_PACKAGES = ("bot.engine", "bot.games", "bot.art", "bot.text")
"""Where the contract is, and where it was: nothing else is imported by a package from the bot."""
MAX_COMMAND_CHOICES = 25
"""Choices of a command: https://docs.discord.com/developers/interactions/application-commands"""


class FoundGames(Struct, frozen=True):
    """All games that the bot has."""

    shelf: GameRegistry
    problems: tuple[StartProblem, ...]
    """Which packages' games are left out, and which names of the setting are none, and why."""


def find_games(offered: Sequence[str] = ()) -> FoundGames:
    """Return our own games and those of packages, with these names on offer; (): all of them.

    Nothing that is wrong with a package is raised. One that is not on offer is there all the same:
    it may be played at some table. Raises `StartProblem` if none is left to offer.
    """
    shelf, problems = dict(GAMES), list[StartProblem]()
    for point in sorted(
        entry_points(group=ENTRY_POINT_GROUP), key=lambda point: (point.name, point.value)
    ):
        try:
            shelf[point.name] = _load_box(point, shelf)
        except StartProblem as problem:
            problems.append(problem)
    known = ", ".join(shelf)
    problems += [
        StartProblem("games-unknown", place=str(place), known=known)
        for place, name in enumerate(offered, start=1)
        if name not in shelf
    ]
    names = [name for name in offered if name in shelf] if offered else [*shelf]
    if not names:
        raise StartProblem("games-none", known=known)
    problems += [
        StartProblem("games-many", game=name, most=str(MAX_COMMAND_CHOICES))
        for name in names[MAX_COMMAND_CHOICES:]
    ]
    return FoundGames(_order_games(shelf, names[:MAX_COMMAND_CHOICES]), tuple(problems))


def list_box_paths() -> dict[str, str]:
    """Return where each game's box is, such as "my_game.box.BOX", be it one or not."""
    theirs = {
        point.name: f"{point.module}.{point.attr}"
        for point in entry_points(group=ENTRY_POINT_GROUP)
    }
    return {**theirs, **{name: f"bot.games.{name}.box.BOX" for name in GAMES}}


def _order_games(shelf: GameRegistry, offered: Sequence[str]) -> GameRegistry:
    rest = {name: replace(box, offered=False) for name, box in shelf.items() if name not in offered}
    return {**{name: shelf[name] for name in offered}, **rest}


def _load_box(point: EntryPoint, taken: Iterable[str]) -> GamePackage:
    """Return the box that an entry point names; raises `StartProblem` with why it is left out."""
    told = {"game": point.name, "package": point.dist.name if point.dist else "?"}
    if not GAME_NAME_PATTERN.fullmatch(point.name):
        raise StartProblem("games-left-name", **told)
    if point.name in taken:
        raise StartProblem("games-left-taken", **told)
    try:
        box = point.load()
    except (Exception, SystemExit) as problem:
        if _uses_old_contract(problem, point.module):
            raise StartProblem("games-left-old", **told) from None
        raise StartProblem(
            "games-left-broken", **told, why=_describe_failure_place(problem)
        ) from None
    if not isinstance(box, GamePackage):
        raise StartProblem("games-left-no-box", **told, value=point.value)
    for slip in _find_first_problem(find_mistakes(point.name, box)):
        raise StartProblem("games-left-slip", **told, slip=slip)
    return replace(box, is_package=True)


def _uses_old_contract(problem: BaseException, module: str) -> bool:
    """Tell whether a package fails because it is written for an earlier version of the bot."""
    if isinstance(problem, ImportError) and (problem.name or "").startswith(CONTRACT_PACKAGES):
        return True
    games, root = [*Game.__subclasses__()], module.partition(".")[0]
    for game in games:
        games += game.__subclasses__()
    own = (game for game in games if game.__module__.partition(".")[0] == root)
    return any(any(find_old_names(game)) for game in own)


def _find_first_problem(found: Iterator[str]) -> tuple[str, ...]:
    """Return what is wrong first; a box that cannot even be looked at is wrong, too."""
    try:
        return tuple(found)[:1]
    except Exception as problem:
        return (_describe_failure_place(problem),)


def _describe_failure_place(problem: BaseException) -> str:
    """Return the kind of a failure and its place, but not its message: that may quote a secret."""
    frames = traceback.extract_tb(problem.__traceback__)
    return f"{type(problem).__name__} ({frames[-1].filename}:{frames[-1].lineno})"
