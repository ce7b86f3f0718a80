"""Whole games that are over, played by computers of the weakest level and stored step by step."""

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any

from msgspec.structs import replace

from bot.common.snowflakes import time_snowflake
from bot.domain.outcomes import find_facts, rating_weight, set_places
from bot.domain.ratings import make_rating_update
from bot.domain.table import Commit, Finished, Lobby, Match, Player, Table
from bot.domain.transcripts import encode_transcript_step, make_views
from bot.engine.chance import SeededChance
from bot.engine.game import Elapse, IllegalMove, find_waiting
from bot.engine.options import default_options
from bot.engine.package import GamePackage
from bot.engine.records import ActionRecord, ActRecord, apply_record, begin_game
from bot.games.registry import GAMES
from bot.storage.store import Store
from tests.tables import expect_finished

SECONDS_BETWEEN_INPUTS = 4.0


async def whole_game(
    store: Store,
    game: str,
    players: Sequence[Player],
    *,
    guild: int = 1,
    channel: int | None = None,
    seed: int = 1,
    at: float = 1_790_000_000.0,
    text_only: bool = False,
    keep: bool = True,
) -> Finished:
    """Play a game to its end, store each step as the bot does, and keep the record, if wanted.

    Computers take the seats that the game needs besides the players.
    """
    package = GAMES[game]
    rules, secret, luck = package.game, bytes([seed]) * 32, Random(seed)
    missing = range(rules.seats[0] - len(players))
    level = package.computers.levels[0]
    players = (*players, *(Player(f"Computer {number}", None, level) for number in missing))
    state, events = begin_game(
        rules, len(players), default_options(rules.options), SeededChance(secret, 0)
    )
    lobby = Lobby(game, guild, channel or seed, "en", "none", at, at, text_only=text_only)
    table: Table = lobby.begin(rules, state, secret, tuple(players))
    seen = make_views(rules, state, len(players))
    table = await store.tables.commit(
        Commit(table, at, events=events, transcript_step=encode_transcript_step((), seen))
    )
    while isinstance(table, Match):
        at += SECONDS_BETWEEN_INPUTS
        step = table.step + 1
        given, state, events = _next(package, table.state, secret, step, at, luck)
        before, seen = seen, make_views(rules, state, len(players))
        after: Match | Finished = replace(table, step=step).in_state(state, rules)
        if isinstance(after, Match) and not after.prompts:
            after = set_places(replace(after.complete(), ended_at=at), package)
        table = await store.tables.commit(
            Commit(
                after, at, (given,), events, transcript_step=encode_transcript_step(before, seen)
            )
        )
    over = expect_finished(table)
    if keep:
        await store.records.save_record(
            over,
            rating_weight(over, package),
            make_rating_update,
            partial(find_facts, over, package),
        )
    return over


def _next(
    package: GamePackage, state: Any, secret: bytes, step: int, at: float, luck: Random
) -> tuple[ActionRecord, Any, Any]:
    """Return an input that the game takes now, and what comes of it."""
    rules, computers = package.game, package.computers
    prompts = list(find_waiting(rules.prompts(state)))
    luck.shuffle(prompts)
    for prompt in sorted(prompts, key=lambda prompt: prompt.seat is None):
        given: ActionRecord = Elapse(prompt.decision)
        if prompt.seat is not None:
            view, moves = rules.view(state, prompt.seat), rules.legal_moves(state, prompt.seat)
            move = computers.choose_move(view, moves, computers.levels[0], luck)
            given = ActRecord(prompt.seat, prompt.decision, move.path, time_snowflake(at))
        try:
            return given, *apply_record(rules, state, given, SeededChance(secret, step))
        except IllegalMove:
            continue
    raise AssertionError("the game takes nothing")
