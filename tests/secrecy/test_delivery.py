"""Private things reach their owner alone: by ephemeral answers and pushes, never by public ones."""

import logging

import pytest
from msgspec.structs import replace

from bot.bench.traffic import EPHEMERAL_FLAG
from bot.common.log import SecretlessFormatter
from bot.games.cloaked_cats.model.state import FEATURES
from bot.games.cloaked_cats.package import PACKAGE
from bot.games.cloaked_cats.rules import CloakedCats
from bot.games.cloaked_cats.screens import CloakedCatsScreens
from bot.games.cloaked_cats.words import format_feature_label
from bot.i18n import text
from tests.play.evening import deal, find_asked_player, load_game, load_match, play_cat, press_id
from tests.secrecy.found import in_log
from tests.secrecy.test_words import Game, record_game

MESSAGE, DEFERRED, UPDATE = 4, 5, 7


async def test_private_things_of_a_whole_game_reach_their_owner_alone(tmp_path):
    game = Game(2)
    recording = await record_game(tmp_path, game)
    assert game.leaks(recording) == []
    check_that_messages_are_ephemeral(recording.world)
    check_that_edits_are_seen_by_their_reader_alone(recording.world)
    check_that_cards_are_shown_to_their_owner_alone(game, recording)
    check_that_all_goes_into_one_channel(recording.world)


def check_that_messages_are_ephemeral(world):
    answers = [r for r in world.requests if r.path.endswith("/callback")]
    kinds = {answer.json["type"] for answer in answers}
    assert {MESSAGE, UPDATE} <= kinds
    for answer in answers:
        if answer.json["type"] in (MESSAGE, DEFERRED):
            assert answer.json["data"]["flags"] & EPHEMERAL_FLAG
    for request in world.requests:
        if request.method == "POST" and request.path.startswith("/webhooks/"):
            assert request.json["flags"] & EPHEMERAL_FLAG


def check_that_edits_are_seen_by_their_reader_alone(world):
    edits = [
        r
        for r in world.requests
        if r.path.startswith("/webhooks/")
        or (r.path.endswith("/callback") and r.json["type"] == UPDATE)
    ]
    pushes = [edit for edit in edits if edit.path.startswith("/webhooks/")]
    assert pushes
    for edit in edits:
        token = edit.path.split("/")[3]
        clicker = world.env.backend.interactions[world.env.backend.interaction_tokens[token]]
        assert edit.reader == clicker.user_id
        assert edit.message not in {board.id for board in world.messages()}


def check_that_cards_are_shown_to_their_owner_alone(game, recording):
    shown = 0
    for state, requests in zip(game.states, recording.steps[1:], strict=True):
        for request in requests:
            fan = _fan(request)
            if fan is None:
                continue
            shown += 1
            assert request.reader in game.users
            own = state.fans[game.users.index(request.reader)]
            assert all(_names_feature(fan, feature) for feature in own)
            assert len(fan.splitlines()) == len(own)
    assert shown > len(game.states)


def _fan(request):
    body = request.json or {}
    embeds = (body.get("data") or body).get("embeds") or ()
    titles = {text(language, PACKAGE.text)("hand-features") for language in ("en", "de")}
    fields = [field for embed in embeds for field in embed.get("fields", ())]
    return next((field["value"] for field in fields if field["name"] in titles), None)


def _names_feature(fan, feature):
    names = (
        format_feature_label(feature, text(language, PACKAGE.text)) for language in ("en", "de")
    )
    return any(name.lower() in fan.lower() for name in names)


def check_that_all_goes_into_one_channel(world):
    """And nothing by direct message."""
    assert not [r for r in world.requests if r.path.startswith("/users/@me/channels")]
    channels = {r.path.split("/")[2] for r in world.requests if r.path.startswith("/channels/")}
    assert channels == {str(world.channel.id)}


async def facts(world):
    table = await load_match(world)
    users = [player.user for player in table.players]
    return find_asked_player(world), table, table.state, users


class Breaking(CloakedCats, CloakedCatsScreens):
    def apply(self, state, action, chance):
        raise ValueError(f"{action} {state} {FEATURES}")


@pytest.mark.logs_errors
async def test_an_error_of_the_rules_tells_the_log_nothing(open_world, caplog):
    game = Breaking()
    caplog.set_level(logging.DEBUG, "bot")
    world = await open_world(registry={"cloaked_cats": replace(PACKAGE, game=game, screens=game)})
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    answer = await play_cat(find_asked_player(world))
    assert "nothing has changed" in answer.text
    lines = [SecretlessFormatter("%(message)s").format(record) for record in caplog.records]
    assert any("ValueError" in line for line in lines)
    assert in_log(lines, (await load_game(world)).seed) == []


@pytest.mark.logs_errors
async def test_a_failing_discord_brings_no_card_into_the_log(open_world, caplog):
    caplog.set_level(logging.DEBUG, "bot")
    world = await open_world()
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    asked, table, state, users = await facts(world)
    for method, path in (
        ("PATCH", "/webhooks/*"),
        ("POST", "/interactions/*"),
        ("DELETE", "/channels/*"),
    ):
        world.fail(method, path, status=400, times=2)
    cat = state.hands[users.index(asked.id)][0]
    for move in (f"c1:m:{table.id}:0:cat/{cat}", f"c1:m:{table.id}:1:skip"):
        late = await world.hold_up(press_id(asked, world.board(), move))
        await world.repeat(late)
    lines = [SecretlessFormatter("%(message)s").format(record) for record in caplog.records]
    assert any("could not be answered" in line for line in lines)
    assert in_log(lines, table.seed) == []
