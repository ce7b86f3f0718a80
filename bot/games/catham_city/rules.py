"""The rules of Catham City: the rulebook's and rulings C1-C41.

A turn is one action, or two in the expert variant: to take cards or to play a faction. Some
factions ask the others, who answer at the same time. Who holds too many cards at the end of a turn
discards some.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random

from msgspec.json import decode
from msgspec.structs import replace

from bot.games.catham_city import ai, turns
from bot.games.catham_city.alike import alike
from bot.games.catham_city.awards import AWARDS, awarded
from bot.games.catham_city.cards import (
    COPIES,
    FACTIONS,
    FIRST_GAME,
    IN_PLAY,
    MARKET,
    SEATS,
    dealt_to,
)
from bot.games.catham_city.moves import allows, asked, moves, refusal
from bot.games.catham_city.state import SCHEMA, State, View
from bot.games.catham_city.tabletop import Tabletop
from bot.games.events import Event, Seat
from bot.games.game import (
    Act,
    Chance,
    Game,
    Happened,
    Input,
    Leave,
    Lesson,
    Option,
    Place,
    Prompt,
    Stale,
)

__all__ = ["CathamCity", "State", "View", "from_deal"]

ACTIONS = {"one": 1, "two": 2}

Step = tuple[State, tuple[Event, ...]]

USUAL_MOVES = (34, 50, 56, 73, 90)
"""Answers of a whole game with the smallest number of seats, and with each one more: the median of
15 games among computers."""


class CathamCity(Game[State, View]):
    """Catham City (HUCH!), 2 to 6 players."""

    seats = SEATS
    options: tuple[Option, ...] = (
        Option("factions", ("first-game", "random"), parts=FACTIONS, picks=IN_PLAY),
        Option("actions", tuple(ACTIONS)),
        Option("leavers", ("computer", "nobody")),
    )
    levels = ai.LEVELS
    quick = ai.QUICK
    beats: Mapping[int, tuple[float, ...]] = {
        2: (0.84, 0.75),
        3: (0.73, 0.55),
        4: (0.61, 0.48),
        6: (0.45, 0.41),
    }
    awards = AWARDS
    rules = 1
    state = State

    def restored(self, stored: bytes) -> State:
        """Read a stored state; of an older one's hands, nothing counts as known to all."""
        state = decode(stored, type=State)
        if state.shown:
            return state
        return replace(state, shown=((),) * len(state.hands), schema=SCHEMA)

    def deal(self, seats: int, options: Mapping[str, str], chance: Chance) -> Step:
        """Shuffle and deal for `seats` players (rulebook p. 2); seat 0 begins (ruling C1).

        The eight factions are shuffled, and if they are to be random, the first five play. Then
        the 75 cards of the five, ascending, are shuffled, card i being of the (i // 15)-th faction.
        From the top, each seat gets its cards, then the market seven; the rest is the draw pile.
        Raises ValueError for a number of seats that cannot play.
        """
        if seats not in SEATS:
            raise ValueError("2 to 6 seats can play")
        choice = options.get("factions", "first-game")
        drawn = chance.shuffled(range(len(FACTIONS)))[:IN_PLAY]
        if choice == "random":
            factions = sorted(drawn)
        elif choice == "first-game":
            factions = list(FIRST_GAME)
        else:
            factions = [FACTIONS.index(name) for name in choice.split(".")]
        deck = [factions[card // COPIES] for card in chance.shuffled(range(IN_PLAY * COPIES))]
        hands: list[list[int]] = []
        for seat in range(seats):
            hands.append(deck[: dealt_to(seat)])
            deck = deck[dealt_to(seat) :]
        return from_deal(
            factions=factions,
            hands=hands,
            market=deck[:MARKET],
            pile=deck[MARKET:],
            actions=ACTIONS[options.get("actions", "one")],
            vacated=options.get("leavers", "computer"),
        )

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return the open decision: the active player's, or that of all who owe an answer."""
        kind, clock = state.phase, f"turn:{state.turn}"
        if state.phase == "answers" and state.played is not None:
            kind, clock = FACTIONS[state.played], f"answers:{state.decision}"
        return tuple([Prompt(state.decision, seat, kind, clock) for seat in asked(state)])

    def moves(self, state: State, seat: Seat) -> tuple[str, ...]:
        """Return what public facts and the seat's own cards allow."""
        return moves(state, seat)

    def step(self, state: State, given: Input, chance: Chance) -> Step:
        """Take an action, answer, discard surplus cards, or leave.

        Raises `Stale` if the decision is not open for that seat, or the seat cannot leave.
        Raises `IllegalMove` if the move is not among `moves`; its key is "not-in-hand" for an
        answer that lacks the cards, "no-points" for one that lacks the point.
        """
        top = Tabletop(state, chance)
        if isinstance(given, Leave):
            after = turns.leave(top, given.seat)
        elif (
            not isinstance(given, Act)
            or given.seat not in asked(state)
            or given.decision != state.decision
        ):
            raise Stale
        elif not allows(state, given.seat, given.move):
            raise refusal(state, given.move)
        elif state.phase == "answers":
            after = turns.answer(top, given.seat, given.move)
        elif state.phase == "action":
            after = turns.act(top, given.move)
        else:
            after = turns.discard(top, given.move)
        top.events += _changed_hands(state, after, top.events)
        return after, tuple(top.events)

    def view(self, state: State, viewer: Seat | None) -> View:
        """Return what `viewer` may know (ruling C37)."""
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

    def alike(self, state: State, viewer: Seat | None, luck: Random) -> State | None:
        """Return a state with other hidden cards; None when all is open."""
        return None if state.phase == "over" else alike(state, viewer, luck)

    def standings(self, state: State) -> tuple[Place, ...] | None:
        """Return the places: the winner's, then by points (ruling C13)."""
        return self.so_far(state) if state.phase == "over" else None

    def so_far(self, state: State) -> tuple[Place, ...]:
        """Return the places by the points so far, which are public (ruling C37)."""
        scores = [(seat == state.winner, points) for seat, points in enumerate(state.points)]
        best_first = sorted(range(len(scores)), key=lambda seat: scores[seat], reverse=True)
        return tuple(
            Place(seat, 1 + sum(other > scores[seat] for other in scores), state.points[seat])
            for seat in best_first
        )

    def computer_may_take(self, state: State) -> bool:
        """Tell whether the host let computers play on for those who leave (ruling C39)."""
        return state.vacated == "computer"

    def usual_moves(self, seats: int, options: Mapping[str, str]) -> int:  # noqa: ARG002
        """Return how many answers a whole game usually takes."""
        return USUAL_MOVES[seats - self.seats[0]]

    def awarded(
        self, course: Sequence[Happened], places: Sequence[Place]
    ) -> tuple[tuple[str, Seat], ...]:
        """Return who earned which award."""
        return awarded(course, places)

    def choose(self, view: View, moves: tuple[str, ...], level: str, luck: Random) -> str:
        """Choose one of `moves` as a computer cat; "absent" does the mildest (ruling C40)."""
        return ai.choose(view, moves, level, luck)

    def lesson(self) -> Lesson:
        """Return a short game against one computer, with something worth taking at once."""
        return Lesson(*LESSON, seat=0)


def _changed_hands(before: State, after: State, events: Sequence[Event]) -> tuple[Event, ...]:
    """Tell those whose cards others have changed, and whom no event tells yet, what they hold now.

    All who have answered are told, so that it does not matter whose answer came last.
    """
    return tuple(
        [
            Event((seat,), "hand", (seat, *hand))
            for seat, hand in enumerate(after.hands)
            if hand != before.hands[seat]
            and after.present[seat]
            and (seat != before.active or before.phase == "answers")
            and (seat,) not in [event.to for event in events]
        ]
    )


def from_deal(
    factions: Sequence[int],
    hands: Sequence[Sequence[int]],
    market: Sequence[int],
    pile: Sequence[int],
    actions: int = 1,
    vacated: str = "computer",
    goal: int | None = None,
) -> Step:
    """Start a game from a given deal.

    `factions` are the five in play, ascending; all cards are numbers of factions. `pile` are the
    cards left to draw, the first of which is drawn first. There may be fewer cards than in the
    box. `goal` points win; None: as many as the rulebook says. Raises ValueError for what is no
    such deal.
    """
    seats = len(hands)
    cards = Counter([card for hand in (*hands, market, pile) for card in hand])
    if seats not in SEATS:
        raise ValueError("2 to 6 seats can play")
    if list(factions) != sorted(set(factions) & set(range(len(FACTIONS)))):
        raise ValueError("factions are different numbers from 0 to 7, ascending")
    if len(factions) != IN_PLAY or not set(cards) <= set(factions):
        raise ValueError("cards are of the five factions in play")
    if max(cards.values(), default=0) > COPIES or len(market) > MARKET:
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
    dealt = (Event((seat,), "drew", (seat, *hand)) for seat, hand in enumerate(state.hands))
    return state, tuple(dealt)


LESSON = from_deal(
    factions=FIRST_GAME,
    hands=((0, 0, 1, 1, 2, 4), (0, 2, 3, 3, 3, 4)),
    market=(0, 1, 1, 2, 3, 4, 4),
    pile=tuple(map(int, "204132014320413021403214021340213042134012340213")),
    goal=8,
)
"""The deal of the lesson: from the market, the learner can make a set of scientists at once, and
the computer a mafia, which then asks."""
