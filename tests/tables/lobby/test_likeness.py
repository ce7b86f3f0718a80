"""Which level plays about as well as the people here do, from their ratings."""

import pytest

from bot.games.registry import GAMES
from bot.history.ratings import COMPUTER, Rating, after, levels
from bot.store.standings import ALL_SIGMA, EVERYWHERE, MU, Standing
from bot.tables.lobby.likeness import nearest
from tests.toys import SHELF

NAME = "secret_numbers"
BOX = SHELF[NAME]
"""Its levels are careless, sound and sly."""
RATINGS = levels(BOX.game, 3)


def person(mu: float, game: str = NAME, guild: int = EVERYWHERE) -> list[Standing]:
    return [Standing(guild, game, 7, all_mu=mu)]


def test_somebody_new_plays_like_the_weakest_level() -> None:
    assert nearest([], BOX, NAME, 3) == nearest([[]], BOX, NAME, 3) == "careless"


@pytest.mark.parametrize("level", RATINGS)
def test_it_is_the_level_next_to_the_rating(level: str) -> None:
    for off in (-1.0, 0.0, 1.0):
        assert nearest([person(RATINGS[level] + off)], BOX, NAME, 3) == level
    assert nearest([person(-50.0)], BOX, NAME, 3) == "careless"
    assert nearest([person(200.0)], BOX, NAME, 3) == "sly"


def test_between_two_levels_it_is_the_weaker_one() -> None:
    between = (RATINGS["careless"] + RATINGS["sound"]) / 2
    assert nearest([person(between)], BOX, NAME, 3) == "careless"


def test_the_mean_of_the_people_counts() -> None:
    weak, strong = person(RATINGS["careless"]), person(RATINGS["sly"])
    assert nearest([weak, strong], BOX, NAME, 3) == "sound"


def test_other_games_and_what_a_server_alone_knows_do_not_count() -> None:
    mu = RATINGS["sly"]
    assert nearest([person(mu, game="race"), person(mu, guild=1)], BOX, NAME, 3) == "careless"


@pytest.mark.parametrize("game", GAMES)
def test_who_wins_a_few_games_against_the_weakest_level_is_led_on(game: str) -> None:
    weakest, following, *_ = levels(GAMES[game].game, 2).values()
    mine, computer = Rating(MU, ALL_SIGMA), Rating(weakest, COMPUTER)
    won = 0
    while abs(mine.mu - following) >= abs(mine.mu - weakest):
        mine, _ = after([mine, computer], [1, 2])
        won += 1
    assert 2 <= won < 8, "one game does not tell much"
