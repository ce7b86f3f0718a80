"""The suite of the contract: every game keeps it, and each rule notices who does not."""

import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from bot.engine.author_checks import find_mistakes
from bot.engine.package import GamePackage
from bot.engine.records import ActRecord, list_legal_paths
from bot.games.registry import GAMES as OURS
from bot.testing.__main__ import check_same_seed, check_screen_heights, main
from bot.testing.playing import MoveFilter, find_method, make_setup, play_game
from bot.testing.subprocesses import find_differing_games
from bot.testing.suite import RULES, check_game, list_broken
from tests.bench.browser import chromium_or_skip
from tests.games.catham_city import playing as catham_city
from tests.games.cloaked_cats import playing as cloaked_cats
from tests.games.quickpick import playing as quickpick
from tests.testing.mole_mutants import (
    ABSENT_SPOILS,
    CLEARS_LEADERS,
    FAULTY,
    FLIPS_COIN,
    TEAM_MOLES,
    TELLS_TEAM,
    AsksMolesFirst,
    LeadersAreNoMoles,
    MolesAreOut,
    MovesByRole,
    PausesByRole,
    PlacesByRole,
    RolesInAllViews,
    ShowsVotes,
    of_lines,
    of_moles,
)
from tests.testing.moles import PACKAGE as MOLES
from tests.testing.mutants import (
    BREAKS,
    GOSSIPING,
    HIGHLIGHTS,
    LATE_PRESSES,
    LAZY,
    LEAKS,
    MISTAKEN,
    NAMELESS_TEAMS,
    NO_THREE,
    PREDICTIONS,
    REMEMBERING_COMPUTERS,
    REMEMBERING_SCREENS,
    REVEALS_ROLE,
    SPEECHLESS,
    TALKATIVE,
    TEAMS,
    TELLS_BOOLS,
    of_computers,
    of_rules,
    without_german,
)
from tests.testing.puzzle_mutants import PUZZLES, of_puzzles
from tests.toys import REGISTRY
from tests.toys.council import rules as council
from tests.toys.council.package import PACKAGE as COUNCIL
from tests.toys.race.teams import PACKAGE as TUG_OF_WAR
from tests.toys.secret_numbers.computer import SecretNumbersComputers
from tests.toys.secret_numbers.rules import SecretNumbers, State

GAMES, THOROUGH_GAMES = 12, 24
"""How many are played of each registered game; the second with `--thorough`."""
MOVE_FILTERS: Mapping[str, MoveFilter] = {
    "cloaked_cats": cloaked_cats.filter_moves,
    "catham_city": catham_city.filter_moves,
    "quickpick": quickpick.filter_moves,
}
"""By these random players make happen what seldom does."""
TOY_GAME_COUNT = 8
"""Games of a toy in which any rule finds what breaks it."""
FAULTY_GAMES, THOROUGH_FAULTY_GAMES = 12, 20
"""Games of hidden roles in which also a rare fault is found; the second with `--thorough`."""
GAMES_ELSEWHERE, THOROUGH_GAMES_ELSEWHERE = range(2), range(4)
"""Games that are played again in other processes; the second with `--thorough`."""
HIDDEN_RULE = next(rule for rule in RULES if rule.name == "resample-all-secrets")


@pytest.mark.parametrize("name", REGISTRY)
def test_every_registered_game_keeps_the_contract(name: str, thorough: bool) -> None:
    games = range(THOROUGH_GAMES if thorough else GAMES)
    found = check_game(REGISTRY[name], games, move_filter=MOVE_FILTERS.get(name))
    assert [str(each) for each in found if not each.holds] == []
    assert [each.rule.name for each in found if not each.games] == [], "these were not checked"


ALONE = [
    *((package, rule, "") for rule, package in BREAKS.items()),
    *((of_computers(mistaken()), "level-names-and-rates", "") for mistaken in MISTAKEN),
    (BREAKS["moves-and-events-parse"], "moves-and-events-parse", "`event_types`"),
    (TELLS_BOOLS, "moves-and-events-parse", "role-told. Expected `int | str`, got `bool`"),
    (LAZY, "resample-all-secrets", "the same state again and again"),
    (SPEECHLESS, "awards", "en.ftl lacks award-charming"),
    *((package, "predictions", why) for why, package in PREDICTIONS.items()),
    (REMEMBERING_COMPUTERS, "computers-use-views-only", "has chosen for others before"),
    (REMEMBERING_SCREENS, "screens-hide-secrets", "screens may remember nothing"),
    (ABSENT_SPOILS, "absent-moves-hide-secrets", "absent chooses 'work/"),
    (NO_THREE, "buttons-reach-moves", "cannot enter 'name/3/"),
    (REVEALS_ROLE, "reveals", "role-told is in `reveals`, and told to (0,) alone"),
    *((of_puzzles(puzzles), rule, why) for why, (rule, puzzles) in PUZZLES.items()),
    *((package, "highlights", why) for why, package in HIGHLIGHTS.items()),
    *((package, "late-presses", why) for why, package in LATE_PRESSES.items()),
    *((package, "teams", why) for why, package in TEAMS.items()),
    (NAMELESS_TEAMS, "texts-in-all-languages", "en.ftl lacks team-cats"),
]
"""Games that break one rule each, and a part of what is told of it."""


@pytest.mark.parametrize(("package", "rule", "why"), ALONE)
def test_each_rule_notices_the_game_that_breaks_it_alone(
    package: GamePackage, rule: str, why: str
) -> None:
    found = check_game(package, range(TOY_GAME_COUNT))
    (verdict,) = [verdict for verdict in found if not verdict.holds]
    assert verdict.rule.name == rule
    assert why in verdict.reason


@pytest.mark.parametrize(
    ("package", "rules"),
    [
        (TALKATIVE, ["events-match-views", "answers-stay-hidden"]),
        (GOSSIPING, ["similar-games-look-alike", "screens-hide-secrets"]),
    ],
)
def test_a_secret_that_is_told_or_shown_at_once_breaks_two_rules(
    package: GamePackage, rules: list[str]
) -> None:
    assert [*list_broken(check_game(package, range(TOY_GAME_COUNT)))] == rules


@pytest.mark.parametrize("leaking", LEAKS)
def test_a_leak_of_the_rules_is_noticed_wherever_it_is(leaking: type[SecretNumbers]) -> None:
    found = check_game(of_rules(leaking()), range(TOY_GAME_COUNT))
    assert "views-hide-secrets" in list_broken(found)


@pytest.mark.parametrize(("package", "rule", "words"), FAULTY)
def test_the_first_broken_rule_points_to_the_fault(
    package: GamePackage, rule: str, words: str, thorough: bool
) -> None:
    games = range(THOROUGH_FAULTY_GAMES if thorough else FAULTY_GAMES)
    last = [each.name for each in RULES].index(rule)
    *before, found = check_game(package, games, RULES[: last + 1])
    assert [*list_broken(before)] == []
    assert words in found.reason


@pytest.mark.parametrize(
    "package", [MOLES, FLIPS_COIN, CLEARS_LEADERS, TELLS_TEAM, TEAM_MOLES, TUG_OF_WAR]
)
def test_a_game_of_hidden_roles_or_teams_keeps_the_contract(
    package: GamePackage, thorough: bool
) -> None:
    games = range(THOROUGH_FAULTY_GAMES if thorough else FAULTY_GAMES)
    assert [*list_broken(check_game(package, games))] == []


def test_a_deal_that_seldom_changes_something_is_no_fault() -> None:
    class Reluctant(SecretNumbers):
        """What it hides stays the same in nine of ten tries."""

        def resample_hidden(self, state: State, viewer: int | None, rng: Random) -> State | None:
            other = super().resample_hidden(state, viewer, rng)
            return state if other and rng.random() < 0.9 else other

    found = check_game(of_rules(Reluctant()), range(60), [HIDDEN_RULE])
    assert [verdict.reason for verdict in found] == [""]


def test_a_stubborn_majority_cannot_keep_a_game_from_its_end() -> None:
    kinds = [make_setup(MOLES, number).players for number in range(4)]
    assert kinds == ["computer", "absent", "first-move", "last-move"]
    for number in (2, 3):
        play = play_game(MOLES, make_setup(MOLES, number))
        for before, after in play.transitions:
            if isinstance(after.action, ActRecord) and after.action.seat:
                moves = list_legal_paths(MOLES.game, before.state, after.action.seat)
                assert after.action.move == moves[0 if number == 2 else -1]


def test_what_a_game_hides_is_told_by_its_fields_unless_its_secrets_leak(
    capsys: pytest.CaptureFixture[str],
) -> None:
    rule = ["--rule", "resample-all-secrets", "--games"]
    assert main(["cloaked_cats", *rule, "1"]) == 0
    assert "`resample_hidden` deals anew: fans, hands, pile. Is all" in capsys.readouterr().out
    assert main(["--module", "tests.testing.mutants.LAZY", *rule, "8"]) == 1
    assert "deals anew" not in capsys.readouterr().out


def test_a_text_that_is_missing_in_a_language_is_noticed(tmp_path: Path) -> None:
    (found,) = [v for v in check_game(without_german(tmp_path), range(1)) if not v.holds]
    assert (found.rule.name, found.reason) == (
        "texts-in-all-languages",
        "game-length is in en.ftl, but not in de.ftl: add or remove it",
    )


def test_there_is_a_game_that_breaks_each_rule() -> None:
    assert {*BREAKS, "texts-in-all-languages"} == {rule.name for rule in RULES}
    assert len({rule.name for rule in RULES}) == len(RULES)


def test_each_rule_names_the_method_to_look_at_first() -> None:
    package = replace(REGISTRY["quickpick"], puzzles=OURS["cloaked_cats"].puzzles)
    without = {rule.name for rule in RULES if not find_method(package, rule.method_name)}
    assert without == {
        "game-ends",
        "levels-fit-menu",
        "level-names-and-rates",
        "numbers",
        "reveals",
        "texts-in-all-languages",
    }


@pytest.mark.parametrize(
    ("package", "rule", "methods"),
    [
        (of_moles(RolesInAllViews()), "views-hide-secrets", ["view", "resample_hidden"]),
        (of_moles(MovesByRole()), "views-hide-secrets", ["legal_moves", "resample_hidden"]),
        (of_moles(AsksMolesFirst()), "views-hide-secrets", ["prompts", "resample_hidden"]),
        (of_moles(LeadersAreNoMoles()), "resample-possible-states", ["resample_hidden", "deal"]),
        (of_moles(PlacesByRole()), "similar-games-look-alike", ["interim_standings"]),
        (of_moles(MolesAreOut()), "similar-games-look-alike", ["is_out"]),
        (of_moles(PausesByRole()), "similar-games-look-alike", ["prompts"]),
        (of_lines(), "similar-games-look-alike", ["describe_event"]),
        (of_moles(ShowsVotes()), "answers-stay-hidden", ["view"]),
        (TALKATIVE, "answers-stay-hidden", ["apply"]),
        (BREAKS["no-buttons-unasked"], "no-buttons-unasked", ["own_screen", "prompts"]),
    ],
)
def test_a_broken_rule_names_the_methods_at_fault(
    package: GamePackage, rule: str, methods: list[str]
) -> None:
    checked = [each for each in RULES if each.name == rule]
    (verdict,) = check_game(package, range(FAULTY_GAMES), checked)
    found = [each.rpartition(" ")[2] for each in verdict.list_methods(package)]
    assert found == [f"`{method}`" for method in methods]


def test_the_first_games_let_each_level_play_and_the_absent() -> None:
    for package in REGISTRY.values():
        kinds = (*package.computers.levels, "absent")
        assert [make_setup(package, n).players for n in range(len(kinds))] == [*kinds]


def test_the_same_number_is_the_same_game() -> None:
    package = REGISTRY["quickpick"]
    one, two = (play_game(package, make_setup(package, 7)) for _ in range(2))
    assert one.steps == two.steps
    assert len(one.steps) > 20


def test_the_command_tells_of_each_rule_and_how_to_see_it_again(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")  # without a browser, which would take most of the time
    module = ["--module", "tests.testing.mutants.LENIENT"]
    assert main([*module, "--games", "3"]) == 1
    told = capsys.readouterr().out
    assert "final-standings" in told
    assert "holds in 3 games" in told
    assert "is taken, but not listed" in told
    assert re.search(r"look first at /.*mutants.py:\d+ `apply`", told)
    (again,) = [line.split("bot.testing ")[1] for line in told.splitlines() if "--rule" in line]
    assert main(again.split()) == 1
    told = capsys.readouterr().out
    assert "is taken, but not listed" in told
    assert told.splitlines()[-1].startswith("Not all is well")


def test_an_error_of_a_computer_player_points_to_no_method_of_the_rules() -> None:
    class Silent(SecretNumbersComputers):
        """Forgets to return what it chooses."""

        def choose_move(self, *_: object) -> None:  # type: ignore[override]
            return None

    package = of_computers(Silent())
    found = check_game(package, range(1))[0]
    assert (found.rule.name, found.list_methods(package)) == ("game-ends", [])
    assert "`choose_move` at level" in found.reason


def test_a_move_whose_class_is_not_listed_is_asked_after() -> None:
    class Unlisted(SecretNumbers):
        """Leaves out the class of all its moves."""

        move_types = ()  # type: ignore[assignment]

    found = check_game(of_rules(Unlisted()), range(1))[0]
    assert "Is its class in `move_types`?" in found.reason


def test_a_game_that_keeps_the_contract_is_told_so_in_a_process_of_its_own() -> None:
    chromium_or_skip()
    module = "tests.toys.secret_numbers.package.PACKAGE"
    command = [sys.executable, "-m", "bot.testing", "--module", module, "--games", "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.count("holds") == len(RULES) + 2
    assert done.stdout.splitlines()[-1] == "All is well."


@pytest.mark.parametrize("name", REGISTRY)
def test_every_game_is_the_same_in_every_process(name: str, thorough: bool) -> None:
    package = "bot.games" if name in OURS else "tests.toys"
    games = THOROUGH_GAMES_ELSEWHERE if thorough else GAMES_ELSEWHERE
    assert find_differing_games(f"{package}.{name}.package.PACKAGE", games) == []


def test_what_follows_the_order_of_a_set_is_noticed(capsys: pytest.CaptureFixture[str]) -> None:
    module = ["--module", "tests.testing.mutants.SCATTERED", "--rule", "same-in-every-process"]
    assert main([*module, "--games", "8"]) == 1
    assert "BROKEN: The same seed makes the same game" in capsys.readouterr().out


def test_a_process_that_fails_is_told_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    for check in (check_same_seed, check_screen_heights):
        assert not check("nowhere.PACKAGE", range(1), "")
        told = capsys.readouterr().out
        assert re.search("BROKEN: .*\n +`python -m bot.* nowhere.PACKAGE 0 1` ends with exit", told)
        assert "StartProblem: module-broken" in told


@pytest.mark.parametrize("arguments", [[], ["quickpick", "--module", "x.y"]])
def test_bad_arguments_get_a_sentence(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(arguments)
    assert "name a game" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("module", "why"),
    [
        ("PACKAGE", "PACKAGE can't be loaded: ValueError: Empty module name"),
        (
            "nowhere.package.PACKAGE",
            "nowhere.package.PACKAGE can't be loaded: "
            "ModuleNotFoundError: No module named 'nowhere'",
        ),
        ("bot.testing.suite.RULES", "bot.testing.suite.RULES isn't a GamePackage, but: tuple."),
    ],
)
def test_a_module_that_holds_no_game_gets_a_sentence(
    module: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--module", module]) == 1
    assert capsys.readouterr().out == f"{why}\n"


def test_a_team_without_a_message_is_noticed_by_the_host() -> None:
    (first, *_) = find_mistakes("tug_of_war", NAMELESS_TEAMS)
    assert first.endswith('is missing a message. Add a line "team-cats = …" to it.')


def test_a_player_who_picks_several_players_finds_the_button_that_confirms(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(council, "TEAM_SIZE", 5)
    monkeypatch.setattr(council.Council, "seats", (8,))
    pressed = [rule for rule in RULES if rule.name == "buttons-reach-moves"]
    (verdict,) = check_game(COUNCIL, (92, 314, 652, 762), pressed)
    assert verdict.reason == ""


def test_a_public_answer_that_no_view_keeps_is_no_secret() -> None:
    heard = [rule for rule in RULES if rule.name == "events-match-views"]
    (verdict,) = check_game(REGISTRY["catham_city"], (887, 975, 1473), heard)
    assert (verdict.games, verdict.reason) == (3, "")
