"""How likely each seat wins a game of Quickpick, from all masks and the turns that are left."""

from collections.abc import Iterator, Sequence
from math import inf, sqrt

from bot.games.quickpick.state import View
from bot.games.screen import Seen
from bot.games.winning import Chances, shares

MIMES, SURE = 0.5, 3.45
"""What each turn as the mime that is still to come is worth beside others' turns, in masks; and how
much a mask counts when one race is left, as a power of e: with more, it is divided by their root.

They make the winners likeliest of 200 games among three to eight guests of all levels. What is
called 14, 46 and 97 percent likely came true in 14, 50 and 95 of 100 cases (200 other games,
`python -m benchmarks.winning quickpick`)."""
RACES = ("guessed", "not-guessed")
"""The events that end a race."""


def chances(course: Sequence[Seen]) -> Iterator[Chances]:
    """Yield how likely each seat wins after the deal and each race, but a shared victory.

    Whoever guessed the mask did it; nobody did, if nobody was right.
    """
    for seen in course:
        view: View = seen.views[0]
        ends = [event for event in seen.events if event.name in RACES]
        shared = view.phase == "over" and view.counts.count(max(view.counts)) > 1
        if (ends and not shared) or seen is course[0]:
            guessers = [int(event.values[2]) for event in ends if event.name == "guessed"]
            yield Chances(seen.step, guessers[0] if guessers else None, _chances(view))


def _chances(view: View) -> tuple[float, ...]:
    seats = range(len(view.counts))
    left = view.all_turns - len(view.turns)
    if view.phase == "over":
        return shares([0.0 if count == max(view.counts) else -inf for count in view.counts])
    mimes = [(view.mime + turn) % len(view.counts) for turn in range(left)]
    masks = [view.counts[seat] + MIMES * mimes.count(seat) for seat in seats]
    return shares(
        [SURE * masks[seat] / sqrt(left) if view.present[seat] else -inf for seat in seats]
    )
