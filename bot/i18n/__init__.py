"""Looks up messages for people in the catalogues of each language.

Catalogues are Fluent files (https://projectfluent.org), one for each language. Shared messages are
in this folder, defaults for games in `defaults/`, and each game's own messages in its folder
`text/`. A game of a package may have its own messages in one language only: everybody gets these.
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
"""The languages of the bot's texts. People with any other language get the first one."""

SHARED_FOLDER = Path(__file__).parent
DEFAULTS_FOLDER = SHARED_FOLDER / "defaults"
"""The folder of messages that are used where a game does not define its own."""
MAX_CACHED_TEXTS = 1024
"""The maximum number of formatted messages that each `Text` keeps in memory."""
NUMBER_DATA_KEYS = {
    "decimal_formats", "default_numbering_system", "number_symbols", "numbering_systems",
    "plural_form",
}  # fmt: skip
"""The keys of Babel's data about a language that messages need, for numbers and plural forms. All
other data is dropped to save memory.
"""
UNUSED_GLOBAL_DATA_KEYS = (
    "all_currencies", "meta_zones", "territory_currencies", "territory_languages",
    "territory_zones", "windows_zone_mapping", "zone_aliases", "zone_territories",
)  # fmt: skip
"""The keys of Babel's data about all countries, which no message uses."""


class Text:
    """The bot's messages in one language. Call the object to get a message by its key."""

    def __init__(self, language: str, folders: tuple[Path, ...]) -> None:
        """Prepare to look up messages in the file `<language>.ftl` of each folder.

        If several folders define the same message, the last one wins. A folder without the language
        is read in one that it has.
        """
        self.language = language
        self._bundle = _create_bundle(language)
        self._catalogues = [
            _load_catalogue(folder, choose_language(folder, language))
            for folder in reversed(folders)
        ]
        other = choose_language(folders[-1], language)
        self._other = None if other == language else Text(other, folders)
        """Formats the messages of the last folder if that lacks the language, or None."""
        self._added: set[str] = set()
        self._format_cached = lru_cache(MAX_CACHED_TEXTS)(self._format)

    def __call__(self, key: str, **values: int | str) -> str:
        """Return a message with its placeholders filled.

        Integers choose plural forms, and are written with the language's separators. Pass ids and
        times as strings.

        Raises:
            KeyError: No catalogue has the message.
            ValueError: A placeholder of the message has no value.
        """
        return self._format_cached(key, tuple(values.items()))

    def _format(self, key: str, values: tuple[tuple[str, int | str], ...]) -> str:
        if self._other is not None and self._catalogues[0].get(key) is not None:
            return self._other(key, **dict(values))
        self._add_entry(key)
        message = self._bundle.get_message(key)
        if message.value is None:
            raise KeyError(key)
        text, errors = self._bundle.format_pattern(message.value, dict(values))
        if errors:
            raise ValueError(f"{key}: {errors}")
        return str(text)

    def _add_entry(self, name: str) -> None:
        """Add an entry to Fluent's bundle, if it is missing there, after all that it refers to."""
        entry = None if name in self._added else self._find_entry(name)
        if entry is None:
            return
        for other in find_references(entry):
            self._add_entry(other)
        self._bundle.add_resource(Resource([entry]))
        self._added.add(name)

    def _find_entry(self, name: str) -> Entry | None:
        """Return an entry from the last folder that defines it."""
        found = (catalogue.get(name) for catalogue in self._catalogues)
        return next((entry for entry in found if entry is not None), None)


@lru_cache
def find_languages(folder: Path) -> tuple[str, ...]:
    """Return those of `LANGUAGES` in which a folder has messages."""
    return tuple(language for language in LANGUAGES if (folder / f"{language}.ftl").is_file())


def choose_language(folder: Path, language: str) -> str:
    """Return the language of a folder that people with a language get: their own, or the first."""
    found = find_languages(folder)
    return language if language in found or not found else found[0]


@lru_cache
def _load_catalogue(folder: Path, language: str) -> Catalogue:
    return Catalogue((folder / f"{language}.ftl").read_bytes())


def _create_bundle(language: str) -> FluentBundle:
    """Create an empty Fluent bundle, and drop all of Babel's data that messages do not need.

    That takes 7 MB. Raises `babel.UnknownLocaleError` for a language that Babel does not know.
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
    """Return the shared messages in one of `LANGUAGES`, and those of a game in its folder."""
    return Text(
        language, (SHARED_FOLDER,) if folder is None else (SHARED_FOLDER, DEFAULTS_FOLDER, folder)
    )


def match_language(locale: str) -> str:
    """Return the one of `LANGUAGES` that fits a Discord locale, such as "es-419", or the first.

    https://docs.discord.com/developers/reference#locales
    """
    if locale in LANGUAGES:
        return locale
    language = locale.split("-", 1)[0]
    return language if language in LANGUAGES else LANGUAGES[0]
