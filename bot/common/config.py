"""The settings: environment variables and the file `.env`.

They are read by hand, as each wrong one has a sentence of its own in the catalogues and none is
quoted; pydantic's settings quote values, in English.
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
    "METRICS_PORT", "METRICS_HOST", "LANGUAGE", "API_BASE", "GATEWAY_URL", "REQUESTS", "THINKING",
    "GAMES", "SUPPORT_CONTACT",
)  # fmt: skip
"""All settings."""
COMPOSE_NAMES = ("POSTGRES_PASSWORD",)
"""What else the file may hold: `compose.yaml` reads it."""
LOG_FORMATS = ("text", "json")
THINKING_MODES = ("process", "threads")
"""Where computers think whose levels think long."""
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
DEFAULT_LOG_LEVEL = "INFO"
"""Unless the host says otherwise."""
DEMO_LOG_LEVEL = "WARNING"
"""Visitors of the demo need no more on their terminal than what they can do something about."""
DEMO_PORT = 8000
"""Where the demo listens unless it is told otherwise."""
LOOPBACK_HOST = "127.0.0.1"
"""Where figures are served unless it is said otherwise: to this machine alone."""
MAX_SHARDS = 10_000
MAX_PORT = 2**16 - 1
DEFAULT_REQUESTS_PER_SECOND = 50
"""A second: https://docs.discord.com/developers/topics/rate-limits#global-rate-limit"""
MAX_REQUESTS_PER_SECOND = 10_000
MAX_CONTACT_LENGTH = 200
"""Characters of the support contact."""
MENTION_MARKS = ("<@", "<#", "@everyone", "@here")
"""What calls people, or names a channel, in a text on Discord."""
UNSET_LANGUAGE_NAMES = ("C", "POSIX")
"""What Unix calls the language of whoever has chosen none."""


class StartProblem(Exception):
    """The bot cannot start; the catalogue's sentence `key` says what to do."""

    def __init__(self, key: str, **values: str) -> None:
        """Keep the catalogue `key` and its arguments."""
        super().__init__(key)
        self.key = key
        self.values = values


class Secret:
    """A text that shows in no log and no traceback."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return "Secret()"

    def reveal(self) -> str:
        """Return the text."""
        return self._text


class MetricsAddress(Struct, frozen=True):
    """Where figures and the state of health are served."""

    host: str
    port: int


class Settings(Struct, frozen=True):
    """What a host can set. An empty or blank variable counts as not set."""

    discord_token: Secret | None
    """None: nobody to log in as, only the demo can run."""
    database_url: str
    """SQLAlchemy's address of a SQLite file; it is the store that checks it."""
    shards: int | None
    """Discord's shards; None: as many as it recommends."""
    log_level: str
    """One of `LOG_LEVELS`."""
    log_format: str
    """One of `LOG_FORMATS`."""
    watch: MetricsAddress | None
    """None: nowhere."""
    language: str | None
    """For messages to the host: that of a catalogue. None: one is wished that there is none for."""
    api_base: str | None
    """Where requests go; None: to Discord itself."""
    gateway_url: str | None
    """Where the gateway is; None: Discord's own."""
    requests: int
    """How many requests all processes on one database may send in a second."""
    thinking: str
    """One of `THINKING_MODES`."""
    games: tuple[str, ...]
    """The names of the games that are offered, in this order; (): all."""
    support_contact: str
    """How people reach the host: an address or a few words; "": `/cats help` names none."""
    warnings: tuple[StartProblem, ...]
    """What is set, but to no effect."""


def read_settings() -> tuple[Settings, list[StartProblem]]:
    """Return the settings and what is wrong with them, which never quotes a value.

    One that is wrong counts as not set.
    """
    wrong: list[StartProblem] = []
    lines, unread = list[Binding](), list[StartProblem]()
    file: Mapping[str, str | None] = {}
    try:
        lines = _read_lines()
        file = _read_values() if lines else {}
    except StartProblem as problem:
        # A service's user need not be able to read what stands beside the program.
        if os.environ.get("DISCORD_TOKEN", "").strip():
            unread.append(StartProblem("setting-file-passed-over"))
        else:
            wrong.append(problem)
    pairs = ((name, (value or "").strip()) for name, value in (*file.items(), *os.environ.items()))
    found = {name.upper(): value for name, value in pairs if value}

    def read(name: str, parse: Callable[[str], T], otherwise: T, **values: str) -> T:
        try:
            return parse(found[name]) if name in found else otherwise
        except ValueError:
            key = f"setting-{name.lower().replace('_', '-')}"
            wrong.append(StartProblem(key, **values))
            return otherwise

    settings = Settings(
        discord_token=read("DISCORD_TOKEN", _parse_token, None),
        database_url=found.get("DATABASE_URL", "sqlite:///data/cats.db"),
        shards=read("SHARDS", _make_number_parser(MAX_SHARDS), None, most=str(MAX_SHARDS)),
        log_level=read("LOG_LEVEL", _make_choice_parser(LOG_LEVELS), DEFAULT_LOG_LEVEL),
        log_format=read("LOG_FORMAT", _make_choice_parser(LOG_FORMATS), LOG_FORMATS[0]),
        watch=read(
            "METRICS_PORT",
            lambda port: MetricsAddress(
                found.get("METRICS_HOST", LOOPBACK_HOST), parse_number(port, 1, MAX_PORT)
            ),
            None,
        ),
        language=_parse_language(found.get("LANGUAGE", LANGUAGES[0])),
        api_base=read("API_BASE", partial(_parse_address, ("http", "https")), None),
        gateway_url=read("GATEWAY_URL", partial(_parse_address, ("ws", "wss")), None),
        requests=read(
            "REQUESTS",
            _make_number_parser(MAX_REQUESTS_PER_SECOND),
            DEFAULT_REQUESTS_PER_SECOND,
            most=str(MAX_REQUESTS_PER_SECOND),
        ),
        thinking=read("THINKING", _make_choice_parser(THINKING_MODES), THINKING_MODES[0]),
        games=tuple(re.findall(r"[^,;\s]+", found.get("GAMES", "").lower())),
        support_contact=read("SUPPORT_CONTACT", _parse_contact, "", most=str(MAX_CONTACT_LENGTH)),
        warnings=(*unread, *_find_line_problems(lines), *_find_unused_settings(found)),
    )
    return settings, wrong


def _read_lines() -> list[Binding]:
    """Return the file's lines, if there is one."""
    try:
        if not ENV_FILE.exists():
            return []
        with ENV_FILE.open(encoding="utf-8") as file:
            return [*parse_stream(file)]
    except (OSError, UnicodeDecodeError):
        raise StartProblem("setting-file") from None


def _read_values() -> dict[str, str | None]:
    """Return what stands in the file."""
    logging.getLogger("dotenv").setLevel(logging.ERROR)  # what it cannot read are slips, told below
    return dotenv_values(ENV_FILE)


def _find_line_problems(lines: Sequence[Binding]) -> Iterator[StartProblem]:
    """Yield what is wrong with lines of the file, none of which is quoted: it may be a secret."""
    for line in lines:
        text = line.original.string
        blank = text[: len(text) - len(text.lstrip())].count("\n")
        number = str(line.original.line + blank)
        if line.error or (line.key is not None and line.value is None):
            yield StartProblem("setting-line-wrong", line=number)
        elif line.key is not None and (name := line.key.upper()) not in (
            *SETTING_NAMES,
            *COMPOSE_NAMES,
        ):
            meant = get_close_matches(name, SETTING_NAMES, 1)
            if meant:
                yield StartProblem("setting-line-meant", line=number, meant=meant[0])
            else:
                yield StartProblem("setting-line-unknown", line=number)


def _find_unused_settings(found: Mapping[str, str]) -> Iterator[StartProblem]:
    """Yield which settings do nothing without another one."""
    if "METRICS_HOST" in found and "METRICS_PORT" not in found:
        yield StartProblem("setting-metrics-host-alone")


def parse_number(value: str, least: int, most: int) -> int:
    """Return a number in plain digits. Raises `ValueError` for all else, and beyond the limits."""
    if not (value.isascii() and value.isdecimal() and least <= int(value) <= most):
        raise ValueError
    return int(value)


def _make_number_parser(most: int) -> Callable[[str], int]:
    return partial(parse_number, least=1, most=most)


def _make_choice_parser(values: Sequence[str]) -> Callable[[str], str]:
    """Return what reads one of these values, in whatever case it is written."""
    return lambda value: values[[each.lower() for each in values].index(value.lower())]


def _parse_language(value: str) -> str | None:
    """Return the first of ours in a language, or a list of them as Unix has it: "fr_CA:de_DE".

    https://www.gnu.org/software/gettext/manual/html_node/The-LANGUAGE-variable.html
    """
    wished = [re.split("[_.@-]", one)[0] for one in value.split(":")]
    known = (one.lower() for one in wished if one.lower() in LANGUAGES)
    return next(known, LANGUAGES[0] if wished[0] in UNSET_LANGUAGE_NAMES else None)


def _parse_contact(value: str) -> str:
    """Return an address or a text of one line that mentions nobody."""
    mentions = any(each in value for each in MENTION_MARKS)
    if mentions or len(value) > MAX_CONTACT_LENGTH or not value.isprintable():
        raise ValueError
    return value


def _parse_address(schemes: Sequence[str], value: str) -> str:
    """Return an address with one of these schemes.

    It holds no name and password, query or fragment: those are not for who stands in for Discord.
    """
    url = urlsplit(value)
    is_one = url.scheme in schemes and bool(url.hostname) and url.port != 0
    if not is_one or set(value) & set("@?#{} ") or not (value.isascii() and value.isprintable()):
        raise ValueError
    return value.rstrip("/")


def _parse_token(value: str) -> Secret:
    """Return a token that fits into a header of HTTP."""
    if not (value.isascii() and value.isprintable()) or " " in value:
        raise ValueError
    return Secret(value)
