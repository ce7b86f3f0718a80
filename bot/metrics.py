"""Metrics for Prometheus.

No other module imports its client, and only monitored bots load it.

Names, units and labels follow https://prometheus.io/docs/practices/naming/. Each label has few
possible values: games, keys of the catalogues, phases, shards, modules.
"""

import logging
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

from msgspec import Struct
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import choose_encoder
from prometheus_client.gc_collector import GCCollector
from prometheus_client.process_collector import ProcessCollector

from bot.common.counters import Counters

ANSWER_BUCKETS_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 2.0, 3.0)
"""Bounds for answers to clicks and for commits.

The lowest suit a click at an idle bot. The highest is Discord's time limit for an answer.
"""
PICTURE_BUCKETS_SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
LATENESS_BUCKETS_SECONDS = (0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0, 30.0)
"""Bounds for the delay of computer players' moves."""
GROUP_BUCKETS_CHANGES = (1, 2, 4, 8, 16, 32, 64, 128, 256)
"""Bounds up to the largest group (`bot.storage.group_commit.MAX_CHANGES_PER_GROUP`)."""
COUNTED_PACKAGES = ("aiohttp", "asyncio", "bot", "cogs", "discord")
"""Packages whose loggers have an error counter before their first error.

Prometheus would see no increase in a counter that only appears with its first error.
"""
UNKNOWN_GAME = "unknown"
HELP_TEXTS = {
    "cats_presses": "Presses of buttons and selects at tables, including refused ones.",
    "cats_moves": "Moves stored in the database, including those of computer players.",
    "cats_refusals": "Clicks refused with a message to the user, by the message's key.",
    "cats_board_requests": "Board messages that Discord accepted, by kind (edit or post).",
    "cats_computer_fallback_moves": (
        "Moves chosen by a faster level, because the player's own level took too long."
    ),
    "cats_errors": "Log records of level ERROR or CRITICAL, by logger.",
    "cats_acknowledgement_seconds": (
        "Seconds from the arrival of a press or "
        "command to Discord's acknowledgement of the first answer."
    ),
    "cats_commit_seconds": "Seconds from the start of a change to its durable commit.",
    "cats_group_changes": "Number of changes committed in one transaction.",
    "cats_picture_seconds": "Seconds spent drawing one picture.",
    "cats_computer_delay_seconds": (
        "Seconds from the end of a computer player's pause to the commit of its move."
    ),
    "cats_stale_boards": "Boards that do not show their table's newest state yet.",
    "cats_shards": "Shards of this process, by state.",
    "cats_gateway_up": (
        "1 if the shard is connected to Discord's gateway and serves people, otherwise 0."
    ),
    "cats_identifies_remaining": (
        "Identify calls that Discord still allows until its daily limit resets."
    ),
    "cats_clock_difference_seconds": "Seconds by which this machine's clock is ahead of Discord's.",
    "cats_database_up": "1 if the database answers within one second, otherwise 0.",
    "cats_tables": "Open tables in the whole database, by phase.",
}
M = TypeVar("M", Counter, Gauge, Histogram)


class ServedShard(Struct, frozen=True):
    """The state of a shard that this process serves."""

    number: int
    is_reachable: bool
    """Whether people can reach the bot: clicks arrive, and Discord accepts the answers."""
    outdated_boards: int
    is_connected: bool = True
    """Whether the shard is connected to Discord's gateway."""
    overdue_cleanup: tuple[str, ...] = ()
    """The names of the steps of the daily clean-up that have failed for two days."""


class Metrics(Counters):
    """Counts what happens in this process, and returns the counts in Prometheus' text format."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        GCCollector(registry=self._registry)
        create = self._create
        self._presses = create(Counter, "cats_presses", "game")
        self._moves = create(Counter, "cats_moves", "game")
        self._refusals = create(Counter, "cats_refusals", "key")
        self._boards = create(Counter, "cats_board_requests", "kind")
        self._hurried_moves = create(Counter, "cats_computer_fallback_moves")
        self._errors = create(Counter, "cats_errors", "logger")
        answers, pictures = ANSWER_BUCKETS_SECONDS, PICTURE_BUCKETS_SECONDS
        self._acknowledge = create(Histogram, "cats_acknowledgement_seconds", buckets=answers)
        self._commit = create(Histogram, "cats_commit_seconds", buckets=answers)
        self._groups = create(Histogram, "cats_group_changes", buckets=GROUP_BUCKETS_CHANGES)
        self._pictures = create(Histogram, "cats_picture_seconds", buckets=pictures)
        self._computer_delays = create(
            Histogram, "cats_computer_delay_seconds", buckets=LATENESS_BUCKETS_SECONDS
        )
        self._stale_boards = create(Gauge, "cats_stale_boards")
        self._shards = create(Gauge, "cats_shards", "state")
        self._gateway_up = create(Gauge, "cats_gateway_up", "shard")
        self._identifies_left = create(Gauge, "cats_identifies_remaining")
        self._identifies_left.set(math.nan)
        self._clock_difference = create(Gauge, "cats_clock_difference_seconds")
        self._clock_difference.set(math.nan)
        self._database_up = create(Gauge, "cats_database_up")
        self._tables = create(Gauge, "cats_tables", "phase")

    def _create(self, kind: type[M], name: str, *labels: str, **options: Any) -> M:
        return kind(name, HELP_TEXTS[name], labels, registry=self._registry, **options)

    def count_press(self, game: str) -> None:
        self._presses.labels(game or UNKNOWN_GAME).inc()

    def observe_acknowledgement(self, seconds: float) -> None:
        self._acknowledge.observe(seconds)

    def observe_commit(self, game: str, moves: int, seconds: float) -> None:
        self._commit.observe(seconds)
        if moves:
            self._moves.labels(game).inc(moves)

    def observe_group(self, changes: int) -> None:
        self._groups.observe(changes)

    def count_refusal(self, key: str) -> None:
        self._refusals.labels(key).inc()

    def count_board_request(self, kind: str) -> None:
        self._boards.labels(kind).inc()

    def observe_picture(self, seconds: float) -> None:
        self._pictures.observe(seconds)

    def observe_computer_delay(self, seconds: float) -> None:
        self._computer_delays.observe(seconds)

    def count_hurried_move(self) -> None:
        self._hurried_moves.inc()

    def set_clock_difference(self, seconds: float) -> None:
        self._clock_difference.set(seconds)

    def set_identifies_left(self, number: int) -> None:
        self._identifies_left.set(number)

    def count_error(self, logger: str) -> None:
        """Count a log entry with level ERROR or above."""
        self._errors.labels(logger).inc()

    @contextmanager
    def count_errors(self) -> Iterator[None]:
        """Count the log entries with level ERROR or above of all loggers until the block ends."""
        for name in _find_loggers():
            self._errors.labels(name)
        handler = _ErrorCounter(self.count_error)
        logging.getLogger().addHandler(handler)
        try:
            yield
        finally:
            logging.getLogger().removeHandler(handler)

    def encode(
        self,
        shards: Iterable[ServedShard],
        prepared_count: int,
        tables: Mapping[str, int] | None,
        accept: str = "",
    ) -> tuple[bytes, str]:
        """Return all metrics as encoded text for Prometheus, and the content type of the text.

        Args:
            shards: The shards that this process serves.
            prepared_count: The number of further shards to which this process is connected or
                connecting.
            tables: The number of open tables by phase. None means that the database does not
                answer.
            accept: The header `Accept` of the request, which chooses the format:
                https://prometheus.io/docs/instrumenting/content_negotiation/
        """
        owned = tuple(shards)
        self._shards.labels("served").set(len(owned))
        self._shards.labels("prepared").set(prepared_count)
        self._stale_boards.set(sum(shard.outdated_boards for shard in owned))
        self._gateway_up.clear()
        for shard in owned:
            self._gateway_up.labels(str(shard.number)).set(shard.is_reachable)
        self._database_up.set(tables is not None)
        self._tables.clear()
        for phase, number in (tables or {}).items():
            self._tables.labels(phase).set(number)
        encode, content_type = choose_encoder(accept)
        return encode(self._registry), content_type


def _find_loggers() -> Iterator[str]:
    for name, logger in [*logging.root.manager.loggerDict.items()]:
        if isinstance(logger, logging.Logger) and name.split(".")[0] in COUNTED_PACKAGES:
            yield name


class _ErrorCounter(logging.Handler):
    """A log handler that counts entries by the name of their logger."""

    def __init__(self, count_error: Callable[[str], None]) -> None:
        super().__init__(logging.ERROR)
        self._count_error = count_error

    def emit(self, record: logging.LogRecord) -> None:
        """Count a log entry."""
        self._count_error(record.name)
