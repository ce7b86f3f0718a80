"""Renders the screen on which managers remove people from the scores of a server."""

from collections.abc import Sequence

from msgspec import Struct

from bot.common.numbers import parse_id, parse_page
from bot.domain.results import MAX_LINES_PER_PAGE, Line
from bot.engine.screen import Button, Item, Screen, Select, TableAction
from bot.i18n import Text
from bot.presenters.standings import ScoresRequest, parse_scores_request
from bot.storage.removed_people_repository import REMOVED_PEOPLE_PER_PAGE, RemovedPerson


class RemovalRequest(Struct, frozen=True):
    """A manager's request to look at people in scores, to remove one of them or to put one back."""

    scores: ScoresRequest
    """The page of the scoreboard whose people can be removed."""
    page: int = 0
    """The page of the list of people who are removed already."""
    user: int = 0
    """The chosen person, or 0."""

    @property
    def value(self) -> str:
        """The request as text for a button. A select appends the chosen person."""
        return f"{self.scores.value}/{self.page}"


def parse_removal_request(value: str) -> RemovalRequest:
    """Return a request from its `value`, or from that of a `ScoresRequest`.

    Nobody is removed from the scoreboard of all servers. The one of this server takes its place.
    """
    page, user = [*value.split("/")[3:], "", ""][:2]
    scores = parse_scores_request(value)
    if scores.span == "all":
        scores = ScoresRequest(scores.game)
    return RemovalRequest(scores, parse_page(page), parse_id(user))


def render_removal(
    say: Text,
    request: RemovalRequest,
    game: str,
    lines: Sequence[Line],
    removed: Sequence[RemovedPerson],
    note: str,
) -> Screen:
    """Return the screen with the people on a page of a scoreboard, and those who are removed.

    `game` is the title of the scoreboard's game. `removed` has one more person if another page
    of them follows.
    """
    rows: list[tuple[Item, ...]] = []
    if lines := lines[:MAX_LINES_PER_PAGE]:
        told = tuple(say("scores-won", wins=line.wins, games=line.games) for line in lines)
        press = TableAction("scores-remove", request.value)
        options = _make_options(say, lines)
        rows.append((Select(say("scores-remove"), press, options, descriptions=told),))
    has_next = len(removed) > REMOVED_PEOPLE_PER_PAGE
    if removed := removed[:REMOVED_PEOPLE_PER_PAGE]:
        press = TableAction("scores-put-back", request.value)
        rows.append((Select(say("scores-put-back"), press, _make_options(say, removed)),))
    if request.page or has_next:
        before, after = (
            TableAction("scores-tidy", RemovalRequest(request.scores, page).value)
            for page in (request.page - 1, request.page + 1)
        )
        rows.append(
            (
                Button(say("button-previous"), before, disabled=not request.page),
                Button(say("button-next"), after, disabled=not has_next),
            )
        )
    back = TableAction("scores", request.scores.value)
    rows.append((Button(say("scores-back"), back, emoji="↩️"),))
    title, about = say("scores-tidy-title"), say("scores-tidy-text", game=game)
    return Screen(title, about, note=note, rows=tuple(rows))


def _make_options(say: Text, people: Sequence[Line | RemovedPerson]) -> tuple[tuple[str, str], ...]:
    return tuple((str(each.user), each.name or say("somebody")) for each in people)
