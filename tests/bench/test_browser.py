"""Without Chromium, or a font with emojis, the test in the browser is skipped, but never in CI."""

from pathlib import Path

import pytest

from tests.bench.browser import chromium_or_skip


def install(folder: Path, name: str, says: str = "") -> None:
    program = folder / name
    program.write_text(f"#!/bin/sh\necho '{says}'\n")
    program.chmod(0o755)


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("in_ci", [False, True])
def test_where_it_is_missing_it_is_skipped_on_a_persons_machine_and_fails_in_ci(
    programs: Path, monkeypatch: pytest.MonkeyPatch, in_ci: bool
) -> None:
    monkeypatch.setenv("CI", "true" if in_ci else "")
    outcome = LookupError if in_ci else pytest.skip.Exception
    for name, says in (("ls", ""), ("chromium", ""), ("fc-list", "DejaVu Sans")):
        install(programs, name, says)
        with pytest.raises(outcome, match="apt-get install chromium"):
            chromium_or_skip()


def test_with_both_it_runs_in_the_program_without_a_window_if_there_is_one(programs: Path) -> None:
    install(programs, "fc-list", "/usr/share/fonts/NotoColorEmoji.ttf: Noto Color Emoji")
    for name in ("google-chrome", "chromium", "chromium-headless-shell"):
        install(programs, name)
        assert chromium_or_skip() == str(programs / name)
