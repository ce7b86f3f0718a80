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
asyncio_mode = "auto"

[tool.ruff]
line-length = 100
target-version = "py311"

[tool.ruff.lint]
select = ["E", "F", "W", "I", "UP", "B", "C4", "SIM", "RUF", "ARG", "D1"]
ignore = ["RUF001", "RUF002", "RUF003"]  # typographic signs and emojis are meant

[tool.ruff.lint.per-file-ignores]
"tests/*" = ["D1"]

[tool.ruff.lint.isort]
section-order = ["future", "standard-library", "third-party", "bot", "first-party", "local-folder"]
no-lines-before = ["first-party"]
sections = { bot = ["bot"] }

[tool.mypy]
python_version = "3.11"
files = ["stub", "tests"]
strict = true

[[tool.mypy.overrides]]
module = ["bot.*"]
follow_imports = "silent"  # errors of the bot are not yours
""",
    "README.md": """\
# stub

A game for the Discord bot Cloaked Cats. In the environment in which the bot is installed, from
this folder:

    python -m bot.testing --module stub.package.PACKAGE
    python -m bot --demo --module stub.package.PACKAGE
    pip install -e .

The first line tells whether the game keeps the contract. The second is a Discord in your browser
in which you can play it. The third lets every bot of this environment offer it. The guide is
`docs/adding-a-game.md` in the bot's repository.

The tests need `pip install -e ".[bench]"` in the bot's folder, once. Then:

    python -m pytest
    ruff check && ruff format --check
    MYPYPATH=FOLDER mypy

`python -m bot.testing` checks more than these tests: it also plays in another process, and measures
screens in a browser. FOLDER is the bot's folder. It is not needed if the bot is installed from a
wheel.
""",
    ".gitignore": """\
__pycache__/
*.egg-info/
build/
dist/
.venv/
.*_cache/
""",
    "tests/conftest.py": '''\
"""The fixtures `world` and `open_world`: the real bot in a simulated Discord."""

pytest_plugins = ["bot.bench.plugin"]
''',
    "tests/test_playing.py": '''\
"""People play the game with the real bot in a simulated Discord."""

from bot.bench.moves import enter
from bot.bench.plugin import OpenWorld
from stub.package import PACKAGE


async def test_two_people_play_a_game_to_its_end(open_world: OpenWorld) -> None:
    world = await open_world(registry={"stub": PACKAGE}, people=2)
    ada, ben = world.people
    await ada.slash("cats play", computers=0)
    await ben.press("Join")
    await ada.press("Start")
    await enter(world, ada, "keep")
    assert "Ada has answered." in world.board().text
    assert "Your card:" in ben.private().text
    await enter(world, ben, "swap")
    assert "Ben has" in world.messages()[-1].text
''',
    "tests/test_contract.py": '''\
"""The game keeps the contract that all games of the bot keep.

`python -m bot.testing` checks more: it also plays in another process, and measures screens.
"""

from bot.testing.suite import check_game
from stub.package import PACKAGE


def test_the_game_keeps_the_contract() -> None:
    found = check_game(PACKAGE, range(60))
    assert [str(each) for each in found if not each.holds] == []
''',
}
