"""Every game reads the states that it stored by any schema, and plays on from them."""

from pathlib import Path

import pytest
from msgspec.json import decode, encode
from msgspec.structs import replace

from bot.games.contract.kept import states
from tests.games.contract.kept import folder_of
from tests.games.contract.mutants import of_rules
from tests.toys import SHELF
from tests.toys.secret_numbers.rules import SecretNumbers, State


@pytest.mark.parametrize("name", SHELF)
def test_every_game_plays_on_from_the_states_of_all_its_schemas(name: str) -> None:
    assert [*states.problems(SHELF[name], folder_of(name))] == []


class Renamed(SecretNumbers):
    """It reads no state that it stored before."""

    def restored(self, stored: bytes) -> State:
        return super().restored(stored.replace(b'"top"', b'"highest"'))


class Halved(SecretNumbers):
    """It loses the points of the second half of its seats."""

    def restored(self, stored: bytes) -> State:
        state = super().restored(stored)
        return replace(state, points=state.points[:1])


def test_a_state_that_cannot_be_read_any_more_is_told_with_its_line() -> None:
    (first, *_) = states.problems(of_rules(Renamed()), folder_of("secret_numbers"))
    assert first.startswith("states-1.json:2: `restored` fails: ValidationError")


def test_a_state_that_is_read_badly_is_noticed_when_the_game_goes_on() -> None:
    (first, *_) = states.problems(of_rules(Halved()), folder_of("secret_numbers"))
    assert first.startswith("states-1.json:2: read and played on, it breaks")


def test_states_of_a_schema_are_written_once_and_stay() -> None:
    folder = folder_of("secret_numbers")
    (text,) = states.texts(of_rules(Halved()), folder).values()
    assert text == (folder / "states-1.json").read_text()


def test_a_new_schema_needs_states_of_its_own(tmp_path: Path) -> None:
    box = SHELF["secret_numbers"]
    assert [*states.problems(box, tmp_path)] == [
        "states-1.json is missing: no state of today's schema is kept"
    ]
    (text,) = states.texts(box, tmp_path).values()
    assert {kept["step"] for kept in decode(text)} > {0}
    assert encode(decode(text)) in text.replace("\n", "").encode()
