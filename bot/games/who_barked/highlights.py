"""The highlights of a finished game of Who Barked?: who was trusted, who warned, who hid.

They are told when all roles are known. Still, only the sentences that `tells_result` holds back
name a role or the winner, so that a replay stays exciting.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from bot.engine.events import Seat
from bot.engine.game import Act, Elapse
from bot.engine.records import LogEntry
from bot.engine.replays import Highlight, ReplayedStep
from bot.engine.screens import ScreenContext
from bot.games.who_barked.model import events
from bot.games.who_barked.model.deduction import (
    count_dogs,
    find_open_packs,
    find_possible_packs,
    find_sure_dogs,
)
from bot.games.who_barked.model.state import Proposal, View
from bot.games.who_barked.model.talk import list_voters
from bot.games.who_barked.words import format_crew, format_short_name

MIN_UNDOUBTED_CREWS = 2
"""The number of crews with a dog against which no cat may vote, for "undoubted"."""
MIN_HELPED_GOALS = 2
"""The number of goals that a dog has to help to empty, for "helper"."""


class Round(Struct, frozen=True):
    """A proposal, and the steps in which all heard what came of it."""

    number: int
    """From 1 on."""
    proposal: Proposal
    before: ReplayedStep
    """The step before the last vote."""
    voted: ReplayedStep
    """The step of the last vote."""
    ended: ReplayedStep
    """The step that told the noises, or that of the last vote if the crew stayed at home."""


class Story(Struct, frozen=True):
    """A finished game, as far as highlights need it."""

    rounds: tuple[Round, ...]
    dogs: tuple[Seat, ...]
    nose: Seat
    context: ScreenContext

    def tell(
        self, kind: str, seat: Seat, number: int, step: int, *, is_late: bool = False, key: str = ""
    ) -> Highlight:
        """Return the highlight of a round in which a player did something remarkable.

        Args:
            kind: The name of the message, too, unless there is a `key`.
            number: The number of the round.
            is_late: Whether the sentence needs what is known only after the game.
        """
        proposal = self.rounds[number - 1].proposal
        text = self.context.say(
            f"moment-{key or kind}",
            name=format_short_name(seat, self.context),
            crew=format_crew(proposal.crew, self.context),
            goal=self.context.say(f"goal-{proposal.goal}"),
        )
        when = self.context.say("when-round", round=number)
        return Highlight(step, seat, kind, when, text, is_late)


def find_rounds(log: Sequence[LogEntry]) -> tuple[int, ...]:
    """Return the deal and the steps that end a talk, so that a new leader is asked."""
    ends = (each.step for each in log if any(isinstance(e, events.ROUND_ENDS) for e in each.events))
    first_end = next(ends, len(log))
    return (0, *(each.step for each in log if each.step > first_end and _ends_talk(each)))


def _ends_talk(entry: LogEntry) -> bool:
    """Tell whether a step after the first round ends a talk: all other pauses end with news."""
    return isinstance(entry.action, Elapse) and not entry.notices


def find_highlights(log: Sequence[ReplayedStep], context: ScreenContext) -> Iterator[Highlight]:
    """Yield the highlights of a finished game, each with a sentence that describes it.

    Args:
        log: The steps of the game with their views, from the deal.
        context: The names, letters and language of the screen.
    """
    roles = [view.role for view in log[-1].views[1:]]
    dogs = tuple(seat for seat, role in enumerate(roles) if role == "dog")
    story = Story((*_read_rounds(log),), dogs, roles.index("nose"), context)
    yield from _find_hunt(log, story)
    yield from _find_poker_nose(log, story)
    yield from _find_dogs(story)
    for each in story.rounds:
        yield from _find_in_round(each, story)


def _read_rounds(log: Sequence[ReplayedStep]) -> Iterator[Round]:
    number, voted = 0, (log[0], log[0])
    for before, entry in pairwise(log):
        for event in entry.events:
            if isinstance(event, events.CrewRefused | events.CrewLeft):
                voted = before, entry
            if isinstance(event, events.ROUND_ENDS):
                number += 1
                yield Round(number, entry.views[0].proposals[-1], *voted, entry)


def _find_hunt(log: Sequence[ReplayedStep], story: Story) -> Iterator[Highlight]:
    """Yield how the top dog sniffed at the right cat, or at a wrong one."""
    for event in log[-1].events:
        if isinstance(event, events.CatAccused):
            is_found = event.accused == event.nose
            context = story.context
            text = context.say(
                "moment-found" if is_found else "moment-hidden",
                name=format_short_name(event.top_dog, context),
                nose=format_short_name(event.nose, context),
                accused=format_short_name(event.accused, context),
            )
            when = context.say("when-round", round=len(story.rounds))
            seat = event.top_dog if is_found else event.nose
            yield Highlight(log[-1].step, seat, "hunt", when, text, tells_result=True)


def _find_poker_nose(log: Sequence[ReplayedStep], story: Story) -> Iterator[Highlight]:
    """Yield how the nose voted for a crew in which it smelled a dog, and was not found."""
    hunts = (event for event in log[-1].events if isinstance(event, events.CatAccused))
    if not any(event.accused != event.nose for event in hunts):
        return
    for each in story.rounds:
        view: View = each.before.views[1 + story.nose]
        is_sure = all(count_dogs(each.proposal.crew, pack) for pack in find_possible_packs(view))
        if is_sure and each.proposal.votes[story.nose]:
            yield story.tell("poker", story.nose, each.number, each.voted.step, is_late=True)


def _find_dogs(story: Story) -> Iterator[Highlight]:
    """Yield the dogs that no cat doubted, and those that helped to empty several goals."""
    for dog in story.dogs:
        crews = [each for each in story.rounds if dog in each.proposal.crew]
        is_doubted = any(
            seat not in story.dogs
            for each in crews
            for seat in list_voters(each.proposal, is_for=False)
        )
        if len(crews) >= MIN_UNDOUBTED_CREWS and not is_doubted:
            last = crews[-1]
            yield story.tell("undoubted", dog, last.number, last.voted.step, is_late=True)
        quiet = [each for each in crews if each.proposal.barks == 0]
        if len(quiet) >= MIN_HELPED_GOALS:
            last = quiet[-1]
            yield story.tell("helper", dog, last.number, last.ended.step, is_late=True)


def _find_in_round(each: Round, story: Story) -> Iterator[Highlight]:
    """Yield the highlights of one round: a warning, a last vote, a proof, the last hour."""
    proposal, view = each.proposal, each.ended.views[0]
    opponents = list_voters(proposal, is_for=False)
    if proposal.barks and len(opponents) == 1 and opponents[0] not in story.dogs:
        yield story.tell("alone", opponents[0], each.number, each.ended.step)
    yield from _find_last_vote(each, story)
    sure = find_sure_dogs(find_open_packs(view))
    if sure == story.dogs and find_sure_dogs(find_open_packs(each.before.views[0])) != sure:
        yield story.tell("exposed", sure[0], each.number, each.ended.step)
    if proposal.barks == 0 and not view.goals_left and not view.hours_left:
        yield story.tell("last-hour", proposal.leader, each.number, each.ended.step)
    if proposal.barks and not opponents:
        yield story.tell("trusted", proposal.leader, each.number, each.ended.step)


def _find_last_vote(each: Round, story: Story) -> Iterator[Highlight]:
    """Yield how a cat's vote, the last one, kept a dog at home or sent a crew that was quiet.

    Without this vote, the crew would have left or stayed.
    """
    proposal, action = each.proposal, each.voted.action
    if not isinstance(action, Act) or action.seat in story.dogs:
        return
    yes, needed = sum(proposal.votes), len(proposal.votes) // 2 + 1
    dogs, vote = count_dogs(proposal.crew, story.dogs), proposal.votes[action.seat]
    if not vote and dogs and yes == needed - 1:
        step = each.voted.step
        yield story.tell("last-vote", action.seat, each.number, step, is_late=True, key="kept")
    if vote and yes == needed and proposal.barks == 0:
        yield story.tell("last-vote", action.seat, each.number, each.ended.step, key="sent")
