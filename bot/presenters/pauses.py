"""Renders the button with which the players of a game end a pause sooner."""

from msgspec.structs import replace

from bot.domain.playing import find_early_pause, list_ready
from bot.domain.table import Match
from bot.engine.events import Seat
from bot.engine.game import Prompt
from bot.engine.lessons import make_go_on_button
from bot.engine.package import GamePackage
from bot.engine.screen import MAX_ROWS_PER_MESSAGE, Button, OwnScreen, Screen, TableAction
from bot.engine.screens import ScreenContext
from bot.engine.text_helpers import join_lines, join_paragraphs, join_seats

MIN_TOLD_PAUSE_SECONDS = 10.0
"""Minimum length of a pause that a game makes by itself, for its end to be shown."""


def shows_time(pause: Prompt) -> bool:
    """Tell whether the board says when a pause ends: a time to talk, or one that is long enough."""
    return bool(pause.ready_label) or (pause.seconds or 0) >= MIN_TOLD_PAUSE_SECONDS


def add_go_on(
    screen: OwnScreen, table: Match, package: GamePackage, seat: Seat, context: ScreenContext
) -> OwnScreen:
    """Return a player's own screen with the button that ends the game's pause for them.

    Who has pressed it sees a grey button, and what everybody waits for. The screen stays as it is
    if the pause cannot end sooner, or does not wait for the player, who is out of the game.
    """
    pause = find_early_pause(table)
    if pause is None or package.game.is_out(table.state, seat):
        return screen
    is_ready = table.players[seat].asked == pause.decision
    row = (replace(_make_button(table, pause, context, advised=not is_ready), disabled=is_ready),)
    told = join_lines(
        context.say("ready-waits") if is_ready else "", _tell_ready(table, package, pause, context)
    )
    return replace(screen, content=join_paragraphs(screen.content, told), rows=(*screen.rows, row))


def add_talk(screen: Screen, table: Match, package: GamePackage, context: ScreenContext) -> Screen:
    """Return the board with the button that ends a time to talk, and a line about who is ready."""
    pause = find_early_pause(table)
    if pause is None or table.paused:
        return screen
    rows = screen.rows
    if len(rows) < MAX_ROWS_PER_MESSAGE - 1:
        rows = (*rows, (_make_button(table, pause, context, advised=True),))
    told = _tell_ready(table, package, pause, context)
    return replace(screen, text=join_lines(told, screen.text), rows=rows)


def _make_button(table: Match, pause: Prompt, context: ScreenContext, *, advised: bool) -> Button:
    button = make_go_on_button(context, advised=advised)
    label = context.say(pause.ready_label) if pause.ready_label else button.label
    return replace(button, label=label, press=TableAction("ready", str(table.step)))


def _tell_ready(table: Match, package: GamePackage, pause: Prompt, context: ScreenContext) -> str:
    """Return the line that says who is ready to end a time to talk, or "" in another pause."""
    ready, here = list_ready(table, package, pause)
    if not pause.ready_label or not ready:
        return ""
    names = join_seats(ready, context)
    return context.say("ready-names", names=names, ready=len(ready), all=len(here))
