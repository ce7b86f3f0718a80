"""The game keeps the contract that all games of the bot keep.

`python -m bot.testing` checks more: it also plays in another process, and measures screens.
"""

from bot.testing.suite import check_game
from peek.package import PACKAGE


def test_the_game_keeps_the_contract() -> None:
    found = check_game(PACKAGE, range(60))
    assert [str(each) for each in found if not each.holds] == []
