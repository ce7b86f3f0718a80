"""The record of a finished game: everything that the database keeps of it permanently.

A record is made from what was stored while the game ran. The rules do not run again, so a later
version of the game still shows what people saw at the time. Data for lists is separate from data
for replays, which is compressed.

A transcript holds what everybody saw after each step: a view for the onlookers, and one for each
seat. Views change little from step to step, and differ little from each other, so only differences
are stored. For the onlookers' view, these are the fields that have changed since the step before.
For a seat's view, these are the fields that differ from the onlookers' view, if that difference has
changed.
"""

import zlib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from statistics import median
from typing import Any, Literal, NamedTuple

from msgspec import Raw, Struct
from msgspec.json import decode, encode
from msgspec.structs import astuple, replace

from bot.domain.changes import make_table_event
from bot.domain.table import Finished, Leaver, Player
from bot.engine.events import EventRecord, Seat
from bot.engine.game import ActionRecord, ActRecord, Game, StepRecord

Ending = Literal["played", "ended", "left"]
"""How a game ended.

"played": people played it to its end. "ended": a person ended it early. "left": it closed by
itself, because nobody played on.
"""
MIN_RATED_PEOPLE = 2
"""The minimum number of people in a game that changes ratings. Computer players do not count."""
RECORD_VERSION = 1
"""The version of the format in which records are stored.

Increase it when older records cannot be read as they are.
"""


class Participant(Struct, frozen=True, gc=False):
    """The player who had a seat at the end of a game, and the place that they reached."""

    name: str
    """The player's display name. It is "" for a person whose data was erased."""
    user: int | None
    """Discord's user id.

    None means that a computer played, that the person left, or that the person's data was erased.
    """
    level: str
    """The level at which the computer player played, as in `Player.level`.

    It is "" for a person.
    """
    away: bool
    """Whether the person was away at the end, so that the computer played for them."""
    rank: int
    """The player's place, where 1 is the winner's.

    0 means that it is not known.

    If the game was not played to its end, it is the place at that time.
    """
    points: int
    letter: int | None
    """The letter that distinguishes the player in texts, as a number where 0 is A.

    None means that the letter follows from the seat's number.
    """
    mu: float = 0.0
    """The rating of the computer player's level when the game ended (`bot.domain.ratings`).

    It has no meaning for a person.
    """
    by_computer: bool = False
    """Whether the computer made more than half of the moves on this seat."""
    team: str = ""
    """The name of the player's team, as in `Place.team`.

    "" means that the game has no teams, or that the team was still secret when the game ended.
    """
    joined_step: int = 0
    """The step after which the person took over a computer's seat, as in `Player`.

    Such a person did not play the whole game, so the game does not count for them.
    """

    @property
    def had_stand_in(self) -> bool:
        """Whether the computer made most of the moves of the person who has this seat."""
        return self.user is not None and self.by_computer


class OnlookerGuess(Struct, frozen=True, gc=False):
    """A guess who wins a game, made by a person who watched it."""

    name: str
    """The onlooker's display name. It is "" if the onlooker's data was erased."""
    user: int | None
    """Discord's user id of the onlooker. None means that the onlooker's data was erased."""
    seat: Seat
    """The seat of the player whom the onlooker expected to win.

    In a game with teams, it is the index of a team in `Record.teams`.
    """


Awards = tuple[tuple[str, Seat], ...]
"""Pairs of an award's name, as in `AwardRules.names`, and the seat of the player who earned it.

An award honours a player for something else than the place.
"""


ChooseAwards = Callable[[Sequence[StepRecord]], Awards]
"""A function that takes all steps of a game and returns the awards that players earned."""


def no_awards(course: Sequence[StepRecord]) -> Awards:  # noqa: ARG001
    """Return no awards. Used as a `ChooseAwards` by callers that need no awards in the record."""
    return ()


Numbers = tuple[tuple[str, int], ...]
"""Pairs of a number's name and the number, which tells much of a game (`GamePackage.numbers`)."""
FindNumbers = Callable[[Sequence[StepRecord]], Numbers]
"""A function that takes all steps of a game and returns the numbers that tell much of it."""


def no_numbers(course: Sequence[StepRecord]) -> Numbers:  # noqa: ARG001
    """Return no numbers. Used as a `FindNumbers` by callers that need none in the record."""
    return ()


class Record(Struct, frozen=True, gc=False):
    """Everything about a finished game that lists, ratings and profiles need.

    The steps of the game, which only a replay needs, are stored separately in a `Course`.
    """

    id: int
    """The id of the table at which the game was played."""
    guild: int
    game: str
    rules: int
    language: str
    text_only: bool
    began_at: float
    """The time of the deal, in seconds since 1970."""
    ended_at: float
    ending: Ending
    ended_by: int | None
    """The user id of the person who ended the game early. None means that nobody did."""
    seats: tuple[Participant, ...]
    leavers: tuple[Leaver, ...]
    """The people who left the game and did not come back, in the order of leaving."""
    moves: int
    """The number of moves that people and computers made."""
    rated: bool
    """Whether the game changes ratings.

    It does if at least `MIN_RATED_PEOPLE` people played it to its end, and it was not unusually
    short.
    """
    form: int = RECORD_VERSION
    """The version of the format in which this record is stored."""
    awards: Awards = ()
    readers: tuple[OnlookerGuess, ...] = ()
    """The guesses of people who watched the game about who wins."""
    channel: int = 0
    """The id of the channel or thread in which the game was played.

    0 means that an older version of the bot did not store it.
    """
    teams: tuple[str, ...] = ()
    """The names of the game's teams, as in `GamePackage.teams`. () means that all played alone."""
    numbers: Numbers = ()
    """The numbers that tell much of the game, as in `GamePackage.numbers`."""

    @property
    def people(self) -> frozenset[int]:
        """The user ids of all people who played, including those who left the game."""
        seated = {seat.user for seat in self.seats if seat.user}
        return frozenset(seated | {leaver.user for leaver in self.leavers if leaver.user})

    @property
    def starters(self) -> frozenset[int]:
        """The user ids of the people for whom the game counts: all who played from the deal on."""
        sat: tuple[Participant | Leaver, ...] = (*self.seats, *self.leavers)
        return frozenset(each.user for each in sat if each.user and not each.joined_step)

    @property
    def is_by_people_alone(self) -> bool:
        """Whether people played the whole game, to its end and without help from the computer."""
        played = all(
            seat.user and not (seat.by_computer or seat.joined_step) for seat in self.seats
        )
        return played and not self.leavers and self.ending == "played"

    @property
    def involved(self) -> frozenset[int]:
        """The user ids of all people who played the game, ended it, or guessed who wins."""
        others = {self.ended_by, *(reader.user for reader in self.readers)}
        return self.people | {user for user in others if user}

    def proves_right(self, guess: OnlookerGuess) -> bool:
        """Tell whether the player or the team won whom an onlooker expected to win."""
        if not self.teams:
            return self.seats[guess.seat].rank == 1
        team = self.teams[guess.seat]
        return any(seat.team == team and seat.rank == 1 for seat in self.seats)

    def was_played_in(self, channel: int) -> bool:
        """Tell whether the game was played in this channel or thread.

        False if that was not stored.
        """
        return channel != 0 and channel == self.channel

    def is_visible_to(self, user: int, channel: int) -> bool:
        """Tell whether a person may look at the finished game.

        They may if they played, ended the game or guessed its winner. Everybody may if `channel` is
        where the game was played.

        Args:
            user: Discord's id of the person.
            channel: The id of the channel that the person is reading.
        """
        return user in self.involved or self.was_played_in(channel)


MAX_TOLD_AWARDS = 3
"""The maximum number of awards that the last board explains, so that it fits on a phone."""
MAX_TOLD_FORESEERS = 3
"""The maximum number of onlookers who foresaw the winner whom the last board names."""
AWARD_EVENT, FORESEEN_EVENT = "table-award", "table-foreseen"
"""The names of the events that tell who earned an award, and how many onlookers were right."""
NUMBERS_EVENT = "table-numbers"
"""The name of the event with the numbers that tell much of a game: names and values in turn."""
STAND_IN_EVENT = "table-stood-in"
"""The name of the event that tells for which people the computer made most of the moves."""


def list_honours(
    record: Record, earned_before: Mapping[int, Collection[str]]
) -> tuple[EventRecord, ...]:
    """Return the events that tell what a finished game brought besides the places.

    The first events have the numbers that tell much of the game, and name the people whom the
    computer played for the most part. Then the first award of each person is told, those of people
    with better places first, and whether it is the person's first of its kind. Several people may
    have the same award. The last event tells how many onlookers foresaw the winner, and names some
    of them.

    Args:
        record: The record of the finished game.
        earned_before: The names of the awards that people earned in earlier games, by user id.
    """
    first = {
        seat: award
        for award, seat in reversed(record.awards)
        if record.seats[seat].user in record.starters
    }
    seats = sorted(first, key=lambda seat: (record.seats[seat].rank or len(record.seats), seat))
    played = [seat for seat, each in enumerate(record.seats) if each.had_stand_in]
    has_places = record.ending != "left"
    told = [make_table_event(STAND_IN_EVENT, *played)] if played and has_places else []
    if record.numbers and any(seat.user for seat in record.seats):
        values = (value for number in record.numbers for value in number)
        told.insert(0, make_table_event(NUMBERS_EVENT, *values))
    shown = [*dict.fromkeys(first[seat] for seat in seats)][:MAX_TOLD_AWARDS]
    for seat in (seat for seat in seats if first[seat] in shown):
        is_new = first[seat] not in earned_before.get(record.seats[seat].user or 0, ())
        told.append(make_table_event(AWARD_EVENT, seat, first[seat], int(is_new)))
    if record.readers and record.ending == "played":
        right = [guess for guess in record.readers if record.proves_right(guess)]
        names = [guess.name for guess in right if guess.name][:MAX_TOLD_FORESEERS]
        told.append(make_table_event(FORESEEN_EVENT, len(right), len(record.readers), *names))
    return tuple(told)


class Step(StepRecord, frozen=True, gc=False, array_like=True):
    """A step of a finished game: the action, its events, and what everybody could see after it."""

    told: Raw
    """How the step changed what everybody could see, as JSON from `encode_transcript_step`.

    It is null if the step changed nothing that anybody could see.
    """


class Course(Struct, frozen=True, gc=False):
    """All steps of a finished game, which are stored for its replay."""

    options: tuple[tuple[str, str], ...]
    """The choices for the game's own options, as pairs of an option's name and a choice."""
    seed: bytes
    steps: tuple[Step, ...]


class RatingWeight(Struct, frozen=True, gc=False):
    """Facts that decide whether and how much a finished game changes ratings."""

    computer_ratings: tuple[float, ...] = ()
    """The ratings of the computer players, one per seat. The values for people have no meaning."""
    min_moves: int = 0
    """The minimum number of moves in a game that changes ratings."""
    teams: tuple[str, ...] = ()
    """The names of the game's teams, as in `GamePackage.teams`."""
    teams_by_seat: tuple[str, ...] = ()
    """The name of each player's team, by seat. () means that the game has no teams."""


def make_record(
    table: Finished,
    course: Course,
    weight: RatingWeight,
    guesses: tuple[OnlookerGuess, ...] = (),
    awards: Awards = (),
) -> Record:
    """Return the record of a finished game, as it is stored for lists and ratings.

    Args:
        table: The finished table.
        course: All steps of the game.
        weight: Facts that decide whether the game changes ratings.
        guesses: The guesses of people who watched about who wins.
        awards: The awards that players earned.
    """
    sat: tuple[Player | Leaver, ...] = (*table.players, *table.leavers)
    joined = {each.user for each in sat if each.user and each.joined_step}
    people = {each.user for each in sat if each.user} - joined
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
        seats=_list_participants(table, course.steps, weight),
        leavers=table.leavers,
        moves=moves,
        rated=ending == "played" and len(people) >= MIN_RATED_PEOPLE and moves >= weight.min_moves,
        awards=awards,
        readers=tuple(guess for guess in guesses if guess.user not in joined),
        channel=table.channel,
        teams=weight.teams,
    )


def _list_participants(
    table: Finished, steps: Iterable[StepRecord], weight: RatingWeight
) -> tuple[Participant, ...]:
    """Return the players of a finished game, by seat. `steps` has all their moves."""
    computers = weight.computer_ratings or (0.0,) * len(table.players)
    teams = weight.teams_by_seat or ("",) * len(table.players)
    lead = Counter[Seat]()
    for step in steps:
        answer = step.action
        if isinstance(answer, ActRecord) and step.step > table.players[answer.seat].joined_step:
            lead[answer.seat] += 1 if answer.by_computer else -1
    return tuple(
        Participant(
            player.name,
            player.user,
            player.level,
            player.away,
            player.rank,
            player.points,
            player.letter,
            mu,
            lead[seat] > 0,
            team,
            player.joined_step,
        )
        for seat, (player, mu, team) in enumerate(zip(table.players, computers, teams, strict=True))
    )


class Stored(NamedTuple):
    """Everything that the database stored about a table while its game was running."""

    inputs: list[tuple[int, ActionRecord, float]]
    """The actions of the game, such as moves.

    Each has the number of its step, the action, and its time.
    """
    events: list[tuple[int, EventRecord]]
    """Pairs of a step's number and an event that happened in that step."""
    transcript_steps: list[tuple[int, float, bytes]]
    """One entry per step that changed what anybody could see.

    Each has the step's number, its time, and the changes as JSON from `encode_transcript_step`.
    """
    guesses: tuple[OnlookerGuess, ...]
    """The guesses of people who watched the game about who wins."""


MAX_COUNTED_GAP_SECONDS = 300.0
"""The maximum number of seconds between two steps that count as play. The rest is a pause."""
MIN_MEASURED_GAMES = 30
"""The minimum number of games of people from which the usual length of a game is computed."""


def measure_play(stored: Stored) -> float:
    """Return how many seconds a finished game took, without long gaps between two steps."""
    times = sorted(at for _, at, _ in stored.transcript_steps)
    return sum(min(then - at, MAX_COUNTED_GAP_SECONDS) for at, then in pairwise(times))


def find_usual_minutes(durations: Sequence[float]) -> int | None:
    """Return the usual length of a game in minutes, from ten minutes on in steps of five.

    Args:
        durations: The lengths of earlier games in seconds.

    Returns:
        The median, or None if there are fewer than `MIN_MEASURED_GAMES`.
    """
    if len(durations) < MIN_MEASURED_GAMES:
        return None
    minutes = median(durations) / 60
    return max(1, round(minutes)) if minutes < 10 else 5 * round(minutes / 5)


def make_stored_record(
    table: Finished,
    stored: Stored,
    weight: RatingWeight,
    choose_awards: ChooseAwards,
    find_numbers: FindNumbers = no_numbers,
) -> tuple[Record, bytes]:
    """Return the record of a finished game, and all its steps in compressed form.

    Args:
        table: The finished table.
        stored: Everything that the database stored while the game was running.
        weight: Facts that decide whether the game changes ratings.
        choose_awards: Returns the awards that players earned, from all steps of the game.
        find_numbers: Returns the numbers that tell much of the game, from all its steps.
    """
    course = make_course(table, stored.inputs, stored.events, stored.transcript_steps)
    record = make_record(table, course, weight, stored.guesses, choose_awards(course.steps))
    return replace(record, numbers=find_numbers(course.steps)), pack_course(course)


def make_course(
    table: Finished,
    inputs: list[tuple[int, ActionRecord, float]],
    events: list[tuple[int, EventRecord]],
    transcript_steps: list[tuple[int, float, bytes]],
) -> Course:
    """Combine the stored actions, events and views of a game into a list of its steps.

    Args:
        table: The finished table.
        inputs: As in `Stored.inputs`.
        events: As in `Stored.events`.
        transcript_steps: As in `Stored.transcript_steps`.
    """
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
    """Return the steps of a game as they are stored: as JSON that is compressed by zlib (RFC 1950).

    Compared to zlib's usual level, level 4 takes half of the time and a tenth more space.
    """
    return zlib.compress(encode(course), 4)


def unpack_course(packed_course: bytes) -> Course:
    """Return the steps of a game, read from the compressed form that `pack_course` makes."""
    return decode(zlib.decompress(packed_course), type=Course)


Views = tuple[Struct, ...]
"""What everybody can see of a game: first the onlookers' view, then the view of each seat."""
Fields = dict[str, Raw]
"""Maps the names of a view's fields to their values as JSON."""


def make_views(game: Game[Any, Any], state: object, seats: int) -> Views:
    """Return what the onlookers and each player can see in this state of a game.

    Args:
        game: The rules of the game.
        state: The state of the game.
        seats: The number of seats.
    """
    return tuple(game.view(state, viewer) for viewer in (None, *range(seats)))


def encode_transcript_step(before: Views, after: Views) -> bytes:
    """Return how a step changed what everybody can see, as JSON.

    Args:
        before: Everybody's views before the step. If it is (), all fields count as changed.
        after: Everybody's views after the step.

    Returns:
        A list whose first entry holds the onlookers' fields that have changed. One entry per seat
        follows: the fields in which its view differs from the onlookers' view. Such an entry is
        null if it is the same as before.
    """
    public = after[0]
    changed = _changed_fields(public, before[0]) if before else _fields(public)
    own: list[dict[str, object] | None] = [_changed_fields(view, public) for view in after[1:]]
    if before:
        known = (_changed_fields(view, before[0]) for view in before[1:])
        own = [None if fields == old else fields for fields, old in zip(own, known, strict=True)]
    return encode([changed, *own])


class TranscriptStep(NamedTuple):
    """What everybody could see after a step of a game, as JSON that is not decoded yet."""

    public_fields: Fields
    """The fields of the onlookers' view, by name."""
    own_fields: tuple[Fields, ...]
    """One entry per seat, with the fields in which its view differs from the onlookers' view."""

    @property
    def views(self) -> tuple[bytes, ...]:
        """The complete views as JSON: first the onlookers' view, then the view of each seat."""
        return tuple(encode(self.public_fields | fields) for fields in ({}, *self.own_fields))


def read_transcript(steps: Iterable[bytes]) -> Iterator[TranscriptStep]:
    """Yield what everybody could see after each of these steps of a game.

    Args:
        steps: The results of `encode_transcript_step`, in the order of the steps.
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
    """Map the names of a view's fields to their values."""
    return dict(zip(view.__struct_fields__, astuple(view), strict=True))


def _changed_fields(view: Struct, other: Struct) -> dict[str, object]:
    """Map the names of the fields in which two views differ to the values in `view`."""
    mine = zip(view.__struct_fields__, astuple(view), astuple(other), strict=True)
    return {name: value for name, value, its in mine if value != its}
