"""Lists the active player's possible actions in many worlds, with the winning chance after each.

The actions are rated as in `outcomes.py` and `evaluation.py`, but with arrays and more simply.
Uncertain points count by their average, except where they win the game. When taking cards or
playing hackers or police, only the largest possible number of cards is considered.
"""

from collections.abc import Callable, Mapping

import numpy as np

from bot.engine.events import Seat
from bot.games.catham_city.computer import hand_tables, outcomes
from bot.games.catham_city.computer.evaluation import RACE_SPREAD_POINTS, READY_HAND_WIN_CHANCE
from bot.games.catham_city.computer.hand_tables import (
    CARD_VALUES,
    CERTAIN_POINTS_BY_CARDS,
    HIDDEN_CARD_VALUE_TABLES,
    LAST_CARD_VALUES,
    STRIKE_TABLES,
)
from bot.games.catham_city.computer.odds import compute_group_count_chances
from bot.games.catham_city.computer.worlds import (
    CARDS_DRAWN_BY_FACTION,
    CARDS_TO_PLAY_FACTION,
    POINTS_FOR_FACTION,
    TAKE_KIND,
    Floats,
    Ints,
    WorldActions,
    WorldFlags,
    WorldIndices,
    Worlds,
)
from bot.games.catham_city.model import state

MAX_TURNED_UP = state.FACTIONS_IN_PLAY + 1
"""The maximum number of bureaucrats in one play; further ones would hardly reveal new factions."""
FACTION_COUNT_CHANCES = tuple(
    compute_group_count_chances((state.CARDS_PER_FACTION,) * state.FACTIONS_IN_PLAY, number)
    for number in range(MAX_TURNED_UP + 1)
)
"""The chances of 0, 1, 2 ... different factions, by the number of revealed cards."""
SURPLUS_TAKEN_CARD_POINTS = 0.4
"""The deduction, in points, for each taken card above the hand limit, which has to go again."""
MEAN_FACTION_COUNTS = tuple(
    sum(kind * likely for kind, likely in enumerate(shares)) for shares in FACTION_COUNT_CHANCES
)
"""The average number of different factions among revealed cards, by the number of cards."""
IMPOSSIBLE_VALUE = np.float32(-1)
"""The value of an action for which cards are missing; it is lower than any winning chance."""


class CandidatePlays:
    """Collects the possible actions in many worlds, and finds the best one in each."""

    def __init__(self, worlds: Worlds, has_next_action: bool) -> None:
        """Prepare what the winning chances depend on, from what the active player may know."""
        self._worlds, self._has_next_action = worlds, has_next_action
        self._others = [*worlds.list_other_seats()]
        self._hand = worlds.hands[worlds.active]
        self._hand_size = self._hand.sum(axis=0, dtype=np.int16)
        self._missing_points = worlds.target - worlds.points[worlds.active]
        self._other_hand_sizes: Ints = worlds.hands[self._others].sum(axis=1, dtype=np.int16)
        self._others_missing_points = worlds.target - worlds.points[self._others]
        self._min_others_missing_points = self._others_missing_points.min(axis=0)
        unseen = (
            state.CARDS_PER_FACTION - self._hand - worlds.market - worlds.discards - worlds.table
        )
        total = unseen[[*worlds.factions]].sum(axis=0, dtype=np.float32)
        self._unseen_shares: Floats = unseen / np.maximum(total, 1)
        self._table_indices = {
            faction: hand_tables.find_place(self._unseen_shares[faction], self._other_hand_sizes)
            for faction in worlds.factions
        }
        self._held_values = {f: CARD_VALUES[f].take(self._hand[f]) for f in worlds.factions}
        self._certain_points = {
            f: CERTAIN_POINTS_BY_CARDS[f].take(self._hand[f]) for f in worlds.factions
        }
        theirs = sum(
            HIDDEN_CARD_VALUE_TABLES[f].take(self._table_indices[f]) for f in worlds.factions
        )
        self._mean_other_card_values: Floats = theirs / np.maximum(self._other_hand_sizes, 1)
        self._other_leads: Floats = (
            theirs
            - self._others_missing_points
            - sum(self._held_values.values())
            + self._missing_points
        )
        self._no_win_chances = self._compute_no_win_chances(
            self._others_missing_points, self._table_indices
        )
        self._win_chances: list[Floats] = []
        self._actions: list[tuple[int, Ints | int, int, Seat]] = []

    def choose_best(self) -> WorldActions:
        """Return the collected action with the highest winning chance in each simulated game."""
        choice = np.stack(self._win_chances).argmax(axis=0)
        kind, number, faction, target = (np.zeros(len(choice), np.int16) for _ in range(4))
        for place, (a_kind, a_number, a_faction, a_target) in enumerate(self._actions):
            rows = np.flatnonzero(choice == place)
            kind[rows], faction[rows], target[rows] = a_kind, a_faction, a_target
            number[rows] = a_number if isinstance(a_number, int) else a_number[rows]
        return WorldActions(kind, number, faction, target)

    def add_take(self, faction: int) -> None:
        """Collect the action of taking all cards of a faction from the market."""
        number = self._worlds.market[faction]
        held = self._hand[faction] + number
        change = CARD_VALUES[faction].take(held) - self._held_values[faction]
        change -= np.float32(SURPLUS_TAKEN_CARD_POINTS) * self._count_surplus(number)
        value = self._compute_win_chances(0, change, {faction: held})
        self._add_candidate(number > 0, value, TAKE_KIND, number, faction)

    def add_plays(self, faction: int) -> None:
        """Collect all possible plays of a faction, if the player has enough cards in any game."""
        if (self._hand[faction] >= CARDS_TO_PLAY_FACTION.get(faction, 1)).any():
            PLAY_ADDERS[faction](self, faction)

    def add_plain_play(
        self,
        faction: int,
        number: int,
        gain: int,
        value_change: Floats | float = 0.0,
        other_leads: Floats | None = None,
        no_win_chances: Floats | None = None,
    ) -> None:
        """Collect the play of a faction's cards that needs no target player.

        `value_change` is the change in the value of the player's hand, in points, apart from the
        loss of the played cards. `other_leads` and `no_win_chances` are as in
        `_compute_win_chances`.
        """
        left = self._hand[faction] - number
        value_change = value_change - self._value_lost_cards(faction, number)
        wins = self._missing_points <= gain
        value = self._compute_win_chances(
            gain, value_change, {faction: left}, wins, other_leads, no_win_chances
        )
        self._add_candidate(left >= 0, value, faction, number)

    def add_detectives(self, faction: int) -> None:
        """Collect the possible plays of detectives, one for each faction of the extra card."""
        number, gain = CARDS_TO_PLAY_FACTION[faction], POINTS_FOR_FACTION[faction]
        then = self._compute_no_win_chances(self._others_missing_points - 1, self._table_indices)
        is_last = self._others_missing_points == 1
        pursues = np.where(is_last, np.float32(1), np.float32(outcomes.PURSUE_CHANCE))
        for extra in self._worlds.factions:
            left = self._hand[extra] - number * (extra == faction)
            gains = hand_tables.HIT_TABLES[1].take(self._table_indices[extra]) * pursues
            value = self._compute_win_chances(
                gain,
                -self._value_lost_cards(faction, number)
                - LAST_CARD_VALUES[extra].take(np.maximum(left, 0)),
                {faction: self._hand[faction] - number, extra: left - 1},
                self._missing_points <= gain,
                self._other_leads + gains * (1 - CARD_VALUES[extra, 1]),
                self._no_win_chances + gains * (then - self._no_win_chances),
            )
            enough = (self._hand[faction] >= number) & (left > 0)
            self._add_candidate(enough, value, faction, number, extra)

    def add_scientists(self, faction: int) -> None:
        """Collect the possible play of three scientists."""
        number = CARDS_TO_PLAY_FACTION[faction]
        drawn = self._value_drawn_cards(faction, number)
        self.add_plain_play(faction, number, POINTS_FOR_FACTION[faction], drawn)

    def add_robocats(self, faction: int) -> None:
        """Collect the possible plays of robocats: two to draw cards, or four for points."""
        self.add_plain_play(faction, 2, 0, self._value_drawn_cards(faction, 2))
        self.add_plain_play(faction, 4, POINTS_FOR_FACTION[faction])

    def add_mafia(self, faction: int) -> None:
        """Collect the possible play of the mafia, after which opponents pay a point or discard."""
        poor = self._worlds.points[self._others] == 0
        short = self._other_hand_sizes < state.CARDS_DROPPED_FOR_MAFIA
        pays = np.where(short, np.float32(1), np.float32(outcomes.MAFIA_LOSS_POINTS))
        dropped = np.minimum(self._other_hand_sizes, state.CARDS_DROPPED_FOR_MAFIA)
        ahead = self._other_leads - np.where(poor, self._mean_other_card_values * dropped, pays)
        number, gain = CARDS_TO_PLAY_FACTION[faction], POINTS_FOR_FACTION[faction]
        self.add_plain_play(faction, number, gain, other_leads=ahead)

    def add_hackers(self, faction: int) -> None:
        """Collect the plays of as many hackers as possible, one for each target player."""
        held = self._hand[faction]
        for place, target in enumerate(self._others):
            number = np.minimum(np.minimum(held, state.MAX_HACKERS), self._other_hand_sizes[place])
            at = self._table_indices[faction][place]
            hits = hand_tables.look_up(hand_tables.MEAN_HACKERS_POINTS_TABLES, number, at)
            least = np.minimum(self._missing_points, hand_tables.IMPOSSIBLE_HACKERS_POINTS)
            table = number * (hand_tables.IMPOSSIBLE_HACKERS_POINTS + 1) + least
            wins = hand_tables.look_up(hand_tables.HACKERS_POINTS_TABLES, table, at)
            left = held - number
            change = (number - hits) * self._value_unseen_card(faction, 0)
            change -= self._held_values[faction] - CARD_VALUES[faction].take(left)
            ahead = self._other_leads.copy()
            ahead[place] -= self._compute_swap_loss(place, faction, number - hits)
            value = self._compute_win_chances(hits, change, {faction: left}, wins, ahead)
            self._add_candidate(number > 0, value, faction, number, 0, target)

    def _compute_swap_loss(self, opponent_index: int, faction: int, number: Floats) -> Floats:
        held = self._other_hand_sizes[opponent_index] * self._unseen_shares[faction]
        own = np.rint(held).astype(np.int16)
        worth = CARD_VALUES[faction]
        got = worth.take(own + np.rint(number).astype(np.int16)) - worth.take(own)
        lost: Floats = number * self._mean_other_card_values[opponent_index] - got
        return lost

    def add_police(self, faction: int) -> None:
        """Collect the plays of all police cards, one for each target player and extra card."""
        number = self._hand[faction]
        for place, target in enumerate(self._others):
            shown = np.minimum(number, self._other_hand_sizes[place])
            gone = shown * (1 - self._unseen_shares[faction])
            ahead, harmless = self._other_leads.copy(), self._no_win_chances.copy()
            ahead[place] -= gone * self._mean_other_card_values[place]
            harmless[place] = self._compute_raid_safety(place, gone)
            for extra in self._worlds.factions:
                if extra != faction:
                    at = hand_tables.find_place(self._unseen_shares[extra], shown)
                    value = self._compute_win_chances(
                        shown * self._unseen_shares[extra],
                        -self._held_values[faction]
                        - LAST_CARD_VALUES[extra].take(self._hand[extra]),
                        {faction: np.zeros_like(number), extra: self._hand[extra] - 1},
                        hand_tables.look_up(hand_tables.HIT_TABLES, self._missing_points, at),
                        ahead,
                        harmless,
                    )
                    enough = (number > 0) & (self._hand[extra] > 0)
                    self._add_candidate(enough, value, faction, number, extra, target)

    def _compute_raid_safety(self, opponent_index: int, lost_cards: Floats) -> Floats:
        left = np.rint(self._other_hand_sizes[opponent_index] - lost_cards).astype(np.int16)
        shares = self._unseen_shares
        places = {f: hand_tables.find_place(shares[f], left) for f in self._worlds.factions}
        return self._compute_no_win_chances(self._others_missing_points[opponent_index], places)

    def add_journalists(self, faction: int) -> None:
        """Collect the possible play of two journalists, after which opponents may give cards."""
        then = self._compute_no_win_chances(self._others_missing_points - 1, self._table_indices)
        gives = np.where(
            self._others_missing_points == 1, np.float32(1), np.float32(outcomes.GIVE_PAIR_CHANCE)
        ) * (self._other_hand_sizes >= 2)
        number, gain = CARDS_TO_PLAY_FACTION[faction], POINTS_FOR_FACTION[faction]
        presents = gives.sum(axis=0) * self._value_unseen_card(faction, number)
        leads = self._other_leads + gives * np.float32(1 - outcomes.GIFT_PAIR_POINTS)
        harmless = self._no_win_chances + gives * (then - self._no_win_chances)
        self.add_plain_play(faction, number, gain, presents, leads, harmless)

    def add_bureaucrats(self, faction: int) -> None:
        """Collect the possible plays of bureaucrats, one for each number up to `MAX_TURNED_UP`."""
        for number in range(1, MAX_TURNED_UP + 1):
            left = self._hand[faction] - number
            enough = left >= 0
            if not enough.any():
                return
            mean, chances = MEAN_FACTION_COUNTS[number], FACTION_COUNT_CHANCES[number]
            reaching = np.append(np.cumsum(chances[::-1])[::-1], 0).astype(np.float32)
            wins = reaching.take(self._missing_points, mode="clip")
            change = -self._value_lost_cards(faction, number)
            value = self._compute_win_chances(mean, change, {faction: left}, wins)
            self._add_candidate(enough, value, faction, number)

    def _compute_win_chances(
        self,
        gain: Floats | float,
        value_change: Floats,
        remaining_cards: Mapping[int, Ints],
        win_now_chance: Floats | WorldFlags | float = 0.0,
        other_leads: Floats | None = None,
        no_win_chances: Floats | None = None,
    ) -> Floats:
        """Return the player's winning chance after an action.

        The formula is that of `evaluation.compute_win_chance`. `other_leads` is how far each
        opponent will be ahead, in points: the opponent's strength (points and value of the hand)
        after the action, less the player's strength before it. `no_win_chances` are the chances
        that each opponent does not win in the next turn. None means as now.
        """
        gain = np.minimum(gain, self._missing_points)
        missing = np.minimum(self._min_others_missing_points, self._missing_points - gain)
        least = np.sqrt(np.maximum(missing, 0), dtype=np.float32)
        behind = (self._other_leads if other_leads is None else other_leads) - (gain + value_change)
        spread = np.float32(RACE_SPREAD_POINTS[0]) + np.float32(RACE_SPREAD_POINTS[1]) * least
        share = 1 / (1 + np.exp(np.minimum(behind / spread, 80)).sum(axis=0))
        reach = [
            CERTAIN_POINTS_BY_CARDS[faction].take(np.maximum(remaining_cards[faction], 0))
            if faction in remaining_cards
            else counts
            for faction, counts in self._certain_points.items()
        ]
        ready = np.maximum.reduce(reach) >= np.maximum(self._missing_points - gain, 1)
        share += np.float32(READY_HAND_WIN_CHANCE) * (1 - share) * ready
        if not self._has_next_action:
            harmless = self._no_win_chances if no_win_chances is None else no_win_chances
            share *= harmless.prod(axis=0)
        value: Floats = win_now_chance + (1 - win_now_chance) * share
        return value

    def _compute_no_win_chances(
        self, missing_points: Ints, table_indices: Mapping[int, WorldIndices]
    ) -> Floats:
        fails = [
            1 - hand_tables.look_up(STRIKE_TABLES[f], missing_points, at)
            for f, at in table_indices.items()
        ]
        harmless: Floats = np.multiply.reduce(fails)
        return harmless

    def _value_drawn_cards(self, faction: int, number: int) -> Floats:
        drawn = CARDS_DRAWN_BY_FACTION[faction]
        surplus = np.float32(outcomes.SURPLUS_CARD_POINTS) * self._count_surplus(drawn - number)
        worth: Floats = drawn * self._value_unseen_card(faction, number) - surplus
        return worth

    def _value_unseen_card(self, faction: int, number: int) -> Floats:
        worth = np.zeros(len(self._worlds), np.float32)
        for each in self._worlds.factions:
            held = np.maximum(self._hand[each] - number * (each == faction), 0)
            worth += self._unseen_shares[each] * LAST_CARD_VALUES[each].take(held + 1)
        return worth

    def _value_lost_cards(self, faction: int, number: int) -> Floats:
        left = np.maximum(self._hand[faction] - number, 0)
        cost: Floats = self._held_values[faction] - CARD_VALUES[faction].take(left)
        return cost

    def _count_surplus(self, number: Ints | int) -> Ints:
        many: Ints = np.maximum(self._hand_size + number - state.HAND_LIMIT, 0)
        return many

    def _add_candidate(
        self,
        is_possible: WorldFlags,
        win_chance: Floats,
        kind: int,
        number: Ints | int,
        faction: int = 0,
        target: Seat = 0,
    ) -> None:
        self._win_chances.append(np.where(is_possible, win_chance, IMPOSSIBLE_VALUE))
        self._actions.append((kind, number, faction, target))


PLAY_ADDERS: tuple[Callable[[CandidatePlays, int], None], ...] = (
    CandidatePlays.add_detectives, CandidatePlays.add_scientists, CandidatePlays.add_robocats,
    CandidatePlays.add_mafia, CandidatePlays.add_hackers, CandidatePlays.add_police,
    CandidatePlays.add_journalists, CandidatePlays.add_bureaucrats,
)  # fmt: skip
"""The method that collects the possible plays of each faction, in the order of `FACTIONS`."""
