"""The question of Who Barked? to people who only watch."""

from bot.engine.events import Event
from bot.engine.predictions import Prediction, Predictions
from bot.games.who_barked.model.events import GoalRaided, HumansWoken
from bot.games.who_barked.model.state import View


def _find(view: View) -> Prediction | None:
    """Return the question whether a dog barks, while a crew is in the kitchen."""
    if view.phase != "raid":
        return None
    return Prediction(view.decision, "raid", ("quiet", "bark"))


def _settle(event: Event) -> str:
    """Return whether a dog barked, once the crew comes home."""
    if isinstance(event, GoalRaided):
        return "quiet"
    return "bark" if isinstance(event, HumansWoken) else ""


PREDICTIONS = Predictions(_find, _settle)
