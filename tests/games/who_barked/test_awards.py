"""What is told of a finished game: awards for votes and crews, highlights and numbers."""

import pytest

from bot.engine.events import Notice
from bot.engine.game import Act, Elapse, Place
from bot.engine.moves import Move
from bot.engine.replays import ReplayedStep
from bot.engine.screens import ScreenContext
from bot.games.who_barked.awards import AWARDS, NUMBERS, Outing, read_outings
from bot.games.who_barked.highlights import find_highlights
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
from bot.i18n import text
from tests.games.who_barked.playing import GAME, TEST_CHANCE, make_state

PLAYER_NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve")
DOG_SEATS = (3, 4)
Seats = tuple[int, ...]


class Night:
    """A game of five with all its steps. Ada is the nose, Dan the top dog, and Eve a dog."""

    def __init__(self) -> None:
        self.log: list[ReplayedStep] = []
        self.state: State = make_state(dogs=DOG_SEATS, nose=0)
        self._keep(None, (Notice(events.NightBegun(0)),))

    def send(self, *crew: int, against: Seats = (), barking: Seats = ()) -> None:
        """Let the next leader propose a crew, all vote, and the crew act if it leaves."""
        self._act(self.state.leader, PickCrew(crew))
        for seat in range(5):
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


def test_outings_are_read_with_the_last_vote_of_each_player() -> None:
    night = Night()
    night.send(0, 1, against=(1, 3, 4))
    night.send(0, 3, against=(2,), barking=(3,))
    night.send(0, 1)
    assert [*read_outings(night.log)] == [
        Outing(0, (0, 1), {0: True, 1: False, 2: True, 3: False, 4: False}, None),
        Outing(1, (0, 3), {0: True, 1: True, 2: False, 3: True, 4: True}, 1),
        Outing(2, (0, 1), dict.fromkeys(range(5), True), 0),
    ]


@pytest.mark.parametrize(
    ("against", "earned"),
    [
        ([(), (), (), ()], set()),
        ([(2,), (2,), (2,), (2,)], {("lone-voice", 2), ("doubter", 2)}),
        ([(2,), (2,), (), ()], {("lone-voice", 2)}),
        ([(2,), (), (), ()], set()),
        ([(1, 2)] * 4, {("doubter", 1), ("doubter", 2)}),
        ([(1, 2), (1, 2), (1,), (1,)], {("doubter", 1), ("lone-voice", 1)}),
        ([(4,)] * 4, set()),
    ],
)
def test_cats_earn_awards_by_voting_against_crews_that_bark(
    against: list[Seats], earned: set[tuple[str, int]]
) -> None:
    night = lost_by_four_barks(*against)
    assert {*AWARDS.find_earned(night.log, night.places())} == earned


@pytest.mark.parametrize(
    ("against", "accused", "earned"),
    [
        (((0, 2, 4), (0, 2, 4)), 1, {("poker-nose", 0), ("doubter", 0), ("doubter", 2)}),
        (((0, 2, 4), (0, 2, 4)), 0, {("doubter", 0), ("doubter", 2)}),
        (((0, 2, 4),), 1, set()),
    ],
)
def test_the_nose_earns_an_award_if_it_doubts_dogs_and_is_not_found(
    against: tuple[Seats, ...], accused: int, earned: set[tuple[str, int]]
) -> None:
    night = eaten(*against, accused=accused)
    assert {*AWARDS.find_earned(night.log, night.places())} == earned


def test_a_leader_of_two_quiet_crews_opens_tins() -> None:
    night = Night()
    night.send(0, 1)
    for _ in range(4):
        night.send(1, 2, against=(0, 1, 2))
    night.send(0, 2)
    night.send(0, 1, 2)
    night.accuse(0)
    assert night.state.proposals[0].leader == night.state.proposals[5].leader == 0
    assert AWARDS.find_earned(night.log, night.places()) == (("tin-opener", 0),)


@pytest.mark.parametrize(("accused", "earned"), [(0, (("cat-suit", 3),)), (1, ())])
def test_a_dog_that_helps_twice_and_wins_wore_its_suit_well(
    accused: int, earned: tuple[tuple[str, int], ...]
) -> None:
    night = Night()
    for crew in ((0, 3), (0, 1), (0, 1, 3)):
        night.send(*crew)
    night.accuse(accused)
    assert AWARDS.find_earned(night.log, night.places()) == earned


def test_highlights_tell_who_was_trusted_who_warned_and_who_hid() -> None:
    say = text("en", PACKAGE.text)
    context = ScreenContext(say, PLAYER_NAMES, PLAYER_NAMES, pictures=False)
    lost = lost_by_four_barks((), (2,), (1, 2), ())
    told = [
        (each.kind, each.seat, each.when, each.text) for each in find_highlights(lost.log, context)
    ]
    assert told == [
        ("trusted", 0, "Round 1", "Everybody trusted Ada and sent Ada and Dan. Then it barked!"),
        ("alone", 2, "Round 2", "Only Cleo didn't trust Ada and Dan. Then it barked!"),
        ("trusted", 3, "Round 4", "Everybody trusted Dan and sent Ada and Dan. Then it barked!"),
    ]
    found, hidden = (
        [*find_highlights(eaten(accused=accused).log, context)][-1] for accused in (0, 1)
    )
    assert (found.seat, found.text) == (3, "Dan sniffed out Ada as the Nose, and turned the game.")
    assert (hidden.seat, hidden.text) == (0, "Ada hid so well that Dan took Ben for the Nose.")
    assert found.tells_result


def test_the_scores_of_a_finished_game_tell_of_no_hours_to_come() -> None:
    context = ScreenContext(text("en", PACKAGE.text), PLAYER_NAMES, PLAYER_NAMES, pictures=False)
    night = lost_by_four_barks((), (), (), ())
    before = PACKAGE.screens.score(night.log[0].views[0], context)
    after = PACKAGE.screens.score(night.log[-1].views[0], context)
    assert ("hours" in before, "hours" in after) == (True, False)
    assert after == "🍪 Biscuits: 2 · 🧀 Cheese: 2 · 🍗 Roast: 3"


def test_numbers_count_crews_and_alarms() -> None:
    night = lost_by_four_barks((), (), (), ())
    told = [event for entry in night.log for event in entry.events]
    assert {name: count(told) for name, count in NUMBERS.items()} == {"crews": 4, "alarms": 4}
