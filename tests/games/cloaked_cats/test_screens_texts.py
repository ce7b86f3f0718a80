"""The catalogues of Cloaked Cats."""

import pytest

from bot.games.cloaked_cats.model.state import FEATURES
from bot.games.cloaked_cats.package import PACKAGE
from bot.i18n import LANGUAGES, SHARED_FOLDER, text
from bot.testing.people import read_placeholders


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_game_words_no_other_shared_message_and_its_title_is_mentioned_at_most_once(
    language: str,
) -> None:
    shared = read_placeholders(SHARED_FOLDER, language).keys()
    assert shared & read_placeholders(PACKAGE.text, language).keys() <= {"button-hand"}
    catalogue = (PACKAGE.text / f"{language}.ftl").read_text(encoding="utf-8")
    assert catalogue.count("Club der Tatzen") <= 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_feature_has_a_name_of_its_own_that_fits_on_a_phone(language: str) -> None:
    say = text(language, PACKAGE.text)
    names = [say(f"feature-{name}") for name in FEATURES]
    assert len(set(names)) == len(FEATURES)
    assert max(map(len, names)) <= 20


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
