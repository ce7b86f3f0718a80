"""Reads finished games step by step, with what people saw at the time.

The rules do not run again, so later changes of the rules do not alter a replay.
"""

from collections.abc import Sequence
from typing import overload

from msgspec import convert
from msgspec.structs import replace

from bot.domain.game_records import Course, Record
from bot.domain.table import Finished, Player
from bot.domain.transcripts import TranscriptStep, read_transcript
from bot.engine.package import GamePackage
from bot.engine.records import StepRecord, load_view, read_log, read_step
from bot.engine.replays import ReplayedStep


class Steps(Sequence[ReplayedStep]):
    """The steps of a finished game, as a sequence that decodes each step only when it is read.

    Decoding all steps in advance would take 15 MB for a long game with many people.
    """

    def __init__(
        self, package: GamePackage, steps: Sequence[tuple[StepRecord, TranscriptStep]]
    ) -> None:
        self._game = package.game
        self._transcript = tuple(told for _, told in steps)
        self.step_records = tuple(happened for happened, _ in steps)
        """The same steps with actions and events only, without what people could see after them."""
        self.round_starts = _find_round_starts(package, self.step_records)
        """The indexes of the steps with which rounds begin, or () if the game has no rounds."""
        self._last_read_step: tuple[int, ReplayedStep] | None = None

    def __len__(self) -> int:
        return len(self._transcript)

    @overload
    def __getitem__(self, place: int) -> ReplayedStep: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[ReplayedStep, ...]: ...

    def __getitem__(self, place: int | slice) -> ReplayedStep | tuple[ReplayedStep, ...]:
        if isinstance(place, slice):
            return tuple(self[each] for each in range(len(self))[place])
        newest, place = self._last_read_step, range(len(self))[place]
        if newest is None or newest[0] != place:
            views = tuple(load_view(self._game, view) for view in self._transcript[place].views)
            of = read_step(self._game, self.step_records[place])
            step = ReplayedStep(of.step, of.at, of.action, of.notices, views)
            newest = self._last_read_step = place, step
        return newest[1]


def _find_round_starts(package: GamePackage, steps: Sequence[StepRecord]) -> tuple[int, ...]:
    began = {*package.replays.find_rounds(read_log(package.game, steps))}
    starts = {index for index, step in enumerate(steps) if step.step in began}
    return tuple(sorted({0, *starts})) if starts else ()


def replay_steps(course: Course, package: GamePackage) -> Steps:
    """Return all steps of a finished game, from the first one after which people saw anything.

    After a step in which nothing visible changed, people saw the same as before.
    """
    shown = [step for step in course.steps if bytes(step.told) != b"null"]
    told = read_transcript(bytes(step.told) for step in shown)
    known = {step.step: each for step, each in zip(shown, told, strict=True)}
    steps: list[tuple[StepRecord, TranscriptStep]] = []
    now: TranscriptStep | None = None
    for step in course.steps:
        now = known.get(step.step, now)
        if now is not None:
            steps.append((StepRecord(step.step, step.at, step.action, step.events), now))
    return Steps(package, steps)


def make_finished_table(record: Record, course: Course, erased_name: str) -> Finished:
    """Rebuild the table of a finished game from its record, without a state of the game."""
    players = tuple(
        replace(convert(seat, Player, from_attributes=True), name=seat.name or erased_name)
        for seat in record.seats
    )
    return Finished(
        game=record.game,
        guild=record.guild,
        channel=0,
        language=record.language,
        clock="none",
        opened_at=record.began_at,
        clicked_at=record.ended_at,
        id=record.id,
        is_complete=record.ending == "played",
        text_only=record.text_only,
        options=course.options,
        players=players,
        seed=course.seed,
        rules=record.rules,
        leavers=record.leavers,
        ended_at=record.ended_at,
        ended_by=record.ended_by,
    )
