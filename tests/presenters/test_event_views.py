"""A line about an event is made from what its reader may know: in public, what everybody knows."""

import re
from random import Random

import pytest
from msgspec.structs import replace

from bot.bench.plugin import OpenWorld
from bot.engine.events import Event
from bot.engine.films import make_public_log, tell_step
from bot.engine.screens import ScreenContext
from bot.games.cloaked_cats.model.state import View
from bot.games.cloaked_cats.package import PACKAGE
from bot.games.cloaked_cats.screens import CloakedCatsScreens
from bot.presenters.films import make_film_context
from bot.presenters.replay import (
    Eyes,
    Replay,
    ReplayPosition,
    format_events,
    make_context,
    render_shared_post,
)
from tests.play.evening import deal, finish, hand, load_table
from tests.play.evening import step as play_step
from tests.presenters.replays import play_replay

READER = re.compile(r"\[reader (\w+)\]")


class TellsReader(CloakedCatsScreens):
    """Each line names the reader for whom it is made, and is remembered with its view."""

    def __init__(self) -> None:
        self.views = list[View]()

    def describe_event(self, view: View, event: Event, context: ScreenContext) -> str:
        self.views.append(view)
        return f"[reader {view.viewer}] {super().describe_event(view, event, context)}"


@pytest.fixture
async def watched() -> Replay:
    """A finished game whose lines name their readers."""
    found = await play_replay("cloaked_cats")
    return replace(found, package=replace(PACKAGE, screens=TellsReader()))


@pytest.mark.parametrize("viewer", ["onlooker", 0, 1])
async def test_a_replay_tells_each_step_by_what_its_viewer_knew_then(
    watched: Replay, viewer: Eyes
) -> None:
    context, screens = make_context(watched, "en"), watched.package.screens
    assert isinstance(screens, TellsReader)
    for at, step in enumerate(watched.steps):
        screens.views.clear()
        format_events(watched, ReplayPosition(at, viewer), context)
        own = step.views[0] if viewer == "onlooker" else step.views[1 + int(viewer)]
        heard = [n for n in step.notices if n.to is None or viewer in n.to]
        assert screens.views == [own] * len(heard)


async def test_a_replay_for_all_tells_private_events_by_what_their_reader_knew(
    watched: Replay,
) -> None:
    context, private = make_context(watched, "en"), 0
    names = [context.names[seat] for seat in range(len(watched.record.seats))]
    for at in range(len(watched.steps)):
        for line in format_events(watched, ReplayPosition(at, "all"), context):
            (reader,) = READER.findall(line)
            assert line.startswith("🙈") is (reader != "None")
            if reader != "None":
                assert names[int(reader)] in line.partition("[")[0]
                private += 1
    assert private > 5


async def test_a_running_game_is_told_in_public_by_what_onlookers_know(
    open_world: OpenWorld,
) -> None:
    registry = {"cloaked_cats": replace(PACKAGE, screens=TellsReader())}
    world = await open_world(registry=registry)
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, clock="none")
    luck, own = Random(4), set[str]()
    seats = {(await load_table(world)).seat_of(who.id): who for who in (ada, ben)}
    for _ in range(8):
        await play_step(world, luck)
        for seat, who in seats.items():
            told = {*READER.findall((await hand(who)).content)}
            assert told <= {str(seat)}
            own |= told
        watched = (await cleo.press("c1:l:1:0:", on=world.board())).shown
        assert {*READER.findall(f"{watched.content} {watched.text}")} <= {"None"}
    await finish(world)
    public = [str(request.json) for request in world.requests if request.reader is None]
    assert {reader for words in public for reader in READER.findall(words)} == {"None"}
    assert own


async def test_what_is_shared_is_told_by_what_onlookers_knew(watched: Replay) -> None:
    for at in range(len(watched.steps)):
        post = render_shared_post(watched, at, (), None, "Ada", is_whole_game=False)
        assert {*READER.findall(post.content)} <= {"None"}
    log, context = make_public_log(watched.steps), make_film_context(watched, "en")
    told = " ".join(tell_step(watched.package.screens, entry, context) for entry in log)
    assert {*READER.findall(told)} == {"None"}
