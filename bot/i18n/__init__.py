"""The texts for people: catalogues of messages in each language, and their lookup.

The catalogues are Fluent files (https://projectfluent.org), one for each language: the shared ones
in this folder, what a game says that has no words of its own in `defaults/`, and one pair in each
game's `text/` folder.
"""

from functools import lru_cache
from pathlib import Path
from typing import Any, cast

from babel import Locale, localedata
from babel.core import get_global
from fluent.runtime import FluentBundle
from fluent.syntax.ast import Resource

from bot.i18n.catalogue import Catalogue, Entry, referred

LANGUAGES = ("en", "de")
"""The languages of the catalogues; the first is spoken to everybody else."""

SHARED = Path(__file__).parent
DEFAULTS = SHARED / "defaults"
KEPT = 1024
"""Texts of each catalogue that are kept as they were said last."""
NUMBERS = {
    "decimal_formats",
    "default_numbering_system",
    "number_symbols",
    "numbering_systems",
    "plural_form",
}
"""What texts need of what Babel knows of a language."""
WORLD = (
    "all_currencies",
    "meta_zones",
    "territory_currencies",
    "territory_languages",
    "territory_zones",
    "windows_zone_mapping",
    "zone_aliases",
    "zone_territories",
)
"""What they do not need of what it knows of the world."""


class Text:
    """One language's messages: those of several catalogues."""

    def __init__(self, language: str, folders: tuple[Path, ...]) -> None:
        """Take `<language>.ftl` of each folder; later folders win."""
        self.language = language
        self._bundle = _bundle(language)
        self._catalogues = [_catalogue(folder, language) for folder in reversed(folders)]
        self._there: set[str] = set()
        """The names of what the bundle has."""
        self._said = lru_cache(KEPT)(self._say)

    def __call__(self, key: str, **values: int | str) -> str:
        """Return the message `key` with its placeholders filled.

        Integers choose plural forms and are written with the language's separators, so ids and
        times are given as strings. Raises `KeyError` for an unknown key and `ValueError` for a
        message that cannot be filled.
        """
        return self._said(key, tuple(values.items()))

    def _say(self, key: str, values: tuple[tuple[str, int | str], ...]) -> str:
        self._bring(key)
        message = self._bundle.get_message(key)
        if message.value is None:
            raise KeyError(key)
        text, errors = self._bundle.format_pattern(message.value, dict(values))
        if errors:
            raise ValueError(f"{key}: {errors}")
        return str(text)

    def _bring(self, name: str) -> None:
        """Give the bundle an entry, after all that it refers to."""
        entry = None if name in self._there else self._entry(name)
        if entry is None:
            return
        for other in referred(entry):
            self._bring(other)
        self._bundle.add_resource(Resource([entry]))
        self._there.add(name)

    def _entry(self, name: str) -> Entry | None:
        found = (catalogue.get(name) for catalogue in self._catalogues)
        return next((entry for entry in found if entry is not None), None)


@lru_cache
def _catalogue(folder: Path, language: str) -> Catalogue:
    """Return a catalogue, read once for all that it is part of."""
    return Catalogue((folder / f"{language}.ftl").read_bytes())


def _bundle(language: str) -> FluentBundle:
    """Return an empty bundle, for which Babel keeps of a language no more than its numbers.

    What else it loads, such as the names of all countries and currencies, takes 7 MB. Raises
    `babel.UnknownLocaleError` for a language that it has no file of.
    https://babel.pocoo.org/en/latest/api/core.html
    """
    bundle = FluentBundle([language], use_isolating=False)
    for name in ("root", str(Locale.parse(language, sep="-"))):
        kept = localedata.load(name)
        for key in kept.keys() - NUMBERS:
            del kept[key]
    for about in WORLD:
        cast(dict[str, object], get_global(cast(Any, about))).clear()
    return bundle


@lru_cache
def text(language: str, folder: Path | None = None) -> Text:
    """Return the shared messages in `language`, with those of the game in `folder` added."""
    return Text(language, (SHARED,) if folder is None else (SHARED, DEFAULTS, folder))


def nearest(locale: str) -> str:
    """Return the catalogue language for one of Discord's locales, such as "de" or "es-419".

    That is the locale's own catalogue or that of its language, else the first one.
    https://docs.discord.com/developers/reference#locales
    """
    named = (locale, locale.split("-", 1)[0])
    return next((language for language in named if language in LANGUAGES), LANGUAGES[0])
