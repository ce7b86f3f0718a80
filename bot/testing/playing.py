"""What a rule of the contract is, and the games that it looks at.

Each is played to its end by people or computers of one kind.
"""

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from msgspec import Struct

from bot.engine.box import GamePackage
from bot.engine.chance import Luck
from bot.engine.events import EventRecord, Seat
from bot.engine.game import ActionRecord, ActRecord, Elapse, Game, IllegalMove, Leave, Option, Stale

RANDOM, ABSENT = "random", "absent"
"""Who plays: any move is as good as another, or nobody but the first seat is there."""
PRESSING = "pressing"
"""At each step of a move any field is as good as another, however many moves each leads to."""
PACE = 4_000
"""Milliseconds from one input to the next; one that may overtake others is so much earlier."""
LEAVES = 40
"""Where the rules handle it, somebody leaves at one of so many steps."""
QUICK = 10
"""In one of so many games a quick level plays; the first games have each level once."""


Taste = Callable[[Any, Seat, tuple[str, ...], Random], Sequence[str]]
"""Returns those of a seat's moves that a random player makes, so that what is rare happens, too."""


class Setting(Struct, frozen=True):
    """How a game is dealt, and who plays it: all of it follows from the number."""

    number: int
    seats: int
    options: Mapping[str, str]
    players: str
    """`RANDOM`, `ABSENT` or a level: of all seats."""

    def __str__(self) -> str:
        """Tell it in a line."""
        chosen = "".join(f", {name} {choice}" for name, choice in self.options.items())
        return f"game {self.number}: {self.seats} seats{chosen}, played by {self.players}"


class Moment(Struct, frozen=True):
    """A step of a game."""

    number: int
    """0 is the deal."""
    given: ActionRecord | None
    """None: the deal."""
    state: Any
    """After it."""
    events: tuple[EventRecord, ...]


class Broken(Exception):
    """A rule does not hold; the text says why, in words that name no rule."""

    def __init__(self, why: str, step: int | None = None) -> None:
        """Tell why, and at which step of the game; None: it is not about a step."""
        super().__init__(why)
        self.why = why
        self.step = step


class Play(Struct, frozen=True):
    """A game that was played."""

    box: GamePackage
    setting: Setting
    moments: tuple[Moment, ...]
    failure: str = ""
    """Why it was not played to its end."""

    @property
    def game(self) -> Game[Any, Any]:
        """Return its rules."""
        return self.box.game

    @property
    def luck(self) -> Random:
        """Return luck for who looks at it: the same each time."""
        return Random(f"look {self.setting.number}")  # noqa: S311 - no draw of a game

    @property
    def steps(self) -> Iterator[tuple[Moment, Moment]]:
        """Yield each two moments that follow each other."""
        return zip(self.moments, self.moments[1:], strict=False)

    def some(self, number: int, luck: Random) -> list[Moment]:
        """Return so many of the moments, in their order; all if there are no more."""
        chosen = sorted(luck.sample(range(len(self.moments)), min(number, len(self.moments))))
        return [self.moments[place] for place in chosen]

    def stepped(
        self, state: Any, given: ActionRecord, step: int
    ) -> tuple[Any, tuple[EventRecord, ...]]:
        """Return what an input makes of a state, with the chance of that step of this game."""
        after: tuple[Any, tuple[EventRecord, ...]] = self.game.step(
            state, given, chance(self.setting, step)
        )
        return after


def choices(option: Option) -> tuple[str, ...]:
    """Return what can be chosen of an option; of picked parts, the last ones."""
    picked = (".".join(option.parts[-option.picks :]),) if option.parts else ()
    return (*option.choices, *picked)


def setting_of(game: Game[Any, Any], number: int) -> Setting:
    """Return the setting with a number: the first ones let each level play, and who is absent."""
    luck = Random(f"setting {number}")  # noqa: S311 - no draw of a game
    options = {option.name: luck.choice(choices(option)) for option in game.options}
    kinds = (*game.levels, ABSENT)
    players, seats = RANDOM, luck.choice(game.seats)
    if number < len(kinds):
        players = kinds[number]
    elif number % QUICK == 0:
        players = luck.choice([kind for kind in kinds if kind in game.fast_levels] or [RANDOM])
    if players not in game.fast_levels:
        seats = seats if players in (RANDOM, ABSENT) else game.seats[0]
    if players != RANDOM and not game.computers_fit(options):
        options = game.defaults
    return Setting(number, seats, options, players)


def chance(setting: Setting, step: int) -> Luck:
    """Return the chance of a step: the same each time, whatever was drawn before."""
    return Luck(setting.number << 32 | step)


def played(box: GamePackage, setting: Setting, taste: Taste | None = None) -> Play:
    """Play a game from the deal to its end.

    If something fails, the play ends there and tells of it. In every other game random players have
    the `taste`.
    """
    if setting.number % 2:
        taste = None
    moments = list[Moment]()
    try:
        for moment in _moments(box.game, setting, taste):
            moments.append(moment)
            if len(moments) > box.game.max_actions:
                return Play(
                    box, setting, tuple(moments), f"{box.game.max_actions} inputs do not end it"
                )
    except Exception as problem:
        why = f"{type(problem).__name__}: {problem}"
        return Play(box, setting, tuple(moments), why)
    return Play(box, setting, tuple(moments))


def _dealt(game: Game[Any, Any], setting: Setting) -> Moment:
    state, events = game.begin(setting.seats, setting.options, chance(setting, 0))
    return Moment(0, None, state, events)


def _moments(game: Game[Any, Any], setting: Setting, taste: Taste | None) -> Iterator[Moment]:
    luck = Random(f"play {setting.number}")  # noqa: S311 - no draw of a game
    moment = _dealt(game, setting)
    yield moment
    state, step = moment.state, moment.number + 1
    while game.prompts(state):
        given = _input(game, setting, state, step, luck, taste)
        try:
            state, events = game.step(state, given, chance(setting, step))
        except Stale:
            if not isinstance(given, Leave):  # who has left cannot do so again
                raise
            continue
        except IllegalMove as refused:
            raise ValueError(f"a move is listed, but {refused.key}: {given}") from refused
        yield Moment(step, given, state, events)
        step += 1


def _input(
    game: Game[Any, Any], setting: Setting, state: Any, step: int, luck: Random, taste: Taste | None
) -> ActionRecord:
    may_leave = setting.players in (RANDOM, PRESSING) and not game.computer_may_take(state)
    if may_leave and luck.randrange(LEAVES) == 0:
        return Leave(luck.randrange(setting.seats))
    prompt = luck.choice(game.prompts(state))
    if prompt.seat is None:
        return Elapse(prompt.decision)
    early = 0 if prompt.min_think_seconds else luck.randrange(2 * PACE)
    at = (step * PACE - early) << 22
    if taste and setting.players == RANDOM:
        move = luck.choice(taste(state, prompt.seat, game.legal_paths(state, prompt.seat), luck))
    else:
        move = _move(game, setting, state, prompt.seat, luck)
    return ActRecord(prompt.seat, prompt.decision, move, max(0, at))


def _move(game: Game[Any, Any], setting: Setting, state: Any, seat: Seat, luck: Random) -> str:
    moves = game.legal_paths(state, seat)
    if setting.players == RANDOM or (setting.players == ABSENT and seat == 0):
        return luck.choice(moves)
    if setting.players == PRESSING:
        return _pressed(moves, luck)
    view, typed = game.view(state, seat), game.legal_moves(state, seat)
    return game.choose_move(view, typed, setting.players, luck).path


def next_fields(paths: Sequence[str], path: str) -> tuple[str, ...]:
    """Return the distinct fields that can follow `path` in `paths`, in their order."""
    prefix = f"{path}/" if path else ""
    rest = (each[len(prefix) :] for each in paths if each.startswith(prefix))
    return tuple(dict.fromkeys(fields.split("/", 1)[0] for fields in rest))


def _pressed(moves: tuple[str, ...], luck: Random) -> str:
    path = ""
    while fields := next_fields(moves, path):
        field = luck.choice(fields)
        path = f"{path}/{field}" if path else field
    return path


class Rule(NamedTuple):
    """A sentence that holds for every game."""

    name: str
    """A word to name it by, on the command line and in the tests."""
    says: str
    """The rule itself."""
    check: Callable[[Play], None]
    """Raises `Broken` if it does not hold in a game that was played."""
    every: int = 1
    """It looks at one of so many games."""
    of: str = ""
    """The method that its author looks at first if it is broken, such as "game.step"; "": none."""

    def place(self, box: GamePackage) -> str:
        """Return the file and line of that method of a game; "" if there is none."""
        owner, _, name = self.of.partition(".")
        method = inspect.unwrap(getattr(type(getattr(box, owner)), name)) if name else None
        code = getattr(method, "__code__", None)
        return f"{code.co_filename}:{code.co_firstlineno} `{name}`" if code else ""
