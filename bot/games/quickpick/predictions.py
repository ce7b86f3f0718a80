"""The question of Quickpick to people who only watch."""

from bot.engine.events import Event
from bot.engine.predictions import Prediction, Predictions
from bot.games.quickpick.model.events import MaskGuessed, MaskNotGuessed
from bot.games.quickpick.model.state import View


def _find(view: View) -> Prediction | None:
    """Return the question who finds the mask of this turn.

    It closes with the first part of the face or the first guess, before there is much to see.
    """
    if view.phase == "over":
        return None
    seats = (seat for seat, present in enumerate(view.present) if present and seat != view.mime)
    is_open = view.phase in ("draw", "race") and not view.shown and not view.chosen
    return Prediction(view.turn, "finder", (*seats, "nobody"), is_open)


def _settle(event: Event) -> str:
    """Return who found the mask, or "nobody", when a race ends with a result."""
    if isinstance(event, MaskGuessed):
        return str(event.guesser)
    return "nobody" if isinstance(event, MaskNotGuessed) else ""


PREDICTIONS = Predictions(_find, _settle)
