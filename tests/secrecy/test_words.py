"""Whole random games through the bot: no hidden card is named to anybody but its owner."""

from random import Random

import pytest

from bot.bench.moves import enter
from bot.engine.chance import PythonChance
from bot.engine.records import ActRecord, apply_record, list_legal_paths
from tests.bench.twins import record_story
from tests.games.cloaked_cats.playing import GAME, filter_by_style
from tests.play.evening import load_game
from tests.secrecy.found import custom_ids, in_log, readable, secrets_in
from tests.secrecy.leaks import InAltText, InEvents, InFileName, InLines, InLog, InText, leaking

BOARD_IDS = ("c1:d:", "c1:l:1:0:")
"""What may stand on a board: actions of the table, and "your cards"."""


class Game:
    """A random game of a given length, with the state after each step."""

    def __init__(self, number, most=200):
        self.luck = Random(number)
        self.people = self.luck.choice([2, 3, 4])
        self.seed = self.luck.randbytes(32)
        self.text_only = bool(number)
        self.most = most
        self.states = []

    async def __call__(self, recording):
        world = recording.world
        people = world.people[: self.people]
        await people[0].slash("cats play")
        for person in people[1:]:
            await person.press("Join")
        if self.text_only:
            await people[0].press("Options")
            await people[0].press("Text only for everybody")
        people[-1].set_locale("de")
        await recording.note()
        await people[0].press("Start")
        await self._note(recording)
        for _ in range(self.most):
            state, prompts = self.states[-1], GAME.prompts(self.states[-1])
            if not prompts:
                return
            seat = prompts[0].seat
            assert seat is not None
            style = self.luck.choice(("wild", "careful", "sharp"))
            moves = filter_by_style(state, list_legal_paths(GAME, state, seat), style, self.luck)
            move = self.luck.choice(moves or ("skip",))
            after, _ = apply_record(
                GAME, state, ActRecord(seat, prompts[0].decision, move, 0), PythonChance(0)
            )
            if not GAME.prompts(after):
                return  # the end opens all cards
            await enter(world, self.who(world, seat), move)
            await self.luck.choice(world.people).press("c1:l:*:0:", on=world.board())
            command = self.luck.choice(("cats hand", "cats scores"))
            await self.luck.choice(world.people).slash(command)
            await self._note(recording)

    async def _note(self, recording):
        table = await load_game(recording.world)
        self.users = [player.user for player in table.players]
        self.states.append(table.state)
        await recording.note()

    def who(self, world, seat):
        return next(person for person in world.people if person.id == self.users[seat])

    def leaks(self, recording):
        """Return all that is told to anybody of cards that are not theirs to know."""
        found = in_log(recording.log, self.seed)
        for state, requests in zip(self.states, recording.steps[1:], strict=True):
            for request in requests:
                seat = self.users.index(request.reader) if request.reader in self.users else None
                words = readable(request, labels=seat is None)
                found += secrets_in(words, state, seat)
                if request.reader is None:
                    ids = custom_ids(request)
                    found += [one for one in ids if not one.startswith(BOARD_IDS)]
        return found


async def record_game(tmp_path, game, **settings):
    return await record_story(tmp_path / "cats.db", game, seed=game.seed, **settings)


@pytest.mark.parametrize("number", range(2))
async def test_no_hidden_card_is_named_to_others(tmp_path, number):
    """A game to its end is told of in `test_delivery.py`."""
    game = Game(number, most=60 if number else 12)
    recording = await record_game(tmp_path, game)
    assert len(game.states) > 10
    assert game.leaks(recording) == []


@pytest.mark.parametrize("leak", [InText, InAltText, InFileName, InEvents, InLines, InLog])
async def test_a_named_card_would_be_found(tmp_path, leak):
    game = Game(0, most=2)
    recording = await record_game(tmp_path, game, registry=leaking(leak))
    assert game.leaks(recording)


async def test_a_button_of_the_board_that_names_a_move_would_be_found(tmp_path):
    game = Game(1, most=1)
    recording = await record_game(tmp_path, game)
    boards = [r for step in recording.steps for r in step if r.reader is None and custom_ids(r)]
    boards[-1].json["components"][0]["components"][0]["custom_id"] = "c1:m:1:0:cat/3"
    assert game.leaks(recording) == ["c1:m:1:0:cat/3"]
