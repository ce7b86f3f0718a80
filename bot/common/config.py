"""Reads the settings from environment variables and the file `.env`.

Each wrong setting has a message of its own in the catalogues, which never quotes the value.
pydantic's settings are not used, as their messages quote values and are English only.
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

from bot.i18n import LANGUAGES

T = TypeVar("T")
ENV_FILE = Path(".env")
SETTING_NAMES = (
    "DISCORD_TOKEN", "DATABASE_URL", "SHARDS", "LOG_LEVEL", "LOG_FORMAT",
    "METRICS_PORT", "METRICS_HOST", "LANGUAGE", "API_BASE", "GATEWAY_URL", "REQUESTS_PER_SECOND",
    "COMPUTER_PLAYERS", "GAMES", "SUPPORT_CONTACT",
)  # fmt: skip
RENAMED_SETTINGS = {"REQUESTS": "REQUESTS_PER_SECOND", "THINKING": "COMPUTER_PLAYERS"}
"""The present name of each setting that had another name up to version 0.3."""
COMPOSE_NAMES = ("POSTGRES_PASSWORD",)
"""Other variables that the file may hold, for `compose.yaml`."""
LOG_FORMATS = ("text", "json")
COMPUTER_PLAYERS_CHOICES = ("process", "threads")
"""Where slow computer players choose their moves."""
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
DEFAULT_LOG_LEVEL = "INFO"
DEMO_LOG_LEVEL = "WARNING"
"""Visitors of the demo see only what they can act on."""
DEMO_PORT = 8000
LOOPBACK_HOST = "127.0.0.1"
"""Default address for metrics, which only this machine can reach."""
MAX_SHARDS = 10_000
MAX_PORT = 2**16 - 1
DEFAULT_REQUESTS_PER_SECOND = 50
"""Discord's limit: https://docs.discord.com/developers/topics/rate-limits#global-rate-limit"""
MAX_REQUESTS_PER_SECOND = 10_000
MAX_CONTACT_LENGTH = 200
MENTION_MARKS = ("<@", "<#", "@everyone", "@here")
"""How mentions of people and channels start in a message."""
UNSET_LANGUAGE_NAMES = ("C", "POSIX")
"""Values of Unix for no chosen language."""


class StartProblem(Exception):
    """The bot cannot start; the message `key` of the catalogue says what to do."""

    def __init__(self, key: str, **values: str) -> None:
        super().__init__(key)
        self.key = key
        self.values = values


class Secret:
    """A string that never appears in a log or traceback."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return "Secret()"

    def reveal(self) -> str:
        """Return the string."""
        return self._text


class MetricsAddress(Struct, frozen=True):
    """Where the HTTP endpoints for metrics and health listen."""

    host: str
    port: int


class Settings(Struct, frozen=True):
    """The settings of a host. An empty or blank variable counts as not set."""

    discord_token: Secret | None
    """Without one, only the demo can run."""
    database_url: str
    """A URL of SQLAlchemy, which the storage checks."""
    shards: int | None
    """Number of shards; None: as many as Discord recommends."""
    log_level: str
    """One of `LOG_LEVELS`."""
    log_format: str
    """One of `LOG_FORMATS`."""
    metrics_address: MetricsAddress | None
    """None: no endpoints."""
    language: str | None
    """Language of messages to the host; None: the one that is set has no catalogue."""
    api_base: str | None
    """Base URL of requests; None: Discord's own."""
    gateway_url: str | None
    """None: Discord's own."""
    requests_per_second: int
    """Maximum number of requests a second, of all processes on one database together."""
    computer_players: str
    """One of `COMPUTER_PLAYERS_CHOICES`."""
    games: tuple[str, ...]
    """Names of the games on offer, in this order; (): all."""
    support_contact: str
    """How people reach the host, an address or a few words; "": `/cats help` shows none."""
    warnings: tuple[StartProblem, ...]
    """Settings that have no effect."""


def read_settings() -> tuple[Settings, list[StartProblem]]:
    """Read the settings; return them and their problems, which never quote a value.

    A wrong setting counts as not set.
    """
    wrong: list[StartProblem] = []
    lines, unread = list[Binding](), list[StartProblem]()
    file: Mapping[str, str | None] = {}
    try:
        lines = _read_lines()
        file = _read_values() if lines else {}
    except StartProblem as problem:
        # The user that a service runs as may not be able to read the file, and need not.
        if os.environ.get("DISCORD_TOKEN", "").strip():
            unread.append(StartProblem("setting-file-passed-over"))
        else:
            wrong.append(problem)
    pairs = ((name, (value or "").strip()) for name, value in (*file.items(), *os.environ.items()))
    found = {name.upper(): value for name, value in pairs if value}
    wrong.extend(
        StartProblem("setting-renamed", old=old, new=new)
        for old, new in RENAMED_SETTINGS.items()
        if old in found
    )

    def read(name: str, parse: Callable[[str], T], default: T, **values: str) -> T:
        try:
            return parse(found[name]) if name in found else default
        except ValueError:
            key = f"setting-{name.lower().replace('_', '-')}"
            wrong.append(StartProblem(key, **values))
            return default

    settings = Settings(
        discord_token=read("DISCORD_TOKEN", _parse_token, None),
        database_url=found.get("DATABASE_URL", "sqlite:///data/cats.db"),
        shards=read("SHARDS", _make_number_parser(MAX_SHARDS), None, most=str(MAX_SHARDS)),
        log_level=read("LOG_LEVEL", _make_choice_parser(LOG_LEVELS), DEFAULT_LOG_LEVEL),
        log_format=read("LOG_FORMAT", _make_choice_parser(LOG_FORMATS), LOG_FORMATS[0]),
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
        computer_players=read(
            "COMPUTER_PLAYERS",
            _make_choice_parser(COMPUTER_PLAYERS_CHOICES),
            COMPUTER_PLAYERS_CHOICES[0],
        ),
        games=tuple(re.findall(r"[^,;\s]+", found.get("GAMES", "").lower())),
        support_contact=read("SUPPORT_CONTACT", _parse_contact, "", most=str(MAX_CONTACT_LENGTH)),
        warnings=(*unread, *_find_line_problems(lines), *_find_unused_settings(found)),
    )
    return settings, wrong


def _read_lines() -> list[Binding]:
    """Parse the lines of the file, if it exists."""
    try:
        if not ENV_FILE.exists():
            return []
        with ENV_FILE.open(encoding="utf-8") as file:
            return [*parse_stream(file)]
    except (OSError, UnicodeDecodeError):
        raise StartProblem("setting-file") from None


def _read_values() -> dict[str, str | None]:
    """Read the variables of the file."""
    logging.getLogger("dotenv").setLevel(logging.ERROR)  # `_find_line_problems` reports them
    return dotenv_values(ENV_FILE)


def _find_line_problems(lines: Sequence[Binding]) -> Iterator[StartProblem]:
    """Yield the problems of the file's lines, without quoting a line, as it may be a secret."""
    for line in lines:
        text = line.original.string
        blank = text[: len(text) - len(text.lstrip())].count("\n")
        number = str(line.original.line + blank)
        if line.error or (line.key is not None and line.value is None):
            yield StartProblem("setting-line-wrong", line=number)
        elif line.key is not None and (name := line.key.upper()) not in (
            *SETTING_NAMES,
            *RENAMED_SETTINGS,
            *COMPOSE_NAMES,
        ):
            meant = get_close_matches(name, SETTING_NAMES, 1)
            if meant:
                yield StartProblem("setting-line-meant", line=number, meant=meant[0])
            else:
                yield StartProblem("setting-line-unknown", line=number)


def _find_unused_settings(environment: Mapping[str, str]) -> Iterator[StartProblem]:
    """Yield a problem for each setting that has no effect without another one."""
    if "METRICS_HOST" in environment and "METRICS_PORT" not in environment:
        yield StartProblem("setting-metrics-host-alone")


def parse_number(value: str, min_value: int, max_value: int) -> int:
    """Parse plain digits. Raises `ValueError` for anything else, and beyond the limits."""
    if not (value.isascii() and value.isdecimal() and min_value <= int(value) <= max_value):
        raise ValueError
    return int(value)


def _make_number_parser(max_value: int) -> Callable[[str], int]:
    return partial(parse_number, min_value=1, max_value=max_value)


def _make_choice_parser(values: Sequence[str]) -> Callable[[str], str]:
    """Return a parser that accepts these values, in upper or lower case."""
    return lambda value: values[[each.lower() for each in values].index(value.lower())]


def _parse_language(value: str) -> str | None:
    """Return the first known language of a Unix language or list, such as "fr_CA:de_DE".

    https://www.gnu.org/software/gettext/manual/html_node/The-LANGUAGE-variable.html
    """
    languages = [re.split("[_.@-]", one)[0] for one in value.split(":")]
    known = (one.lower() for one in languages if one.lower() in LANGUAGES)
    return next(known, LANGUAGES[0] if languages[0] in UNSET_LANGUAGE_NAMES else None)


def _parse_contact(value: str) -> str:
    """Return a contact of one line. Raises `ValueError` if it contains a mention."""
    mentions = any(each in value for each in MENTION_MARKS)
    if mentions or len(value) > MAX_CONTACT_LENGTH or not value.isprintable():
        raise ValueError
    return value


def _parse_address(schemes: Sequence[str], value: str) -> str:
    """Return a URL with one of these schemes, without credentials, query or fragment."""
    url = urlsplit(value)
    is_url = url.scheme in schemes and bool(url.hostname) and url.port != 0
    if not is_url or set(value) & set("@?#{} ") or not (value.isascii() and value.isprintable()):
        raise ValueError
    return value.rstrip("/")


def _parse_token(value: str) -> Secret:
    """Return a token. Raises `ValueError` if it cannot be in an HTTP header."""
    if not (value.isascii() and value.isprintable()) or " " in value:
        raise ValueError
    return Secret(value)
