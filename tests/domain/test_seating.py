"""The lobby's seats and options, as pure functions."""

import pytest
from msgspec.structs import replace

from bot.domain import computers, host, opening, options, seating
from bot.domain.changes import Click, Refused
from bot.domain.dealing import start_game
from bot.domain.opening import TableOptions
from bot.domain.table import Player, Table
from bot.engine.package import GamePackage
from bot.games.registry import GAMES
from bot.i18n import LANGUAGES
from tests.tables import expect_lobby, in_phase
from tests.toys import REGISTRY
from tests.toys.race.rules import Race

ADA = Click(1, 1, "Ada", "en", 1)


def lobby(package: GamePackage, *, text_only: bool = False) -> Table:
    """Return a new lobby of Ada's."""
    return opening.open_lobby(ADA, 1, 1, "game", package, TableOptions(text_only=text_only), 0.0)


def test_a_host_chooses_whether_there_are_pictures() -> None:
    table, package = lobby(REGISTRY["cloaked_cats"]), REGISTRY["cloaked_cats"]
    assert not table.text_only
    assert options.set_option(table, package, "text-only", "yes").table.text_only
    assert lobby(package, text_only=True).text_only


def test_a_game_without_pictures_is_text_only_and_nobody_chooses() -> None:
    table, package = lobby(REGISTRY["secret_numbers"]), REGISTRY["secret_numbers"]
    assert table.text_only
    with pytest.raises(Refused, match="option-unknown"):
        options.set_option(table, package, "text-only", "no")


@pytest.mark.parametrize(
    ("name", "choice"), [("pace", "furious"), ("clock", "11"), ("language", "xx"), ("size", "slow")]
)
def test_a_choice_that_no_option_has_is_refused(name: str, choice: str) -> None:
    package = REGISTRY["secret_numbers"]
    with pytest.raises(Refused, match="option-unknown"):
        options.set_option(lobby(package), package, name, choice)


def test_while_a_game_runs_only_the_pace_can_be_changed() -> None:
    package = REGISTRY["secret_numbers"]
    match = in_phase(replace(lobby(package), game="secret_numbers"), "playing")
    assert options.set_option(match, package, "pace", "slow").table.pace == "slow"
    with pytest.raises(Refused, match="not-a-lobby"):
        options.set_option(match, package, "clock", "3")


class Crowd(Race):
    """A race for as many as fit into the menu of levels."""

    seats = range(2, 27)


def test_the_host_is_named_wherever_they_sit() -> None:
    table = lobby(REGISTRY["secret_numbers"])
    table = replace(table, players=(Player("Ben", 2), *table.players))
    assert host.format_host_name(table) == "Ada"


@pytest.mark.parametrize(("user", "reason"), [(1, "host-only"), (7, "host-none")])
def test_what_only_the_host_may_do_is_refused_with_the_reason(user: int, reason: str) -> None:
    table = replace(lobby(REGISTRY["secret_numbers"]), host=user)
    with pytest.raises(Refused) as refused:
        host.check_host(table, Click(1, 2, "Ben", "en", 1))
    assert refused.value.key == reason


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_computer_of_a_large_table_has_a_name_of_its_own(language: str) -> None:
    package = replace(REGISTRY["race"], game=Crowd())
    table = replace(lobby(package), language=language)
    while computers.has_room(table, package):
        table = computers.add_computer(table, package, is_newcomer=False).table
    names = [player.name for player in table.players if player.user is None]
    assert len({*names}) == 25
    assert (names[0], names[10], names[23]) == ("Minka", "Kira", "Anton")
    assert names[24] == "Minka 2"


def test_a_computer_at_a_full_table_takes_the_seat_that_was_kept_last() -> None:
    package = REGISTRY["secret_numbers"]
    kept = [Player(name, user, confirmed=False) for user, name in enumerate(("Ben", "Cleo"), 2)]
    present = Player("Dan", 4)
    table = replace(lobby(package), players=(*lobby(package).players, *kept, present))
    players = computers.add_computer(table, package, is_newcomer=False).table.players
    assert [player.name for player in players[:-1]] == ["Ada", "Ben", "Dan"]
    assert players[-1].user is None


def test_computers_take_no_name_that_somebody_has() -> None:
    package = replace(REGISTRY["race"], game=Crowd())
    table = opening.open_lobby(
        replace(ADA, name="Minka"), 1, 1, "game", package, TableOptions(computers=24), 0.0
    )
    names = [player.name for player in table.players]
    assert names[:2] == ["Minka", "Felix"]
    assert names[-1] == "Minka 2"


@pytest.mark.parametrize(
    ("choice", "dealt", "kept"),
    [(None, "3", {}), ("5", "5", {"dice": "5"}), ("1", "1", {"dice": "1"})],
)
def test_a_rematch_keeps_what_was_chosen_and_no_default(
    choice: str | None, dealt: str, kept: dict[str, str]
) -> None:
    package = GAMES["liars_dice"]
    table: Table = opening.open_lobby(
        ADA, 1, 1, "liars_dice", package, TableOptions(computers=4), 0.0
    )
    if choice:
        table = options.set_option(table, package, "dice", choice).table
    match = start_game(table, package, lambda: bytes(32)).table
    assert dict(match.options)["dice"] == dealt
    again = opening.open_rematch(in_phase(match, "over"), package, ADA, 1.0)
    assert dict(again.options) == kept


@pytest.mark.parametrize("game", GAMES)
def test_each_option_has_a_default_for_any_number_of_players(game: str) -> None:
    rules = GAMES[game].game
    for seats in range(1, rules.seats[-1] + 1):
        defaults = rules.defaults_for(seats)
        for option in rules.options:
            assert option.normalise_choice(defaults[option.name]) == defaults[option.name]


def test_another_game_keeps_people_and_as_many_computers_as_fit() -> None:
    dice, cats = GAMES["liars_dice"], GAMES["cloaked_cats"]
    table = opening.open_lobby(
        ADA, 1, 1, "liars_dice", dice, TableOptions(clock="60", computers=4, level="fox"), 0.0
    )
    changed = options.set_option(table, dice, "dice", "5").table
    changed = seating.join(changed, dice, replace(ADA, user=2, name="Ben"), 1.0).table
    lobby = opening.change_game(expect_lobby(changed), "cloaked_cats", dice, cats)
    assert [(player.name, player.level) for player in lobby.players] == [
        ("Ada", ""),
        ("Minka", "fox"),
        ("Felix", "fox"),
        ("Ben", ""),
    ]
    assert (lobby.game, lobby.clock, lobby.options) == ("cloaked_cats", "60", ())


@pytest.mark.parametrize(
    ("game", "chosen", "other", "clock"),
    [
        ("quickpick", None, "cloaked_cats", "10"),
        ("cloaked_cats", None, "quickpick", "45s"),
        ("quickpick", "3", "cloaked_cats", "3"),
        ("cloaked_cats", "60", "quickpick", "60"),
    ],
)
def test_another_game_has_its_own_usual_clock_unless_the_host_chose_one(
    game: str, chosen: str | None, other: str, clock: str
) -> None:
    old, new = GAMES[game], GAMES[other]
    table = opening.open_lobby(ADA, 1, 1, game, old, TableOptions(clock=chosen), 0.0)
    assert opening.change_game(table, other, old, new).clock == clock


def test_computers_get_the_middle_level_of_a_game_without_theirs() -> None:
    numbers, cats = REGISTRY["secret_numbers"], GAMES["cloaked_cats"]
    table = opening.open_lobby(ADA, 1, 1, "secret_numbers", numbers, TableOptions(computers=1), 0.0)
    lobby = opening.change_game(table, "cloaked_cats", numbers, cats)
    assert [player.level for player in lobby.players] == ["", "tomcat"]


@pytest.mark.parametrize("chosen", [False, True])
def test_another_game_shows_pictures_as_the_table_did(*, chosen: bool) -> None:
    numbers, cats, dice = REGISTRY["secret_numbers"], GAMES["cloaked_cats"], GAMES["liars_dice"]
    table = opening.open_lobby(ADA, 1, 1, "game", cats, TableOptions(text_only=chosen), 0.0)
    assert opening.change_game(table, "dice", cats, dice).text_only is chosen
    assert opening.change_game(table, "numbers", cats, numbers).text_only
    poor = opening.open_lobby(ADA, 1, 1, "numbers", numbers, TableOptions(), 0.0)
    assert not opening.change_game(poor, "dice", numbers, dice).text_only


def test_a_game_with_too_few_seats_for_all_people_is_refused() -> None:
    dice, cats = GAMES["liars_dice"], GAMES["cloaked_cats"]
    table: Table = opening.open_lobby(ADA, 1, 1, "liars_dice", dice, TableOptions(), 0.0)
    for user in range(2, 6):
        table = seating.join(table, dice, replace(ADA, user=user), 1.0).table
    with pytest.raises(Refused, match="too-many-people") as refused:
        opening.change_game(expect_lobby(table), "cloaked_cats", dice, cats)
    assert refused.value.values == {"seats": 4, "people": 5}
