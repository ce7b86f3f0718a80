"""Records are found by their channel and by who had a part in them."""

from msgspec.structs import replace

from bot.domain.table import Leaver, Player, Table
from bot.storage.store import Store
from tests.bench.ends import make_ranked_player, store_finished_table
from tests.tables import in_phase


async def test_of_a_channel_the_newest_come_first(store: Store, lobby: Table) -> None:
    ids = [
        (await store_finished_table(store, lobby, make_ranked_player(7, "Ada", 1), at=at)).id
        for at in (3.0, 1.0, 2.0)
    ]
    await store_finished_table(store, replace(lobby, channel=5), make_ranked_player(7, "Ada", 1))
    found = await store.evenings.find_in_channel(lobby.channel, 0)
    assert [record.id for record in found] == [ids[0], ids[2], ids[1]]
    assert await store.evenings.find_in_channel(lobby.channel, 1) == ()


async def test_of_a_person_it_is_all_games_on_any_server_to_any_end(
    store: Store, lobby: Table
) -> None:
    played = await store_finished_table(
        store, lobby, make_ranked_player(7, "Ada", 1), make_ranked_player(8, "Bo", 2)
    )
    left = in_phase(lobby, "over", guild=5, leavers=(Leaver(7, "Ada"),))
    left = await store_finished_table(store, left, make_ranked_player(8, "Bo", 1), at=2.0)
    early = in_phase(lobby, "over", guild=6, ended_by=7)
    early = await store_finished_table(store, early, Player("Momo", None, "sly", rank=1), at=3.0)
    await store_finished_table(store, lobby, make_ranked_player(8, "Bo", 1), at=4.0)
    found = await store.records.find_person_records(7, 0)
    assert [record.id for record in found] == [early.id, left.id, played.id]


async def test_a_page_has_the_first_one_of_the_next(store: Store, lobby: Table) -> None:
    for at in range(30):
        await store_finished_table(store, lobby, make_ranked_player(7, "Ada", 1), at=float(at))
    for find in (
        lambda page: store.evenings.find_in_channel(lobby.channel, page),
        lambda page: store.records.find_person_records(7, page),
    ):
        assert [len(await find(page)) for page in range(3)] == [26, 5, 0]
