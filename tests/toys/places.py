"""What all toys tell alike."""

from collections.abc import Sequence

from bot.games.game import Place, Seat
from bot.games.screen import Scene


def own_place(places: Sequence[Place], seat: Seat, scene: Scene) -> str:
    """Return in which place a seat finished, and with how many points."""
    place = next(place for place in places if place.seat == seat)
    return scene.say("own-place", rank=place.rank, points=place.points)
