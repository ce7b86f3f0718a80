"""Who Barked?, played by people and computers through the whole bot, by buttons alone."""

from itertools import pairwise
from random import Random
from typing import Any

from bot.bench.moves import enter
from bot.bench.world import Answer, Person, World
from bot.domain.table import Match
from bot.engine.game import Prompt, find_waiting
from bot.games.registry import GAMES
from bot.games.who_barked.model.state import State
from bot.games.who_barked.rules import HUSH_SECONDS, MEET_SECONDS, SNIFF_SECONDS
from bot.i18n import text
from tests.bench.watching import look_again
from tests.play.evening import CHAT, COMPUTERS_MOVE_SECONDS, hand, load_match, load_table, sit_down

PACKAGE = GAMES["who_barked"]
GAME = PACKAGE.game
SAY = text("en", PACKAGE.text)
SIGNS = {"dog": "🐶", "cat": "🐱", "nose": "👃"}
GREEN = 3


async def begin(world: World, *people: Person, **options: Any) -> list[Person | None]:
    """Start a game, and return who sits on each seat."""
    await sit_down(world, *people, game="who_barked", **{"text_only": True, **options})
    await people[0].press("c1:d:*:start", on=world.board())
    return await world.list_players()


async def press_ready(*people: Person) -> None:
    for person in people:
        await person.press("c1:d:*:ready", on=await hand(person))


async def answer(world: World, person: Person, prompt: Prompt, luck: Random) -> Answer:
    """Let a person do what a computer would, field by field."""
    state = (await load_match(world)).state
    assert prompt.seat is not None
    view, moves = GAME.view(state, prompt.seat), GAME.legal_moves(state, prompt.seat)
    level = PACKAGE.computers.levels[-1]
    move = PACKAGE.computers.choose_move(view, moves, level, luck)
    return await enter(world, person, move.path)


async def step(world: World, *playing: Person, luck: Random) -> Prompt:
    """Do what the game waits for; only some of the people are there to do it."""
    match = await load_match(world)
    people = await world.list_players()
    waiting = find_waiting(match.prompts)
    if waiting[0].seat is None:
        await end_pause(world, waiting[0].kind, *playing)
        return waiting[0]
    for prompt in waiting:
        who = people[prompt.seat or 0]
        if who in playing:
            await answer(world, who, prompt, luck)
            return prompt
    await world.advance(COMPUTERS_MOVE_SECONDS)
    return waiting[0]


async def end_pause(world: World, kind: str, *people: Person) -> None:
    if kind in ("meet", "talk"):
        await press_ready(*people)
        await world.advance(COMPUTERS_MOVE_SECONDS)
    else:
        await world.advance(HUSH_SECONDS if kind == "hush" else SNIFF_SECONDS)


async def play_until(world: World, kind: str, *people: Person, luck: Random) -> Match:
    while (match := await load_match(world)).prompts[0].kind != kind:
        await step(world, *people, luck=luck)
    return match


async def test_five_people_play_a_whole_game_by_buttons_and_watch_it_again(open_world) -> None:
    world = await open_world(people=5)
    people = [person for person in await begin(world, *world.people) if person]
    luck, kinds, proposed = Random(2), set[str](), None
    while isinstance(match := await load_table(world), Match):
        kinds.add((prompt := await step(world, *people, luck=luck)).kind)
        if prompt.kind == "lead" and proposed is None:
            proposed = match
    assert kinds >= {"meet", "lead", "vote", "raid", "hush", "talk"}
    board = world.board()
    assert any(SAY("over-headline", winner=team) in board.text for team in PACKAGE.teams)
    assert "👃" in board.text
    for person in people:
        told = (await person.slash("cats hand")).text
        assert ("You won" in told) != ("You lost" in told)

    assert proposed and isinstance(proposed.state, State)
    leader, voter = proposed.state.leader, (proposed.state.leader + 1) % len(people)
    for place, viewer, picks in ((2, voter, False), (1, voter, True), (1, leader, False)):
        watched = await look_again(people[0], "replay", f"{place}/{viewer}/eyes", proposed.id)
        picking = SAY("wait-lead", name=people[leader].name)
        assert (picking in watched.text) is picks


async def test_own_screens_tell_roles_to_those_who_may_know(open_world) -> None:
    world = await open_world(people=5)
    people = await begin(world, *world.people)
    state = (await load_match(world)).state
    assert isinstance(state, State)
    for seat, person in enumerate(people):
        assert person
        told, role = (await hand(person)).text, state.find_role(seat)
        for one in ("cat", "nose"):
            assert (SAY(f"own-{one}") in told) == (role == one)
        if role == "dog":
            (other,) = (people[dog] for dog in state.dogs if dog != seat)
            assert other and other.name in told
    assert not any(sign in world.board().text for sign in SIGNS.values())


async def test_the_hours_to_spare_do_not_read_like_all_that_are_left(open_world) -> None:
    world = await open_world(people=5)
    people = [person for person in await begin(world, *world.people, language="de") if person]
    for person in people:
        person.set_locale("de")
    await press_ready(*people)
    match = await load_match(world)
    assert isinstance(match.state, State)
    assert "**9** Stunden" in world.board().text
    assert "6 Stunden" in (await hand(people[match.state.leader])).text


async def test_a_learner_is_not_told_to_talk_with_computers(open_world) -> None:
    world = await open_world(people=1)
    (ada,) = world.people
    screen = (await ada.slash("cats learn", game="who_barked")).shown
    while SAY("lesson-barked", **{"button-tracks": ""})[:30] not in screen.text:
        (advised,) = [control for control in screen.controls if control.style == GREEN]
        await world.click(ada, screen, advised, {})
        screen = ada.private()
    assert SAY("wait-talk") not in screen.text


async def test_two_friends_and_three_computers_play_a_whole_game(open_world) -> None:
    world = await open_world(people=2)
    ada, ben = world.people
    seats = await begin(world, ada, ben)
    assert len(seats) == 5
    luck, kinds = Random(3), set[str]()
    while isinstance(match := await load_table(world), Match):
        prompt = find_waiting(match.prompts)[0]
        if prompt.kind == "talk":
            await world.advance(20)
            assert (await load_match(world)).step == match.step, "computers are in no hurry"
            await press_ready(ada)
            assert (await load_match(world)).step == match.step
            await press_ready(ben)
            kinds.add("talk")
        else:
            kinds.add((await step(world, ada, ben, luck=luck)).kind)
    assert {"meet", "lead", "vote", "talk"} <= kinds
    assert any(SAY("over-headline", winner=team) in world.board().text for team in PACKAGE.teams)

    await ada.press("c1:d:*:rematch", on=world.board())
    await ben.press("c1:d:*:join", on=world.board())
    await ada.press("c1:d:*:start", on=world.board())
    assert sorted(player.name for player in (await load_match(world)).players) == sorted(
        player.name for player in match.players
    )


async def test_a_rematch_starts_without_who_does_not_come_back(open_world) -> None:
    world = await open_world(people=5)
    people = [person for person in await begin(world, *world.people) if person]
    luck = Random(5)
    while isinstance(await load_table(world), Match):
        await step(world, *people, luck=luck)
    ada, ben, *_ = world.people
    await ada.press("c1:d:*:rematch", on=world.board())
    assert world.board().control("c1:d:*:start").disabled
    await ben.press("c1:d:*:join", on=world.board())
    assert "**Start** without you, and 3 computers join in." in world.board().text
    await ada.press("c1:d:*:start", on=world.board())
    seated = [person for person in await world.list_players() if person]
    assert (sorted(person.name for person in seated), (await load_match(world)).step) == (
        ["Ada", "Ben"],
        0,
    )


async def test_computers_answer_one_after_another_and_do_not_flood_the_channel(open_world) -> None:
    world = await open_world(people=3, between_edits=1.1)
    people = world.people
    await sit_down(world, *people, game="who_barked", text_only=True)
    await world.advance(2)
    for _ in range(5):
        await people[0].press("c1:d:*:computer-add", on=world.board())
        await world.advance(2)
    await people[0].press("c1:d:*:start", on=world.board())
    await world.advance(2)
    luck = Random(4)
    await play_until(world, "vote", *people, luck=luck)
    since, begun = len(world.requests), (await load_match(world)).step
    steps = []
    for _ in range(24):
        await world.advance(0.25)
        steps.append((await load_match(world)).step - begun)
    assert steps[-1] == 5, "all computers have voted"
    assert all(later - one <= 1 for one, later in pairwise(steps))
    sent = [request for request in world.requests[since:] if request.method != "DELETE"]
    assert all(request.path.startswith(CHAT) for request in sent), "nobody's own screen"
    assert len(sent) <= 5
    for person in people:
        assert person.name in world.board().content, "the board tells whose vote is missing"


async def test_eight_play_in_german_and_one_of_them_never_presses_anything(open_world) -> None:
    world = await open_world(people=8)
    for person in world.people:
        person.set_locale("de")
    await begin(world, *world.people, clock="1", language="de")
    *playing, silent = world.people
    luck, waited = Random(8), set[str]()
    while isinstance(match := await load_table(world), Match):
        prompts = find_waiting(match.prompts)
        kind = prompts[0].kind
        if kind == "meet":
            await press_ready(*playing)
            assert (await load_match(world)).step == match.step, "it is still waited for the last"
            await world.advance(MEET_SECONDS)
            waited.add("meet")
        elif kind == "talk" and not match.players[match.seat_of(silent.id) or 0].away:
            await press_ready(*playing)
            await world.advance(31)
            assert (await load_match(world)).step > match.step, "half of the time limit is over"
            waited.add("talk")
        elif [prompt.seat for prompt in prompts] == [match.seat_of(silent.id)]:
            await world.advance(63 if kind == "lead" else 33)
            waited.add("answer")
        else:
            await step(world, *playing, luck=luck)
    assert waited == {"meet", "answer", "talk"}
    (idle,) = (player for player in match.players if player.user == silent.id)
    assert idle.misses >= 2
    assert "(meist 🤖)" in world.board().text


async def test_a_dog_who_leaves_is_followed_by_a_computer_and_comes_back_as_a_dog(
    open_world,
) -> None:
    world = await open_world(people=5)
    seats = await begin(world, *world.people)
    await press_ready(*[person for person in seats if person])
    before = (await load_match(world)).state
    assert isinstance(before, State)
    dog = seats[before.dogs[0]]
    assert dog
    await dog.press("c1:d:*:leave", on=(await dog.press("c1:d:*:table", on=world.board())).shown)
    await dog.press("c1:d:*:leave-yes")
    left = await load_match(world)
    assert left.players[before.dogs[0]].user is None
    assert left.state == before
    assert not any(sign in world.board().text for sign in SIGNS.values())
    rest = [person for person in seats if person and person is not dog]
    await play_until(world, "vote", *rest, luck=Random(1))
    assert SIGNS["dog"] not in (await hand(dog)).text
    await dog.press("c1:d:*:come-back")
    assert (await load_match(world)).seat_of(dog.id) == before.dogs[0]
    assert SIGNS["dog"] in (await hand(dog)).text


async def test_who_comes_late_takes_over_a_computers_seat_and_its_role(open_world) -> None:
    world = await open_world(people=3)
    ada, ben, late = world.people
    await begin(world, ada, ben)
    await press_ready(ada, ben)
    match = await load_match(world)
    assert isinstance(match.state, State)
    told = (await hand(late)).text
    assert not any(sign in told for sign in SIGNS.values())
    await late.press("Take a computer's seat")
    for person in (ada, ben):
        await person.press("Sure, join in!", on=world.board())
    match = await load_match(world)
    seat = match.seat_of(late.id)
    assert seat is not None and isinstance(match.state, State)
    told, role = (await hand(late)).text, match.state.find_role(seat)
    assert SIGNS[role] in told


async def test_without_a_time_limit_the_talk_goes_on_once_the_host_gives_up_on_somebody(
    open_world,
) -> None:
    world = await open_world(people=5)
    ada, *_ = world.people
    people = [person for person in await begin(world, *world.people, clock="none") if person]
    match = await play_until(world, "talk", *people, luck=Random(2))
    *here, gone = [ada, *(person for person in people if person is not ada)]
    await press_ready(*here)
    await world.jump(601)
    assert (await load_match(world)).step == match.step
    panel = (await ada.press("c1:d:*:table", on=world.board())).shown
    await ada.choose("c1:d:*:hand-over", str(gone.id), on=panel)
    await world.advance(COMPUTERS_MOVE_SECONDS)
    assert (await load_match(world)).step > match.step
