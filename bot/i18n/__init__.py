"""Looks up messages for people in the catalogues of each language.

Catalogues are Fluent files (https://projectfluent.org), one for each language. Shared messages are
in this folder, defaults for games in `defaults/`, and each game's own in its folder `text/`.
"""

from functools import lru_cache
from pathlib import Path
from typing import Any, cast

from babel import Locale, localedata
from babel.core import get_global
from fluent.runtime import FluentBundle
from fluent.syntax.ast import Resource

from bot.i18n.catalogue import Catalogue, Entry, find_references

LANGUAGES = ("en", "de")
"""The languages of the catalogues. The first one is the fallback for all other languages."""

SHARED_FOLDER = Path(__file__).parent
DEFAULTS_FOLDER = SHARED_FOLDER / "defaults"
MAX_CACHED_TEXTS = 1024
"""Maximum number of formatted messages that each `Text` caches."""
NUMBER_DATA_KEYS = {
    "decimal_formats",
    "default_numbering_system",
    "number_symbols",
    "numbering_systems",
    "plural_form",
}
"""The part of Babel's data about a language that messages need."""
UNUSED_GLOBAL_DATA_KEYS = (
    "all_currencies",
    "meta_zones",
    "territory_currencies",
    "territory_languages",
    "territory_zones",
    "windows_zone_mapping",
    "zone_aliases",
    "zone_territories",
)
"""Babel's global data that messages do not need."""


class Text:
    """The messages of several catalogues in one language."""

    def __init__(self, language: str, folders: tuple[Path, ...]) -> None:
        """Read `<language>.ftl` of each folder; later folders take precedence."""
        self.language = language
        self._bundle = _create_bundle(language)
        self._catalogues = [_load_catalogue(folder, language) for folder in reversed(folders)]
        self._added: set[str] = set()
        """Names of the entries in the bundle."""
        self._format_cached = lru_cache(MAX_CACHED_TEXTS)(self._format)

    def __call__(self, key: str, **values: int | str) -> str:
        """Return the message `key` with its placeholders filled.

        Integers choose plural forms and are written with the language's separators; pass ids and
        times as strings. Raises `KeyError` for an unknown key, and `ValueError` for a message that
        cannot be filled.
        """
        return self._format_cached(key, tuple(values.items()))

    def _format(self, key: str, values: tuple[tuple[str, int | str], ...]) -> str:
        self._add_entry(key)
        message = self._bundle.get_message(key)
        if message.value is None:
            raise KeyError(key)
        text, errors = self._bundle.format_pattern(message.value, dict(values))
        if errors:
            raise ValueError(f"{key}: {errors}")
        return str(text)

    def _add_entry(self, name: str) -> None:
        """Add an entry to the bundle, after all entries that it refers to."""
        entry = None if name in self._added else self._find_entry(name)
        if entry is None:
            return
        for other in find_references(entry):
            self._add_entry(other)
        self._bundle.add_resource(Resource([entry]))
        self._added.add(name)

    def _find_entry(self, name: str) -> Entry | None:
        found = (catalogue.get(name) for catalogue in self._catalogues)
        return next((entry for entry in found if entry is not None), None)


@lru_cache
def _load_catalogue(folder: Path, language: str) -> Catalogue:
    """Read a catalogue, once for all texts that use it."""
    return Catalogue((folder / f"{language}.ftl").read_bytes())


def _create_bundle(language: str) -> FluentBundle:
    """Create an empty bundle, and drop Babel's data about the language except its numbers.

    The rest, such as the names of all countries and currencies, takes 7 MB. Raises
    `babel.UnknownLocaleError` for a language that Babel does not know.
    https://babel.pocoo.org/en/latest/api/core.html
    """
    bundle = FluentBundle([language], use_isolating=False)
    for name in ("root", str(Locale.parse(language, sep="-"))):
        kept = localedata.load(name)
        for key in kept.keys() - NUMBER_DATA_KEYS:
            del kept[key]
    for key in UNUSED_GLOBAL_DATA_KEYS:
        cast(dict[str, object], get_global(cast(Any, key))).clear()
    return bundle


@lru_cache
def text(language: str, folder: Path | None = None) -> Text:
    """Return the shared messages in `language`, and those of the game in `folder`, if any."""
    return Text(
        language, (SHARED_FOLDER,) if folder is None else (SHARED_FOLDER, DEFAULTS_FOLDER, folder)
    )


def match_language(locale: str) -> str:
    """Return the catalogue language for one of Discord's locales, such as "de" or "es-419".

    The locale itself comes first, then its language, then the first language of the catalogues.
    https://docs.discord.com/developers/reference#locales
    """
    candidates = (locale, locale.split("-", 1)[0])
    return next((language for language in candidates if language in LANGUAGES), LANGUAGES[0])
