"""What people may laugh about afterwards: strokes, early leads, and turns of the race."""

import itertools
from collections.abc import Iterator, Sequence

from bot.games.catham_city.awards import BY_CHANCE
from bot.games.catham_city.winning import chances
from bot.games.catham_city.words import player
from bot.games.events import Seat
from bot.games.screen import Moment, Scene, Seen
from bot.games.winning import TurningPoint, turning_point

STROKE = 3
"""So many points at once are worth telling, if no faction makes them for sure."""
BEHIND = 4
"""So is a win after so many points behind."""
EARLY = 0.5
"""And a lead that was held for so large a share of the game."""

Points = Sequence[tuple[int, tuple[int, ...]]]
"""The steps, and each seat's points after them."""


def moments(course: Sequence[Seen], scene: Scene) -> tuple[Moment, ...]:
    """Return the moments of a game."""
    found = dict[int, str]()
    points = [(seen.step, seen.views[0].points) for seen in course]
    if turn := turning_point(chances(course)):
        found[turn.step] = _turned(turn, scene)
    gained, step, seat = max(_hauls(course), default=(0, 0, 0))
    if gained >= STROKE:
        told = scene.say("moment-stroke", name=player(seat, scene), points=gained)
        found.setdefault(step, told)
    _, last = points[-1]
    winner = max(range(len(last)), key=lambda seat: last[seat])
    if (lead := _lead(points, winner)) is not None:
        found.setdefault(lead, scene.say("moment-lead", name=player(winner, scene)))
    behind, step = max((max(now) - now[winner], step) for step, now in points)
    if behind >= BEHIND:
        found.setdefault(
            step, scene.say("moment-behind", name=player(winner, scene), points=behind)
        )
    if almost := _almost(points, winner, course[0].views[0].target):
        step, seat = almost
        found.setdefault(step, scene.say("moment-almost", name=player(seat, scene)))
    return tuple(Moment(step, text) for step, text in sorted(found.items()))


def _hauls(course: Sequence[Seen]) -> Iterator[tuple[int, int, Seat]]:
    """Yield the points that what came out of hands or the pile brought, in which step, and whom."""
    for before, seen in itertools.pairwise(course):
        for event in seen.events:
            if event.name in BY_CHANCE:
                seat = int(event.values[0])
                yield seen.views[0].points[seat] - before.views[0].points[seat], seen.step, seat


def _lead(points: Points, winner: Seat) -> int | None:
    """Return the step with which the winner took an early lead for good; None: nobody did."""
    led = [step for step, now in points if now[winner] == max(now) and now.count(max(now)) == 1]
    not_led = [step for step, now in points if now[winner] < max(now)]
    lead = next((step for step in led if not not_led or step > not_led[-1]), None)
    return lead if lead is not None and lead <= EARLY * points[-1][0] else None


def _almost(points: Points, winner: Seat, target: int) -> tuple[int, Seat] | None:
    """Return who lacked a single point for longest to the end, but lost, and from which step on."""
    waits = list[tuple[int, Seat]]()
    for seat, last in enumerate(points[-1][1]):
        if seat != winner and last == target - 1:
            since = [step for step, now in points if now[seat] != last][-1]
            waits.append((next(step for step, _ in points if step > since), seat))
    return min(waits, default=None)


def _turned(turn: TurningPoint, scene: Scene) -> str:
    return scene.say(
        "moment-turn",
        whose="own" if turn.actor == turn.seat else "other",
        name=player(turn.seat, scene),
        other=player(turn.actor or 0, scene),
        before=turn.before,
        after=turn.after,
    )
