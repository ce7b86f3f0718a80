"""The actions of the active player in many worlds, and the winning chance after each.

This is the Tomcat's evaluation of moves (`outcomes.py`, `evaluation.py`) in arrays. For speed, it
is simpler in two ways. Uncertain points count by their mean, except where they win the game.
Hackers and police are always played, and cards of a faction taken, in the largest possible number.
"""

from collections.abc import Callable, Mapping

import numpy as np

from bot.engine.events import Seat
from bot.games.catham_city.computer import hand_tables as tables
from bot.games.catham_city.computer.evaluation import RACE_SPREAD_POINTS, READY_HAND_WIN_CHANCE
from bot.games.catham_city.computer.hand_tables import (
    CARD_VALUES,
    CERTAIN_POINTS_BY_CARDS,
    HIDDEN_CARD_VALUE_TABLES,
    LAST_CARD_VALUES,
    STRIKE_TABLES,
)
from bot.games.catham_city.computer.odds import compute_group_count_chances
from bot.games.catham_city.computer.outcomes import (
    GIFT_PAIR_POINTS,
    GIVE_PAIR_CHANCE,
    MAFIA_LOSS_POINTS,
    PURSUE_CHANCE,
    SURPLUS_CARD_POINTS,
)
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
from bot.games.catham_city.model.state import (
    CARDS_DROPPED_FOR_MAFIA,
    CARDS_PER_FACTION,
    FACTIONS_IN_PLAY,
    HAND_LIMIT,
    MAX_HACKERS,
)

MAX_TURNED_UP = FACTIONS_IN_PLAY + 1
"""How many bureaucrats are played at most; more would hardly find another faction."""
FACTION_COUNT_CHANCES = tuple(
    compute_group_count_chances((CARDS_PER_FACTION,) * FACTIONS_IN_PLAY, number)
    for number in range(MAX_TURNED_UP + 1)
)
"""The chances of 0, 1, 2, ... different factions, by the number of cards turned up."""
SURPLUS_TAKEN_CARD_POINTS = 0.4
"""The deduction for each card that is taken but has to be discarded, in points.

Its value as a card in the hand is too high by this.
"""
MEAN_FACTION_COUNTS = tuple(
    sum(kind * likely for kind, likely in enumerate(shares)) for shares in FACTION_COUNT_CHANCES
)
"""The mean number of different factions, by the number of cards turned up."""
IMPOSSIBLE_VALUE = np.float32(-1)
"""The value of a candidate without enough cards; it is below every winning chance."""


class CandidatePlays:
    """Collects the candidate actions in many worlds, and finds the best in each."""

    def __init__(self, worlds: Worlds, again: bool) -> None:
        """Evaluate what the active player sees.

        `again` says that another action of this turn follows.
        """
        self._worlds, self._again = worlds, again
        self._others = [*worlds.others()]
        self._hand = worlds.hands[worlds.active]
        self._size = self._hand.sum(axis=0, dtype=np.int16)
        self._missing = worlds.target - worlds.points[worlds.active]
        self._sizes: Ints = worlds.hands[self._others].sum(axis=1, dtype=np.int16)
        self._lacking = worlds.target - worlds.points[self._others]
        self._least = self._lacking.min(axis=0)
        unseen = CARDS_PER_FACTION - self._hand - worlds.market - worlds.discards - worlds.table
        total = unseen[[*worlds.factions]].sum(axis=0, dtype=np.float32)
        self._share: Floats = unseen / np.maximum(total, 1)
        self._places = {
            faction: tables.find_place(self._share[faction], self._sizes)
            for faction in worlds.factions
        }
        self._held = {f: CARD_VALUES[f].take(self._hand[f]) for f in worlds.factions}
        self._reach = {f: CERTAIN_POINTS_BY_CARDS[f].take(self._hand[f]) for f in worlds.factions}
        theirs = sum(HIDDEN_CARD_VALUE_TABLES[f].take(self._places[f]) for f in worlds.factions)
        self._their_card: Floats = theirs / np.maximum(self._sizes, 1)
        self._ahead: Floats = theirs - self._lacking - sum(self._held.values()) + self._missing
        self._harmless = self._compute_harmlessness(self._lacking, self._places)
        self._values: list[Floats] = []
        self._deeds: list[tuple[int, Ints | int, int, Seat]] = []

    def choose_best(self) -> WorldActions:
        """Return the best candidate in each world."""
        choice = np.stack(self._values).argmax(axis=0)
        kind, number, faction, target = (np.zeros(len(choice), np.int16) for _ in range(4))
        for place, (a_kind, a_number, a_faction, a_target) in enumerate(self._deeds):
            rows = np.flatnonzero(choice == place)
            kind[rows], faction[rows], target[rows] = a_kind, a_faction, a_target
            number[rows] = a_number if isinstance(a_number, int) else a_number[rows]
        return WorldActions(kind, number, faction, target)

    def take(self, faction: int) -> None:
        """Add the candidate that takes all cards of a faction from the market."""
        number = self._worlds.market[faction]
        held = self._hand[faction] + number
        change = CARD_VALUES[faction].take(held) - self._held[faction]
        change -= np.float32(SURPLUS_TAKEN_CARD_POINTS) * self._count_surplus(number)
        self._add_candidate(
            number > 0,
            self._compute_win_chances(0, change, {faction: held}),
            TAKE_KIND,
            number,
            faction,
        )

    def play(self, faction: int) -> None:
        """Add all candidates that play a faction, if any world has enough cards for it."""
        if (self._hand[faction] >= CARDS_TO_PLAY_FACTION.get(faction, 1)).any():
            PLAY_ADDERS[faction](self, faction)

    def plain(
        self,
        faction: int,
        number: int,
        gain: int,
        change: Floats | float = 0.0,
        ahead: Floats | None = None,
        harmless: Floats | None = None,
    ) -> None:
        """Add the candidate that plays `number` cards for `gain` points.

        `change` is the change of the hand's value besides the played cards, in points. `ahead` and
        `harmless` are as in `_compute_win_chances`.
        """
        left = self._hand[faction] - number
        change = change - self._value_lost_cards(faction, number)
        value = self._compute_win_chances(
            gain, change, {faction: left}, self._missing <= gain, ahead, harmless
        )
        self._add_candidate(left >= 0, value, faction, number)

    def detectives(self, faction: int) -> None:
        """Add the candidates that play detectives, one for each extra card."""
        number, gain = CARDS_TO_PLAY_FACTION[faction], POINTS_FOR_FACTION[faction]
        then = self._compute_harmlessness(self._lacking - 1, self._places)
        pursues = np.where(self._lacking == 1, np.float32(1), np.float32(PURSUE_CHANCE))
        for extra in self._worlds.factions:
            left = self._hand[extra] - number * (extra == faction)
            gains = tables.HIT_TABLES[1].take(self._places[extra]) * pursues
            value = self._compute_win_chances(
                gain,
                -self._value_lost_cards(faction, number)
                - LAST_CARD_VALUES[extra].take(np.maximum(left, 0)),
                {faction: self._hand[faction] - number, extra: left - 1},
                self._missing <= gain,
                self._ahead + gains * (1 - CARD_VALUES[extra, 1]),
                self._harmless + gains * (then - self._harmless),
            )
            enough = (self._hand[faction] >= number) & (left > 0)
            self._add_candidate(enough, value, faction, number, extra)

    def scientists(self, faction: int) -> None:
        """Add the candidate that plays scientists."""
        self.plain(
            faction,
            CARDS_TO_PLAY_FACTION[faction],
            POINTS_FOR_FACTION[faction],
            self._value_drawn_cards(faction, CARDS_TO_PLAY_FACTION[faction]),
        )

    def robocats(self, faction: int) -> None:
        """Add the candidates that play two robocats for cards, or four for points."""
        self.plain(faction, 2, 0, self._value_drawn_cards(faction, 2))
        self.plain(faction, 4, POINTS_FOR_FACTION[faction])

    def mafia(self, faction: int) -> None:
        """Add the candidate that plays the mafia."""
        poor = self._worlds.points[self._others] == 0
        pays = np.where(
            self._sizes < CARDS_DROPPED_FOR_MAFIA, np.float32(1), np.float32(MAFIA_LOSS_POINTS)
        )
        drops = self._their_card * np.minimum(self._sizes, CARDS_DROPPED_FOR_MAFIA)
        ahead = self._ahead - np.where(poor, drops, pays)
        self.plain(
            faction, CARDS_TO_PLAY_FACTION[faction], POINTS_FOR_FACTION[faction], ahead=ahead
        )

    def hackers(self, faction: int) -> None:
        """Add the candidates that play as many hackers as possible, one for each target."""
        held = self._hand[faction]
        for place, target in enumerate(self._others):
            number = np.minimum(np.minimum(held, MAX_HACKERS), self._sizes[place])
            at = self._places[faction][place]
            hits = tables.look_up(tables.MEAN_HACKERS_POINTS_TABLES, number, at)
            least = np.minimum(self._missing, tables.IMPOSSIBLE_HACKERS_POINTS)
            wins = tables.look_up(
                tables.HACKERS_POINTS_TABLES,
                number * (tables.IMPOSSIBLE_HACKERS_POINTS + 1) + least,
                at,
            )
            left = held - number
            change = (number - hits) * self._value_unseen_card(faction, 0)
            change -= self._held[faction] - CARD_VALUES[faction].take(left)
            ahead = self._ahead.copy()
            ahead[place] -= self._compute_swap_loss(place, faction, number - hits)
            value = self._compute_win_chances(hits, change, {faction: left}, wins, ahead)
            self._add_candidate(number > 0, value, faction, number, 0, target)

    def _compute_swap_loss(self, place: int, faction: int, number: Floats) -> Floats:
        """Return the loss of a target that gets hackers for `number` cards, in points.

        `place` is the target's index among the other players.
        """
        own = np.rint(self._sizes[place] * self._share[faction]).astype(np.int16)
        worth = CARD_VALUES[faction]
        got = worth.take(own + np.rint(number).astype(np.int16)) - worth.take(own)
        lost: Floats = number * self._their_card[place] - got
        return lost

    def police(self, faction: int) -> None:
        """Add the candidates that play all police, one for each target and extra card."""
        number = self._hand[faction]
        for place, target in enumerate(self._others):
            shown = np.minimum(number, self._sizes[place])
            gone = shown * (1 - self._share[faction])
            ahead, harmless = self._ahead.copy(), self._harmless.copy()
            ahead[place] -= gone * self._their_card[place]
            harmless[place] = self._compute_raid_safety(place, gone)
            for extra in self._worlds.factions:
                if extra != faction:
                    at = tables.find_place(self._share[extra], shown)
                    value = self._compute_win_chances(
                        shown * self._share[extra],
                        -self._held[faction] - LAST_CARD_VALUES[extra].take(self._hand[extra]),
                        {faction: np.zeros_like(number), extra: self._hand[extra] - 1},
                        tables.look_up(tables.HIT_TABLES, self._missing, at),
                        ahead,
                        harmless,
                    )
                    enough = (number > 0) & (self._hand[extra] > 0)
                    self._add_candidate(enough, value, faction, number, extra, target)

    def _compute_raid_safety(self, place: int, gone: Floats) -> Floats:
        """Return the chance that a target does not win at once after losing `gone` cards.

        `place` is the target's index among the other players.
        """
        left = np.rint(self._sizes[place] - gone).astype(np.int16)
        places = {f: tables.find_place(self._share[f], left) for f in self._worlds.factions}
        return self._compute_harmlessness(self._lacking[place], places)

    def journalists(self, faction: int) -> None:
        """Add the candidate that plays journalists."""
        then = self._compute_harmlessness(self._lacking - 1, self._places)
        gives = np.where(self._lacking == 1, np.float32(1), np.float32(GIVE_PAIR_CHANCE)) * (
            self._sizes >= 2
        )
        self.plain(
            faction,
            CARDS_TO_PLAY_FACTION[faction],
            POINTS_FOR_FACTION[faction],
            gives.sum(axis=0) * self._value_unseen_card(faction, CARDS_TO_PLAY_FACTION[faction]),
            self._ahead + gives * np.float32(1 - GIFT_PAIR_POINTS),
            self._harmless + gives * (then - self._harmless),
        )

    def bureaucrats(self, faction: int) -> None:
        """Add the candidates that play bureaucrats, one for each number up to `MAX_TURNED_UP`."""
        for number in range(1, MAX_TURNED_UP + 1):
            left = self._hand[faction] - number
            enough = left >= 0
            if not enough.any():
                return
            reaching = np.append(np.cumsum(FACTION_COUNT_CHANCES[number][::-1])[::-1], 0).astype(
                np.float32
            )
            value = self._compute_win_chances(
                MEAN_FACTION_COUNTS[number],
                -self._value_lost_cards(faction, number),
                {faction: left},
                reaching.take(self._missing, mode="clip"),
            )
            self._add_candidate(enough, value, faction, number)

    def _compute_win_chances(
        self,
        gain: Floats | float,
        change: Floats,
        left: Mapping[int, Ints],
        wins: Floats | WorldFlags | float = 0.0,
        ahead: Floats | None = None,
        harmless: Floats | None = None,
    ) -> Floats:
        """Return the player's winning chance after a gain, as `evaluation.compute_win_chance` does.

        `gain` is in points. `change` is the change of the hand's value, in points. `left` are
        the remaining cards of the factions that changed. `wins` is the chance that the points win
        at once. `ahead` is by how many points each other player is then stronger than this player
        was before. `harmless` is the chance that each of them does not win in the next turn.
        """
        gain = np.minimum(gain, self._missing)
        least = np.sqrt(
            np.maximum(np.minimum(self._least, self._missing - gain), 0), dtype=np.float32
        )
        behind = (self._ahead if ahead is None else ahead) - (gain + change)
        spread = np.float32(RACE_SPREAD_POINTS[0]) + np.float32(RACE_SPREAD_POINTS[1]) * least
        share = 1 / (1 + np.exp(np.minimum(behind / spread, 80)).sum(axis=0))
        reach = [
            CERTAIN_POINTS_BY_CARDS[faction].take(np.maximum(left[faction], 0))
            if faction in left
            else counts
            for faction, counts in self._reach.items()
        ]
        ready = np.maximum.reduce(reach) >= np.maximum(self._missing - gain, 1)
        share += np.float32(READY_HAND_WIN_CHANCE) * (1 - share) * ready
        if not self._again:
            share *= (self._harmless if harmless is None else harmless).prod(axis=0)
        value: Floats = wins + (1 - wins) * share
        return value

    def _compute_harmlessness(self, missing: Ints, places: Mapping[int, WorldIndices]) -> Floats:
        """Return the chance that hidden hands do not reliably make the missing points at once."""
        fails = [1 - tables.look_up(STRIKE_TABLES[f], missing, at) for f, at in places.items()]
        harmless: Floats = np.multiply.reduce(fails)
        return harmless

    def _value_drawn_cards(self, faction: int, number: int) -> Floats:
        """Return the value of the cards that a play of `number` cards of a faction draws."""
        drawn = CARDS_DRAWN_BY_FACTION[faction]
        surplus = np.float32(SURPLUS_CARD_POINTS) * self._count_surplus(drawn - number)
        worth: Floats = drawn * self._value_unseen_card(faction, number) - surplus
        return worth

    def _value_unseen_card(self, faction: int, number: int) -> Floats:
        """Return the mean value of an unseen card after `number` cards of a faction are played."""
        worth = np.zeros(len(self._worlds), np.float32)
        for each in self._worlds.factions:
            held = self._hand[each] - number * (each == faction)
            worth += self._share[each] * LAST_CARD_VALUES[each].take(np.maximum(held, 0) + 1)
        return worth

    def _value_lost_cards(self, faction: int, number: int) -> Floats:
        """Return the value of `number` cards of a faction that leave the hand."""
        left = np.maximum(self._hand[faction] - number, 0)
        cost: Floats = self._held[faction] - CARD_VALUES[faction].take(left)
        return cost

    def _count_surplus(self, number: Ints | int) -> Ints:
        """Return how many cards exceed the hand limit if the hand gets `number` more."""
        many: Ints = np.maximum(self._size + number - HAND_LIMIT, 0)
        return many

    def _add_candidate(
        self,
        enough: WorldFlags,
        value: Floats,
        kind: int,
        number: Ints | int,
        faction: int = 0,
        target: Seat = 0,
    ) -> None:
        """Add a candidate in the worlds where `enough` is True.

        `value` is its winning chance. The other arguments are the fields of `WorldActions`.
        """
        self._values.append(np.where(enough, value, IMPOSSIBLE_VALUE))
        self._deeds.append((kind, number, faction, target))


PLAY_ADDERS: tuple[Callable[[CandidatePlays, int], None], ...] = (
    CandidatePlays.detectives, CandidatePlays.scientists, CandidatePlays.robocats,
    CandidatePlays.mafia, CandidatePlays.hackers, CandidatePlays.police,
    CandidatePlays.journalists, CandidatePlays.bureaucrats,
)  # fmt: skip
"""The method that adds the candidates of a faction, by faction."""
