"""What is free goes back to the system, and a C library without such a function does no harm."""

import ctypes
import platform
import subprocess
import sys

import pytest

from bot.drawing import malloc as memory

CHURN = """
import resource
from pathlib import Path
from bot.drawing import malloc as memory

def held():
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()

memory.keep_no_holes()
memory.keep_no_holes()
large = bytearray(4_000_000)
del large  # from then on glibc would cut blocks of that size from its heap
blocks = [bytearray(100_000) for _ in range(400)]
before = held()
del blocks[::2]
print(before - held())
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another C library than glibc")
def test_what_is_freed_between_what_is_kept_goes_back() -> None:
    command = [sys.executable, "-c", CHURN]
    freed = int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert freed > 0.9 * 200 * 100_000


def test_another_c_library_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def lacking(_: None) -> None:
        raise OSError("no such library")

    monkeypatch.setattr(ctypes, "CDLL", lacking)
    memory.keep_no_holes()
    memory.give_back()
