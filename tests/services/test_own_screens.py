"""A reveal is seen by everybody at the table whose own screen is open, at the same moment."""

from msgspec.structs import replace

from bot.games.liars_dice.model.state import State
from bot.games.registry import GAMES
from tests.bench.moves import enter
from tests.bench.sim import Person, World
from tests.play.evening import deal, find_asked_player, load_match, rewrite, write_state

LIFTED = "Cups up!"
BOARD_TITLE = "Liar's Dice ·"


async def open_own_screens(world: World, *people: Person) -> None:
    """Let people open their own screens."""
    for person in people:
        await person.slash("cats hand")


async def lift_cups(world: World) -> None:
    """Let a player bid and the next one challenge."""
    await enter(world, find_asked_player(world), "bid/1/6")
    await enter(world, find_asked_player(world), "liar")


async def test_lifted_cups_are_on_every_open_own_screen_until_the_next_round(world):
    await deal(world, *world.people, game="liars_dice")
    await open_own_screens(world, *world.people)
    await lift_cups(world)
    for person in world.people:
        assert LIFTED in person.private().text, f"{person.name} looks at something else"
    await world.advance(15)
    for person in world.people:
        assert LIFTED not in person.private().text, f"{person.name} still sees the last cups"


async def test_an_onlooker_sees_the_same_reveal_and_its_end(world):
    ada, ben, cleo, dan = world.people
    await deal(world, ada, ben, game="liars_dice")
    await cleo.press("Your dice", on=world.board())
    await dan.press("Who wins?", on=world.board())
    await enter(world, find_asked_player(world), "bid/1/6")
    for person in (cleo, dan):
        assert "bids" not in person.private().text, "a bid is no reveal and costs no request"
    await enter(world, find_asked_player(world), "liar")
    for person in (cleo, dan):
        shown = person.private()
        assert "calls “Liar!”" in shown.text and "loses a die" in shown.text
        assert BOARD_TITLE in shown.text, "the dice are shown, too"
    await world.advance(15)
    for person in (cleo, dan):
        assert BOARD_TITLE not in person.private().text, "outdated dice stay there"


async def test_guesses_and_go_on_cost_one_request_each_and_a_bid_none_for_onlookers(world):
    ada, ben, cleo, dan = world.people
    await deal(world, ada, ben, game="liars_dice", clock="none")
    await open_own_screens(world, ada, ben, cleo, dan)
    await enter(world, find_asked_player(world), "bid/1/6")
    opened = (await cleo.press("Your dice", on=world.board())).shown
    since = len(world.requests)
    await cleo.press("Lie!", on=opened)
    await cleo.press("True", on=cleo.private())
    assert len(world.requests) == since + 2, "the answers, and no edit of the board"
    await enter(world, find_asked_player(world), "bid/2/6")
    assert not {cleo.id, dan.id} & {request.reader for request in world.requests[since + 2 :]}
    await enter(world, find_asked_player(world), "liar")
    since = len(world.requests)
    await ada.press("Go on", on=ada.private())
    assert len(world.requests) == since + 1


async def test_the_pause_ends_when_all_people_have_pressed_go_on(world):
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, cleo, game="liars_dice")
    await open_own_screens(world, ada, ben, cleo)
    await lift_cups(world)
    step = (await load_match(world)).step
    answer = await ada.press("Go on", on=ada.private())
    assert "as soon as everyone is" in answer.text
    (button,) = answer.shown.matching("c1:d:*:ready:")
    assert button.disabled
    await world.click(ada, answer.shown, button, {})
    await ben.press("Go on", on=ben.private())
    assert (await load_match(world)).step == step, "Cleo still looks"
    early = cleo.private()
    await cleo.press("Go on", on=early)
    assert (await load_match(world)).step == step + 1
    for person in (ada, ben, cleo):
        assert LIFTED not in person.private().text
        assert "Go on" not in person.private().labels
    await lift_cups(world)
    await world.click(cleo, early, early.matching("c1:d:*:ready:")[0], {})
    for person in (ada, ben):
        await person.press("Go on", on=person.private())
    assert (await load_match(world)).prompts[0].seat is None, "an old press ends no later pause"


async def test_the_pause_waits_for_neither_computers_nor_who_is_away(world):
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, cleo, game="liars_dice")
    await open_own_screens(world, ada, ben, cleo)
    await lift_cups(world)
    match = await load_match(world)
    for user, changed in ((ben.id, "away = TRUE"), (cleo.id, "\"user\" = NULL, level = 'fox'")):
        rewrite(world, f'UPDATE seats SET {changed} WHERE "user" = ?', user)
    await ada.press("Go on", on=ada.private())
    assert (await load_match(world)).step == match.step + 1


async def test_who_is_out_sees_the_cups_of_the_others(world):
    await deal(world, *world.people[:3], game="liars_dice")
    state = (await load_match(world)).state
    assert isinstance(state, State)
    cups = [(2,) if seat == state.turn else (3, 3) for seat in range(3)]
    write_state(world, replace(state, cups=tuple(cups)))
    await open_own_screens(world, *world.people[:3])
    loser = find_asked_player(world)
    await lift_cups(world)
    await world.advance(15)
    assert "out of dice" in loser.private().text
    await lift_cups(world)
    assert LIFTED in loser.private().text, "who is out sees something else"


async def test_the_answer_to_a_guess_is_on_every_open_own_screen(world):
    await deal(world, *world.people)
    await open_own_screens(world, *world.people)
    guesser = find_asked_player(world)
    await enter(world, guesser, await find_path(world, guesser, "cat/"))
    await enter(world, guesser, await find_path(world, guesser, "guess/"))
    for person in world.people:
        if person is not guesser:
            told = person.private().text
            assert guesser.name in told and "guesse" in told, f"{person.name} missed it"


async def find_path(world: World, person: Person, start: str) -> str:
    """Return the first legal move of a player that begins like that."""
    match = await load_match(world)
    seat = match.seat_of(person.id)
    assert seat is not None
    paths = GAMES[match.game].game.legal_paths(match.state, seat)
    return next(path for path in paths if path.startswith(start))
