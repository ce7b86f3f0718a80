"""What an evening counts, what follows its tables, and how its people vote."""

import pytest
from msgspec import Raw
from msgspec.structs import replace

from bot.domain import voting
from bot.domain.changes import Change, Click, Refused, close_table
from bot.domain.consequences import apply_consequences
from bot.domain.display_names import replace_names_by_seats
from bot.domain.evening_games import (
    NEXT_GAME_SECONDS,
    add_awards,
    count_game,
    count_points,
    ends_evening,
    is_followed,
)
from bot.domain.evenings import QUICKEST, Evening, Member, Vote, erase_member
from bot.domain.game_records import Course, RatingWeight, Step, make_record
from bot.domain.lobby_calls import call_host, end_call
from bot.domain.opening import open_next_game
from bot.domain.table import Deadline, Finished, IdleCheck, Lobby, Person, Player
from bot.engine.events import Seat
from bot.engine.game import Place
from bot.engine.records import ActRecord
from bot.games.registry import GAMES
from tests.tables import expect_finished, expect_lobby, in_phase
from tests.toys import REGISTRY
from tests.toys.secret_numbers.rules import ROUNDS, State

NUMBERS = REGISTRY["secret_numbers"]
ADA, BEN, CLEO = (Click(n, n, name, "en", 2) for n, name in enumerate(("Ada", "Ben", "Cleo"), 1))
DICE, CATS, CITY, PICK = "liars_dice", "cloaked_cats", "catham_city", "quickpick"
BEGUN = Evening(0.0)


def sit(*names: str, game: str = "secret_numbers", evening: Evening | None = BEGUN) -> Lobby:
    """Return a lobby of these people; the first one is user 1 and the host."""
    players = tuple(Player(name, user) for user, name in enumerate(names, 1))
    return Lobby(game, 1, 2, "en", "10", 0.0, 0.0, id=4, players=players, host=1, evening=evening)


def finish(lobby: Lobby, *points: int) -> Finished:
    """Return a finished game of Secret Numbers with these points, as it is counted."""
    state = State(5, ROUNDS, (None,) * len(points), points)
    return count_game(in_phase(lobby, "over", state=state, seed=bytes(32)), NUMBERS)


def get_evening(table: Finished | Lobby) -> Evening:
    assert table.evening is not None
    return table.evening


def tell(evening: Evening) -> list[tuple[str, int, int, int]]:
    return [(each.name, each.points, each.games, each.wins) for each in evening.members]


@pytest.mark.parametrize(
    ("places", "points"),
    [
        ([(1, ""), (2, ""), (3, "")], [3, 2, 1]),
        ([(1, ""), (1, ""), (3, "")], [2, 2, 1]),
        ([(1, ""), (2, ""), (2, ""), (4, "")], [4, 2, 2, 1]),
        ([(1, "cats"), (1, "cats"), (3, "dogs"), (3, "dogs"), (3, "dogs")], [4, 4, 1, 1, 1]),
    ],
)
def test_one_gets_a_point_for_playing_and_one_for_each_rival_behind(
    places: list[tuple[int, str]], points: list[int]
) -> None:
    ranked = [Place(seat, rank, 0, team) for seat, (rank, team) in enumerate(places)]
    assert [count_points(place, ranked) for place in ranked] == points


def test_members_are_added_up_from_game_to_game_by_person_and_computer() -> None:
    first = finish(sit("Ada", "Ben", "Cleo"), 3, 5, 1)
    assert tell(get_evening(first)) == [("Ben", 3, 1, 1), ("Ada", 2, 1, 0), ("Cleo", 1, 1, 0)]
    assert get_evening(first).losers == (3, 1, 2)
    computer = Player("Minka", None, "fox")
    again = replace(sit("Ada B.", "Ben"), evening=first.evening)
    second = finish(replace(again, players=(*again.players, computer)), 5, 5, 0)
    assert tell(get_evening(second)) == [
        ("Ben", 5, 2, 2),
        ("Ada B.", 4, 2, 1),
        ("Cleo", 1, 1, 0),
        ("Minka", 1, 1, 0),
    ]
    assert get_evening(second).games == ("secret_numbers",) * 2
    assert get_evening(second).losers == (1, 2), "computers decide nothing"


def test_neither_an_early_end_nor_an_empty_seat_brings_points() -> None:
    ended = in_phase(sit("Ada", "Ben"), "closed", ended_by=1)
    assert count_game(ended, NUMBERS) is ended
    assert finish(sit("Ada", evening=None), 1).evening is None
    gone = sit("Ada", "Ben")
    gone = replace(gone, players=(gone.players[0], Player("Ben", None)))
    assert tell(get_evening(finish(gone, 2, 1))) == [("Ada", 2, 1, 1)]


@pytest.mark.parametrize(("winner", "foreseen"), [(0, 0), (1, 1), (None, 0)])
def test_whoever_foresees_a_winner_becomes_a_member(winner: Seat | None, foreseen: int) -> None:
    watchers = (Person(9, "Dan", winner),)
    over = in_phase(
        sit("Ada", "Ben"), "over", state=State(5, ROUNDS, (None,) * 2, (1, 2)), guessers=watchers
    )
    found = [each for each in get_evening(count_game(over, NUMBERS)).members if each.user == 9]
    assert [each.foreseen for each in found] == [1] * foreseen


def test_awards_go_to_the_people_who_played_from_the_deal_on() -> None:
    lobby = sit("Ada", "Ben", "Cleo")
    late = replace(lobby.players[1], joined_step=3)
    over = finish(replace(lobby, players=(lobby.players[0], late, Player("Minka", None))), 1, 2, 3)
    course = Course((), b"", ())
    record = make_record(
        over, course, RatingWeight(), awards=(("bold", 0), ("bold", 1), ("bold", 2))
    )
    earned = {
        each.name: each.honours for each in add_awards(get_evening(over), record, course).members
    }
    assert earned["Ada"] == (("secret_numbers", "bold"),)
    assert set(earned.values()) == {earned["Ada"], ()}


@pytest.mark.parametrize(
    ("answers", "quickest"),
    [
        ([(0, 2.0), (1, 5.0)] * 3, ["Ada"]),
        ([(0, 9.0), (1, 5.0), (0, 2.0), (1, 5.0), (0, 2.0), (1, 5.0)], ["Ada"]),
        ([(0, 2.0), (1, 5.0)] * 2, []),
        ([(0, 2.0)] * 5, []),
        ([(0, 5.0), (2, 2.0), (1, 6.0)] * 3, ["Ada"]),
    ],
    ids=["mean", "one slow answer", "too few", "alone", "computer"],
)
def test_the_quickest_person_of_a_game_earns_an_award(
    answers: list[tuple[Seat, float]], quickest: list[str]
) -> None:
    over, now, steps = finish(sit("Ada", "Ben"), 1, 2), 0.0, [Step(0, 0.0, None, (), Raw(b"null"))]
    over = replace(over, players=(*over.players, Player("Minka", None, "fox")))
    for number, (seat, seconds) in enumerate(answers, 1):
        now += seconds
        steps.append(Step(number, now, ActRecord(seat, number, "skip", 0), (), Raw(b"null")))
    assert list_quickest(over, steps) == quickest


def test_people_who_are_asked_together_are_measured_from_the_same_moment() -> None:
    over, steps = finish(sit("Ada", "Ben"), 1, 2), [Step(0, 0.0, None, (), Raw(b"null"))]
    for decision in (1, 2, 3):
        for seat, seconds in ((0, 4.0), (1, 5.0)):
            act = ActRecord(seat, decision, "skip", 0)
            steps.append(Step(len(steps), 5 * (decision - 1) + seconds, act, (), Raw(b"null")))
    assert list_quickest(over, steps) == ["Ada"], "though Ben answers a second after her"


def list_quickest(over: Finished, steps: list[Step]) -> list[str]:
    course = Course((), b"", tuple(steps))
    record = make_record(over, course, RatingWeight())
    members = add_awards(get_evening(over), record, course).members
    return [each.name for each in members if QUICKEST in each.honours]


def end(table: Lobby | Finished, now: float = 1000.0) -> Finished:
    change = close_table(table) if isinstance(table, Lobby) else Change(table)
    return expect_finished(apply_consequences(change, NUMBERS, now, 2.0).table)


def list_checks(table: Finished) -> list[tuple[str, float]]:
    return [(each.what, each.at) for each in table.timers if isinstance(each, IdleCheck)]


def test_another_lobby_follows_a_game_and_the_evening_ends_with_a_lobby() -> None:
    over = end(finish(sit("Ada", "Ben"), 1, 2))
    assert is_followed(over)
    assert list_checks(over) == [("next-game", 1000.0 + NEXT_GAME_SECONDS)]
    later = apply_consequences(Change(over), NUMBERS, 1010.0, 2.0)
    assert later.table == over, "its timers stay as they are"

    closed = apply_consequences(
        close_table(replace(sit("Ada"), evening=over.evening)), NUMBERS, 1000.0, 2.0
    )
    assert ends_evening(closed.table)
    assert closed.should_move_board
    assert list_checks(expect_finished(closed.table)) == [("evening-end", 1000.0)]

    unplayed = end(sit("Ada"))
    assert not ends_evening(unplayed)
    assert list_checks(unplayed) == []


def test_no_lobby_follows_a_game_that_all_have_left_or_that_closed_by_itself() -> None:
    over = finish(sit("Ada"), 1)
    left = end(replace(over, players=(Player("Ada", None, "fox"),)))
    assert list_checks(left) == [("evening-end", 1000.0)]
    idle = in_phase(sit("Ada"), "closed", evening=over.evening)
    assert list_checks(end(idle)) == [("evening-end", 1000.0)]
    early = in_phase(sit("Ada"), "closed", evening=over.evening, ended_by=1)
    assert list_checks(end(early)) == [("next-game", 1000.0 + NEXT_GAME_SECONDS)]


def test_the_next_lobby_has_the_same_people_computers_and_host() -> None:
    over = finish(sit("Ada", "Ben", "Cleo"), 1, 2, 3)
    over = replace(over, players=(*over.players, Player("Minka", None, "fox")))
    lobby = open_next_game(over, NUMBERS, 50.0)
    assert [player.name for player in lobby.players] == ["Ada", "Ben", "Cleo", "Minka"]
    assert all(player.confirmed for player in lobby.players)
    assert (lobby.host, lobby.opened_at, lobby.clicked_at) == (1, 50.0, 50.0)

    away = over.change_player(0, away=True).change_player(2, away=True)
    lobby = open_next_game(away, NUMBERS, 50.0)
    assert [player.confirmed for player in lobby.players] == [False, True, False, True]
    assert lobby.host == 2, "the host was away"
    lobby = open_next_game(away, NUMBERS, 50.0, user=3)
    assert [player.confirmed for player in lobby.players] == [False, True, True, True]
    nobody = open_next_game(away.change_player(1, away=True), NUMBERS, 50.0)
    assert nobody.host == 1


def begin_vote(*names: str, evening: Evening = BEGUN, game: str = DICE) -> Lobby:
    return voting.start_vote(sit(*names, game=game), evening, (CATS, CITY, DICE, PICK), 100.0)


def cast(lobby: Lobby, *votes: tuple[Click, str]) -> Lobby:
    for click, game in votes:
        lobby = expect_lobby(voting.vote(lobby, GAMES, click, game).table)
    return lobby


def end_vote(lobby: Lobby) -> tuple[str, tuple[int | str, ...]]:
    change = voting.end_vote(lobby, GAMES)
    assert not voting.has_vote(change.table)
    assert not [timer for timer in change.table.timers if isinstance(timer, Deadline)]
    (event,) = change.events
    return change.table.game, event.values


def test_a_vote_ends_once_all_people_have_voted() -> None:
    lobby = begin_vote("Ada", "Ben")
    assert [timer.at for timer in lobby.timers] == [160.0]
    one = cast(lobby, (ADA, CATS), (ADA, CITY))
    assert voting.find_votes(one, GAMES) == {1: CITY}, "a vote can be changed"
    assert not voting.has_vote(voting.vote(one, GAMES, BEN, CITY).table)
    alone = cast(begin_vote("Ada"), (ADA, CATS))
    assert voting.has_vote(alone), "others may still sit down"


def test_a_vote_of_a_saved_seat_takes_the_seat() -> None:
    lobby = begin_vote("Ada", "Ben").change_player(1, confirmed=False)
    lobby = cast(lobby, (BEN, CATS))
    assert lobby.players[1].confirmed
    assert voting.has_vote(lobby), "Ada has not voted"


@pytest.mark.parametrize(
    ("losers", "votes", "game", "counts"),
    [
        ((), [(ADA, DICE), (BEN, CATS), (CLEO, CATS)], CATS, (2, 3)),
        ((2, 1, 3), [(ADA, DICE), (BEN, CATS)], CATS, (1, 2)),
        ((3, 1, 2), [(ADA, DICE), (BEN, CATS)], DICE, (1, 2)),
        ((), [(BEN, CATS), (ADA, PICK)], PICK, (1, 2)),
        ((), [(BEN, PICK), (CLEO, CATS)], CATS, (1, 2)),
        ((), [], DICE, (0, 0)),
    ],
)
def test_most_votes_win_and_ties_go_to_whoever_came_last(
    losers: tuple[int, ...],
    votes: list[tuple[Click, str]],
    game: str,
    counts: tuple[int, int],
) -> None:
    lobby = begin_vote("Ada", "Ben", "Cleo", "Dan", evening=replace(BEGUN, losers=losers))
    assert end_vote(cast(lobby, *votes)) == (game, (*counts, game))


def test_only_votes_of_people_with_a_seat_for_games_that_seat_them_count() -> None:
    lobby = begin_vote("Ada", "Ben", "Cleo")
    lobby = cast(lobby, (ADA, CATS), (BEN, CATS))
    seats = GAMES[CATS].game.seats[-1]
    more = tuple(Player(f"P{n}", n) for n in range(10, 10 + seats - 2))
    crowd = replace(lobby, players=(*lobby.players, *more))
    assert CATS not in voting.list_choices(crowd, GAMES)
    with pytest.raises(Refused, match="vote-too-few-seats"):
        voting.vote(crowd, GAMES, CLEO, CATS)
    assert end_vote(cast(crowd, (CLEO, DICE))) == (DICE, (1, 1, DICE))

    left = replace(lobby, players=lobby.players[2:], host=3)
    assert voting.find_votes(left, GAMES) == {}
    with pytest.raises(Refused, match="vote-no-seat"):
        voting.vote(left, GAMES, ADA, CATS)
    without = {name: package for name, package in GAMES.items() if name != CATS}
    assert voting.find_votes(lobby, without) == {}, "the game was uninstalled"


def test_a_vote_that_is_over_takes_no_votes_and_one_game_needs_none() -> None:
    single = voting.start_vote(sit("Ada", game=DICE), BEGUN, (DICE,), 0.0)
    assert not voting.has_vote(single)
    assert not single.timers
    with pytest.raises(Refused, match="vote-over"):
        voting.vote(single, GAMES, ADA, DICE)
    assert voting.end_vote(single, GAMES) == Change(single), "a second end changes nothing"
    assert not voting.has_vote(replace(begin_vote("Ada"), timers=())), "its deadline is gone"


def test_a_called_host_who_answers_ends_the_call_and_not_the_vote() -> None:
    called = expect_lobby(call_host(begin_vote("Ada", "Ben"), 110.0).table)
    assert [timer.kind for timer in called.timers] == ["deadline"] * 2
    assert end_call(called).timers == begin_vote("Ada", "Ben").timers


def test_an_erased_member_keeps_the_points_alone() -> None:
    evening = replace(
        BEGUN,
        members=(Member("Ada", 1, 3), Member("Ben", 2, 2)),
        losers=(2, 1),
        choices=(CATS, DICE),
        votes=(Vote(1, CATS), Vote(2, DICE)),
    )
    erased = erase_member(evening, 1)
    assert erased.members == (Member("", None, 3), Member("Ben", 2, 2))
    assert (erased.losers, erased.votes) == ((2,), (Vote(2, DICE),))
    lobby = replace(sit("Ada", "Ben"), evening=evening)
    shown = get_evening(expect_lobby(replace_names_by_seats(lobby)))
    assert [member.name for member in shown.members] == ["👤 1", "👤 2"]
