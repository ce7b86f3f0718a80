"""Reads the bot's settings from environment variables and the file `.env`.

For each wrong setting, the message catalogues have a text, which never quotes the value. pydantic's
settings are not used, because their messages quote values and are in English only.
"""

import logging
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

from dotenv import dotenv_values
from dotenv.parser import Binding, parse_stream
from msgspec import Struct

from bot.common.numbers import parse_number
from bot.i18n import LANGUAGES

T = TypeVar("T")
ENV_FILE = Path(".env")
MISNAMED_ENV_FILE = Path(".env.txt")
"""The name after an editor on Windows has added an ending, which is hidden."""
SETTING_NAMES = (
    "DISCORD_TOKEN", "DATABASE_URL", "SHARDS", "LOG_LEVEL", "LOG_FORMAT",
    "METRICS_PORT", "METRICS_HOST", "LANGUAGE", "API_BASE", "GATEWAY_URL", "REQUESTS_PER_SECOND",
    "COMPUTER_PLAYERS", "GAMES", "SUPPORT_CONTACT", "PUBLIC_INVITE",
)  # fmt: skip
"""The names of all environment variables that the bot reads."""
RENAMED_SETTINGS = {"REQUESTS": "REQUESTS_PER_SECOND", "THINKING": "COMPUTER_PLAYERS"}
"""Maps names up to version 0.3 to the present ones. A setting with an old name is a mistake."""
KNOWN_NAMES = (*SETTING_NAMES, *RENAMED_SETTINGS, "POSTGRES_PASSWORD")
"""What the file `.env` may have. The last name is for `compose.yaml` alone."""
# Of choices, the first is the default.
LOG_FORMATS = ("text", "json")
COMPUTER_PLAYERS_CHOICES = ("process", "threads")
YES_NO_CHOICES = ("no", "yes")
LOG_LEVELS = ("INFO", "DEBUG", "WARNING", "ERROR", "CRITICAL")
"""The allowed log levels, lowest first."""
DEMO_LOG_LEVEL = "WARNING"
"""The level of the demo, whose visitors see only records that they can act on."""
DEMO_PORT = 8000
LOOPBACK_HOST = "127.0.0.1"
MAX_SHARDS = 10_000
MAX_PORT = 2**16 - 1
DEFAULT_REQUESTS_PER_SECOND = 50
"""Discord's own limit: https://docs.discord.com/developers/topics/rate-limits#global-rate-limit"""
MAX_REQUESTS_PER_SECOND = 10_000
MAX_CONTACT_LENGTH = 200
MENTION_MARKS = ("<@", "<#", "@everyone", "@here")
"""The beginnings of mentions in a Discord message, which a support contact must not contain."""
UNSET_LANGUAGE_NAMES = ("C", "POSIX")
"""Values of a Unix language variable that mean that the user has chosen no language."""


class StartProblem(Exception):
    """Raised when the bot cannot start, with a message that says what to do about it.

    The message is for the person who runs the bot.
    """

    def __init__(self, key: str, **values: str) -> None:
        """Create the error from the catalogue key of a message and the message's placeholders."""
        super().__init__(key)
        self.key = key
        self.values = values


class Secret:
    """A string, such as a password, that never appears in a log or traceback."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return "Secret()"

    def reveal(self) -> str:
        """Return the string itself."""
        return self._text


class MetricsAddress(Struct, frozen=True):
    """Where the bot serves metrics and its health status over HTTP."""

    host: str
    port: int


class Settings(Struct, frozen=True):
    """The configuration that the person who runs the bot has chosen.

    An empty or blank environment variable counts as not set.
    """

    discord_token: Secret | None
    """None means that only the demo can run."""
    database_url: str
    """The URL of the database in SQLAlchemy's format. It is checked when the database is opened."""
    shards: int | None
    """None means as many as Discord recommends."""
    log_level: str
    log_format: str
    metrics_address: MetricsAddress | None
    language: str | None
    """The language of messages to the host. None means that the bot lacks the one that was set."""
    api_base: str | None
    """The base URL of requests to Discord's HTTP API. None means Discord's own URL."""
    gateway_url: str | None
    """The URL of Discord's gateway. None means Discord's own URL."""
    requests_per_second: int
    """The maximum number of requests to Discord by all processes that share a database."""
    computer_players: str
    """Where slow computer players choose their moves, one of `COMPUTER_PLAYERS_CHOICES`."""
    games: tuple[str, ...]
    """The names of the games that people can start, in the order of the setting. () means all."""
    support_contact: str
    """How people can reach the host: an address or a few words. "" means that it is not shown."""
    public_invite: bool
    """Whether shared posts have a button with which people add the bot to servers of their own."""
    warnings: tuple[StartProblem, ...]
    """Mistakes that do not keep the bot from starting, such as an unknown name."""


class SettingValues(Struct, frozen=True):
    """The values of all settings as text, before they are checked."""

    values: Mapping[str, str]
    """The stripped text of each setting that is set, by its name in upper case."""
    lines: Sequence[Binding]
    """The lines of the file `.env`."""
    warnings: tuple[StartProblem, ...]
    problems: tuple[StartProblem, ...]


def _read_setting_values() -> SettingValues:
    """Read the environment variables and the file `.env`; a variable wins over a line."""
    lines = list[Binding]()
    file: Mapping[str, str | None] = {}
    warnings, problems = list[StartProblem](), list[StartProblem]()
    try:
        lines = _read_lines()
        file = _read_values() if lines else {}
        if not ENV_FILE.exists() and MISNAMED_ENV_FILE.exists():
            warnings.append(StartProblem("setting-file-ending"))
    except StartProblem as problem:
        # A service may run as a user who cannot read the file. With a token from the environment,
        # that is no problem.
        if os.environ.get("DISCORD_TOKEN", "").strip():
            warnings.append(StartProblem("setting-file-passed-over"))
        else:
            problems.append(problem)
    pairs = ((name, (value or "").strip()) for name, value in (*file.items(), *os.environ.items()))
    found = {name.upper(): value for name, value in pairs if value}
    renamed = (
        StartProblem("setting-renamed", old=old, new=new)
        for old, new in RENAMED_SETTINGS.items()
        if old in found
    )
    return SettingValues(found, lines, tuple(warnings), (*problems, *renamed))


def read_settings() -> tuple[Settings, list[StartProblem]]:
    """Read the settings from environment variables and the file `.env`.

    Returns:
        The settings, and a problem for each wrong value. A setting with a wrong value gets its
            default. No problem quotes a value, because a value may be secret.
    """
    source = _read_setting_values()
    found, wrong = source.values, list(source.problems)

    def read(name: str, parse: Callable[[str], T], default: T, **values: str) -> T:
        try:
            return parse(found[name]) if name in found else default
        except ValueError:
            key = f"setting-{name.lower().replace('_', '-')}"
            wrong.append(StartProblem(key, **values))
            return default

    def choose(name: str, choices: Sequence[str]) -> str:
        return read(name, partial(_parse_choice, choices), choices[0])

    is_host_alone = "METRICS_HOST" in found and "METRICS_PORT" not in found
    unused = [StartProblem("setting-metrics-host-alone")] * is_host_alone
    settings = Settings(
        discord_token=read("DISCORD_TOKEN", _parse_token, None),
        database_url=found.get("DATABASE_URL", "sqlite:///data/cats.db"),
        shards=read("SHARDS", _make_number_parser(MAX_SHARDS), None, most=str(MAX_SHARDS)),
        log_level=choose("LOG_LEVEL", LOG_LEVELS),
        log_format=choose("LOG_FORMAT", LOG_FORMATS),
        metrics_address=read(
            "METRICS_PORT",
            lambda port: MetricsAddress(
                found.get("METRICS_HOST", LOOPBACK_HOST), parse_number(port, 1, MAX_PORT)
            ),
            None,
        ),
        language=_parse_language(found.get("LANGUAGE", LANGUAGES[0])),
        api_base=read("API_BASE", partial(_parse_address, ("http", "https")), None),
        gateway_url=read("GATEWAY_URL", partial(_parse_address, ("ws", "wss")), None),
        requests_per_second=read(
            "REQUESTS_PER_SECOND",
            _make_number_parser(MAX_REQUESTS_PER_SECOND),
            DEFAULT_REQUESTS_PER_SECOND,
            most=str(MAX_REQUESTS_PER_SECOND),
        ),
        computer_players=choose("COMPUTER_PLAYERS", COMPUTER_PLAYERS_CHOICES),
        games=tuple(re.findall(r"[^,;\s]+", found.get("GAMES", "").lower())),
        support_contact=read("SUPPORT_CONTACT", _parse_contact, "", most=str(MAX_CONTACT_LENGTH)),
        public_invite=choose("PUBLIC_INVITE", YES_NO_CHOICES) == "yes",
        warnings=(*source.warnings, *_find_line_problems(source.lines), *unused),
    )
    return settings, wrong


def _read_lines() -> list[Binding]:
    try:
        if not ENV_FILE.exists():
            return []
        with ENV_FILE.open(encoding="utf-8") as file:
            return [*parse_stream(file)]
    except (OSError, UnicodeDecodeError):
        raise StartProblem("setting-file") from None


def _read_values() -> dict[str, str | None]:
    logging.getLogger("dotenv").setLevel(logging.ERROR)  # `_find_line_problems` reports them
    return dotenv_values(ENV_FILE)


def _find_line_problems(lines: Sequence[Binding]) -> Iterator[StartProblem]:
    """Yield a problem for each line of `.env` that is no assignment or names no known setting.

    The problems give the line's number and never its text, because the text may be secret.
    """
    for line in lines:
        text = line.original.string
        blank = text[: len(text) - len(text.lstrip())].count("\n")
        number = str(line.original.line + blank)
        if line.error or (line.key is not None and line.value is None):
            yield StartProblem("setting-line-wrong", line=number)
        elif line.key is not None and (name := line.key.upper()) not in KNOWN_NAMES:
            meant = get_close_matches(name, SETTING_NAMES, 1)
            if meant:
                yield StartProblem("setting-line-meant", line=number, meant=meant[0])
            else:
                yield StartProblem("setting-line-unknown", line=number)


def _make_number_parser(max_value: int) -> Callable[[str], int]:
    return partial(parse_number, min_value=1, max_value=max_value)


def _parse_choice(choices: Sequence[str], value: str) -> str:
    return choices[[each.lower() for each in choices].index(value.lower())]


def _parse_language(value: str) -> str | None:
    """Return the first language with message texts in a Unix language list, such as "fr_CA:de_DE".

    None means that the bot has texts in no language of the list.
    https://www.gnu.org/software/gettext/manual/html_node/The-LANGUAGE-variable.html
    """
    languages = [re.split("[_.@-]", one)[0] for one in value.split(":")]
    known = (one.lower() for one in languages if one.lower() in LANGUAGES)
    return next(known, LANGUAGES[0] if languages[0] in UNSET_LANGUAGE_NAMES else None)


def _parse_contact(value: str) -> str:
    """Return the text. Raises `ValueError` if it has a mention or line break, or is too long."""
    mentions = any(each in value for each in MENTION_MARKS)
    if mentions or len(value) > MAX_CONTACT_LENGTH or not value.isprintable():
        raise ValueError
    return value


def _parse_address(schemes: Sequence[str], value: str) -> str:
    """Return a URL without a slash at the end.

    Raises `ValueError` if the URL has another scheme, credentials, a query or a fragment.
    """
    url = urlsplit(value)
    is_url = url.scheme in schemes and bool(url.hostname) and url.port != 0
    if not is_url or set(value) & set("@?#{} ") or not (value.isascii() and value.isprintable()):
        raise ValueError
    return value.rstrip("/")


def _parse_token(value: str) -> Secret:
    """Return the token. Raises `ValueError` if an HTTP header cannot carry a character of it."""
    if not (value.isascii() and value.isprintable()) or " " in value:
        raise ValueError
    return Secret(value)
