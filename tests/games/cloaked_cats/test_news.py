"""What happened to one player, in the second person."""

import pytest
from msgspec.structs import replace

from bot.engine.events import EventRecord
from bot.engine.records import read_events
from bot.games.cloaked_cats.package import PACKAGE
from tests.games.cloaked_cats.looks import SCREENS, allow_line_breaks, context, view

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


@pytest.mark.parametrize(
    ("events", "lines"),
    [
        ((CAT,), ["Masks on your cat: ⭐A👹B"]),
        ((EventRecord(None, "cat-played", (0, 24)),), ["Nobody placed a mask on your cat."]),
        (
            (RIGHT, DREW),
            [
                "Yes, 👹B Bo has the top hat! You get a mask.",
                "You draw 🟨 yellow · striped · strutting beauty · fish cocktail.",
            ],
        ),
        ((WRONG,), ["No, 👹B Bo isn't spotted. That cost you a mask."]),
        (
            (CAUGHT, MISSED),
            [
                "Caught! 🍃C Cleo guessed **blue**. Now everybody knows.",
                "🦋D Dot guessed **lazy layabout**. Wrong, so you get a mask!",
            ],
        ),
        (OTHERS, []),
    ],
)
def test_what_concerns_oneself_is_told(events: tuple[EventRecord, ...], lines: list[str]) -> None:
    assert news(*events) == lines


def test_german_news_read_naturally() -> None:
    accessory = EventRecord(None, "guess-wrong", (0, 1, 17))
    pose = EventRecord(None, "guess-wrong", (0, 1, 3))
    assert news(accessory, pose, WRONG, language="de") == [
        "Nein, 👹B Bo kommt ohne Zylinder. Das kostet dich eine Maske.",
        "Nein, 👹B Bo tanzt nicht als Faulpelz. Das kostet dich eine Maske.",
        "Nein, 👹B Bo ist nicht gepunktet. Das kostet dich eine Maske.",
    ]


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
