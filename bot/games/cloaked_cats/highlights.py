"""The highlights of a finished game: guesses, bluffs, and cats that gave a player away.

They are computed exactly from what each cat and each guess told onlookers about the players' fans.
A fan is the three secret features of a player.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import inf, log

from msgspec import Struct

from bot.engine.events import Seat
from bot.engine.highlights import describe_turning_point
from bot.engine.moves import get_tag
from bot.engine.records import LogEntry
from bot.engine.replays import Highlight, ReplayedStep
from bot.engine.screens import ScreenContext
from bot.engine.winning_chances import (
    TurningPoint,
    WinningChances,
    compute_softmax,
    find_turning_points,
)
from bot.games.cloaked_cats import words
from bot.games.cloaked_cats.computer.deduction import ALL_FANS, Fans, narrow_fans
from bot.games.cloaked_cats.model.events import CatPlayed, GuessAnswered, RoundBegan
from bot.games.cloaked_cats.model.state import FEATURES_PER_FAN, View

KINDS_THAT_TELL_THE_EVENT = ("first", "lucky", "gave-away", "turn")
"""The kinds of highlights whose sentences tell all of the guess or of the cat."""
MAX_LUCKY_PERCENT = 25
"""The highest chance of being right, in percent, at which a right guess counts as lucky. The chance
is computed from what onlookers knew before the guess.
"""
MIN_UNLUCKY_PERCENT = 60
"""The lowest chance of being right, in percent, at which a wrong guess counts as unlucky. The
chance is computed from what onlookers knew before the guess.
"""
MIN_FACTOR_OF_FANS = 5
"""The lowest factor of a giveaway: a cat that reveals much about a player's secret features.
Onlookers know which sets of three features a player can still have. A cat is a giveaway if it
divides the number of these sets by at least this factor.
"""
MIN_FANS_BEFORE = 15
"""The lowest number of sets of three features that a player can have before a giveaway. A giveaway
is a cat that reveals much about a player. If fewer sets were possible before the cat, onlookers
already knew much about the player.
"""
MIN_HIDDEN_FANS = 11
"""The lowest number of sets of three features at the end with which a player is well hidden."""
RECEIVED_MASK_WEIGHT, HIDDEN_FEATURE_WEIGHT = 0.7, 0.5
"""The weights of received mask tiles and of well hidden features in the estimated chance to win.
Each player's chance is proportional to e to the power of a sum. Before the last round, the sum is
the first weight times the number of received mask tiles, plus the second weight times the logarithm
of the number of fans that the player can still have. The second part counts because a well hidden
player will probably earn points for unguessed features. These weights and `POINT_WEIGHT` fit the
winners of 400 games best. The players were computer players of all levels and one that bluffs. In
100 games, predictions of 15, 45 and 94 percent came true in 14, 45 and 94 of 100 cases. To measure
this, run `python -m benchmarks.winning cloaked_cats --games 100`.
"""
POINT_WEIGHT = 1.1
"""The weight of a point in the estimated chance to win during the last round. Each point multiplies
a player's chance, relative to the other players, by e to the power of this weight. Points for
unguessed features count, too.
"""


class Turn(Struct, frozen=True):
    """A cat or a guess, with the fans that each player could have before and after it.

    A fan is the three secret features of a player. This is the base class of `CatTurn` and
    `GuessTurn`.
    """

    step: int
    """The number of the game's step in which the cat or the guess was made; the deal is step 0."""
    round: int
    """The number of the round, from 1; each player has one turn in a round."""
    fans_before: tuple[Fans, ...]
    """The sets of three features that each player could have before the cat or guess, by seat.

    They are those that an onlooker cannot rule out, as bit sets.
    """
    fans_after: tuple[Fans, ...]
    """The sets of three features that each player could have after the cat or guess, by seat.

    They are those that an onlooker cannot rule out, as bit sets.
    """


class CatTurn(Turn, frozen=True):
    """A cat that was played, with what onlookers could conclude from it about each player."""

    event: CatPlayed

    def compute_factor(self, seat: Seat) -> float:
        """Return the factor by which this cat reduced the number of fans that a player could have.

        A fan is the three secret features of a player. The factor is 0.0 if fewer than
        `MIN_FANS_BEFORE` fans were possible before the cat.
        """
        before = len(self.fans_before[seat])
        return before / max(1, len(self.fans_after[seat])) if before >= MIN_FANS_BEFORE else 0.0


class GuessTurn(Turn, frozen=True):
    """A guess that was answered, with what onlookers could conclude from it about each player."""

    event: GuessAnswered

    def compute_percent(self) -> int:
        """Return the chance that the guess was right, in percent, as onlookers saw it before."""
        possible = self.fans_before[self.event.opponent]
        holding = sum(bool(fan & 1 << self.event.feature) for fan in possible)
        return round(100 * holding / len(possible))


def list_turns(log: Sequence[ReplayedStep]) -> Iterator[CatTurn | GuessTurn]:
    """Yield each cat and each guess of a finished game, with what onlookers could conclude from it.

    Args:
        log: The steps of the game with their views, from the deal.
    """
    fans: tuple[Fans, ...] = (ALL_FANS,) * len(log[0].views[1:])
    for before, entry in pairwise(log):
        round_ = before.views[0].round
        for event in entry.events:
            after = narrow_fans(fans, event)
            if isinstance(event, CatPlayed):
                yield CatTurn(entry.step, round_, fans, after, event)
            elif isinstance(event, GuessAnswered):
                yield GuessTurn(entry.step, round_, fans, after, event)
            fans = after


def find_rounds(log: Sequence[LogEntry]) -> tuple[int, ...]:
    """Return the steps with which rounds begin: the deal, and each turn that ends a round."""
    return tuple(
        entry.step
        for entry in log
        if entry.step == 0 or any(isinstance(e, RoundBegan) for e in entry.events)
    )


def find_highlights(log: Sequence[ReplayedStep], context: ScreenContext) -> Iterator[Highlight]:
    """Yield the highlights of a finished game, each with a sentence that describes it.

    Args:
        log: The steps of the game with their views, from the deal.
        context: The names, letters and language of the screen.
    """
    turns = {turn.step: turn for turn in list_turns(log)}
    guesses = [turn for turn in turns.values() if isinstance(turn, GuessTurn)]
    yield from _tell_guesses(guesses, context)
    for fooled, guess in _find_bluffs(log, guesses):
        yield _tell_bluff(guess, fooled, context)
    for point in find_turning_points(estimate_winning_chances(log)):
        yield _tell_turning_point(point, turns[point.step], context)
    cats = [turn for turn in turns.values() if isinstance(turn, CatTurn)]
    giveaways = [(turn, seat) for turn in cats for seat in range(len(context.names))]
    for cat, seat in sorted(giveaways, key=lambda each: -each[0].compute_factor(each[1])):
        if cat.compute_factor(seat) >= MIN_FACTOR_OF_FANS:
            yield _tell_giveaway(cat, seat, context)
    if turns:
        yield from _tell_well_hidden(turns[max(turns)], context)


def _make_highlight(
    turn: CatTurn | GuessTurn, seat: Seat, kind: str, sentence: str, context: ScreenContext
) -> Highlight:
    when = context.say("when-round", round=turn.round)
    told_event = get_tag(type(turn.event)) if kind in KINDS_THAT_TELL_THE_EVENT else ""
    return Highlight(turn.step, seat, kind, when, sentence, told_event=told_event)


def _tell_guesses(guesses: Sequence[GuessTurn], context: ScreenContext) -> Iterator[Highlight]:
    """Yield highlights for lucky right guesses, unlucky wrong ones and the first right one.

    The luckiest and the unluckiest come first.
    """
    right = [turn for turn in guesses if turn.event.right]
    wrong = [turn for turn in guesses if not turn.event.right]
    for turn in sorted(right, key=GuessTurn.compute_percent):
        if turn.compute_percent() <= MAX_LUCKY_PERCENT:
            yield _tell_guess("lucky", turn, context)
    for turn in sorted(wrong, key=lambda each: -each.compute_percent()):
        if turn.compute_percent() >= MIN_UNLUCKY_PERCENT:
            yield _tell_guess("unlucky", turn, context)
    if right:
        yield _tell_guess("first", right[0], context)


def _tell_guess(kind: str, turn: GuessTurn, context: ScreenContext) -> Highlight:
    opponent = words.format_brief_player(turn.event.opponent, context)
    sentence = context.say(
        f"moment-{kind}",
        name=words.format_brief_player(turn.event.seat, context),
        other=opponent,
        claim=words.format_claim(opponent, turn.event.feature, context.say),
        percent=turn.compute_percent(),
    )
    return _make_highlight(turn, turn.event.seat, kind, sentence, context)


def _find_bluffs(
    log: Sequence[ReplayedStep], guesses: Sequence[GuessTurn]
) -> list[tuple[Seat | None, GuessTurn]]:
    """Return the successful bluffs, those that fooled somebody first.

    A player bluffs by naming a feature of their own in a guess (ruling K6). The bluff succeeds if
    nobody guesses that feature of the player. It fooled a player who later named the same feature
    in a guess. Each result has that player, or None, and the guess.
    """
    shown = log[-1].views[0].revealed
    bluffs = list[tuple[Seat | None, GuessTurn]]()
    for number, turn in enumerate(guesses):
        seat, asked = turn.event.seat, turn.event.feature
        if asked in log[0].views[1 + seat].fan and asked not in shown[seat]:
            later = [each.event for each in guesses[number + 1 :] if each.event.seat != seat]
            fooled = next((each.seat for each in later if each.feature == asked), None)
            if later:
                bluffs.append((fooled, turn))
    return sorted(bluffs, key=lambda bluff: bluff[0] is None)


def _tell_bluff(turn: GuessTurn, fooled: Seat | None, context: ScreenContext) -> Highlight:
    seat = turn.event.seat
    sentence = context.say(
        "moment-bluff",
        name=words.format_brief_player(seat, context),
        feature=words.format_feature(turn.event.feature, context.say),
        other=words.format_brief_player(seat if fooled is None else fooled, context),
        fooled="no" if fooled is None else "yes",
    )
    return _make_highlight(turn, seat, "bluff", sentence, context)


def _tell_turning_point(
    turning_point: TurningPoint, turn: CatTurn | GuessTurn, context: ScreenContext
) -> Highlight:
    cat = claimed = ""
    match turn.event:
        case CatPlayed():
            what, cat = "cat", words.format_short_cat(turn.event.cat, context.say)
        case GuessAnswered(opponent=opponent, feature=asked, right=right):
            what = "right" if right else "wrong"
            claimed = words.format_claim(
                words.format_brief_player(opponent, context), asked, context.say
            )
    what = f"{turning_point.actor_role}-{what}"
    told = {"what": what, "cat": cat, "claim": claimed}
    sentence = describe_turning_point(turning_point, words.format_brief_player, context, **told)
    return _make_highlight(turn, turning_point.seat, "turn", sentence, context)


def _tell_giveaway(turn: CatTurn, seat: Seat, context: ScreenContext) -> Highlight:
    player = turn.event.seat
    sentence = context.say(
        "moment-gave-away",
        name=words.format_brief_player(player, context),
        other=words.format_brief_player(seat, context),
        cat=words.format_short_cat(turn.event.cat, context.say),
        whose="own" if player == seat else "other",
        before=len(turn.fans_before[seat]),
        after=len(turn.fans_after[seat]),
    )
    return _make_highlight(turn, player, "gave-away", sentence, context)


def _tell_well_hidden(last: Turn, context: ScreenContext) -> Iterator[Highlight]:
    counts = [len(fans) for fans in last.fans_after]
    for seat in sorted(range(len(counts)), key=lambda seat: -counts[seat]):
        if counts[seat] >= MIN_HIDDEN_FANS:
            name = words.format_brief_player(seat, context)
            text = context.say("moment-hidden", name=name, left=counts[seat])
            yield Highlight(last.step, seat, "hidden", "", text)


def estimate_winning_chances(log: Sequence[ReplayedStep]) -> Iterator[WinningChances]:
    """Yield each player's estimated chance to win, after each cat and each guess of a game.

    If the game ends with a shared victory, nothing is yielded for its end.
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
    masks = [POINT_WEIGHT * points for points in view.points]
    if not view.last_round:
        masks = [RECEIVED_MASK_WEIGHT * received for received in view.received]
    secrets = [HIDDEN_FEATURE_WEIGHT * log(max(1, len(each))) for each in fans]
    return compute_softmax([one + two for one, two in zip(masks, secrets, strict=True)])


def _list_scores(view: View) -> list[tuple[int, int]]:
    hidden = [FEATURES_PER_FAN - len(shown) for shown in view.revealed]
    return list(zip(view.points, hidden, strict=True))
