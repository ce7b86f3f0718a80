"""Tables in a phase that a test wants, or expects."""

from typing import Any, Literal, overload

from msgspec.structs import asdict, replace

from bot.domain.changes import Change
from bot.domain.consequences import apply_consequences
from bot.domain.table import Finished, Lobby, Match, Phase, Player, Table
from bot.engine.chance import SeededChance
from bot.engine.events import EventRecord
from bot.engine.options import complete_options
from bot.engine.records import begin_game
from bot.games.registry import GAMES
from bot.storage.store import Store
from tests.toys import REGISTRY
from tests.toys.secret_numbers.rules import State

FIRST_ROUND = State(top=5, round=0, answers=(None, None), points=(0, 0))
"""What two players of Secret Numbers are dealt."""
_TYPES: dict[Phase, type[Lobby] | type[Match] | type[Finished]] = {
    "lobby": Lobby,
    "playing": Match,
    "over": Finished,
    "closed": Finished,
}


def expect_lobby(table: Table | None) -> Lobby:
    assert isinstance(table, Lobby), f"a lobby was expected, not {table}"
    return table


def expect_match(table: Table | None) -> Match:
    assert isinstance(table, Match), f"a running game was expected, not {table}"
    return table


def expect_finished(table: Table | None) -> Finished:
    assert isinstance(table, Finished), f"a finished table was expected, not {table}"
    return table


def expect_game(table: Table | None) -> Match | Finished:
    assert isinstance(table, Match | Finished), f"a game was expected, not {table}"
    assert table.state is not None, f"a game was expected, not {table}"
    return table


@overload
def in_phase(table: Table, phase: Literal["lobby"], **changes: object) -> Lobby: ...
@overload
def in_phase(table: Table, phase: Literal["playing"], **changes: object) -> Match: ...
@overload
def in_phase(table: Table, phase: Literal["over", "closed"], **changes: object) -> Finished: ...
@overload
def in_phase(table: Table, phase: Phase, **changes: object) -> Table: ...
def in_phase(table: Table, phase: Phase, **changes: object) -> Table:
    """Return the table with these changes in another phase, as it would be loaded.

    Fields that both phases have stay as they are. A match without a state is one of Secret Numbers.
    """
    fields = asdict(table)
    if phase == "playing":
        fields = {"state": FIRST_ROUND, "seed": b"", "dealt": b"", **fields, **changes}
        game, state = REGISTRY[table.game].game, fields["state"] or FIRST_ROUND
        fields |= {"state": state, "prompts": game.prompts(state)}
    elif phase in ("over", "closed"):
        fields["is_complete"] = phase == "over"
    of = _TYPES[phase]
    moved = of(**{name: fields[name] for name in of.__struct_fields__ if name in fields})
    moved = replace(moved, **changes)
    return moved.limit_guesses(game) if isinstance(moved, Match) else moved


def deal_table(
    *people: str, game: str = "cloaked_cats", computers: int = 0, **fields: Any
) -> Match:
    """Return a game that was dealt at 1,000 seconds, hosted by the first person, who is user 1.

    Persons sit in this order, then computers. `fields` are those of the lobby.
    """
    package = GAMES[game]
    level = package.computers.levels[0]
    players = (
        *(Player(name, user) for user, name in enumerate(people, 1)),
        *(Player(f"Computer {number}", None, level) for number in range(computers)),
    )
    lobby = Lobby(game, 1, 2, "en", "10", 0.0, 0.0, players=players, host=1)
    lobby = replace(lobby, **fields)
    seed, options = (
        bytes(32),
        complete_options(package.game.options, dict(lobby.options), len(players)),
    )
    state, _ = begin_game(package.game, len(players), options, SeededChance(seed, 0))
    return settle(Change(lobby.begin(package.game, state, seed, players)), 1000.0)


def find_asked_seat(table: Match) -> int:
    """Return the seat of the only person who owes an answer."""
    (prompt,) = table.waiting()
    assert prompt.seat is not None
    return prompt.seat


def settle(change: Change, now: float) -> Match:
    """Return the running game with all that follows from a change."""
    package = GAMES[change.table.game]
    return expect_match(apply_consequences(change, package, now, 2.0).table)


async def list_events(store: Store, table_id: int) -> list[EventRecord]:
    """Return all that is stored of what happened at a table, secret events included."""
    stored = await store.records._load_stored(table_id)
    return [event for _, event in stored.events]
