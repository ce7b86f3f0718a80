"""The lobby's seats and options, as pure functions."""

import pytest
from msgspec.structs import replace

from bot.domain import computers, opening, options, seating
from bot.domain.changes import Change, Click, Refused
from bot.domain.dealing import start_game
from bot.domain.levels import middle_level
from bot.domain.opening import TableOptions
from bot.domain.table import Leaver, Lobby, Person, Player, Table
from bot.engine.options import default_options
from bot.engine.package import GamePackage
from bot.games.registry import GAMES
from bot.i18n import LANGUAGES
from tests.tables import deal_table, expect_lobby, in_phase
from tests.toys import REGISTRY
from tests.toys.race.rules import Race

ADA = Click(1, 1, "Ada", "en", 1)


def lobby(package: GamePackage, *, text_only: bool = False) -> Table:
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_computer_of_a_large_table_has_a_name_of_its_own(language: str) -> None:
    package = replace(REGISTRY["race"], game=Crowd())
    table = replace(lobby(package), language=language)
    while computers.has_room(table, package):
        table = computers.add_computer(table, package, "kitten").table
    names = [player.name for player in table.players if player.user is None]
    assert len({*names}) == 25
    assert (names[0], names[10], names[23]) == ("Minka", "Kira", "Anton")
    assert names[24] == "Minka 2"


def test_a_computer_at_a_full_table_takes_the_seat_that_was_kept_last() -> None:
    package = REGISTRY["secret_numbers"]
    kept = [Player(name, user, confirmed=False) for user, name in enumerate(("Ben", "Cleo"), 2)]
    present = Player("Dan", 4)
    table = replace(lobby(package), players=(*lobby(package).players, *kept, present))
    players = computers.add_computer(table, package, "kitten").table.players
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
        defaults = default_options(rules.options, seats)
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
    assert opening.change_game(poor, "dice", numbers, dice).text_only is False


def test_a_game_with_too_few_seats_for_all_people_is_refused() -> None:
    dice, cats = GAMES["liars_dice"], GAMES["cloaked_cats"]
    table: Table = opening.open_lobby(ADA, 1, 1, "liars_dice", dice, TableOptions(), 0.0)
    for user in range(2, 6):
        table = seating.join(table, dice, replace(ADA, user=user), 1.0).table
    with pytest.raises(Refused, match="too-many-people") as refused:
        opening.change_game(expect_lobby(table), "cloaked_cats", dice, cats)
    assert refused.value.values == {"seats": 4, "people": 5}


def seat(*names: str, kept: tuple[str, ...] = (), game: str = "cloaked_cats") -> Lobby:
    """Return a lobby of these people, the first of whom is user 1 and the host.

    Names that begin with "Computer" are computers, and seats of people in `kept` are only kept.
    """
    players = tuple(
        Player(name, None, "kitten")
        if name.startswith("Computer")
        else Player(name, user, confirmed=name not in kept)
        for user, name in enumerate(names, 1)
    )
    return Lobby(game, 1, 2, "en", "10", 0.0, 0.0, players=players, host=1)


def names_of(change: Change) -> list[str]:
    return [player.name for player in change.table.players]


EVE = Click(1, 9, "Eve", "en", 2)


@pytest.mark.parametrize(
    ("lobby", "expected"),
    [
        (seat("Ada"), ["Ada", "Eve"]),
        (seat("Ada", "Computer 1", "Computer 2", "Ben"), ["Ada", "Computer 1", "Eve", "Ben"]),
        (seat("Ada", "Ben", "Computer 1", "Cleo", kept=("Ben",)), ["Ada", "Ben", "Eve", "Cleo"]),
    ],
)
def test_who_joins_takes_a_free_seat_or_that_of_the_computer_that_came_last(
    lobby: Lobby, expected: list[str]
) -> None:
    change = seating.join(lobby, GAMES["cloaked_cats"], EVE, 5.0)
    assert names_of(change) == expected
    again = seating.join(change.table, GAMES["cloaked_cats"], EVE, 6.0)
    assert names_of(again) == expected, "joining twice takes one seat"


@pytest.mark.parametrize(
    ("lobby", "reason"),
    [
        (seat("Ada", "Ben", "Cleo", "Dan"), "table-full"),
        (seat("Ada", "Ben", "Cleo", "Dan", kept=("Ben",)), "table-full"),
        (replace(seat("Ada"), removed=(Person(9, "Eve"),)), "removed-by-host"),
        (deal_table("Ada", "Ben"), "not-a-lobby"),
        (in_phase(seat("Ada"), "closed"), "closed"),
        (in_phase(seat("Ada", "Ben"), "over"), "already-over"),
    ],
)
def test_who_cannot_join_is_told_why(lobby: Table, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        seating.join(lobby, GAMES["cloaked_cats"], EVE, 5.0)


def test_a_kept_seat_is_taken_by_whom_it_is_kept_for() -> None:
    lobby = seat("Ada", "Ben", kept=("Ben",))
    taken = seating.join(lobby, GAMES["cloaked_cats"], replace(EVE, user=2), 5.0).table
    assert [player.confirmed for player in taken.players] == [True, True]


@pytest.mark.parametrize(
    ("lobby", "left", "host"),
    [
        (seat("Ada", "Computer 1", "Ben"), 0, 3),
        (seat("Ada", "Ben", "Cleo"), 1, 1),
        (seat("Ada", "Ben", "Cleo", kept=("Ben",)), 0, 3),
    ],
)
def test_when_the_host_leaves_the_next_one_who_is_here_is_host(
    lobby: Lobby, left: int, host: int
) -> None:
    after = seating.free_seat(lobby, left).table
    assert (after.phase, after.host) == ("lobby", host)


@pytest.mark.parametrize("lobby", [seat("Ada", "Computer 1"), seat("Ada", "Ben", kept=("Ben",))])
def test_the_last_person_to_leave_closes_the_lobby(lobby: Lobby) -> None:
    closed = seating.free_seat(lobby, 0).table
    assert (closed.phase, closed.host) == ("closed", None)
    with pytest.raises(Refused, match="seat-empty"):
        seating.free_seat(lobby, 2)


def test_whom_the_host_removes_joins_again_only_if_the_host_allows_it() -> None:
    lobby = seat("Ada", "Ben", "Cleo", "Computer 1", kept=("Cleo",))
    removed = expect_lobby(seating.remove_by_host(lobby, 1).table)
    assert removed.removed == (Person(2, "Ben"),)
    assert expect_lobby(seating.allow_back(removed, 2).table).removed == ()
    assert expect_lobby(seating.allow_back(removed, 3).table).removed == removed.removed
    for other in (2, 3):
        gone = expect_lobby(seating.remove_by_host(lobby, other).table)
        assert gone.removed == (), "a kept seat and a computer are no people who were removed"


def test_computers_leave_in_the_order_in_which_they_came_and_need_a_seat() -> None:
    lobby = seat("Ada", "Computer 1", "Ben", "Computer 2")
    assert names_of(computers.remove_computer(lobby)) == ["Ada", "Computer 1", "Ben"]
    with pytest.raises(Refused, match="no-computer"):
        computers.remove_computer(seat("Ada"))
    with pytest.raises(Refused, match="no-seat-for-computer"):
        computers.add_computer(lobby, GAMES["cloaked_cats"], "kitten")


@pytest.mark.parametrize(
    ("lobby", "missing", "is_full"),
    [
        (seat("Ada"), 1, False),
        (seat("Ada", "Ben", kept=("Ben",)), 1, False),
        (seat("Ada", "Computer 1"), 0, False),
        (seat("Ada", "Ben", "Cleo", "Dan"), 0, True),
        (seat("Ada", "Ben", "Cleo", "Dan", kept=("Dan",)), 0, False),
        (seat("Ada", "Ben", "Cleo", "Computer 1"), 0, False),
    ],
)
def test_how_many_are_missing_and_whether_all_seats_are_taken(
    lobby: Lobby, missing: int, is_full: bool
) -> None:
    package = GAMES["cloaked_cats"]
    assert seating.count_missing_players(lobby, package) == missing
    assert computers.can_start(lobby, package) is (missing == 0)
    assert seating.is_full(lobby, package) is is_full


class Pairs(Race):
    seats = (2, 4)


PAIRS = replace(REGISTRY["race"], game=Pairs())
CROWD = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")


@pytest.mark.parametrize(
    ("package", "names", "to_come", "filling"),
    [
        (GAMES["who_barked"], CROWD[:1], 1, 4),
        (GAMES["who_barked"], ("Ada", "Computer 1"), 0, 3),
        (GAMES["who_barked"], CROWD[:2], 0, 3),
        (GAMES["who_barked"], ("Ada", "Ben", "Computer 1"), 0, 2),
        (GAMES["who_barked"], CROWD[:5], 0, 0),
        (GAMES["who_barked"], CROWD, 0, 0),
        (GAMES["quickpick"], CROWD[:1], 1, 2),
        (GAMES["quickpick"], CROWD[:2], 0, 1),
        (GAMES["liars_dice"], CROWD[:1], 1, 1),
        (PAIRS, CROWD[:1], 1, 1),
        (PAIRS, CROWD[:2], 0, 0),
        (PAIRS, CROWD[:3], 0, 1),
        (PAIRS, CROWD[:4], 0, 0),
    ],
)
def test_two_can_start_any_game_and_computers_take_the_seats_that_it_needs(
    package: GamePackage, names: tuple[str, ...], to_come: int, filling: int
) -> None:
    lobby = seat(*names)
    assert computers.count_missing_to_start(lobby, package) == to_come
    assert computers.can_start(lobby, package) is (to_come == 0)
    assert seating.count_missing_players(lobby, package) == filling
    if to_come:
        with pytest.raises(Refused, match="not-startable"):
            start_game(lobby, package, lambda: bytes(32))
        return
    dealt = start_game(lobby, package, lambda: bytes(32)).table.players
    assert len(dealt) == len(names) + filling
    assert {player.name for player in dealt} >= {*names}


@pytest.mark.parametrize(
    ("computer", "added", "level"),
    [
        ("", "kitten", "kitten"),
        ("", "like-us", "like-us/kitten"),
        ("", None, "middle"),
        ("tomcat", "kitten", "tomcat"),
        ("like-us", "fox", "like-us/kitten"),
    ],
)
def test_computers_that_fill_up_play_like_those_at_the_table(
    computer: str, added: str | None, level: str
) -> None:
    package = GAMES["who_barked"]
    wanted = middle_level(package) if level == "middle" else level
    lobby = seat("Ada", "Computer 1" if computer else "Ben")
    if computer:
        lobby = lobby.change_player(1, level=computer)
    change = start_game(lobby, package, lambda: bytes(32), "kitten", added_level=added)
    dealt = change.table.players
    assert {player.level for player in dealt if player.user is None} == {wanted}


def test_where_computers_cannot_play_nobody_starts_without_enough_people() -> None:
    package = GAMES["quickpick"]
    lobby = replace(seat(*CROWD[:2], game="quickpick"), options=(("mode", "camera"),))
    assert computers.count_missing_to_start(lobby, package) == 1
    with pytest.raises(Refused, match="not-startable"):
        start_game(lobby, package, lambda: bytes(32))


def test_seats_that_are_only_kept_go_to_computers_at_the_start() -> None:
    lobby = seat(*CROWD[:5], kept=CROWD[2:5])
    dealt = start_game(lobby, GAMES["who_barked"], lambda: bytes(32)).table.players
    assert sorted(player.name for player in dealt if player.user) == ["Ada", "Ben"]
    assert len(dealt) == 5


@pytest.mark.parametrize(
    ("players", "chosen", "dice"), [(4, (), "5"), (5, (), "3"), (5, (("dice", "1"),), "1")]
)
def test_a_default_follows_the_number_of_players(
    players: int, chosen: tuple[tuple[str, str], ...], dice: str
) -> None:
    lobby = seat(*("Ada", "Ben", "Cleo", "Dan", "Eve")[:players], game="liars_dice")
    lobby = replace(lobby, options=chosen)
    assert options.read_options(lobby, GAMES["liars_dice"])["dice"] == dice
    assert options.has_usual_options(lobby, GAMES["liars_dice"]) is not bool(chosen)


@pytest.mark.parametrize("stored", [(), (("numbers", "hundreds"),)])
def test_an_option_that_an_older_version_did_not_know_has_its_default(
    stored: tuple[tuple[str, str], ...],
) -> None:
    lobby = replace(seat("Ada", game="secret_numbers"), options=stored)
    assert options.read_options(lobby, REGISTRY["secret_numbers"]) == {"numbers": "few"}


@pytest.mark.parametrize("chosen", [False, True])
def test_a_rematch_keeps_seats_until_they_are_taken_and_forgets_the_game(chosen: bool) -> None:
    over = replace(
        deal_table("Ada", "Ben", computers=1).complete(),
        is_language_chosen=chosen,
        leavers=(Leaver(9, "Eve"),),
    )
    click = Click(1, 2, "Ben", "de", 2)
    again = opening.open_rematch(over, GAMES["cloaked_cats"], click, 9.0)
    assert [(p.name, p.confirmed) for p in again.players] == [
        ("Ada", False),
        ("Ben", True),
        ("Computer 0", True),
    ]
    assert (again.host, again.language) == (2, "en" if chosen else "de")
    assert all(player.letter is None for player in again.players)
