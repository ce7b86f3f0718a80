"""Films of finished games: what they begin and end with, how long they are, and what they hide."""

from io import BytesIO
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image

from bot.bench.world import World
from bot.domain.replayed_games import Steps
from bot.domain.table import Player
from bot.drawing.film_frames import FRAME_SIZE_PIXELS, draw_shot, draw_title, draw_winner
from bot.engine.events import Notice
from bot.engine.films import find_scenes, make_public_log
from bot.engine.replays import ReplayedStep
from bot.games.registry import GAMES
from bot.presenters.films import (
    MAX_FILM_SECONDS,
    MAX_SCENES,
    MIN_FILM_SECONDS,
    Frame,
    make_film,
    make_film_context,
)
from bot.presenters.replay import Replay
from bot.services.history import History
from tests.bench.watching import look_again, moments
from tests.bench.whole import whole_game
from tests.play.evening import deal
from tests.presenters.replays import play_replay

READABLE_SECONDS = 1.0
"""The shortest time in which people read a caption."""


def film_of(found: Replay, *, at: int | None = None, language: str = "en") -> tuple[Frame, ...]:
    told = moments(found, language)
    return make_film(found, at or 0, told, language, is_whole_game=at is None)


def caption_of(frame: Frame) -> str:
    assert frame.picture.function in (draw_shot, draw_winner)
    return str(frame.picture.arguments[0])


@pytest.mark.parametrize("game", GAMES)
async def test_a_film_begins_with_who_plays_and_ends_with_who_wins(
    game: str, thorough: bool
) -> None:
    found = await play_replay(game, full=True)
    title, *others, winner = film_of(found, language="de")
    names = tuple(player.name for player in found.table.players)
    say = make_film_context(found, "de").say
    assert title.picture.function == draw_title
    assert title.picture.arguments[:2] == (say("game-title"), names)
    assert {frame.picture.function for frame in others} == {draw_shot}
    first = [names[seat] for seat, each in enumerate(found.record.seats) if each.rank == 1]
    assert winner.picture.function == draw_winner
    assert all(name in caption_of(winner) for name in first)
    assert len(others) >= min(MAX_SCENES, 3)
    film = (title, *others, winner)
    assert all(frame.seconds >= READABLE_SECONDS for frame in film)
    assert MIN_FILM_SECONDS <= sum(frame.seconds for frame in film) <= MAX_FILM_SECONDS
    for frame in film if thorough else (title, others[0], winner):
        assert Image.open(BytesIO(frame.picture.draw())).size == FRAME_SIZE_PIXELS


@pytest.mark.parametrize("game", GAMES)
async def test_a_film_shows_each_highlight_that_is_a_scene_and_the_last_scene(game: str) -> None:
    found = await play_replay(game, full=True)
    context, log = make_film_context(found, "en"), make_public_log(found.steps)
    scenes = find_scenes(found.package, log, found.steps.round_starts, context)
    told = {moment.step for moment in moments(found)}
    wanted = [scene for scene in scenes if scene.step in told or scene is scenes[-1]]
    assert 1 < len(wanted) < len(scenes)
    shown = [frame.picture.arguments[1] for frame in film_of(found)[1:-1]]
    for scene in wanted:
        picture = scene.shots[-1].picture
        assert (picture.function, picture.arguments) in shown


@pytest.mark.parametrize("game", GAMES)
async def test_a_moment_has_who_plays_then_what_led_to_it_and_then_its_result(game: str) -> None:
    found = await play_replay(game)
    steps = [step.step for step in found.steps.step_records]
    for moment in moments(found):
        title, *others = film_of(found, at=steps.index(moment.step))
        assert title.picture.function == draw_title
        assert 2 <= len(others) <= 3
        assert all(map(caption_of, others[-1:]))
        assert others[-1].seconds == max(frame.seconds for frame in others)
        seconds = sum(frame.seconds for frame in (title, *others))
        assert MIN_FILM_SECONDS <= seconds + 1e-6 <= MAX_FILM_SECONDS
    for at in range(0, len(found.steps), 7):
        assert 2 <= len(make_film(found, at, (), "en", is_whole_game=False)) <= 4, "any step"


async def test_a_moment_of_dice_goes_on_to_the_dice() -> None:
    found = await play_replay("liars_dice")
    start, end = found.steps.round_starts[1:3]
    captions = [caption_of(frame) for frame in film_of(found, at=start + 2)[1:]]
    assert len(captions) == 3
    assert " bids " in captions[0] and " bids " in captions[1]
    assert "calls “Liar!” on" in captions[2]
    last = [caption_of(frame) for frame in film_of(found, at=end - 1)[1:]]
    assert last == captions[1:]


class Secret:
    """A view or event that nobody may look at."""

    def __getattribute__(self, name: str) -> Any:
        raise AssertionError(f"a film looks at a secret: {name}")


class StepsWithSecrets(Steps):
    """The steps of a game, in which whatever not everybody saw must not be touched."""

    def __getitem__(self, place: Any) -> Any:
        step: ReplayedStep = super().__getitem__(place)
        secret: Any = Secret()
        return replace(
            step,
            action=None,
            notices=tuple(
                each if each.to is None else Notice(secret, each.to) for each in step.notices
            ),
            views=(step.views[0], *(secret for _ in step.views[1:])),
        )


@pytest.mark.parametrize("game", GAMES)
async def test_a_film_shows_only_what_everybody_could_see(game: str) -> None:
    found = await play_replay(game)
    told = moments(found)
    pairs = list(zip(found.steps.step_records, found.steps._transcript, strict=True))
    hidden = replace(found, steps=StepsWithSecrets(found.package, pairs))
    for at, whole in ((0, True), (len(found.steps) // 2, False)):
        film = make_film(found, at, told, "en", is_whole_game=whole)
        assert make_film(hidden, at, told, "en", is_whole_game=whole) == film


@pytest.mark.parametrize("game", GAMES)
async def test_a_scene_tells_nothing_that_came_after_it(game: str) -> None:
    found = await play_replay(game)
    context, log = make_film_context(found, "en"), make_public_log(found.steps)
    starts, package = found.steps.round_starts, found.package
    scenes = find_scenes(package, log, starts, context)
    steps = [step.step for step in log]
    for scene in scenes[3::3]:
        then = log[: steps.index(scene.step) + 1]
        told = find_scenes(package, then, tuple(s for s in starts if s < len(then)), context)
        assert told[-1] == scene


async def test_a_game_that_was_ended_early_has_no_winner_and_one_in_words_no_film() -> None:
    found = await play_replay("liars_dice")
    ended = replace(found, record=replace(found.record, ending="ended"))
    assert film_of(ended)[-1].picture.function == draw_shot
    plain = replace(found, table=replace(found.table, text_only=True))
    assert film_of(plain) == film_of(plain, at=3) == ()


async def test_names_that_cannot_be_drawn_become_letters() -> None:
    found = await play_replay("liars_dice", full=True)
    names = ("Ольга", "Zoë 🐾", "**Ben**\\", "中村さん", "x" * 90, "@everyone")
    named = (
        replace(player, name=name) for player, name in zip(found.table.players, names, strict=False)
    )
    found = replace(found, table=replace(found.table, players=tuple(named)))
    written = [*make_film_context(found, "en").names]
    assert written[:4] == ["Player A", "Zoë", "Ben", "Player D"]
    assert written[4].endswith("…") and len(written[4]) < 40
    assert written[5] == "@everyone"


async def test_a_running_game_cannot_be_shared(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, game="liars_dice", clock="none")
    before = len(world.messages())
    for what in ("moment", "game"):
        await look_again(ada, "share", f"0/onlooker/{what}")
    assert len(world.messages()) == before


async def test_a_film_is_made_again_if_a_name_has_gone_meanwhile(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, *_ = world.people
    made: list[tuple[str, ...]] = []
    people = [Player(person.name, person.id) for person in world.people]
    guild, channel = world.guild.id, world.channel.id
    table = await whole_game(world.store, "liars_dice", people, guild=guild, channel=channel)
    load = History.load_replay

    async def load_without_names(self: History, *given: Any) -> Replay:
        """Let the names be gone from the second time on, as after somebody was forgotten."""
        found = await load(self, *given)
        if not made:
            return found
        players = tuple(replace(player, name="Somebody") for player in found.table.players)
        return replace(found, table=replace(found.table, players=players))

    monkeypatch.setattr(History, "load_replay", load_without_names)
    channels = world.bot.services.history._messenger
    animate = channels.make_animation

    async def watch(frames: Any, max_bytes: int) -> bytes | None:
        made.append(frames[0][0].arguments[1])
        return await animate(frames, max_bytes)

    monkeypatch.setattr(channels, "make_animation", watch)
    await look_again(ada, "share", "3/onlooker/moment", table.id)
    assert len(made) == 2
    assert "Ada" in made[0]
    assert {*made[1]} == {"Somebody"}
