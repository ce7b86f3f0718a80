"""Whole games with all their steps, for the tests of what is told in a game and after it."""

from functools import cache
from random import Random

from bot.engine.chance import PythonChance
from bot.engine.events import Notice
from bot.engine.game import Act, Elapse, Place, find_waiting
from bot.engine.moves import Move
from bot.engine.replays import ReplayedStep
from bot.games.who_barked.model import events
from bot.games.who_barked.model.moves import (
    BARK_MOVE,
    SNEAK_MOVE,
    VOTE_NO,
    VOTE_YES,
    Accuse,
    PickCrew,
)
from bot.games.who_barked.model.state import Phase, State
from bot.games.who_barked.package import PACKAGE
from tests.games.who_barked.playing import GAME, TEST_CHANCE, make_state

DOG_SEATS = (3, 4)
Seats = tuple[int, ...]


class Night:
    """A game of five with all its steps. Ada is the nose, Dan the top dog, and Eve a dog."""

    def __init__(self) -> None:
        self.log: list[ReplayedStep] = []
        self.state: State = make_state(dogs=DOG_SEATS, nose=0)
        self._keep(None, (Notice(events.NightBegun(0)),))

    def send(
        self,
        *crew: int,
        against: Seats = (),
        barking: Seats = (),
        changing: Seats = (),
        last: int = 4,
    ) -> None:
        """Let the next leader propose a crew, all vote, and the crew act if it leaves.

        Those who are `changing` vote the other way first.
        """
        self._act(self.state.leader, PickCrew(crew))
        for seat in changing:
            self._act(seat, VOTE_YES if seat in against else VOTE_NO)
        for seat in sorted(range(5), key=lambda seat: seat == last):
            self._act(seat, VOTE_NO if seat in against else VOTE_YES)
        for seat in crew if self.state.phase == "raid" else ():
            self._act(seat, BARK_MOVE if seat in barking else SNEAK_MOVE)
        self._end_pause("hush")
        self._end_pause("talk")

    def accuse(self, seat: int) -> None:
        """Let the top dog name the nose, and end the pause after it."""
        self._act(DOG_SEATS[0], Accuse(seat))
        self._end_pause("sniff")

    def places(self) -> tuple[Place, ...]:
        """Return the places at the end."""
        places = GAME.standings(self.state)
        assert places is not None
        return places

    def _act(self, seat: int, move: Move) -> None:
        self._apply(Act(seat, self.state.decision, move, at=0))

    def _end_pause(self, phase: Phase) -> None:
        if self.state.phase == phase:
            self._apply(Elapse(self.state.decision))

    def _apply(self, action: Act | Elapse) -> None:
        self.state, notices = GAME.apply(self.state, action, TEST_CHANCE)
        self._keep(action, notices)

    def _keep(self, action: Act | Elapse | None, notices: tuple[Notice, ...]) -> None:
        views = tuple(GAME.view(self.state, viewer) for viewer in (None, *range(5)))
        self.log.append(ReplayedStep(len(self.log), 0.0, action, notices, views))


def lost_by_four_barks(*against: Seats) -> Night:
    """Return a night of four crews of Ada and Dan that bark; these players vote against each."""
    night = Night()
    for seats in against:
        night.send(0, 3, against=seats, barking=(3,))
    return night


def eaten(*against: Seats, accused: int) -> Night:
    """Return a night that ends with the hunt, and first with crews of a dog that are refused."""
    night = Night()
    for seats in against:
        night.send(1, 3, against=seats)
    for crew in ((0, 1), (0, 2), (0, 1, 2)):
        night.send(*crew)
    night.accuse(accused)
    return night


@cache
def play_night(seats: int, seed: int) -> tuple[ReplayedStep, ...]:
    """Return a whole game of computers of two levels, with all its steps."""
    luck, log = Random(seed), list[ReplayedStep]()
    levels = [luck.choice(("kitten", "tomcat")) for _ in range(seats)]
    chance = PythonChance(seed)
    state, notices = GAME.deal(seats, {}, chance)
    action: Act | Elapse | None = None
    while True:
        views = tuple(GAME.view(state, viewer) for viewer in (None, *range(seats)))
        log.append(ReplayedStep(len(log), 0.0, action, notices, views))
        if not (prompts := [*find_waiting(GAME.prompts(state))]):
            return tuple(log)
        prompt = luck.choice(prompts)
        action = Elapse(prompt.decision)
        if prompt.seat is not None:
            view, legal = GAME.view(state, prompt.seat), GAME.legal_moves(state, prompt.seat)
            move = PACKAGE.computers.choose_move(view, legal, levels[prompt.seat], luck)
            action = Act(prompt.seat, prompt.decision, move, at=0)
        state, notices = GAME.apply(state, action, chance)
