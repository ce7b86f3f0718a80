"""Renders the buttons below the posts with which people share games and scores in a channel."""

from bot.engine.screen import Button, Link, TableAction
from bot.i18n import Text


def make_shared_row(
    say: Text, game: str, invitation_url: str, replay: TableAction | None = None
) -> tuple[Button | Link, ...]:
    """Return the row of buttons that lets the readers of a shared post join in.

    Args:
        game: The name of the game that readers can play, or "" for no button.
        invitation_url: The URL at which people add the bot to their servers, or "" for no button.
        replay: What opens the replay of the shared game. None means that the post has none.
    """
    row: list[Button | Link] = []
    if game:
        row.append(Button(say("button-play-shared"), TableAction("play", game), "good", "🐾"))
    if replay is not None:
        row.append(Button(say("button-replay"), replay, emoji="🎞️"))
    if invitation_url:
        row.append(Link(say("button-add-to-server"), invitation_url))
    return tuple(row)
