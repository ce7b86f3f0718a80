"""Renders the choice of a time zone: a menu, and a form for zones that it does not list."""

from collections.abc import Iterator
from datetime import datetime

from bot.domain.display_names import escape_name
from bot.domain.time_zones import find_city, find_near_zones, find_zone
from bot.engine.screen import Form, Select, TableAction
from bot.i18n import Text

ZONES = (
    *("America/Los_Angeles", "America/Denver", "America/Chicago", "America/Mexico_City"),
    *("America/New_York", "America/Bogota", "America/Sao_Paulo", "UTC", "Europe/London"),
    *("Africa/Lagos", "Europe/Berlin", "Europe/Athens", "Africa/Johannesburg"),
    *("Europe/Istanbul", "Asia/Dubai", "Asia/Karachi", "Asia/Kolkata", "Asia/Dhaka"),
    *("Asia/Bangkok", "Asia/Shanghai", "Asia/Tokyo", "Australia/Sydney", "Pacific/Auckland"),
)
"""The time zones of the menu from west to east: as many as it holds beside a person's own and
`OTHER_ZONE`.
"""
OTHER_ZONE = "?"
"""What the menu sends for a zone that it does not list. `render_zone_form` is the answer.

It is shorter than anything that can be written in a form.
"""


def make_zone_select(
    say: Text, placeholder: str, press: TableAction, chosen: str, now: float
) -> Select:
    """Return the menu of time zones, each with some of its cities and the time that it is there.

    The chosen one stands in it even if it is none of `ZONES`. The menu's id changes with the time,
    after "~", because clients go on showing what a person has chosen in a menu of the same id.
    """
    press = TableAction(press.action, f"{press.argument}~{int(now)}")
    options = (*_list_options(say, chosen, now), (OTHER_ZONE, say("zone-other")))
    return Select(placeholder, press, options, chosen=(chosen,))


def _list_options(say: Text, chosen: str, now: float) -> Iterator[tuple[str, str]]:
    for zone in ZONES if chosen in ZONES else (chosen, *ZONES):
        at = datetime.fromtimestamp(now, find_zone(zone))
        yield zone, say("zone-time", cities=name_zone(say, zone), time=f"{at:%H:%M}")


def name_zone(say: Text, zone: str) -> str:
    """Return some cities of a time zone, by its IANA name."""
    key = zone.replace("/", "-").replace("_", "-")
    return say(f"zone-{key}") if zone in ZONES else find_city(zone)


def render_zone_form(say: Text, press: TableAction) -> Form:
    """Return the form in which a person writes the name of a time zone."""
    return Form(say("zone-form"), say("zone-form-told"), label=say("zone-form-label"), press=press)


def explain_unknown_zone(say: Text, written: str) -> str:
    """Return the sentence for a person who has written an unknown name, with the nearest ones."""
    told = escape_name(written)
    near = ", ".join(f"**{escape_name(each)}**" for each in find_near_zones(written))
    return say("zone-near", written=told, near=near) if near else say("zone-unknown", written=told)
