"""What people may laugh about afterwards: bluffs that worked or did not, truths, and turns.

How likely each seat wins is reckoned from all dice. A bid is challenged, or not, as likely as the
Old Fox takes it to be.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise

from msgspec import Struct

from bot.engine.events import Seat
from bot.engine.screen import Highlight, ReplayedStep, ScreenContext
from bot.engine.winning_chances import Chances, TurningPoint, turning_point
from bot.games.liars_dice.computer.fox import challenge_chance
from bot.games.liars_dice.computer.odds import at_least
from bot.games.liars_dice.model.events import BidMade, CupsLifted
from bot.games.liars_dice.model.state import Bid, View, count_matching
from bot.games.liars_dice.words import bid_words, brief

MAX_DICE_BEFORE_COMEBACK, MIN_DICE_OF_A_RIVAL = 1, 3
"""Whoever wins after they had so few dice came back, but only if somebody else had so many then."""
MIN_DICE_TOO_HIGH = 2
"""So many dice too high a bluff has to be."""
DICE_POWER = 3.3
"""Chances go by the number of dice to this power.

It makes the winners likeliest of 1,400 games among two to six Tomcats or Old Foxes, 2.6 to 4.4 for
single numbers of seats. What is called 15, 45 and 96 percent likely came true in 15, 43 and 94 of
100 cases (200 games of Kittens and Tomcats, `python -m benchmarks.winning liars_dice`)."""


class RatedBid(Struct, frozen=True):
    """A bid that was raised or challenged."""

    step: int
    """Of the challenge if there was one, else of the bid."""
    bid: Bid
    excess: int
    """By how many dice the bid was too high."""
    challenger: Seat | None = None
    """None: it was raised, so it was believed."""


def find_moments(log: Sequence[ReplayedStep], scene: ScreenContext) -> tuple[Highlight, ...]:
    """Return the moments of a game."""
    rated, found = [*_rate_bids(log)], dict[int, str]()
    believed = (each for each in rated if each.challenger is None)
    challenged = [each for each in rated if each.challenger is not None]
    bluff = max(believed, key=lambda each: each.excess, default=None)
    if bluff and bluff.excess >= MIN_DICE_TOO_HIGH:
        found[bluff.step] = _tell_bid("moment-bluff", bluff, scene)
    caught = max(challenged, key=lambda each: each.excess, default=None)
    if caught and caught.excess >= MIN_DICE_TOO_HIGH:
        found[caught.step] = _tell_bid("moment-caught", caught, scene)
    exact = [each for each in challenged if each.excess == 0]
    if exact:
        best = max(exact, key=lambda each: each.bid.count)
        found.setdefault(best.step, _tell_bid("moment-exact", best, scene))
    counts = [(entry.step, entry.views[0].counts) for entry in log]
    winner = max(range(len(scene.names)), key=lambda seat: counts[-1][1][seat])
    back = [
        step
        for step, now in counts
        if now[winner] <= MAX_DICE_BEFORE_COMEBACK and max(now) >= MIN_DICE_OF_A_RIVAL
    ]
    if back:
        found.setdefault(back[-1], scene.say("moment-back", name=brief(winner, scene)))
    if turn := turning_point(chances(log)):
        found.setdefault(turn.step, _tell_turn(turn, log, scene))
    return tuple(Highlight(step, text) for step, text in sorted(found.items()))


def chances(log: Sequence[ReplayedStep]) -> Iterator[Chances]:
    """Yield how likely each seat wins after the deal, each bid and each challenge."""
    for entry in log:
        told = _turn_event(entry)
        if isinstance(told, BidMade):
            yield Chances(entry.step, told.seat, _chances_after_bid(entry))
        elif told:
            yield Chances(entry.step, told.challenger, chances_by_dice(entry.views[0].counts))
        elif entry is log[0]:
            yield Chances(entry.step, None, chances_by_dice(entry.views[0].counts))


@cache
def chances_by_dice(counts: tuple[int, ...]) -> tuple[float, ...]:
    """Return the chances with so many dice each, before anybody has bid."""
    worth = [float(count) ** DICE_POWER for count in counts]
    return tuple(each / sum(worth) for each in worth)


def _chances_after_bid(entry: ReplayedStep) -> tuple[float, ...]:
    """Return the chances after a bid; if nobody challenges it, they are as before the round."""
    view: View = entry.views[0]
    bid, own = view.bids[-1], entry.views[1 + view.turn].dice
    believed = at_least(bid.count, bid.face, own, sum(view.counts) - len(own), view.wild)
    challenged = challenge_chance(believed)
    loser = view.turn if _excess(entry, bid) <= 0 else bid.seat
    left = tuple(count - (seat == loser) for seat, count in enumerate(view.counts))
    pairs = zip(chances_by_dice(view.counts), chances_by_dice(left), strict=True)
    return tuple((1 - challenged) * now + challenged * then for now, then in pairs)


def _turn_event(entry: ReplayedStep) -> BidMade | CupsLifted | None:
    """Return the bid or the challenge of a step."""
    return next((e for e in entry.events if isinstance(e, BidMade | CupsLifted)), None)


def _rate_bids(log: Sequence[ReplayedStep]) -> Iterator[RatedBid]:
    """Yield each bid once somebody has raised or challenged it."""
    last = None
    for before, entry in pairwise(log):
        told = _turn_event(entry)
        if isinstance(told, CupsLifted):
            yield RatedBid(entry.step, told.bid, told.count - told.found, told.challenger)
            last = None
        elif told:
            if last:
                yield last
            last = RatedBid(entry.step, told.bid, _excess(before, told.bid))


def _excess(entry: ReplayedStep, bid: Bid) -> int:
    """Return by how many dice a bid is higher than what is under the cups."""
    wild = entry.views[0].wild
    return bid.count - sum(count_matching(v.dice, bid.face, wild) for v in entry.views[1:])


def _tell_bid(key: str, rated: RatedBid, scene: ScreenContext) -> str:
    bid, seat = rated.bid, rated.bid.seat if rated.challenger is None else rated.challenger
    name, other = brief(seat, scene), brief(bid.seat, scene)
    there = bid.count - rated.excess
    return scene.say(key, name=name, other=other, bid=bid_words(bid, scene), there=there)


def _tell_turn(turn: TurningPoint, log: Sequence[ReplayedStep], scene: ScreenContext) -> str:
    told = next(e for entry in log if entry.step == turn.step and (e := _turn_event(entry)))
    whose = "own" if turn.actor == turn.seat else "other"
    what = "bid" if isinstance(told, BidMade) else "challenge"
    return scene.say(
        "moment-turn",
        what=f"{whose}-{what}",
        name=brief(turn.seat, scene),
        other=brief(turn.actor or 0, scene),
        bid=bid_words(told.bid, scene),
        before=turn.before,
        after=turn.after,
    )
