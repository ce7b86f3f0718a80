"""The question of Liar's Dice to people who only watch."""

from bot.engine.events import Event
from bot.engine.predictions import Prediction, Predictions
from bot.engine.screens import ScreenContext
from bot.games.liars_dice.model.events import CupsLifted
from bot.games.liars_dice.model.state import View
from bot.games.liars_dice.words import tell_bid


def _find(view: View) -> Prediction | None:
    """Return the question whether the last bid is a lie, while it can be challenged.

    Nobody can answer it any more between a challenge and the moment at which the cups go up.
    """
    if not view.bids:
        return None
    bid_decision = view.decision - view.lifting
    return Prediction(bid_decision, "lie", ("lie", "true"), is_open=not view.lifting)


def _settle(event: Event) -> str:
    """Return whether the last bid was a lie, when the cups are lifted."""
    if not isinstance(event, CupsLifted):
        return ""
    return "true" if event.is_true else "lie"


def _describe(view: View, asked: Prediction, context: ScreenContext) -> str:
    """Return the question whether the last bid is a lie, which names the bid."""
    return tell_bid("predict-lie", view.bids[-1], context)


PREDICTIONS = Predictions(_find, _settle, _describe)
