"""The settings: environment variables and the file `.env`."""

import os
from pathlib import Path

from dotenv import dotenv_values
from msgspec import Struct

from bot.text import nearest

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")


class StartProblem(Exception):  # noqa: N818 - named after what the host has to mend
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


class Settings(Struct, frozen=True):
    """What a host can set. An empty variable counts as not set."""

    discord_token: Secret | None
    """None: nobody to log in as, only the demo can run."""
    database_url: str
    """SQLAlchemy's address of a SQLite file; it is the store that checks it."""
    log_level: str
    """One of `LEVELS`."""
    language: str
    """For messages to the host: that of a catalogue."""


def read_settings() -> Settings:
    """Return the settings; raises `StartProblem`, which never quotes a value."""
    try:
        file = dotenv_values(".env") if Path(".env").exists() else {}
    except (OSError, UnicodeDecodeError):
        raise StartProblem("setting-file") from None
    found = {name.upper(): value for name, value in (*file.items(), *os.environ.items()) if value}
    level = found.get("LOG_LEVEL", "INFO").upper()
    if level not in LEVELS:
        raise StartProblem("setting-log-level")
    languages = found.get("LANGUAGE", "en")  # or, as Unix has it, a list such as "de_DE:en"
    return Settings(
        discord_token=_token(found.get("DISCORD_TOKEN", "")),
        database_url=found.get("DATABASE_URL", "sqlite:///data/cats.db"),
        log_level=level,
        language=nearest(languages.split(":", 1)[0].replace("_", "-")),
    )


def _token(given: str) -> Secret | None:
    """Return a token that fits into a header of HTTP."""
    token = given.strip()
    if not (token.isascii() and token.isprintable()) or " " in token:
        raise StartProblem("setting-discord-token")
    return Secret(token) if given else None
