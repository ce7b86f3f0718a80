"""What people may laugh about afterwards: right guesses, odds, and cats that gave somebody away."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from bot.games.cloaked_cats.deduction import Fans
from bot.games.cloaked_cats.story import ALL, TURNS, told_by
from bot.games.cloaked_cats.words import brief, cat_short, claim
from bot.games.game import Event, Seat
from bot.games.screen import Moment, Scene, Seen

UNLIKELY, LIKELY = 25, 60
"""Percent: a right guess below, and a wrong one above, is worth telling."""
GIVEN_AWAY = 5
"""A cat gives somebody away that leaves a fifth of the disguises they could have."""

MANY = 15
"""Of fewer disguises, it was clear before."""


class Turn(Struct, frozen=True):
    """What an event of the game told those who only watched."""

    step: int
    event: Event
    before: tuple[Fans, ...]
    """By seat, which disguises were possible."""
    after: tuple[Fans, ...]

    def chance(self) -> int:
        """Return how likely a guess was right, in percent."""
        _, opponent, asked = (int(value) for value in self.event.values)
        possible = self.before[opponent]
        return round(100 * sum(bool(fan & 1 << asked) for fan in possible) / len(possible))


def moments(course: Sequence[Seen], scene: Scene) -> tuple[Moment, ...]:
    """Return the moments of a game."""
    turns = tuple(_turns(course, len(scene.names)))
    guesses = [turn for turn in turns if turn.event.name.startswith("guess-")]
    right = [turn for turn in guesses if turn.event.name == "guess-right"]
    wrong = [turn for turn in guesses if turn.event.name == "guess-wrong"]
    found = dict[int, str]()
    if right:
        found[right[0].step] = _guessed("moment-first", right[0], scene)
        lucky = min(right, key=Turn.chance)
        if lucky.chance() <= UNLIKELY:
            found[lucky.step] = _guessed("moment-lucky", lucky, scene)
    if wrong:
        unlucky = max(wrong, key=Turn.chance)
        if unlucky.chance() >= LIKELY:
            found[unlucky.step] = _guessed("moment-unlucky", unlucky, scene)
    cats = [turn for turn in turns if turn.event.name == "cat-played"]
    told = max(
        ((_factor(turn, seat), turn, seat) for turn in cats for seat in range(len(scene.names))),
        key=lambda each: each[0],
        default=None,
    )
    if told and told[0] >= GIVEN_AWAY:
        found.setdefault(told[1].step, _gave_away(told[1], told[2], scene))
    return tuple(Moment(step, text) for step, text in sorted(found.items()))


def _turns(course: Sequence[Seen], seats: int) -> Iterator[Turn]:
    fans: tuple[Fans, ...] = (ALL,) * seats
    for seen in course:
        for event in seen.events:
            if event.name in TURNS and event.name != "skipped":
                after = told_by(event, fans)
                yield Turn(seen.step, event, fans, after)
                fans = after


def _factor(turn: Turn, seat: Seat) -> float:
    before = len(turn.before[seat])
    return before / max(1, len(turn.after[seat])) if before >= MANY else 0.0


def _guessed(key: str, turn: Turn, scene: Scene) -> str:
    seat, opponent, asked = (int(value) for value in turn.event.values)
    return scene.say(
        key,
        name=brief(seat, scene),
        other=brief(opponent, scene),
        claim=claim(brief(opponent, scene), asked, scene.say),
        percent=turn.chance(),
    )


def _gave_away(turn: Turn, seat: Seat, scene: Scene) -> str:
    player, cat, *_ = (int(value) for value in turn.event.values)
    return scene.say(
        "moment-gave-away",
        name=brief(player, scene),
        other=brief(seat, scene),
        cat=cat_short(cat, scene.say),
        whose="own" if player == seat else "other",
        before=len(turn.before[seat]),
        after=len(turn.after[seat]),
    )
