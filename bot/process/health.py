"""Whether and where the bot can be watched: what all counts with, and what is served of it."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from importlib.util import find_spec

from bot.config import StartProblem, Watch
from bot.edge.client import CatsClient
from bot.figures import NOTHING, Figures
from bot.store.store import Store
from bot.text import Text


class Health:
    """How the process is, for whoever watches it; told to nobody unless its settings say so.

    While they do not, nothing is counted or served, and nothing that could is loaded.
    """

    def __init__(self, watch: Watch | None, say: Text) -> None:
        """Be watched as the settings say, None: not at all. `say` speaks to the host.

        Raises `StartProblem` if what serves figures is not installed.
        """
        self.figures: Figures = NOTHING
        """What this process counts with."""
        self._watch = watch
        self._say = say
        if watch is None:
            return
        if find_spec("prometheus_client") is None:
            raise StartProblem("start-metrics-missing")
        from bot.process.metrics import Metrics  # noqa: PLC0415 - takes memory

        self.figures = self._metrics = Metrics()

    @asynccontextmanager
    async def open(
        self, store: Store | None, clients: Callable[[], Mapping[int, CatsClient]]
    ) -> AsyncIterator[None]:
        """Serve `/metrics` and `/health` meanwhile.

        `store` is None as long as it cannot be opened yet. `clients` returns those that run now, by
        shard. Raises `StartProblem` if the address cannot be listened on.
        """
        if self._watch is None:
            yield
            return
        from bot.process.pages import serving  # noqa: PLC0415 - takes memory

        with self._metrics.counting_errors():
            async with serving(self._watch, self._metrics, store, clients, self._say):
                yield
