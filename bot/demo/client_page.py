"""Patches the web page of simcord to look and act like a Discord client, in the bot's languages.

simcord is the library that simulates Discord. Nothing of it is copied. Each patch contains the code
that it replaces, and fails if that code is not there. So a newer simcord is never patched only in
part.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from bot.i18n import Text

PAGE_FOLDER = Path(__file__).parent / "page"


def read_page_file(name: str) -> str:
    """Return the text of one of the demo's own files for the page."""
    return (PAGE_FOLDER / name).read_text(encoding="utf-8")


_PATCHES: Mapping[str, Any] = tomllib.loads(read_page_file("patches.toml"))
Patches = Mapping[str, Iterable[tuple[str, str]]]
CODE_PATCHES: Patches = _PATCHES["code"]
SCRIPT_PATCHES: Patches = _PATCHES["script"]
WORD_PATCHES: Patches = {path: [*words.items()] for path, words in _PATCHES["words"].items()}


def apply_patches(text: str, changes: Iterable[tuple[str, str]]) -> str:
    """Replace parts of a file of simcord's page.

    Raises:
        ValueError: An old text is missing, or occurs more than once.
    """
    for old, new in changes:
        if text.count(old) != 1:
            raise ValueError(f"simcord's page has changed: {old!r}")
        text = text.replace(old, new)
    return text


def translate_words(text: str, words: Iterable[tuple[str, str]], say: Text) -> str:
    """Replace marked texts of simcord's page by messages, wherever they occur.

    A space at the edge of a text stays.

    Raises:
        ValueError: A text is missing in the file.
    """
    for marked, key in words:
        before, word, after = re.split("[«»]", marked)
        if before + word + after not in text:
            raise ValueError(f"simcord's page has changed: {word!r}")
        start, end = (" " if letter == " " else "" for letter in (word[:1], word[-1:]))
        text = text.replace(before + word + after, f"{before}{start}{say(key)}{end}{after}")
    return text
