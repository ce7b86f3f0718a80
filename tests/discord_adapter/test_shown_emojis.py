"""The application's emojis on the screens, as people get them."""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from bot.bench.plugin import OpenWorld
from bot.bench.world import World
from bot.demo.shown import Shown
from bot.games.cloaked_cats.package import PACKAGE
from bot.games.cloaked_cats.words import FEATURE_SIGNS
from tests.games.cloaked_cats.looks import EMOJIS
from tests.play.evening import deal, find_asked_player, sit_down

CUSTOM = "<:"
REGISTRY = {"cloaked_cats": replace(PACKAGE, emojis=EMOJIS)}


def check_emojis(screen: Shown, signs: Sequence[str]) -> None:
    buttons = [button for row in screen.wire["components"] for button in row["components"]]
    guesses = [b for b in buttons if re.match("c1:m:.*:guess/.*/", b["custom_id"])]
    assert len(guesses) >= 3, "a masked cat has three features at least"
    for button in guesses:
        emoji, sign = button["emoji"], signs[int(button["custom_id"].rsplit("/", 1)[1])]
        assert sign == (f"<:{emoji['name']}:{emoji['id']}>" if emoji.get("id") else emoji["name"])


async def guess_screen(world: World) -> Shown:
    who = find_asked_player(world)
    hand = (await who.press("c1:l:", on=world.board())).shown
    return (await who.press(hand.matching("c1:m:*:cat/")[0].custom_id, on=hand)).shown


async def test_emojis_are_used_in_buttons_and_texts_from_when_they_are_there(
    open_world: OpenWorld,
) -> None:
    world = await open_world()
    ada, ben, *_ = world.people
    await deal(world, ada, ben, text_only=False)
    assert CUSTOM not in world.board().text
    world.bot.services.replace_games(REGISTRY)
    screen = await guess_screen(world)
    check_emojis(screen, list(EMOJIS.values()))
    for told in (screen.text, world.board().text, (await ada.slash("cats scores")).text):
        assert CUSTOM in told


async def test_a_text_only_table_has_none_of_them(open_world: OpenWorld) -> None:
    world = await open_world(registry=REGISTRY)
    ada, ben, *_ = world.people
    await deal(world, ada, ben, text_only=True)
    screen = await guess_screen(world)
    check_emojis(screen, FEATURE_SIGNS)
    await ada.slash("cats scores")
    rules = (await ben.press("c1:d:*:rules:", on=world.board())).shown
    for page in range(1, len(PACKAGE.rulebook.pages)):
        rules = (await ben.press(f"c1:d:*:rules:*/{page}", on=rules)).shown
    await ben.slash("cats rules")
    ids = [emoji[:-1].rsplit(":", 1)[1] for emoji in EMOJIS.values()]
    assert not any(id_ in str(request.json) for request in world.requests for id_ in ids)


async def test_the_rules_show_them_unless_the_table_is_text_only(open_world: OpenWorld) -> None:
    world = await open_world(registry=REGISTRY)
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben)
    rules = (await ben.press("c1:d:*:rules:", on=world.board())).shown
    for page in (1, 2):
        rules = (await ben.press(f"c1:d:*:rules:*/{page}", on=rules)).shown
    assert EMOJIS["top-hat"] in rules.text
