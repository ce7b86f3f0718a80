"""Who beats the Old Fox? `python -m tools.best_response --minutes 60 --seed 1`.

Searches the habits of a deceiver (`deceivers.Habits`) for those that win most two-player games
against a level: an evolution whose generations are sifted by successive halving (Jamieson and
Talwalkar 2016, "Non-stochastic best arm identification and hyperparameter optimization"). All of
a generation play the same deals, each from both seats; the better half goes on to more deals.
The winner of a search was lucky, too, so it is measured anew with deals that no search plays.
"""

from argparse import ArgumentParser
from collections.abc import Iterable
from functools import partial
from itertools import count
from math import sqrt
from multiprocessing import get_context
from multiprocessing.pool import Pool
from random import Random
from statistics import mean, stdev
from time import monotonic

from msgspec import Struct, field
from msgspec.structs import asdict

from bot.games.cloaked_cats.computer.likelihood import STYLES, Style
from tools.arena.arena import win_share
from tools.arena.cloaked_cats import ARENA, GAME
from tools.arena.deceivers import ALWAYS, DECEIVERS, Habits, deceiver

POPULATION = 24
"""So many habits a generation has."""
ELITE = 6
"""So many of them go on to the next generation."""
DEALS_AT_FIRST = 30
"""So many deals all of a generation play; half of them as many again, a quarter twice as many."""
MUTATES = 0.3
"""How likely each habit of an offspring is drawn anew."""
FIRST_NEW_DEAL = 1_000_000_000
"""The first of the deals by which the winner is measured; searches stay below."""


class Candidate(Struct):
    """Habits, and how they fared."""

    habits: Habits
    shares: list[float] = field(default_factory=list)
    """Of the wins, by deal."""

    def at_least(self) -> float:
        """Return a win share that the candidate has by good chance: one standard error less."""
        return mean(self.shares) - stdev(self.shares) / sqrt(len(self.shares))


def draw_habits(luck: Random) -> Habits:
    """Return habits drawn from all over the space that is searched."""
    since = luck.choice((0, 0, 0, 1, 2, 3))
    return Habits(
        bluffs=luck.choice((0.0, luck.random() ** 2, luck.random())),
        below=luck.choice((ALWAYS, luck.uniform(0.15, 0.6))),
        since=since,
        until=since + luck.choice((1, 2, 3, 99)),
        names=luck.choice(("any", "likeliest", "unlikeliest")),
        reads=luck.choice((STYLES, (), (_style(luck),), (_style(luck), _style(luck)))),
        worth_a_guess=luck.uniform(0.1, 0.35),
        caution=luck.choice((1.0, luck.uniform(0.0, 2.5))),
    )


def _style(luck: Random) -> Style:
    return Style(
        common=luck.random(),
        bluffs=10 ** luck.uniform(-5, -0.3),
        guesses_at=luck.uniform(0.1, 0.4),
        bluffs_below=luck.choice((ALWAYS, luck.uniform(0.2, 0.5))),
    )


def offspring(parents: list[Habits], luck: Random) -> Habits:
    """Return habits of which each is one of a parent's, or now and then drawn anew."""
    new = asdict(draw_habits(luck))
    inherited = [asdict(parent) for parent in parents]
    return Habits(
        **{
            name: new[name] if luck.random() < MUTATES else luck.choice(inherited)[name]
            for name in new
        }
    )


def share(asked: tuple[Habits, int], level: str) -> float:
    """Return the share of the wins that habits have against a level with one deal."""
    habits, deal = asked
    records = ARENA.play_from_every_seat(deal, 2, deceiver(habits), ARENA.player(level), {})
    return mean(record.share for record in records)


def play(pool: Pool, candidates: Iterable[Candidate], deals: range, level: str) -> None:
    """Let all candidates play all deals, and note how they fared."""
    asked = [(each, deal) for each in candidates for deal in deals]
    jobs = [(each.habits, deal) for each, deal in asked]
    for (each, _), won in zip(asked, pool.imap(partial(share, level=level), jobs, 4), strict=True):
        each.shares.append(won)


def sift(pool: Pool, population: list[Candidate], first: int, level: str) -> list[Candidate]:
    """Return the best of a population, best first, after deals from number `first` on."""
    for deals, one_of in ((DEALS_AT_FIRST, 2), (DEALS_AT_FIRST, 2), (2 * DEALS_AT_FIRST, 1)):
        play(pool, population, range(first, first + deals), level)
        first += deals
        best_first = sorted(population, key=Candidate.at_least, reverse=True)
        population = best_first[: max(ELITE, len(population) // one_of)]
    return population[:ELITE]


def best_response(pool: Pool, level: str, minutes: float, seed: int) -> Candidate:
    """Return the best habits found in so many minutes; the first generation is the family."""
    luck = Random(seed)
    end = monotonic() + 60 * minutes
    population = [Candidate(habits) for habits in DECEIVERS.values()]
    for generation in count():
        first = (seed * 10_000 + generation) * 4 * DEALS_AT_FIRST % FIRST_NEW_DEAL
        elite = sift(pool, population, first, level)
        print(
            f"generation {generation}: {mean(elite[0].shares):.3f} in {2 * len(elite[0].shares)} "
            f"games, {elite[0].habits}",
            flush=True,
        )
        if monotonic() > end:
            break
        parents = [each.habits for each in elite]
        bred = [offspring(luck.sample(parents, k=2), luck) for _ in range(POPULATION // 2)]
        strangers = [draw_habits(luck) for _ in range(POPULATION - ELITE - len(bred))]
        population = [*elite, *map(Candidate, (*bred, *strangers))]
    return elite[0]


def main() -> None:
    """Search for as long as the command line says, and measure what was found anew."""
    parser = ArgumentParser(description="Search for the habits that win most against a level.")
    parser.add_argument("--level", choices=GAME.levels, default="fox")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=4000, help="by which the best is measured")
    asked = parser.parse_args()
    with get_context("spawn").Pool() as pool:
        best = Candidate(best_response(pool, asked.level, asked.minutes, asked.seed).habits)
        play(
            pool,
            [best],
            range(FIRST_NEW_DEAL, FIRST_NEW_DEAL + max(2, asked.games // 2)),
            asked.level,
        )
    won, low, high = win_share(enumerate(best.shares))
    print(
        f"{best.habits}\nwins {won:.3f} ({low:.3f} to {high:.3f}) against {asked.level} "
        f"in {2 * len(best.shares)} new games"
    )


if __name__ == "__main__":
    main()
