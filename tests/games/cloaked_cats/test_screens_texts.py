"""The catalogues of Cloaked Cats."""

import re

import pytest
from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor

from bot.games.cloaked_cats.model.state import FEATURES
from bot.games.cloaked_cats.package import PACKAGE
from bot.i18n import LANGUAGES, SHARED_FOLDER, text


class Placeholders(Visitor):
    """Collects the variables and the messages that a message refers to."""

    def __init__(self) -> None:
        self.found: set[str] = set()

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802
        self.found.add(f"${node.id.name}")


def messages(source: str) -> dict[str, set[str]]:
    """Return each message of a catalogue with its placeholders."""
    resource = FluentParser().parse(source)
    assert not [entry for entry in resource.body if isinstance(entry, ast.Junk)]
    found: dict[str, set[str]] = {}
    for entry in resource.body:
        if isinstance(entry, ast.Message):
            assert entry.id.name not in found
            placeholders = Placeholders()
            placeholders.visit(entry)
            found[entry.id.name] = placeholders.found
    return found


def catalogue(language: str) -> str:
    return (PACKAGE.text / f"{language}.ftl").read_text(encoding="utf-8")


def test_all_languages_have_the_same_messages_with_the_same_placeholders() -> None:
    first, *others = (messages(catalogue(language)) for language in LANGUAGES)
    for other in others:
        assert other == first


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_the_shared_messages_the_game_words_only_the_button_of_the_hand(language: str) -> None:
    shared = messages((SHARED_FOLDER / f"{language}.ftl").read_text(encoding="utf-8"))
    assert shared.keys() & messages(catalogue(language)).keys() <= {"button-hand"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_feature_has_a_name_of_its_own_that_fits_on_a_phone(language: str) -> None:
    say = text(language, PACKAGE.text)
    names = [say(f"feature-{name}") for name in FEATURES]
    assert len(set(names)) == len(FEATURES)
    assert max(map(len, names)) <= 20


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_german_title_is_mentioned_at_most_once(language: str) -> None:
    assert len(re.findall("Club der Tatzen", catalogue(language))) <= 1


@pytest.mark.parametrize(
    ("language", "wrong", "pile", "warns"),
    [
        ("en", "others guess wrong", "playing without drawing", "If your table plays"),
        ("de", "falsche Tipps", "ohne Ziehen weiter", "Wenn euer Tisch"),
    ],
)
def test_the_rules_tell_what_scores_what_an_empty_pile_means_and_who_is_warned(
    language: str, wrong: str, pile: str, warns: str
) -> None:
    say = text(language, PACKAGE.text)
    assert wrong in say("rules-idea")
    assert pile in say("rules-turn")
    assert pile in say("rules-end")
    assert warns in say("rules-questions")
