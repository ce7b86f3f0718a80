"""A running game at a table: moves, computer players, places and awards.

All functions are pure, but one writes to the log when a game's awards fail.
"""

import hmac
import logging
from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from bot.common.log import describe_failure
from bot.domain import ratings
from bot.domain.changes import Change, Refused
from bot.domain.game_records import Awards, RatingWeight, Views, make_views
from bot.domain.levels import level_of
from bot.domain.table import ComputerTurn, Finished, Lobby, Match, Table
from bot.engine.chance import SeededChance
from bot.engine.computer_task import ComputerTask
from bot.engine.events import Seat
from bot.engine.game import ActionRecord, ActRecord, Elapse, Prompt, Stale, StepRecord
from bot.engine.package import GamePackage, GameRegistry

log = logging.getLogger(__name__)

MIN_USUAL_LENGTH_FRACTION = 3
"""The divisor of a game's typical length that gives the minimum length of a rated game.

A game with less than a third of its typical answers says nothing about how well people play.
"""
UNREACHABLE_MOVES = 1_000_000
"""A number of answers that no game reaches."""


def may_be_called(prompt: Prompt) -> bool:
    """Tell whether a person who does not click is called for this prompt.

    That is so if they must answer, but not in a race.
    """
    return bool(prompt.clock) and prompt.seconds is None


def step_game(table: Table, package: GamePackage, action: ActionRecord) -> Change:
    """Apply one action to the game.

    Raises what `Game.step` raises. Raises `Stale` if no game is running.
    """
    if not isinstance(table, Match):
        raise Stale
    step = table.step + 1
    state, events = package.game.step(table.state, action, SeededChance(table.seed, step))
    return Change(replace(table, step=step).in_state(state, package.game), (action,), events)


def apply_move(
    table: Table, registry: GameRegistry, user: int, decision: int, move: str, click: int
) -> Change:
    """Submit a person's move for the decision that they were asked for.

    Raises `Refused` if the person does not sit at the table, and what `step_game` raises.
    """
    seat = table.seat_of(user)
    if seat is None:
        raise Refused("not-seated")
    player = replace(table.players[seat], misses=0, acted=table.step + 1)
    prompt = table.prompt_of(seat) if isinstance(table, Match) else None
    if prompt and prompt.turn:  # the next decision has a clock of its own again
        player = replace(player, overdue="")
    table = table.set_player(seat, player)
    return step_game(table, registry[table.game], ActRecord(seat, decision, move, click))


def end_pause(table: Table, package: GamePackage, decision: int) -> Change:
    """End the table's own pause."""
    return step_game(table, package, Elapse(decision))


def make_computer_task(table: Match, package: GamePackage, seat: Seat, level: str) -> ComputerTask:
    """Return the task for a computer player of this level. It contains only the seat's own view."""
    return ComputerTask(
        game=package.game,
        view=package.game.view(table.state, seat),
        moves=package.game.legal_moves(table.state, seat),
        level=level,
        key=_random_key(table, seat),
    )


def choose_any_move(table: Match, package: GamePackage, seat: Seat) -> str:
    """Return any legal move of a seat. The result is the same each time."""
    rng = Random(_random_key(table, seat))  # noqa: S311 - no draw of the game
    return rng.choice(package.game.legal_paths(table.state, seat))


def _random_key(table: Match, seat: Seat) -> bytes:
    return hmac.digest(table.seed, f"luck:{table.step}:{seat}".encode(), "sha256")


def seats_computers_answer(table: Table) -> tuple[Seat, ...]:
    """Return the seats that the computer is about to answer for.

    At a paused table there are none.
    """
    rows = () if table.paused else table.timers
    return tuple(due.seat for due in rows if isinstance(due, ComputerTurn))


def set_places(table: Finished, package: GamePackage) -> Finished:
    """Return a finished table with each seat's place and points.

    For a game that ended early, these are its interim standings.
    """
    for place in package.game.interim_standings(table.state):
        player = replace(table.players[place.seat], rank=place.rank, points=place.points)
        table = table.set_player(place.seat, player)
    return table


def views_after_step(before: Table, table: Table, package: GamePackage) -> Views:
    """Return everybody's views after a step of the game.

    (): the change was no step of a game, or it was a step of a lesson.
    """
    if isinstance(table, Lobby) or table.state is None or table.is_lesson:
        return ()
    if not isinstance(before, Lobby) and table.state is before.state:
        return ()
    return make_views(package.game, table.state, len(table.players))


def rating_weight(table: Table, package: GamePackage | None) -> RatingWeight:
    """Return how much a game says about how well people play. Without its rules it says nothing."""
    if package is None:
        return RatingWeight(min_moves=UNREACHABLE_MOVES)
    seats, options = len(table.players), dict(table.options)
    mu = ratings.rate_levels(package.game, seats)
    usual = package.game.typical_length(seats, {**package.game.defaults, **options})
    return RatingWeight(
        computer_ratings=tuple(
            mu[level_of(player, package)] if player.level else 0.0 for player in table.players
        ),
        min_moves=usual // MIN_USUAL_LENGTH_FRACTION,
    )


def is_onlooker(table: Table, user: int) -> bool:
    """Tell whether a person watches a running game and never played in it."""
    if not isinstance(table, Match) or table.is_lesson:
        return False
    left = any(leaver.user == user for leaver in table.leavers)
    return not left and table.seat_of(user) is None


def can_guess_winner(table: Table, package: GamePackage) -> bool:
    """Tell whether onlookers may still guess the winner: before half of the typical answers."""
    options = {**package.game.defaults, **dict(table.options)}
    usual = package.game.typical_length(len(table.players), options)
    return isinstance(table, Match) and (not usual or table.step < usual // 2)


def choose_awards(
    table: Finished, package: GamePackage | None, course: Sequence[StepRecord]
) -> Awards:
    """Return the awards that the seats earned in a game that was played to its end.

    If computing a game's awards fails, nobody gets one. The record matters more than its awards.
    """
    if package is None or not table.is_complete:
        return ()
    try:
        entries = package.game.read_log(course)
        return package.game.earned_awards(entries, package.game.standings(table.state) or ())
    except Exception as problem:
        log.warning("the awards of table %s failed: %s", table.id, describe_failure(problem))
        return ()
