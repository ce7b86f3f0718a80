"""A client's life: whether the tables of its shard are its own."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import Enum


class Stage(Enum):
    """What a client is about, as to the tables of its shard."""

    AWAY = "away"
    """The tables are not its own: it has not begun, or they are another worker's."""
    TAKING_OVER = "taking-over"
    """It takes them up."""
    SERVING = "serving"
    """They are its own: it answers clicks, and all that is due happens."""
    RESTING = "resting"
    """It finishes what runs, and is away then. Clicks wait for whoever has the tables next."""
    HANDED_OVER = "handed-over"
    """Another worker answers all clicks: nothing is said here, until the end."""
    CLOSING = "closing"
    """It finishes what runs, and is gone then. Clicks are told that the bot restarts."""


class StageError(RuntimeError):
    """A step of a client's life was to follow on a stage that does not allow it."""


class Life:
    """The life of a client, which goes from stage to stage by these steps alone.

    Each tells the stages that it begins in, and raises `StageError` in any other. Whatever is
    under way, a client may begin to close; then it goes on closing when that has come to its end.
    """

    def __init__(self) -> None:
        """Begin away."""
        self._stage = Stage.AWAY
        self._serving = asyncio.Event()

    @property
    def stage(self) -> Stage:
        """The present stage."""
        return self._stage

    @property
    def serving(self) -> bool:
        """Whether the tables are the client's own."""
        return self._stage is Stage.SERVING

    @property
    def closing(self) -> bool:
        """Whether the client will be gone soon, and nobody answers in its place."""
        return self._stage is Stage.CLOSING

    async def until_serving(self, patience: float) -> None:
        """Wait until the tables are the client's own, at most so many seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                await self._serving.wait()

    @contextmanager
    def taking_over(self) -> Iterator[None]:
        """Take up the tables within: from away to serving, or back to away if that raises."""
        self._begin(Stage.TAKING_OVER, Stage.AWAY)
        with self._back_to_away_if_it_fails(Stage.TAKING_OVER):
            yield
        self._end(Stage.TAKING_OVER, Stage.SERVING)

    @contextmanager
    def resting(self) -> Iterator[None]:
        """Finish what runs within: from serving to away, however that ends."""
        self._begin(Stage.RESTING, Stage.SERVING)
        try:
            yield
        finally:
            self._end(Stage.RESTING, Stage.AWAY)

    @contextmanager
    def handing_over(self) -> Iterator[None]:
        """Finish what runs and release the tables within: handed over, or away if that raises.

        It begins while serving, away or closing.
        """
        self._begin(Stage.HANDED_OVER, Stage.SERVING, Stage.AWAY, Stage.CLOSING)
        with self._back_to_away_if_it_fails(Stage.HANDED_OVER):
            yield

    def closes(self) -> None:
        """Begin to close, in any stage; who has handed over stays silent."""
        if self._stage is not Stage.HANDED_OVER:
            self._be(Stage.CLOSING)

    @contextmanager
    def _back_to_away_if_it_fails(self, stage: Stage) -> Iterator[None]:
        try:
            yield
        except BaseException:
            self._end(stage, Stage.AWAY)
            raise

    def _begin(self, stage: Stage, *before: Stage) -> None:
        if self._stage not in before:
            raise StageError(f"{stage.value} while {self._stage.value}")
        self._be(stage)

    def _end(self, stage: Stage, after: Stage) -> None:
        """Let another stage follow, unless the client closes meanwhile."""
        if self._stage is stage:
            self._be(after)

    def _be(self, stage: Stage) -> None:
        self._stage = stage
        if stage is Stage.SERVING:
            self._serving.set()
        else:
            self._serving.clear()
