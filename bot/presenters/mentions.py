"""What lets people's phones buzz: mentions on a board, reminders, notices."""

from msgspec.structs import replace

from bot.domain.table import Table, ends
from bot.engine.box import Box
from bot.engine.screen import Button, Look, Screen
from bot.i18n import text


def mention_on_board(screen: Screen, table: Table, users: tuple[int, ...]) -> Screen:
    """Return a board that is posted anew, with a mention of exactly those who are called by it."""
    if not users:
        return screen
    key = "call-start" if table.phase == "lobby" else "call"
    content = text(table.language)(key, people=mentioned(users), plain=screen.content)
    return replace(screen, content=content, mentions=users)


def mentioned(users: tuple[int, ...]) -> str:
    """Return Discord's mentions of these users."""
    return " ".join(f"<@{user}>" for user in users)


def reminder(table: Table, users: tuple[int, ...], clock: str) -> Screen:
    """Return the call to those who still owe an answer when half of the time has gone."""
    until = str(int(ends(table, clock) or 0))
    content = text(table.language)("reminder", people=mentioned(users), until=until)
    return Screen("", content=content, mentions=users)


def notice(table: Table, box: Box) -> Screen:
    """Return the notice before a game is closed that nobody touches."""
    users = tuple(player.user for player in table.players if player.user)
    say = text(table.language, box.text)
    content = say("notice", people=mentioned(users))
    row = (Button(say("button-hand"), Look(0), "main", "🐾"),)
    return Screen("", content=content, mentions=users, rows=(row,), table=table.id)
