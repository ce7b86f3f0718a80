"""The people of a table play another game together, without sitting down again."""

from bot.bench.plugin import OpenWorld
from bot.bench.world import Person, World
from bot.games.registry import GAMES
from tests.play.evening import deal, finish, load_table, shows_hand, sit_down
from tests.services.test_lobby import seats
from tests.tables import expect_lobby
from tests.toys import REGISTRY

OTHER, WHICH = "Another game", "Pick a game"


async def test_a_host_changes_the_game_of_a_lobby(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await sit_down(world, ada, ben, computers=1, clock="3")
    board = world.board()
    for guest in (ben, cleo):
        answer = await guest.press(OTHER, on=board)
        assert answer.text == "Only the host can do that, and that's Ada."
    panel = (await ada.press(OTHER, on=board)).shown
    assert panel.ephemeral
    offered = [value for value, _ in panel.control(WHICH).options]
    assert offered == [game for game in GAMES if game != "cloaked_cats"]
    answer = await ada.choose(WHICH, "liars_dice", on=panel)
    assert answer.shown.title == "You're in: Liar's Dice"
    assert ben.private().title == "You're in: Liar's Dice", "it says so to all who sit there"
    assert world.board().id == board.id, "the board changes where it is"
    assert world.messages() == [world.board()]
    assert "Liar's Dice" in world.board().text
    assert seats(world)[:3] == ["Ada (host)", "Minka 🤖 (Kitten)", "Ben"]
    assert "3 minutes" in world.board().text
    await world.restart(crash=True)
    await ada.press("Start", on=world.board())
    assert world.list_pinged() in (["Ada"], ["Ben"], [])
    answer = await ada.choose(WHICH, "quickpick", on=panel)
    assert "The game has already started" in answer.text, "the menu is older than the start"
    assert (await load_table(world)).game == "liars_dice"


async def test_a_rematch_may_be_another_game(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, clock="none")
    await finish(world)
    over = world.board()
    assert over.labels[:2] == ("Rematch", OTHER)
    refused = await cleo.press(OTHER, on=over)
    assert refused.text.startswith("A rematch is for those who played")
    await ben.press(OTHER, on=over)
    answer = await ben.choose(WHICH, "liars_dice")
    assert answer.shown.title == "You're in: Liar's Dice"
    table = expect_lobby(await load_table(world))
    rematch = ("liars_dice", ben.id, "none", True)
    assert (table.game, table.host, table.clock, table.text_only) == rematch
    confirmed = {player.user: player.confirmed for player in table.players}
    assert confirmed == {ada.id: False, ben.id: True}

    games = (await ada.slash("cats help")).shown
    answer = await ada.press("Quickpick", on=games)
    assert answer.shown.labels == ("Join", "Go to the board")
    assert "Ada: seat saved" in seats(world), "a kept seat in another game is not taken"
    answer = await ada.press("Liar's Dice", on=games)
    assert answer.shown.title == "You're in: Liar's Dice"


async def test_there_is_no_other_game_where_only_one_is_offered(open_world: OpenWorld) -> None:
    world = await open_world(registry={"secret_numbers": REGISTRY["secret_numbers"]})
    ada, *_ = world.people
    await ada.slash("cats play", game="secret_numbers")
    answer = await ada.press(OTHER, on=world.board())
    assert answer.text == "This is the only game I have here."


async def test_another_game_points_to_the_open_table(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await sit_down(world, ada, ben, game="liars_dice", text_only=True)
    offers: list[tuple[Person, tuple[str, ...]]] = [
        (ada, ("Change it to Catham City",)),
        (ben, ()),
        (cleo, ("Join",)),
    ]
    for person, offered in offers:
        games = (await person.slash("cats help")).shown
        screen = (await person.press("Catham City", on=games)).shown
        assert screen.content == "A table of **Liar's Dice** is open here."
        assert screen.labels == (*offered, "Go to the board")
    joined = await cleo.press("Join")
    assert joined.shown.title == "You're in: Liar's Dice"
    changed = await ada.press("Change it to Catham City")
    assert changed.shown.title == "You're in: Catham City"
    await ada.press("Start", on=world.board())
    assert (await load_table(world)).game == "catham_city"
    answer = await ada.press("Quickpick", on=(await ada.slash("cats help")).shown)
    assert answer.shown.content == "There's a game of **Catham City** here."
    assert answer.shown.labels == ("Go to the board",)


async def test_the_hosts_hand_opens_at_the_start_though_they_pressed_another_game(world):
    ada, ben, *_ = world.people
    games = (await ada.slash("cats help")).shown
    await sit_down(world, ada, ben, text_only=True)
    own = ada.private()
    await ada.press("Quickpick", on=games)
    await world.advance(600)
    await ben.press("Start", on=world.board())
    await world.advance(120)
    await ben.press("Start", on=world.board())
    seen = world.find(own.id)
    assert seen is not None
    assert shows_hand(seen)
