"""What somebody is told above the buttons of a page that they read, while the game goes on."""

from collections.abc import Iterable

from msgspec.structs import replace

from bot.domain.table import Table
from bot.engine.box import Box
from bot.engine.events import Seat
from bot.engine.screen import OwnPage
from bot.i18n import Text
from bot.presenters import screens

NAMED = 3
"""So many who have played are named."""


def noted(
    page: OwnPage, table: Table, box: Box, user: int, language: str, played: Iterable[Seat]
) -> OwnPage:
    """Return the page that a person reads with the news of the table above its buttons.

    `played`: who has played since they opened it, the reader too if the computer did for them.
    Whether the table waits for the reader is told as it is now. What the page says there already,
    such as why a press was refused, stays.
    """
    if page.note:
        return page
    return replace(page, note=_news(table, box, user, language, tuple(played)))


def _news(table: Table, box: Box, user: int, language: str, played: tuple[Seat, ...]) -> str:
    here = screens.scene(table, box, language)
    say = here.say
    if table.phase == "closed":
        return screens.own(table, box, user, language).content
    if table.phase == "over":
        return say("reading-over", button=say("button-hand"))
    seat = table.seat_of(user)
    names = [here.names[other] for other in played if other != seat]
    told: list[str] = []
    if seat in played:
        told += screens.missed(table, seat, here)
    if names and len(names) <= NAMED:
        told.append(say("reading-played", names=_listed(names, say), count=len(names)))
    if not table.paused and any(prompt.seat == seat for prompt in table.waiting()):
        told.append(say("reading-asked", button=say("button-hand")))
    return " ".join(told) or say("reading-news")


def _listed(names: list[str], say: Text) -> str:
    *others, last = names
    return say("reading-names", others=", ".join(others), last=last) if others else last
