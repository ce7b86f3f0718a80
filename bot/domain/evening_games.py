"""Counts the games of an evening, and decides whether another one follows."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from statistics import median
from typing import TypeGuard

from msgspec.structs import replace

from bot.domain.evenings import QUICKEST, Evening, Honour, Member
from bot.domain.game_records import Course, Record
from bot.domain.outcomes import find_places
from bot.domain.table import Finished, IdleCheck, Table
from bot.engine.events import Seat
from bot.engine.game import Place
from bot.engine.package import GamePackage
from bot.engine.records import ActRecord

NEXT_GAME_SECONDS = 20.0
"""The number of seconds between a game's end and the next lobby, in which people see the end."""
MIN_MEASURED_ANSWERS = 3
"""The minimum number of answers in a game for the award `QUICKEST`. Fewer may be chance."""
Members = tuple[Member, ...]


def count_game(table: Finished, package: GamePackage) -> Finished:
    """Return a finished table with its game added to the points of its evening, if it has one.

    A game that was not played to its end does not count.
    """
    evening = table.evening
    if evening is None or not table.is_complete:
        return table
    places, members = find_places(table, package), evening.members
    for place in sorted(places, key=lambda place: place.rank):
        player = table.players[place.seat]
        if not player.is_vacant:
            points, wins = count_points(place, places), int(place.rank == 1)
            whose = player.user, player.name
            members = _add(members, *whose, points=points, games=1, wins=wins)
    right = {place.team if package.teams else place.seat for place in places if place.rank == 1}
    for guesser in table.guessers:
        if guesser.winner is not None:
            guessed = package.teams[guesser.winner] if package.teams else guesser.winner
            if guessed in right:
                members = _add(members, guesser.user, guesser.name, foreseen=1)
    upwards = sorted(places, key=lambda place: -place.rank)
    people = (table.players[place.seat].user for place in upwards)
    counted = replace(
        evening,
        members=members,
        games=(*evening.games, table.game),
        losers=tuple(user for user in people if user),
    )
    return replace(table, evening=counted)


def count_points(place: Place, places: Sequence[Place]) -> int:
    """Return a player's points: one for playing, and one for each other player behind.

    In a game with teams, only members of other teams count.
    """
    behind = (other for other in places if other.rank > place.rank)
    return 1 + sum(not place.team or other.team != place.team for other in behind)


def _add(
    members: Members,
    user: int | None,
    name: str,
    *,
    points: int = 0,
    games: int = 0,
    wins: int = 0,
    foreseen: int = 0,
    honours: tuple[Honour, ...] = (),
) -> Members:
    """Return members with something added to a person's or computer's one, who may be new."""
    of = next((each for each in members if each.user == user and (user or each.name == name)), None)
    member = of or Member(name, user)
    changed = replace(
        member,
        name=name,
        points=member.points + points,
        games=member.games + games,
        wins=member.wins + wins,
        foreseen=member.foreseen + foreseen,
        honours=(*member.honours, *honours),
    )
    if of is None:
        return (*members, changed)
    return tuple(changed if each is of else each for each in members)


def add_awards(evening: Evening, record: Record, course: Course) -> Evening:
    """Return an evening with the awards of a game added to its members."""
    members = evening.members
    earned = [((record.game, award), seat) for award, seat in record.awards]
    quickest = _find_quickest(record, course)
    for honour, seat in (*earned, *((QUICKEST, seat) for seat in quickest)):
        user, name = record.seats[seat].user, record.seats[seat].name
        if user in record.starters:
            members = _add(members, user, name, honours=(honour,))
    return replace(evening, members=members)


def _find_quickest(record: Record, course: Course) -> tuple[Seat, ...]:
    """Return the person whose answers took the least time, unless nobody else is measured.

    Players who are asked together share the time at which they were asked.
    """
    starters, seconds = record.starters, defaultdict[Seat, list[float]](list)
    asked_at, decision = 0.0, -1
    for before, step in pairwise(course.steps):
        answer = step.action
        if isinstance(answer, ActRecord):
            if answer.decision != decision:
                asked_at, decision = before.at, answer.decision
            if not answer.by_computer and record.seats[answer.seat].user in starters:
                seconds[answer.seat].append(step.at - asked_at)
    usual = {seat: median(x) for seat, x in seconds.items() if len(x) >= MIN_MEASURED_ANSWERS}
    return (min(usual, key=lambda seat: usual[seat]),) if len(usual) > 1 else ()


def is_followed(table: Table) -> bool:
    """Tell whether another lobby of the evening follows the table.

    It does after a game that was played to its end or ended by a person, unless all have left.
    """
    if not isinstance(table, Finished) or table.evening is None or not table.has_result:
        return False
    return any(player.user for player in table.players)


def ends_evening(table: Table) -> TypeGuard[Finished]:
    """Tell whether an evening with at least one counted game has ended with the table."""
    if not isinstance(table, Finished) or table.evening is None or is_followed(table):
        return False
    return bool(table.evening.games)


def list_evening_timers(table: Finished, now: float) -> tuple[IdleCheck, ...]:
    """Return the timer of a table that has just ended, if it is part of an evening."""
    if is_followed(table):
        return (IdleCheck("next-game", at=now + NEXT_GAME_SECONDS),)
    return (IdleCheck("evening-end", at=now),) if ends_evening(table) else ()
