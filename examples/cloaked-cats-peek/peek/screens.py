"""The screens of Peek. All words are messages in the folder `text`."""

from bot.engine.moves import Prefix
from bot.engine.screen import Screen
from bot.engine.screens import Question, ScreenContext, Screens, make_field_buttons
from peek.model.state import View


class PeekScreens(Screens[View]):
    """The screens that people see: the public board, and each player's own screen."""

    def board(self, view: View, context: ScreenContext) -> Screen:
        """Return the public board, which tells who has answered."""
        told = [context.say("has-answered", name=context.names[seat]) for seat in view.answered]
        return Screen(context.say("game-title"), "\n".join(told) or context.say("none-answered"))

    def own_screen(self, question: Question[View]) -> Screen:
        """Return a player's own screen: the known cards, and buttons for the moves if asked."""
        view, context = question.view, question.context
        own = context.say("own-card", card=view.cards[question.seat])
        if view.peeked is not None:
            name = context.names[view.peeked]
            own += "\n" + context.say("own-peek", name=name, card=view.seen)

        def label(prefix: Prefix) -> str:
            tag, *fields = prefix.path.split("/")
            return context.labels[int(fields[0])] if fields else context.say(f"move-{tag}")

        return Screen("", own, rows=make_field_buttons(question, label))
