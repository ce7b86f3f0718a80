"""Rollouts: many games played to their end at once, to see how often each move wins.

Each row of the arrays is one game. The players are simple. They play the less revealing of two
cats, guess what is likeliest by public facts and their own fan, and do not reason about what others
believe. Rollouts ignore that masks or cats may run out (rulings K1, K9).
"""

import numpy as np
from numpy.typing import NDArray

from bot.engine.events import Seat
from bot.games.cloaked_cats.computer import chances
from bot.games.cloaked_cats.model.state import FEATURES, FEATURES_PER_FAN, View

BitFlags = NDArray[np.bool_]
BitWords = NDArray[np.uint64]
"""Sets of fans as bits in 64-bit words."""

MAX_TURNS = 16
"""The maximum number of turns that a simulated game lasts; then the points so far decide."""
MIN_GUESS_CHANCE = 0.225
"""The lowest chance of being right at which the players in simulated games guess."""


def find_fans_in_use(view: View) -> chances.Numbers:
    """Return the fans that at least one player can have by public facts; all others are ignored."""
    fans = [
        chances.find_fitting_fans(view.make_public_view(), seat)
        for seat in range(len(view.revealed))
    ]
    return np.unique(np.concatenate(fans))


class Rollouts:
    """Many simulated games that start from the same public situation and are played in parallel."""

    def __init__(self, view: View, fans: chances.Numbers, tie_breakers: chances.Weights) -> None:
        """Set up one game for each row of `fans`, which has the fan of each seat.

        `tie_breakers`, from 0 to 1 for each game and seat, decide between equally likely guesses.
        """
        games, self._seats = len(fans), len(view.revealed)
        used = find_fans_in_use(view)
        place = np.zeros(len(chances.FAN_BITS), dtype=np.intp)
        place[used] = np.arange(len(used))
        self._rows, self._tie_breakers = np.arange(games), tie_breakers
        self._own_fans = place[fans]
        self._fan_has_feature = chances.FAN_FEATURES[used].T > 0
        self._fan_matches_cat = chances.CAT_FAN_MASKS[:, used]
        self._fans_with_feature = _pack_flags(self._fan_has_feature)
        self._fans_matching_cat = _pack_flags(self._fan_matches_cat)
        self._disjoint_fans = _pack_flags(chances.find_disjoint_fans(used, used) > 0)
        fits = np.zeros((self._seats, len(used)), dtype=bool)
        for seat in range(self._seats):
            fits[seat, place[chances.find_fitting_fans(view.make_public_view(), seat)]] = True
        self._possible_fans = np.tile(_pack_flags(fits), (games, 1, 1))
        self._points = np.tile(view.points, (games, 1))
        hidden_counts = [FEATURES_PER_FAN - len(shown) for shown in view.revealed]
        self._hidden_counts = np.tile(hidden_counts, (games, 1))
        self._face_down = np.ones((games, len(FEATURES)), dtype=np.uint16)
        self._face_down[:, [feature for shown in view.revealed for feature in shown]] = 0
        self._is_last_round = np.full(games, view.last_round)
        self._is_over = np.zeros(games, dtype=bool)
        self._starter, self._turn = view.starter, view.turn

    def play_cats(self, cats: chances.Numbers) -> None:
        """Play one cat in each game and place the mask tiles, but not in the last round."""
        playing = ~self._is_last_round
        for seat in range(self._seats):
            self._possible_fans[playing, seat] &= self._find_matching_fans(cats, seat)[playing]

    def guess(
        self, opponents: chances.Numbers, features: chances.Numbers, is_guessing: BitFlags
    ) -> None:
        """Make the current player's guess in each game, then end the turn in all games."""
        rows = self._rows[is_guessing]
        opponents, features = opponents[is_guessing], features[is_guessing]
        right = self._fan_has_feature[features, self._own_fans[rows, opponents]]
        self._points[rows, opponents] += np.where(right, -1, 1)
        self._points[rows, self._active] += right
        self._hidden_counts[rows, opponents] -= right
        self._face_down[rows[right], features[right]] = 0
        self._is_last_round[rows] |= self._hidden_counts[rows, opponents] == 0
        held = self._fans_with_feature[features]
        asked = self._possible_fans[rows, opponents] & np.where(right[:, None], held, ~held)
        self._possible_fans[rows[right]] &= ~held[right][:, None]
        self._possible_fans[rows, opponents] = asked
        self._turn += 1
        if self._turn % self._seats == 0:
            self._is_over |= self._is_last_round

    def guess_likeliest(self) -> None:
        """Make the current player's likeliest guess in each game, then end the turn in all games.

        In games in which no guess reaches `MIN_GUESS_CHANCE`, the guess is skipped.
        """
        seat = self._active
        best = np.zeros(len(self._rows))
        opponents, features = np.zeros((2, len(self._rows)), dtype=np.intp)
        apart = self._disjoint_fans[self._own_fans[:, seat]]
        for other in range(self._seats):
            if other == seat:
                continue
            fits = self._possible_fans[:, other] & apart
            counts = _count_shared_bits(fits, self._fans_with_feature) * self._face_down
            likeliest = counts.argmax(axis=1)
            share = counts[self._rows, likeliest] / np.maximum(_count_bits(fits), 1)
            share += 1e-3 * self._tie_breakers[:, other]
            share *= self._hidden_counts[:, other] > 0
            better = share > best
            best = np.where(better, share, best)
            opponents = np.where(better, other, opponents)
            features = np.where(better, likeliest, features)
        self.guess(opponents, features, (best >= MIN_GUESS_CHANCE) & ~self._is_over)

    def finish(self, cats: chances.Numbers) -> None:
        """Play all games to their end, or for `MAX_TURNS` turns.

        `cats` are the cats that players draw in each game. Of each two, one is played.
        """
        for number in range(min(MAX_TURNS, cats.shape[1] // 2)):
            if self._is_over.all():
                break
            if not self._is_last_round.all():
                self.play_cats(self._choose_less_telling_cats(cats[:, 2 * number : 2 * number + 2]))
            self.guess_likeliest()

    def compute_win_shares(self, seat: Seat) -> chances.Weights:
        """Return a player's share of the victory in each game (rulebook p. 8, ruling K11)."""
        scores = 2 * FEATURES_PER_FAN * self._points + self._hidden_counts
        won = scores == scores.max(axis=1, keepdims=True)
        shares: chances.Weights = won[:, seat] / won.sum(axis=1)
        return shares

    @property
    def _active(self) -> Seat:
        return (self._starter + self._turn) % self._seats

    def _choose_less_telling_cats(self, cats: chances.Numbers) -> chances.Numbers:
        seat = self._active
        fits = self._possible_fans[:, seat]
        left = [_count_bits(fits & self._find_matching_fans(column, seat)) for column in cats.T]
        chosen: chances.Numbers = cats[self._rows, np.argmax(left, axis=0)]
        return chosen

    def _find_matching_fans(self, cats: chances.Numbers, seat: Seat) -> BitWords:
        placed = self._fan_matches_cat[cats, self._own_fans[:, seat]]
        masked = self._fans_matching_cat[cats]
        return np.where(placed[:, None], masked, ~masked)


def _pack_flags(flags: BitFlags) -> BitWords:
    missing = -flags.shape[-1] % 64
    padded = np.pad(flags, [(0, 0)] * (flags.ndim - 1) + [(0, missing)])
    return np.ascontiguousarray(np.packbits(padded, axis=-1)).view(np.uint64)


def _count_bits(sets: BitWords) -> chances.Numbers:
    sizes: chances.Numbers = np.bitwise_count(sets).sum(axis=-1, dtype=np.intp)
    return sizes


def _count_shared_bits(sets: BitWords, other_sets: BitWords) -> NDArray[np.uint16]:
    counts = np.zeros((len(sets), len(other_sets)), dtype=np.uint16)
    for word in range(sets.shape[-1]):
        counts += np.bitwise_count(sets[:, word, None] & other_sets[:, word])
    return counts
