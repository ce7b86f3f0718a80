"""The highlights of a finished game of Who Barked?: who was trusted, who warned, who hid."""

from collections.abc import Iterator, Sequence

from bot.engine.events import Event, Seat
from bot.engine.records import LogEntry
from bot.engine.replays import Highlight, ReplayedStep
from bot.engine.screens import ScreenContext
from bot.games.who_barked.model import events
from bot.games.who_barked.model.state import View
from bot.games.who_barked.words import format_crew, format_short_name


def find_rounds(log: Sequence[LogEntry]) -> tuple[int, ...]:
    """Return the deal and the steps after which a new leader is asked."""
    told = ((each.step, event) for each in log[:-1] for event in each.events)
    return (0, *(step for step, event in told if isinstance(event, events.ROUND_ENDS)))


def find_highlights(log: Sequence[ReplayedStep], context: ScreenContext) -> Iterator[Highlight]:
    """Yield the highlights of a finished game, each with a sentence that describes it.

    Args:
        log: The steps of the game with their views, from the deal.
        context: The names, letters and language of the screen.
    """
    round_count = 0
    for entry in log:
        view: View = entry.views[0]
        for event in entry.events:
            round_count += isinstance(event, events.ROUND_ENDS)
            if found := _describe_event(event, view, context):
                kind, seat, text = found
                is_last = isinstance(event, events.CatAccused)
                when = context.say("when-round", round=round_count)
                yield Highlight(entry.step, seat, kind, when, text, is_last)


def _describe_event(
    event: Event, view: View, context: ScreenContext
) -> tuple[str, Seat, str] | None:
    """Return the kind of highlight that an event is, the player to whose credit, and its text."""
    say = context.say
    match event:
        case events.HumansWoken():
            proposal = view.proposals[-1]
            opponents = [seat for seat, is_for in enumerate(proposal.votes) if not is_for]
            crew = format_crew(proposal.crew, context)
            if len(opponents) == 1:
                name = format_short_name(opponents[0], context)
                return "alone", opponents[0], say("moment-alone", name=name, crew=crew)
            if not opponents:
                name = format_short_name(proposal.leader, context)
                return "trusted", proposal.leader, say("moment-trusted", name=name, crew=crew)
        case events.CatAccused(top_dog, accused, nose):
            is_found = accused == nose
            text = say(
                "moment-found" if is_found else "moment-hidden",
                name=format_short_name(top_dog, context),
                nose=format_short_name(nose, context),
                accused=format_short_name(accused, context),
            )
            return "hunt", top_dog if is_found else nose, text
    return None
