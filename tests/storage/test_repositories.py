import asyncio
from collections.abc import Sequence
from itertools import combinations, product

import pytest
from msgspec.structs import replace

from bot.domain.game_records import Awards
from bot.domain.results import ALL_SERVERS, Line, Page, order_lines
from bot.domain.table import (
    TIMER_KINDS,
    Board,
    BoardUpdate,
    Call,
    Commit,
    ComputerTurn,
    Deadline,
    IdleCheck,
    Pause,
    PauseEnd,
    Phase,
    Player,
    RecordSaving,
    Reminder,
    Skip,
    Table,
    TableDeletion,
    lesson_channel,
)
from bot.storage import people_repository
from bot.storage.bot_repository import INTERACTIONS_PER_STEP
from bot.storage.people_repository import PREFERENCE_DEFAULTS, PreferenceName, Preferences
from bot.storage.problems import ChannelTaken, TableConflict, TooManyHosted
from bot.storage.removed_people_repository import REMOVED_PEOPLE_PER_PAGE, RemovedPerson
from bot.storage.shards import ONLY_SHARD, Shard
from bot.storage.store import Store
from bot.storage.table_repository import TABLES_PER_STEP, TIMERS_PER_STEP
from tests.bench.ends import make_ranked_player, store_finished_table
from tests.databases import open_transaction, run_sql
from tests.storage.conftest import GAMES
from tests.tables import in_phase

NOVEMBER = 1_793_491_200.0  # 2026-11-01


async def committed(store: Store, table: Table, board: bool = False) -> Table:
    return await store.tables.commit(Commit(table, at=1.0, writes_board=board))


async def test_there_is_nothing_in_a_new_database(store: Store) -> None:
    assert await store.tables.load(1) is None
    assert await store.tables.find_open(1) is None
    assert await store.tables.find_latest(1) is None
    assert await store.tables.find_finished(1) is None
    assert await store.tables.find_next_timers(1e12, ONLY_SHARD) == {}
    assert await store.tables.find_stale_boards(ONLY_SHARD, 0.0) == ()
    assert await store.bot.read_last_heartbeat(ONLY_SHARD) is None
    assert await store.bot.find_setting("commands") is None


async def test_of_a_channel_the_latest_table_and_the_game_that_ended_last_are_known(
    store: Store, lobby: Table
) -> None:
    over = in_phase(lobby, "over")
    late = await committed(store, replace(over, ended_at=300.0))
    await committed(store, replace(over, ended_at=200.0))
    await committed(store, replace(over, is_complete=False))
    await committed(store, replace(over, channel=5, ended_at=400.0))
    await committed(store, in_phase(lobby, "closed", ended_at=250.0))
    assert await store.tables.find_latest(lobby.channel) == late.id
    running = await committed(store, lobby)
    assert await store.tables.find_latest(lobby.channel) == running.id

    await committed(store, replace(running.close(), ended_at=400.0))
    assert await store.tables.find_finished(lobby.channel) == late.id, (
        "a cancelled lobby was no game"
    )
    early = await committed(store, in_phase(lobby, "closed", ended_at=350.0, ended_by=7))
    assert await store.tables.find_finished(lobby.channel) == early.id, "it was ended early"


async def test_a_board_is_written_by_itself_or_with_a_commit_that_says_so(
    store: Store, lobby: Table
) -> None:
    table = await committed(store, lobby)
    assert table.board == Board()
    board = Board(1 << 62, 1, (7, 8), 2, ((1, 7),), (5, 6))
    await store.tables.store_board(BoardUpdate(table.id, board))
    seen = replace(table, board=board)
    assert await store.tables.load(table.id) == seen

    await committed(store, replace(table, clock="3", board=Board(9)))
    assert await store.tables.load(table.id) == replace(seen, clock="3", version=2)
    await committed(store, replace(table, version=2, board=Board(9)), board=True)
    assert await store.tables.load(table.id) == replace(table, version=3, board=Board(9))


async def test_a_board_is_unshown_until_it_shows_the_newest_version(
    store: Store, lobby: Table
) -> None:
    lobby_table = await committed(store, lobby)
    closed = await committed(store, in_phase(lobby, "closed", ended_at=50.0))
    assert await store.tables.find_stale_boards(ONLY_SHARD, 0.0) == (lobby_table.id, closed.id)

    assert await store.tables.find_stale_boards(ONLY_SHARD, 60.0) == (lobby_table.id,), (
        "the other ended before that"
    )

    await store.tables.store_board(BoardUpdate(lobby_table.id, Board(9, 1)))
    await store.tables.store_board(BoardUpdate(closed.id, Board(None, 1)))
    assert await store.tables.find_stale_boards(ONLY_SHARD, 0.0) == ()
    await store.tables.store_board(BoardUpdate(closed.id, Board(None, 1, replaced=(5,))))
    assert await store.tables.find_stale_boards(ONLY_SHARD, 60.0) == (closed.id,), (
        "a message is still to be deleted"
    )
    await store.tables.store_board(BoardUpdate(closed.id, Board(None, 1)))

    await committed(store, lobby_table)
    assert await store.tables.find_stale_boards(ONLY_SHARD, 0.0) == (lobby_table.id,)


@pytest.mark.parametrize(("phase", "times"), [("lobby", {}), ("over", {"ended_at": 100.0})])
async def test_of_more_tables_than_one_step_looks_at_all_unshown_are_found(
    store: Store, lobby: Table, phase: Phase, times: dict[str, float]
) -> None:
    table = in_phase(lobby, phase, **times)
    tables = [
        replace(table, channel=channel, board=Board(None, 1 if channel % 3 else 0))
        for channel in range(1, 2 * TABLES_PER_STEP + 10)
    ]
    stored = await asyncio.gather(*(committed(store, each) for each in tables))
    behind = [each.id for each in stored if not each.board.shown]
    assert await store.tables.find_stale_boards(ONLY_SHARD, 50.0) == tuple(sorted(behind))


async def test_open_tables_are_counted_by_phase(store: Store, lobby: Table) -> None:
    assert await store.tables.count_phases() == {"lobby": 0, "playing": 0, "paused": 0}
    looks: tuple[tuple[Phase, Pause], ...] = (
        *(("lobby", ""),) * 3,
        *(("playing", ""),) * 2,
        ("playing", "away"),
        ("over", ""),
    )
    for channel, (phase, paused) in enumerate(looks, 1):
        await committed(store, in_phase(lobby, phase, channel=channel, paused=paused))
    assert await store.tables.count_phases() == {"lobby": 3, "playing": 2, "paused": 1}


async def test_due_rows_of_all_kinds_are_read_as_they_were_written(
    store: Store, lobby: Table
) -> None:
    timers = (
        Deadline("turn:1", 60.0, at=30.0),
        Reminder("turn:1", at=20.0),
        Call(4, 0, at=15.0),
        Skip(4, 0, 15.0, at=16.0),
        ComputerTurn(4, 1, 2500, at=10.0),
        PauseEnd(5, at=11.0),
        IdleCheck("notice", at=80.0),
        IdleCheck("close", at=90.0),
        RecordSaving(at=95.0),
        TableDeletion(at=100.0),
    )
    assert {type(row) for row in timers} == set(TIMER_KINDS)
    table = await committed(store, replace(lobby, timers=timers))
    read = await store.tables.load(table.id)
    assert read is not None
    assert read.timers == timers


async def test_it_is_known_when_each_table_has_something_due_next(
    store: Store, lobby: Table
) -> None:
    timers = (Reminder("turn:1", at=30.0), ComputerTurn(1, 0, at=10.0), IdleCheck("close", at=90.0))
    table = await committed(store, replace(lobby, timers=timers))
    other = await committed(store, replace(lobby, channel=5, timers=(Reminder("a", at=20.0),)))
    await committed(store, replace(lobby, channel=6, timers=()))

    assert await store.tables.find_next_timers(1e12, ONLY_SHARD) == {table.id: 10.0, other.id: 20.0}
    assert await store.tables.find_next_timers(20.0, ONLY_SHARD) == {table.id: 10.0, other.id: 20.0}
    assert await store.tables.find_next_timers(19.9, ONLY_SHARD) == {table.id: 10.0}
    assert await store.tables.find_next_timers(9.9, ONLY_SHARD) == {}


async def test_of_more_due_rows_than_one_step_looks_at_each_tables_first_is_found(
    store: Store, lobby: Table
) -> None:
    def table(channel: int) -> Table:
        timers = (
            IdleCheck("close", at=1000.0 - channel),
            Deadline("a", at=500.0),
            Reminder("a", at=9e8),
        )
        paused = "away" if channel % 3 == 0 else ""
        guild = (channel % 2) << 22
        return replace(lobby, guild=guild, channel=channel, timers=timers, paused=paused)

    tables = [table(channel) for channel in range(1, TIMERS_PER_STEP // 2 + 10)]
    stored = await asyncio.gather(*(committed(store, each) for each in tables))
    for number in range(2):
        assert await store.tables.find_next_timers(1e6, Shard(number, 2)) == {
            each.id: min(
                timer.at for timer in each.timers if not each.paused or isinstance(timer, IdleCheck)
            )
            for each in stored
            if each.guild >> 22 == number
        }


async def test_a_paused_table_has_no_clocks_but_is_not_kept_for_ever(
    store: Store, lobby: Table
) -> None:
    rows = (Deadline("a"), Reminder("a"), ComputerTurn(1, 0), IdleCheck("close"), TableDeletion())
    timers = tuple(row.until(float(at)) for at, row in enumerate(rows))
    table = await committed(store, replace(lobby, paused="away", timers=timers))

    assert await store.tables.find_next_timers(99.0, ONLY_SHARD) == {table.id: 3.0}
    assert await store.tables.find_next_timers(2.0, ONLY_SHARD) == {}
    table = await committed(store, replace(table, timers=timers[4:]))
    assert await store.tables.find_next_timers(99.0, ONLY_SHARD) == {table.id: 4.0}
    table = await committed(store, replace(table, timers=timers[:3]))
    assert await store.tables.find_next_timers(99.0, ONLY_SHARD) == {}

    await committed(store, replace(table, paused=""))
    assert await store.tables.find_next_timers(99.0, ONLY_SHARD) == {table.id: 0.0}


async def test_lost_time_moves_what_runs_and_nothing_that_stands_still(
    store: Store, lobby: Table
) -> None:
    timers = (Reminder("a", at=1000.0), IdleCheck("close", at=2000.0))
    ada, computer = lobby.players
    players = (replace(ada, asked=4, asked_at=900.0), computer)
    lobby = replace(lobby, players=players)
    running = await committed(store, replace(lobby, timers=timers))
    paused = await committed(store, replace(lobby, channel=5, paused="away", timers=timers))
    forget = (TableDeletion(at=9000.0),)
    over = await committed(store, in_phase(lobby, "over", channel=6, timers=forget))

    await store.bot.record_heartbeat(700.0, ONLY_SHARD)
    await store.bot.record_heartbeat(730.0, ONLY_SHARD)
    assert await store.bot.read_last_heartbeat(ONLY_SHARD) == 730.0
    assert await store.tables.load(running.id) == running
    await store.deadlines.extend(1730.5, 730.0, ONLY_SHARD, keep_minimum=True)
    assert await store.bot.read_last_heartbeat(ONLY_SHARD) == 1730.5

    moved = (Reminder("a", at=2000.5), IdleCheck("close", at=3000.5))
    idle_since = running.clicked_at + 1000.5
    silent_since = replace(players[0], clicked_at=ada.clicked_at + 1000.5)
    asked_later = replace(silent_since, asked_at=1900.5)
    assert await store.tables.load(running.id) == replace(
        running, timers=moved, clicked_at=idle_since, players=(asked_later, computer)
    )
    assert await store.tables.load(paused.id) == replace(
        paused,
        timers=(timers[0], moved[1]),
        clicked_at=idle_since,
        players=(silent_since, computer),
    ), "the end of the pause moves when they were asked"
    assert await store.tables.load(over.id) == over


async def test_a_deadline_leaves_at_least_its_own_seconds_after_lost_time(
    store: Store, lobby: Table
) -> None:
    timers = (
        Deadline("long", 60.0, at=1003.0),
        Deadline("past", 20.0, at=990.0),
        ComputerTurn(4, 0, at=1002.0),
        Deadline("far", 20.0, at=1500.0),
    )
    before = [timer.at - 2000.0 for timer in timers]
    running = await committed(store, replace(lobby, timers=timers))
    paused = await committed(store, replace(lobby, channel=5, paused="away", timers=timers))
    await store.deadlines.extend(2000.0, 1000.0, ONLY_SHARD, keep_minimum=True)

    async def left(table: Table) -> list[float]:
        found = await store.tables.load(table.id)
        assert found is not None
        return [timer.at - 2000.0 for timer in found.timers]

    assert await left(running) == [60.0, 20.0, 2.0, 500.0]
    assert await left(paused) == before, "it stands still"
    await store.deadlines.extend(3000.0, 2055.0, ONLY_SHARD, keep_minimum=False)
    assert (await left(running))[0] == 1000.0 + 5.0, "a clock that is set gives no time"
    await store.deadlines.extend(1000.0, 3000.0, ONLY_SHARD, keep_minimum=False)
    assert await store.bot.read_last_heartbeat(ONLY_SHARD) == 1000.0
    assert (await left(running))[0] == 5.0 - 1000.0, "one that is set back takes none"


async def test_a_board_that_shows_a_deadline_is_shown_anew_when_that_moves(
    store: Store, lobby: Table
) -> None:
    deadline = (Deadline("turn:1", at=1000.0),)
    timed = await committed(store, replace(lobby, timers=deadline))
    paused = await committed(store, replace(lobby, channel=5, paused="away", timers=deadline))
    await store.deadlines.extend(200.0, 100.0, ONLY_SHARD, keep_minimum=True)

    read = await store.tables.load(timed.id)
    assert read is not None
    assert (read.version, read.timers) == (2, (Deadline("turn:1", at=1100.0),))
    read = await store.tables.load(paused.id)
    assert read is not None
    assert (read.version, read.timers) == (1, deadline)
    with pytest.raises(TableConflict):
        await committed(store, timed)


async def test_how_people_stand_tells_when_they_played_last(store: Store, lobby: Table) -> None:
    people = make_ranked_player(7, "Ada", 1), make_ranked_player(8, "Bo", 2)
    for at, game in enumerate(("secret_numbers", "secret_words", "secret_numbers")):
        await store_finished_table(store, replace(lobby, game=game), *people, at=float(at))

    lines = await store.standings.find_scores(Page(lobby.guild, "secret_numbers"))
    assert [(line.name, line.games, line.at) for line in lines] == [("Ada", 2, 2.0), ("Bo", 2, 2.0)]
    finished = await store.standings.find_finished_games(lobby.guild)
    assert finished == ("secret_numbers", "secret_words")
    assert await store.standings.find_finished_games(5) == ()
    assert await store.standings.has_finished(7, "secret_words")
    assert not await store.standings.has_finished(7, "other")
    assert not await store.standings.has_finished(9, "secret_words")


async def test_who_has_the_highest_rating_is_the_first_and_people_without_one_come_last(
    store: Store, lobby: Table
) -> None:
    ada, bo = make_ranked_player(1, "Ada", 1), make_ranked_player(2, "Bo", 2)
    momo = Player("Momo", None, "sly", rank=2)
    games = (
        (lobby, ada, bo),
        (lobby, make_ranked_player(1, "Ada!", 1), make_ranked_player(3, "Cleo", 2)),
        (lobby, make_ranked_player(4, "Dan", 1), momo),
        (replace(lobby, guild=2), make_ranked_player(1, "Ada elsewhere", 1), bo),
    )
    for at, (table, *players) in enumerate(games, start=1):
        await store_finished_table(store, table, *players, at=NOVEMBER + at)

    lines = await store.standings.find_scores(Page(lobby.guild, lobby.game))
    assert [(line.name, line.games, line.wins, line.rated) for line in lines] == [
        ("Ada!", 2, 2, 2),
        ("Cleo", 1, 0, 1),
        ("Bo", 1, 0, 1),
        ("Dan", 1, 1, 0),
    ]
    elsewhere = await store.standings.find_scores(Page(2, lobby.game))
    assert [line.name for line in elsewhere] == ["Ada elsewhere", "Bo"]


async def test_of_some_months_who_has_most_wins_or_then_better_places_is_the_first(
    store: Store, lobby: Table
) -> None:
    december = 1_796_083_200.0
    for at, ada, bo in ((NOVEMBER, 1, 2), (NOVEMBER + 1, 1, 2), (december, 2, 1)):
        people = make_ranked_player(1, "Ada", ada), make_ranked_player(2, "Bo", bo)
        await store_finished_table(store, lobby, *people, at=at)

    async def told(since: int) -> list[tuple[str, int, int]]:
        lines = await store.standings.find_scores(Page(lobby.guild, lobby.game, since))
        return [(line.name, line.games, line.wins) for line in lines]

    assert await told(202611) == [("Ada", 3, 2), ("Bo", 3, 1)]
    assert await told(202612) == [("Bo", 1, 1), ("Ada", 1, 0)]
    assert await told(202701) == []
    # Of equal wins, places of earlier months do not count.
    momo = Player("Momo", None, "sly", rank=1)
    for month, first, second in ((14, 2, 9), (14, 2, 9), (15, 4, 3)):
        people = make_ranked_player(1, "Ada", first), make_ranked_player(2, "Bo", second)
        at = NOVEMBER + (month - 11) * 31 * 86_400
        await store_finished_table(store, lobby, momo, *people, at=at)
    assert await told(202702) == [("Ada", 3, 0), ("Bo", 3, 0)]
    assert await told(202703) == [("Bo", 1, 0), ("Ada", 1, 0)]


def test_who_has_played_since_is_ahead_of_a_better_one_who_has_not() -> None:
    people = [Line(n, "", 25.0 + n, 1, 0, float(-n), 1, 0) for n in range(4)]
    found = order_lines(people, by_wins=False, played_since=-1.0)
    assert [line.user for line in found] == [1, 0, 3, 2]


def test_of_equal_people_the_last_to_play_comes_first_and_the_next_page_stays() -> None:
    people = [Line(n, "", 25.0, 0, 0, float(n), 1, 0, mean_rank=2.0) for n in range(11)]
    for by_wins in (True, False):
        ordered = [line.user for line in order_lines(people, by_wins=by_wins)]
        assert ordered == [*range(9, -1, -1), 10]


async def test_a_line_has_the_awards_of_the_last_game_that_brought_any(
    store: Store, lobby: Table
) -> None:
    ada, bo = make_ranked_player(1, "Ada", 1), make_ranked_player(2, "Bo", 2)
    won: tuple[Awards, ...] = ((("old", 0),), (("new", 0), ("more", 0)), ())
    for at, awards in enumerate(won):
        await store_finished_table(store, lobby, ada, bo, at=NOVEMBER + at, awards=awards)
    for at, elsewhere in ((4, replace(lobby, guild=2)), (5, replace(lobby, game="other"))):
        awards = ((f"at {at}", 0),)
        await store_finished_table(store, elsewhere, ada, bo, at=NOVEMBER + at, awards=awards)

    for since in (0, 202611):
        lines = await store.standings.find_scores(Page(lobby.guild, lobby.game, since))
        assert [line.awards for line in lines] == [("new", "more"), ()]
    for user in (1, 2):
        await store.people.set_preference(user, "seen_by", "everybody")
    lines = await store.standings.find_scores(Page(ALL_SERVERS, lobby.game))
    assert [line.awards for line in lines] == [("at 4",), ()]


async def test_awards_of_earlier_games_of_a_kind_are_known(store: Store, lobby: Table) -> None:
    ada, bo = make_ranked_player(1, "Ada", 1), make_ranked_player(2, "Bo", 2)
    games: tuple[tuple[Table, Awards], ...] = (
        (lobby, (("old", 0), ("older", 0), ("other", 1))),
        (replace(lobby, guild=2), (("abroad", 0),)),
        (replace(lobby, game="other"), (("of another game", 0),)),
        (lobby, (("new", 0),)),
    )
    for at, (table, awards) in enumerate(games):
        over = await store_finished_table(store, table, ada, bo, at=NOVEMBER + at, awards=awards)
    found = await store.records.find_record(over.id)
    assert found is not None
    earned = await store.standings.find_earned_awards(found[0])
    assert earned == {1: {"old", "older", "abroad"}}, "only who has just earned one is looked up"


async def test_a_page_has_whoever_follows_it_too(store: Store, lobby: Table) -> None:
    people = [make_ranked_player(n, f"{n:02}", 1 + n) for n in range(1, 26)]
    await store_finished_table(store, lobby, *people)
    for number, found in enumerate((range(1, 12), range(11, 22), range(21, 26), range(0))):
        page = Page(lobby.guild, lobby.game, number=number)
        assert [line.user for line in await store.standings.find_scores(page)] == [*found]


@pytest.mark.parametrize(
    ("recent", "old", "pages"),
    [
        (13, 12, [range(1, 12), (11, 12, 13, *range(21, 29)), range(21, 32), (31, 32), ()]),
        (10, 2, [(*range(1, 11), 21), (21, 22), ()]),
        (0, 3, [(21, 22, 23), (21, 22, 23), ()]),
        (3, 0, [(1, 2, 3), ()]),
    ],
)
async def test_who_has_not_played_for_long_is_on_pages_of_their_own_after_the_others(
    store: Store, lobby: Table, recent: int, old: int, pages: list[Sequence[int]]
) -> None:
    """The first page is never one of those, even if nobody has played."""
    for at, first, count in ((NOVEMBER - 1, 21, old), (NOVEMBER, 1, recent)):
        people = [make_ranked_player(first + n, "Ada", n + 1) for n in range(count)]
        if people:
            await store_finished_table(store, lobby, *people, at=at)
    for number, expected in enumerate(pages):
        page = Page(lobby.guild, lobby.game, number=number, played_since=NOVEMBER)
        assert [line.user for line in await store.standings.find_scores(page)] == [*expected]


async def test_whom_a_manager_removes_stands_nowhere_in_the_scores_until_put_back(
    store: Store, lobby: Table
) -> None:
    ada, bo = make_ranked_player(1, "Ada", 1), make_ranked_player(2, "Bo", 2)
    for guild, game in product((lobby.guild, 2), (lobby.game, "other")):
        table = replace(lobby, guild=guild, game=game)
        await store_finished_table(store, table, ada, bo, at=NOVEMBER)

    async def find_listed(guild: int = lobby.guild) -> set[tuple[int, ...]]:
        pages = [
            Page(guild, game, since, played_since=played)
            for game in (lobby.game, "other")
            for since, played in ((0, 0.0), (0, NOVEMBER), (202611, 0.0))
        ]
        return {
            tuple(line.user for line in await store.standings.find_scores(page)) for page in pages
        }

    assert await find_listed() == {(1, 2)}
    before = await store.standings.find_standings(1)
    removed = RemovedPerson(lobby.guild, 1, "Ada", NOVEMBER)
    await store.removed_people.remove(removed)
    await store.removed_people.remove(replace(removed, name="a second manager's"))
    assert await store.removed_people.find(lobby.guild, 0) == (removed,)
    assert await store.removed_people.find(2, 0) == ()
    assert await find_listed() == {(2,)}
    assert await find_listed(2) == {(1, 2)}
    assert await store.standings.find_standings(1) == before, "ratings stay as they are"
    await store.removed_people.put_back(lobby.guild, 1)
    assert await find_listed() == {(1, 2)}
    await store.removed_people.remove(removed)
    await store_finished_table(store, replace(lobby, guild=2), ada, bo, at=NOVEMBER)
    assert await find_listed() == {(2,)}
    await store_finished_table(store, replace(lobby, game="third"), ada, bo, at=NOVEMBER)
    assert await find_listed() == {(1, 2)}, "whoever finishes a game here is back"
    assert await store.removed_people.find(lobby.guild, 0) == ()


async def test_removed_people_are_listed_in_pages_the_last_one_first(store: Store) -> None:
    people = [RemovedPerson(1, n, f"{n}", 100.0 - n) for n in range(REMOVED_PEOPLE_PER_PAGE + 2)]
    for person in people:
        await store.removed_people.remove(person)
    first = await store.removed_people.find(1, 0)
    assert first == tuple(people[: REMOVED_PEOPLE_PER_PAGE + 1])
    assert await store.removed_people.find(1, 1) == tuple(people[REMOVED_PEOPLE_PER_PAGE:])


async def test_of_people_in_recent_games_it_is_known_who_hides(store: Store, lobby: Table) -> None:
    elsewhere = replace(lobby, channel=lobby.channel + 1)
    await store_finished_table(store, lobby, *(make_ranked_player(n, "Ada", n) for n in (1, 2)))
    await store_finished_table(store, elsewhere, make_ranked_player(3, "Cleo", 1))
    for user in (1, 3):
        await store.people.set_preference(user, "seen_by", "me")

    assert (await store.records.find_recent_games(lobby.channel, 0.0)).hidden_users == {1}


async def test_guesses_of_the_winner_are_counted_here_and_everywhere(
    store: Store, lobby: Table, url: str
) -> None:
    here, there = lobby.guild, lobby.guild + 1
    for guild, foresaw in ((here, "true"), (there, "true"), (there, "false")):
        table = replace(lobby, guild=guild)
        over = await store_finished_table(store, table, make_ranked_player(1, "Ada", 1))
        values = f"{over.id}, 7, {guild}, '{lobby.game}', {foresaw}"
        run_sql(url, f"INSERT INTO readings VALUES ({values})")

    assert await store.guesses.count_guesses(7, here) == {lobby.game: (1, 1)}
    assert await store.guesses.count_guesses(7, there) == {lobby.game: (2, 1)}
    assert await store.guesses.count_guesses(7, ALL_SERVERS) == {lobby.game: (3, 2)}


async def test_each_server_is_greeted_once_and_settings_are_kept_and_changed(store: Store) -> None:
    assert [await store.guilds.greet(guild) for guild in (5, 6, 5, 6)] == [True, True, False, False]
    for key, value in (("commands", "abc"), ("language", "de"), ("commands", "def")):
        await store.bot.set_setting(key, value)
    assert await store.bot.find_setting("commands") == "def"
    assert await store.bot.find_setting("language") == "de"


async def test_a_forgotten_table_leaves_its_results_and_its_number_behind(
    store: Store, lobby: Table
) -> None:
    kept = await committed(store, replace(lobby, channel=5))
    over = await store_finished_table(store, lobby, make_ranked_player(7, "Ada", 1))
    closed = await store.tables.commit(Commit(in_phase(over, "closed"), at=1.0))
    for old in (over, closed, kept):
        await store.tables.delete(old.id)

    assert await store.tables.load(closed.id) is None
    assert set(await store.tables.find_next_timers(1e12, ONLY_SHARD)) == {kept.id}
    assert await store.tables.load(kept.id) == kept, "an open table is not forgotten"
    lines = await store.standings.find_scores(Page(lobby.guild, lobby.game))
    assert [line.user for line in lines] == [7]
    assert (await committed(store, lobby)).id > closed.id, "old buttons must not fit a new table"


async def in_two_shards(store: Store, lobby: Table) -> list[Table]:
    """Store a table of each of two shards, with something due."""
    table = replace(lobby, timers=(IdleCheck("close", at=1000.0),))
    both = (replace(table, guild=number << 22, channel=number) for number in (0, 1))
    return [await store.tables.commit(Commit(each, at=1.0)) for each in both]


async def test_a_shard_has_its_own_heartbeat_dues_and_boards(store: Store, lobby: Table) -> None:
    shards = Shard(0, 2), Shard(1, 2)
    tables = await in_two_shards(store, lobby)
    for shard, table in zip(shards, tables, strict=True):
        assert await store.tables.find_stale_boards(shard, 0.0) == (table.id,)
        assert await store.tables.find_next_timers(1e12, shard) == {table.id: 1000.0}
        await store.bot.record_heartbeat(100.0, shard)
    await store.deadlines.extend(200.0, 100.0, shards[1], keep_minimum=True)
    assert await store.tables.find_next_timers(1e12, shards[0]) == {tables[0].id: 1000.0}
    assert await store.tables.find_next_timers(1e12, shards[1]) == {tables[1].id: 1100.0}
    assert [await store.bot.read_last_heartbeat(shard) for shard in shards] == [100.0, 200.0]


async def test_with_another_number_of_shards_the_time_of_each_old_one_is_forgiven(
    store: Store, lobby: Table
) -> None:
    assert await store.agree_on_shard_count(None, 0.0) == 1
    assert await store.agree_on_shard_count(2, 0.0) == 2
    tables = await in_two_shards(store, lobby)
    await store.bot.record_heartbeat(100.0, Shard(0, 2))
    await store.bot.record_heartbeat(140.0, Shard(1, 2))
    assert await store.agree_on_shard_count(2, 200.0) == 2, "nothing changes"
    assert await store.agree_on_shard_count(3, 200.0) == 3
    assert await store.tables.find_next_timers(1e12, ONLY_SHARD) == {
        tables[0].id: 1100.0,
        tables[1].id: 1060.0,
    }
    since = [await store.bot.read_last_heartbeat(Shard(number, 3)) for number in range(3)]
    assert since == [200.0] * 3, "what follows until people can reach the new ones counts, too"
    assert await store.agree_on_shard_count(None, 300.0) == 3


async def test_turns_to_identify_are_taken_one_after_the_other_in_a_bucket(store: Store) -> None:
    pause, lease = 5.0, 10.0

    async def takes(bucket: int, now: float) -> float:
        return await store.bot.take_turn(bucket, now, pause, lease)

    assert await takes(0, 100.0) == 0.0
    assert await takes(0, 101.0) == 9.0, "whoever has it may die before it has identified"
    assert await takes(1, 101.0) == 0.0, "another bucket is another queue"
    await store.bot.end_turn(0, identified_at=102.0)
    assert await takes(0, 103.0) == 4.0
    assert await takes(0, 107.0) == 0.0
    await store.bot.end_turn(0, identified_at=107.0 - pause)
    assert await takes(0, 107.0) == 0.0, "it was given back"
    assert await takes(0, 117.0) == 0.0, "whoever had it has died"
    await store.bot.end_turn(0, identified_at=1e6)
    assert await takes(0, 120.0) == lease, "another machine's clock may be wrong"
    turns = await asyncio.gather(*(takes(2, 100.0) for _ in range(4)))
    assert sorted(turns) == [0.0, lease, lease, lease]


async def test_a_heartbeat_lets_go_of_all_interactions_older_than_an_hour(
    store: Store, url: str
) -> None:
    with open_transaction(url) as ask:
        for id_ in range(2 * INTERACTIONS_PER_STEP + 10):
            ask("INSERT INTO interactions VALUES (?, ?)", id_, 1000.0 - id_)
    await store.bot.record_heartbeat(999.5 + 3600, ONLY_SHARD)
    assert run_sql(url, "SELECT id FROM interactions") == [(0,)]
    assert await store.bot.read_last_heartbeat(ONLY_SHARD) == 4599.5


async def test_a_person_has_a_lesson_on_each_server(store: Store, lobby: Table) -> None:
    lesson = in_phase(lobby, "playing", channel=lesson_channel(7))
    one = await store.tables.commit(Commit(replace(lesson, guild=1), at=1.0))
    two = await store.tables.commit(Commit(replace(lesson, guild=2), at=1.0))
    assert [await store.tables.find_lesson(7, guild) for guild in (1, 2, 3)] == [
        one.id,
        two.id,
        None,
    ]
    with pytest.raises(ChannelTaken):
        await store.tables.commit(Commit(replace(lesson, guild=2), at=1.0))


CHOSEN: dict[PreferenceName, str | int] = {
    "seen_by": "me",
    "served": False,
    "days": 30,
    "in_words": True,
    "puzzle_marks": True,
}
"""For each of a person's settings a value that is not the default."""


async def test_two_settings_that_are_chosen_at_once_are_both_kept(store: Store) -> None:
    for user, pair in enumerate(combinations(CHOSEN, 2), start=1):
        chosen = {name: CHOSEN[name] for name in pair}
        await asyncio.gather(
            *(store.people.set_preference(user, name, value) for name, value in chosen.items())
        )
        assert await store.people.find_preferences(user) == replace(Preferences(user), **chosen)


async def test_whoever_goes_back_to_all_defaults_has_no_row(store: Store, url: str) -> None:
    for name, value in CHOSEN.items():
        await store.people.set_preference(7, name, value)
    for name, value in PREFERENCE_DEFAULTS.items():
        assert len(run_sql(url, "SELECT * FROM preferences")) == 1
        await store.people.set_preference(7, name, value)
    assert run_sql(url, "SELECT * FROM preferences") == []


async def test_of_many_people_only_some_settings_are_in_memory(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(people_repository, "MAX_KNOWN_PEOPLE", 20)
    store = await Store.open(url, GAMES)
    for user in range(1, 50):
        await store.people.load_preferences(user)
    assert len(store.people._known) == 20
    await store.close()


async def test_what_was_read_before_a_setting_changed_is_not_remembered(store: Store) -> None:
    people = store.people
    for _ in range(20):
        await asyncio.gather(
            people.find_preferences(7),
            people.set_preference(7, "in_words", True),
            people.find_preferences(7),
        )
        assert people.recall_preferences(7).in_words
        await people.set_preference(7, "in_words", False)
        assert not (await people.load_preferences(7)).in_words


async def test_a_host_has_no_more_open_tables_than_allowed(store: Store, lobby: Table) -> None:
    async def add(channel: int) -> bool:
        new = Commit(replace(lobby, channel=channel), 1.0, max_hosted_tables=5)
        try:
            await store.tables.commit(new)
        except TooManyHosted:
            return False
        return True

    assert sum(await asyncio.gather(*map(add, range(14)))) == 5
    assert len(await store.tables.find_hosted(lobby.host or 0, lobby.guild)) == 5
