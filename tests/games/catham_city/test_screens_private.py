"""What one player alone sees: hand, market, each step of a play, answers."""

import pytest

from bot.games.catham_city.cards import FACTIONS
from bot.games.game import next_fields
from bot.games.screen import Look, Move, Screen
from bot.text import LANGUAGES
from tests.games.catham_city.looks import (
    ACTION,
    DISCARD,
    EMOJIS,
    SCREENS,
    answer,
    answers,
    crowded,
    scene,
    view,
)
from tests.games.looks import (
    LONG,
    assert_fits,
    button,
    buttons_of,
    everything_of,
    labels_of,
    selects_of,
)

MOVES = (
    *("take/0/1", "take/4/1", "take/4/2", "take/4/3", "take/5/1", "take/6/1", "take/6/2"),
    *("play/4/1/1", "play/4/1/2", "play/4/1/3", "play/4/2/1", "play/4/2/3"),
    *(f"play/5/{n}/{extra}/{seat}" for n in (1, 2) for extra in (0, 4, 6) for seat in (1, 2, 3)),
)
"""What seat 0 of `view()` may do."""


def acting(path: str = "", language: str = "en", moves: tuple[str, ...] = MOVES) -> Screen:
    return SCREENS.private(view(), 0, ACTION, moves, path, scene(language))


def asked(kind: str, hand: tuple[int, ...], moves: tuple[str, ...], path: str = "") -> Screen:
    return SCREENS.private(answers(kind, hand=hand), 0, answer(kind), moves, path, scene())


def test_the_hand_is_told_by_faction() -> None:
    screen = SCREENS.private(view(), 0, None, (), "", scene())
    (hand,) = screen.fields
    assert hand.name == "My cards (6)"
    assert hand.text.splitlines() == [
        "1 × 🔍 Detectives",
        "2 × 💻 Hackers",
        "2 × 👮 Police",
        "1 × 📰 Journalists",
    ]
    assert screen.rows == ()


def test_cards_are_taken_by_one_menu_of_faction_and_number() -> None:
    (menu,) = selects_of(acting())
    assert menu.press == Move(ACTION.decision, "take")
    assert (menu.least, menu.most) == (1, 1)
    assert [f"take/{value}" for value, _ in menu.options] == list(MOVES[:7])
    assert dict(menu.options)["4/3"] == "3 × 💻 Hackers"


def test_each_faction_in_play_has_a_button_that_works_if_it_can_be_played() -> None:
    row = buttons_of(acting())
    assert [item.label for item in row] == [
        "Detectives",
        "Mafia",
        "Hackers",
        "Police",
        "Journalists",
    ]
    assert [item.disabled for item in row] == [True, True, False, False, True]
    assert row[3].press == Look(ACTION.decision, "play/5")


def test_blue_buttons_are_spoken_of_only_if_there_is_one() -> None:
    assert "blue button" in acting().text
    only_takes = acting(moves=MOVES[:7])
    assert "blue button" not in only_takes.text
    assert "No faction can be played yet." in only_takes.text
    assert all(item.disabled for item in buttons_of(only_takes))


def test_an_empty_market_has_no_menu() -> None:
    screen = SCREENS.private(view(market=()), 0, ACTION, MOVES[7:], "", scene())
    assert selects_of(screen) == ()
    assert "Market:** none" in screen.text


def test_two_actions_are_counted() -> None:
    first = SCREENS.private(view(actions=2, left=2), 0, ACTION, MOVES, "", scene())
    last = SCREENS.private(view(actions=2, left=1), 0, ACTION, MOVES, "", scene())
    assert "2 actions" in first.text
    assert "last action" in last.text
    assert "last action" not in acting().text


def test_the_police_are_played_field_by_field_and_confirmed() -> None:
    number = acting("play/5")
    assert number.title == "Play: 👮 Police"
    assert labels_of(number) == ["1", "2", "Back"]
    extra = acting("play/5/2")
    assert "So far: 2 × 👮 Police" in extra.text
    assert labels_of(extra) == ["Detectives", "Hackers", "Journalists", "Back"]
    target = acting("play/5/2/6")
    assert "So far: 2 × 👮 Police · 1 × 📰 Journalists" in target.text
    assert labels_of(target) == [
        "B · Ben (8 cards)",
        "C · Cleo (1 card)",
        "D · Dan (7 cards)",
        "Back",
    ]
    confirm = acting("play/5/2/6/1")
    assert "Send 2 police cards and 1 × 📰 Journalists to 🔴 Ben?" in confirm.text
    assert button(confirm, "Play").press == Move(ACTION.decision, "play/5/2/6/1")
    assert button(confirm, "Back").press == Look(ACTION.decision, "play/5/2/6")
    assert button(number, "Back").press == Look(ACTION.decision, "")


def test_what_leaves_no_choice_is_not_asked() -> None:
    moves = ("take/0/1", "play/5/1/6/1", "play/5/2/6/1")
    target_known = acting("play/5/1", moves=moves)
    assert button(target_known, "Play").press == Move(ACTION.decision, "play/5/1/6/1")
    assert button(target_known, "Back").press == Look(ACTION.decision, "play/5")
    alone = acting("play/0", moves=("play/0/4", "take/0/1"))
    assert "3 detectives and 1 × 💻 Hackers" in alone.text
    assert button(alone, "Back").press == Look(ACTION.decision, "")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "move",
    [
        *("play/0/7", "play/1", "play/2/2", "play/2/4", "play/3", "play/4/1/2", "play/4/4/2"),
        *("play/5/1/6/3", "play/5/9/6/3", "play/6", "play/7/1", "play/7/8"),
    ],
)
def test_every_play_is_confirmed_by_a_screen_that_tells_what_it_does(
    move: str, language: str
) -> None:
    told = scene(language)
    screen = acting(move, language, (*MOVES, move))
    faction = FACTIONS[int(move.split("/")[1])]
    assert told.say(f"faction-{faction}") in screen.title
    assert "⭐" in screen.text or "2/2" in move
    presses = [item.press for item in buttons_of(screen)]
    assert presses[0] == Move(ACTION.decision, move)
    assert isinstance(presses[1], Look)


@pytest.mark.parametrize("language", LANGUAGES)
def test_as_many_cards_as_are_too_many_are_discarded_in_one_menu(language: str) -> None:
    hand = (0,) * 3 + (4,) * 9 + (5,)
    full = view(hand=hand, hand_sizes=(13, 8, 1, 7), phase="discard")
    screen = SCREENS.private(full, 0, DISCARD, ("discard/0.0.0",), "", scene(language))
    (menu,) = selects_of(screen)
    assert menu.press == Move(DISCARD.decision, "discard")
    assert (menu.least, menu.most) == (3, 3)
    assert [int(value.split("~")[0]) for value, _ in menu.options] == list(hand)
    assert len({label for _, label in menu.options}) == len(hand)
    assert buttons_of(screen) == ()


def test_the_answer_to_the_detectives_has_the_same_buttons_for_every_hand() -> None:
    able = asked("detectives", (4, 5), ("discard", "pass"))
    unable = asked("detectives", (5, 5), ("pass",))
    assert "You may discard 1 × 💻 Hackers" in able.text
    assert able.text == unable.text
    assert able.rows == unable.rows
    assert [item.press for item in buttons_of(able)] == [Move(9, "discard"), Move(9, "pass")]


def test_the_answer_to_the_mafia_has_the_same_buttons_with_and_without_points() -> None:
    hand = (4, 4, 5)
    rich = SCREENS.private(
        answers("mafia", hand=hand), 0, answer("mafia"), ("pay", "drop/4.4"), "", scene()
    )
    poor = SCREENS.private(
        answers("mafia", hand=hand, points=(0, 2, 1, 1)),
        0,
        answer("mafia"),
        ("drop/4.4",),
        "",
        scene(),
    )
    assert rich.rows == poor.rows
    pay = button(rich, "Pay 1 point")
    assert (pay.press, pay.style) == (Move(9, "pay"), "plain")
    (menu,) = selects_of(rich)
    assert menu.press == Move(9, "drop")
    assert (menu.least, menu.most) == (2, 2)
    assert [value for value, _ in menu.options] == ["4~1", "4~2", "5~1"]


def test_the_answer_to_the_journalists_looks_the_same_for_every_hand() -> None:
    holder = asked("journalists", (4, 4, 5), ("give/4", "give/4/discard", "give/5", "pass"))
    other = asked("journalists", (0, 0, 6), ("give/0", "give/0/discard", "give/6", "pass"))
    for screen in (holder, other):
        assert [(b.label, b.style, b.emoji, b.disabled) for b in buttons_of(screen)] == [
            ("Detectives", "main", "🔍", False),
            ("Mafia", "main", "🎩", False),
            ("Hackers", "main", "💻", False),
            ("Police", "main", "👮", False),
            ("Journalists", "main", "📰", False),
            ("Give nothing", "plain", "💤", False),
        ]
    assert holder.text == other.text
    assert button(holder, "Hackers").press == Look(9, "give/4")
    assert button(other, "Hackers").press == Move(9, "give/4")


def test_a_present_can_go_with_a_second_card_even_if_none_is_there() -> None:
    moves = ("give/4", "give/4/discard", "give/5", "pass")
    two = asked("journalists", (4, 4, 5), moves, "give/4")
    one = asked("journalists", (4, 4, 5), moves, "give/5")
    for screen, faction in ((two, 4), (one, 5)):
        assert [item.press for item in buttons_of(screen)] == [
            Move(9, f"give/{faction}"),
            Move(9, f"give/{faction}/discard"),
            Look(9, ""),
        ]
    assert labels_of(two) == labels_of(one)


@pytest.mark.parametrize("path", ["give", "give/4/discard"])
def test_any_beginning_of_a_present_leads_to_a_screen(path: str) -> None:
    moves = ("give/4", "give/4/discard", "pass")
    assert buttons_of(asked("journalists", (4, 4), moves, path))


@pytest.mark.parametrize(
    ("kind", "given", "told"),
    [
        ("detectives", "pass", "you do nothing"),
        ("detectives", "discard", "you discard 1 × 💻 Hackers"),
        ("mafia", "pay", "you pay ⭐ 1"),
        ("mafia", "drop/4.4", "you discard 2 × 💻 Hackers"),
        ("journalists", "give/5", "you give 1 × 👮 Police."),
        ("journalists", "give/4/discard", "you give 1 × 💻 Hackers and discard another"),
    ],
)
def test_after_answering_one_sees_the_own_answer(kind: str, given: str, told: str) -> None:
    waiting = answers(kind, answer=given, answered=(0, 3), owing=(2,))
    text = SCREENS.private(waiting, 0, None, (), "", scene()).text
    assert told in text


def test_whoever_waits_reads_the_same_whoever_else_is_asked() -> None:
    mine = answers("mafia", viewer=1, owing=(0, 2, 3))
    later = (answers("mafia", viewer=1, answered=(0, 2), owing=(3,)), view(active=2))
    text = SCREENS.private(mine, 1, None, (), "", scene()).text
    assert text.startswith("It is up to the others now.")
    assert {SCREENS.private(one, 1, None, (), "", scene()).text for one in later} == {text}


def test_once_the_game_is_over_the_hand_says_so() -> None:
    over = SCREENS.private(view(phase="over"), 0, None, (), "", scene()).text
    assert over.startswith("The game is over.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_largest_screens_fit(language: str) -> None:
    told = scene(language, names=(LONG,) * 6, emojis=EMOJIS)
    seats = range(1, 6)
    hand = (0,) + (5,) * 15 + (6,) * 8
    police = tuple(
        f"play/5/{number}/{extra}/{seat}"
        for number in range(1, 16)
        for extra in (0, 6)
        for seat in seats
    )
    full = crowded(hand=hand, phase="action", owing=(), answered=())
    for path in ("", "play/5", "play/5/15", "play/5/15/0", "play/5/15/0/5"):
        assert next_fields(police, path) or path in police
        assert_fits(SCREENS.private(full, 0, ACTION, ("take/0/1", *police), path, told))
    limit = crowded(phase="discard")
    assert_fits(SCREENS.private(limit, 0, DISCARD, ("discard/0",), "", told))
    waiting = crowded(viewer=0, owing=tuple(seats), answer="give/4/discard")
    assert_fits(SCREENS.private(waiting, 0, None, (), "", told))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["detectives", "mafia", "journalists"])
def test_answers_of_ten_cards_fit_with_the_longest_names(kind: str, language: str) -> None:
    told = scene(language, names=(LONG,) * 6, emojis=EMOJIS)
    hand = (0, 4, 4, 4, 4, 4, 5, 6, 7, 7)
    asking = crowded(viewer=1, hand=hand, played=FACTIONS.index(kind), owing=(1, 2, 3, 4, 5))
    screen = SCREENS.private(asking, 1, answer(kind, 1), ("pass", "give/4"), "", told)
    assert_fits(screen)
    assert LONG in everything_of(screen)
