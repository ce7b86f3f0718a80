"""The levels of computer players, and the names that people use for them.

A computer player's level is one of its game's levels, or the choice "our level". It then plays as
well as the people at the table do. The lobby stores this choice as "like-us". At the deal, the bot
finds the level that fits, and stores it as "like-us/<level>".

How well a person plays is their rating from all games, with those against computers alone
(`bot.domain.results.Standing.all_mu`). A new person is assumed to play like the weakest level.
"""

from collections.abc import Iterable
from itertools import chain
from statistics import fmean

from bot.domain.ratings import rate_levels
from bot.domain.results import ALL_SERVERS, MU, Standing
from bot.domain.table import Player, Table
from bot.engine.package import GamePackage, GameRegistry
from bot.i18n import LANGUAGES, Text, text

ABSENT_LEVEL = "absent"
"""The level at which the computer plays for people who are absent. Nobody can choose it."""
LIKE_US = "like-us"
"""The stored name of the choice "our level"."""


def middle_level(package: GamePackage) -> str:
    """Return the middle one of the game's computer levels, used where nobody chose a level."""
    levels = package.computers.levels
    return levels[len(levels) // 2]


def default_level(package: GamePackage, *, is_newcomer: bool, server_level: str = "") -> str:
    """Return the level that computer players get in a new lobby if nobody chose one.

    A newcomer never finished a game of this kind. A server may have a default of its own.
    """
    if server_level in level_choices(package):
        return server_level
    return package.computers.levels[0] if is_newcomer else middle_level(package)


def level_choices(package: GamePackage) -> tuple[str, ...]:
    """Return the levels that people can choose, "our level" first, or () if there is only one."""
    levels = package.computers.levels
    return (LIKE_US, *levels) if len(levels) > 1 else ()


def list_all_levels(registry: GameRegistry) -> tuple[str, ...]:
    """Return the levels that people can choose in any of the games, "our level" first."""
    return tuple(dict.fromkeys(chain.from_iterable(map(level_choices, registry.values()))))


def newest_level(table: Table, package: GamePackage) -> str | None:
    """Return the level of the computer player that was added last, or None if there is none."""
    levels = [
        player.level if plays_like_us(player) else level_of(player, package)
        for player in table.players
        if player.user is None and player.level
    ]
    return levels[-1] if levels else None


def level_of(player: Player, package: GamePackage) -> str:
    """Return the game's level at which the computer answers for a player."""
    if player.user is not None:
        return ABSENT_LEVEL
    return known_level(player.level.removeprefix(f"{LIKE_US}/"), package)


def known_level(level: str, package: GamePackage) -> str:
    """Return a stored level, or the game's middle level if the game has no such level any more."""
    return level if level in package.computers.levels else middle_level(package)


def plays_like_us(player: Player) -> bool:
    """Tell whether a computer player has the choice "our level", in either stored form."""
    return player.level.partition("/")[0] == LIKE_US


def like_us_at_level(level: str) -> str:
    """Return "our level" as it is stored once the game is dealt, such as "like-us/easy"."""
    return f"{LIKE_US}/{level}"


def parse_level(package: GamePackage, user_input: str) -> str | None:
    """Return the stored name of the computer level that a person typed or chose, or None.

    It may be the stored name, the name in any language, or the whole text of the choice. Clients
    send the title of a choice: https://github.com/discord/discord-api-docs/issues/7206.
    """
    wished = user_input.strip().casefold()
    if wished in package.computers.levels:
        return wished
    for language in LANGUAGES:
        say = text(language, package.text)
        for level, offer in list_level_choices(say, package).items():
            if wished in (level, say(f"level-{level}").casefold(), offer.casefold()):
                return level
    return None


def list_level_choices(say: Text, package: GamePackage) -> dict[str, str]:
    """Map the stored name of each level that people can choose to its text in the menu."""
    return {
        level: say("level-offered", level=say(f"level-{level}"), told=say(f"level-{level}-told"))
        for level in level_choices(package)
    }


def find_nearest_level(
    standings_by_person: Iterable[Iterable[Standing]], package: GamePackage, game: str, seats: int
) -> str:
    """Return the computer level whose rating in this game is nearest to some people's mean rating.

    If two levels are equally near, the weaker one is returned.
    """
    mean = fmean([_overall_rating(standings, game) for standings in standings_by_person] or [MU])
    ratings = rate_levels(package.computers, seats, len(package.teams))
    return min(ratings, key=lambda level: abs(mean - ratings[level]))


def _overall_rating(standings: Iterable[Standing], game: str) -> float:
    everywhere = (each for each in standings if each.guild == ALL_SERVERS and each.game == game)
    return next((each.all_mu for each in everywhere), MU)
