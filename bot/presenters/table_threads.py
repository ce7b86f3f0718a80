"""Renders what people see of a table's own thread outside of it."""

from bot.domain.display_names import escape_name, to_plain_name
from bot.domain.table import Table
from bot.engine.package import GamePackage, GameRegistry
from bot.engine.screen import Screen, TemporaryScreen
from bot.i18n import LANGUAGES, Text, text
from bot.presenters.lobby import add_lesson_button
from bot.presenters.panels import make_board_link

MAX_THREAD_NAME_LENGTH = 100
"""https://docs.discord.com/developers/resources/channel#start-thread-from-message-json-params"""
SEPARATOR = " · "


def format_thread_name(table: Table, package: GamePackage, host: str) -> str:
    """Return the name of a table's thread: its game, and its host unless `host` is empty."""
    title = text(table.language, package.text)("game-title")
    name = SEPARATOR.join(filter(None, (title, host and to_plain_name(host))))
    return name[:MAX_THREAD_NAME_LENGTH]


def rename_after_game(name: str, table: Table, package: GamePackage, registry: GameRegistry) -> str:
    """Return a thread's name with the table's game in place of another one.

    A name that begins with no other game's title stays as it is.
    """
    others = (each for each in registry.values() if each.text != package.text)
    titles = {text(each, other.text)("game-title") for other in others for each in LANGUAGES}
    title, *host = name.split(SEPARATOR, 1)
    return format_thread_name(table, package, "".join(host)) if title in titles else name


def render_announcement(table: Table, package: GamePackage, host: str) -> Screen:
    """Return the line from which a table's thread starts: its game, and its host if named."""
    say = text(table.language, package.text)
    game = say("game-title")
    if not host:
        return Screen("", content=say("thread-open", game=game))
    return Screen("", content=say("thread-opens", game=game, name=escape_name(host)))


def lead_to_thread(say: Text, table: Table, *, offers_lesson: bool) -> Screen:
    """Return the answer to a person who sits down in another channel than the table's thread.

    It may offer a lesson of the game.
    """
    told = say("thread-seated", game=say("game-title"), thread=f"<#{table.channel}>")
    row = (make_board_link(say, table),)
    screen = TemporaryScreen("", content=told, rows=(row,), table=table.id)
    return add_lesson_button(screen, say, table.game) if offers_lesson else screen
