"""Cloaked Cats from the lesson to the end, and the table around any game."""

from bot.bench.world import Person, World
from tests.bench.scenes import Shoot, look_back, show_rules
from tests.play.evening import find_asked_player, go_on, hand, is_over, show_deal, take_turn

PEOPLE = 2


async def scenes(world: World, shoot: Shoot) -> None:
    ada, ben = world.people
    await learn(ada, shoot)
    seat = await ada.slash("cats play")
    await shoot("lobby", ben, world.board())
    await shoot("seat", ada, seat.shown)
    await shoot("options", ada, (await ada.press("c1:d:*:options")).shown)
    await shoot("options-game", ada, (await ada.press("c1:d:*:game-options")).shown)
    await ada.press("c1:d:*:computer-add", on=world.board())
    await shoot("lobby-computer", ben, world.board())
    panel = (await ada.press("c1:d:*:options", on=world.board())).shown
    await shoot("options-computer", ada, panel)
    await ada.press("c1:d:*:computer-remove", on=world.board())
    await shoot("help", ben, (await ben.slash("cats help")).shown)
    await show_rules(ben, shoot, "cloaked_cats")
    await ben.press("c1:d:*:join", on=world.board())
    await ada.press("c1:d:*:start", on=world.board())
    await shoot("board-0", ben, world.board())
    await play_and_guess(world, shoot)
    await shoot("table", ada, (await ada.press("c1:d:*:table", on=world.board())).shown)
    for cats in range(2, 21):
        await take_turn(find_asked_player(world))
        if cats in (6, 20):
            await shoot(f"board-{cats}", ada, world.board())
    await shoot("scores-running", ada, (await ada.slash("cats scores")).shown)
    while not is_over(world):
        await take_turn(find_asked_player(world))
    end = world.board()
    await shoot("end", ada, end)
    await shoot("check", ada, (await show_deal(ada)).shown)
    await shoot("scores", ada, (await ada.slash("cats scores")).shown)
    for command in ("privacy", "export", "forget"):
        await shoot(command, ada, (await ada.slash(f"cats {command}")).shown)
    await look_back(ada, shoot)
    await ada.press("c1:d:*:rematch", on=end)
    await shoot("rematch", ben, world.board())


async def learn(person: Person, shoot: Shoot) -> None:
    world, number = person.world, 0
    screen = (await person.slash("cats learn")).shown
    while not screen.matching("c1:d:*:play:"):
        await shoot(f"lesson-{number:02}", person, screen)
        pressed = screen.matching("c1:m:*:cat/") or screen.matching("c1:m:*:skip")
        if pressed:
            await world.click(person, screen, pressed[-1], {})
        else:
            await go_on(person)
        screen, number = person.private(), number + 1
    await shoot("lesson-end", person, screen)


async def play_and_guess(world: World, shoot: Shoot) -> None:
    person = find_asked_player(world)
    screen = await hand(person)
    await shoot("turn", person, screen)
    screen = (await person.press(screen.matching("c1:m:*:cat/")[0].custom_id, on=screen)).shown
    await shoot("guess", person, screen)
    await shoot("board-1", person, world.board())
    feature = next(c for c in screen.matching("c1:l:*:guess/") if not c.disabled)
    screen = (await person.press(feature.custom_id, on=screen)).shown
    await shoot("confirm", person, screen)
    screen = (await person.press("c1:m:*:guess/", on=screen)).shown
    await shoot("hand", person, screen)
