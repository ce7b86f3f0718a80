"""How likely each seat wins a game of Liar's Dice, from all dice.

A bid is challenged, or not, as likely as the Old Fox takes it to be.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from math import exp

from bot.games.liars_dice.fox import DOUBT, SHARPNESS
from bot.games.liars_dice.odds import at_least
from bot.games.liars_dice.state import View, matching
from bot.games.screen import Seen
from bot.games.winning import Chances

POWER = 3.3
"""Chances go by the number of dice to this power.

It makes the winners likeliest of 1,400 games among two to six Tomcats or Old Foxes, 2.6 to 4.4 for
single numbers of seats. What is called 15, 45 and 96 percent likely came true in 15, 43 and 94 of
100 cases (200 games of Kittens and Tomcats, `python -m benchmarks.winning liars_dice`)."""


def chances(course: Sequence[Seen]) -> Iterator[Chances]:
    """Yield how likely each seat wins after the deal, each bid and each challenge."""
    for seen in course:
        view: View = seen.views[0]
        told = {event.name: event for event in seen.events}
        if "bid" in told:
            yield Chances(seen.step, int(told["bid"].values[0]), _after_bid(seen))
        elif "opened" in told:
            yield Chances(seen.step, int(told["opened"].values[0]), by_dice(view.counts))
        elif seen is course[0]:
            yield Chances(seen.step, None, by_dice(view.counts))


@cache
def by_dice(counts: tuple[int, ...]) -> tuple[float, ...]:
    """Return the chances with so many dice each, before anybody has bid."""
    worth = [float(count) ** POWER for count in counts]
    return tuple(each / sum(worth) for each in worth)


def _after_bid(seen: Seen) -> tuple[float, ...]:
    """Return the chances after a bid; if nobody challenges it, they are as before the round."""
    view: View = seen.views[0]
    cups = [each.dice for each in seen.views[1:]]
    bid, own = view.bids[-1], cups[view.turn]
    believed = at_least(bid.count, bid.face, own, sum(view.counts) - len(own), view.wild)
    challenged = 1 / (1 + exp(SHARPNESS * (believed - DOUBT)))
    there = sum(matching(cup, bid.face, view.wild) for cup in cups)
    loser = view.turn if there >= bid.count else bid.seat
    left = tuple(count - (seat == loser) for seat, count in enumerate(view.counts))
    pairs = zip(by_dice(view.counts), by_dice(left), strict=True)
    return tuple((1 - challenged) * now + challenged * then for now, then in pairs)
