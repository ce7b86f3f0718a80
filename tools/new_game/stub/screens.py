"""The screens of Stub. All words are messages in the folder `text`."""

from bot.engine.screen import Screen
from bot.engine.screens import Question, ScreenContext, Screens, make_field_buttons
from tools.new_game.stub.model.state import View


class StubScreens(Screens[View]):
    """The screens that people see: the public board, and each player's own screen."""

    def board(self, view: View, context: ScreenContext) -> Screen:
        """Return the public board, which tells who has answered."""
        told = [context.say("has-answered", name=context.names[seat]) for seat in view.answered]
        return Screen(context.say("game-title"), "\n".join(told) or context.say("none-answered"))

    def own_screen(self, question: Question[View]) -> Screen:
        """Return a player's own screen: their card, and buttons for the moves if they are asked."""
        card, say = question.view.cards[question.seat], question.context.say
        if question.prompt is None:
            return Screen("", say("own-card", card=card))
        buttons = make_field_buttons(question, lambda prefix: say(f"move-{prefix.path}"))
        return Screen("", say("keep-or-swap", card=card), rows=buttons)
