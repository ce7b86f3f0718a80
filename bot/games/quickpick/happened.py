"""What happened to a player since their last answer, told to them."""

from collections.abc import Sequence

from bot.games.events import Event, Seat
from bot.games.quickpick.state import STRIDE, Turn, View
from bot.games.quickpick.words import face, named, player
from bot.games.screen import Scene

MOST = 3
"""Sentences that are told at once."""
RACES = ("guessed", "not-guessed", "void")
"""Events that end a race; each stands for a turn that was played."""


def news(events: Sequence[Event], view: View, seat: Seat, scene: Scene) -> tuple[str, ...]:
    """Return up to three sentences to `seat`, the oldest first.

    `events` are those that the seat may see, in order, up to now: so their races are the view's
    last turns.
    """
    ended = sum(event.name in RACES for event in events)
    turns = iter(view.turns[len(view.turns) - ended :])
    told = []
    for number, event in enumerate(events):
        if event.name in RACES:
            told.append(_race(event, next(turns), seat, _prize(events[number + 1 :]), scene))
        elif event.name == "overtaken":
            told.append(scene.say("news-overtaken"))
        elif event.name == "not-waited-for" and event.values == (seat,):
            told.append(scene.say("news-not-waited-for"))
    return tuple(told[-MOST:])


def too_late(view: View, seat: Seat, decision: int, scene: Scene) -> str:
    """Return why a hand of `seat` in the race of that decision did not count, "" if it is unknown.

    Only of the last race, and if the seat has chosen nothing else in it.
    """
    since = {"over": 0, "draw": STRIDE}.get(view.phase, 2 * STRIDE)
    broken_off = view.phase == "over" and view.deck > 0
    if broken_off or not view.turns or view.decision - decision != since:
        return ""
    turn = view.turns[-1]
    if seat in (turn.mime, *(hand.seat for hand in turn.hands)):
        return ""
    mask = face(turn.mask, scene)
    if turn.right is None:
        return scene.say("too-late-nobody", mask=mask)
    return scene.say("too-late", guesser=named(turn.right, scene), mask=mask)


def _race(event: Event, turn: Turn, seat: Seat, prize: int | None, scene: Scene) -> str:
    """Return how a race ended for the seat."""
    if event.name == "void":
        return scene.say("void", name=player(turn.mime, scene))
    if turn.right is None:
        return _unguessed(turn, seat, scene)
    say, mask = scene.say, face(turn.mask, scene)
    if seat == turn.right and prize is not None:
        return say("news-right", mask=mask, prize=face(prize, scene))
    guesser = player(turn.right, scene)
    if seat == turn.mime:
        return say("news-understood", mask=mask, guesser=guesser)
    return _beaten(turn, seat, mask, guesser, scene)


def _unguessed(turn: Turn, seat: Seat, scene: Scene) -> str:
    """Return that nobody had the right tile."""
    say, mask, own = scene.say, face(turn.mask, scene), tile_of(turn, seat)
    if seat == turn.mime:
        return say("news-unseen", mask=mask)
    if own is None:
        return say("news-nobody", mask=mask)
    return say("news-nobody-wrong", mask=mask, own=face(own, scene))


def _beaten(turn: Turn, seat: Seat, mask: str, guesser: str, scene: Scene) -> str:
    """Return that another guesser had the right tile."""
    own = tile_of(turn, seat)
    if own is None:
        return scene.say("news-other", mask=mask, guesser=guesser)
    if own == turn.mask:
        return scene.say("news-late", mask=mask, guesser=guesser)
    return scene.say("news-wrong", mask=mask, guesser=guesser, own=face(own, scene))


def tile_of(turn: Turn, seat: Seat) -> int | None:
    """Return the tile that the seat chose; None if it chose none."""
    return next((hand.tile for hand in turn.hands if hand.seat == seat), None)


def _prize(later: Sequence[Event]) -> int | None:
    """Return the prize of the race before these events; None if it was another's."""
    for event in later:
        if event.name == "prize":
            return int(event.values[0])
        if event.name in RACES:
            return None
    return None
