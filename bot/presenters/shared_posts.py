"""Renders the buttons below the posts with which people share games and scores in a channel."""

from bot.engine.screen import Button, Link, TableAction
from bot.i18n import Text


def make_shared_row(
    say: Text, game: str, invitation_url: str, replay: TableAction | None = None
) -> tuple[Button | Link, ...]:
    """Return the buttons below a shared post that play its game, open its replay and add the bot.

    Without a game, a replay or a URL, that button is missing.
    """
    row: list[Button | Link] = []
    if game:
        row.append(Button(say("button-play-shared"), TableAction("play", game), "good", "🐾"))
    if replay is not None:
        row.append(Button(say("button-replay"), replay, emoji="🎞️"))
    if invitation_url:
        row.append(Link(say("button-add-to-server"), invitation_url))
    return tuple(row)
