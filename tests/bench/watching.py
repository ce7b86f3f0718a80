"""Games that are over, ready to be looked at without a bot."""

from pathlib import Path

from bot.bench.world import Answer, Person
from bot.demo.shown import Control
from bot.domain.replayed_games import make_finished_table, replay_steps
from bot.domain.table import Player
from bot.engine.replays import Highlight
from bot.games.registry import GAMES
from bot.presenters.replay import Replay, find_highlights, make_context
from bot.storage.store import Store
from tests.bench.whole import whole_game

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal")
USUAL_SEATS = 4


async def play_replays(
    folder: Path, game: str, seeds: range, *, full: bool = False
) -> list[Replay]:
    """Play a game once for each seed; return what can be watched.

    Some people play it, or with `full` as many as can.
    """
    package, found = GAMES[game], []
    store = await Store.open(
        f"sqlite:///{folder}/cats.db", {name: GAMES[name].game for name in GAMES}
    )
    least, some, *_ = package.game.seats
    seats = package.game.seats[-1] if full else max(least, min(some, USUAL_SEATS))
    people = [Player(NAMES[seat], 1 + seat) for seat in range(seats)]
    for seed in seeds:
        table = await whole_game(store, game, people, seed=seed)
        kept = await store.records.find_record(table.id)
        assert kept is not None
        steps = replay_steps(kept[1], package)
        found.append(Replay(kept[0], make_finished_table(*kept, "somebody"), steps, package))
    await store.close()
    return found


def moments(replay: Replay, language: str = "en") -> tuple[Highlight, ...]:
    """Return a game's moments, after a look that they are what they have to be."""
    found = find_highlights(replay, make_context(replay, language, is_last_step=True))
    steps = [moment.step for moment in found]
    assert steps == sorted({*steps}), "only people play in these games"
    assert len({moment.kind for moment in found}) == len(found)
    assert {*steps} <= {seen.step for seen in replay.steps}
    assert len(found) <= 6
    return found


async def look_again(who: Person, action: str, value: str = "", record: int = 1) -> Answer:
    """Press a button of a game that is over, wherever the person has it from."""
    on = (await who.slash("cats help")).shown
    control = Control("", f"c1:d:{record}:{action}:{value}", disabled=False, style=2)
    return await who.world.click(who, on, control, {})
