"""Each command runs on a terminal that cannot show every character of its texts."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import HANG_TIMEOUT_SECONDS

ROOT = Path(__file__).parents[2]
TERMINALS = {
    "ascii": {"PYTHONIOENCODING": "ascii"},  # lacks whatever another encoding lacks
    "C": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": ""},
}
START = {"DISCORD_TOKEN": "a.secret.token", "DATABASE_URL": "nowhere"}
COMMANDS = {
    "check": ("-m", "bot", "--check"),
    "help": ("-m", "bot", "--help"),
    "testing": ("-m", "bot.testing", "--rules"),
    "new game": ("-m", "tools.new_game", "Nö …"),
}


@pytest.mark.parametrize(
    ("command", "terminal"),
    [("check", "ascii"), ("help", "C"), ("testing", "ascii"), ("new game", "ascii")],
)
def test_what_a_terminal_cannot_show_is_replaced(
    tmp_path: Path, command: str, terminal: str
) -> None:
    setting = {"API_BASE": "http://127.0.0.1:1", "LANGUAGE": "de"} if command == "check" else {}
    done = subprocess.run(
        [sys.executable, *COMMANDS[command]],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)} | START | setting | TERMINALS[terminal],
        capture_output=True,
        timeout=HANG_TIMEOUT_SECONDS,
        check=False,
    )
    assert b"Traceback" not in done.stderr
    assert done.stdout or done.stderr
