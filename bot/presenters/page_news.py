"""Renders the news for a person who reads a page while the game goes on."""

from collections.abc import Iterable
from itertools import chain

from msgspec.structs import replace

from bot.domain.table import Finished, Match, Table
from bot.engine.events import Seat
from bot.engine.package import GamePackage
from bot.engine.screen import Link, OpenScreen, OwnPage, SubmitMove
from bot.engine.text_helpers import join_names
from bot.presenters.screens import find_missed, make_context, render_own

MAX_PLAYERS_NAMED = 3
"""If more players have moved, none is named."""


def add_news(
    page: OwnPage,
    table: Table,
    package: GamePackage,
    user: int,
    language: str,
    played_seats: Iterable[Seat],
) -> OwnPage:
    """Return the page that a person reads, with news of the table above the page's buttons.

    It says who has moved since the page was opened, also for the reader, and whether the game waits
    for the reader. If the page has a note already, such as a refusal, that note stays instead.
    """
    if page.note:
        return page
    note = _format_page_news(table, package, user, language, tuple(played_seats))
    return replace(page, note=note)


def asks_in_vain(page: OwnPage, table: Table, user: int) -> bool:
    """Return whether a person enters a move on this page for a decision that is over."""
    prompt = table.prompt_of(table.seat_of(user)) if isinstance(table, Match) else None
    decisions = [
        item.press.decision
        for item in chain(*page.rows)
        if not isinstance(item, Link)
        and isinstance(item.press, SubmitMove | OpenScreen)
        and item.press.path
    ]
    return bool(decisions) and (prompt is None or prompt.decision not in decisions)


def _format_page_news(
    table: Table, package: GamePackage, user: int, language: str, played_seats: tuple[Seat, ...]
) -> str:
    context = make_context(table, package, language)
    say = context.say
    if isinstance(table, Finished):
        if not table.is_complete:
            return render_own(table, package, user, language).content
        return say("reading-over", button=say("button-hand"))
    seat = table.seat_of(user)
    names = [context.names[other] for other in played_seats if other != seat]
    told: list[str] = []
    if seat in played_seats:
        told += [say(f"news-{event.name}") for event in find_missed(table, seat)[:1]]
    if names and len(names) <= MAX_PLAYERS_NAMED:
        told.append(say("reading-played", names=join_names(names, say), count=len(names)))
    waiting = table.waiting() if isinstance(table, Match) and not table.paused else ()
    if any(prompt.seat == seat for prompt in waiting):
        told.append(say("reading-asked", button=say("button-hand")))
    return " ".join(told) or say("reading-news")
