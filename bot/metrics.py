"""Figures for Prometheus; nothing else knows it. Loaded only where the bot is watched.

Names, units and labels follow https://prometheus.io/docs/practices/naming/. What labels tell is of
a few known values each: games, keys of the catalogues, phases, shards, modules.
"""

import logging
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager

from msgspec import Struct
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import choose_encoder
from prometheus_client.gc_collector import GCCollector
from prometheus_client.process_collector import ProcessCollector

from bot.common.counters import Counters

ANSWER_BUCKETS_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 2.0, 3.0)
"""Seconds: from a click at an idle bot to the last moment in which Discord takes an answer."""
PICTURE_BUCKETS_SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Seconds."""
LATENESS_BUCKETS_SECONDS = (0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0, 30.0)
"""Seconds."""
GROUP_BUCKETS = (1, 2, 4, 8, 16, 32, 64, 128, 256)
"""Changes; 256 are the most in one group (`bot.storage.group_commit.MAX_CHANGES_PER_GROUP`)."""
COUNTED_PACKAGES = ("aiohttp", "asyncio", "bot", "cogs", "discord")
"""Packages whose logs are counted from the start."""
UNKNOWN_GAME = "unknown"
"""The game of a press at a table that is not there any more."""


class ServedShard(Struct, frozen=True):
    """What is to be seen of one of Discord's shards that this process serves."""

    number: int
    up: bool
    """People can reach it."""
    behind: int
    """How many of its boards show less than is known."""
    connected: bool = True
    """Its gateway is connected."""
    overdue: tuple[str, ...] = ()
    """Steps of the daily clean-up that have failed for two days."""


class Metrics(Counters):
    """Counts, and tells what it counted in Prometheus' text format."""

    def __init__(self) -> None:
        """Begin with nothing counted."""
        own = self._registry = CollectorRegistry()
        ProcessCollector(registry=own)
        GCCollector(registry=own)
        self._presses = Counter("cats_presses", "Presses at tables.", ["game"], registry=own)
        self._moves = Counter(
            "cats_moves", "Moves, those of computers included.", ["game"], registry=own
        )
        self._acknowledge = Histogram(
            "cats_acknowledge_seconds",
            "Seconds from the arrival of a press or command"
            " to Discord's receipt of its first answer.",
            buckets=ANSWER_BUCKETS_SECONDS,
            registry=own,
        )
        self._commit = Histogram(
            "cats_commit_seconds",
            "Seconds until a change was on the disk.",
            buckets=ANSWER_BUCKETS_SECONDS,
            registry=own,
        )
        self._groups = Histogram(
            "cats_group_changes", "Changes written together.", buckets=GROUP_BUCKETS, registry=own
        )
        self._refusals = Counter(
            "cats_refusals", "Refused clicks, by the sentence.", ["key"], registry=own
        )
        self._boards = Counter(
            "cats_board_requests", "Boards that Discord took.", ["kind"], registry=own
        )
        self._pictures = Histogram(
            "cats_picture_seconds",
            "Seconds to draw a picture.",
            buckets=PICTURE_BUCKETS_SECONDS,
            registry=own,
        )
        self._late = Histogram(
            "cats_computer_late_seconds",
            "Seconds from the end of a computer's pause until its move was on the disk.",
            buckets=LATENESS_BUCKETS_SECONDS,
            registry=own,
        )
        self._hurried = Counter(
            "cats_computer_hurried", "Moves that a weaker level chose, to be in time.", registry=own
        )
        self._errors = Counter(
            "cats_errors", "Lines in the log with ERROR or worse.", ["logger"], registry=own
        )
        self._create_gauges(own)

    def _create_gauges(self, own: CollectorRegistry) -> None:
        """Create what is read at the moment of a scrape."""
        self._behind = Gauge(
            "cats_boards_behind", "Boards that show less than is known.", registry=own
        )
        self._shards = Gauge("cats_shards", "Shards of this process.", ["state"], registry=own)
        self._up = Gauge(
            "cats_gateway_up", "1 if people can reach the shard.", ["shard"], registry=own
        )
        self._identifies = Gauge(
            "cats_identifies_left", "Identifications that Discord still allows today.", registry=own
        )
        self._identifies.set(math.nan)
        self._clock = Gauge(
            "cats_clock_difference_seconds",
            "Seconds by which the machine's clock is ahead of Discord's.",
            registry=own,
        )
        self._clock.set(math.nan)
        self._database = Gauge(
            "cats_database_up", "1 if the database answers within a second.", registry=own
        )
        self._tables = Gauge(
            "cats_tables", "Open tables in the whole database.", ["phase"], registry=own
        )

    def pressed(self, game: str) -> None:
        """Count a press of a button or select at a table of this game, "" if it is not known."""
        self._presses.labels(game or UNKNOWN_GAME).inc()

    def acknowledged(self, seconds: float) -> None:
        """Note how long a press or command was here until Discord had its first answer."""
        self._acknowledge.observe(seconds)

    def committed(self, game: str, moves: int, seconds: float) -> None:
        """Note how long a change was on its way to the disk, and count the moves in it."""
        self._commit.observe(seconds)
        if moves:
            self._moves.labels(game).inc(moves)

    def grouped(self, changes: int) -> None:
        """Note how many changes were written together."""
        self._groups.observe(changes)

    def refused(self, key: str) -> None:
        """Count a click that was refused with this sentence of the catalogue."""
        self._refusals.labels(key).inc()

    def board(self, kind: str) -> None:
        """Count a board that Discord took: "edit" in place, "post" anew."""
        self._boards.labels(kind).inc()

    def drew(self, seconds: float) -> None:
        """Note how long a picture took to draw."""
        self._pictures.observe(seconds)

    def computer_moved(self, late: float) -> None:
        """Note how many seconds after its pause a computer's move was on the disk."""
        self._late.observe(late)

    def computer_hurried(self) -> None:
        """Note that a computer's move was chosen by a weaker level, as its own took too long."""
        self._hurried.inc()

    def clock(self, ahead: float) -> None:
        """Note by how many seconds this machine's clock is ahead of Discord's; below 0: behind."""
        self._clock.set(ahead)

    def identifies_left(self, left: int) -> None:
        """Note how often Discord lets the bot identify before it counts anew."""
        self._identifies.set(left)

    def count_error(self, logger: str) -> None:
        """Count a line with ERROR or worse in a module's log."""
        self._errors.labels(logger).inc()

    @contextmanager
    def counting_errors(self) -> Iterator[None]:
        """Count what any log is told with ERROR or worse, meanwhile."""
        for name in _loggers():  # a series that begins with its first error has no increase
            self._errors.labels(name)
        handler = _Errors(self.count_error)
        logging.getLogger().addHandler(handler)
        try:
            yield
        finally:
            logging.getLogger().removeHandler(handler)

    def exposition(
        self,
        shards: Iterable[ServedShard],
        prepared: int,
        tables: Mapping[str, int] | None,
        accept: str = "",
    ) -> tuple[bytes, str]:
        """Return all figures and their content type.

        `prepared`: to how many shards more this process has connected, or connects. `tables`: how
        many there are by phase, None if the database does not answer. `accept`: the header of
        whoever asks, which chooses the format
        (https://prometheus.io/docs/instrumenting/content_negotiation/).
        """
        owned = tuple(shards)
        self._shards.labels("served").set(len(owned))
        self._shards.labels("prepared").set(prepared)
        self._behind.set(sum(shard.behind for shard in owned))
        self._up.clear()
        for shard in owned:
            self._up.labels(str(shard.number)).set(shard.up)
        self._database.set(tables is not None)
        self._tables.clear()
        for phase, number in (tables or {}).items():
            self._tables.labels(phase).set(number)
        encode, content_type = choose_encoder(accept)
        return encode(self._registry), content_type


def _loggers() -> Iterator[str]:
    """Yield the names of all logs that have begun, of the bot and of what it runs on."""
    for name, logger in [*logging.root.manager.loggerDict.items()]:
        if isinstance(logger, logging.Logger) and name.split(".")[0] in COUNTED_PACKAGES:
            yield name


class _Errors(logging.Handler):
    """Hands on the modules that records come from, without looking into them."""

    def __init__(self, count: Callable[[str], None]) -> None:
        super().__init__(logging.ERROR)
        self._count = count

    def emit(self, record: logging.LogRecord) -> None:
        """Count a record."""
        self._count(record.name)
