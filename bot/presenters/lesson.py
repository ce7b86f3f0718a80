"""The table's own buttons below the screens of a lesson."""

from bot.engine.screen import Button, Do, Scene


def ways_out(here: Scene) -> tuple[Button, ...]:
    """Return how a lesson is begun anew, and how it is left."""
    again = Button(here.say("button-learn-again"), Do("learn-again"), emoji="🔁")
    return (again, way_out(here))


def way_out(here: Scene) -> Button:
    """Return how a lesson is left."""
    return Button(here.say("button-learn-leave"), Do("leave"), emoji="🚪")


def go_on(here: Scene) -> Button:
    """Return how a lesson goes on without waiting for the computers.

    It takes a row of its own: in the last one, which keeps its place on a phone, the way back to
    the start would stand under the finger as soon as it is the learner's turn.
    """
    return Button(here.say("button-go-on"), Do("go-on"), "main", "🐾")
