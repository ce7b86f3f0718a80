"""Where the application's emojis stand, and where standard ones do."""

import pytest

from bot.discord_adapter.emojis import read_signs
from bot.engine.events import EventRecord
from bot.engine.game import Place
from bot.engine.records import read_events
from bot.engine.screen import Screen
from bot.engine.text_helpers import NO_BREAK_SPACE
from bot.games.cloaked_cats.model.state import CATS, FEATURES, Dancer
from bot.games.cloaked_cats.package import PACKAGE
from bot.games.cloaked_cats.words import FEATURE_SIGNS, MASK_SIGNS, WORD_JOINER
from bot.i18n import LANGUAGES
from bot.testing.limits import check_screen
from bot.testing.people import MAX_BOARD_LENGTH
from tests.games.cloaked_cats.looks import (
    CAT,
    EMOJIS,
    GUESS,
    SCREENS,
    SIGNS,
    context,
    crowded,
    private,
    view,
)
from tests.games.looks import LONG, NO_EMOJIS, buttons_of, everything_of, path_of

DRAWN = context(emojis=EMOJIS)
WORDS = context(emojis=EMOJIS, pictures=False)
EVENTS = (
    EventRecord(None, "cat-played", (0, 24, 0, 1)),
    EventRecord(None, "guess-right", (1, 0, 17)),
    EventRecord(None, "guess-wrong", (0, 1, 17)),
    EventRecord((0,), "dealt", (3, 7, 17)),
    EventRecord((0,), "drew", (3,)),
)
PLACES = tuple(Place(seat, seat + 1, 16 - seat) for seat in range(4))
GUESSES = tuple(f"guess/1/{number}" for number in range(len(FEATURES)))


def emojis_of(screen: Screen) -> list[str]:
    """Return the emojis of the buttons, but for back and skip."""
    return [b.emoji for b in buttons_of(screen) if path_of(b).startswith(("guess/", "cat/"))]


def test_there_is_a_file_for_every_feature_and_every_mask() -> None:
    assert {sign.file_stem for sign in read_signs(PACKAGE)} == set(SIGNS)


def test_the_buttons_of_a_guess_and_of_the_hand_carry_them() -> None:
    shown = view(help="none", floor=(Dancer(24, 1, (1,)), Dancer(23, 2, (1,))))
    features = private(shown, GUESS, GUESSES, "", DRAWN)
    shown_features = sorted({*CATS[23], *CATS[24]})
    assert emojis_of(features) == [EMOJIS[FEATURES[number]] for number in shown_features]
    bluff = private(view(), GUESS, GUESSES, "guess/1/17", DRAWN)
    assert emojis_of(bluff)[0] == EMOJIS["top-hat"]
    opponents = private(view(), GUESS, ("guess/1/0", "guess/3/0"), "", DRAWN)
    assert emojis_of(opponents) == [EMOJIS["mask-b"], EMOJIS["mask-d"]]
    hand = private(view(hand=(26, 5, 4)), CAT, ("cat/26", "cat/5", "cat/4"), "", DRAWN)
    assert emojis_of(hand) == [EMOJIS[colour] for colour in ("blue", "yellow", "green")]


def test_lines_and_own_features_show_them() -> None:
    board = SCREENS.board(view(), DRAWN)
    standing = f"{EMOJIS['mask-b']} Bo{NO_BREAK_SPACE}**4** ({EMOJIS['white']}{WORD_JOINER}) · "
    assert standing in board.text
    hand = private(view(), None, (), "", WORDS)
    assert f"Your mask: {EMOJIS['mask-a']}" in hand.text
    assert f"{EMOJIS['lazy-layabout']} lazy layabout" in hand.fields[0].text


def test_cats_show_them_but_for_older_ones_where_room_is_short() -> None:
    few = SCREENS.board(crowded(floor=crowded().floor[:6]), WORDS).text.splitlines()
    cats = [line for line in few if line.startswith("`")]
    assert {line.count("<:") for line in cats} == {5}
    crowd = context("de", names=(LONG,) * 4, emojis=EMOJIS, pictures=False)
    assert not [*check_screen(SCREENS.board(crowded(), crowd), MAX_BOARD_LENGTH)]
    many = SCREENS.board(crowded(), WORDS).text.splitlines()
    assert "`1` white · leaping daredevil · ball of yarn → ABCD" in many


def test_no_screen_mixes_them_with_standard_emojis() -> None:
    standard = (*FEATURE_SIGNS, *MASK_SIGNS)
    over = crowded(phase="over", active=None, fans=crowded().revealed)
    for here in (DRAWN, WORDS):
        screens = (
            SCREENS.board(crowded(), here),
            private(crowded(), None, (), "", here),
            private(view(), GUESS, GUESSES, "", here),
            PACKAGE.pages.make_page("notebook", view(), here),
            SCREENS.end(over, PLACES, here),
        )
        told = [everything_of(screen) for screen in screens]
        told += [PACKAGE.describe_event(view(), event, here) for event in EVENTS]
        told += SCREENS.news(read_events(PACKAGE.game, EVENTS), view(), 0, here)
        assert not any(sign in words for words in told for sign in standard)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("emojis", [NO_EMOJIS, EMOJIS])
def test_the_rules_show_the_sign_of_every_feature(language: str, emojis: dict[str, str]) -> None:
    here = context(language, emojis=emojis)
    pages = (PACKAGE.rulebook.render(page, here) for page in range(len(PACKAGE.rulebook.pages)))
    overview = next(page for page in pages if page.fields)
    told = [each.split() for field in overview.fields for each in field.text.split(" · ")]
    drawn = (emojis.get(name, FEATURE_SIGNS[number]) for number, name in enumerate(FEATURES))
    assert [each[0] for each in told] == list(drawn)


def test_signs_that_were_not_uploaded_so_far_are_standard_emojis() -> None:
    some = {"white": EMOJIS["white"]}
    shown = view(help="none", floor=(Dancer(24, 1, (1,)),))
    features = private(shown, GUESS, GUESSES, "", context(emojis=some))
    assert emojis_of(features) == ["😴", EMOJIS["white"], "🦓", "🐭"]
