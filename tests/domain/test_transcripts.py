"""What each step told everybody comes back as it was, for every game."""

import pytest
from msgspec.json import decode

from bot.domain.transcripts import Views, retold, told, views
from bot.testing.playing import Play, played, setting_of
from tests.toys import SHELF

GAMES = pytest.mark.parametrize("game", sorted(SHELF))
SOME = range(6)


def play(game: str, number: int) -> Play:
    return played(SHELF[game], setting_of(SHELF[game].game, number))


def seen(play: Play) -> list[Views]:
    return [views(play.game, each.state, play.setting.seats) for each in play.moments]


@GAMES
@pytest.mark.parametrize("number", SOME)
def test_views_come_back_as_they_were(game: str, number: int) -> None:
    known = seen(play(game, number))
    steps = [told(before, after) for before, after in zip([(), *known], known, strict=False)]
    for views_, again in zip(known, retold(steps), strict=True):
        assert (
            tuple(decode(r, type=type(v)) for v, r in zip(views_, again.views, strict=True))
            == views_
        )


@GAMES
def test_after_a_restart_all_is_told_anew(game: str) -> None:
    known = seen(play(game, 1))
    middle = len(known) // 2
    before = [(), *known[: middle - 1], (), *known[middle:]]
    steps = [told(old, new) for old, new in zip(before, known, strict=False)]
    for views_, again in zip(known, retold(steps), strict=True):
        assert (
            tuple(decode(r, type=type(v)) for v, r in zip(views_, again.views, strict=True))
            == views_
        )


def test_most_of_it_is_left_out() -> None:
    known = seen(play("catham_city", 2))
    whole = sum(len(told((), after)) for after in known)
    less = sum(len(told(old, new)) for old, new in zip([(), *known], known, strict=False))
    assert less < whole / 2
