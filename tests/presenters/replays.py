"""Games that are played to their end once, for all tests that look at them."""

from pathlib import Path
from tempfile import TemporaryDirectory

from bot.presenters.replay import Replay
from tests.bench.watching import play_replays

_played: dict[tuple[str, int, bool], Replay] = {}


async def play_replay(game: str, seed: int = 1, *, full: bool = False) -> Replay:
    """Return a game of some people, or with `full` of as many as can play."""
    key = (game, seed, full)
    if key not in _played:
        with TemporaryDirectory() as folder:
            (_played[key],) = await play_replays(
                Path(folder), game, range(seed, seed + 1), full=full
            )
    return _played[key]
