"""How often phones buzz in whole games: in quiet and busy channels, for the quick and the slow."""

from functools import partial

import pytest

from bot.bench.world import World
from tests.play.evening import CHAT
from tests.play.phones import SILENT, Asked, Evening, Habit, evening

QUICK, POCKET, REMINDED, NEVER = Habit
CALLED_IN_VAIN = 2

thorough = partial(pytest.param, marks=pytest.mark.thorough)


def calls_due(played: Evening, habits: dict[int, Habit]) -> list[tuple[int, ...]]:
    """Return whom which posts have to call, by seats, from what was asked alone.

    The first board calls whoever begins. Later nobody is called to what follows from the own move,
    nor who is quick; who never moves is called until they are away, and once for each clock.
    """
    missed: dict[int, set[str]] = {seat: set() for seat in habits}

    def called(seat: int, asked: Asked) -> bool:
        match habits.get(seat):
            case Habit.POCKET | Habit.REMINDED:
                return asked.led != seat
            case Habit.NEVER:
                away = len(missed[seat]) >= CALLED_IN_VAIN
                known = asked.clock in missed[seat]
                missed[seat].add(asked.clock)
                return not (away or known)
            case _:
                return False

    first, *later = played.asked
    for seat in first.seats:
        called(seat, first)
    begin = tuple(seat for seat in first.seats if seat in habits)
    owed = (tuple(seat for seat in asked.seats if called(seat, asked)) for asked in later)
    return [who for who in (begin, *owed) if who]


def check_posts(world: World, played: Evening) -> None:
    """Fail unless each post calls somebody or is silent, and edits call nobody."""
    assert played.pushes == []
    for post in played.posts:
        assert bool(post.pinged) != bool(int(post.json.get("flags") or 0) & SILENT)
        assert post.path.startswith(CHAT), "every public message is a post of the bot's own"
    for request in world.requests:
        if request.method == "PATCH" and request.path.startswith(CHAT):
            assert not request.json["allowed_mentions"].get("users")
            assert not request.json["allowed_mentions"].get("parse")
            assert "<@" not in request.json["content"]


@pytest.mark.parametrize(
    ("game", "clock", "busy", "habits", "computers"),
    [
        thorough("cloaked_cats", "1", False, (QUICK,) * 2, 0),
        thorough("cloaked_cats", "none", True, (QUICK,) * 4, 0),
        thorough("catham_city", "10", False, (QUICK,) * 3, 0),
        thorough("catham_city", "1440", True, (QUICK,) * 2, 0),
        thorough("quickpick", "10", False, (QUICK,) * 3, 0),
        ("quickpick", "1", True, (QUICK,) * 4, 0),
        ("cloaked_cats", "10", True, (POCKET,) * 3, 0),
        thorough("cloaked_cats", "none", False, (POCKET,) * 2, 0),
        thorough("cloaked_cats", "1", False, (POCKET,) * 2, 1),
        thorough("cloaked_cats", "1440", True, (POCKET,) * 2, 0),
        thorough("catham_city", "10", False, (POCKET,) * 3, 0),
        thorough("catham_city", "none", True, (POCKET,) * 2, 0),
        ("quickpick", "1", False, (POCKET,) * 3, 0),
        thorough("quickpick", "none", True, (POCKET,) * 3, 0),
        ("cloaked_cats", "1", False, (POCKET, NEVER, QUICK), 0),
        thorough("catham_city", "10", True, (POCKET, NEVER, POCKET), 0),
        thorough("quickpick", "10", False, (POCKET, NEVER, POCKET), 0),
        ("cloaked_cats", "1440", False, (REMINDED,) * 2, 0),
        thorough("cloaked_cats", "60", False, (REMINDED,) * 3, 0),
    ],
)
async def test_phones_buzz_once_for_each_decision_of_who_does_not_look_and_once_to_remind(
    world: World, game: str, clock: str, busy: bool, habits: tuple[Habit, ...], computers: int
) -> None:
    played = await evening(world, game, habits, clock=clock, busy=busy, computers=computers)
    people = list(world.people)
    seats = {seat: habits[people.index(person)] for seat, person in played.people.items()}
    calls, is_reminded = calls_due(played, seats), REMINDED in habits
    assert played.buzzes == [who for who in calls for _ in range(1 + is_reminded)]
    assert len(played.reminders) == len(calls) * is_reminded
    assert all(post.pinged for post in played.reminders)
    check_posts(world, played)
    for never in (seat for seat, habit in seats.items() if habit is NEVER):
        assert played.table.players[never].away
        assert sum(never in who for who in played.buzzes) == CALLED_IN_VAIN
    if NEVER in habits or is_reminded:
        return
    if busy:
        assert played.quiet_posts >= played.turns, "the board comes below the chat with each turn"
    else:
        assert played.quiet_posts == 0, "it stays where nobody chats"
