"""The contract's page names all that a game can define, and the reference describes it."""

import re
from pathlib import Path

import pytest

from bot.engine.game import Game
from bot.engine.screens import Screens
from bot.testing.__main__ import ALL_RULES
from tools.contract_reference import write_reference

PAGE = (Path(__file__).parents[2] / "docs/contract.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("contract", [Game, Screens])
def test_each_member_is_there_and_says_whether_a_game_has_to_define_it(
    contract: type[Game] | type[Screens],
) -> None:
    reference = write_reference()
    for name in (name for name in vars(contract) if not name.startswith("_")):
        assert re.search(rf"`(Screens\.)?{name}\b", PAGE), name
        _, _, rest = reference.partition(f"#### `{contract.__name__}.{name}")
        assert rest, name
        must = "**Every game defines it.**" in rest.partition("####")[0]
        assert must is (name in contract.__abstractmethods__), name


def test_calls_keep_their_stars_and_steps_say_what_they_extend() -> None:
    reference = write_reference()
    assert (
        "`IllegalMove.__init__(key: str = 'illegal-move', **values: int | str) -> None`"
        in reference
    )
    assert "`count_events(*kinds: type[Event]) -> NumberCounter`" in reference
    assert "names: Sequence[str], say: Text, *, is_over: bool = True" in reference
    _, _, entry = reference.partition("### `ReplayedStep`")
    assert "It has all that `LogEntry` has." in entry.partition("\n### ")[0]


def test_the_page_has_the_rules_of_the_suite() -> None:
    told = re.findall(r"^\| `(.+?)` \| (.+?) \|$", PAGE.partition("## What the suite")[2], re.M)
    assert told == [(rule.name, rule.statement) for rule in ALL_RULES]
