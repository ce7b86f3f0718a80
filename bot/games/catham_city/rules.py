"""The rules of Catham City, from the rulebook and rulings C1-C41.

A turn has one action, or two in the expert variant. An action takes cards or plays cards of a
faction. Some factions ask the other players, who answer at the same time. A player who holds more
than ten cards at the end of a turn discards the surplus.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from random import Random

from msgspec.structs import replace

from bot.engine import game
from bot.engine.events import Notice, Seat
from bot.engine.moves import Move
from bot.engine.options import Option
from bot.games.catham_city.effects import WorkingState, carry_out_answers, play_faction, take_cards
from bot.games.catham_city.model import events, moves
from bot.games.catham_city.model.state import (
    ANSWERED_FACTIONS,
    BUREAUCRATS,
    CARDS_DROPPED_FOR_MAFIA,
    CARDS_PER_FACTION,
    DETECTIVES,
    FACTIONS,
    FACTIONS_IN_PLAY,
    FIRST_GAME_FACTIONS,
    HACKERS,
    HAND_LIMIT,
    JOURNALISTS,
    MAFIA,
    MARKET_CARDS,
    MAX_HACKERS,
    POLICE,
    ROBOCATS,
    SCIENTISTS,
    SEATS,
    Cards,
    State,
    View,
    remove_cards,
)

__all__ = ["CathamCity", "State", "View", "from_deal"]

ACTIONS_PER_TURN = {"one": 1, "two": 2}
"""Maps the choices of the host's option "actions" to the number of actions in a turn."""

Step = tuple[State, tuple[Notice, ...]]
Moves = tuple[Move, ...]

TYPICAL_ANSWERS_BY_SEATS = (34, 50, 56, 73, 90)
"""The typical number of moves that all players together make in a game, for 2 to 6 players. Each
number is the median of 15 games among computer players.
"""


def _index_by_cards(moves_by_count: Mapping[int, Move]) -> tuple[Moves, ...]:
    return tuple(
        tuple(move for needed, move in moves_by_count.items() if needed <= cards)
        for cards in range(CARDS_PER_FACTION + 1)
    )


TAKE_MOVES = tuple(
    _index_by_cards({number: moves.Take(faction, number) for number in range(1, MARKET_CARDS + 1)})
    for faction in range(len(FACTIONS))
)
"""The moves that take cards from the market. The first index is the faction. The second is the
number of its cards in the market. A player may take any number of these cards, but at least one
(rulings C4 and C5).
"""
SINGLE_FACTION_PLAYS = {
    SCIENTISTS: _index_by_cards({3: moves.PlayScientists()}),
    ROBOCATS: _index_by_cards(
        {number: moves.PlayRobocats(number) for number in (2, 4)}
    ),  # ruling C19
    MAFIA: _index_by_cards({4: moves.PlayMafia()}),
    JOURNALISTS: _index_by_cards({2: moves.PlayJournalists()}),
    BUREAUCRATS: _index_by_cards(  # ruling C34
        {number: moves.PlayBureaucrats(number) for number in range(1, CARDS_PER_FACTION + 1)}
    ),
}
"""The plays that need only cards of one faction, without an extra card or a target player. Maps
each such faction to a tuple of moves, indexed by the number of its cards in the hand.
"""
# Equal moves are one object, so that the cache of `format_path` finds its path fastest.
play_detectives = cache(moves.PlayDetectives)
play_hackers = cache(moves.PlayHackers)
play_police = cache(moves.PlayPolice)
GIFT_MOVES = tuple((moves.Give(f), moves.Give(f, "discard")) for f in range(len(FACTIONS)))
"""The two moves that give a card as an answer to journalists, indexed by the card's faction. The
first move only gives the card. The second one also discards another card of the same faction for a
point.
"""
PASS, PAY, PURSUE = moves.Pass(), moves.Pay(), moves.Discard()


class CathamCity(game.Game[State, View]):
    """The rules of Catham City (HUCH!), a card game for 2 to 6 players."""

    seats = SEATS
    options: tuple[Option, ...] = (
        Option("factions", ("first-game", "random"), parts=FACTIONS, picks=FACTIONS_IN_PLAY),
        Option("actions", tuple(ACTIONS_PER_TURN)),
        Option("leavers", ("computer", "nobody")),
    )
    rules = 1
    state = State
    move_types = moves.MOVE_TYPES
    event_types = events.EVENT_TYPES

    def deal(self, seats: int, options: Mapping[str, str], chance: game.Chance) -> Step:
        """Choose the five factions, shuffle and deal (rulebook p. 2); seat 0 begins (ruling C1).

        The order of random draws is fixed, so that people can check a deal afterwards. First the
        eight factions are shuffled. If the host chose random factions, the first five of them are
        used. Then the 75 cards are shuffled. Card i belongs to the faction with index i // 15 among
        the five factions in ascending order. From the top, each player is dealt a hand, and the
        market (the row of face-up cards) gets seven cards. The rest is the draw pile.

        Args:
            seats: The number of players.
            options: The host's choices by option. A missing option has its first choice.
            chance: The source of the random draws.

        Raises:
            ValueError: The game cannot be played by this number of players.
        """
        if seats not in SEATS:
            raise ValueError("2 to 6 seats can play")
        choice = options.get("factions", "first-game")
        drawn = chance.shuffle(range(len(FACTIONS)))[:FACTIONS_IN_PLAY]
        if choice == "random":
            factions = sorted(drawn)
        elif choice == "first-game":
            factions = list(FIRST_GAME_FACTIONS)
        else:
            factions = [FACTIONS.index(name) for name in choice.split(".")]
        shuffled = chance.shuffle(range(FACTIONS_IN_PLAY * CARDS_PER_FACTION))
        deck = [factions[card // CARDS_PER_FACTION] for card in shuffled]
        hands: list[list[int]] = []
        for seat in range(seats):
            hands.append(deck[: count_dealt_cards(seat)])
            deck = deck[count_dealt_cards(seat) :]
        return from_deal(
            factions=factions,
            hands=hands,
            market=deck[:MARKET_CARDS],
            pile=deck[MARKET_CARDS:],
            actions=ACTIONS_PER_TURN[options.get("actions", "one")],
            vacated=options.get("leavers", "computer"),
        )

    def prompts(self, state: State) -> tuple[game.Prompt, ...]:
        """Return the questions that the game is waiting to have answered.

        There is one for the active player, or one for each player who still has to answer the cards
        that were played. Once the game is over, there is none.
        """
        kind, clock = state.phase, f"turn:{state.turn}"
        if state.phase == "answers" and state.played is not None:
            kind, clock = FACTIONS[state.played], f"answers:{state.decision}"
        seats = find_asked_seats(state)
        return tuple([game.Prompt(state.decision, seat, kind, clock) for seat in seats])

    def legal_moves(self, state: State, seat: Seat) -> Moves:
        """Return all moves that a player may make now, or () if the player is not asked.

        They depend only on what is public and on the player's own cards.
        """
        if seat not in find_asked_seats(state):
            return ()
        hand = state.hands[seat]
        if state.phase == "action":
            return (*_list_takes(state), *_list_plays(state, seat))
        if state.phase == "discard":
            return _list_discards(moves.Discard, hand, len(hand) - HAND_LIMIT)
        return _list_answers(state, hand, state.points[seat])

    def apply(self, state: State, action: game.Action, chance: game.Chance) -> Step:
        """Apply a player's move or departure, and return the next state with notices of the events.

        Raises:
            Stale: This player is not asked this question (any more), or cannot leave.
            IllegalMove: The move is not among `legal_moves`. The error's key is "not-in-hand" if
                the cards for an answer are missing, and "no-points" if the point to pay is missing.
        """
        top = WorkingState(state, chance)
        if isinstance(action, game.Leave):
            after = _leave_seat(top, action.seat)
        elif (
            not isinstance(action, game.Act)
            or action.seat not in find_asked_seats(state)
            or action.decision != state.decision
        ):
            raise game.Stale
        elif not self._is_legal(state, action.seat, action.move):
            raise _explain_refusal(state, action.move)
        else:
            after = _make_move(top, action.seat, action.move)
        top.notices += _tell_changed_hands(state, after, top.notices)
        return after, tuple(top.notices)

    def _is_legal(self, state: State, seat: Seat, move: Move) -> bool:
        """Return whether a move is legal for a player who is asked to move.

        A move that takes cards is compared only with moves that take, and a move that plays cards
        only with moves that play. Listing all of them can mean hundreds of moves.
        """
        if state.phase == "action":
            return move in (
                _list_takes(state) if isinstance(move, moves.Take) else _list_plays(state, seat)
            )
        return move in self.legal_moves(state, seat)

    def view(self, state: State, viewer: Seat | None) -> View:
        """Return everything that a player may know about the game (ruling C37).

        If `viewer` is None, it is what an onlooker may know.
        """
        answers = dict(enumerate(state.answers))
        return View(
            viewer=viewer,
            factions=state.factions,
            points=state.points,
            target=state.target,
            hand_sizes=tuple(len(hand) for hand in state.hands),
            hand=() if viewer is None else state.hands[viewer],
            shown=state.shown,
            market=state.market,
            pile=len(state.pile),
            discards=state.discards,
            turn=state.turn,
            active=state.active,
            phase=state.phase,
            actions=state.actions,
            left=state.left,
            table=state.table,
            played=state.played,
            extra=state.extra,
            owing=state.owing,
            answered=tuple(seat for seat, answer in answers.items() if answer is not None),
            answer=None if viewer is None else answers.get(viewer),
            present=state.present,
            hands=state.hands if state.phase == "over" else (),
        )

    def resample_hidden(self, state: State, viewer: Seat | None, rng: Random) -> State | None:
        """Return the state with all cards that are hidden from `viewer` dealt again at random.

        Used by secrecy checks: the viewer must see the same in both states. Cards that all players
        know stay in their hands. The other players' unknown cards and the draw pile change. Hidden
        answers are replaced by random ones that the new cards allow. If `viewer` is None, it is an
        onlooker. Return None once the game is over, because all cards are open then.
        """
        if state.phase == "over":
            return None
        others = [seat for seat in range(len(state.hands)) if seat != viewer]
        secret = {seat: remove_cards(state.hands[seat], state.shown[seat]) for seat in others}
        cards = [card for seat in others for card in secret[seat]] + list(state.pile)
        rng.shuffle(cards)
        hands = list(state.hands)
        for seat in others:
            size = len(secret[seat])
            hands[seat] = tuple(sorted((*state.shown[seat], *cards[:size])))
            cards = cards[size:]
        answers = tuple(
            answer
            if answer is None or seat == viewer
            else rng.choice(_list_answers(state, hands[seat], state.points[seat])).path
            for seat, answer in enumerate(state.answers)
        )
        return replace(state, hands=tuple(hands), pile=tuple(cards), answers=answers)

    def standings(self, state: State) -> tuple[game.Place, ...] | None:
        """Return each player's final place, or None while the game is running.

        The winner comes first. The others are ranked by their points (ruling C13).
        """
        return self.interim_standings(state) if state.phase == "over" else None

    def interim_standings(self, state: State) -> tuple[game.Place, ...]:
        """Return each player's place if the game ended now, ranked by points (ruling C37)."""
        scores = [(seat == state.winner, points) for seat, points in enumerate(state.points)]
        return game.rank_seats(scores, state.points)

    def computer_may_take(self, state: State) -> bool:
        """Return whether a computer player replaces each player who leaves (ruling C39).

        The host chooses this before the game.
        """
        return state.vacated == "computer"

    def typical_length(self, seats: int, options: Mapping[str, str]) -> int:  # noqa: ARG002
        """Return the typical number of moves that all players together make in a whole game."""
        return TYPICAL_ANSWERS_BY_SEATS[seats - self.seats[0]]


def _tell_changed_hands(before: State, after: State, notices: Sequence[Notice]) -> list[Notice]:
    return [
        Notice(events.HandChanged(seat, hand), (seat,))
        for seat, hand in enumerate(after.hands)
        if hand != before.hands[seat]
        and after.present[seat]
        and (seat != before.active or before.phase == "answers")
        and (seat,) not in [notice.to for notice in notices]
    ]


def _make_move(working_state: WorkingState, seat: Seat, move: Move) -> State:
    """Apply a player's legal move, and return the next state."""
    match move:
        case _ if working_state.original_state.phase == "answers":
            return _take_answer(working_state, seat, move.path)
        case moves.Take():
            take_cards(working_state, move)
            return _continue_turn(working_state.build_state())
        case moves.Play():
            return _play_faction(working_state, move)
        case moves.Discard():  # ruling C6
            working_state.add_notice(events.CardsDiscarded(seat, move.cards))
            working_state.discard(seat, move.cards)
            return _begin_next_turn(working_state.build_state())
    raise game.IllegalMove


def _play_faction(working_state: WorkingState, move: moves.Play) -> State:
    """Play cards of a faction, and ask the other players if the faction needs their answers.

    They are all asked at the same time (ruling C11).
    """
    play_faction(working_state, move)
    if move.faction in ANSWERED_FACTIONS and working_state.winner is None:
        extra = move.extra if isinstance(move, moves.PlayDetectives) else None
        return _ask_others(working_state, move.faction, extra)
    return _end_effect(working_state, move.faction)


def _ask_others(working_state: WorkingState, faction: int, extra: int | None) -> State:
    """Ask the other players to answer a play, or finish its effect if nobody has to answer."""
    after = working_state.build_state()
    owing = find_answering_seats(after, faction)
    answers: tuple[str | None, ...] = (None,) * len(after.hands)
    if not owing:
        carry_out_answers(working_state, faction, extra, answers)
        return _end_effect(working_state, faction)
    asked = replace(after, phase="answers", decision=after.decision + 1, played=faction)
    return replace(asked, extra=extra, owing=owing, answers=answers)


def _take_answer(working_state: WorkingState, seat: Seat, answer_path: str | None) -> State:
    """Store a player's hidden answer, and apply all answers once the last one is given.

    `answer_path` is a move in its text form. None means that the player left without answering.
    """
    before = working_state.original_state
    answers = (*before.answers[:seat], answer_path, *before.answers[seat + 1 :])
    owing = tuple(other for other in before.owing if other != seat)
    if owing:
        return replace(working_state.build_state(), owing=owing, answers=answers)
    carry_out_answers(working_state, before.played, before.extra, answers)
    return _end_effect(working_state, before.played)


def _leave_seat(working_state: WorkingState, seat: Seat) -> State:
    """Remove a player who leaves for good (ruling C39).

    The player's cards go to the discard pile, and the points are lost. An answer that the player
    has given or owes no longer counts. If it was the player's turn, the turn ends. If only one
    player remains, that player wins. `Stale` is raised if the player is gone already, if the game
    is over, or if a computer player is to replace players who leave.
    """
    before = working_state.original_state
    seated = seat in range(len(before.present)) and before.present[seat]
    if not seated or before.phase == "over" or before.vacated == "computer":
        raise game.Stale
    working_state.add_notice(events.SeatLeft(seat))
    working_state.present = (*before.present[:seat], False, *before.present[seat + 1 :])
    working_state.points[seat] = 0
    working_state.discard(seat, working_state.hands[seat])
    if working_state.present.count(True) == 1:
        working_state.declare_winner(working_state.present.index(True))
        return _continue_turn(working_state.build_state())
    if seat == before.active:
        working_state.end_effect()
        return _begin_next_turn(working_state.build_state())
    if before.phase == "answers":
        return _take_answer(working_state, seat, None)
    return working_state.build_state()


def _end_effect(working_state: WorkingState, faction: int | None) -> State:
    """Finish the effect of a faction, and continue the turn.

    If somebody has won, the played cards stay on the table for everybody to see.
    """
    if working_state.winner is None:
        working_state.end_effect()
        return _continue_turn(working_state.build_state())
    return replace(_continue_turn(working_state.build_state()), played=faction)


def _continue_turn(state: State) -> State:
    """Continue the turn after an action, begin the next turn, or end the game if somebody has won.

    The turn continues with a second action (ruling C35), or with discarding if the hand is too
    large.
    """
    left = state.left - 1
    if state.winner is not None:
        phase = "over"
    elif left:
        phase = "action"
    elif len(state.hands[state.active]) > HAND_LIMIT:
        phase = "discard"
    else:
        return _begin_next_turn(state)
    return replace(_clear_question(state), phase=phase, decision=state.decision + 1, left=left)


def _begin_next_turn(state: State) -> State:
    """Begin the turn of the next player clockwise, skipping players who have left for good."""
    active = (state.active + 1) % len(state.present)
    while not state.present[active]:
        active = (active + 1) % len(state.present)
    after = replace(_clear_question(state), turn=state.turn + 1, active=active, phase="action")
    return replace(after, decision=state.decision + 1, left=state.actions)


def _clear_question(state: State) -> State:
    if state.played is None:
        return state
    return replace(state, played=None, extra=None, owing=(), answers=())


def find_asked_seats(state: State) -> tuple[Seat, ...]:
    """Return the seats of the players who have to act or answer now, in ascending order."""
    if state.phase == "over":
        return ()
    return state.owing if state.phase == "answers" else (state.active,)


def find_answering_seats(state: State, faction: int) -> tuple[Seat, ...]:
    """Return the seats of the players who have to answer if the active player plays `faction`.

    Most factions need no answers. Only public facts decide this, so that being asked reveals
    nothing about a hand (ruling C12). Players to whom the mafia leaves no choice are not asked
    (ruling C22).
    """
    others = [seat for seat in range(len(state.hands)) if seat != state.active]
    if faction in (DETECTIVES, JOURNALISTS):
        return tuple([seat for seat in others if state.hands[seat]])
    if faction == MAFIA:
        return tuple([seat for seat in others if _may_choose(state, seat)])
    return ()


def _may_choose(state: State, seat: Seat) -> bool:
    """Return whether a player has a choice when the mafia is played (ruling C21).

    The choice is which two cards to discard, or whether to pay a point instead.
    """
    spare = len(state.hands[seat]) - CARDS_DROPPED_FOR_MAFIA
    return spare > 0 or (spare == 0 and state.points[seat] > 0)


def _explain_refusal(state: State, move: Move) -> game.IllegalMove:
    if state.phase != "answers":
        return game.IllegalMove()
    if isinstance(move, moves.Pay) and state.played == MAFIA:
        return game.IllegalMove("no-points")
    holding_all = tuple(sorted(state.factions * 2))
    missing = move in _list_answers(state, holding_all, points=0)
    return game.IllegalMove("not-in-hand") if missing else game.IllegalMove()


def _list_takes(state: State) -> list[Move]:
    """Return the moves that take cards from the market (rulings C4 and C5)."""
    ways: list[Move] = []
    market = state.market
    for faction in state.factions:
        ways += TAKE_MOVES[faction][market.count(faction)]
    return ways


def _list_plays(state: State, seat: Seat) -> list[Move]:
    """Return the moves that play cards of a player's hand (ruling C7)."""
    ways: list[Move] = []
    hand = state.hands[seat]
    for faction in state.factions:
        held = hand.count(faction)
        if faction in SINGLE_FACTION_PLAYS:
            ways += SINGLE_FACTION_PLAYS[faction][held]
        elif faction == HACKERS:
            ways += _list_hackers(state, seat, held)
        elif faction == POLICE:
            ways += _list_police(state, seat, held)
        elif held >= 3:
            ways += _list_detectives(state, seat, held)
    return ways


def _list_detectives(state: State, seat: Seat, held_count: int) -> list[Move]:
    """Return the moves that play three detectives with an extra card (rulings C14 and C16).

    `held_count` is the number of detectives in the player's hand.
    """
    hand = state.hands[seat]
    extras = (extra for extra in state.factions if extra in hand)
    return [play_detectives(each) for each in extras if each != DETECTIVES or held_count > 3]


def _list_hackers(state: State, seat: Seat, held_count: int) -> list[Move]:
    """Return the moves that play hackers against another player, the target.

    A move never has more hackers than the target has cards (ruling C23). `held_count` is the number
    of hackers in the player's hand.
    """
    reach = [len(hand) for hand in state.hands]
    reach[seat] = 0
    return [
        play_hackers(number, target)
        for number in range(1, min(held_count, MAX_HACKERS) + 1)
        for target, cards in enumerate(reach)
        if cards >= number
    ]


def _list_police(state: State, seat: Seat, held_count: int) -> list[Move]:
    """Return the moves that play police with a card of another faction (rulings C27 and C28).

    `held_count` is the number of police cards in the player's hand.
    """
    hand = state.hands[seat]
    extras = [extra for extra in state.factions if extra in hand and extra != POLICE]
    targets = [other for other, here in enumerate(state.present) if here and other != seat]
    return [
        play_police(number, extra, target)
        for number in range(1, held_count + 1)
        for extra in extras
        for target in targets
    ]


def _list_answers(state: State, hand: Cards, points: int) -> Moves:
    if state.played == DETECTIVES:  # ruling C15
        return (PURSUE, PASS) if state.extra in hand else (PASS,)
    if state.played == MAFIA:  # ruling C21
        drops = _list_discards(moves.Drop, hand, CARDS_DROPPED_FOR_MAFIA)
        return (PAY, *drops) if points else drops
    return _list_gifts(hand)


def _list_gifts(hand: Cards) -> Moves:
    """Return the possible answers to journalists, given a player's hand (rulings C30 to C32)."""
    gives: list[Move] = []
    for faction in dict.fromkeys(hand):
        gives += GIFT_MOVES[faction][: 2 if hand.count(faction) > 1 else 1]
    return (*gives, PASS)


@lru_cache(maxsize=256)
def _list_discards(kind: type[moves.Discard] | type[moves.Drop], hand: Cards, number: int) -> Moves:
    ways: list[tuple[Cards, Cards]] = [((), hand)]
    for _ in range(number):
        ways = [
            ((*chosen, card), rest[rest.index(card) + 1 :])
            for chosen, rest in ways
            for card in dict.fromkeys(rest)
        ]
    return tuple([kind(chosen) for chosen, _ in ways])


def count_dealt_cards(seat: int) -> int:
    """Return the number of cards dealt to a player at the start: 6, 7 or 8 (rulebook p. 2).

    Seat 0 begins the game. Players whose first turn comes later get more cards.
    """
    return 6 + seat // 2


def from_deal(
    factions: Sequence[int],
    hands: Sequence[Sequence[int]],
    market: Sequence[int],
    pile: Sequence[int],
    actions: int = 1,
    vacated: str = "computer",
    goal: int | None = None,
) -> Step:
    """Start a game from given cards instead of a random deal, for lessons and tests.

    Each card is represented by the number of its faction. There may be fewer cards than in the box.

    Args:
        factions: The five factions (kinds of card) used in the game, in ascending order.
        hands: The cards of each player, by seat.
        market: The face-up cards from which players can take.
        pile: The face-down draw pile; the first card is drawn next.
        actions: The number of actions in each turn.
        vacated: Who replaces a player who leaves, as in `State.vacated`.
        goal: The number of points that wins. None means the number in the rulebook.

    Returns:
        The state right after the deal, and a private notice of each player's cards.

    Raises:
        ValueError: The cards are impossible, for instance because a faction has too many.
    """
    seats = len(hands)
    cards = Counter([card for hand in (*hands, market, pile) for card in hand])
    if seats not in SEATS:
        raise ValueError("2 to 6 seats can play")
    if list(factions) != sorted(set(factions) & set(range(len(FACTIONS)))):
        raise ValueError("factions are different numbers from 0 to 7, ascending")
    if len(factions) != FACTIONS_IN_PLAY or not set(cards) <= set(factions):
        raise ValueError("cards are of the five factions in play")
    if max(cards.values(), default=0) > CARDS_PER_FACTION or len(market) > MARKET_CARDS:
        raise ValueError("there are 15 cards of a faction, and at most 7 in the market")
    state = State(
        factions=tuple(factions),
        hands=tuple(tuple(sorted(hand)) for hand in hands),
        points=(0,) * seats,
        market=tuple(sorted(market)),
        pile=tuple(pile),
        discards=(),
        turn=0,
        active=0,
        phase="action",
        decision=0,
        actions=actions,
        left=actions,
        present=(True,) * seats,
        vacated=vacated,
        goal=goal,
        shown=((),) * seats,
    )
    drawn = enumerate(state.hands)
    return state, tuple(Notice(events.CardsDrawn(seat, hand), (seat,)) for seat, hand in drawn)


LESSON_DEAL = from_deal(
    factions=FIRST_GAME_FACTIONS,
    hands=((0, 0, 1, 1, 2, 4), (0, 2, 3, 3, 3, 4)),
    market=(0, 1, 1, 2, 3, 4, 4),
    pile=tuple(map(int, "204132014320413021403214021340213042134012340213")),
    goal=8,
)
"""The state and the notices with which every lesson for new players begins. The learner has two
scientists, and can take the third one that a play needs from the market in the first turn. The
computer player can then do the same with the fourth mafia card. Once it plays the mafia, the
learner has to answer.
"""
