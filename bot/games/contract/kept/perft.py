"""How many states a game can be in after so many inputs: `perft.txt`.

The name is chess programming's, where moves are counted from a position on
(https://www.chessprogramming.org/Perft); here it is distinct states that are counted, from the
first deal for fewest seats. Random games rarely come upon what only one of many moves does; here
all moves of all who are asked are made, and so are pauses and, where rules take it, leaving. A move
that is new, gone or does something else changes a number. All at one depth have the same luck and
come at the same time.
"""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from bot.games.box import Box
from bot.games.contract.playing import PACE, RANDOM, Setting, chance
from bot.games.game import Act, Elapse, Game, Input, Leave, Stale

NAME = "perft.txt"
STATES = 20_000
"""So many are counted at most."""


def texts(box: Box, _: Path) -> dict[str, str]:
    """Return today's file by its name."""
    setting = first(box.game)
    lines = [f"{setting.seats} seats: inputs, distinct states, how many of them end the game"]
    counted = counts(box.game, setting)
    lines += [f"{depth} {states} {over}" for depth, (states, over) in enumerate(counted)]
    return {NAME: "\n".join(lines) + "\n"}


def first(game: Game[Any, Any]) -> Setting:
    """Return the first deal for fewest seats, with the game.defaults choices."""
    return Setting(0, game.seats[0], game.defaults, RANDOM)


def counts(game: Game[Any, Any], setting: Setting) -> Iterator[tuple[int, int]]:
    """Yield for each depth the distinct states and those that end the game, up to `STATES`."""
    state, _ = game.deal(setting.seats, setting.options, chance(setting, 0))
    states, depth, before = {state}, 0, 0
    while states and before + len(states) <= STATES:
        yield len(states), sum(not game.prompts(state) for state in states)
        before, depth = before + len(states), depth + 1
        states = _next(game, setting, states, depth, STATES - before)


def _next(
    game: Game[Any, Any], setting: Setting, states: set[Any], depth: int, most: int
) -> set[Any]:
    """Return all states one input further on; those beyond `most` need not be there."""
    found = set[Any]()
    for state in states:
        for given in _inputs(game, setting, state, depth):
            with suppress(Stale):  # who has left cannot do so again
                found.add(game.step(state, given, chance(setting, depth))[0])
        if len(found) > most:
            break
    return found


def _inputs(game: Game[Any, Any], setting: Setting, state: Any, depth: int) -> Iterator[Input]:
    prompts = game.prompts(state)
    for prompt in prompts:
        if prompt.seat is None:
            yield Elapse(prompt.decision)
            continue
        for move in game.moves(state, prompt.seat):
            yield Act(prompt.seat, prompt.decision, move, depth * PACE << 22)
    if prompts and not game.computer_may_take(state):
        yield from (Leave(seat) for seat in range(setting.seats))
