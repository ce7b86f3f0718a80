"""Rules of the contract, and the games that are played in order to check the rules.

Each game is played to its end. All seats have the same kind of player.
"""

import inspect
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from msgspec import Struct

from bot.engine.chance import PythonChance
from bot.engine.events import EventRecord, Seat
from bot.engine.game import ActionRecord, ActRecord, Elapse, Game, IllegalMove, Leave, Option, Stale
from bot.engine.package import GamePackage

RANDOM_PLAYERS, ABSENT_PLAYERS = "random", "absent"
"""Two kinds of players: those who choose each move at random, and absent people.

In a game of absent people, only the first player is present and chooses at random. The computer
plays for all others.
"""
FIRST_MOVE_PLAYERS, LAST_MOVE_PLAYERS = "first-move", "last-move"
"""Two kinds of stubborn players, who always take the first or the last of their legal moves.

Only the first player chooses at random. So a game fails to end if a majority that never gives in
can stop it, and not if all agree to go on for ever.
"""
PRESSING_PLAYERS = "pressing"
"""The kind of players who choose a move field by field, as people do by pressing buttons.

Each possible next field has the same probability.
"""
MILLISECONDS_PER_STEP = 4_000
"""The average time between two actions of a played game, in milliseconds.

Unless the prompt has a minimum thinking time, the time of an answer is moved earlier at random, by
up to twice as much. So an answer can have an earlier time than the one before it.
"""
STEPS_PER_LEAVE = 40
"""The average number of steps after which a random player leaves the game.

Players leave only while the rules allow it.
"""
GAMES_PER_FAST_LEVEL, GAMES_PER_STUBBORN_PLAYERS = 10, 20
"""One of every this many games is played by a fast computer level, or by stubborn players.

The first few games are not counted: in them, each computer level and each kind of players plays
once.
"""

MoveFilter = Callable[[Any, Seat, tuple[str, ...], Random], Sequence[str]]
"""A function that restricts the moves from which random players choose.

It is used so that rare events happen, too. Its arguments are the state, the player's seat, the
paths of all legal moves, and a source of random choices. It returns the paths that remain.
"""


class Setup(Struct, frozen=True):
    """The conditions of a played game: its number, seats, options and kind of players.

    The same game can be played again from them.
    """

    number: int
    """The number of the game. All its random choices follow from this number."""
    seats: int
    """The number of players."""
    options: Mapping[str, str]
    """Maps the name of each of the game's options to the choice for this game."""
    players: str
    """The kind of players at all seats.

    It is one of the kinds above, such as `RANDOM_PLAYERS`, or a level of computer players.
    """

    def __str__(self) -> str:
        chosen = "".join(f", {name} {choice}" for name, choice in self.options.items())
        return f"game {self.number}: {self.seats} seats{chosen}, played by {self.players}"


class Step(Struct, frozen=True):
    """One step of a played game: an action, and the state and events that resulted from it."""

    number: int
    """The number of the step, counted from the deal, which is step 0."""
    action: ActionRecord | None
    """The action of the step, for example a move. None means that the step is the deal."""
    state: Any
    """The state of the game after the action."""
    events: tuple[EventRecord, ...]
    """The events that the step caused, in the form in which they are stored."""
    draws: int = 0
    """The number of random draws in the step."""


class CountingChance(PythonChance):
    """Random draws that are counted."""

    def __init__(self, seed: int) -> None:
        """Prepare the random draws of one step, which follow from the seed."""
        super().__init__(seed)
        self.draws = 0
        """The number of draws so far."""

    def below(self, n: int) -> int:
        """Draw an integer from 0 to `n` - 1."""
        self.draws += 1
        return super().below(n)

    def shuffle(self, items: Sequence[int]) -> tuple[int, ...]:
        """Return the items in a random order."""
        self.draws += 1
        return super().shuffle(items)


class Broken(Exception):
    """Raised by a check if a game breaks a rule. The text says why, without the rule's name."""

    def __init__(self, reason: str, step: int | None = None) -> None:
        """Say why the rule is broken, and where.

        Args:
            reason: Why the rule is broken.
            step: The number of the step that breaks the rule. None means that no single step does.
        """
        super().__init__(reason)
        self.reason = reason
        self.step = step


class Play(Struct, frozen=True):
    """A game that was played to its end, or as far as possible."""

    package: GamePackage
    """The package with all parts of the game that was played."""
    setup: Setup
    """The conditions of the game: its number, seats, options and kind of players."""
    steps: tuple[Step, ...]
    """All steps of the game, beginning with the deal."""
    failure: str = ""
    """Why the game could not be played to its end: an error, or too many actions.

    "" means that the game was played to its end.
    """
    unused_game: bytes = b""
    """The object with the game's rules, pickled before any game was played with it.

    b"" means that it cannot be pickled, which breaks a rule of its own.
    """

    @property
    def game(self) -> Game[Any, Any]:
        """The rules of the game that was played."""
        return self.package.game

    @property
    def rng(self) -> Random:
        """A new random generator for a check. Its seed depends only on the game's number."""
        return Random(f"look {self.setup.number}")  # noqa: S311 - no draw of a game

    @property
    def transitions(self) -> Iterator[tuple[Step, Step]]:
        """Pairs of neighbouring steps: the step before an action, and the step with that action."""
        return zip(self.steps, self.steps[1:], strict=False)

    def sample_steps(self, number: int, rng: Random) -> list[Step]:
        """Return some steps of the game, chosen at random, in the order in which they were played.

        Args:
            number: The maximum number of steps to return.
            rng: The source of the random choices.
        """
        chosen = sorted(rng.sample(range(len(self.steps)), min(number, len(self.steps))))
        return [self.steps[place] for place in chosen]

    def apply(
        self, state: Any, action: ActionRecord, step: int
    ) -> tuple[Any, tuple[EventRecord, ...]]:
        """Apply an action to a state, with the same random draws as in the given step of the game.

        Args:
            state: The state to which the action is applied.
            action: The action, for example a move.
            step: The number of the step whose random draws are used.

        Returns:
            The next state, and the events as they are stored.
        """
        after: tuple[Any, tuple[EventRecord, ...]] = self.game.step(
            state, action, make_chance(self.setup, step)
        )
        return after


def describe_error(package: GamePackage, problem: Exception) -> str:
    """Return an error of a game in one line: its type, text and notes, and where it was raised.

    The place is the innermost one in the game's own files, if there is one.
    """
    modules = (sys.modules.get(type(part).__module__) for part in (package.game, package.screens))
    folders = [Path(module.__file__).parent for module in modules if module and module.__file__]
    frames = traceback.extract_tb(problem.__traceback__)
    own = [f for f in frames if any(Path(f.filename).is_relative_to(each) for each in folders)]
    where = [f"{each.filename}:{each.lineno} `{each.name}`" for each in (own or frames)[-1:]]
    notes = getattr(problem, "__notes__", ())
    return "; ".join((f"{type(problem).__name__}: {problem}", *notes, *where))


def list_choices(option: Option) -> tuple[str, ...]:
    """Return the choices of a game's option with which the checks play games.

    If the host can also combine several parts, only one such combination is added: the last parts.
    """
    picked = (".".join(option.parts[-option.picks :]),) if option.parts else ()
    return (*option.choices, *picked)


def make_setup(game: Game[Any, Any], number: int) -> Setup:
    """Return the setup (seats, options and kind of players) of the game with this number.

    In the first games, each level of computer players plays once. The next game is played by absent
    players, and two more by stubborn players. Most of the others are played by random players.
    """
    rng = Random(f"setting {number}")  # noqa: S311 - no draw of a game
    options = {option.name: rng.choice(list_choices(option)) for option in game.options}
    kinds, stubborn = (*game.levels, ABSENT_PLAYERS), (FIRST_MOVE_PLAYERS, LAST_MOVE_PLAYERS)
    players, seats = RANDOM_PLAYERS, rng.choice(game.seats)
    if number < len(kinds) + len(stubborn):
        players = (*kinds, *stubborn)[number]
    elif number % GAMES_PER_STUBBORN_PLAYERS == 1:
        players = rng.choice(stubborn)
    elif number % GAMES_PER_FAST_LEVEL == 0:
        players = rng.choice(
            [kind for kind in kinds if kind in game.fast_levels] or [RANDOM_PLAYERS]
        )
    if players not in game.fast_levels:
        seats = game.seats[0] if players in game.levels else seats
    if players in kinds and not game.computers_fit(options):
        options = game.defaults
    return Setup(number, seats, options, players)


def make_chance(setup: Setup, step: int) -> PythonChance:
    """Return the random draws of a step. They depend only on the game's number and the step's."""
    return PythonChance(make_seed(setup, step))


def make_seed(setup: Setup, step: int) -> int:
    """Return the seed of the random draws of a step."""
    return setup.number << 32 | step


def play_game(package: GamePackage, setup: Setup, move_filter: MoveFilter | None = None) -> Play:
    """Play a game from the deal to its end.

    If the game raises an error, the returned `Play` ends before the error, and its `failure` names
    the error.

    Args:
        package: The game to play.
        setup: The number, seats, options and kind of players of the game.
        move_filter: Restricts the moves of random players in games with an even number. None means
            no restriction.
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
        deal = "" if steps else f"the deal for {setup.seats} seats fails: "
        failure = f"{deal}{describe_error(package, problem)}"
    return Play(package, setup, tuple(steps), failure)


def _play_steps(
    game: Game[Any, Any], setup: Setup, move_filter: MoveFilter | None
) -> Iterator[Step]:
    """Play a game, and yield each step as soon as it has been played."""
    rng = Random(f"play {setup.number}")  # noqa: S311 - no draw of a game
    chance = CountingChance(make_seed(setup, 0))
    state, events = game.begin(setup.seats, setup.options, chance)
    yield Step(0, None, state, events, chance.draws)
    step = 1
    while game.prompts(state):
        action = _choose_action(game, setup, state, step, rng, move_filter)
        chance = CountingChance(make_seed(setup, step))
        try:
            state, events = game.step(state, action, chance)
        except Stale:
            if not isinstance(action, Leave):  # a seat cannot leave twice
                raise
            continue
        except IllegalMove as refused:
            raise ValueError(f"a move is listed, but {refused.key}: {action}") from refused
        yield Step(step, action, state, events, chance.draws)
        step += 1


def _choose_action(
    game: Game[Any, Any],
    setup: Setup,
    state: Any,
    step: int,
    rng: Random,
    move_filter: MoveFilter | None,
) -> ActionRecord:
    """Choose the next action of a played game.

    It is an answer to one of the open prompts, the end of the table's own pause, or a player who
    leaves.
    """
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
        moves = game.legal_paths(state, prompt.seat)
        move = rng.choice(move_filter(state, prompt.seat, moves, rng))
    else:
        move = _choose_move(game, setup, state, prompt.seat, rng)
    return ActRecord(prompt.seat, prompt.decision, move, max(0, at))


def _choose_move(game: Game[Any, Any], setup: Setup, state: Any, seat: Seat, rng: Random) -> str:
    """Choose a move as the game's kind of players would, and return the move as text (path)."""
    moves = game.legal_paths(state, seat)
    if setup.players == PRESSING_PLAYERS:
        return _choose_by_pressing(moves, rng)
    if setup.players == RANDOM_PLAYERS or (setup.players not in game.levels and seat == 0):
        return rng.choice(moves)
    if setup.players in (FIRST_MOVE_PLAYERS, LAST_MOVE_PLAYERS):
        return moves[0] if setup.players == FIRST_MOVE_PLAYERS else moves[-1]
    return choose_as_computer(game, state, seat, setup.players, rng)


def choose_as_computer(
    game: Game[Any, Any], state: Any, seat: Seat, level: str, rng: Random
) -> str:
    """Let a computer player choose a move, and return the move as text (path).

    An error of `Game.choose_move` gets a note that names the level, the seat and the prompt.
    """
    view, moves = game.view(state, seat), game.legal_moves(state, seat)
    try:
        return game.choose_move(view, moves, level, rng).path
    except Exception as problem:
        kinds = [prompt.kind for prompt in game.prompts(state) if prompt.seat == seat]
        problem.add_note(f"level {level} chooses for seat {seat}, which is asked {kinds}")
        raise


def list_next_fields(paths: Sequence[str], path: str) -> tuple[str, ...]:
    """Return the possible next fields of a move that a player enters field by field with buttons.

    Args:
        paths: The paths of all legal moves, such as "bid/3/6".
        path: The fields that are already chosen, joined with "/". "" means that none is.

    Returns:
        The distinct texts of the next field, in the order of the paths.
    """
    prefix = f"{path}/" if path else ""
    rest = (each[len(prefix) :] for each in paths if each.startswith(prefix))
    return tuple(dict.fromkeys(fields.split("/", 1)[0] for fields in rest))


def _choose_by_pressing(moves: tuple[str, ...], rng: Random) -> str:
    """Choose a move field by field, and return the move as text (path).

    Each possible next field has the same probability.
    """
    path = ""
    while fields := list_next_fields(moves, path):
        field = rng.choice(fields)
        path = f"{path}/{field}" if path else field
    return path


class Rule(NamedTuple):
    """A rule that every game has to keep, with the function that checks it."""

    name: str
    """The name of the rule on the command line and in tests."""
    statement: str
    """The rule as a sentence."""
    check: Callable[[Play], None]
    """The function that checks a played game, and raises `Broken` if the game breaks the rule."""
    games_per_check: int = 1
    """The rule is checked with one of every `games_per_check` games."""
    method_name: str = ""
    """The method that a game's author should look at first if the rule is broken.

    An example is "game.apply". "" means that there is no such method.
    """

    def find_method(self, package: GamePackage) -> str:
        """Return where a game's author should look first if the game breaks the rule.

        Returns:
            The file, line and name of the method `method_name`, or "" if the rule names no method.
        """
        owner, _, name = self.method_name.partition(".")
        method = inspect.unwrap(getattr(getattr(package, owner), name)) if name else None
        code = getattr(method, "__code__", None)
        return f"{code.co_filename}:{code.co_firstlineno} `{name}`" if code else ""


def rule(
    statement: str, *, method_name: str = "", games_per_check: int = 1
) -> Callable[[Callable[[Play], None]], Rule]:
    """Turn a function named `_check_<name>` into a `Rule` that every game has to keep.

    Args:
        statement: The rule as a sentence.
        method_name: The method that a game's author should look at first if the rule is broken,
            such as "game.apply". "" means none.
        games_per_check: The rule is checked with one of this many games.

    Returns:
        A decorator, which replaces the function by the rule.
    """

    def make(check: Callable[[Play], None]) -> Rule:
        name = check.__name__.removeprefix("_check_").replace("_", "-")
        return Rule(name, statement, check, games_per_check, method_name)

    return make
