"""Cloaked Cats: boards with many cats, own screens with news, and every step of a turn."""

from collections.abc import AsyncIterator

from msgspec.structs import replace

from bot.bench.world import Person, World
from bot.demo.heights import VISIBLE_HEIGHT_PIXELS
from bot.demo.shown import Shown
from bot.games.cloaked_cats.art.drawing import MAX_SHOWN_CATS, count_columns
from bot.games.cloaked_cats.model.state import CAT_FEATURES, Dancer, State
from tests.heights.album import Album
from tests.heights.worlds import act, at_table, begin, board, keep_way, with_widest_names
from tests.play.evening import go_on, hand, is_over, load_game, write_state

PEOPLE = 4
OWN = (700, 700)
LESSON = (VISIBLE_HEIGHT_PIXELS["phone"], VISIBLE_HEIGHT_PIXELS["desktop"])
LESSON_STEPS = 21
"""Screens of a whole lesson, as it is played here."""
TARGETS = {
    "board, 1 cat": (480, 510),
    "board, 12 cats": (600, 570),
    "board, 40 cats": (620, 590),
    "own hand": (650, 590),
    "whom to ask": OWN,
    "guess": OWN,
    "guess, certainly wrong": OWN,
    "guess without help": OWN,
    "guess with chances, 1 cat": OWN,
    "guess with chances, 12 cats": OWN,
    "guess, asked before": OWN,
    "guess, 40 cats": OWN,
    "waiting": OWN,
    "end": (730, 600),
    "own end": (160, 120),
    **{f"lesson, {number}": LESSON for number in range(LESSON_STEPS)},
}
"""The most pixels on a phone and on a desktop."""
FANS = ((0, 8, 17), (1, 9, 18), (2, 10, 15), (3, 11, 16))
STRIPED = 13
"""In nobody's fan."""
GUESSING = ("whom to ask", "guess", "guess, certainly wrong")
BLUFF = "guess/1/"
"""The beginning of what asks back, before a feature is guessed that is certainly wrong."""
TURNS = 14
"""Of the whole game of which every board is kept."""
TOGETHER = {("board, 12 cats", "own hand"): (1250, 1160)}
"""Board and hand that help to decide which cat to play.

The own screens to guess show the cats that are needed themselves.
"""


def state(cats: int, *, phase: str = "cat") -> State:
    """Return a game with so many cats on the floor, in which it is seat 0's turn.

    Who guesses has played one of three cats.
    """
    floor = tuple(Dancer(cat, cat % 4, masks_on(cat)) for cat in range(cats))
    rest = tuple(range(cats, 40))
    hands = [rest[3 * seat : 3 * seat + 3] for seat in range(4)]
    if phase == "guess":
        hands[0] = hands[0][1:]
    return State(
        starter=0,
        turn=8,
        phase=phase,
        last_round=False,
        fans=FANS,
        hands=tuple(hands),
        pile=rest[12:],
        floor=floor,
        guesses=(),
        stockpiles=(13, 12, 14, 15),
        received=(10, 12, 10, 11),
        revealed=((), (1,), (2, 10), (3,)),
    )


def masks_on(cat: int) -> tuple[int, ...]:
    """Return who places a mask on a cat, by the fans."""
    return tuple(seat for seat, fan in enumerate(FANS) if CAT_FEATURES[cat] & set(fan))


async def worst(world: World, album: Album) -> None:
    """Keep the boards, and the own screens after a round in which everybody asked one person."""
    with_widest_names(world)
    number = 0
    async for screen in lesson(world):
        album.keep(f"lesson, {number}", screen)
        number += 1
    assert number == LESSON_STEPS
    await begin(world, "cloaked_cats", *world.people)
    for cats in (1, 12, 40):
        write_state(world, state(cats, phase="guess" if cats == 40 else "cat"))
        album.keep(f"board, {cats} cat{'s' * (cats > 1)}", await board(world))
    first = (await at_table(world))[0]
    album.keep("guess, 40 cats", (await look(first, "guess/1"))[-1])
    write_state(world, state(11, phase="guess"))
    await board(world)
    await act(world, 0, f"guess/1/{STRIPED}")
    album.keep("waiting", await hand(first))
    for seat, feature in enumerate((0, STRIPED, 8), 1):
        await play_first_cat(world, seat)
        await act(world, seat, f"guess/0/{feature}")
    album.keep("own hand", await hand(first))
    await play_first_cat(world, 0)
    for name, screen in zip(GUESSING, await look(first, "guess/1", BLUFF), strict=True):
        album.keep(name, screen)
    write_state(world, replace(state(12, phase="guess"), help="none"))
    await board(world)
    album.keep("guess without help", (await look(first, "guess/1"))[-1])
    for cats in (1, 12):
        write_state(world, replace(state(cats, phase="guess"), help="odds", asks=True))
        await board(world)
        *_, features, sure = await look(first, "guess/1", "guess/1/")
        album.keep(f"guess with chances, {cats} cat{'s' * (cats > 1)}", features)
    album.keep("guess, asked before", sure)
    await ending(world)
    album.keep("end", world.board())
    album.keep("own end", first.private())


async def lesson(world: World) -> AsyncIterator[Shown]:
    """Yield all screens of a lesson in which every second guess is made, and the others skipped."""
    learner, guesses = world.people[0], 0
    screen = (await learner.slash("cats learn", game="cloaked_cats")).shown
    yield screen
    while not screen.matching("c1:d:*:play:"):
        cats, skip = screen.matching("c1:m:*:cat/"), screen.matching("c1:m:*:skip")
        if cats:
            await world.click(learner, screen, cats[0], {})
        elif skip:
            guesses += 1
            possible = screen.matching("c1:m:*:guess/1/") if guesses % 2 else ()
            await world.click(learner, screen, (*possible, *skip)[0], {})
        else:
            await go_on(learner)
        if learner.private() != screen:
            screen = learner.private()
            yield screen


async def ending(world: World) -> None:
    """Let the last player of the last round skip the guess."""
    write_state(world, replace(state(24, phase="guess"), turn=11, last_round=True, revealed=FANS))
    await board(world)
    await act(world, 3, "skip")
    assert is_over(world)


async def steps(world: World, album: Album) -> None:
    """Keep every step of a turn among four and among two, and the boards of a game."""
    await begin(world, "cloaked_cats", *world.people)
    write_state(world, state(12))
    await board(world)
    first = (await at_table(world))[0]
    await whole_turn(world, album, "a turn of four", first)
    await boards(world, album)


async def boards(world: World, album: Album) -> None:
    """Keep the board after each move of some turns, from an empty floor on."""
    write_state(world, replace(state(0), stockpiles=(16,) * 4))
    album.step("boards", "0 cats", await board(world))
    for cats in range(1, TURNS + 1):
        seat = (await game_of(world)).turn % 4
        await play_first_cat(world, seat)
        grown = rows(cats) != rows(cats - 1)
        album.step("boards", f"{cats} cats", world.board(), acted=True, grown=grown)
        await act(world, seat, f"guess/{(seat + 1) % 4}/{STRIPED}")
        album.step("boards", f"{cats} cats, guessed", world.board(), acted=True)


def rows(cats: int) -> int:
    """Return the rows in which so many cats dance."""
    shown = min(cats, MAX_SHOWN_CATS)
    return -(-shown // count_columns(shown)) if shown else 0


async def whole_turn(world: World, album: Album, name: str, person: Person) -> None:
    """Keep what somebody sees from the hand on until the guess is answered."""
    cat = (await game_of(world)).hands[0][0]
    await keep_way(world, album, name, person, f"cat/{cat}", done=True)
    screens = await look(person, "guess/1", BLUFF)
    for step, screen in zip(GUESSING, screens, strict=True):
        album.step(f"{name}, certainly wrong", step, screen)
    for step, screen in zip(GUESSING[:2], screens, strict=False):
        album.step(name, step, screen)
    feature = screens[1].matching("c1:m:*:guess/1/")[0]
    await world.click(person, screens[1], feature, {})
    album.step(name, "answered", person.private(), acted=True)


async def look(person: Person, *paths: str) -> list[Shown]:
    """Return the own screen and where its buttons lead, one after the other."""
    screens = [await hand(person)]
    for path in paths:
        button = screens[-1].matching(f"c1:l:*:{path}")[0]
        screens.append((await person.press(button.custom_id, on=screens[-1])).shown)
    return screens


async def play_first_cat(world: World, seat: int) -> None:
    """Let a seat whose turn it is play the first cat in hand."""
    await act(world, seat, f"cat/{(await game_of(world)).hands[seat][0]}")


async def game_of(world: World) -> State:
    """Return the game, secrets and all."""
    game = (await load_game(world)).state
    assert isinstance(game, State)
    return game
