"""An evening: several games that a group plays one after another in a channel.

An evening is part of its tables. The lobby of the next game opens with the people of the last one,
who vote there for the game, and takes the evening over. It ends when such a lobby closes.
"""

from msgspec import Struct
from msgspec.structs import replace


class Member(Struct, frozen=True, gc=False, omit_defaults=True):
    """A person or computer player who took part in a game of the evening."""

    name: str
    user: int | None = None
    """The person's id. None means a computer, or a person whose data was erased."""
    points: int = 0
    games: int = 0
    wins: int = 0
    honours: tuple[tuple[str, str], ...] = ()
    """The game and the name of each award that the member earned."""
    foreseen: int = 0
    """How many games' winners the member foresaw while watching."""

    @property
    def is_computer(self) -> bool:
        """Whether it is a computer player, and no person whose data was erased."""
        return self.user is None and bool(self.name)


class Vote(Struct, frozen=True, gc=False):
    """A person's vote for the next game."""

    user: int
    game: str


class Evening(Struct, frozen=True, gc=False, omit_defaults=True):
    """The state of an evening, as each of its tables stores it."""

    began_at: float
    members: tuple[Member, ...] = ()
    """All who took part in a game that was played to its end, in the order of their first one."""
    games: tuple[str, ...] = ()
    """The names of the games that were played to their end."""
    losers: tuple[int, ...] = ()
    """The ids of the last game's people, from the last place up."""
    choices: tuple[str, ...] = ()
    """The names of the games between which people vote. () means that there is no vote now."""
    votes: tuple[Vote, ...] = ()


class StoredEvening(Struct, frozen=True, gc=False):
    """An evening that is over."""

    id: int
    """The id of the table that closed with the evening."""
    guild: int
    channel: int
    ended_at: float
    evening: Evening
    hidden_users: frozenset[int] = frozenset()
    """The user ids of members who keep their games to themselves."""
    parent: int | None = None
    """The channel of the public thread in which the evening was, if it was in one."""

    def is_visible_to(self, user: int, channel: int) -> bool:
        """Tell whether a person who reads this channel may look at the evening."""
        is_member = any(user == each.user for each in self.evening.members)
        return is_member or channel in (self.channel, self.parent)

    def show_to(self, user: int) -> "StoredEvening":
        """Return the evening without the names of others who keep their games to themselves."""
        hidden = self.hidden_users - {user}
        members = tuple(
            replace(each, user=None, name="") if each.user in hidden else each
            for each in self.evening.members
        )
        return replace(self, evening=replace(self.evening, members=members))


def erase_member(evening: Evening, user: int) -> Evening:
    """Return an evening without a person's id, name and vote. Their points stay."""
    members = tuple(
        replace(each, user=None, name="") if each.user == user else each for each in evening.members
    )
    votes = tuple(vote for vote in evening.votes if vote.user != user)
    losers = tuple(each for each in evening.losers if each != user)
    return replace(evening, members=members, votes=votes, losers=losers)


def rank_members(evening: Evening) -> tuple[tuple[int, Member], ...]:
    """Return the members who played with their places, the best first.

    Equal points share a place. Members who only watched have none.
    """
    players = (each for each in evening.members if each.games)
    ordered = sorted(players, key=lambda each: (-each.points, -each.wins))
    points = [each.points for each in ordered]
    return tuple((points.index(each.points) + 1, each) for each in ordered)
