"""What a game of Quickpick is made of: masks and cards, the state, and what one viewer may know.

The rulebook's 16 faces of five two-valued features are drawn freely; these are the combinations of
even parity, so that after each feature that a mime shows half of the faces are left: 8, 4, 2, 1.
"""

from typing import Literal, get_args

from msgspec import Struct

from bot.engine.events import Seat

Feature = Literal["brows", "eyes", "mouth", "tongue", "head"]
FEATURES: tuple[Feature, ...] = get_args(Feature)
"""In the order of a mask's values."""
DECISIVE_PARTS = len(FEATURES) - 1
"""After so many parts of a face one mask is left, and the last part follows."""
PARTS_BY_FEATURE = (
    ("brows-up", "brows-down"),
    ("eyes-wide", "eyes-shut"),
    ("mouth-round", "mouth-flat"),
    ("tongue-out", "tongue-in"),
    ("head-left", "head-right"),
)
"""The two values of each feature. Part number 2 * feature + value; catalogue keys `part-<name>`."""
PART_NAMES = tuple(name for pair in PARTS_BY_FEATURE for name in pair)

MASK_LETTERS = "abcdefghijklmnop"
"""The masks' letters: names begin with them. Tiles lie in this order (ruling Q22)."""
TILES_PER_ROW = 4
"""Tiles in a row, on the board and in pictures: a phone has room for four buttons."""

# Scattered, so that no place on the table tells a feature.
MASKS: tuple[tuple[int, int, int, int, int], ...] = (
    (0, 1, 0, 0, 1), (1, 0, 0, 1, 0), (0, 0, 1, 1, 0), (1, 1, 1, 0, 1),
    (1, 0, 1, 1, 1), (0, 0, 0, 0, 0), (1, 1, 0, 1, 1), (0, 1, 1, 0, 0),
    (1, 1, 0, 0, 0), (0, 1, 1, 1, 1), (1, 0, 0, 0, 1), (0, 0, 1, 0, 1),
    (0, 0, 0, 1, 1), (1, 0, 1, 0, 0), (0, 1, 0, 1, 0), (1, 1, 1, 1, 0),
)  # fmt: skip
"""The value of each feature, by mask; a mask is an index into this tuple."""

SEATS = range(3, 9)
"""How many can play (ruling Q3)."""
CARDS_PER_MASK = 3
"""Secret mask cards of each face (ruling Q20)."""
CARDS_PER_SEAT = 6
"""Secret mask cards in the deck for each player (rulebook p. 2)."""

Syllable = Literal["grr", "muaa", "zzz", "pff", "brr", "uuh", "tss", "wah", "iih", "rrr"]
SYLLABLES: tuple[Syllable, ...] = get_args(Syllable)
"""The sounds that a mime may make; catalogue keys `sound-<syllable>` (ruling Q18)."""

PASSES_TO_LEAVE = 2
"""Who passes the mime's role on so often leaves with it (ruling Q19)."""
STATE_SCHEMA = 4
"""The number of the layout of `State`."""
DECISIONS_PER_TURN = 64
"""From one even decision to the next; between them are those of the mime in a race."""
MAX_SILENT_RACES = 2
"""Whoever is silent in so many races in a row is not waited for until they press again."""
LAST_CALL_SECONDS = 12
"""Seconds in which a race closes whose whole face is shown and for which few are still missing."""


def find_part(mask: int, feature: int) -> int:
    """Return the number of the part by which a mask shows a feature."""
    return 2 * feature + MASKS[mask][feature]


def find_matching_masks(parts: tuple[int, ...]) -> tuple[int, ...]:
    """Return the masks that show all of these parts, ascending."""
    return tuple(
        mask
        for mask in range(len(MASKS))
        if all(find_part(mask, number // 2) == number for number in parts)
    )


class Hand(Struct, frozen=True):
    """What a guesser chose in a race."""

    seat: Seat
    tile: int | None
    """The mask whose tile the hand is on; None: no idea."""
    at: int
    """Discord's id of the click, whose order decides (ruling Q6)."""


def sort_by_arrival(hand: Hand) -> tuple[int, Seat]:
    """Return when a hand came, for comparing: no two hands of a race came at the same time."""
    return hand.at, hand.seat


class Choice(Struct, frozen=True, array_like=True):
    """What a guesser chose in a turn that has been played."""

    seat: Seat
    tile: int | None
    """The mask whose tile the hand was on; None: no idea."""


class Turn(Struct, frozen=True, array_like=True):
    """A turn that has been played."""

    mime: Seat
    mask: int
    right: Seat | None
    """Who guessed it."""
    hands: tuple[Choice, ...]
    """All choices, in the order that counts: by the clicks' ids, or clockwise in a calm game."""

    def find_tile(self, seat: Seat) -> int | None:
        """Return the tile that a seat chose; None if it chose none."""
        return next((hand.tile for hand in self.hands if hand.seat == seat), None)

    def outcome(self, seat: Seat) -> str:
        """Return how it ended for a seat, as the end of the names of messages."""
        if self.mime == seat:
            return "unseen" if self.right is None else "understood"
        if self.right == seat:
            return "right"
        tile = self.find_tile(seat)
        if tile is None:
            return "idea"
        return "late" if tile == self.mask else "wrong"


class State(Struct, frozen=True):
    """A whole game, secrets and all. Tuples by seat unless said otherwise."""

    mode: str
    """"composer", "camera" or "sounds"."""
    calm: bool
    """Choices are secret, and the first clockwise from the mime gets the tile (a house rule)."""
    quick: bool
    """The race ends as soon as the right tile is taken (ruling Q10)."""
    seconds: int
    """How long a race may take."""
    deck: tuple[int, ...]
    """Secret mask cards left; the first is drawn next."""
    won: tuple[tuple[int, ...], ...]
    """The masks that each seat collected, in the order of collecting."""
    removed: tuple[int, ...]
    """Masks that went out of the game, in the order of going."""
    mime: Seat
    turn: int
    """From 0; counts the turns."""
    phase: str
    """"draw", "race", "closing" (late hands still count) or "over"."""
    decision: int
    """That of the mime who is to draw, or the one that all guessers share; even. The mime's own
    decisions during a race are odd."""
    mask: int | None = None
    """The mime's secret mask, while a race runs."""
    shown: tuple[int, ...] = ()
    """Parts that the mime has shown, in that order."""
    sounds: tuple[str, ...] = ()
    """Syllables that the mime has made, in that order."""
    shown_at: int = 0
    """Discord's id of the click by which the mime showed or sounded last; 0: not so far."""
    done: bool = False
    """The mime shows nothing more in this race."""
    hands: tuple[Hand, ...] = ()
    """The choices of this race, in the order in which they arrived."""
    moods: tuple[int, ...] = ()
    """By seat, in which of the `MOODS` a computer there is: drawn anew for every race."""
    reactions: tuple[int, ...] = ()
    """By seat, which share of its mood's time it takes: an index of `SPREAD`."""
    turns: tuple[Turn, ...] = ()
    """The turns played, in order."""
    passed: tuple[int, ...] = ()
    """How often each seat passed the mime's role on (ruling Q19)."""
    present: tuple[bool, ...] = ()
    """False: the seat was left for good, and no computer may take it (rulings Q14, Q15)."""
    silent: tuple[Seat, ...] = ()
    """Each seat once for each race, of the last ones in a row, in which it chose nothing while the
    others waited for it; at most `MAX_SILENT_RACES` times."""
    patience: int = LAST_CALL_SECONDS
    """Seconds for those who are missing once the whole face is shown; 0: nobody is hurried."""
    schema: int = STATE_SCHEMA
    """The number of this layout; it rises when older states need to be upgraded."""

    @property
    def is_racing(self) -> bool:
        """Tell whether guessers may choose; late hands count while a race closes."""
        return self.phase in ("race", "closing")

    @property
    def secret(self) -> int:
        """Return the mime's secret mask. Raises `ValueError` outside of a race."""
        if self.mask is None:
            raise ValueError("there is a secret mask in a race only")
        return self.mask

    @property
    def can_mime_act(self) -> bool:
        """Tell whether the mime has something to press; a face in a camera needs no buttons."""
        return self.phase == "race" and self.mode != "camera" and not self.done

    @property
    def mime_decision(self) -> int:
        """Return the number of the mime's decision, a new one after each part or sound."""
        return self.decision + 1 + 2 * (len(self.shown) + len(self.sounds))

    @property
    def end_decision(self) -> int:
        """Return the number of the pause that ends when the race's time is up (ruling Q9)."""
        return self.decision + 2

    @property
    def closing_decision(self) -> int:
        """Return the number of the pause for late hands."""
        return self.decision + 4

    @property
    def guessers(self) -> tuple[Seat, ...]:
        """Return all who play but the mime, who does not guess (ruling Q7)."""
        here = enumerate(self.present)
        return tuple([seat for seat, present in here if present and seat != self.mime])

    @property
    def undecided(self) -> tuple[Seat, ...]:
        """Return the guessers who have not chosen."""
        others = {self.mime, *[hand.seat for hand in self.hands]}
        here = enumerate(self.present)
        return tuple([seat for seat, present in here if present and seat not in others])

    @property
    def missing(self) -> tuple[Seat, ...]:
        """Return whom the race waits for: of those who were silent too often, nobody.

        If all guessers were, it waits for all. A ruling, as is the last call.
        """
        undecided = self.undecided
        if not self.silent:
            return undecided
        waited = [seat for seat in self.guessers if self.silent.count(seat) < MAX_SILENT_RACES]
        return tuple([seat for seat in undecided if seat in waited or not waited])

    @property
    def last_call(self) -> bool:
        """Tell whether the whole face is shown and at least half of those waited for have chosen.

        A face in a camera is whole from the beginning.
        """
        whole = self.done or self.mode == "camera" or len(self.shown) == len(FEATURES)
        runs = self.phase == "race" and self.patience > 0
        return runs and whole and len(self.missing) <= len(self.hands)

    @property
    def is_found(self) -> bool:
        """Tell whether a quick race is over, because the right tile is taken (ruling Q10)."""
        return self.quick and self.taken[self.secret] is not None

    @property
    def hands_in_order(self) -> tuple[Hand, ...]:
        """Return the hands in the order that counts: by the clicks' ids (ruling Q6).

        In a calm game (a house rule) clockwise from the mime's left.
        """
        seats = len(self.present)
        if self.calm:
            return tuple(sorted(self.hands, key=lambda hand: (hand.seat - self.mime) % seats))
        return tuple(sorted(self.hands, key=sort_by_arrival))

    @property
    def taken(self) -> tuple[Seat | None, ...]:
        """Return by mask whose hand was first on its tile (rulebook, "Game Turn"; ruling Q5)."""
        first: list[Seat | None] = [None] * len(MASKS)
        for hand in reversed(self.hands_in_order):
            if hand.tile is not None:
                first[hand.tile] = hand.seat
        return tuple(first)

    @property
    def late(self) -> tuple[Seat, ...]:
        """Return who chose a tile that had a hand on it already, ascending (ruling Q5)."""
        first = self.taken
        spent = (h.seat for h in self.hands if h.tile is not None and first[h.tile] != h.seat)
        return tuple(sorted(spent))


class View(Struct, frozen=True):
    """What one viewer may know. Tuples by seat unless said otherwise."""

    viewer: Seat | None
    mode: str
    """"composer", "camera" or "sounds"."""
    calm: bool
    deck: int
    """Secret mask cards left."""
    counts: tuple[int, ...]
    """How many masks each seat collected."""
    won: tuple[int, ...]
    """The viewer's own masks, in the order of collecting (ruling Q12); empty for an onlooker."""
    mime: Seat
    turn: int
    """From 0; counts the turns."""
    all_turns: int
    """Turns of the whole game, as far as it is known now."""
    phase: str
    """"draw", "race", "closing" or "over"."""
    decision: int
    """The one that all guessers share in a race."""
    mask: int | None
    """The secret mask, for the mime alone while a race runs."""
    shown: tuple[int, ...]
    sounds: tuple[str, ...]
    done: bool
    """The mime shows nothing more in this race."""
    chosen: tuple[Seat, ...]
    """Who has chosen in this race, ascending: the order of arrival means nothing."""
    taken: tuple[Seat | None, ...]
    """By mask, whose hand lies on its tile, as far as the clicks are in; empty in a calm game,
    where choices are secret."""
    late: tuple[Seat, ...]
    """Whose hands came to a tile that was taken already; empty in a calm game."""
    own: Hand | None
    """The viewer's own choice in this race."""
    turns: tuple[Turn, ...]
    """The turns played, in order."""
    present: tuple[bool, ...]
    """False: the seat was left for good."""
    passed: tuple[int, ...] = ()
    """How often each seat passed the mime's role on (ruling Q19)."""
    last_call: bool = False
    """The race closes in a moment, because hardly anybody is missing."""
    piles: tuple[tuple[int, ...], ...] = ()
    """Everybody's masks that count, in the order of collecting, once the game is over; empty
    before."""
