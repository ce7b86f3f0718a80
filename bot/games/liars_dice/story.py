"""How it went: every challenge of the game, from the recorded events."""

from collections.abc import Sequence

from bot.games.events import Event
from bot.games.liars_dice.state import Bid
from bot.games.liars_dice.words import bid_words, brief
from bot.games.screen import Scene, Screen

ROOM = 4000
"""Characters for all rounds, of the 4,096 of a text."""


def page(events: Sequence[Event], scene: Scene) -> Screen:
    """Return a line for each round, the newest ones if there is no room for all."""
    rounds = [event for event in events if event.name == "opened"]
    told = [_round(number, event, scene) for number, event in enumerate(rounds, 1)]
    while sum(len(line.encode("utf-16-le")) // 2 + 1 for line in told) > ROOM:
        told.pop(0)
    return Screen(scene.say("button-story"), "\n".join(told))


def _round(number: int, event: Event, scene: Scene) -> str:
    challenger, bidder, count, face, found = (int(value) for value in event.values)
    return scene.say(
        "story-round",
        round=number,
        name=brief(challenger, scene),
        bidder=brief(bidder, scene),
        bid=bid_words(Bid(bidder, count, face), scene),
        found=found,
        true=int(found >= count),
    )
