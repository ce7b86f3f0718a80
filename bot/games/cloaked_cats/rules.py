"""The rules of Cloaked Cats: the rulebook and rulings K1 to K18.

In a turn, a player plays a cat, and all players place their masks on it. Then the player guesses
and refills the hand. Once the last round has begun, a turn is only a guess.

The functions that apply moves return the next state and append notices of what happened to
`notices`.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random

from msgspec.structs import replace

from bot.engine.events import Event, Notice, Seat
from bot.engine.game import (
    Act,
    Action,
    Chance,
    Game,
    IllegalMove,
    Lesson,
    Option,
    Place,
    Prompt,
    Stale,
    rank_seats,
    replace_at_seat,
)
from bot.engine.moves import Move
from bot.games.cloaked_cats.awards import AWARDS, earned_awards
from bot.games.cloaked_cats.computer import FAST_LEVELS, LEVELS, choose_move
from bot.games.cloaked_cats.model import events
from bot.games.cloaked_cats.model.moves import (
    CAT_MOVES,
    MAX_SEATS,
    MOVE_TYPES,
    GuessFeature,
    PlayCat,
    list_guesses,
)
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

SEATS = range(2, MAX_SEATS + 1)
"""The numbers of players that can play."""

Step = tuple[State, tuple[Notice, ...]]
"""A state and the notices of what happened on the way to it."""

TYPICAL_ANSWERS_BY_SEATS = (20, 18, 22)
"""How many answers a whole game usually takes, for 2, 3 and 4 players.

Each number is the median of 15 games among computer players.
"""


class CloakedCats(Game[State, View]):
    """Cloaked Cats by Connor Reid (HABA), 2 to 4 players.

    A computer may take over any seat at any time (ruling K18).
    """

    seats = SEATS
    options: tuple[Option, ...] = (
        Option("help", ("marks", "none", "odds")),
        Option("ask", ("no", "yes")),
    )
    levels = LEVELS
    fast_levels = FAST_LEVELS
    level_win_rates: Mapping[int, tuple[float, ...]] = {
        2: (0.70, 0.57),
        3: (0.44, 0.41),
        4: (0.30, 0.30),
    }
    awards = AWARDS
    rules = 1
    state = State
    move_types = MOVE_TYPES
    event_types = events.EVENT_TYPES
    earned_awards = staticmethod(earned_awards)
    choose_move = staticmethod(choose_move)

    def deal(self, seats: int, options: Mapping[str, str], chance: Chance) -> Step:
        """Shuffle and deal for `seats` players (rulebook p. 4).

        There are three draws, in this order. First, the 19 features are shuffled, and each seat in
        turn gets the next three. Second, the same is done with the 40 cats. The remaining cats are
        the draw pile, the first card on top. Third, the starting player is drawn.

        Raises ValueError if `seats` is a number of players that cannot play.
        """
        features = chance.shuffle(range(len(FEATURES)))
        cats = chance.shuffle(range(len(CATS)))
        state, notices = from_deal(
            features=[
                features[FEATURES_PER_FAN * seat : FEATURES_PER_FAN * (seat + 1)]
                for seat in range(seats)
            ],
            hands=[
                cats[CATS_PER_HAND * seat : CATS_PER_HAND * (seat + 1)] for seat in range(seats)
            ],
            draw_pile=cats[CATS_PER_HAND * seats :],
            starter=chance.below(seats),
        )
        asks = options.get("ask") == "yes"
        return replace(state, help=options.get("help", state.help), asks=asks), notices

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return the one open decision.

        The cat and the guess of a turn share one deadline.
        """
        if state.phase == "over":
            return ()
        clock = f"turn:{state.turn}"
        costs = state.phase == "guess"
        return (
            Prompt(
                _compute_decision(state),
                _find_active_seat(state),
                state.phase,
                clock,
                irrevocable=costs,
            ),
        )

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        """Return the cats in hand, or, when a guess is due, the guesses and the skip.

        See `list_guesses`.
        """
        if state.phase == "over" or seat != _find_active_seat(state):
            return ()
        if state.phase == "cat":
            return tuple([CAT_MOVES[cat] for cat in state.hands[seat]])
        return list_guesses(seat, state.revealed)

    def apply(self, state: State, action: Action, chance: Chance) -> Step:  # noqa: ARG002
        """Apply a cat, a guess or a skip.

        Raises `Stale` if the decision is not open for that seat. Raises `IllegalMove` if the move
        is not among `legal_moves`.
        """
        if not isinstance(action, Act) or action.decision != _compute_decision(state):
            raise Stale
        seat, move = action.seat, action.move
        legal = self.legal_moves(state, seat)
        if not legal:
            raise Stale
        if move not in legal:
            raise IllegalMove
        notices: list[Notice] = []
        if isinstance(move, PlayCat):
            after = _play_cat(state, seat, move.cat, notices)
        elif isinstance(move, GuessFeature):
            after = _guess_feature(state, seat, move, notices)
        else:
            notices.append(Notice(events.GuessSkipped(seat)))
            after = _end_turn(state, seat, notices, refill=not state.last_round)
        return after, tuple(notices)

    def view(self, state: State, viewer: Seat | None) -> View:
        """Return all that `viewer` may know (ruling K16).

        After the game, this includes all players' features.
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
        """Return a state with other hidden features and cats; None once the game is over."""
        if state.phase == "over":
            return None
        for seat in range(len(state.fans)):
            if seat != viewer:
                state = exchange_hidden(state, seat, rng)
        return state

    def standings(self, state: State) -> tuple[Place, ...] | None:
        """Return the places once the game is over; None before.

        More points win. If points are equal, more unrevealed features win (rulebook p. 8, ruling
        K11).
        """
        return self.interim_standings(state) if state.phase == "over" else None

    def interim_standings(self, state: State) -> tuple[Place, ...]:
        """Return the places by the public points so far."""
        scores = _compute_scores(state)
        return rank_seats(scores, [points for points, _ in scores])

    def typical_length(self, seats: int, options: Mapping[str, str]) -> int:  # noqa: ARG002
        """Return how many answers a whole game usually takes."""
        return TYPICAL_ANSWERS_BY_SEATS[seats - self.seats[0]]

    def lesson(self) -> Lesson:
        """Return a short game for learners, in which each cat reveals a lot."""
        return Lesson(*LESSON_DEAL, seat=0)


def from_deal(
    features: Sequence[Sequence[int]],
    hands: Sequence[Sequence[int]],
    draw_pile: Sequence[int],
    starter: Seat,
) -> Step:
    """Start a game from a given deal.

    `features` and `hands` hold three cards for each seat, as indices of `FEATURES` and `CATS`.
    `draw_pile` holds the cats left to draw; the first is drawn first. It may lack some of the cats
    that were not dealt.

    Raises ValueError if these are not a valid deal.
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
    cards_by_seat: Sequence[Sequence[int]],
    cards_per_seat: int,
    undealt_cards: Sequence[int],
    kind_count: int,
) -> None:
    """Raise ValueError unless each seat has `cards_per_seat` cards, and no card occurs twice.

    Cards are numbers from 0 to `kind_count` - 1. `undealt_cards` are the cards that no seat has.
    """
    if any(len(held) != cards_per_seat for held in cards_by_seat):
        raise ValueError(f"each seat is dealt {cards_per_seat} cards of a kind")
    cards = [card for held in (*cards_by_seat, undealt_cards) for card in held]
    if len(set(range(kind_count)).intersection(cards)) != len(cards):
        raise ValueError(f"cards are different numbers from 0 to {kind_count - 1}")


def exchange_hidden(state: State, seat: Seat, rng: Random) -> State:
    """Return a state in which one seat's secrets are others: hidden features, hand and draw pile.

    The new features are drawn among those that public facts allow.
    """
    taken = {feature for other, fan in enumerate(state.fans) if other != seat for feature in fan}
    free = [feature for feature in range(len(FEATURES)) if feature not in taken]
    fans = [fan for fan in combinations(free, FEATURES_PER_FAN) if can_hold_fan(state, seat, fan)]
    hidden = [*state.hands[seat], *state.pile]
    rng.shuffle(hidden)
    size = len(state.hands[seat])
    return replace(
        state,
        fans=replace_at_seat(state.fans, seat, rng.choice(fans)),
        hands=replace_at_seat(state.hands, seat, tuple(hidden[:size])),
        pile=tuple(hidden[size:]),
    )


def can_hold_fan(state: State, seat: Seat, fan: tuple[int, ...]) -> bool:
    """Tell whether public facts allow that `seat` has this fan."""
    denied = {
        guess.feature for guess in state.guesses if guess.opponent == seat and not guess.right
    }
    return (
        set(state.revealed[seat]) <= set(fan)
        and denied.isdisjoint(fan)
        and all(
            CAT_FEATURES[dancer.cat].isdisjoint(fan) == (seat not in dancer.masks)
            for dancer in state.floor
        )
    )


def _find_active_seat(state: State) -> Seat:
    """Return the seat whose turn it is, clockwise from the starter (rulebook p. 6)."""
    return (state.starter + state.turn) % len(state.fans)


def _compute_decision(state: State) -> int:
    """Return the number of the open decision.

    Each turn has two: one for the cat and one for the guess.
    """
    return 2 * state.turn + (state.phase == "guess")


def _is_last_of_round(state: State) -> bool:
    return (state.turn + 1) % len(state.fans) == 0


def _play_cat(state: State, seat: Seat, cat: int, notices: list[Notice]) -> State:
    """Play a cat and place the masks (rulebook p. 6, rulings K2 and K14)."""
    features = CAT_FEATURES[cat]
    masks: list[Seat] = []
    stockpiles = list(state.stockpiles)
    for owner, fan in enumerate(state.fans):
        if not features.isdisjoint(fan):
            masks.append(owner)
            stockpiles[owner] -= 1
    placed = tuple(masks)
    hand = list(state.hands[seat])
    hand.remove(cat)
    played = replace(
        state,
        phase="guess",
        hands=replace_at_seat(state.hands, seat, tuple(hand)),
        floor=(*state.floor, Dancer(cat, seat, placed)),
        stockpiles=tuple(stockpiles),
    )
    notices.append(Notice(events.CatPlayed(seat, cat, placed)))
    if not state.pile and not any(played.hands):
        played = _trigger_end(played, events.LastCatPlayed(seat), notices)
    return _end_game(played, notices) if 0 in played.stockpiles else played


def _guess_feature(state: State, seat: Seat, move: GuessFeature, notices: list[Notice]) -> State:
    """Answer a guess (rulebook p. 7).

    If it is right, the opponent gives the guesser a mask, else the guesser gives the opponent one
    (ruling K3).
    """
    opponent, feature = move.opponent, move.feature
    right = feature in state.fans[opponent]
    guess = Guess(state.turn, seat, opponent, feature, right)
    giver, receiver = guess.find_mask_transfer()
    revealed = state.revealed
    if right:
        revealed = replace_at_seat(revealed, opponent, (*revealed[opponent], feature))
    guessed = replace(
        state,
        guesses=(*state.guesses, guess),
        stockpiles=replace_at_seat(state.stockpiles, giver, state.stockpiles[giver] - 1),
        received=replace_at_seat(state.received, receiver, state.received[receiver] + 1),
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
    """Make this round the last one. The players who still have a turn in it may only guess.

    See rulings K7 and K9.
    """
    notices.append(Notice(cause))
    if not _is_last_of_round(state) and 0 not in state.stockpiles:
        notices.append(Notice(events.LastRoundBegan()))
    return replace(state, last_round=True)


def _end_turn(state: State, seat: Seat, notices: list[Notice], *, refill: bool) -> State:
    """Refill the hand (rulebook p. 8) and begin the next turn.

    At the end of the last round, end the game.
    """
    hands, pile = state.hands, state.pile
    turn = state.turn + 1
    round_ends = turn % len(hands) == 0
    if state.last_round and round_ends:
        return _end_game(state, notices)
    if refill and pile:
        hands = replace_at_seat(hands, seat, (*hands[seat], pile[0]))
        notices.append(Notice(events.CatDrawn(pile[0]), to=(seat,)))
        pile = pile[1:]
    if round_ends:
        notices.append(Notice(events.RoundBegan(turn // len(hands) + 1)))
    phase = "guess" if state.last_round else "cat"
    return replace(state, turn=turn, phase=phase, hands=hands, pile=pile)


def _end_game(state: State, notices: list[Notice]) -> State:
    """End the game at once, and tell whose stockpile is empty, if any (ruling K1)."""
    for seat, left in enumerate(state.stockpiles):
        if left == 0:
            notices.append(Notice(events.MasksRanOut(seat)))
    notices.append(Notice(events.GameEnded()))
    return replace(state, phase="over")


def _compute_scores(state: State) -> tuple[tuple[int, int], ...]:
    """Return each seat's points and number of unrevealed features.

    See rulebook p. 8 and ruling K10.
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
"""The deal of the lesson.

Each cat in the learner's first hand shows a feature of the learner and none of the opponent. The
learner wins against the weakest computer player by making the guesses that `lesson.py` advises.
These guesses are right, whichever cats the learner plays. Each player has five turns. In the same
situation, the computer player always chooses the same moves.
"""
