"""The rules of Who Barked?, as the rulings W1 to W14 of docs/rulings.md state them.

Cats raid the kitchen at night, but some of them are dogs in disguise. In turn, leaders propose who
sneaks in, and all vote. A dog in the kitchen may bark. The cats need to empty all goals before dawn
and before the humans have been woken too often. Then the top dog may still name the one cat that
smells dogs, the nose: if that is right, the dogs win.
"""

from collections.abc import Iterable, Mapping
from random import Random

from msgspec.structs import replace

from bot.engine.answers import Answers, AnswersView
from bot.engine.events import Event, Notice, Seat
from bot.engine.game import (
    Act,
    Action,
    Chance,
    Elapse,
    Game,
    IllegalMove,
    Leave,
    Place,
    Prompt,
    Stale,
    rank_seats,
)
from bot.engine.moves import Move
from bot.games.who_barked.model import events, moves
from bot.games.who_barked.model.deduction import count_dogs, is_possible, list_packs
from bot.games.who_barked.model.state import (
    SETUPS_BY_SEATS,
    UNMASKED_PHASES,
    Phase,
    Proposal,
    State,
    Team,
    View,
)

MEET_SECONDS = 60.0
"""The length of the pause in which people read their roles (ruling W3)."""
HUSH_SECONDS, SNIFF_SECONDS = 3.0, 5.0
"""The lengths of the pauses before everybody is told the same news: what was heard in the kitchen
(ruling W7), and whether the top dog has found the nose (ruling W11).
"""
QUICK_CLOCK_SHARE = 0.5
"""The share of the table's time limit for a vote, a secret act, or a talk (ruling W9)."""
TYPICAL_ANSWERS_BY_SEATS = (43, 58, 65, 68)
"""The number of answers that a whole game usually takes, for 5 to 8 players. Each is the median of
80 games, half of them among Tomcats and half among Sly Foxes.
"""

Step = tuple[State, tuple[Notice, ...]]


class WhoBarked(Game[State, View]):
    """The rules of Who Barked?."""

    seats = tuple(SETUPS_BY_SEATS)
    state = State
    move_types = moves.MOVE_TYPES
    event_types = events.EVENT_TYPES

    def deal(
        self,
        seats: int,
        options: Mapping[str, str],  # noqa: ARG002 - it has none
        chance: Chance,
    ) -> Step:
        """Shuffle the seats, deal the roles, and draw who leads first (rulings W1 and W2)."""
        order = chance.shuffle(range(seats))
        dogs = order[: SETUPS_BY_SEATS[seats].dogs]
        leader = chance.below(seats)
        state = State(
            seats=seats,
            leader=leader,
            phase="meet",
            decision=0,
            dogs=dogs,
            nose=order[len(dogs)],
        )
        return state, (Notice(events.NightBegun(leader)),)

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return the decisions or the pause that the game waits for."""
        decision, phase, clock = state.decision, state.phase, f"{state.phase}:{state.decision}"
        if phase in ("vote", "raid") and state.answers:
            return state.answers.prompts(phase, clock, QUICK_CLOCK_SHARE)
        talk = Prompt(decision, None, phase, clock, clock_share=QUICK_CLOCK_SHARE)
        prompts_by_phase: Mapping[Phase, Prompt] = {
            "meet": Prompt(decision, None, phase, seconds=MEET_SECONDS, may_end_early=True),
            "lead": Prompt(decision, state.leader, phase, clock),
            "hush": Prompt(decision, None, phase, seconds=HUSH_SECONDS),
            "talk": replace(talk, may_end_early=True, ready_label="button-ready"),
            "hunt": Prompt(decision, state.dogs[0], phase, clock),
            "sniff": Prompt(decision, None, phase, seconds=SNIFF_SECONDS),
        }
        return (prompts_by_phase[phase],) if phase in prompts_by_phase else ()

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        """Return what a player can choose now (rulings W4, W5, W7 and W11)."""
        phase = state.phase
        if state.answers:
            if seat not in state.answers.open_seats:
                return ()
            if phase == "vote":
                return moves.ALL_VOTES
            barks = (moves.BARK_MOVE,) if seat in state.dogs else ()
            return (moves.SNEAK_MOVE, *barks)
        if phase == "lead" and seat == state.leader:
            return moves.list_crews(state.seats, state.crew_sizes)
        if phase == "hunt" and seat == state.dogs[0]:
            cats = (other for other in range(state.seats) if other not in state.dogs)
            return tuple(map(moves.Accuse, cats))
        return ()

    def apply(self, state: State, action: Action, chance: Chance) -> Step:  # noqa: ARG002
        """Carry out a player's answer, or end a pause."""
        if isinstance(action, Leave) or action.decision != state.decision:
            raise Stale
        if isinstance(action, Elapse):
            return _end_pause(state)
        legal = self.legal_moves(state, action.seat)
        if not legal:
            raise Stale
        if action.move not in legal:
            raise IllegalMove
        match action.move:
            case moves.PickCrew(crew):
                asked = _ask_together(replace(state, crew=crew), "vote", range(state.seats))
                return asked, (Notice(events.CrewProposed(action.seat, crew)),)
            case moves.Accuse(accused):
                told = events.CatSniffed(action.seat, accused)
                return _ask_next(replace(state, accused=accused), "sniff"), (Notice(told),)
        if not state.answers:
            raise IllegalMove
        return _add_answer(state, state.answers, action)

    def view(self, state: State, viewer: Seat | None) -> View:
        """Return all that one player, or an onlooker, may know of the game (ruling W13)."""
        role = None if viewer is None else state.find_role(viewer)
        is_over = state.phase == "over"
        return View(
            seats=state.seats,
            leader=state.leader,
            phase=state.phase,
            decision=state.decision,
            crew=state.crew,
            proposals=state.proposals,
            accused=state.accused,
            viewer=viewer,
            role=role,
            dogs=state.dogs if role == "dog" or state.phase in UNMASKED_PHASES else (),
            nose=state.nose if role == "nose" or is_over else None,
            answers=state.answers.view(viewer) if state.answers else AnswersView(),
            scents=(
                tuple(count_dogs(raid.crew, state.dogs) for raid in state.raids)
                if role == "nose" or is_over
                else ()
            ),
            winner=_find_winner(state),
        )

    def resample_hidden(self, state: State, viewer: Seat | None, rng: Random) -> State | None:
        """Draw other roles and open answers, equally likely among those that fit the view."""
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
        may_answer = range(state.seats) if state.phase == "vote" else dogs
        answers = state.answers and state.answers.resample(
            viewer, lambda seat: seat in may_answer and rng.random() < 0.5
        )
        return replace(state, dogs=dogs, nose=nose, answers=answers)

    def standings(self, state: State) -> tuple[Place, ...] | None:
        """Return the places at the end, which teams share (ruling W12)."""
        winner = _find_winner(state)
        if winner is None:
            return None
        teams: list[Team] = [
            "dogs" if seat in state.dogs else "cats" for seat in range(state.seats)
        ]
        places = rank_seats([team == winner for team in teams], (0,) * state.seats)
        return tuple(replace(place, team=teams[place.seat]) for place in places)

    def interim_standings(self, state: State) -> tuple[Place, ...]:
        """Return no places before the end, as they would tell who is a dog (ruling W12)."""
        return self.standings(state) or ()

    def typical_length(self, seats: int, options: Mapping[str, str]) -> int:  # noqa: ARG002
        """Return the usual number of answers in a game."""
        return TYPICAL_ANSWERS_BY_SEATS[seats - self.seats[0]]


LESSON_STATE = State(seats=5, leader=0, phase="meet", decision=0, dogs=(3, 1), nose=0)
"""The state with which every lesson begins."""


def _ask_next(state: State, phase: Phase) -> State:
    """Return the state in which one player is asked, or nobody."""
    return replace(state, phase=phase, decision=state.decision + 1, answers=None)


def _ask_together(state: State, phase: Phase, seats: Iterable[Seat]) -> State:
    """Return the state in which several players are asked at once (rulings W5 and W7)."""
    asked = _ask_next(state, phase)
    answers = Answers[bool](asked.decision, tuple(seats), may_change=phase == "vote")
    return replace(asked, answers=answers)


def _add_answer(state: State, open_answers: Answers[bool], act: Act) -> Step:
    """Keep a secret answer, and go on if it is the last one."""
    answers = open_answers.add(
        act.seat, act.decision, act.move in (moves.VOTE_YES, moves.BARK_MOVE)
    )
    if answers.waiting:
        return replace(state, answers=answers), ()
    if state.phase == "vote":
        return _count_votes(state, tuple(answer for _, answer in answers.given))
    return replace(_ask_next(state, "hush"), answers=answers), ()


def _end_pause(state: State) -> Step:
    """Go on after a pause: ask the next leader, or tell what everybody waits for."""
    match state.phase:
        case "hush" if state.answers:
            return _end_raid(state, sum(barks for _, barks in state.answers.given))
        case "sniff" if state.accused is not None:
            told = events.CatAccused(state.dogs[0], state.accused, state.nose)
            return _ask_next(state, "over"), (Notice(told),)
        case "meet" | "talk":
            return _ask_next(state, "lead"), ()
    raise Stale


def _count_votes(state: State, votes: tuple[bool, ...]) -> Step:
    """Reveal all votes, and send the crew or end the hour (rulings W5, W6 and W10)."""
    proposal = Proposal(state.leader, state.crew, state.find_goal(state.crew), votes, None)
    state = replace(state, proposals=(*state.proposals, proposal))
    if not proposal.is_accepted:
        return _end_hour(state, Notice(events.CrewRefused(state.leader, sum(votes))))
    left = events.CrewLeft(state.leader, sum(votes))
    smelled = events.CrewSmelled(count_dogs(state.crew, state.dogs))
    raid = _ask_together(state, "raid", state.crew)
    return raid, (Notice(left), Notice(smelled, (state.nose,)))


def _end_raid(state: State, barks: int) -> Step:
    """Tell how many dogs barked (ruling W7)."""
    proposal = replace(state.proposals[-1], barks=barks)
    state = replace(state, proposals=(*state.proposals[:-1], proposal))
    event: Event = events.GoalRaided(proposal.goal)
    if barks:
        event = events.HumansWoken(proposal.goal, barks, state.alarms)
    return _end_hour(state, Notice(event))


def _end_hour(state: State, notice: Notice) -> Step:
    """Begin the hunt, end the game, or let all talk before the next leader (ruling W8)."""
    if not state.goals_left:
        begun = Notice(events.HuntBegun(state.dogs[0]))
        return _ask_next(state, "hunt"), (notice, begun)
    if _are_cats_beaten(state):
        is_awake = state.alarms == state.setup.alarms
        lost = Notice(events.HouseAwake() if is_awake else events.DawnBroken())
        return _ask_next(state, "over"), (notice, lost)
    state = replace(state, leader=(state.leader + 1) % state.seats)
    return _ask_next(state, "talk"), (notice,)


def _are_cats_beaten(state: State) -> bool:
    return state.alarms == state.setup.alarms or state.spare_hours < 0


def _find_winner(state: State) -> Team | None:
    if state.phase != "over":
        return None
    if _are_cats_beaten(state):
        return "dogs"
    return "dogs" if state.accused == state.nose else "cats"
