"""Games that are over, written as the bot writes them."""

from bot.domain.game_records import Awards, Facts, RatingWeight
from bot.domain.ratings import make_rating_update
from bot.domain.table import Commit, Finished, Person, Player, Table
from bot.storage.store import Store
from tests.tables import expect_finished, in_phase


async def store_finished_table(
    store: Store,
    table: Table,
    *players: Player,
    at: float = 1.0,
    weight: RatingWeight | None = None,
    awards: Awards = (),
    guessers: tuple[Person, ...] = (),
) -> Finished:
    """Store a table like this one whose game these played to its end, and keep its record."""
    changes = {"players": players, "ended_at": at, "guessers": guessers}
    over = in_phase(table, "over", id=0, version=0, timers=(), **changes)
    over = expect_finished(await store.tables.commit(Commit(over, at=at)))
    await store.records.save_record(
        over,
        weight or RatingWeight((0.0,) * len(players)),
        make_rating_update,
        lambda _steps: Facts(awards),
    )
    return over


def make_ranked_player(user: int, name: str, rank: int, points: int = 0) -> Player:
    return Player(name, user, rank=rank, points=points)
