"""Texts about games with teams: who is in which team, and which team has won."""

from collections.abc import Sequence

from bot.engine.game import Place
from bot.i18n import Text

MAX_TEAM_NAMES = 5
"""The maximum number of members whom a line names. Others are only counted."""


def group_by_team(places: Sequence[Place]) -> dict[str, tuple[Place, ...]]:
    """Map the name of each team to the places of its members, the best team first.

    The result is {} for a game without teams, and while not everybody's team is known.
    """
    found = dict[str, tuple[Place, ...]]()
    for place in places:
        found[place.team] = (*found.get(place.team, ()), place)
    return {} if "" in found else found


def name_team(team: str, say: Text) -> str:
    """Return the name of a team for people, such as "The cats".

    A team for which the game has no message any more is returned as it is.
    """
    try:
        return say(f"team-{team}")
    except KeyError:
        return team


def join_members(names: Sequence[str], say: Text, max_names: int = MAX_TEAM_NAMES) -> str:
    """Return the names of a team's members as a list, such as "Ada, Ben, 2 more"."""
    named, more = names[:max_names], len(names) - max_names
    return ", ".join((*named, say("names-more", count=more)) if more > 0 else named)


def describe_teams(
    places: Sequence[Place],
    names: Sequence[str],
    say: Text,
    *,
    is_over: bool = True,
    max_names: int | None = None,
) -> tuple[str, ...]:
    """Return a line for each team, such as "🏆 The cats have won: Ada, Ben", the best team first.

    Points stand behind a name if the player has any, and if they say more than who has won: not if
    all winners have 1 and all others 0. The result is () for a game without teams. If the game was
    not played to its end (`is_over`), no line says that a team has won.
    """
    lines = []
    are_told = not is_over or any(each.points != int(each.rank == 1) for each in places)
    for team, members in group_by_team(places).items():
        told = [
            f"{names[each.seat]} {each.points}" if each.points and are_told else names[each.seat]
            for each in members
        ]
        key = "over-team-won" if is_over and members[0].rank == 1 else "over-team"
        joined = join_members(told, say, max_names or len(told))
        lines.append(say(key, team=name_team(team, say), names=joined))
    return tuple(lines)


def describe_winning_teams(places: Sequence[Place], names: Sequence[str], say: Text) -> str:
    """Return one line that names the winning teams and their members, or "" without teams."""
    won = [place for place in places if place.rank == 1]
    return " · ".join(describe_teams(won, names, say, max_names=MAX_TEAM_NAMES))
