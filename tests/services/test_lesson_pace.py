"""The pace of lessons: each step waits for the learner, and each press shows what it does."""

from itertools import pairwise
from random import Random

import pytest

from bot.bench.moves import press_all_but_last
from bot.bench.world import Person, World
from bot.demo.shown import Shown
from bot.domain.table import Match
from bot.engine.package import find_taught_games
from bot.games.quickpick.rules import COMPUTER_MIME_SECONDS
from bot.games.registry import GAMES
from bot.i18n import text
from tests.kinds import first_of_each_kind
from tests.services.test_lessons import chat, is_running, lesson

READING_SECONDS = 1.0
"""Seconds between two presses of a learner, less than the rules let a computer think at least."""
GLANCE_SECONDS = 60.0
ABSENCE_SECONDS = 3600.0
MAX_PRESSES = 400
TAUGHT = [*find_taught_games(GAMES)]
LANGUAGES = ("en", "de")


def list_visible(screen: Shown) -> object:
    looks = tuple((control.disabled, control.style) for control in screen.controls)
    return screen.text, screen.files, looks


async def press_on(person: Person, language: str) -> None:
    """Press "Continue", which changes the screen, or says which computer has to think first."""
    say = text(language)
    before = person.private()
    after = (await person.press(say("button-go-on"))).shown
    hint = say("lesson-rests", name="*").split("*")[1]
    assert list_visible(after) != list_visible(before) or hint in after.note, before.text


async def move(person: Person, luck: Random) -> bool:
    """Make one move in the lesson; returns False if it is not the learner's turn."""
    table = await lesson(person)
    package = GAMES[table.game]
    seat = table.seat_of(person.id)
    if seat is None or not isinstance(table, Match) or table.prompt_of(seat) is None:
        return False
    view, moves = package.game.view(table.state, seat), package.game.legal_moves(table.state, seat)
    chosen = package.computers.choose_move(view, moves, package.computers.levels[0], luck).path
    (*earlier, last), control, values = await press_all_but_last(
        person.world, person, chosen, person.private()
    )
    await person.world.click(person, person.private(), control, values)
    (after,) = person.privates()
    seen = [list_visible(screen) for screen in (*earlier, last, after)]
    assert all(one != two for one, two in pairwise(seen)), f"{control.label!r} changed nothing"
    return True


@pytest.mark.parametrize(
    ("game", "language"),
    first_of_each_kind(
        [
            (game, LANGUAGES[(place + other) % 2])
            for other in (0, 1)
            for place, game in enumerate(TAUGHT)
        ],
        lambda game, _: game,
    ),
)
async def test_in_a_lesson_each_press_changes_the_screen_and_nothing_happens_by_itself(
    world: World, game: str, language: str
) -> None:
    """Not even in an hour on a screen, to whoever presses "Continue" or moves until the end.

    Nor does what starts it over come under the finger that goes on: the last row keeps its place
    on a phone, as the newest message stands at the bottom.
    """
    ada, luck, say = world.people[0], Random(1), text(language)
    ada.set_locale(language)
    first = (await ada.slash("cats learn", game=game)).text
    table, go_on, moves, pauses = await lesson(ada), say("button-go-on"), 0, 0
    under: tuple[int, int] | None = None
    for _ in range(MAX_PRESSES):
        if not await is_running(ada):
            break
        screen = ada.private()
        assert under is None or find_place(screen, say("button-learn-again")) != under
        under = find_place(screen, go_on)
        if under is None or luck.random() < 0.3:
            under, moved = None, await move(ada, luck)
            moves += moved
        else:
            await press_on(ada, language)
        assert not moves or ada.private().text != first, "it began anew"
        if luck.random() < 0.5 or not await is_running(ada):
            await world.advance(READING_SECONDS)
            continue
        await world.advance(COMPUTER_MIME_SECONDS)
        step, shown = (await lesson(ada)).step, list_visible(ada.private())
        await world.advance(GLANCE_SECONDS)
        assert list_visible(ada.private()) == shown
        await world.jump(ABSENCE_SECONDS)
        assert (await lesson(ada)).step == step
        pauses += 1
    assert moves > 2 and pauses > 2
    assert {say("button-play"), say("button-learn-again")} <= {*ada.private().labels}
    ended = await world.bot.services.tables.load(table.id)
    assert (ended.phase, [timer.kind for timer in ended.timers]) == ("over", ["forget"])
    assert (chat(world), world.messages()) == ([], [])
    assert await world.store.standings.find_finished_games(world.guild.id) == ()


@pytest.mark.parametrize("game", TAUGHT)
async def test_go_on_lets_the_next_computer_move_at_once_and_once(world: World, game: str) -> None:
    ada, *_ = world.people
    await ada.slash("cats learn", game=game)
    for _ in range(20):
        if "Continue" in ada.private().labels:
            break
        await move(ada, Random(1))
    step, before = (await lesson(ada)).step, ada.private()
    await world.race(ada.press("Continue", on=before), ada.press("Continue", on=before))
    assert (await lesson(ada)).step == step + 1
    now = list_visible(ada.private())
    assert list_visible((await ada.press("Continue", on=before)).shown) == now
    assert (await lesson(ada)).step == step + 1


def find_place(screen: Shown, label: str) -> tuple[int, int] | None:
    """Return the row, counted from below, and the column of a button, or None if it is missing."""
    places = (
        (row, column)
        for row, controls in enumerate(reversed(screen.rows))
        for column, control in enumerate(controls)
        if control.label == label
    )
    return next(places, None)
