"""Scores and profiles in every language, at their worst, against Discord's limits."""

from collections.abc import Iterator
from typing import get_args

import pytest
from msgspec.structs import replace

from bot.domain.results import MAX_LINES_PER_PAGE, MIN_OPPONENTS, Line, Result, Standing
from bot.engine.screen import Screen
from bot.games.registry import GAMES
from bot.i18n import LANGUAGES, text
from bot.presenters.score_removal import RemovalRequest, render_removal
from bot.presenters.standings import (
    MIN_GAMES_FOR_PICTURE,
    ProfileData,
    ProfileRequest,
    ScoresRequest,
    Span,
    render_profile,
    render_scores,
)
from bot.storage.removed_people_repository import RemovedPerson
from tests.limits.checks import check_that_all_fit
from tests.limits.tables import ID, NAMES

NOW = 1.0e9
MANY = 10**6


def both(name: str, screen: Screen, language: str) -> Iterator[tuple[str, Screen]]:
    """Yield a screen after it was shown to the channel, and what the channel sees."""
    yield name, replace(screen, note=text(language)("shared"))
    yield f"{name}, shared", replace(screen, rows=())


def scoreboards(language: str) -> Iterator[tuple[str, Screen]]:
    """Yield pages of people with the longest names, with and without a rating."""
    spans: tuple[Span, ...] = get_args(Span)
    for game, package in GAMES.items():
        for rated in (1, MANY):
            lines = [
                Line(ID + n, NAMES[n % len(NAMES)], 10**4, rated, MIN_OPPONENTS, NOW, MANY, MANY,
                     (package.awards.names[n % len(package.awards.names)],))
                for n in range(MAX_LINES_PER_PAGE + 1)
            ]  # fmt: skip
            for span in spans:
                asks = ScoresRequest(game, span, 99_999)
                shown = render_scores(
                    text(language),
                    asks,
                    lines,
                    [*GAMES],
                    GAMES,
                    "x" * 1024,
                    NOW,
                    may_share=True,
                    may_remove=True,
                )
                yield from both(f"{game}, {span}, {rated} rated", shown, language)


def removals(language: str) -> Iterator[tuple[str, Screen]]:
    """Yield the screen of a manager with many people who can be removed and who are removed."""
    say, game = text(language), max(GAMES, key=len)
    lines = [Line(ID - n, NAMES[n % len(NAMES)], 25.0, MANY, 4, NOW, MANY, MANY) for n in range(11)]
    removed = [RemovedPerson(ID, ID - n, NAMES[n % len(NAMES)], NOW) for n in range(26)]
    asks = RemovalRequest(ScoresRequest(game, "three", 99_999), 99_999)
    for key in ("removed", "back-again", "still-here", "not-on-page", "not-removed", "unsure"):
        note = say(f"scores-{key}", name=NAMES[0])
        yield key, render_removal(say, asks, NAMES[0], lines, removed, note)


def profiles(language: str, kinds: int, games: int) -> Iterator[tuple[str, Screen]]:
    """Yield the profile of somebody with the longest name, who has earned all awards or none.

    They have played `games` games of each of the first `kinds` kinds.
    """
    standings = {
        game: Standing(1, game, ID, NAMES[0], 10**4, 1.0, games, games=games, wins=games, at=NOW,
                       opponents=MIN_OPPONENTS)
        for game in [*GAMES][:kinds]
    }  # fmt: skip
    for has_awards in (False, True):
        results = tuple(
            Result(ID + n, ID, 1, game, NOW - n * 86_400.0, 8, 1, 9, True, 10**4,
                   awards=package.awards.names if has_awards else ())
            for game, package in GAMES.items() for n in range(9)
        )  # fmt: skip
        guesses = dict.fromkeys(GAMES, (MANY, MANY - 1))
        for game in ("", *GAMES):
            asks = ProfileRequest(ID, everywhere=True, game=game)
            shown = ProfileData(asks, NAMES[0], standings, results, guesses, True, True, True)
            screen = render_profile(text(language), shown, GAMES, NOW)
            yield from both(f"{game or 'all games'}, {has_awards}", screen, language)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_scoreboard_fits(language: str) -> None:
    shown = [*scoreboards(language), *removals(language)]
    assert len(await check_that_all_fit(shown)) == len(shown)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_scoreboard_of_usual_names_is_shown_whole_with_ratings_and_awards(
    language: str,
) -> None:
    for game, package in GAMES.items():
        awards = package.awards.names
        lines = [
            Line(ID + n, f"Some Name {n}", 25.0, 20, MIN_OPPONENTS, NOW, 20, 9,
                 (awards[n % len(awards)],))
            for n in range(MAX_LINES_PER_PAGE)
        ]  # fmt: skip
        shown = render_scores(
            text(language), ScoresRequest(game), lines, [*GAMES], GAMES, None, NOW, may_share=True
        )
        told = shown.fields[-1].text
        assert len(told.splitlines()) == MAX_LINES_PER_PAGE
        assert told.count("1500") == told.count("🏅") == MAX_LINES_PER_PAGE, game


@pytest.mark.parametrize(
    ("kinds", "games"), [(0, 0), (1, 2), (len(GAMES), MANY)], ids=("guesses only", "new", "known")
)
@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_profile_fits(language: str, kinds: int, games: int) -> None:
    shown = [*profiles(language, kinds, games)]
    assert len(await check_that_all_fit(shown)) == len(shown)
    told = text(language)("profile-next", award="x").partition("*")[0]
    is_told = any(told in field.text for _, screen in shown for field in screen.fields)
    assert is_told == (games < MIN_GAMES_FOR_PICTURE)
