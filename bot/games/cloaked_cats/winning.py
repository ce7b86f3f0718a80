"""How likely each seat wins a game of Cloaked Cats, from points and what all know of it."""

from collections.abc import Iterator, Sequence
from math import inf, log

from bot.games.cloaked_cats.cards import FAN
from bot.games.cloaked_cats.deduction import Fans
from bot.games.cloaked_cats.state import View
from bot.games.cloaked_cats.turns import turns_of
from bot.games.screen import Seen
from bot.games.winning import Chances, shares

RECEIVED, SECRET = 0.7, 0.5
"""How much a mask that was received counts, and how much it counts that e times as many disguises
are possible, both as powers of e: what is hidden well are points to come.

They and the next one make the winners likeliest of 400 games among computers of all levels and one
who bluffs. What is called 15, 45 and 94 percent likely came true in 14, 45 and 94 of 100 cases (100
games, `python -m benchmarks.winning cloaked_cats --games 100`)."""
POINT = 1.1
"""How much a point counts in the last round, those for hidden features among them."""


def chances(course: Sequence[Seen]) -> Iterator[Chances]:
    """Yield how likely each seat wins after each cat and each guess, but a shared victory."""
    views: dict[int, View] = {seen.step: seen.views[0] for seen in course}
    for turn in turns_of(course):
        view = views[turn.step]
        scores = _scores(view)
        if view.phase != "over":
            yield Chances(turn.step, turn.told[0], _likely(view, turn.after))
        elif scores.count(max(scores)) == 1:
            won = [0.0 if score == max(scores) else -inf for score in scores]
            yield Chances(turn.step, turn.told[0], shares(won))


def _likely(view: View, fans: tuple[Fans, ...]) -> tuple[float, ...]:
    """Return the chances while the game runs; `fans` are the disguises that each can have."""
    masks = [POINT * points for points in view.points]
    if not view.last_round:
        masks = [RECEIVED * received for received in view.received]
    secrets = [SECRET * log(max(1, len(each))) for each in fans]
    return shares([one + two for one, two in zip(masks, secrets, strict=True)])


def _scores(view: View) -> list[tuple[int, int]]:
    """Return the points and the features that stay hidden, which decide in this order."""
    hidden = [FAN - len(shown) for shown in view.revealed]
    return list(zip(view.points, hidden, strict=True))
