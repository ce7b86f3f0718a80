"""What a game of Quickpick is made of: the state, and what one viewer may know of it.

Moves, each a path of fields; masks are numbers of `MASKS`, parts of `PART_NAMES`:

- draw (the mime's): "draw" (and look at the secret mask: the race begins); "pass-on" where no
  computer may take the seat (ruling Q19)
- mime (the mime's, while the race runs): "show/<feature>" (a name of `FEATURES`: the part that the
  secret mask shows there appears), "sound/<syllable>", "done" (nothing more to show)
- slap (each guesser's): "tile/<mask>", or "pass" for no idea (ruling Q8)
"""

from msgspec import Struct

from bot.games.events import Seat

DRAW = "draw"
"""The mime looks at the secret mask."""
PASS_ON = "pass-on"  # noqa: S105 - no password
"""The role of the mime goes on to the left (ruling Q19)."""
PASSES = 2
"""Who passes the mime's role on so often leaves with it (ruling Q19)."""
PASS = "pass"  # noqa: S105 - no password
"""No idea, which counts as having chosen (ruling Q8)."""
DONE = "done"
"""The mime shows nothing more."""
SCHEMA = 4
"""The layout of `State`; that of version 0.1, 1, had other numbers for computers in a race, up to 2
every race waited for whoever was silent until its time was up, and up to 3 turns named their fields
and kept the times of all clicks."""
STRIDE = 64
"""From one even decision to the next; between them are those of the mime in a race."""
SILENT_RACES = 2
"""Whoever is silent in so many races in a row is not waited for until they press again."""
LAST_CALL = 12
"""Seconds in which a race closes whose whole face is shown and for which few are still missing."""


class Hand(Struct, frozen=True):
    """What a guesser chose in a race."""

    seat: Seat
    tile: int | None
    """The mask whose tile the hand is on; None: no idea."""
    at: int
    """Discord's id of the click, whose order decides (ruling Q6)."""


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
    others waited for it; at most `SILENT_RACES` times."""
    patience: int = LAST_CALL
    """Seconds for those who are missing once the whole face is shown; 0: nobody is hurried."""
    schema: int = SCHEMA
    """The number of this layout; it rises when older states need to be upgraded."""


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
