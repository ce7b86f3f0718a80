"""How long computers think: `python -m benchmarks.thoughts [GAME ...]`, by default all.

Whole games among computers of one level, with each number of players; also of those who are absent.
What is measured is the CPU time of each choice between several moves, when all is loaded. A level
that is in the game's `quick` should stay below 5 ms, but for a few choices in a thousand.
"""

import os
import platform
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from random import Random
from time import thread_time
from typing import Any

from bot.games.game import ActionRecord, ActRecord, Elapse, Game
from bot.games.registry import GAMES
from bot.measuring.luck import Luck
from bot.tables.lobby.levels import ABSENT

PACE = 3_000 << 22
"""From one move's Discord id to the next one's: three seconds."""
LONGEST = 1000
"""Moves after which a game of those who are absent is given up: they may never end it."""
COLUMNS = (
    *("game", "level", "players", "thinks", "choices"),
    *("p50 ms", "p95 ms", "p99 ms", "longest ms", "over 5 ms"),
)


def thoughts(game: Game[Any, Any], level: str, seats: int, deal: int) -> Iterator[float]:
    """Play a game and yield the seconds of a processor that each choice takes."""
    luck = Luck(deal)
    options = game.defaults
    state, _ = game.begin(seats, options, luck)
    for number in range(LONGEST):
        prompts = game.prompts(state)
        if not prompts:
            return
        prompt = prompts[luck.below(len(prompts))]
        given: ActionRecord = Elapse(prompt.decision)
        if prompt.seat is not None:
            moves, view = game.legal_moves(state, prompt.seat), game.view(state, prompt.seat)
            begin = thread_time()
            move = game.choose_move(view, moves, level, Random(f"{deal}/{number}"))
            if len(moves) > 1:
                yield thread_time() - begin
            given = ActRecord(prompt.seat, prompt.decision, move.path, at=PACE * number)
        state, _ = game.step(state, given, luck)


def row(name: str, level: str, seats: int, games: int) -> tuple[str, ...]:
    """Return what was measured of a level, as `COLUMNS` name it."""
    game = GAMES[name].game
    for _ in thoughts(game, level, seats, games):
        pass  # all is loaded then
    took = sorted(1000 * s for deal in range(games) for s in thoughts(game, level, seats, deal))
    return (
        *(name, level, str(seats), "here" if level in game.quick else "aside", f"{len(took):,}"),
        *(f"{share_of(took, share):.2f}" for share in (0.5, 0.95, 0.99, 1.0)),
        f"{sum(each > 5 for each in took) / max(len(took), 1):.1%}",
    )


def share_of(took: Sequence[float], share: float) -> float:
    """Return a percentile."""
    return took[int(share * (len(took) - 1) + 0.5)] if took else 0.0


def main() -> None:
    """Print a table."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the bot does
    arguments = ArgumentParser(description=__doc__)
    arguments.add_argument("game", nargs="*", help="by default all")
    arguments.add_argument("--games", type=int, default=10, help="for each row")
    given = arguments.parse_args()
    for line in (COLUMNS, ["---"] * len(COLUMNS)):
        print(f"| {' | '.join(line)} |")
    for name in given.game or GAMES:
        game = GAMES[name].game
        for level in (ABSENT, *game.levels):
            for seats in game.seats:
                print(f"| {' | '.join(row(name, level, seats, given.games))} |", flush=True)
    print(f"Python {platform.python_version()}, {platform.system()} {platform.machine()}, 1 core")


if __name__ == "__main__":
    main()
