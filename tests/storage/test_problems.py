import resource
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.domain.table import Commit, Table
from bot.storage import sqlite_connection as sqlite
from bot.storage.opening import check_address, examine
from bot.storage.problems import StoreProblem
from bot.storage.sqlite_connection import Connection
from bot.storage.sqlite_database import SqliteDatabase, translate_errors
from bot.storage.store import Store
from tests.databases import address, hold_write_lock, run_sql
from tests.machine import drop_root_rights
from tests.patience import until
from tests.storage.conftest import GAMES, make_large_match

VERSIONS = Path(__file__).parents[1] / "versions"

OPEN = """
import asyncio, sys
from bot.storage.problems import StoreProblem
from bot.storage.store import Store

async def main():
    for path in sys.argv[1:]:
        try:
            await Store.open(f"sqlite:///{path}", {})
        except StoreProblem as problem:
            print(problem.key, problem.values["path"])

asyncio.run(main())
"""


def open_without_root_rights(*paths: Path) -> list[str]:
    """Open stores in a process that file permissions hold for, even if it is root's."""
    run = subprocess.run(
        [sys.executable, "-c", OPEN, *paths],
        preexec_fn=drop_root_rights,
        capture_output=True,
        text=True,
        check=True,
    )
    return run.stdout.splitlines()


@contextmanager
def mode(path: Path, bits: int) -> Iterator[None]:
    """Change who may do what for a while."""
    before = path.stat().st_mode
    path.chmod(bits)
    yield
    path.chmod(before)


def damage(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))


async def refusal(path: Path) -> str:
    """Return why a start and a look refuse a file."""
    keys = set()
    for use in (Store.open(f"sqlite:///{path}", GAMES), examine(f"sqlite:///{path}")):
        with pytest.raises(StoreProblem) as caught:
            await use
        assert caught.value.values == {"path": str(path)}
        keys.add(caught.value.key)
    (key,) = keys
    return key


@pytest.mark.parametrize(
    ("wrong", "key"),
    [
        ("mysql+x://cat:whiskers@localhost/cats", "store-address"),
        ("postgres+x://cat:whiskers@[::1/cats", "store-address"),
        ("sqlite://", "store-address"),
        ("sqlite:///:memory:", "store-address"),
        ("cats.db", "store-address"),
        ("", "store-address"),
        ("sqlite:///file:cats?mode=memory&uri=true", "store-address-question"),
        ("sqlite:///data/whiskers?.db", "store-address-question"),
        ("postgresql://cat:my@whiskers@localhost/cats", "store-address-unescaped"),
        ("postgresql://cat:my@whi:skers@localhost/cats", "store-address-unescaped"),
        ("postgresql://cat:my/whiskers@localhost/cats", "store-address-unescaped"),
        ("postgresql://cat:my@/whiskers@localhost/cats", "store-address-unescaped"),
        ("postgresql://cat:1/whiskers@localhost/cats", "store-address-unescaped"),
        ("postgresql://cat:my%whiskers@localhost/cats", "store-address-unescaped"),
        ("postgresql://cat:my whiskers@localhost/cats", "store-address-unescaped"),
        ("postgresql://cat@localhost:many/cats?whiskers=loud", "store-address-parameter"),
        ("postgresql://cat@localhost/cats?sslmode", "store-address-parameter"),
        ("postgresql://cat:my/whiskers?x@localhost/cats", "store-address-parameter"),
    ],
)
async def test_what_is_wrong_in_an_address_is_told_without_repeating_it(
    wrong: str, key: str
) -> None:
    for use in (Store.open(wrong, GAMES), examine(wrong)):
        with pytest.raises(StoreProblem) as caught:
            await use
        assert (caught.value.key, caught.value.values) == (key, {})
        assert "whiskers" not in repr(caught.value)
        assert caught.value.__cause__ is None


@pytest.mark.parametrize("password", ["my:wh", "my#wh", "my?wh=1", "%40%2F%25"])
def test_signs_in_a_password_that_mean_nothing_else_or_are_escaped_are_right(password: str) -> None:
    check_address(f"postgresql://cat:{password}@localhost/cats")


async def test_a_tilde_is_the_home_folder_unless_there_is_such_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    await (await Store.open("sqlite:///~/data/cats.db", GAMES)).close()
    assert (tmp_path / "home/data/cats.db").is_file()
    assert not (tmp_path / "~").exists()
    (tmp_path / "~/data").mkdir(parents=True)
    (tmp_path / "~/data/cats.db").touch()
    found = await examine("sqlite:///~/data/cats.db")
    assert found.location == str(tmp_path / "~/data/cats.db"), "an earlier version made it there"


async def test_a_path_below_a_file_or_that_is_a_folder_is_unreachable(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert await refusal(tmp_path / "file" / "cats.db") == "store-unreachable"
    assert await refusal(tmp_path) == "store-unreachable"
    for path in ("/proc/cats.db", "/proc/none/cats.db", "/dev/null", f"{'x' * 250}.db"):
        with pytest.raises(StoreProblem) as caught:
            await examine(f"sqlite:///{path}")
        # The second one where the tests are not root's.
        assert caught.value.key in ("store-unreachable", "store-read-only"), path


async def test_a_file_of_something_else_is_foreign_and_left_alone(tmp_path: Path) -> None:
    words = tmp_path / "words.db"
    words.write_text("Dear diary, today I wore a mask.")
    assert await refusal(words) == "store-foreign"
    assert words.read_text() == "Dear diary, today I wore a mask."

    with sqlite3.connect(tmp_path / "other.db") as other:
        other.execute("CREATE TABLE settings (colour TEXT)")
    assert await refusal(tmp_path / "other.db") == "store-foreign"
    assert other.execute("SELECT name FROM sqlite_master").fetchall() == [("settings",)]
    other.close()


async def test_a_database_that_is_too_new_or_too_old_or_damaged_is_refused(
    store: Store, path: Path
) -> None:
    await store.close()
    for revision, key in (("9999", "store-newer"), ("0013", "store-too-old")):
        run_sql(address(path), "UPDATE alembic_version SET version_num = ?", revision)
        assert await refusal(path) == key
    damage(path)
    assert await refusal(path) == "store-damaged"


async def test_where_nothing_may_be_written_a_start_is_refused(store: Store, path: Path) -> None:
    await store.close()
    in_folder = path, path.with_name("new.db"), path.parent / "more" / "cats.db"
    for locked, bits, targets in ((path.parent, 0o500, in_folder), (path, 0o400, (path,))):
        with mode(locked, bits):
            told = [f"store-read-only {target}" for target in targets]
            assert open_without_root_rights(*targets) == told


async def test_a_file_that_another_process_writes_for_long_is_locked(
    path: Path, lobby: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "LOCK_TIMEOUT_SECONDS", 0.05)
    store = await Store.open(address(path), GAMES)
    with hold_write_lock(address(path)), pytest.raises(StoreProblem) as caught:
        await store.tables.commit(Commit(lobby, at=1.0))
    assert caught.value.key == "store-locked"
    assert (await store.tables.commit(Commit(lobby, at=2.0))).version == 1
    await store.close()


@pytest.mark.parametrize(
    ("is_writable", "key"), [(True, "store-unreachable"), (False, "store-read-only")]
)
def test_a_file_that_cannot_be_opened_says_whether_its_folder_is_read_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_writable: bool, key: str
) -> None:
    path = tmp_path / "cats.db"
    monkeypatch.setattr("os.access", lambda *_: is_writable)  # root may write everywhere
    with pytest.raises(StoreProblem) as refused, translate_errors(path):
        sqlite3.connect(f"{path.as_uri()}?mode=rw", uri=True)
    assert refused.value.key == key


def test_a_fault_of_the_program_is_told_as_what_it_is(tmp_path: Path) -> None:
    file = sqlite3.connect(tmp_path / "cats.db")
    file.close()
    with (
        pytest.raises(sqlite3.ProgrammingError, match="closed"),
        translate_errors(tmp_path / "cats.db"),
    ):
        file.execute("SELECT 1")


@pytest.mark.usefixtures("path")
async def test_a_full_disk_changes_nothing_and_the_next_commit_works(
    store: Store, lobby: Table, handled: Callable[[int], bool]
) -> None:
    table = await store.tables.commit(Commit(lobby, at=1.0))
    big = Commit(make_large_match(table, 100_000), at=2.0, interaction_id=55)

    assert isinstance(store._transactions.database, SqliteDatabase)
    writer = store._transactions.database._writer
    await writer.execute("PRAGMA max_page_count = 1")
    with pytest.raises(StoreProblem) as caught:
        await store.tables.commit(big)
    assert caught.value.key == "store-full"
    assert await store.tables.load(table.id) == table
    assert not handled(55)
    small = await store.tables.commit(Commit(replace(table, clock="3"), at=3.0))
    assert await store.tables.load(table.id) == small

    await writer.execute("PRAGMA max_page_count = 100000")
    grown = await store.tables.commit(replace(big, table=make_large_match(small, 100_000)))
    assert await store.tables.load(table.id) == grown


async def test_a_write_that_the_system_refuses_changes_nothing_and_the_next_commit_works(
    store: Store, lobby: Table, path: Path, handled: Callable[[int], bool]
) -> None:
    table = await store.tables.commit(Commit(lobby, at=1.0))
    big = Commit(make_large_match(table, 1_000_000), at=2.0, interaction_id=55)
    log = path.with_name("cats.db-wal").stat().st_size
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (log + 500_000, before[1]))
    try:
        with pytest.raises(StoreProblem) as caught:
            await store.tables.commit(big)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)

    assert caught.value.key == "store-failing"
    assert await store.tables.load(table.id) == table
    assert not handled(55)
    grown = await store.tables.commit(big)
    assert await store.tables.load(table.id) == grown


@pytest.mark.parametrize(("free", "key"), [(0, "store-full"), (10**9, "store-failing")])
async def test_a_shared_file_that_cannot_grow_says_whether_the_disk_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, key: str
) -> None:
    """On a disk with no byte left SQLite says "disk I/O error" at the start and at a migration."""
    path = tmp_path / "cats.db"
    shutil.copy(VERSIONS / "0.3.0.db", path)
    usage = shutil.disk_usage(tmp_path)._replace(free=free)
    monkeypatch.setattr("shutil.disk_usage", lambda _: usage)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1024, before[1]))
    try:
        with pytest.raises(StoreProblem) as caught:
            await Store.open(address(path), GAMES)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert caught.value.key == key
    assert "SHMSIZE" in str(getattr(caught.value.__cause__, "sqlite_errorname", ""))


async def test_of_a_file_that_cannot_be_opened_no_thread_is_left(tmp_path: Path) -> None:
    with pytest.raises(sqlite3.OperationalError):
        await Connection.open(tmp_path)
    await until(lambda: not any("connection_worker" in each.name for each in threading.enumerate()))


async def test_whichever_link_leads_to_a_file_it_has_one_process(
    store: Store, path: Path, tmp_path: Path
) -> None:
    (tmp_path / "link.db").symlink_to(path)
    (tmp_path / "folder").symlink_to(path.parent)
    for link in (tmp_path / "link.db", tmp_path / "folder" / "cats.db"):
        with pytest.raises(StoreProblem) as caught:
            await Store.open(f"sqlite:///{link}", GAMES)
        assert (caught.value.key, caught.value.values) == ("store-in-use", {"path": str(path)})
        assert (await examine(f"sqlite:///{link}")).is_used
    assert not (tmp_path / "link.db.lock").exists()


async def test_a_link_that_leads_to_no_file_yet_is_followed(tmp_path: Path) -> None:
    link, path = tmp_path / "link.db", tmp_path / "data" / "cats.db"
    link.symlink_to(path)
    assert (await examine(f"sqlite:///{link}")).location == str(path)
    store = await Store.open(f"sqlite:///{link}", GAMES)
    assert {each.name for each in path.parent.iterdir()} > {"cats.db", "cats.db.lock"}
    await store.close()
    path.unlink()
    assert (await examine(f"sqlite:///{link}")).leftover_file == "cats.db.lock"
    path.symlink_to(link)
    assert await refusal(link) == "store-unreachable", "they lead in a circle"


@pytest.mark.logs_errors
async def test_a_link_that_leads_elsewhere_meanwhile_is_a_file_that_was_replaced(
    tmp_path: Path,
) -> None:
    link = tmp_path / "link.db"
    link.symlink_to(tmp_path / "cats.db")
    store = await Store.open(f"sqlite:///{link}", GAMES)
    await store.check()
    link.unlink()
    link.symlink_to(tmp_path / "other.db")
    with pytest.raises(StoreProblem) as caught:
        await store.check()
    assert caught.value.key == "store-replaced"
    await store.close()


async def test_a_file_with_further_names_is_warned_of(
    store: Store, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await store.close()
    await (await Store.open(f"sqlite:///{path}", GAMES)).close()
    assert "hard links" not in caplog.text
    path.with_name("same.db").hardlink_to(path)
    await (await Store.open(f"sqlite:///{path}", GAMES)).close()
    assert "hard links" in caplog.text
