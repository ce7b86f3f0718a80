"""Every screen of Catham City in every language, at its worst, against Discord's limits."""

from collections.abc import Callable, Iterator
from itertools import accumulate

import pytest
from msgspec.structs import replace

from bot.domain.table import Deadline, Phase, Player, Table, TableEvent
from bot.engine.events import EventRecord
from bot.engine.package import GamePackage
from bot.engine.records import list_legal_paths
from bot.engine.screen import OpenScreen, Screen
from bot.games.catham_city.model.state import FACTIONS, State
from bot.games.catham_city.package import PACKAGE
from bot.games.catham_city.rules import LESSON_DEAL, find_answering_seats
from bot.i18n import LANGUAGES, text
from bot.presenters import screens
from tests.games.catham_city.looks import EMOJIS
from tests.games.catham_city.playing import cats
from tests.limits.checks import check_that_all_fit, with_both_emojis
from tests.limits.tables import ID, TABLE_EVENTS, all_panels, board_telling, people, table_of
from tests.tables import expect_game

SEATS = range(6)
BOTH_EMOJIS = with_both_emojis(PACKAGE, EMOJIS)
HAND = cats(detectives=5, hackers=5, police=5, journalists=5, bureaucrats=4)
"""As many cards as a turn can bring: ten, and twice the whole market."""
PICKED = (0, 4, 5, 6, 7)
FIRST_GAME = (0, 1, 2, 3, 4)


def state(**changes: object) -> State:
    """Return a game of six with as much to tell as there can be; it is seat 0's turn."""
    base = State(
        factions=PICKED,
        hands=(HAND, *[cats(detectives=2, hackers=2, police=2, journalists=2, bureaucrats=2)] * 5),
        points=(12,) * 6,
        market=cats(detectives=1, hackers=1, police=1, journalists=1, bureaucrats=3),
        pile=(0,) * 40,
        discards=(7,) * 30,
        turn=122,
        active=0,
        phase="action",
        decision=999,
        actions=2,
        left=2,
        present=(True,) * 6,
        shown=((),) * 6,
    )
    return replace(base, **changes)


def answers(faction: str, *, answered: int) -> State:
    """Return a game in which a faction waits for answers; so many of five are in."""
    number = FACTIONS.index(faction)
    factions = FIRST_GAME if faction == "mafia" else PICKED
    before = state(factions=factions)
    asked = find_answering_seats(before, number)
    return replace(
        before,
        phase="answers",
        played=number,
        extra=7 if faction == "detectives" else None,
        table=(0, 4, 5, 6, 7),
        owing=asked[answered:],
        answers=(None, *["pass"] * answered, *[None] * (5 - answered)),
    )


STATES = {
    "action": state(),
    "first game": state(
        factions=FIRST_GAME,
        hands=(cats(detectives=3, scientists=3, robocats=4, mafia=4), *[HAND[:9]] * 5),
    ),
    "discard": state(phase="discard", left=0),
    "left": state(present=(True, False, False, True, True, True)),
    "over": state(phase="over", points=(17, *[12] * 5), winner=0),
    **{
        f"{faction} {answered}": answers(faction, answered=answered)
        for faction in ("detectives", "mafia", "journalists")
        for answered in (0, 3)
    },
}

EVENTS = (
    EventRecord(None, "took", (1, 7, 7)),
    EventRecord(None, "detectives", (1, 6)),
    EventRecord(None, "scientists", (1,)),
    EventRecord(None, "robocats-drew", (1, 5)),
    EventRecord(None, "robocats-scored", (1,)),
    EventRecord(None, "mafia", (1,)),
    EventRecord(None, "hackers", (1, 0, 4, 4, 5, 6, 7)),
    EventRecord(None, "police", (1, 0, 15, 7, *HAND[:15])),
    EventRecord(None, "journalists", (1,)),
    EventRecord(None, "bureaucrats", (1, *HAND[:15])),
    EventRecord(None, "pursued", (1, 7)),
    EventRecord(None, "paid", (1,)),
    EventRecord(None, "gave", (1, 0, 6, 1)),
    EventRecord(None, "discarded", (1, *HAND[:14])),
    EventRecord(None, "reshuffled", (60,)),
    EventRecord(None, "left", (1,)),
    EventRecord(None, "won", (1, 28)),
)
"""All that can be told in public, with the longest names and values."""
NEWS = tuple(
    TableEvent(0, EventRecord(None, "police", (seat, 0, 15, 7, *HAND[:15]))) for seat in (1, 2, 3)
)
"""The longest news of seat 0."""
LESSON_NEWS = tuple(
    TableEvent(0, EventRecord(None, "hackers", (1, 0, 4, 0, 1, 2, 3))) for _ in range(3)
)


def table(
    language: str,
    phase: Phase,
    game: State,
    players: tuple[Player, ...] = people(6),
    **changes: object,
) -> Table:
    """Return a table of six with the longest names, ids and clock."""
    options = {
        "factions": "detectives.scientists.police.journalists.bureaucrats",
        "actions": "two",
        "leavers": "nobody",
    }
    return table_of(
        "catham_city",
        game,
        language,
        players,
        phase=phase,
        options=tuple(options.items()),
        timers=(Deadline("turn:122", at=2.0e9), Deadline("answers:999", at=2.0e9)),
        **changes,
    )


def public_screens(language: str, package: GamePackage) -> Iterator[tuple[str, Screen]]:
    """Yield the lobby, and the board in every phase beside all events."""
    lobby = table(language, "lobby", state())
    computers = tuple(Player("Minka", None, level) for level in package.computers.levels)
    seatings = (people(1), people(6), (*people(3), *computers))
    for players in seatings:
        yield (
            f"lobby of {len(players)}",
            screens.render_board(replace(lobby, players=players), package),
        )
    for name, game in STATES.items():
        at = table(language, "over" if name == "over" else "playing", game)
        for told in (EVENTS[:6], EVENTS[6:12], EVENTS[12:], TABLE_EVENTS):
            shown = board_telling(at, package, told)
            yield f"board {name}", shown
            yield (
                f"board {name} calls",
                screens.add_mentions(shown, at, tuple(ID + s for s in SEATS)),
            )
        yield f"text only {name}", board_telling(replace(at, text_only=True), package, EVENTS[6:12])
    away = people(6, away=True)
    paused = table(language, "playing", answers("mafia", answered=0), players=away, paused="away")
    yield "paused", board_telling(paused, package, EVENTS)
    yield "reminder", screens.render_reminder(lobby, tuple(ID + s for s in SEATS), "answers:999")


def own_screens(language: str, package: GamePackage) -> Iterator[tuple[str, Screen]]:
    """Yield what single people see at the table, at every step of every move."""
    say = text(language, package.text)
    note = max((say(key) for key in ("illegal-move", "not-in-hand", "no-points")), key=len)
    for name, game in STATES.items():
        at = table(language, "over" if name == "over" else "playing", game, recent=NEWS)
        for user in (*(ID + seat for seat in SEATS), 5):
            yield f"own {name}", screens.render_own(at, package, user, language, note=note)
            yield (
                f"own {name} in words",
                screens.render_words(expect_game(at), package, user, language),
            )
        for prompt in package.game.prompts(game):
            assert prompt.seat is not None
            for path in steps(list_legal_paths(package.game, game, prompt.seat)):
                look = OpenScreen(prompt.decision, path)
                yield (
                    f"{name} {path}",
                    screens.render_own(at, package, ID + prompt.seat, language, look),
                )
        page = screens.render_page(at, package, ID, language, "factions")
        assert (page is None) is (name == "over")
        if page is not None:
            yield f"page {name}", page


def lesson_screens(language: str, package: GamePackage) -> Iterator[tuple[str, Screen]]:
    """Yield what somebody who learns the game sees: at first, at a step, when asked, in the end."""
    base, _ = LESSON_DEAL
    later = replace(base, turn=9, points=(7, 7), hands=((0, 1, 2, 3, 4) * 3, (0,) * 10))
    asked = {"phase": "answers", "active": 1, "decision": 9, "owing": (0,), "answers": (None, None)}
    for name, game in (
        ("first", base),
        ("later", later),
        ("waiting", replace(later, active=1)),
        ("discard", replace(later, phase="discard")),
        ("mafia", replace(later, played=3, table=(3,) * 4, **asked)),
        ("detectives", replace(later, played=0, extra=4, table=(0, 0, 0, 4), **asked)),
        ("over", replace(later, phase="over", points=(8, 7), winner=0, played=4)),
    ):
        at = table(
            language,
            "over" if name == "over" else "playing",
            game,
            people(2),
            channel=-ID,
            recent=LESSON_NEWS,
        )
        yield f"lesson {name}", screens.render_own(at, package, ID, language)
        words = replace(at, text_only=True)
        yield f"lesson {name} in words", screens.render_own(words, package, ID, language)
    look = OpenScreen(later.decision, "play/4")
    yield (
        "lesson step",
        screens.render_own(
            table(language, "playing", later, people(2), channel=-ID, recent=LESSON_NEWS),
            package,
            ID,
            language,
            look,
        ),
    )


def steps(moves: tuple[str, ...]) -> set[str]:
    """Return each path that leads to a move; of many alike ones, some are enough."""
    some = moves if len(moves) < 300 else moves[:: len(moves) // 300]
    return {path for move in some for path in accumulate(move.split("/"), "{}/{}".format)}


KINDS_OF_SCREENS = (
    *("action play/5/3/6/2", "action play/4/2/1", "action take/7", "own discard"),
    *("journalists 0 give/6/discard", "mafia 3 drop", "detectives 0 pass"),
)


def panel_screens(language: str, package: GamePackage) -> Iterator[tuple[str, Screen]]:
    """Yield the host's panels, the scores and the rules."""
    running = table(language, "playing", state())
    yield from all_panels(package, running)


@BOTH_EMOJIS
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", [public_screens, own_screens, lesson_screens, panel_screens])
async def test_every_screen_fits(
    kind: Callable[[str, GamePackage], Iterator[tuple[str, Screen]]],
    language: str,
    package: GamePackage,
) -> None:
    names = await check_that_all_fit(kind(language, package))
    assert len(names) > 8
    if kind is own_screens:
        assert {*KINDS_OF_SCREENS} <= {*names}


@pytest.mark.parametrize("language", LANGUAGES)
def test_at_least_two_of_the_longest_events_are_told(language: str) -> None:
    longest = EVENTS[6:8]
    plain = replace(table(language, "playing", state()), text_only=True)
    shown = board_telling(plain, PACKAGE, longest)
    assert len(shown.fields[0].text.splitlines()) == 2
