"""Lists the possible outcomes of each move: points, cards, and what the other players gain or lose.

The other players are assumed to hold any of the unseen cards, and to answer to their own advantage.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from bot.engine.events import Seat
from bot.engine.moves import Move
from bot.games.catham_city.computer import evaluation
from bot.games.catham_city.computer.odds import (
    compute_draw_chances,
    compute_group_count_chances,
    compute_hacker_chances,
)
from bot.games.catham_city.model import moves, state

PURSUE_CHANCE = 0.8
"""The assumed chance that a player answers detectives if possible."""
GIVE_PAIR_CHANCE = 0.4
"""The assumed chance that a player answers journalists with two cards, the second for a point."""
GIFT_PAIR_POINTS = 0.5
"""The assumed value, in points, of these two cards to their owner."""
MAFIA_LOSS_POINTS = 0.7
"""The assumed loss, in points, of a player who can choose how to answer the mafia."""
SURPLUS_CARD_POINTS = 0.2
"""The assumed loss, in points, for each drawn card that exceeds the hand limit."""


class Outcome(NamedTuple):
    """One possible outcome of a move, with its probability."""

    chance: float
    gain: int
    """The number of points that the player gains; negative for a loss."""
    hand: evaluation.Counts
    """The number of known cards of each faction in the player's hand after the move."""
    unknown_cards_value: float
    """The estimated value, in points, of cards that the player gets but does not know yet."""
    rivals: dict[Seat, evaluation.Rival]


class MoveOutcomes:
    """Computes the possible outcomes of each move that a player can make in one position."""

    def __init__(self, view: state.View) -> None:
        """Count the cards that the viewer sees, and estimate the other players' hands."""
        self._view = view
        self._seat = view.viewer or 0
        self._hand = evaluation.count_by_faction(view.hand)
        self._unseen = evaluation.count_unseen_cards(view)
        self._rivals = evaluation.list_rivals(view, self._seat, self._unseen)

    def estimate_win_chance(self, move: Move) -> float:
        """Return the estimated probability that the player wins after making this move."""
        outcomes = self.list_outcomes(move)
        return sum(each.chance * self._compute_win_chance(each) for each in outcomes)

    def compute_mean_gain(self, move: Move) -> float:
        """Return the average number of points that the player gains with a move."""
        return sum(outcome.chance * outcome.gain for outcome in self.list_outcomes(move))

    def list_outcomes(self, move: Move) -> Iterator[Outcome]:
        """Yield a move's outcomes, whose chances add up to 1; equally good ones are merged."""
        match move:
            case moves.Take(faction, number):
                yield self._make_certain_outcome(hand=_change_count(self._hand, faction, number))
            case moves.Play():
                yield from self._list_play_outcomes(move)
            case moves.Pay():
                yield self._make_certain_outcome(gain=-1)
            case moves.Give(faction, second):
                yield self._make_gift_outcome(faction, scores_point=bool(second))
            case moves.Drop(cards) | moves.Discard(cards) if cards:
                yield self._make_certain_outcome(hand=self._remove_from_hand(cards))
            case moves.Discard():
                hand = _change_count(self._hand, self._view.extra or 0, -1)
                yield self._make_certain_outcome(gain=1, hand=hand)
            case _:
                yield self._make_certain_outcome()

    def _compute_win_chance(self, outcome: Outcome) -> float:
        view, hand = self._view, outcome.hand
        if view.phase == "action" and view.left == 1:
            hand = evaluation.trim_hand(hand)
        points = view.points[self._seat] + outcome.gain
        rivals = tuple(outcome.rivals.values())
        return evaluation.compute_win_chance(
            points, hand, outcome.unknown_cards_value, rivals, self._unseen, view.target
        )

    def _make_certain_outcome(
        self,
        gain: int = 0,
        hand: evaluation.Counts | None = None,
        unknown_cards_value: float = 0.0,
        rivals: dict[Seat, evaluation.Rival] | None = None,
        chance: float = 1.0,
    ) -> Outcome:
        """Return an outcome that changes only what is given."""
        hand = self._hand if hand is None else hand
        rivals = self._rivals if rivals is None else rivals
        return Outcome(chance, gain, hand, unknown_cards_value, rivals)

    def _list_play_outcomes(self, move: moves.Play) -> Iterator[Outcome]:
        """Yield the possible outcomes of playing a faction."""
        match move:
            case moves.PlayDetectives(extra):
                yield self._make_detectives_outcome(extra)
            case moves.PlayScientists():
                hand = _change_count(self._hand, state.SCIENTISTS, -3)
                yield self._make_drawing_outcome(hand, draw_count=2, gain=2)
            case moves.PlayRobocats(2):
                hand = _change_count(self._hand, state.ROBOCATS, -2)
                yield self._make_drawing_outcome(hand, draw_count=5, gain=0)
            case moves.PlayRobocats():
                hand = _change_count(self._hand, state.ROBOCATS, -4)
                yield self._make_certain_outcome(gain=3, hand=hand)
            case moves.PlayMafia():
                yield self._make_mafia_outcome()
            case moves.PlayHackers(number, target):
                yield from self._list_hackers_outcomes(number, target)
            case moves.PlayPolice(number, extra, target):
                yield from self._list_police_outcomes(number, extra, target)
            case moves.PlayJournalists():
                yield self._make_journalists_outcome()
            case moves.PlayBureaucrats(number):
                hand = _change_count(self._hand, state.BUREAUCRATS, -number)
                groups = tuple(count for count in self._unseen if count)
                for kinds, likely in enumerate(compute_group_count_chances(groups, number)):
                    if likely:
                        yield self._make_certain_outcome(gain=kinds, hand=hand, chance=likely)

    def _make_detectives_outcome(self, extra: int) -> Outcome:
        hand = _change_count(_change_count(self._hand, state.DETECTIVES, -3), extra, -1)
        hidden = sum(self._unseen)
        rivals = {}
        for seat, rival in self._rivals.items():
            holds = 1 - compute_draw_chances(self._unseen[extra], hidden, round(rival.cards))[0]
            likely = holds * (1.0 if rival.points + 1 >= self._view.target else PURSUE_CHANCE)
            cost = likely * evaluation.value_faction_cards(extra, 1)
            cards, value = rival.cards - likely, rival.hand_value - cost
            rivals[seat] = rival._replace(extra_point_chance=likely, cards=cards, hand_value=value)
        return self._make_certain_outcome(gain=3, hand=hand, rivals=rivals)

    def _make_drawing_outcome(self, hand: evaluation.Counts, draw_count: int, gain: int) -> Outcome:
        more = draw_count * self._value_unseen_card(hand)
        if self._view.left == 1:
            more -= SURPLUS_CARD_POINTS * max(0, sum(hand) + draw_count - state.HAND_LIMIT)
        return self._make_certain_outcome(gain=gain, hand=hand, unknown_cards_value=more)

    def _value_unseen_card(
        self, hand: evaluation.Counts, excluded_faction: int | None = None
    ) -> float:
        """Return how much a random unseen card adds to a hand's value on average, in points."""
        counts = [0 if f == excluded_faction else count for f, count in enumerate(self._unseen)]
        added = sum(
            n * evaluation.value_last_card(f, hand[f] + 1) for f, n in enumerate(counts) if n
        )
        return added / max(sum(counts), 1)

    def _make_mafia_outcome(self) -> Outcome:
        rivals = {}
        for seat, rival in self._rivals.items():
            if rival.cards < 2 and rival.points:
                rivals[seat] = rival._replace(points=rival.points - 1)
            elif rival.cards >= 2 and rival.points:
                rivals[seat] = rival._replace(hand_value=rival.hand_value - MAFIA_LOSS_POINTS)
            else:
                left = max(rival.cards - 2, 0)
                value = evaluation.value_hidden_hand(self._unseen, left)
                rivals[seat] = rival._replace(cards=left, hand_value=value)
        hand = _change_count(self._hand, state.MAFIA, -4)
        return self._make_certain_outcome(gain=2, hand=hand, rivals=rivals)

    def _list_hackers_outcomes(self, number: int, target: Seat) -> Iterator[Outcome]:
        hand = _change_count(self._hand, state.HACKERS, -number)
        rival, hidden = self._rivals[target], sum(self._unseen)
        cards = round(rival.cards)
        kept = round(cards * self._unseen[state.HACKERS] / max(hidden, 1))
        stolen = self._value_unseen_card(hand, excluded_faction=state.HACKERS)
        shares = compute_hacker_chances(self._unseen[state.HACKERS], hidden, cards, number)
        for hackers, likely in enumerate(shares):
            others = number - hackers
            left = evaluation.value_hidden_hand(self._unseen, cards - others)
            left += evaluation.value_faction_cards(
                state.HACKERS, kept + others
            ) - evaluation.value_faction_cards(state.HACKERS, kept)
            rivals = self._rivals | {target: rival._replace(hand_value=left)}
            yield self._make_certain_outcome(hackers, hand, others * stolen, rivals, likely)

    def _list_police_outcomes(self, number: int, extra: int, target: Seat) -> Iterator[Outcome]:
        hand = _change_count(_change_count(self._hand, state.POLICE, -number), extra, -1)
        rival, hidden = self._rivals[target], sum(self._unseen)
        shown = min(number, round(rival.cards))
        drawn_again = shown * self._unseen[state.POLICE] / max(hidden, 1)
        left = rival.cards - shown + drawn_again
        raided = rival._replace(
            cards=left, hand_value=evaluation.value_hidden_hand(self._unseen, left)
        )
        rivals = self._rivals | {target: raided}
        for hits, likely in enumerate(compute_draw_chances(self._unseen[extra], hidden, shown)):
            yield self._make_certain_outcome(hits, hand, 0.0, rivals, likely)

    def _make_journalists_outcome(self) -> Outcome:
        hand = _change_count(self._hand, state.JOURNALISTS, -2)
        presents, rivals = 0.0, {}
        for seat, rival in self._rivals.items():
            likely = GIVE_PAIR_CHANCE if rival.cards >= 2 else 0.0
            if rival.cards >= 2 and rival.points + 1 >= self._view.target:
                likely = 1.0
            presents += likely
            cards, value = rival.cards - 2 * likely, rival.hand_value - likely * GIFT_PAIR_POINTS
            rivals[seat] = rival._replace(extra_point_chance=likely, cards=cards, hand_value=value)
        more = presents * self._value_unseen_card(hand)
        return self._make_certain_outcome(2, hand, unknown_cards_value=more, rivals=rivals)

    def _make_gift_outcome(self, faction: int, scores_point: bool) -> Outcome:
        """Return the outcome of an answer to journalists, perhaps with a card for a point."""
        active = self._view.active
        rival = self._rivals[active]
        held = round(rival.cards * self._unseen[faction] / max(sum(self._unseen), 1))
        present = evaluation.value_last_card(faction, held + 1)
        given = rival._replace(cards=rival.cards + 1, hand_value=rival.hand_value + present)
        hand = _change_count(self._hand, faction, -2 if scores_point else -1)
        rivals = self._rivals | {active: given}
        return self._make_certain_outcome(int(scores_point), hand, rivals=rivals)

    def _remove_from_hand(self, factions: Iterable[int]) -> evaluation.Counts:
        hand = self._hand
        for faction in factions:
            hand = _change_count(hand, faction, -1)
        return hand


def _change_count(counts: evaluation.Counts, faction: int, change: int) -> evaluation.Counts:
    return (*counts[:faction], counts[faction] + change, *counts[faction + 1 :])
