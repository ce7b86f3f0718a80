"""Each message is parsed when it is first said, and is what the whole file says of it."""

from pathlib import Path
from typing import Any, cast

import pytest
from babel import UnknownLocaleError, localedata
from babel.core import get_global
from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl

from bot.i18n import (
    LANGUAGES,
    NUMBER_DATA_KEYS,
    UNUSED_GLOBAL_DATA_KEYS,
    Text,
    choose_language,
    find_languages,
    text,
)
from bot.i18n.catalogue import Catalogue, find_references, find_unreadable_parts

ROOT = Path(__file__).parents[2]
FILES = sorted([*(ROOT / "bot").rglob("*.ftl"), *(ROOT / "tests/toys").rglob("*.ftl")])
ODD = """\
# About nothing
-cat = { $case ->
    *[one] cat
     [many] cats
}
    .gender = it

purr-loud=
    Purr

    purr = { -cat(case: "many") }
## Part
sleeping = { purr-loud } { $n ->
[one] { -cat }
*[other] { sleeping-many }
}
sleeping-many = { NUMBER($n) }
# The end
"""


def whole(source: str) -> list[ftl.Message | ftl.Term]:
    """Return the entries of a file, without what is said about them."""
    entries = [
        entry
        for entry in FluentParser(with_spans=False).parse(source).body
        if isinstance(entry, ftl.Message | ftl.Term)
    ]
    for entry in entries:
        entry.comment = None
    return entries


def name(entry: ftl.Message | ftl.Term) -> str:
    return f"{'-' if isinstance(entry, ftl.Term) else ''}{entry.id.name}"


@pytest.mark.parametrize(
    "source",
    [ODD, *(file.read_text(encoding="utf-8") for file in FILES)],
    ids=range(len(FILES) + 1),
)
def test_one_by_one_the_entries_are_those_of_the_whole_file(source: str) -> None:
    catalogue, entries = Catalogue(source.encode()), whole(source)
    assert len(entries) > 1
    for entry in entries:
        found = catalogue.get(name(entry))
        assert found is not None
        assert found.equals(entry), name(entry)


def test_what_a_message_refers_to_is_said_with_it(tmp_path: Path) -> None:
    (tmp_path / "en.ftl").write_text(ODD)
    say = Text("en", (tmp_path,))
    assert say("sleeping", n=1) == "Purr\n\npurr = cats cat"
    assert say("sleeping", n=2000) == "Purr\n\npurr = cats 2,000"


def test_a_message_refers_to_others_wherever_it_names_them() -> None:
    entry = Catalogue(ODD.encode()).get("sleeping")
    assert entry is not None
    assert find_references(entry) == ["purr-loud", "-cat", "sleeping-many"]


def test_a_later_folder_wins_also_for_whoever_refers_to_it(tmp_path: Path) -> None:
    folders = (tmp_path / "shared", tmp_path / "game")
    for folder, word in zip(folders, ("cat", "fox"), strict=True):
        folder.mkdir()
        (folder / "en.ftl").write_text(f"who = {word}\n")
    with (folders[0] / "en.ftl").open("a") as file:
        file.write("hello = Hello, { who }!\n")
    assert Text("en", folders)("hello") == "Hello, fox!"


def test_a_game_without_the_language_speaks_its_own_and_the_bot_the_readers(tmp_path: Path) -> None:
    folders = (tmp_path / "shared", tmp_path / "game")
    for folder in folders:
        folder.mkdir()
    (folders[0] / "en.ftl").write_text("cats = cats\nyours = Yours: { who }\nwho = nobody\n")
    (folders[0] / "de.ftl").write_text("cats = Katzen\nyours = Deine: { who }\nwho = niemand\n")
    (folders[1] / "en.ftl").write_text("who = { $n } { cats }\n")
    say = Text("de", folders)
    assert say("cats") == "Katzen"
    assert say("who", n=1_234) == "1,234 cats"
    assert say("yours", n=1_234) == "Deine: 1.234 Katzen"
    assert say.language == "de"
    assert (find_languages(folders[1]), choose_language(folders[1], "de")) == (("en",), "en")


def test_a_message_that_is_not_written_well_harms_no_other(tmp_path: Path) -> None:
    (tmp_path / "en.ftl").write_text("good = Good\nbad = { $name\nlast = Last\n")
    say = Text("en", (tmp_path,))
    assert [say("good"), say("last")] == ["Good", "Last"]
    with pytest.raises(ValueError, match="bad"):
        say("bad")


@pytest.mark.parametrize(
    ("part", "line", "excerpt", "reason"),
    [
        ("**Two**\n    more", 4, "**Two**", "Expected an entry start"),
        ("    **Two** more\n    Three", 4, "**Two** more", "Expected an entry start"),
        ("    [x] y", 4, "[x] y", "Expected an entry start"),
        ("Two words", 4, "Two words", 'Expected token: "="'),
        ("bad = { $name", 4, "bad = { $name", 'Expected token: "}"'),
        ("bad = x } y", 4, "bad = x } y", "Unbalanced closing brace in TextElement."),
        ("bad =\n    { $n ->\n    [one] x\n    }", 7, "bad =", "Expected one of the variants"),
        ("x" * 100, 4, "x" * 40, 'Expected token: "="'),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_part_that_cannot_be_read_is_found_with_its_line_and_the_reason(
    part: str, line: int, excerpt: str, reason: str, end: str
) -> None:
    source = f"game-rules =\n    One.\n\n{part}\nnext = x\n".replace("\n", end)
    (found,) = find_unreadable_parts(source.encode())
    assert (found.line, found.excerpt) == (line, excerpt)
    assert found.reason.startswith(reason)


def test_a_file_that_is_no_text_is_found_with_its_line() -> None:
    assert [*find_unreadable_parts("a = x\nb = ü\n".encode("latin-1"))] == [
        (2, "", "utf-8: invalid start byte")
    ]


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.parent.name}-{file.name}")
def test_each_file_of_ours_can_be_read_whole(file: Path) -> None:
    assert [*find_unreadable_parts(file.read_bytes())] == []


def test_of_a_language_no_more_is_kept_than_its_numbers() -> None:
    for language in LANGUAGES:
        say = text(language)
        assert localedata.load(language).keys() <= NUMBER_DATA_KEYS
        assert "12" in say("copy-done", rows=12_345)
    assert not any(get_global(cast(Any, about)) for about in UNUSED_GLOBAL_DATA_KEYS)
    assert text("en")("copy-done", rows=12_345) != text("de")("copy-done", rows=12_345)


@pytest.mark.parametrize("language", ["pt-BR", "zh-Hant", "es-419"])
def test_another_language_has_its_own_numbers(language: str, tmp_path: Path) -> None:
    (tmp_path / f"{language}.ftl").write_text("many = { $n }\n")
    assert Text(language, (tmp_path,))("many", n=1_234_567)[1:2] in {",", ".", "\N{NBSP}"}


def test_a_language_that_babel_does_not_know_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "xx.ftl").write_text("many = { $n }\n")
    with pytest.raises(UnknownLocaleError):
        Text("xx", (tmp_path,))
