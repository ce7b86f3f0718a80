"""The highlights of a finished game of Liar's Dice: bluffs, exact bids, comebacks and the like.

To find the turning point of a game, this module also estimates each player's chance to win. That
needs the chance that a bid is challenged, which is taken from the strongest computer player, the
Sly Fox.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise

from msgspec import Struct

from bot.engine.events import Seat
from bot.engine.highlights import describe_turning_point
from bot.engine.moves import get_tag
from bot.engine.replays import Highlight, ReplayedStep
from bot.engine.screens import ScreenContext
from bot.engine.winning_chances import WinningChances, find_turning_points
from bot.games.liars_dice.computer.fox import estimate_challenge_chance
from bot.games.liars_dice.computer.odds import compute_at_least_chance
from bot.games.liars_dice.model.events import BidMade, CupsLifted, find_round_starts
from bot.games.liars_dice.model.state import Bid, View, count_matching
from bot.games.liars_dice.words import format_bid, format_brief_player

MAX_DICE_BEFORE_COMEBACK, MIN_DICE_OF_A_RIVAL = 1, 3
"""The numbers of dice that make a win a comeback. At some point of the game, the winner had at most
the first number of dice, while a rival had at least the second.
"""
MIN_DICE_TOO_HIGH = 2
"""The number of dice by which a bid has to be too high to be a highlight as a bluff."""
DICE_CHANCE_EXPONENT = 3.3
"""The exponent that turns a player's number of dice into their chance to win. The chance is
proportional to the number of dice raised to this power. It was fitted by maximum likelihood to the
winners of 1,400 games among two to six Tomcats or Old Foxes, two levels of computer players. For
single numbers of players, the best value is 2.6 to 4.4. In 200 games of Kittens and Tomcats,
predictions of 15, 45 and 96 percent came true in 15, 43 and 94 of 100 cases. `python -m
benchmarks.winning liars_dice` measures this.
"""


class RatedBid(Struct, frozen=True):
    """A bid together with how far it was off the truth, and whether it was challenged."""

    step: int
    """The number of the game's step in which the bid was challenged, or else was made."""
    bid: Bid
    excess: int
    """The number of dice by which the bid was too high.

    If it is negative, the bid could have been that many dice higher and still true.
    """
    challenger: Seat | None = None
    """The seat of the player who challenged the bid.

    None means that the next player made a higher bid instead.
    """


def find_highlights(log: Sequence[ReplayedStep], context: ScreenContext) -> Iterator[Highlight]:
    """Yield the highlights of a finished game, each with a sentence that describes it.

    Args:
        log: The steps of the game with their views, from the deal.
        context: The names, letters and language of the screen.
    """
    starts = find_round_starts(log)

    def tell(step: int, seat: Seat, kind: str, sentence: str, event: str = "") -> Highlight:
        when = context.say("when-round", round=bisect_right(starts, step))
        return Highlight(step, seat, kind, when, sentence, kind == "back", event)

    for kind, seat, rated_bid in _find_remarkable_bids(log):
        told = get_tag(BidMade if rated_bid.challenger is None else CupsLifted)
        sentence = _describe_bid(f"moment-{kind}", rated_bid, context)
        yield tell(rated_bid.step, seat, kind, sentence, told)
    counts = [(entry.step, entry.views[0].counts) for entry in log]
    winner = max(range(len(context.names)), key=lambda seat: counts[-1][1][seat])
    back = [
        step
        for step, now in counts
        if now[winner] <= MAX_DICE_BEFORE_COMEBACK and max(now) >= MIN_DICE_OF_A_RIVAL
    ]
    if back:
        name = format_brief_player(winner, context)
        yield tell(back[-1], winner, "back", context.say("moment-back", name=name))
    events = {entry.step: event for entry in log if (event := _find_turn_event(entry))}
    for turn in find_turning_points(estimate_winning_chances(log)):
        event = events[turn.step]
        what = f"{turn.actor_role}-{'bid' if isinstance(event, BidMade) else 'challenge'}"
        bid = format_bid(event.bid, context)
        sentence = describe_turning_point(turn, format_brief_player, context, what=what, bid=bid)
        told = get_tag(BidMade) if isinstance(event, BidMade) else ""
        yield tell(turn.step, turn.seat, "turn", sentence, told)


def _find_remarkable_bids(log: Sequence[ReplayedStep]) -> Iterator[tuple[str, Seat, RatedBid]]:
    """Yield remarkable bids: lies that were caught, bluffs that nobody caught, and exact bids.

    The highest ones of each kind come first. Each result has the kind of highlight, the player to
    whose credit it is, and the bid.
    """
    rated = sorted(_rate_bids(log), key=lambda each: -each.excess)
    for each in rated:
        if each.challenger is not None and each.excess >= MIN_DICE_TOO_HIGH:
            yield "caught", each.challenger, each
    for each in rated:
        if each.challenger is None and each.excess >= MIN_DICE_TOO_HIGH:
            yield "bluff", each.bid.seat, each
    for each in sorted(rated, key=lambda each: -each.bid.count):
        if each.challenger is not None and each.excess == 0:
            yield "exact", each.bid.seat, each


def estimate_winning_chances(log: Sequence[ReplayedStep]) -> Iterator[WinningChances]:
    """Yield each player's chance to win the game, after the deal, each bid and each challenge."""
    for entry in log:
        told = _find_turn_event(entry)
        if isinstance(told, BidMade):
            yield WinningChances(entry.step, told.seat, _estimate_chances_after_bid(entry))
        elif told or entry is log[0]:
            chances = estimate_chances_by_dice(entry.views[0].counts)
            yield WinningChances(entry.step, told.challenger if told else None, chances)


@cache
def estimate_chances_by_dice(counts: tuple[int, ...]) -> tuple[float, ...]:
    """Return each player's chance to win the game, before the first bid of a round.

    The index is the seat. `counts` is the number of dice that each player has left.
    """
    worth = [float(count) ** DICE_CHANCE_EXPONENT for count in counts]
    return tuple(each / sum(worth) for each in worth)


def _estimate_chances_after_bid(entry: ReplayedStep) -> tuple[float, ...]:
    """Return each player's chance to win the game, after a bid.

    The index is the seat. It is an average over two cases, weighted by their probability: the next
    player challenges the bid, or does not. If not, the chances are the same as before the round.
    """
    view: View = entry.views[0]
    bid, own = view.bids[-1], entry.views[1 + view.turn].dice
    hidden = sum(view.counts) - len(own)
    believed = compute_at_least_chance(bid.count, bid.face, own, hidden, view.wild)
    challenged = estimate_challenge_chance(believed)
    loser = view.turn if _compute_excess(entry, bid) <= 0 else bid.seat
    left = tuple(count - (seat == loser) for seat, count in enumerate(view.counts))
    pairs = zip(estimate_chances_by_dice(view.counts), estimate_chances_by_dice(left), strict=True)
    return tuple((1 - challenged) * now + challenged * then for now, then in pairs)


def _find_turn_event(entry: ReplayedStep) -> BidMade | CupsLifted | None:
    """Return the bid or the challenge made in a step.

    The result is None if the step has neither.
    """
    return next((e for e in entry.events if isinstance(e, BidMade | CupsLifted)), None)


def _rate_bids(log: Sequence[ReplayedStep]) -> Iterator[RatedBid]:
    """Yield all bids of a game with their ratings, each once the next player has answered it."""
    last = None
    for before, entry in pairwise(log):
        told = _find_turn_event(entry)
        if isinstance(told, CupsLifted):
            yield RatedBid(entry.step, told.bid, told.count - told.found, told.challenger)
            last = None
        elif told:
            if last:
                yield last
            last = RatedBid(entry.step, told.bid, _compute_excess(before, told.bid))


def _compute_excess(entry: ReplayedStep, bid: Bid) -> int:
    """Return the number of dice by which a bid is too high.

    If it is negative, the bid could be that many dice higher and still be true.
    """
    wild = entry.views[0].wild
    return bid.count - sum(count_matching(v.dice, bid.face, wild) for v in entry.views[1:])


def _describe_bid(key: str, rated_bid: RatedBid, context: ScreenContext) -> str:
    bid = rated_bid.bid
    seat = bid.seat if rated_bid.challenger is None else rated_bid.challenger
    name, other = format_brief_player(seat, context), format_brief_player(bid.seat, context)
    there = bid.count - rated_bid.excess
    return context.say(key, name=name, other=other, bid=format_bid(bid, context), there=there)
