"""The screens of Secret Numbers: a number, two suspicions in one menu, a confirmation."""

from collections.abc import Sequence

from msgspec.structs import replace

from bot.engine.events import Event, Notice, Seat
from bot.engine.moves import Move, Prefix
from bot.engine.screen import Button, Screen, Select
from bot.engine.screens import Question, ScreenContext, Screens, make_field_buttons
from tests.toys.secret_numbers.model.events import NumberShown
from tests.toys.secret_numbers.model.moves import NameNumber
from tests.toys.secret_numbers.model.state import View


class SecretNumbersScreens(Screens[View]):
    """What players and onlookers see."""

    def board(self, view: View, context: ScreenContext) -> Screen:
        """Return the points, and who has answered."""
        title = context.say("board-title", round=view.round + 1)
        lines = [self.score(view, context)]
        lines += [context.say("has-answered", name=context.names[seat]) for seat in view.answered]
        lines += [context.say("is-gone", name=context.names[seat]) for seat in view.gone]
        return Screen(title, "\n".join(lines))

    def own_screen(self, question: Question[View]) -> Screen:
        """Return the next field of a move, or one's own answer."""
        say, view, entered = question.context.say, question.view, question.entered
        if question.prompt is None:
            own = say("own", answer=_describe_move(view.own)) if view.own else say("own-none")
            return Screen("", own)
        if not entered.values:
            number = replace(question, entered=Prefix(NameNumber))
            rows = make_field_buttons(number, lambda prefix: str(prefix.values[-1]))
            return Screen("", say("pick-number"), rows=rows)
        back = Button(say("button-back"), question.open())
        if move := entered.find_completed_move(question.moves):
            sure = Button(say("button-sure"), question.submit(move), "good")
            return Screen("", say("confirm", answer=_describe_move(move)), rows=((sure, back),))
        options = tuple((str(number), str(number)) for number in range(1, view.top + 1))
        select = Select(
            say("suspects"), question.open(entered), options, min_values=2, max_values=2
        )
        chosen = say("pick-suspects", number=str(entered.values[0]))
        return Screen("", chosen, rows=((select,), (back,)))

    def news(
        self, notices: Sequence[Notice], view: View, seat: Seat, context: ScreenContext
    ) -> tuple[str, ...]:
        """Return what the seat named in the rounds that have ended."""
        shown = (each.event for each in notices if isinstance(each.event, NumberShown))
        own = (event for event in shown if event.seat == seat)
        return tuple(context.say("news-shown", number=str(event.number)) for event in own)

    def describe_event(self, view: View, event: Event, context: ScreenContext) -> str:
        """Return the line that tells an event."""
        if not isinstance(event, NumberShown):
            return super().describe_event(view, event, context)
        suspected = ".".join(map(str, event.suspected))
        name, number = context.names[event.seat], str(event.number)
        return context.say("shown", name=name, number=number, suspected=suspected)

    def score(self, view: View, context: ScreenContext) -> str:
        return "\n".join(
            context.say("points", name=context.names[seat], points=points)
            for seat, points in enumerate(view.points)
        )


def _describe_move(move: Move) -> str:
    return move.path.removeprefix("name/")
