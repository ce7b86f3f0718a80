"""What the suite asks an author: each line lets see a fault that no rule can know."""

from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec.structs import replace

from bot.engine.awards import AwardRules
from bot.engine.events import Event, Seat
from bot.engine.game import Act, Action, Chance, Leave, Place
from bot.engine.package import GamePackage
from bot.engine.records import LogEntry
from bot.testing.questions import list_questions
from bot.testing.suite import check_game, list_broken
from tests.testing.mole_mutants import LeadersSkipMoles, Step, TellsLeaversRole, of_moles
from tests.testing.moles import PACKAGE as MOLES
from tests.testing.moles import Moles, RoleTold, State, View, Work
from tests.toys.race.package import PACKAGE as RACE
from tests.toys.race.rules import State as RaceState
from tests.toys.race.teams import PACKAGE as TUG_OF_WAR
from tests.toys.race.teams import TugOfWar
from tests.toys.secret_numbers.package import PACKAGE
from tests.toys.secret_numbers.predictions import PREDICTIONS, settle_prediction

APART = "Deals that look the same are first told apart by: "


def ask(package: GamePackage, rule: str) -> list[str]:
    """Return the lines about a game that keeps one rule, and all others that are checked."""
    assert [*list_broken(check_game(package, range(8)))] == []
    return [*list_questions(package, [rule])]


class HidesRolesForEver(Moles):
    def view(self, state: State, viewer: Seat | None) -> View:
        seen = super().view(state, viewer)
        return replace(seen, roles=()) if state.phase == "over" else seen


class ShowsLeaversRole(TellsLeaversRole):
    """All see among the last votes whether a player who left was a mole."""

    def apply(self, state: State, action: Action, chance: Chance) -> Step:
        after, notices = super().apply(state, action, chance)
        if isinstance(action, Leave):
            return replace(after, votes=(state.roles[action.seat],)), ()
        return after, notices


class LosersWin(TugOfWar):
    def standings(self, state: RaceState) -> tuple[Place, ...] | None:
        return super().standings(replace(state, points=tuple(-each for each in state.points)))


def find_moles(log: Sequence[LogEntry], places: Sequence[Place]) -> set[Seat]:
    """Return who was told to be a mole."""
    told = [event for entry in log for event in entry.events if isinstance(event, RoleTold)]
    return {event.seat for event in told if event.is_mole}


def find_spoilers(log: Sequence[LogEntry], places: Sequence[Place]) -> set[Seat]:
    """Return who spoilt a job, which nobody else ever knows."""
    acts = [entry.action for entry in log if isinstance(entry.action, Act)]
    return {act.seat for act in acts if act.move == Work(1)}


SPOILER_AWARDS = AwardRules({"spoiler": lambda spoilers, seat: seat in spoilers}, find_spoilers)
MOLE_AWARDS = AwardRules({"mole": lambda moles, seat: seat in moles}, find_moles)


def test_what_first_tells_similar_deals_apart_is_asked_after() -> None:
    (line,) = ask(MOLES, "similar-games-look-alike")
    assert line == f"{APART}`roles` after vote; `roles` after work. May each tell that?"
    (line,) = list_questions(of_moles(LeadersSkipMoles()), ["similar-games-look-alike"])
    assert line.startswith(f"{APART}`leader` after vote; `leader` after work; ")


def test_a_role_that_all_see_when_its_player_leaves_is_asked_after() -> None:
    (line,) = list_questions(of_moles(ShowsLeaversRole()), ["similar-games-look-alike"])
    assert "; `votes` after Leave; " in line


def test_the_author_reads_why_nothing_tells_similar_deals_apart() -> None:
    (line,) = list_questions(of_moles(HidesRolesForEver()), ["similar-games-look-alike"])
    assert line == (
        "74 deals were compared with one that looks the same to somebody, and nothing tells them "
        "apart: 42 to the end, 32 until one of the two refused a move. Is nothing to come out?"
    )
    (line,) = ask(RACE, "similar-games-look-alike")
    assert line == "No two deals look the same to anybody. Is nothing dealt in secret?"


def test_predictions_that_are_never_settled_or_the_wrong_way_round_show() -> None:
    def settle_other(event: Event) -> str:
        return {"odd": "even", "even": "odd"}.get(settle_prediction(event), "")

    def tell(settle: Callable[[Event], str]) -> str:
        predictions = replace(PREDICTIONS, settle=settle)
        (line,) = ask(replace(PACKAGE, predictions=predictions), "predictions")
        return line.removeprefix("Onlookers are asked `first-number` 175 times in 60 games, and ")

    assert tell(settle_prediction) == "it is settled 172 times: odd 98, even 74. Is that right?"
    assert tell(settle_other) == "it is settled 172 times: even 98, odd 74. Is that right?"
    assert tell(lambda event: "") == "it is settled 0 times. Is that right?"


def test_the_size_of_each_team_and_its_wins_are_told() -> None:
    assert ask(TUG_OF_WAR, "teams") == [
        "Teams: cats 1 to 3 members, won 28 of 60 games; dogs 2 to 3 members, won 40 of 60 games. "
        "Do the right ones win?"
    ]
    (line,) = ask(replace(TUG_OF_WAR, game=LosersWin()), "teams")
    assert "cats 1 to 3 members, won 40 of 60 games; dogs 2 to 3 members, won 28" in line


def test_awards_that_depend_on_what_not_all_were_told_are_named() -> None:
    for awards, which in (
        (MOLE_AWARDS, "mole (`role-told`)"),
        (SPOILER_AWARDS, "spoiler (`work`)"),
    ):
        (line,) = list_questions(replace(MOLES, awards=awards), ["awards"])
        told = f"Awards that depend on what not all were told: {which}."
        assert line == f"{told} Does the end tell it to all?"


def test_texts_that_are_the_same_in_two_languages_are_named(tmp_path: Path) -> None:
    assert ask(PACKAGE, "texts-in-all-languages") == []
    german = (PACKAGE.text / "de.ftl").read_text(encoding="utf-8").splitlines()
    english = (PACKAGE.text / "en.ftl").read_text(encoding="utf-8").splitlines()
    kept = [line for line in german if not line.startswith("own-none")]
    forgotten = [line for line in english if line.startswith("own-none")]
    (tmp_path / "en.ftl").write_text("\n".join(english), encoding="utf-8")
    (tmp_path / "de.ftl").write_text("\n".join([*kept, *forgotten]), encoding="utf-8")
    (line,) = ask(replace(PACKAGE, text=tmp_path), "texts-in-all-languages")
    assert line == (
        "Texts of more than 3 words that are the same in en and de: own-none. Are they translated?"
    )
