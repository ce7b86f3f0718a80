"""What onlookers of Secret Numbers are asked."""

from bot.engine.events import Event
from bot.engine.predictions import Prediction, Predictions
from tests.toys.secret_numbers.model.events import NumberShown
from tests.toys.secret_numbers.model.state import View
from tests.toys.secret_numbers.rules import ROUNDS


def find_prediction(view: View) -> Prediction | None:
    """Ask whether the first number of the round is odd."""
    if view.round == ROUNDS or len(view.points) - len(view.gone) < 2:
        return None
    return Prediction(view.round, "first-number", ("odd", "even"))


def settle_prediction(event: Event) -> str:
    """Answer by the first number that is shown."""
    if not isinstance(event, NumberShown):
        return ""
    return "odd" if event.number % 2 else "even"


PREDICTIONS = Predictions(find_prediction, settle_prediction)
