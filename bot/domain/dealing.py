"""The start of a game: who plays, with which letters, and the deal. Pure functions.

A finished game is dealt and played once more from its seed (`docs/fair-deal.md`) to check it.
"""

import string
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

from msgspec.structs import replace

from bot.domain.changes import Change, Refused, make_table_event
from bot.domain.display_names import to_plain_name
from bot.domain.levels import LIKE_US, level_choices, like_us_at_level, middle_level, plays_like_us
from bot.domain.playing import may_be_called
from bot.domain.seating import (
    can_start,
    confirmed_players,
    has_unfit_computers,
    read_options,
    require_lobby,
    set_level,
)
from bot.domain.table import Finished, Lobby, Player, Table, seat_decision
from bot.engine.box import GamePackage
from bot.engine.chance import SeededChance
from bot.engine.events import Seat
from bot.engine.game import ActionRecord, Game, IllegalMove, Stale


def find_like_us_seats(table: Table, box: GamePackage) -> tuple[Seat, ...]:
    """Return the seats of computer players that are to play like the people here."""
    if LIKE_US not in level_choices(box):
        return ()
    return tuple(seat for seat, player in enumerate(table.players) if plays_like_us(player))


def require_startable(table: Table, box: GamePackage) -> Lobby:
    """Return the lobby if the game can start with those who sit there, else raise `Refused`."""
    lobby = require_lobby(table)
    if has_unfit_computers(lobby, box):
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
    lobby = replace(lobby, players=confirmed_players(lobby))
    options = read_options(lobby, box)
    seed = fresh_seed()
    chance = SeededChance(seed, 0)
    order = chance.shuffled(range(len(lobby.players)))
    state, events = box.game.begin(len(order), options, chance)
    alike = find_like_us_seats(lobby, box)
    if alike:
        level = likeness or middle_level(box)
        lobby = set_level(lobby, alike, like_us_at_level(level))
        events = (*events, make_table_event("table-like-us", level))
    players = assign_letters((lobby.players[index] for index in order), box)
    match = lobby.begin(box.game, state, seed, players)
    called = tuple(seat_decision(prompt) for prompt in match.waiting() if may_be_called(prompt))
    return Change(match, events=events, calls=called)


def assign_letters(players: Iterable[Player], box: GamePackage) -> tuple[Player, ...]:
    """Return who sits at a table, each with the letter that tells them apart for the whole game.

    There is a letter from A on for each of the game's seats, whether anybody sits there or not.
    Whose name begins with one of them gets it, the first of several; all others get those that are
    left, in the order of the seats.
    """
    seated_, letters = tuple(players), range(box.game.seats[-1])
    wished = [_letter_of_name(player) for player in seated_]
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


def _letter_of_name(player: Player) -> int:
    """Return the number of the letter that a name begins with, 0 is A; -1: it is none of ours."""
    return string.ascii_lowercase.find(to_plain_name(player.name).lstrip()[:1].lower())


Verdict = Literal["fair", "differs", "lost-track"]
"""The seed gives all luck of the game; another deal; or the deal, but not what came later."""


def verify_deal(
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
