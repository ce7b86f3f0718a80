"""Calls: mentions of people who want to know when a seat is free, or of a server's role."""

from collections.abc import Collection
from datetime import datetime

from msgspec import Struct

from bot.domain.time_zones import find_zone

MAX_CALLED_PEOPLE = 20
"""The maximum number of people whom one call mentions."""
MIN_CALL_INTERVAL_SECONDS = 1800.0
"""The minimum number of seconds between two calls in a server."""
HOURS_PER_DAY = 24


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
    until_hour: int = HOURS_PER_DAY
    """The hour up to which they want to be called, 1 to 24. If not later, that of the next day."""


class LobbyCall(Struct, frozen=True, gc=False, omit_defaults=True):
    """The call of a lobby: whom it mentions. A lobby calls only once."""

    by: int
    """The user id of the person who called. It is 0 if their data was erased since."""
    users: tuple[int, ...] = ()
    role: int = 0
    """The id of the role that is mentioned instead of people, or 0."""


def select_called(
    subscriptions: Collection[CallSubscription], game: str, now: float
) -> list[CallSubscription]:
    """Return the wishes of those people who want to be called for a game at this time."""
    zones = {each.zone for each in subscriptions}
    hours = {zone: datetime.fromtimestamp(now, find_zone(zone)).hour for zone in zones}
    return [each for each in subscriptions if _wants_call(each, game, hours[each.zone])]


def _wants_call(subscription: CallSubscription, game: str, hour: int) -> bool:
    if subscription.games and game not in subscription.games:
        return False
    first, end = subscription.from_hour, subscription.until_hour
    return first <= hour < end if first < end else hour >= first or hour < end
