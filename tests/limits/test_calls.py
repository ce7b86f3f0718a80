"""All that people see of calls, at its worst in every language, against Discord's limits."""

from collections.abc import Iterator, Mapping
from itertools import cycle, islice

import pytest
from msgspec.structs import replace

from bot.domain.calls import MAX_CALLED_PEOPLE, CallSubscription, LobbyCall
from bot.domain.lobby_calls import call_people
from bot.domain.table import Lobby, Player
from bot.engine.package import GamePackage
from bot.engine.screen import MAX_FORM_LETTERS, Screen
from bot.games.registry import GAMES
from bot.i18n import LANGUAGES, text
from bot.presenters import calls, screens, time_zones
from tests.limits.checks import check_that_all_fit
from tests.limits.tables import ID, NAMES
from tests.tables import expect_lobby

MOST_GAMES = 25
"""The most games that the bot offers, as many as one menu of Discord's holds."""


def lobbies(language: str, package: GamePackage, name: str) -> Iterator[tuple[str, Screen]]:
    """Yield the lobby of a game before and after its call, and its message with mentions."""
    players = tuple(
        Player(each, ID + number)
        for number, each in enumerate(islice(cycle(NAMES), package.game.seats[-1] - 1))
    )
    place = (name, ID, ID, language, "1440", 0.0, 0.0)
    lobby = Lobby(*place, id=ID // 10, players=players, host=ID)
    yield "before", screens.render_board(lobby, package)
    called = tuple(range(ID + 100, ID + 100 + MAX_CALLED_PEOPLE))
    for kind, call in (("people", LobbyCall(ID, called)), ("role", LobbyCall(ID, role=ID))):
        change = call_people(lobby, package, call)
        table = expect_lobby(change.table)
        table = replace(table, board=table.board.request_move(1, change.calls))
        board = screens.render_board(table, package)
        yield kind, screens.add_mentions(board, table, called if call.users else ())
        yield f"answer, {kind}", calls.render_called(text(language), call, table.id)


def panels(language: str) -> Iterator[tuple[str, Screen]]:
    """Yield the panel of a person who has chosen all games one by one, and other answers."""
    say = text(language)
    (package, *_) = GAMES.values()
    many = {f"{'game' * 5}{number:04}": package for number in range(MOST_GAMES)}
    games: Mapping[str, GamePackage]
    for games in (many, dict(list(GAMES.items())[:1])):
        for zone in (*time_zones.ZONES, "America/Argentina/ComodRivadavia"):
            wish = CallSubscription(ID, ID, tuple(games), zone, 23, 24)
            for stored in (False, True):
                written = "MW@~" * (MAX_FORM_LETTERS // 4)
                note = time_zones.explain_unknown_zone(say, written) if stored else ""
                yield (
                    f"{zone} {stored}",
                    calls.render_call_panel(say, wish, games, 1e9, is_stored=stored, note=note),
                )
    yield "nobody", calls.render_nobody_to_call(say, ID // 10)
    yield "off", calls.render_not_called(say, is_on_server=True)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_calls_fit_into_discords_messages(language: str) -> None:
    for name, package in GAMES.items():
        await check_that_all_fit(lobbies(language, package, name))
    await check_that_all_fit(panels(language))
