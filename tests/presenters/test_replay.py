"""A game that is over is watched again, step by step and through other eyes."""

from io import BytesIO
from itertools import pairwise
from typing import cast

import pytest
from msgspec.structs import replace
from PIL import Image, ImageSequence

from bot.bench.plugin import OpenWorld
from bot.bench.world import Person, World
from bot.demo.shown import Shown
from bot.domain.table import Player, Table
from bot.drawing.collage import Drawing, arrange_pictures
from bot.engine.moves import EMPTY_PREFIX
from bot.engine.records import ActRecord
from bot.engine.replays import Highlight
from bot.engine.screen import Button, Picture, Screen, Select, TableAction
from bot.engine.screens import Question
from bot.games.registry import GAMES
from bot.presenters import replay
from bot.presenters.films import MAX_FILM_BYTES, MAX_FILM_SECONDS, MIN_FILM_SECONDS
from bot.presenters.replay import (
    Eyes,
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


def test_where_a_button_of_a_replay_leads_is_read() -> None:
    eyes: tuple[Eyes, ...] = ("onlooker", "all", 0, 7)
    for where in (ReplayPosition(at, each) for at in (0, 5) for each in eyes):
        assert parse_replay_position(where.value("on")) == where
    for value in ("", "/", "x/y", "-1/nobody", "1234567/9999"):
        assert parse_replay_position(value) == ReplayPosition(), value


async def test_a_replay_goes_through_a_game_as_it_was_told(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, clock="none")
    table = await load_table(world)
    hands = {table.seat_of(who.id): (await who.slash("cats hand")).shown for who in (ada, ben)}
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

    for seat, hand in hands.items():
        told = (await look_again(cleo, "replay", f"0/{seat}/eyes")).shown
        cards = [field["value"] for field in hand.embeds[0]["fields"]]
        assert len(cards) >= 2
        for told_then in cards:
            assert told_then in told.text, "a seat's eyes see what it saw alone"
            assert told_then not in seen[0]


async def test_the_list_and_buttons_of_older_versions_open_a_replay(world: World) -> None:
    ada, *_, watcher = world.people
    table = await play_game_without_last(world, text_only=True)
    listed = (await ada.slash("cats history")).shown
    select = listed.control("c1:d:*:open:")
    assert "step 1 of" in (await ada.choose(select.label, select.options[0][0], on=listed)).text
    for step, values in (
        (1, ("-1/onlooker/story", "-1/onlooker/shared", "0/onlooker/first")),
        (5, ("4/onlooker/on", "4/0/back", "4/onlooker/last")),
    ):
        for old in values:
            shown = await look_again(watcher, "replay", old, table.id)
            assert f"step {step} of" in shown.text, old
    for eyes, may_share in (("onlooker", True), ("0", False), ("all", False)):
        shown = await look_again(ada, "replay", f"3/{eyes}/on", table.id)
        assert bool(shown.shown.matching("c1:d:*:share:")) is may_share, "what onlookers saw"
    fields = {field["name"]: field["value"] for field in shown.shown.embeds[0]["fields"]}
    assert [*fields] == [each.name for each in world.people[:2]]
    assert all("Your dice" in told for told in fields.values()), "in words for each seat"


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
    found = await play_replay(game, full=True)
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
    end = found.steps.step_records[last].step
    assert hinted == [each.step for each in told if each.tells_result and each.step < end]


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


async def test_a_round_begins_where_the_rules_of_its_game_say() -> None:
    dice = (await play_replay("liars_dice")).steps
    views = [step.views[0] for step in dice]
    fresh = [at for at, view in enumerate(views[:-1]) if not view.bids and not view.looking]
    assert [*dice.round_starts] == [at for at in fresh if at - 1 not in fresh]

    cats = (await play_replay("cloaked_cats")).steps
    rounds = [step.views[0].round for step in cats]
    changes = [at for at, (before, now) in enumerate(pairwise(rounds), 1) if now != before]
    assert cats.round_starts == (0, *changes)

    faces = (await play_replay("quickpick")).steps
    acts = [step.action for step in faces.step_records if isinstance(step.action, ActRecord)]
    assert len(faces.round_starts) == sum(each.move == "draw" for each in acts)


async def test_a_game_without_rounds_has_no_button_to_the_next_and_few_rounds_no_menu() -> None:
    found = await play_replay("catham_city")
    assert found.steps.round_starts == ()
    shown = render_step(found, ReplayPosition(1), (), "en", may_share=True)
    assert "Next round" not in [each.label for each in shown.rows[0] if isinstance(each, Button)]
    assert "go to another" not in str(shown.rows)
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


@pytest.mark.parametrize("game", GAMES)
async def test_the_replay_for_all_seats_shows_each_seats_own_pictures_and_news(
    game: str, thorough: bool
) -> None:
    found = await play_replay(game, full=thorough)
    here, checked = make_context(found, "en"), 0
    for at, step in list(enumerate(found.steps[:-1]))[:: 1 if thorough else 2]:
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
    times = []
    with Image.open(BytesIO(film)) as opened:
        for frame in ImageSequence.Iterator(opened):
            times.append(frame.info["duration"])
    return times


async def play_game_without_last(
    world: World, game: str = "liars_dice", *, seed: int = 1, text_only: bool = False
) -> Table:
    """Let everybody but the last person have played a game, the last seat as a computer."""
    level, seats = GAMES[game].computers.levels[0], max(GAMES[game].game.seats[0], 2)
    players = [Player(each.name, each.id) for each in world.people[:-1]]
    return await whole_game(
        world.store,
        game,
        [*players, Player("Momo", None, level)][:seats],
        guild=world.guild.id,
        channel=world.channel.id,
        seed=seed,
        text_only=text_only,
    )


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, marks=[pytest.mark.thorough] if game != "liars_dice" else [])
        for game in GAMES
    ],
)
async def test_each_game_is_watched_and_shared(world: World, game: str, thorough: bool) -> None:
    """Each step is seen through the eyes of all or of one, and with `--thorough` of everybody."""
    ada, *_, onlooker = world.people
    onlooker.set_locale("de")
    table = await play_game_without_last(world, game, seed=2)
    shown = await look_again(onlooker, "moments", record=table.id)
    shown = await onlooker.press("c1:d:*:replay:", on=shown.shown)
    steps = int(shown.text.split(" von ")[1].split()[0])
    assert steps > 5
    viewers = ("all", "onlooker", *range(len(table.players)))
    for number, at in enumerate(range(0, steps, 4 if thorough else 5)):
        for eyes in viewers if thorough else viewers[number % len(viewers) :][:1]:
            shown = await look_again(onlooker, "replay", f"{at}/{eyes}/on", table.id)
            assert f"Schritt {at + 1} von {steps}" in shown.text
            assert shown.shown.files or game == "quickpick"
            assert not message_problems(shown.shown.wire)

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
    assert "Schritt " in again.text and again.shown.ephemeral
    assert not again.shown.matching("c1:d:*:share:"), "who did not sit there shares nothing"

    await world.advance(61)
    await look_again(ada, "share", "0/onlooker/game", table.id)
    (film,) = world.messages()[-1].files.values()
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


@pytest.mark.parametrize("game", GAMES)
async def test_moments_of_people_come_before_one_of_a_computer(game: str) -> None:
    found = await play_replay(game, 2)
    level = found.package.computers.levels[0]
    seat = moments(found)[-1].seat
    players = tuple(
        player if number == seat else replace(player, user=None, level=level)
        for number, player in enumerate(found.table.players)
    )
    mixed = replace(found, table=replace(found.table, players=players))
    context = make_context(mixed, "en", is_last_step=True)
    told = find_highlights(mixed, context)
    of_person = [moment for moment in told if moment.seat == seat]
    assert of_person and told[: len(of_person)] == tuple(of_person)
    assert len(told) <= len(of_person) + 1
    lines = render_story(mixed, told, "en").text.splitlines()
    assert lines == [f"✨ {moment.when}: {moment.text}" for moment in told]


async def test_who_played_shares_a_moment_once_a_minute_where_all_may_write(world: World) -> None:
    ada, ben, *_, onlooker = world.people
    table = await play_game_without_last(world, text_only=True)

    async def share(person: Person) -> str:
        return (await look_again(person, "share", "3/onlooker/moment", table.id)).text

    async def open_step(person: Person) -> Shown:
        return (await look_again(person, "replay", "3/onlooker/on", table.id)).shown

    assert "Only people who played" in await share(onlooker)
    own, world.channel = world.channel, world.new_channel("other")
    assert not (await open_step(ada)).matching("c1:d:*:share:")
    assert "in the channel where they played" in await share(ada)
    world.channel = own
    offered = await open_step(ada)
    await world.permit(ada, send_messages=False)
    answer = await ada.press("Share moment", on=offered)
    assert "You can't write in this channel" in answer.text
    assert not (await open_step(ada)).matching("c1:d:*:share:"), "it is not offered"
    await world.permit(ada, send_messages=None)
    world.fail("POST", "/channels/*/messages", status=403)
    assert "didn't take it" in await share(ada)
    assert world.messages() == []

    await world.permit(attach_files=False)
    answers = await world.race(*(ada.press("Share moment", on=offered) for _ in range(2)))
    assert sum("on its way" in answer.text for answer in answers) == 1
    (posted,) = world.messages()
    assert posted.files == {} and len(posted.content.splitlines()) > 1, "words need no files"
    began = world.now()
    await world.advance(20)
    assert f"from <t:{began + 60:.0f}:T> on" in await share(ada)
    assert len(world.messages()) == 1
    await share(ben)
    assert len(world.messages()) == 2, "each person has a minute of their own"
    await world.advance(41)
    await share(ada)
    assert len(world.messages()) == 3

    table = await play_game_without_last(world)
    await world.advance(61)
    assert "I can't share this here: I need “Attach Files”" in await share(ada)
    assert len(world.messages()) == 3
