"""What people may laugh about afterwards: bluffs that worked or did not, truths, and turns."""

from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct, field

from bot.games.events import Seat
from bot.games.liars_dice.state import ONE, Bid
from bot.games.liars_dice.winning import chances
from bot.games.liars_dice.words import bid_words, brief
from bot.games.screen import Moment, Scene, Seen
from bot.games.winning import TurningPoint, turning_point

FEW = 1
"""Whoever wins after they had so few dice came back."""
MANY = 3
"""But only if somebody else had so many then."""
NOBODYS = Bid(0, 0, 0)
"""Stands for a bid where there was none."""


FAR = 2
"""So many dice too high a bid has to be."""


class Heard(Struct):
    """What was bid and opened, with the steps."""

    believed: list[tuple[int, int, Bid]] = field(default_factory=list)
    """By how many dice too high a bid was that somebody raised."""
    caught: list[tuple[int, int, Seat, Bid]] = field(default_factory=list)
    """By how many dice too high a bid was that somebody challenged, and who did."""
    exact: list[tuple[int, Seat, Bid]] = field(default_factory=list)
    """Bids that were exactly right, and who challenged them."""


def moments(course: Sequence[Seen], scene: Scene) -> tuple[Moment, ...]:
    """Return the moments of a game."""
    heard = _heard(course)
    found = dict[int, str]()
    over, step, bid = max(heard.believed, key=lambda each: each[0], default=(0, 0, NOBODYS))
    if over >= FAR:
        found[step] = _told("moment-bluff", bid, bid.seat, over, scene)
    over, step, seat, bid = max(heard.caught, key=lambda each: each[0], default=(0, 0, 0, NOBODYS))
    if over >= FAR:
        found[step] = _told("moment-caught", bid, seat, over, scene)
    step, seat, bid = max(heard.exact, key=lambda each: each[2].count, default=(0, 0, NOBODYS))
    if bid is not NOBODYS:
        found.setdefault(step, _told("moment-exact", bid, seat, 0, scene))
    counts = [(seen.step, seen.views[0].counts) for seen in course]
    winner = max(range(len(scene.names)), key=lambda seat: counts[-1][1][seat])
    back = [step for step, now in counts if now[winner] <= FEW and max(now) >= MANY]
    if back:
        found.setdefault(back[-1], scene.say("moment-back", name=brief(winner, scene)))
    if turn := turning_point(chances(course)):
        found.setdefault(turn.step, _turned(turn, course, scene))
    return tuple(Moment(step, text) for step, text in sorted(found.items()))


def _turned(turn: TurningPoint, course: Sequence[Seen], scene: Scene) -> str:
    told = {each.name: each for seen in course if seen.step == turn.step for each in seen.events}
    what, event = ("bid", told["bid"]) if "bid" in told else ("challenge", told["opened"])
    bidder, count, face = [int(value) for value in event.values][:4][-3:]
    whose = "own" if turn.actor == turn.seat else "other"
    return scene.say(
        "moment-turn",
        what=f"{whose}-{what}",
        name=brief(turn.seat, scene),
        other=brief(turn.actor or 0, scene),
        bid=bid_words(Bid(bidder, count, face), scene),
        before=turn.before,
        after=turn.after,
    )


def _told(key: str, bid: Bid, seat: Seat, over: int, scene: Scene) -> str:
    name, other = brief(seat, scene), brief(bid.seat, scene)
    there = bid.count - over
    return scene.say(key, name=name, other=other, bid=bid_words(bid, scene), there=there)


def _heard(course: Sequence[Seen]) -> Heard:
    heard = Heard()
    last: tuple[int, int, Bid] | None = None
    for before, seen in pairwise(course):
        for event in seen.events:
            values = [int(value) for value in event.values if not isinstance(value, str)]
            if event.name == "bid":
                if last is not None:
                    heard.believed.append(last)
                bid = Bid(*values)
                last = bid.count - _true(before, bid), seen.step, bid
            elif event.name == "opened":
                challenger, bidder, count, face, there = values
                bid, last = Bid(bidder, count, face), None
                if there < count:
                    heard.caught.append((count - there, seen.step, challenger, bid))
                elif there == count:
                    heard.exact.append((seen.step, challenger, bid))
    return heard


def _true(seen: Seen, bid: Bid) -> int:
    """Return how many dice counted for a bid."""
    wild = seen.views[0].wild
    dice = [die for view in seen.views[1:] for die in view.dice]
    return sum(die == bid.face or (wild and die == ONE) for die in dice)
