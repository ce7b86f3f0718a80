"""Renders the screens of `/cats privacy`: what is stored about people, and their choices."""

from collections.abc import Mapping
from typing import get_args

from bot.engine.screen import Button, Field, Item, Link, Screen, Select, TableAction
from bot.i18n import Text
from bot.presenters.panels import make_always_words_button
from bot.storage.people_repository import RETENTION_CHOICES_DAYS, Preferences, ProfileVisibility


def render_privacy(
    say: Text,
    preferences: Preferences,
    days: int | None,
    links: Mapping[str, str],
    calls: Button | None,
) -> Screen:
    """Return the screen that says what is stored about a person and lets the person change that.

    `days` is None if the person may not change the server's number. `links` are the URLs of
    "policy" and "terms" that the bot's operator has set. `calls` is the button about the calls that
    the person gets.
    """
    seen = tuple((each, say(f"seen-by-{each}")) for each in get_args(ProfileVisibility))
    meant = tuple(say(f"seen-by-{each}-means") for each in get_args(ProfileVisibility))
    keep = [_retention_select(say, say("keep-mine-which"), "keep-mine", preferences.days)]
    if days is not None:
        keep.append(_retention_select(say, say("keep-here-which"), "keep-here", days))
    chosen = (preferences.seen_by,)
    by = Select(say("seen-by"), TableAction("seen-by"), seen, chosen=chosen, descriptions=meant)
    rows: tuple[tuple[Item, ...], ...] = (
        (by,),
        *((select,) for select in keep),
        (
            make_always_words_button(say, TableAction("in-words"), preferences.in_words),
            *((calls,) if calls else ()),
        ),
        (
            Button(say("button-export"), TableAction("export"), emoji="📦"),
            Button(say("button-forget"), TableAction("forget"), "bad", "🧹"),
            *(Link(say(f"button-{name}"), url) for name, url in links.items()),
        ),
    )
    sections = (
        Field(say("privacy-time"), say("privacy-time-text")),
        Field(say("privacy-seen"), say("privacy-seen-text")),
        Field(say("privacy-yours"), say("privacy-yours-text")),
    )
    return Screen(say("privacy-title"), say("privacy-text"), fields=sections, rows=rows)


def _retention_select(say: Text, placeholder: str, action: str, days: int) -> Select:
    """Return the select for how long games are stored. 0 days means the default."""
    options = tuple((str(each), say(action, days=each)) for each in RETENTION_CHOICES_DAYS)
    chosen = (str(days or RETENTION_CHOICES_DAYS[0]),)
    return Select(placeholder, TableAction(action), options, chosen=chosen)


def render_unserved(say: Text) -> Screen:
    """Return the screen that lets a person allow the bot to react to them again."""
    row = (Button(say("button-serve"), TableAction("serve"), "main", "🐾"),)
    return Screen(say("privacy-title"), say("privacy-unserved"), rows=(row,))


def ask_to_forget(say: Text) -> Screen:
    """Return the screen that asks a person to confirm that all data about them will be erased."""
    yes = Button(say("button-forget-yes"), TableAction("forget-yes"), "bad", "🧹")
    never = Button(say("button-forget-never"), TableAction("forget-yes", "never"), "bad", "🚫")
    no = Button(say("button-no"), TableAction("privacy"), emoji="↩️")
    return Screen(say("forget-title"), say("forget-text"), rows=((yes,), (never,), (no,)))
