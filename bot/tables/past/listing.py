"""The list of games that are over."""

from collections.abc import Sequence

from bot.games.box import Shelf
from bot.games.screen import Button, Do, Screen, Select
from bot.store.queries.history import LISTED
from bot.store.record import Record
from bot.tables.past.replay import LABEL
from bot.tables.showing.fitting import fitting
from bot.tables.showing.names import escaped, plain
from bot.text import Text, text

ROOM = 4000
"""Signs of the list, of the 4,096 of an embed's text."""
NAMES = 4
"""So many people of a game are named in a line, the winners first."""


def screen(say: Text, records: Sequence[Record], shelf: Shelf, page: int, *, mine: bool) -> Screen:
    """Return a page of the list; `records` has one more than the page where it goes on."""
    shown = [record for record in records[:LISTED] if record.game in shelf]
    first = page * LISTED + 1
    told = [_line(say, record, shelf, n) for n, record in enumerate(shown, first)]
    empty = say("history-none-mine" if mine else "history-none")
    other = Do("history", "server/0" if mine else "mine/0")
    buttons = [Button(say("history-server" if mine else "history-mine"), other)]
    if page or len(records) > LISTED:
        whose = "mine" if mine else "server"
        back, on = (Do("history", f"{whose}/{max(to, 0)}/p") for to in (page - 1, page + 1))
        buttons.append(Button(say("button-previous"), back, disabled=not page))
        buttons.append(Button(say("button-next"), on, disabled=len(records) <= LISTED))
    rows: tuple[tuple[Button | Select, ...], ...] = (tuple(buttons),)
    if shown:
        options = tuple(
            (str(record.id), _label(say, record, shelf, n)) for n, record in enumerate(shown, first)
        )
        rows = ((Select(say("history-which"), Do("open"), options),), *rows)
    return Screen(
        say("history-title-mine" if mine else "history-title"),
        "\n".join(fitting(told, ROOM)) or empty,
        rows=rows,
    )


def _line(say: Text, record: Record, shelf: Shelf, number: int) -> str:
    """Return when a game was, which it was, who won and who else played."""
    return say(
        "history-line",
        number=str(number),
        at=str(int(record.ended_at)),
        game=_title(say, record, shelf),
        won=_won(say, record),
        others="".join(f" · {escaped(name)}" for name in _others(say, record)),
    )


def _title(say: Text, record: Record, shelf: Shelf) -> str:
    return text(say.language, shelf[record.game].text)("game-title")


def _won(say: Text, record: Record) -> str:
    """Return who won, or why nobody did."""
    if record.ending != "played":
        return say(f"history-{record.ending}")
    names = [each.name or say("somebody") for each in record.seats if each.rank == 1]
    return say("history-won", names=", ".join(map(escaped, names)))


def _others(say: Text, record: Record) -> tuple[str, ...]:
    """Return who did not win, some of them."""
    played = record.ending == "played"
    seats = [seat for seat in record.seats if not (played and seat.rank == 1)]
    names = [seat.name or say("somebody") for seat in seats]
    names += [each.name or say("somebody") for each in record.leavers if each.seat is None]
    return tuple(names[:NAMES])


def _label(say: Text, record: Record, shelf: Shelf, number: int) -> str:
    names = ", ".join(plain(seat.name or say("somebody")) for seat in record.seats)
    label = f"{number} · {_title(say, record, shelf)} · {names}"
    return label if len(label) <= LABEL else f"{label[: LABEL - 1]}…"
