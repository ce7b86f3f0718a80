"""How well the computer plays for a seat, and what people call that.

A computer's level is one of its game's, or the wish to play "like us": as well as the people at the
table do. In the lobby that is stored as "like-us", from the deal on as "like-us/" with the level
that was found; for rules that do not know it, it is the middle level.

How well somebody plays is their rating from all their games, those beside computers alone, too
(`bot.domain.results.Standing.all_mu`). Those of the levels are on the same scale
(`bot.domain.ratings.levels`): somebody new is thought to play like the weakest one.
"""

from collections.abc import Iterable
from statistics import fmean

from bot.domain.ratings import rate_levels
from bot.domain.results import EVERYWHERE, MU, Standing
from bot.domain.table import Player, Table
from bot.engine.box import GamePackage
from bot.i18n import LANGUAGES, Text, text

ABSENT = "absent"
"""The level at which the computer plays for people who are not there; games do not list it."""
LIKE_US = "like-us"
"""The wish for a computer that plays as well as the people here do; games do not list it."""


def middle_level(box: GamePackage) -> str:
    """Return the level of a computer player for which nobody wished another."""
    levels = box.game.levels
    return levels[len(levels) // 2]


def default_level(box: GamePackage, *, newcomer: bool) -> str:
    """Return the level of computers in a lobby for which nobody wished another.

    The weakest if the host is a `newcomer`, who never finished a game of this kind.
    """
    return box.game.levels[0] if newcomer else middle_level(box)


def level_choices(box: GamePackage) -> tuple[str, ...]:
    """Return what can be wished: "like us" and the levels; nothing if the game has but one."""
    levels = box.game.levels
    return (LIKE_US, *levels) if len(levels) > 1 else ()


def newest_level(table: Table, box: GamePackage) -> str | None:
    """Return the level of the computer player that sits on the last seat of theirs, if any.

    As it is stored: where it plays like the people here, another one does, too.
    """
    levels = [
        player.level if plays_like_us(player) else level_of(player, box)
        for player in table.players
        if player.user is None and player.level
    ]
    return levels[-1] if levels else None


def level_of(player: Player, box: GamePackage) -> str:
    """Return the level at which the computer answers for this player.

    A stored one that the game does not know, such as an older version's, counts as the middle one.
    """
    if player.user is not None:
        return ABSENT
    return known_level(player.level.removeprefix(f"{LIKE_US}/"), box)


def known_level(level: str, box: GamePackage) -> str:
    """Return a stored level, the middle one if the game does not know it."""
    return level if level in box.game.levels else middle_level(box)


def plays_like_us(player: Player) -> bool:
    """Tell whether a computer plays as well as the people here do, or is to from the deal on."""
    return player.level.partition("/")[0] == LIKE_US


def like_us_at_level(level: str) -> str:
    """Return what is stored of a computer that plays like the people here: at this level."""
    return f"{LIKE_US}/{level}"


def parse_level(box: GamePackage, wish: str) -> str | None:
    """Return the level that a person means, or "like-us": by its name, or as it is offered.

    In any language, with its sentence or without. None if the game has no such level. Discord's
    clients send the title of what is offered while one types instead of its name:
    https://github.com/discord/discord-api-docs/issues/7206.
    """
    wished = wish.strip().casefold()
    if wished in box.game.levels:
        return wished
    for language in LANGUAGES:
        say = text(language, box.text)
        for level, offer in list_level_choices(say, box).items():
            if wished in (level, say(f"level-{level}").casefold(), offer.casefold()):
                return level
    return None


def list_level_choices(say: Text, box: GamePackage) -> dict[str, str]:
    """Return each choice with its name and its sentence, at most 100 characters."""
    return {
        level: say("level-offered", level=say(f"level-{level}"), told=say(f"level-{level}-told"))
        for level in level_choices(box)
    }


def find_nearest_level(
    people: Iterable[Iterable[Standing]], box: GamePackage, game: str, seats: int
) -> str:
    """Return the level next to the mean rating of people, the weaker of two.

    `people` are how each of them stands, in whatever games; `seats` is how many play here.
    """
    mean = fmean([_overall_rating(standings, game) for standings in people] or [MU])
    ratings = rate_levels(box.game, seats)
    return min(ratings, key=lambda level: abs(mean - ratings[level]))


def _overall_rating(standings: Iterable[Standing], game: str) -> float:
    """Return somebody's rating from all games of a kind."""
    everywhere = (each for each in standings if each.guild == EVERYWHERE and each.game == game)
    return next((each.all_mu for each in everywhere), MU)
