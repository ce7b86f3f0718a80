"""A server's table of a game: who plays how well, and who has won how often."""

from collections.abc import Sequence
from typing import Literal, get_args

from msgspec import Struct
from msgspec.structs import replace

from bot.domain.display_names import escaped
from bot.domain.ratings import month_of, shown
from bot.domain.results import LINES, MIN_OPPONENTS, Line, Standing
from bot.engine.box import Shelf
from bot.engine.screen import Button, Do, Field, Screen, Select
from bot.engine.text_helpers import fitting, lines, shortened
from bot.i18n import Text, text

Span = Literal["ever", "three", "month", "all"]
"""Of this server ever, or so many months; or ever of all servers together."""
SURE = 20
"""A rating of fewer games is not sure."""
FRESH = 180 * 86_400.0
"""Nor is one of somebody who has not played for so many seconds."""
NAME = 24
"""The room of a name in a line, as `shortened` counts it: a longer one would wrap on a phone."""


class ScoresRequest(Struct, frozen=True):
    """Which page of the table somebody asks for."""

    game: str = ""
    """"": the one that is played here, or was played last."""
    span: Span = "ever"
    page: int = 0

    @property
    def value(self) -> str:
        """What stands for it in a button."""
        return f"{self.game}/{self.span}/{self.page}"


def parse_scores_request(value: str) -> ScoresRequest:
    """Return what a button asks for: a game, and perhaps a span and a page."""
    game, span, page = [*value.split("/"), "", ""][:3]
    known: Span = next((each for each in get_args(Span) if each == span), "ever")
    return ScoresRequest(game, known, int(page) if page.isdecimal() and len(page) < 6 else 0)


def since(span: Span, now: float) -> int:
    """Return the first month that counts, 0 for all."""
    month = month_of(now)
    if span in ("ever", "all"):
        return 0
    if span == "month":
        return month
    year, of_year = divmod(month, 100)
    return month - 2 if of_year > 2 else (year - 1) * 100 + of_year + 10


def screen(
    say: Text,
    asks: ScoresRequest,
    people: Sequence[Line],
    games: Sequence[str],
    shelf: Shelf,
    running: str | None,
    now: float,
) -> Screen:
    """Return the screen; `people` has one more than the page where it goes on."""
    fields = [Field(say("scores-here"), running)] if running else []
    if not games:
        fields.append(Field(say("scores-server"), say("scores-none")))
        return Screen(say("scores-title"), fields=tuple(fields))
    titles = {name: text(say.language, shelf[name].text)("game-title") for name in games}
    everywhere = asks.span == "all"
    told = say("scores-nobody-shown" if everywhere else "scores-nobody")
    if people:
        first = asks.page * LINES + 1
        listed = (line_told(say, line, first + n, now) for n, line in enumerate(people[:LINES]))
        told = "\n".join(fitting([f"`{_row(say, *_header(say))}`", *listed]))
    of = "scores-of-all" if everywhere else "scores-of"
    fields.append(Field(say(of, game=titles[asks.game]), told))
    return Screen(
        say("scores-title"),
        fields=tuple(fields),
        footer=lines(say("scores-only-shown") if everywhere else "", explain_unsure(say)),
        rows=_rows(say, asks, len(people) > LINES, titles),
    )


def is_sure(of: Line | Standing, now: float) -> bool:
    """Tell whether a rating is of enough games, against enough people, and not of long ago."""
    return of.rated >= SURE and of.opponents >= MIN_OPPONENTS and now - of.at < FRESH


def explain_unsure(say: Text) -> str:
    """Return the words that say when a rating is not sure."""
    return say("scores-unsure", games=SURE, opponents=MIN_OPPONENTS)


def line_told(say: Text, line: Line, place: int, now: float) -> str:
    """Return a line of the table: its numbers below each other, and who it is of."""
    sure = is_sure(line, now)
    rating = f"{shown(line.mu)}{'' if sure else '?'}" if line.rated else "–"
    numbers = _row(say, str(place), rating, str(line.games), str(line.wins))
    return f"`{numbers}` {shortened(escaped(line.name), NAME, say)}"


def _header(say: Text) -> tuple[str, str, str, str]:
    return "#", say("scores-rating"), say("scores-games"), say("scores-wins")


def _row(say: Text, place: str, *numbers: str) -> str:
    """Return what stands below each other in all lines."""
    widths = (
        max(len(word), least) for word, least in zip(_header(say)[1:], (5, 4, 4), strict=True)
    )
    cells = (number.rjust(width) for number, width in zip(numbers, widths, strict=True))
    return " ".join((place.rjust(2), *cells))


def _rows(
    say: Text, asks: ScoresRequest, goes_on: bool, titles: dict[str, str]
) -> tuple[tuple[Button | Select, ...], ...]:
    """Return what leads to other games, spans and pages."""

    def to(page: int) -> Do:
        return Do("scores", ScoresRequest(asks.game, asks.span, page).value)

    rows: list[tuple[Button | Select, ...]] = []
    if len(titles) > 1:
        options = tuple(titles.items())
        select = Select(say("scores-which"), Do("scores"), options, chosen=(asks.game,))
        rows.append((select,))
    *here, everywhere = (
        Button(
            say(f"scores-{span}"),
            Do("scores", f"{asks.game}/{span}"),
            "main" if span == asks.span else "plain",
        )
        for span in get_args(Span)
    )
    last = [replace(everywhere, emoji="🌍")]
    if asks.page or goes_on:
        last += [
            Button(say("button-previous"), to(asks.page - 1), disabled=not asks.page),
            Button(say("button-next"), to(asks.page + 1), disabled=not goes_on),
        ]
    return (*rows, tuple(here), tuple(last))
