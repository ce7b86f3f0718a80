"""Tells what a game brought: places, awards, numbers, and how much it counts.

An error in computing a game's awards or numbers is logged, and there are none.
"""

import logging
from collections.abc import Collection, Mapping, Sequence

from bot.common.log import describe_failure
from bot.domain import ratings
from bot.domain.changes import make_table_event
from bot.domain.game_records import Facts, RatingWeight, Record
from bot.domain.levels import level_of
from bot.domain.options import read_options
from bot.domain.table import Finished, Table
from bot.engine.events import EventRecord
from bot.engine.game import Place
from bot.engine.package import GamePackage
from bot.engine.records import StepRecord, read_events, read_log

log = logging.getLogger(__name__)


MIN_USUAL_LENGTH_FRACTION = 3
"""A rated game has at least this part, a third, of a game's typical number of answers."""


UNREACHABLE_MOVES = 1_000_000
"""A number of answers that no game reaches, so that the game is never rated."""


def set_places(table: Finished, package: GamePackage) -> Finished:
    """Return a finished table with each player's place and points, as the game ranks them."""
    for place in find_places(table, package):
        table = table.change_player(place.seat, rank=place.rank, points=place.points)
    return table


def find_places(table: Finished, package: GamePackage) -> tuple[Place, ...]:
    """Return the players' places, those at the end or, in a game that was ended early, so far."""
    return package.game.standings(table.state) or package.game.interim_standings(table.state)


def rating_weight(table: Table, package: GamePackage | None) -> RatingWeight:
    """Return the facts that decide whether and how much a game changes ratings.

    A game that is not installed is never rated.
    """
    if package is None:
        return RatingWeight(min_moves=UNREACHABLE_MOVES)
    seats = len(table.players)
    mu = ratings.rate_levels(package.computers, seats, len(package.teams))
    usual = package.game.typical_length(seats, read_options(table, package))
    return RatingWeight(
        computer_ratings=tuple(
            mu[level_of(player, package)] if player.level else 0.0 for player in table.players
        ),
        min_moves=usual // MIN_USUAL_LENGTH_FRACTION,
        teams=package.teams,
        teams_by_seat=_list_teams(table, package),
    )


def _list_teams(table: Table, package: GamePackage) -> tuple[str, ...]:
    if not package.teams or not isinstance(table, Finished):
        return ()
    teams = {place.seat: place.team for place in find_places(table, package)}
    return tuple(teams.get(seat, "") for seat in range(len(table.players)))


def find_facts(table: Finished, package: GamePackage | None, course: Sequence[StepRecord]) -> Facts:
    """Return the awards and numbers of a game that was played to its end."""
    if package is None or not table.is_complete:
        return Facts()
    game, facts = package.game, Facts()
    try:
        entries, places = read_log(game, course), game.standings(table.state) or ()
        facts = facts._replace(awards=package.awards.find_earned(entries, places))
    except Exception as problem:
        log.warning("the awards of table %s failed: %s", table.id, describe_failure(problem))
    public = (event for step in course for event in step.events if event.to is None)
    try:
        told = [notice.event for notice in read_events(game, public)]
        numbers = tuple((name, count(told)) for name, count in package.numbers.items())
        facts = facts._replace(numbers=numbers)
    except Exception as problem:
        log.warning("the numbers of table %s failed: %s", table.id, describe_failure(problem))
    return facts


MAX_TOLD_AWARDS = 3
"""The maximum number of awards that the last board explains, so that it fits on a phone."""


MAX_TOLD_FORESEERS = 3


AWARD_EVENT, FORESEEN_EVENT = "table-award", "table-foreseen"


NUMBERS_EVENT = "table-numbers"
"""The event with the numbers that tell much of a game: names and values in turn."""


STAND_IN_EVENT = "table-stood-in"
"""The event that tells for which people the computer made most of the moves."""


def list_honours(record: Record, earned: Mapping[int, Collection[str]]) -> tuple[EventRecord, ...]:
    """Return the events that tell what a finished game brought besides the places.

    These are its numbers, the people whom the computer played for, the first award of each person
    in the order of places, and how many onlookers foresaw the winner. `earned` has the names
    of earlier awards by user id.
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
        is_new = first[seat] not in earned.get(record.seats[seat].user or 0, ())
        told.append(make_table_event(AWARD_EVENT, seat, first[seat], int(is_new)))
    if record.readers and record.ending == "played":
        right = [guess for guess in record.readers if record.proves_right(guess)]
        names = [guess.name for guess in right if guess.name][:MAX_TOLD_FORESEERS]
        told.append(make_table_event(FORESEEN_EVENT, len(right), len(record.readers), *names))
    return tuple(told)
