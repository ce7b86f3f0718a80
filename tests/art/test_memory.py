"""What is free goes back to the system, and a C library without such a function does no harm."""

import ctypes

import pytest

from bot.art import memory


def test_trimming_and_sharing_a_heap_may_be_asked_for_at_any_time() -> None:
    for _ in range(2):
        memory.use_one_heap()
        memory.trim()


def test_another_c_library_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def lacking(_: None) -> None:
        raise OSError("no such library")

    monkeypatch.setattr(ctypes, "CDLL", lacking)
    memory.use_one_heap()
    memory.trim()
