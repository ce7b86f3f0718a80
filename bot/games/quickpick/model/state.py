"""The masks, the state and the views of Quickpick.

A mask is a monster's face with five features of two values each. The faces in the rulebook follow
no such system. The 16 faces here are all combinations whose values have an even sum. So each
feature that a mime shows halves the number of faces that still fit: 8, 4, 2, 1.
"""

from typing import Literal, get_args

from msgspec import Struct

from bot.engine.events import Seat

Feature = Literal["brows", "eyes", "mouth", "tongue", "head"]
FEATURES: tuple[Feature, ...] = get_args(Feature)
"""The five features of a face, in the order of the values in `MASKS`."""
DECISIVE_PARTS = len(FEATURES) - 1
"""The number of shown parts, such as "brows up", that tell a face from all others."""
PARTS_BY_FEATURE = (
    ("brows-up", "brows-down"),
    ("eyes-wide", "eyes-shut"),
    ("mouth-round", "mouth-flat"),
    ("tongue-out", "tongue-in"),
    ("head-left", "head-right"),
)
"""The two parts of each feature, in the order of `FEATURES`. The number of a part is 2 * feature +
value. The key of its text is `part-<name>`.
"""
PART_NAMES = tuple(name for pair in PARTS_BY_FEATURE for name in pair)
"""The names of all ten parts of faces, such as "brows-up". The index is the part's number."""

MASK_LETTERS = "abcdefghijklmnop"
"""The first letter of each monster's name; the tiles lie in this order (ruling Q22)."""
TILES_PER_ROW = 4
"""The number of tiles in a row, on the board and in pictures; a phone has room for four buttons."""

# In mixed order, so that a tile's place on the table tells no feature.
MASKS: tuple[tuple[int, int, int, int, int], ...] = (
    (0, 1, 0, 0, 1), (1, 0, 0, 1, 0), (0, 0, 1, 1, 0), (1, 1, 1, 0, 1),
    (1, 0, 1, 1, 1), (0, 0, 0, 0, 0), (1, 1, 0, 1, 1), (0, 1, 1, 0, 0),
    (1, 1, 0, 0, 0), (0, 1, 1, 1, 1), (1, 0, 0, 0, 1), (0, 0, 1, 0, 1),
    (0, 0, 0, 1, 1), (1, 0, 1, 0, 0), (0, 1, 0, 1, 0), (1, 1, 1, 1, 0),
)  # fmt: skip
"""The values, 0 or 1, of each mask's five features, in the order of `FEATURES`. Everywhere else, a
mask (monster face) is an index into this tuple.
"""

SEATS = range(3, 9)
"""The numbers of players that the game allows, from 3 to 8 (ruling Q3)."""
CARDS_PER_MASK = 3
"""The number of cards that the box has of each of the 16 monster faces (ruling Q20)."""
CARDS_PER_SEAT = 6
"""The number of mask cards that the deck has at the start for each player (rulebook p. 2)."""

Syllable = Literal["grr", "muaa", "zzz", "pff", "brr", "uuh", "tss", "wah", "iih", "rrr"]
SYLLABLES: tuple[Syllable, ...] = get_args(Syllable)
"""The sounds that the mime may make as hints (ruling Q18), with texts `sound-<syllable>`."""

PASSES_TO_LEAVE = 2
"""A player who passes on the mime's role this many times leaves the game (ruling Q19)."""
STATE_SCHEMA = 4
"""The version number of the fields of `State`, used to upgrade games that were stored earlier."""
DECISIONS_PER_TURN = 64
"""The gap between the numbers of a turn's main decisions, for the mime's moves and pauses."""
MAX_SILENT_RACES = 2
"""The number of races in a row without a choice after which races wait no longer for a guesser."""
LAST_CALL_SECONDS = 12
"""The number of seconds that guessers still have after the last call in a race."""


def find_part(mask: int, feature: int) -> int:
    """Return the number of the part, such as "brows up", that a mask has for a feature."""
    return 2 * feature + MASKS[mask][feature]


def find_matching_masks(parts: tuple[int, ...]) -> tuple[int, ...]:
    """Return the masks that have all of the given parts, in ascending order."""
    return tuple(
        mask
        for mask in range(len(MASKS))
        if all(find_part(mask, number // 2) == number for number in parts)
    )


class Hand(Struct, frozen=True):
    """A guesser's choice in the current race: the tile of a face, or "no idea"."""

    seat: Seat
    tile: int | None
    """The chosen face, as an index in `MASKS`. None means that the guesser said "no idea"."""
    at: int
    """Discord's id of the click. The lower one of two ids was clicked first (ruling Q6)."""


def sort_by_arrival(hand: Hand) -> tuple[int, Seat]:
    """Return a unique sort key that puts guessers' choices in the order of their clicks."""
    return hand.at, hand.seat


class Choice(Struct, frozen=True, array_like=True):
    """A guesser's choice in a turn that is over: the tile of a face, or "no idea"."""

    seat: Seat
    tile: int | None
    """The chosen face, as an index in `MASKS`. None means that the guesser said "no idea"."""


class Turn(Struct, frozen=True, array_like=True):
    """A turn that is over: who was the mime, which face was secret, and what each guesser chose."""

    mime: Seat
    mask: int
    """The secret mask that the mime acted out, as an index in `MASKS`."""
    right: Seat | None
    """The seat of the guesser who was first on the right tile. None means that nobody was right."""
    hands: tuple[Choice, ...]
    """All guessers' choices, as in `State.hands_in_order`."""

    def find_tile(self, seat: Seat) -> int | None:
        """Return the face that a player guessed in this turn, or None."""
        return next((hand.tile for hand in self.hands if hand.seat == seat), None)

    def get_outcome_key(self, seat: Seat) -> str:
        """Return how the turn ended for a player, as a word used in the keys of texts.

        It is "unseen" or "understood" for the mime. For a guesser, it is "right", "late" (right,
        but not first), "wrong", or "idea" (no tile was chosen).
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

    In tuples, the index is the seat unless the field's docstring says otherwise.
    """

    mode: str
    """How the mime shows the secret face: "composer" (by buttons), "sounds" (too) or "camera"."""
    calm: bool
    """Whether guesses stay secret until the race ends, which is a house rule. If several players
    guess right, the first one clockwise from the mime wins the race.
    """
    quick: bool
    """Whether a race ends as soon as a guesser has chosen the right tile (ruling Q10)."""
    seconds: int
    """The maximum number of seconds that a race to guess the secret face may last."""
    deck: tuple[int, ...]
    """The mask cards that are left, as indices in `MASKS`; the first card is drawn next."""
    won: tuple[tuple[int, ...], ...]
    """The masks (face cards) that each player has won, oldest first, as indices in `MASKS`."""
    removed: tuple[int, ...]
    """The masks that left the game without being won, oldest first."""
    mime: Seat
    """The seat of this turn's mime, the player who acts out the secret face."""
    turn: int
    """The number of the current turn, counted from 0."""
    phase: str
    """The phase of the turn: "draw", "race" or "closing"; "over" once the game has ended. "closing"
    is a short pause in which guesses that the network delayed still count.
    """
    decision: int
    """The number of the open decision: the mime's draw, or the guessers' choice in a race. It is
    always even. The mime's own decisions during a race have odd numbers.
    """
    mask: int | None = None
    """The secret mask of this race, as an index in `MASKS`. None means that no race is running."""
    shown: tuple[int, ...] = ()
    """The parts that the mime has shown in this race, oldest first, as indices in `PART_NAMES`."""
    sounds: tuple[str, ...] = ()
    """The sounds that the mime has made in this race, oldest first, as items of `SYLLABLES`."""
    shown_at: int = 0
    """The id of the mime's last click that showed a part or made a sound in this race, or 0."""
    done: bool = False
    """Whether the mime will show no more parts of the face in this race."""
    hands: tuple[Hand, ...] = ()
    """The guessers' choices in this race, in the order in which they reached the bot."""
    moods: tuple[int, ...] = ()
    """The mood of a computer player at each seat in this race, as an index in `computer.MOODS`."""
    reactions: tuple[int, ...] = ()
    """The speed at each seat in this race, as an index in `computer.REACTION_PERCENTS`."""
    turns: tuple[Turn, ...] = ()
    """The turns that are over, oldest first, with their secret faces and guesses."""
    passed: tuple[int, ...] = ()
    """How often each player has passed on the role of the mime (ruling Q19)."""
    present: tuple[bool, ...] = ()
    """Whether each player still takes part, or has left for good (rulings Q14, Q15)."""
    silent: tuple[Seat, ...] = ()
    """The guessers who did not choose in their latest races, once for each race that others waited.
    Each occurs at most `MAX_SILENT_RACES` times, and is removed when the player makes a move. What
    a computer does as the mime is none of theirs.
    """
    patience: int = LAST_CALL_SECONDS
    """The number of seconds after a race's last call; 0 means that races have no last call."""
    favoured: Seat | None = None
    """The seat, a learner's, whose guess counts as the first in a calm game, if any."""
    schema: int = STATE_SCHEMA
    """The version number of the fields of this struct; see `STATE_SCHEMA`."""

    @property
    def is_racing(self) -> bool:
        """Whether guesses count now: during a race, and in the short pause in which it closes."""
        return self.phase in ("race", "closing")

    @property
    def secret_mask(self) -> int:
        """The secret mask of the current race.

        Raises:
            ValueError: No race is running, so there is no secret mask.
        """
        if self.mask is None:
            raise ValueError("there is a secret mask in a race only")
        return self.mask

    @property
    def can_mime_act(self) -> bool:
        """Whether the mime can press buttons to show parts or make sounds now."""
        return self.phase == "race" and self.mode != "camera" and not self.done

    @property
    def mime_decision(self) -> int:
        """The number of the mime's decision in a race, which each part and sound changes."""
        return self.decision + 1 + 2 * (len(self.shown) + len(self.sounds))

    @property
    def end_decision(self) -> int:
        """The number of the pause that ends when the race's time is up (ruling Q9)."""
        return self.decision + 2

    @property
    def closing_decision(self) -> int:
        """The number of the short pause at the end of a race."""
        return self.decision + 4

    @property
    def guessers(self) -> tuple[Seat, ...]:
        """The seats of all present players except the mime (ruling Q7)."""
        here = enumerate(self.present)
        return tuple([seat for seat, present in here if present and seat != self.mime])

    @property
    def undecided_guessers(self) -> tuple[Seat, ...]:
        """The seats of the guessers who have chosen neither a tile nor "no idea"."""
        decided = {hand.seat for hand in self.hands}
        return tuple([seat for seat in self.guessers if seat not in decided])

    @property
    def awaited_guessers(self) -> tuple[Seat, ...]:
        """The seats of the guessers whose choice the race still waits for.

        It does not wait for guessers who made no choice in `MAX_SILENT_RACES` races in a row,
        unless that is true of all (ruling Q24).
        """
        undecided = self.undecided_guessers
        if not self.silent:
            return undecided
        waited = [seat for seat in self.guessers if self.silent.count(seat) < MAX_SILENT_RACES]
        return tuple([seat for seat in undecided if seat in waited or not waited])

    @property
    def is_last_call(self) -> bool:
        """Whether the last call has come, so that the race ends within seconds (ruling Q24).

        It comes when the whole face is shown, and at least as many guessers have chosen as the race
        still waits for. In front of a camera, the face counts as shown from the start.
        """
        whole = self.done or self.mode == "camera" or len(self.shown) == len(FEATURES)
        runs = self.phase == "race" and self.patience > 0
        return runs and whole and len(self.awaited_guessers) <= len(self.hands)

    @property
    def is_found(self) -> bool:
        """Whether a quick race is decided by a choice of the right tile (ruling Q10)."""
        return self.quick and self.seats_by_tile[self.secret_mask] is not None

    @property
    def hands_in_order(self) -> tuple[Hand, ...]:
        """The guessers' choices in this race, with the choice first that counts as the earliest.

        They are in the order of the clicks' ids (ruling Q6). In a calm game, where quickness does
        not count (a house rule), they go clockwise from the mime's left, after the choice of a
        learner.
        """
        seats = len(self.present)
        if self.calm:
            by_place = sorted(self.hands, key=lambda hand: (hand.seat - self.mime) % seats)
            return tuple(sorted(by_place, key=lambda hand: hand.seat != self.favoured))
        return tuple(sorted(self.hands, key=sort_by_arrival))

    @property
    def seats_by_tile(self) -> tuple[Seat | None, ...]:
        """The guesser, if any, who was first on each tile (rulebook, "Game Turn"; ruling Q5)."""
        first: list[Seat | None] = [None] * len(MASKS)
        for hand in reversed(self.hands_in_order):
            if hand.tile is not None:
                first[hand.tile] = hand.seat
        return tuple(first)

    @property
    def late_seats(self) -> tuple[Seat, ...]:
        """The seats of guessers who chose an already taken tile (ruling Q5), in ascending order."""
        first = self.seats_by_tile
        spent = (h.seat for h in self.hands if h.tile is not None and first[h.tile] != h.seat)
        return tuple(sorted(spent))


class View(Struct, frozen=True):
    """All that one player or onlooker may know of a game.

    In tuples, the index is the seat. Fields without a docstring mean the same as in `State`.
    """

    viewer: Seat | None
    """The seat of the player who has this view. None means an onlooker."""
    mode: str
    calm: bool
    deck: int
    """The number of mask cards that are left to draw."""
    counts: tuple[int, ...]
    """The number of masks that each player has won; 0 for a player who left for good."""
    won: tuple[int, ...]
    """The masks that the viewer has won, oldest first (ruling Q12); empty for an onlooker."""
    mime: Seat
    turn: int
    all_turns: int
    """The number of turns in the whole game, unless it ends early because players leave."""
    phase: str
    decision: int
    mask: int | None
    """The secret mask of this race, which only the mime may know."""
    shown: tuple[int, ...]
    sounds: tuple[str, ...]
    done: bool
    chosen: tuple[Seat, ...]
    """The seats of the guessers who have chosen in this race, in ascending order."""
    taken: tuple[Seat | None, ...]
    """The guesser who is first on each tile so far, by mask; empty in a calm game."""
    late: tuple[Seat, ...]
    """The seats of guessers who chose an already taken tile; empty in a calm game."""
    own: Hand | None
    """The viewer's own choice in this race. None means that the viewer has not chosen."""
    turns: tuple[Turn, ...]
    present: tuple[bool, ...]
    passed: tuple[int, ...] = ()
    last_call: bool = False
    """Whether the last call has come: the race ends within seconds. See `State.is_last_call`."""
    piles: tuple[tuple[int, ...], ...] = ()
    """The masks that each player has won, oldest first, once the game is over; empty before."""
