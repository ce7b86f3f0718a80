"""Where the application's emojis stand, and where standard ones do."""

import pytest

from bot.emojis import signs_of
from bot.games.cloaked_cats import BOX
from bot.games.cloaked_cats.cards import FEATURES
from bot.games.cloaked_cats.words import FEATURE_SIGNS, MASK_SIGNS
from bot.games.game import Event
from bot.games.screen import Screen
from bot.text import LANGUAGES
from tests.games.cloaked_cats.looks import CAT, EMOJIS, GUESS, SCREENS, SIGNS, crowded, scene, view
from tests.games.looks import NO_EMOJIS, buttons_of, everything_of, path_of

DRAWN = scene(emojis=EMOJIS)
GUESSES = tuple(f"guess/1/{number}" for number in range(len(FEATURES)))


def emojis_of(screen: Screen) -> list[str]:
    """Return the emojis of the buttons, but for back and skip."""
    return [b.emoji for b in buttons_of(screen) if path_of(b).startswith(("guess/", "cat/"))]


def test_there_is_a_file_for_every_feature_and_every_mask() -> None:
    assert {sign.stem for sign in signs_of(BOX)} == set(SIGNS)


def test_the_buttons_of_a_guess_and_of_the_hand_carry_them() -> None:
    features = SCREENS.private(view(), 0, GUESS, GUESSES, "", DRAWN)
    assert emojis_of(features) == [EMOJIS[name] for name in FEATURES]
    confirmed = SCREENS.private(view(), 0, GUESS, GUESSES, "guess/1/17", DRAWN)
    assert emojis_of(confirmed)[0] == EMOJIS["top-hat"]
    opponents = SCREENS.private(view(), 0, GUESS, ("guess/1/0", "guess/3/0"), "", DRAWN)
    assert emojis_of(opponents) == [EMOJIS["mask-b"], EMOJIS["mask-d"]]
    hand = SCREENS.private(view(hand=(26, 5, 4)), 0, CAT, ("cat/26", "cat/5", "cat/4"), "", DRAWN)
    assert emojis_of(hand) == [EMOJIS[colour] for colour in ("blue", "yellow", "green")]


def test_headings_and_own_features_show_them() -> None:
    board = SCREENS.board(view(), DRAWN)
    assert board.fields[1].name == f"{EMOJIS['mask-b']} B · Bo"
    assert f"{EMOJIS['white']} white" in board.fields[1].text
    hand = SCREENS.private(view(), 0, None, (), "", DRAWN)
    assert f"Your mask: {EMOJIS['mask-a']}" in hand.text
    assert f"{EMOJIS['lazy-layabout']} lazy layabout" in hand.fields[0].text
    assert not any(sign in everything_of(hand) for sign in (*FEATURE_SIGNS, *MASK_SIGNS))


def test_the_newest_cats_show_them_and_older_ones_standard_emojis() -> None:
    lines = SCREENS.board(crowded(), DRAWN).text.splitlines()
    newest = [line for line in lines if " →" in line]
    assert {line.count("<:") for line in newest} == {5}
    older = next(line for line in lines if line.startswith("`1`"))
    assert "`35`" in older
    assert "<:" not in older


def test_what_happened_is_told_with_standard_emojis() -> None:
    for event in (
        Event(None, "cat-played", (1, 24, 0, 1)),
        Event(None, "guess-right", (1, 0, 17)),
        Event((0,), "dealt", (3, 7, 17)),
    ):
        assert SCREENS.told(event, DRAWN) == SCREENS.told(event, scene())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("emojis", "signs"), [(NO_EMOJIS, 1), (EMOJIS, 2)])
def test_the_rules_show_the_standard_emoji_beside_the_drawn_one(
    language: str, emojis: dict[str, str], signs: int
) -> None:
    told = scene(language, emojis=emojis)
    pages = (SCREENS.rules(page, told) for page in range(SCREENS.rules_pages))
    overview = next(page for page in pages if page.fields)
    lines = [line.split() for field in overview.fields for line in field.text.splitlines()]
    assert [line[signs - 1] for line in lines] == list(FEATURE_SIGNS)
    drawn = (emojis.get(name, FEATURE_SIGNS[number]) for number, name in enumerate(FEATURES))
    assert [line[0] for line in lines] == list(drawn)


def test_signs_that_were_not_uploaded_so_far_are_standard_emojis() -> None:
    some = {"white": EMOJIS["white"]}
    features = SCREENS.private(view(), 0, GUESS, GUESSES, "", scene(emojis=some))
    assert emojis_of(features) == [*FEATURE_SIGNS[:5], EMOJIS["white"], *FEATURE_SIGNS[6:]]
