"""The masks, the state and the views of Quickpick.

The rulebook's 16 faces of five two-valued features are drawn freely. These faces are the
combinations of even parity. So after each feature that a mime shows, half of the faces are left: 8,
4, 2, 1.
"""

from typing import Literal, get_args

from msgspec import Struct

from bot.engine.events import Seat

Feature = Literal["brows", "eyes", "mouth", "tongue", "head"]
FEATURES: tuple[Feature, ...] = get_args(Feature)
"""The features, in the order of a mask's values."""
DECISIVE_PARTS = len(FEATURES) - 1
"""How many parts of a face leave a single mask; the last part then follows from it."""
PARTS_BY_FEATURE = (
    ("brows-up", "brows-down"),
    ("eyes-wide", "eyes-shut"),
    ("mouth-round", "mouth-flat"),
    ("tongue-out", "tongue-in"),
    ("head-left", "head-right"),
)
"""The two parts of each feature, one for each value.

The number of a part is 2 * feature + value. Its catalogue key is `part-<name>`.
"""
PART_NAMES = tuple(name for pair in PARTS_BY_FEATURE for name in pair)
"""The names of all parts, by number."""

MASK_LETTERS = "abcdefghijklmnop"
"""The masks' letters, with which their names begin.

Tiles lie in this order (ruling Q22).
"""
TILES_PER_ROW = 4
"""How many tiles are in a row, on the board and in pictures.

A phone has space for four buttons.
"""

# In mixed order, so that a tile's place on the table tells no feature.
MASKS: tuple[tuple[int, int, int, int, int], ...] = (
    (0, 1, 0, 0, 1), (1, 0, 0, 1, 0), (0, 0, 1, 1, 0), (1, 1, 1, 0, 1),
    (1, 0, 1, 1, 1), (0, 0, 0, 0, 0), (1, 1, 0, 1, 1), (0, 1, 1, 0, 0),
    (1, 1, 0, 0, 0), (0, 1, 1, 1, 1), (1, 0, 0, 0, 1), (0, 0, 1, 0, 1),
    (0, 0, 0, 1, 1), (1, 0, 1, 0, 0), (0, 1, 0, 1, 0), (1, 1, 1, 1, 0),
)  # fmt: skip
"""The value of each feature, by mask; a mask is an index into this tuple."""

SEATS = range(3, 9)
"""The numbers of players that can play (ruling Q3)."""
CARDS_PER_MASK = 3
"""How many secret mask cards show each face (ruling Q20)."""
CARDS_PER_SEAT = 6
"""How many secret mask cards the deck has for each player (rulebook p. 2)."""

Syllable = Literal["grr", "muaa", "zzz", "pff", "brr", "uuh", "tss", "wah", "iih", "rrr"]
SYLLABLES: tuple[Syllable, ...] = get_args(Syllable)
"""The sounds that a mime may make (ruling Q18).

Their catalogue keys are `sound-<syllable>`.
"""

PASSES_TO_LEAVE = 2
"""How often a player passes the mime's role on until they leave with it (ruling Q19)."""
STATE_SCHEMA = 4
"""The number of the layout of `State`."""
DECISIONS_PER_TURN = 64
"""How far apart the numbers of two even decisions are.

The numbers between them are for the mime's decisions in a race.
"""
MAX_SILENT_RACES = 2
"""How many races in a row a guesser may be silent before races stop waiting for them.

Races wait again once the guesser presses a button.
"""
LAST_CALL_SECONDS = 12
"""How many seconds a race still lasts after the last call.

The last call comes when the whole face is shown and few guessers have not chosen.
"""


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
    """A guesser's choice in the current race."""

    seat: Seat
    tile: int | None
    """The mask whose tile the hand is on; None means no idea."""
    at: int
    """Discord's id of the click, whose order decides (ruling Q6)."""


def sort_by_arrival(hand: Hand) -> tuple[int, Seat]:
    """Return a sort key for when a hand came.

    No two hands of a race have the same key.
    """
    return hand.at, hand.seat


class Choice(Struct, frozen=True, array_like=True):
    """A guesser's choice in a turn that is over."""

    seat: Seat
    tile: int | None
    """The mask whose tile the hand was on; None means no idea."""


class Turn(Struct, frozen=True, array_like=True):
    """A turn that is over."""

    mime: Seat
    mask: int
    """The secret mask."""
    right: Seat | None
    """The guesser who was right; None if nobody was."""
    hands: tuple[Choice, ...]
    """All choices, in the order that counts.

    That is the order of the clicks' ids, or clockwise in a calm game.
    """

    def find_tile(self, seat: Seat) -> int | None:
        """Return the tile that a seat chose; None if it chose none."""
        return next((hand.tile for hand in self.hands if hand.seat == seat), None)

    def get_outcome_key(self, seat: Seat) -> str:
        """Return how the turn ended for a seat, as the end of the names of messages."""
        if self.mime == seat:
            return "unseen" if self.right is None else "understood"
        if self.right == seat:
            return "right"
        tile = self.find_tile(seat)
        if tile is None:
            return "idea"
        return "late" if tile == self.mask else "wrong"


class State(Struct, frozen=True):
    """A whole game with all its secrets.

    Tuples are by seat unless said otherwise.
    """

    mode: str
    """How the mime shows the mask: "composer", "camera" or "sounds"."""
    calm: bool
    """True: choices are secret, and the first player clockwise from the mime gets the tile.

    This is a house rule.
    """
    quick: bool
    """True: the race ends as soon as the right tile is taken (ruling Q10)."""
    seconds: int
    """How many seconds a race may last."""
    deck: tuple[int, ...]
    """The secret mask cards left; the first is drawn next."""
    won: tuple[tuple[int, ...], ...]
    """The masks that each seat collected, in order."""
    removed: tuple[int, ...]
    """The masks that left the game, in order."""
    mime: Seat
    """The mime of this turn."""
    turn: int
    """The number of the turn, from 0."""
    phase: str
    """The phase: "draw", "race", "closing" (late hands still count) or "over"."""
    decision: int
    """The number of the decision of the mime who is to draw, or of all guessers in a race.

    It is even. The mime's own decisions during a race are odd.
    """
    mask: int | None = None
    """The mime's secret mask during a race."""
    shown: tuple[int, ...] = ()
    """The parts that the mime has shown in this race, in order."""
    sounds: tuple[str, ...] = ()
    """The syllables of the mime's sounds in this race, in order."""
    shown_at: int = 0
    """Discord's id of the click for the mime's last part or sound; 0 if there is none."""
    done: bool = False
    """True: the mime shows nothing more in this race."""
    hands: tuple[Hand, ...] = ()
    """The choices of this race, in the order of arrival."""
    moods: tuple[int, ...] = ()
    """The mood of a computer player at each seat, as an index of `computer.MOODS`.

    It is drawn again for every race.
    """
    reactions: tuple[int, ...] = ()
    """The share of its mood's time that a computer player takes, by seat.

    It is an index of `computer.REACTION_PERCENTS`.
    """
    turns: tuple[Turn, ...] = ()
    """The turns that are over, in order."""
    passed: tuple[int, ...] = ()
    """How many times each seat passed the mime's role on (ruling Q19)."""
    present: tuple[bool, ...] = ()
    """False: the player left for good, and no computer may take the seat (rulings Q14, Q15)."""
    silent: tuple[Seat, ...] = ()
    """The seats that were silent in the last races in a row, once for each such race.

    Silent means that the seat did not choose while the others waited. Each seat is listed at most
    `MAX_SILENT_RACES` times.
    """
    patience: int = LAST_CALL_SECONDS
    """How many seconds guessers have left after the last call; 0 means there is no last call."""
    schema: int = STATE_SCHEMA
    """The number of this layout; it rises when older states need an upgrade."""

    @property
    def is_racing(self) -> bool:
        """Tell whether guessers may choose.

        Late hands still count while a race closes.
        """
        return self.phase in ("race", "closing")

    @property
    def secret_mask(self) -> int:
        """Return the mime's secret mask.

        Raises ValueError if no race runs.
        """
        if self.mask is None:
            raise ValueError("there is a secret mask in a race only")
        return self.mask

    @property
    def can_mime_act(self) -> bool:
        """Tell whether the mime has buttons to press.

        With a camera, the mime needs none.
        """
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
        """Return all players who have not left but the mime, who does not guess (ruling Q7)."""
        here = enumerate(self.present)
        return tuple([seat for seat, present in here if present and seat != self.mime])

    @property
    def undecided_guessers(self) -> tuple[Seat, ...]:
        """Return the guessers who have not chosen."""
        others = {self.mime, *[hand.seat for hand in self.hands]}
        here = enumerate(self.present)
        return tuple([seat for seat, present in here if present and seat not in others])

    @property
    def awaited_guessers(self) -> tuple[Seat, ...]:
        """Return the guessers that the race waits for.

        It does not wait for those who were silent too often. If all guessers were, it waits for
        all. This is a ruling, and so is the last call.
        """
        undecided = self.undecided_guessers
        if not self.silent:
            return undecided
        waited = [seat for seat in self.guessers if self.silent.count(seat) < MAX_SILENT_RACES]
        return tuple([seat for seat in undecided if seat in waited or not waited])

    @property
    def is_last_call(self) -> bool:
        """Tell whether the last call has come.

        It comes when the whole face is shown and no more guessers are missing than have chosen.
        With a camera, the face is whole from the beginning.
        """
        whole = self.done or self.mode == "camera" or len(self.shown) == len(FEATURES)
        runs = self.phase == "race" and self.patience > 0
        return runs and whole and len(self.awaited_guessers) <= len(self.hands)

    @property
    def is_found(self) -> bool:
        """Tell whether a quick race is over because the right tile is taken (ruling Q10)."""
        return self.quick and self.seats_by_tile[self.secret_mask] is not None

    @property
    def hands_in_order(self) -> tuple[Hand, ...]:
        """Return the hands in the order that counts.

        That is the order of the clicks' ids (ruling Q6). In a calm game (a house rule), it is
        clockwise from the mime's left.
        """
        seats = len(self.present)
        if self.calm:
            return tuple(sorted(self.hands, key=lambda hand: (hand.seat - self.mime) % seats))
        return tuple(sorted(self.hands, key=sort_by_arrival))

    @property
    def seats_by_tile(self) -> tuple[Seat | None, ...]:
        """Return, by mask, the seat whose hand was first on the tile (rulebook, "Game Turn").

        Ruling Q5 says what happens on taken tiles.
        """
        first: list[Seat | None] = [None] * len(MASKS)
        for hand in reversed(self.hands_in_order):
            if hand.tile is not None:
                first[hand.tile] = hand.seat
        return tuple(first)

    @property
    def late_seats(self) -> tuple[Seat, ...]:
        """Return the seats that chose a tile with a hand on it, ascending (ruling Q5)."""
        first = self.seats_by_tile
        spent = (h.seat for h in self.hands if h.tile is not None and first[h.tile] != h.seat)
        return tuple(sorted(spent))


class View(Struct, frozen=True):
    """All that one viewer may know.

    Tuples are by seat unless said otherwise.
    """

    viewer: Seat | None
    """The seat that sees this; None is an onlooker."""
    mode: str
    """How the mime shows the mask: "composer", "camera" or "sounds"."""
    calm: bool
    """True: choices are secret in this game."""
    deck: int
    """How many secret mask cards are left."""
    counts: tuple[int, ...]
    """How many masks each seat collected."""
    won: tuple[int, ...]
    """The viewer's own masks, in the order of collecting (ruling Q12).

    It is empty for an onlooker.
    """
    mime: Seat
    """The mime of this turn."""
    turn: int
    """The number of the turn, from 0."""
    all_turns: int
    """How many turns the whole game has, as far as that is known now."""
    phase: str
    """The phase: "draw", "race", "closing" or "over"."""
    decision: int
    """The number of the decision that all guessers share in a race."""
    mask: int | None
    """The secret mask; only the mime sees it, and only during a race."""
    shown: tuple[int, ...]
    """The parts that the mime has shown in this race, in order."""
    sounds: tuple[str, ...]
    """The syllables of the mime's sounds in this race, in order."""
    done: bool
    """True: the mime shows nothing more in this race."""
    chosen: tuple[Seat, ...]
    """The seats that have chosen in this race, ascending.

    The order of arrival has no meaning.
    """
    taken: tuple[Seat | None, ...]
    """The seat whose hand is on each tile, by mask, as far as clicks have arrived.

    It is empty in a calm game, where choices are secret.
    """
    late: tuple[Seat, ...]
    """The seats whose hands came to a tile that was already taken.

    It is empty in a calm game.
    """
    own: Hand | None
    """The viewer's own choice in this race."""
    turns: tuple[Turn, ...]
    """The turns that are over, in order."""
    present: tuple[bool, ...]
    """False: the player left for good."""
    passed: tuple[int, ...] = ()
    """How many times each seat passed the mime's role on (ruling Q19)."""
    last_call: bool = False
    """True: the race ends soon, because hardly any guesser is missing."""
    piles: tuple[tuple[int, ...], ...] = ()
    """All seats' masks that count, in the order of collecting, once the game is over.

    It is empty before.
    """
