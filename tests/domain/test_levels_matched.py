"""Which level plays about as well as the people here do, from their ratings."""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from bot.domain.changes import Click
from bot.domain.dealing import start_game
from bot.domain.levels import LIKE_US, find_nearest_level
from bot.domain.opening import TableOptions, open_lobby
from bot.domain.ratings import COMPUTER_SIGMA, Rating, rate_levels
from bot.domain.results import ALL_SERVERS, ALL_SIGMA, MU, Standing
from bot.games.registry import GAMES
from tests.domain.test_ratings import rate_game
from tests.toys import REGISTRY
from tests.toys.secret_numbers.computer import SecretNumbersComputers

NAME = "secret_numbers"
PACKAGE = REGISTRY[NAME]
"""Its levels are careless, sound and sly."""
RATINGS = rate_levels(PACKAGE.computers, 3)
MEASURED = [
    (name, seats) for name, package in GAMES.items() for seats in package.computers.win_rates
]


class Crowding(SecretNumbersComputers):
    """Its levels are the nearer the more play; among four, the sly one is behind the sound one."""

    win_rates: Mapping[int, tuple[float, ...]] = {2: (0.9, 0.9), 4: (0.5, 0.2)}


def person(mu: float, game: str = NAME, guild: int = ALL_SERVERS) -> list[Standing]:
    return [Standing(guild, game, 7, all_mu=mu)]


def test_somebody_new_plays_like_the_weakest_level() -> None:
    assert (
        find_nearest_level([], PACKAGE, NAME, 3)
        == find_nearest_level([[]], PACKAGE, NAME, 3)
        == "careless"
    )


@pytest.mark.parametrize("level", RATINGS)
def test_it_is_the_level_next_to_the_rating(level: str) -> None:
    for off in (-1.0, 0.0, 1.0):
        assert find_nearest_level([person(RATINGS[level] + off)], PACKAGE, NAME, 3) == level
    assert find_nearest_level([person(-50.0)], PACKAGE, NAME, 3) == "careless"
    assert find_nearest_level([person(200.0)], PACKAGE, NAME, 3) == "sly"


def test_between_two_levels_it_is_the_weaker_one() -> None:
    between = (RATINGS["careless"] + RATINGS["sound"]) / 2
    assert find_nearest_level([person(between)], PACKAGE, NAME, 3) == "careless"


def test_the_mean_of_the_people_counts() -> None:
    weak, strong = person(RATINGS["careless"]), person(RATINGS["sly"])
    assert find_nearest_level([weak, strong], PACKAGE, NAME, 3) == "sound"


def test_other_games_and_what_a_server_alone_knows_do_not_count() -> None:
    mu = RATINGS["sly"]
    assert (
        find_nearest_level([person(mu, game="race"), person(mu, guild=1)], PACKAGE, NAME, 3)
        == "careless"
    )


def test_how_many_play_counts() -> None:
    crowding = replace(PACKAGE, computers=Crowding())
    found = [find_nearest_level([person(43.0)], crowding, NAME, seats) for seats in (2, 3, 4)]
    assert found == ["careless", "careless", "sound"]


def test_levels_count_as_they_were_measured_whatever_their_order() -> None:
    crowding = replace(PACKAGE, computers=Crowding())
    found = [find_nearest_level([person(mu)], crowding, NAME, 4) for mu in (MU, 36.0, 200.0)]
    assert found == ["careless", "sly", "sound"]


@pytest.mark.parametrize(("game", "seats"), MEASURED)
def test_who_wins_a_few_games_against_the_weakest_level_is_led_on(game: str, seats: int) -> None:
    weakest, following, *_ = rate_levels(GAMES[game].computers, seats).values()
    mine, computers = Rating(MU, ALL_SIGMA), [Rating(weakest, COMPUTER_SIGMA)] * (seats - 1)
    won = 0
    while abs(mine.mu - following) >= abs(mine.mu - weakest):
        mine, *_ = rate_game([mine, *computers], [1] + [2] * (seats - 1))
        won += 1
    assert (2 if seats == 2 else 1) <= won < 8, "one game of two does not tell much"


def test_a_computer_without_a_matched_level_plays_at_the_middle_level() -> None:
    wish = TableOptions(computers=1, level=LIKE_US)
    lobby = open_lobby(Click(1, 7, "Ada", "en", 2), 1, 2, NAME, PACKAGE, wish, 0.0)
    dealt = start_game(lobby, PACKAGE, lambda: bytes(32)).table
    assert [player.level for player in dealt.players if not player.user] == ["like-us/sound"]
