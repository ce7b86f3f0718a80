"""How late computers move: by the bot's own figures, as `/metrics` serves them."""

import re
from collections.abc import Sequence
from math import inf, nan

import aiohttp
from msgspec import Struct

BUCKET = re.compile(r'^cats_computer_late_seconds_bucket\{le="(.+)"\} (.+)$', re.MULTILINE)
HURRIED = re.compile(r"^cats_computer_hurried_total (.+)$", re.MULTILINE)
SUM = re.compile(r"^cats_computer_late_seconds_sum (.+)$", re.MULTILINE)


class Lateness(Struct, frozen=True):
    """What some bots have counted so far."""

    seconds: float
    """After their pauses, of all moves of computers together."""
    within: dict[float, float]
    """How many moves came within so many seconds."""
    hurried: float
    """How many moves a weaker level chose."""

    def mean_since(self, before: "Lateness") -> float:
        """Return how late moves were on average after an earlier reading; NaN if there were none.

        In seconds.
        """
        moves = self.within.get(inf, 0.0) - before.within.get(inf, 0.0)
        return (self.seconds - before.seconds) / moves if moves else nan

    def hurried_since(self, before: "Lateness") -> float:
        """Return which part of the moves after an earlier reading a weaker level chose; or NaN."""
        moves = self.within.get(inf, 0.0) - before.within.get(inf, 0.0)
        return (self.hurried - before.hurried) / moves if moves else nan

    def most_since(self, before: "Lateness") -> float:
        """Return the end of the bucket with the latest move after an earlier reading; or NaN.

        In seconds.
        """
        moves = self.within.get(inf, 0.0) - before.within.get(inf, 0.0)
        enough = (s for s, n in self.within.items() if n - before.within.get(s, 0.0) == moves)
        return min(enough) if moves else nan


async def lateness(ports: Sequence[int]) -> Lateness:
    """Ask bots that serve their figures on these ports of this machine."""
    seconds, hurried, within = 0.0, 0.0, dict[float, float]()
    async with aiohttp.ClientSession() as session:
        for port in ports:
            async with session.get(f"http://127.0.0.1:{port}/metrics") as answer:
                told = await answer.text()
            seconds += sum(float(number) for number in SUM.findall(told))
            hurried += sum(float(number) for number in HURRIED.findall(told))
            for end, number in BUCKET.findall(told):
                within[float(end)] = within.get(float(end), 0.0) + float(number)
    return Lateness(seconds, within, hurried)
