"""The screens of Council: a team picked by names, a vote, and who has voted."""

from collections.abc import Sequence

from bot.engine.events import Event
from bot.engine.game import Prompt
from bot.engine.moves import Prefix
from bot.engine.picking import find_picked, make_pick_rows
from bot.engine.screen import Button, Screen
from bot.engine.screens import Question, ScreenContext, Screens
from bot.engine.text_helpers import join_lines, join_seats, mark_players
from tests.toys.council.model.events import Counted
from tests.toys.council.model.moves import Team, Vote
from tests.toys.council.model.state import View


class CouncilScreens(Screens[View]):
    """What players and onlookers see."""

    def board(self, view: View, context: ScreenContext) -> Screen:
        """Return the points, and each player with marks."""
        marks = {"👑": (view.leader,), "🎒": view.team, "🗳️": view.votes.answered}
        honest, thief = view.points
        points = context.say("points", honest=honest, thief=thief)
        last_for = view.past[-1].votes_for if view.past else ()
        last = context.say("last", names=join_seats(last_for, context)) if last_for else ""
        return Screen("", join_lines(points, mark_players(marks, context), last))

    def own_screen(self, question: Question[View]) -> Screen:
        """Return the picking of a team, the two votes, or who one is."""
        say, view, context = question.context.say, question.view, question.context
        if question.prompt is None:
            return Screen("", say("own-honest" if view.thief is None else "own-thief"))
        if question.prompt.kind == "team":
            picked = join_seats(find_picked(question, Prefix(Team)), context)
            told = say("picked", names=picked) if picked else say("pick")
            return Screen("", told, rows=make_pick_rows(question, Prefix(Team), say("send")))
        own = view.votes.own
        told = say("vote", names=join_seats(view.team, context))
        if own is not None:
            told = say("voted", vote=say(f"vote-{own}"))
        votes = (Button(say(f"vote-{each}"), question.submit(Vote(each))) for each in (1, 0))
        return Screen("", told, rows=(tuple(votes),))

    def describe_prompts(
        self, view: View, prompts: Sequence[Prompt], context: ScreenContext
    ) -> str:
        if prompts[0].seat is None:
            return context.say("talk")
        return super().describe_prompts(view, prompts, context)

    def describe_event(self, view: View, event: Event, context: ScreenContext) -> str:
        assert isinstance(event, Counted)
        counted = view.past[event.round]
        names, team = join_seats(counted.votes_for, context), join_seats(counted.team, context)
        return context.say("counted", votes=len(counted.votes_for), names=names, team=team)
