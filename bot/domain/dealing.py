"""Starts a game: decides who plays, gives each player a letter, and deals.

It also verifies a finished game, by dealing and playing it again (`docs/fair-deal.md`).
"""

import string
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

from msgspec.structs import replace

from bot.domain.changes import Change, Refused, make_table_event
from bot.domain.computers import can_start, fill_up
from bot.domain.display_names import to_plain_name
from bot.domain.levels import LIKE_US, level_choices, like_us_at_level, middle_level, plays_like_us
from bot.domain.options import has_unfit_computers, read_options, set_level
from bot.domain.playing import may_be_called
from bot.domain.seating import confirmed_players, require_lobby
from bot.domain.table import Finished, Lobby, Player, Table, seat_decision
from bot.engine.chance import SeededChance
from bot.engine.events import Seat
from bot.engine.game import Game, IllegalMove, Stale
from bot.engine.package import GamePackage
from bot.engine.records import ActionRecord, apply_record, begin_game
from bot.engine.text_helpers import FIRST_STRONG_ISOLATE
from bot.i18n import text


def find_like_us_seats(table: Table, package: GamePackage) -> tuple[Seat, ...]:
    """Return the seats of computer players with the choice "our level"."""
    if LIKE_US not in level_choices(package):
        return ()
    return tuple(seat for seat, player in enumerate(table.players) if plays_like_us(player))


def require_startable(table: Table, package: GamePackage) -> Lobby:
    """Return the lobby if its game can start with the players who are there.

    Raises:
        Refused: The game has started or the table is closed, the number of players does not fit, or
            computers cannot play with the options.
    """
    lobby = require_lobby(table)
    if has_unfit_computers(lobby, package):
        raise Refused("computers-unfit")
    if not can_start(lobby, package):
        raise Refused("not-startable")
    return lobby


def start_game(
    table: Table,
    package: GamePackage,
    make_seed: Callable[[], bytes],
    like_us: str | None = None,
    *,
    added_level: str | None = None,
) -> Change:
    """Start a game: shuffle the seats and deal, both from one new secret seed (ruling K12).

    Seats that are kept for people who have not confirmed become free. Computers take those that the
    game still needs, at the level of those that are there, or at `added_level`. Computers of "our
    level" play at `like_us`. The default of both is the middle level.

    Raises:
        Refused: The game cannot start with the present players.
    """
    lobby = require_startable(table, package)
    lobby = replace(lobby, players=confirmed_players(lobby))
    lobby = fill_up(lobby, package, added_level or middle_level(package))
    options = read_options(lobby, package)
    lobby = replace(lobby, options=tuple(options.items()))
    seed = make_seed()
    chance = SeededChance(seed, 0)
    order = chance.shuffle(range(len(lobby.players)))
    state, events = begin_game(package.game, len(order), options, chance)
    alike = find_like_us_seats(lobby, package)
    if alike:
        level = like_us or middle_level(package)
        lobby = set_level(lobby, alike, like_us_at_level(level))
        events = (*events, make_table_event("table-like-us", level))
    players = assign_letters((lobby.players[index] for index in order), package)
    match = lobby.begin(package.game, state, seed, players)
    called = tuple(seat_decision(prompt) for prompt in match.waiting() if may_be_called(prompt))
    return Change(match, events=events, calls=called)


def assign_letters(players: Iterable[Player], package: GamePackage) -> tuple[Player, ...]:
    """Return the players with a letter each, which distinguishes them in texts during the game.

    A person wishes for the first letter of their name. A computer player wishes for a letter that
    depends on its name alone, so that it has the same letter from game to game. Wishes of people
    come first. Without their wish, people get the first free letters, and computer players the last
    ones.
    """
    seated_ = tuple(players)
    left = [*range(package.game.seats[-1])]
    wishes = {seat: _find_wished_letter(player, left[-1]) for seat, player in enumerate(seated_)}
    people = sorted(
        (player.user, seat) for seat, player in enumerate(seated_) if player.user is not None
    )
    computers = sorted(
        (-wishes[seat], seat) for seat, player in enumerate(seated_) if player.user is None
    )
    chosen: dict[Seat, int] = {}
    for order, spare in ((people, 0), (computers, -1)):
        for _, seat in order:
            if wishes[seat] in left:
                left.remove(wishes[seat])
                chosen[seat] = wishes[seat]
        for _, seat in order:
            if seat not in chosen:
                chosen[seat] = left.pop(spare)
    return tuple(replace(player, letter=chosen[seat]) for seat, player in enumerate(seated_))


def _find_wished_letter(player: Player, last: int) -> int:
    if player.user is not None:
        return _letter_of_name(player)
    names = text("en")("computer-names").split(", ")
    return last - names.index(player.name) if player.name in names else -1


def _letter_of_name(player: Player) -> int:
    initial = to_plain_name(player.name).lstrip(f"{FIRST_STRONG_ISOLATE} ")[:1]
    return string.ascii_lowercase.find(initial.lower())


Verdict = Literal["fair", "differs", "lost-track"]
"""The result of dealing and playing a finished game again from its secret seed. "differs": the
seed gives another deal. "lost-track": the deal is the same, but not the steps.
"""


def verify_deal(
    table: Finished,
    game: Game[Any, Any],
    options: Mapping[str, str],
    inputs: Iterable[ActionRecord],
) -> Verdict:
    """Check that a finished game followed from its secret seed, by dealing and playing it again.

    A difference after the deal is not necessarily fraud: the rules may have changed since.
    """
    chance = SeededChance(table.seed, 0)
    chance.shuffle(range(len(table.players)))
    state, _ = begin_game(game, len(table.players), options, chance)
    if state != game.load_state(table.dealt):
        return "differs"
    try:
        for step, given in enumerate(inputs, 1):
            state, _ = apply_record(game, state, given, SeededChance(table.seed, step))
    except (Stale, IllegalMove):
        return "lost-track"
    return "fair" if state == table.state else "lost-track"
