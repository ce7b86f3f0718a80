"""Every game reads the states that it stored by any schema, and plays on from them."""

from pathlib import Path

from msgspec import Struct
from msgspec.json import decode
from msgspec.structs import replace

from bot.games.contract.kept import states
from tests.games.contract.kept import folder_of
from tests.games.contract.mutants import of_rules
from tests.toys import SHELF
from tests.toys.secret_numbers.rules import SecretNumbers, State


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


def test_a_new_schema_has_states_of_its_own(tmp_path: Path) -> None:
    class Later(State, frozen=True):
        schema: int = 2

    class Upgraded(SecretNumbers):
        state = Later

    folder = folder_of("secret_numbers")
    (name,) = states.texts(of_rules(Upgraded()), folder)
    assert name == "states-2.json"
    assert [*states.problems(of_rules(Upgraded()), folder)] == []


def test_states_without_a_number_are_told_apart_by_their_fields() -> None:
    class Bare(Struct):
        points: int

    class Other(Struct):
        score: int

    games = [type("Kind", (SecretNumbers,), {"state": each})() for each in (Bare, Other, Bare)]
    one, two, three = map(states.schema, games)
    assert one == three != two


def test_states_are_kept_of_all_that_is_asked(tmp_path: Path) -> None:
    (text,) = states.texts(SHELF["catham_city"], tmp_path).values()
    game = SHELF["catham_city"].game
    found = [game.restored(bytes(kept.state)) for kept in decode(text, type=list[states.Kept])]
    kinds = {prompt.kind for state in found for prompt in game.prompts(state)}
    assert kinds == {"action", "discard", "detectives", "mafia", "journalists"}
    assert any(not game.prompts(state) for state in found)
