"""Liar's Dice: six cups, bids on thirty dice, the cups up, somebody who is out, the end."""

from msgspec.structs import replace

from bot.bench.moves import enter, press_all_but_last
from bot.bench.world import World
from bot.games.liars_dice.model.state import Bid, State, Tally
from bot.games.liars_dice.rules import LIFT_PAUSE_SECONDS, LOOK_PAUSE_SECONDS
from tests.heights.album import Album
from tests.heights.worlds import act, at_table, begin, board, keep_way, with_widest_names
from tests.play.evening import go_on, hand, is_over, load_game, write_state

PEOPLE = 6
OWN = (700, 700)
LESSON = ("first bid", "face", "waits", "challenge", "cups up", "next round", "bid")
TARGETS = {
    "board, first bid": (360, 380),
    "board, six bids": (380, 400),
    "board, cups up": (510, 550),
    **{f"lesson, {name}": OWN for name in LESSON},
    "first bid": OWN,
    "bid": OWN,
    "face": OWN,
    "waits": OWN,
    "notebook": OWN,
    "cups up": OWN,
    "out": OWN,
    "end": (830, 745),  # the line to copy names all six, and an award its owner in full
    "own end": OWN,
}
"""The most pixels on a phone and on a desktop."""
TOGETHER = {
    ("board, first bid", "first bid"): (680, 710),
    ("board, six bids", "bid"): (660, 730),
    ("board, six bids", "face"): (700, 720),
}
"""Board and hand that are needed to decide."""
CUP = (1, 2, 4, 5, 6)
BIDS = ((6, 2), (7, 3), (8, 4), (9, 5), (10, 6))
"""Of five people, one after the other; the sixth one is asked."""


async def worst(world: World, album: Album) -> None:
    """Keep the boards and own screens of six with the widest names."""
    with_widest_names(world)
    await lesson(world, album)
    await begin(world, "liars_dice", *world.people)
    people = await at_table(world)
    await arrange(world, cups=(CUP,) * 6, turn=0)
    album.keep("board, first bid", await board(world))
    album.keep("first bid", await hand(people[0]))
    for seat, (count, face) in enumerate(BIDS):
        await act(world, seat, f"bid/{count}/{face}")
    album.keep("board, six bids", world.board())
    album.keep("waits", await hand(people[0]))
    album.keep("bid", await hand(people[5]))
    (*_, faces), *_ = await press_all_but_last(world, people[5], "bid/12/6")
    album.keep("face", faces)
    screen = await hand(people[5])
    (notebook,) = [one for one in screen.controls if one.custom_id.endswith(":notebook")]
    album.keep("notebook", (await people[5].press(notebook.custom_id, on=screen)).shown)
    await act(world, 5, "liar")
    await world.advance(LIFT_PAUSE_SECONDS)
    album.keep("board, cups up", world.board())
    album.keep("cups up", await hand(people[5]))
    await ending(world, album)


async def lesson(world: World, album: Album) -> None:
    """Keep the first round of a lesson, as it is advised."""
    learner = world.people[0]
    album.keep("lesson, first bid", (await learner.slash("cats learn", game="liars_dice")).shown)
    album.keep("lesson, face", (await learner.press("c1:l:*:bid/3")).shown)
    album.keep("lesson, waits", (await learner.press("c1:m:*:bid/3/4")).shown)
    album.keep("lesson, challenge", await go_on(learner))
    album.keep("lesson, cups up", await go_on(learner))
    album.keep("lesson, next round", await go_on(learner))
    album.keep("lesson, bid", await go_on(learner))
    await learner.press("c1:d:*:leave")


async def ending(world: World, album: Album) -> None:
    """Keep what somebody sees who is out, and the end."""
    people = await at_table(world)
    await world.advance(LOOK_PAUSE_SECONDS + 1)
    cups = ((5,), (6,), (), (), (), ())
    tallies = tuple(Tally(9, Bid(seat, 12 + seat, 6), 10) for seat in range(PEOPLE))
    bids, out = (Bid(0, 2, 6),), (2, 3, 4, 5)
    await arrange(world, cups=cups, turn=1, bids=bids, out=out, tallies=tallies)
    await board(world)
    album.keep("out", await hand(people[2]))
    await act(world, 1, "liar")
    await world.advance(LIFT_PAUSE_SECONDS)
    assert is_over(world)
    album.keep("end", world.board())
    album.keep("own end", people[1].private())


async def arrange(world: World, **changes: object) -> None:
    """Lay the dice where they are wanted."""
    state = (await load_game(world)).state
    assert isinstance(state, State)
    begun = {"bids": (), "lifting": False, "looking": False, "opened": None, **changes}
    write_state(world, replace(state, decision=state.decision + 1, **begun))


async def steps(world: World, album: Album) -> None:
    """Keep what one sees on the way to a bid, a higher one and a challenge, among four."""
    await begin(world, "liars_dice", *world.people[:4])
    people = await at_table(world)
    await arrange(world, cups=(CUP,) * 4, turn=0)
    await board(world)
    await keep_way(world, album, "first bid", people[0], "bid/3/4", done=True)
    await keep_way(world, album, "higher bid", people[1], "bid/5/4", done=True)
    await enter(world, people[2], "bid/6/6")
    await keep_way(world, album, "challenge", people[3], "liar", done=True)
