"""States of each schema that a game had, which it must read and play on: tables are stored so.

A file holds states along some games, `states-<schema>.json`. It is written once for each schema and
never changed: tables were stored like that. A schema is the default of the state's field `schema`;
of a state without one, a digest of its fields' names.
"""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from msgspec import Raw, Struct
from msgspec.json import encode
from msgspec.structs import fields

from bot.games.box import Box
from bot.games.contract import core
from bot.games.contract.kept import lines
from bot.games.contract.playing import RANDOM, Broken, Moment, Play, Setting, choices, played
from bot.games.game import Game

HOLDING = ("ends", "stored", "places", "asked")
"""The rules that hold of a game that is played on from a state, too."""
RULES = [rule for rule in core.RULES if rule.name in HOLDING]


class Kept(Struct, frozen=True):
    """A state as it was stored."""

    seats: int
    options: dict[str, str]
    step: int
    """So many inputs led to it."""
    state: Raw


def schema(game: Game[Any, Any]) -> str:
    """Return what tells the layout of a game's states from former ones."""
    found = fields(game.state)
    for field in found:
        if field.name == "schema" and isinstance(field.default, int):
            return str(field.default)
    return sha256(" ".join(field.name for field in found).encode()).hexdigest()[:8]


def texts(box: Box, folder: Path) -> dict[str, str]:
    """Return the file of today's schema, by its name: as it is kept, or with states of today."""
    name = f"states-{schema(box.game)}.json"
    kept = lines.read(folder / name, Kept) or [*_made(box)]
    return {name: lines.written(kept)}


def problems(box: Box, folder: Path) -> Iterator[str]:
    """Yield what a game cannot make of the states of all schemas, each with its file and line."""
    for file in sorted(folder.glob("states-*.json")):
        for number, kept in enumerate(lines.read(file, Kept)):
            why = _problem(box, kept, number)
            if why:
                yield f"{file.name}:{number + lines.FIRST}: {why}"


def _settings(game: Game[Any, Any]) -> Iterator[Setting]:
    """Yield settings with fewest and most seats, and with each choice of each option."""
    chosen = [{}, {}, *({o.name: choice} for o in game.options for choice in choices(o)[1:])]
    for number, options in enumerate(chosen):
        seats = game.seats[-1] if number == 1 else game.seats[0]
        yield Setting(number, seats, game.defaults | options, RANDOM)


def _made(box: Box) -> Iterator[Kept]:
    """Yield of some games one state for all that is asked at once, and the last state."""
    for setting in _settings(box.game):
        play = played(box, setting)
        luck = play.luck
        asked = dict[frozenset[str], list[Moment]]()
        for moment in play.moments:
            kinds = frozenset(prompt.kind for prompt in box.game.prompts(moment.state))
            asked.setdefault(kinds, []).append(moment)
        for moment in map(luck.choice, asked.values()):
            options = dict(setting.options)
            yield Kept(setting.seats, options, moment.number, Raw(encode(moment.state)))


def _problem(box: Box, kept: Kept, number: int) -> str:
    """Return what keeps a game from going on with a state to its end; "" if nothing does."""
    try:
        state = box.game.restored(bytes(kept.state))
    except Exception as problem:
        return f"`restored` fails: {type(problem).__name__}: {problem}"
    setting = Setting(number, kept.seats, kept.options, RANDOM)
    return _broken(played(box, setting, Moment(kept.step, None, state, ())))


def _broken(play: Play) -> str:
    try:
        for rule in RULES:
            rule.check(play)
    except Broken as broken:
        return f"read and played on, it breaks {rule.name!r}: {broken.why} (step {broken.step})"
    return ""
