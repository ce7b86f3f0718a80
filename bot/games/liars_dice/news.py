"""What happened to one player, told to them."""

from collections.abc import Iterator, Sequence

from bot.games.events import Event, Seat
from bot.games.liars_dice.state import Bid
from bot.games.liars_dice.words import bid_words, player
from bot.games.screen import NEWS, Scene


def news(events: Sequence[Event], seat: Seat, scene: Scene) -> tuple[str, ...]:
    """Return how challenges ended, the oldest first: those of `seat` in the second person."""
    return tuple(_all(events, seat, scene))[-NEWS:]


def _all(events: Sequence[Event], seat: Seat, scene: Scene) -> Iterator[str]:
    for event in events:
        match event.name, [int(value) for value in event.values]:
            case "opened", [challenger, bidder, count, face, found]:
                yield scene.say(
                    _key(seat, challenger, bidder),
                    name=player(challenger, scene),
                    bidder=player(bidder, scene),
                    bid=bid_words(Bid(bidder, count, face), scene),
                    found=found,
                    true=int(found >= count),
                )
            case "lost-die", [loser, left] if loser == seat:
                yield scene.say("news-lost", left=left)
            case _:
                pass


def _key(seat: Seat, challenger: Seat, bidder: Seat) -> str:
    if seat == challenger:
        return "news-you-called"
    return "news-called-you" if seat == bidder else "opened"
