"""When a server gets its daily post about the puzzle."""

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from bot.domain.puzzles import find_counting_end, find_number
from bot.domain.server_settings import ServerSettings
from bot.domain.time_zones import find_zone

MAX_LATE_SECONDS = 12 * 3600
"""The number of seconds after which a missed post is skipped."""
ONE_DAY = timedelta(days=1)


def find_next_post(now: float, hour: int, zone: str, posted_at: float = 0.0) -> float:
    """Return when the next post is due, in seconds since 1970.

    That is at the hour of each local date, once. If clocks skip the hour, it is the next moment of
    that date. If they repeat it, it is the first of both.

    Args:
        zone: The IANA name of a time zone.
        posted_at: When the last post was made. Its local date gets no second one.
    """
    place = find_zone(zone)
    day = datetime.fromtimestamp(now, place).date()
    posted_day = datetime.fromtimestamp(min(posted_at, now), place).date()
    day = max(day, posted_day + ONE_DAY)
    while (at := _find_time(day, hour, place)) is None or at <= now:
        day += ONE_DAY
    return at


def _find_time(day: date, hour: int, place: ZoneInfo) -> float | None:
    """Return when an hour of a local date begins, or None if clocks skip the rest of the date."""
    local = datetime.combine(day, time(hour), place)
    at = local.timestamp()
    if datetime.fromtimestamp(at, place).replace(tzinfo=None) != local.replace(tzinfo=None):
        at = _find_skip(local)
    return at if datetime.fromtimestamp(at, place).date() == day else None


def _find_skip(skipped: datetime) -> float:
    """Return when clocks skip a local time. The two offsets for it enclose that moment."""
    before, after = int(skipped.replace(fold=1).timestamp()), int(skipped.timestamp())
    offset = datetime.fromtimestamp(after, skipped.tzinfo).utcoffset()
    while after - before > 1:
        middle = (before + after) // 2
        if datetime.fromtimestamp(middle, skipped.tzinfo).utcoffset() == offset:
            after = middle
        else:
            before = middle
    return float(after)


def plan_posts(settings: ServerSettings, now: float) -> ServerSettings:
    """Return the settings of a server with the time of its next post, after something was chosen.

    A post that is due already stays due if only its channel was changed. A day on which there was a
    post gets no second one, even at another hour or in another channel.
    """
    due = settings.puzzle_due if settings.puzzle_channel else None
    if settings.puzzle_channel and (due is None or settings.changed_setting != "puzzle_channel"):
        posted_at = 0.0 if settings.puzzle_problem else settings.puzzle_begun
        due = find_next_post(now, settings.puzzle_hour, settings.puzzle_zone, posted_at)
    return replace(settings, puzzle_due=due, puzzle_problem="")


def find_closed_number(now: float) -> int:
    """Return the number of the newest puzzle that counts no more, so that its par is known."""
    number = find_number(now)
    while find_counting_end(number) > now:
        number -= 1
    return number
