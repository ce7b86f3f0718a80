"""How an evening goes: sitting down, seeing whose turn it is, pressing what may be pressed.

All of it by the buttons that people see; only the seed of the deal is set, and the stored table is
looked at where the screens do not tell enough.
"""

import re
from dataclasses import replace
from random import Random
from typing import Any

from msgspec import Struct, structs
from msgspec.json import encode

from bot.bench.world import Answer, Person, World
from bot.demo.shown import Control, Shown
from bot.domain.table import Finished, Match, Table
from bot.engine.game import Prompt
from bot.games.cloaked_cats.model.state import State
from bot.games.registry import GAMES
from bot.storage.shards import ONLY_SHARD
from tests.databases import run_sql as sql
from tests.tables import expect_game, expect_match

COMPUTER_MOVE_SECONDS = 2.5
COMPUTERS_MOVE_SECONDS = 5.0
"""In it, up to four computers that are asked together have answered."""
CHAT = "/channels/"
"""Where requests for public messages go."""


async def sit_down(world: World, *people: Person, **options: Any) -> None:
    """Open a lobby: the first of the people is the host. `options` are those of `/cats play`."""
    host, *guests = people
    world.bot.services.lobby.make_seed = lambda: bytes(range(32))
    await host.slash("cats play", **options)
    for guest in guests:
        await guest.press("c1:d:*:join")


async def cancel(host: Person) -> Answer:
    panel = await host.press("c1:d:*:options", on=host.world.board())
    return await host.press("c1:d:*:cancel", on=panel.shown)


async def deal(world: World, *people: Person, **options: Any) -> None:
    """Sit down and start; without pictures, unless told otherwise, because that is quicker."""
    await sit_down(world, *people, **{"text_only": True, **options})
    await people[0].press("c1:d:*:start")


async def end_game(host: Person) -> None:
    world = host.world
    await host.slash("cats end")
    await host.press("c1:d:*:end-yes")
    table = await load_table(world)
    for person in others(world, host):
        if table.phase == "playing" and table.seat_of(person.id) is not None:
            await press_id(person, world.board(), f"c1:d:{table.id}:agree:stop")


def rewrite(world: World, statement: str, *values: object) -> None:
    """Change the database behind the bot, and let it forget the tables that it remembers."""
    sql(world.database, statement, *values)
    world.bot.services.clear_caches()


def write_state(world: World, state: Struct) -> None:
    """Write a game into the database of a world with one table; the board shows it next time."""
    rewrite(world, "UPDATE tables SET state = ?", encode(state))


def first_line(world: World) -> str:
    return str(world.board().embeds[0]["description"]).split("\n", 1)[0]


def find_asked_or_none(world: World) -> Person | None:
    """Return the person whom the board names as the one who owes, None for a computer."""
    line = world.board().content
    return next((person for person in world.people if f" {person.name}: " in line), None)


def find_asked_player(world: World) -> Person:
    who = find_asked_or_none(world)
    assert who is not None, world.board().content
    return who


def find_waiting_player(world: World, *players: Person) -> Person:
    (who,) = (person for person in players if person is not find_asked_or_none(world))
    return who


def others(world: World, who: Person) -> list[Person]:
    return [person for person in world.people if person is not who]


def deadline(world: World) -> int | None:
    found = re.search(r"<t:(\d+):R>", first_line(world))
    return int(found[1]) if found else None


def is_over(world: World) -> bool:
    return bool(world.board().matching("c1:d:*:rematch"))


async def go_on(person: Person) -> Shown:
    return (await person.press("c1:d:*:go-on")).shown


def choices(screen: Shown) -> list[Control]:
    """Return what can be pressed on a private screen for the game."""
    return [
        control
        for control in screen.controls
        if not control.disabled and control.custom_id.startswith(("c1:m:", "c1:l:"))
    ]


async def fingerprint(person: Person) -> str:
    """Return the hash of the seed, as a person is told it below the board."""
    panel = await person.press("c1:d:*:table", on=person.world.board())
    told = (await person.press("c1:d:*:deal", on=panel.shown)).text
    found = re.search(r"[0-9a-f]{64}", told)
    assert found
    return found[0]


async def hand(person: Person) -> Shown:
    world = person.world
    return (await person.press("c1:l:", on=world.board())).shown


def shows_hand(screen: Shown) -> bool:
    return "hand.jpg" in screen.files or "\nYour cat\n" in screen.text


async def show_deal(person: Person) -> Answer:
    """Open the check of the deal of the game that is over."""
    story = await person.press("c1:d:*:moments:", on=person.world.board())
    return await person.press("c1:d:*:deal:", on=story.shown)


async def press_any(person: Person, luck: Random) -> Answer:
    """Press any button for the game on the newest private screen, called up if need be."""
    seen = person.privates()
    screen = seen[-1] if seen and choices(seen[-1]) else await hand(person)
    return await person.world.click(person, screen, luck.choice(choices(screen)), {})


async def press_id(person: Person, on: Shown, custom_id: str) -> Answer:
    """Press a button that the message has lost, or that stands in somebody else's message."""
    button = {"type": 2, "style": 2, "label": "?", "custom_id": custom_id}
    wire = {**on.wire, "components": [{"type": 1, "components": [button]}]}
    pressed = Control("?", custom_id, disabled=False, style=2)
    return await person.world.click(person, replace(on, wire=wire), pressed, {})


async def move_as_computer(world: World, prompt: Prompt, luck: Random) -> Person:
    """Let who is asked press the move that a computer of the weakest level would make."""
    table, people = await load_match(world), await world.list_players()
    assert prompt.seat is not None
    game, who = GAMES[table.game].game, people[prompt.seat]
    assert who is not None
    moves, view = game.legal_moves(table.state, prompt.seat), game.view(table.state, prompt.seat)
    move = GAMES[table.game].computers.choose_move(
        view, moves, GAMES[table.game].computers.levels[0], luck
    )
    await press_id(who, world.board(), f"c1:m:{table.id}:{prompt.decision}:{move.path}")
    return who


async def play_cat(person: Person) -> Answer:
    screen = await hand(person)
    return await person.world.click(person, screen, screen.matching("c1:m:*:cat/")[0], {})


async def skip(person: Person) -> Answer:
    return await person.press("c1:m:*:skip", on=await hand(person))


async def take_turn(person: Person) -> None:
    await play_cat(person)
    if not is_over(person.world):
        await skip(person)


async def step(world: World, luck: Random) -> None:
    who = find_asked_or_none(world)
    if who is None:
        await world.advance(COMPUTER_MOVE_SECONDS)
    else:
        await press_any(who, luck)


async def to_the_end(world: World, luck: Random, most: int = 2000) -> None:
    for _ in range(most):
        if is_over(world):
            return
        await step(world, luck)
    raise AssertionError(f"the game did not end: {world.board().text}")


async def finish(world: World) -> None:
    """Play on, with right guesses only, until somebody is unmasked and the game is over."""
    while not is_over(world):
        await step_ahead(world)


async def step_ahead(world: World) -> None:
    """Let the asked one play a cat or guess right, or a computer move."""
    who = find_asked_or_none(world)
    if who is None:
        await world.advance(COMPUTER_MOVE_SECONDS)
        return
    table = await load_match(world)
    state = table.state
    assert isinstance(state, State)
    decision = 2 * state.turn + (state.phase == "guess")
    await press_id(who, world.board(), f"c1:m:{table.id}:{decision}:{_right_move(state)}")


def _right_move(state: State) -> str:
    """Return the first cat, or a right guess about whoever has revealed most."""
    seat = (state.starter + state.turn) % len(state.fans)
    if state.phase == "cat":
        return f"cat/{state.hands[seat][0]}"
    hidden = {
        opponent: [feature for feature in fan if feature not in state.revealed[opponent]]
        for opponent, fan in enumerate(state.fans)
        if opponent != seat and len(state.revealed[opponent]) < len(fan)
    }
    if not hidden:
        return "skip"
    opponent = min(hidden, key=lambda other: len(hidden[other]))
    return f"guess/{opponent}/{hidden[opponent][0]}"


async def load_table(world: World) -> Table:
    return await world.load_table()


async def load_match(world: World) -> Match:
    return expect_match(await load_table(world))


async def load_game(world: World) -> Match | Finished:
    return expect_game(await load_table(world))


async def check_memory(world: World, *, written: bool = False) -> None:
    """Fail unless all that the bot remembers of tables is stored; `written`: when it has written.

    Else who has looked, and thus needs no call, may still wait for the next group.
    """
    tables = world.bot.services.tables
    if written:
        await world.store._writer.flush()
        timers = world.bot.services.scheduler._timers
        planned = {
            id_: live.next_due_at for id_, live in tables.sessions if live.next_due_at is not None
        }
        assert planned == (
            await world.store.tables.find_next_timers(timers.loaded_until, ONLY_SHARD)
            if timers.loaded_until
            else {}
        )
    for known in [live.table for _, live in tables.sessions if live.table]:
        kept = await world.store.tables.load(known.id)
        assert kept is not None
        assert _facts(known, written) == _facts(kept, written)


def _facts(table: Table, written: bool) -> Table:
    timers = (timer for timer in table.timers if written or timer.kind != "call")
    table = structs.replace(table, timers=tuple(sorted(timers, key=repr)))
    if written:
        return table
    players = tuple(structs.replace(player, clicked_at=0.0) for player in table.players)
    return structs.replace(table, clicked_at=0.0, players=players)


def boards_posted(world: World, since: int = 0) -> list[tuple[int, ...]]:
    """Return whom each new public message notified, by the requests from number `since` on."""
    return [
        request.pinged
        for request in world.requests[since:]
        if request.method == "POST" and request.path.startswith(CHAT) and not request.error
    ]
