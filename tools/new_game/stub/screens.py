"""The screens of Stub: all words are messages of `text/en.ftl` and `text/de.ftl`."""

from bot.engine.screen import Question, Screen, ScreenContext, Screens, make_field_buttons
from tools.new_game.stub.model.state import View


class StubScreens(Screens[View]):
    """What people see: the board is public, the private screen is one person's own."""

    def board(self, view: View, context: ScreenContext) -> Screen:
        """Return the public board: who has answered."""
        told = [context.say("has-answered", name=context.names[seat]) for seat in view.answered]
        return Screen(context.say("game-title"), "\n".join(told) or context.say("none-answered"))

    def own_screen(self, question: Question[View]) -> Screen:
        """Return one's own card, and a button for each move while one is asked."""
        card, say = question.view.cards[question.seat], question.context.say
        if question.prompt is None:
            return Screen("", say("own-card", card=card))
        buttons = make_field_buttons(question, lambda prefix: say(f"move-{prefix.path}"))
        return Screen("", say("keep-or-swap", card=card), rows=buttons)
