"""How well the computer plays for a seat."""

from bot.games.box import Box
from bot.store.records import Player

ABSENT = "absent"
"""The level at which the computer plays for people who are not there; games do not list it."""


def middle(box: Box) -> str:
    """Return the level of a computer player for which nobody wished another."""
    levels = box.game.levels
    return levels[len(levels) // 2]


def level_of(player: Player, box: Box) -> str:
    """Return the level at which the computer answers for this player.

    A stored one that the game does not know, such as an older version's, counts as the middle one.
    """
    if player.user is not None:
        return ABSENT
    return player.level if player.level in box.game.levels else middle(box)
