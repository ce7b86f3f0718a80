"""The question of Who Barked? to people who only watch."""

from bot.engine.events import Event
from bot.engine.predictions import Prediction, Predictions
from bot.games.who_barked.model.deduction import count_dogs, find_open_packs
from bot.games.who_barked.model.events import GoalRaided, HumansWoken
from bot.games.who_barked.model.state import View

CHOICES = ("nobody", "one", "more")
"""The choices by the number of dogs that bark. "more" is two or more."""


def _find(view: View) -> Prediction | None:
    """Return the question who wakes the humans, while a crew is in the kitchen.

    It offers as many dogs as can be in the crew as far as everybody knows. While all listen, nobody
    can answer any more.
    """
    if view.phase not in ("raid", "hush"):
        return None
    is_open = view.phase == "raid"
    most = max(count_dogs(view.crew, pack) for pack in find_open_packs(view))
    choices = CHOICES[: most + 1]
    decision = view.decision - (not is_open)
    return Prediction(decision, "raid", choices, is_open) if most else None


def _settle(event: Event) -> str:
    """Return how many dogs barked, once everybody knows."""
    if isinstance(event, GoalRaided):
        return CHOICES[0]
    return CHOICES[min(event.barks, 2)] if isinstance(event, HumansWoken) else ""


PREDICTIONS = Predictions(_find, _settle)
