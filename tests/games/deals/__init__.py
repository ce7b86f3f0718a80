"""Deals that were made by each number of a game's rules, one file for each.

`python -m tests.games.deals` writes what is missing: the file of a new number, the deals of a new
choice. It never changes a deal that is there: tables that were dealt by that number were dealt so.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Raw, Struct
from msgspec.json import decode, encode

from bot.games.box import Box
from bot.games.game import Game
from bot.games.registry import GAMES
from bot.tables.chance import SeededChance

FOLDER = Path(__file__).parent


class Deal(Struct, frozen=True):
    """What was dealt of a seed."""

    seed: str
    """In hexadecimal digits."""
    seats: int
    options: dict[str, str]
    """Those that are not left at their default."""
    dealt: Raw
    """The state right after the deal, as it was stored."""


def file_of(name: str, game: Game[Any, Any]) -> Path:
    """Return the file of the game's rules as they are now."""
    return FOLDER / f"{name}-{game.rules}.json"


def kept(name: str, game: Game[Any, Any]) -> list[Deal]:
    """Return the deals that were made by these rules."""
    file = file_of(name, game)
    return decode(file.read_bytes(), type=list[Deal]) if file.exists() else []


def missing(name: str, game: Game[Any, Any]) -> list[Deal]:
    """Return the deals that are not kept so far, as they are made today."""
    there = [(deal.seats, deal.options) for deal in kept(name, game)]
    return [deal for deal in made(game) if (deal.seats, deal.options) not in there]


def differing(game: Game[Any, Any], deals: list[Deal]) -> list[Deal]:
    """Return those that come out otherwise today: what "Fair deal" would call wrong."""
    return [
        deal
        for deal in deals
        if _dealt(game, deal.seed, deal.seats, deal.options) != game.restored(bytes(deal.dealt))
    ]


def made(game: Game[Any, Any]) -> Iterator[Deal]:
    """Deal for each number of seats, and with each choice of each option, always another seed."""
    for seats in game.seats:
        yield _deal(game, seats, {})
    for option in game.options:
        picked = [".".join(option.parts[-option.picks :])] if option.parts else []
        for choice in (*option.choices[1:], *picked):
            yield _deal(game, game.seats[len(choice) % len(game.seats)], {option.name: choice})


def _deal(game: Game[Any, Any], seats: int, options: dict[str, str]) -> Deal:
    seed = hashlib.sha256(f"{seats} {options}".encode()).hexdigest()
    return Deal(seed, seats, options, Raw(encode(_dealt(game, seed, seats, options))))


def _dealt(game: Game[Any, Any], seed: str, seats: int, options: dict[str, str]) -> Struct:
    """Deal as a table does, after the seats."""
    chance = SeededChance(bytes.fromhex(seed), 0)
    chance.shuffled(range(seats))
    defaults = {option.name: option.choices[0] for option in game.options}
    state: Struct
    state, _ = game.deal(seats, {**defaults, **options}, chance)
    return state


def write(name: str, box: Box) -> None:
    """Write what is missing of a game's deals."""
    lines = [encode(deal) for deal in (*kept(name, box.game), *missing(name, box.game))]
    file_of(name, box.game).write_bytes(b"[\n" + b",\n".join(lines) + b"\n]\n")


def write_all() -> None:
    """Write what is missing of all games' deals."""
    for name, box in GAMES.items():
        write(name, box)
