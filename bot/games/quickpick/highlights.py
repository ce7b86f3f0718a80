"""The highlights of a finished game of Quickpick: the fastest hand, the hardest face and the like.

It also estimates how likely each seat is to win, from all masks and the turns that are left.
"""

from collections.abc import Iterator, Sequence
from math import inf, sqrt

from bot.engine.events import Seat
from bot.engine.highlights import describe_turning_point, sort_by_step
from bot.engine.screen import Highlight, ReplayedStep, ScreenContext
from bot.engine.winning_chances import WinningChances, compute_softmax, find_turning_point
from bot.games.quickpick.awards import Race, list_finished_races
from bot.games.quickpick.model.events import RACE_ENDS, MaskGuessed
from bot.games.quickpick.model.state import View
from bot.games.quickpick.words import format_monster, format_name

MAX_PARTS_OF_A_SHORT_MIME = 2
"""The largest number of shown parts with which a guessed face is a highlight."""
MIME_TURN_MASKS, LAST_RACE_MASK_EXPONENT = 0.5, 3.45
"""Two numbers for estimating winning chances: the worth of a turn as the mime, and of a mask.

The first is in masks, in comparison with turns of others. The second is a power of e and holds when
one race is left. With more races left, it is divided by the square root of their number.

These numbers make the winners likeliest in 200 games among three to eight computer players of all
levels. Another 200 games tested predictions of 14, 46 and 97 percent. These came true in 14, 50 and
95 of 100 cases.

This measures it: `python -m benchmarks.winning quickpick`.
"""


@sort_by_step
def find_highlights(log: Sequence[ReplayedStep], context: ScreenContext) -> Iterator[Highlight]:
    """Yield the highlights of a finished game, each with a sentence about it."""

    def tell(key: str, race: Race, seat: Seat, **values: int) -> Highlight:
        name, mask = format_name(seat, context), format_monster(race.mask, context.say)
        return Highlight(race.step, context.say(f"moment-{key}", name=name, mask=mask, **values))

    races = [*list_finished_races(log)]
    if missed := next((race for race in races if race.right_guesser is None), None):
        yield tell("fooled", missed, missed.mime)
    guessed = [(race, race.winning_hand) for race in races if race.winning_hand]
    if guessed:
        fast, hand = min(guessed, key=lambda each: each[1].elapsed_seconds)
        yield tell("fast", fast, hand.seat, seconds=max(1, round(hand.elapsed_seconds)))
        short, _ = min(guessed, key=lambda each: each[0].part_count)
        if 0 < short.part_count <= MAX_PARTS_OF_A_SHORT_MIME:
            yield tell("short", short, short.mime, parts=short.part_count)
    if turn := find_turning_point(estimate_winning_chances(log)):
        mask = next(race.mask for race in races if race.step == turn.step)
        yield describe_turning_point(
            turn, format_name, context, mask=format_monster(mask, context.say)
        )


def estimate_winning_chances(log: Sequence[ReplayedStep]) -> Iterator[WinningChances]:
    """Yield each seat's chance to win after the deal and after each race.

    A change counts as made by the guesser who was right, or by nobody. The last race is left out if
    several players share the victory.
    """
    for entry in log:
        view: View = entry.views[0]
        ends = [event for event in entry.events if isinstance(event, RACE_ENDS)]
        shared = view.phase == "over" and view.counts.count(max(view.counts)) > 1
        if (ends and not shared) or entry is log[0]:
            guessers = [event.guesser for event in ends if isinstance(event, MaskGuessed)]
            yield WinningChances(
                entry.step, guessers[0] if guessers else None, _estimate_chances(view)
            )


def _estimate_chances(view: View) -> tuple[float, ...]:
    seats = range(len(view.counts))
    left = view.all_turns - len(view.turns)
    if view.phase == "over":
        return compute_softmax(
            [0.0 if count == max(view.counts) else -inf for count in view.counts]
        )
    mimes = [(view.mime + turn) % len(view.counts) for turn in range(left)]
    masks = [view.counts[seat] + MIME_TURN_MASKS * mimes.count(seat) for seat in seats]
    return compute_softmax(
        [
            LAST_RACE_MASK_EXPONENT * masks[seat] / sqrt(left) if view.present[seat] else -inf
            for seat in seats
        ]
    )
