"""Tells for whom a change of a table is news, so that what they see is shown anew."""

from collections.abc import Iterable
from typing import NamedTuple

from bot.domain.changes import Change
from bot.domain.guessing import PREDICTED_EVENT, find_prediction, only_watches
from bot.domain.table import Match, Table, is_closed
from bot.engine.events import Seat
from bot.engine.game import find_waiting
from bot.engine.package import GamePackage
from bot.engine.records import ActRecord


class Readers(NamedTuple):
    """The user ids of the people who have a table open in an ephemeral message."""

    own_screens: tuple[int, ...] = ()
    """Those whose message shows their own screen, whether or not they have a seat."""
    in_words: tuple[int, ...] = ()
    """Those whose message tells the game in words."""


def find_users_with_news(
    before: Table, change: Change, package: GamePackage, readers: Readers
) -> tuple[int, ...]:
    """Return the user ids of the people for whom a change of a table is news.

    The beginning and the end of a game, a reveal (`Screens.reveals`) and the end of the pause after
    it are news for everybody. So are both ends of a pause that people can end, because its button
    comes and goes. A question or an event for a seat is news for that seat, settled predictions for
    all who guess, and a new question for those who watch for all of them. The answer to a request
    for a seat is news for whoever made it. Each change of a race is news for those who follow it in
    words. The end of a lesson is none, because the answer to the press tells it.
    """
    after, reveals = change.table, package.screens.reveals
    everybody = (*(player.user for player in after.players), *readers.own_screens)
    if after.is_lesson:  # a lesson has no board: its own screen shows every change
        return () if is_closed(after) else _unique(everybody)
    if type(after) is not type(before) or after.game != before.game:
        return _unique(everybody)
    if not isinstance(before, Match) or not isinstance(after, Match):
        return ()
    if any(event.to is None and event.name in reveals for event in change.events):
        return _unique(everybody)
    ends_early = before.prompts[0].may_end_early or after.prompts[0].may_end_early
    if (ends_early or (reveals and before.is_pausing)) and before.prompts != after.prompts:
        return _unique(everybody)
    seats = {seat for _, seat in _find_open_decisions(after) - _find_open_decisions(before)}
    seats |= {seat for event in change.events for seat in event.to or ()}
    seats |= _find_idle_seats(before, change, after)
    seats |= _find_interrupted_seats(before, change, after)
    users = [after.players[seat].user for seat in sorted(seats)]
    if any(event.name == PREDICTED_EVENT for event in change.events):
        users += [person.user for person in after.guessers]
    if find_prediction(before, package) != find_prediction(after, package):
        users += [user for user in everybody if user and only_watches(after, package, user)]
    if any(prompt.seat is not None and prompt.seconds is not None for prompt in after.prompts):
        users += readers.in_words
    users += [each.user for each in {*before.applicants} ^ {*after.applicants}]
    return _unique(users)


def find_departed_users(before: Table, after: Table) -> tuple[int, ...]:
    """Return the user ids of people who had a seat before a change and have none after it."""
    seated = {player.user for player in after.players}
    return _unique(player.user for player in before.players if player.user not in seated)


def find_moved_seats(change: Change) -> dict[Seat, None]:
    """Return the seats whose answers to the game are part of a change, in order."""
    return {act.seat: None for act in change.actions if isinstance(act, ActRecord)}


def _unique(users: Iterable[int | None]) -> tuple[int, ...]:
    return tuple(user for user in dict.fromkeys(users) if user)


def _find_idle_seats(before: Match, change: Change, after: Match) -> set[Seat]:
    """Return the seats that owe no answer after a computer player's move, which they are told."""
    if all(before.players[seat].user for seat in find_moved_seats(change)):
        return set()
    return {*range(len(before.players))} - _find_owing_seats(after)


def _find_interrupted_seats(before: Match, change: Change, after: Match) -> set[Seat]:
    """Return the seats whose question the computer has answered or another player has ended.

    If the game pauses then, the latter wait for the end of the pause, to save a request. All who
    owe no answer are updated then.
    """
    was = {prompt.seat: (prompt.decision, prompt.has_answered) for prompt in before.prompts}
    now = {prompt.seat: (prompt.decision, prompt.has_answered) for prompt in after.prompts}
    has_pause = None in now
    if None in was and not has_pause:
        return {*range(len(after.players))} - _find_owing_seats(after)
    by_computer = {
        act.seat: act.by_computer for act in change.actions if isinstance(act, ActRecord)
    }
    return {
        seat
        for seat, asked in was.items()
        if seat is not None and now.get(seat) != asked and by_computer.get(seat, not has_pause)
    }


def _find_owing_seats(table: Match) -> set[Seat | None]:
    return {prompt.seat for prompt in find_waiting(table.prompts)}


def _find_open_decisions(table: Match) -> set[tuple[int, Seat]]:
    """Return the decisions that people who are present can answer now, each with its seat."""
    here = {seat for seat, player in enumerate(table.players) if player.user and not player.away}
    return {
        (prompt.decision, prompt.seat)
        for prompt in table.prompts
        if prompt.seat is not None and prompt.seat in here
    }
