"""Metrics for Prometheus.

No other module imports its client, and only monitored bots load it.

Names, units and labels follow https://prometheus.io/docs/practices/naming/. Each label has few
possible values: games, keys of the catalogues, phases, shards, modules.
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
"""Upper bounds, in seconds, of the histogram buckets for answers to clicks and for commits.

The lowest bounds suit a click at an idle bot. The highest is Discord's time limit for an answer,
which is three seconds.
"""
PICTURE_BUCKETS_SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Upper bounds, in seconds, of the histogram buckets for the time to draw a picture."""
LATENESS_BUCKETS_SECONDS = (0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0, 30.0)
"""Upper bounds, in seconds, of the histogram buckets for the delay of computer players' moves."""
GROUP_BUCKETS_CHANGES = (1, 2, 4, 8, 16, 32, 64, 128, 256)
"""Upper bounds of the histogram buckets for the number of changes in one transaction.

The last bound is the size of the largest group (`bot.storage.group_commit.MAX_CHANGES_PER_GROUP`).
"""
COUNTED_PACKAGES = ("aiohttp", "asyncio", "bot", "cogs", "discord")
"""Packages whose loggers have an error counter from the start, even before their first error.

Prometheus would see no increase in a counter that only appears with its first error.
"""
UNKNOWN_GAME = "unknown"
"""The value of the label "game" for a button press at a table that no longer exists."""


class ServedShard(Struct, frozen=True):
    """The state of a shard, Discord's share of the bot's servers, that this process serves."""

    number: int
    """The number of the shard, counted from 0."""
    is_reachable: bool
    """Whether people can reach the bot: clicks arrive, and Discord accepts the bot's answers."""
    outdated_boards: int
    """The number of boards (public messages of tables) that do not show the newest state yet."""
    is_connected: bool = True
    """Whether the shard is connected to Discord's gateway."""
    overdue_cleanup: tuple[str, ...] = ()
    """The names of the steps of the daily clean-up that have failed for two days."""


class Metrics(Counters):
    """Counts what happens in this process, and returns the counts in Prometheus' text format."""

    def __init__(self) -> None:
        own = self._registry = CollectorRegistry()
        ProcessCollector(registry=own)
        GCCollector(registry=own)
        self._presses = Counter(
            "cats_presses",
            "Presses of buttons and selects at tables, including refused ones.",
            ["game"],
            registry=own,
        )
        self._moves = Counter(
            "cats_moves",
            "Moves stored in the database, including those of computer players.",
            ["game"],
            registry=own,
        )
        self._refusals = Counter(
            "cats_refusals",
            "Clicks refused with a message to the user, by the message's key.",
            ["key"],
            registry=own,
        )
        self._boards = Counter(
            "cats_board_requests",
            "Board messages that Discord accepted, by kind (edit or post).",
            ["kind"],
            registry=own,
        )
        self._hurried_moves = Counter(
            "cats_computer_fallback_moves",
            "Moves chosen by a faster level, because the player's own level took too long.",
            registry=own,
        )
        self._errors = Counter(
            "cats_errors",
            "Log records of level ERROR or CRITICAL, by logger.",
            ["logger"],
            registry=own,
        )
        self._create_histograms(own)
        self._create_gauges(own)

    def _create_histograms(self, registry: CollectorRegistry) -> None:
        """Create the metrics that show how long things took, or how large they were."""
        self._acknowledge = Histogram(
            "cats_acknowledgement_seconds",
            "Seconds from the arrival of a press or command"
            " to Discord's acknowledgement of the first answer.",
            buckets=ANSWER_BUCKETS_SECONDS,
            registry=registry,
        )
        self._commit = Histogram(
            "cats_commit_seconds",
            "Seconds from the start of a change to its durable commit.",
            buckets=ANSWER_BUCKETS_SECONDS,
            registry=registry,
        )
        self._groups = Histogram(
            "cats_group_changes",
            "Number of changes committed in one transaction.",
            buckets=GROUP_BUCKETS_CHANGES,
            registry=registry,
        )
        self._pictures = Histogram(
            "cats_picture_seconds",
            "Seconds spent drawing one picture.",
            buckets=PICTURE_BUCKETS_SECONDS,
            registry=registry,
        )
        self._computer_delays = Histogram(
            "cats_computer_delay_seconds",
            "Seconds from the end of a computer player's pause to the commit of its move.",
            buckets=LATENESS_BUCKETS_SECONDS,
            registry=registry,
        )

    def _create_gauges(self, registry: CollectorRegistry) -> None:
        """Create the metrics that show a present state rather than a count of events."""
        self._stale_boards = Gauge(
            "cats_stale_boards",
            "Boards that do not show their table's newest state yet.",
            registry=registry,
        )
        self._shards = Gauge(
            "cats_shards", "Shards of this process, by state.", ["state"], registry=registry
        )
        self._gateway_up = Gauge(
            "cats_gateway_up",
            "1 if the shard is connected to Discord's gateway and serves people, otherwise 0.",
            ["shard"],
            registry=registry,
        )
        self._identifies_left = Gauge(
            "cats_identifies_remaining",
            "Identify calls that Discord still allows until its daily limit resets.",
            registry=registry,
        )
        self._identifies_left.set(math.nan)
        self._clock_difference = Gauge(
            "cats_clock_difference_seconds",
            "Seconds by which this machine's clock is ahead of Discord's.",
            registry=registry,
        )
        self._clock_difference.set(math.nan)
        self._database_up = Gauge(
            "cats_database_up",
            "1 if the database answers within one second, otherwise 0.",
            registry=registry,
        )
        self._tables = Gauge(
            "cats_tables",
            "Open tables in the whole database, by phase.",
            ["phase"],
            registry=registry,
        )

    def count_press(self, game: str) -> None:
        """Count a press of a button or select menu at a table.

        Args:
            game: The name of the table's game. "" means that the table no longer exists.
        """
        self._presses.labels(game or UNKNOWN_GAME).inc()

    def observe_acknowledgement(self, seconds: float) -> None:
        """Record how long it took to send the first answer to a click or command.

        Args:
            seconds: The time until Discord confirmed that it has received the answer.
        """
        self._acknowledge.observe(seconds)

    def observe_commit(self, game: str, moves: int, seconds: float) -> None:
        """Record how long it took to store a change of a table durably.

        Args:
            game: The name of the table's game.
            moves: The number of moves in the change, by people and computer players.
            seconds: The time until the change was on the disk.
        """
        self._commit.observe(seconds)
        if moves:
            self._moves.labels(game).inc(moves)

    def observe_group(self, changes: int) -> None:
        """Record how many changes of tables were written to the database in one transaction."""
        self._groups.observe(changes)

    def count_refusal(self, key: str) -> None:
        """Count a click that the bot refused with a message that says why.

        Args:
            key: The catalogue key of that message.
        """
        self._refusals.labels(key).inc()

    def count_board_request(self, kind: str) -> None:
        """Count a request that Discord accepted to edit or post a board, a table's public message.

        Args:
            kind: "edit" for a change of an existing message, or "post" for a new one.
        """
        self._boards.labels(kind).inc()

    def observe_picture(self, seconds: float) -> None:
        """Record how many seconds it took to draw a picture."""
        self._pictures.observe(seconds)

    def observe_computer_delay(self, seconds: float) -> None:
        """Record how long after its pause a computer player's move was stored.

        Args:
            seconds: The time from the end of the pause, which the computer player makes before a
                move, until the move was on the disk.
        """
        self._computer_delays.observe(seconds)

    def count_hurried_move(self) -> None:
        """Count a move of a computer player whose own level took too long.

        A faster level chose the move instead.
        """
        self._hurried_moves.inc()

    def set_clock_difference(self, seconds: float) -> None:
        """Set the number of seconds by which this machine's clock is ahead of Discord's.

        A negative number means that it is behind.
        """
        self._clock_difference.set(seconds)

    def set_identifies_left(self, number: int) -> None:
        """Set how many gateway logins Discord still allows the bot until the daily reset."""
        self._identifies_left.set(number)

    def count_error(self, logger: str) -> None:
        """Count a log entry with level ERROR or above.

        Args:
            logger: The name of the logger, which is the name of the module that writes the entry.
        """
        self._errors.labels(logger).inc()

    @contextmanager
    def count_errors(self) -> Iterator[None]:
        """Count the log entries with level ERROR or above of all loggers until the block ends."""
        for name in _find_loggers():  # a series that starts with its first error has no increase
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
            shards: The shards that this process serves. A shard is Discord's share of the bot's
                servers.
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
    """Yield the names of all existing loggers of `COUNTED_PACKAGES`."""
    for name, logger in [*logging.root.manager.loggerDict.items()]:
        if isinstance(logger, logging.Logger) and name.split(".")[0] in COUNTED_PACKAGES:
            yield name


class _ErrorCounter(logging.Handler):
    """A log handler that counts entries by the name of their logger, and ignores their texts."""

    def __init__(self, count_error: Callable[[str], None]) -> None:
        super().__init__(logging.ERROR)
        self._count_error = count_error

    def emit(self, record: logging.LogRecord) -> None:
        """Count a log entry."""
        self._count_error(record.name)
