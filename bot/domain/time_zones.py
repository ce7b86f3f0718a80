"""Finds time zones by the names that people write."""

from difflib import get_close_matches
from functools import cache
from unicodedata import combining, normalize
from zoneinfo import ZoneInfo, available_timezones

MAX_NEAR_ZONES = 3
NO_PLACES = {"Factory", "localtime"}
"""What some systems list among time zones."""
DEFAULT_ZONES = {"de": "Europe/Berlin"}
"""The time zones in which most readers of a language live."""

find_zone = cache(ZoneInfo)
"""Returns a time zone by its IANA name. `ZoneInfo` keeps eight, and reads others from files."""


def find_zone_name(written: str) -> str:
    """Return the IANA name of the time zone that a person means, or "" if it is unknown.

    The city alone is enough, as in "new york". Case, accents and "_" do not matter.
    """
    return _list_names().get(_simplify(written), "")


def find_near_zones(written: str) -> tuple[str, ...]:
    """Return the IANA names of the time zones that are most like what a person has written."""
    names = _list_names()
    near = get_close_matches(_simplify(written), names, n=2 * MAX_NEAR_ZONES)
    return tuple(dict.fromkeys(names[each] for each in near))[:MAX_NEAR_ZONES]


def find_city(zone: str) -> str:
    """Return the city that an IANA name ends with, such as "New York"."""
    return zone.rpartition("/")[2].replace("_", " ")


@cache
def _list_names() -> dict[str, str]:
    """Return the IANA names by what people may write: the whole name, or the city.

    If a city has several names, such as "America/Argentina/Buenos_Aires", the shortest counts.
    """
    zones = sorted(available_timezones() - NO_PLACES, key=lambda zone: (-len(zone), zone))
    cities = {_simplify(find_city(zone)): zone for zone in zones}
    return cities | {_simplify(zone): zone for zone in zones}


def _simplify(written: str) -> str:
    letters = (each for each in normalize("NFKD", written) if not combining(each))
    return " ".join("".join(letters).replace("_", " ").casefold().split())
