"""Deals that were made by each number of a game's rules: `deals-<rules>.json`.

"Fair deal" compares a table's deal with what the same rules deal of its seed today, so that a
number must never deal otherwise. What is missing is added, for a new number or choice; a deal that
is there never changes: tables that were dealt by that number were dealt so.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Raw, Struct
from msgspec.json import encode

from bot.games.box import Box
from bot.games.chance import SeededChance
from bot.games.contract.kept import lines
from bot.games.contract.playing import choices
from bot.games.game import Game

CHANGED = (
    "dealt otherwise than by rules number {rules}, so tables of that number would be told that "
    "their deal was wrong; if it is meant, make `rules` one more, and keep the recipe of {rules}"
)


class Deal(Struct, frozen=True):
    """What was dealt of a seed."""

    seed: str
    """In hexadecimal digits."""
    seats: int
    options: dict[str, str]
    """Those that are not left at their default."""
    dealt: Raw
    """The state right after the deal, as it was stored."""


def texts(box: Box, folder: Path) -> dict[str, str]:
    """Return the file of today's rules by its name, with what is missing added."""
    kept = lines.read(folder / _name(box.game), Deal)
    return {_name(box.game): lines.written([*kept, *_missing(box.game, kept)])}


def problems(box: Box, folder: Path) -> Iterator[str]:
    """Yield which deals come out otherwise today, each with its file and line."""
    game = box.game
    for number, deal in enumerate(lines.read(folder / _name(game), Deal)):
        if _dealt(game, deal.seed, deal.seats, deal.options) != game.restored(bytes(deal.dealt)):
            where = f"{_name(game)}:{number + lines.FIRST}"
            yield f"{where}: {CHANGED.format(rules=game.rules)}"


def _name(game: Game[Any, Any]) -> str:
    return f"deals-{game.rules}.json"


def _missing(game: Game[Any, Any], kept: list[Deal]) -> list[Deal]:
    """Return the deals that are not kept so far, as they are made today."""
    there = [(deal.seats, deal.options) for deal in kept]
    return [deal for deal in _made(game) if (deal.seats, deal.options) not in there]


def _made(game: Game[Any, Any]) -> Iterator[Deal]:
    """Deal for each number of seats, and with each choice of each option, always another seed."""
    for seats in game.seats:
        yield _deal(game, seats, {})
    for option in game.options:
        for choice in choices(option)[1:]:
            yield _deal(game, game.seats[len(choice) % len(game.seats)], {option.name: choice})


def _deal(game: Game[Any, Any], seats: int, options: dict[str, str]) -> Deal:
    seed = hashlib.sha256(f"{seats} {options}".encode()).hexdigest()
    return Deal(seed, seats, options, Raw(encode(_dealt(game, seed, seats, options))))


def _dealt(game: Game[Any, Any], seed: str, seats: int, options: dict[str, str]) -> Struct:
    """Deal as a table does, after the seats."""
    chance = SeededChance(bytes.fromhex(seed), 0)
    chance.shuffled(range(seats))
    state: Struct
    state, _ = game.begin(seats, game.defaults | options, chance)
    return state
