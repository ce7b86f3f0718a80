"""The agenda against a simple list of what it was told."""

from collections.abc import Mapping
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.domain.table import Call, Deadline, Due, Forget, Idle, Table
from bot.services.sessions import TableSessions
from bot.services.timer_heap import GROWN, TimerHeap

EMPTY = Table("secret_numbers", 1, 2, "en", "10", 0.0, 0.0)
UNTIL = 8.0

ids = st.integers(1, 6)
times = st.integers(0, 10).map(float)
rows = st.sampled_from((Deadline("turn:1"), Call(1, 0), Idle("close"), Forget()))
dues: st.SearchStrategy[list[Due]] = st.lists(st.builds(lambda row, at: row.until(at), rows, times))
some = st.frozensets(ids, max_size=4)
steps = st.one_of(
    st.tuples(st.just("note"), ids, dues, st.sampled_from(("", "away", "channel"))),
    st.tuples(st.just("drop"), ids),
    st.tuples(st.just("due"), times, st.integers(0, 5), some),
    st.tuples(st.just("put off"), ids, times.filter(lambda at: at <= UNTIL)),
    st.tuples(st.just("forgiven")),
    st.tuples(st.just("load"), st.dictionaries(ids, times.filter(lambda at: at <= UNTIL))),
)


def table(id_: int, *rows: Due, paused: str = "") -> Table:
    return replace(EMPTY, id=id_, dues=rows, paused=paused)


def first(rows: list[Due], paused: str) -> float | None:
    """Return when the earliest row fires."""
    return min(
        (row.at for row in rows if not paused or row.kind in ("idle", "forget")), default=None
    )


def in_order(known: Mapping[int, float], but: frozenset[int]) -> list[tuple[float, int]]:
    return sorted((at, id_) for id_, at in known.items() if id_ not in but)


def nothing_due() -> TimerHeap:
    """Return an agenda of no tables, which reads none."""
    return TimerHeap(TableSessions(None, lambda: 0.0))  # type: ignore[arg-type]


def hold(agenda: TimerHeap, busy: frozenset[int]) -> None:
    """Let these tables be busy, and no others."""
    for id_ in range(1, 7):
        agenda._sessions[id_].busy = id_ in busy


@given(st.lists(steps, max_size=60), some)
def test_it_is_what_a_simple_list_would_be(
    told: list[tuple[Any, ...]], but: frozenset[int]
) -> None:
    agenda, known, not_before = nothing_due(), dict[int, float](), dict[int, float]()
    agenda.load({}, UNTIL)
    for what, *about in told:
        match what, about:
            case "note", (id_, rows, paused):
                agenda.note(table(id_, *rows, paused=paused))
                at = first(rows, paused)
                known.pop(id_, None)
                if at is not None and max(at, not_before.get(id_, 0.0)) <= agenda.until:
                    known[id_] = max(at, not_before.get(id_, 0.0))
            case "drop", (id_,):
                agenda.drop(id_)
                known.pop(id_, None)
            case "load", (new,):
                agenda.load(new, UNTIL)
                known = {id_: max(at, not_before.get(id_, 0.0)) for id_, at in new.items()}
            case "put off", (id_, at):
                agenda.put_off(id_, at)
                known[id_] = not_before[id_] = at
            case "forgiven", _:
                agenda.clear()
                not_before.clear()
                agenda.load({}, UNTIL)
                known.clear()
            case "due", (now, most, held):
                hold(agenda, held)
                ready = [id_ for at, id_ in in_order(known, held) if at <= now]
                assert agenda.due(now, most) == tuple(ready[:most])
                assert agenda.due(now, most) == tuple(ready[:most]), "looking changes nothing"
        hold(agenda, but)
        left = in_order(known, but)
        assert agenda.next() == (left[0][0] if left else None)
    hold(agenda, frozenset())
    ready = [id_ for at, id_ in in_order(known, frozenset()) if at <= UNTIL]
    assert agenda.due(UNTIL, 99) == tuple(ready)


def test_before_it_is_loaded_it_knows_nothing() -> None:
    agenda = nothing_due()
    agenda.note(table(1, Idle("close", at=5.0)))
    assert agenda.next() is None
    assert agenda.due(1e12, 9) == ()


def test_what_is_due_after_its_end_is_not_known() -> None:
    agenda = nothing_due()
    agenda.load({1: 5.0}, 10.0)
    agenda.note(table(2, Idle("close", at=10.0)))
    agenda.note(table(3, Idle("close", at=10.5)))
    assert agenda.due(1e12, 9) == (1, 2)
    agenda.note(table(1, Idle("close", at=11.0)))
    assert agenda.due(1e12, 9) == (2,)


def test_it_does_not_grow_with_what_is_over() -> None:
    agenda = nothing_due()
    agenda.load(dict.fromkeys(range(10), 1e9), 1e12)
    for turn in range(10_000):
        agenda.note(table(turn % 10, Deadline(f"turn:{turn}", at=1e9 + turn)))
    assert len(agenda._heap) <= 2 * 10 + GROWN + 1
    assert agenda.next() == 1e9 + 9990
    for id_ in range(10):
        agenda.drop(id_)
    assert agenda.next() is None
    assert agenda._heap == []
