"""Applies moves to the game at a table, and prepares what computer players, places and awards need.

All functions are pure, except that an error in computing a game's awards is logged.
"""

import hmac
import logging
from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from bot.common.log import describe_failure
from bot.domain import ratings
from bot.domain.changes import Change, Refused
from bot.domain.game_records import Awards, Numbers, RatingWeight, Views, make_views
from bot.domain.guessing import settle_predictions
from bot.domain.levels import level_of
from bot.domain.seating import read_options
from bot.domain.table import ComputerTurn, Finished, Lobby, Match, Table, clock_seconds
from bot.engine.chance import SeededChance
from bot.engine.computer_task import ComputerTask
from bot.engine.events import Seat
from bot.engine.game import (
    ActionRecord,
    ActRecord,
    Elapse,
    IllegalMove,
    Place,
    Prompt,
    Stale,
    StepRecord,
)
from bot.engine.package import GamePackage, GameRegistry

log = logging.getLogger(__name__)

MIN_USUAL_LENGTH_FRACTION = 3
"""The typical length of a game is divided by this number to get the minimum length of a rated game.

Length is counted in answers of players. With 3, a game changes ratings only if it has at least a
third of the typical number. A shorter game says little about how well people play.
"""
MIN_SHARED_SECONDS = 30.0
"""The minimum length in seconds of a deadline that takes a share of the table's time limit.

People are mentioned before it ends. If the whole time limit is shorter, the deadline takes all.
"""
UNREACHABLE_MOVES = 1_000_000
"""A minimum number of answers that no game reaches. It is set so that a game is never rated."""


def deadline_seconds(clock: str, prompt: Prompt) -> float | None:
    """Return the length of a decision's deadline in seconds.

    Args:
        clock: The table's time limit for a turn, as in `Table.clock`.
        prompt: The decision, which may have a length of its own or a share of that time limit.

    Returns:
        The number of seconds, or None if the decision has no deadline.
    """
    seconds = clock_seconds(clock)
    if prompt.seconds is not None or seconds is None:
        return prompt.seconds
    return min(seconds, max(MIN_SHARED_SECONDS, seconds * prompt.clock_share))


def may_be_called(prompt: Prompt) -> bool:
    """Tell whether the bot may mention a person in the channel who does not answer this prompt.

    It may if the person must answer before a deadline. A decision in the middle of a turn that has
    a time limit of its own, as in a race, is too short for that.
    """
    return bool(prompt.clock) and (prompt.seconds is None or not prompt.turn)


def step_game(table: Table, package: GamePackage, action: ActionRecord) -> Change:
    """Give one action to the rules of the game, and return the table in its next state.

    Args:
        table: The table as it is now.
        package: The game of the table, with its rules and texts.
        action: What happens: a player's move, the end of a pause, or a player who leaves.

    Raises:
        Stale: No game is running, or the action answers a decision that is not open any more.
        IllegalMove: The move is not legal.
    """
    if not isinstance(table, Match):
        raise Stale
    step = table.step + 1
    state, events = package.game.step(table.state, action, SeededChance(table.seed, step))
    change = Change(replace(table, step=step).in_state(state, package.game), (action,), events)
    return settle_predictions(table, change, package) if table.guessers else change


def apply_move(
    table: Table, registry: GameRegistry, user: int, decision: int, move: str, click: int
) -> Change:
    """Submit a person's move as the answer to the decision that they were asked for.

    Args:
        table: The table as it is now.
        registry: The games that are installed, by their names.
        user: Discord's id of the person.
        decision: The number of the decision that the pressed button belongs to.
        move: The move as text, such as "bid/3/6".
        click: Discord's id of the interaction, which contains the time of the press.

    Raises:
        Refused: The person has no seat at the table.
        Stale: No game is running, or the decision is not open any more.
        IllegalMove: The move is not legal, or repeats an answer that the person may change.
    """
    seat = table.seat_of(user)
    if seat is None:
        raise Refused("not-seated")
    player = replace(table.players[seat], misses=0, acted=table.step + 1)
    prompt = table.prompt_of(seat) if isinstance(table, Match) else None
    if prompt and prompt.turn:  # the next decision has a clock of its own again
        player = replace(player, overdue="")
    table = table.set_player(seat, player)
    change = step_game(table, registry[table.game], ActRecord(seat, decision, move, click))
    if prompt and prompt.has_answered and _is_without_effect(table, change):
        raise IllegalMove("same-answer")
    return change


def _is_without_effect(table: Table, change: Change) -> bool:
    """Tell whether a step of the game leaves everything as it was, and tells nothing."""
    before, after = table, change.table
    is_same = isinstance(before, Match) and isinstance(after, Match) and before.state == after.state
    return is_same and not change.events


def end_pause(table: Table, package: GamePackage, decision: int) -> Change:
    """End a pause of the running game, during which people can read and nobody is asked anything.

    Args:
        table: The table as it is now.
        package: The game of the table, with its rules and texts.
        decision: The decision number of the pause, which distinguishes it from other pauses.

    Raises:
        Stale: No game is running, or this pause is over.
    """
    return step_game(table, package, Elapse(decision))


def find_early_pause(table: Table) -> Prompt | None:
    """Return the pause that ends once all people have pressed "Continue", or None without one."""
    pauses = table.prompts if isinstance(table, Match) and not table.is_lesson else ()
    return next((prompt for prompt in pauses if prompt.may_end_early), None)


def note_ready(table: Table, package: GamePackage, user: int, step: str) -> Change:
    """Note that a person has seen enough of a pause, and end it if nobody else is still looking.

    Computers, people who are away and those who are out of the game do not count. Nothing changes
    if the pause is over already.

    Args:
        table: The table as it is now.
        package: The game of the table, with its rules and texts.
        user: Discord's id of the person.
        step: The step that the person has seen, as text.
    """
    pause, seat = find_early_pause(table), table.seat_of(user)
    if not isinstance(table, Match) or pause is None or seat is None or str(table.step) != step:
        return Change(table)
    table = table.set_player(seat, replace(table.players[seat], asked=pause.decision))
    ready, all_people = list_ready(table, package, pause)
    if ready != all_people:
        return Change(table)
    return end_pause(table, package, pause.decision)


def list_ready(
    table: Match, package: GamePackage, pause: Prompt
) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """Return the seats of people who have seen enough of a pause, and of all who are waited for.

    The pause waits for people who are here and still in the game.

    Args:
        table: The table as it is now.
        package: The game of the table, with its rules and texts.
        pause: The pause, from `find_early_pause`.
    """
    here = [
        seat
        for seat, player in enumerate(table.players)
        if player.user and not player.away and not package.game.is_out(table.state, seat)
    ]
    ready = [seat for seat in here if table.players[seat].asked == pause.decision]
    return tuple(ready), tuple(here)


def make_computer_task(table: Match, package: GamePackage, seat: Seat, level: str) -> ComputerTask:
    """Return the task from which a computer player chooses its next move.

    The task contains only what this seat is allowed to know, so the computer cannot cheat.

    Args:
        table: The table as it is now.
        package: The game of the table, with its rules and texts.
        seat: The number of the seat, from 0.
        level: How well the computer plays, as one of the game's levels.
    """
    return ComputerTask(
        game=package.game,
        view=package.game.view(table.state, seat),
        moves=package.game.legal_moves(table.state, seat),
        level=level,
        key=_random_key(table, seat),
    )


def choose_any_move(table: Match, package: GamePackage, seat: Seat) -> str:
    """Return a random legal move of a seat, as a path such as "bid/3/6".

    It is used if a computer player fails. The same table in the same step always gives the same
    move.
    """
    rng = Random(_random_key(table, seat))  # noqa: S311 - no draw of the game
    return rng.choice(package.game.legal_paths(table.state, seat))


def _random_key(table: Match, seat: Seat) -> bytes:
    """Return the secret key that seeds a computer player's random numbers in this step."""
    return hmac.digest(table.seed, f"luck:{table.step}:{seat}".encode(), "sha256")


def seats_computers_answer(table: Table) -> tuple[Seat, ...]:
    """Return the seats for which a computer is going to answer when a running timer ends.

    A paused table has none.
    """
    rows = () if table.paused else table.timers
    return tuple(due.seat for due in rows if isinstance(due, ComputerTurn))


def set_places(table: Finished, package: GamePackage) -> Finished:
    """Return a finished table with each player's final place and points filled in.

    If the game ended early, the places are those at that time, if the game ranks players then.
    """
    for place in _find_places(table, package):
        player = replace(table.players[place.seat], rank=place.rank, points=place.points)
        table = table.set_player(place.seat, player)
    return table


def _find_places(table: Finished, package: GamePackage) -> tuple[Place, ...]:
    """Return the final places, or those at which people ended the game early."""
    return package.game.standings(table.state) or package.game.interim_standings(table.state)


def views_after_step(before: Table, table: Table, package: GamePackage) -> Views:
    """Return what the onlookers and each player can see after a step of the game.

    The result is empty if the change was no step of a game, or if the table is a lesson.
    """
    if isinstance(table, Lobby) or table.state is None or table.is_lesson:
        return ()
    if not isinstance(before, Lobby) and table.state is before.state:
        return ()
    return make_views(package.game, table.state, len(table.players))


def rating_weight(table: Table, package: GamePackage | None) -> RatingWeight:
    """Return the facts that decide whether and how much a game changes ratings.

    They are the minimum length of a rated game, the ratings of its computer players, and who was in
    which team.

    Args:
        table: The table as it is now.
        package: The game. None means that it is not installed. The game is then never rated.
    """
    if package is None:
        return RatingWeight(min_moves=UNREACHABLE_MOVES)
    seats = len(table.players)
    mu = ratings.rate_levels(package.game, seats, len(package.teams))
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
    """Return the team of each player of a finished game by seat, or () if it has no teams."""
    if not package.teams or not isinstance(table, Finished):
        return ()
    teams = {place.seat: place.team for place in _find_places(table, package)}
    return tuple(teams.get(seat, "") for seat in range(len(table.players)))


def choose_awards(
    table: Finished, package: GamePackage | None, course: Sequence[StepRecord]
) -> Awards:
    """Return the awards that players earned in a game that was played to its end.

    If an error occurs, it is logged and nobody gets an award, so that the game's record is stored
    anyway.

    Args:
        table: The table as it is now.
        package: The game. None means that it is not installed, so that nobody gets an award.
        course: All steps of the game.
    """
    if package is None or not table.is_complete:
        return ()
    try:
        entries = package.game.read_log(course)
        return package.awards.find_earned(entries, package.game.standings(table.state) or ())
    except Exception as problem:
        log.warning("the awards of table %s failed: %s", table.id, describe_failure(problem))
        return ()


def find_numbers(
    table: Finished, package: GamePackage | None, course: Sequence[StepRecord]
) -> Numbers:
    """Return the numbers that tell much of a game that was played to its end.

    If an error occurs, it is logged and there are none.

    Args:
        table: The table as it is now.
        package: The game. None means that it is not installed.
        course: All steps of the game.
    """
    if package is None or not table.is_complete:
        return ()
    public = (event for step in course for event in step.events if event.to is None)
    try:
        told = [notice.event for notice in package.game.read_events(public)]
        return tuple((name, count(told)) for name, count in package.numbers.items())
    except Exception as problem:
        log.warning("the numbers of table %s failed: %s", table.id, describe_failure(problem))
        return ()
