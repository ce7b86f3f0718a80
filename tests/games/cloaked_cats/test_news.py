"""What happened to one player, in the second person."""

import pytest
from msgspec.structs import replace

from bot.engine.events import EventRecord
from bot.engine.records import read_events
from bot.games.cloaked_cats.package import PACKAGE
from bot.i18n import LANGUAGES
from tests.games.cloaked_cats.looks import EMOJIS, SCREENS, allow_line_breaks, context, view
from tests.games.looks import LONG

ME = 0
CAT = EventRecord(None, "cat-played", (0, 24, 0, 1))
RIGHT = EventRecord(None, "guess-right", (0, 1, 17))
WRONG = EventRecord(None, "guess-wrong", (0, 1, 14))
DREW = EventRecord((0,), "drew", (13,))
CAUGHT = EventRecord(None, "guess-right", (2, 0, 7))
MISSED = EventRecord(None, "guess-wrong", (3, 0, 3))
UNMASKED = EventRecord(None, "unmasked", (0,))
OTHERS = (
    EventRecord(None, "cat-played", (1, 9, 0)),
    EventRecord(None, "guess-right", (1, 2, 5)),
    EventRecord(None, "skipped", (3,)),
    EventRecord(None, "skipped", (0,)),
    EventRecord(None, "unmasked", (1,)),
    EventRecord(None, "round-begins", (2,)),
)


def news(*events: EventRecord, language: str = "en", lesson: bool = False) -> list[str]:
    """Return what seat 0 is told of these events."""
    here = replace(context(language), lesson=lesson)
    return [
        allow_line_breaks(line)
        for line in SCREENS.news(read_events(PACKAGE.game, events), view(), ME, here)
    ]


def test_masks_on_the_own_cat_are_told() -> None:
    assert news(CAT) == ["Masks on your cat: ⭐A👹B"]
    bare = EventRecord(None, "cat-played", (0, 24))
    assert news(bare) == ["Nobody placed a mask on your cat."]


def test_the_answer_to_the_own_guess_is_told_with_the_card_that_was_drawn() -> None:
    assert news(RIGHT, DREW) == [
        "Yes, 👹B Bo has the top hat! You get a mask.",
        "You draw 🟨 yellow · striped · strutting beauty · fish cocktail.",
    ]
    assert news(WRONG) == ["No, 👹B Bo isn't spotted. That cost you a mask."]


def test_what_others_guessed_of_oneself_is_told() -> None:
    assert news(CAUGHT, MISSED) == [
        "Caught! 🍃C Cleo guessed **blue**. Now everybody knows.",
        "🦋D Dot guessed **lazy layabout**. Wrong, so you get a mask!",
    ]


def test_german_news_read_naturally() -> None:
    accessory = EventRecord(None, "guess-wrong", (0, 1, 17))
    pose = EventRecord(None, "guess-wrong", (0, 1, 3))
    assert news(accessory, pose, WRONG, language="de") == [
        "Nein, 👹B Bo kommt ohne Zylinder. Das kostet dich eine Maske.",
        "Nein, 👹B Bo tanzt nicht als Faulpelz. Das kostet dich eine Maske.",
        "Nein, 👹B Bo ist nicht gepunktet. Das kostet dich eine Maske.",
    ]


def test_what_is_no_concern_of_ones_own_is_passed_over() -> None:
    assert news(*OTHERS) == []


def test_of_many_events_the_three_that_matter_most_are_told_in_their_order() -> None:
    assert [line.split(".")[0] for line in news(RIGHT, DREW, CAUGHT, MISSED)] == [
        "Yes, 👹B Bo has the top hat! You get a mask",
        "Caught! 🍃C Cleo guessed **blue**",
        "🦋D Dot guessed **lazy layabout**",
    ]
    assert news(RIGHT, DREW, CAUGHT, MISSED, CAUGHT, UNMASKED)[-1] == (
        "You're unmasked: everybody knows your three features."
    )
    assert len(news(RIGHT, DREW, CAUGHT, MISSED, CAUGHT, UNMASKED)) == 3


def test_in_a_lesson_the_cat_of_the_opponent_is_told_in_place_of_the_card_that_was_drawn() -> None:
    """The two newest, as a hint stands below them."""
    assert news(CAT, RIGHT, DREW, OTHERS[0], lesson=True) == [
        "Yes, 👹B Bo has the top hat! You get a mask.",
        "👹 Bo plays 🟫 brown · spotted · strutting beauty → ⭐A",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_three_of_the_longest_sentences_leave_room_for_a_question(language: str) -> None:
    told = context(language, names=(LONG,) * 4, emojis=EMOJIS)
    for worst in (MISSED, CAUGHT, RIGHT, WRONG):
        lines = SCREENS.news(read_events(PACKAGE.game, (worst,) * 3), view(), ME, told)
        assert len(lines) == 3
        assert sum(map(len, lines)) < 1200
