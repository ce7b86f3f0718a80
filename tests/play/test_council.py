"""Talking, picking people and votes that may change, played with Council through the whole bot."""

from typing import Any

import pytest
from msgspec.structs import replace

from bot.bench.moves import enter
from bot.bench.world import Answer, Person, World
from bot.domain.playing import deadline_seconds
from bot.domain.table import Player
from bot.engine.answers import Answers
from tests.play.evening import COMPUTER_MOVE_SECONDS, load_match, sit_down
from tests.toys import REGISTRY
from tests.toys.council.package import PACKAGE
from tests.toys.council.rules import State

MINUTE = 60.0


@pytest.fixture
async def world(open_world):
    return await open_world(registry={**REGISTRY, "council": PACKAGE})


async def begin(world: World, *people: Person, computers: int = 0, **options: Any) -> list[Person]:
    await sit_down(world, *people, game="council", text_only=True, **options)
    for _ in range(computers):
        await people[0].press("c1:d:*:computer-add")
    await people[0].press("c1:d:*:start")
    return [person for person in await world.list_players() if person]


async def end_talk(*people: Person) -> None:
    for person in people:
        await person.press("Ready to vote", on=person.world.board())


async def state_of(world: World) -> State:
    state = (await load_match(world)).state
    assert isinstance(state, State)
    return state


async def test_talk_ends_as_soon_as_all_are_ready(world):
    one, two, three = await begin(world, *world.people[:3])
    board = world.board()
    assert "Talk first" in board.content
    assert "Ready to vote" in board.labels
    assert "Ready:" not in board.text
    await one.press("Ready to vote", on=board)
    assert f"✅ Ready: {one.name} (1 of 3)" in world.board().text
    assert f"✅ Ready: {one.name} (1 of 3)" in one.private().text
    assert one.private().control("Ready to vote").disabled
    await two.press("Ready to vote", on=world.board())
    assert f"✅ Ready: {one.name} and {two.name} (2 of 3)" in world.board().text
    await three.press("Ready to vote", on=world.board())
    assert "Ready to vote" not in world.board().labels
    assert "Ready to vote" not in one.private().labels
    assert (await state_of(world)).phase == "team"


async def test_talk_ends_with_the_tables_clock_and_is_no_missed_turn(world):
    people = await begin(world, *world.people[:3])
    ends = int(world.now() + 10 * MINUTE)
    await people[0].press("Ready to vote", on=world.board())
    assert f"<t:{ends}:R>" in world.board().text
    await world.advance(10 * MINUTE + 1)
    assert (await state_of(world)).phase == "team"
    assert [player.misses for player in (await load_match(world)).players] == [0, 0, 0]


async def test_talk_ends_when_the_last_one_who_was_not_ready_leaves(world):
    one, two, three = await begin(world, *world.people[:3], clock="none")
    assert "<t:" not in world.board().text
    await world.jump(60 * MINUTE)
    await end_talk(one, two)
    assert (await state_of(world)).phase == "talk", "without a time limit all have to be ready"
    panel = (await three.press("Table", on=world.board())).shown
    sure = (await three.press("Leave", on=panel)).shown
    await three.press("c1:d:*:leave-yes", on=sure)
    await world.advance(1)
    assert (await state_of(world)).phase == "team"


async def test_a_leader_picks_people_by_their_names_in_any_order(world):
    people = await begin(world, *world.people[:3])
    await end_talk(*people)
    leader, (one, two, three) = people[0], [person.name for person in people]
    screen = (await leader.press("My vote", on=world.board())).shown
    assert screen.labels[:4] == (one, two, three, "Send them")
    assert screen.control("Send them").disabled
    screen = (await leader.press(three, on=screen)).shown
    assert f"You send {three}." in screen.text
    screen = (await leader.press(one, on=screen)).shown
    assert f"You send {one} and {three}." in screen.text
    assert screen.control(two).disabled
    screen = (await leader.press("Pick again", on=screen)).shown
    assert "Pick two." in screen.text
    screen = (await leader.press(two, on=screen)).shown
    screen = (await leader.press(two, on=screen)).shown
    assert "Pick two." in screen.text, "a second press takes a name back"
    screen = (await leader.press(three, on=screen)).shown
    screen = (await leader.press(two, on=screen)).shown
    await leader.press("Send them", on=screen)
    assert (await state_of(world)).team == (1, 2)
    assert f"👑 {one}\n🎒 {two}\n🎒 {three}" in world.board().text


async def vote_time(world: World) -> list[Person]:
    people = await begin(world, *world.people[:3])
    await end_talk(*people)
    await enter(world, people[0], "team/0.1")
    return people


async def vote(person: Person, choice: str) -> Answer:
    screen = (await person.press("My vote", on=person.world.board())).shown
    return await person.press(choice, on=screen)


async def test_a_vote_may_change_until_the_last_one_is_in(world):
    one, two, three = await vote_time(world)
    screen = (await one.press("My vote", on=world.board())).shown
    step, yes = (await load_match(world)).step, screen.control("Yes")
    await world.race(world.click(one, screen, yes, {}), world.click(one, screen, yes, {}))
    before = await load_match(world)
    assert before.step == step + 1, "a double press is one vote"
    assert "You vote Yes" in one.private().text
    answer = await one.press("Yes", on=one.private())
    after = await load_match(world)
    assert "That's your answer already" in answer.text
    assert "You vote Yes" in answer.text
    assert (after.step, after.version) == (before.step, before.version)

    await vote(two, "Yes")
    await three.press("My vote", on=world.board())
    await world.advance(MINUTE)
    boards, since = [world.board(), two.private(), three.private()], len(world.requests)
    await one.press("No", on=one.private())
    assert "You vote No" in one.private().text
    await world.advance(MINUTE)
    assert [request.reader for request in world.requests[since:]] == [one.id]
    assert [world.board(), two.private(), three.private()] == boards, "nobody is shown anything"
    await vote(three, "No")
    assert (await state_of(world)).past[-1].votes_for == (1,)
    assert f"Last time for it: {two.name}" in world.board().text
    assert "You vote No" not in one.private().text


async def test_nobody_waits_for_who_may_only_change_a_vote(world):
    one, two, three = await vote_time(world)
    assert f"<t:{int(world.now() + 5 * MINUTE)}:R>" in world.board().text, "half of the clock"
    await vote(one, "Yes")
    assert one.name not in world.board().content
    assert f"{two.name} · {three.name}" in world.board().content
    await world.advance(5 * MINUTE - 10)
    assert {*world.list_pinged()} == {two.name, three.name}
    panel = (await two.press("Table", on=world.board())).shown
    assert [label for label in panel.labels if "Skip" in label] == [f"Skip {three.name}"]
    await world.advance(11)
    table = await load_match(world)
    assert [player.misses for player in table.players] == [0, 1, 1]


@pytest.mark.parametrize(
    ("clock", "seconds"), [("none", None), ("1", 30), ("3", 90), ("10", 300), ("20s", 20)]
)
def test_a_vote_takes_half_of_the_tables_time_but_not_too_little(clock, seconds):
    (prompt, *_) = Answers[int](1, (0, 1)).prompts("vote", "vote:1", 0.5)
    assert deadline_seconds(clock, prompt) == seconds
    assert deadline_seconds(clock, replace(prompt, seconds=7.0)) == 7.0


async def test_computers_vote_once(world):
    (ada,) = await begin(world, world.people[0], computers=3)
    seats = await world.list_players()
    await end_talk(ada)
    await world.advance(COMPUTER_MOVE_SECONDS * 2)
    if (await state_of(world)).phase == "team":
        await enter(world, ada, "team/1.3")
    await world.advance(COMPUTER_MOVE_SECONDS * 4)
    votes = (await state_of(world)).votes
    assert votes and votes.waiting == (seats.index(ada),)
    step = (await load_match(world)).step
    await world.advance(2 * MINUTE)
    assert (await load_match(world)).step == step, "nobody votes a second time"


async def test_a_vote_of_the_computer_for_a_silent_person_may_be_changed(world):
    one, two, three = await vote_time(world)
    await vote(one, "Yes")
    await world.advance(4 * MINUTE)
    panel = (await one.press("Table", on=world.board())).shown
    await one.press(f"Skip {two.name}", on=panel)
    await world.advance(20, step=1.0)
    votes = (await state_of(world)).votes
    assert votes and votes.waiting == (2,)
    screen = (await two.press("My vote", on=world.board())).shown
    now, later = ("Yes", "No") if votes.find(1) else ("No", "Yes")
    assert f"You vote {now}" in screen.text
    await two.press(later, on=screen)
    votes = (await state_of(world)).votes
    assert votes and votes.find(1) == (later == "Yes")
    await vote(three, "No")
    assert (await state_of(world)).votes is None


def test_the_computer_changes_no_answer() -> None:
    prompts = Answers[int](1, (0, 1), ((0, 1),), may_change=True).prompts("vote", "vote:1")
    computer, away = Player("Fox", None, "computer"), Player("Ada", 5, away=True)
    for player in (computer, away):
        assert [player.is_answered_for(prompt) for prompt in prompts] == [False, True]
