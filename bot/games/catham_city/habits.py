"""How everybody plays in a playout: quickly, in many worlds at once.

A move is worth its points and what it changes in the worth of the cards in hand, both as in
`evaluation.py`. What it does to others counts by how likely each of them is to win. What is hidden
from a player is not looked at: hidden cards are of any faction that this player has not seen.
"""

from collections.abc import Callable, Mapping

import numpy as np

from bot.games.catham_city.cards import (
    BUREAUCRATS,
    COPIES,
    DETECTIVES,
    FACTIONS,
    HACKERS,
    HAND_LIMIT,
    IN_PLAY,
    JOURNALISTS,
    MAFIA,
    MAFIA_DROP,
    MOST_HACKERS,
    POLICE,
    ROBOCATS,
    SCIENTISTS,
)
from bot.games.catham_city.evaluation import REACH, worth_of
from bot.games.catham_city.odds import different
from bot.games.catham_city.outcomes import GIVES
from bot.games.catham_city.worlds import (
    DRAWN,
    PRICE,
    SCORE,
    TAKE,
    Deeds,
    Floats,
    Ints,
    Places,
    Rows,
    Worlds,
)
from bot.games.game import Seat

WORTHS: Floats = np.array(
    [
        [worth_of(faction, number) for number in range(2 * COPIES)]
        for faction in range(len(FACTIONS))
    ],
    np.float32,
)
"""By faction and number of cards: what they are worth in hand, in points."""
LAST: Floats = np.diff(WORTHS, axis=1, prepend=-np.float32(99))
"""By faction and number of cards: what the last of them is worth; 99 for none."""
COUNTS_ON: Ints = np.array(
    [[*REACH[faction], *[REACH[faction][-1]] * 2 * COPIES] for faction in range(len(FACTIONS))],
    np.int16,
)
"""By faction and number of cards: how many points they can be counted on to make at once."""
MOST_TURNED_UP = IN_PLAY + 1
"""So many bureaucrats are played at most: more would hardly find another faction."""
KINDS = tuple(different((COPIES,) * IN_PLAY, number) for number in range(MOST_TURNED_UP + 1))
"""By cards turned up: how likely they are of how many factions, from 0 on."""

CARD = 0.4
"""What a hidden card is worth to its owner, in points; as in `WORTHS` on average."""
SURPLUS = 0.4
"""What a card that will have to be discarded was counted too much, in points. This and the next
four were found by playing each value against others, 5,000 games of two and of four each."""
PURSUED = 0.5
"""What somebody gains who discards the detectives' extra card, in points."""
TROUBLE = 0.8
"""What the mafia costs another, in points."""
PRESENT = 0.3
"""What a present is worth to who gets it, in points."""
THANKS = 0.3
"""What somebody gains who answers to journalists, in points."""
REDRAWN = 0.8
"""What a hacker is worth to who gets it for a card, as a share of that card's worth."""
LEAD = 2.5
"""With so many points more, a rival is e times as likely to win as another."""

WINS = 8.0
"""What a likely win at once is worth, in points, times its likelihood."""
CERTAIN = 100.0
"""What a certain one is worth: more than anything else."""
READY = 2.0
"""What it is worth to hold what can win in the next turn, in points."""
IMPOSSIBLE = -1000.0


def surplus(worlds: Worlds) -> None:
    """Discard what the active player holds too much."""
    hand = worlds.hands[worlds.active]
    size = hand.sum(axis=0, dtype=np.int16)
    places = np.flatnonzero(size > HAND_LIMIT)
    if len(places):
        worlds.discard(worlds.active, places, spared(hand[:, places], size[places] - HAND_LIMIT))


def spared(hands: Ints, number: Ints) -> Ints:
    """Return so many cards of each hand that are best done without; all of it if it has fewer."""
    kept = hands.copy()
    number = np.minimum(number, hands.sum(axis=0, dtype=np.int16))
    for gone in range(number.max(initial=0)):
        rows = np.flatnonzero(number > gone)
        kept[_worths(LAST, kept[:, rows]).argmin(axis=0), rows] -= 1
    return hands - kept


def worth(hands: Ints) -> Floats:
    """Return what each of these hands is worth, in points."""
    worths: Floats = _worths(WORTHS, hands).sum(axis=0)
    return worths


def shares(strengths: Floats, spread: float) -> Floats:
    """Return how likely each of some players wins, by their strengths in points.

    With `spread` points more, one is e times as likely to win as another.
    """
    likely = np.exp((strengths - strengths.max(axis=0)) / np.float32(spread))
    shares: Floats = likely / likely.sum(axis=0)
    return shares


def _worths(table: Floats, hands: Ints) -> Floats:
    return np.stack([table[faction].take(hands[faction]) for faction in range(len(FACTIONS))])


# What the others answer


def answer(worlds: Worlds, seat: Seat, places: Places, faction: int, extra: Ints) -> None:
    """Let a seat answer a faction in some worlds; `extra` is the detectives' extra card there."""
    if faction == DETECTIVES:
        _pursue(worlds, seat, places, extra)
    elif faction == MAFIA:
        _suffer(worlds, seat, places)
    else:
        _give(worlds, seat, places)


def _pursue(worlds: Worlds, seat: Seat, places: Places, extra: Ints) -> None:
    """Discard the extra card for a point, if it is worth less or the point wins."""
    last = LAST[extra, worlds.hands[seat][extra, places]]
    point = 1 + CERTAIN * (worlds.points[seat, places] + 1 >= worlds.target)
    rows = (worlds.hands[seat][extra, places] > 0) & (last < point)
    worlds.pursue(seat, places[rows], extra[rows])


def _suffer(worlds: Worlds, seat: Seat, places: Places) -> None:
    """Pay the mafia a point if the cards are worth more, or are too few."""
    hand = worlds.hands[seat][:, places]
    dropped = spared(hand, np.full(len(places), MAFIA_DROP, np.int16))
    lost = worth(hand) - worth(hand - dropped)
    short = hand.sum(axis=0) < MAFIA_DROP
    pays = (worlds.points[seat, places] > 0) & (short | (lost > 1))
    worlds.pay(seat, places[pays])
    worlds.discard(seat, places[~pays], dropped[:, ~pays])


def _give(worlds: Worlds, seat: Seat, places: Places) -> None:
    """Give journalists a card and discard another like it, if both are worth less than a point."""
    hand = worlds.hands[seat][:, places]
    two = _worths(WORTHS, hand) - _worths(WORTHS, np.maximum(hand - 2, 0))
    two[hand < 2] = -IMPOSSIBLE
    faction = two.argmin(axis=0).astype(np.int16)
    point = (
        1
        - PRESENT / (len(worlds.present) - 1)
        + CERTAIN * (worlds.points[seat, places] + 1 >= worlds.target)
    )
    rows = two.min(axis=0) < point
    worlds.give(seat, places[rows], faction[rows])
    worlds.pursue(seat, places[rows], faction[rows])


# What the active player does


def deeds(worlds: Worlds) -> Deeds:
    """Choose what is worth most to the active player of each world."""
    offers = _Offers(worlds)
    for faction in worlds.factions:
        offers.take(faction)
        OFFERS[faction](offers, faction)
    return offers.best()


class _Offers:
    """What the active player of each world can do, and what each of it is worth there."""

    def __init__(self, worlds: Worlds) -> None:
        """Look at what the active player sees."""
        here = np.arange(len(worlds))
        others = [*worlds.others()]
        self._worlds = worlds
        self._hand = worlds.hands[worlds.active]
        self._size = self._hand.sum(axis=0, dtype=np.int16)
        self._missing = worlds.target - worlds.points[worlds.active]
        self._sizes: Ints = worlds.hands[others].sum(axis=1, dtype=np.int16)
        self._near: Floats = (worlds.points[others] + 1 >= worlds.target).astype(np.float32)
        strengths = worlds.points[others] + np.float32(CARD) * self._sizes
        self._weights = shares(strengths, LEAD)
        leader = self._weights.argmax(axis=0)
        self._leader = np.array(others, np.int16)[leader]
        self._reach = self._sizes[leader, here]
        self._heavy = self._weights[leader, here]
        unseen = COPIES - self._hand - worlds.market - worlds.discards - worlds.table
        unseen[[faction not in worlds.factions for faction in range(len(FACTIONS))]] = 0
        self._share: Floats = unseen / np.maximum(unseen.sum(axis=0), 1).astype(np.float32)
        self._a_card = sum(
            self._share[faction] * LAST[faction].take(self._hand[faction] + 1)
            for faction in worlds.factions
        )
        self._values: list[Floats] = []
        self._deeds: list[tuple[int, Ints | int, int]] = []

    def best(self) -> Deeds:
        """Return the best of each world."""
        choice = np.stack(self._values).argmax(axis=0)
        kind, number, faction = (np.empty(len(choice), np.int16) for _ in range(3))
        for place, (a_kind, a_number, a_faction) in enumerate(self._deeds):
            rows = np.flatnonzero(choice == place)
            kind[rows], faction[rows] = a_kind, a_faction
            number[rows] = a_number if isinstance(a_number, int) else a_number[rows]
        return Deeds(kind, number, faction, self._leader)

    def take(self, faction: int) -> None:
        """Offer to take all cards of a faction."""
        number, held = self._worlds.market[faction], self._hand[faction]
        change = WORTHS[faction].take(held + number) - WORTHS[faction].take(held)
        change -= self._too_many(number)
        ready = COUNTS_ON[faction].take(held + number) >= self._missing
        self._add(number > 0, change + np.float32(READY) * ready, TAKE, number, faction)

    def plain(self, faction: int, number: int, gain: float, change: Floats | float = 0.0) -> None:
        """Offer to play so many cards for so many points, with what else changes."""
        value = (
            gain
            + change
            - self._cost(faction, number)
            + np.float32(CERTAIN) * (self._missing <= gain)
        )
        self._add(self._hand[faction] >= number, value, faction, number)

    def detectives(self, faction: int) -> None:
        """Offer to play detectives with any extra card."""
        number, gain = PRICE[faction], SCORE[faction]
        for extra in self._worlds.factions:
            held = self._hand[extra] - number * (extra == faction)
            holding = 1 - (1 - self._share[extra]) ** self._sizes
            harm = (holding * (PURSUED * self._weights + WINS * self._near)).sum(axis=0)
            cost = self._cost(faction, number) + LAST[extra].take(np.maximum(held, 0))
            enough = (self._hand[faction] >= number) & (held > 0)
            value = gain - cost - harm + np.float32(CERTAIN) * (self._missing <= gain)
            self._add(enough, value, faction, number, extra)

    def scientists(self, faction: int) -> None:
        """Offer to play scientists."""
        self.plain(faction, PRICE[faction], SCORE[faction], DRAWN[faction] * self._a_card)

    def robocats(self, faction: int) -> None:
        """Offer to play two robocats for cards, or four for points."""
        drawn = DRAWN[faction]
        self.plain(faction, 2, 0, drawn * self._a_card - self._too_many(drawn - 2))
        self.plain(faction, 4, SCORE[faction])

    def mafia(self, faction: int) -> None:
        """Offer to play the mafia."""
        self.plain(faction, PRICE[faction], SCORE[faction], TROUBLE)

    def hackers(self, faction: int) -> None:
        """Offer to send as many hackers as possible to the leader."""
        held = self._hand[faction]
        number = np.minimum(np.minimum(held, MOST_HACKERS), self._reach)
        among = self._share[faction] * self._reach + number
        hits = number * among / np.maximum(self._reach + number, 1)
        cost = WORTHS[faction].take(held) - WORTHS[faction].take(held - number)
        harm = self._heavy * np.float32(CARD * (1 - REDRAWN))
        stolen = (number - hits) * (self._a_card + harm)
        self._add(number > 0, self._hitting(hits) + stolen - cost, faction, number)

    def police(self, faction: int) -> None:
        """Offer to send all police to the leader, with any extra card."""
        number = self._hand[faction]
        shown = np.minimum(number, self._reach)
        harm = self._heavy * np.float32(CARD) * shown * (1 - self._share[faction])
        for extra in self._worlds.factions:
            if extra != faction:
                cost = WORTHS[faction].take(number) + LAST[extra].take(self._hand[extra])
                enough = (number > 0) & (self._hand[extra] > 0)
                hits = shown * self._share[extra]
                self._add(enough, self._hitting(hits) + harm - cost, faction, number, extra)

    def journalists(self, faction: int) -> None:
        """Offer to play journalists."""
        presents = GIVES * (len(self._sizes) * self._a_card - THANKS)
        harm = np.float32(WINS) * self._near.sum(axis=0)
        self.plain(faction, PRICE[faction], SCORE[faction], presents - harm)

    def bureaucrats(self, faction: int) -> None:
        """Offer to play any number of bureaucrats, up to one more than there are factions."""
        for number in range(1, MOST_TURNED_UP + 1):
            kinds = KINDS[number]
            mean = sum(kind * likely for kind, likely in enumerate(kinds))
            enough = self._hand[faction] >= number
            reaching = np.cumsum(kinds[::-1])[::-1].astype(np.float32)
            wins = np.where(
                self._missing < len(kinds), reaching.take(self._missing, mode="clip"), 0
            )
            value = mean - self._cost(faction, number) + np.float32(WINS) * wins
            self._add(enough, value, faction, number)

    def _hitting(self, hits: Floats) -> Floats:
        """Return what so many points are worth that are made on average; more if they may win."""
        none = np.exp(-hits)
        fewer = np.select(
            [self._missing == 1, self._missing == 2, self._missing == 3],
            [none, none * (1 + hits), none * (1 + hits + hits * hits / 2)],
            1,
        )
        return hits + np.float32(WINS) * (1 - fewer)

    def _cost(self, faction: int, number: int) -> Floats:
        """Return what so many cards are worth that leave the hand."""
        held = self._hand[faction]
        left: Ints = np.maximum(held - number, 0)
        cost: Floats = WORTHS[faction].take(held) - WORTHS[faction].take(left)
        return cost

    def _too_many(self, number: Ints | int) -> Floats:
        """Return what so many more cards are counted too much, as some have to be discarded."""
        counted: Floats = np.float32(SURPLUS) * np.maximum(self._size + number - HAND_LIMIT, 0)
        return counted

    def _add(
        self, enough: Rows, value: Floats, kind: int, number: Ints | int, faction: int = 0
    ) -> None:
        """Add an offer where there are enough cards for it."""
        self._values.append(np.where(enough, value, np.float32(IMPOSSIBLE)))
        self._deeds.append((kind, number, faction))


OFFERS: Mapping[int, Callable[[_Offers, int], None]] = {
    DETECTIVES: _Offers.detectives,
    SCIENTISTS: _Offers.scientists,
    ROBOCATS: _Offers.robocats,
    MAFIA: _Offers.mafia,
    HACKERS: _Offers.hackers,
    POLICE: _Offers.police,
    JOURNALISTS: _Offers.journalists,
    BUREAUCRATS: _Offers.bureaucrats,
}
"""By faction: what adds the ways to play it."""
