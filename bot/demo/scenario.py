"""Parses scenario files: scripts of what people press and what they must then see.

`docs/scenarios.md` describes the format. A header defines the table (`game: quickpick`, `people:
Ada, Ben` ...). Then each line is a step. Texts that people read are in ASCII quotes. Outside of
quotes, "#" starts a comment. Parsing does not check whether buttons exist.
"""

import re
from collections.abc import Mapping, Sequence

from msgspec import Struct

from bot.common.config import StartProblem
from bot.domain.levels import level_choices
from bot.domain.options import CLOCKS
from bot.domain.table import PAUSE_FACTORS_BY_PACE
from bot.engine.package import GamePackage, GameRegistry
from bot.i18n import LANGUAGES

PERSON_NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Flo", "Gus", "Hal")
"""All people who can be on the demo's server. The first one at a table is its host."""
DEFAULT_PEOPLE = 4
"""The number of people, unless a scenario or the command line needs more."""
MIN_PEOPLE = 2
"""The demo's page can show two people side by side."""
BOARD_READER = "board"
"""The word that a step uses instead of a person's name to look at the board."""
HEADER_KEYS = ("game", "people", "computers", "language", "deal", "options", "start")
"""The keys that the lines at the beginning of a file can have, as in `game: quickpick`."""
SECONDS_PER_UNIT = {"second": 1, "minute": 60, "hour": 3600}
MAX_WAIT_SECONDS = 24 * 3600
MAX_COMPUTERS = 7
NO_YES = ("no", "yes")
QUOTED_PATTERN = '"[^"]+"'
"""A text in ASCII quotes, with the quotes."""


class _Line(Struct, frozen=True):
    line: int


class _PersonStep(_Line, frozen=True):
    person: str


class Press(_PersonStep, frozen=True):
    """A person presses a button."""

    button: str
    """The button's label, its emoji, or both, as the person sees them."""
    is_old: bool = False
    """Whether the button is no longer shown, so that the bot gets a late click."""
    number: int = 0
    """Which of several buttons of the same name, from 1. 0 means that there must be only one."""


class Choose(_PersonStep, frozen=True):
    """A person chooses options of a menu, named by their labels."""

    options: tuple[str, ...]
    select: str = ""
    """The text that the menu shows while nothing is chosen. "" means any menu with the options."""


class Write(_PersonStep, frozen=True):
    """A person writes a text in the form that the bot has just opened, and sends it."""

    text: str


class Command(_PersonStep, frozen=True):
    """A person uses a slash command."""

    name: str
    """The words of the slash command without the slash, such as "cats play"."""
    options: tuple[tuple[str, str], ...] = ()
    """Pairs of a name and a value."""


class See(_PersonStep, frozen=True):
    """A person must be able to read a text, or must not."""

    """`BOARD_READER` means the board."""
    text: str
    is_expected: bool = True


class Wait(_Line, frozen=True):
    """Simulated time passes."""

    seconds: int


class Restart(_Line, frozen=True):
    """The bot is killed, as by a crash, and started again."""


Step = Press | Choose | Write | Command | See | Wait | Restart


class Scenario(Struct, frozen=True):
    """A parsed scenario file: a script of what people do at a table and what they must see."""

    file: str
    line: int
    """The number of the line that names the game. Problems before the first step name it, too."""
    game: str
    people: tuple[str, ...] = PERSON_NAMES[:1]
    """The first one is the table's host."""
    computers: int = 0
    language: str = LANGUAGES[0]
    deal_number: int = 1
    """The seed of all random draws. The same number gives the same deal each time."""
    options: tuple[tuple[str, str], ...] = ()
    """Pairs of a name and a choice, for options of the table and of the game."""
    starts_game: bool = True
    """Whether the game starts before the first step. If not, people are still in the lobby."""
    steps: tuple[Step, ...] = ()

    def format_location(self, line: int) -> str:
        """Return the name of the file and the number of a line as "file:line"."""
        return f"{self.file}:{line}"

    def count_people(self) -> int:
        """Return how many people must be on the server, so that all whom the scenario names are."""
        acting = (step.person for step in self.steps if isinstance(step, _PersonStep))
        named = {*self.people, *acting} - {BOARD_READER}
        return max(DEFAULT_PEOPLE, *(PERSON_NAMES.index(name) + 1 for name in named))


def parse_scenario(text: str, file: str, registry: GameRegistry) -> Scenario:
    """Parse a scenario file about one of the games.

    Raises:
        StartProblem: A line cannot be parsed, or the number of people does not fit the game. The
            message names the line.
    """
    top: dict[str, tuple[int, str]] = {}
    steps: list[Step] = []
    for line, whole in enumerate(text.splitlines(), start=1):
        said = _strip_comment(whole)
        key, colon, value = (part.strip() for part in said.partition(":"))
        if colon and key in HEADER_KEYS:
            if steps or key in top:
                raise StartProblem("scenario-top", at=f"{file}:{line}", given=key)
            top[key] = (line, value)
        elif said:
            steps.append(_parse_step(said, line, f"{file}:{line}"))
    if "game" not in top:
        raise StartProblem("scenario-no-game", file=file, games=", ".join(registry))
    scenario = _Header(file, top, registry).read(tuple(steps))
    _check_scenario(scenario, registry)
    return scenario


def _strip_comment(line: str) -> str:
    """Return a line without its comment, which begins with "#", and the spaces around it."""
    found = re.match(rf'(?:[^"#]|{QUOTED_PATTERN}|")*', line)
    return found[0].strip() if found else ""


def _check_scenario(scenario: Scenario, registry: GameRegistry) -> None:
    """Check that so many can play the game, and that each step names somebody known."""
    game = registry[scenario.game].game
    if scenario.starts_game and len(scenario.people) + scenario.computers not in game.seats:
        seats = ", ".join(map(str, game.seats))
        at = scenario.format_location(scenario.line)
        raise StartProblem("scenario-seats", at=at, seats=seats)
    for step in scenario.steps:
        known = (*PERSON_NAMES, BOARD_READER) if isinstance(step, See) else PERSON_NAMES
        if isinstance(step, _PersonStep) and step.person not in known:
            at, people = scenario.format_location(step.line), ", ".join(PERSON_NAMES)
            raise StartProblem("scenario-person", at=at, given=step.person, people=people)


class _Header(Struct, frozen=True):
    file: str
    entries: Mapping[str, tuple[int, str]]
    registry: GameRegistry

    def read(self, steps: tuple[Step, ...]) -> Scenario:
        line, game = self.entries["game"]
        self._check_choice("game", game, [*self.registry])
        language = self._check_choice("language", self._find("language", LANGUAGES[0]), LANGUAGES)
        starts = self._check_choice("start", self._find("start", "yes"), NO_YES) == "yes"
        return Scenario(
            self.file,
            line,
            game,
            self._parse_people(),
            self._parse_number("computers", 0, MAX_COMPUTERS),
            language,
            self._parse_number("deal", 1, 10**9),
            self._parse_options(self.registry[game]),
            starts,
            steps,
        )

    def _find(self, key: str, default: str) -> str:
        return self.entries.get(key, (0, default))[1]

    def _make_problem(self, problem: str, key: str, **values: str) -> StartProblem:
        return StartProblem(problem, at=f"{self.file}:{self.entries[key][0]}", **values)

    def _check_choice(self, key: str, value: str, choices: Sequence[str]) -> str:
        if value not in choices:
            told = {"name": key, "given": value, "known": ", ".join(choices)}
            raise self._make_problem("scenario-choice", key, **told)
        return value

    def _parse_number(self, key: str, default: int, max_value: int) -> int:
        given = self._find(key, str(default))
        if not (given.isascii() and given.isdecimal() and int(given) <= max_value):
            told = {"name": key, "given": given, "most": str(max_value)}
            raise self._make_problem("scenario-number", key, **told)
        return int(given)

    def _parse_people(self) -> tuple[str, ...]:
        names = tuple(_split_list(self._find("people", PERSON_NAMES[0])))
        for name in names:
            self._check_choice("people", name, PERSON_NAMES)
        if not names or len(set(names)) < len(names):
            raise self._make_problem("scenario-people", "people")
        return names

    def _parse_options(self, package: GamePackage) -> tuple[tuple[str, str], ...]:
        known, own = _list_choices(package), {each.name: each for each in package.game.options}
        chosen = {}
        for part in _split_list(self._find("options", "")):
            name, _, choice = (one.strip() for one in part.partition("="))
            self._check_choice("options", name, [*known])
            if name not in own or own[name].normalise_choice(choice) is None:
                self._check_choice("options", choice, known[name])
            chosen[name] = choice
        return tuple(chosen.items())


def _split_list(value: str) -> list[str]:
    return [part.strip() for part in value.split(",") if part.strip()]


def _list_choices(package: GamePackage) -> dict[str, tuple[str, ...]]:
    """Return the possible choices of each option by its name, those of the table first."""
    shared = {
        "clock": CLOCKS,
        "level": level_choices(package),
        "pace": tuple(PAUSE_FACTORS_BY_PACE),
        "text-only": NO_YES if package.pictures else (),
    }
    own = {option.name: (*option.choices, *option.parts) for option in package.game.options}
    return {**{name: known for name, known in shared.items() if known}, **own}


def _parse_step(step_text: str, line: int, location: str) -> Step:
    if step_text == "restart":
        return Restart(line)
    who, _, what = (part.strip() for part in step_text.partition(":"))
    step = _parse_wait(what, line) if who == "wait" else _parse_person_step(who, what, line)
    if step is None:
        raise StartProblem("scenario-step", at=location, given=step_text)
    return step


def _parse_wait(duration: str, line: int) -> Wait | None:
    """Parse a duration such as "2 minutes". Return None if the text is no allowed duration."""
    found = re.fullmatch(r"([0-9]{1,6}) +(second|minute|hour)s?", duration)
    seconds = int(found[1]) * SECONDS_PER_UNIT[found[2]] if found else 0
    return Wait(line, seconds) if 0 < seconds <= MAX_WAIT_SECONDS else None


def _parse_person_step(person: str, action: str, line: int) -> Step | None:
    """Parse what one person does or must see. Return None if the text is no step."""
    if action.startswith("/"):
        return _parse_command(person, action[1:].split(), line)
    if found := re.fullmatch(rf"press +(old +)?{QUOTED_PATTERN}( +[1-9][0-9]?)?", action):
        return Press(line, person, find_quoted(found[0])[0], bool(found[1]), int(found[2] or 0))
    if re.fullmatch(
        rf"choose +{QUOTED_PATTERN}(, *{QUOTED_PATTERN})*( +in +{QUOTED_PATTERN})?", action
    ):
        *options, last = find_quoted(action)
        is_in_menu = re.search(rf" in +{QUOTED_PATTERN}$", action)
        chosen = (tuple(options), last) if is_in_menu else ((*options, last),)
        return Choose(line, person, *chosen)
    if re.fullmatch(rf"write +{QUOTED_PATTERN}", action):
        return Write(line, person, *find_quoted(action))
    if found := re.fullmatch(rf"(not +)?see +{QUOTED_PATTERN}", action):
        return See(line, person, find_quoted(found[0])[0], not found[1])
    return None


def _parse_command(person: str, words: list[str], line: int) -> Command | None:
    """Parse a slash command with options such as "computers=2". Return None if the text is none."""
    name = [word for word in words if "=" not in word]
    options = tuple((word.partition("=")[0], word.partition("=")[2]) for word in words[len(name) :])
    if not name or any("=" not in word for word in words[len(name) :]):
        return None
    return Command(line, person, " ".join(name), options)


def find_quoted(text: str) -> list[str]:
    """Return the parts of a text that are in ASCII quotes, without the quotes."""
    return [found[1:-1] for found in re.findall(QUOTED_PATTERN, text)]
