"""Renders the button with which the players of a game end a pause sooner."""

from msgspec.structs import replace

from bot.domain.playing import find_early_pause
from bot.domain.table import Match
from bot.engine.events import Seat
from bot.engine.lessons import make_go_on_button
from bot.engine.screen import OwnScreen, ScreenContext, TableAction
from bot.engine.text_helpers import join_paragraphs


def add_go_on(screen: OwnScreen, table: Match, seat: Seat, context: ScreenContext) -> OwnScreen:
    """Return a player's own screen with the button that ends the game's pause for them.

    Who has pressed it sees a grey button, and what everybody waits for. The screen stays as it is
    if the pause cannot end sooner.

    Args:
        screen: The own screen without the button.
        table: The running game.
        seat: The number of the player, from 0.
        context: The texts for the player.
    """
    pause = find_early_pause(table)
    if pause is None:
        return screen
    is_ready = table.players[seat].asked == pause.decision
    button = make_go_on_button(context, advised=not is_ready)
    press = TableAction("ready", str(table.step))
    row = (replace(button, press=press, disabled=is_ready),)
    told = context.say("ready-waits") if is_ready else ""
    return replace(screen, content=join_paragraphs(screen.content, told), rows=(*screen.rows, row))
