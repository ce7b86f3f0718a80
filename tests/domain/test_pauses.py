"""A pause of the game ends early once all who are waited for have seen enough."""

import pytest
from msgspec.structs import replace

from bot.domain.playing import end_pause, note_ready
from bot.domain.table import Match, Player, Table
from tests.domain.test_guessing import DICE, deal_dice, play
from tests.tables import expect_match

CUPS = ((3, 3), (3, 3), (3, 3))


def press_ready(table: Table, seat: int, step: int) -> Table:
    return note_ready(table, DICE, table.players[seat].user or 0, str(step)).table


@pytest.mark.parametrize(
    ("cups", "third", "ready", "ends"),
    [
        (CUPS, {}, (0, 1), False),
        (CUPS, {}, (0, 1, 1), False),
        (CUPS, {}, (0, 1, 2), True),
        (CUPS, {"away": True}, (0, 1), True),
        (CUPS, {"user": None, "level": "fox"}, (0, 1), True),
        (((3, 3), (3, 3), ()), {}, (0, 1), True),
    ],
    ids=["two of three", "one twice", "all", "away", "a computer", "out"],
)
def test_it_ends_once_all_people_who_are_here_and_not_out_are_ready(
    cups: tuple[tuple[int, ...], ...], third: dict[str, object], ready: tuple[int, ...], ends: bool
) -> None:
    challenged = play(deal_dice(*cups), "bid/1/6", "liar")
    match = expect_match(end_pause(challenged, DICE, challenged.prompts[0].decision).table)
    player: Player = replace(match.players[2], **third)
    table: Table = match.set_player(2, player)
    for seat in ready:
        assert press_ready(table, seat, match.step - 1) == table, "an old press ends no later pause"
        table = press_ready(table, seat, match.step)
    assert isinstance(table, Match)
    assert (table.step > match.step) is ends
