"""Rules of the contract, and the games that are played in order to check them."""

import inspect
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct

from bot.engine.chance import PythonChance
from bot.engine.computers import Computers
from bot.engine.events import EventRecord, Seat
from bot.engine.game import Elapse, Game, IllegalMove, Leave, Stale
from bot.engine.options import Option, computers_can_play, default_options
from bot.engine.package import GamePackage
from bot.engine.records import ActionRecord, ActRecord, apply_record, begin_game, list_legal_paths

RANDOM_PLAYERS, PRESSING_PLAYERS = "random", "pressing"
"""Players who choose a move at random: any legal one, or field by field as buttons offer it."""
ABSENT_PLAYERS, FIRST_MOVE_PLAYERS, LAST_MOVE_PLAYERS = "absent", "first-move", "last-move"
"""Players for whom a computer plays, or who always take the first or last legal move.

The first seat chooses at random in all three. So a game fails to end if a stubborn majority can
stop it, and not if all agree to go on for ever.
"""
MILLISECONDS_PER_STEP = 4_000
STEPS_PER_LEAVE = 40
GAMES_PER_FAST_LEVEL, GAMES_PER_STUBBORN_PLAYERS = 10, 20

AnyGame = Game[Any, Any]
MoveFilter = Callable[[Any, Seat, tuple[str, ...], Random], Sequence[str]]
"""Restricts the legal moves of random players, so that rare events happen, too."""

Result = tuple[Any, tuple[EventRecord, ...]]
"""A state, and the events of the step that led to it."""


class Setup(Struct, frozen=True):
    """The conditions of a played game, from which it can be played again."""

    number: int
    """The number of the game, from which all its random choices follow."""
    seats: int
    options: Mapping[str, str]
    players: str
    """The kind of players: one of those above, or a level of computer players."""

    def __str__(self) -> str:
        chosen = "".join(f", {name} {choice}" for name, choice in self.options.items())
        return f"game {self.number}: {self.seats} seats{chosen}, played by {self.players}"


class Step(Struct, frozen=True):
    """One step of a played game: an action, and the state and events that resulted from it."""

    number: int
    """The deal is step 0, and the only one without an action."""
    action: ActionRecord | None
    state: Any
    events: tuple[EventRecord, ...]
    draws: int = 0
    """The number of random draws in the step."""


class CountingChance(PythonChance):
    """Random draws that are counted."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.draws = 0

    def below(self, n: int) -> int:
        """Draw an integer from 0 to `n` - 1."""
        self.draws += 1
        return super().below(n)

    def shuffle(self, items: Sequence[int]) -> tuple[int, ...]:
        """Return the items in a random order."""
        self.draws += 1
        return super().shuffle(items)


class Broken(Exception):
    """Raised by a check if a game breaks a rule, perhaps with the number of the step that does.

    Attributes:
        method_names: The methods to look at first, or () for that of the rule.
    """

    def __init__(
        self, reason: str, step: Step | int | None = None, method_names: Sequence[str] = ()
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.step = step.number if isinstance(step, Step) else step
        self.method_names = tuple(method_names)


class Play(Struct, frozen=True):
    """A game that was played to its end, or as far as possible."""

    package: GamePackage
    setup: Setup
    steps: tuple[Step, ...]
    failure: str = ""
    """Why the game could not be played to its end, or ""."""
    unused_computers: bytes = b""
    """The game's computers, pickled before any game was played, or b"" if they cannot be."""

    @property
    def game(self) -> AnyGame:
        """The rules of the game that was played."""
        return self.package.game

    @property
    def computers(self) -> Computers[Any]:
        """The computer players of the game that was played."""
        return self.package.computers

    @property
    def rng(self) -> Random:
        """A new random generator for a check. Its seed depends only on the game's number."""
        return Random(f"look {self.setup.number}")  # noqa: S311 - no draw of a game

    @property
    def viewers(self) -> tuple[Seat | None, ...]:
        """An onlooker, and each seat."""
        return (None, *range(self.setup.seats))

    @property
    def transitions(self) -> Iterator[tuple[Step, Step]]:
        """Pairs of neighbouring steps: the step before an action, and the step with that action."""
        return zip(self.steps, self.steps[1:], strict=False)

    @property
    def answers(self) -> list[tuple[Step, Step, ActRecord]]:
        """The transitions in which a player makes a move, each with that action."""
        return [
            (before, after, after.action)
            for before, after in self.transitions
            if isinstance(after.action, ActRecord)
        ]

    def sample_steps(self, number: int, rng: Random) -> list[Step]:
        """Return at most `number` random steps, in the order in which they were played."""
        chosen = sorted(rng.sample(range(len(self.steps)), min(number, len(self.steps))))
        return [self.steps[place] for place in chosen]

    def apply(self, state: Any, action: ActionRecord, step: int) -> Result:
        """Apply an action to a state, with the same random draws as in the given step."""
        after: Result = apply_record(self.game, state, action, make_chance(self.setup, step))
        return after

    def list_others_asked(self, state: Any, act: ActRecord) -> list[Seat]:
        """Return the seats of the other players who are asked for the decision of an answer."""
        prompts = self.game.prompts(state)
        asked = (prompt.seat for prompt in prompts if prompt.decision == act.decision)
        return [seat for seat in asked if seat is not None and seat != act.seat]


def name_viewer(viewer: Seat | None) -> str:
    """Return the name of a viewer for messages, such as "seat 0"."""
    return "an onlooker" if viewer is None else f"seat {viewer}"


def describe_error(package: GamePackage, problem: Exception) -> str:
    """Return an error in one line, with the innermost place in the game's own files."""
    modules = (sys.modules.get(type(part).__module__) for part in (package.game, package.screens))
    folders = [Path(module.__file__).parent for module in modules if module and module.__file__]
    frames = traceback.extract_tb(problem.__traceback__)
    own = [f for f in frames if any(Path(f.filename).is_relative_to(each) for each in folders)]
    where = [f"{each.filename}:{each.lineno} `{each.name}`" for each in (own or frames)[-1:]]
    notes = getattr(problem, "__notes__", ())
    return "; ".join((f"{type(problem).__name__}: {problem}", *notes, *where))


def list_choices(option: Option) -> tuple[str, ...]:
    """Return the choices of an option, and one combination of parts if a host can combine them."""
    picked = (".".join(option.parts[-option.picks :]),) if option.parts else ()
    return (*option.choices, *picked)


def make_setup(package: GamePackage, number: int) -> Setup:
    """Return the setup of the game with this number.

    In the first games, each level of computer players, the absent and both kinds of stubborn
    players play once. Most of the others are played by random players.
    """
    game, computers = package.game, package.computers
    rng = Random(f"setting {number}")  # noqa: S311 - no draw of a game
    options = {option.name: rng.choice(list_choices(option)) for option in game.options}
    kinds, stubborn = (*computers.levels, ABSENT_PLAYERS), (FIRST_MOVE_PLAYERS, LAST_MOVE_PLAYERS)
    players, seats = RANDOM_PLAYERS, rng.choice(game.seats)
    if number < len(kinds) + len(stubborn):
        players = (*kinds, *stubborn)[number]
    elif number % GAMES_PER_STUBBORN_PLAYERS == 1:
        players = rng.choice(stubborn)
    elif number % GAMES_PER_FAST_LEVEL == 0:
        players = rng.choice(
            [kind for kind in kinds if kind in computers.fast_levels] or [RANDOM_PLAYERS]
        )
    if players not in computers.fast_levels:
        seats = game.seats[0] if players in computers.levels else seats
    if players in kinds and not computers_can_play(game.options, options):
        options = default_options(game.options)
    return Setup(number, seats, options, players)


def make_chance(setup: Setup, step: int) -> PythonChance:
    """Return the random draws of a step."""
    return PythonChance(make_seed(setup, step))


def make_seed(setup: Setup, step: int) -> int:
    """Return the seed of the random draws of a step."""
    return setup.number << 32 | step


def play_game(package: GamePackage, setup: Setup, move_filter: MoveFilter | None = None) -> Play:
    """Play a game to its end, or up to the error that `Play.failure` then names.

    `move_filter` restricts the moves of random players in games with an even number.
    """
    if setup.number % 2:
        move_filter = None
    steps, failure = list[Step](), ""
    try:
        for step in _play_steps(package, setup, move_filter):
            steps.append(step)
            if len(steps) > package.game.max_actions:
                failure = f"{package.game.max_actions} inputs do not end it"
                break
    except Exception as problem:
        deal = "" if steps else f"the deal for {setup.seats} seats fails: "
        failure = f"{deal}{describe_error(package, problem)}"
    return Play(package, setup, tuple(steps), failure)


def _play_steps(
    package: GamePackage, setup: Setup, move_filter: MoveFilter | None
) -> Iterator[Step]:
    game = package.game
    rng = Random(f"play {setup.number}")  # noqa: S311 - no draw of a game
    chance = CountingChance(make_seed(setup, 0))
    state, events = begin_game(game, setup.seats, setup.options, chance)
    yield Step(0, None, state, events, chance.draws)
    step = 1
    while game.prompts(state):
        action = _choose_action(package, setup, state, step, rng, move_filter)
        chance = CountingChance(make_seed(setup, step))
        try:
            state, events = apply_record(game, state, action, chance)
        except Stale:
            if not isinstance(action, Leave):  # a seat cannot leave twice
                raise
            continue
        except IllegalMove as refused:
            why = f"a legal move is refused ({refused.key}): {action}"
            raise ValueError(f"{why}. Is its class in `move_types`?") from refused
        yield Step(step, action, state, events, chance.draws)
        step += 1


def _choose_action(
    package: GamePackage,
    setup: Setup,
    state: Any,
    step: int,
    rng: Random,
    move_filter: MoveFilter | None,
) -> ActionRecord:
    game = package.game
    are_people = setup.players in (RANDOM_PLAYERS, PRESSING_PLAYERS)
    may_leave = are_people and not game.computer_may_take(state)
    if may_leave and rng.randrange(STEPS_PER_LEAVE) == 0:
        return Leave(rng.randrange(setup.seats))
    prompt = rng.choice(game.prompts(state))
    if prompt.seat is None:
        return Elapse(prompt.decision)
    early = 0 if prompt.timing.min_think_seconds else rng.randrange(2 * MILLISECONDS_PER_STEP)
    at = (step * MILLISECONDS_PER_STEP - early) << 22
    if move_filter and setup.players == RANDOM_PLAYERS:
        moves = list_legal_paths(game, state, prompt.seat)
        move = rng.choice(move_filter(state, prompt.seat, moves, rng))
    else:
        move = _choose_move(package, setup, state, prompt.seat, rng)
    return ActRecord(prompt.seat, prompt.decision, move, max(0, at))


def _choose_move(package: GamePackage, setup: Setup, state: Any, seat: Seat, rng: Random) -> str:
    moves = list_legal_paths(package.game, state, seat)
    if setup.players == PRESSING_PLAYERS:
        return _choose_by_pressing(moves, rng)
    if setup.players == RANDOM_PLAYERS or (
        setup.players not in package.computers.levels and seat == 0
    ):
        return rng.choice(moves)
    if setup.players in (FIRST_MOVE_PLAYERS, LAST_MOVE_PLAYERS):
        return moves[0] if setup.players == FIRST_MOVE_PLAYERS else moves[-1]
    return choose_as_computer(package, state, seat, setup.players, rng)


def choose_as_computer(
    package: GamePackage, state: Any, seat: Seat, level: str, rng: Random
) -> str:
    """Return the path of a computer's move, or raise its error with a note on level and prompt."""
    game = package.game
    view, moves = game.view(state, seat), game.legal_moves(state, seat)
    try:
        return package.computers.choose_move(view, moves, level, rng).path
    except Exception as problem:
        kinds = [prompt.kind for prompt in game.prompts(state) if prompt.seat == seat]
        problem.add_note(f"`choose_move` at level {level} for seat {seat}, which is asked {kinds}")
        raise


def list_next_fields(paths: Sequence[str], path: str) -> tuple[str, ...]:
    """Return the distinct fields that can follow `path` in the paths of legal moves."""
    prefix = f"{path}/" if path else ""
    rest = (each[len(prefix) :] for each in paths if each.startswith(prefix))
    return tuple(dict.fromkeys(fields.split("/", 1)[0] for fields in rest))


def _choose_by_pressing(moves: tuple[str, ...], rng: Random) -> str:
    path = ""
    while fields := list_next_fields(moves, path):
        field = rng.choice(fields)
        path = f"{path}/{field}" if path else field
    return path


class Rule(Struct, frozen=True):
    """A rule that every game has to keep: its name, and the sentence that is printed with it."""

    name: str
    statement: str


class PlayedRule(Rule, frozen=True):
    """A rule that is checked with played games."""

    check: Callable[[Play], None]
    """Raises `Broken` if the game breaks the rule."""
    games_per_check: int
    """The rule is checked with one of this many games."""
    method_name: str
    """The method to look at first if the rule is broken, such as "game.apply", or ""."""


def find_method(package: GamePackage, method_name: str) -> str:
    """Return the file, line and name of a method such as "game.apply", or "" for ""."""
    owner, _, name = method_name.partition(".")
    method = inspect.unwrap(getattr(getattr(package, owner), name)) if name else None
    code = getattr(method, "__code__", None)
    return f"{code.co_filename}:{code.co_firstlineno} `{name}`" if code else ""


def rule(
    method_name: str = "", *, games_per_check: int = 1
) -> Callable[[Callable[[Play], None]], PlayedRule]:
    """Turn a function named `_check_<name>` into the rule with that name.

    The rule's statement is the first line of the function's docstring.
    """

    def make(check: Callable[[Play], None]) -> PlayedRule:
        name = check.__name__.removeprefix("_check_").replace("_", "-")
        statement = (check.__doc__ or "").partition("\n")[0]
        return PlayedRule(name, statement, check, games_per_check, method_name)

    return make
