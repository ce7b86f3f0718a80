"""Every daily post fits into Discord's limits, in every language."""

from collections.abc import Iterator

import pytest

from bot.domain.puzzles import Attempt, find_number, find_opening
from bot.engine.screen import Screen
from bot.games.registry import GAMES
from bot.i18n import LANGUAGES, text
from bot.presenters.puzzle_posts import MAX_NAMED_SOLVERS, ServerNews, render_puzzle_post
from bot.presenters.puzzles import ShownPuzzle
from bot.storage.puzzle_repository import Solver
from tests.limits.checks import check_that_all_fit

SUNDAY = 45
LONGEST_NAME = "*" * 32


def posts(language: str) -> Iterator[tuple[str, Screen]]:
    """Yield the posts of a Sunday, whose puzzle is large, with many and with few people."""
    package = next(each for each in GAMES.values() if each.puzzles)
    assert package.puzzles
    puzzle = package.puzzles.make(bytes(32), 6)
    many = tuple(Solver(user, LONGEST_NAME, 99, 0.0) for user in range(1000))
    hidden = tuple(Solver(user, LONGEST_NAME, 99, 0.0, is_hidden=True) for user in range(2))
    for reads_text in (False, True):
        shown = ShownPuzzle(
            package,
            package.puzzles,
            puzzle,
            Attempt(SUNDAY, 0),
            text(language, package.text),
            find_opening(SUNDAY),
            reads_text=reads_text,
        )
        for name, news in (
            ("most", ServerNews(9999, many, 99, SUNDAY - 2)),
            ("hidden", ServerNews(1, hidden, 0, SUNDAY - 2)),
            ("least", ServerNews(0, (), None, SUNDAY - 2)),
        ):
            yield f"{name}, {reads_text}", render_puzzle_post(shown, news)
            plain = render_puzzle_post(shown, news, has_names=False)
            assert LONGEST_NAME[:2] not in plain.text.replace("**", "")
            yield f"{name}, {reads_text}, plain", plain


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_post_fits(language: str) -> None:
    assert find_number(find_opening(SUNDAY)) == SUNDAY
    named = dict(posts(language))
    assert named["most, False"].text.count("🐾") == MAX_NAMED_SOLVERS + 1
    assert len(await check_that_all_fit(named.items())) == 12
