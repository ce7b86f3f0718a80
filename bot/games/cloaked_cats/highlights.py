"""The highlights of a finished game: guesses, bluffs, and cats that gave a player away.

They are computed exactly from what each cat and each guess told onlookers about the players' fans.
A fan is the three secret features of a player.
"""

from collections.abc import Iterator, Sequence
from math import inf, log

from msgspec import Struct

from bot.engine.events import Seat
from bot.engine.highlights import describe_turning_point, sort_by_step
from bot.engine.screen import Highlight, ReplayedStep, ScreenContext
from bot.engine.winning_chances import (
    TurningPoint,
    WinningChances,
    compute_softmax,
    find_turning_point,
)
from bot.games.cloaked_cats.computer.deduction import ALL_FANS, Fans, narrow_fans
from bot.games.cloaked_cats.model.events import CatPlayed, GuessAnswered
from bot.games.cloaked_cats.model.state import FEATURES_PER_FAN, View
from bot.games.cloaked_cats.words import (
    format_brief_player,
    format_claim,
    format_feature,
    format_short_cat,
)

MAX_LUCKY_PERCENT = 25
"""The highest chance, in percent, at which a right guess counts as lucky."""
MIN_UNLUCKY_PERCENT = 60
"""The lowest chance, in percent, at which a wrong guess counts as unlucky."""
MIN_FACTOR_OF_FANS = 5
"""The factor by which a cat must reduce a player's possible fans to have given the player away.

A fan is the three secret features of a player. With 5, a fifth of the fans are left.
"""
MIN_FANS_BEFORE = 15
"""The number of fans that must have been possible before a cat that gave a player away.

A fan is the three secret features of a player. With fewer, the player was known well before.
"""
RECEIVED_MASK_WEIGHT, HIDDEN_FEATURE_WEIGHT = 0.7, 0.5
"""The weights with which received mask tiles and well hidden features raise the chance to win.

The first is the exponent of e for each received mask tile. The second is the exponent for the
logarithm of the number of possible fans. A fan is the three secret features of a player. The second
weight counts because a well hidden player will get points.

These weights and `POINT_WEIGHT` make the winners likeliest in 400 games. The players were computer
players of all levels and one that bluffs. In 100 games, predictions of 15, 45 and 94 percent came
true in 14, 45 and 94 of 100 cases.

This measures it: `python -m benchmarks.winning cloaked_cats --games 100`.
"""
POINT_WEIGHT = 1.1
"""The weight with which each point raises the chance to win in the last round, as an exponent of e.

Points for hidden features count, too.
"""


class Turn(Struct, frozen=True):
    """A cat or a guess, with the fans that each player could have before and after it.

    A fan is the three secret features of a player.
    """

    step: int
    """The number of the game's step in which it happened; the deal is step 0."""
    fans_before: tuple[Fans, ...]
    """The sets of three features that each player could have before it, for onlookers, by seat."""
    fans_after: tuple[Fans, ...]
    """The sets of three features that each player could have after it, for onlookers, by seat."""


class CatTurn(Turn, frozen=True):
    """A cat that was played, with what it revealed about each player."""

    event: CatPlayed

    def compute_factor(self, seat: Seat) -> float:
        """Return by what factor the cat reduced the number of fans that a player could have.

        A fan is the three secret features of a player. The factor is 0.0 if the player was known
        well before (`MIN_FANS_BEFORE`).
        """
        before = len(self.fans_before[seat])
        return before / max(1, len(self.fans_after[seat])) if before >= MIN_FANS_BEFORE else 0.0


class GuessTurn(Turn, frozen=True):
    """A guess that was answered, with what it revealed about each player."""

    event: GuessAnswered

    def compute_percent(self) -> int:
        """Return how likely the guess was right, in percent, by what onlookers knew before it."""
        possible = self.fans_before[self.event.opponent]
        holding = sum(bool(fan & 1 << self.event.feature) for fan in possible)
        return round(100 * holding / len(possible))


def list_turns(log: Sequence[ReplayedStep]) -> Iterator[CatTurn | GuessTurn]:
    """Yield each cat and each guess of a finished game, with what it revealed to onlookers.

    Args:
        log: The steps of the game with their views, from the deal.
    """
    fans: tuple[Fans, ...] = (ALL_FANS,) * len(log[0].views[1:])
    for entry in log:
        for event in entry.events:
            after = narrow_fans(fans, event)
            if isinstance(event, CatPlayed):
                yield CatTurn(entry.step, fans, after, event)
            elif isinstance(event, GuessAnswered):
                yield GuessTurn(entry.step, fans, after, event)
            fans = after


@sort_by_step
def find_highlights(log: Sequence[ReplayedStep], context: ScreenContext) -> Iterator[Highlight]:
    """Yield the highlights of a finished game, each with a sentence.

    Args:
        log: The steps of the game with their views, from the deal.
        context: The names, letters and language of the screen.
    """
    turns = tuple(list_turns(log))
    guesses = [turn for turn in turns if isinstance(turn, GuessTurn)]
    yield from _tell_guesses(guesses, context)
    if bluff := _find_best_bluff(log, guesses, context):
        yield bluff
    if point := find_turning_point(estimate_winning_chances(log)):
        turn = next(turn for turn in turns if turn.step == point.step)
        yield _tell_turn(point, turn, context)
    told = max(
        (
            (turn.compute_factor(seat), turn, seat)
            for turn in turns
            if isinstance(turn, CatTurn)
            for seat in range(len(context.names))
        ),
        key=lambda each: each[0],
        default=None,
    )
    if told and told[0] >= MIN_FACTOR_OF_FANS:
        yield _tell_giveaway(told[1], told[2], context)


def _tell_guesses(guesses: Sequence[GuessTurn], context: ScreenContext) -> Iterator[Highlight]:
    """Yield the luckiest right guess, the unluckiest wrong guess, and the first right guess."""
    right = [turn for turn in guesses if turn.event.right]
    wrong = [turn for turn in guesses if not turn.event.right]
    lucky = min(right, key=GuessTurn.compute_percent, default=None)
    if lucky and lucky.compute_percent() <= MAX_LUCKY_PERCENT:
        yield _tell_guess("moment-lucky", lucky, context)
    unlucky = max(wrong, key=GuessTurn.compute_percent, default=None)
    if unlucky and unlucky.compute_percent() >= MIN_UNLUCKY_PERCENT:
        yield _tell_guess("moment-unlucky", unlucky, context)
    if right:
        yield _tell_guess("moment-first", right[0], context)


def _find_best_bluff(
    log: Sequence[ReplayedStep], guesses: Sequence[GuessTurn], context: ScreenContext
) -> Highlight | None:
    """Return the best bluff that worked, or None if there was none.

    A player bluffs by naming a feature of their own (ruling K6). A bluff works if nobody finds that
    feature. The best bluff is one that fooled somebody, who later asked another player for that
    feature.
    """
    shown = log[-1].views[0].revealed
    bluffs = list[tuple[bool, GuessTurn, Seat]]()
    for number, turn in enumerate(guesses):
        seat, asked = turn.event.seat, turn.event.feature
        if asked in log[0].views[1 + seat].fan and asked not in shown[seat]:
            later = [each.event for each in guesses[number + 1 :] if each.event.seat != seat]
            fooled = [each.seat for each in later if each.feature == asked]
            if later:
                bluffs.append((bool(fooled), turn, (fooled or [seat])[0]))
    best = max(bluffs, key=lambda bluff: bluff[0], default=None)
    if best is None:
        return None
    fooled_somebody, turn, other = best
    text = context.say(
        "moment-bluff",
        name=format_brief_player(turn.event.seat, context),
        feature=format_feature(turn.event.feature, context.say),
        other=format_brief_player(other, context),
        fooled="yes" if fooled_somebody else "no",
    )
    return Highlight(turn.step, text)


def _tell_turn(
    turning_point: TurningPoint, turn: CatTurn | GuessTurn, context: ScreenContext
) -> Highlight:
    cat = claimed = ""
    match turn.event:
        case CatPlayed():
            what, cat = "cat", format_short_cat(turn.event.cat, context.say)
        case GuessAnswered(opponent=opponent, feature=asked, right=right):
            what = "right" if right else "wrong"
            claimed = format_claim(format_brief_player(opponent, context), asked, context.say)
    what = f"{turning_point.actor_role}-{what}"
    return describe_turning_point(
        turning_point, format_brief_player, context, what=what, cat=cat, claim=claimed
    )


def _tell_guess(key: str, turn: GuessTurn, context: ScreenContext) -> Highlight:
    opponent = format_brief_player(turn.event.opponent, context)
    text = context.say(
        key,
        name=format_brief_player(turn.event.seat, context),
        other=opponent,
        claim=format_claim(opponent, turn.event.feature, context.say),
        percent=turn.compute_percent(),
    )
    return Highlight(turn.step, text)


def _tell_giveaway(turn: CatTurn, seat: Seat, context: ScreenContext) -> Highlight:
    player = turn.event.seat
    text = context.say(
        "moment-gave-away",
        name=format_brief_player(player, context),
        other=format_brief_player(seat, context),
        cat=format_short_cat(turn.event.cat, context.say),
        whose="own" if player == seat else "other",
        before=len(turn.fans_before[seat]),
        after=len(turn.fans_after[seat]),
    )
    return Highlight(turn.step, text)


def estimate_winning_chances(log: Sequence[ReplayedStep]) -> Iterator[WinningChances]:
    """Yield the chance of each player to win after each cat and each guess.

    No chances are given after the last step if the victory was shared.
    """
    views: dict[int, View] = {entry.step: entry.views[0] for entry in log}
    for turn in list_turns(log):
        view, seat = views[turn.step], turn.event.seat
        scores = _list_scores(view)
        if view.phase != "over":
            yield WinningChances(turn.step, seat, _estimate_chances(view, turn.fans_after))
        elif scores.count(max(scores)) == 1:
            won = [0.0 if score == max(scores) else -inf for score in scores]
            yield WinningChances(turn.step, seat, compute_softmax(won))


def _estimate_chances(view: View, fans: tuple[Fans, ...]) -> tuple[float, ...]:
    """Return the chance of each player to win while the game runs, by seat.

    `fans` are the sets of three secret features that each player can have for onlookers, by seat.
    """
    masks = [POINT_WEIGHT * points for points in view.points]
    if not view.last_round:
        masks = [RECEIVED_MASK_WEIGHT * received for received in view.received]
    secrets = [HIDDEN_FEATURE_WEIGHT * log(max(1, len(each))) for each in fans]
    return compute_softmax([one + two for one, two in zip(masks, secrets, strict=True)])


def _list_scores(view: View) -> list[tuple[int, int]]:
    """Return each player's points and number of hidden features, which break a tie of points."""
    hidden = [FEATURES_PER_FAN - len(shown) for shown in view.revealed]
    return list(zip(view.points, hidden, strict=True))
