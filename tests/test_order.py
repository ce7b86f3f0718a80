"""The stored order lets tests that wait run beside those that compute."""

from tests.order import order_longest_files

WAITS_LONG, WAITS = "tests/survival/test_workers.py", "tests/survival/test_kill.py"
COMPUTES_LONG, COMPUTES = "tests/testing/test_suite.py", "tests/games/test_text.py"


def test_the_longest_of_both_kinds_begin_and_all_come_to_their_ends_together() -> None:
    seconds = {WAITS: 10.0, COMPUTES: 5.0, WAITS_LONG: 40.0, COMPUTES_LONG: 15.0}
    assert order_longest_files(seconds) == [WAITS_LONG, COMPUTES_LONG, COMPUTES, WAITS]


def test_short_files_have_no_place() -> None:
    assert order_longest_files({WAITS: 1.9}) == []
