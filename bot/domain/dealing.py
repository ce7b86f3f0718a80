"""The start of a game: who plays, with which letters, and the deal. Pure functions.

A finished game is dealt and played once more from its seed (`docs/fair-deal.md`) to check it.
"""

import string
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

from msgspec.structs import replace

from bot.domain.changes import Change, Refused, table_event
from bot.domain.display_names import plain
from bot.domain.levels import LIKE_US, choices, like_us, likes_us, middle
from bot.domain.playing import calls
from bot.domain.seating import (
    are_in_the_way,
    can_start,
    coming,
    options_of,
    require_lobby,
    with_level,
)
from bot.domain.table import Finished, Lobby, Player, Table, owed
from bot.engine.box import GamePackage
from bot.engine.chance import SeededChance
from bot.engine.events import Seat
from bot.engine.game import ActionRecord, Game, IllegalMove, Stale


def like_us_seats(table: Table, box: GamePackage) -> tuple[Seat, ...]:
    """Return the seats of computer players that are to play like the people here."""
    if LIKE_US not in choices(box):
        return ()
    return tuple(seat for seat, player in enumerate(table.players) if likes_us(player))


def require_startable(table: Table, box: GamePackage) -> Lobby:
    """Return the lobby if the game can start with those who sit there, else raise `Refused`."""
    lobby = require_lobby(table)
    if are_in_the_way(lobby, box):
        raise Refused("computers-unfit")
    if not can_start(lobby, box):
        raise Refused("not-startable")
    return lobby


def start_game(
    table: Table, box: GamePackage, fresh_seed: Callable[[], bytes], likeness: str | None = None
) -> Change:
    """Deal: shuffle the seats and set the game up, all from one fresh secret seed (ruling K12).

    Nobody waits for people whose seats are kept: these become free. Whoever begins is called by
    the first board. `likeness` is the level at which computers play that are to play like the
    people here; None: it was not asked for before, so the middle one.
    """
    lobby = require_startable(table, box)
    lobby = replace(lobby, players=coming(lobby))
    options = options_of(lobby, box)
    seed = fresh_seed()
    chance = SeededChance(seed, 0)
    order = chance.shuffled(range(len(lobby.players)))
    state, events = box.game.begin(len(order), options, chance)
    alike = like_us_seats(lobby, box)
    if alike:
        level = likeness or middle(box)
        lobby = with_level(lobby, alike, like_us(level))
        events = (*events, table_event("table-like-us", level))
    players = with_letters((lobby.players[index] for index in order), box)
    match = lobby.begin(box.game, state, seed, players)
    called = tuple(owed(prompt) for prompt in match.waiting() if calls(prompt))
    return Change(match, events=events, calls=called)


def with_letters(players: Iterable[Player], box: GamePackage) -> tuple[Player, ...]:
    """Return who sits at a table, each with the letter that tells them apart for the whole game.

    There is a letter from A on for each of the game's seats, whether anybody sits there or not.
    Whose name begins with one of them gets it, the first of several; all others get those that are
    left, in the order of the seats.
    """
    seated_, letters = tuple(players), range(box.game.seats[-1])
    wished = [_initial(player) for player in seated_]
    chosen = {
        seat: letter
        for seat, letter in enumerate(wished)
        if letter in letters and letter not in wished[:seat]
    }
    left = (letter for letter in letters if letter not in chosen.values())
    return tuple(
        replace(player, letter=chosen[seat] if seat in chosen else next(left))
        for seat, player in enumerate(seated_)
    )


def _initial(player: Player) -> int:
    """Return the number of the letter that a name begins with, 0 is A; -1: it is none of ours."""
    return string.ascii_lowercase.find(plain(player.name).lstrip()[:1].lower())


Verdict = Literal["fair", "differs", "lost-track"]
"""The seed gives all luck of the game; another deal; or the deal, but not what came later."""


def verdict(
    table: Finished,
    game: Game[Any, Any],
    options: Mapping[str, str],
    inputs: Iterable[ActionRecord],
) -> Verdict:
    """Deal from the seed, give the game its inputs from step 1 on, and compare with what is stored.

    What came later can differ without any fraud: an update may have changed the rules meanwhile.
    """
    chance = SeededChance(table.seed, 0)
    chance.shuffled(range(len(table.players)))
    state, _ = game.begin(len(table.players), options, chance)
    if state != game.load_state(table.dealt):
        return "differs"
    try:
        for step, given in enumerate(inputs, 1):
            state, _ = game.step(state, given, SeededChance(table.seed, step))
    except (Stale, IllegalMove):
        return "lost-track"
    return "fair" if state == table.state else "lost-track"
