"""Without Chromium, or a font with emojis, the test in the browser is skipped, but never in CI."""

from pathlib import Path

import pytest

from tests.bench.browser import chromium_or_skip


def install(folder: Path, name: str, says: str = "") -> None:
    """Put a program into a folder."""
    program = folder / name
    program.write_text(f"#!/bin/sh\necho '{says}'\n")
    program.chmod(0o755)


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder with programs, which is empty."""
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("has_chromium", [False, True])
def test_on_a_persons_machine_it_is_skipped_and_says_what_to_install(
    programs: Path, monkeypatch: pytest.MonkeyPatch, has_chromium: bool
) -> None:
    monkeypatch.delenv("CI", raising=False)
    if has_chromium:
        install(programs, "chromium")
    with pytest.raises(pytest.skip.Exception, match="apt-get install chromium"):
        chromium_or_skip()


@pytest.mark.parametrize("has_chromium", [False, True])
def test_in_ci_it_fails(
    programs: Path, monkeypatch: pytest.MonkeyPatch, has_chromium: bool
) -> None:
    monkeypatch.setenv("CI", "true")
    if has_chromium:
        install(programs, "chromium")
        install(programs, "fc-list", "DejaVu Sans")
    with pytest.raises(LookupError, match="apt-get install chromium"):
        chromium_or_skip()


def test_with_both_it_runs_in_the_program_without_a_window_if_there_is_one(
    programs: Path,
) -> None:
    install(programs, "fc-list", "/usr/share/fonts/NotoColorEmoji.ttf: Noto Color Emoji")
    for name in ("google-chrome", "chromium", "chromium-headless-shell"):
        install(programs, name)
        assert chromium_or_skip() == str(programs / name)
