"""The browser that draws what people see, for tests."""

from bot.demo.heights import find_chromium
from tests.machine import lacks


def chromium_or_skip() -> str:
    """Return the path of the installed Chromium, or skip the test; where `CI` is set, it fails."""
    try:
        return find_chromium()
    except LookupError as missing:
        lacks(missing)
