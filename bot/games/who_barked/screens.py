"""The screens of Who Barked?: the board, own screens, news and results."""

from collections.abc import Iterator, Sequence

from bot.engine.events import Event, Notice, Seat
from bot.engine.films import drop_repeated_shots, make_shot, tell_step
from bot.engine.game import Place, Prompt
from bot.engine.moves import get_tag
from bot.engine.replays import FilmScene, ReplayedStep
from bot.engine.screen import Screen
from bot.engine.screens import Question, ScreenContext, Screens
from bot.engine.teams import describe_teams
from bot.engine.text_helpers import join_lines, join_paragraphs
from bot.games.who_barked import lesson, pictures, private
from bot.games.who_barked.model import events
from bot.games.who_barked.model.state import View
from bot.games.who_barked.words import (
    describe_goals,
    describe_moment,
    describe_night,
    describe_players,
    describe_reason,
    describe_rounds,
    describe_votes,
    format_crew,
    format_names,
    format_short_name,
)

SCENE_ENDS = {*events.ROUND_ENDS, events.CatAccused}
FILMED_EVENTS = {*SCENE_ENDS, events.CrewProposed, events.CrewLeft, events.CatSniffed}


class WhoBarkedScreens(Screens[View]):
    """The screens that players and onlookers of Who Barked? see."""

    reveals = ("refused", "left", "raided", "woken", "hunt-begins", "sniffs")

    def board(self, view: View, context: ScreenContext) -> Screen:
        """Return the public board: the night, the goals, what happens, all players and rounds.

        Pictures show no names, so these are in the text.
        """
        say, moment = context.say, describe_moment(view, context)
        if context.pictures:
            told = join_lines(moment, format_names(context))
            return Screen("", told, picture=pictures.make_board_picture(view, context))
        return Screen(
            say("game-title"),
            join_paragraphs(
                join_lines(describe_night(view, say), describe_goals(view, say)),
                moment,
                describe_players(view, context),
                describe_rounds(view, context),
            ),
        )

    def own_screen(self, question: Question[View]) -> Screen:
        """Return a player's own screen. In a lesson, it also has hints and the board."""
        own, context = private.make_own_screen(question), question.context
        if not context.lesson:
            return own
        return lesson.add_lesson(own, self.board(question.view, context), question)

    def describe_prompts(
        self, view: View, prompts: Sequence[Prompt], context: ScreenContext
    ) -> str:
        """Return the public sentence that says what the game waits for."""
        names = [context.names[prompt.seat] for prompt in prompts if prompt.seat is not None]
        return context.say(f"asked-{prompts[0].kind}", names=" · ".join(names))

    def describe_event(self, view: View, event: Event, context: ScreenContext) -> str:
        """Return the line that tells people about an event, or "" if the last board tells it."""
        say, names = context.say, context.names
        values: dict[str, int | str] = {}
        match event:
            case events.NightBegun(leader) | events.HuntBegun(leader):
                values = {"name": names[leader]}
            case events.CrewProposed(leader, crew):
                values = {"name": names[leader], "crew": format_crew(crew, context)}
            case events.CrewRefused(leader, yes) | events.CrewLeft(leader, yes):
                voters = _describe_votes(view, leader, yes, context)
                values = {"name": names[leader], "yes": yes, "no": len(names) - yes}
                return f"{say(get_tag(type(event)), **values)} {voters}".rstrip()
            case events.CrewSmelled(dogs):
                values = {"dogs": dogs}
            case events.GoalRaided(goal):
                values = {"goal": say(f"goal-{goal}")}
            case events.HumansWoken(goal, barks, alarm):
                values = {"to": say(f"goal-to-{goal}"), "barks": barks, "alarm": alarm}
            case events.CatSniffed(top_dog, accused):
                values = {"name": names[top_dog], "accused": names[accused]}
            case events.CatAccused() | events.DawnBroken() | events.HouseAwake():
                return ""
        return say(get_tag(type(event)), **values)

    def news(
        self, notices: Sequence[Notice], view: View, seat: Seat, context: ScreenContext
    ) -> tuple[str, ...]:
        """Return the last public event that the player's own screen does not tell anyway."""
        told = (
            each.event
            for each in reversed(notices)
            if each.to is None and not _is_told_by_own_screen(each.event, seat)
        )
        event = next(told, None)
        return (self.describe_event(view, event, context),) if event else ()

    def end(self, view: View, places: Sequence[Place], context: ScreenContext) -> Screen:
        """Return the final message: the winning team, why it won, and all roles."""
        names = [format_short_name(seat, context) for seat in range(view.seats)]
        told = describe_teams(places, names, context.say)
        nose = view.nose if view.nose is not None else 0
        headline = context.say("over-headline", winner=view.winner or "")
        roles = context.say("end-roles", nose=names[nose], top=names[view.dogs[0]])
        explained = (
            context.say("lesson-over") if context.lesson else "",
            join_lines(*told),
            describe_reason(view, context),
            roles,
        )
        if context.pictures:
            picture = pictures.make_end_picture(view, places, context)
            return Screen("", join_paragraphs(f"**{headline}**", *explained), picture=picture)
        return Screen(headline, join_paragraphs(*explained))

    def result(
        self, view: View, places: Sequence[Place], seat: Seat, context: ScreenContext
    ) -> str:
        """Return how the game ended for one player."""
        has_won = next(place.rank == 1 for place in places if place.seat == seat)
        team = "dogs" if seat in view.dogs else "cats"
        return join_lines(
            context.say("result", won=int(has_won), team=team), describe_reason(view, context)
        )

    def score(self, view: View, context: ScreenContext) -> str:
        """Return how far the night has gone, or what was eaten in the end."""
        if view.winner:
            return describe_goals(view, context.say)
        return join_lines(describe_night(view, context.say), describe_goals(view, context.say))


def _is_told_by_own_screen(event: Event, seat: Seat) -> bool:
    """Return whether the question on a player's own screen says the same as an event."""
    if isinstance(event, events.HuntBegun):
        return event.top_dog == seat
    return isinstance(event, events.CrewProposed)


def _describe_votes(view: View, leader: Seat, yes: int, context: ScreenContext) -> str:
    """Return who voted against a crew or for it, whichever are fewer.

    The event has no votes. They are those of this leader's last crew with this number of votes.
    """
    found = (p for p in reversed(view.proposals) if (p.leader, sum(p.votes)) == (leader, yes))
    proposal = next(found, None)
    return describe_votes(proposal, context) if proposal else ""


def find_film_scenes(
    screens: Screens[View], log: Sequence[ReplayedStep], context: ScreenContext
) -> Iterator[FilmScene]:
    """Yield a scene for each crew, with its vote and the noise, and one for the hunt.

    Crews that stayed at home are the first to be left out, and the hunt is the last.
    """
    led: list[ReplayedStep] = []
    for entry in log:
        kinds = {type(event) for event in entry.events}
        if not kinds & FILMED_EVENTS:
            continue
        led.append(entry)
        if not kinds & SCENE_ENDS:
            continue
        weight = 2 if events.CatAccused in kinds else 0 if events.CrewRefused in kinds else 1
        shots = (
            make_shot(screens, each, _caption_step(screens, each, context), context) for each in led
        )
        if kept := drop_repeated_shots([*shots]):
            yield FilmScene(entry.step, kept, weight)
        led = [entry] if events.HuntBegun in kinds else []


def _caption_step(screens: Screens[View], entry: ReplayedStep, context: ScreenContext) -> str:
    view: View = entry.views[0]
    reason = describe_reason(view, context) if view.winner else ""
    return " ".join(filter(None, (tell_step(screens, entry, context), reason)))
