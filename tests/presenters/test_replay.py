"""A game that is over is watched again, step by step and through other eyes."""

from io import BytesIO
from pathlib import Path
from typing import cast

import pytest
from msgspec.structs import replace
from PIL import Image, ImageSequence

from bot.domain.table import Lobby, Player, Table
from bot.drawing.collage import Drawing, arrange_pictures
from bot.engine.moves import EMPTY_PREFIX
from bot.engine.screen import Picture, Question, Screen
from bot.games.registry import GAMES
from bot.presenters.replay import (
    MAX_FILM_SECONDS,
    MAX_GAME_BOARDS,
    MAX_GAME_BYTES,
    MAX_MOMENT_BYTES,
    ReplayPosition,
    film_pictures,
    find_highlights,
    make_context,
    parse_replay_position,
    render_board,
    render_step,
    render_story,
    strip_markup,
)
from tests.bench.limits import message_problems
from tests.bench.sim import World
from tests.bench.watching import look_again, play_replays
from tests.bench.whole import whole_game
from tests.conftest import OpenWorld
from tests.play.evening import (
    deal,
    finish,
    load_table,
)


def lobby(world: World, game: str = "cloaked_cats") -> Lobby:
    return Lobby(game, world.guild.id, 7, "en", "none", opened_at=1.0, clicked_at=1.0)


@pytest.mark.parametrize("at", [0, 5])
@pytest.mark.parametrize("eyes", ["onlooker", "all", 0, 7])
def test_where_a_button_of_a_replay_leads_is_read(at: int, eyes: int) -> None:
    assert parse_replay_position(ReplayPosition(at, eyes).value("on")) == ReplayPosition(at, eyes)


@pytest.mark.parametrize("value", ["", "/", "x/y", "-1/nobody", "1234567/9999"])
def test_any_other_way_leads_to_the_end(value: str) -> None:
    assert parse_replay_position(value) == ReplayPosition()


async def test_a_replay_goes_through_a_game_as_it_was_told(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, clock="none")
    await finish(world)
    shown = await cleo.press("How it went", on=world.board())
    shown = await cleo.press("Watch it again", on=shown.shown)
    end = shown.text
    assert "step " in end and "Nobody is left" not in end
    shown = await cleo.press("c1:d:*:replay:*/first", on=shown.shown)
    seen = [shown.text]
    assert "step 1 of" in shown.text
    while shown.shown.matching("Next"):
        shown = await cleo.press("Next", on=shown.shown)
        seen.append(shown.text)
    assert seen[-1] == end
    assert len(seen) > 10
    shown = await cleo.press("c1:d:*:replay:*/back", on=shown.shown)
    assert shown.text == seen[-2]


async def test_through_a_seats_eyes_one_sees_what_it_saw_alone(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, clock="none")
    table = await load_table(world)
    hands = {}
    for who in (ada, ben):
        hands[table.seat_of(who.id)] = (await who.slash("cats hand")).shown
    await finish(world)
    public = (await look_again(cleo, "replay", "0/onlooker/first")).text
    for seat, hand in hands.items():
        told = (await look_again(cleo, "replay", f"0/{seat}/eyes")).shown
        cards = [field["value"] for field in hand.embeds[0]["fields"]]
        assert len(cards) >= 2
        for told_then in cards:
            assert told_then in told.text
            assert told_then not in public


@pytest.mark.parametrize("game", GAMES)
async def test_each_game_is_watched_from_its_beginning_to_its_end(
    open_world: OpenWorld, game: str
) -> None:
    world = await open_world(heartbeat=3600.0)
    watcher, *others = world.people
    watcher.set_locale("de")
    level = GAMES[game].game.levels[0]
    players = [Player("Momo", None, level), *(Player(each.name, each.id) for each in others)]
    seats = GAMES[game].game.seats[0]
    guild, channel = world.guild.id, world.channel.id
    table = await whole_game(world.store, game, players[:seats], guild=guild, channel=channel)
    shown = await look_again(watcher, "moments", record=table.id)
    shown = await watcher.press("c1:d:*:replay:", on=shown.shown)
    steps = int(shown.text.split(" von ")[1].split()[0])
    assert steps > 5
    for eyes in ("all", "onlooker", *range(seats)):
        for at in range(steps):
            shown = await look_again(watcher, "replay", f"{at}/{eyes}/on", table.id)
            assert f"Schritt {at + 1} von {steps}" in shown.text
            assert shown.shown.files or game == "quickpick"
            assert not message_problems(shown.shown.wire)


@pytest.mark.parametrize("game", GAMES)
async def test_everything_is_what_each_seat_alone_was_shown_and_told(
    tmp_path: Path, game: str
) -> None:
    (found,) = await play_replays(tmp_path, game, range(1, 2), full=True)
    here = make_context(found, "en")
    for at, step in enumerate(found.steps[:-1]):
        shown = render_step(found, ReplayPosition(at, "all"), (), "en", may_share=True)
        public = {
            picture.key for picture in pictures(render_board(found, ReplayPosition(at), "en"))
        }
        drawn = {key for picture in pictures(shown) for key in parts(picture)}
        for seat in range(len(found.record.seats)):
            own = found.package.screens.own_screen(
                Question(step.views[1 + seat], seat, None, (), EMPTY_PREFIX, here)
            )
            assert {picture.key for picture in pictures(own)} <= drawn | public
        alone = [each.event for each in step.notices if each.to is not None and len(each.to) == 1]
        if len({type(event) for event in alone}) == len(alone):
            assert shown.content.count("🙈") >= len(alone)


async def test_everything_without_pictures_is_told_for_each_seat(world: World) -> None:
    watcher, *others = world.people
    people = [Player(each.name, each.id) for each in others]
    guild, channel = world.guild.id, world.channel.id
    table = await whole_game(
        world.store, "liars_dice", people, guild=guild, channel=channel, text_only=True
    )
    shown = (await look_again(watcher, "replay", "0/all/on", table.id)).shown
    fields = {field["name"]: field["value"] for field in shown.embeds[0]["fields"]}
    assert [*fields] == [each.name for each in others]
    assert all("Your dice" in told for told in fields.values())


async def test_what_is_shared_is_what_onlookers_see(world: World) -> None:
    ada, *others = world.people
    people = [Player(each.name, each.id) for each in (ada, *others)]
    guild, channel = world.guild.id, world.channel.id
    table = await whole_game(world.store, "liars_dice", people, guild=guild, channel=channel)
    for eyes, shares in (("onlooker", True), ("0", False), ("all", False)):
        shown = (await look_again(ada, "replay", f"3/{eyes}/on", table.id)).shown
        assert bool(shown.matching("c1:d:*:share:")) is shares


def test_what_a_menu_or_an_alt_text_cannot_show_is_left_out() -> None:
    cup, die = "<:cup_c:123456789012345678>\u2060", "<:die_4:123456789012345678>"
    told = f"✨ {cup}C · **Cl\\_eo** bid 7 fours {die}, and"
    assert strip_markup(told) == "✨ C · Cl_eo bid 7 fours, and"


def pictures(shown: Screen) -> list[Picture]:
    return [picture for picture in (shown.picture, shown.below) if picture]


def parts(picture: Picture) -> list[tuple[object, ...]]:
    """Return the keys of a picture, or of those that stand in it beside each other."""
    if picture.function is not arrange_pictures:
        return [picture.key]
    drawings = cast(tuple[Drawing, ...], picture.arguments[1:])
    return [(function, *arguments) for function, arguments in drawings]


def durations(film: bytes) -> list[int]:
    """Return for how many milliseconds each picture stands."""
    times = []
    with Image.open(BytesIO(film)) as opened:
        for frame in ImageSequence.Iterator(opened):
            times.append(frame.info["duration"])
    return times


async def play_game_without_last(
    world: World, game: str = "liars_dice", *, text_only: bool = False
) -> Table:
    """Let everybody but the last person have played a game."""
    players = [Player(each.name, each.id) for each in world.people[:-1]]
    seats = max(GAMES[game].game.seats[0], 2)
    level = GAMES[game].game.levels[0]
    players += [Player("Momo", None, level)] * seats
    return await whole_game(
        world.store,
        game,
        players[:seats],
        guild=world.guild.id,
        channel=world.channel.id,
        text_only=text_only,
    )


@pytest.mark.parametrize("game", GAMES)
async def test_a_moment_moves_in_the_channel_without_calling_anybody(
    world: World, game: str
) -> None:
    ada, *_, onlooker = world.people
    table = await play_game_without_last(world, game)
    before = len(world.messages())
    shown = await look_again(ada, "moments", record=table.id)
    select = shown.shown.matching("c1:d:*:replay-moment:")[0]
    shown = await ada.choose(select.label, select.options[0][0], on=shown.shown)
    assert "✨" in shown.text
    shown = await ada.press("Share moment", on=shown.shown)
    assert "It's in the channel" in shown.text
    (posted,) = world.messages()[before:]
    assert not message_problems(posted.wire)
    assert posted.wire["flags"] & 1 << 12, "silent"
    assert "<@" not in posted.content
    assert select.options[0][1].split(" ")[0] in posted.content
    (film,) = posted.files.values()
    assert len(film) <= MAX_MOMENT_BYTES
    assert 2 <= len(durations(film)) <= 5
    alt = posted.alts["moment.gif"]
    assert alt.startswith("Some boards one after the other. ✨ ")
    assert "**" not in alt
    assert "<" not in alt
    assert posted.content.startswith("🎞️ Ada shares a moment of **")
    again = await onlooker.press("Watch it again", on=posted)
    assert "step " in again.text and again.shown.ephemeral
    assert not again.shown.matching("c1:d:*:share:"), "who did not sit there shares nothing"


@pytest.mark.parametrize("game", GAMES)
async def test_a_whole_game_is_one_picture_of_twenty_seconds(world: World, game: str) -> None:
    ada, *_ = world.people
    table = await play_game_without_last(world, game)
    before = len(world.messages())
    shown = await look_again(ada, "replay", "0/onlooker/first", table.id)
    await ada.press("Share game", on=shown.shown)
    (posted,) = world.messages()[before:]
    (film,) = posted.files.values()
    assert len(film) <= MAX_GAME_BYTES
    times = durations(film)
    assert 10 < len(times) <= MAX_GAME_BOARDS
    assert sum(times) <= 1000 * MAX_FILM_SECONDS


async def test_who_did_not_sit_there_shares_nothing(world: World) -> None:
    *_, onlooker = world.people
    table = await play_game_without_last(world)
    before = len(world.messages())
    refused = await look_again(onlooker, "share", "3/onlooker/moment", table.id)
    assert "Only people who played" in refused.text
    assert len(world.messages()) == before


async def test_of_a_table_without_pictures_words_are_shared(world: World) -> None:
    ada, *_ = world.people
    table = await play_game_without_last(world, text_only=True)
    before = len(world.messages())
    await look_again(ada, "share", "3/onlooker/moment", table.id)
    (posted,) = world.messages()[before:]
    assert posted.files == {}
    assert len(posted.content.splitlines()) > 1


async def test_what_discord_refuses_is_told_to_who_shared_it(world: World) -> None:
    ada, *_ = world.people
    table = await play_game_without_last(world)
    world.fail("POST", "/channels/*/messages", status=403, times=None)
    refused = await look_again(ada, "share", "3/onlooker/moment", table.id)
    assert "didn't take it" in refused.text


@pytest.mark.parametrize("game", GAMES)
async def test_a_moment_at_either_end_of_a_game_has_two_boards_at_least(
    game: str, tmp_path: Path
) -> None:
    (found,) = await play_replays(tmp_path, game, range(1, 2))
    for at in range(len(found.steps)):
        shown = film_pictures(found, at, "en", is_whole_game=False)
        assert 2 <= len(shown) <= 5
        if at > len(found.steps) // 2:
            last = render_board(found, ReplayPosition(at), "en")
            assert shown[-1] in (last.picture, last.below), "it ends with what is shared"


@pytest.mark.parametrize("game", GAMES)
async def test_moments_of_people_come_before_one_of_a_computer(tmp_path: Path, game: str) -> None:
    (found,) = await play_replays(tmp_path, game, range(2, 3))
    level = found.package.game.levels[0]
    ada, *others = found.table.players
    players = (ada, *(replace(player, user=None, level=level) for player in others))
    mixed = replace(found, table=replace(found.table, players=players))
    context = make_context(mixed, "en", is_last_step=True)
    told = find_highlights(mixed, context)
    of_ada = [moment for moment in told if moment.seat == 0]
    assert of_ada and told[: len(of_ada)] == tuple(of_ada)
    assert len(told) <= len(of_ada) + 1
    lines = render_story(mixed, told, "en").text.splitlines()
    assert lines == [f"✨ {moment.when}: {moment.text}" for moment in told]


async def test_of_a_long_game_both_ends_are_shown(tmp_path: Path) -> None:
    (found,) = await play_replays(tmp_path, "quickpick", range(1, 2), full=True)
    shown = film_pictures(found, 0, "en", is_whole_game=True)
    assert len(shown) == MAX_GAME_BOARDS
    first, last = (
        render_board(found, ReplayPosition(at), "en") for at in (0, len(found.steps) - 1)
    )
    assert shown[0] in (first.picture, first.below)
    assert shown[-1] in (last.picture, last.below)


async def test_where_the_bot_may_attach_nothing_it_says_what_it_lacks(world: World) -> None:
    ada, *_ = world.people
    table = await play_game_without_last(world)
    before = len(world.messages())
    await world.permit(attach_files=False)
    refused = await look_again(ada, "share", "3/onlooker/moment", table.id)
    assert "I can't share this here: I need “Attach Files”" in refused.text
    assert len(world.messages()) == before


async def test_of_a_table_without_pictures_words_are_shared_where_nothing_can_be_attached(
    world: World,
) -> None:
    ada, *_ = world.people
    table = await play_game_without_last(world, text_only=True)
    await world.permit(attach_files=False)
    shown = await look_again(ada, "share", "3/onlooker/moment", table.id)
    assert "It's in the channel" in shown.text


async def test_who_presses_twice_shares_once(world: World) -> None:
    ada, *_ = world.people
    table = await play_game_without_last(world)
    before = len(world.messages())
    shown = (await look_again(ada, "replay", "3/onlooker/on", table.id)).shown
    press = ("Share moment", "Share game")
    answers = await world.race(*(ada.press(each, on=shown) for each in press))
    assert sum("on its way" in answer.text for answer in answers) == 1
    assert len(world.messages()) == before + 1


async def test_nothing_is_shared_in_another_channel(world: World) -> None:
    ada, *_ = world.people
    table = await play_game_without_last(world)
    world.channel = world.new_channel("other")
    shown = await look_again(ada, "replay", "3/onlooker/on", table.id)
    assert not shown.shown.matching("c1:d:*:share:")
    refused = await look_again(ada, "share", "3/onlooker/moment", table.id)
    assert "in the channel where they played" in refused.text
    assert world.messages() == []


async def test_who_may_not_write_in_the_channel_shares_nothing_there(world: World) -> None:
    ada, *_ = world.people
    table = await play_game_without_last(world, text_only=True)
    before = len(world.messages())
    offered = (await look_again(ada, "replay", "3/onlooker/on", table.id)).shown
    assert offered.matching("c1:d:*:share:")
    await world.permit(ada, send_messages=False)
    answer = await ada.press("Share moment", on=offered)
    assert "You can't write in this channel" in answer.text
    shown = (await look_again(ada, "replay", "3/onlooker/on", table.id)).shown
    assert not shown.matching("c1:d:*:share:"), "it is not offered"
    assert len(world.messages()) == before


async def test_a_channel_gets_one_film_a_minute_of_each_person(world: World) -> None:
    ada, ben, *_ = world.people
    table = await play_game_without_last(world, text_only=True)
    before = len(world.messages())
    await look_again(ada, "share", "3/onlooker/moment", table.id)
    began = world.now()
    await world.advance(20)
    answer = await look_again(ada, "share", "4/onlooker/moment", table.id)
    assert f"You can share again: <t:{began + 60:.0f}:R>" in answer.text
    assert len(world.messages()) == before + 1
    await look_again(ben, "share", "4/onlooker/moment", table.id)
    assert len(world.messages()) == before + 2, "each person has a minute of their own"
    await world.advance(41)
    await look_again(ada, "share", "4/onlooker/moment", table.id)
    assert len(world.messages()) == before + 3


async def test_what_discord_did_not_take_can_be_shared_again_at_once(world: World) -> None:
    ada, *_ = world.people
    table = await play_game_without_last(world, text_only=True)
    world.fail("POST", "/channels/*/messages", status=403)
    await look_again(ada, "share", "3/onlooker/moment", table.id)
    answer = await look_again(ada, "share", "3/onlooker/moment", table.id)
    assert "It's in the channel" in answer.text
