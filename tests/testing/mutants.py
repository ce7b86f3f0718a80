"""Games that break one rule of the contract each, and no other: the suite has to notice.

Most are Secret Numbers, but for what their docstrings tell. Games of hidden roles are in
`mole_mutants`.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from threading import Lock
from typing import Any

from msgspec import defstruct
from msgspec.structs import asdict, fields, replace

from bot.engine.awards import AwardRules
from bot.engine.events import Event, Notice, Seat
from bot.engine.game import Act, Action, Chance, Place, Prompt, Stale, Timing, rank_seats
from bot.engine.moves import Move
from bot.engine.package import GamePackage
from bot.engine.pages import Rulebook, RulesPage
from bot.engine.pictures import Pictures
from bot.engine.predictions import Prediction
from bot.engine.screen import Button, Field, Picture, Screen
from bot.engine.screens import Question, ScreenContext
from tests.testing import mole_mutants
from tests.toys.race.package import PACKAGE as RACE
from tests.toys.race.rules import State as RaceState
from tests.toys.race.teams import PACKAGE as TUG_OF_WAR
from tests.toys.race.teams import TugOfWar
from tests.toys.secret_numbers.model.events import NumberShown, RoundBegun
from tests.toys.secret_numbers.model.moves import NameNumber
from tests.toys.secret_numbers.model.state import State, View
from tests.toys.secret_numbers.package import PACKAGE
from tests.toys.secret_numbers.predictions import PREDICTIONS as NUMBER_PREDICTIONS
from tests.toys.secret_numbers.rules import SecretNumbers
from tests.toys.secret_numbers.screens import SecretNumbersScreens

Step = tuple[State, tuple[Notice, ...]]


class Endless(SecretNumbers):
    """It says that it is over after two inputs, and is not."""

    max_actions = 2


LooseView = defstruct("LooseView", [(field.name, field.type) for field in fields(View)])
"""A view that anybody can change."""


class Loose(SecretNumbers):
    """Its views can be changed."""

    def view(self, state: State, viewer: Seat | None) -> Any:
        return LooseView(**asdict(super().view(state, viewer)))


class Forgetful(SecretNumbers):
    """What it reads is not what was stored."""

    def load_state(self, stored: bytes) -> State:
        return replace(super().load_state(stored), schema=2)


class Padded(State, frozen=True):
    """A state that takes much room."""

    padding: str = "x" * 9000


class Large(SecretNumbers):
    """Its states are large."""

    state = Padded

    def deal(self, seats: int, options: Mapping[str, str], chance: Chance) -> Step:
        state, events = super().deal(seats, options, chance)
        return Padded(**asdict(state)), events


class Moody(SecretNumbers):
    """At the end of a round, it gives points as it likes."""

    def __init__(self) -> None:
        self.mood = 0

    def apply(self, state: State, action: Action, chance: Chance) -> Step:
        after, events = super().apply(state, action, chance)
        self.mood += 1
        points = after.points if after.round == state.round else (self.mood, *after.points[1:])
        return replace(after, points=points), events


class Scattered(SecretNumbers):
    """Who begins with a point depends on the order of a set."""

    def deal(self, seats: int, options: Mapping[str, str], chance: Chance) -> Step:
        state, events = super().deal(seats, options, chance)
        first = [*{f"seat {seat}" for seat in range(seats)}].index("seat 0")
        points = tuple(int(seat == first) for seat in range(seats))
        return replace(state, points=points), events


class Unfair(SecretNumbers):
    """The second place is called the third."""

    def standings(self, state: State) -> tuple[Place, ...] | None:
        places = super().standings(state)
        return places and tuple(replace(p, rank=1 + 2 * n) for n, p in enumerate(places))


class Unranked(SecretNumbers):
    """The places so far leave out the first seat."""

    def interim_standings(self, state: State) -> tuple[Place, ...]:
        return self.standings(state) or rank_seats(state.points, state.points)[1:]


class Open(SecretNumbers):
    """Whoever has answered is still offered moves."""

    def legal_moves(self, state: State, seat: Seat) -> tuple[NameNumber, ...]:
        there = 0 <= seat < len(state.answers) and bool(self.prompts(state))
        return super().legal_moves(state, seat) or ((NameNumber(1, (1, 2)),) if there else ())

    def apply(self, state: State, action: Action, chance: Chance) -> Step:
        asked = {prompt.seat for prompt in self.prompts(state)}
        if isinstance(action, Act) and action.seat not in asked:
            raise Stale
        return super().apply(state, action, chance)


class Stuttering(SecretNumbers):
    """It lists a move twice."""

    def legal_moves(self, state: State, seat: Seat) -> tuple[NameNumber, ...]:
        moves = super().legal_moves(state, seat)
        return (*moves, *moves[:1])


class Illegible(SecretNumbers):
    """It does not list a kind of events, so that nobody can read it later."""

    event_types: Sequence[type[Event]] = (RoundBegun, NumberShown)


class Lenient(SecretNumbers):
    """It takes moves that are written badly."""

    def read_move(self, path: str) -> Move:
        return super().read_move(path.strip("/"))


class Restless(SecretNumbers):
    """Each answer changes the number of the decision for all others."""

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        return tuple(replace(p, decision=self._number(state)) for p in super().prompts(state))

    def apply(self, state: State, action: Action, chance: Chance) -> Step:
        if isinstance(action, Act):
            if action.decision != self._number(state):
                raise Stale
            action = replace(action, decision=state.round)
        return super().apply(state, action, chance)

    def _number(self, state: State) -> int:
        return 100 * state.round + sum(map(bool, state.answers))


class Unpaced(SecretNumbers):
    """It tells the pause of one level alone."""

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        return tuple(replace(p, timing=Timing((1.0,))) for p in super().prompts(state))


class Shapeless(SecretNumbers):
    """Its decisions take no share of the table's time limit."""

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        return tuple(replace(p, clock_share=0.0) for p in super().prompts(state))


class Echoing(SecretNumbers):
    """Answers may change, and whoever repeats one is heard again."""

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        asked = super().prompts(state)
        here = [seat for seat in range(len(state.answers)) if asked and seat not in state.gone]
        more = [seat for seat in here if state.answers[seat]]
        return (*asked, *(replace(asked[0], seat=seat, has_answered=True) for seat in more))


class Recounting(SecretNumbers):
    """The last round has the number of the first."""

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        return tuple(replace(p, decision=p.decision % 2) for p in super().prompts(state))

    def apply(self, state: State, action: Action, chance: Chance) -> Step:
        if isinstance(action, Act) and action.decision == state.round % 2:
            action = replace(action, decision=state.round)
        return super().apply(state, action, chance)


class Hurried(SecretNumbers):
    """All rounds share a clock, so that the first one's time is all there is."""

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        return tuple(replace(p, clock="round") for p in super().prompts(state))


class Deserted(SecretNumbers):
    """A computer may take any seat, and it is left by the rules all the same."""

    def computer_may_take(self, state: State) -> bool:
        return True


class Wavering(SecretNumbers):
    """Its computers choose now this, now that."""

    fast_levels = SecretNumbers.levels

    def __init__(self) -> None:
        self.asked = 0

    def choose_move(self, view: View, moves: tuple[Move, ...], level: str, rng: Random) -> Move:
        self.asked += 1
        return moves[self.asked % 2]


class Locked(SecretNumbers):
    """It holds what belongs to one process."""

    def __init__(self) -> None:
        self.lock = Lock()


class Crowded(SecretNumbers):
    """Ten can play, against computers of three levels."""

    seats = range(2, 11)


class Boastful(SecretNumbers):
    """It names a level that it has not."""

    fast_levels = ("grandmaster",)


class Unmeasured(SecretNumbers):
    """Of its levels one was measured, and another one not."""

    level_win_rates: Mapping[int, tuple[float, ...]] = {2: (0.6, 0.7), 3: (0.5,)}


class Misseated(SecretNumbers):
    """It was measured with more players than it has seats for."""

    level_win_rates: Mapping[int, tuple[float, ...]] = {2: (0.6, 0.7), 5: (0.4, 0.5)}


class Invincible(SecretNumbers):
    """A level of it wins every game, so there is no telling how strong it is."""

    level_win_rates: Mapping[int, tuple[float, ...]] = {2: (0.6, 1.0)}


class Leaking(SecretNumbers):
    """Everybody's view has all answers, though no screen shows them."""

    def view(self, state: State, viewer: Seat | None) -> View:
        return replace(super().view(state, viewer), last=(*state.last, *state.answers))


class InView(SecretNumbers):
    """Others' answers are in the view."""

    def view(self, state: State, viewer: Seat | None) -> View:
        return replace(super().view(state, viewer), own=next(filter(None, state.answers), None))


class InMoves(SecretNumbers):
    """A number that somebody has named cannot be named again."""

    def legal_moves(self, state: State, seat: Seat) -> tuple[NameNumber, ...]:
        named = {answer.number for answer in state.answers if answer}
        return tuple(m for m in super().legal_moves(state, seat) if m.number not in named)


class InWhoIsAsked(SecretNumbers):
    """Whoever named a high number changes who is asked first."""

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        named = [answer.number for answer in state.answers if answer]
        return super().prompts(state)[:: -1 if max(named, default=0) >= 3 else 1]


class Lazy(SecretNumbers):
    """It deals nothing anew."""

    def resample_hidden(self, state: State, viewer: Seat | None, luck: Random) -> State | None:
        return state


class Oblivious(SecretNumbers):
    """It forgets that the first one's answer is hidden, too."""

    def resample_hidden(self, state: State, viewer: Seat | None, luck: Random) -> State | None:
        other = super().resample_hidden(state, viewer, luck)
        return other and replace(other, answers=(state.answers[0], *other.answers[1:]))


class Talkative(SecretNumbers):
    """Whoever sits to the left is told each answer at once."""

    def apply(self, state: State, action: Action, chance: Chance) -> Step:
        after, notices = super().apply(state, action, chance)
        if not isinstance(action, Act) or not isinstance(action.move, NameNumber):
            return after, notices
        left = (action.seat + 1) % len(state.points)
        shown = NumberShown(action.seat, action.move.number, action.move.suspected)
        return after, (*notices, Notice(shown, (left,)))


class Lost(SecretNumbers):
    """It tells somebody who is not there."""

    def deal(self, seats: int, options: Mapping[str, str], chance: Chance) -> Step:
        state, events = super().deal(seats, options, chance)
        return state, (*events, replace(events[0], to=(99,)))


class Chatty(SecretNumbersScreens):
    """It has more news than there is room."""

    def news(
        self, notices: Sequence[Notice], view: View, seat: Seat, context: ScreenContext
    ) -> tuple[str, ...]:
        return ("?",) * 4


class Wordy(SecretNumbersScreens):
    """Its board has a footer that Discord refuses."""

    def board(self, view: View, context: ScreenContext) -> Screen:
        return replace(super().board(view, context), footer="?" * 2049)


class Mute(SecretNumbersScreens):
    """There is nothing to press."""

    def own_screen(self, question: Question[View]) -> Screen:
        return replace(super().own_screen(question), rows=())


class Inviting(SecretNumbersScreens):
    """It offers its buttons to those who have answered, too."""

    def own_screen(self, question: Question[View]) -> Screen:
        screen = super().own_screen(question)
        again = ((Button("?", question.open()),),)
        return screen if question.prompt else replace(screen, rows=again)


class Nameless(SecretNumbersScreens):
    """Its end names the winner alone."""

    def end(self, view: View, places: Sequence[Place], context: ScreenContext) -> Screen:
        return Screen("!", context.names[places[0].seat])


class Empty(SecretNumbersScreens):
    """Its board says nothing."""

    def board(self, view: View, context: ScreenContext) -> Screen:
        return replace(super().board(view, context), text="", fields=())


def write_too_much(name: str, context: ScreenContext) -> RulesPage:
    """Return a page of the rules with a section that is too long for Discord."""
    return RulesPage(fields=(Field("?", "?" * 2000),))


def ask(**changes: Any) -> GamePackage:
    """Return a game that asks onlookers something else."""

    def find(view: View) -> Prediction | None:
        asked = NUMBER_PREDICTIONS.find(view)
        return asked and replace(asked, **changes)

    return replace(PACKAGE, predictions=replace(NUMBER_PREDICTIONS, find=find))


def confide(view: View) -> Prediction | None:
    """Show whoever has answered the choices of onlookers the other way round."""
    asked = NUMBER_PREDICTIONS.find(view)
    return asked and replace(asked, choices=asked.choices[:: -1 if view.own else 1])


CURIOUS = replace(
    NUMBER_PREDICTIONS,
    find=lambda view: Prediction(view.round, "first-number", ("odd", "even")),
)
"""It asks onlookers on, when all is over."""
EVASIVE = replace(
    NUMBER_PREDICTIONS, settle=lambda event: "prime" if isinstance(event, NumberShown) else ""
)
"""It answers what it has not asked."""


class Remembering(SecretNumbers):
    """It keeps the state whose view it has shown, which is no fault of its own."""

    shown: State

    def view(self, state: State, viewer: Seat | None) -> View:
        self.shown = state
        return super().view(state, viewer)


class Peeking(Remembering):
    """Its computers know the state whose view they are shown."""

    fast_levels = SecretNumbers.levels

    def choose_move(self, view: View, moves: tuple[Move, ...], level: str, rng: Random) -> Move:
        return moves[sum(answer.number for answer in self.shown.answers if answer) % len(moves)]


class Gossiping(SecretNumbersScreens):
    """Its board shows the answers that stand in the state."""

    def __init__(self, game: Remembering) -> None:
        self.game = game

    def board(self, view: View, context: ScreenContext) -> Screen:
        screen = super().board(view, context)
        return replace(screen, text=f"{screen.text}\n{self.game.shown.answers}")


class Drawing:
    """A function that draws a state, and equals all others: a cache takes one for another."""

    def __init__(self, state: State) -> None:
        self.state = state

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Drawing)

    def __hash__(self) -> int:
        return 0

    def __call__(self) -> bytes:
        return str(self.state.answers).encode()


class Drawn(Gossiping):
    """Its board has a picture of all answers, which only shows once it is drawn."""

    def board(self, view: View, context: ScreenContext) -> Screen:
        screen = SecretNumbersScreens.board(self, view, context)
        picture = Picture("board.jpg", "?", Drawing(self.game.shown), ())
        return replace(screen, picture=picture) if context.pictures else screen


SPEECHLESS = replace(
    PACKAGE, awards=AwardRules({"charming": lambda *_: True}, lambda log, places: None)
)
"""It has no words for an award."""


def of_rules(game: SecretNumbers) -> GamePackage:
    """Return a box with other rules."""
    return replace(PACKAGE, game=game)


def of_screens(screens: SecretNumbersScreens) -> GamePackage:
    """Return a box with other screens."""
    return replace(PACKAGE, screens=screens)


class Slow(SecretNumbers):
    """It weighs each move for far too long."""

    def apply(self, state: State, action: Action, chance: Chance) -> Step:
        sum(number * number for number in range(20_000))
        return super().apply(state, action, chance)


class Pondering(SecretNumbers):
    """A level that is called quick thinks for long."""

    fast_levels = ("careless",)

    def choose_move(self, view: View, moves: tuple[Move, ...], level: str, rng: Random) -> Move:
        if level == "careless":
            sum(number * number for number in range(250_000))
        return super().choose_move(view, moves, level, rng)


def gossip(screens: type[Gossiping], *, pictures: Pictures | None = None) -> GamePackage:
    """Return a box whose screens see its states."""
    game = Remembering()
    return replace(PACKAGE, game=game, screens=screens(game), pictures=pictures)


def without_german(folder: Path) -> GamePackage:
    """Return a box with texts in a folder, of which a German one is missing."""
    for file in PACKAGE.text.glob("*.ftl"):
        lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
        kept = [line for line in lines if file.stem == "en" or "game-length" not in line]
        (folder / file.name).write_text("".join(kept), encoding="utf-8")
    return replace(PACKAGE, text=folder)


LENIENT = of_rules(Lenient())
LEAKS = tuple(of_rules(game()) for game in (Leaking, InView, InMoves, InWhoIsAsked))
TALKATIVE = of_rules(Talkative())
GOSSIPING = gossip(Gossiping)
MISTAKEN = tuple(of_rules(game()) for game in (Boastful, Unmeasured, Misseated, Invincible))
PREDICTIONS = {
    "lacks predict-luck": ask(kind="luck"),
    "choices, or equal ones": ask(choices=("odd", "even", "odd")),
    "too few": ask(choices=(*range(10), "odd", "even")),
    "not there": ask(choices=("odd", "even", 99)),
    "asked again": ask(decision=0),
    "after the end": replace(PACKAGE, predictions=CURIOUS),
    "is no choice": replace(PACKAGE, predictions=EVASIVE),
}
"""By what is told of the mistake in what onlookers are asked."""
LAZY = of_rules(Lazy())
SCATTERED = of_rules(Scattered())
BREAKS = {
    "ends": of_rules(Endless()),
    "frozen": of_rules(Loose()),
    "stored": of_rules(Forgetful()),
    "small": of_rules(Large()),
    "same": of_rules(Moody()),
    "places": of_rules(Unfair()),
    "interim-places": of_rules(Unranked()),
    "asked": of_rules(Open()),
    "written": of_rules(Stuttering()),
    "read": of_rules(Illegible()),
    "taken": LENIENT,
    "open-still": of_rules(Restless()),
    "pauses": of_rules(Unpaced()),
    "shares": of_rules(Shapeless()),
    "counted": of_rules(Recounting()),
    "repeated": of_rules(Echoing()),
    "clocks": of_rules(Hurried()),
    "leaves": of_rules(Deserted()),
    "choose": of_rules(Wavering()),
    "choose-blindly": of_rules(Peeking()),
    "pickled": of_rules(Locked()),
    "fit-into-a-menu": of_rules(Crowded()),
    "known": MISTAKEN[0],
    "speed": of_rules(Slow()),
    "thought": of_rules(Pondering()),
    "alike": mole_mutants.of_moles(mole_mutants.InOnlookersView()),
    "hidden": of_rules(Oblivious()),
    "heard-and-seen": replace(RACE, game=mole_mutants.TellsLastHand()),
    "answers-hidden": mole_mutants.of_moles(mole_mutants.ShowsVotes()),
    "dealt-in-secret": mole_mutants.of_moles(mole_mutants.TellsAll()),
    "similar-games": mole_mutants.of_moles(mole_mutants.PlacesByRole()),
    "absent-discreet": mole_mutants.of_moles(mole_mutants.AbsentByRole()),
    "possible": mole_mutants.of_moles(mole_mutants.ThreeMoles()),
    "own-answer": mole_mutants.of_moles(mole_mutants.AnswersForNeighbour()),
    "seats-there": of_rules(Lost()),
    "told": of_screens(Chatty()),
    "fits": of_screens(Wordy()),
    "pressed": of_screens(Mute()),
    "waits": of_screens(Inviting()),
    "end-told": of_screens(Nameless()),
    "silent": gossip(Drawn, pictures=Pictures()),
    "in-words": of_screens(Empty()),
    "ruled": replace(PACKAGE, rulebook=Rulebook(("1", "2"), write_too_much)),
    "awarded": SPEECHLESS,
    "numbers": replace(PACKAGE, numbers={"luck": len}),
    "predicted": replace(PACKAGE, predictions=replace(NUMBER_PREDICTIONS, find=confide)),
}
"""By the rule that each of them breaks."""


class Partial(SecretNumbers):
    """It has no teams, and one player is in one."""

    def standings(self, state: State) -> tuple[Place, ...] | None:
        places = super().standings(state)
        return places and (replace(places[0], team="cats"), *places[1:])


class Homeless(TugOfWar):
    """The first seat is in no team."""

    def standings(self, state: RaceState) -> tuple[Place, ...] | None:
        places = super().standings(state) or ()
        return tuple(place if place.seat else replace(place, team="") for place in places) or None


class Strange(TugOfWar):
    """The second seat is in a team that is not there."""

    def standings(self, state: RaceState) -> tuple[Place, ...] | None:
        places = super().standings(state) or ()
        return tuple(p if p.seat != 1 else replace(p, team="mice") for p in places) or None


class Onesided(TugOfWar):
    """All are cats."""

    def standings(self, state: RaceState) -> tuple[Place, ...] | None:
        places = super().standings(state) or ()
        return tuple(replace(place, rank=1, team="cats") for place in places) or None


class Divided(TugOfWar):
    """Each has a rank of their own."""

    def standings(self, state: RaceState) -> tuple[Place, ...] | None:
        places = super().standings(state) or ()
        return tuple(replace(place, rank=rank) for rank, place in enumerate(places, 1)) or None


BREAKS["teams"] = of_rules(Partial())
TEAMS = {
    "seat 0 is in no team, but `teams` is ('cats', 'dogs')": replace(TUG_OF_WAR, game=Homeless()),
    "seat 1 is in the team 'mice', but `teams` is ('cats', 'dogs')": replace(
        TUG_OF_WAR, game=Strange()
    ),
    "nobody is in the team 'dogs', though it is in `teams`": replace(TUG_OF_WAR, game=Onesided()),
    "a team wins or loses together": replace(TUG_OF_WAR, game=Divided()),
    "`teams` names a team twice": replace(TUG_OF_WAR, teams=("cats", "dogs", "cats")),
}
"""Games that make a mistake with teams, by what is told of it."""
NAMELESS_TEAMS = replace(TUG_OF_WAR, text=RACE.text)
"""A game whose teams have no messages."""
