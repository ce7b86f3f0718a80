"""The record of a finished game: all that is kept of it for good.

A record is made from what was stored while the game ran. Its moves are not given to the rules
again. So a later version shows what people saw at the time. The data for lists is separate from the
data for replays, which is packed.

A transcript keeps everybody's views after each step: one for the onlookers and one for each seat.
Most of a view is the same as a step before, and the same for everybody. So only differences are
kept. Of the onlookers' view, these are the fields that have changed. Of a seat's view, these are
the fields that differ from the onlookers' view, if these have changed. Later changes of the rules
do not affect what was kept.
"""

import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Literal, NamedTuple

from msgspec import Raw, Struct
from msgspec.json import decode, encode
from msgspec.structs import astuple

from bot.domain.table import Finished, Leaver
from bot.engine.events import EventRecord, Seat
from bot.engine.game import ActionRecord, ActRecord, Game, StepRecord

Ending = Literal["played", "ended", "left"]
"""How a game ended.

"played": to its end. "ended": somebody ended it early. "left": nobody went on, until it closed.
"""
MIN_RATED_PEOPLE = 2
"""The minimum number of people in a rated game."""
RECORD_VERSION = 1
"""The version of the format of records.

Increase it when older records cannot be read as they are.
"""


class Participant(Struct, frozen=True, gc=False):
    """The player who had a seat at the end, and the place that the seat reached."""

    name: str
    """The display name; "" for a person whose data was erased."""
    user: int | None
    """Discord's user id. None: a computer, or a person who left or whose data was erased."""
    level: str
    """The computer player's level, as in `Player.level`; "" for a person."""
    away: bool
    """True: at the end, the computer played the seat for its owner."""
    rank: int
    """The seat's rank; 1 is the winner's.

    For a game that was not played to its end, it is the interim rank. 0: that is not known.
    """
    points: int
    letter: int | None
    """The number of the seat's letter; 0 is A. None: the seat's own number."""
    mu: float = 0.0
    """The rating of the computer player's level when the game ended (`bot.domain.ratings`)."""


class OnlookerGuess(Struct, frozen=True, gc=False):
    """An onlooker's guess who wins, made before that could be told."""

    name: str
    """The display name; "" for a person whose data was erased."""
    user: int | None
    """Discord's user id; None for a person whose data was erased."""
    seat: Seat
    """The seat that they expected to win."""


Awards = tuple[tuple[str, Seat], ...]
"""Pairs of an award's name, as in `Game.awards`, and the seat that earned it."""


ChooseAwards = Callable[[Sequence[StepRecord]], Awards]
"""A function that returns the awards for all steps of a game."""


def no_awards(course: Sequence[StepRecord]) -> Awards:  # noqa: ARG001
    """Return no awards."""
    return ()


class Record(Struct, frozen=True, gc=False):
    """A finished game, as lists, ratings and profiles need it."""

    id: int
    """The id of the game's table."""
    guild: int
    game: str
    rules: int
    language: str
    text_only: bool
    began_at: float
    """The time of the deal."""
    ended_at: float
    ending: Ending
    ended_by: int | None
    """The user id of the person who ended the game early."""
    seats: tuple[Participant, ...]
    leavers: tuple[Leaver, ...]
    """People who left the game and did not come back, in the order of leaving.

    They left for good, or a computer played for them to the end.
    """
    moves: int
    """The number of answers of people and computers."""
    rated: bool
    """True: the game says how well people play.

    At least two people played it to its end, and it did not end much sooner than usual.
    """
    form: int = RECORD_VERSION
    awards: Awards = ()
    readers: tuple[OnlookerGuess, ...] = ()
    channel: int = 0
    """The channel or thread in which the game was played. 0: an older version did not store it."""

    @property
    def people(self) -> frozenset[int]:
        """The user ids of all people who played, including those who left."""
        seated = {seat.user for seat in self.seats if seat.user}
        return frozenset(seated | {leaver.user for leaver in self.leavers if leaver.user})

    @property
    def involved(self) -> frozenset[int]:
        """The user ids of all people who played, ended the game or guessed who wins."""
        others = {self.ended_by, *(reader.user for reader in self.readers)}
        return self.people | {user for user in others if user}

    def was_played_in(self, channel: int) -> bool:
        """Tell whether the game was played in this channel or thread."""
        return channel != 0 and channel == self.channel

    def is_visible_to(self, user: int, channel: int) -> bool:
        """Tell whether a person who reads this channel may look at the game."""
        return user in self.involved or self.was_played_in(channel)


class Step(StepRecord, frozen=True, gc=False, array_like=True):
    """A step of a game, with what it showed to everybody."""

    told: Raw
    """The views after the step, as `encode_transcript_step` returns them. null: nothing changed."""


class Course(Struct, frozen=True, gc=False):
    """The course of a game, as a replay needs it."""

    options: tuple[tuple[str, str], ...]
    """The game's own options, as pairs of name and choice."""
    seed: bytes
    steps: tuple[Step, ...]


class RatingWeight(Struct, frozen=True, gc=False):
    """The rules' information about how much a game says about how well people play."""

    computer_ratings: tuple[float, ...] = ()
    """The ratings of the computer players' levels, by seat. The values for people are arbitrary."""
    min_moves: int = 0
    """The minimum number of answers in a rated game.

    A game with fewer than `MIN_RATED_PEOPLE` people is not rated, either.
    """


def make_record(
    table: Finished,
    course: Course,
    weight: RatingWeight,
    guesses: tuple[OnlookerGuess, ...] = (),
    awards: Awards = (),
) -> Record:
    """Return the record of a table whose game is over."""
    computers = weight.computer_ratings or (0.0,) * len(table.players)
    people = {player.user for player in table.players} | {each.user for each in table.leavers}
    moves = sum(isinstance(step.action, ActRecord) for step in course.steps)
    ending: Ending = "played" if table.is_complete else "left"
    if table.ended_by is not None:
        ending = "ended"
    return Record(
        id=table.id,
        guild=table.guild,
        game=table.game,
        rules=table.rules,
        language=table.language,
        text_only=table.text_only,
        began_at=min((step.at for step in course.steps), default=table.opened_at),
        ended_at=table.ended_at,
        ending=ending,
        ended_by=table.ended_by,
        seats=tuple(
            Participant(
                player.name,
                player.user,
                player.level,
                player.away,
                player.rank,
                player.points,
                player.letter,
                mu,
            )
            for player, mu in zip(table.players, computers, strict=True)
        ),
        leavers=table.leavers,
        moves=moves,
        rated=ending == "played"
        and len(people - {None}) >= MIN_RATED_PEOPLE
        and moves >= weight.min_moves,
        awards=awards,
        readers=guesses,
        channel=table.channel,
    )


class Stored(NamedTuple):
    """All that was stored of a table while its game ran."""

    inputs: list[tuple[int, ActionRecord, float]]
    """The actions, each with its step and time."""
    events: list[tuple[int, EventRecord]]
    """The events, each with its step."""
    transcript_steps: list[tuple[int, float, bytes]]
    """The step, the time and the result of `encode_transcript_step`, for each transcript step."""
    guesses: tuple[OnlookerGuess, ...]
    """The onlookers' guesses."""


def make_stored_record(
    table: Finished, stored: Stored, weight: RatingWeight, choose_awards: ChooseAwards
) -> tuple[Record, bytes]:
    """Return the record of a table whose game is over, and the packed course of the game.

    `choose_awards` chooses the awards.
    """
    course = make_course(table, stored.inputs, stored.events, stored.transcript_steps)
    record = make_record(table, course, weight, stored.guesses, choose_awards(course.steps))
    return record, pack_course(course)


def make_course(
    table: Finished,
    inputs: list[tuple[int, ActionRecord, float]],
    events: list[tuple[int, EventRecord]],
    transcript_steps: list[tuple[int, float, bytes]],
) -> Course:
    """Join what was stored of a game by its steps."""
    at = {step: time for step, _, time in inputs} | {
        step: time for step, time, _ in transcript_steps
    }
    entered = {step: given for step, given, _ in inputs}
    seen = {step: views for step, _, views in transcript_steps}
    happened: dict[int, list[EventRecord]] = {}
    for step, event in events:
        happened.setdefault(step, []).append(event)
    steps = tuple(
        Step(
            step,
            at.get(step, table.opened_at),
            entered.get(step),
            tuple(happened.get(step, ())),
            Raw(seen.get(step, b"null")),
        )
        for step in sorted({*at, *happened})
    )
    return Course(table.options, table.seed, steps)


def pack_course(course: Course) -> bytes:
    """Return a course as it is stored: JSON in zlib's format (RFC 1950), a few KB.

    Compared to the usual level, level 4 takes half of the time and a tenth more space.
    """
    return zlib.compress(encode(course), 4)


def unpack_course(packed_course: bytes) -> Course:
    """Return the course from its stored form."""
    return decode(zlib.decompress(packed_course), type=Course)


Views = tuple[Struct, ...]
"""The onlookers' view, then the view of each seat."""
Fields = dict[str, Raw]
"""The fields of a view by their names, as JSON."""


def make_views(game: Game[Any, Any], state: object, seats: int) -> Views:
    """Return everybody's views of a state."""
    return tuple(game.view(state, viewer) for viewer in (None, *range(seats)))


def encode_transcript_step(before: Views, after: Views) -> bytes:
    """Return what a step showed to everybody, as JSON. If `before` is (), all fields are included.

    The result is a list. It starts with the onlookers' fields that have changed. For each seat, the
    fields follow in which its view differs from the onlookers' view. They are null if they are the
    same as before.
    """
    public = after[0]
    changed = _changed_fields(public, before[0]) if before else _fields(public)
    own: list[dict[str, object] | None] = [_changed_fields(view, public) for view in after[1:]]
    if before:
        known = (_changed_fields(view, before[0]) for view in before[1:])
        own = [None if fields == old else fields for fields, old in zip(own, known, strict=True)]
    return encode([changed, *own])


class TranscriptStep(NamedTuple):
    """Everybody's views after a step, still as JSON."""

    public_fields: Fields
    """The onlookers' view."""
    own_fields: tuple[Fields, ...]
    """For each seat, the fields of its view that differ from the onlookers' view."""

    @property
    def views(self) -> tuple[bytes, ...]:
        """The onlookers' view, then the view of each seat, as JSON."""
        return tuple(encode(self.public_fields | fields) for fields in ({}, *self.own_fields))


def read_transcript(steps: Iterable[bytes]) -> Iterator[TranscriptStep]:
    """Yield everybody's views after each step.

    `steps` are the results of `encode_transcript_step`, in their order.
    """
    public: Fields = {}
    own: list[Fields] = []
    for step in steps:
        changed, *seats = decode(step, type=list[dict[str, Raw] | None])
        public = public | (changed or {})
        own = own or [{} for _ in seats]
        own = [known if new is None else new for known, new in zip(own, seats, strict=True)]
        yield TranscriptStep(public, tuple(own))


def _fields(view: Struct) -> dict[str, object]:
    return dict(zip(view.__struct_fields__, astuple(view), strict=True))


def _changed_fields(view: Struct, other: Struct) -> dict[str, object]:
    """Return the fields of a view that differ from another view."""
    mine = zip(view.__struct_fields__, astuple(view), astuple(other), strict=True)
    return {name: value for name, value, its in mine if value != its}
