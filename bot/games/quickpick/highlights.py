"""What people may laugh about afterwards: the fastest hand, the shortest mime, the hardest face.

It also tells how likely each seat wins, from all masks and the turns that are left.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import inf, sqrt

from msgspec import Struct

from bot.engine.events import Seat
from bot.engine.game import Act
from bot.engine.screen import Highlight, ReplayedStep, ScreenContext
from bot.engine.winning_chances import Chances, TurningPoint, shares, turning_point
from bot.games.quickpick.model.events import RACE_ENDS, MaskGuessed, MaskNotGuessed
from bot.games.quickpick.model.state import View
from bot.games.quickpick.words import monster, named

MAX_PARTS_OF_A_SHORT_MIME = 2
"""A face that is known by so few parts is worth telling."""
MIMES, SURE = 0.5, 3.45
"""What each turn as the mime that is still to come is worth beside others' turns, in masks; and how
much a mask counts when one race is left, as a power of e: with more, it is divided by their root.

They make the winners likeliest of 200 games among three to eight guests of all levels. What is
called 14, 46 and 97 percent likely came true in 14, 50 and 95 of 100 cases (200 other games,
`python -m benchmarks.winning quickpick`)."""


class GuessedFace(Struct, frozen=True):
    """A mask that somebody guessed."""

    step: int
    end: MaskGuessed
    seconds: float
    """From the beginning of the race to the guesser's choice."""
    parts: int
    """Parts that were shown, and sounds that were made."""


def find_moments(log: Sequence[ReplayedStep], scene: ScreenContext) -> tuple[Highlight, ...]:
    """Return the moments of a game."""
    say, found, guessed = scene.say, dict[int, str](), _guessed_faces(log)
    missed = (
        (entry.step, event)
        for entry in log
        for event in entry.events
        if isinstance(event, MaskNotGuessed)
    )
    if first := next(missed, None):
        step, end = first
        name, mask = named(end.mime, scene), monster(end.mask, say)
        found[step] = say("moment-fooled", name=name, mask=mask)
    if guessed:
        fast = min(guessed, key=lambda face: face.seconds)
        name, mask = named(fast.end.guesser, scene), monster(fast.end.mask, say)
        seconds = max(1, round(fast.seconds))
        found[fast.step] = say("moment-fast", name=name, mask=mask, seconds=seconds)
        short = min(guessed, key=lambda face: face.parts)
        if 0 < short.parts <= MAX_PARTS_OF_A_SHORT_MIME:
            name, mask = named(short.end.mime, scene), monster(short.end.mask, say)
            told = say("moment-short", name=name, mask=mask, parts=short.parts)
            found.setdefault(short.step, told)
    if turn := turning_point(chances(log)):
        found.setdefault(turn.step, _tell_turn(turn, log, scene))
    return tuple(Highlight(step, text) for step, text in sorted(found.items()))


def _tell_turn(turn: TurningPoint, log: Sequence[ReplayedStep], scene: ScreenContext) -> str:
    ends = [
        event
        for entry in log
        for event in entry.events
        if entry.step == turn.step and isinstance(event, RACE_ENDS)
    ]
    who = "nobody" if turn.actor is None else "own" if turn.actor == turn.seat else "other"
    return scene.say(
        "moment-turn",
        who=who,
        name=named(turn.seat, scene),
        other=named(turn.actor or 0, scene),
        mask=monster(ends[0].mask, scene.say),
        before=turn.before,
        after=turn.after,
    )


def _guessed_faces(log: Sequence[ReplayedStep]) -> list[GuessedFace]:
    guessed, began = list[GuessedFace](), 0.0
    for before, entry in pairwise(log):
        view: View = before.views[0]
        if entry.views[0].phase == "race" and view.phase != "race":
            began = entry.at
        for event in entry.events:
            if isinstance(event, MaskGuessed):
                seconds = _chosen_at(log, entry, event.guesser, began) - began
                parts = len(view.shown) + len(view.sounds)
                guessed.append(GuessedFace(entry.step, event, seconds, parts))
    return guessed


def _chosen_at(
    log: Sequence[ReplayedStep], end: ReplayedStep, guesser: Seat, began: float
) -> float:
    """Return when somebody chose in the race that came to this end."""
    times = (
        entry.at
        for entry in log
        if began <= entry.at <= end.at
        and isinstance(entry.action, Act)
        and entry.action.seat == guesser
    )
    return next(times, end.at)


def chances(log: Sequence[ReplayedStep]) -> Iterator[Chances]:
    """Yield how likely each seat wins after the deal and each race, but a shared victory.

    Whoever guessed the mask did it; nobody did, if nobody was right.
    """
    for entry in log:
        view: View = entry.views[0]
        ends = [event for event in entry.events if isinstance(event, RACE_ENDS)]
        shared = view.phase == "over" and view.counts.count(max(view.counts)) > 1
        if (ends and not shared) or entry is log[0]:
            guessers = [event.guesser for event in ends if isinstance(event, MaskGuessed)]
            yield Chances(entry.step, guessers[0] if guessers else None, _chances(view))


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
