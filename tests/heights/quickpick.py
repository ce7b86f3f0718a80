"""Quickpick: races with all parts shown and many hands, the mime's steps, the end."""

from msgspec.structs import replace

from bot.bench.world import Person, World
from bot.games.quickpick.model.state import DECISIVE_PARTS, FEATURES
from bot.games.quickpick.rules import COMPUTER_MIME_SECONDS
from tests.heights.album import Album
from tests.heights.worlds import act, at_table, begin, board, keep_lesson, with_widest_names
from tests.play.evening import go_on, hand, is_over, write_state
from tests.play.island import BREATH_SECONDS, RACE_CLOSING_SECONDS, game_of, other

PEOPLE = 8
OWN = (700, 700)
TARGETS = {
    "race of 8": OWN,
    "race of 8, five parts, six hands": OWN,
    "race of 8, calm": OWN,
    "race of 8, sounds": OWN,
    "result of a race": OWN,
    "mime": OWN,
    "mime, five parts": OWN,
    "mime, sounds": OWN,
    "guesser": OWN,
    "guesser, hand down": OWN,
    **{f"lesson, {parts} parts": OWN for parts in range(DECISIVE_PARTS)},
    "lesson, result": OWN,
    "end": (800, 800),
    "own end": OWN,
}
"""The most pixels on a phone and on a desktop."""
LAST_TURN = 2
"""So many masks are in the deck when one turn is left."""


async def worst(world: World, album: Album) -> None:
    """Keep the boards and own screens of eight with the widest names, in every mode."""
    with_widest_names(world)
    await keep_lesson(album, world.people[0], "quickpick")
    await lesson(world, album)
    await begin(world, "quickpick", *world.people)
    await race(world, album)
    for name, changes in (("calm", {"calm": True}), ("sounds", {"mode": "sounds"})):
        await to_draw(world, **changes)
        await act(world, 0, "draw")
        await act(world, 0, "sound/muaa" if name == "sounds" else "show/brows")
        await world.advance(BREATH_SECONDS, step=0.3)
        await act(world, 1, "tile/3")
        album.keep(f"race of 8, {name}", world.board())
        if name == "sounds":
            album.keep("mime, sounds", await hand((await at_table(world))[0]))
    await ending(world, album)


async def lesson(world: World, album: Album) -> None:
    """Keep a lesson's race, in which the learner can also go on, and its result."""
    learner = world.people[0]
    await learner.slash("cats learn", game="quickpick")
    await go_on(learner)
    for parts in range(DECISIVE_PARTS):
        await world.advance(COMPUTER_MIME_SECONDS)
        album.keep(f"lesson, {parts} parts", learner.private())
        await go_on(learner)
    await learner.press("c1:m:*:pass")
    await go_on(learner)
    album.keep("lesson, result", learner.private())
    await learner.press("c1:d:*:leave")


async def race(world: World, album: Album) -> None:
    """Keep a race in which the mime shows all, and its result."""
    mime, guesser, *_ = await at_table(world)
    await to_draw(world)
    await act(world, 0, "draw")
    album.keep("race of 8", world.board())
    album.keep("mime", await hand(mime))
    album.keep("guesser", await hand(guesser))
    for feature in FEATURES:
        await act(world, 0, f"show/{feature}")
        await world.advance(BREATH_SECONDS, step=0.3)
    mask = (await game_of(world)).mask or 0
    for seat in range(1, 7):
        await act(world, seat, f"tile/{other(mask, by=seat if seat < 5 else 1)}")
    album.keep("race of 8, five parts, six hands", world.board())
    album.keep("mime, five parts", await hand(mime))
    album.keep("guesser, hand down", await hand(guesser))
    await act(world, 7, f"tile/{mask}")
    await world.advance(RACE_CLOSING_SECONDS)
    album.keep("result of a race", world.board())


async def ending(world: World, album: Album) -> None:
    """Keep the end of a game in which all masks were collected."""
    piles = tuple(tuple(range(6)) for _ in range(8))
    await to_draw(world, deck=(5,) * LAST_TURN, won=piles, mode="composer", calm=False)
    await act(world, 0, "draw")
    for seat in range(1, 8):
        await act(world, seat, "tile/5" if seat == 1 else "pass")
    await world.advance(RACE_CLOSING_SECONDS)
    assert is_over(world)
    album.keep("end", world.board())
    album.keep("own end", (await at_table(world))[1].private())


async def to_draw(world: World, **changes: object) -> None:
    """Begin a turn in which seat 0 is the mime."""
    state = await game_of(world)
    begun = replace(
        state, mime=0, phase="draw", mask=None, shown=(), sounds=(), hands=(), done=False,
        decision=state.decision + 2,
    )  # fmt: skip
    write_state(world, replace(begun, **changes))
    await board(world)


async def steps(world: World, album: Album) -> None:
    """Keep what mime, guesser and all see while parts are shown, for four people."""
    await begin(world, "quickpick", *world.people[:4])
    await to_draw(world)
    mime, guesser, *_ = await at_table(world)
    await keep_all(world, album, "to draw", mime, guesser)
    await act(world, 0, "draw")
    await keep_all(world, album, "nothing shown", mime, guesser)
    for feature in FEATURES:
        await act(world, 0, f"show/{feature}")
        await world.advance(BREATH_SECONDS, step=0.3)
        await keep_all(world, album, f"{feature} shown", mime, guesser)
    mask = (await game_of(world)).mask or 0
    await act(world, 1, f"tile/{other(mask)}")
    await keep_all(world, album, "a hand down", mime, guesser)
    for seat in (2, 3):
        await act(world, seat, f"tile/{other(mask, by=seat)}")
    await world.advance(RACE_CLOSING_SECONDS)
    await keep_all(world, album, "race over", mime, guesser)


async def keep_all(world: World, album: Album, name: str, mime: Person, guesser: Person) -> None:
    """Keep one moment as the mime, a guesser and everybody see it.

    A board has the tiles' buttons while a race runs and none of them else: what must not jump is
    the race itself.
    """
    racing = (await game_of(world)).phase == "race"
    album.step("race" if racing else f"board {name}", name, world.board(), acted=True)
    album.step("mime", name, await hand(mime), acted=True)
    album.step("guesser", name, await hand(guesser), acted=True)
