"""People solve the daily puzzle, alone in messages that only they see."""

import asyncio
import re
from collections.abc import Collection
from hashlib import sha256
from typing import Any

import pytest
import pytest_asyncio
from msgspec.structs import replace

from bot.bench.plugin import OpenWorld
from bot.bench.world import Answer, Person, World
from bot.demo.shown import Control, Shown
from bot.domain.puzzles import MAX_ARCHIVE_DAYS, Attempt, find_counting_end, find_opening
from bot.engine.package import GameRegistry
from bot.engine.puzzle_data import Mark, Puzzle, Step
from bot.engine.puzzles import PuzzleView
from bot.games.registry import GAMES
from bot.i18n import text
from bot.services.sharing import SECONDS_BETWEEN_SHARES
from tests.play.evening import deal, finish
from tests.toys.puzzles import NUMBERS, TOY_PUZZLES, ToyPuzzles, list_marks

SAY = text("en")
(FIRST, *_) = GAMES
TOYS: GameRegistry = {**GAMES, FIRST: replace(GAMES[FIRST], puzzles=TOY_PUZZLES)}
HOUR = 3600.0
DAY = 24 * HOUR
TODAY = 40
"""The number of the first day's puzzle in each world, which begins at 15:00 UTC."""
SKIP = "Straight to the puzzle"


@pytest_asyncio.fixture
async def world(open_world: OpenWorld, monkeypatch: pytest.MonkeyPatch) -> World:
    """Open a world whose first game has toy puzzles."""
    monkeypatch.setattr("bot.services.scheduler.MAX_SLEEP_SECONDS", DAY)
    world = await open_world(registry=TOYS)
    await world.jump(find_opening(TODAY) + 15 * HOUR - world.now())
    return world


async def load(world: World, number: int = TODAY) -> Puzzle:
    with world.bot_scope():
        return (await world.bot.services.puzzle_library.load(number)).puzzle


def say_mark(mark: Mark) -> str:
    return f"{'BC'[mark.owner]} has {mark.feature}"


async def stored(world: World, person: Person, number: int = TODAY) -> Attempt:
    attempt = await world.store.puzzles.find_attempt(number, person.id)
    assert attempt is not None
    return attempt


async def begin(person: Person, command: str = "cats puzzle") -> Answer:
    """Show today's puzzle, and pass over the offer of a lesson."""
    answer = await person.slash(command)
    return await person.press(SKIP, on=answer.shown) if SKIP in answer.shown.labels else answer


async def enter(person: Person, mark: Mark, on: Shown | None = None) -> Answer:
    """Choose a mark in the menu of its owner, on the person's newest message by default."""
    shown = on or person.private()
    ids = [each for each in shown.custom_ids if re.search(rf":puzzle-mark:.*/{mark.owner}$", each)]
    return await person.choose(ids[0], str(mark.feature), on=shown)


def find_wrong(puzzle: Puzzle) -> Mark:
    """Return a mark that is wrong, although nothing visible rules it out."""
    hidden = {feature for own in puzzle.answer for feature in own}
    return Mark(0, next(each for each in range(NUMBERS) if each not in hidden))


async def solve(person: Person, number: int = TODAY, slips: int = 0) -> Answer:
    """Solve a puzzle that the person sees, after as many refused marks at its beginning."""
    puzzle = await load(person.world, number)
    hidden = {feature for own in puzzle.answer for feature in own}
    wrong = [Mark(0, each) for each in range(NUMBERS) if each not in hidden]
    wrong += list_marks(puzzle)[2:]
    for mark in (*wrong[:slips], *list_marks(puzzle)):
        answer = await enter(person, mark)
    return answer


async def forge(person: Person, custom_id: str) -> Answer:
    control = Control("", custom_id, disabled=False, style=2)
    return await person.world.click(person, person.private(), control, {})


async def test_a_puzzle_is_solved_with_one_menu_for_a_mark(world: World) -> None:
    ada = world.people[0]
    answer = await begin(ada)
    assert answer.shown.ephemeral and answer.shown.files
    assert f"Puzzle #{TODAY} · " in answer.text and "No paw print lost" in answer.text
    puzzle = await load(world)
    first, *others = list_marks(puzzle)
    answer = await enter(ada, first)
    assert answer.kind == "update", "the puzzle stays in its message"
    assert f"✅ {say_mark(first)}!" in answer.text.replace("**", "")
    assert "Cat 3 joins the floor." in answer.text
    answer = await enter(ada, find_wrong(puzzle))
    assert answer.shown.note.endswith("You can't know that yet. That costs a paw print.")
    assert "One paw print lost" in answer.text
    for each in others:
        answer = await enter(ada, each)
    assert "Solved! You lost one paw print." in answer.text
    assert "🟩🟩\n🟨🟩" in answer.text
    assert "The first day of a new streak" in answer.text
    assert f"<t:{int(find_opening(TODAY + 1))}:f>" in answer.text
    assert not answer.shown.matching("c1:d:0:puzzle-mark:"), "nothing is left to mark"
    again = await ada.slash("cats puzzle")
    assert again.text == answer.text, "the end can be seen again"
    assert (await stored(world, ada)).guild == world.guild.id


async def test_too_early_reads_as_wrong_and_what_is_marked_already_costs_nothing(
    world: World,
) -> None:
    ada, ben, *_ = world.people
    puzzle = await load(world)
    early = list_marks(puzzle)[3]
    for person, mark in ((ada, find_wrong(puzzle)), (ben, early)):
        await begin(person)
        answer = await enter(person, mark)
        said = say_mark(mark)
        assert answer.shown.note == f"“{said}”? You can't know that yet. That costs a paw print."
    first, *_ = list_marks(puzzle)
    await enter(ada, first)
    answer = await enter(ada, Mark(1 - first.owner, first.feature))
    taken, known = (f"{'BC'[each]} has {first.feature}" for each in (1, 0))
    assert answer.shown.note == (
        f"“{taken}”? No: {known}, and nothing is hidden twice. That was free."
    )
    assert (await stored(world, ada)).prints == 1


async def test_all_is_there_in_german(world: World) -> None:
    ada = world.people[0]
    ada.set_locale("de")
    answer = await ada.slash("cats puzzle")
    assert "Jeden Tag ein Rätsel" in answer.text
    answer = await ada.press("Gleich zum Rätsel", on=answer.shown)
    assert f"Rätsel #{TODAY} · " in answer.text and "Noch kein Pfotenabdruck" in answer.text
    answer = await ada.press("Tipp (2 🐾)")
    assert "💡 Schau dir Katze 1 an" in answer.text
    answer = await solve(ada)
    assert "Gelöst! 2 Pfotenabdrücke gingen verloren." in answer.text
    assert "🟦🟩\n🟩🟩" in answer.text
    answer = await ada.press("Wie es folgt")
    assert f"Rätsel #{TODAY} · Schritt 1 von 4" in answer.text


async def test_the_first_visit_offers_a_lesson_that_costs_nothing(world: World) -> None:
    ada = world.people[0]
    offer = await ada.slash("cats puzzle")
    assert offer.shown.labels == ("How it goes", SKIP)
    answer = await ada.press("How it goes", on=offer.shown)
    lesson = TOY_PUZZLES.lesson
    for number, mark in enumerate(list_marks(lesson)):
        menu = answer.shown.matching("c1:d:0:puzzle-lesson:")[0]
        if number == 2:
            assert "Your turn!" in answer.text and "Card" not in answer.text
            wrong = str(find_wrong(lesson).feature)
            answer = await ada.choose(menu.custom_id, wrong, on=answer.shown)
            assert answer.shown.note.endswith("You can't know that yet.")
            assert "Card" in answer.text, "the last step is explained, too"
            menu = answer.shown.matching("c1:d:0:puzzle-lesson:")[0]
        else:
            assert f"tells that {say_mark(mark)}." in answer.text
        answer = await ada.choose(menu.custom_id, str(mark.feature), on=answer.shown)
    assert "That's all there is to it!" in answer.text
    assert await world.store.puzzles.find_attempt(0, ada.id) is None
    await ada.press("Today's puzzle", on=answer.shown)
    answer = await ada.press(SKIP)
    assert f"Puzzle #{TODAY}" in answer.text
    await enter(ada, list_marks(await load(world))[0])
    assert SKIP not in (await ada.slash("cats puzzle")).shown.labels, "only the first time"


async def test_a_hint_costs_two_prints_once_and_points_at_its_cats(world: World) -> None:
    ada = world.people[0]
    plain = (await begin(ada)).shown
    answer = await ada.press("Hint (2 🐾)")
    assert "💡 Look at cat 1: something follows from it." in answer.text
    assert "2 paw prints lost" in answer.text
    assert answer.shown.control("Hint (2 🐾)").disabled
    assert answer.shown.files != plain.files, "its cats are highlighted"
    answer = await ada.press("c1:d:0:puzzle-hint:", on=plain)
    assert "2 paw prints lost" in answer.text, "the same hint is free"
    first, second, *_ = list_marks(await load(world))
    answer = await enter(ada, first)
    assert "💡 Look" not in answer.text
    assert [entry.kind for entry in (await stored(world, ada)).entries] == ["hint", "right"]
    answer = await ada.press("Hint (2 🐾)")
    assert "4 paw prints lost" in answer.text
    await enter(ada, second)
    assert (await stored(world, ada)).prints == 4


async def test_a_hint_with_cats_that_were_paid_for_is_free(world: World) -> None:
    ada = world.people[0]
    await begin(ada)
    await ada.press("Hint (2 🐾)")
    await enter(ada, list_marks(await load(world))[1])
    answer = await ada.press("Hint (2 🐾)")
    assert "💡 Look at cat 1: something follows from it." in answer.text
    assert (await stored(world, ada)).prints == 2


async def test_a_mark_counts_once_however_often_it_arrives(world: World) -> None:
    ada = world.people[0]
    shown = (await begin(ada)).shown
    puzzle = await load(world)
    wrong, first = find_wrong(puzzle), list_marks(puzzle)[0]
    for number, mark in enumerate((wrong, first), 1):
        answers = await world.race(enter(ada, mark, shown), enter(ada, mark, shown))
        assert answers[0].text == answers[1].text
        await world.repeat(answers[0])
        shown = answers[0].shown
        attempt = await stored(world, ada)
        assert (len(attempt.entries), attempt.prints) == (number, 1)
    hint = "c1:d:0:puzzle-hint:"
    await world.race(*(ada.press(hint, on=shown) for _ in range(3)))
    assert (await stored(world, ada)).prints == 3


async def test_two_marks_at_once_make_one_and_lose_no_print(world: World) -> None:
    ada = world.people[0]
    shown = (await begin(ada)).shown
    puzzle = await load(world)
    first, wrong = list_marks(puzzle)[0], find_wrong(puzzle)
    await world.race(enter(ada, first, shown), enter(ada, wrong, shown))
    attempt = await stored(world, ada)
    assert (attempt.found, attempt.prints) == ((first,), 0)
    told = [str(each.json) for each in world.requests]
    assert any(SAY("puzzle-moved") in each for each in told), "the second press is answered, too"


async def test_a_screen_an_hour_old_changes_nothing_and_shows_how_it_stands(world: World) -> None:
    ada = world.people[0]
    old = (await begin(ada)).shown
    puzzle = await load(world)
    first, second, *_ = list_marks(puzzle)
    await enter(ada, first, (await begin(ada)).shown)
    await world.advance(HOUR, step=HOUR)
    answer = await enter(ada, find_wrong(puzzle), old)
    assert answer.shown.note == SAY("puzzle-moved") and "No paw print" in answer.text
    answer = await enter(ada, first, old)
    assert "✅" in answer.text, "what is marked already is right"
    await enter(ada, second, answer.shown)
    assert (await stored(world, ada)).found == (first, second)


OLD_BUTTONS = {
    SKIP: "Solved",
    "How it goes": "How the puzzle goes",
    "Hint (2 🐾)": "Solved",
    "Cross out": "Solved",
    "Older ones": "Older puzzles",
    "Show to the channel": "Done! It's in the channel.",
    "How it follows": "step 1 of 4",
    "Next page": "step 2 of 4",
    "To the result": "Solved",
    "Solve it": "Solved",
}
"""Maps the buttons of one's puzzle to what they show once it is solved."""


@pytest.mark.parametrize("seconds", [HOUR, 2 * DAY])
async def test_each_button_of_an_old_message_shows_how_it_stands(
    world: World, seconds: float
) -> None:
    ada = world.people[0]
    controls = list[Control]()
    controls += (await ada.slash("cats puzzle")).shown.controls
    controls += (await ada.press(SKIP)).shown.controls
    controls += (await solve(ada)).shown.controls
    controls += (await ada.press("How it follows")).shown.controls
    await begin(ada)
    controls += (await ada.press("Older ones")).shown.controls
    await begin(ada)
    await ada.press("Show to the channel")
    (post,) = world.messages()
    controls += post.controls
    await world.jump(seconds)
    asked = [each for each in controls if each.label in OLD_BUTTONS and not each.disabled]
    assert {each.label for each in asked} == {*OLD_BUTTONS}
    for each in asked:
        await world.advance(SECONDS_BETWEEN_SHARES)
        answer = await world.click(ada, ada.private(), each, {})
        assert OLD_BUTTONS[each.label] in answer.text, each.label
    (archive,) = (each for each in controls if each.custom_id == "c1:d:0:puzzle-old:0")
    number = archive.options[0][0]
    answer = await world.click(ada, ada.private(), archive, {"values": [number]})
    assert f"Puzzle #{number}" in answer.text
    attempt = await stored(world, ada)
    assert len(attempt.entries) == 4 and attempt.prints == 0


async def test_a_kill_between_storing_and_answering_counts_nothing_twice(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = world.people[0]
    await begin(ada)
    puzzle = await load(world)
    wrong = find_wrong(puzzle)
    shown, repository = ada.private(), world.store.puzzles
    store = repository.store_attempt

    async def store_and_die(*given: Any) -> bool:
        await store(*given)
        raise asyncio.CancelledError

    monkeypatch.setattr(repository, "store_attempt", store_and_die)
    await world.repeat(await world.hold_up(enter(ada, wrong, shown)))
    assert (await stored(world, ada)).prints == 1, "it is stored"
    assert ada.private().text == shown.text, "nobody was told"
    await world.restart(crash=True)
    answer = await enter(ada, wrong, shown)
    assert "That costs a paw print." in answer.shown.note
    assert (await stored(world, ada)).prints == 1


async def test_midnight_in_the_middle_changes_nothing(world: World) -> None:
    ada = world.people[0]
    shown = (await begin(ada)).shown
    marks = list_marks(await load(world))
    await enter(ada, marks[0], shown)
    await world.jump(10 * HOUR)
    other = await ada.slash("cats puzzle")
    assert f"Puzzle #{TODAY + 1}" in other.text
    answer = await ada.press(f"#{TODAY} still counts", on=other.shown)
    assert f"Puzzle #{TODAY} · " in answer.text
    for each in marks[1:]:
        answer = await enter(ada, each, answer.shown)
    assert "Solved without losing a paw print!" in answer.text
    assert "The first day of a new streak" in answer.text
    assert await world.store.puzzles.find_server_days(world.guild.id) == (TODAY,)
    assert "still counts" not in (await ada.slash("cats puzzle")).text


async def test_an_older_puzzle_is_just_for_fun_and_the_oldest_are_gone(world: World) -> None:
    ada, ben, *_ = world.people
    await begin(ada)
    await world.jump(find_counting_end(TODAY) - world.now())
    answer = await solve(ada)
    assert "Solved after its day, so it's just for fun." in answer.text
    assert await world.store.puzzles.find_server_days(world.guild.id) == ()
    await begin(ben)
    archive = await ben.press("Older ones")
    assert "You've solved 0 of the last 30." in archive.text
    menus = archive.shown.matching("c1:d:0:puzzle-old:")
    offered = [int(value) for menu in menus for value, _ in menu.options]
    assert offered == [*range(TODAY, TODAY - MAX_ARCHIVE_DAYS, -1)]
    oldest = await ben.choose(menus[1].custom_id, str(offered[-1]), on=archive.shown)
    assert f"Puzzle #{offered[-1]}" in oldest.text
    answer = await solve(ben, offered[-1])
    assert "just for fun" in answer.text
    archive = await ben.press("Older ones")
    assert "You've solved 1 of the last 30." in archive.text and "solved, 0 🐾" in archive.text
    await world.jump(DAY)
    gone = await ben.choose(menus[1].custom_id, str(offered[-1]), on=archive.shown)
    assert gone.text == SAY("puzzle-gone")


FORGED = (
    "puzzle:x", "puzzle:-1", f"puzzle:{TODAY + 1}/skip", f"puzzle:{'9' * 40}", "puzzle:1/2/3",
    "puzzle-mark:", f"puzzle-mark:{TODAY}", f"puzzle-mark:{TODAY}/0/7/1",
    f"puzzle-mark:{TODAY}/0/0/99", f"puzzle-mark:{TODAY + 1}/0/0/1", "puzzle-mark:0/0/0/99",
    f"puzzle-mark:{TODAY}/0/0/x", f"puzzle-hint:{TODAY}/9", f"puzzle-hint:{TODAY + 1}/0",
    f"puzzle-marks:{TODAY + 1}/yes", "puzzle-marks:", "puzzle-lesson:0/99", "puzzle-lesson:5/1",
    "puzzle-lesson:0", "puzzle-lesson:x/y", "puzzle-old:", f"puzzle-old:0/{TODAY + 1}",
    f"puzzle-why:{TODAY}/0", f"puzzle-why:{TODAY + 1}/0", "puzzle-why:0/0", f"puzzle-share:{TODAY}",
    "puzzle-share:0", "puzzle-share:x", f"puzzle-proof:{TODAY}", f"puzzle-proof:{TODAY + 1}",
    "puzzle-proof:0",
)  # fmt: skip


async def test_forged_buttons_reveal_and_change_nothing(world: World) -> None:
    ada = world.people[0]
    await begin(ada)
    for forged in FORGED:
        answer = await forge(ada, f"c1:d:0:{forged}")
        assert "Oops" not in answer.text and f"#{TODAY + 1} ·" not in answer.text, forged
    assert await world.store.puzzles.find_attempt(TODAY, ada.id) is None
    assert world.messages() == []


async def test_a_mark_of_another_worker_is_not_overwritten(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = world.people[0]
    shown = (await begin(ada)).shown
    first, second, *_ = list_marks(await load(world))
    await enter(ada, first, shown)
    repository = world.store.puzzles
    behind = replace(await stored(world, ada), entries=(), prints=0)
    find, calls = repository.find_attempt, 0

    async def find_old(number: int, user: int) -> Attempt | None:
        nonlocal calls
        calls += 1
        return behind if calls == 1 else await find(number, user)

    monkeypatch.setattr(repository, "find_attempt", find_old)
    answer = await enter(ada, second, shown)
    assert answer.shown.note == SAY("puzzle-moved")
    assert (await stored(world, ada)).found == (first,)


async def test_who_wants_sees_only_what_can_be(world: World) -> None:
    ada = world.people[0]
    await begin(ada)
    first, *_ = list_marks(await load(world))
    await enter(ada, first)
    answer = await ada.press("Cross out")
    assert answer.shown.control("Cross out").emoji == "☑️"
    menus = answer.shown.matching("c1:d:0:puzzle-mark:")
    assert all(str(first.feature) not in dict(menu.options) for menu in menus)
    await world.restart()
    answer = await ada.slash("cats puzzle")
    assert answer.shown.control("Cross out").emoji == "☑️"
    answer = await ada.press("Cross out", on=answer.shown)
    menus = answer.shown.matching("c1:d:0:puzzle-mark:")
    assert any(str(first.feature) in dict(menu.options) for menu in menus)


async def test_the_reasoning_tells_each_step_and_what_was_there_instead_of_a_slip(
    world: World,
) -> None:
    ada = world.people[0]
    await begin(ada)
    puzzle = await load(world)
    first, second, *others = list_marks(puzzle)
    wrong = find_wrong(puzzle)
    for each in (wrong, second, first, *others):
        await enter(ada, each)
    answer = await ada.press("How it follows")
    said = [say_mark(each) for each in (wrong, second, first)]
    assert f"{said[1]}." in answer.text and f"You tried “{said[0]}” first" in answer.text
    assert f"Easier to see was **{said[2]}**" in answer.text
    assert answer.shown.control("Back").disabled
    answer = await ada.press("Next page", on=answer.shown)
    assert "step 2 of 4" in answer.text and "Easier" not in answer.text
    for _ in range(2):
        answer = await ada.press("Next page", on=answer.shown)
    assert answer.shown.control("Next page").disabled
    answer = await ada.press("To the result", on=answer.shown)
    assert "Solved!" in answer.text


class RoundaboutPuzzles(ToyPuzzles):
    """Puzzles whose first mark follows from the second, if that is not known."""

    def find_step(self, puzzle: Puzzle, found: Collection[Mark], mark: Mark | None = None) -> Step:
        step = super().find_step(puzzle, found, mark)
        first, second, *_ = list_marks(puzzle)
        is_on_the_way = step.mark == first and second not in found
        return replace(step, found_before=(second,)) if is_on_the_way else step

    def explain(self, step: Step, view: PuzzleView) -> str:
        known = ", ".join(self.say_mark(each, view) for each in view.found)
        return f"{known or 'Nothing'} is known."


async def test_two_marks_are_not_the_reason_for_each_other(open_world: OpenWorld) -> None:
    registry = {**GAMES, FIRST: replace(GAMES[FIRST], puzzles=RoundaboutPuzzles())}
    world = await open_world(registry=registry, people=1)
    await world.jump(find_opening(TODAY) + 15 * HOUR - world.now())
    ada = world.people[0]
    await begin(ada)
    await solve(ada)
    first, second, *_ = list_marks(await load(world))
    answer = await ada.press("How it follows")
    for known in ("Nothing", "Nothing", f"{say_mark(first)}, {say_mark(second)}"):
        assert f"{known} is known." in answer.text
        answer = await ada.press("Next page", on=answer.shown)


async def test_a_shared_puzzle_gives_nothing_away_and_can_be_played(world: World) -> None:
    ada, ben, *_ = world.people
    await begin(ada)
    await solve(ada, slips=1)
    answer = await ada.press("Show to the channel")
    assert "Done! It's in the channel." in answer.text
    (post,) = world.messages()
    title = f"{text('en', GAMES[FIRST].text)('game-title')} #{TODAY} · 🐾 1"
    assert post.title == title and "🟨🟩\n🟩🟩" in post.text and "**Ada**" in post.text
    for mark in list_marks(await load(world)):
        assert say_mark(mark) not in str(post.wire)
    assert world.list_pinged() == [] and not post.files
    again = await ada.press("Show to the channel")
    assert again.text.startswith("You just shared something here."), "once a minute"
    answer = await ben.press("Solve it", on=post)
    assert answer.shown.ephemeral and "A puzzle every day" in answer.text
    answer = await ben.press(SKIP, on=answer.shown)
    assert f"Puzzle #{TODAY}" in answer.text
    assert [message.id for message in world.messages()] == [post.id]

    await world.jump(find_counting_end(TODAY) - world.now())
    shown = (await begin(ada)).shown
    answer = await forge(ada, f"c1:d:0:puzzle-share:{TODAY}")
    assert world.messages()[-1].title == f"{title} · par 1"
    await world.advance(SECONDS_BETWEEN_SHARES)
    await world.permit(embed_links=False)
    answer = await forge(ada, f"c1:d:0:puzzle-share:{TODAY}")
    assert answer.text.startswith("I can't share this here: I need"), answer.text
    assert shown.ephemeral


async def test_par_comes_when_the_time_is_over_and_then_the_seal_is_opened(world: World) -> None:
    ada, ben, cleo, _ = world.people
    for slips, person in enumerate((ada, ben, cleo)):
        await begin(person)
        answer = await solve(person, slips=slips)
    assert f"<t:{int(find_counting_end(TODAY))}:f>" in answer.text
    assert "Fair deal" not in answer.shown.labels
    (sealed,) = re.findall(rf"Fingerprint of #{TODAY + 1}: ([0-9a-f]{{64}})", answer.text)
    await world.jump(DAY)
    await begin(ada)
    assert "2 days in a row" in (await solve(ada, TODAY + 1)).text
    await world.jump(DAY)
    answer = await forge(ada, f"c1:d:0:puzzle:{TODAY}")
    assert "⛳ Par: 1 🐾" in answer.text
    answer = await forge(ada, f"c1:d:0:puzzle:{TODAY + 1}")
    assert "Fingerprint" not in answer.text
    answer = await ada.press("Fair deal", on=answer.shown)
    assert sealed in answer.text
    (file,) = answer.shown.files.values()
    (seed,) = re.findall(r"`([0-9a-f]{64})`", answer.text)[:1]
    assert sha256(bytes.fromhex(seed) + file).hexdigest() == sealed
    assert "Solved" in (await ada.press("To the result", on=answer.shown)).text


async def test_the_profile_tells_streak_and_clean_days_to_whom_the_person_allows(
    world: World,
) -> None:
    ada, ben, *_ = world.people
    await begin(ada)
    await solve(ada)
    await world.jump(DAY)
    await begin(ada)
    await solve(ada, TODAY + 1, slips=1)
    told = "🔥 2 days in a row · 2 days solved · 50 % without a paw print"
    assert told in (await ada.slash("cats profile")).text
    assert told in (await ben.slash("cats profile", person=ada.actor)).text
    await world.store.people.set_preference(ada.id, "seen_by", "me")
    assert told not in (await ben.slash("cats profile", person=ada.actor)).text
    assert "days solved" not in (await ben.slash("cats profile")).text


async def test_in_words_the_cats_are_told(world: World) -> None:
    ada = world.people[0]
    await world.store.people.set_preference(ada.id, "in_words", True)
    answer = await begin(ada)
    puzzle = await load(world)
    assert not answer.shown.files
    for card in puzzle.find_open_cards(()):
        assert f"card {card}" in answer.text
    answer = await solve(ada)
    assert "Solved" in answer.text and not answer.shown.files
    assert f"card {puzzle.cards[-1]}" in answer.text


async def test_it_can_be_solved_in_direct_messages(world: World) -> None:
    ada = world.people[0]
    answer = await ada.slash_directly("cats puzzle")
    answer = await ada.press(SKIP, on=answer.shown)
    for each in list_marks(await load(world)):
        answer = await enter(ada, each, answer.shown)
    assert "Solved" in answer.text and "Show to the channel" not in answer.shown.labels
    assert (await stored(world, ada)).guild == 0


async def test_help_and_a_finished_game_offer_the_puzzle(world: World) -> None:
    ada, ben, *_ = world.people
    answer = await ada.press("Today's puzzle", on=(await ada.slash("cats help")).shown)
    assert "A puzzle every day" in answer.text
    await deal(world, ada, ben, text_only=True)
    await finish(world)
    for seconds in (0.0, HOUR):
        await world.jump(seconds)
        button = "Today's puzzle"
        answers = await world.race(*(ada.press(button, on=world.board()) for _ in range(2)))
        assert [len(answer.callbacks) for answer in answers] == [1, 1]
        assert "A puzzle every day" in answers[-1].text


async def test_without_a_game_that_has_puzzles_one_sentence_says_so(
    open_world: OpenWorld,
) -> None:
    registry = {name: replace(each, puzzles=None) for name, each in GAMES.items()}
    world = await open_world(registry=registry, people=2)
    await world.jump(find_opening(TODAY) - world.now())
    ada, ben = world.people
    assert (await ada.slash("cats puzzle")).text == SAY("puzzle-none")
    assert "Today's puzzle" not in (await ada.slash("cats help")).shown.labels
    assert (await forge(ada, "c1:d:0:puzzle-archive:")).text == SAY("puzzle-none")
    await deal(world, ada, ben, text_only=True)
    await finish(world)
    assert "Today's puzzle" not in world.board().labels


async def test_a_puzzle_of_cats_is_solved_and_explained_from_what_is_shown(
    open_world: OpenWorld,
) -> None:
    world = await open_world(people=1)
    ada = world.people[0]
    await world.freeze(find_opening(TODAY) + HOUR - world.now())
    shown = (await begin(ada)).shown
    puzzle, found = await load(world), list[Mark]()
    pictures, hints = set(), set()
    for following in puzzle.following:
        pictures |= {*shown.files.values()}
        hint = (await ada.press("c1:d:0:puzzle-hint:", on=shown)).shown
        hints |= {*re.findall("Look at cats? ([0-9, and]+)", hint.text)}
        assert f"{2 * len(hints)} paw prints lost" in hint.text and hint.files != shown.files
        found.append(next(mark for mark in following if mark not in found))
        shown = (await enter(ada, found[-1], hint)).shown
    assert len(pictures) == puzzle.length and "🟦🟦🟦\n🟦🟦🟦\n🟦🟦🟦" in shown.text
    shown = (await ada.press("How it follows", on=shown)).shown
    for at in range(1, puzzle.length):
        assert f"step {at} of 9" in shown.text and re.search("[Cc]ats? [0-9]+", shown.text)
        shown = (await ada.press("Next page", on=shown)).shown
