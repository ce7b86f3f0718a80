"""What one player alone sees: hand, market, each step of a play, answers."""

import pytest
from msgspec.structs import replace

from bot.engine.records import list_legal_paths
from bot.engine.screen import OpenScreen, Screen, SubmitMove
from bot.games.catham_city.model.state import DETECTIVES, HACKERS, POLICE
from bot.games.catham_city.private import is_playable
from bot.i18n import LANGUAGES
from tests.games.catham_city.looks import ACTION, DISCARD, answer, answers, context, own, view
from tests.games.catham_city.playing import GAME, STYLES, walk
from tests.games.looks import button, buttons_of, labels_of, selects_of

MOVES = (
    *("take/0/1", "take/4/1", "take/4/2", "take/4/3", "take/5/1", "take/6/1", "take/6/2"),
    *("play/4/1/1", "play/4/1/2", "play/4/1/3", "play/4/2/1", "play/4/2/3"),
    *(f"play/5/{n}/{extra}/{seat}" for n in (1, 2) for extra in (0, 4, 6) for seat in (1, 2, 3)),
)
"""What seat 0 of `view()` may do."""


def render_action_screen(
    path: str = "", language: str = "en", moves: tuple[str, ...] = MOVES
) -> Screen:
    return own(view(), 0, ACTION, moves, path, context(language))


def render_answer_screen(
    kind: str, hand: tuple[int, ...], moves: tuple[str, ...], path: str = ""
) -> Screen:
    return own(answers(kind, hand=hand), 0, answer(kind), moves, path, context())


def test_the_own_screen_is_a_question_a_picture_and_buttons() -> None:
    screen = render_action_screen()
    assert (screen.title, screen.fields, screen.below) == ("", (), None)
    assert screen.text == "**Your turn: take cards or play some!**"
    assert screen.picture is not None
    assert screen.picture.alt == (
        "Your cards: 1 × Detective, 2 × Hackers, 2 × Police, 1 × Journalist."
        " The market: 1 × Detective, 3 × Hackers, 1 × Police, 2 × Journalists."
    )


def test_without_pictures_hand_and_market_are_told_by_faction() -> None:
    words = context(pictures=False)
    hand, market = own(view(), 0, ACTION, MOVES, "", words).fields
    assert hand.name == "Your cards (6)"
    assert hand.text.splitlines() == [
        "1 × 🔍 Detective",
        "2 × 💻 Hackers",
        "2 × 👮 Police",
        "1 × 📰 Journalist",
    ]
    assert market.text.startswith("1 × 🔍 Detective · 3 × 💻 Hackers")
    (held,) = own(view(active=1), 0, None, (), "", words).fields
    assert held == hand


def test_whoever_waits_sees_how_far_their_sets_are() -> None:
    screen = own(view(active=1), 0, None, (), "", context())
    assert labels_of(screen) == [
        "Detectives: 1 of 3",
        "Hackers: ready",
        "Police: ready",
        "Journalists: 1 of 2",
    ]
    assert all(item.disabled for item in buttons_of(screen))
    assert own(view(active=1, hand=()), 0, None, (), "", context()).rows == ()


@pytest.mark.parametrize(
    ("hand", "others", "told"),
    [
        ((POLICE, POLICE), 7, "Police: needs another card"),
        ((DETECTIVES,) * 3, 7, "Detectives: needs another card"),
        ((DETECTIVES,) * 4, 7, "Detectives: ready"),
        ((HACKERS,), 0, "Hackers: nobody to hack"),
    ],
)
def test_a_set_that_lacks_something_else_is_not_called_ready(
    hand: tuple[int, ...], others: int, told: str
) -> None:
    """Rulings C16, C23 and C28."""
    waiting = view(active=1, hand=hand, hand_sizes=(len(hand), *(others,) * 3))
    assert labels_of(own(waiting, 0, None, (), "", context())) == [told]


@pytest.mark.parametrize("style", STYLES)
def test_whoever_waits_is_told_what_can_be_done_on_the_own_turn(style: str) -> None:
    """The hand that waits and the moves of the turn agree, in whole games."""
    for state, _ in walk(3, 7, {"factions": "random", "leavers": "nobody"}, style):
        if state.phase != "action":
            continue
        mine, moves = GAME.view(state, state.active), list_legal_paths(GAME, state, state.active)
        for faction in state.factions:
            can_be_played = any(move.startswith(f"play/{faction}") for move in moves)
            assert is_playable(mine, faction) == can_be_played


def test_cards_are_taken_by_one_menu_of_faction_and_number() -> None:
    (menu,) = selects_of(render_action_screen())
    assert menu.press == SubmitMove(ACTION.decision, "take")
    assert (menu.min_values, menu.max_values) == (1, 1)
    assert [f"take/{value}" for value, _ in menu.options] == list(MOVES[:7])
    assert dict(menu.options)["4/3"] == "3 × Hackers"


def test_each_faction_in_play_has_a_button_that_tells_the_bargain_or_what_is_missing() -> None:
    row = buttons_of(render_action_screen())
    assert [(item.label, item.disabled) for item in row] == [
        ("Detectives · needs 3, you have 1", True),
        ("Mafia · you have none", True),
        ("Hackers · 2 → up to 2 points", False),
        ("Police · 2 + 1 → up to 2 points", False),
        ("Journalists · needs 2, you have 1", True),
    ]
    assert row[3].press == OpenScreen(ACTION.decision, "play/5")


@pytest.mark.parametrize(
    ("hand", "moves", "label"),
    [
        ((0, 0, 0, 4), ("play/0/4",), "Detectives · 3 + 1 → 3 points"),
        ((0, 0, 0), (), "Detectives · needs another card"),
        ((1, 1, 1), ("play/1",), "Scientists · 3 → 2 points + cards"),
        ((2, 2, 2), ("play/2/2",), "Robocats · 2 → 5 cards"),
        ((2, 2, 2, 2), ("play/2/2", "play/2/4"), "Robocats · 2 or 4"),
        ((3, 3, 3, 3), ("play/3",), "Mafia · 4 → 2 points"),
        ((4,) * 6, ("play/4/1/1",), "Hackers · 4 → up to 4 points"),
        ((4,), (), "Hackers · nobody to hack"),
        ((5,), (), "Police · needs another card"),
        ((6, 6), ("play/6",), "Journalists · 2 → 2 points"),
        ((7,) * 9, ("play/7/1", "play/7/9"), "Bureaucrats · 9 → up to 5 points"),
        ((7,), ("play/7/1",), "Bureaucrats · 1 → 1 point"),
    ],
)
def test_buttons_tell_what_a_faction_costs_and_brings(
    hand: tuple[int, ...], moves: tuple[str, ...], label: str
) -> None:
    faction = hand[0]
    factions = (faction, *[other for other in range(8) if other != faction][:4])
    seen = view(hand=hand, factions=factions)
    screen = own(seen, 0, ACTION, ("take/0/1", *moves), "", context())
    assert button(screen, label).disabled is (not moves)


def test_who_can_only_take_is_told_so() -> None:
    only_takes = render_action_screen(moves=MOVES[:7])
    assert "You can't play any yet." in only_takes.text
    assert all(item.disabled for item in buttons_of(only_takes))


def test_an_empty_market_has_no_menu() -> None:
    words = context(pictures=False)
    screen = own(view(market=()), 0, ACTION, MOVES[7:], "", words)
    assert selects_of(screen) == ()
    assert screen.fields[1].text == "none"


def test_two_actions_are_counted() -> None:
    first = own(view(actions=2, left=2), 0, ACTION, MOVES, "", context())
    last = own(view(actions=2, left=1), 0, ACTION, MOVES, "", context())
    assert "2 actions" in first.text
    assert "last action" in last.text
    assert "last action" not in render_action_screen().text


def test_the_police_are_played_field_by_field_and_the_last_press_does_it() -> None:
    number = render_action_screen("play/5")
    assert number.text == (
        "**👮 Police: how many?**\n"
        "You pull out one card for each police card: 1 point for each match with your other card."
    )
    assert labels_of(number) == [
        "1 police card + 1 card → up to 1 point",
        "2 police cards + 1 card → up to 2 points",
        "Back",
    ]
    extra = render_action_screen("play/5/2")
    assert extra.text.startswith("**2 × 👮 Police: plus which card?**")
    assert [(item.label, item.disabled) for item in buttons_of(extra)] == [
        ("Detectives", False),
        ("Mafia · you have none", True),
        ("Hackers", False),
        ("Journalists", False),
        ("Back", False),
    ]
    target = render_action_screen("play/5/2/6")
    assert target.text.startswith("**2 × 👮 Police · 1 × 📰 Journalist: whose hand?**")
    assert labels_of(target) == [
        "B · Ben (8 cards)",
        "C · Cleo (1 card)",
        "D · Dan (7 cards)",
        "Back",
    ]
    done = button(target, "B · Ben (8 cards)")
    assert (done.press, done.style) == (SubmitMove(ACTION.decision, "play/5/2/6/1"), "good")
    assert button(target, "Back").press == OpenScreen(ACTION.decision, "play/5/2")
    assert button(number, "Back").press == OpenScreen(ACTION.decision, "")
    assert [bool(step.picture) for step in (number, extra, target)] == [True] * 3


@pytest.mark.parametrize(
    ("faction", "number", "label"),
    [
        (2, 2, "2 robocats → 5 cards"),
        (2, 4, "4 robocats → 3 points"),
        (4, 1, "1 hacker → up to 1 point"),
        (4, 3, "3 hackers → up to 3 points"),
        (7, 9, "9 bureaucrats → up to 5 points"),
    ],
)
def test_a_number_is_chosen_with_its_unit(faction: int, number: int, label: str) -> None:
    factions = (0, 2, 4, 5, 7)
    target = "/1" if faction == 4 else ""
    moves = tuple(f"play/{faction}/{n}{target}" for n in (number, number + 1))
    seen = view(hand=(faction,) * 10, factions=factions)
    screen = own(seen, 0, ACTION, moves, f"play/{faction}", context())
    assert not button(screen, label).disabled


def test_hands_that_are_too_small_for_the_hackers_are_grey() -> None:
    target = render_action_screen("play/4/2")
    assert [item.disabled for item in buttons_of(target)] == [False, True, False, False]


def test_what_leaves_no_choice_is_done_with_one_press() -> None:
    moves = ("take/0/1", "play/5/1/6/1", "play/5/2/6/1")
    number = render_action_screen("play/5", moves=moves)
    assert button(number, "1 police card + 1 card → up to 1 point").press == SubmitMove(
        6, "play/5/1/6/1"
    )
    alone = own(view(hand=(0, 0, 0, 4)), 0, ACTION, ("play/0/4", "take/0/1"), "", context())
    once = button(alone, "Detectives · 3 + 1 → 3 points")
    assert (once.press, once.style) == (SubmitMove(ACTION.decision, "play/0/4"), "good")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("move", ["play/0/4", "play/3", "play/4/2/1", "play/5/2/6/3", "play/6"])
def test_a_whole_move_looked_at_leads_back_to_where_it_was_chosen(move: str, language: str) -> None:
    screen = render_action_screen(move, language, (*MOVES, move))
    assert any(item.press == SubmitMove(ACTION.decision, move) for item in buttons_of(screen))


@pytest.mark.parametrize("language", LANGUAGES)
def test_as_many_cards_as_are_too_many_are_discarded_in_one_menu(language: str) -> None:
    hand = (0,) * 3 + (4,) * 9 + (5,)
    full = view(hand=hand, hand_sizes=(13, 8, 1, 7), phase="discard")
    screen = own(full, 0, DISCARD, ("discard/0.0.0",), "", context(language))
    (menu,) = selects_of(screen)
    assert menu.press == SubmitMove(DISCARD.decision, "discard")
    assert (menu.min_values, menu.max_values) == (3, 3)
    assert [int(value.split("~")[0]) for value, _ in menu.options] == list(hand)
    assert len({value for value, _ in menu.options}) == len(hand)
    assert buttons_of(screen) == ()


@pytest.mark.parametrize("hand", [(4, 5), (5, 5)])
def test_an_answer_to_the_detectives_that_no_card_allows_is_grey_and_says_why(
    hand: tuple[int, ...],
) -> None:
    can = 4 in hand
    moves = ("discard", "pass") if can else ("pass",)
    screen = render_answer_screen("detectives", hand, moves)
    assert screen.text == "**Want to discard 1 × 💻 Hacker, too, for 1 point?**"
    discard, nothing = buttons_of(screen)
    assert discard.label == ("Discard Hacker → 1 point" if can else "Hacker · you have none")
    assert discard.disabled is not can
    assert not can or discard.press == SubmitMove(9, "discard")
    assert (nothing.label, nothing.press) == ("Do nothing", SubmitMove(9, "pass"))
    assert nothing.style == ("plain" if can else "good"), "what is left to do"


def test_whoever_has_no_point_can_only_discard_for_the_mafia() -> None:
    hand = (4, 4, 5)
    rich = render_answer_screen("mafia", hand, ("pay", "drop/4.4"))
    poor = render_answer_screen("mafia", hand, ("drop/4.4",))
    assert button(rich, "Pay 1 point").press == SubmitMove(9, "pay")
    assert button(poor, "Pay 1 point · you have none").disabled
    assert button(rich, "Pay 1 point").style == "plain", "neither answer is the right one"
    for screen in (rich, poor):
        (menu,) = selects_of(screen)
        assert menu.press == SubmitMove(9, "drop")
        assert (menu.min_values, menu.max_values) == (2, 2)
        assert [value for value, _ in menu.options] == ["4~1", "4~2", "5~1"]
        assert [label for _, label in menu.options] == ["Hacker", "Hacker", "Police"]


def test_a_present_is_given_with_one_press_unless_a_second_card_could_go_with_it() -> None:
    screen = render_answer_screen(
        "journalists", (4, 4, 5), ("give/4", "give/4/discard", "give/5", "pass")
    )
    assert [(b.label, b.press, b.style, b.disabled) for b in buttons_of(screen)] == [
        ("Detective · you have none", OpenScreen(9, "give/0"), "plain", True),
        ("Mafia · you have none", OpenScreen(9, "give/3"), "plain", True),
        ("Give Hacker", OpenScreen(9, "give/4"), "main", False),
        ("Give Police", SubmitMove(9, "give/5"), "good", False),
        ("Journalist · you have none", OpenScreen(9, "give/6"), "plain", True),
        ("Do nothing", SubmitMove(9, "pass"), "plain", False),
    ]


def test_a_present_can_go_with_a_second_card_for_a_point() -> None:
    moves = ("give/4", "give/4/discard", "give/5", "pass")
    screen = render_answer_screen("journalists", (4, 4, 5), moves, "give/4")
    assert [(item.label, item.press) for item in buttons_of(screen)] == [
        ("Just give it", SubmitMove(9, "give/4")),
        ("Discard another → 1 point", SubmitMove(9, "give/4/discard")),
        ("Back", OpenScreen(9, "")),
    ]


@pytest.mark.parametrize("path", ["give", "give/4/discard"])
def test_any_beginning_of_a_present_leads_to_a_screen(path: str) -> None:
    moves = ("give/4", "give/4/discard", "pass")
    assert buttons_of(render_answer_screen("journalists", (4, 4), moves, path))


@pytest.mark.parametrize(
    ("kind", "given", "told"),
    [
        ("detectives", "pass", "you do nothing"),
        ("detectives", "discard", "you discard 1 × 💻 Hacker"),
        ("mafia", "pay", "you pay 1 point"),
        ("mafia", "drop/4.4", "you discard 2 × 💻 Hackers."),
        ("journalists", "give/5", "you give 1 × 👮 Police."),
        ("journalists", "give/4/discard", "you give 1 × 💻 Hacker and discard another"),
    ],
)
def test_after_answering_one_sees_the_own_answer(kind: str, given: str, told: str) -> None:
    waiting = answers(kind, answer=given, answered=(0, 3), owing=(2,))
    text = own(waiting, 0, None, (), "", context()).text
    assert told in text


def test_whoever_waits_reads_the_same_whoever_else_is_asked() -> None:
    mine = answers("mafia", viewer=1, owing=(0, 2, 3))
    later = (answers("mafia", viewer=1, answered=(0, 2), owing=(3,)), view(active=2))
    text = own(mine, 1, None, (), "", context()).text
    assert text.startswith("Somebody else is playing.")
    assert {own(one, 1, None, (), "", context()).text for one in later} == {text}


def test_in_a_lesson_the_explanation_tells_what_one_waits_for() -> None:
    told = replace(context(), lesson=True)
    words = own(view(active=1), 0, None, (), "", told).text
    assert "Next up: 🔴 Ben. Press **Continue**" in words
    assert "press 🐾" not in words


def test_once_the_game_is_over_the_hand_says_so() -> None:
    over = own(view(phase="over"), 0, None, (), "", context()).text
    assert over.startswith("The game is over.")
