"""What there is to talk about after each crew: a question that follows from open facts alone.

Nothing here depends on roles, scents or secret answers. A question never says that somebody is a
dog, unless the barks prove it.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from bot.engine.events import Seat
from bot.games.who_barked.model.deduction import find_open_packs, find_sure_dogs
from bot.games.who_barked.model.state import Proposal, PublicState

MAX_NAMED_SEATS = 3
"""The maximum number of players whom a question about votes names."""
MAX_FEW_PACKS = 4
"""The maximum number of packs left at which people are told how few they are."""
MIN_RAIDS_TO_MISS = 3
"""The number of crews that have to leave before somebody is asked why they were in none."""
ROUNDS_BEFORE_SAME_KIND = 3
"""The number of rounds in which a kind of question is not asked again, if there is another."""


class Talk(Struct, frozen=True):
    """A question to talk about. Its kind is part of the message's key, such as "talk-alone"."""

    kind: str
    seats: tuple[Seat, ...] = ()
    """The players whom the question is about."""
    others: tuple[Seat, ...] = ()
    """Further players, such as the crew that those of `seats` wanted."""
    count: int = 0


def find_talk(state: PublicState) -> Talk:
    """Return what to talk about now. The same question is never asked twice in a game."""
    over = [each for each in state.proposals if not each.is_accepted or each.barks is not None]
    asked: list[Talk] = []
    for hours in range(len(over) + 1):
        past = PublicState(
            seats=state.seats,
            leader=0,
            phase="talk",
            decision=0,
            proposals=tuple(over[:hours]),
        )
        asked.append(_choose_talk([*list_talks(past)], asked))
    return asked[-1]


def _choose_talk(found: Sequence[Talk], asked: Sequence[Talk]) -> Talk:
    recent = {each.kind for each in asked[-ROUNDS_BEFORE_SAME_KIND:]}
    new = [each for each in found if each not in asked]
    return next((each for each in new if each.kind not in recent), new[0])


def list_talks(state: PublicState) -> Iterator[Talk]:
    """Yield all questions that the last crew and those before it raise, the best first."""
    if not state.proposals:
        yield Talk("first")
        return
    last = state.proposals[-1]
    yield from _ask_about_proof(state)
    if state.spare_hours == 0:
        yield Talk("no-spare-hour")
    if last.barks:
        if state.alarms == state.setup.alarms - 1:
            yield Talk("last-alarm")
        yield from _ask_about_barks(state, last)
    elif last.is_accepted:
        yield from _ask_about_silence(state, last)
    else:
        yield from _ask_about_refusal(last)
    yield from _ask_about_all(state)


def _ask_about_proof(state: PublicState) -> Iterator[Talk]:
    """Yield a question if the last barks prove that somebody is a dog, or leave few packs."""
    before = PublicState(
        seats=state.seats, leader=0, phase="talk", decision=0, proposals=state.proposals[:-1]
    )
    packs, packs_before = find_open_packs(state), find_open_packs(before)
    sure = find_sure_dogs(packs)
    if len(packs) == 1 < len(packs_before):
        yield Talk("caught", sure)
    elif new := tuple(seat for seat in sure if seat not in find_sure_dogs(packs_before)):
        yield Talk("exposed", new)
    if 1 < len(packs) <= MAX_FEW_PACKS and len(packs) < len(packs_before):
        yield Talk("few-packs", count=len(packs))


def _ask_about_barks(state: PublicState, last: Proposal) -> Iterator[Talk]:
    opponents = list_voters(last, is_for=False)
    doubters = tuple(seat for seat in opponents if seat not in last.crew)
    if len(opponents) == len(doubters) == 1:
        yield Talk("alone", doubters)
    raids = [each for each in state.proposals if each.barks]
    always = set.intersection(*({*each.crew} for each in raids))
    if len(raids) > 1 and 0 < len(always) < len(last.crew):
        yield Talk("again", tuple(sorted(always)), count=len(raids))
    if not opponents:
        yield Talk("all-for")
    if reluctant := tuple(seat for seat in opponents if seat in last.crew):
        yield Talk("reluctant", reluctant)
    if 1 < len(doubters) <= MAX_NAMED_SEATS:
        yield Talk("doubters", doubters)
    fans = tuple(
        seat
        for seat in list_voters(last, is_for=True)
        if seat not in last.crew and seat != last.leader
    )
    if 0 < len(fans) <= MAX_NAMED_SEATS:
        yield Talk("fans", fans)
    if [each.leader for each in raids].count(last.leader) > 1:
        yield Talk("same-leader", (last.leader,))
    yield from _ask_about_leader(last)
    yield Talk("who-barked", last.crew, count=last.barks or 0)


def _ask_about_silence(state: PublicState, last: Proposal) -> Iterator[Talk]:
    heard = {seat for each in state.proposals if each.barks for seat in each.crew}
    if suspects := tuple(seat for seat in last.crew if seat in heard):
        yield Talk("quiet-now", suspects)
    opponents = list_voters(last, is_for=False)
    if 0 < len(opponents) <= MAX_NAMED_SEATS:
        yield Talk("worried", opponents)
    if len(state.goals_left) == 1:
        yield Talk("last-goal")
    quiet = [seat for each in state.proposals if each.barks == 0 for seat in each.crew]
    twice = tuple(seat for seat in last.crew if quiet.count(seat) > 1 and seat not in heard)
    if twice:
        yield Talk("twice-quiet", twice)
    if not opponents:
        yield Talk("all-for-quiet")
    yield from _ask_about_leader(last)
    yield Talk("quiet", last.crew)


def _ask_about_refusal(last: Proposal) -> Iterator[Talk]:
    supporters = list_voters(last, is_for=True)
    if not supporters:
        yield Talk("nobody", (last.leader,))
    if len(supporters) == 1:
        yield Talk("only-one", supporters, last.crew)
    if doubtful := tuple(seat for seat in last.crew if not last.votes[seat]):
        yield Talk("self-doubt", doubtful)
    if supporters == last.crew:
        yield Talk("crew-only", last.crew)
    if 1 < len(supporters) <= MAX_NAMED_SEATS:
        yield Talk("wanted", supporters, last.crew)
    if 2 * (len(supporters) + 1) > len(last.votes):
        yield Talk("one-short", last.crew)
    yield from _ask_about_leader(last)


def _ask_about_leader(last: Proposal) -> Iterator[Talk]:
    if last.leader not in last.crew:
        yield Talk("stayed-out", (last.leader,))


def _ask_about_all(state: PublicState) -> Iterator[Talk]:
    raids = state.raids
    along = {seat for each in raids for seat in each.crew}
    missing = tuple(seat for seat in range(state.seats) if seat not in along)
    if len(raids) >= MIN_RAIDS_TO_MISS and 0 < len(missing) <= MAX_NAMED_SEATS:
        yield Talk("never-along", missing, count=len(raids))
    yield Talk("hours", count=state.hours_left)


def list_voters(proposal: Proposal, *, is_for: bool) -> tuple[Seat, ...]:
    """Return the players who voted for a crew, or against it."""
    return tuple(seat for seat, vote in enumerate(proposal.votes) if vote == is_for)
