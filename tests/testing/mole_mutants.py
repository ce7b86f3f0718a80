"""Games of Moles with one fault each, as authors make them in games of hidden roles.

In many, `resample_hidden` does not help to find the fault: it keeps what the fault depends on.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import asdict, replace

from bot.engine.awards import AwardRules
from bot.engine.events import Event, Notice, Seat
from bot.engine.game import (
    Act,
    Action,
    Chance,
    Game,
    IllegalMove,
    LogEntry,
    Place,
    Prompt,
    Stale,
    Timing,
    rank_seats,
    replace_at_seat,
)
from bot.engine.moves import Move
from bot.engine.package import GamePackage
from bot.engine.screen import Button, Screen, SubmitMove
from bot.engine.screens import Question, ScreenContext
from tests.testing.moles import (
    PACKAGE,
    Answered,
    Moles,
    MolesScreens,
    RoleTold,
    State,
    View,
    Vote,
    VotesCounted,
    Work,
    find_crew,
)
from tests.toys.race import package as race
from tests.toys.race.model.events import TileGot
from tests.toys.race.model.moves import Grab
from tests.toys.race.rules import Race

Step = tuple[State, tuple[Notice, ...]]


class TellsAll(Moles):
    """The deal tells everybody each role."""

    def deal(self, seats: int, options: Mapping[str, str], chance: Chance) -> Step:
        state, notices = super().deal(seats, options, chance)
        return state, tuple(replace(notice, to=None) for notice in notices)


class TellsNeighbour(Moles):
    """The deal tells each role to the next seat, too."""

    def deal(self, seats: int, options: Mapping[str, str], chance: Chance) -> Step:
        state, notices = super().deal(seats, options, chance)
        return state, tuple(replace(n, to=(s, (s + 1) % seats)) for s, n in enumerate(notices))


class RedealsAloud(Moles):
    """If no job is done in two rounds, roles are dealt again, and told to everybody."""

    def apply(self, state: State, action: Action, chance: Chance) -> Step:
        after, notices = super().apply(state, action, chance)
        if (state.round, after.round) != (1, 2) or after.jobs:
            return after, notices
        roles = tuple(int(card < 2) for card in chance.shuffle(range(len(state.roles))))
        told = (Notice(RoleTold(seat, role)) for seat, role in enumerate(roles))
        return replace(after, roles=roles), (*notices, *told)


class CoinState(State, frozen=True):
    """A state with a coin that no view shows."""

    coin: int = 0


class FlipsCoin(Moles):
    """Each round begins with a coin that is told and has no effect, which is no fault."""

    state = CoinState

    def deal(self, seats: int, options: Mapping[str, str], chance: Chance) -> Step:
        state, notices = super().deal(seats, options, chance)
        return CoinState(**asdict(state)), notices

    def apply(self, state: State, action: Action, chance: Chance) -> Step:
        after, notices = super().apply(state, action, chance)
        if after.round == state.round:
            return after, notices
        coin = chance.below(2)
        return replace(after, coin=coin), (*notices, Notice(RoleTold(after.leader, coin)))


class InView(Moles):
    """Everybody's view has all roles, though no screen shows them."""

    def view(self, state: State, viewer: Seat | None) -> View:
        return replace(super().view(state, viewer), roles=state.roles)


class InOnlookersView(Moles):
    """Onlookers' view has all roles, though no screen shows them."""

    def view(self, state: State, viewer: Seat | None) -> View:
        seen = super().view(state, viewer)
        return replace(seen, roles=state.roles) if viewer is None else seen


class NamesSpoiler(Moles):
    """The log names who has spoilt a job, which happens seldom."""

    def apply(self, state: State, action: Action, chance: Chance) -> Step:
        after, notices = super().apply(state, action, chance)
        told = [
            Notice(RoleTold(seat, 1))
            for seat in find_crew(state)
            if len(after.jobs) > len(state.jobs) and state.answers[seat] == 1
        ]
        return after, (*notices, *told)


class KeepsWho(Moles):
    """`resample_hidden` keeps who is a mole while a crew works, so it does not help then."""

    def resample_hidden(self, state: State, viewer: Seat | None, rng: Random) -> State | None:
        return None if state.phase == "work" else super().resample_hidden(state, viewer, rng)


class AsksMolesAlone(KeepsWho):
    """Only the moles of a crew are asked to work, unless it has none."""

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        prompts, crew = super().prompts(state), find_crew(state)
        moles = [seat for seat in crew if state.roles[seat]]
        asked = moles if moles and state.phase == "work" else crew
        return tuple(prompt for prompt in prompts if prompt.seat in asked)


class AsksMolesFirst(Moles):
    """Moles are asked before the others."""

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        return tuple(sorted(super().prompts(state), key=lambda p: -state.roles[p.seat or 0]))


class LeadersAreNoMoles(Moles):
    """The leader of the first round is never a mole."""

    def deal(self, seats: int, options: Mapping[str, str], chance: Chance) -> Step:
        state, notices = super().deal(seats, options, chance)
        return replace(state, leader=state.roles.index(0)), notices


class LeadersSkipMoles(Moles):
    """The next leader is never a mole: only the author can tell from what the views show."""

    def apply(self, state: State, action: Action, chance: Chance) -> Step:
        after, notices = super().apply(state, action, chance)
        leader = after.leader
        while after.round != state.round and after.roles[leader]:
            leader = (leader + 1) % len(after.roles)
        return replace(after, leader=leader), notices


class ShowsVotes(Moles):
    """All see each vote at once, and `resample_hidden` keeps them."""

    def view(self, state: State, viewer: Seat | None) -> View:
        seen = super().view(state, viewer)
        is_open = state.phase == "vote" and any(a is not None for a in state.answers)
        votes = tuple(-1 if answer is None else answer for answer in state.answers)
        return replace(seen, votes=votes) if is_open else seen

    def resample_hidden(self, state: State, viewer: Seat | None, rng: Random) -> State | None:
        other = super().resample_hidden(state, viewer, rng)
        return replace(other, answers=state.answers) if other and state.phase == "vote" else other


class TellsVotes(Moles):
    """An event tells each vote at once."""

    def apply(self, state: State, action: Action, chance: Chance) -> Step:
        after, notices = super().apply(state, action, chance)
        if isinstance(action, Act) and isinstance(action.move, Vote):
            return after, (*notices, Notice(RoleTold(action.seat, action.move.agrees)))
        return after, notices


class PlacesByRole(Moles):
    """The places so far put the moles first."""

    def interim_standings(self, state: State) -> tuple[Place, ...]:
        return self.standings(state) or rank_seats(state.roles, (0,) * len(state.roles))


class ReplacesByRole(Moles):
    """A computer may take seats while the leader is no mole."""

    def computer_may_take(self, state: State) -> bool:
        return not state.roles[state.leader]

    def apply(self, state: State, action: Action, chance: Chance) -> Step:
        if not isinstance(action, Act) and (self.computer_may_take(state) or state.phase == "over"):
            raise Stale
        if not isinstance(action, Act):
            return replace(state, phase="over"), ()
        return super().apply(state, action, chance)


class OutByRole(Moles):
    """Moles count as out of the game, so that they may predict who wins."""

    def is_out(self, state: State, seat: Seat) -> bool:
        return bool(state.roles[seat])


class RefusesByRole(Moles):
    """Whoever tries what they may not do is told the number of a mole."""

    def apply(self, state: State, action: Action, chance: Chance) -> Step:
        try:
            return super().apply(state, action, chance)
        except IllegalMove as refused:
            raise IllegalMove("illegal-move", seat=state.roles.index(1)) from refused


class PausesByRole(KeepsWho):
    """Computers that are moles take longer."""

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        return tuple(
            replace(p, timing=Timing((1.0 + (state.phase == "work") * state.roles[p.seat or 0],)))
            for p in super().prompts(state)
        )


class AbsentByRole(Moles):
    """For an absent mole, the computer votes against each crew."""

    def choose_move(self, view: View, moves: tuple[Move, ...], level: str, rng: Random) -> Move:
        if level == "absent" and view.phase == "vote":
            return moves[-1] if view.roles else moves[0]
        return super().choose_move(view, moves, level, rng)


class RemembersDeal(Moles):
    """The rules remember the roles of the last deal, and computers vote by them."""

    roles: tuple[int, ...] = ()

    def deal(self, seats: int, options: Mapping[str, str], chance: Chance) -> Step:
        state, notices = super().deal(seats, options, chance)
        self.roles = state.roles
        return state, notices

    def choose_move(self, view: View, moves: tuple[Move, ...], level: str, rng: Random) -> Move:
        return moves[-1 if self.roles and self.roles[view.leader] else 0]


class NeverGivesIn(Moles):
    """Votes go on until a crew is voted for."""

    max_actions = 300

    def apply(self, state: State, action: Action, chance: Chance) -> Step:
        after, notices = super().apply(state, action, chance)
        if after.round != state.round and len(after.jobs) == len(state.jobs):
            tries = 1_000 + after.round
            return replace(after, round=tries if state.round >= 1_000 else 1_000), notices
        return after, notices


class MovesByRole(Moles):
    """Moles cannot vote against a crew with a mole in it, and others can."""

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        moves = super().legal_moves(state, seat)
        leads = state.roles[state.leader]
        return moves[:1] if leads and state.phase == "vote" else moves


class NoDealForSix(Moles):
    """The cards do not suffice for six players."""

    def deal(self, seats: int, options: Mapping[str, str], chance: Chance) -> Step:
        cards = (1, 1, 0, 0, 0)
        assert [cards[seat] for seat in range(seats)]
        return super().deal(seats, options, chance)


class ThreeMoles(Moles):
    """`resample_hidden` thinks that there can be three moles."""

    def resample_hidden(self, state: State, viewer: Seat | None, rng: Random) -> State | None:
        other = super().resample_hidden(state, viewer, rng)
        if other is None or viewer is None or state.roles[viewer]:
            return other
        one = next(s for s, role in enumerate(other.roles) if not role and s != viewer)
        return replace(other, roles=replace_at_seat(other.roles, one, 1))


class StuckState(Moles):
    """After the deal, `resample_hidden` returns a role for which the game has no moves."""

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        moves = super().legal_moves(state, seat)
        return {0: moves, 1: moves}[state.roles[seat]] if moves else ()

    def resample_hidden(self, state: State, viewer: Seat | None, rng: Random) -> State | None:
        other = super().resample_hidden(state, viewer, rng)
        if other is None or state.round == 0 or viewer is None or state.roles[viewer]:
            return other
        return replace(other, roles=tuple(2 * role for role in other.roles))


class AnswersForNeighbour(Moles):
    """A vote counts for the next seat, too."""

    def apply(self, state: State, action: Action, chance: Chance) -> Step:
        after, notices = super().apply(state, action, chance)
        if not isinstance(action, Act) or state.phase != "vote" or after.phase != "vote":
            return after, notices
        following = (action.seat + 1) % len(state.roles)
        if after.answers.count(None) < 2 or after.answers[following] is not None:
            return after, notices
        answers = replace_at_seat(after.answers, following, 1)
        return replace(after, answers=answers), (*notices, Notice(Answered(following)))


class FailsToChoose(Moles):
    """Its computers cannot work."""

    def choose_move(self, view: View, moves: tuple[Move, ...], level: str, rng: Random) -> Move:
        if view.phase == "work":
            raise KeyError(view.round)
        return super().choose_move(view, moves, level, rng)


class RemembersState(Moles):
    """The rules keep the state whose view was shown last, which is no fault of their own."""

    shown: State

    def view(self, state: State, viewer: Seat | None) -> View:
        self.shown = state
        return super().view(state, viewer)


class TellsByState(MolesScreens):
    """The line about votes names a mole from the state, instead of from the reader's view."""

    def __init__(self, game: RemembersState) -> None:
        self.game = game

    def describe_event(self, view: View, event: Event, context: ScreenContext) -> str:
        line = super().describe_event(view, event, context)
        mole = context.names[self.game.shown.roles.index(1)]
        return f"{line} {mole} is a mole." if isinstance(event, VotesCounted) else line


class TellsTeam(MolesScreens):
    """The line about votes names the moles to moles, who know each other, which is no fault.

    The line about a role fails if it is not for the player with that role.
    """

    def describe_event(self, view: View, event: Event, context: ScreenContext) -> str:
        assert not isinstance(event, RoleTold) or view.roles or not event.is_mole
        line = super().describe_event(view, event, context)
        moles = [context.names[seat] for seat, role in enumerate(view.roles) if role]
        return f"{line} ({' and '.join(moles)})" if isinstance(event, VotesCounted) else line


class TellsOwnRole(MolesScreens):
    """The line about votes looks for a mole in each view, where most readers know of none."""

    def describe_event(self, view: View, event: Event, context: ScreenContext) -> str:
        line = super().describe_event(view, event, context)
        return f"{line} {view.roles.index(1)}" if isinstance(event, VotesCounted) else line


class FailingScreen(MolesScreens):
    """The board fails once a job is done."""

    def board(self, view: View, context: ScreenContext) -> Screen:
        return super().board(replace(view, leader=9) if view.jobs else view, context)


class RefusedButton(MolesScreens):
    """A button beside the right ones submits what nobody may do."""

    def own_screen(self, question: Question[View]) -> Screen:
        screen = super().own_screen(question)
        wrong = Button("?", question.submit(Work(7)))
        return replace(screen, rows=(*screen.rows, (wrong,))) if question.prompt else screen


class RefusedOnBoard(MolesScreens):
    """A button of the board answers a decision that nobody is asked any more."""

    def board(self, view: View, context: ScreenContext) -> Screen:
        screen = super().board(view, context)
        late = Button("?", SubmitMove(2 * view.round - 2, "vote/1"))
        return replace(screen, rows=((late,),)) if view.round else screen


class TellsLastHand(Race):
    """The last hand of a round, which nobody sees before all are looked at, is told to a seat."""

    def apply(self, state: Any, action: Action, chance: Chance) -> Any:
        after, notices = super().apply(state, action, chance)
        is_last = isinstance(action, Act) and len(after.hands) == len(after.points)
        if is_last and isinstance(action, Act) and isinstance(action.move, Grab):
            left = (action.seat + 1) % len(after.points)
            return after, (*notices, Notice(TileGot(action.seat, action.move.tile), (left,)))
        return after, notices


def find_late_hands(log: Sequence[LogEntry], places: Sequence[Place]) -> set[Seat]:
    """Return who came late in the last round, which nobody could see."""
    grabs = [e.action for e in log if isinstance(e.action, Act)][-len(places) :]
    return {act.seat for act in grabs if act.move == Grab(1)}


LATE_HANDS = AwardRules({"late": lambda late, seat: seat in late}, find_late_hands)


class Fault(NamedTuple):
    """A game with a fault, and what the suite says about it."""

    package: GamePackage
    rule: str
    """The first rule that is broken."""
    words: str
    """A part of the reason."""


def of_moles(game: Game[Any, Any]) -> GamePackage:
    """Return Moles with other rules."""
    return replace(PACKAGE, game=game)


def of_lines() -> GamePackage:
    """Return Moles whose lines about events know the state."""
    game = RemembersState()
    return replace(PACKAGE, game=game, screens=TellsByState(game))


FAULTS = {
    "the deal tells all roles": Fault(of_moles(TellsAll()), "dealt-in-secret", "role-told"),
    "the deal tells a neighbour": Fault(of_moles(TellsNeighbour()), "dealt-in-secret", "role-told"),
    "a later deal tells all": Fault(of_moles(RedealsAloud()), "dealt-in-secret", "role-told"),
    "all views have the roles": Fault(of_moles(InView()), "alike", "can tell what is hidden"),
    "the log names who acted": Fault(of_moles(NamesSpoiler()), "heard-and-seen", "role-told"),
    "only moles are asked": Fault(of_moles(AsksMolesAlone()), "similar-games", "waits for"),
    "moles are asked first": Fault(of_moles(AsksMolesFirst()), "alike", "can tell what is hidden"),
    "leaders are no moles": Fault(of_moles(LeadersAreNoMoles()), "possible", "roles[leader]"),
    "votes show at once": Fault(of_moles(ShowsVotes()), "answers-hidden", "is still asked: votes"),
    "an event tells votes": Fault(of_moles(TellsVotes()), "heard-and-seen", "role-told"),
    "places so far by role": Fault(of_moles(PlacesByRole()), "similar-games", "the places so far"),
    "replaced by role": Fault(of_moles(ReplacesByRole()), "similar-games", "a computer may take"),
    "out by role": Fault(of_moles(OutByRole()), "similar-games", "who is out"),
    "refused by role": Fault(of_moles(RefusesByRole()), "similar-games", "illegal-move {'seat'"),
    "pauses by role": Fault(of_moles(PausesByRole()), "similar-games", "think_seconds"),
    "absent by role": Fault(of_moles(AbsentByRole()), "absent-discreet", "by what only that seat"),
    "the rules remember": Fault(of_moles(RemembersDeal()), "choose-blindly", "remembers"),
    "nobody gives in": Fault(of_moles(NeverGivesIn()), "ends", "300 inputs do not end it"),
    "moves by role": Fault(of_moles(MovesByRole()), "alike", "can tell what is hidden"),
    "no deal for six": Fault(of_moles(NoDealForSix()), "ends", "the deal for 6 seats fails"),
    "three moles": Fault(of_moles(ThreeMoles()), "possible", "the sorted values of `roles`"),
    "a state that fails": Fault(of_moles(StuckState()), "possible", "does not go on: KeyError: 2"),
    "answers for a neighbour": Fault(of_moles(AnswersForNeighbour()), "own-answer", "answers for"),
    "a choice that fails": Fault(of_moles(FailsToChoose()), "ends", "asked ['work']"),
    "a line tells the state": Fault(of_lines(), "similar-games", "the lines about events"),
    "a line fails for some readers": Fault(
        replace(PACKAGE, screens=TellsOwnRole()), "similar-games", "tuple.index"
    ),
    "a screen that fails": Fault(
        replace(PACKAGE, screens=FailingScreen()), "similar-games", "moles.py"
    ),
    "a button is refused": Fault(
        replace(PACKAGE, screens=RefusedButton()), "pressed", "submits 'work/7'"
    ),
    "a button of the board is refused": Fault(
        replace(PACKAGE, screens=RefusedOnBoard()), "pressed", "a button of the board submits"
    ),
    "awards for what is hidden": Fault(
        replace(race.PACKAGE, awards=LATE_HANDS), "similar-games", "the awards"
    ),
}
"""By the fault: the game, and what finds it."""
FLIPS_COIN = of_moles(FlipsCoin())
TELLS_TEAM = replace(PACKAGE, screens=TellsTeam())
SKIPS_MOLES = of_moles(LeadersSkipMoles())
