"""The texts for people: catalogues of messages in each language, and their lookup.

The catalogues are Fluent files (https://projectfluent.org), one for each language: the shared ones
in this folder, and one pair in each game's `text/` folder.
"""

from functools import lru_cache
from pathlib import Path

from fluent.runtime import FluentBundle
from fluent.syntax import FluentParser
from fluent.syntax.ast import Resource

LANGUAGES = ("en", "de")
"""The languages of the catalogues; the first is spoken to everybody else."""

SHARED = Path(__file__).parent
KEPT = 1024
"""Texts of each catalogue that are kept as they were said last."""


class Text:
    """One language's messages: the shared catalogue and, where given, a game's."""

    def __init__(self, language: str, folders: tuple[Path, ...]) -> None:
        """Load `<language>.ftl` from each folder; later folders win."""
        self.language = language
        self._bundle = FluentBundle([language], use_isolating=False)
        for folder in folders:
            self._bundle.add_resource(_catalogue(folder, language), allow_overrides=True)
        self._said = lru_cache(KEPT)(self._say)

    def __call__(self, key: str, **values: int | str) -> str:
        """Return the message `key` with its placeholders filled.

        Integers choose plural forms and are written with the language's separators, so ids and
        times are given as strings. Raises `KeyError` for an unknown key and `ValueError` for a
        message that cannot be filled.
        """
        return self._said(key, tuple(values.items()))

    def _say(self, key: str, values: tuple[tuple[str, int | str], ...]) -> str:
        message = self._bundle.get_message(key)
        if message.value is None:
            raise KeyError(key)
        text, errors = self._bundle.format_pattern(message.value, dict(values))
        if errors:
            raise ValueError(f"{key}: {errors}")
        return str(text)


@lru_cache
def _catalogue(folder: Path, language: str) -> Resource:
    """Return a catalogue, parsed once for all that it is part of."""
    source = (folder / f"{language}.ftl").read_text(encoding="utf-8")
    return FluentParser(with_spans=False).parse(source)


@lru_cache
def text(language: str, folder: Path | None = None) -> Text:
    """Return the shared messages in `language`, with those in `folder` added."""
    return Text(language, (SHARED,) if folder is None else (SHARED, folder))


def nearest(locale: str) -> str:
    """Return the catalogue language for one of Discord's locales, such as "de" or "es-419".

    That is the locale's own catalogue or that of its language, else the first one.
    https://docs.discord.com/developers/reference#locales
    """
    named = (locale, locale.split("-", 1)[0])
    return next((language for language in named if language in LANGUAGES), LANGUAGES[0])
