"""Parses scenario files: scripts of what people press and what they must then see.

`docs/scenarios.md` describes the format. A header defines the table (`game: quickpick`, `people:
Ada, Ben` ...). Then each line is a step. Texts that people read are in ASCII quotes. Outside of
quotes, "#" starts a comment. Parsing does not check whether buttons exist.
"""

import re
from collections.abc import Mapping

from msgspec import Struct

from bot.common.config import StartProblem
from bot.domain.levels import level_choices
from bot.domain.options import CLOCKS
from bot.domain.table import PAUSE_FACTORS_BY_PACE
from bot.engine.package import GamePackage, GameRegistry
from bot.i18n import LANGUAGES

PERSON_NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Flo", "Gus", "Hal")
"""The names of all people who can be on the demo's server, in the order in which they come.

The first one at a table is its host.
"""
DEFAULT_PEOPLE = 4
"""The number of people on the demo's server, unless a scenario or the command line needs more."""
MIN_PEOPLE = 2
"""The minimum number of people on the demo's server: its page can show two side by side."""
BOARD_READER = "board"
"""The word that a step uses instead of a person's name to look at the table's public message."""
HEADER_KEYS = ("game", "people", "computers", "language", "deal", "options", "start")
"""The keys that the lines at the beginning of a scenario file can have, as in `game: quickpick`."""
SECONDS_PER_UNIT = {"second": 1, "minute": 60, "hour": 3600}
"""The units of time that a step of a scenario can use, with their lengths in seconds."""
MAX_WAIT_SECONDS = 24 * 3600
"""The maximum simulated time that one step of a scenario can let pass, in seconds.

A longer time is refused.
"""
MAX_COMPUTERS = 7
"""The maximum number of computer players at a scenario's table. A larger number is refused."""
NO_YES = ("no", "yes")
"""The values that a yes-or-no key in the header of a scenario file can have."""
QUOTED_PATTERN = '"[^"]+"'
"""The regular expression for a text in ASCII quotes, with the quotes."""


class Press(Struct, frozen=True):
    """A step of a scenario in which a person presses a button."""

    line: int
    """The number of the line in the scenario's file."""
    person: str
    """The name of the person."""
    button: str
    """The button's label, its emoji, or both, as the person sees them."""
    is_old: bool = False
    """Whether the person presses a button that is no longer shown.

    The bot gets such a click late.
    """
    number: int = 0
    """The number of the button, from 1 on, if several buttons have the same name.

    0 means that there must be only one.
    """


class Choose(Struct, frozen=True):
    """A step of a scenario in which a person chooses options of a menu, named by their labels."""

    line: int
    """The number of the line in the scenario's file."""
    person: str
    """The name of the person."""
    options: tuple[str, ...]
    """The labels of the menu's options to choose."""
    select: str = ""
    """The text that the menu shows while nothing is chosen.

    "" means any menu with these options.
    """


class Command(Struct, frozen=True):
    """A step of a scenario in which a person uses a slash command."""

    line: int
    """The number of the line in the scenario's file."""
    person: str
    """The name of the person."""
    name: str
    """The words of the slash command without the slash, such as "cats play"."""
    options: tuple[tuple[str, str], ...] = ()
    """Pairs of a name and a value for each option that the person gives to the command."""


class See(Struct, frozen=True):
    """A step of a scenario that checks that a person can read a text, or that they cannot."""

    line: int
    """The number of the line in the scenario's file."""
    person: str
    """The name of the person. `BOARD_READER` means the table's public message instead."""
    text: str
    """The text that the person must or must not be able to read."""
    is_expected: bool = True
    """Whether the person must be able to read the text. If False, they must not."""


class Wait(Struct, frozen=True):
    """A step of a scenario in which simulated time passes."""

    line: int
    """The number of the line in the scenario's file."""
    seconds: int
    """The simulated time that passes, in seconds."""


class Restart(Struct, frozen=True):
    """A step of a scenario in which the bot is killed, as by a crash, and started again."""

    line: int
    """The number of the line in the scenario's file."""


Step = Press | Choose | Command | See | Wait | Restart
"""One step of a scenario: what a person does or must see, a pause, or a restart of the bot."""


class Scenario(Struct, frozen=True):
    """A parsed scenario file: a script of what people do at a table and what they must see."""

    file: str
    """The name of the file, which is quoted in messages about problems."""
    line: int
    """The number of the line that names the game.

    Problems that occur before the first step are reported with this line.
    """
    game: str
    """The name of the game, as in `GameRegistry`."""
    people: tuple[str, ...] = PERSON_NAMES[:1]
    """The names of the people at the table. The first one is the table's host."""
    computers: int = 0
    """The number of computer players at the table."""
    language: str = LANGUAGES[0]
    """The language of the table and of everybody's Discord client, one of `LANGUAGES`."""
    deal_number: int = 1
    """The seed of all random draws. The same number gives the same deal each time."""
    options: tuple[tuple[str, str], ...] = ()
    """Pairs of the name and the choice of each option that the scenario sets.

    The options are those of the table, such as its time limit, and those of the game.
    """
    starts_game: bool = True
    """Whether the game starts before the first step.

    If not, the table is still gathering players.
    """
    steps: tuple[Step, ...] = ()
    """What people do and must see at the table, one step for each line of the file."""

    def format_location(self, line: int) -> str:
        """Return the name of the file and the number of a line as "file:line".

        Used to report problems.
        """
        return f"{self.file}:{line}"

    def count_people(self) -> int:
        """Return how many people must be on the server, so that all whom the scenario names are."""
        acting = (step.person for step in self.steps if not isinstance(step, Wait | Restart))
        named = {*self.people, *acting} - {BOARD_READER}
        return max(DEFAULT_PEOPLE, *(PERSON_NAMES.index(name) + 1 for name in named))


def parse_scenario(text: str, file: str, registry: GameRegistry) -> Scenario:
    """Parse a scenario file: a script of what people press and what they must then see.

    Args:
        text: The content of the file.
        file: The name of the file, for messages about problems.
        registry: The games that the scenario may name.

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
    return _check_scenario(_Header(file, top, registry).read(tuple(steps)), registry)


def _strip_comment(line: str) -> str:
    """Return a line without its comment, which begins with "#", and the spaces around it."""
    found = re.match(rf'(?:[^"#]|{QUOTED_PATTERN}|")*', line)
    return found[0].strip() if found else ""


def _check_scenario(scenario: Scenario, registry: GameRegistry) -> Scenario:
    """Return the scenario unchanged after checking its people.

    Raise `StartProblem` if the game cannot be played with so many players, or if a step names
    somebody unknown.
    """
    game = registry[scenario.game].game
    if scenario.starts_game and len(scenario.people) + scenario.computers not in game.seats:
        seats = ", ".join(map(str, game.seats))
        raise StartProblem(
            "scenario-seats", at=scenario.format_location(scenario.line), seats=seats
        )
    for step in scenario.steps:
        if isinstance(step, Wait | Restart) or step.person in PERSON_NAMES:
            continue
        if not (isinstance(step, See) and step.person == BOARD_READER):
            raise StartProblem(
                "scenario-person",
                at=scenario.format_location(step.line),
                given=step.person,
                people=", ".join(PERSON_NAMES),
            )
    return scenario


class _Header:
    """Parses the lines at the beginning of a scenario file, which define the table."""

    def __init__(
        self, file: str, entries: Mapping[str, tuple[int, str]], registry: GameRegistry
    ) -> None:
        self.file = file
        self.entries = entries
        self.registry = registry

    def format_location(self, key: str) -> str:
        """Return the name of the file and the number of a key's line as "file:line"."""
        return f"{self.file}:{self.entries[key][0]}"

    def read(self, steps: tuple[Step, ...]) -> Scenario:
        """Check the values of the header, and return the scenario with these steps.

        Raise `StartProblem` if a value is not allowed.
        """
        line, game = self.entries["game"]
        self._check_choice("game", game, tuple(self.registry))
        language = self.entries.get("language", (0, LANGUAGES[0]))[1]
        self._check_choice("language", language, LANGUAGES)
        starts = self.entries.get("start", (0, "yes"))[1]
        self._check_choice("start", starts, NO_YES)
        return Scenario(
            self.file,
            line,
            game,
            self._parse_people(),
            self._parse_number("computers", 0, MAX_COMPUTERS),
            language,
            self._parse_number("deal", 1, 10**9),
            self._parse_options(self.registry[game]),
            starts == "yes",
            steps,
        )

    def _check_choice(self, key: str, value: str, choices: tuple[str, ...]) -> None:
        if value not in choices:
            raise StartProblem(
                "scenario-choice",
                at=self.format_location(key),
                name=key,
                given=value,
                known=", ".join(choices),
            )

    def _parse_number(self, key: str, default: int, max_value: int) -> int:
        given = self.entries.get(key, (0, str(default)))[1]
        if not (given.isascii() and given.isdecimal() and int(given) <= max_value):
            raise StartProblem(
                "scenario-number",
                at=self.format_location(key),
                name=key,
                given=given,
                most=str(max_value),
            )
        return int(given)

    def _parse_people(self) -> tuple[str, ...]:
        names = tuple(_split_list(self.entries.get("people", (0, PERSON_NAMES[0]))[1]))
        for name in names:
            self._check_choice("people", name, PERSON_NAMES)
        if not names or len(set(names)) < len(names):
            raise StartProblem("scenario-people", at=self.format_location("people"))
        return names

    def _parse_options(self, package: GamePackage) -> tuple[tuple[str, str], ...]:
        known, own = (
            _list_choices(package),
            {option.name: option for option in package.game.options},
        )
        chosen = {}
        for part in _split_list(self.entries.get("options", (0, ""))[1]):
            name, _, choice = (one.strip() for one in part.partition("="))
            self._check_choice("options", name, tuple(known))
            if name not in own or own[name].normalise_choice(choice) is None:
                self._check_choice("options", choice, known[name])
            chosen[name] = choice
        return tuple(chosen.items())


def _split_list(value: str) -> list[str]:
    return [part.strip() for part in value.split(",") if part.strip()]


def _list_choices(package: GamePackage) -> dict[str, tuple[str, ...]]:
    """Return the possible choices of each option, by the option's name.

    The options of the table come first, such as its time limit. Those of the game follow.
    """
    shared = {
        "clock": CLOCKS,
        "level": level_choices(package),
        "pace": tuple(PAUSE_FACTORS_BY_PACE),
        "text-only": NO_YES if package.pictures else (),
    }
    own = {option.name: (*option.choices, *option.parts) for option in package.game.options}
    return {**{name: known for name, known in shared.items() if known}, **own}


def _parse_step(step_text: str, line: int, location: str) -> Step:
    """Parse one step of a scenario. Raise `StartProblem` if the text is no step."""
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
    """Parse what one person does or must see in a step. Return None if the text is no step."""
    if action.startswith("/"):
        return _parse_command(person, action[1:].split(), line)
    if found := re.fullmatch(rf"press +(old +)?{QUOTED_PATTERN}( +[1-9][0-9]?)?", action):
        return Press(line, person, find_quoted(found[0])[0], bool(found[1]), int(found[2] or 0))
    if re.fullmatch(
        rf"choose +{QUOTED_PATTERN}(, *{QUOTED_PATTERN})*( +in +{QUOTED_PATTERN})?", action
    ):
        *options, last = find_quoted(action)
        if re.search(rf" in +{QUOTED_PATTERN}$", action):
            return Choose(line, person, tuple(options), last)
        return Choose(line, person, (*options, last))
    if found := re.fullmatch(rf"(not +)?see +{QUOTED_PATTERN}", action):
        return See(line, person, find_quoted(found[0])[0], not found[1])
    return None


def _parse_command(person: str, words: list[str], line: int) -> Command | None:
    """Parse a slash command: the words of its name, then options such as "computers=2".

    Return None if the text is no command.
    """
    name = [word for word in words if "=" not in word]
    options = tuple((word.partition("=")[0], word.partition("=")[2]) for word in words[len(name) :])
    if not name or any("=" not in word for word in words[len(name) :]):
        return None
    return Command(line, person, " ".join(name), options)


def find_quoted(text: str) -> list[str]:
    """Return the parts of a text that are in ASCII quotes, without the quotes."""
    return [found[1:-1] for found in re.findall(QUOTED_PATTERN, text)]
