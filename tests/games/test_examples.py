"""The examples in the contract's docstrings run."""

import doctest
from types import ModuleType

import pytest

from bot.engine import answers, game, moves, winning_chances


@pytest.mark.parametrize(
    "module", [answers, game, moves, winning_chances], ids=lambda module: module.__name__
)
def test_examples_of_the_contract_are_true(module: ModuleType) -> None:
    found = doctest.testmod(module)
    assert found.attempted
    assert found.failed == 0
