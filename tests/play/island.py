"""Evenings of Quickpick: who sits where, hands on the tiles of the board, whole races."""

from collections.abc import Mapping
from random import Random
from typing import Any

from bot.bench.moves import enter
from bot.bench.world import Answer, Person, World
from bot.demo.shown import Control, Shown
from bot.engine.records import list_legal_paths
from bot.games.quickpick.model.moves import CHOOSE_NOTHING
from bot.games.quickpick.model.state import MASK_LETTERS, State
from bot.games.quickpick.package import PACKAGE
from bot.games.quickpick.rules import COMPUTER_DRAW_SECONDS
from bot.i18n import text
from tests.play.evening import boards_posted, load_game, load_table, sit_down

NAMES = tuple(text("en", PACKAGE.text)(f"mask-{letter}") for letter in MASK_LETTERS)
"""The monsters' names by mask, in every language; without pictures, the labels of their tiles."""
RACE_CLOSING_SECONDS = 0.6
BREATH_SECONDS = 2.1

Chosen = Mapping[str, str]


WRONG = 1


async def begin(
    world: World, *people: Person, chosen: Chosen | None = None, **options: Any
) -> list[Person | None]:
    await prepare(world, *people, chosen=chosen, **options)
    await people[0].press("c1:d:*:start", on=world.board())
    return await world.list_players()


async def prepare(
    world: World, *people: Person, chosen: Chosen | None = None, **options: Any
) -> None:
    await sit_down(world, *people, game="quickpick", **{"text_only": True, **options})
    host = people[0]
    for name, choice in (chosen or {}).items():
        await host.press("c1:d:*:options", on=world.board())
        await host.press("c1:d:*:game-options")
        await host.choose(f"c1:d:*:set:{name}", choice)


async def game_of(world: World) -> State:
    state = (await load_game(world)).state
    assert isinstance(state, State)
    return state


def other(mask: int, by: int = WRONG) -> int:
    return (mask + by) % len(NAMES)


async def count_won_masks(world: World) -> dict[str, int]:
    state = await game_of(world)
    names = [player.name for player in (await load_table(world)).players]
    return {name: len(masks) for name, masks in zip(names, state.won, strict=True)}


async def use(person: Person, move: str) -> Answer:
    """Press a button on the own screen, which is called up if there is none so far.

    "No idea" is on the board.
    """
    if move == CHOOSE_NOTHING.path:
        return await person.press("c1:m:*:pass", on=person.world.board())
    shown = next(reversed(person.privates()), None)
    buttons = shown.matching(f"c1:m:*:{move}") if shown else ()
    if not shown or not buttons:
        return await enter(person.world, person, move)
    return await person.world.click(person, shown, buttons[0], {})


async def draw(world: World) -> tuple[Person, int]:
    """Let the mime look, by the own screen; return the mime and the secret mask."""
    mime = await find_mime(world)
    await use(mime, "draw")
    state = await game_of(world)
    assert state.mask is not None
    return mime, state.mask


async def find_mime(world: World) -> Person:
    mime = (await world.list_players())[(await game_of(world)).mime]
    assert mime is not None
    return mime


async def guessers(world: World) -> list[Person]:
    """Return the people who have not chosen, clockwise from the mime's left."""
    state, seats = await game_of(world), await world.list_players()
    clockwise = [(state.mime + steps) % len(seats) for steps in range(1, len(seats))]
    undecided = {prompt.seat for prompt in PACKAGE.game.prompts(state) if prompt.kind == "slap"}
    found = (seats[seat] for seat in clockwise if seat in undecided)
    return [person for person in found if person is not None]


async def slap(person: Person, tile: int, *, on: Shown | None = None) -> Answer:
    board = on or person.world.board()
    (button,) = (each for each in board.matching("c1:m:") if path_of(each) == f"tile/{tile}")
    return await person.world.click(person, board, button, {})


def path_of(control: Control) -> str:
    return control.custom_id.split(":", 4)[4]


async def show(world: World, mime: Person, *features: str) -> None:
    for feature in features:
        await use(mime, f"show/{feature}")
        await world.advance(BREATH_SECONDS)


async def race(world: World, *, right: bool = True) -> None:
    """Play a turn of people: the mime's left neighbour is right, or nobody is."""
    _, mask = await draw(world)
    for number, person in enumerate(await guessers(world)):
        if right and number == 0:
            await slap(person, mask)
        else:
            await use(person, "pass")
    await world.advance(RACE_CLOSING_SECONDS)


async def race_to_the_end(world: World, luck: Random, most: int = 2000) -> None:
    """Play by random presses until the game is over; boards stay where they are in races."""
    for _ in range(most):
        state = await game_of(world)
        if state.phase == "over":
            return
        since, before = len(world.requests), world.board().id
        await _go_on(world, state, luck)
        if state.phase == "race" and (await game_of(world)).phase in ("race", "closing"):
            assert boards_posted(world, since) == []
            assert world.board().id == before
    raise AssertionError(f"the game did not end: {world.board().text}")


async def _go_on(world: World, state: State, luck: Random) -> None:
    mime = (await world.list_players())[state.mime]
    if state.phase == "draw":
        if mime is None:
            await world.advance(COMPUTER_DRAW_SECONDS + 0.1)
        else:
            await use(mime, "draw")
        return
    here = await guessers(world)
    moves = list_legal_paths(PACKAGE.game, state, state.mime) if mime is not None else ()
    if mime is not None and moves and (not here or luck.random() < 0.3):
        await world.advance(BREATH_SECONDS)
        if (await game_of(world)).shown == state.shown:
            await use(mime, _mimed(moves, luck))
    elif here and state.phase == "race":
        await _guess(world, luck.choice(here), state, luck)
    else:
        await world.advance(3)


def _mimed(moves: tuple[str, ...], luck: Random) -> str:
    """Return one of the sounds now and then, else a part as long as there is one."""
    shows = [move for move in moves if move.startswith("show/")]
    return luck.choice(shows if shows and luck.random() < 0.8 else moves)


async def _guess(world: World, person: Person, state: State, luck: Random) -> None:
    free = [control for control in world.board().matching("c1:m:*:tile/") if not control.disabled]
    right = [control for control in free if path_of(control) == f"tile/{state.mask}"]
    if luck.random() < 0.1:
        await use(person, "pass")
    elif right and luck.random() < 0.6:
        await world.click(person, world.board(), right[0], {})
    else:
        await world.click(person, world.board(), luck.choice(free), {})
