"""The files of an installable package, beside the files of the game itself.

In them, "stub" is replaced by the game's name.
"""

PACKAGE_FILES = {
    "pyproject.toml": """\
[build-system]
requires = ["setuptools>=64"]
build-backend = "setuptools.build_meta"

[project]
name = "cloaked-cats-stub"
version = "0.1.0"
description = "A game for the bot Cloaked Cats"
readme = "README.md"
requires-python = ">=3.11"
# The bot is not listed: the game is installed beside it, and needs nothing that it does not bring.
dependencies = []

# By this line the bot finds the game.
[project.entry-points."cloaked_cats.games"]
stub = "stub.package:PACKAGE"

[tool.setuptools.packages.find]
include = ["stub*"]

[tool.setuptools.package-data]
"*" = ["*.ftl", "*.webp", "*.json"]

[tool.pytest.ini_options]
testpaths = ["tests"]
pythonpath = ["."]
""",
    "README.md": """\
# stub

A game for the Discord bot Cloaked Cats. In the environment in which the bot is installed, from
this folder:

    python -m bot.testing --module stub.package.PACKAGE
    pip install -e .
    python -m bot --demo

The first line tells whether the game keeps the contract, the second lets the bot find it, and the
third is a Discord in your browser in which you can play it. `python -m pytest` runs the tests.
The guide is `docs/adding-a-game.md` in the bot's repository.
""",
    ".gitignore": """\
__pycache__/
*.egg-info/
build/
dist/
.venv/
""",
    "tests/test_contract.py": '''\
"""The game keeps the contract that all games of the bot keep."""

from bot.testing.suite import check_game
from stub.package import PACKAGE


def test_the_game_keeps_the_contract() -> None:
    found = check_game(PACKAGE, range(60))
    assert [(each.rule.name, each.reason, each.location) for each in found if not each.holds] == []
''',
}
