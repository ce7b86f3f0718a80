"""A replay shows the boards that people saw, with the same pictures and the same words."""

from random import Random

import pytest

from bot.bench.world import World
from bot.demo.shown import Shown
from bot.domain.replayed_games import replay_steps
from bot.domain.table import Match
from bot.engine.game import find_waiting
from bot.games.registry import GAMES
from tests.bench.watching import look_again
from tests.kinds import first_of_each_kind
from tests.play.evening import deal, load_table, press_id

MAX_PRESS_ROUNDS = 600
DELIVERY_SECONDS = 3.0


async def play_game(world: World, game: str, *, text_only: bool) -> dict[int, Shown]:
    """Let as few as can play a game to its end; return the boards by step."""
    people = world.people[: GAMES[game].game.seats[0]]
    for person in people:
        person.set_locale("de")
    await deal(world, *people, game=game, clock="none", text_only=text_only)
    rules, luck, seen = GAMES[game].game, Random(1), {}
    for _ in range(MAX_PRESS_ROUNDS):
        table = await load_table(world)
        seen[table.step] = world.board()
        if not isinstance(table, Match):
            return seen
        for prompt in find_waiting(table.prompts):
            if prompt.seat is None:
                for person in people if prompt.may_end_early else ():
                    await press_id(person, world.board(), f"c1:d:{table.id}:ready:{table.step}")
            else:
                moves = rules.legal_moves(table.state, prompt.seat)
                view = rules.view(table.state, prompt.seat)
                path = (
                    GAMES[game]
                    .computers.choose_move(view, moves, GAMES[game].computers.levels[0], luck)
                    .path
                )
                user = table.players[prompt.seat].user
                (person,) = (each for each in people if each.id == user)
                await press_id(person, world.board(), f"c1:m:{table.id}:{prompt.decision}:{path}")
                break
        await world.advance(DELIVERY_SECONDS, step=1.0)
    raise AssertionError("the game does not end")


@pytest.mark.parametrize(
    ("game", "text_only"),
    first_of_each_kind(
        [
            (game, bool(place) != bool(other))
            for other in (0, 1)
            for place, game in enumerate(GAMES)
        ],
        lambda game, _: game,
    ),
)
async def test_each_step_of_a_replay_is_the_board_of_then(open_world, game, text_only, thorough):
    world = await open_world(people=GAMES[game].game.seats[0] + 1)
    seen = await play_game(world, game, text_only=text_only)
    kept = await world.store.records.find_record((await load_table(world)).id)
    assert kept is not None
    steps = [step.step for step in replay_steps(kept[1], GAMES[game])]
    watcher = world.people[-1]
    watcher.set_locale("de")
    both = [(at, seen[step]) for at, step in enumerate(steps) if step in seen]
    assert len(both) > 10
    for at, then in both if thorough else both[::3]:
        now = (await look_again(watcher, "replay", f"{at}/onlooker/on")).shown
        assert now.files == then.files
        assert now.alts == then.alts
        assert bool(now.files) is not text_only
        assert read_text_below_picture(now) in read_text_below_picture(then)
        if text_only:
            _, *lines = now.content.splitlines()
            events = {line for line in lines if not line.startswith("✨")}
            assert events <= {*then.text.splitlines()}


def read_text_below_picture(message: Shown) -> str:
    return str(message.embeds[0].get("description", ""))
