"""What a step of the game does, also after a computer's choice that is none."""

import logging
import threading
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from bot.bench.moves import enter
from bot.bench.plugin import OpenWorld
from bot.bench.world import World
from bot.domain.outcomes import set_places
from bot.domain.playing import find_early_pause
from bot.domain.table import Lobby, Player
from bot.engine.events import Seat
from bot.engine.game import Act, Action, Chance, IllegalMove, Place
from bot.engine.moves import Move
from bot.testing.playing import make_setup, play_game
from tests.play.evening import COMPUTER_MOVE_SECONDS, COMPUTERS_MOVE_SECONDS, load_table
from tests.tables import in_phase
from tests.toys import REGISTRY
from tests.toys.council.rules import Council
from tests.toys.council.rules import State as CouncilState
from tests.toys.secret_numbers.computer import SecretNumbersComputers
from tests.toys.secret_numbers.rules import SecretNumbers, State, Step, View

SECRET = "the secret of Minka"
RETRY_SECONDS = 5.5


class Choosing(SecretNumbersComputers):
    """Computers that choose by a function, which may be wrong."""

    def __init__(self, choose: Callable[[], Any]) -> None:
        self.choose = choose

    def choose_move(self, view: View, moves: tuple[Move, ...], level: str, rng: Random) -> Move:
        return self.choose()


def failing(error: BaseException) -> Choosing:
    def fail() -> None:
        raise error

    return Choosing(fail)


class Blind(SecretNumbers):
    def view(self, state: State, viewer: Seat | None) -> View:
        if threading.current_thread() is not threading.main_thread():
            raise RuntimeError(SECRET)
        return super().view(state, viewer)


class Fragile(SecretNumbers):
    """A game whose rules fail over all moves but the last of a list."""

    def apply(self, state: State, action: Action, chance: Chance) -> Step:
        if isinstance(action, Act) and action.move != self.legal_moves(state, action.seat)[-1]:
            raise RuntimeError(SECRET)
        return super().apply(state, action, chance)


class Picky(SecretNumbers):
    """A game that refuses so many moves, but never the last of a list."""

    def __init__(self, refusals: float) -> None:
        self.left = refusals
        self.refused: list[str] = []

    def apply(self, state: State, action: Action, chance: Chance) -> Step:
        refusable = (
            isinstance(action, Act) and action.move != self.legal_moves(state, action.seat)[-1]
        )
        if isinstance(action, Act) and self.left and refusable:
            self.left -= 1
            self.refused.append(action.move.path)
            raise IllegalMove
        return super().apply(state, action, chance)


async def begin(
    open_world: OpenWorld, part: SecretNumbers | SecretNumbersComputers, computers: int = 1
) -> World:
    changed = {"game" if isinstance(part, SecretNumbers) else "computers": part}
    package = replace(REGISTRY["secret_numbers"], **changed)
    world = await open_world(registry={**REGISTRY, "secret_numbers": package})
    ada, *_ = world.people
    options: dict[str, Any] = {"computers": computers, "level": "careless", "text_only": True}
    await ada.slash("cats play", game="secret_numbers", **options)
    await ada.press("c1:d:*:start")
    return world


async def steps(world: World) -> int:
    return (await load_table(world)).step


def faults(caplog: pytest.LogCaptureFixture, level: int) -> list[str]:
    ours = (r for r in caplog.records if r.name == "bot.services.computer_executor")
    return [r.getMessage() for r in ours if r.levelno == level]


FAILED = "game secret_numbers, table 1: a computer player failed and made any legal move: "


@pytest.mark.logs_errors
@pytest.mark.parametrize(
    ("part", "told"),
    [
        (failing(RuntimeError(SECRET)), "RuntimeError, "),
        (failing(SystemExit(SECRET)), "SystemExit, "),
        (failing(KeyboardInterrupt()), "KeyboardInterrupt, "),
        (Blind(), "RuntimeError, "),
        (Choosing(lambda: None), "IllegalMove, NoneType"),
        (Choosing(lambda: SECRET), "IllegalMove, str"),
    ],
)
async def test_a_choice_that_is_none_is_replaced_by_a_legal_move(
    open_world: OpenWorld,
    caplog: pytest.LogCaptureFixture,
    part: SecretNumbers | SecretNumbersComputers,
    told: str,
) -> None:
    world = await begin(open_world, part)
    caplog.clear()
    for round_ in range(3):
        await enter(world, world.people[0], "name/1/2.3")
        await world.advance(COMPUTER_MOVE_SECONDS)
        assert await steps(world) == 2 * (round_ + 1)
    assert "Secret Numbers: game over" in world.board().text
    (line,) = faults(caplog, logging.ERROR)
    assert line.startswith(f"{FAILED}{told}")
    assert SECRET not in caplog.text


@pytest.mark.logs_errors
async def test_where_the_rules_fail_over_a_computers_move_another_one_is_made(
    open_world: OpenWorld, caplog: pytest.LogCaptureFixture
) -> None:
    world = await begin(open_world, Fragile())
    await world.advance(COMPUTER_MOVE_SECONDS)
    assert await steps(world) == 0
    await world.advance(RETRY_SECONDS)
    assert await steps(world) == 1
    (line,) = faults(caplog, logging.ERROR)
    assert "a computer player's move was not taken: RuntimeError, " in line
    assert SECRET not in caplog.text


async def test_a_refused_move_is_tried_again_before_any_other(
    open_world: OpenWorld, caplog: pytest.LogCaptureFixture
) -> None:
    game = Picky(refusals=1)
    world = await begin(open_world, game)
    await world.advance(COMPUTER_MOVE_SECONDS)
    assert (await steps(world), len(game.refused)) == (0, 1)
    await world.advance(RETRY_SECONDS)
    assert (await steps(world), len(game.refused)) == (1, 1)
    assert faults(caplog, logging.WARNING) == [
        "game secret_numbers, table 1: a computer player's move was not taken: illegal-move"
    ]


async def test_when_a_move_is_refused_again_the_others_are_tried(
    open_world: OpenWorld, caplog: pytest.LogCaptureFixture
) -> None:
    game = Picky(refusals=1e9)
    world = await begin(open_world, game, computers=2)
    await world.advance(COMPUTERS_MOVE_SECONDS)
    assert (await steps(world), len(game.refused)) == (0, 2)
    await world.advance(RETRY_SECONDS)
    assert await steps(world) == 2, "both computers have made the one move that is taken"
    assert len(faults(caplog, logging.WARNING)) == 1
    await enter(world, world.people[0], "name/5/4.5")
    await world.advance(COMPUTER_MOVE_SECONDS)
    await world.advance(COMPUTERS_MOVE_SECONDS + RETRY_SECONDS)
    assert await steps(world) == 5, "so they do in the next round"


async def test_where_no_move_is_taken_the_computer_tries_now_and_then(
    open_world: OpenWorld, caplog: pytest.LogCaptureFixture
) -> None:
    class Closed(Picky):
        def apply(self, state: State, action: Action, chance: Chance) -> Step:
            if isinstance(action, Act) and self.left:
                raise IllegalMove
            return super().apply(state, action, chance)

    caplog.set_level(logging.DEBUG, "bot.services.computer_executor")
    game = Closed(refusals=1)
    world = await begin(open_world, game)
    await world.advance(120, step=1.0)
    assert len(faults(caplog, logging.WARNING)) == 1
    assert 2 <= len(faults(caplog, logging.DEBUG)) <= 5
    game.left = 0
    await world.advance(31)
    assert await steps(world) == 1


def test_only_a_pause_of_a_running_game_ends_once_all_are_ready() -> None:
    lobby = Lobby("secret_numbers", 1, 2, "en", "10", 0.0, 0.0, players=(Player("Ada", 1),))
    prompts = Council().prompts(CouncilState(seats=5, thief=2))
    match = replace(in_phase(lobby, "playing"), prompts=prompts)
    assert find_early_pause(match) == prompts[0]
    assert find_early_pause(lobby) is None
    assert find_early_pause(in_phase(lobby, "over")) is None
    assert find_early_pause(replace(match, channel=-1)) is None, "a lesson waits for its learner"


class UnrankedUntilTheEnd(SecretNumbers):
    def interim_standings(self, state: State) -> tuple[Place, ...]:
        return ()


def test_a_game_that_ranks_only_its_end_has_a_winner() -> None:
    package = replace(REGISTRY["secret_numbers"], game=UnrankedUntilTheEnd())
    play = play_game(package, make_setup(package, 1))
    players = tuple(Player(f"P{seat}", None, "x") for seat in range(play.setup.seats))
    lobby = Lobby("secret_numbers", 1, 1, "en", "none", opened_at=1.0, clicked_at=1.0)
    over = lobby.begin(package.game, play.steps[-1].state, bytes(32), players).complete()
    final = package.game.standings(over.state) or ()
    ranks = [player.rank for player in set_places(over, package).players]
    assert ranks == [place.rank for place in sorted(final, key=lambda each: each.seat)]
    assert 1 in ranks
