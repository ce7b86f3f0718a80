"""The application's emojis on the screens, as people get them."""

from msgspec.structs import replace

from bot.games.cloaked_cats import BOX
from bot.games.cloaked_cats.words import FEATURE_SIGNS
from tests.bench.shown import Shown
from tests.bench.sim import World
from tests.conftest import OpenWorld
from tests.games.cloaked_cats.looks import EMOJIS
from tests.play.evening import deal, sit_down, the_asked

CUSTOM = "<:"
SHELF = {"cloaked_cats": replace(BOX, emojis=EMOJIS)}


def emojis_of(screen: Shown) -> list[str]:
    """Return the emojis of the buttons that lead to a guess, as texts have them."""
    buttons = [button for row in screen.wire["components"] for button in row["components"]]
    emojis = [b["emoji"] for b in buttons if ":guess/" in b["custom_id"]]
    return [f"<:{e['name']}:{e['id']}>" if e.get("id") else e["name"] for e in emojis]


async def guess_screen(world: World) -> Shown:
    """Play a cat, and return the screen to guess on."""
    who = the_asked(world)
    hand = (await who.press("c1:l:", on=world.board())).shown
    return (await who.press(hand.matching("c1:m:*:cat/")[0].custom_id, on=hand)).shown


async def test_buttons_and_texts_carry_the_application_s_emojis(open_world: OpenWorld) -> None:
    world = await open_world(shelf=SHELF)
    ada, ben, *_ = world.people
    await deal(world, ada, ben, text_only=False)
    screen = await guess_screen(world)
    assert emojis_of(screen) == list(EMOJIS.values())[:19]
    assert CUSTOM in screen.text
    assert CUSTOM in world.board().text
    assert CUSTOM in (await ada.slash("cats scores")).text


async def test_a_text_only_table_has_none_of_them(open_world: OpenWorld) -> None:
    world = await open_world(shelf=SHELF)
    ada, ben, *_ = world.people
    await deal(world, ada, ben, text_only=True)
    screen = await guess_screen(world)
    assert emojis_of(screen) == list(FEATURE_SIGNS)
    await ada.slash("cats scores")
    rules = (await ben.press("c1:d:*:rules:", on=world.board())).shown
    for page in range(1, BOX.screens.rules_pages):
        rules = (await ben.press(f"c1:d:*:rules:*/{page}", on=rules)).shown
    await ben.slash("cats rules")
    ids = [emoji[:-1].rsplit(":", 1)[1] for emoji in EMOJIS.values()]
    assert not any(id_ in str(request.json) for request in world.requests for id_ in ids)


async def test_the_rules_show_them_unless_the_table_is_text_only(open_world: OpenWorld) -> None:
    world = await open_world(shelf=SHELF)
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben)
    rules = (await ben.press("c1:d:*:rules:", on=world.board())).shown
    for page in (1, 2):
        rules = (await ben.press(f"c1:d:*:rules:*/{page}", on=rules)).shown
    assert EMOJIS["top-hat"] in rules.text


async def test_emojis_that_come_later_are_used_from_then_on(open_world: OpenWorld) -> None:
    world = await open_world()
    ada, ben, *_ = world.people
    await deal(world, ada, ben, text_only=False)
    assert CUSTOM not in world.board().text
    world.bot.manager.use(SHELF)
    screen = await guess_screen(world)
    assert emojis_of(screen) == list(EMOJIS.values())[:19]
