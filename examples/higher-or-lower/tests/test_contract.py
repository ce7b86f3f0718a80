"""The game keeps the contract that all games of the bot keep."""

from bot.games.contract.suite import verdicts
from higher_or_lower.box import BOX


def test_the_game_keeps_the_contract() -> None:
    found = verdicts(BOX, range(60))
    assert [(each.rule.name, each.why, each.where) for each in found if not each.holds] == []
