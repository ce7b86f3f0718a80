"""What is free goes back to the system, and a C library without such a function does no harm."""

import asyncio
import ctypes
import platform
import subprocess
import sys

import pytest

from bot import runtime

CHURN = """
import resource
from pathlib import Path
from bot import runtime

def held():
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()

runtime.limit_fragmentation()
runtime.limit_fragmentation()
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
    runtime.limit_fragmentation()
    runtime.release_free_memory()


async def test_what_is_free_goes_back_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    given, thrice = list[int](), asyncio.Event()
    loop = asyncio.get_running_loop()

    def give_back() -> None:
        given.append(1)
        if len(given) == 3:
            loop.call_soon_threadsafe(thrice.set)

    monkeypatch.setattr(runtime, "RELEASE_INTERVAL_SECONDS", 0.0)
    monkeypatch.setattr(runtime, "release_free_memory", give_back)
    keeping = asyncio.create_task(runtime.release_memory_periodically())
    await thrice.wait()
    keeping.cancel()
    await asyncio.wait((keeping,))
    assert keeping.cancelled()
