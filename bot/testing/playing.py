"""Rules of the contract, and the games that they are checked with.

Each game is played to its end. All seats have the same kind of players.
"""

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from msgspec import Struct

from bot.engine.chance import PythonChance
from bot.engine.events import EventRecord, Seat
from bot.engine.game import ActionRecord, ActRecord, Elapse, Game, IllegalMove, Leave, Option, Stale
from bot.engine.package import GamePackage

RANDOM_PLAYERS, ABSENT_PLAYERS = "random", "absent"
"""Players who choose moves at random, and players of whom only the first seat is present."""
PRESSING_PLAYERS = "pressing"
"""Players who choose a move field by field, each possible field with the same probability."""
MILLISECONDS_PER_STEP = 4_000
"""Time between two actions. Where clicks may overtake each other, one is up to twice as early."""
STEPS_PER_LEAVE = 40
"""If the rules handle it, a seat leaves at one of so many steps on average."""
GAMES_PER_FAST_LEVEL = 10
"""After the first games, which have each level once, a fast level plays one of so many games."""

MoveFilter = Callable[[Any, Seat, tuple[str, ...], Random], Sequence[str]]
"""Returns the moves of a seat that random players choose from, so that rare things happen, too."""


class Setup(Struct, frozen=True):
    """How a game is dealt, and who plays it."""

    number: int
    """All random choices follow from it."""
    seats: int
    options: Mapping[str, str]
    players: str
    """`RANDOM_PLAYERS`, `ABSENT_PLAYERS`, `PRESSING_PLAYERS` or a level, for all seats."""

    def __str__(self) -> str:
        chosen = "".join(f", {name} {choice}" for name, choice in self.options.items())
        return f"game {self.number}: {self.seats} seats{chosen}, played by {self.players}"


class Step(Struct, frozen=True):
    """A step of a game: an action, and what it led to."""

    number: int
    """0 is the deal."""
    action: ActionRecord | None
    """None: the deal."""
    state: Any
    """The state after the action."""
    events: tuple[EventRecord, ...]


class Broken(Exception):
    """A rule does not hold. The text says why, without the rule's name."""

    def __init__(self, reason: str, step: int | None = None) -> None:
        """Give the reason, and the number of the step, or None if it is about no step."""
        super().__init__(reason)
        self.reason = reason
        self.step = step


class Play(Struct, frozen=True):
    """A game that was played to its end, or until it failed."""

    package: GamePackage
    setup: Setup
    steps: tuple[Step, ...]
    failure: str = ""
    """Why it was not played to its end; "": it was."""

    @property
    def game(self) -> Game[Any, Any]:
        """The rules of the game."""
        return self.package.game

    @property
    def rng(self) -> Random:
        """A new random generator for checks, with the same seed each time."""
        return Random(f"look {self.setup.number}")  # noqa: S311 - no draw of a game

    @property
    def transitions(self) -> Iterator[tuple[Step, Step]]:
        """Each step from the first action on, with the step before it."""
        return zip(self.steps, self.steps[1:], strict=False)

    def sample_steps(self, number: int, rng: Random) -> list[Step]:
        """Return at most so many random steps, in their order."""
        chosen = sorted(rng.sample(range(len(self.steps)), min(number, len(self.steps))))
        return [self.steps[place] for place in chosen]

    def apply(
        self, state: Any, action: ActionRecord, step: int
    ) -> tuple[Any, tuple[EventRecord, ...]]:
        """Apply an action to a state, with the chance of that step of this game."""
        after: tuple[Any, tuple[EventRecord, ...]] = self.game.step(
            state, action, make_chance(self.setup, step)
        )
        return after


def list_choices(option: Option) -> tuple[str, ...]:
    """Return the choices of an option; of parts to pick, only the last ones together."""
    picked = (".".join(option.parts[-option.picks :]),) if option.parts else ()
    return (*option.choices, *picked)


def make_setup(game: Game[Any, Any], number: int) -> Setup:
    """Return the setup of the game with this number.

    The players of the first setups are computer players, of one level after the other. Then comes
    one in which all are absent.
    """
    rng = Random(f"setting {number}")  # noqa: S311 - no draw of a game
    options = {option.name: rng.choice(list_choices(option)) for option in game.options}
    kinds = (*game.levels, ABSENT_PLAYERS)
    players, seats = RANDOM_PLAYERS, rng.choice(game.seats)
    if number < len(kinds):
        players = kinds[number]
    elif number % GAMES_PER_FAST_LEVEL == 0:
        players = rng.choice(
            [kind for kind in kinds if kind in game.fast_levels] or [RANDOM_PLAYERS]
        )
    if players not in game.fast_levels:
        seats = seats if players in (RANDOM_PLAYERS, ABSENT_PLAYERS) else game.seats[0]
    if players != RANDOM_PLAYERS and not game.computers_fit(options):
        options = game.defaults
    return Setup(number, seats, options, players)


def make_chance(setup: Setup, step: int) -> PythonChance:
    """Return the chance of a step, which does not depend on earlier draws."""
    return PythonChance(setup.number << 32 | step)


def play_game(package: GamePackage, setup: Setup, move_filter: MoveFilter | None = None) -> Play:
    """Play a game from the deal to its end.

    If the game fails, the result ends there and says why. `move_filter` applies to random players
    in every other game.
    """
    if setup.number % 2:
        move_filter = None
    steps, failure = list[Step](), ""
    try:
        for step in _play_steps(package.game, setup, move_filter):
            steps.append(step)
            if len(steps) > package.game.max_actions:
                failure = f"{package.game.max_actions} inputs do not end it"
                break
    except Exception as problem:
        failure = f"{type(problem).__name__}: {problem}"
    return Play(package, setup, tuple(steps), failure)


def _play_steps(
    game: Game[Any, Any], setup: Setup, move_filter: MoveFilter | None
) -> Iterator[Step]:
    rng = Random(f"play {setup.number}")  # noqa: S311 - no draw of a game
    state, events = game.begin(setup.seats, setup.options, make_chance(setup, 0))
    yield Step(0, None, state, events)
    step = 1
    while game.prompts(state):
        action = _choose_action(game, setup, state, step, rng, move_filter)
        try:
            state, events = game.step(state, action, make_chance(setup, step))
        except Stale:
            if not isinstance(action, Leave):  # a seat cannot leave twice
                raise
            continue
        except IllegalMove as refused:
            raise ValueError(f"a move is listed, but {refused.key}: {action}") from refused
        yield Step(step, action, state, events)
        step += 1


def _choose_action(
    game: Game[Any, Any],
    setup: Setup,
    state: Any,
    step: int,
    rng: Random,
    move_filter: MoveFilter | None,
) -> ActionRecord:
    are_people = setup.players in (RANDOM_PLAYERS, PRESSING_PLAYERS)
    may_leave = are_people and not game.computer_may_take(state)
    if may_leave and rng.randrange(STEPS_PER_LEAVE) == 0:
        return Leave(rng.randrange(setup.seats))
    prompt = rng.choice(game.prompts(state))
    if prompt.seat is None:
        return Elapse(prompt.decision)
    early = 0 if prompt.min_think_seconds else rng.randrange(2 * MILLISECONDS_PER_STEP)
    at = (step * MILLISECONDS_PER_STEP - early) << 22
    if move_filter and setup.players == RANDOM_PLAYERS:
        moves = game.legal_paths(state, prompt.seat)
        move = rng.choice(move_filter(state, prompt.seat, moves, rng))
    else:
        move = _choose_move(game, setup, state, prompt.seat, rng)
    return ActRecord(prompt.seat, prompt.decision, move, max(0, at))


def _choose_move(game: Game[Any, Any], setup: Setup, state: Any, seat: Seat, rng: Random) -> str:
    moves = game.legal_paths(state, seat)
    if setup.players == RANDOM_PLAYERS or (setup.players == ABSENT_PLAYERS and seat == 0):
        return rng.choice(moves)
    if setup.players == PRESSING_PLAYERS:
        return _choose_by_pressing(moves, rng)
    view, typed = game.view(state, seat), game.legal_moves(state, seat)
    return game.choose_move(view, typed, setup.players, rng).path


def list_next_fields(paths: Sequence[str], path: str) -> tuple[str, ...]:
    """Return the distinct fields that can follow `path` in `paths`, in their order."""
    prefix = f"{path}/" if path else ""
    rest = (each[len(prefix) :] for each in paths if each.startswith(prefix))
    return tuple(dict.fromkeys(fields.split("/", 1)[0] for fields in rest))


def _choose_by_pressing(moves: tuple[str, ...], rng: Random) -> str:
    path = ""
    while fields := list_next_fields(moves, path):
        field = rng.choice(fields)
        path = f"{path}/{field}" if path else field
    return path


class Rule(NamedTuple):
    """A rule that every game has to keep."""

    name: str
    """Its name on the command line and in tests."""
    statement: str
    check: Callable[[Play], None]
    """Raises `Broken` if the rule does not hold in a game."""
    games_per_check: int = 1
    """One of so many games is checked."""
    method_name: str = ""
    """The game's method to look at first if the rule is broken, such as "game.step"; "": none."""

    def find_method(self, package: GamePackage) -> str:
        """Return file, line and name of the method `method_name`, or "" if there is none."""
        owner, _, name = self.method_name.partition(".")
        method = inspect.unwrap(getattr(type(getattr(package, owner)), name)) if name else None
        code = getattr(method, "__code__", None)
        return f"{code.co_filename}:{code.co_firstlineno} `{name}`" if code else ""


def rule(
    statement: str, *, method_name: str = "", games_per_check: int = 1
) -> Callable[[Callable[[Play], None]], Rule]:
    """Make a rule of a function `_check_<name>`; the arguments are fields of `Rule`."""

    def make(check: Callable[[Play], None]) -> Rule:
        name = check.__name__.removeprefix("_check_").replace("_", "-")
        return Rule(name, statement, check, games_per_check, method_name)

    return make
