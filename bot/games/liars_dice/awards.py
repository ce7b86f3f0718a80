"""The awards of Liar's Dice, and the numbers that tell much of a finished game."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from msgspec import Struct

from bot.engine.awards import AwardRules, NumberCounter, count_events
from bot.engine.events import Event, Seat
from bot.engine.game import Place, find_winners
from bot.engine.records import LogEntry
from bot.games.liars_dice.model.events import BidMade, CupsLifted, DieLost
from bot.games.liars_dice.model.state import Bid

MIN_RIGHT_CHALLENGES, MIN_RIGHT_IN_A_ROW = 3, 4
"""The numbers of right challenges for the awards "never-wrong" and "four-in-a-row". "never-wrong"
also requires that the player made no wrong challenge. For "four-in-a-row", the challenges follow
each other. Fewer could be luck.
"""
MIN_RIGHT_WITH_ONE_DIE = 3
"""The number of challenges that a player with a single die has to win for the award "last-die"."""
MIN_EXACT_BIDS = 2
"""The number of a player's bids that have to be challenged and exactly right for "exact". A bid is
exactly right if it names the number of dice that are found.
"""
MIN_BOLD_RAISE_DICE = 2
"""The number of dice by which a bid has to exceed the bid before it for the award "bold-bid"."""
MAX_DICE_HARDLY_LOST = 1
"""The maximum number of dice that the winner may have lost for the award "hardly-a-die"."""


class Round(Struct, frozen=True):
    """One round of a game, from the first bid to the challenge that ends it."""

    bids: tuple[Bid, ...]
    challenge: CupsLifted
    loser: Seat
    dice_counts: tuple[int, ...]
    """The number of dice that each player had in this round. The index is the seat."""

    @property
    def right_seat(self) -> Seat:
        """The seat of the player who was right in the challenge: the bidder or the challenger."""
        return self.challenge.bidder if self.challenge.is_true else self.challenge.challenger


class GameHistory(Struct, frozen=True):
    """The rounds and the winners of a finished game, from which the awards are computed."""

    rounds: tuple[Round, ...]
    winners: tuple[Seat, ...]

    @property
    def had_several_dice(self) -> bool:
        """Whether all players began with more than one die."""
        return bool(self.rounds) and self.rounds[0].dice_counts[0] > 1


def _summarise(log: Sequence[LogEntry], places: Sequence[Place]) -> GameHistory:
    events = [event for entry in log for event in entry.events]
    return GameHistory(tuple(_read_rounds(events, len(places))), find_winners(places))


def _read_rounds(events: Sequence[Event], seats: int) -> Iterator[Round]:
    at_first = next((1 + event.left for event in events if isinstance(event, DieLost)), 0)
    dice, bids, lifted = [at_first] * seats, list[Bid](), None
    for event in events:
        match event:
            case BidMade():
                bids.append(event.bid)
            case CupsLifted():
                lifted = event
            case DieLost(loser, left) if lifted:
                yield Round(tuple(bids), lifted, loser, tuple(dice))
                dice[loser], bids = left, []


def _judge_challenges(history: GameHistory, seat: Seat) -> list[bool]:
    return [each.right_seat == seat for each in history.rounds if each.challenge.challenger == seat]


def _is_never_wrong(history: GameHistory, seat: Seat) -> bool:
    made = _judge_challenges(history, seat)
    return len(made) >= MIN_RIGHT_CHALLENGES and all(made)


def _is_right_four_in_a_row(history: GameHistory, seat: Seat) -> bool:
    runs = groupby(_judge_challenges(history, seat))
    return any(right and len([*run]) >= MIN_RIGHT_IN_A_ROW for right, run in runs)


def _has_doubted_opening(history: GameHistory, seat: Seat) -> bool:
    return any(
        len(each.bids) == 1 and each.challenge.challenger == each.right_seat == seat
        for each in history.rounds
    )


def _has_bid_exactly(history: GameHistory, seat: Seat) -> bool:
    lifted = (each.challenge for each in history.rounds)
    exact = [cups.bidder for cups in lifted if cups.found == cups.count]
    return exact.count(seat) >= MIN_EXACT_BIDS


def _has_bid_boldly(history: GameHistory, seat: Seat) -> bool:
    doubted = [r.bids for r in history.rounds if r.right_seat == r.challenge.bidder == seat]
    raises = (bids[-1].count - bids[-2].count for bids in doubted if len(bids) > 1)
    return max(raises, default=0) >= MIN_BOLD_RAISE_DICE


def _is_right_with_last_die(history: GameHistory, seat: Seat) -> bool:
    """Tell whether a player with a single die won several challenges, as the bidder or challenger.

    `MIN_RIGHT_WITH_ONE_DIE` says how many. Nobody earns the award if all players began with one
    die.
    """
    single = [r.right_seat for r in history.rounds if r.dice_counts[r.right_seat] == 1]
    return history.had_several_dice and single.count(seat) >= MIN_RIGHT_WITH_ONE_DIE


def _has_won_duel(history: GameHistory, seat: Seat) -> bool:
    """Tell whether a player won although they had fewer dice than their last remaining rival.

    It is enough if that was so in one round.
    """
    duels = [each.dice_counts for each in history.rounds if sum(map(bool, each.dice_counts)) == 2]
    return seat in history.winners and any(0 < dice[seat] < max(dice) for dice in duels)


def _has_hardly_lost_dice(history: GameHistory, seat: Seat) -> bool:
    """Tell whether a player won and lost at most `MAX_DICE_HARDLY_LOST` dice.

    Nobody earns the award if all players began with one die.
    """
    lost = [each.loser for each in history.rounds]
    has_kept = seat in history.winners and lost.count(seat) <= MAX_DICE_HARDLY_LOST
    return history.had_several_dice and has_kept


AWARDS = AwardRules(
    {
        "never-wrong": _is_never_wrong,
        "four-in-a-row": _is_right_four_in_a_row,
        "opening": _has_doubted_opening,
        "exact": _has_bid_exactly,
        "bold-bid": _has_bid_boldly,
        "last-die": _is_right_with_last_die,
        "duel": _has_won_duel,
        "hardly-a-die": _has_hardly_lost_dice,
    },
    _summarise,
)
NUMBERS: dict[str, NumberCounter] = {
    "rounds": count_events(CupsLifted),
    "lies": lambda told: sum(isinstance(each, CupsLifted) and not each.is_true for each in told),
}
"""The numbers of rounds, and of rounds in which the challenged bid was a lie."""
