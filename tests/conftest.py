"""Fixtures for all tests; `tests/README.md` is the guide."""

import gc
import os
import shutil
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from bot.common.log import add_work
from tests.databases import DATABASES, copy_or_prepare, migrated_database
from tests.order import LONGEST_FILES, order_longest_files
from tests.postgres import Server

pytest_plugins = ["bot.bench.plugin"]

# What is compiled once serves all processes that the tests start.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as in the bot: more would wait for each other
TESTS = Path(__file__).parent
MEMORY_FOLDER = Path("/dev/shm")
MEMORY_FOLDER_ROOM_BYTES = 4 * 1024**3
"""What must be free in memory for the files of all tests to be there, where it is quick."""
if MEMORY_FOLDER.is_dir() and shutil.disk_usage(MEMORY_FOLDER).free > MEMORY_FOLDER_ROOM_BYTES:
    os.environ.setdefault("TMPDIR", str(MEMORY_FOLDER))
    tempfile.tempdir = None  # pytest has looked for a folder before
gc.set_threshold(30_000, 100, 100)  # seldom, because modules and tests make little garbage

# No example is refused for the seconds that it took.
settings.register_profile(
    "patient", settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("patient")

file_seconds = defaultdict[str, float](float)
"""By the paths of test files, how long their tests took."""


def pytest_xdist_auto_num_workers() -> int:
    """Use two processes more than there are cores, because many tests wait for a process."""
    return (os.cpu_count() or 1) + 2


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add our own options."""
    told = (
        "kill more processes, try more outages, play more games and measure more steps, as CI does"
    )
    parser.addoption("--thorough", action="store_true", help=told)
    told = f"write into {LONGEST_FILES.name} which test files took longest"
    parser.addoption("--store-order", action="store_true", help=told)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "thorough: the test runs with --thorough only, as in CI")
    config.addinivalue_line("markers", "draws: the test gets real pictures; see tests/pictures.py")


def pytest_collection(session: pytest.Session) -> None:
    """Import the test files in another order in each process that runs them all.

    So each file is compiled by the first process that comes to it, and read by the others.
    """
    worker = getattr(session.config, "workerinput", None)
    if worker and [Path(given).absolute() for given in session.config.args] == [TESTS]:
        files = sorted(TESTS.rglob("test_*.py"))
        start = len(files) * int(worker["workerid"].removeprefix("gw")) // worker["workercount"]
        for file in files[start:] + files[:start]:
            import_module(".".join(file.relative_to(TESTS.parent).with_suffix("").parts))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Run the longest files first, so that no process has a long one left at the end.

    The order among them is that of `order_longest_files`.
    """
    if not config.getoption("thorough"):
        left = [item for item in items if item.get_closest_marker("thorough")]
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if not item.get_closest_marker("thorough")]
    places = {file: place for place, file in enumerate(LONGEST_FILES.read_text().split())}
    items.sort(key=lambda item: places.get(item.location[0], len(places)))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    file_seconds[report.location[0]] += report.duration


def pytest_sessionfinish(session: pytest.Session) -> None:
    if session.config.getoption("store_order") and "PYTEST_XDIST_WORKER" not in os.environ:
        longest = order_longest_files(file_seconds)
        LONGEST_FILES.write_text("".join(f"{file}\n" for file in longest))


@pytest.fixture(scope="session")
def thorough(pytestconfig: pytest.Config) -> bool:
    return bool(pytestconfig.getoption("thorough"))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run each test of a `database` on both; SQLite's own are those that ask for its `path`."""
    if "database" in metafunc.fixturenames:
        kinds = getattr(metafunc.module, "DATABASES", DATABASES)
        if "path" in metafunc.fixturenames:
            kinds = DATABASES[:1]
        metafunc.parametrize("database", kinds, indirect=True)


def pytest_collection_finish() -> None:
    """Let the garbage collector pass over what stays until the end, such as modules and tests."""
    gc.freeze()


@pytest.fixture
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database without rows; a file's folder is not there yet."""
    with migrated_database(request.param, tmp_path / "data" / "cats.db") as address:
        yield address


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """A PostgreSQL server that a test may stop, kill and freeze, if it runs again in the end."""
    own = Server()
    yield own
    own.close()


@pytest.fixture(autouse=True)
def _the_database_outlives_the_world(request: pytest.FixtureRequest) -> None:
    """Make the database first, so that it is there until the bot has written its last beat."""
    if "database" in request.fixturenames:
        request.getfixturevalue("database")


@pytest.fixture
def caplog(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    """Capture the log's records with their `work`, as the bot's own log has them."""
    caplog.handler.addFilter(add_work)
    return caplog


@pytest.fixture(autouse=True)
def _no_power_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no SQLite file wait for the disk."""
    monkeypatch.setattr("bot.storage.sqlite_connection.SYNCHRONOUS_MODE", "OFF")


@pytest.fixture(autouse=True)
def _new_files_are_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    """Copy each new SQLite file from one that was made before, instead of creating all tables."""
    monkeypatch.setattr("bot.storage.sqlite_database._prepare", copy_or_prepare)
