"""Renders the list of finished games, from which people open a replay."""

from collections.abc import Sequence
from typing import Literal, get_args

from bot.domain.display_names import escape_name, to_plain_name
from bot.domain.game_records import Record
from bot.engine.package import GameRegistry
from bot.engine.screen import Button, Screen, Select, TableAction
from bot.engine.text_helpers import fit_lines, shorten_name, truncate_text
from bot.i18n import Text, text
from bot.presenters.replay import MAX_LABEL_LENGTH
from bot.storage.history_repository import RECORDS_PER_PAGE

ListName = Literal["channel", "mine"]
"""Names the finished games that a list shows.

"channel" names those that were played in this channel, "mine" those in which the reader took part,
in any channel.
"""
MAX_LIST_LENGTH = 4000
"""Maximum number of characters in the list of games. Discord allows 4,096 in an embed's text."""
MAX_NAMES_PER_GAME = (4, 2, 1)
"""The maximum numbers of people to name for each game. Winners are named first.

The numbers are tried from left to right, until the list is short enough.
"""
MAX_LISTED_NAME_WIDTH = 32
"""Maximum width of a person's name, in quarters of an em: about 16 small letters.

Longer names are shortened.
"""


def render_list(
    say: Text, records: Sequence[Record], registry: GameRegistry, page: int, list_name: ListName
) -> Screen:
    """Return a page of a list of finished games, with a select that opens a replay.

    Args:
        say: Returns texts in the reader's language.
        records: The records of the games on the page, the newest first. If another page follows,
            its first record is included, too.
        registry: The games that the bot has. Records of other games are left out.
        page: The number of the page, from 0.
        list_name: Which games the list shows.
    """
    shown = [record for record in records[:RECORDS_PER_PAGE] if record.game in registry]
    first = page * RECORDS_PER_PAGE + 1
    buttons = [
        Button(say(f"history-{name}"), TableAction("history", f"{name}/0"))
        for name in get_args(ListName)
        if name != list_name
    ]
    if page or len(records) > RECORDS_PER_PAGE:
        back, on = (
            TableAction("history", f"{list_name}/{max(to, 0)}/p") for to in (page - 1, page + 1)
        )
        buttons.append(Button(say("button-previous"), back, disabled=not page))
        buttons.append(Button(say("button-next"), on, disabled=len(records) <= RECORDS_PER_PAGE))
    rows: tuple[tuple[Button | Select, ...], ...] = (tuple(buttons),)
    if shown:
        options = tuple(
            (str(record.id), _format_label(say, record, registry, n))
            for n, record in enumerate(shown, first)
        )
        rows = ((Select(say("history-which"), TableAction("open"), options),), *rows)
    return Screen(
        say(f"history-title-{list_name}"),
        "\n".join(_format_games(say, shown, registry, first)) or say(f"history-none-{list_name}"),
        rows=rows,
    )


def _format_games(
    say: Text, records: Sequence[Record], registry: GameRegistry, first_number: int
) -> tuple[str, ...]:
    """Return a text of two lines for each finished game, as many texts as fit into the message.

    The games are numbered from `first_number`. If not all fit, fewer people are named.
    """
    told: list[str] = []
    for most in MAX_NAMES_PER_GAME:
        told = [
            _format_game(say, record, registry, n, most)
            for n, record in enumerate(records, first_number)
        ]
        if len(fit_lines(told, MAX_LIST_LENGTH)) == len(told):
            break
    return fit_lines(told, MAX_LIST_LENGTH)


def _format_game(
    say: Text, record: Record, registry: GameRegistry, number: int, max_names: int
) -> str:
    """Return the two lines about one finished game.

    The first has its number, the day when it ended, and its title. The second has the winners and
    the other players. At most `max_names` people are named. The rest are only counted.
    """
    winners, others = _format_people(say, record)
    named = [
        shorten_name(escape_name(name), MAX_LISTED_NAME_WIDTH, say)
        for name in (*winners, *others)[:max_names]
    ]
    more = len(winners) + len(others) - len(named)
    won = " · ".join(f"**{name}**" for name in named[: len(winners)])
    also = [*named[len(winners) :], *([f"+{more}"] if more else ())]
    return say(
        "history-line",
        number=str(number),
        at=str(int(record.ended_at)),
        game=_format_title(say, record, registry),
        people=" · ".join((_format_outcome(say, record, won), *also)),
    )


def _format_outcome(say: Text, record: Record, winners: str) -> str:
    """Return who won a finished game, or why nobody won.

    `winners` are the winners' names as text, or "" if there are none.
    """
    return say("history-won", names=winners) if winners else say(f"history-{record.ending}")


def _format_people(say: Text, record: Record) -> tuple[list[str], list[str]]:
    """Return two lists: the names of the winners, and the names of all others who played.

    Only a game that was played to its end has winners. In both lists, people are in the order of
    their places, and computers follow.
    """
    played = record.ending == "played"
    seats = sorted(record.seats, key=lambda seat: (seat.level != "", seat.rank))
    named = [
        (seat.name or say("somebody"), played and seat.rank == 1, seat.level != "")
        for seat in seats
    ]
    left = [each.name or say("somebody") for each in record.leavers if each.seat is None]
    people = [name for name, won, is_computer in named if not won and not is_computer]
    computers = [name for name, won, is_computer in named if not won and is_computer]
    return [name for name, won, _ in named if won], [*people, *left, *computers]


def _format_title(say: Text, record: Record, registry: GameRegistry) -> str:
    """Return the title of a finished game in the reader's language, such as "Liar's Dice"."""
    return text(say.language, registry[record.game].text)("game-title")


def _format_label(say: Text, record: Record, registry: GameRegistry, number: int) -> str:
    """Return a finished game's label in the select: its number, its title and all players.

    If anybody won, a trophy stands before the players, of whom the winners come first.
    """
    winners, others = _format_people(say, record)
    names = ", ".join(map(to_plain_name, (*winners, *others)))
    won = say("history-won", names=names) if winners else names
    return truncate_text(
        f"{number} · {_format_title(say, record, registry)} · {won}", MAX_LABEL_LENGTH
    )
