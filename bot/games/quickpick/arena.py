"""How people fare against the computer guests: `python -m bot.games.quickpick.arena --help`.

One person plays against guests of one level, through the real rules and with the real times. People
are models: some seconds after the part on which they decide appears, they press any free tile that
fits the parts up to it, and they never err. Each deal is played once from every seat, and each
deal, not each game, is one observation of the 95% intervals.
"""

from argparse import ArgumentParser
from collections.abc import Iterable, Sequence
from functools import partial
from random import Random
from time import thread_time

from msgspec import Struct

from bot.games import arena
from bot.games.game import Act, Elapse, Game, Prompt, Seat
from bot.games.luck import Luck
from bot.games.quickpick.ai import ENOUGH
from bot.games.quickpick.masks import FEATURES, candidates
from bot.games.quickpick.race import TIMESTAMP
from bot.games.quickpick.rules import Quickpick
from bot.games.quickpick.state import DONE, DRAW, PASS, State, View

GAME: Game[State, View] = Quickpick()

SPEEDS = {"quick": (1.0, 1.5), "usual": (2.0, 3.0), "slow": (3.0, 5.0), "child": (5.0, 8.0)}
"""Seconds that people take after the part on which they decide, each time equally likely."""
DARINGS = (2, 3, 4)
"""The ways of daring: after how many parts people decide. After four, one face is left."""
MIMING = (2.5, 4.0)
"""Seconds between two parts that a person shows."""

Key = tuple[int, Seat | None, float]
"""What is due: a decision, whose, and how long a computer waits for it; 0 for a person."""


class Person(Struct, frozen=True):
    """How somebody plays."""

    seconds: tuple[float, float]
    """From and to: the time that they take to find a tile."""
    parts: int
    """After how many they decide."""

    def move(self, view: View, luck: Random) -> str:
        """Choose a move: a tile that fits the parts on which they decided, or any part to show."""
        if view.phase == "draw":
            return DRAW
        if view.viewer == view.mime:
            shown = {number // 2 for number in view.shown}
            left = [name for feature, name in enumerate(FEATURES) if feature not in shown]
            return f"show/{luck.choice(left)}" if len(shown) < ENOUGH else DONE
        free = [mask for mask in candidates(view.shown[: self.parts]) if view.taken[mask] is None]
        return f"tile/{luck.choice(free)}" if free else PASS


class Record(Struct, frozen=True):
    """How one game went for the person."""

    deal: int
    share: float
    """Of the win: 1 if alone, 1/2 if shared by two, 0 if lost."""
    prizes: int
    """The faces that they guessed, in three races for each of the others."""
    decisions: int
    """Of computers."""
    seconds: float
    """Of a processor, for these."""


def played(deal: int, seats: int, seat: Seat, person: Person, level: str) -> Record:
    """Play one game of a deal, with the person in a seat and guests of a level in all others."""
    chance, luck = Luck(deal), Random(f"{deal}/{seat}")  # noqa: S311
    number = GAME.levels.index(level)
    state, _ = GAME.deal(seats, {}, chance)
    now, decisions, seconds = 0.0, 0, 0.0
    dues: dict[Key, float] = {}
    while prompts := GAME.prompts(state):
        waits = {}
        for prompt in prompts:
            own = prompt.seat == seat
            if not own or _decides(state, prompt, person):
                pause = 0.0 if own or not prompt.pauses else prompt.pauses[number]
                waits[prompt.decision, prompt.seat, pause] = prompt
        dues = {
            key: dues[key] if key in dues else now + _wait(key, prompt, seat, person, luck)
            for key, prompt in waits.items()
        }
        (decision, mover, _), now = min(dues.items(), key=lambda due: due[1])
        if mover is None:
            state, _ = GAME.step(state, Elapse(decision), chance)
            continue
        view = GAME.view(state, mover)
        if mover == seat:
            move = person.move(view, luck)
        else:
            begun = thread_time()
            move = GAME.choose(view, GAME.moves(state, mover), level, luck)
            decisions, seconds = decisions + 1, seconds + thread_time() - begun
        at = int(now * 1000) << TIMESTAMP
        state, _ = GAME.step(state, Act(mover, decision, move, at), chance)
    first = [place.seat for place in GAME.standings(state) or () if place.rank == 1]
    return Record(
        deal=deal,
        share=(seat in first) / len(first),
        prizes=sum(turn.right == seat for turn in state.turns),
        decisions=decisions,
        seconds=seconds,
    )


def _decides(state: State, prompt: Prompt, person: Person) -> bool:
    """Tell whether the person is about to answer what they are asked."""
    return prompt.kind != "slap" or state.done or len(state.shown) >= person.parts


def _wait(key: Key, prompt: Prompt, seat: Seat, person: Person, luck: Random) -> float:
    """Return the seconds until what is due happens."""
    _, mover, pause = key
    if mover is None:
        return prompt.seconds or 0.0
    if mover != seat:
        return max(pause, prompt.rest)
    return luck.uniform(*(person.seconds if prompt.kind == "slap" else MIMING))


def rotated(deal: int, seats: int, person: Person, level: str) -> list[Record]:
    """Play one deal once from every seat."""
    return [played(deal, seats, seat, person, level) for seat in range(seats)]


def measured(seats: int, games: int, person: Person, level: str) -> list[Record]:
    """Play about so many games on all cores."""
    play = partial(rotated, seats=seats, person=person, level=level)
    return arena.on_all_cores(play, seats, games)


def interval(records: Iterable[Record]) -> tuple[float, float, float]:
    """Return the win share and the ends of its 95% interval; it takes at least two deals."""
    return arena.interval_of_deals((record.deal, record.share) for record in records)


def row(speed: str, seats: int, games: int, level: str) -> str:
    """Return a row of a table in Markdown: how people of a speed fare, by their ways of daring.

    The win share of each way and the mean of all, in fair shares, with their intervals; then the
    milliseconds of a processor for a decision of a computer.
    """
    ways = [measured(seats, games, Person(SPEEDS[speed], parts), level) for parts in DARINGS]
    every = [record for records in ways for record in records]
    cells = ["{:.3f} ({:.3f} to {:.3f})".format(*interval(records)) for records in ways]
    fair = "{:.2f} ({:.2f} to {:.2f})".format(*(seats * end for end in interval(every)))
    pace = 1e3 * sum(r.seconds for r in every) / sum(r.decisions for r in every)
    return f"| {level} | {speed} | {seats} | {' | '.join(cells)} | {fair} | {pace:.3f} |"


def main(arguments: Sequence[str] | None = None) -> None:
    """Play what the command line asks for and print it."""
    parser = ArgumentParser(description="Measure how people fare against the computer guests.")
    parser.add_argument("level", choices=GAME.levels)
    parser.add_argument("--speeds", nargs="+", default=[*SPEEDS], choices=SPEEDS)
    parser.add_argument("--players", type=int, nargs="+", default=[3, 4, 6, 8], choices=GAME.seats)
    parser.add_argument("--games", type=int, default=2000, help="for each row and way of daring")
    asked = parser.parse_args(arguments)
    for speed in asked.speeds:
        for seats in asked.players:
            print(row(speed, seats, asked.games, asked.level), flush=True)


if __name__ == "__main__":
    main()
