"""The rules of Who Barked?, a game of hidden roles for 5 to 8 players.

Cats raid the kitchen at night, but some of them are dogs in disguise. In turn, leaders propose who
sneaks in, and all vote. A dog in the kitchen may bark. The cats need to empty all goals before dawn
and before the people have been woken too often. Then the top dog may still name the one cat that
smells dogs, the nose: if that is right, the dogs win.
"""

from collections.abc import Mapping, Sequence
from random import Random

from msgspec.structs import replace

from bot.engine.events import Event, Notice, Seat
from bot.engine.game import (
    Act,
    Action,
    Chance,
    Elapse,
    Game,
    IllegalMove,
    LogEntry,
    Place,
    Prompt,
    Stale,
    replace_at_seat,
)
from bot.engine.moves import Move
from who_barked import computer
from who_barked.model import events, moves
from who_barked.model.deduction import count_dogs, is_possible, list_packs
from who_barked.model.state import SETUPS, TEAMS, Proposal, State, Team, View

MEET_SECONDS = 60.0
"""The length, in seconds, of the pause at the beginning, in which people read their roles."""
LOOK_SECONDS = 20.0
"""The length, in seconds, of the pause after a party has come home."""
QUICK_CLOCK_SHARE = 0.5
"""The share of the table's time limit for a vote or for a secret act."""

Step = tuple[State, tuple[Notice, ...]]


class WhoBarked(Game[State, View]):
    """The rules of Who Barked?."""

    seats = tuple(SETUPS)
    state = State
    move_types = moves.MOVE_TYPES
    event_types = events.EVENT_TYPES
    teams = TEAMS
    levels = computer.LEVELS
    choose_move = staticmethod(computer.choose_move)

    def deal(
        self,
        seats: int,
        options: Mapping[str, str],  # noqa: ARG002 - it has none
        chance: Chance,
    ) -> Step:
        """Deal the roles: the dogs first, the top dog before the others, then the nose.

        Another draw decides who leads first.
        """
        order = chance.shuffle(range(seats))
        dogs = order[: SETUPS[seats].dogs]
        leader = chance.below(seats)
        state = State(
            seats=seats,
            leader=leader,
            phase="meet",
            decision=0,
            dogs=dogs,
            nose=order[len(dogs)],
            answers=(None,) * seats,
        )
        return state, (Notice(events.NightBegun(leader)),)

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return the decisions or the pause that the game waits for."""
        decision, clock = state.decision, f"{state.phase}:{state.decision}"
        match state.phase:
            case "meet":
                pause = Prompt(decision, None, "meet", seconds=MEET_SECONDS, may_end_early=True)
                return (pause,)
            case "look":
                pause = Prompt(decision, None, "look", seconds=LOOK_SECONDS, may_end_early=True)
                return (pause,)
            case "lead":
                return (Prompt(decision, state.leader, "lead", clock),)
            case "hunt":
                return (Prompt(decision, state.dogs[0], "hunt", clock),)
            case "vote":
                return tuple(
                    Prompt(
                        decision,
                        seat,
                        "vote",
                        clock,
                        has_answered=answer is not None,
                        clock_share=QUICK_CLOCK_SHARE,
                    )
                    for seat, answer in enumerate(state.answers)
                )
            case "raid":
                return tuple(
                    Prompt(decision, seat, "raid", clock, clock_share=QUICK_CLOCK_SHARE)
                    for seat in state.party
                    if state.answers[seat] is None
                )
        return ()

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        """Return the moves that a player can make now, or none if the game asks them nothing.

        A cat in the kitchen has one move only: cats do not bark.
        """
        match state.phase:
            case "lead" if seat == state.leader:
                return moves.list_parties(state.seats, state.party_sizes)
            case "vote":
                return moves.VOTES
            case "raid" if seat in state.party and state.answers[seat] is None:
                return (moves.SNEAK, moves.BARK) if seat in state.dogs else (moves.SNEAK,)
            case "hunt" if seat == state.dogs[0]:
                return tuple(moves.Accuse(cat) for cat in _list_cats(state))
        return ()

    def apply(self, state: State, action: Action, chance: Chance) -> Step:  # noqa: ARG002
        """Carry out a player's answer, or end a pause."""
        if action.__class__ is Elapse and state.phase in ("meet", "look"):
            if action.decision != state.decision:
                raise Stale
            return _ask_leader(state), ()
        if not isinstance(action, Act) or action.decision != state.decision:
            raise Stale
        legal = self.legal_moves(state, action.seat)
        if not legal:
            raise Stale
        if action.move not in legal:
            raise IllegalMove
        match action.move:
            case moves.PickParty(party):
                proposed = _ask_next(replace(state, party=party), "vote")
                return proposed, (Notice(events.PartyProposed(action.seat, party)),)
            case moves.Vote(answer):
                return _collect(state, action.seat, answer == "yes")
            case moves.Accuse(seat):
                return _accuse(state, seat)
        return _collect(state, action.seat, action.move == moves.BARK)

    def view(self, state: State, viewer: Seat | None) -> View:
        """Return all that one player, or an onlooker, may know of the game."""
        role = None if viewer is None else state.find_role(viewer)
        is_over = state.phase == "over"
        raids = [each for each in state.proposals if each.is_accepted]
        return View(
            seats=state.seats,
            leader=state.leader,
            phase=state.phase,
            decision=state.decision,
            party=state.party,
            proposals=state.proposals,
            accused=state.accused,
            viewer=viewer,
            role=role,
            dogs=state.dogs if role == "dog" or is_over or state.phase == "hunt" else (),
            nose=state.nose if role == "nose" or is_over else None,
            answered=tuple(
                seat for seat, answer in enumerate(state.answers) if answer is not None
            ),
            own_answer=None if viewer is None else state.answers[viewer],
            scents=(
                tuple(count_dogs(raid.party, state.dogs) for raid in raids)
                if role == "nose" or is_over
                else ()
            ),
            winner=_find_winner(state),
        )

    def resample_hidden(self, state: State, viewer: Seat | None, rng: Random) -> State | None:
        """Return a state with other roles and other open answers that the viewer cannot tell apart.

        All roles that fit what the viewer knows are equally likely.
        """
        if state.phase == "over":
            return None
        view = self.view(state, viewer)
        dogs, nose = view.dogs, view.nose
        if not dogs:
            packs = [pack for pack in list_packs(state.seats) if is_possible(view, pack)]
            pack = rng.choice(packs)
            dogs = tuple(rng.sample(pack, len(pack)))
        if nose is None:
            cats = [seat for seat in range(state.seats) if seat not in dogs and seat != viewer]
            nose = rng.choice(cats)
        is_hidden = state.phase == "vote"
        answers = tuple(
            answer
            if answer is None or seat == viewer
            else rng.random() < 0.5 and (is_hidden or seat in dogs)
            for seat, answer in enumerate(state.answers)
        )
        return replace(state, dogs=dogs, nose=nose, answers=answers)

    def standings(self, state: State) -> tuple[Place, ...] | None:
        """Return the places at the end: all of the winning team are first, all others second."""
        winner = _find_winner(state)
        if winner is None:
            return None
        places = []
        for seat in range(state.seats):
            team: Team = "dogs" if seat in state.dogs else "cats"
            places.append(Place(seat, 1 if team == winner else 2, 0, team))
        return tuple(sorted(places, key=lambda place: place.rank))

    def interim_standings(self, state: State) -> tuple[Place, ...]:
        """Return no places before the end, as they would tell who is a dog."""
        return self.standings(state) or ()

    def typical_length(self, seats: int, options: Mapping[str, str]) -> int:  # noqa: ARG002
        """Return the usual number of answers in a game."""
        return 6 * seats

    def find_rounds(self, log: Sequence[LogEntry]) -> tuple[int, ...]:
        """Return the deal and the steps after which a new leader is asked."""
        ends = (events.PartyRefused, events.GoalRaided, events.PeopleWoken)
        return (
            0,
            *(each.step for each in log[:-1] if any(isinstance(e, ends) for e in each.events)),
        )


def _list_cats(state: State) -> list[Seat]:
    return [seat for seat in range(state.seats) if seat not in state.dogs]


def _ask_next(state: State, phase: str) -> State:
    """Return the state in which the next question or pause begins, and nobody has answered."""
    return replace(
        state, phase=phase, decision=state.decision + 1, answers=(None,) * state.seats
    )


def _ask_leader(state: State) -> State:
    return _ask_next(state, "lead")


def _collect(state: State, seat: Seat, answer: bool) -> Step:
    """Keep a player's secret answer, and go on if it was the last one."""
    state = replace(state, answers=replace_at_seat(state.answers, seat, answer))
    asked = range(state.seats) if state.phase == "vote" else state.party
    if any(state.answers[each] is None for each in asked):
        return state, ()
    return _count_votes(state) if state.phase == "vote" else _end_raid(state)


def _count_votes(state: State) -> Step:
    """Reveal all votes. The party leaves if more than half voted for it; else an hour passes."""
    votes = tuple(map(bool, state.answers))
    proposal = Proposal(state.leader, state.party, state.find_goal(state.party), votes, None)
    state = replace(state, proposals=(*state.proposals, proposal))
    if not proposal.is_accepted:
        refused = Notice(events.PartyRefused(state.leader, sum(votes)))
        return _end_hour(state, "lead", [refused])
    left = Notice(events.PartyLeft(state.leader, sum(votes)))
    smelled = events.PartySmelled(count_dogs(state.party, state.dogs))
    return _ask_next(state, "raid"), (left, Notice(smelled, (state.nose,)))


def _end_raid(state: State) -> Step:
    """Tell how many dogs barked. Without a bark, the goal is empty."""
    barks = sum(map(bool, state.answers))
    proposal = replace(state.proposals[-1], barks=barks)
    state = replace(state, proposals=(*state.proposals[:-1], proposal))
    event: Event = events.GoalRaided(proposal.goal)
    if barks:
        event = events.PeopleWoken(proposal.goal, barks, state.alarms)
    return _end_hour(state, "look", [Notice(event)])


def _end_hour(state: State, phase: str, notices: list[Notice]) -> Step:
    """Return what follows a finished proposal: the hunt, the end, or the next leader."""
    if not state.goals_left:
        notices.append(Notice(events.HuntBegun(state.dogs[0])))
        return _ask_next(state, "hunt"), tuple(notices)
    if _are_cats_beaten(state):
        is_awake = state.alarms == state.setup.alarms
        notices.append(Notice(events.HouseAwake() if is_awake else events.DawnBroken()))
        return _ask_next(state, "over"), tuple(notices)
    state = replace(state, leader=(state.leader + 1) % state.seats)
    return _ask_next(state, phase), tuple(notices)


def _accuse(state: State, seat: Seat) -> Step:
    told = events.CatAccused(state.dogs[0], seat, state.nose)
    return _ask_next(replace(state, accused=seat), "over"), (Notice(told),)


def _are_cats_beaten(state: State) -> bool:
    return state.alarms == state.setup.alarms or state.spare_hours < 0


def _find_winner(state: State) -> Team | None:
    if state.phase != "over":
        return None
    if _are_cats_beaten(state):
        return "dogs"
    return "dogs" if state.accused == state.nose else "cats"
