"""Renders the list of finished games and evenings, from which people open one."""

from collections import Counter
from collections.abc import Sequence
from typing import Literal, NamedTuple, get_args

from bot.domain.display_names import escape_name, to_plain_name
from bot.domain.evenings import StoredEvening, rank_members
from bot.domain.game_records import Participant, Record
from bot.domain.results import RecentGames
from bot.engine.package import GameRegistry
from bot.engine.screen import Button, Screen, Select, TableAction
from bot.engine.teams import group_by_team, name_team
from bot.engine.text_helpers import cut_to_width, fit_lines, shorten_name, truncate_text
from bot.i18n import Text, text
from bot.presenters.replay import MAX_LABEL_LENGTH, format_places
from bot.presenters.welcome import format_title
from bot.storage.record_repository import RECORDS_PER_PAGE

ListName = Literal["channel", "mine"]
"""The games that were played in this channel, or those in which the reader took part anywhere."""
EVENING_PREFIX = "e"
"""What stands before the id of an evening in the value of the select."""
MAX_LIST_LENGTH = 4000
"""Discord allows 4,096 characters in an embed's text."""
MAX_NAMES_PER_GAME = (4, 2, 1)
"""The numbers of players to name for each game, besides a computer that has won, tried in this
order until the list is short enough.
"""
MAX_NAMES_PER_EVENING = 2
"""Points stand beside each name, so that fewer fit into a line."""
MAX_LISTED_NAME_WIDTH = 22
"""In quarters of an em: about 11 small letters."""
MIN_RECENT_GAMES = 2
"""The minimum number of recent games that the title of the list sums up."""
MAX_WINNERS_WIDTH = 66
"""In quarters of an em: about 33 small letters, so that this title has two lines on a phone."""
MINUTES_PER_HOUR, MINUTES_PER_DAY = 60, 24 * 60


class NamedPlayer(NamedTuple):
    """A player of a finished game, as the list names them."""

    name: str
    """The name as it was stored."""
    is_winner: bool
    is_computer: bool = False
    had_stand_in: bool = False
    """Whether the computer made most of the person's moves."""


class NamedTeam(NamedTuple):
    """A team of a finished game, as the list names it."""

    name: str
    """The name in the reader's language, such as "The cats"."""
    players: list[NamedPlayer]
    has_won: bool


Winner = tuple[Literal["person"], int] | tuple[Literal["computer"], str]
"""A person's user id, or a computer player's name."""


def render_list(
    say: Text,
    past: Sequence[Record | StoredEvening],
    registry: GameRegistry,
    page: int,
    list_name: ListName,
    recent: RecentGames,
) -> Screen:
    """Return a page of a list of finished games and evenings, with a select that opens one.

    `past` begins with the newest, and has one more entry if another page follows. Those of games
    that the bot does not have are left out.
    """
    shown = [
        entry
        for entry in past[:RECORDS_PER_PAGE]
        if isinstance(entry, StoredEvening) or entry.game in registry
    ]
    first = page * RECORDS_PER_PAGE + 1
    buttons = [
        Button(say(f"history-{name}"), TableAction("history", f"{name}/0"))
        for name in get_args(ListName)
        if name != list_name
    ]
    if page or len(past) > RECORDS_PER_PAGE:
        back, on = (
            TableAction("history", f"{list_name}/{max(to, 0)}/p") for to in (page - 1, page + 1)
        )
        buttons.append(Button(say("button-previous"), back, disabled=not page))
        buttons.append(Button(say("button-next"), on, disabled=len(past) <= RECORDS_PER_PAGE))
    rows: tuple[tuple[Button | Select, ...], ...] = (tuple(buttons),)
    if shown:
        options = tuple(
            _make_evening_option(say, entry, n)
            if isinstance(entry, StoredEvening)
            else (str(entry.id), _format_label(say, entry, registry, n))
            for n, entry in enumerate(shown, first)
        )
        rows = ((Select(say("history-which"), TableAction("open"), options),), *rows)
    return Screen(
        _sum_up_recent_games(say, recent) or say(f"history-title-{list_name}"),
        "\n".join(_format_entries(say, shown, registry, first)) or say(f"history-none-{list_name}"),
        rows=rows,
    )


def _sum_up_recent_games(say: Text, recent: RecentGames) -> str:
    """Return the title that sums up recent games: their number, and who won how many.

    Only games that were played to their end count. People who hide their games are not named.
    """
    games = [record for record in recent.records if record.ending == "played"]
    if len(games) < MIN_RECENT_GAMES:
        return ""
    wins, names = Counter[Winner](), dict[Winner, str]()
    for seat in (seat for record in games for seat in record.seats if seat.rank == 1):
        winner = _identify_winner(seat)
        if winner and winner[1] not in recent.hidden_users:
            wins[winner] += 1
            names.setdefault(winner, seat.name)
    best = sorted(wins, key=lambda each: (-wins[each], each[0] == "computer"))
    told = ", ".join(
        f"{shorten_name(escape_name(names[each]), MAX_LISTED_NAME_WIDTH, say)} {wins[each]}"
        for each in best
    )
    head = say("history-recent", games=len(games))
    return " · ".join(filter(None, (head, cut_to_width(told, MAX_WINNERS_WIDTH))))


def _identify_winner(seat: Participant) -> Winner | None:
    """Return who won on this seat, or None for a person whose data was erased."""
    if seat.level:
        return "computer", seat.name
    return ("person", seat.user) if seat.user else None


def _format_entries(
    say: Text, past: Sequence[Record | StoredEvening], registry: GameRegistry, first_number: int
) -> tuple[str, ...]:
    """Return as many texts of two lines about a game or an evening as fit into the message.

    If not all fit, fewer people are named.
    """
    told: list[str] = []
    for most in MAX_NAMES_PER_GAME:
        told = [
            _format_evening(say, entry, n, most)
            if isinstance(entry, StoredEvening)
            else _format_game(say, entry, registry, n, most)
            for n, entry in enumerate(past, first_number)
        ]
        if len(fit_lines(told, MAX_LIST_LENGTH)) == len(told):
            break
    return fit_lines(told, MAX_LIST_LENGTH)


def _format_game(say: Text, record: Record, registry: GameRegistry, number: int, most: int) -> str:
    """Return the two lines about one finished game, with at most so many names."""
    words = [_format_team(say, team, most) for team in _list_teams(say, record, registry)]
    words = words or _format_players(say, _list_players(say, record), most)
    if record.ending != "played":
        words = [say(f"history-{record.ending}"), *words]
    return say(
        "history-line",
        number=str(number),
        at=str(int(record.ended_at)),
        game=format_title(say.language, registry[record.game]),
        length=_format_length(say, record.began_at, record.ended_at),
        people=" · ".join(words),
    )


def _format_evening(say: Text, stored: StoredEvening, number: int, most: int) -> str:
    """Return the two lines about an evening, with at most so many names."""
    ranked, most = rank_members(stored.evening), min(most, MAX_NAMES_PER_EVENING)
    words = list[str]()
    for rank, member in ranked[:most]:
        player = NamedPlayer(member.name or say("somebody"), is_winner=rank == 1)
        name = _format_player(say, player, has_trophy=not words)
        words.append(f"{name} {member.points}")
    if len(ranked) > most:
        words.append(f"+{len(ranked) - most}")
    return say(
        "history-line",
        number=str(number),
        at=str(int(stored.ended_at)),
        game=say("evening-name", games=len(stored.evening.games)),
        length=_format_length(say, stored.evening.began_at, stored.ended_at),
        people=" · ".join(words),
    )


def _format_players(say: Text, players: Sequence[NamedPlayer], max_names: int) -> list[str]:
    """Return the names of the first `max_names` players, and how many more there were.

    A computer that comes first has won. It takes the place of nobody.
    """
    named = players[: max_names + players[0].is_computer]
    more = len(players) - len(named)
    after_winner = (False, *(player.is_winner for player in named))
    words = [
        _format_player(say, player, has_trophy=player.is_winner and not follows)
        for player, follows in zip(named, after_winner, strict=False)
    ]
    return [*words, f"+{more}"] if more else words


def _format_team(say: Text, team: NamedTeam, max_names: int) -> str:
    """Return a team and at most `max_names` of its members, such as "🏆 **The cats**: Ada, +2"."""
    names = ", ".join(_format_players(say, team.players, max_names))
    if not team.has_won:
        return f"{team.name}: {names}"
    return say("history-won", name=f"**{team.name}**: {names}")


def _format_player(say: Text, player: NamedPlayer, *, has_trophy: bool) -> str:
    """Return a player's name for the list, a winner's in bold.

    A trophy stands before the first of winners who follow each other.
    """
    name = shorten_name(escape_name(player.name), MAX_LISTED_NAME_WIDTH, say)
    name = f"**{name}**" if player.is_winner else name
    name += say("mark-stood-in") if player.had_stand_in else ""
    return say("history-won", name=name) if has_trophy else name


def _format_length(say: Text, began_at: float, ended_at: float) -> str:
    minutes = max(1, round((ended_at - began_at) / 60))
    if minutes >= 2 * MINUTES_PER_DAY:
        return say("history-days", days=round(minutes / MINUTES_PER_DAY))
    if minutes >= 2 * MINUTES_PER_HOUR:
        return say("history-hours", hours=round(minutes / MINUTES_PER_HOUR))
    return say("history-minutes", minutes=minutes)


def _list_teams(say: Text, record: Record, registry: GameRegistry) -> list[NamedTeam]:
    """Return the teams of a finished game, the winners first, or nothing if it had none.

    In each team, people come before computers. Only a game that was played to its end has winners.
    """
    words = text(say.language, registry[record.game].text)
    found = []
    for team, members in group_by_team(format_places(record)).items():
        seats = [record.seats[place.seat] for place in members]
        seats.sort(key=lambda seat: bool(seat.level))
        players = [_name_player(say, seat) for seat in seats]
        has_won = record.ending == "played" and members[0].rank == 1
        found.append(NamedTeam(name_team(team, words), players, has_won))
    return found


def _name_player(
    say: Text, seat: Participant, *, is_winner: bool = False, is_computer: bool = False
) -> NamedPlayer:
    return NamedPlayer(seat.name or say("somebody"), is_winner, is_computer, seat.had_stand_in)


def _list_players(say: Text, record: Record) -> list[NamedPlayer]:
    """Return all who played: winners, then other people by their places, then computers.

    People who left come after those who stayed. Only a game that was played to its end has winners.
    """
    played = record.ending == "played"
    seats = sorted(record.seats, key=lambda seat: seat.rank or len(record.seats) + 1)
    named = [
        _name_player(say, seat, is_winner=played and seat.rank == 1, is_computer=bool(seat.level))
        for seat in seats
    ]
    gone = (each.name for each in record.leavers if each.seat is None)
    left = [NamedPlayer(name or say("somebody"), is_winner=False) for name in gone]
    people = [player for player in named if not player.is_computer]
    computers = [player for player in named if player.is_computer]
    return sorted([*people, *left, *computers], key=lambda player: not player.is_winner)


def _format_label(say: Text, record: Record, registry: GameRegistry, number: int) -> str:
    """Return a finished game's label in the select: its number, its title and all players."""
    teams = _list_teams(say, record, registry)
    names = " · ".join(_format_plain_team(say, team) for team in teams) or ", ".join(
        say("history-won", name=name) if player.is_winner else name
        for player in _list_players(say, record)
        for name in (to_plain_name(player.name),)
    )
    title = format_title(say.language, registry[record.game])
    return truncate_text(f"{number} · {title} · {names}", MAX_LABEL_LENGTH)


def _make_evening_option(say: Text, stored: StoredEvening, number: int) -> tuple[str, str]:
    """Return an evening's value and label in the select: its number, its games and its people."""
    names = ", ".join(
        f"{to_plain_name(member.name) if member.name else say('somebody')} {member.points}"
        for _, member in rank_members(stored.evening)
    )
    told = say("evening-name", games=len(stored.evening.games))
    label = truncate_text(f"{number} · {told} · {names}", MAX_LABEL_LENGTH)
    return f"{EVENING_PREFIX}{stored.id}", label


def _format_plain_team(say: Text, team: NamedTeam) -> str:
    names = ", ".join(to_plain_name(player.name) for player in team.players)
    told = f"{team.name}: {names}"
    return say("history-won", name=told) if team.has_won else told
