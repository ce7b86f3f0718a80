"""The example of a game in a package of its own is right, as its author would see it."""

from pathlib import Path

import pytest

from bot.games.contract.__main__ import main

EXAMPLE = Path(__file__).parents[2] / "examples/higher-or-lower"


def test_the_example_keeps_the_contract(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLE))
    monkeypatch.setenv("PYTHONPATH", str(EXAMPLE))
    broken = main(["--module", "higher_or_lower.box.BOX", "--games", "40"])
    told = capsys.readouterr().out
    assert not broken, told
    assert "`alike` deals anew: bids, cards." in told
