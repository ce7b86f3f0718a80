"""Every screen of Liar's Dice in every language, at its worst, against Discord's limits."""

from collections.abc import Callable, Iterator

import pytest
from msgspec.structs import replace

from bot.domain.table import Deadline, Table, TableEvent
from bot.engine.events import EventRecord
from bot.engine.package import GamePackage
from bot.engine.screen import OpenScreen, Screen
from bot.games.liars_dice.model.state import Bid, LiftedChallenge, State
from bot.games.liars_dice.package import PACKAGE
from bot.i18n import LANGUAGES
from bot.presenters import screens
from tests.games.liars_dice.looks import EMOJIS
from tests.limits.checks import check_that_all_fit, with_both_emojis
from tests.limits.tables import ID, TABLE_EVENTS, all_panels, board_telling, people, table_of
from tests.tables import expect_game

BOTH_EMOJIS = with_both_emojis(PACKAGE, EMOJIS)
SEATS = range(6)
CUPS = ((1, 2, 3, 4, 5),) * 6
LAST = Bid(5, 24, 6)
OPENED = LiftedChallenge(CUPS, LAST, challenger=0, found=12, loser=5)
BIDS = tuple(Bid(place % 6, place, 6) for place in range(12, 24))

FIRST = State(0, True, CUPS, 0)
STATES = {
    "first": FIRST,
    "bids": replace(FIRST, decision=99, bids=(*BIDS, LAST)),
    "highest": replace(FIRST, decision=99, bids=(*BIDS, Bid(5, 30, 6))),
    "plain": replace(FIRST, wild=False),
    "looking": replace(FIRST, decision=99, looking=True, opened=OPENED),
    "out": replace(FIRST, cups=(*CUPS[:5], ()), out=(5,), opened=OPENED, decision=99),
    "over": replace(FIRST, cups=(CUPS[0], *[()] * 5), out=(5, 4, 3, 2, 1), opened=OPENED),
}
EVENTS = (
    EventRecord(None, "begins", (1,)),
    EventRecord(None, "bid", (1, 24, 6)),
    EventRecord(None, "opened", (0, 5, 24, 6, 12)),
    EventRecord(None, "lost-die", (5, 0)),
)
NEWS = tuple(
    TableEvent(0, event)
    for event in (EVENTS[2], EVENTS[2], EventRecord(None, "lost-die", (0, 4)), *EVENTS[:2])
)


def table(language: str, name: str) -> Table:
    """Return a table of six with the longest names, ids and clock."""
    return table_of(
        "liars_dice",
        STATES[name],
        language,
        people(6),
        phase="over" if name == "over" else "playing",
        options=(("dice", "5"), ("ones", "plain"), ("help", "odds")),
        timers=(Deadline("turn:99", at=2.0e9),),
        recent=NEWS,
    )


def public_screens(language: str, package: GamePackage) -> Iterator[tuple[str, Screen]]:
    """Yield the board in every phase beside all events."""
    for name in STATES:
        at = table(language, name)
        for told in (EVENTS, TABLE_EVENTS):
            shown = board_telling(at, package, told)
            yield f"board {name}", shown
            yield (
                f"board {name} calls",
                screens.add_mentions(shown, at, tuple(ID + s for s in SEATS)),
            )
        yield f"text only {name}", board_telling(replace(at, text_only=True), package, EVENTS)


def own_screens(language: str, package: GamePackage) -> Iterator[tuple[str, Screen]]:
    """Yield what single people see at the table, at every step of every bid."""
    for name, game in STATES.items():
        at = table(language, name)
        for user in (*(ID + seat for seat in SEATS), 5):
            for shown in (at, replace(at, text_only=True)):
                yield f"own {name}", screens.render_own(shown, package, user, language)
                yield (
                    f"own {name} in words",
                    screens.render_words(expect_game(shown), package, user, language),
                )
        for count in range(1, 31):
            look = OpenScreen(game.decision, f"bid/{count}")
            yield f"{name} {count}", screens.render_own(at, package, ID + game.turn, language, look)
        for key in package.pages.find_names(package.game.view(game, 0)):
            page = screens.render_page(at, package, ID, language, key)
            assert page is not None
            yield f"{key} {name}", page


def panel_screens(language: str, package: GamePackage) -> Iterator[tuple[str, Screen]]:
    """Yield the host's panels, the scores and the rules."""
    running = table(language, "bids")
    yield from all_panels(package, running)


@BOTH_EMOJIS
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", [public_screens, own_screens, panel_screens])
async def test_every_screen_fits(
    kind: Callable[[str, GamePackage], Iterator[tuple[str, Screen]]],
    language: str,
    package: GamePackage,
) -> None:
    assert len(await check_that_all_fit(kind(language, package))) > 8
