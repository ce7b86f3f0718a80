"""Renders what lets people play on when somebody is silent: skipping, and answering the call.

A player who is called to be skipped has some seconds to press any button of the table. Otherwise
the computer plays that turn for them. If it made most of their moves, the final places say so.
"""

from collections.abc import Iterator
from math import ceil

from msgspec.structs import replace

from bot.domain.outcomes import STAND_IN_EVENT
from bot.domain.skipping import SKIP_ANSWER_SECONDS, find_skip, list_skippable
from bot.domain.table import Finished, Skip, Table, seat_decision
from bot.engine.screen import MAX_ROWS_PER_MESSAGE, Button, Screen, TableAction, arrange_in_rows
from bot.engine.screens import ScreenContext


def describe_skips(table: Table, user: int, context: ScreenContext, now: float) -> Iterator[str]:
    """Yield a line for each player for whom the reader can let the computer play, now or later."""
    for prompt, earliest in list_skippable(table, user):
        name = context.names[seat_decision(prompt)[1]]
        called = find_skip(table, prompt)
        if called:
            yield context.say("panel-skip-called", name=name, until=str(ceil(called.at)))
        elif now < earliest:
            yield context.say("panel-skip-later", name=name, until=str(ceil(earliest)))
        elif prompt.timing.skip_seconds is None:
            yield context.say("panel-skip-call", name=name, seconds=int(SKIP_ANSWER_SECONDS))
        else:
            yield context.say("panel-skip", name=name)


def make_skip_buttons(
    table: Table, user: int, context: ScreenContext, now: float
) -> tuple[tuple[Button, ...], ...]:
    """Return rows with a button for each silent player who can be skipped now.

    A player who has been called already has none.
    """
    buttons = []
    for prompt, earliest in list_skippable(table, user):
        decision, seat = seat_decision(prompt)
        if now >= earliest and not find_skip(table, prompt):
            label = context.say("button-skip", name=context.labels[seat])
            buttons.append(Button(label, TableAction("skip", f"{decision}/{seat}"), emoji="⏭️"))
    return arrange_in_rows(buttons)


def add_call(screen: Screen, owed: list[str], timer: Skip, context: ScreenContext) -> Screen:
    """Return a board on which a player is called to be skipped, with a button to answer the call.

    The call is put before the other lines in `owed`. Beside a picture, it takes their place.
    """
    name = context.names[timer.seat]
    if context.pictures:
        owed.clear()
    owed.insert(0, context.say("owed-skip", name=name, until=str(ceil(timer.at))))
    answer = Button(context.say("button-here"), TableAction("here"), "good", "👋")
    *rows, last = screen.rows
    if len(screen.rows) == MAX_ROWS_PER_MESSAGE or (answer,) in rows:
        return screen
    return replace(screen, rows=(*rows, (answer,), last))


def find_call_key(table: Table, users: tuple[int, ...]) -> str:
    """Return the key of the text that mentions people who owe an answer, or may be skipped."""
    skipped = {table.players[timer.seat].user for timer in table.timers if isinstance(timer, Skip)}
    return "call-skip" if skipped.issuperset(users) else "call"


def mark_stand_ins(table: Finished, context: ScreenContext) -> ScreenContext:
    """Return the players' names, marked where the computer made most of a person's moves."""
    names = [*context.names]
    for event in table.public_events:
        for seat in event.values if event.name == STAND_IN_EVENT else ():
            names[int(seat)] += context.say("mark-stood-in")
    return replace(context, names=tuple(names))
