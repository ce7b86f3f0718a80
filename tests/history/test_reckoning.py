"""What records bring: results, ratings, games and wins."""

from msgspec.structs import replace

from bot.history.reckoning import DAILY, reckoned
from bot.store.record import Participant, Record
from bot.store.records import Leaver
from bot.store.standings import EVERYWHERE, Key, Month, Reckoned, Standing

DAY = 86_400.0
NOVEMBER = 1_793_491_200.0  # 2026-11-01
ADA, BEN, CLEO = 7, 8, 9


def seat(user: int | None, rank: int, mu: float = 0.0, level: str = "") -> Participant:
    return Participant(f"name {user}", user, level, False, rank, 10 - rank, None, mu)


def game(*seats: Participant, id_: int = 1, at: float = NOVEMBER + 5, **more: object) -> Record:
    record = Record(
        id=id_,
        guild=1,
        game="secret_numbers",
        rules=1,
        language="en",
        text_only=False,
        began_at=at - 600,
        ended_at=at,
        ending="played",
        ended_by=None,
        seats=seats,
        leavers=(),
        moves=20,
        rated=True,
    )
    return replace(record, **more)


def known(brought: Reckoned) -> dict[Key, Standing]:
    return {(each.guild, each.game, each.user): each for each in brought.standings}


def of(brought: Reckoned, user: int, guild: int = 1) -> Standing:
    return known(brought)[guild, "secret_numbers", user]


def test_a_game_of_two_moves_both_here_and_everywhere() -> None:
    brought = reckoned(game(seat(ADA, 1), seat(BEN, 2)), {}, ())
    for guild in (1, EVERYWHERE):
        assert of(brought, ADA, guild).mu > 25 > of(brought, BEN, guild).mu
        assert (of(brought, ADA, guild).games, of(brought, ADA, guild).wins) == (1, 1)
        assert (of(brought, BEN, guild).games, of(brought, BEN, guild).wins) == (1, 0)
    assert [(each.user, each.rank, each.rated) for each in brought.results] == [
        (ADA, 1, True),
        (BEN, 2, True),
    ]
    assert brought.months == (
        Month(1, "secret_numbers", ADA, 202611, 1, 1),
        Month(1, "secret_numbers", BEN, 202611, 1, 0),
    )


def test_beside_computers_alone_only_what_like_us_goes_by_changes() -> None:
    record = game(seat(ADA, 1), seat(None, 2, 40.0, "fox"), rated=False)
    brought = reckoned(record, {}, ())
    everywhere = of(brought, ADA, EVERYWHERE)
    assert everywhere.mu == of(brought, ADA).mu == 25
    assert everywhere.all_mu > 25
    assert (everywhere.games, everywhere.wins, everywhere.rated) == (1, 1, 0)


def test_a_stronger_computer_brings_more_and_stays_what_it_is() -> None:
    against = {
        mu: reckoned(game(seat(ADA, 1), seat(BEN, 3), seat(None, 2, mu, "fox")), {}, ())
        for mu in (25.0, 60.0)
    }
    assert of(against[60.0], ADA).mu > of(against[25.0], ADA).mu
    assert {each.user for each in against[60.0].standings} == {ADA, BEN}


def test_whoever_leaves_is_behind_all_who_stay_in_the_order_of_leaving() -> None:
    left = (Leaver(BEN, "Ben"), Leaver(CLEO, "Cleo", 1))
    record = game(seat(ADA, 2), seat(None, 1, 40.0, "fox"), leavers=left)
    brought = reckoned(record, {}, ())
    assert {each.user: each.rank for each in brought.results} == {ADA: 2, CLEO: 3, BEN: 4}
    assert of(brought, ADA).mu > of(brought, CLEO).mu > of(brought, BEN).mu


def test_whoever_came_back_has_the_place_that_they_reached() -> None:
    record = game(seat(ADA, 2), seat(BEN, 1), leavers=(Leaver(BEN, "Ben"),))
    assert {each.user: each.rank for each in reckoned(record, {}, ()).results} == {ADA: 2, BEN: 1}


def test_what_was_not_played_to_its_end_brings_nothing() -> None:
    for ending in ("ended", "left"):
        assert reckoned(game(seat(ADA, 1), seat(BEN, 2), ending=ending), {}, ()) == Reckoned()


def test_three_games_a_day_of_the_same_people_are_rated() -> None:
    pair = seat(ADA, 1), seat(BEN, 2)
    before = tuple(game(*pair, id_=number) for number in range(2, 2 + DAILY))
    record = game(*pair)
    assert reckoned(record, {}, before[1:]).results[0].rated
    brought = reckoned(record, {}, before)
    assert not brought.results[0].rated
    assert (of(brought, ADA).mu, of(brought, ADA).games) == (25, 1)
    others = (
        [replace(each, seats=(*pair, seat(CLEO, 3))) for each in before],
        [replace(each, game="race") for each in before],
        [replace(each, ended_at=NOVEMBER - 5) for each in before],
        [replace(each, ending="left") for each in before],
    )
    for earlier in others:
        assert reckoned(record, {}, tuple(earlier)).results[0].rated


def test_the_newest_name_stands_there() -> None:
    first = reckoned(game(seat(ADA, 1), seat(BEN, 2)), {}, ())
    renamed = replace(seat(ADA, 2), name="Ada L.")
    later = game(renamed, seat(BEN, 1), id_=2, at=NOVEMBER + DAY)
    assert of(reckoned(later, known(first), ()), ADA).name == "Ada L."
    sooner = game(renamed, seat(BEN, 1), id_=2, at=NOVEMBER - DAY)
    brought = reckoned(sooner, known(first), ())
    assert (of(brought, ADA).name, of(brought, ADA).at) == (f"name {ADA}", NOVEMBER + 5)
    assert of(brought, ADA).games == 2
    assert brought.months[0].month == 202610


def test_a_game_that_all_its_people_left_brings_nothing() -> None:
    left = game(
        seat(None, 1, level="sly"), leavers=(Leaver(ADA, "Ada", 0), Leaver(BEN, "Ben")), rated=False
    )
    assert reckoned(left, {}, ()) == Reckoned()
