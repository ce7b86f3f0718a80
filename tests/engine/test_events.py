"""Events go to records and back; those of the table itself are none of the game's."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.json import decode, encode

from bot.engine.events import Event, EventRecord, Notice, from_records, to_record


class Begun(Event, tag="begins", frozen=True):
    pass


class Dealt(Event, tag="dealt", frozen=True):
    features: tuple[int, int, int]
    cards: tuple[int, ...]


class Said(Event, tag="said", frozen=True):
    seat: int
    what: str
    loudly: bool
    to: tuple[int, ...] = ()


KINDS = (Begun, Dealt, Said)
numbers = st.integers(-(2**53), 2**53)
events = st.one_of(
    st.just(Begun()),
    st.builds(Dealt, st.tuples(numbers, numbers, numbers), st.lists(numbers).map(tuple)),
    st.builds(Said, numbers, st.text(), st.booleans(), st.lists(numbers).map(tuple)),
)
notices = st.builds(Notice, events, st.none() | st.lists(st.integers(0, 7)).map(tuple))


@pytest.mark.parametrize(
    ("event", "name", "values"),
    [
        (Begun(), "begins", ()),
        (Dealt((3, 1, 2), ()), "dealt", (3, 1, 2)),
        (Dealt((3, 1, 2), (9, 8)), "dealt", (3, 1, 2, 9, 8)),
        (Said(1, "miau", loudly=True), "said", (1, "miau", 1)),
        (Said(1, "", loudly=False, to=(0,)), "said", (1, "", 0, 0)),
    ],
)
def test_a_record_has_the_tag_and_all_values_in_one_row(
    event: Event, name: str, values: tuple[int | str, ...]
) -> None:
    record = to_record(Notice(event, (2,)))
    assert record == EventRecord((2,), name, values)
    assert [type(value) for value in record.values] == [type(value) for value in values]
    assert from_records(KINDS, (record,)) == (Notice(event, (2,)),)


@settings(max_examples=40)
@given(notices)
def test_an_event_is_read_back_from_what_is_stored(notice: Notice) -> None:
    stored = decode(encode(to_record(notice)), type=EventRecord)
    (found,) = from_records(KINDS, (stored,))
    assert found == notice
    assert to_record(found) == stored


@settings(max_examples=20)
@given(st.lists(notices, max_size=6))
def test_what_a_game_does_not_know_is_left_out_and_the_order_stays(told: list[Notice]) -> None:
    table = EventRecord(None, "table-back", ("Ada",))
    records = [each for notice in told for each in (table, to_record(notice))]
    assert from_records(KINDS, records) == tuple(told)


@pytest.mark.parametrize(
    "record",
    [
        EventRecord(None, "begins", (1,)),
        EventRecord(None, "dealt", ()),
        EventRecord(None, "said", (1, "miau")),
        EventRecord(None, "said", ()),
    ],
)
def test_a_record_with_other_values_than_its_kind_is_refused(record: EventRecord) -> None:
    with pytest.raises(ValueError, match="does not have"):
        from_records(KINDS, (record,))


class Mixed(Event, tag="mixed", frozen=True):
    first: tuple[int, ...]
    second: tuple[int, ...]


def test_an_event_whose_fields_could_not_be_told_apart_is_refused() -> None:
    with pytest.raises(TypeError, match="only the last field may be a tuple of any length"):
        from_records((Mixed,), (to_record(Notice(Mixed((1,), (2,)))),))
