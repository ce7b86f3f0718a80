"""How well the computer plays for a seat."""

from bot.games.box import Box
from bot.store.records import Player, Table
from bot.text import LANGUAGES, text

ABSENT = "absent"
"""The level at which the computer plays for people who are not there; games do not list it."""


def middle(box: Box) -> str:
    """Return the level of a computer player for which nobody wished another."""
    levels = box.game.levels
    return levels[len(levels) // 2]


def usual(box: Box, *, newcomer: bool) -> str:
    """Return the level of computers in a lobby for which nobody wished another.

    The weakest if the host is a `newcomer`, who never finished a game of this kind.
    """
    return box.game.levels[0] if newcomer else middle(box)


def newest(table: Table, box: Box) -> str | None:
    """Return the level of the computer player that sits on the last seat of theirs, if any."""
    levels = [
        level_of(player, box) for player in table.players if player.user is None and player.level
    ]
    return levels[-1] if levels else None


def strength(level: str, box: Box) -> str:
    """Return in one word how strong a level is among the game's: "weak", "fair" or "strong"."""
    if level == box.game.levels[0]:
        return "weak"
    return "strong" if level == box.game.levels[-1] else "fair"


def level_of(player: Player, box: Box) -> str:
    """Return the level at which the computer answers for this player.

    A stored one that the game does not know, such as an older version's, counts as the middle one.
    """
    if player.user is not None:
        return ABSENT
    return player.level if player.level in box.game.levels else middle(box)


def named(box: Box, wish: str) -> str | None:
    """Return the level that a person means, by its name or by its title in any language.

    None if the game has no such level. Discord's clients send the title of what is offered while
    one types instead of its name: https://github.com/discord/discord-api-docs/issues/7206.
    """
    wished = wish.strip().casefold()
    for level in box.game.levels:
        if wished == level or (len(box.game.levels) > 1 and wished in _titles(box, level)):
            return level
    return None


def _titles(box: Box, level: str) -> set[str]:
    """Return what a level is called; only games of several levels have words for them."""
    return {text(language, box.text)(f"level-{level}").casefold() for language in LANGUAGES}
