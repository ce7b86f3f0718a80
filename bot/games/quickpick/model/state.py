"""The masks, the state and the views of Quickpick.

A mask is a monster's face with five features, such as brows and eyes. Each feature has one of two
values. The rulebook's 16 faces are drawn freely. These 16 are the combinations of even parity. So
after each feature that a mime shows, half of the faces still fit: 8, 4, 2, 1.
"""

from typing import Literal, get_args

from msgspec import Struct

from bot.engine.events import Seat

Feature = Literal["brows", "eyes", "mouth", "tongue", "head"]
FEATURES: tuple[Feature, ...] = get_args(Feature)
"""The five features of a face, in the order of a mask's values."""
DECISIVE_PARTS = len(FEATURES) - 1
"""How many shown parts of a face are enough to tell it from all others.

The last part then follows from them.
"""
PARTS_BY_FEATURE = (
    ("brows-up", "brows-down"),
    ("eyes-wide", "eyes-shut"),
    ("mouth-round", "mouth-flat"),
    ("tongue-out", "tongue-in"),
    ("head-left", "head-right"),
)
"""The two parts of each feature, one for each value, such as "brows-up" and "brows-down".

A part has the number 2 * feature + value. Its message has the key `part-<name>`.
"""
PART_NAMES = tuple(name for pair in PARTS_BY_FEATURE for name in pair)
"""The names of all ten parts of faces, such as "brows-up", by number."""

MASK_LETTERS = "abcdefghijklmnop"
"""The letter of each mask, with which the monster's name begins.

The tiles lie in this order (ruling Q22).
"""
TILES_PER_ROW = 4
"""How many of the 16 tiles, one for each face, are in a row on the board and in pictures.

A phone has space for four buttons side by side.
"""

# In mixed order, so that a tile's place on the table tells no feature.
MASKS: tuple[tuple[int, int, int, int, int], ...] = (
    (0, 1, 0, 0, 1), (1, 0, 0, 1, 0), (0, 0, 1, 1, 0), (1, 1, 1, 0, 1),
    (1, 0, 1, 1, 1), (0, 0, 0, 0, 0), (1, 1, 0, 1, 1), (0, 1, 1, 0, 0),
    (1, 1, 0, 0, 0), (0, 1, 1, 1, 1), (1, 0, 0, 0, 1), (0, 0, 1, 0, 1),
    (0, 0, 0, 1, 1), (1, 0, 1, 0, 0), (0, 1, 0, 1, 0), (1, 1, 1, 1, 0),
)  # fmt: skip
"""The values of each mask's five features; everywhere else, a mask is an index into this tuple."""

SEATS = range(3, 9)
"""The numbers of players with which the game can be played (ruling Q3)."""
CARDS_PER_MASK = 3
"""How many secret mask cards the box has of each face (ruling Q20)."""
CARDS_PER_SEAT = 6
"""How many secret mask cards the deck has for each player (rulebook p. 2)."""

Syllable = Literal["grr", "muaa", "zzz", "pff", "brr", "uuh", "tss", "wah", "iih", "rrr"]
SYLLABLES: tuple[Syllable, ...] = get_args(Syllable)
"""The sounds that a mime may make as hints (ruling Q18).

Their messages have the keys `sound-<syllable>`.
"""

PASSES_TO_LEAVE = 2
"""How many times a player passes the mime's role on before leaving with it (ruling Q19)."""
STATE_SCHEMA = 4
"""The version number of the layout of `State`, so that stored games can be upgraded."""
DECISIONS_PER_TURN = 64
"""How far apart the numbers of two successive shared decisions are.

Shared decisions are the mime's draw and the guessers' choice. The numbers between them belong to
the mime's own decisions and the pauses in a race.
"""
MAX_SILENT_RACES = 2
"""How many races in a row a guesser may be silent before races no longer wait for them.

Races wait again once the guesser presses a button.
"""
LAST_CALL_SECONDS = 12
"""How many seconds a race still lasts after the last call.

The last call comes when the whole face is shown and at least half of the guessers have chosen.
"""


def find_part(mask: int, feature: int) -> int:
    """Return the number of the part that a mask has for a feature, such as "brows up" for brows."""
    return 2 * feature + MASKS[mask][feature]


def find_matching_masks(parts: tuple[int, ...]) -> tuple[int, ...]:
    """Return the masks that have all of these parts, in ascending order.

    Those are the masks that may be the secret one when the mime has shown these parts.
    """
    return tuple(
        mask
        for mask in range(len(MASKS))
        if all(find_part(mask, number // 2) == number for number in parts)
    )


class Hand(Struct, frozen=True):
    """A guesser's choice in the current race: a hand on the tile of a face, or no idea."""

    seat: Seat
    tile: int | None
    """The mask whose tile the hand is on; None means that the guesser has no idea."""
    at: int
    """Discord's id of the click, which decides who was first (ruling Q6)."""


def sort_by_arrival(hand: Hand) -> tuple[int, Seat]:
    """Return a key by which hands are sorted in the order of their clicks.

    No two hands of a race have the same key.
    """
    return hand.at, hand.seat


class Choice(Struct, frozen=True, array_like=True):
    """A guesser's choice in a turn that is over."""

    seat: Seat
    tile: int | None
    """The mask whose tile the hand was on; None means that the guesser had no idea."""


class Turn(Struct, frozen=True, array_like=True):
    """A turn that is over: its mime, its mask and all choices."""

    mime: Seat
    mask: int
    """The secret mask that the mime acted out."""
    right: Seat | None
    """The seat of the guesser who was right; None means that nobody was."""
    hands: tuple[Choice, ...]
    """All guessers' choices, in the order that decides who was first.

    That is the order of the clicks' ids. In a calm game, where quickness does not count, it is
    clockwise from the mime.
    """

    def find_tile(self, seat: Seat) -> int | None:
        """Return the mask whose tile a seat chose, or None if it chose no tile."""
        return next((hand.tile for hand in self.hands if hand.seat == seat), None)

    def get_outcome_key(self, seat: Seat) -> str:
        """Return how the turn ended for a seat, as the last part of a message's key.

        "unseen" and "understood" are for the mime. "right", "late", "wrong" and "idea" (no tile was
        chosen) are for guessers.
        """
        if self.mime == seat:
            return "unseen" if self.right is None else "understood"
        if self.right == seat:
            return "right"
        tile = self.find_tile(seat)
        if tile is None:
            return "idea"
        return "late" if tile == self.mask else "wrong"


class State(Struct, frozen=True):
    """The whole state of a game, with all secrets.

    Tuples are ordered by seat unless their docstring says otherwise.
    """

    mode: str
    """How the mime shows the mask: "composer", "sounds" or "camera".

    In "composer", the mime presses buttons that show parts. "sounds" adds buttons for sounds. In
    "camera", the mime acts in front of a camera.
    """
    calm: bool
    """Whether choices are secret, so that quickness does not count; this is a house rule.

    If several players choose the right tile, the first one clockwise from the mime gets it.
    """
    quick: bool
    """Whether a race ends as soon as the right tile has a hand on it (ruling Q10)."""
    seconds: int
    """How many seconds a race to guess the mask may last."""
    deck: tuple[int, ...]
    """The secret mask cards that are left; the first one is drawn next."""
    won: tuple[tuple[int, ...], ...]
    """The masks that each seat has won, in the order of winning them."""
    removed: tuple[int, ...]
    """The masks that left the game because nobody was right, in order."""
    mime: Seat
    """The seat of this turn's mime, who acts out the secret mask."""
    turn: int
    """The number of the current turn, counted from 0."""
    phase: str
    """The phase of the turn: "draw", "race" or "closing"; "over" once the game has ended.

    In "draw", the mime has not looked at the mask. In "closing", hands that the network delayed
    still count.
    """
    decision: int
    """The number of the open decision that is asked of the mime before a race, or of all guessers.

    It is even. The numbers of the mime's own decisions during a race are odd.
    """
    mask: int | None = None
    """The mime's secret mask during a race; None at other times."""
    shown: tuple[int, ...] = ()
    """The parts of the secret face that the mime has shown in this race, in order."""
    sounds: tuple[str, ...] = ()
    """The syllables of the sounds that the mime has made in this race, in order."""
    shown_at: int = 0
    """Discord's id of the click for the mime's latest part or sound; 0 means that there is none."""
    done: bool = False
    """Whether the mime has finished, so that nothing more will be shown in this race."""
    hands: tuple[Hand, ...] = ()
    """The guessers' choices in this race, in the order in which they arrived."""
    moods: tuple[int, ...] = ()
    """How daring a computer player at each seat is in this race, as an index of `computer.MOODS`.

    It is drawn again for every race.
    """
    reactions: tuple[int, ...] = ()
    """How quickly a computer player at each seat reacts in this race.

    Each number is an index of `computer.REACTION_PERCENTS`.
    """
    turns: tuple[Turn, ...] = ()
    """The turns that are over, in order, with their masks and choices."""
    passed: tuple[int, ...] = ()
    """How many times each seat has passed on the mime's role of acting out a mask (ruling Q19)."""
    present: tuple[bool, ...] = ()
    """Whether each seat still takes part.

    False means that the player left for good, and no computer may take the seat (rulings Q14, Q15).
    """
    silent: tuple[Seat, ...] = ()
    """The seats that were silent in their latest races in a row, listed once for each such race.

    A silent seat has not chosen in a race while the others waited. Each seat is listed at most
    `MAX_SILENT_RACES` times.
    """
    patience: int = LAST_CALL_SECONDS
    """How many seconds a race lasts after its last call; 0 means that there is no last call.

    The last call comes when the whole face is shown and at least half of the guessers have chosen.
    """
    schema: int = STATE_SCHEMA
    """The version number of this layout; it rises whenever stored games need an upgrade."""

    @property
    def is_racing(self) -> bool:
        """Whether guessers may choose now; delayed hands still count while a race closes."""
        return self.phase in ("race", "closing")

    @property
    def secret_mask(self) -> int:
        """The mime's secret mask.

        Raises:
            ValueError: No race is running, so there is no secret mask.
        """
        if self.mask is None:
            raise ValueError("there is a secret mask in a race only")
        return self.mask

    @property
    def can_mime_act(self) -> bool:
        """Whether the mime has buttons to press now; in front of a camera, the mime needs none."""
        return self.phase == "race" and self.mode != "camera" and not self.done

    @property
    def mime_decision(self) -> int:
        """The number of the decision that only the mime is asked for during a race.

        It changes with each part or sound.
        """
        return self.decision + 1 + 2 * (len(self.shown) + len(self.sounds))

    @property
    def end_decision(self) -> int:
        """The decision number of the pause that ends when the race's time is up (ruling Q9)."""
        return self.decision + 2

    @property
    def closing_decision(self) -> int:
        """The decision number of the short pause in which delayed hands still count."""
        return self.decision + 4

    @property
    def guessers(self) -> tuple[Seat, ...]:
        """All players who have not left, except the mime, who does not guess (ruling Q7)."""
        here = enumerate(self.present)
        return tuple([seat for seat, present in here if present and seat != self.mime])

    @property
    def undecided_guessers(self) -> tuple[Seat, ...]:
        """The guessers who have not chosen in this race."""
        others = {self.mime, *[hand.seat for hand in self.hands]}
        here = enumerate(self.present)
        return tuple([seat for seat, present in here if present and seat not in others])

    @property
    def awaited_guessers(self) -> tuple[Seat, ...]:
        """The guessers that the race still waits for.

        It does not wait for guessers who were silent in too many races. If that is true of all
        guessers, it waits for all (ruling Q24).
        """
        undecided = self.undecided_guessers
        if not self.silent:
            return undecided
        waited = [seat for seat in self.guessers if self.silent.count(seat) < MAX_SILENT_RACES]
        return tuple([seat for seat in undecided if seat in waited or not waited])

    @property
    def is_last_call(self) -> bool:
        """Whether the last call has come, after which the race ends within seconds (ruling Q24).

        It comes when the whole face is shown and at least half of the awaited guessers have chosen.
        In front of a camera, the face counts as whole from the beginning.
        """
        whole = self.done or self.mode == "camera" or len(self.shown) == len(FEATURES)
        runs = self.phase == "race" and self.patience > 0
        return runs and whole and len(self.awaited_guessers) <= len(self.hands)

    @property
    def is_found(self) -> bool:
        """Whether a quick race is decided because a hand is on the right tile (ruling Q10)."""
        return self.quick and self.seats_by_tile[self.secret_mask] is not None

    @property
    def hands_in_order(self) -> tuple[Hand, ...]:
        """The guessers' choices in this race, in the order that decides who was first.

        That is the order of the clicks' ids (ruling Q6). In a calm game, where quickness does not
        count (a house rule), it is clockwise from the mime's left.
        """
        seats = len(self.present)
        if self.calm:
            return tuple(sorted(self.hands, key=lambda hand: (hand.seat - self.mime) % seats))
        return tuple(sorted(self.hands, key=sort_by_arrival))

    @property
    def seats_by_tile(self) -> tuple[Seat | None, ...]:
        """The seat whose hand was first on each tile, by mask (rulebook, "Game Turn").

        None means that no hand is on the tile. Ruling Q5 says what happens to later hands.
        """
        first: list[Seat | None] = [None] * len(MASKS)
        for hand in reversed(self.hands_in_order):
            if hand.tile is not None:
                first[hand.tile] = hand.seat
        return tuple(first)

    @property
    def late_seats(self) -> tuple[Seat, ...]:
        """The seats whose hands came to a tile that was already taken (ruling Q5), ascending."""
        first = self.seats_by_tile
        spent = (h.seat for h in self.hands if h.tile is not None and first[h.tile] != h.seat)
        return tuple(sorted(spent))


class View(Struct, frozen=True):
    """All that one player or onlooker may know of a game.

    Tuples are ordered by seat unless their docstring says otherwise.
    """

    viewer: Seat | None
    """The seat that has this view; None means an onlooker."""
    mode: str
    """How the mime shows the mask: "composer", "sounds" or "camera", as in `State.mode`."""
    calm: bool
    """Whether choices are secret in this game, so that quickness does not count."""
    deck: int
    """How many secret mask cards are left to draw."""
    counts: tuple[int, ...]
    """How many masks each seat has won; a seat that was left for good has none."""
    won: tuple[int, ...]
    """The viewer's own masks, in the order of winning them (ruling Q12); an onlooker has none."""
    mime: Seat
    """The seat of this turn's mime, who acts out the secret mask."""
    turn: int
    """The number of the current turn, counted from 0."""
    all_turns: int
    """How many turns the whole game has, as far as that is known now."""
    phase: str
    """The phase of the turn: "draw", "race" or "closing"; "over" once the game has ended."""
    decision: int
    """The number of the open decision that is asked of the mime before a race, or of guessers."""
    mask: int | None
    """The secret mask; only the mime sees it, and only during a race. Otherwise it is None."""
    shown: tuple[int, ...]
    """The parts of the secret face that the mime has shown in this race, in order."""
    sounds: tuple[str, ...]
    """The syllables of the sounds that the mime has made in this race, in order."""
    done: bool
    """Whether the mime has finished, so that nothing more will be shown in this race."""
    chosen: tuple[Seat, ...]
    """The seats that have chosen in this race.

    They are in ascending order, so that the order tells nothing about when they chose.
    """
    taken: tuple[Seat | None, ...]
    """The seat whose hand is on each tile, by mask, as far as clicks have arrived.

    None means that no hand is on the tile. The tuple is empty in a calm game, where choices are
    secret until the race ends.
    """
    late: tuple[Seat, ...]
    """The seats whose hands came to a tile that was already taken; empty in a calm game."""
    own: Hand | None
    """The viewer's own choice in this race; None means that there is none."""
    turns: tuple[Turn, ...]
    """The turns that are over, in order, with their masks and choices."""
    present: tuple[bool, ...]
    """Whether each seat still takes part; False means that the player left for good."""
    passed: tuple[int, ...] = ()
    """How many times each seat has passed on the mime's role of acting out a mask (ruling Q19)."""
    last_call: bool = False
    """Whether the race ends soon, because at least half of the awaited guessers have chosen."""
    piles: tuple[tuple[int, ...], ...] = ()
    """The masks that each seat has won, in order, once the game is over; empty before."""
