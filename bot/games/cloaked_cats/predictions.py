"""The question of Cloaked Cats to people who only watch."""

from bot.engine.events import Event
from bot.engine.predictions import Prediction, Predictions
from bot.games.cloaked_cats.model.events import GuessRight
from bot.games.cloaked_cats.model.state import FEATURES_PER_FAN, View


def _find(view: View) -> Prediction | None:
    """Return the question whose feature is guessed next, among players with hidden features.

    It stays the same until a guess is right. Its number is that of the features found so far.
    """
    found = [len(features) for features in view.revealed]
    seats = tuple(seat for seat, count in enumerate(found) if count < FEATURES_PER_FAN)
    if view.phase == "over" or len(seats) < 2:
        return None
    return Prediction(sum(found), "found", seats)


def _settle(event: Event) -> str:
    """Return the player who has the feature, when a guess is right."""
    return str(event.opponent) if isinstance(event, GuessRight) else ""


PREDICTIONS = Predictions(_find, _settle)
