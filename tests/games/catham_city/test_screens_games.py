"""The screens along whole games by the real rules, pressing whatever they offer."""

from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from bot.games.catham_city.box import BOX
from bot.games.catham_city.state import State
from bot.games.game import Act, Event, IllegalMove
from bot.games.screen import Button, Look, Move, Scene, Screen, Select
from bot.tables.chance import SeededChance
from bot.text import LANGUAGES
from tests.games.catham_city.looks import EMOJIS, NAMES, SCREENS, scene
from tests.games.looks import assert_fits, buttons_of, everything_of

RULES = BOX.game
REFUSALS = {"not-in-hand", "no-points"}
TABLES = (
    (2, "first-game", "one"),
    (3, "robocats.hackers.police.journalists.bureaucrats", "two"),
    (4, "detectives.mafia.police.journalists.bureaucrats", "one"),
    (6, "random", "two"),
)
"""Seats, factions and actions of the games that are played."""


def field_of(menu: Select, luck: Random) -> str:
    """Choose from a menu, as a table reads it."""
    values = luck.sample([value for value, _ in menu.options], luck.randint(menu.least, menu.most))
    return ".".join(sorted(value.split("~")[0] for value in values))


def pressed(screen: Screen, luck: Random) -> Move | Look:
    """Press something that is enabled."""
    items = [item for row in screen.rows for item in row]
    item = luck.choice(
        [i for i in items if isinstance(i, Select) or (isinstance(i, Button) and not i.disabled)]
    )
    press = item.press
    assert isinstance(press, Move | Look)
    if isinstance(item, Button):
        return press
    return replace(press, path=f"{press.path}/{field_of(item, luck)}")


def entered(state: State, seat: int, told: Scene, luck: Random) -> Move:
    """Press through the screens of a seat up to a move; "Back" leads back at times."""
    (prompt,) = (prompt for prompt in RULES.prompts(state) if prompt.seat == seat)
    moves, view = RULES.moves(state, seat), RULES.view(state, seat)
    path = ""
    while True:
        screen = SCREENS.private(view, seat, prompt, moves, path, told)
        assert_fits(screen)
        press = pressed(screen, luck)
        assert press.decision == prompt.decision
        if isinstance(press, Move):
            return press
        path = press.path
        assert path == "" or any(m == path or m.startswith(f"{path}/") for m in moves), path


def played(
    seats: int, factions: str, actions: str, told: Scene, luck: Random
) -> Iterator[tuple[State, tuple[Event, ...]]]:
    """Play a game and yield each state with the events that led to it."""
    options = {"factions": factions, "actions": actions, "leavers": "computer"}
    seed = luck.randbytes(32)
    state, events = RULES.deal(seats, options, SeededChance(seed, 0))
    yield state, events
    step = 0
    while prompts := RULES.prompts(state):
        seat = luck.choice(prompts).seat
        assert seat is not None
        move = entered(state, seat, told, luck)
        step += 1
        try:
            act = Act(seat, move.decision, move.path, step)
            state, events = RULES.step(state, act, SeededChance(seed, step))
        except IllegalMove as refused:
            assert state.phase == "answers"
            assert refused.key in REFUSALS
            assert told.say(refused.key)
            continue
        yield state, events


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("seats", "factions", "actions"), TABLES)
def test_a_game_can_be_played_by_pressing_what_the_screens_offer(
    seats: int, factions: str, actions: str, language: str
) -> None:
    luck = Random(f"{seats} {language}")
    told = scene(language, names=NAMES[:seats], emojis=EMOJIS)
    for state, events in played(seats, factions, actions, told, luck):
        assert all(SCREENS.told(event, told) for event in events)
        prompts = RULES.prompts(state)
        if prompts:
            assert SCREENS.asked(RULES.view(state, None), prompts, told)
            assert_fits(SCREENS.board(RULES.view(state, None), told), room=4500)
        asked = {prompt.seat for prompt in prompts}
        for seat in set(range(seats)) - asked:
            waiting = SCREENS.private(RULES.view(state, seat), seat, None, (), "", told)
            assert_fits(waiting)
            assert all(item.disabled for item in buttons_of(waiting))
    end = SCREENS.end(RULES.view(state, None), RULES.standings(state) or (), told)
    assert_fits(end, room=4500)
    assert all(name in everything_of(end) for name in NAMES[:seats])


def exchanged(state: State, seat: int, luck: Random) -> State:
    """Exchange the cards of all hands but one with each other and with the pile, sizes kept."""
    hidden = [card for other, hand in enumerate(state.hands) if other != seat for card in hand]
    hidden += state.pile
    luck.shuffle(hidden)
    hands = []
    for other, hand in enumerate(state.hands):
        dealt = hand if other == seat else tuple(sorted(hidden[: len(hand)]))
        hidden = hidden if other == seat else hidden[len(hand) :]
        hands.append(dealt)
    return replace(state, hands=tuple(hands), pile=tuple(hidden))


@pytest.mark.parametrize(("seats", "factions", "actions"), TABLES)
def test_cards_in_hands_of_others_and_in_the_pile_change_no_screen(
    seats: int, factions: str, actions: str
) -> None:
    luck = Random(seats)
    told = scene(names=NAMES[:seats])
    states = [state for state, _ in played(seats, factions, actions, told, luck)]
    for state in luck.sample(states[:-1], 30):
        seat = luck.randrange(seats)
        other = exchanged(state, seat, luck)
        assert seen(state, seat, told) == seen(other, seat, told)


def seen(state: State, seat: int, told: Scene) -> list[object]:
    """Return all that a seat and an onlooker are shown: words, presses, pictures, lines."""
    view, onlooker = RULES.view(state, seat), RULES.view(state, None)
    prompts = RULES.prompts(state)
    prompt = next((prompt for prompt in prompts if prompt.seat == seat), None)
    moves = RULES.moves(state, seat)
    paths = {"", *(m.rsplit("/", n)[0] for m in moves for n in range(5))} if prompt else {""}
    screens = [
        SCREENS.board(view, told),
        SCREENS.board(onlooker, told),
        SCREENS.page("factions", view, (), told),
        *(SCREENS.private(view, seat, prompt, moves, path, told) for path in sorted(paths)),
    ]
    return [
        SCREENS.asked(onlooker, prompts, told),
        SCREENS.score(view, told),
        *((everything_of(s), s.rows, *(p and (p.alt, p.key) for p in (s.picture, s.below)))
          for s in screens),
    ]  # fmt: skip


def test_the_exchange_of_hands_would_be_seen_by_their_owners() -> None:
    luck = Random(1)
    state, _ = RULES.deal(4, {"factions": "random"}, SeededChance(bytes(32), 0))
    other = exchanged(state, 0, luck)
    told = scene(names=NAMES[:4])
    assert any(seen(state, seat, told) != seen(other, seat, told) for seat in (1, 2, 3))


def test_games_like_these_ask_every_kind_of_question() -> None:
    luck, told = Random(0), scene()
    kinds = {
        prompt.kind
        for table in TABLES
        for state, _ in played(*table, told, luck)
        for prompt in RULES.prompts(state)
    }
    assert kinds == {"action", "discard", "detectives", "mafia", "journalists"}
