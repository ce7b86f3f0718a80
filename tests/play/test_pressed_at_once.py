"""Double taps, and two buttons at the same instant, on every screen that people come across."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from bot.bench.plugin import OpenWorld
from bot.bench.world import Answer, Person, World
from bot.demo.shown import Control, Shown
from bot.games.registry import GAMES
from tests.play.evening import check_memory, load_table
from tests.services.test_evenings import finish_dice

COMMANDS = ("help", "rules", "scores", "hand", "board", "history", "profile", "privacy")
ENDS = ("end", "leave", "cancel", "close-hosted", "remove", "forget")
"""Actions whose screens lead out of a game. They are pressed when nothing else is new."""
EVERYWHERE = {
    *("join", "leave", "start", "options", "games", "computer-add", "rules"),
    *("table", "deal", "page", "learn", "go-on", "learn-again"),
    *("history", "profile", "privacy", "seen-by", "export"),
}
MESSAGES_SEEN = 4
WALKS, MAX_WALKS = 2, 3
"""How many walks press every button; the second, if the first have left one out."""

Press = tuple[Person, Shown, Control]


class Walk:
    """Presses whatever was pressed least, always two presses at the same instant."""

    def __init__(self, world: World, luck: Random) -> None:
        self.world = world
        self.luck = luck
        self.pressed: Counter[str] = Counter()

    async def step(self) -> None:
        chance = self.luck.random()
        presses = sorted(self._list_presses(), key=self._rank)
        if chance < 0.1 or not presses:
            person = self.luck.choice(self.world.people)
            command = self.luck.choice(COMMANDS)
            with self.world.note_answers():
                await person.slash(f"cats {command}")
        elif chance < 0.2:
            await self.world.advance(self.luck.choice((1.0, 5.0, 20.0)))
        else:
            first = presses[0]
            others = [press for press in presses if press[0] is first[0] and press != first]
            second = self.luck.choice(others) if others and chance > 0.6 else first
            await self._press_both(first, second)

    async def _press_both(self, *presses: Press) -> None:
        """Press two buttons at once: each press gets one answer, and all is stored."""
        for _, _, control in presses:
            self.pressed[name_action(control)] += 1
        await self.world.race(*(self._press(*press) for press in presses))
        await check_memory(self.world)

    async def _press(self, person: Person, screen: Shown, control: Control) -> Answer:
        values = [value for value, _ in control.options]
        more = {"values": [self.luck.choice(values)]} if values else {}
        return await self.world.click(person, screen, control, more)

    def _list_presses(self) -> Iterator[Press]:
        boards = self.world.messages(newest=MESSAGES_SEEN)
        for person in self.world.people:
            for screen in (*boards, *person.privates(newest=MESSAGES_SEEN)):
                for control in screen.controls:
                    if not control.disabled and control.custom_id:
                        yield person, screen, control

    def _rank(self, press: Press) -> tuple[int, float]:
        """Return the order of a press: what was pressed least comes first."""
        action = name_action(press[2])
        later = 12 if action.startswith(ENDS) else 0
        return self.pressed[action] + later, self.luck.random()


def name_action(control: Control) -> str:
    """Return what a button does: its action, or the kind of screen or move that it leads to."""
    kind, *rest = control.custom_id.split(":")[1:]
    if kind == "d":
        return rest[1]
    words = (word for word in rest[-1].split("/") if not word.isdecimal())
    return "/".join((kind, *words))


async def walk(world: World, game: str, seed: int, steps: int) -> Counter[str]:
    await world.people[0].slash("cats play", game=game, text_only=True)
    walked = Walk(world, Random(f"{game} {seed}"))
    for _ in range(steps):
        await walked.step()
    return walked.pressed


@pytest.mark.parametrize("game", GAMES)
async def test_two_presses_at_once_have_one_answer_each(open_world: OpenWorld, game: str) -> None:
    world = await open_world(people=3, computers=1, between_edits=1.1)
    pressed = await walk(world, game, seed=0, steps=40)
    assert {"join", "start", "table", "learn"} & pressed.keys()


@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES)
async def test_every_button_is_pressed_twice_at_once(open_world: OpenWorld, game: str) -> None:
    world = await open_world(people=3, computers=1, between_edits=1.1)
    pressed = set[str]()
    for seed in range(1, MAX_WALKS + 1):
        pressed |= (await walk(world, game, seed, steps=400)).keys()
        if seed >= WALKS and pressed >= EVERYWHERE:
            return
    assert EVERYWHERE - pressed == set()


async def test_settings_calls_and_evenings_take_two_presses_at_once(open_world: OpenWorld) -> None:
    world = await open_world(people=3, between_edits=1.1)
    ada, ben, cleo = world.people

    async def tap(who: Person, button: str, on: Shown | None = None) -> None:
        """Press twice at the same instant. In a menu, choose the last option or the channel."""
        screen = on or world.board()
        control = screen.control(button)
        values = [value for value, _ in control.options] or [str(world.channel.id)]
        more = {} if control.style else {"values": values[-1:]}
        await world.race(*(world.click(who, screen, control, more) for _ in range(2)))
        await world.advance(2)
        await check_memory(world)

    await world.permit(ada, manage_guild=True)
    panel = (await ada.slash("cats-settings")).shown
    for name in ("channels", "clock", "threads"):
        setting = (await ada.choose("c1:d:0:settings:", name, on=panel)).shown
        await tap(ada, f"c1:d:0:settings-set:{name}", setting)
        assert ada.private().title == setting.title
        await tap(ada, "As usual", ada.private())
        assert ada.private().control("As usual").disabled
    await tap(cleo, "c1:d:0:call-me:", (await cleo.slash("cats privacy")).shown)
    await tap(cleo, "c1:d:0:call-set:on", cleo.private())

    await ada.slash("cats play", game="liars_dice", text_only=True, clock="none")
    await tap(ada, "Call people")
    assert world.board().content.count("<@") == 1
    await tap(cleo, "Don't call me")
    await tap(ben, "Join")
    await tap(ada, "Start")
    await finish_dice(world)
    await tap(ben, "Make it an evening")
    await tap(ben, "c1:d:*:vote:liars_dice")
    await tap(ada, "End the vote")
    await tap(ada, "Start")
    await finish_dice(world)
    await tap(ada, "Next game")
    evening = (await load_table(world)).evening
    assert evening is not None and evening.games == ("liars_dice",) * 2
    await tap(ada, "That's it for today")
    podiums = [shown for shown in world.messages() if "What an evening!" in shown.text]
    assert len(podiums) == 1


async def test_a_game_pressed_twice_while_its_board_pauses_opens_one_table(
    open_world: OpenWorld,
) -> None:
    world = await open_world(between_edits=1.1)
    ada, *_ = world.people
    games = (await ada.slash("cats help")).shown
    play = "c1:d:0:play:liars_dice"
    await world.race(ada.press(play, on=games), ada.press(play, on=games))
    await ada.press("Add computer", on=world.board())
    await world.race(ada.press(play, on=games), ada.press(play, on=games))
    assert ada.private().title == "You're in: Liar's Dice"
    assert len(world.messages()) == 1
