"""The rules about computers: what `choose_move` owes, and how many of them fit."""

import pickle
from collections.abc import Iterator
from random import Random
from typing import Any

from bot.engine.events import Seat
from bot.testing.playing import ABSENT, Broken, Moment, Play
from bot.testing.rule import Rule

SEATED = 25
"""Levels of all seats but the host's fit into one select."""
LOOKED_AT = 3
"""So many moments of a game are looked at."""


def _choose(play: Play) -> None:
    for moment, seat in _asked(play, play.luck):
        moves = play.game.legal_paths(moment.state, seat)
        for level in quick(play):
            move = chosen(play, moment.state, seat, level)
            if move not in moves:
                why = f"{level} chooses {move!r} for seat {seat}: it is not listed"
                raise Broken(why, moment.number)
            if move != chosen(play, moment.state, seat, level):
                raise Broken(f"{level} chooses now this, now that", moment.number)


def _choose_blindly(play: Play) -> None:
    luck = play.luck
    for moment, seat in _asked(play, luck):
        other = play.game.alike(moment.state, seat, luck)
        for level in quick(play) if other is not None else ():
            one, two = (chosen(play, moment.state, seat, level) for _ in range(2))
            if one == two != chosen(play, other, seat, level):
                raise Broken(f"{level} knows what is hidden from its seat", moment.number)


def _pickled(play: Play) -> None:
    """Raise what `pickle` raises; it names the type that cannot be pickled."""
    for moment, seat in _asked(play, play.luck):
        pickle.dumps((play.game, play.game.view(moment.state, seat)))


def _asked(play: Play, luck: Random) -> Iterator[tuple[Moment, Seat]]:
    """Yield some moments, each with everybody who is asked then."""
    for moment in play.some(LOOKED_AT, luck):
        for prompt in play.game.prompts(moment.state):
            if prompt.seat is not None:
                yield moment, prompt.seat


def quick(play: Play) -> list[str]:
    """Return the levels that are asked here; those that think long are when they play."""
    levels = (*play.game.levels, ABSENT)
    return [level for level in levels if level in (*play.game.quick, play.setting.players)]


def chosen(play: Play, state: Any, seat: Seat, level: str) -> str:
    """Return what a level chooses for a seat, the same each time."""
    luck = Random(f"choose {play.setting.number}")  # noqa: S311 - a computer's taste
    moves = play.game.legal_moves(state, seat)
    return play.game.choose_move(play.game.view(state, seat), moves, level, luck).path


def _fit_into_a_menu(play: Play) -> None:
    levels, others = len(play.game.levels), play.game.seats[-1] - 1
    if levels * others > SEATED:
        raise Broken(f"{levels} levels for {others} other seats are {levels * others}")


def _known(play: Play) -> None:
    unknown = {*play.game.quick} - {*play.game.levels, ABSENT}
    if unknown:
        raise Broken(f"`quick` names {', '.join(sorted(unknown))}: there is no such level")
    levels = len(play.game.levels)
    for seats, shares in play.game.beats.items():
        if seats not in play.game.seats:
            raise Broken(f"`beats` has shares for {seats} seats: so many cannot play")
        if len(shares) != levels - 1:
            raise Broken(f"`beats` has {len(shares)} shares for {seats} seats and {levels} levels")
        if not all(0 < share < 1 for share in shares):
            raise Broken(f"`beats` has a share for {seats} seats that is not between 0 and 1")


RULES = (
    Rule(
        "choose",
        "Each level, and whoever is absent, chooses a listed move, and the same one each time.",
        _choose,
        of="game.choose_move",
    ),
    Rule(
        "choose-blindly",
        "A computer chooses alike whatever is hidden from its seat.",
        _choose_blindly,
        of="game.choose_move",
    ),
    Rule(
        "pickled",
        "The game and its views can be pickled, as its computers think in another process.",
        _pickled,
        every=10,
        of="game.choose_move",
    ),
    Rule(
        "fit-into-a-menu",
        "The levels for all seats but the host's are at most twenty-five.",
        _fit_into_a_menu,
        every=10,
    ),
    Rule(
        "known",
        "`quick` names only levels that there are; for numbers of seats, `beats` has a share of all"
        " levels but the weakest.",
        _known,
        every=10,
    ),
)
