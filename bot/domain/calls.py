"""Calls: mentions of people who want to know when a seat is free, or of a server's role."""

from msgspec import Struct


class CallSubscription(Struct, frozen=True, gc=False):
    """A person's wish to be called for games on a server."""

    guild: int
    user: int
    games: tuple[str, ...] = ()
    """The names of the games. () means all."""
    zone: str = "UTC"
    """The IANA name of the person's time zone, such as "Europe/Berlin"."""
    from_hour: int = 0
    """The hour of the person's day from which on they want to be called, 0 to 23."""
    until_hour: int = 24
    """The hour up to which they want to be called, 1 to 24. If earlier, that of the next day."""


class LobbyCall(Struct, frozen=True, gc=False, omit_defaults=True):
    """The call of a lobby: whom it mentions. A lobby calls only once."""

    by: str
    """The name of the person who called."""
    at: float
    users: tuple[int, ...] = ()
    role: int = 0
    """The id of the role that is mentioned instead of people, or 0."""
