"""The highlights of a finished game of Catham City: big plays, early leads, comebacks and the like.

A turning point is found from the players' winning chances, which are computed from all hands. A
position is judged as at the end of a rollout, see `computer/fox.py`. Over 200 games, chances of 15,
45 and 95 percent came true in 13, 52 and 95 of 100 cases, as measured by `python -m
benchmarks.winning catham_city`.
"""

import itertools
from collections.abc import Iterator, Sequence
from math import inf

from bot.engine.events import Seat
from bot.engine.highlights import describe_turning_point
from bot.engine.replays import Highlight, ReplayedStep
from bot.engine.screens import ScreenContext
from bot.engine.winning_chances import WinningChances, compute_softmax, find_turning_points
from bot.games.catham_city.computer import evaluation
from bot.games.catham_city.model.events import CHANCE_PLAY_EVENTS, ElectionWon
from bot.games.catham_city.model.state import View
from bot.games.catham_city.words import format_player

MIN_STROKE_POINTS = 3
"""The minimum number of points for a lucky play to be a highlight of the game. A play is lucky if
its points depend on the cards that it reveals.
"""
MIN_POINTS_BEHIND = 4
"""A comeback is a highlight if the winner was at least this many points behind the leader."""
MAX_SHARE_BEFORE_LEAD = 0.5
"""The part of the game, from 0 to 1, within which a lasting lead must begin to be a highlight."""

RESULT_KEYS = ("lead", "behind", "almost")
"""The keys of the highlights that tell who wins or loses the game in the end."""

PointsByStep = Sequence[tuple[int, tuple[int, ...]]]
"""The points after each step of a game, as pairs: the step's number, and the points by seat."""


def find_highlights(log: Sequence[ReplayedStep], context: ScreenContext) -> Iterator[Highlight]:
    """Yield the highlights of a finished game, each with a sentence that describes it."""
    turns = {after.step: before.views[0].turn + 1 for before, after in itertools.pairwise(log)}
    points = [(seen.step, seen.views[0].points) for seen in log]
    last = points[-1][1]
    winner = max(range(len(last)), key=lambda seat: last[seat])

    def make_highlight(step: int, seat: Seat, kind: str, sentence: str) -> Highlight:
        when = context.say("when-turn", turn=turns[step])
        return Highlight(step, seat, kind, when, sentence, tells_result=kind in RESULT_KEYS)

    def tell(step: int, kind: str, seat: Seat, **values: int) -> Highlight:
        name = format_player(seat, context)
        return make_highlight(step, seat, kind, context.say(f"moment-{kind}", name=name, **values))

    for turn in find_turning_points(estimate_winning_chances(log)):
        sentence = describe_turning_point(turn, format_player, context)
        yield make_highlight(turn.step, turn.seat, "turn", sentence)
    for gained, step, seat in sorted(_find_hauls(log), reverse=True):
        if gained >= MIN_STROKE_POINTS:
            yield tell(step, "stroke", seat, points=gained)
    if (lead := _find_lead(points, winner)) is not None:
        yield tell(lead, "lead", winner)
    behind, step = max((max(now) - now[winner], step) for step, now in points)
    if behind >= MIN_POINTS_BEHIND:
        yield tell(step, "behind", winner, points=behind)
    for step, seat in _find_near_winners(points, winner, log[0].views[0].target):
        yield tell(step, "almost", seat)


def _find_hauls(log: Sequence[ReplayedStep]) -> Iterator[tuple[int, int, Seat]]:
    for before, seen in itertools.pairwise(log):
        for event in seen.events:
            if isinstance(event, CHANCE_PLAY_EVENTS):
                gained = seen.views[0].points[event.seat] - before.views[0].points[event.seat]
                yield gained, seen.step, event.seat


def _find_lead(points: PointsByStep, winner: Seat) -> int | None:
    """Return the number of the step at which the winner took an early lead for good.

    Return None if the winner never led alone, or took the lead too late.
    """
    led = [step for step, now in points if now[winner] == max(now) and now.count(max(now)) == 1]
    not_led = [step for step, now in points if now[winner] < max(now)]
    lead = next((step for step in led if not not_led or step > not_led[-1]), None)
    return lead if lead is not None and lead <= MAX_SHARE_BEFORE_LEAD * points[-1][0] else None


def _find_near_winners(points: PointsByStep, winner: Seat, target: int) -> list[tuple[int, Seat]]:
    waits = list[tuple[int, Seat]]()
    for seat, last in enumerate(points[-1][1]):
        if seat != winner and last == target - 1:
            since = [step for step, now in points if now[seat] != last][-1]
            waits.append((next(step for step, _ in points if step > since), seat))
    return sorted(waits)


def estimate_winning_chances(log: Sequence[ReplayedStep]) -> Iterator[WinningChances]:
    """Yield each player's estimated chance of winning after each step of a finished game.

    A change in the chances is attributed to the player whose turn it was.
    """
    before: View | None = None
    for seen in log:
        actor = before.active if before else None
        yield WinningChances(seen.step, actor, _judge_view(seen))
        before = seen.views[0]


def _judge_view(entry: ReplayedStep) -> tuple[float, ...]:
    view: View = entry.views[0]
    winner = next((event.seat for event in entry.events if isinstance(event, ElectionWon)), None)
    if winner is not None:
        return tuple(float(seat == winner) for seat in range(len(view.points)))
    order, strengths, ready = _list_turn_order(view), [-inf] * len(view.points), False
    for place, seat in enumerate(order):
        hand = evaluation.count_by_faction(entry.views[1 + seat].hand)
        early = evaluation.TURN_ORDER_POINTS * (1 - 2 * place / max(1, len(order) - 1))
        strengths[seat] = view.points[seat] + evaluation.value_hand(hand) + early
        if not ready and evaluation.can_make_points(hand, view.target - view.points[seat]):
            strengths[seat] += evaluation.FIRST_READY_HAND_POINTS
            ready = True
    return compute_softmax(strengths)


def _list_turn_order(view: View) -> list[Seat]:
    seats = len(view.points)
    first = view.active if view.phase == "action" else view.active + 1
    order = ((first + after) % seats for after in range(seats))
    return [seat for seat in order if view.present[seat]]
