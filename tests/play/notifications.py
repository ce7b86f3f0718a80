"""`python -m tests.play.notifications`: how often phones buzz in whole games, as a table.

Three people play each game in the simulated Discord. "Quick" ones move three seconds after they
were asked. Where phones are "in pockets", people move when theirs buzzes, and go on while it is
still their turn; "asleep" ones when it buzzes for the second time. In a busy channel somebody chats
before each move. Calls and reminders are counted by phones, posts are all public messages.
"""

import asyncio
from collections.abc import Iterator
from tempfile import TemporaryDirectory

from bot.bench.bots import make_start
from bot.bench.world import World
from bot.games.registry import GAMES
from bot.i18n import text
from tests.play.phones import Evening, Habit, evening

PEOPLE = 3
DAY = 86_400.0
NAMES = {Habit.QUICK: "quick", Habit.POCKET: "in pockets", Habit.REMINDED: "asleep"}
CLOCKS = {"1": "1 min", "10": "10 min", "1440": "24 h", "none": "none"}
HEADS = (
    "clock", "game", "channel", "people", "turns", "decisions", "posts", "calls", "reminders",
)  # fmt: skip

Kind = tuple[str, str, bool, Habit]
"""Clock, game, whether the channel is busy, and the people's habit."""


def kinds() -> Iterator[Kind]:
    for game in GAMES:
        for habit in (Habit.QUICK, Habit.POCKET):
            for busy in (False, True):
                yield "10", game, busy, habit
        for clock in ("1", "none"):
            yield clock, game, False, Habit.POCKET
        for habit in (Habit.POCKET, Habit.REMINDED):
            yield "1440", game, False, habit


async def play_kind(kind: Kind) -> Evening:
    """Play one game in a world of its own, whose bot does little besides."""
    clock, game, busy, habit = kind
    with TemporaryDirectory() as folder:
        world = await World.open(make_start(heartbeat=DAY), f"sqlite:///{folder}/cats.db")
        try:
            return await evening(world, game, (habit,) * PEOPLE, clock=clock, busy=busy)
        finally:
            await world.close()


def line(*cells: object) -> str:
    return f"| {' | '.join(str(cell) for cell in cells)} |"


async def main() -> None:
    print(line(*HEADS))
    print(line(*["---"] * len(HEADS)))
    for kind in kinds():
        clock, game, busy, habit = kind
        one = await play_kind(kind)
        decisions = sum(len(asked.seats) for asked in one.asked)
        reminders = sum(len(post.pinged) for post in one.reminders)
        calls = sum(len(who) for who in one.buzzes) - reminders
        title = text("en", GAMES[game].text)("game-title")
        channel = "busy" if busy else "quiet"
        counted = (one.turns, decisions, len(one.posts), calls, reminders)
        print(line(CLOCKS[clock], title, channel, NAMES[habit], *counted), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
