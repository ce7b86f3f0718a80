"""How long the way of a press is, which nobody may make longer by accident."""

from tools.trace_press import TraceCounts, trace_presses

LIMITS = {
    "bid": TraceCounts(files=74, functions=495, file_changes=646, reentered_files=0),
    "look": TraceCounts(files=48, functions=218, file_changes=191, reentered_files=0),
}
"""What each press may take at most. Lower them when the way has become shorter."""


async def test_a_press_runs_through_no_more_files_than_it_did() -> None:
    for press, trace in (await trace_presses()).items():
        found, limit = trace.counts, LIMITS[press]
        for figure in TraceCounts.__struct_fields__:
            assert getattr(found, figure) <= getattr(limit, figure), f"{press}: {figure}"
