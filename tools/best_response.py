"""`python -m tools.best_response --minutes 60 --seed 1`: searches who beats the Sly Fox.

The Sly Fox is the strongest computer player of Cloaked Cats. The command searches the habits of a
deceiver (`deceivers.Habits`) for those that win most two-player games against a level.

The search is an evolution. Its generations are sifted by successive halving (Jamieson and Talwalkar
2016, "Non-stochastic best arm identification and hyperparameter optimization"). All of a generation
play the same deals, each from both seats; the better half goes on to more deals. The winner of a
search was lucky, too, so it is measured anew with deals that no search plays.
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

from bot.common.terminal import replace_unshowable
from bot.games.cloaked_cats.computer.likelihood import GUESSING_STYLES, GuessingStyle
from tools.arena.arena import compute_win_share
from tools.arena.cloaked_cats import ARENA
from tools.arena.deceivers import ABOVE_ANY_CHANCE, DECEIVER_HABITS, Habits, make_deceiver

POPULATION_SIZE = 24
ELITE_SIZE = 6
FIRST_ROUND_DEALS = 30
"""The number of deals that all candidates of a generation play at first.

The better half then plays as many again, and the best quarter twice as many.
"""
MUTATION_CHANCE = 0.3
"""The probability that a habit of a new candidate is drawn at random, not inherited."""
FIRST_NEW_DEAL = 1_000_000_000
"""The number of the first deal with which the winner is measured; searches use smaller ones."""


class Candidate(Struct):
    """The habits of a bluffing player that the search tries, with their results so far."""

    habits: Habits
    win_shares: list[float] = field(default_factory=list)

    def compute_lower_bound(self) -> float:
        """Return the mean share of the wins less one standard error, which ranks candidates."""
        return mean(self.win_shares) - stdev(self.win_shares) / sqrt(len(self.win_shares))


def draw_habits(rng: Random) -> Habits:
    """Draw the habits of a bluffing player at random from all that the search considers."""
    since = rng.choice((0, 0, 0, 1, 2, 3))
    return Habits(
        bluff_chance=rng.choice((0.0, rng.random() ** 2, rng.random())),
        bluff_threshold=rng.choice((ABOVE_ANY_CHANCE, rng.uniform(0.15, 0.6))),
        first_bluff_turn=since,
        bluff_turns_end=since + rng.choice((1, 2, 3, 99)),
        bluff_choice=rng.choice(("any", "likeliest", "unlikeliest")),
        reading_styles=rng.choice(
            (GUESSING_STYLES, (), (_draw_style(rng),), (_draw_style(rng), _draw_style(rng)))
        ),
        min_guess_chance=rng.uniform(0.1, 0.35),
        revealed_bit_weight=rng.choice((1.0, rng.uniform(0.0, 2.5))),
    )


def _draw_style(rng: Random) -> GuessingStyle:
    return GuessingStyle(
        prevalence=rng.random(),
        bluff_chance=10 ** rng.uniform(-5, -0.3),
        guess_threshold=rng.uniform(0.1, 0.4),
        bluff_threshold=rng.choice((ABOVE_ANY_CHANCE, rng.uniform(0.2, 0.5))),
    )


def breed(parents: list[Habits], rng: Random) -> Habits:
    """Make habits for a new candidate: inherit each from a random parent, or draw it at random."""
    new = asdict(draw_habits(rng))
    inherited = [asdict(parent) for parent in parents]
    return Habits(
        **{
            name: new[name] if rng.random() < MUTATION_CHANCE else rng.choice(inherited)[name]
            for name in new
        }
    )


def play_deal(job: tuple[Habits, int], level: str) -> float:
    """Play a deal from both seats against a computer player."""
    habits, deal = job
    records = ARENA.play_from_every_seat(
        deal, 2, make_deceiver(habits), ARENA.make_player(level), {}
    )
    return mean(record.share for record in records)


def play_deals(pool: Pool, candidates: Iterable[Candidate], deals: range, level: str) -> None:
    """Let all candidates play the same deals, and store their shares of the wins."""
    asked = [(each, deal) for each in candidates for deal in deals]
    jobs = [(each.habits, deal) for each, deal in asked]
    for (each, _), won in zip(
        asked, pool.imap(partial(play_deal, level=level), jobs, 4), strict=True
    ):
        each.win_shares.append(won)


def select_elite(
    pool: Pool, population: list[Candidate], first_deal: int, level: str
) -> list[Candidate]:
    """Let a population play and return its best candidates, best first."""
    for deals, one_of in (
        (FIRST_ROUND_DEALS, 2),
        (FIRST_ROUND_DEALS, 2),
        (2 * FIRST_ROUND_DEALS, 1),
    ):
        play_deals(pool, population, range(first_deal, first_deal + deals), level)
        first_deal += deals
        best_first = sorted(population, key=Candidate.compute_lower_bound, reverse=True)
        population = best_first[: max(ELITE_SIZE, len(population) // one_of)]
    return population[:ELITE_SIZE]


def search_best_response(pool: Pool, level: str, minutes: float, seed: int) -> Candidate:
    """Search for the habits that win most against a computer player.

    The first generation is `DECEIVER_HABITS`. The best of each generation is printed.

    Args:
        minutes: How long the search lasts. The last generation is finished after that.
    """
    rng = Random(seed)
    end = monotonic() + 60 * minutes
    population = [Candidate(habits) for habits in DECEIVER_HABITS.values()]
    for generation in count():
        first = (seed * 10_000 + generation) * 4 * FIRST_ROUND_DEALS % FIRST_NEW_DEAL
        elite = select_elite(pool, population, first, level)
        shares = elite[0].win_shares
        print(
            f"generation {generation}: {mean(shares):.3f} in {2 * len(shares)} games, "
            f"{elite[0].habits}",
            flush=True,
        )
        if monotonic() > end:
            break
        parents = [each.habits for each in elite]
        bred = [breed(rng.sample(parents, k=2), rng) for _ in range(POPULATION_SIZE // 2)]
        strangers = [draw_habits(rng) for _ in range(POPULATION_SIZE - ELITE_SIZE - len(bred))]
        population = [*elite, *map(Candidate, (*bred, *strangers))]
    return elite[0]


def main() -> None:
    """Search for as long as the command line says, and measure the winner with new deals."""
    parser = ArgumentParser(description="Search for the habits that win most against a level.")
    parser.add_argument("--level", choices=ARENA.package.computers.levels, default="fox")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=4000, help="by which the best is measured")
    asked = parser.parse_args()
    with get_context("spawn").Pool() as pool:
        best = Candidate(search_best_response(pool, asked.level, asked.minutes, asked.seed).habits)
        play_deals(
            pool,
            [best],
            range(FIRST_NEW_DEAL, FIRST_NEW_DEAL + max(2, asked.games // 2)),
            asked.level,
        )
    won, low, high = compute_win_share(enumerate(best.win_shares))
    print(
        f"{best.habits}\nwins {won:.3f} ({low:.3f} to {high:.3f}) against {asked.level} "
        f"in {2 * len(best.win_shares)} new games"
    )


if __name__ == "__main__":
    replace_unshowable()
    main()
