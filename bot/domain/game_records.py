"""The record of a game that is over: all that is kept of it for good.

It is made of what was stored while the game ran, never by giving the rules its moves once more: a
later version shows what was told then. What lists need is beside what a replay needs, which is
packed.

After each step everybody's views are kept: one for each seat and one for onlookers. Most of it is
the same as a step before, and the same for all of them. So of an onlookers' view only the fields
are kept that have changed, and of a seat's those in which it differs from the onlookers', if these
have changed. Rules that change later change nothing of what was kept.
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
"""Played to its end, ended early by somebody, or left lying until it closed."""
MIN_RATED_PEOPLE = 2
"""So many have to play for a game to tell how well people do."""
RECORD_VERSION = 1
"""The number of this form; one more when an older record cannot be read as it is."""


class Participant(Struct, frozen=True, gc=False):
    """Who sat on a seat at the end, and where they finished."""

    name: str
    """The display name; "" of somebody who is forgotten."""
    user: int | None
    """Discord's user id; None: a computer, or somebody who left or is forgotten."""
    level: str
    """How well the computer played, as `Player.level`; "" for a person."""
    away: bool
    """The computer played the seat for its owner at the end."""
    rank: int
    """The seat's place, 1 is the winner's; of a game that was not played to its end as it stood, 0
    where that is not known."""
    points: int
    letter: int | None
    """Which letter tells the seat apart, 0 is A; None: that of its number."""
    mu: float = 0.0
    """The rating of the computer's level when the game ended (`bot.domain.ratings`)."""


class OnlookerGuess(Struct, frozen=True, gc=False):
    """An onlooker who guessed who wins, before that could be told."""

    name: str
    """The display name; "" of somebody who is forgotten."""
    user: int | None
    """Discord's user id; None: somebody who is forgotten."""
    seat: Seat
    """Whom they took for the winner."""


Awards = tuple[tuple[str, Seat], ...]
"""What seats are honoured for, by the names in `Game.awards`."""


ChooseAwards = Callable[[Sequence[StepRecord]], Awards]
"""Returns what seats are honoured for in a whole game."""


def no_awards(course: Sequence[StepRecord]) -> Awards:  # noqa: ARG001
    """Honour nobody."""
    return ()


class Record(Struct, frozen=True, gc=False):
    """A game that is over, as lists, ratings and profiles need it."""

    id: int
    """The id of its table."""
    guild: int
    game: str
    rules: int
    language: str
    text_only: bool
    began_at: float
    """When it was dealt."""
    ended_at: float
    ending: Ending
    ended_by: int | None
    """The user id of whoever ended it early."""
    seats: tuple[Participant, ...]
    leavers: tuple[Leaver, ...]
    """Who left the game for good, or for whom a computer played on to the end, in that order."""
    moves: int
    """Answers of people and computers."""
    rated: bool
    """Whether it tells how well people play: at least two played it to its end, which did not come
    much sooner than usual."""
    form: int = RECORD_VERSION
    awards: Awards = ()
    readers: tuple[OnlookerGuess, ...] = ()
    channel: int = 0
    """The channel or thread where it was played; 0 if an older version did not note it."""

    @property
    def people(self) -> frozenset[int]:
        """The user ids of all who played, those who left included."""
        seated = {seat.user for seat in self.seats if seat.user}
        return frozenset(seated | {leaver.user for leaver in self.leavers if leaver.user})

    @property
    def involved(self) -> frozenset[int]:
        """The user ids of all who had any part in it: also who ended it, or guessed who wins."""
        others = {self.ended_by, *(reader.user for reader in self.readers)}
        return self.people | {user for user in others if user}

    def was_played_in(self, channel: int) -> bool:
        """Tell whether this is the channel or thread where it was played."""
        return channel != 0 and channel == self.channel

    def is_visible_to(self, user: int, channel: int) -> bool:
        """Tell whether a person who reads this channel may look at the game."""
        return user in self.involved or self.was_played_in(channel)


class Step(StepRecord, frozen=True, gc=False, array_like=True):
    """What a step of a game brought."""

    told: Raw
    """What everybody saw after it (`bot.domain.game_records`); null where nothing changed."""


class Course(Struct, frozen=True, gc=False):
    """How a game went, as a replay needs it."""

    options: tuple[tuple[str, str], ...]
    """The game's own options: name and choice."""
    seed: bytes
    steps: tuple[Step, ...]


class RatingWeight(Struct, frozen=True, gc=False):
    """What the rules say of how much a game tells about how well people play."""

    computers: tuple[float, ...] = ()
    """The ratings of the computers' levels by seat, anything for people."""
    least: int = 0
    """A game with fewer answers tells nothing; so does one with fewer than `PEOPLE` people."""


def make_record(
    table: Finished,
    course: Course,
    weight: RatingWeight,
    readers: tuple[OnlookerGuess, ...] = (),
    awards: Awards = (),
) -> Record:
    """Return the record of a table whose game is over."""
    computers = weight.computers or (0.0,) * len(table.players)
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
        and moves >= weight.least,
        awards=awards,
        readers=readers,
        channel=table.channel,
    )


class Stored(NamedTuple):
    """What was stored of a table while its game ran."""

    inputs: list[tuple[int, ActionRecord, float]]
    events: list[tuple[int, EventRecord]]
    told: list[tuple[int, float, bytes]]
    readers: tuple[OnlookerGuess, ...]


def make_stored_record(
    table: Finished, found: Stored, weight: RatingWeight, honour: ChooseAwards
) -> tuple[Record, bytes]:
    """Return the record of a table whose game is over, and how it went, packed."""
    course = make_course(table, found.inputs, found.events, found.told)
    record = make_record(table, course, weight, found.readers, honour(course.steps))
    return record, pack_course(course)


def make_course(
    table: Finished,
    inputs: list[tuple[int, ActionRecord, float]],
    events: list[tuple[int, EventRecord]],
    told: list[tuple[int, float, bytes]],
) -> Course:
    """Join what was stored of a game by its steps."""
    at = {step: time for step, _, time in inputs} | {step: time for step, time, _ in told}
    entered = {step: given for step, given, _ in inputs}
    seen = {step: views for step, _, views in told}
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

    Level 4 takes half of the time of the usual one, and a tenth more room.
    """
    return zlib.compress(encode(course), 4)


def unpack_course(stored: bytes) -> Course:
    """Return a course that was stored."""
    return decode(zlib.decompress(stored), type=Course)


Views = tuple[Struct, ...]
"""The onlookers' view, then that of each seat."""
Fields = dict[str, Raw]
"""The fields of a view by their names, as JSON."""


def make_views(game: Game[Any, Any], state: object, seats: int) -> Views:
    """Return what everybody may see in a state."""
    return tuple(game.view(state, viewer) for viewer in (None, *range(seats)))


def encode_transcript_step(before: Views, after: Views) -> bytes:
    """Return what a step told everybody, as JSON; `before` is (): all of it is kept.

    It is a list of the fields of onlookers that have changed, then for each seat of those in which
    its view differs from theirs; null where it does so as before.
    """
    public = after[0]
    changed = _changed_fields(public, before[0]) if before else _fields(public)
    own: list[dict[str, object] | None] = [_changed_fields(view, public) for view in after[1:]]
    if before:
        known = (_changed_fields(view, before[0]) for view in before[1:])
        own = [None if fields == old else fields for fields, old in zip(own, known, strict=True)]
    return encode([changed, *own])


class TranscriptStep(NamedTuple):
    """What was told until a step, still as JSON."""

    public: Fields
    """The onlookers' view."""
    own: tuple[Fields, ...]
    """Of each seat's view the fields that differ from the onlookers'."""

    @property
    def views(self) -> tuple[bytes, ...]:
        """The views: the onlookers' one, then that of each seat."""
        return tuple(encode(self.public | fields) for fields in ({}, *self.own))


def read_transcript(steps: Iterable[bytes]) -> Iterator[TranscriptStep]:
    """Yield what was told until each step; `steps` are what `told` returned, in their order."""
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
    """Return the fields of a view that are not those of another one."""
    mine = zip(view.__struct_fields__, astuple(view), astuple(other), strict=True)
    return {name: value for name, value, its in mine if value != its}
