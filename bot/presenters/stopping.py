"""Renders the request to end a running game: who wants to stop, and who has yet to agree."""

from msgspec.structs import replace

from bot.domain.stopping import find_asked, find_wishes
from bot.domain.table import Table
from bot.engine.package import GamePackage
from bot.engine.screen import MAX_ROWS_PER_MESSAGE, Button, Screen, ScreenContext, TableAction
from bot.engine.text_helpers import join_names


def describe_request(table: Table, package: GamePackage, context: ScreenContext) -> str:
    """Return the line that asks people to agree to end the game, or "" if nobody wants to."""
    wishes, asked = find_wishes(table), find_asked(table, package)
    if not wishes:
        return ""
    return context.say(
        "stop-asked",
        names=join_names([context.names[seat] for seat in wishes], context.say),
        wishes=len(wishes),
        others=join_names([context.names[seat] for seat in asked], context.say),
        asked=len(asked),
    )


def make_request_buttons(table: Table, context: ScreenContext) -> tuple[Button, ...]:
    """Return the buttons that agree to end the game or play on, or none if nobody wants to end."""
    if not find_wishes(table):
        return ()
    return (
        Button(context.say("button-stop"), TableAction("stop"), emoji="✋"),
        Button(context.say("button-play-on"), TableAction("play-on"), emoji="▶️"),
    )


def add_request(
    screen: Screen, owed: list[str], table: Table, package: GamePackage, context: ScreenContext
) -> Screen:
    """Return a board with the request to end its game, and the buttons that answer it.

    Args:
        screen: The board.
        owed: The board's lines about open decisions. The request is put before them.
        table: The table.
        package: The table's game.
        context: The names of the players and the texts for the reader.
    """
    buttons = make_request_buttons(table, context)
    if not buttons:
        return screen
    owed.insert(0, describe_request(table, package, context))
    if len(screen.rows) == MAX_ROWS_PER_MESSAGE:
        return screen
    *rows, last = screen.rows
    return replace(screen, rows=(*rows, buttons, last))
