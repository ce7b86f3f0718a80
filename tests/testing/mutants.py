"""Games that break one rule of the contract each, and no other: the suite has to notice.

Most are Secret Numbers. Games of hidden roles are in `mole_mutants`.
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
from bot.engine.race import Race
from bot.engine.replays import FilmScene, Highlight, ReplayedStep, Replays
from bot.engine.screen import Button, Field, Picture, Screen
from bot.engine.screens import Question, ScreenContext
from tests.testing.mole_mutants import (
    AbsentByRole,
    AnswersForNeighbour,
    ForgetsJobs,
    HidesLastVotes,
    LeadersSkipMoles,
    PlacesByRole,
    RemembersMoles,
    RevealsRole,
    RolesInOnlookersView,
    ShowsVotes,
    TellsAllRoles,
    TellsLastHand,
    TellsRolesAsBools,
    ThreeMoles,
    of_moles,
)
from tests.testing.puzzle_mutants import MakesAnother, ShowsAllCards, of_puzzles
from tests.toys.race.package import PACKAGE as RACE
from tests.toys.race.rules import State as RaceState
from tests.toys.race.teams import PACKAGE as TUG_OF_WAR
from tests.toys.race.teams import TugOfWar
from tests.toys.secret_numbers.computer import SecretNumbersComputers
from tests.toys.secret_numbers.model.events import NumberShown, RoundBegun
from tests.toys.secret_numbers.model.moves import NameNumber
from tests.toys.secret_numbers.model.state import State, View
from tests.toys.secret_numbers.package import PACKAGE
from tests.toys.secret_numbers.predictions import PREDICTIONS as NUMBER_PREDICTIONS
from tests.toys.secret_numbers.rules import ROUNDS, SecretNumbers
from tests.toys.secret_numbers.screens import SecretNumbersScreens

Step = tuple[State, tuple[Notice, ...]]


class MaxActionsTooLow(SecretNumbers):
    max_actions = 2


LooseView = defstruct("LooseView", [(field.name, field.type) for field in fields(View)])
"""A view that anybody can change."""


class ViewsCanChange(SecretNumbers):
    def view(self, state: State, viewer: Seat | None) -> Any:
        return LooseView(**asdict(super().view(state, viewer)))


class LoadsOtherState(SecretNumbers):
    def load_state(self, stored: bytes) -> State:
        return replace(super().load_state(stored), schema=2)


class PaddedState(State, frozen=True):
    padding: str = "x" * 9000


class LargeStates(SecretNumbers):
    state = PaddedState

    def deal(self, seats: int, options: Mapping[str, str], chance: Chance) -> Step:
        state, events = super().deal(seats, options, chance)
        return PaddedState(**asdict(state)), events


class PointsByMood(SecretNumbers):
    def __init__(self) -> None:
        self.mood = 0

    def apply(self, state: State, action: Action, chance: Chance) -> Step:
        after, events = super().apply(state, action, chance)
        self.mood += 1
        points = after.points if after.round == state.round else (self.mood, *after.points[1:])
        return replace(after, points=points), events


class PointsByOrderOfSet(SecretNumbers):
    def deal(self, seats: int, options: Mapping[str, str], chance: Chance) -> Step:
        state, events = super().deal(seats, options, chance)
        first = [*{f"seat {seat}" for seat in range(seats)}].index("seat 0")
        points = tuple(int(seat == first) for seat in range(seats))
        return replace(state, points=points), events


class SecondIsThird(SecretNumbers):
    def standings(self, state: State) -> tuple[Place, ...] | None:
        places = super().standings(state)
        return places and tuple(replace(p, rank=1 + 2 * n) for n, p in enumerate(places))


class LeavesOutFirstSeat(SecretNumbers):
    def interim_standings(self, state: State) -> tuple[Place, ...]:
        return self.standings(state) or rank_seats(state.points, state.points)[1:]


class MovesAfterAnswer(SecretNumbers):
    def legal_moves(self, state: State, seat: Seat) -> tuple[NameNumber, ...]:
        there = 0 <= seat < len(state.answers) and bool(self.prompts(state))
        return super().legal_moves(state, seat) or ((NameNumber(1, (1, 2)),) if there else ())

    def apply(self, state: State, action: Action, chance: Chance) -> Step:
        asked = {prompt.seat for prompt in self.prompts(state)}
        if isinstance(action, Act) and action.seat not in asked:
            raise Stale
        return super().apply(state, action, chance)


class ListsMoveTwice(SecretNumbers):
    def legal_moves(self, state: State, seat: Seat) -> tuple[NameNumber, ...]:
        moves = super().legal_moves(state, seat)
        return (*moves, *moves[:1])


class LeavesOutEventType(SecretNumbers):
    event_types: Sequence[type[Event]] = (RoundBegun, NumberShown)


class TakesAnyMove(SecretNumbers):
    def apply(self, state: State, action: Action, chance: Chance) -> Step:
        if isinstance(action, Act):
            moves = self.legal_moves(state, action.seat)
            if moves and action.move not in moves:
                action = replace(action, move=moves[0])
        return super().apply(state, action, chance)


class ChangesDecisionNumbers(SecretNumbers):
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


class PauseOfOneLevel(SecretNumbers):
    def prompts(self, state: State) -> tuple[Prompt, ...]:
        return tuple(replace(p, timing=Timing((1.0,))) for p in super().prompts(state))


class NoClockShare(SecretNumbers):
    def prompts(self, state: State) -> tuple[Prompt, ...]:
        return tuple(replace(p, clock_share=0.0) for p in super().prompts(state))


class HearsRepeatedAnswers(SecretNumbers):
    def prompts(self, state: State) -> tuple[Prompt, ...]:
        asked = super().prompts(state)
        here = [seat for seat in range(len(state.answers)) if asked and seat not in state.gone]
        more = [seat for seat in here if state.answers[seat]]
        return (*asked, *(replace(asked[0], seat=seat, has_answered=True) for seat in more))


class ReusesDecisionNumbers(SecretNumbers):
    def prompts(self, state: State) -> tuple[Prompt, ...]:
        return tuple(replace(p, decision=p.decision % 2) for p in super().prompts(state))

    def apply(self, state: State, action: Action, chance: Chance) -> Step:
        if isinstance(action, Act) and action.decision == state.round % 2:
            action = replace(action, decision=state.round)
        return super().apply(state, action, chance)


class OneClockForAllRounds(SecretNumbers):
    """All rounds share a clock, so that the first one's time is all there is."""

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        return tuple(replace(p, clock="round") for p in super().prompts(state))


class ComputersTakeAnySeat(SecretNumbers):
    def computer_may_take(self, state: State) -> bool:
        return True


class ChoosesNowThisNowThat(SecretNumbersComputers):
    fast_levels = SecretNumbersComputers.levels

    def __init__(self) -> None:
        self.asked = 0

    def choose_move(self, view: View, moves: tuple[Move, ...], level: str, rng: Random) -> Move:
        self.asked += 1
        return moves[self.asked % 2]


class HoldsLock(SecretNumbersComputers):
    def __init__(self) -> None:
        self.lock = Lock()


class TenSeats(SecretNumbers):
    seats = range(2, 11)


class NamesUnknownLevel(SecretNumbersComputers):
    fast_levels = ("grandmaster",)


class LacksWinRate(SecretNumbersComputers):
    win_rates: Mapping[int, tuple[float, ...]] = {2: (0.6, 0.7), 3: (0.5,)}


class WinRateOfFiveSeats(SecretNumbersComputers):
    win_rates: Mapping[int, tuple[float, ...]] = {2: (0.6, 0.7), 5: (0.4, 0.5)}


class LevelAlwaysWins(SecretNumbersComputers):
    win_rates: Mapping[int, tuple[float, ...]] = {2: (0.6, 1.0)}


class AnswersInAllViews(SecretNumbers):
    def view(self, state: State, viewer: Seat | None) -> View:
        return replace(super().view(state, viewer), last=(*state.last, *state.answers))


class OthersAnswerInView(SecretNumbers):
    def view(self, state: State, viewer: Seat | None) -> View:
        return replace(super().view(state, viewer), own=next(filter(None, state.answers), None))


class NamedNumbersNotOffered(SecretNumbers):
    def legal_moves(self, state: State, seat: Seat) -> tuple[NameNumber, ...]:
        named = {answer.number for answer in state.answers if answer}
        return tuple(m for m in super().legal_moves(state, seat) if m.number not in named)


class AsksByHighNumber(SecretNumbers):
    def prompts(self, state: State) -> tuple[Prompt, ...]:
        named = [answer.number for answer in state.answers if answer]
        return super().prompts(state)[:: -1 if max(named, default=0) >= 3 else 1]


class ResamplesNothing(SecretNumbers):
    def resample_hidden(self, state: State, viewer: Seat | None, luck: Random) -> State | None:
        return state


class KeepsFirstAnswer(SecretNumbers):
    def resample_hidden(self, state: State, viewer: Seat | None, luck: Random) -> State | None:
        other = super().resample_hidden(state, viewer, luck)
        return other and replace(other, answers=(state.answers[0], *other.answers[1:]))


class TellsLeftSeat(SecretNumbers):
    def apply(self, state: State, action: Action, chance: Chance) -> Step:
        after, notices = super().apply(state, action, chance)
        if not isinstance(action, Act) or not isinstance(action.move, NameNumber):
            return after, notices
        left = (action.seat + 1) % len(state.points)
        shown = NumberShown(action.seat, action.move.number, action.move.suspected)
        return after, (*notices, Notice(shown, (left,)))


class TellsSeat99(SecretNumbers):
    def deal(self, seats: int, options: Mapping[str, str], chance: Chance) -> Step:
        state, events = super().deal(seats, options, chance)
        return state, (*events, replace(events[0], to=(99,)))


class TooMuchNews(SecretNumbersScreens):
    def news(
        self, notices: Sequence[Notice], view: View, seat: Seat, context: ScreenContext
    ) -> tuple[str, ...]:
        return ("?",) * 4


class LongFooter(SecretNumbersScreens):
    def board(self, view: View, context: ScreenContext) -> Screen:
        return replace(super().board(view, context), footer="?" * 2049)


class NothingToPress(SecretNumbersScreens):
    def own_screen(self, question: Question[View]) -> Screen:
        return replace(super().own_screen(question), rows=())


class LeavesOutNumber(SecretNumbersScreens):
    """All buttons work, but one number has none."""

    def own_screen(self, question: Question[View]) -> Screen:
        screen = super().own_screen(question)
        rows = ([b for b in row if getattr(b, "label", "") != "3"] for row in screen.rows)
        return replace(screen, rows=tuple(map(tuple, rows)))


class ButtonsAfterAnswer(SecretNumbersScreens):
    def own_screen(self, question: Question[View]) -> Screen:
        screen = super().own_screen(question)
        again = ((Button("?", question.open()),),)
        return screen if question.prompt else replace(screen, rows=again)


class EndNamesWinnerAlone(SecretNumbersScreens):
    def end(self, view: View, places: Sequence[Place], context: ScreenContext) -> Screen:
        return Screen("!", context.names[places[0].seat])


class EmptyBoard(SecretNumbersScreens):
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
    NUMBER_PREDICTIONS, find=lambda view: Prediction(view.round, "first-number", ("odd", "even"))
)
"""It asks onlookers on, when all is over."""
EVASIVE = replace(
    NUMBER_PREDICTIONS, settle=lambda event: "prime" if isinstance(event, NumberShown) else ""
)
"""It answers what it has not asked."""


class RemembersShownState(SecretNumbers):
    """It keeps the state whose view it has shown, which is no fault of its own."""

    shown: State

    def view(self, state: State, viewer: Seat | None) -> View:
        self.shown = state
        return super().view(state, viewer)


class ComputersKnowState(SecretNumbersComputers):
    fast_levels = SecretNumbersComputers.levels

    def __init__(self, game: RemembersShownState) -> None:
        self.game = game

    def choose_move(self, view: View, moves: tuple[Move, ...], level: str, rng: Random) -> Move:
        return moves[
            sum(answer.number for answer in self.game.shown.answers if answer) % len(moves)
        ]


class BoardShowsState(SecretNumbersScreens):
    def __init__(self, game: RemembersShownState) -> None:
        self.game = game

    def board(self, view: View, context: ScreenContext) -> Screen:
        screen = super().board(view, context)
        return replace(screen, text=f"{screen.text}\n{self.game.shown.answers}")


class ShowsNeighboursAnswer(SecretNumbersScreens):
    """It keeps what it has shown, and shows a player the answer of the next seat."""

    def __init__(self) -> None:
        self.answers = dict[Seat, Any]()

    def own_screen(self, question: Question[View]) -> Screen:
        screen = super().own_screen(question)
        self.answers[question.seat] = question.view.own
        following = (question.seat + 1) % len(question.view.points)
        return replace(screen, text=f"{screen.text} {self.answers.get(following)}")


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


class PictureShowsState(BoardShowsState):
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
    """Return the toy with other rules."""
    return replace(PACKAGE, game=game)


def of_computers(computers: SecretNumbersComputers) -> GamePackage:
    """Return the toy with other computer players."""
    return replace(PACKAGE, computers=computers)


def of_screens(screens: SecretNumbersScreens) -> GamePackage:
    """Return the toy with other screens."""
    return replace(PACKAGE, screens=screens)


class SlowRules(SecretNumbers):
    def apply(self, state: State, action: Action, chance: Chance) -> Step:
        sum(number * number for number in range(20_000))
        return super().apply(state, action, chance)


class SlowFastLevel(SecretNumbersComputers):
    fast_levels = ("careless",)

    def choose_move(self, view: View, moves: tuple[Move, ...], level: str, rng: Random) -> Move:
        if level == "careless":
            sum(number * number for number in range(250_000))
        return super().choose_move(view, moves, level, rng)


def look_back(**changes: Any) -> GamePackage:
    """Return the toy with other highlights, rounds or scenes of its finished games."""
    return replace(PACKAGE, replays=Replays(**changes))


def tell_winner(log: Sequence[ReplayedStep], context: ScreenContext) -> list[Highlight]:
    """Tell already at the deal who has most points in the end."""
    points = log[-1].views[0].points
    return [Highlight(0, 0, "fate", "", f"{points.index(max(points))} will lead, {points}")]


def tell_last_round(log: Sequence[ReplayedStep], context: ScreenContext) -> list[Highlight]:
    """Tell of the third round, which a game does not have that people end early."""
    step = next(entry.step for entry in log if entry.views[0].round == ROUNDS)
    return [Highlight(step - 1, 0, "last", "", "It ends.")]


def tell(**changes: Any) -> GamePackage:
    """Return the toy with a highlight that has something wrong."""
    highlight = replace(Highlight(0, 0, "begins", "", "It begins."), **changes)
    return look_back(find_highlights=lambda log, context: [highlight])


class RevealsNothing(SecretNumbersScreens):
    reveals = ("number-told",)


class SaysTimeIsOut(SecretNumbers):
    def prompts(self, state: State) -> tuple[Prompt, ...]:
        return tuple(replace(p, timing=Timing(timeout_message="x")) for p in super().prompts(state))


class LastsForEver(SecretNumbers):
    def typical_length(self, seats: int, options: Mapping[str, str]) -> int:
        return 100


def explain_tile(view: Any, seat: Seat, decision: int, move: Any, context: ScreenContext) -> str:
    """Name the tile, which a player who passes has not grabbed."""
    return f"{move.tile}"


def hurry(**changes: Any) -> GamePackage:
    """Return the race with another time limit, or another explanation of late presses."""
    race = Race(lambda options: 20, "clock", lambda *_: "")
    return replace(RACE, race=replace(race, **changes))


def gossip(screens: type[BoardShowsState], *, pictures: Pictures | None = None) -> GamePackage:
    """Return a box whose screens see its states."""
    game = RemembersShownState()
    return replace(PACKAGE, game=game, screens=screens(game), pictures=pictures)


def without_german(folder: Path) -> GamePackage:
    """Return the toy with texts in a folder, of which a German one is missing."""
    for file in PACKAGE.text.glob("*.ftl"):
        lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
        kept = [line for line in lines if file.stem == "en" or "game-length" not in line]
        (folder / file.name).write_text("".join(kept), encoding="utf-8")
    return replace(PACKAGE, text=folder)


LENIENT = of_rules(TakesAnyMove())
REMEMBERS = RemembersShownState()
KNOWING = replace(PACKAGE, game=REMEMBERS, computers=ComputersKnowState(REMEMBERS))
LEAKS = (AnswersInAllViews, OthersAnswerInView, NamedNumbersNotOffered, AsksByHighNumber)
TALKATIVE = of_rules(TellsLeftSeat())
GOSSIPING = gossip(BoardShowsState)
MISTAKEN = (NamesUnknownLevel, LacksWinRate, WinRateOfFiveSeats, LevelAlwaysWins)
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
HIGHLIGHTS = {
    "does it need `tells_result`?": look_back(find_highlights=tell_winner),
    "of a game that ends with step": look_back(find_highlights=tell_last_round),
    "is of step 999, which is not there": tell(step=999),
    "is about seat 9": tell(seat=9),
    "has no text in en": tell(text=" "),
    "tells the event 'shown', and its step has": tell(told_event="shown"),
}
"""By what is told of the mistake in a highlight."""
LATE_PRESSES = {
    "`get_turn_seconds` returns 0": hurry(get_turn_seconds=lambda options: 0),
    "for 'pass' to decision": hurry(explain_late_press=explain_tile),
}
"""By what is told of the mistake of a race."""
REMEMBERING_SCREENS = of_screens(ShowsNeighboursAnswer())
REMEMBERING_COMPUTERS = of_moles(RemembersMoles())
NO_THREE = of_screens(LeavesOutNumber())
TELLS_BOOLS = of_moles(TellsRolesAsBools())
REVEALS_ROLE = of_moles(RevealsRole())
LAZY = of_rules(ResamplesNothing())
SCATTERED = of_rules(PointsByOrderOfSet())
BREAKS = {
    "game-ends": of_rules(MaxActionsTooLow()),
    "frozen-structs": of_rules(ViewsCanChange()),
    "json-round-trip": of_rules(LoadsOtherState()),
    "state-size": of_rules(LargeStates()),
    "deterministic-steps": of_rules(PointsByMood()),
    "final-standings": of_rules(SecondIsThird()),
    "interim-standings": of_rules(LeavesOutFirstSeat()),
    "moves-while-asked": of_rules(MovesAfterAnswer()),
    "move-paths": of_rules(ListsMoveTwice()),
    "moves-and-events-parse": of_rules(LeavesOutEventType()),
    "only-legal-moves": LENIENT,
    "stable-decisions": of_rules(ChangesDecisionNumbers()),
    "think-seconds": of_rules(PauseOfOneLevel()),
    "clock-share": of_rules(NoClockShare()),
    "new-decision-numbers": of_rules(ReusesDecisionNumbers()),
    "repeat-changes-nothing": of_rules(HearsRepeatedAnswers()),
    "new-clock-names": of_rules(OneClockForAllRounds()),
    "leave-or-replace": of_rules(ComputersTakeAnySeat()),
    "computers-move-legally": of_computers(ChoosesNowThisNowThat()),
    "computers-use-views-only": KNOWING,
    "picklable": of_computers(HoldsLock()),
    "levels-fit-menu": of_rules(TenSeats()),
    "level-names-and-rates": of_computers(NamesUnknownLevel()),
    "rules-speed": of_rules(SlowRules()),
    "computers-speed": of_computers(SlowFastLevel()),
    "views-hide-secrets": of_moles(RolesInOnlookersView()),
    "resample-all-secrets": of_rules(KeepsFirstAnswer()),
    "events-match-views": replace(RACE, game=TellsLastHand()),
    "answers-stay-hidden": of_moles(ShowsVotes()),
    "events-hide-draws": of_moles(TellsAllRoles()),
    "similar-games-look-alike": of_moles(PlacesByRole()),
    "asking-hides-secrets": of_moles(LeadersSkipMoles()),
    "absent-moves-hide-secrets": of_moles(AbsentByRole()),
    "resample-possible-states": of_moles(ThreeMoles()),
    "resample-fits-past": of_moles(ForgetsJobs()),
    "players-see-public-facts": of_moles(HidesLastVotes()),
    "answer-for-oneself": of_moles(AnswersForNeighbour()),
    "event-recipients": of_rules(TellsSeat99()),
    "events-have-words": of_screens(TooMuchNews()),
    "screens-fit-discord": of_screens(LongFooter()),
    "buttons-reach-moves": of_screens(NothingToPress()),
    "no-buttons-unasked": of_screens(ButtonsAfterAnswer()),
    "end-names-players": of_screens(EndNamesWinnerAlone()),
    "screens-hide-secrets": gossip(PictureShowsState, pictures=Pictures()),
    "text-only-boards": of_screens(EmptyBoard()),
    "rules-pages-fit": replace(PACKAGE, rulebook=Rulebook(("1", "2"), write_too_much)),
    "awards": SPEECHLESS,
    "numbers": replace(PACKAGE, numbers={"luck": len}),
    "predictions": replace(PACKAGE, predictions=replace(NUMBER_PREDICTIONS, find=confide)),
    "rounds": look_back(find_rounds=lambda log: (1, 2)),
    "highlights": tell(step=-1),
    "film-scenes": look_back(find_film_scenes=lambda *_: [FilmScene(99, ())]),
    "reveals": of_screens(RevealsNothing()),
    "timeout-messages": of_rules(SaysTimeIsOut()),
    "late-presses": hurry(get_turn_seconds=lambda options: -1),
    "typical-length": of_rules(LastsForEver()),
    "puzzle-steps": of_puzzles(MakesAnother()),
    "puzzle-screens": of_puzzles(ShowsAllCards()),
}
"""By the rule that each of them breaks."""


class TeamWithoutTeams(SecretNumbers):
    def standings(self, state: State) -> tuple[Place, ...] | None:
        places = super().standings(state)
        return places and (replace(places[0], team="cats"), *places[1:])


class SeatWithoutTeam(TugOfWar):
    def standings(self, state: RaceState) -> tuple[Place, ...] | None:
        places = super().standings(state) or ()
        return tuple(place if place.seat else replace(place, team="") for place in places) or None


class UnknownTeam(TugOfWar):
    def standings(self, state: RaceState) -> tuple[Place, ...] | None:
        places = super().standings(state) or ()
        return tuple(p if p.seat != 1 else replace(p, team="mice") for p in places) or None


class AllInOneTeam(TugOfWar):
    def standings(self, state: RaceState) -> tuple[Place, ...] | None:
        places = super().standings(state) or ()
        return tuple(replace(place, rank=1, team="cats") for place in places) or None


class TeamWithManyRanks(TugOfWar):
    def standings(self, state: RaceState) -> tuple[Place, ...] | None:
        places = super().standings(state) or ()
        return tuple(replace(place, rank=rank) for rank, place in enumerate(places, 1)) or None


BREAKS["teams"] = of_rules(TeamWithoutTeams())
TEAMS = {
    "seat 0 is in no team, but `teams` is ('cats', 'dogs')": replace(
        TUG_OF_WAR, game=SeatWithoutTeam()
    ),
    "seat 1 is in the team 'mice', but `teams` is ('cats', 'dogs')": replace(
        TUG_OF_WAR, game=UnknownTeam()
    ),
    "nobody is in the team 'dogs', though it is in `teams`": replace(
        TUG_OF_WAR, game=AllInOneTeam()
    ),
    "a team wins or loses together": replace(TUG_OF_WAR, game=TeamWithManyRanks()),
    "`teams` names a team twice": replace(TUG_OF_WAR, teams=("cats", "dogs", "cats")),
}
"""Games that make a mistake with teams, by what is told of it."""
NAMELESS_TEAMS = replace(TUG_OF_WAR, text=RACE.text)
"""A game whose teams have no messages."""
