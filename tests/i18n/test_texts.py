"""The catalogues: complete in every language, in step with the code, the only place for texts."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from bot.demo.client_page import WORD_PATCHES
from bot.i18n import DEFAULTS_FOLDER, LANGUAGES, SHARED_FOLDER, Text, text
from bot.i18n.catalogue import Catalogue, find_references
from bot.testing.people import read_placeholders
from tests.sources import parse_source

ROOT = Path(__file__).parents[2]
GAMES = sorted((ROOT / "bot/games").glob("*/text"))
STUB = ROOT / "tools/new_game/stub/text"
FOLDERS = [SHARED_FOLDER, DEFAULTS_FOLDER, *GAMES, STUB]
TOYS = sorted((ROOT / "tests/toys").glob("*/text"))
"""What strangers copy keeps what all catalogues keep."""
CODE = sorted(
    file
    for folder in ("bot", "cogs", "tools/new_game/stub")
    for file in (ROOT / folder).rglob("*.py")
)

KEY_FIRST = {
    "say", "text()", "localize",
    "IllegalMove", "Refused", "StartProblem", "StoreProblem", "Note",
}  # fmt: skip
"""Calls whose first argument is a message's key; "text()" is what `text(...)` returned."""
KEY_SECOND = {"Event", "render_sentence"}
"""Calls whose second argument is one."""
VALUES_FOLLOW = {
    "say", "text()", "render_sentence", "Refused", "StartProblem", "StoreProblem",
    "Note",
}  # fmt: skip
"""Calls whose keywords fill the message's placeholders."""

SHOWN_KEYWORDS = {
    "alt", "content", "description", "footer", "help", "label", "name", "placeholder", "reason",
    "text", "title",
}  # fmt: skip
SHOWN_CALLS = {
    "Button", "Embed", "Field", "Picture", "Select", "TextInput", "add_field", "print",
    "Screen", "FixedBoard", "OwnScreen", "QuietScreen", "OwnPage", "TemporaryScreen",
    "edit_message", "send", "send_message", "set_author", "set_footer",
}  # fmt: skip
UNSEEN_CALLS = {
    "critical", "debug", "error", "exception", "getLogger", "info", "log_failure", "log_fault",
    "log_puzzle_fault", "warning",
    "AssertionError", "KeyError", "RuntimeError", "TypeError", "ValueError", "PartError",
    "StageError", "TypeVar",
    "CheckConstraint", "exec_driver_sql", "execute",
}  # fmt: skip
"""Calls that write to the log, complain to programmers, or speak SQL."""
UNSEEN_NAMES = ("HELP_TEXTS", "OPERATION", "WARNING", "_MEANINGS")
"""Names of constants that explain figures or codes, or that the log tells."""
UNSEEN = {
    "phase IN ('lobby', 'playing')", "parent IS NOT NULL",  # SQL
    "phase = 'over' AND leavers = '[]' AND channel >= 0",
    '"changed_by" IS NOT NULL', '"user" IS NOT NULL',
    "%(asctime)s %(levelname)s %(name)s: %(message)s",  # the log's line
    "status \0, code \0",  # in the log
    "cats play",  # the command
    "server does not support SSL", "root certificate file",  # libpq's own words
    "certificate verify failed", "server certificate for", "channel binding",
    "URI query parameter", 'connection option "port"', "bad value for connect_timeout",
}  # fmt: skip
SQL = re.compile(r"\s*(BEGIN [A-Z]+|SELECT [\w.:, ]+[ (]|UPDATE \w+ SET |INSERT INTO |SET \w+ = )")
SCRIPTS = {
    ROOT / "bot/demo/heights.py",
    ROOT / "bot/demo/live_preview.py",
    *(ROOT / "bot/bench").glob("*.py"),
    *(ROOT / "bot/testing").rglob("*.py"),
    *(ROOT / "bot/storage/migrations/versions").glob("*.py"),
}
"""Files of SQL alone, of patches to JavaScript, which looks like sentences, and of what commands
and tests print for developers."""
NOT_EVERYWHERE = {
    *("option-\0", "choice-\0-\0", "pick-\0", "award-title-\0", "number-\0", "game-rules"),
    *("predict-\0", "predict-\0-\0", "team-\0", "award-\0", "moment-turn"),
}
"""Keys that not all games have: those of options, awards, teams, predictions and turning points,
and of rules without pages.
"""
FILE_NAME = re.compile(r"[\w.-]+\.(jpg|gif|webp|png|txt|json)|[\d\W_]*|[a-z_]+")
TAG = re.compile(r"<[^>]*>?")
WORD = "[A-Za-zÀ-ÿ]{2,}"
SENTENCE = re.compile(rf"(?:{WORD}|\0)[,;:.!?]? +{WORD}|{WORD}[,;:.!?]? +\0")
"""Two words in a row, one of which may be a placeholder (written as NUL)."""


EACH_CATALOGUE = pytest.mark.parametrize(
    ("folder", "language"),
    [
        pytest.param(folder, language, id=f"{language}-{folder.parent.name}")
        for folder in (*FOLDERS, *TOYS)
        for language in LANGUAGES
    ],
)


@pytest.mark.parametrize("folder", [*FOLDERS, *TOYS], ids=lambda folder: folder.parent.name)
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_language_has_every_message_with_the_same_placeholders(
    folder: Path, language: str
) -> None:
    assert read_placeholders(folder, language) == read_placeholders(folder, LANGUAGES[0])


@EACH_CATALOGUE
def test_every_message_can_be_filled_with_numbers_and_with_words(
    folder: Path, language: str
) -> None:
    say = text(language, None if folder == SHARED_FOLDER else folder)
    for key, names in read_placeholders(folder, language).items():
        for value in (0, 1, 2, 5, "x"):
            assert "{" not in say(key, **dict.fromkeys(names, value)), key


@EACH_CATALOGUE
def test_every_term_is_used_in_its_language(folder: Path, language: str) -> None:
    catalogue = Catalogue((folder / f"{language}.ftl").read_bytes())
    entries = [catalogue.get(name) for name in catalogue.names]
    used = {name for entry in entries if entry is not None for name in find_references(entry)}
    assert {name for name in catalogue.names if name.startswith("-")} - used == set()


def test_a_message_that_is_missing_or_cannot_be_filled_is_a_fault_and_never_shown(
    tmp_path: Path,
) -> None:
    (tmp_path / "en.ftl").write_text("hello = Hello, { $name }!\nempty =\n    .title = Nobody\n")
    say = Text("en", (tmp_path,))
    assert say("hello", name="Ada") == "Hello, Ada!"
    for key in ("bye", "empty"):
        with pytest.raises(KeyError):
            say(key)
    with pytest.raises(ValueError, match="hello"):
        say("hello")


@pytest.mark.parametrize(
    "folder", [DEFAULTS_FOLDER, *GAMES, STUB, *TOYS], ids=lambda folder: folder.parent.name
)
def test_no_catalogue_takes_a_shared_message_away_or_adds_placeholders_to_a_default(
    folder: Path,
) -> None:
    own, defaults = read_placeholders(folder, "en"), read_placeholders(DEFAULTS_FOLDER, "en")
    assert not own.keys() & read_placeholders(SHARED_FOLDER, "en").keys()
    assert all(own[key] <= defaults[key] for key in own.keys() & defaults.keys())


AVOIDED_WORDS = {
    "en": re.compile(r"\b(anyone|everyone|tap|taps|tapped)\b", re.IGNORECASE),
    "de": re.compile(r"\b(Gastgeber|jemand anderes|nochmal|Partien?|Prozent|Spielern)\b"),
}
"""Second words for what the catalogues call "everybody", "press", "Spiel", "%" and so on."""


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.parent.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_games_have_one_word_for_one_thing(folder: Path, language: str) -> None:
    catalogue = (folder / f"{language}.ftl").read_text(encoding="utf-8")
    assert AVOIDED_WORDS[language].findall(catalogue) == []


READ_ELSEWHERE = (
    "computers-unfit", "illegal-move", "join-first", "not-startable", "onlooker-lobby",
)  # fmt: skip
"""Private texts about the board's buttons, whose labels may be in another language."""
BOARD_BUTTONS = {"button-hand": "🐾", "button-join": "🐾", "button-options": "⚙️"}
"""The buttons of the board that such texts are about, with their signs."""


@EACH_CATALOGUE
def test_private_texts_name_the_boards_buttons_by_their_signs(folder: Path, language: str) -> None:
    say, names = (
        text(language, None if folder == SHARED_FOLDER else folder),
        read_placeholders(folder, language),
    )
    for key in set(READ_ELSEWHERE) & names.keys():
        told = say(key, name="Ada")
        assert any(sign in told for sign in BOARD_BUTTONS.values()), key
        for button, sign in BOARD_BUTTONS.items():
            assert button not in names or say(button) not in told.replace(
                f"{sign} {say(button)}", ""
            ), key


def name_callee(node: ast.Call) -> str:
    """Return the last part of what is called, such as "say" of `context.say(...)`."""
    match node.func:
        case ast.Name(name) | ast.Attribute(attr=name):
            return name
        case ast.Call() as inner:
            return f"{name_callee(inner)}()"
    return ""


def strings(node: ast.AST) -> Iterator[str]:
    """Yield the texts that an expression can be, with NUL for each placeholder."""
    match node:
        case ast.Constant(str(value)):
            yield value
        case ast.JoinedStr(values):
            parts = (part.value if isinstance(part, ast.Constant) else "\0" for part in values)
            yield "".join(map(str, parts))
        case ast.IfExp(_, body, orelse):
            yield from strings(body)
            yield from strings(orelse)


@cache
def read_known_messages(file: Path) -> dict[str, frozenset[str]]:
    """Return the messages that the code in `file` may use; shared code, what all games have."""
    game = next((game for game in (*GAMES, STUB) if game.parent in file.parents), None)
    shared = read_placeholders(SHARED_FOLDER, "en") | read_placeholders(DEFAULTS_FOLDER, "en")
    if game is not None:
        return shared | read_placeholders(game, "en")
    common = set.intersection(*(set(read_placeholders(game, "en")) for game in GAMES))
    return shared | {key: read_placeholders(GAMES[0], "en")[key] for key in common}


def list_message_calls(file: Path) -> Iterator[tuple[ast.Call, str]]:
    """Yield the calls that name a message, with its key."""
    for node in ast.walk(parse_source(file)):
        if isinstance(node, ast.Call):
            for place, callees in enumerate((KEY_FIRST, KEY_SECOND)):
                if name_callee(node) in callees and len(node.args) > place:
                    yield from ((node, key) for key in strings(node.args[place]))


def matches(pattern: str, key: str) -> bool:
    """Tell whether a message's key is the pattern, in which NUL stands for any characters."""
    if "\0" not in pattern:
        return pattern == key
    return re.fullmatch(re.escape(pattern).replace("\0", ".+"), key) is not None


def test_every_message_that_the_code_asks_for_exists() -> None:
    for file, call, pattern in ((f, *found) for f in CODE for found in list_message_calls(f)):
        place, known = f"{file}:{call.lineno}: {pattern!r}", read_known_messages(file)
        is_there = pattern in known or any(matches(pattern, key) for key in known)
        assert is_there or pattern in NOT_EVERYWHERE, place
        given = {keyword.arg for keyword in call.keywords}
        if name_callee(call) in VALUES_FOLLOW and pattern in known and None not in given:
            later = {"setting"} if name_callee(call) == "StoreProblem" else set()
            assert given == known[pattern] - later, place


def test_each_call_that_names_a_message_occurs_in_the_code() -> None:
    nodes = (node for file in CODE for node in ast.walk(parse_source(file)))
    called = {name_callee(node) for node in nodes if isinstance(node, ast.Call)}
    assert (KEY_FIRST | KEY_SECOND | VALUES_FOLLOW) - called == set()


@cache
def list_strings(file: Path) -> frozenset[str]:
    return frozenset(part for node in ast.walk(parse_source(file)) for part in strings(node))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_every_message_is_used_by_the_code(folder: Path) -> None:
    everywhere = folder in (SHARED_FOLDER, DEFAULTS_FOLDER)
    files = [file for file in CODE if everywhere or folder.parent in file.parents]
    shared = ("services", "presenters", "domain", "engine")
    files += [file for room in shared for file in (ROOT / "bot" / room).rglob("*.py")]
    used = frozenset[str]().union(*map(list_strings, files))
    used |= {key for words in WORD_PATCHES.values() for _, key in words}
    patterns = [part for part in used if "\0" in part and re.match(r"[a-z]+-", part)]
    unused = [
        key
        for key in read_placeholders(folder, "en")
        if key not in used and not any(matches(pattern, key) for pattern in patterns)
    ]
    assert unused == [], "the code uses none of these"


def find_unseen_nodes(module: ast.Module) -> set[ast.AST]:
    """Return docstrings, and all that people never see, such as the help texts of metrics."""
    found: set[ast.AST] = set()
    for node in ast.walk(module):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            found.add(node.value)
        elif (
            isinstance(node, ast.Assert)
            or (isinstance(node, ast.Call) and name_callee(node) in UNSEEN_CALLS)
            or (isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in UNSEEN_NAMES)
            or (isinstance(node, ast.AnnAssign) and ast.unparse(node.target) in UNSEEN_NAMES)
        ):
            found.update(ast.walk(node))
    return found


def list_shown_literals(module: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the line and text of each literal that looks like a text for people."""
    hidden = find_unseen_nodes(module)
    for node in ast.walk(module):
        if node in hidden:
            continue
        for part in strings(node):
            said = SENTENCE.search(TAG.sub("", part)) and not SQL.match(part)
            if said and part not in UNSEEN:
                yield getattr(node, "lineno", 0), part
        if isinstance(node, ast.Call) and name_callee(node) in SHOWN_CALLS:
            shown = [*node.args, *(k.value for k in node.keywords if k.arg in SHOWN_KEYWORDS)]
            for part in (part for argument in shown for part in strings(argument)):
                if not FILE_NAME.fullmatch(part):
                    yield node.lineno, part


def test_no_text_for_people_stands_in_the_code() -> None:
    found = [
        f"{file}:{line}: {part!r}"
        for file in CODE
        if file not in SCRIPTS
        for line, part in list_shown_literals(parse_source(file))
    ]
    assert found == []


@pytest.mark.parametrize(
    "line",
    [
        'await interaction.response.send_message("Join")',
        'Button("Join", press)',
        'Button(label="Guess!", press=press)',
        'Screen(title=f"Round {number}")',
        'OwnScreen("Mine")',
        'x = "Nobody is here"',
        'x = f"{name} wins"',
        'raise Refused("The table is full")',
    ],
)
def test_texts_in_the_code_are_found(line: str) -> None:
    assert list(list_shown_literals(ast.parse(f"async def f():\n    {line}")))


@pytest.mark.parametrize(
    "line",
    [
        'Button(say("button-join"), Do("join"), "good")',
        'raise ValueError("no such seat")',
        'log.warning("table %d is slow", table)',
        '"""A docstring may say what it likes."""',
        'Picture("hand.jpg", alt)',
    ],
)
def test_other_literals_are_left_alone(line: str) -> None:
    assert not list(list_shown_literals(ast.parse(line)))


MAX_LABEL_LENGTH = 25


@EACH_CATALOGUE
def test_no_phone_cuts_the_label_of_a_button(folder: Path, language: str) -> None:
    say = text(language, None if folder == SHARED_FOLDER else folder)
    labels = (
        say(key)
        for key, names in read_placeholders(folder, language).items()
        if not names and key.startswith("button-")
    )
    assert [label for label in labels if len(label) > MAX_LABEL_LENGTH] == []


RENEWED = {
    "lobby-host-called", "owed-pause", "owed-skip", "owed-time", "owed-until",  # the board
    "evening-next", "vote-text",
    "hosted-line",  # a time that is past from the start
}  # fmt: skip
"""The messages that are replaced when their time has come, so that they can say "in 10 minutes"."""


@EACH_CATALOGUE
def test_a_message_that_stays_tells_a_time_of_day(folder: Path, language: str) -> None:
    """Otherwise it would soon say "You can skip this turn: 5 minutes ago"."""
    catalogue = (folder / f"{language}.ftl").read_text(encoding="utf-8")
    entries = re.split(r"^(?=[\w-]+ =)", catalogue, flags=re.MULTILINE)
    assert {entry.split(" ")[0] for entry in entries if ":R>" in entry} <= RENEWED


@EACH_CATALOGUE
def test_no_sentence_goes_on_behind_a_time_that_the_readers_client_words(
    folder: Path, language: str
) -> None:
    """Discord writes "in 10 minutes" in the reader's language, and the table may have another.

    So it stands behind a sign or a colon, at the end of its line
    (https://docs.discord.com/developers/reference#message-formatting).
    """
    for line in (folder / f"{language}.ftl").read_text(encoding="utf-8").splitlines():
        for time in re.finditer(r"<t:[^>]*:R>", line):
            assert line[: time.start()].endswith(("⏳ ", ": ")), line
            assert line[time.end() :] == "", line
