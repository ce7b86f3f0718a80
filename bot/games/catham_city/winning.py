"""How likely each seat wins a game of Catham City, from all hands.

A position is judged as at the end of a playout: `playouts.py` has the figures of that. What is
called 15, 45 and 95 percent likely came true in 13, 52 and 95 of 100 cases (200 games,
`python -m benchmarks.winning catham_city`).
"""

from collections.abc import Iterator, Sequence
from math import inf

from bot.games.catham_city.evaluation import FIRST, TEMPO, counted, strikes, worth
from bot.games.catham_city.state import View
from bot.games.events import Seat
from bot.games.screen import Seen
from bot.games.winning import Chances, shares


def chances(course: Sequence[Seen]) -> Iterator[Chances]:
    """Yield how likely each seat wins after each step; whoever was on turn did it."""
    before: View | None = None
    for seen in course:
        actor = before.active if before else None
        yield Chances(seen.step, actor, _chances(seen))
        before = seen.views[0]


def _chances(seen: Seen) -> tuple[float, ...]:
    view: View = seen.views[0]
    winner = next((int(event.values[0]) for event in seen.events if event.name == "won"), None)
    if winner is not None:
        return tuple(float(seat == winner) for seat in range(len(view.points)))
    order, strengths, ready = _order(view), [-inf] * len(view.points), False
    for place, seat in enumerate(order):
        hand = counted(seen.views[1 + seat].hand)
        early = TEMPO * (1 - 2 * place / max(1, len(order) - 1))
        strengths[seat] = view.points[seat] + worth(hand) + early
        if not ready and strikes(hand, view.target - view.points[seat]):
            strengths[seat] += FIRST
            ready = True
    return shares(strengths)


def _order(view: View) -> list[Seat]:
    """Return who is present, whoever is the next on turn first."""
    seats = len(view.points)
    first = view.active if view.phase == "action" else view.active + 1
    order = ((first + after) % seats for after in range(seats))
    return [seat for seat in order if view.present[seat]]
