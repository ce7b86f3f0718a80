"""The rules of Liar's Dice, as the rulings L1 to L9 of docs/rulings.md state them.

All players roll their dice under cups. In turn, each player makes a higher bid, which claims how
many of all dice show a face, or challenges the last bid. After a challenge, all cups are lifted,
and the challenger or the bidder loses a die. The last player with dice wins.
"""

from collections.abc import Mapping
from random import Random

from msgspec.structs import replace

from bot.engine.events import Notice, Seat
from bot.engine.game import Act, Action, Chance, Elapse, Game, IllegalMove, Place, Prompt, Stale
from bot.engine.options import Option
from bot.games.liars_dice.model.events import BidMade, CupsLifted, DieLost, GameBegun
from bot.games.liars_dice.model.moves import CallLiar, MakeBid, list_moves_after
from bot.games.liars_dice.model.state import (
    FACES_PER_DIE,
    Bid,
    LiftedChallenge,
    State,
    Tally,
    View,
    count_matching,
    rank_by_dice,
)

LIFT_PAUSE_SECONDS, LOOK_PAUSE_SECONDS = 2.0, 12.0
"""The lengths, in seconds, of the two pauses after a challenge (L8). In the first one, everybody
waits for the cups to go up. In the second one, everybody sees all dice.
"""

Step = tuple[State, tuple[Notice, ...]]

MIN_SEATS_FOR_FEWER_DICE = 5
"""The number of players from which on each begins with three dice, unless the host chooses."""

TYPICAL_ANSWERS_BY_SEATS = (31, 76, 132, 184, 248)
"""The number of moves that a whole game usually takes, for 2 to 6 players. Each is the median of 15
games among computer players who begin with five dice each.
"""
LENGTH_SHARES_BY_DICE = {"1": 0.1, "3": 0.5, "5": 1.0}
"""The lengths of games in which each begins with fewer dice, as shares of those with five."""


class LiarsDice(Game[State, View]):
    """The rules of Liar's Dice, a bluffing game for 2 to 6 players."""

    seats = range(2, 7)
    options = (
        Option("dice", ("5", "3", "1"), crowd_default=(MIN_SEATS_FOR_FEWER_DICE, "3")),
        Option("ones", ("wild", "plain")),
        Option("help", ("odds", "none")),
    )
    max_actions = 3_000
    rules = 2
    state = State
    move_types = (MakeBid, CallLiar)
    event_types = (GameBegun, BidMade, CupsLifted, DieLost)

    def deal(self, seats: int, options: Mapping[str, str], chance: Chance) -> Step:
        """Draw the player who bids first, then roll all dice, seat by seat (rulings L1 and L2).

        Args:
            seats: The number of players.
            options: The value that the host chose for each option, by the option's name. An option
                that is left out has its first value.
            chance: The source of all randomness of the game.

        Returns:
            The first state, and the notice that the game has begun.
        """
        first = chance.below(seats)
        cups = _roll_dice((int(options.get("dice", "5")),) * seats, chance)
        wild = options.get("ones", "wild") == "wild"
        help_ = options.get("help", "odds")
        state = State(0, wild, cups, first, help=help_, tallies=(Tally(),) * seats)
        return state, (Notice(GameBegun(first)),)

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return the one decision or pause that the game waits for, or none once the game is over.

        It is a player's bid or challenge. After a challenge, it is first the pause before the cups
        go up, and then the pause in which everybody sees the dice.
        """
        if _is_over(state):
            return ()
        if state.lifting:
            return (Prompt(state.decision, None, "lift", seconds=LIFT_PAUSE_SECONDS),)
        if state.looking:
            look = Prompt(state.decision, None, "look", seconds=LOOK_PAUSE_SECONDS)
            return (replace(look, may_end_early=True),)
        return (Prompt(state.decision, state.turn, "bid", f"turn:{state.decision}"),)

    def legal_moves(self, state: State, seat: Seat) -> tuple[MakeBid | CallLiar, ...]:
        """Return a player's moves: the higher bids, lowest first, then the challenge (ruling L3).

        They are empty when it is not the player's turn. The challenge is missing before the first
        bid of a round.
        """
        if seat != state.turn or state.lifting or state.looking or _is_over(state):
            return ()
        last = MakeBid(state.bids[-1].count, state.bids[-1].face) if state.bids else None
        return list_moves_after(sum(map(len, state.cups)), state.wild, last)

    def apply(self, state: State, action: Action, chance: Chance) -> Step:
        """Carry out a bid or a challenge, or end one of the two pauses after a challenge.

        After the first pause, the cups go up. After the second one, all dice are rolled again.

        Returns:
            The next state, and the notices of what happened.

        Raises:
            Stale: The decision is not open any more, or not for this seat.
            IllegalMove: A bid is not higher than the last one, or exceeds the number of dice.
        """
        if isinstance(action, Elapse) and action.decision == state.decision:
            if state.lifting:
                return _lift_cups(state)
            if state.looking:
                return _roll_next_round(state, chance), ()
        if not isinstance(action, Act) or action.decision != state.decision:
            raise Stale
        legal = self.legal_moves(state, action.seat)
        if not legal:
            raise Stale
        if action.move not in legal:
            raise IllegalMove
        if not isinstance(action.move, MakeBid):
            return replace(state, decision=state.decision + 1, lifting=True), ()
        bid = Bid(action.seat, action.move.count, action.move.face)
        turn = _find_next_seat(state.cups, action.seat)
        after = replace(state, decision=state.decision + 1, bids=(*state.bids, bid), turn=turn)
        return after, (Notice(BidMade(bid.seat, bid.count, bid.face)),)

    def view(self, state: State, viewer: Seat | None) -> View:
        """Return all that one player, or an onlooker, may know of the game (ruling L9).

        While dice are under the cups, players know only their own, and onlookers none. A `viewer`
        of None means an onlooker.
        """
        return View(
            viewer=viewer,
            decision=state.decision,
            wild=state.wild,
            dice=() if viewer is None else state.cups[viewer],
            counts=tuple([len(cup) for cup in state.cups]),
            turn=state.turn,
            bids=state.bids,
            opened=state.opened,
            looking=state.looking,
            out=state.out,
            help=state.help,
            lifting=state.lifting,
            tallies=state.tallies,
        )

    def resample_hidden(self, state: State, viewer: Seat | None, rng: Random) -> State | None:
        """Return a state that looks the same to one viewer, but with other hidden dice.

        With such states, tests check that views reveal no secret.

        Args:
            state: The complete state of the game.
            viewer: The seat whose dice stay the same. None means an onlooker, who knows no dice.
            rng: The source of randomness for the new dice.

        Returns:
            The changed state, or None while everybody sees all dice, because then nothing is
                hidden.
        """
        if state.looking or _is_over(state):
            return None
        cups = [
            cup
            if seat == viewer
            else tuple(sorted(rng.choices(range(1, FACES_PER_DIE + 1), k=len(cup))))
            for seat, cup in enumerate(state.cups)
        ]
        return replace(state, cups=tuple(cups))

    def standings(self, state: State) -> tuple[Place, ...] | None:
        """Return each player's place once the game is over, or None before.

        A player who lost the last die later has a better place (ruling L7).
        """
        return self.interim_standings(state) if _is_over(state) else None

    def interim_standings(self, state: State) -> tuple[Place, ...]:
        """Return the places that players would get if the game ended now.

        Players with more dice left are ahead. The number of dice counts as a player's points.
        """
        return rank_by_dice([len(cup) for cup in state.cups], state.out)

    def is_out(self, state: State, seat: Seat) -> bool:
        """Return whether a player has lost all dice."""
        return not state.cups[seat]

    def typical_length(self, seats: int, options: Mapping[str, str]) -> int:
        """Return the number of moves that a whole game usually takes, all players together."""
        share = LENGTH_SHARES_BY_DICE[options["dice"]]
        return int(share * TYPICAL_ANSWERS_BY_SEATS[seats - self.seats[0]])


LESSON_STATE = State(0, wild=True, cups=((1, 4, 4), (2, 3, 6)), turn=0)
"""The state with which every lesson begins. The learner has a pair of fours, and a one, which is
wild: it counts as every face.
"""


def _is_over(state: State) -> bool:
    return len(state.out) == len(state.cups) - 1


def _roll_dice(counts: tuple[int, ...], chance: Chance) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(sorted(1 + chance.below(FACES_PER_DIE) for _ in range(count))) for count in counts
    )


def _find_next_seat(cups: tuple[tuple[int, ...], ...], seat: Seat) -> Seat:
    seats = len(cups)
    return next(after for step in range(1, seats + 1) if cups[after := (seat + step) % seats])


def _lift_cups(state: State) -> Step:
    """Lift all cups to decide a challenge, and take a die from the challenger or the bidder.

    The player who loses a die begins the next round (rulings L5 and L6). If that was the player's
    last die, the next player with dice begins.
    """
    bid, challenger = state.bids[-1], state.turn
    found = sum(count_matching(cup, bid.face, state.wild) for cup in state.cups)
    loser = challenger if found >= bid.count else bid.seat
    cups = (*state.cups[:loser], state.cups[loser][1:], *state.cups[loser + 1 :])
    after = replace(
        state,
        decision=state.decision + 1,
        cups=cups,
        turn=loser if cups[loser] else _find_next_seat(cups, loser),
        bids=(),
        lifting=False,
        opened=LiftedChallenge(state.cups, bid, challenger, found, loser),
        looking=True,
        out=state.out if cups[loser] else (*state.out, loser),
        tallies=_count_round(state, loser == bid.seat) if state.tallies else (),
    )
    if _is_over(after):
        after = replace(after, looking=False)
    lifted = CupsLifted(challenger, bid.seat, bid.count, bid.face, found)
    return after, (Notice(lifted), Notice(DieLost(loser, len(cups[loser]))))


def _count_round(state: State, is_lie: bool) -> tuple[Tally, ...]:
    """Return the tallies with a round whose cups go up. `is_lie` says so of its last bid."""
    tallies = [*state.tallies]
    for bid in state.bids:
        found = sum(count_matching(cup, bid.face, state.wild) for cup in state.cups)
        former = tallies[bid.seat]
        tally = replace(former, bids=former.bids + 1)
        if bid.count - found > former.excess:
            tally = replace(tally, lie=bid, found=found)
        tallies[bid.seat] = tally
    challenger = tallies[state.turn]
    tallies[state.turn] = replace(challenger, caught=challenger.caught + is_lie)
    return tuple(tallies)


def _roll_next_round(state: State, chance: Chance) -> State:
    """Roll all remaining dice for the next round, seat by seat (ruling L8)."""
    cups = _roll_dice(tuple(map(len, state.cups)), chance)
    return replace(state, decision=state.decision + 1, cups=cups, looking=False)
