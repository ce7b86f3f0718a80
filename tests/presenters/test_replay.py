"""A game that is over is watched again, step by step and through other eyes."""

from io import BytesIO
from itertools import pairwise
from typing import cast

import pytest
from msgspec.structs import replace
from PIL import Image, ImageSequence

from bot.bench.plugin import OpenWorld
from bot.bench.world import World
from bot.domain.table import Lobby, Player, Table
from bot.drawing.collage import Drawing, arrange_pictures
from bot.engine.game import ActRecord
from bot.engine.moves import EMPTY_PREFIX
from bot.engine.replays import Highlight
from bot.engine.screen import Button, Picture, Screen, Select, TableAction
from bot.engine.screens import Question
from bot.games.registry import GAMES
from bot.presenters import replay
from bot.presenters.films import MAX_FILM_BYTES, MAX_FILM_SECONDS, MIN_FILM_SECONDS
from bot.presenters.replay import (
    Replay,
    ReplayPosition,
    find_highlights,
    make_context,
    parse_replay_position,
    render_board,
    render_step,
    render_story,
    strip_markup,
)
from tests.bench.limits import message_problems
from tests.bench.watching import look_again, moments
from tests.bench.whole import whole_game
from tests.play.evening import deal, finish, load_table
from tests.presenters.replays import play_replay


def lobby(world: World, game: str = "cloaked_cats") -> Lobby:
    return Lobby(game, world.guild.id, 7, "en", "none", opened_at=1.0, clicked_at=1.0)


@pytest.mark.parametrize("at", [0, 5])
@pytest.mark.parametrize("eyes", ["onlooker", "all", 0, 7])
def test_where_a_button_of_a_replay_leads_is_read(at: int, eyes: int) -> None:
    assert parse_replay_position(ReplayPosition(at, eyes).value("on")) == ReplayPosition(at, eyes)


@pytest.mark.parametrize("value", ["", "/", "x/y", "-1/nobody", "1234567/9999"])
def test_any_other_way_leads_to_the_start(value: str) -> None:
    assert parse_replay_position(value) == ReplayPosition()


async def test_a_replay_goes_through_a_game_as_it_was_told(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, clock="none")
    await finish(world)
    shown = await cleo.press("How it went", on=world.board())
    shown = await cleo.press("Watch the replay", on=shown.shown)
    assert "step 1 of" in shown.text
    assert all(shown.shown.control(each).disabled for each in ("Back", "Previous moment"))
    seen = [shown.text]
    while not shown.shown.control("Next").disabled:
        shown = await cleo.press("Next", on=shown.shown)
        seen.append(shown.text)
    assert len(seen) > 10
    assert "Nobody is left" not in seen[-1]
    assert not {"Next moment", "Next round"} & {*shown.shown.labels}
    assert (await cleo.press("Back", on=shown.shown)).text == seen[-2]


async def test_a_replay_from_the_list_begins_at_the_start(world: World) -> None:
    ada, *_ = world.people
    await play_game_without_last(world)
    listed = (await ada.slash("cats history")).shown
    select = listed.control("c1:d:*:open:")
    shown = await ada.choose(select.label, select.options[0][0], on=listed)
    assert "step 1 of" in shown.text


OLD_BUTTONS = {
    1: ("-1/onlooker/story", "-1/onlooker/shared", "0/onlooker/first"),
    5: ("4/onlooker/on", "4/0/back", "4/onlooker/last"),
}
"""What buttons of older versions say, by the step to which they lead."""


async def test_an_old_button_leads_to_the_start_of_a_replay_or_to_its_step(world: World) -> None:
    *_, watcher = world.people
    table = await play_game_without_last(world)
    for step, values in OLD_BUTTONS.items():
        for old in values:
            shown = await look_again(watcher, "replay", old, table.id)
            assert f"step {step} of" in shown.text, old


def press_way(found: Replay, at: int, way: str, moments: tuple[Highlight, ...]) -> int | None:
    """Return the step to which a button leads from another step, or None if it leads nowhere."""
    shown = render_step(found, ReplayPosition(at), moments, "en", may_share=False)
    buttons = [each for each in shown.rows[0] if isinstance(each, Button)]
    button = next((each for each in buttons if each.label == way), None)
    if button is None:
        assert at == len(found.steps) - 1
        return None
    assert isinstance(button.press, TableAction)
    to = parse_replay_position(button.press.argument).at
    assert not button.disabled or to == at
    return None if button.disabled else to


@pytest.mark.parametrize("game", GAMES)
async def test_moments_are_one_press_from_each_other(game: str) -> None:
    found = await play_replay(game)
    told = moments(found)
    last = len(found.steps) - 1
    steps = [at for at, each in enumerate(found.steps) if each.step in {m.step for m in told}]
    stops = sorted({0, *steps, last})
    assert len(stops) > 2
    on = [press_way(found, at, "Next moment", told) for at in stops]
    assert on == [*stops[1:], None]
    back = [press_way(found, at, "Previous moment", told) for at in stops]
    assert back == [None, *stops[:-1]]


@pytest.mark.parametrize("game", GAMES)
async def test_a_replay_does_not_tell_what_comes_later(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay, "MIN_ROUNDS_LISTED", 2)
    found = await play_replay(game)
    first, *others = moments(found)
    told = (replace(first, tells_result=True), *others)
    last, hinted = len(found.steps) - 1, []
    for at, step in enumerate(found.steps.step_records):
        shown = render_step(found, ReplayPosition(at), told, "en", may_share=True)
        selects = [each for row in shown.rows for each in row if isinstance(each, Select)]
        labels = " ".join(label for select in selects for _, label in select.options)
        for moment in told:
            if at < last and (moment.step > step.step or moment.tells_result):
                assert strip_markup(moment.text)[:60] not in labels
                assert moment.text not in shown.content
        if "From here on, the game turned" in shown.content:
            hinted.append(step.step)
    assert hinted == [first.step]


@pytest.mark.parametrize("game", [each for each in GAMES if each != "catham_city"])
async def test_rounds_are_one_press_from_each_other(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay, "MIN_ROUNDS_LISTED", 2)
    found = await play_replay(game)
    starts = found.steps.round_starts
    assert len(starts) > 2
    assert [press_way(found, at, "Next round", ()) for at in starts] == [*starts[1:], None]
    for number, at in enumerate(starts, 1):
        shown = render_step(found, ReplayPosition(at, "all"), (), "en", may_share=True)
        assert f"step {at + 1} of" in shown.content
        (select,) = shown.rows[1]
        assert isinstance(select, Select)
        assert select.placeholder.startswith(f"Round {number} · ")
        listed = {label: parse_replay_position(value) for value, label in select.options}
        assert listed[f"Round {number}"] == ReplayPosition(at, "all")


async def test_a_round_of_dice_begins_with_fresh_dice() -> None:
    found = await play_replay("liars_dice")
    views = [step.views[0] for step in found.steps]
    fresh = [at for at, view in enumerate(views[:-1]) if not view.bids and not view.looking]
    assert [*found.steps.round_starts] == [at for at in fresh if at - 1 not in fresh]


async def test_a_round_of_cats_begins_where_its_number_changes() -> None:
    found = await play_replay("cloaked_cats")
    rounds = [step.views[0].round for step in found.steps]
    changes = [at for at, (before, now) in enumerate(pairwise(rounds), 1) if now != before]
    assert found.steps.round_starts == (0, *changes)


async def test_a_round_of_quickpick_is_one_turn_of_a_mime() -> None:
    found = await play_replay("quickpick")
    looks = [step.action for step in found.steps.step_records if step.action]
    drawn = [each for each in looks if isinstance(each, ActRecord) and each.move == "draw"]
    assert len(found.steps.round_starts) == len(drawn)


async def test_a_game_without_rounds_has_no_button_to_the_next() -> None:
    found = await play_replay("catham_city")
    assert found.steps.round_starts == ()
    shown = render_step(found, ReplayPosition(1), (), "en", may_share=True)
    assert "Next round" not in [each.label for each in shown.rows[0] if isinstance(each, Button)]
    assert "go to another" not in str(shown.rows)


async def test_few_rounds_have_buttons_alone() -> None:
    found = await play_replay("liars_dice")
    for least, listed in ((len(found.steps.round_starts), True), (100, False)):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(replay, "MIN_ROUNDS_LISTED", least)
            shown = render_step(found, ReplayPosition(1), (), "en", may_share=True)
        assert ("go to another" in str(shown.rows)) is listed


async def test_the_menu_of_rounds_has_moments_that_were_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(replay, "MIN_ROUNDS_LISTED", 2)
    found = await play_replay("liars_dice")
    told = moments(found)
    end = ReplayPosition(len(found.steps) - 1)
    (select,) = render_step(found, end, told, "en", may_share=True).rows[1]
    assert isinstance(select, Select)
    labels = [label for _, label in select.options]
    for moment in told[:1]:
        assert any(strip_markup(moment.text)[:40] in label for label in labels)
        assert any(label.startswith("Round 1") for label in labels)


async def test_of_many_rounds_those_around_the_present_one_can_be_chosen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = await play_replay("quickpick")
    starts = found.steps.round_starts
    most = len(starts) // 2
    monkeypatch.setattr(replay, "MAX_OPTIONS", most)
    monkeypatch.setattr(replay, "MIN_ROUNDS_LISTED", 2)
    for place, at in enumerate(starts):
        (select,) = render_step(found, ReplayPosition(at), (), "en", may_share=True).rows[1]
        assert isinstance(select, Select)
        assert len(select.options) == most
        assert f"Round {place + 1}" in [label for _, label in select.options]


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
    open_world: OpenWorld, game: str, thorough: bool
) -> None:
    """Each step is seen through the eyes of all or of one, and with `--thorough` of everybody."""
    world = await open_world()
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
    viewers = ("all", "onlooker", *range(seats))
    for at in range(steps):
        for eyes in viewers if thorough else viewers[at % len(viewers) :][:1]:
            shown = await look_again(watcher, "replay", f"{at}/{eyes}/on", table.id)
            assert f"Schritt {at + 1} von {steps}" in shown.text
            assert shown.shown.files or game == "quickpick"
            assert not message_problems(shown.shown.wire)


@pytest.mark.parametrize("game", GAMES)
async def test_the_replay_for_all_seats_shows_each_seats_own_pictures_and_news(game: str) -> None:
    found = await play_replay(game, full=True)
    here, checked = make_context(found, "en"), 0
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
            own_pictures = {picture.key for picture in pictures(own)}
            assert own_pictures <= drawn | public
            checked += len(own_pictures)
        alone = [each.event for each in step.notices if each.to is not None and len(each.to) == 1]
        if len({type(event) for event in alone}) == len(alone):
            assert shown.content.count("🙈") >= len(alone)
        checked += len(alone)
    assert checked, "no seat was shown or told anything alone"


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
    assert len(film) <= MAX_FILM_BYTES
    assert 3 <= len(durations(film)) <= 5
    alt = posted.alts["moment.gif"]
    assert alt.startswith("A film of the game, board by board. ✨ ")
    assert "**" not in alt
    assert "<" not in alt
    assert posted.content.startswith("🎞️ Ada shares a moment of **")
    assert posted.labels == ("Play", "Watch the replay")
    again = await onlooker.press("Watch the replay", on=posted)
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
    assert len(film) <= MAX_FILM_BYTES
    assert 1000 * MIN_FILM_SECONDS <= sum(durations(film)) <= 1000 * MAX_FILM_SECONDS


async def test_below_what_is_shared_anybody_plays_or_adds_the_bot(open_world: OpenWorld) -> None:
    world = await open_world(public_invite=True)
    ada, *_, onlooker = world.people
    table = await play_game_without_last(world, text_only=True)
    await look_again(ada, "share", "0/onlooker/game", table.id)
    posted = world.messages()[-1]
    assert posted.labels == ("Play", "Watch the replay", "Add to your server")
    assert not message_problems(posted.wire)
    await onlooker.press("Play", on=posted)
    assert "Liar's Dice" in world.board().text and onlooker.name in world.board().text


async def test_a_game_that_is_not_offered_is_only_watched(open_world: OpenWorld) -> None:
    games = {name: replace(each, offered=name != "liars_dice") for name, each in GAMES.items()}
    world = await open_world(registry=games)
    ada, *_, onlooker = world.people
    table = await play_game_without_last(world, text_only=True)
    await look_again(ada, "share", "3/onlooker/moment", table.id)
    posted = world.messages()[-1]
    assert posted.labels == ("Watch the replay",)
    old = await look_again(onlooker, "play", "liars_dice", table.id)
    assert "I don't have this game here any more" in old.text
    assert len(world.messages()) == 1


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
async def test_moments_of_people_come_before_one_of_a_computer(game: str) -> None:
    found = await play_replay(game, 2)
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
    answers = await world.race(*(ada.press("Share moment", on=shown) for _ in range(2)))
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
    assert f"from <t:{began + 60:.0f}:T> on" in answer.text
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
