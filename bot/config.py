"""The settings: environment variables and the file `.env`."""

from typing import Literal

from pydantic import SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.text import nearest


class StartProblem(Exception):  # noqa: N818 - named after what the host has to mend
    """The bot cannot start; the catalogue's sentence `key` says what to do."""

    def __init__(self, key: str, **values: str) -> None:
        """Keep the catalogue `key` and its arguments."""
        super().__init__(key)
        self.key = key
        self.values = values


class Settings(BaseSettings):
    """What a host can set. An empty variable counts as not set."""

    model_config = SettingsConfigDict(
        env_file=".env", env_file_encoding="utf-8", env_ignore_empty=True, extra="ignore"
    )

    discord_token: SecretStr | None = None
    """None: nobody to log in as, only the demo can run."""
    database_url: str = "sqlite+aiosqlite:///data/cats.db"
    """SQLAlchemy's address of a SQLite file; it is the store that checks it."""
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"] = "INFO"
    language: str = "en"
    """For messages to the host: a language or, as Unix has it, a list such as "de_DE:en"."""

    @field_validator("discord_token")
    @classmethod
    def _token_fits_into_a_header(cls, token: SecretStr | None) -> SecretStr | None:
        if token is None:
            return None
        bare = token.get_secret_value().strip()
        if not (bare.isascii() and bare.isprintable()) or " " in bare:
            raise ValueError
        return SecretStr(bare)

    @field_validator("log_level", mode="before")
    @classmethod
    def _level_in_capitals(cls, level: str) -> str:
        return level.upper()

    @field_validator("language")
    @classmethod
    def _language_of_a_catalogue(cls, languages: str) -> str:
        return nearest(languages.split(":", 1)[0].replace("_", "-"))


def read_settings() -> Settings:
    """Return the settings; raises `StartProblem`, which never quotes a value."""
    try:
        return Settings()
    except ValidationError as problem:
        name = str(problem.errors(include_input=False)[0]["loc"][0])
        raise StartProblem(f"setting-{name.replace('_', '-')}") from None
    except (OSError, UnicodeDecodeError):
        raise StartProblem("setting-file") from None
