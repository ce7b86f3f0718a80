"""Catham City: a whole lesson, boards, full hands, every step of every play, and the end."""

from itertools import count
from random import Random

from bot.bench.moves import press_all_but_last
from bot.bench.world import World
from bot.demo.heights import VISIBLE_HEIGHT_PIXELS
from bot.domain.table import lesson_channel
from bot.engine.records import list_legal_paths
from bot.games.catham_city.model.state import State
from bot.games.catham_city.package import PACKAGE
from tests.games.catham_city.playing import cats, choose
from tests.heights.album import Album
from tests.heights.worlds import act, at_table, begin, board, keep_way, with_widest_names
from tests.play.city import MARKET, OTHER_FACTIONS, OTHER_MARKET, arrange, game_of
from tests.play.evening import end_game, go_on, hand, is_over
from tests.tables import expect_game

GAME = PACKAGE.game
LEARNER = 0
PEOPLE = 6
OWN = (640, 660)
LESSON = (VISIBLE_HEIGHT_PIXELS["phone"], VISIBLE_HEIGHT_PIXELS["desktop"])
LESSON_SCREENS = 16
"""As many as there are in the lesson that is played here."""
TARGETS = {
    "board of 4": (610, 650),
    "board of 6": (610, 680),
    "board of 6, five asked": (670, 720),
    "own hand": (660, 510),
    "own hand, too many cards": OWN,
    "the mafia asks": OWN,
    "journalists ask": OWN,
    "waiting": OWN,
    **{f"lesson, {number}": LESSON for number in range(1, LESSON_SCREENS + 1)},
    "end": (620, 580),
    "own end": (180, 120),
}
"""The most pixels on a phone and on a desktop."""
FIRST_GAME = (0, 1, 2, 3, 4)
POINTS = (10, 11, 8, 7, 10, 9)
FIRST_HAND = cats(detectives=3, scientists=3, robocats=2, hackers=2)
LOW_POINTS = (4, 5, 2, 3)
"""Points with which nobody wins at once."""
MAFIA_HAND = cats(mafia=4, hackers=2)
OTHER_HAND = cats(hackers=1, police=3, journalists=3, bureaucrats=3)
FIRST_GUESTS = cats(detectives=1, mafia=1, robocats=2, hackers=1)
OTHER_GUESTS = cats(detectives=1, hackers=2, police=2, journalists=1)
SEARCH = "play/5/2/6/{}"
"""Two policemen and a journalist search somebody's hand."""
HACK = "play/4/1/{}"
FIRST_MOVES = ("take/4/2", "play/0/4", "play/1", "play/2/2", "play/4/2/1")
OTHER_MOVES = ("play/5/1/6/2", "play/6", "play/7/1")
TURNS = 8
"""Of the game of which every board is kept."""


async def worst(world: World, album: Album) -> None:
    """Keep the boards and own screens of those with the widest names."""
    with_widest_names(world)
    await lesson(world, album)
    await begin(world, "catham_city", *world.people[:4])
    await round_of_searches(world, 4)
    album.keep("board of 4", world.board())
    await end_game(world.people[0])
    await begin(world, "catham_city", *world.people)
    await round_of_searches(world, 6)
    album.keep("board of 6", world.board())
    first = (await at_table(world))[0]
    album.keep("own hand", await hand(first))
    await questions(world, album)
    await too_many(world, album)
    await arrange(
        world, FIRST_HAND, *[FIRST_GUESTS] * 5, market=MARKET, factions=FIRST_GAME, points=(12,) * 6
    )
    await board(world)
    await act(world, 0, "play/1")
    assert is_over(world)
    album.keep("end", world.board())
    album.keep("own end", first.private())


async def lesson(world: World, album: Album) -> None:
    """Keep every screen of a whole lesson: each step of each move, and what the other one does."""
    learner, luck = world.people[0], Random(0)
    screen = (await learner.slash("cats learn", game="catham_city")).shown
    seen = count(1)
    while True:
        table = expect_game(await world.load_table(lesson_channel(learner.id)))
        assert isinstance(table.state, State)
        moves = list_legal_paths(GAME, table.state, LEARNER)
        steps, control = [screen], None
        chosen: dict[str, list[str]] = {}
        if moves:
            path = choose(GAME.view(table.state, LEARNER), moves, "tomcat", luck)
            steps, control, chosen = await press_all_but_last(world, learner, path, screen)
        for shown in steps:
            album.keep(f"lesson, {next(seen)}", shown)
        if table.phase == "over":
            break
        if control is not None:
            await world.click(learner, steps[-1], control, chosen)
        else:
            await go_on(learner)
        screen = learner.private()
    assert next(seen) == LESSON_SCREENS + 1


async def round_of_searches(world: World, seats: int) -> None:
    """Let the first player act, the next two search and hack them, and all others take a card."""
    await arrange(
        world, OTHER_HAND, *[OTHER_GUESTS] * (seats - 1), market=OTHER_MARKET,
        factions=OTHER_FACTIONS, points=POINTS[:seats],
    )  # fmt: skip
    await board(world)
    await act(world, 0, SEARCH.format(1))
    await act(world, 1, SEARCH.format(0))
    await act(world, 2, HACK.format(0))
    for seat in range(3, seats):
        moves = list_legal_paths(PACKAGE.game, await game_of(world), seat)
        await act(world, seat, next(one for one in moves if one.startswith("take")))


async def questions(world: World, album: Album) -> None:
    """Keep what those see whom mafia and journalists ask, and the board meanwhile."""
    people = await at_table(world)
    for name, played, held, market, factions in (
        ("the mafia asks", "play/3", MAFIA_HAND, MARKET, FIRST_GAME),
        ("journalists ask", "play/6", OTHER_HAND, OTHER_MARKET, OTHER_FACTIONS),
    ):
        guests = FIRST_GUESTS if factions == FIRST_GAME else OTHER_GUESTS
        await arrange(world, held, *[guests] * 5, market=market, factions=factions, points=POINTS)
        await board(world)
        await act(world, 0, played)
        album.keep(name, await hand(people[1]))
        if name == "the mafia asks":
            album.keep("board of 6, five asked", world.board())
            album.keep("waiting", await hand(people[0]))


async def too_many(world: World, album: Album) -> None:
    """Keep the screen of somebody who took more cards than anybody may hold."""
    first = (await at_table(world))[0]
    held = cats(detectives=2, hackers=3, police=2, journalists=2, bureaucrats=1)
    market = cats(detectives=1, hackers=6)
    guests = cats(detectives=1, police=2, journalists=1)
    await arrange(world, held, *[guests] * 5, market=market, factions=OTHER_FACTIONS, points=POINTS)
    await board(world)
    await act(world, 0, "take/4/6")
    album.keep("own hand, too many cards", await hand(first))


async def steps(world: World, album: Album) -> None:
    """Keep every step of each play and of each answer, and the boards of a game."""
    await begin(world, "catham_city", *world.people[:4])
    people = await at_table(world)
    for name, held, guests, market, factions, moves in (
        ("first factions", FIRST_HAND, FIRST_GUESTS, MARKET, FIRST_GAME, FIRST_MOVES),
        ("other factions", OTHER_HAND, OTHER_GUESTS, OTHER_MARKET, OTHER_FACTIONS, OTHER_MOVES),
    ):
        await arrange(
            world, held, *[guests] * 3, market=market, factions=factions, points=LOW_POINTS
        )
        await board(world)
        for path in moves:
            await keep_way(world, album, f"{name}, {path}", people[0], path, done=path == moves[-1])
    await answers(world, album)
    await boards(world, album)


async def answers(world: World, album: Album) -> None:
    """Keep every step of an answer to the mafia, to detectives and to journalists."""
    people = await at_table(world)
    for name, played, answer, factions in (
        ("the mafia", "play/3", "drop/0.2", FIRST_GAME),
        ("detectives", "play/0/4", "discard", OTHER_FACTIONS),
        ("journalists", "play/6", "give/4/discard", OTHER_FACTIONS),
    ):
        first = factions == FIRST_GAME
        held = MAFIA_HAND if first else cats(detectives=3, journalists=3, hackers=2)
        await arrange(
            world, held, *[FIRST_GUESTS if first else OTHER_GUESTS] * 3,
            market=MARKET if first else OTHER_MARKET, factions=factions, points=LOW_POINTS,
        )  # fmt: skip
        await board(world)
        await act(world, 0, played)
        await keep_way(world, album, name, people[1], answer, done=True)


async def boards(world: World, album: Album) -> None:
    """Keep the board after each of some turns in which cards are taken."""
    await arrange(
        world, FIRST_HAND, *[FIRST_GUESTS] * 3, market=MARKET, factions=FIRST_GAME,
        points=LOW_POINTS,
    )  # fmt: skip
    album.step("boards", "turn 0", await board(world))
    for turn in range(TURNS):
        game = await game_of(world)
        moves = list_legal_paths(PACKAGE.game, game, game.active)
        path = next(one for one in moves if one.startswith(("take", "discard")))
        await act(world, game.active, path)
        album.step("boards", f"turn {turn + 1}", world.board(), acted=True)
