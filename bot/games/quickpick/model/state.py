"""The masks, the state and the views of Quickpick.

A mask is a monster's face with five features, such as brows and eyes. Each feature has one of two
values. The faces in the rulebook follow no such system. The 16 faces here are all combinations
whose values have an even sum. So each feature that a mime shows halves the number of faces that
still fit: 8, 4, 2, 1.
"""

from typing import Literal, get_args

from msgspec import Struct

from bot.engine.events import Seat

Feature = Literal["brows", "eyes", "mouth", "tongue", "head"]
FEATURES: tuple[Feature, ...] = get_args(Feature)
"""The five features of a face, in the order of the values in `MASKS`."""
DECISIVE_PARTS = len(FEATURES) - 1
"""The number of shown parts, such as "brows up", that tell a face from all others. Each face has
five parts, and any four of them determine the fifth.
"""
PARTS_BY_FEATURE = (
    ("brows-up", "brows-down"),
    ("eyes-wide", "eyes-shut"),
    ("mouth-round", "mouth-flat"),
    ("tongue-out", "tongue-in"),
    ("head-left", "head-right"),
)
"""The two parts of each feature, such as "brows-up" and "brows-down", in the order of `FEATURES`.
The number of a part is 2 * feature + value. The key of its text is `part-<name>`.
"""
PART_NAMES = tuple(name for pair in PARTS_BY_FEATURE for name in pair)
"""The names of all ten parts of faces, such as "brows-up". The index is the part's number."""

MASK_LETTERS = "abcdefghijklmnop"
"""The letter of each mask (monster face), by the mask's index in `MASKS`. The monster's name begins
with this letter. The tiles lie in this order (ruling Q22).
"""
TILES_PER_ROW = 4
"""The number of tiles in a row, on the board and in pictures. Each of the 16 faces has a tile,
which is a button on the board. A phone has room for four buttons side by side.
"""

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
"""The sounds that the mime may make as hints to the secret face (ruling Q18). The keys of their
texts are `sound-<syllable>`.
"""

PASSES_TO_LEAVE = 2
"""A player who passes on the mime's role this many times leaves the game (ruling Q19). The mime is
the player who acts out the secret face.
"""
STATE_SCHEMA = 4
"""The version number of the fields of `State`, used to upgrade games that were stored earlier."""
DECISIONS_PER_TURN = 64
"""The gap between the numbers of a turn's main decisions: the mime's draw and the guessers' choice.
The numbers in the gap are used by the mime's moves and the pauses in the race that follows.
"""
MAX_SILENT_RACES = 2
"""The number of races in a row without a choice after which races stop waiting for a guesser. Races
wait for the guesser again after the guesser's next move.
"""
LAST_CALL_SECONDS = 12
"""The number of seconds that guessers still have after the last call in a race. The last call comes
when the whole face is shown and at least half of the guessers have chosen.
"""


def find_part(mask: int, feature: int) -> int:
    """Return the number of the part, such as "brows up", that a mask has for a feature."""
    return 2 * feature + MASKS[mask][feature]


def find_matching_masks(parts: tuple[int, ...]) -> tuple[int, ...]:
    """Return the masks (monster faces) that have all of the given parts, in ascending order.

    If the mime has shown these parts, each of the returned masks may be the secret one.
    """
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
    """Return a sort key that puts guessers' choices in the order of their clicks.

    No two choices of a race have the same key.
    """
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
    """All guessers' choices, with the choice first that counts as the earliest. They are in the
    order of their clicks. In a calm game, where quickness does not count, they go clockwise from
    the mime.
    """

    def find_tile(self, seat: Seat) -> int | None:
        """Return the face that a player guessed in this turn, as an index in `MASKS`.

        The result is None if the player said "no idea" or made no choice.
        """
        return next((hand.tile for hand in self.hands if hand.seat == seat), None)

    def get_outcome_key(self, seat: Seat) -> str:
        """Return how the turn ended for a player, as a word used in the keys of texts.

        For the mime, the word is "unseen" if nobody guessed the face, else "understood". For a
        guesser, it is "right", "late" (right, but not first), "wrong", or "idea" (no tile was
        chosen).
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
    """The way in which the mime shows the secret face: "composer", "sounds" or "camera". In
    "composer", the mime presses buttons that show parts of the face. "sounds" adds buttons for
    sounds. In "camera", the mime makes the face in front of a camera.
    """
    calm: bool
    """Whether guesses stay secret until the race ends, which is a house rule. Quickness then does
    not count. If several players guess right, the first one clockwise from the mime wins the race.
    """
    quick: bool
    """Whether a race ends as soon as a guesser has chosen the right tile (ruling Q10). If False, it
    ends when all guessers have chosen or the time is up.
    """
    seconds: int
    """The maximum number of seconds that a race to guess the secret face may last."""
    deck: tuple[int, ...]
    """The mask cards that are left, as indices in `MASKS`; the first card is drawn next."""
    won: tuple[tuple[int, ...], ...]
    """The masks (face cards) that each player has won, oldest first, as indices in `MASKS`."""
    removed: tuple[int, ...]
    """The masks (face cards) that left the game without being won, oldest first. They are indices
    in `MASKS`.
    """
    mime: Seat
    """The seat of this turn's mime, the player who acts out the secret face."""
    turn: int
    """The number of the current turn, counted from 0."""
    phase: str
    """The phase of the turn: "draw", "race" or "closing"; "over" once the game has ended. "draw"
    lasts until the mime looks at the mask. In "race", the others guess. "closing" is a short pause
    in which guesses that the network delayed still count.
    """
    decision: int
    """The number of the open decision: the mime's draw, or the guessers' choice in a race. It is
    always even. The mime's own decisions during a race have odd numbers.
    """
    mask: int | None = None
    """The secret mask of this race, as an index in `MASKS`. None means that no race is running."""
    shown: tuple[int, ...] = ()
    """The parts of the secret face that the mime has shown in this race, oldest first. They are
    indices in `PART_NAMES`.
    """
    sounds: tuple[str, ...] = ()
    """The sounds that the mime has made in this race, oldest first, as items of `SYLLABLES`."""
    shown_at: int = 0
    """Discord's id of the mime's last click that showed a part or made a sound in this race.

    0 means that there is none yet.
    """
    done: bool = False
    """Whether the mime will show no more parts of the face in this race."""
    hands: tuple[Hand, ...] = ()
    """The guessers' choices in this race, in the order in which they reached the bot."""
    moods: tuple[int, ...] = ()
    """The mood of a computer player at each seat in this race, as an index in `computer.MOODS`. The
    mood says how many parts of the face the computer player waits for before it guesses. It is
    drawn at random at the start of each race.
    """
    reactions: tuple[int, ...] = ()
    """The speed of a computer player at each seat in this race, as an index. The index is one in
    `computer.REACTION_PERCENTS`. It is drawn at random at the start of each race.
    """
    turns: tuple[Turn, ...] = ()
    """The turns that are over, oldest first, with their secret faces and guesses."""
    passed: tuple[int, ...] = ()
    """The number of times that each player has passed on the role of the mime (ruling Q19). The
    mime is the player who acts out the secret face.
    """
    present: tuple[bool, ...] = ()
    """Whether each player still takes part. False means that the player left for good and that no
    computer player may take the seat (rulings Q14, Q15).
    """
    silent: tuple[Seat, ...] = ()
    """The seats of guessers who did not choose in their latest races, once for each such race. Only
    races in which the others waited count. Each seat occurs at most `MAX_SILENT_RACES` times, and
    is removed when its player makes a move. What a computer does as the mime is none of theirs.
    """
    patience: int = LAST_CALL_SECONDS
    """The number of seconds that guessers still have after a race's last call.

    0 means that races have no last call.

    The last call comes when the whole face is shown and at least half of the guessers have chosen.
    """
    favoured: Seat | None = None
    """The seat whose guess counts as the first in a calm game: that of the learner in a lesson.
    None means that guesses count clockwise from the mime.
    """
    schema: int = STATE_SCHEMA
    """The version number of the fields of this struct; see `STATE_SCHEMA`."""

    @property
    def is_racing(self) -> bool:
        """Whether guesses count now: during a race, and in the short pause in which it closes."""
        return self.phase in ("race", "closing")

    @property
    def secret_mask(self) -> int:
        """The secret mask (monster face) of the current race, as an index in `MASKS`.

        Raises:
            ValueError: No race is running, so there is no secret mask.
        """
        if self.mask is None:
            raise ValueError("there is a secret mask in a race only")
        return self.mask

    @property
    def can_mime_act(self) -> bool:
        """Whether the mime can show parts or make sounds now by pressing buttons.

        In front of a camera, the mime needs no buttons, so this is always False.
        """
        return self.phase == "race" and self.mode != "camera" and not self.done

    @property
    def mime_decision(self) -> int:
        """The number of the decision that the mime has to make during a race.

        The number changes with each part that the mime shows and each sound that the mime makes.
        """
        return self.decision + 1 + 2 * (len(self.shown) + len(self.sounds))

    @property
    def end_decision(self) -> int:
        """The number of the pause that ends when the race's time is up (ruling Q9)."""
        return self.decision + 2

    @property
    def closing_decision(self) -> int:
        """The number of the short pause at the end of a race.

        Guesses that the network delayed still count during it.
        """
        return self.decision + 4

    @property
    def guessers(self) -> tuple[Seat, ...]:
        """The seats of all players who may guess.

        They are those who have not left, except the mime (ruling Q7).
        """
        here = enumerate(self.present)
        return tuple([seat for seat, present in here if present and seat != self.mime])

    @property
    def undecided_guessers(self) -> tuple[Seat, ...]:
        """The seats of the guessers who have not chosen in this race.

        Choosing means a tile or "no idea".
        """
        others = {self.mime, *[hand.seat for hand in self.hands]}
        here = enumerate(self.present)
        return tuple([seat for seat, present in here if present and seat not in others])

    @property
    def awaited_guessers(self) -> tuple[Seat, ...]:
        """The seats of the guessers whose choice the race still waits for.

        The race does not wait for guessers who made no choice in `MAX_SILENT_RACES` races in a row.
        If that is true of all guessers, the race waits for all of them (ruling Q24).
        """
        undecided = self.undecided_guessers
        if not self.silent:
            return undecided
        waited = [seat for seat in self.guessers if self.silent.count(seat) < MAX_SILENT_RACES]
        return tuple([seat for seat in undecided if seat in waited or not waited])

    @property
    def is_last_call(self) -> bool:
        """Whether the last call has come, so that the race ends within seconds (ruling Q24).

        The last call comes when the whole face is shown and enough guessers have chosen. Enough
        means at least as many as the race still waits for. In front of a camera, the face counts as
        wholly shown from the start.
        """
        whole = self.done or self.mode == "camera" or len(self.shown) == len(FEATURES)
        runs = self.phase == "race" and self.patience > 0
        return runs and whole and len(self.awaited_guessers) <= len(self.hands)

    @property
    def is_found(self) -> bool:
        """Whether the race is decided because a guesser has chosen the right tile (ruling Q10).

        It is always False in games in which the race goes on after that.
        """
        return self.quick and self.seats_by_tile[self.secret_mask] is not None

    @property
    def hands_in_order(self) -> tuple[Hand, ...]:
        """The guessers' choices in this race, with the choice first that counts as the earliest.

        They are in the order of the clicks' ids (ruling Q6). In a calm game, where quickness does
        not count (a house rule), they go clockwise from the mime's left. In a lesson, the learner's
        choice comes before them.
        """
        seats = len(self.present)
        if self.calm:
            by_place = sorted(self.hands, key=lambda hand: (hand.seat - self.mime) % seats)
            return tuple(sorted(by_place, key=lambda hand: hand.seat != self.favoured))
        return tuple(sorted(self.hands, key=sort_by_arrival))

    @property
    def seats_by_tile(self) -> tuple[Seat | None, ...]:
        """The seat of the guesser who was first on each tile (rulebook, "Game Turn").

        The index is the mask whose tile it is. None means that nobody has chosen the tile. Ruling
        Q5 says what happens to later choices of a taken tile.
        """
        first: list[Seat | None] = [None] * len(MASKS)
        for hand in reversed(self.hands_in_order):
            if hand.tile is not None:
                first[hand.tile] = hand.seat
        return tuple(first)

    @property
    def late_seats(self) -> tuple[Seat, ...]:
        """The seats of guessers who chose an already taken tile (ruling Q5), in ascending order.

        These guessers get nothing for their choice.
        """
        first = self.seats_by_tile
        spent = (h.seat for h in self.hands if h.tile is not None and first[h.tile] != h.seat)
        return tuple(sorted(spent))


class View(Struct, frozen=True):
    """All that one player or onlooker may know of a game.

    In tuples, the index is the seat unless the field's docstring says otherwise.
    """

    viewer: Seat | None
    """The seat of the player who has this view. None means an onlooker."""
    mode: str
    """The way in which the mime shows the secret face: "composer", "sounds" or "camera". See
    `State.mode`.
    """
    calm: bool
    """Whether guesses stay secret until the race ends, so that quickness does not count."""
    deck: int
    """The number of mask cards that are left to draw."""
    counts: tuple[int, ...]
    """The number of masks that each player has won; 0 for a player who left for good."""
    won: tuple[int, ...]
    """The masks that the viewer has won, oldest first (ruling Q12); empty for an onlooker."""
    mime: Seat
    """The seat of this turn's mime, the player who acts out the secret face."""
    turn: int
    """The number of the current turn, counted from 0."""
    all_turns: int
    """The number of turns in the whole game, unless it ends early because players leave."""
    phase: str
    """The phase of the turn: "draw", "race" or "closing"; "over" once the game has ended. See
    `State.phase`.
    """
    decision: int
    """The number of the open decision: the mime's draw, or the guessers' choice in a race."""
    mask: int | None
    """The secret mask of this race, as an index in `MASKS`. None means that no race is running, or
    that the viewer is not the mime and must not know the mask.
    """
    shown: tuple[int, ...]
    """The parts of the secret face that the mime has shown in this race, oldest first. They are
    indices in `PART_NAMES`.
    """
    sounds: tuple[str, ...]
    """The sounds that the mime has made in this race, oldest first, as items of `SYLLABLES`."""
    done: bool
    """Whether the mime will show no more parts of the face in this race."""
    chosen: tuple[Seat, ...]
    """The seats of the guessers who have chosen in this race. They are in ascending order, so that
    the order does not reveal who chose first.
    """
    taken: tuple[Seat | None, ...]
    """The seat of the guesser who is first on each tile so far. The index is the mask whose tile it
    is. None means that nobody has chosen the tile. The tuple is empty in a calm game, where guesses
    are secret until the race ends.
    """
    late: tuple[Seat, ...]
    """The seats of guessers who chose an already taken tile; empty in a calm game."""
    own: Hand | None
    """The viewer's own choice in this race. None means that the viewer has not chosen."""
    turns: tuple[Turn, ...]
    """The turns that are over, oldest first, with their secret faces and guesses."""
    present: tuple[bool, ...]
    """Whether each player still takes part. False means that the player left for good."""
    passed: tuple[int, ...] = ()
    """The number of times that each player has passed on the role of the mime (ruling Q19). The
    mime is the player who acts out the secret face.
    """
    last_call: bool = False
    """Whether the last call has come: the race ends within seconds. See `State.is_last_call`."""
    piles: tuple[tuple[int, ...], ...] = ()
    """The masks that each player has won, oldest first, once the game is over; empty before."""
