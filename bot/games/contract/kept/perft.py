"""How many states a game can be in after so many inputs: `perft.txt`.

The name is chess programming's, where moves are counted from a position on
(https://www.chessprogramming.org/Perft); here it is distinct states that are counted, from the
first deal for fewest seats, with each choice of each option. Random games rarely come upon what
only one of many moves does; here all moves of all who are asked are made, and so are pauses and,
where rules take it, leaving. A move that is new, gone or does something else changes a number. All
at one depth have the same luck and come at the same time.
"""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from bot.games.box import Box
from bot.games.contract.playing import PACE, RANDOM, Setting, chance, choices
from bot.games.game import ActionRecord, ActRecord, Elapse, Game, Leave, Stale

NAME = "perft.txt"
STATES = 20_000
"""So many are counted at most with the usual choices."""
FEWER = 2_000
"""So many are counted at most with each other one."""


def texts(box: Box, _: Path) -> dict[str, str]:
    """Return today's file by its name: a block for the usual choices, and one for each number.

    Choices by which there are as many states share a block.
    """
    usual = first(box.game)
    head = f"{usual.seats} seats: inputs, distinct states, how many of them end the game\n"
    blocks = dict[str, list[str]]()
    for option in box.game.options:
        for choice in choices(option)[1:]:
            setting = replace(usual, options={**usual.options, option.name: choice})
            block = _block(box.game, setting, FEWER)
            blocks.setdefault(block, []).append(f"{option.name} {choice}")
    others = (f"\n{', '.join(chosen)}\n{block}" for block, chosen in blocks.items())
    return {NAME: "".join((head, _block(box.game, usual, STATES), *others))}


def _block(game: Game[Any, Any], setting: Setting, most: int) -> str:
    counted = enumerate(counts(game, setting, most))
    return "".join(f"{depth} {states} {over}\n" for depth, (states, over) in counted)


def first(game: Game[Any, Any]) -> Setting:
    """Return the first deal for fewest seats, with the usual choices."""
    return Setting(0, game.seats[0], game.defaults, RANDOM)


def counts(game: Game[Any, Any], setting: Setting, most: int = STATES) -> Iterator[tuple[int, int]]:
    """Yield for each depth the distinct states and those that end the game, up to `most`."""
    state, _ = game.begin(setting.seats, setting.options, chance(setting, 0))
    states, depth, before = {state}, 0, 0
    while states and before + len(states) <= most:
        yield len(states), sum(not game.prompts(state) for state in states)
        before, depth = before + len(states), depth + 1
        states = _next(game, setting, states, depth, most - before)


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


def _inputs(
    game: Game[Any, Any], setting: Setting, state: Any, depth: int
) -> Iterator[ActionRecord]:
    prompts = game.prompts(state)
    for prompt in prompts:
        if prompt.seat is None:
            yield Elapse(prompt.decision)
            continue
        for move in game.legal_paths(state, prompt.seat):
            yield ActRecord(prompt.seat, prompt.decision, move, depth * PACE << 22)
    if prompts and not game.computer_may_take(state):
        yield from (Leave(seat) for seat in range(setting.seats))
