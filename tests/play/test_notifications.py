"""How often phones buzz in whole games: in quiet and busy channels, for the quick and the slow."""

from functools import partial

import pytest

from bot.bench.world import World
from tests.play.evening import CHAT
from tests.play.phones import SILENT, Asked, Evening, Habit, evening

QUICK, POCKET, REMINDED, NEVER = Habit
CALLED_IN_VAIN = 2
"""How often somebody is called who never moves, until they are away."""

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


def by_seat(played: Evening, world: World, habits: tuple[Habit, ...]) -> dict[int, Habit]:
    """Return the people's habits by their seats."""
    people = list(world.people)
    return {seat: habits[people.index(person)] for seat, person in played.people.items()}


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


def check_quiet_posts(played: Evening, *, busy: bool) -> None:
    """Fail unless the board comes below the chat with each turn, and stays where nobody chats."""
    if busy:
        assert played.quiet_posts >= played.turns
    else:
        assert played.quiet_posts == 0


@pytest.mark.parametrize(
    ("game", "clock", "busy", "people"),
    [
        ("cloaked_cats", "1", False, 2),
        thorough("cloaked_cats", "none", True, 4),
        thorough("catham_city", "10", False, 3),
        thorough("catham_city", "1440", True, 2),
        thorough("quickpick", "10", False, 3),
        ("quickpick", "1", True, 4),
    ],
)
async def test_while_all_are_quick_nobody_is_called_but_who_begins(
    world: World, game: str, clock: str, busy: bool, people: int
) -> None:
    played = await evening(world, game, (QUICK,) * people, clock=clock, busy=busy)
    assert played.buzzes == [played.asked[0].seats]
    check_posts(world, played)
    check_quiet_posts(played, busy=busy)


@pytest.mark.parametrize(
    ("game", "clock", "busy", "people", "computers"),
    [
        ("cloaked_cats", "10", True, 3, 0),
        thorough("cloaked_cats", "none", False, 2, 0),
        ("cloaked_cats", "1", False, 2, 1),
        thorough("cloaked_cats", "1440", True, 2, 0),
        thorough("catham_city", "10", False, 3, 0),
        ("catham_city", "none", True, 2, 0),
        ("quickpick", "1", False, 3, 0),
        thorough("quickpick", "none", True, 3, 0),
    ],
)
async def test_phones_in_pockets_buzz_once_for_each_decision(
    world: World, game: str, clock: str, busy: bool, people: int, computers: int
) -> None:
    habits = (POCKET,) * people
    played = await evening(world, game, habits, clock=clock, busy=busy, computers=computers)
    assert played.buzzes == calls_due(played, by_seat(played, world, habits))
    check_posts(world, played)
    check_quiet_posts(played, busy=busy)


@pytest.mark.parametrize(
    ("game", "clock", "busy", "habits"),
    [
        ("cloaked_cats", "1", False, (POCKET, NEVER, QUICK)),
        thorough("catham_city", "10", True, (POCKET, NEVER, POCKET)),
        ("quickpick", "10", False, (POCKET, NEVER, POCKET)),
    ],
)
async def test_who_never_moves_is_called_until_they_are_away_and_not_any_more(
    world: World, game: str, clock: str, busy: bool, habits: tuple[Habit, ...]
) -> None:
    played = await evening(world, game, habits, clock=clock, busy=busy)
    seats = by_seat(played, world, habits)
    (never,) = (seat for seat, habit in seats.items() if habit is NEVER)
    assert played.table.players[never].away
    assert sum(never in who for who in played.buzzes) == CALLED_IN_VAIN
    assert played.buzzes == calls_due(played, seats)
    check_posts(world, played)


@pytest.mark.parametrize(
    ("game", "clock", "people"),
    [("cloaked_cats", "1440", 2), thorough("cloaked_cats", "60", 3)],
)
async def test_who_sleeps_on_is_reminded_once_besides_the_call_where_clocks_are_long(
    world: World, game: str, clock: str, people: int
) -> None:
    habits = (REMINDED,) * people
    played = await evening(world, game, habits, clock=clock, busy=False)
    calls = calls_due(played, by_seat(played, world, habits))
    assert played.buzzes == [who for who in calls for _ in ("call", "reminder")]
    assert len(played.reminders) == len(calls)
    assert all(post.pinged for post in played.reminders)
    check_posts(world, played)
