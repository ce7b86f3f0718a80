"""A record without somebody tells nothing of who they were, and all else as before."""

from msgspec import Raw

from bot.domain.game_records import Course, Participant, Record, Step
from bot.domain.table import Leaver
from bot.engine.events import EventRecord
from bot.engine.records import ActRecord
from bot.storage.personal_data import erase_person

ADA, BEN = 7, 8


def seat(user: int | None, name: str) -> Participant:
    return Participant(name, user, "", False, 1, 3, None)


RECORD = Record(
    id=1, guild=1, game="race", rules=1, language="en", text_only=False, began_at=1.0,
    ended_at=2.0, ending="ended", ended_by=ADA, seats=(seat(ADA, "Ada"), seat(BEN, "Ben")),
    leavers=(Leaver(ADA, "Ada", 0), Leaver(BEN, "Ben", 1)), moves=3, rated=False,
)  # fmt: skip
EVENTS = (
    EventRecord(None, "table-left", (0, "Ada")),
    EventRecord(None, "table-left", (1, "Ben")),
    EventRecord(None, "table-host", ("Ada",)),
    EventRecord(None, "table-ended", ("Ada in another name",)),
    EventRecord(None, "said", ("Ada",)),
)
COURSE = Course((), b"x", (Step(1, 1.0, ActRecord(0, 1, "go", 5), EVENTS, Raw(b"null")),))


def test_names_and_ids_go_and_all_else_stays() -> None:
    record, course = erase_person(RECORD, COURSE, ADA)
    assert [(each.user, each.name) for each in record.seats] == [(None, ""), (BEN, "Ben")]
    assert [(each.user, each.name) for each in record.leavers] == [(0, ""), (BEN, "Ben")]
    assert record.ended_by is None and record.ending == "ended"
    assert record.people == {BEN}
    (step,) = course.steps
    assert [event.values for event in step.events] == [(0, ""), (1, "Ben"), ("",), ("",), ("Ada",)]
    assert step.action == COURSE.steps[0].action


def test_who_had_no_part_changes_nothing() -> None:
    assert erase_person(RECORD, COURSE, 99) == (RECORD, COURSE)
