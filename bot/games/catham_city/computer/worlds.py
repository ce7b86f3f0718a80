"""Simulates many games of Catham City at once in NumPy arrays, for the rollouts of a search.

Each world is one such game with all its cards. In all worlds it is the same player's turn, and each
step is made in all of them together. The rules are those of `rules.py` and `effects.py`, but a draw
pile has no order. An array holds its number of cards of each faction, and each card is picked at
random when it is drawn. Once somebody has won a world, only its `winner` is valid.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.engine.events import Seat
from bot.games.catham_city.model.state import (
    BUREAUCRATS,
    DETECTIVES,
    FACTIONS,
    HACKERS,
    JOURNALISTS,
    MAFIA,
    MARKET_CARDS,
    POLICE,
    ROBOCATS,
    SCIENTISTS,
)

Ints = NDArray[np.int16]
"""An array of integers, either by simulated game, or by faction (first axis) and game."""
Floats = NDArray[np.float32] | NDArray[np.float64]
"""An array of floating-point numbers, by simulated game, or by faction (first axis) and game."""
WorldIndices = NDArray[np.intp]
"""An array of indices that selects some of the simulated games."""
WorldFlags = NDArray[np.bool_]
"""An array with a boolean for each simulated game."""

TAKE_KIND = len(FACTIONS)
"""The value of `WorldActions.kind` for taking cards; for a play, it is the faction's number."""
NOBODY_SEAT = -1
"""The value of `Worlds.winner` for a simulated game that nobody has won yet."""
CARDS_TO_PLAY_FACTION = {DETECTIVES: 3, SCIENTISTS: 3, MAFIA: 4, JOURNALISTS: 2}
"""Maps each faction that needs a fixed number of cards for a play to that number."""
POINTS_FOR_FACTION = {DETECTIVES: 3, SCIENTISTS: 2, ROBOCATS: 3, MAFIA: 2, JOURNALISTS: 2}
"""Maps each faction whose play brings a fixed number of points to it (four robocats)."""
CARDS_DRAWN_BY_FACTION = {SCIENTISTS: 2, ROBOCATS: 5}
"""Maps each faction whose play draws cards to their number (two robocats)."""


class WorldActions(NamedTuple):
    """The active player's action in each world, as arrays with one number for each."""

    kind: Ints
    """The number of the played faction, or `TAKE_KIND` if cards are taken."""
    number: Ints
    """The number of cards taken, or the number of cards of the faction played."""
    faction: Ints
    """The faction of the taken cards or of the extra card; other actions ignore it."""
    target: Ints
    """The seat of the player against whom hackers or police are played; other actions ignore it."""

    def select(self, indices: WorldIndices) -> "WorldActions":
        """Return only the actions in the simulated games at `indices`."""
        return WorldActions(*(part[indices] for part in self))


class Worlds:
    """Many worlds, in all of which it is the same player's turn.

    The methods change the worlds in place. Their argument `indices` selects the worlds to change.
    """

    def __init__(
        self,
        factions: tuple[int, ...],
        target: int,
        present: tuple[bool, ...],
        active: Seat,
        hands: Ints,
        points: Ints,
        market: Ints,
        pile: Ints,
        discards: Ints,
        table: Ints,
        rng: np.random.Generator,
        draw_count: int,
    ) -> None:
        """Store the given arrays without copying them.

        The axes of `hands` are seat, faction and world, those of `points` are seat and world, and
        those of the other arrays are faction and world. Worlds whose numbers are equal modulo
        `draw_count` get the same random numbers, so that moves can be compared fairly.
        """
        self.factions, self.target, self.present, self.active = factions, target, present, active
        self.hands, self.points, self.market = hands, points, market
        self.pile, self.discards, self.table = pile, discards, table
        self.winner: NDArray[np.int8] = np.full(points.shape[1], NOBODY_SEAT, np.int8)
        # The number of each world: its first index, which `keep_only` does not change.
        self.world_numbers: WorldIndices = np.arange(points.shape[1])
        self._pile_sizes = pile.sum(axis=0, dtype=np.int16)
        self._rng, self._draw_count = rng, draw_count

    def __len__(self) -> int:
        """Return the number of simulated games."""
        return len(self.winner)

    def keep_only(self, indices: WorldIndices) -> None:
        """Remove all simulated games except those at `indices`."""
        self.hands = self.hands[:, :, indices]
        self.points = self.points[:, indices]
        self.market = self.market[:, indices]
        self.pile = self.pile[:, indices]
        self.discards = self.discards[:, indices]
        self.table = self.table[:, indices]
        self.winner = self.winner[indices]
        self.world_numbers = self.world_numbers[indices]
        self._pile_sizes = self._pile_sizes[indices]

    def list_other_seats(self) -> Iterator[Seat]:
        """Yield the seats of the active player's opponents, clockwise, without those who left."""
        seats = len(self.present)
        for seat in range(self.active + 1, self.active + seats):
            if self.present[seat % seats]:
                yield seat % seats

    def apply_actions(self, actions: WorldActions) -> None:
        """Apply the active player's action in each world.

        The caller then has to apply the other players' answers and call `end_effects`.
        """
        takes = np.flatnonzero(actions.kind == TAKE_KIND)
        if len(takes):
            self._take(takes, actions.select(takes))
        for faction in self.factions:
            places = np.flatnonzero(actions.kind == faction)
            if not len(places):
                continue
            if faction in CARDS_TO_PLAY_FACTION:
                self._lay_cards(faction, places, np.int16(CARDS_TO_PLAY_FACTION[faction]))
                self._add_points(self.active, places, np.int16(POINTS_FOR_FACTION[faction]))
            if faction in FACTION_EFFECTS:
                FACTION_EFFECTS[faction](self, places, actions.select(places))

    def _take(self, indices: WorldIndices, actions: WorldActions) -> None:
        self.hands[self.active][actions.faction, indices] += actions.number
        self.market[actions.faction, indices] -= actions.number
        self._fill_market(indices)

    def draw_for_scientists(self, indices: WorldIndices, _: WorldActions) -> None:
        """Draw the cards that a play of scientists brings besides its points."""
        drawn = CARDS_DRAWN_BY_FACTION[SCIENTISTS]
        self._draw_cards(self.active, indices, np.full(len(indices), drawn, np.int16))

    def play_robocats(self, indices: WorldIndices, actions: WorldActions) -> None:
        """Play two robocats and draw five cards, or play four robocats for three points."""
        self._lay_cards(ROBOCATS, indices, actions.number)
        scoring, drawing = indices[actions.number == 4], indices[actions.number == 2]
        self._add_points(self.active, scoring, np.int16(POINTS_FOR_FACTION[ROBOCATS]))
        number = np.full(len(drawing), CARDS_DRAWN_BY_FACTION[ROBOCATS], np.int16)
        self._draw_cards(self.active, drawing, number)

    def play_hackers(self, indices: WorldIndices, actions: WorldActions) -> None:
        """Mix hackers into the target's hand, then reveal as many random cards of that hand."""
        for target, rows in _group_by_target(actions):
            at, number = indices[rows], actions.number[rows]
            self.hands[self.active][HACKERS, at] -= number
            self.hands[target][HACKERS, at] += number
            revealed = self._reveal(target, at, number)
            self._add_points(self.active, at, revealed[HACKERS])
            self.table[HACKERS, at] += revealed[HACKERS]
            revealed[HACKERS] = 0
            self.hands[self.active][:, at] += revealed

    def play_police(self, indices: WorldIndices, actions: WorldActions) -> None:
        """Reveal as many random cards of the target's hand as police are played."""
        self._lay_cards(POLICE, indices, actions.number)
        self.lay_extra(indices, actions)
        for target, rows in _group_by_target(actions):
            at = indices[rows]
            revealed = self._reveal(target, at, actions.number[rows])
            self.table[:, at] += revealed
            hits = revealed[actions.faction[rows], np.arange(len(at))]
            self._add_points(self.active, at, hits)
            self._draw_cards(target, at, revealed[POLICE])

    def play_bureaucrats(self, indices: WorldIndices, actions: WorldActions) -> None:
        """Play bureaucrats, and reveal as many cards from the draw pile."""
        self._lay_cards(BUREAUCRATS, indices, actions.number)
        turned_up = self._turn_up(indices, actions.number)
        self.table[:, indices] += turned_up
        self._add_points(self.active, indices, (turned_up > 0).sum(axis=0))

    def discard_for_point(self, seat: Seat, indices: WorldIndices, extra: Ints) -> None:
        """Discard one of a player's cards for a point, to answer detectives or journalists."""
        self.hands[seat][extra, indices] -= 1
        self.discards[extra, indices] += 1
        self._add_points(seat, indices, np.int16(1))

    def pay_point(self, seat: Seat, indices: WorldIndices) -> None:
        """Take a point from a player, as an answer to the mafia, in the games at `indices`."""
        self.points[seat, indices] -= 1

    def give_card(self, seat: Seat, indices: WorldIndices, faction: Ints) -> None:
        """Move a card from a player to the active player, as an answer to journalists."""
        self.hands[seat][faction, indices] -= 1
        self.hands[self.active][faction, indices] += 1

    def discard(self, seat: Seat, indices: WorldIndices, cards: Ints) -> None:
        """Move cards from a player's hand to the discard pile."""
        self.hands[seat][:, indices] -= cards
        self.discards[:, indices] += cards

    def end_effects(self) -> None:
        """Discard the played cards on the table, and refill the market, in each simulated game."""
        self.discards += self.table
        self.table[:] = 0
        self._fill_market(np.arange(len(self)))

    def next_turn(self) -> None:
        """Begin the turn of the next player clockwise who still takes part."""
        self.active = next(self.list_other_seats())

    def _lay_cards(self, faction: int, indices: WorldIndices, number: Ints | np.int16) -> None:
        self.hands[self.active][faction, indices] -= number
        self.table[faction, indices] += number

    def lay_extra(self, indices: WorldIndices, actions: WorldActions) -> None:
        """Move the extra card of detectives or police to the table."""
        self.hands[self.active][actions.faction, indices] -= 1
        self.table[actions.faction, indices] += 1

    def _add_points(self, seat: Seat, indices: WorldIndices, gain: Ints | np.int16) -> None:
        points = self.points[seat, indices] + gain
        self.points[seat, indices] = points
        won = indices[(points >= self.target) & (self.winner[indices] == NOBODY_SEAT)]
        self.winner[won] = seat

    def _draw_cards(self, seat: Seat, indices: WorldIndices, number: Ints) -> None:
        self.hands[seat][:, indices] += self._turn_up(indices, number)

    def _fill_market(self, indices: WorldIndices) -> None:
        missing = MARKET_CARDS - self.market[:, indices].sum(axis=0, dtype=np.int16)
        self.market[:, indices] += self._turn_up(indices, missing)

    def _turn_up(self, indices: WorldIndices, number: Ints) -> Ints:
        """Remove up to `number` cards from the draw piles, and return their number by faction."""
        up = np.zeros((len(FACTIONS), len(indices)), np.int16)
        for taken in range(number.max(initial=0)):
            self._reshuffle()
            rows = np.flatnonzero((number > taken) & (self._pile_sizes[indices] > 0))
            at = indices[rows]
            card = self._pick_factions(self.pile[:, at], self._pile_sizes[at], at)
            self.pile[card, at] -= 1
            self._pile_sizes[at] -= 1
            up[card, rows] += 1
        self._reshuffle()
        return up

    def _reveal(self, seat: Seat, indices: WorldIndices, number: Ints) -> Ints:
        """Remove up to `number` random cards from a player's hands, and return them by faction."""
        up = np.zeros((len(FACTIONS), len(indices)), np.int16)
        size = self.hands[seat][:, indices].sum(axis=0, dtype=np.int16)
        for taken in range(number.max(initial=0)):
            rows = np.flatnonzero((number > taken) & (size > taken))
            at = indices[rows]
            card = self._pick_factions(self.hands[seat][:, at], size[rows] - taken, at)
            self.hands[seat][card, at] -= 1
            up[card, rows] += 1
        return up

    def _pick_factions(self, counts: Ints, total: Ints, indices: WorldIndices) -> WorldIndices:
        dice = self._rng.random(self._draw_count)[self.world_numbers[indices] % self._draw_count]
        picked: WorldIndices = (counts.cumsum(axis=0, dtype=np.int16) <= dice * total).sum(axis=0)
        return picked

    def _reshuffle(self) -> None:
        """Turn the discard pile into the draw pile where that is empty (ruling C8)."""
        empty = np.flatnonzero(self._pile_sizes == 0)
        if len(empty):
            self.pile[:, empty] = self.discards[:, empty]
            self._pile_sizes[empty] = self.pile[:, empty].sum(axis=0)
            self.discards[:, empty] = 0


def _group_by_target(actions: WorldActions) -> Iterator[tuple[Seat, WorldIndices]]:
    for target in np.unique(actions.target):
        yield int(target), np.flatnonzero(actions.target == target)


FACTION_EFFECTS: Mapping[int, Callable[[Worlds, WorldIndices, WorldActions], None]] = {
    DETECTIVES: Worlds.lay_extra,
    SCIENTISTS: Worlds.draw_for_scientists,
    ROBOCATS: Worlds.play_robocats,
    HACKERS: Worlds.play_hackers,
    POLICE: Worlds.play_police,
    BUREAUCRATS: Worlds.play_bureaucrats,
}
"""What a play does besides the fixed cards and points, without the others' answers."""
