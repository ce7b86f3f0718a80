"""Games of Moles with one fault each, as authors make them in games of hidden roles.

In many, `resample_hidden` does not help to find the fault: it keeps what the fault depends on.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from msgspec.structs import asdict, replace

from bot.engine.awards import AwardRules
from bot.engine.computers import Computers
from bot.engine.events import Event, Notice, Seat
from bot.engine.game import (
    Act,
    Action,
    Chance,
    Game,
    IllegalMove,
    Leave,
    Place,
    Prompt,
    Stale,
    Timing,
    rank_seats,
    replace_at_seat,
)
from bot.engine.moves import Move
from bot.engine.package import GamePackage
from bot.engine.records import LogEntry
from bot.engine.screen import Button, Screen, SubmitMove
from bot.engine.screens import Question, ScreenContext, Screens
from tests.testing.moles import (
    PACKAGE,
    Answered,
    Moles,
    MolesComputers,
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


class TellsAllRoles(Moles):
    def deal(self, seats: int, options: Mapping[str, str], chance: Chance) -> Step:
        state, notices = super().deal(seats, options, chance)
        return state, tuple(replace(notice, to=None) for notice in notices)


class TellsNeighbourRoles(Moles):
    def deal(self, seats: int, options: Mapping[str, str], chance: Chance) -> Step:
        state, notices = super().deal(seats, options, chance)
        return state, tuple(replace(n, to=(s, (s + 1) % seats)) for s, n in enumerate(notices))


class TellsRolesAsBools(Moles):
    """A bool in a field for numbers is stored as a bool, which cannot be read again."""

    def deal(self, seats: int, options: Mapping[str, str], chance: Chance) -> Step:
        state, _ = super().deal(seats, options, chance)
        roles = enumerate(state.roles)
        return state, tuple(Notice(RoleTold(seat, bool(role)), (seat,)) for seat, role in roles)


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


class RolesInAllViews(Moles):
    def view(self, state: State, viewer: Seat | None) -> View:
        return replace(super().view(state, viewer), roles=state.roles)


class RolesInOnlookersView(Moles):
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


class AskedView(View, frozen=True):
    asked: tuple[Seat, ...] = ()


class ShowsAskedMoles(AsksMolesAlone):
    """All see who is asked, and so which of a crew are moles."""

    def view(self, state: State, viewer: Seat | None) -> AskedView:
        asked = tuple(prompt.seat for prompt in self.prompts(state) if prompt.seat is not None)
        return AskedView(**asdict(super().view(state, viewer)), asked=asked)


class AsksMolesFirst(Moles):
    def prompts(self, state: State) -> tuple[Prompt, ...]:
        return tuple(sorted(super().prompts(state), key=lambda p: -state.roles[p.seat or 0]))


class LeadersAreNoMoles(Moles):
    def deal(self, seats: int, options: Mapping[str, str], chance: Chance) -> Step:
        state, notices = super().deal(seats, options, chance)
        return replace(state, leader=state.roles.index(0)), notices


class FirstIsNoMole(Moles):
    def deal(self, seats: int, options: Mapping[str, str], chance: Chance) -> Step:
        state, _ = super().deal(seats, options, chance)
        roles = (0, *(int(card < 2) for card in chance.shuffle(range(seats - 1))))
        told = (Notice(RoleTold(seat, role), (seat,)) for seat, role in enumerate(roles))
        return replace(state, roles=roles), tuple(told)


class FurState(State, frozen=True):
    furs: tuple[int, ...] = ()


class FurView(View, frozen=True):
    furs: tuple[int, ...] = ()


class FurByRole(Moles):
    """All see everybody's fur. Fur 0 is of no mole, and fur 2 of a mole."""

    state = FurState

    def deal(self, seats: int, options: Mapping[str, str], chance: Chance) -> Step:
        state, notices = super().deal(seats, options, chance)
        furs = tuple(role + chance.below(2) for role in state.roles)
        return FurState(**asdict(state) | {"furs": furs}), notices

    def view(self, state: State, viewer: Seat | None) -> FurView:
        assert isinstance(state, FurState)
        return FurView(**asdict(super().view(state, viewer)), furs=state.furs)


class SkippingState(State, frozen=True):
    known: tuple[int, ...] = ()
    """The roles of leaders and of those who were skipped; -1 for all others."""


class LeadersSkipMoles(Moles):
    """The next leader is never a mole, and `resample_hidden` knows it."""

    state = SkippingState

    def deal(self, seats: int, options: Mapping[str, str], chance: Chance) -> Step:
        state, notices = super().deal(seats, options, chance)
        return SkippingState(**asdict(state) | {"known": (-1,) * seats}), notices

    def apply(self, state: State, action: Action, chance: Chance) -> Step:
        after, notices = super().apply(state, action, chance)
        assert isinstance(after, SkippingState)
        if after.round == state.round:
            return after, notices
        leader, known = after.leader, after.known
        while after.roles[leader]:
            known = replace_at_seat(known, leader, 1)
            leader = (leader + 1) % len(after.roles)
        return replace(after, leader=leader, known=replace_at_seat(known, leader, 0)), notices

    def resample_hidden(self, state: State, viewer: Seat | None, rng: Random) -> State | None:
        assert isinstance(state, SkippingState)
        while other := super().resample_hidden(state, viewer, rng):
            both = zip(state.known, other.roles, strict=True)
            if all(known in (-1, role) for known, role in both):
                return other
        return None


class KnowingView(View, frozen=True):
    known: tuple[int, ...] = ()


class ClearsLeaders(LeadersSkipMoles):
    """All see the roles of former leaders and of those skipped, so it is no fault to skip them."""

    def view(self, state: State, viewer: Seat | None) -> KnowingView:
        assert isinstance(state, SkippingState)
        return KnowingView(**asdict(super().view(state, viewer)), known=state.known)


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
    def apply(self, state: State, action: Action, chance: Chance) -> Step:
        after, notices = super().apply(state, action, chance)
        if isinstance(action, Act) and isinstance(action.move, Vote):
            return after, (*notices, Notice(RoleTold(action.seat, action.move.agrees)))
        return after, notices


class PlacesByRole(Moles):
    def interim_standings(self, state: State) -> tuple[Place, ...]:
        return self.standings(state) or rank_seats(state.roles, (0,) * len(state.roles))


class ReplacesByRole(Moles):
    def computer_may_take(self, state: State) -> bool:
        return not state.roles[state.leader]

    def apply(self, state: State, action: Action, chance: Chance) -> Step:
        if not isinstance(action, Act) and (self.computer_may_take(state) or state.phase == "over"):
            raise Stale
        if not isinstance(action, Act):
            return replace(state, phase="over"), ()
        return super().apply(state, action, chance)


class TellsLeaversRole(Moles):
    """All hear whether a player who leaves was a mole, and no view shows it."""

    def computer_may_take(self, state: State) -> bool:
        return False

    def apply(self, state: State, action: Action, chance: Chance) -> Step:
        if isinstance(action, Leave) and state.phase != "over":
            return state, (Notice(RoleTold(action.seat, state.roles[action.seat])),)
        return super().apply(state, action, chance)


class MolesAreOut(Moles):
    def is_out(self, state: State, seat: Seat) -> bool:
        return bool(state.roles[seat])


class RefusesByRole(Moles):
    def apply(self, state: State, action: Action, chance: Chance) -> Step:
        try:
            return super().apply(state, action, chance)
        except IllegalMove as refused:
            raise IllegalMove("illegal-move", seat=state.roles.index(1)) from refused


class PausesByRole(KeepsWho):
    def prompts(self, state: State) -> tuple[Prompt, ...]:
        return tuple(
            replace(p, timing=Timing((1.0 + (state.phase == "work") * state.roles[p.seat or 0],)))
            for p in super().prompts(state)
        )


class PausesByRoleLate(PausesByRole):
    def prompts(self, state: State) -> tuple[Prompt, ...]:
        return KeepsWho.prompts(self, state) if state.round < 2 else super().prompts(state)


class AbsentByRole(MolesComputers):
    def choose_move(self, view: View, moves: tuple[Move, ...], level: str, rng: Random) -> Move:
        if level == "absent" and view.phase == "vote":
            return moves[-1] if view.roles else moves[0]
        return super().choose_move(view, moves, level, rng)


class TeamMoles(Moles):
    """The game with teams, which is no fault."""

    def standings(self, state: State) -> tuple[Place, ...] | None:
        places = super().standings(state)
        teams = ["moles" if role else "crew" for role in state.roles]
        return places and tuple(replace(place, team=teams[place.seat]) for place in places)


class AbsentSpoils(MolesComputers):
    """The computer for absent people makes the move that only a mole has."""

    def choose_move(self, view: View, moves: tuple[Move, ...], level: str, rng: Random) -> Move:
        if level == "absent" and view.phase == "work":
            return moves[-1]
        return super().choose_move(view, moves, level, rng)


class RemembersDeal(Moles):
    roles: tuple[int, ...] = ()

    def deal(self, seats: int, options: Mapping[str, str], chance: Chance) -> Step:
        state, notices = super().deal(seats, options, chance)
        self.roles = state.roles
        return state, notices


class KnowsDeal(MolesComputers):
    def __init__(self) -> None:
        self.game = RemembersDeal()

    def choose_move(self, view: View, moves: tuple[Move, ...], level: str, rng: Random) -> Move:
        return moves[-1 if self.game.roles and self.game.roles[view.leader] else 0]


class RemembersMoles(MolesComputers):
    """All objects share what moles have seen, so that also an unused one knows it."""

    roles: ClassVar[list[tuple[int, ...]]] = [()]

    def choose_move(self, view: View, moves: tuple[Move, ...], level: str, rng: Random) -> Move:
        self.roles[0] = view.roles or self.roles[0]
        knows = len(self.roles[0]) > view.leader and level != "absent" and not view.roles
        return moves[-1 if knows and self.roles[0][view.leader] else 0]


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
    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        moves = super().legal_moves(state, seat)
        leads = state.roles[state.leader]
        return moves[:1] if leads and state.phase == "vote" else moves


class NoDealForSix(Moles):
    def deal(self, seats: int, options: Mapping[str, str], chance: Chance) -> Step:
        cards = (1, 1, 0, 0, 0)
        assert [cards[seat] for seat in range(seats)]
        return super().deal(seats, options, chance)


class ThreeMoles(Moles):
    def resample_hidden(self, state: State, viewer: Seat | None, rng: Random) -> State | None:
        other = super().resample_hidden(state, viewer, rng)
        if other is None or viewer is None or state.roles[viewer]:
            return other
        one = next(s for s, role in enumerate(other.roles) if not role and s != viewer)
        return replace(other, roles=replace_at_seat(other.roles, one, 1))


class ForgetsJobs(Moles):
    """`resample_hidden` chooses roles with which the jobs could not have been spoilt."""

    def resample_hidden(self, state: State, viewer: Seat | None, rng: Random) -> State | None:
        other = super().resample_hidden(replace(state, jobs=()), viewer, rng)
        return other and replace(other, jobs=state.jobs)


class HidesLastVotes(Moles):
    """No event tells the votes, and at the end onlookers see the last ones, and players do not."""

    def apply(self, state: State, action: Action, chance: Chance) -> Step:
        after, notices = super().apply(state, action, chance)
        return after, tuple(n for n in notices if not isinstance(n.event, VotesCounted))

    def view(self, state: State, viewer: Seat | None) -> View:
        seen = super().view(state, viewer)
        is_hidden = viewer is not None and state.phase == "over"
        return replace(seen, votes=()) if is_hidden else seen


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
    def apply(self, state: State, action: Action, chance: Chance) -> Step:
        after, notices = super().apply(state, action, chance)
        if not isinstance(action, Act) or state.phase != "vote" or after.phase != "vote":
            return after, notices
        following = (action.seat + 1) % len(state.roles)
        if after.answers.count(None) < 2 or after.answers[following] is not None:
            return after, notices
        answers = replace_at_seat(after.answers, following, 1)
        return replace(after, answers=answers), (*notices, Notice(Answered(following)))


class FailsToChoose(MolesComputers):
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
    def describe_event(self, view: View, event: Event, context: ScreenContext) -> str:
        line = super().describe_event(view, event, context)
        return f"{line} {view.roles.index(1)}" if isinstance(event, VotesCounted) else line


class FailingScreen(MolesScreens):
    def board(self, view: View, context: ScreenContext) -> Screen:
        return super().board(replace(view, leader=9) if view.jobs else view, context)


class RefusedButton(MolesScreens):
    def own_screen(self, question: Question[View]) -> Screen:
        screen = super().own_screen(question)
        wrong = Button("?", question.submit(Work(7)))
        return replace(screen, rows=(*screen.rows, (wrong,))) if question.prompt else screen


class RefusedOnBoard(MolesScreens):
    def board(self, view: View, context: ScreenContext) -> Screen:
        screen = super().board(view, context)
        late = Button("?", SubmitMove(2 * view.round - 2, "vote/1"))
        return replace(screen, rows=((late,),)) if view.round else screen


class RevealsRole(MolesScreens):
    reveals = ("role-told",)


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


def of_moles(part: Game[Any, Any] | Screens[Any] | Computers[Any]) -> GamePackage:
    """Return Moles with other rules, screens or computer players."""
    kinds = {"game": Game, "screens": Screens, "computers": Computers}
    return replace(
        PACKAGE, **{name: part for name, kind in kinds.items() if isinstance(part, kind)}
    )


def of_knowing() -> GamePackage:
    """Return Moles whose computer players know the deal."""
    computers = KnowsDeal()
    return replace(PACKAGE, game=computers.game, computers=computers)


def of_lines() -> GamePackage:
    """Return Moles whose lines about events know the state."""
    game = RemembersState()
    return replace(PACKAGE, game=game, screens=TellsByState(game))


ALIKE = "similar-games-look-alike"
FAULTS: dict[type[Game[Any, Any] | Screens[Any] | Computers[Any]], tuple[str, str]] = {
    TellsAllRoles: ("events-hide-draws", "role-told"),
    TellsNeighbourRoles: ("events-hide-draws", "role-told"),
    RedealsAloud: ("events-hide-draws", "role-told"),
    RolesInAllViews: ("views-hide-secrets", "hidden from them by their view: roles"),
    NamesSpoiler: ("events-match-views", "role-told"),
    TellsLeaversRole: ("events-match-views", ", after Leave(seat="),
    AsksMolesAlone: (ALIKE, "waits for"),
    ShowsAskedMoles: ("asking-hides-secrets", "the secret behind: `asked`"),
    AsksMolesFirst: ("views-hide-secrets", "hidden from them by the prompts"),
    LeadersAreNoMoles: ("resample-possible-states", "roles[leader]"),
    LeadersSkipMoles: ("asking-hides-secrets", "the secret behind: `leader`"),
    FirstIsNoMole: ("resample-possible-states", "with the seat = 0 and `roles` = 1"),
    FurByRole: ("resample-possible-states", "with `roles` = 0 and `furs` = 2"),
    ShowsVotes: ("answers-stay-hidden", "is still asked: votes"),
    TellsVotes: ("events-match-views", "role-told"),
    PlacesByRole: (ALIKE, "the places so far"),
    ReplacesByRole: (ALIKE, "a computer may take"),
    MolesAreOut: (ALIKE, "who is out"),
    RefusesByRole: (ALIKE, "illegal-move {'seat'"),
    PausesByRole: (ALIKE, "think_seconds"),
    PausesByRoleLate: (ALIKE, "think_seconds"),
    AbsentByRole: ("absent-moves-hide-secrets", "by what only that seat"),
    NeverGivesIn: ("game-ends", "300 inputs do not end it"),
    MovesByRole: ("views-hide-secrets", "hidden from them by their moves"),
    NoDealForSix: ("game-ends", "the deal for 6 seats fails"),
    ThreeMoles: ("resample-possible-states", "the sorted values of `roles`"),
    StuckState: ("resample-possible-states", "does not go on: KeyError: 2"),
    AnswersForNeighbour: ("answer-for-oneself", "answers for"),
    FailsToChoose: ("game-ends", "asked ['work']"),
    TellsOwnRole: (ALIKE, "tuple.index"),
    FailingScreen: (ALIKE, "moles.py"),
    RefusedButton: ("buttons-reach-moves", "submits 'work/7'"),
    RefusedOnBoard: ("buttons-reach-moves", "a button of the board submits"),
}
"""The first rule that each faulty game breaks, and a part of the reason."""
FAULTY = [(of_moles(part()), *found) for part, found in FAULTS.items()] + [
    (of_lines(), ALIKE, "the lines about events"),
    (of_knowing(), "computers-use-views-only", "remembers"),
    (replace(race.PACKAGE, awards=LATE_HANDS), ALIKE, "the awards"),
]
TEAM_MOLES = replace(PACKAGE, game=TeamMoles(), teams=("moles", "crew"))
ABSENT_SPOILS = replace(TEAM_MOLES, computers=AbsentSpoils())
FLIPS_COIN = of_moles(FlipsCoin())
CLEARS_LEADERS = of_moles(ClearsLeaders())
TELLS_TEAM = of_moles(TellsTeam())
