"""Applies moves and pauses to the game at a table."""

from msgspec.structs import replace

from bot.domain.changes import Change, Refused
from bot.domain.guessing import settle_predictions
from bot.domain.table import Match, Table, clock_seconds
from bot.engine.chance import SeededChance
from bot.engine.events import Seat
from bot.engine.game import Elapse, IllegalMove, Prompt, Stale
from bot.engine.package import GamePackage, GameRegistry
from bot.engine.records import ActionRecord, ActRecord, apply_record

MIN_SHARED_SECONDS = 30.0
"""The minimum length in seconds of a deadline that takes a share of the table's time limit. People
are mentioned before it ends. If the whole time limit is shorter, the deadline takes all.
"""


def deadline_seconds(clock: str, prompt: Prompt) -> float | None:
    """Return the length of a decision's deadline in seconds, or None if it has none.

    It is the decision's own length, or its share of the table's time limit `clock`.
    """
    seconds = clock_seconds(clock)
    if prompt.seconds is not None or seconds is None:
        return prompt.seconds
    return min(seconds, max(MIN_SHARED_SECONDS, seconds * prompt.clock_share))


def may_be_called(prompt: Prompt) -> bool:
    """Tell whether the bot may mention a person who does not answer this prompt.

    A decision in the middle of a turn that has a time limit of its own is too short for that.
    """
    return bool(prompt.clock) and (prompt.seconds is None or not prompt.turn)


def step_game(table: Table, package: GamePackage, action: ActionRecord) -> Change:
    """Give one action to the rules of the game, and return the table in its next state.

    Raises:
        Stale: No game is running, or the action answers a decision that is not open any more.
        IllegalMove: The move is not legal.
    """
    if not isinstance(table, Match):
        raise Stale
    step = table.step + 1
    state, events = apply_record(package.game, table.state, action, SeededChance(table.seed, step))
    change = Change(replace(table, step=step).in_state(state, package.game), (action,), events)
    return settle_predictions(table, change, package) if table.guessers else change


def apply_move(
    table: Table, registry: GameRegistry, user: int, decision: int, move: str, click: int
) -> Change:
    """Submit a person's move, such as "bid/3/6", as the answer to a decision.

    Raises:
        Refused: The person has no seat at the table.
        Stale: No game is running, or the decision is not open any more.
        IllegalMove: The move is not legal, or repeats an answer that the person may change.
    """
    seat = table.seat_of(user)
    if seat is None:
        raise Refused("not-seated")
    table = table.change_player(seat, misses=0, acted=table.step + 1)
    prompt = table.prompt_of(seat) if isinstance(table, Match) else None
    if prompt and prompt.turn:  # the next decision has a clock of its own again
        table = table.change_player(seat, overdue="")
    change = step_game(table, registry[table.game], ActRecord(seat, decision, move, click))
    if prompt and prompt.has_answered and _is_without_effect(table, change):
        raise IllegalMove("same-answer")
    return change


def _is_without_effect(table: Table, change: Change) -> bool:
    before, after = table, change.table
    is_same = isinstance(before, Match) and isinstance(after, Match) and before.state == after.state
    return is_same and not change.events


def end_pause(table: Table, package: GamePackage, decision: int) -> Change:
    """End a pause of the running game, during which people can read and nobody is asked anything.

    Raises:
        Stale: No game is running, or this pause is over.
    """
    return step_game(table, package, Elapse(decision))


def find_early_pause(table: Table) -> Prompt | None:
    """Return the pause that ends once all people have pressed "Continue", or None without one."""
    pauses = table.prompts if isinstance(table, Match) and not table.is_lesson else ()
    return next((prompt for prompt in pauses if prompt.may_end_early), None)


def note_ready(table: Table, package: GamePackage, user: int, step: str) -> Change:
    """Note that a person has seen enough of a pause in this step, and end it if all have.

    Nothing changes if the pause is over already.
    """
    pause, seat = find_early_pause(table), table.seat_of(user)
    if not isinstance(table, Match) or pause is None or seat is None or str(table.step) != step:
        return Change(table)
    table = table.change_player(seat, asked=pause.decision)
    ready, all_people = list_ready(table, package, pause)
    if ready != all_people:
        return Change(table)
    return end_pause(table, package, pause.decision)


def list_ready(
    table: Match, package: GamePackage, pause: Prompt
) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """Return the seats of people who have seen enough of a pause, and of all who are waited for.

    The pause waits for people who are here and still in the game.
    """
    here = find_people_here(table, package)
    return tuple(seat for seat in here if table.players[seat].asked == pause.decision), here


def find_people_here(table: Match, package: GamePackage) -> tuple[Seat, ...]:
    """Return the seats of people who are neither away nor out of the game."""
    return tuple(
        seat
        for seat, player in enumerate(table.players)
        if player.user and not player.away and not package.game.is_out(table.state, seat)
    )
