"""The contract's reference is what the docstrings say today, and leaves nothing out."""

from bot.engine.game import Game
from bot.engine.screens import Screens
from tools.contract_reference import REFERENCE_FILE, write_reference


def test_the_page_is_as_the_docstrings() -> None:
    page = REFERENCE_FILE.read_text(encoding="utf-8")
    assert page == write_reference(), "run `python -m tools.contract_reference`"


def test_each_member_is_there_and_says_whether_a_game_has_to_define_it() -> None:
    reference = write_reference()
    for contract in (Game, Screens):
        members = [name for name in vars(contract) if not name.startswith("_")]
        assert len(members) > 8
        for name in members:
            _, _, rest = reference.partition(f"#### `{contract.__name__}.{name}")
            assert rest, name
            must = "**Every game defines it.**" in rest.partition("####")[0]
            assert must is (name in contract.__abstractmethods__), name
