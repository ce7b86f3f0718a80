"""What people may laugh about afterwards: the fastest hand, the shortest mime, the hardest face."""

from collections.abc import Sequence
from itertools import islice, pairwise

from msgspec import Struct

from bot.games.events import Seat
from bot.games.game import Act
from bot.games.quickpick.winning import RACES, chances
from bot.games.quickpick.words import monster, named
from bot.games.screen import Moment, Scene, Seen
from bot.games.winning import TurningPoint, turning_point

FEW = 2
"""A face that is known by so few parts is worth telling."""
FOOLED = "not-guessed"
"""The event of a race in which nobody was right."""


class Guessed(Struct, frozen=True):
    """A mask that somebody guessed."""

    step: int
    mime: Seat
    mask: int
    guesser: Seat
    seconds: float
    """From the beginning of the race to the guesser's choice."""
    parts: int
    """Parts that were shown, and sounds that were made."""


def moments(course: Sequence[Seen], scene: Scene) -> tuple[Moment, ...]:
    """Return the moments of a game."""
    say, found, guessed = scene.say, dict[int, str](), _guessed(course)
    fooled = (
        (seen.step, event) for seen in course for event in seen.events if event.name == FOOLED
    )
    for step, event in islice(fooled, 1):
        mime, mask = (int(value) for value in event.values)
        found[step] = say("moment-fooled", name=named(mime, scene), mask=monster(mask, say))
    if guessed:
        fast = min(guessed, key=lambda each: each.seconds)
        name, mask_name = named(fast.guesser, scene), monster(fast.mask, say)
        seconds = max(1, round(fast.seconds))
        found[fast.step] = say("moment-fast", name=name, mask=mask_name, seconds=seconds)
        short = min(guessed, key=lambda each: each.parts)
        name, mask_name = named(short.mime, scene), monster(short.mask, say)
        told = say("moment-short", name=name, mask=mask_name, parts=short.parts)
        if 0 < short.parts <= FEW:
            found.setdefault(short.step, told)
    if turn := turning_point(chances(course)):
        found.setdefault(turn.step, _turned(turn, course, scene))
    return tuple(Moment(step, text) for step, text in sorted(found.items()))


def _turned(turn: TurningPoint, course: Sequence[Seen], scene: Scene) -> str:
    masks = [
        int(event.values[1])
        for seen in course
        for event in seen.events
        if seen.step == turn.step and event.name in RACES
    ]
    who = "nobody" if turn.actor is None else "own" if turn.actor == turn.seat else "other"
    return scene.say(
        "moment-turn",
        who=who,
        name=named(turn.seat, scene),
        other=named(turn.actor or 0, scene),
        mask=monster(masks[0], scene.say),
        before=turn.before,
        after=turn.after,
    )


def _guessed(course: Sequence[Seen]) -> list[Guessed]:
    guessed, began = list[Guessed](), 0.0
    for before, seen in pairwise(course):
        if seen.views[0].phase == "race" and before.views[0].phase != "race":
            began = seen.at
        for event in seen.events:
            if event.name == "guessed":
                mime, mask, guesser = (int(value) for value in event.values)
                seconds = _slapped(course, seen, guesser, began) - began
                parts = len(before.views[0].shown) + len(before.views[0].sounds)
                guessed.append(Guessed(seen.step, mime, mask, guesser, seconds, parts))
    return guessed


def _slapped(course: Sequence[Seen], end: Seen, guesser: int, began: float) -> float:
    """Return when somebody chose in the race that came to this end."""
    acts = (
        seen.at
        for seen in course
        if began <= seen.at <= end.at and isinstance(seen.given, Act) and seen.given.seat == guesser
    )
    return next(acts, end.at)
