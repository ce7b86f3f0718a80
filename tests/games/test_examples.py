"""The examples in the contract's docstrings run."""

import doctest
from types import ModuleType

import pytest

from bot.engine import game, screen


@pytest.mark.parametrize("module", [game, screen], ids=lambda module: module.__name__)
def test_examples_of_the_contract_are_true(module: ModuleType) -> None:
    found = doctest.testmod(module)
    assert found.attempted > 1
    assert found.failed == 0
