"""What people may laugh about afterwards: strokes, leads that changed, a race from behind."""

import itertools
from collections.abc import Sequence

from bot.games.catham_city.words import player
from bot.games.screen import Moment, Scene, Seen

STROKE = 3
"""So many points at once are worth telling."""
BEHIND = 4
"""So is a win after so many points behind."""


def moments(course: Sequence[Seen], scene: Scene) -> tuple[Moment, ...]:
    """Return the moments of a game."""
    points = [(seen.step, seen.views[0].points) for seen in course]
    found = dict[int, str]()
    gains = [
        (after[seat] - before[seat], step, seat)
        for (_, before), (step, after) in itertools.pairwise(points)
        for seat in range(len(after))
    ]
    gained, step, seat = max(gains, default=(0, 0, 0), key=lambda gain: gain[0])
    if gained >= STROKE:
        found[step] = scene.say("moment-stroke", name=player(seat, scene), points=gained)
    lost, step, seat = min(gains, default=(0, 0, 0), key=lambda gain: gain[0])
    if lost < 0:
        found.setdefault(step, scene.say("moment-fall", name=player(seat, scene), points=-lost))
    _, last = points[-1]
    winner = max(range(len(last)), key=lambda seat: last[seat])
    led = [step for step, now in points if now[winner] == max(now) and now.count(max(now)) == 1]
    not_led = [step for step, now in points if now[winner] < max(now)]
    lead = next((step for step in led if not not_led or step > not_led[-1]), None)
    if lead is not None:
        found.setdefault(lead, scene.say("moment-lead", name=player(winner, scene)))
    behind, step = max((max(now) - now[winner], step) for step, now in points)
    if behind >= BEHIND:
        found.setdefault(
            step, scene.say("moment-behind", name=player(winner, scene), points=behind)
        )
    return tuple(Moment(step, text) for step, text in sorted(found.items()))
