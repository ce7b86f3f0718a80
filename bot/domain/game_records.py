"""The record of a finished game: everything that the database keeps of it permanently.

A record is made from what was stored while the game ran. The rules do not run again, so a later
version of the game still shows what people saw at the time. Data for lists is separate from data
for replays, which is compressed.
"""

import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from statistics import median
from typing import Literal, NamedTuple

from msgspec import Raw, Struct, convert
from msgspec.json import decode, encode
from msgspec.structs import replace

from bot.domain.table import Finished, Leaver, Player
from bot.engine.events import EventRecord, Seat
from bot.engine.records import ActionRecord, ActRecord, StepRecord

Ending = Literal["played", "ended", "left"]
"""How a game ended: people played it to its end, a person ended it early, or nobody played on."""


MIN_RATED_PEOPLE = 2
"""The minimum number of people in a game that changes ratings."""


RECORD_VERSION = 1
"""The version of the stored format. Increase it when older records cannot be read as they are."""


class Participant(Struct, frozen=True, gc=False):
    """The player who had a seat at the end of a game, and the place that they reached."""

    name: str
    """The player's display name. It is "" for a person whose data was erased."""
    user: int | None
    """None means that a computer played, or that the person left or was erased."""
    level: str
    """The level of the computer player, as in `Player.level`."""
    away: bool
    rank: int
    """The player's place, where 1 is the winner's. 0 means that it is not known."""
    points: int
    letter: int | None
    """The letter of the player in texts, as in `Player`."""
    mu: float = 0.0
    """The rating of the computer player's level when the game ended (`bot.domain.ratings`)."""
    by_computer: bool = False
    """Whether the computer made more than half of the moves on this seat."""
    team: str = ""
    """The player's team, as in `Place.team`. "" means none, or that it was still secret."""
    joined_step: int = 0
    """As in `Player`. The game does not count for a person who joined later."""

    @property
    def had_stand_in(self) -> bool:
        """Whether the computer made most of the moves of the person who has this seat."""
        return self.user is not None and self.by_computer


class OnlookerGuess(Struct, frozen=True, gc=False):
    """A guess who wins a game, made by a person who watched it."""

    name: str
    """The onlooker's display name. It is "" if the onlooker's data was erased."""
    user: int | None
    seat: Seat
    """The seat that the onlooker expected to win, or the index of a team in `Record.teams`."""


Awards = tuple[tuple[str, Seat], ...]
"""Pairs of an award's name, as in `AwardRules.names`, and the seat of the player who earned it."""


Numbers = tuple[tuple[str, int], ...]
"""Pairs of a number's name, as in `GamePackage.numbers`, and the number."""


class Facts(NamedTuple):
    """What a game's package finds in the course of a finished game."""

    awards: Awards = ()
    numbers: Numbers = ()


FindFacts = Callable[[Sequence[StepRecord]], Facts]


class Record(Struct, frozen=True, gc=False):
    """Everything about a finished game that lists, ratings and profiles need.

    Only a replay needs the steps of the game, which are stored separately in a `Course`.
    """

    id: int
    """The id of the table at which the game was played."""
    guild: int
    game: str
    rules: int
    language: str
    text_only: bool
    began_at: float
    ended_at: float
    ending: Ending
    ended_by: int | None
    """The user id of the person who ended the game early."""
    seats: tuple[Participant, ...]
    leavers: tuple[Leaver, ...]
    moves: int
    rated: bool
    """Whether enough people played a game of enough moves to its end, so that it changes ratings.
    """
    form: int = RECORD_VERSION
    """The version of the format in which this record is stored."""
    awards: Awards = ()
    readers: tuple[OnlookerGuess, ...] = ()
    """The guesses of people who watched the game about who wins."""
    channel: int = 0
    """The channel in which the game was played. 0 means that it was not stored."""
    teams: tuple[str, ...] = ()
    """The names of the game's teams, as in `GamePackage.teams`. () means that all played alone."""
    numbers: Numbers = ()
    parent: int | None = None
    """The channel of the public thread in which the game was played, if it was in one."""

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
        whole = all(seat.user and not (seat.by_computer or seat.joined_step) for seat in self.seats)
        return whole and not self.leavers and self.ending == "played"

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
        """Tell whether the game was played in this channel or thread, or in one of its threads."""
        return channel != 0 and channel in (self.channel, self.parent)

    def is_visible_to(self, user: int, channel: int) -> bool:
        """Tell whether a person who reads this channel may look at the finished game."""
        return user in self.involved or self.was_played_in(channel)


class Step(StepRecord, frozen=True, gc=False, array_like=True):
    """A step of a finished game: the action, its events, and what everybody could see after it."""

    told: Raw
    """The change as JSON from `encode_transcript_step`, or null if nothing visible changed."""


class Course(Struct, frozen=True, gc=False):
    """All steps of a finished game, which are stored for its replay."""

    options: tuple[tuple[str, str], ...]
    """The choices for the game's own options, as pairs of an option's name and a choice."""
    seed: bytes
    steps: tuple[Step, ...]


class RatingWeight(Struct, frozen=True, gc=False):
    """Facts that decide whether and how much a finished game changes ratings."""

    computer_ratings: tuple[float, ...] = ()
    """The ratings of the computer players by seat. The values for people have no meaning."""
    min_moves: int = 0
    """The minimum number of moves in a game that changes ratings."""
    teams: tuple[str, ...] = ()
    teams_by_seat: tuple[str, ...] = ()


def make_record(
    table: Finished,
    course: Course,
    weight: RatingWeight,
    guesses: tuple[OnlookerGuess, ...] = (),
    awards: Awards = (),
) -> Record:
    """Return the record of a finished game, as it is stored for lists and ratings."""
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
        parent=table.parent,
        teams=weight.teams,
    )


def _list_participants(
    table: Finished, steps: Iterable[StepRecord], weight: RatingWeight
) -> tuple[Participant, ...]:
    computers = weight.computer_ratings or (0.0,) * len(table.players)
    teams = weight.teams_by_seat or ("",) * len(table.players)
    sat = [convert(player, Participant, from_attributes=True) for player in table.players]
    lead = Counter[Seat]()
    for step in steps:
        answer = step.action
        if isinstance(answer, ActRecord) and step.step > table.players[answer.seat].joined_step:
            lead[answer.seat] += 1 if answer.by_computer else -1
    return tuple(
        replace(participant, mu=mu, by_computer=lead[seat] > 0, team=team)
        for seat, (participant, mu, team) in enumerate(zip(sat, computers, teams, strict=True))
    )


class Stored(NamedTuple):
    """Everything that the database stored about a table while its game was running."""

    inputs: list[tuple[int, ActionRecord, float]]
    events: list[tuple[int, EventRecord]]
    """Events, each with the number of the step in which it happened."""
    transcript_steps: list[tuple[int, float, bytes]]
    """The steps that changed what anybody could see: number, time, and JSON."""
    guesses: tuple[OnlookerGuess, ...] = ()


MAX_COUNTED_GAP_SECONDS = 300.0
"""The maximum number of seconds between two steps that count as play. The rest is a pause."""


MIN_MEASURED_GAMES = 30
"""The minimum number of games of people from which the usual length is computed."""


def measure_play(stored: Stored) -> float:
    """Return how many seconds a finished game took, without long gaps between two steps."""
    times = sorted(at for _, at, _ in stored.transcript_steps)
    return sum(min(then - at, MAX_COUNTED_GAP_SECONDS) for at, then in pairwise(times))


def find_usual_minutes(durations: Sequence[float]) -> int | None:
    """Return the median of these seconds in minutes, from ten minutes on in steps of five.

    None means that there are fewer than `MIN_MEASURED_GAMES`.
    """
    if len(durations) < MIN_MEASURED_GAMES:
        return None
    minutes = median(durations) / 60
    return max(1, round(minutes)) if minutes < 10 else 5 * round(minutes / 5)


def make_stored_record(
    table: Finished, stored: Stored, weight: RatingWeight, find_facts: FindFacts
) -> tuple[Record, bytes]:
    """Return the record of a finished game, and all its steps in compressed form."""
    course = make_course(table, stored)
    facts = find_facts(course.steps)
    record = make_record(table, course, weight, stored.guesses, facts.awards)
    return replace(record, numbers=facts.numbers), pack_course(course)


def make_course(table: Finished, stored: Stored) -> Course:
    """Combine the stored actions, events and views of a game into a list of its steps."""
    inputs, events, told, _ = stored
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
    """Return the steps of a game as they are stored: as JSON that is compressed by zlib (RFC 1950).

    Compared to zlib's usual level, level 4 takes half of the time and a tenth more space.
    """
    return zlib.compress(encode(course), 4)


def unpack_course(packed_course: bytes) -> Course:
    """Return the steps of a game, read from the compressed form that `pack_course` makes."""
    return decode(zlib.decompress(packed_course), type=Course)
