"""Who gets which place when a game is over."""

from bot.store.records import Leaver, Player, Result, Table
from bot.tables.playing import results
from tests.toys import SHELF
from tests.toys.secret_numbers.rules import ROUNDS, State

BOX = SHELF["secret_numbers"]
ADA, BEN, CLEO = (Player(name, user) for user, name in enumerate(("Ada", "Ben", "Cleo"), 1))
MINKA = Player("Minka", None, "sound")
LEFT = Player("Dan", None)
LEAVERS = (Leaver(8, "Dan"), Leaver(9, "Eve"))


def over(*players: Player, points: tuple[int, ...], leavers: tuple[Leaver, ...] = ()) -> Table:
    """Return the table of a game that is over; whoever has no user and no level has left it."""
    gone = tuple(seat for seat, player in enumerate(players) if player == LEFT)
    state = State(5, ROUNDS, ("",) * len(players), points, gone)
    return Table(
        "secret_numbers", 1, 2, "en", "none", 0.0, 0.0,
        phase="over", players=players, leavers=leavers,
    ).in_state(state, BOX.game)  # fmt: skip


def test_people_get_their_places_and_computers_none() -> None:
    table = over(ADA, MINKA, BEN, points=(3, 9, 5))
    assert results(table, BOX) == (Result(2, "Ben", 2, 5), Result(1, "Ada", 3, 3))


def test_those_who_left_share_the_place_behind_everybody_who_stayed() -> None:
    table = over(ADA, MINKA, BEN, CLEO, points=(7, 9, 7, 1), leavers=LEAVERS)
    ranks = {result.name: (result.rank, result.points) for result in results(table, BOX)}
    assert ranks == {"Ada": (2, 7), "Ben": (2, 7), "Cleo": (4, 1), "Dan": (5, 0), "Eve": (5, 0)}


def test_whoever_left_by_the_games_own_rules_counts_once() -> None:
    table = over(LEFT, ADA, points=(9, 0), leavers=LEAVERS[:1])
    assert results(table, BOX) == (Result(1, "Ada", 1, 0), Result(8, "Dan", 2, 0))


def test_where_nobody_stayed_there_are_no_results() -> None:
    assert results(over(MINKA, LEFT, points=(1, 0), leavers=LEAVERS), BOX) == ()
