"""The example Who Barked?, played by people through the whole bot, by buttons alone."""

from random import Random

from bot.bench.world import Person, World
from bot.demo.shown import Shown
from bot.domain.table import Match
from bot.engine.game import Prompt, find_waiting
from bot.engine.moves import Move
from bot.games.who_barked.model.moves import BARK_MOVE, Accuse, PickCrew, Vote
from bot.games.who_barked.model.state import State
from bot.games.who_barked.package import PACKAGE
from tests.bench.watching import look_again
from tests.play.evening import hand, load_match, load_table, sit_down
from tests.toys import REGISTRY

GAME = PACKAGE.game
GREEN = 3


async def sit_down_all(open_world, people: int, language: str = "en") -> tuple[World, list[Person]]:
    world = await open_world(people=people, registry={**REGISTRY, "who_barked": PACKAGE})
    await sit_down(world, *world.people, game="who_barked", language=language)
    await world.people[0].press("c1:d:*:start")
    return world, [person for person in await world.list_players() if person]


async def end_pause(people: list[Person], label: str) -> None:
    for person in people:
        await person.press(label, on=await hand(person))


async def answer(person: Person, move: Move, names: list[str]) -> None:
    screen: Shown = await hand(person)
    match move:
        case PickCrew(seats):
            for seat in seats:
                screen = (await person.press(names[seat], on=screen)).shown
            label = next(label for label in screen.labels if label.startswith("Send them: "))
        case Accuse(seat):
            screen = (await person.press(names[seat], on=screen)).shown
            label = "Yes, that's the Nose"
        case Vote(said):
            label = "Go" if said == "yes" else "Stay"
        case _:
            label = "Bark!" if move == BARK_MOVE else "Sneak"
    await person.press(label, on=screen)


async def step(match: Match, people: list[Person], luck: Random) -> Prompt:
    prompt = find_waiting(match.prompts)[0]
    if prompt.seat is None:
        await end_pause(people, "Ready" if prompt.kind == "talk" else "Continue")
        return prompt
    view, moves = GAME.view(match.state, prompt.seat), GAME.legal_moves(match.state, prompt.seat)
    move = PACKAGE.computers.choose_move(view, moves, "tomcat", luck)
    await answer(people[prompt.seat], move, [person.name for person in people])
    return prompt


async def test_five_people_play_a_whole_game_by_buttons_and_watch_it_again(open_world) -> None:
    world, people = await sit_down_all(open_world, 5)
    luck, kinds, proposed = Random(2), set[str](), None
    while isinstance(match := await load_table(world), Match):
        kinds.add((prompt := await step(match, people, luck)).kind)
        if prompt.kind == "lead" and proposed is None:
            proposed = match
    assert kinds >= {"meet", "lead", "vote", "raid", "talk"}
    board = world.board()
    assert "have won: " in board.text
    assert "👃 The Nose: " in board.text
    reasons = ("sniffs at", "dogs have held out", "Once too often")
    assert sum(board.text.count(reason) for reason in reasons) == 1
    for person in people:
        told = (await person.slash("cats hand")).text
        assert ("You won" in told) != ("You lost" in told)

    assert proposed and isinstance(proposed.state, State)
    leader, voter = proposed.state.leader, (proposed.state.leader + 1) % len(people)
    for place, viewer, question in (
        (2, voter, "Should they go?"),
        (1, voter, "is picking a crew"),
        (1, leader, ""),
    ):
        watched = await look_again(people[0], "replay", f"{place}/{viewer}/eyes", proposed.id)
        assert question in watched.text, "the vote tells what it is about"
        assert ("is picking a crew" in watched.text) == ("picking" in question)


async def test_own_screens_tell_roles_to_those_who_may_know(open_world) -> None:
    world, people = await sit_down_all(open_world, 5)
    state = (await load_match(world)).state
    assert isinstance(state, State)
    for seat, person in enumerate(people):
        told = (await hand(person)).text
        role = state.find_role(seat)
        assert ("a dog in a cat suit" in told) == (role == "dog")
        assert ("You're **the Nose**" in told) == (role == "nose")
        if role == "dog":
            (other,) = [people[dog].name for dog in state.dogs if dog != seat]
            assert f"With you: {'🦴 ' if state.dogs[0] != seat else ''}{other}." in told
    assert "dog in" not in world.board().text


async def test_the_hours_to_spare_do_not_read_like_all_that_are_left(open_world) -> None:
    world, people = await sit_down_all(open_world, 5, language="de")
    for person in people:
        person.set_locale("de")
    await end_pause(people, "Weiter")
    match = await load_match(world)
    assert isinstance(match.state, State)
    assert "🌙 noch **9** Stunden" in world.board().text
    told = (await hand(people[match.state.leader])).text
    assert "6 Stunden könnt ihr noch verlieren." in told


async def test_a_learner_is_not_told_to_talk_with_computers(open_world) -> None:
    world = await open_world(people=1, registry={**REGISTRY, "who_barked": PACKAGE})
    (ada,) = world.people
    screen = (await ada.slash("cats learn", game="who_barked")).shown
    while "alarms\n" not in screen.text or "💡 **0** of" in screen.text:
        (advised,) = [control for control in screen.controls if control.style == GREEN]
        await world.click(ada, screen, advised, {})
        screen = ada.private()
    assert "barked" in screen.text
    assert "Talk about it!" not in screen.text
