"""The rules of Cloaked Cats, after the rulebook and the rulings K1 to K18 of docs/rulings.md.

In a turn, a player plays a cat card. Each player who has one of its features places a mask tile on
it. Then the active player guesses a feature of an opponent and draws a new cat card. Once the last
round has begun, a turn is only a guess.

The private functions that carry out a move return the next state. They append a notice of each
event to their argument `notices`.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random

from msgspec.structs import replace

from bot.engine import game
from bot.engine.events import Event, Notice, Seat
from bot.engine.moves import Move
from bot.engine.options import Option
from bot.games.cloaked_cats.model import events, moves
from bot.games.cloaked_cats.model.state import (
    CAT_FEATURES,
    CATS,
    CATS_PER_HAND,
    FEATURES,
    FEATURES_PER_FAN,
    MASKS_PER_SEAT,
    Dancer,
    Guess,
    State,
    View,
)

SEATS = range(2, moves.MAX_SEATS + 1)
"""The numbers of players with which the game can be played: 2 to 4."""

Cards = Sequence[int]
Step = tuple[State, tuple[Notice, ...]]
"""The result of a move or a deal: the new state, and the events with the players they are for."""

TYPICAL_ANSWERS_BY_SEATS = (20, 18, 22)
"""The number of moves that a whole game usually takes, for 2, 3 and 4 players in this order. Each
number is the median of 15 games among computer players.
"""


class CloakedCats(game.Game[State, View]):
    """The game Cloaked Cats by Connor Reid (HABA), for 2 to 4 players.

    A computer may take over any seat at any time (ruling K18).
    """

    seats = SEATS
    options = (Option("help", ("marks", "none", "odds")), Option("ask", ("no", "yes")))
    rules = 1
    state = State
    move_types = moves.MOVE_TYPES
    event_types = events.EVENT_TYPES

    def deal(self, seats: int, options: Mapping[str, str], chance: game.Chance) -> Step:
        """Shuffle the cards, deal them and draw the starting player (rulebook p. 4).

        The random draws happen in a fixed order. First, the 19 feature cards are shuffled, and each
        seat in turn gets the next three. Second, the 40 cat cards are dealt in the same way. The
        remaining cats become the draw pile, with the first card on top. Third, the starting player
        is drawn.

        Args:
            seats: The number of players.
            options: The value that the host chose for each option, by the option's name.
            chance: The source of all randomness of the game.

        Returns:
            The first state, and the events of the deal with the players they are for.

        Raises:
            ValueError: The game cannot be played with this number of players.
        """
        features = chance.shuffle(range(len(FEATURES)))
        cats = chance.shuffle(range(len(CATS)))
        fans, hands = (
            [cards[each * seat : each * (seat + 1)] for seat in range(seats)]
            for cards, each in ((features, FEATURES_PER_FAN), (cats, CATS_PER_HAND))
        )
        pile, starter = cats[CATS_PER_HAND * seats :], chance.below(seats)
        state, notices = from_deal(fans, hands, pile, starter)
        asks = options.get("ask") == "yes"
        return replace(state, help=options.get("help", state.help), asks=asks), notices

    def prompts(self, state: State) -> tuple[game.Prompt, ...]:
        """Return the decision that the game waits for, or nothing once the game is over.

        A turn has two decisions: which cat to play, and what to guess. Both share one deadline.
        """
        if state.phase == "over":
            return ()
        decision, seat = _compute_decision(state), _find_active_seat(state)
        clock, costs = f"turn:{state.turn}", state.phase == "guess"
        return (game.Prompt(decision, seat, state.phase, clock, irrevocable=costs),)

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        """Return all moves that a player can make now.

        While a cat is to be played, these are the cats in the player's hand. After that, they are
        the guesses and the skip (`list_guesses`). The result is empty if another player is to move
        or the game is over.
        """
        if state.phase == "over" or seat != _find_active_seat(state):
            return ()
        if state.phase == "cat":
            return tuple([moves.CAT_MOVES[cat] for cat in state.hands[seat]])
        return moves.list_guesses(seat, state.revealed)

    def apply(self, state: State, action: game.Action, chance: game.Chance) -> Step:  # noqa: ARG002
        """Carry out a player's move: play a cat, guess a feature or skip the guess.

        Returns:
            The next state, and the events of the move with the players they are for.

        Raises:
            Stale: The move answers a decision that is no longer open, or that another seat has to
                make.
            IllegalMove: The move is not among `legal_moves`.
        """
        if not isinstance(action, game.Act) or action.decision != _compute_decision(state):
            raise game.Stale
        seat, move = action.seat, action.move
        legal = self.legal_moves(state, seat)
        if not legal:
            raise game.Stale
        if move not in legal:
            raise game.IllegalMove
        notices: list[Notice] = []
        if isinstance(move, moves.PlayCat):
            after = _play_cat(state, seat, move.cat, notices)
        elif isinstance(move, moves.GuessFeature):
            after = _guess_feature(state, seat, move, notices)
        else:
            notices.append(Notice(events.GuessSkipped(seat)))
            after = _end_turn(state, seat, notices, refill=not state.last_round)
        return after, tuple(notices)

    def view(self, state: State, viewer: Seat | None) -> View:
        """Return all that one player, or an onlooker, may know (ruling K16).

        After the game, this includes all players' features.

        Args:
            state: The complete state of the game.
            viewer: The seat that will see the view. None means an onlooker.
        """
        over = state.phase == "over"
        return View(
            viewer=viewer,
            starter=state.starter,
            round=state.turn // len(state.fans) + 1,
            turn=state.turn,
            active=None if over else _find_active_seat(state),
            phase=state.phase,
            last_round=state.last_round,
            floor=state.floor,
            guesses=state.guesses,
            stockpiles=state.stockpiles,
            received=state.received,
            revealed=state.revealed,
            hand_sizes=tuple(len(hand) for hand in state.hands),
            pile=len(state.pile),
            fan=() if viewer is None else state.fans[viewer],
            hand=() if viewer is None else state.hands[viewer],
            fans=state.fans if over else (),
            points=tuple(points for points, _ in _compute_scores(state)),
            help=state.help,
            asks=state.asks,
        )

    def resample_hidden(self, state: State, viewer: Seat | None, rng: Random) -> State | None:
        """Return the state with all cards hidden from one viewer replaced by other possible cards.

        The viewer sees the same as before. Tests use such states to check that views reveal no
        secret.

        Args:
            state: The complete state of the game.
            viewer: The seat whose cards stay the same. None means an onlooker, who knows no cards.
            rng: The source of randomness for the new cards.

        Returns:
            The changed state, or None once the game is over, because then nothing is hidden.
        """
        if state.phase == "over":
            return None
        for seat in range(len(state.fans)):
            if seat != viewer:
                state = exchange_hidden(state, seat, rng)
        return state

    def standings(self, state: State) -> tuple[game.Place, ...] | None:
        """Return the place of each player, or None until the game is over.

        The player with the most points wins. If points are equal, the player with more features
        that nobody guessed wins (rulebook p. 8, ruling K11).
        """
        return self.interim_standings(state) if state.phase == "over" else None

    def interim_standings(self, state: State) -> tuple[game.Place, ...]:
        """Return the place that each player would have if the game ended now."""
        scores = _compute_scores(state)
        return game.rank_seats(scores, [points for points, _ in scores])

    def typical_length(self, seats: int, options: Mapping[str, str]) -> int:  # noqa: ARG002
        """Return the number of moves that a whole game usually takes, all players together."""
        return TYPICAL_ANSWERS_BY_SEATS[seats - self.seats[0]]


def from_deal(
    features: Sequence[Cards], hands: Sequence[Cards], draw_pile: Cards, starter: Seat
) -> Step:
    """Start a game from given cards instead of shuffled ones, for example for a lesson or a test.

    Args:
        features: The three feature cards of each seat, as indices into `FEATURES`.
        hands: The three cat cards of each seat, as indices into `CATS`.
        draw_pile: The cat cards left to draw, the first of which is drawn first. Cats that were not
            dealt may be missing.
        starter: The seat of the player who has the first turn.

    Returns:
        The first state, and the events of the deal with the players they are for.

    Raises:
        ValueError: These cards are not a valid deal.
    """
    seats = len(features)
    if seats not in SEATS or len(hands) != seats or starter not in range(seats):
        raise ValueError("a deal has 2 to 4 seats, a hand for each, and one of them starts")
    _check_cards(features, FEATURES_PER_FAN, [], len(FEATURES))
    _check_cards(hands, CATS_PER_HAND, draw_pile, len(CATS))
    state = State(
        starter=starter,
        turn=0,
        phase="cat",
        last_round=False,
        fans=tuple(map(tuple, features)),
        hands=tuple(map(tuple, hands)),
        pile=tuple(draw_pile),
        floor=(),
        guesses=(),
        stockpiles=(MASKS_PER_SEAT,) * seats,
        received=(0,) * seats,
        revealed=((),) * seats,
    )
    dealt = [
        Notice(events.CardsDealt((first, second, third), state.hands[seat]), to=(seat,))
        for seat, (first, second, third) in enumerate(state.fans)
    ]
    return state, (Notice(events.GameStarted(starter)), *dealt)


def _check_cards(
    cards_by_seat: Sequence[Cards], cards_per_seat: int, undealt_cards: Cards, kind_count: int
) -> None:
    """Raise ValueError unless each seat has `cards_per_seat` cards and no card occurs twice."""
    if any(len(held) != cards_per_seat for held in cards_by_seat):
        raise ValueError(f"each seat is dealt {cards_per_seat} cards of a kind")
    cards = [card for held in (*cards_by_seat, undealt_cards) for card in held]
    if len(set(range(kind_count)).intersection(cards)) != len(cards):
        raise ValueError(f"cards are different numbers from 0 to {kind_count - 1}")


def exchange_hidden(state: State, seat: Seat, rng: Random) -> State:
    """Return a state in which one player's secret cards are replaced by other possible cards.

    The new features are drawn at random from those that agree with public facts (`can_hold_fan`).
    The player's hand is shuffled together with the draw pile.

    Args:
        state: The complete state of the game.
        seat: The seat of the player whose secrets are replaced.
        rng: The source of randomness for the new cards.
    """
    taken = {feature for other, fan in enumerate(state.fans) if other != seat for feature in fan}
    free = [feature for feature in range(len(FEATURES)) if feature not in taken]
    fans = [fan for fan in combinations(free, FEATURES_PER_FAN) if can_hold_fan(state, seat, fan)]
    hidden = [*state.hands[seat], *state.pile]
    rng.shuffle(hidden)
    size = len(state.hands[seat])
    held = game.replace_at_seat(state.fans, seat, rng.choice(fans))
    hands = game.replace_at_seat(state.hands, seat, tuple(hidden[:size]))
    return replace(state, fans=held, hands=hands, pile=tuple(hidden[size:]))


def can_hold_fan(state: State, seat: Seat, fan: tuple[int, ...]) -> bool:
    """Tell whether a player can have a certain fan of three features, by public facts alone.

    The facts are the player's features that lie face up, the answers to guesses about the player,
    and which of the cats the player placed a mask tile on.

    Args:
        state: The complete state of the game.
        seat: The seat of the player.
        fan: The three features, as indices into `FEATURES`.
    """
    denied = {g.feature for g in state.guesses if g.opponent == seat and not g.right}
    return (
        set(state.revealed[seat]) <= set(fan)
        and denied.isdisjoint(fan)
        and all(CAT_FEATURES[d.cat].isdisjoint(fan) == (seat not in d.masks) for d in state.floor)
    )


def _find_active_seat(state: State) -> Seat:
    """Return the seat of the player whose turn it is (rulebook p. 6).

    Turns go clockwise from the starting player.
    """
    return (state.starter + state.turn) % len(state.fans)


def _compute_decision(state: State) -> int:
    return 2 * state.turn + (state.phase == "guess")


def _is_last_of_round(state: State) -> bool:
    return (state.turn + 1) % len(state.fans) == 0


def _play_cat(state: State, seat: Seat, cat: int, notices: list[Notice]) -> State:
    """Put a cat on the dance floor, with a mask tile of each player who has one of its features.

    If this uses up a player's last mask tile, the game ends (rulebook p. 6, rulings K2 and K14).
    """
    features = CAT_FEATURES[cat]
    placed = tuple([s for s, fan in enumerate(state.fans) if not features.isdisjoint(fan)])
    stockpiles = [left - (owner in placed) for owner, left in enumerate(state.stockpiles)]
    hand = list(state.hands[seat])
    hand.remove(cat)
    played = replace(
        state,
        phase="guess",
        hands=game.replace_at_seat(state.hands, seat, tuple(hand)),
        floor=(*state.floor, Dancer(cat, seat, placed)),
        stockpiles=tuple(stockpiles),
    )
    notices.append(Notice(events.CatPlayed(seat, cat, placed)))
    if not state.pile and not any(played.hands):
        played = _trigger_end(played, events.LastCatPlayed(seat), notices)
    return _end_game(played, notices) if 0 in played.stockpiles else played


def _guess_feature(
    state: State, seat: Seat, move: moves.GuessFeature, notices: list[Notice]
) -> State:
    """Answer a guess and move one mask tile between the two players (rulebook p. 7).

    If the guess is right, the opponent gives the guesser a mask tile. Otherwise, the guesser gives
    the opponent one (ruling K3).
    """
    opponent, feature = move.opponent, move.feature
    right = feature in state.fans[opponent]
    guess = Guess(state.turn, seat, opponent, feature, right)
    giver, receiver = guess.find_mask_transfer()
    revealed = state.revealed
    if right:
        revealed = game.replace_at_seat(revealed, opponent, (*revealed[opponent], feature))
    guessed = replace(
        state,
        guesses=(*state.guesses, guess),
        stockpiles=game.replace_at_seat(state.stockpiles, giver, state.stockpiles[giver] - 1),
        received=game.replace_at_seat(state.received, receiver, state.received[receiver] + 1),
        revealed=revealed,
    )
    answered = events.GuessRight if right else events.GuessWrong
    notices.append(Notice(answered(seat, opponent, feature)))
    if len(revealed[opponent]) == FEATURES_PER_FAN and not state.last_round:
        guessed = _trigger_end(guessed, events.Unmasked(opponent), notices)
    if 0 in guessed.stockpiles:
        return _end_game(guessed, notices)
    return _end_turn(guessed, seat, notices, refill=not state.last_round)


def _trigger_end(state: State, cause: Event, notices: list[Notice]) -> State:
    """Make the current round the last one (rulings K7 and K9).

    Players who have not yet moved in this round may then only guess. The event `cause` tells the
    players why the round is the last one.
    """
    notices.append(Notice(cause))
    if not _is_last_of_round(state) and 0 not in state.stockpiles:
        notices.append(Notice(events.LastRoundBegan()))
    return replace(state, last_round=True)


def _end_turn(state: State, seat: Seat, notices: list[Notice], *, refill: bool) -> State:
    """End a player's turn: draw a cat card for that player (rulebook p. 8) and begin the next turn.

    If this was the last turn of the last round, end the game instead. With `refill` False, no card
    is drawn.
    """
    hands, pile = state.hands, state.pile
    turn = state.turn + 1
    round_ends = turn % len(hands) == 0
    if state.last_round and round_ends:
        return _end_game(state, notices)
    if refill and pile:
        hands = game.replace_at_seat(hands, seat, (*hands[seat], pile[0]))
        notices.append(Notice(events.CatDrawn(pile[0]), to=(seat,)))
        pile = pile[1:]
    if round_ends:
        notices.append(Notice(events.RoundBegan(turn // len(hands) + 1)))
    phase = "guess" if state.last_round else "cat"
    return replace(state, turn=turn, phase=phase, hands=hands, pile=pile)


def _end_game(state: State, notices: list[Notice]) -> State:
    """End the game immediately, and name each player whose mask tiles have run out (ruling K1)."""
    for seat, left in enumerate(state.stockpiles):
        if left == 0:
            notices.append(Notice(events.MasksRanOut(seat)))
    notices.append(Notice(events.GameEnded()))
    return replace(state, phase="over")


def _compute_scores(state: State) -> tuple[tuple[int, int], ...]:
    """Return each player's points and number of features that nobody guessed, by seat.

    The second number breaks ties (rulebook p. 8 and ruling K10).
    """
    unrevealed = [FEATURES_PER_FAN - len(shown) for shown in state.revealed]
    return tuple(
        (masks + features, features)
        for masks, features in zip(state.received, unrevealed, strict=True)
    )


LESSON_DEAL = from_deal(
    features=((3, 11, 13), (2, 6, 14)),
    hands=((3, 36, 28), (17, 1, 22)),
    draw_pile=(11, 9, 16, 6),
    starter=0,
)
"""The fixed cards with which the lesson, a short game for learners, begins. Each cat in the
learner's first hand shows a feature of the learner and none of the opponent. The opponent is the
weakest computer player. In the same situation, it always chooses the same move. The guesses that
`lesson.py` advises are right, whichever cats the learner plays, and with them the learner wins.
Each player has five turns.
"""
