"""Lets the people in a lobby of an evening vote for the game that they play next."""

from collections import Counter
from collections.abc import Iterable
from typing import TypeGuard

from msgspec.structs import replace

from bot.domain.changes import Change, Click, Refused, make_table_event
from bot.domain.evenings import Evening, Vote
from bot.domain.opening import change_game
from bot.domain.seating import require_lobby
from bot.domain.table import Deadline, Lobby, Table, clock_end, make_deadline
from bot.engine.package import GameRegistry, find_offered_games

VOTE_CLOCK, VOTE_SECONDS = "evening-vote", 60.0
"""The name and length of the deadline at which a vote ends."""
MIN_VOTERS = 2
"""The minimum number of people whose votes end a vote before its time."""
VOTE_EVENT = "table-vote"
"""The event with the result of a vote: the votes for the game, all votes, and the game."""


def start_vote(table: Lobby, evening: Evening, choices: Iterable[str], now: float) -> Lobby:
    """Return a lobby as part of an evening, with a vote between games if there are several."""
    games = tuple(choices)
    evening = replace(evening, choices=games if len(games) > 1 else (), votes=())
    timers = (make_deadline(VOTE_CLOCK, VOTE_SECONDS, now),) if evening.choices else ()
    return replace(table, evening=evening, timers=(*table.timers, *timers))


def has_vote(table: Table) -> TypeGuard[Lobby]:
    """Tell whether the table is a lobby in which people vote.

    A vote has a deadline, which an older version of the bot may have removed.
    """
    if not isinstance(table, Lobby) or table.evening is None:
        return False
    return bool(table.evening.choices) and clock_end(table, VOTE_CLOCK) is not None


def list_choices(table: Lobby, registry: GameRegistry) -> GameRegistry:
    """Return the games of an open vote that are on offer and have a seat for each person."""
    people = sum(player.user is not None for player in table.players)
    offered = find_offered_games(registry)
    games = table.evening.choices if table.evening else ()
    return {
        name: offered[name]
        for name in games
        if name in offered and offered[name].game.seats[-1] >= people
    }


def find_votes(table: Lobby, registry: GameRegistry) -> dict[int, str]:
    """Return the votes that count, by user id: those of people with a seat, for possible games."""
    votes = table.evening.votes if table.evening else ()
    choices, voters = list_choices(table, registry), _find_voters(table)
    return {vote.user: vote.game for vote in votes if vote.user in voters and vote.game in choices}


def _find_voters(table: Lobby) -> set[int]:
    return {player.user for player in table.players if player.user and player.confirmed}


def vote(table: Table, registry: GameRegistry, click: Click, game: str) -> Change:
    """Note a person's vote, in place of an earlier one. The vote ends once everybody has voted.

    A seat that is kept for the person becomes theirs.

    Raises:
        Refused: The person has no seat, the vote is over, or the game has too few seats.
    """
    lobby = require_lobby(table)
    seat = lobby.seat_of(click.user)
    if seat is None:
        raise Refused("vote-no-seat")
    if not has_vote(lobby) or lobby.evening is None:
        raise Refused("vote-over")
    if game not in list_choices(lobby, registry):
        raise Refused("vote-too-few-seats")
    others = (each for each in lobby.evening.votes if each.user != click.user)
    evening = replace(lobby.evening, votes=(*others, Vote(click.user, game)))
    lobby = replace(lobby.change_player(seat, confirmed=True), evening=evening)
    voted, voters = find_votes(lobby, registry), _find_voters(lobby)
    has_ended = len(voters) >= MIN_VOTERS and voters == voted.keys()
    return end_vote(lobby, registry) if has_ended else Change(lobby)


def end_vote(table: Table, registry: GameRegistry) -> Change:
    """End a vote, and change the lobby to the game with the most votes.

    Without any vote, the game stays as it is.
    """
    if not isinstance(table, Lobby) or table.evening is None or not table.evening.choices:
        return Change(table)
    votes = find_votes(table, registry)
    counts = Counter(votes.values())
    game = _find_winner(table, votes) if votes else table.game
    rest = tuple(
        timer
        for timer in table.timers
        if not isinstance(timer, Deadline) or timer.clock != VOTE_CLOCK
    )
    lobby = replace(table, evening=replace(table.evening, choices=(), votes=()), timers=rest)
    if game != lobby.game:
        lobby = change_game(lobby, game, registry[lobby.game], registry[game])
    told = make_table_event(VOTE_EVENT, counts[game], len(votes), game)
    return Change(lobby, events=(told,))


def _find_winner(table: Lobby, votes: dict[int, str]) -> str:
    """Return the game with the most votes.

    Of several, it is the choice of the person who was last in the last game, or of the next one
    up who voted for one of them. Without a last game, it is the host's, or else any of them.
    """
    counts = Counter(votes.values())
    best = sorted(game for game, count in counts.items() if count == max(counts.values()))
    losers = table.evening.losers if table.evening else ()
    deciding = (votes.get(user, "") for user in (*losers, table.host or 0))
    return next((game for game in deciding if game in best), best[table.id % len(best)])
