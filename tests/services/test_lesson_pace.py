"""The pace of lessons: each step waits for the learner, and each press shows what it does."""

from itertools import pairwise
from random import Random

import pytest

from bot.bench.moves import press_all_but_last
from bot.bench.shown import Control, Shown
from bot.bench.world import Person, World
from bot.domain.table import Match
from bot.engine.package import find_taught_games
from bot.games.quickpick.rules import COMPUTER_MIME_SECONDS
from bot.games.registry import GAMES
from bot.i18n import text
from tests.play.evening import go_on
from tests.services.test_lessons import is_running, lesson

READING_SECONDS = 1.0
"""Seconds between two presses of a learner, less than the rules let a computer think at least."""
GLANCE_SECONDS = 60.0
"""Seconds after which the bot could still change the learner's message by itself."""
ABSENCE_SECONDS = 3600.0
"""More seconds than any pause or deadline of a lesson's game lasts."""
MIN_THINK_SECONDS = COMPUTER_MIME_SECONDS
"""The longest time for which rules let a computer think at least."""
MAX_PRESSES = 400
"""More presses than any lesson takes."""

every_game = pytest.mark.parametrize("game", find_taught_games(GAMES))


def list_visible(screen: Shown) -> object:
    """Return all that can be seen of a message."""
    looks = tuple((control.disabled, control.style) for control in screen.controls)
    return screen.text, screen.files, looks


async def learn(world: World, person: Person, game: str) -> str:
    """Begin a lesson, and return what its first screen says."""
    return (await person.slash("cats learn", game=game)).text


async def press_and_check(person: Person, control: Control, chosen: dict[str, list[str]]) -> None:
    """Press something that must change what the person sees."""
    before = person.private()
    await person.world.click(person, before, control, chosen)
    (after,) = person.privates()
    assert list_visible(after) != list_visible(before), (
        f"{control.label!r} changed nothing of {before.text!r}"
    )


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
    assert all(list_visible(one) != list_visible(two) for one, two in pairwise([*earlier, last]))
    await press_and_check(person, control, values)
    return True


@every_game
@pytest.mark.parametrize(("language", "luck"), [("en", 1), ("de", 2)])
async def test_no_press_in_a_lesson_leaves_the_screen_as_it_was(
    world: World, game: str, language: str, luck: int
) -> None:
    """And whoever always presses "Continue" never finds the lesson at its start again."""
    ada, chance = world.people[0], Random(luck)
    ada.set_locale(language)
    first = await learn(world, ada, game)
    go_on, moves = text(language)("button-go-on"), 0
    for _ in range(MAX_PRESSES):
        if not await is_running(ada):
            break
        if go_on not in ada.private().labels or chance.random() < 0.3:
            moves += await move(ada, chance)
        else:
            await press_on(ada, language)
        await world.advance(READING_SECONDS)
        assert not moves or ada.private().text != first, "it began anew"
    assert not await is_running(ada)
    assert moves > 2


async def go_on_or_move(person: Person, luck: Random) -> None:
    """Press "Continue" where there is such a button, else make a move; then let a moment pass."""
    if "Continue" in person.private().labels:
        await go_on(person)
    else:
        assert await move(person, luck), "there is always a way on"
    await person.world.advance(MIN_THINK_SECONDS)


@every_game
async def test_nothing_in_a_lesson_happens_by_itself(world: World, game: str) -> None:
    """Not even in an hour on each of its screens, from the first to the last.

    Nor does what starts it over come under the finger that goes on: the last row keeps its place
    on a phone, as the newest message stands at the bottom.
    """
    ada, *_ = world.people
    await learn(world, ada, game)
    steps, presses, under = 0, 0, None
    while await is_running(ada):
        screen = ada.private()
        assert under is None or find_place(screen, "Start over") != under
        under = find_place(screen, "Continue")
        presses += under is not None
        step, shown = (await lesson(ada)).step, list_visible(screen)
        await world.advance(GLANCE_SECONDS)
        assert list_visible(ada.private()) == shown
        await world.jump(ABSENCE_SECONDS)
        assert (await lesson(ada)).step == step
        await go_on_or_move(ada, Random(steps))
        steps += 1
    assert steps > 10
    assert presses


@every_game
async def test_go_on_lets_the_next_computer_move_at_once_and_once(world: World, game: str) -> None:
    ada, *_ = world.people
    await learn(world, ada, game)
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
