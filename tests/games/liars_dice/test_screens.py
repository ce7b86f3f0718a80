"""What people see: the board, the own dice, the way to a bid, news, and the end."""

from io import BytesIO

import pytest
from msgspec.structs import replace
from PIL import Image

from bot.engine.events import Notice
from bot.engine.game import rank_seats
from bot.engine.moves import EMPTY_PREFIX, Move, parse_prefix
from bot.engine.screen import OpenScreen, Screen, SubmitMove
from bot.engine.screens import Question
from bot.games.liars_dice.art import drawing, pieces
from bot.games.liars_dice.model.events import CupsLifted, DieLost
from bot.games.liars_dice.model.moves import CALL_LIAR
from bot.games.liars_dice.model.state import Bid, View
from bot.games.liars_dice.package import PACKAGE
from bot.games.liars_dice.private import MAX_OPTIONS_PER_MENU
from tests.games.liars_dice.looks import BID, LIE, NAMES, SCREENS, context, view
from tests.games.liars_dice.playing import CUPS, GAME, LIAR, after, start
from tests.games.looks import button, buttons_of, everything_of, labels_of, path_of, selects_of

PHONE_PICTURE_WIDTH_PIXELS = 350


def private(shown: View, path: str = "", moves: tuple[Move, ...] | None = None) -> Screen:
    """Return the own screen of Ben, who is on."""
    open_moves = GAME.legal_moves(after(start(), (4, 3)), 1) if moves is None else moves
    prompt = BID if open_moves else None
    entered = parse_prefix(GAME.move_types, path) or EMPTY_PREFIX
    return SCREENS.own_screen(
        Question(shown, 1, prompt, open_moves, entered, context(pictures=False))
    )


# The board


def test_the_board_tells_the_bid_and_how_many_dice_each_has():
    shown = everything_of(SCREENS.board(view(viewer=None, dice=()), context(pictures=False)))
    assert "🟡 Ada bids **4 threes 3️⃣**." in shown
    assert "🔴 B · Ben: **4** dice" in shown
    assert "Ones are wild: they count as any face." in shown
    assert "5️⃣" not in shown


def test_before_the_first_bid_the_board_tells_who_begins():
    shown = everything_of(SCREENS.board(view(bids=(), turn=2), context(pictures=False)))
    assert "**No bid yet.** 🟢 Cleo starts." in shown


def test_no_line_breaks_between_a_die_and_the_full_stop():
    drawn = replace(context(), emojis={"die-3": "<:die_3:1>"})
    board = everything_of(SCREENS.board(view(viewer=None, dice=()), replace(drawn, pictures=False)))
    assert "**4 threes <:die_3:1>\N{WORD JOINER}**." in board


def test_while_all_look_the_board_shows_all_dice():
    looking = view(viewer=None, looking=True, opened=LIE, bids=(), counts=(3, 4, 4))
    shown = everything_of(SCREENS.board(looking, context(pictures=False)))
    assert "There were **4**: 🟡 Ada loses a die." in shown
    assert "🔴 B · Ben: 2️⃣ 3️⃣ 5️⃣ 5️⃣" in shown


def test_who_is_out_stays_on_the_board_without_dice():
    shown = everything_of(SCREENS.board(view(counts=(4, 4, 0), out=(2,)), context(pictures=False)))
    assert "🟢 C · Cleo: out" in shown


# The way to a bid


def test_ben_says_liar_by_one_press_or_bids_by_two():
    screen = private(view())
    assert screen.text.splitlines() == [
        "**Bid higher, or call “Liar!”**",
        "12 dice in all. Ones are wild: any face.",
    ]
    assert labels_of(screen) == ["Liar!", "Notebook", "4 fours or higher", "5 dice", "6 dice"]
    assert button(screen, "Liar!").press == SubmitMove(1, "liar")
    assert button(screen, "5 dice").press == OpenScreen(1, "bid/5")
    (menu,) = selects_of(screen)
    assert [value for value, _ in menu.options] == ["7", "8", "9", "10", "11", "12"]
    assert menu.press == OpenScreen(1, "bid")
    faces = private(view(), "bid/4")
    assert labels_of(faces) == ["4 fours", "4 fives", "4 sixes", "Back", "Notebook"]
    assert button(faces, "4 fives").press == SubmitMove(1, "bid/4/5")


@pytest.mark.parametrize(
    ("last", "label", "press"),
    [
        (2, "4 threes or higher", OpenScreen(1, "bid/4")),
        (4, "4 fives or higher", OpenScreen(1, "bid/4")),
        (5, "4 sixes", SubmitMove(1, "bid/4/6")),
        (6, "5 dice", OpenScreen(1, "bid/5")),
    ],
)
def test_no_button_leads_to_fewer_bids_than_it_says(last, label, press):
    shown = view(bids=(Bid(0, 4, last),))
    screen = private(shown, moves=GAME.legal_moves(after(start(), (4, last)), 1))
    _, _, first, *_ = buttons_of(screen)
    assert (first.label, first.press) == (label, press)


@pytest.mark.parametrize("wild", [True, False])
def test_each_bid_of_six_players_takes_two_presses(wild):
    state = start(*[(2,) * 5] * 6, wild=wild)
    moves = GAME.legal_moves(state, 0)
    shown = view(bids=(), wild=wild, counts=(5,) * 6)
    first = private(shown, moves=moves)
    (menu,) = selects_of(first)
    near = {path_of(item) for item in buttons_of(first)}
    paths = near | {f"bid/{value}" for value, _ in menu.options}
    faces = [item for path in paths for item in buttons_of(private(shown, path, moves))]
    assert {path_of(item) for item in faces if isinstance(item.press, SubmitMove)} == {
        move.path for move in moves
    }
    assert len(menu.options) <= MAX_OPTIONS_PER_MENU


def test_after_the_highest_bid_only_liar_is_left():
    screen = private(view(bids=(Bid(0, 12, 6),)), moves=(CALL_LIAR,))
    assert labels_of(screen) == ["Liar!", "Notebook"]


def test_who_waits_sees_the_next_bids_in_grey():
    screen = private(view(turn=2, bids=(Bid(1, 11, 6),)), moves=())
    assert labels_of(screen) == ["Liar!", "Notebook", "12 dice"]
    assert [item.label for item in buttons_of(screen) if not item.disabled] == ["Notebook"]
    assert selects_of(private(view(turn=2, bids=()), moves=())) == ()
    assert "2️⃣ 3️⃣ 5️⃣ 5️⃣" in everything_of(screen)


def test_who_is_out_is_told_to_watch_and_sees_the_lifted_cups():
    out = view(dice=(), counts=(4, 0, 4), out=(1,), turn=0)
    assert private(out, moves=()).text.startswith("You're out of dice.")
    looking = private(replace(out, looking=True, opened=LIE), moves=())
    assert looking.text == "Cups up! In a moment, the others roll again."


def test_whoever_has_dice_left_rolls_again_with_everyone():
    looking = private(view(looking=True, opened=LIE), moves=())
    assert looking.text == "Cups up! In a moment, everybody rolls again."


# What is told


@pytest.mark.parametrize(
    ("seat", "values", "told"),
    [
        (1, (1, 0, 5, 3, 4), "Caught! 🟡 Ada bid 5 threes 3️⃣, but there were only 4."),
        (1, (1, 0, 4, 3, 4), "Oops, no lie! 🟡 Ada bid 4 threes 3️⃣, and there were 4."),
        (0, (1, 0, 5, 3, 1), "🔴 Ben caught you! You bid 5 threes 3️⃣, but there was only 1."),
        (
            0,
            (1, 0, 4, 3, 4),
            "🔴 Ben didn't believe your 4 threes 3️⃣, but it was true: there were 4!",
        ),
        (2, (1, 0, 5, 3, 0), "🔴 Ben calls “Liar!” on 🟡 Ada's 5 threes 3️⃣. There were none."),
    ],
)
def test_news_tell_how_a_challenge_ended_for_each(seat, values, told):
    notices = (Notice(CupsLifted(*values)), Notice(DieLost(1, 0)))
    news = SCREENS.news(notices, view(viewer=seat, bids=()), seat, context(pictures=False))
    lost = ("That was your last die: you're out.",) if seat == 1 else ()
    assert news == (told, *lost)


def test_the_last_news_are_the_bid_of_another_player():
    notices, here = (Notice(DieLost(1, 3)),), context(pictures=False)
    lost, bid = "That costs you a die: 3 left.", "🟡 Ada bids 4 threes 3️⃣."
    assert SCREENS.news(notices, view(), 1, here) == (lost, bid)
    assert SCREENS.news((), view(viewer=0), 0, here) == ()
    assert SCREENS.news((), view(), 1, replace(here, lesson=True)) == ()


def test_who_is_asked():
    here = context(pictures=False)
    assert SCREENS.describe_prompts(view(), (BID,), here) == "🔴 Ben: bid or call “Liar!”"
    assert SCREENS.describe_prompts(view(bids=()), (BID,), here) == "🔴 Ben: make the first bid"
    looking = GAME.prompts(after(start(), (4, 3), LIAR))
    assert SCREENS.describe_prompts(view(looking=True), looking, here).startswith("Cups up!")


# The end


def test_the_end_shows_the_last_dice_and_all_places():
    over = view(counts=(0, 3, 0), out=(2, 0), opened=LIE, bids=())
    state = GAME.standings(after(start((6,), (2, 2)), (1, 5), LIAR))
    assert state is not None
    shown = everything_of(SCREENS.end(over, state, context(pictures=False)))
    assert "🏆 **🔴 Ben wins!**" in shown
    assert "🥈 🟡 A · Ada" in shown
    assert "🟢 C · Cleo: 2️⃣ 2️⃣ 4️⃣ 6️⃣" in shown
    assert SCREENS.result(over, state, 1, context()).startswith("🏆 **You won**, with 2 dice left!")


def test_the_scores_are_the_dice_left():
    shown = SCREENS.score(view(counts=(1, 4, 0), out=(2,)), context())
    assert shown.splitlines() == ["🔴 Ben: **4** dice", "🟡 Ada: **1** die", "🟢 Cleo: out"]
    shown = SCREENS.score(view(counts=(0, 0, 3), out=(0, 1)), context())
    names = [line.partition(":")[0] for line in shown.splitlines()]
    assert names == ["🟢 Cleo", "🔴 Ben", "🟡 Ada"], "who was out later is ahead"


def test_the_example_of_the_rules_is_true():
    shown = PACKAGE.rulebook.render(2, context())
    assert "There are three threes, and your one is wild" in shown.text
    cups = ((1, 3, 3, 6), (2, 3, 5, 5))
    assert sum(cup.count(3) for cup in cups) == 3
    assert sum(cup.count(1) for cup in cups) == 1
    assert CUPS[:2] == cups


# The pictures


@pytest.mark.parametrize(("seats", "dice"), [(2, 5), (3, 5), (4, 5), (6, 5), (3, 3), (6, 3)])
def test_revealed_dice_are_large_enough_for_a_phone(monkeypatch, seats, dice):
    widths = []

    def make_die(face, width):
        widths.append(width)
        return kept(face, width)

    kept = pieces.make_die
    monkeypatch.setattr(drawing, "make_die", make_die)
    state = after(start(*[(1, 2, 3, 4, 5)[:dice]] * seats), (4, 5), LIAR)
    picture = SCREENS.board(GAME.view(state, None), context(names=NAMES[:seats])).picture
    assert picture is not None
    with Image.open(BytesIO(picture.draw())) as image:
        scale = PHONE_PICTURE_WIDTH_PIXELS / image.width
    assert len(widths) == seats * dice + 1
    assert min(widths) * scale >= 28


def test_the_last_picture_has_a_podium_with_the_first_three():
    over = view(viewer=None, dice=(), counts=(0, 3, 0), out=(2, 0), opened=LIE, bids=())
    places = rank_seats([(0, 1), (3, 0), (0, 0)], [0, 3, 0])
    end = SCREENS.end(over, places, context())
    assert end.picture is not None
    assert end.text.startswith("🏆 **🔴 Ben wins!**")
    assert end.picture.alt.splitlines()[0] == "On the podium, first to third: Ben, Ada, Cleo."
    *_, podium = end.picture.arguments
    assert podium == (1, 0, 2)
    assert end.picture.draw()[:2] == b"\xff\xd8"


def test_the_pictures_tell_in_words_what_they_show():
    covered = SCREENS.board(view(viewer=None, dice=()), context())
    assert covered.title == ""
    assert covered.text == "**A** Ada · **B** Ben · **C** Cleo"
    signed = replace(context(), emojis={"cup-a": "<:cup:1>"}, letters=(2, 0, 1))
    told = SCREENS.board(view(viewer=None, dice=()), signed).text
    assert told == "**C** Ada · **A** Ben · **B** Cleo", "the key to the letters on the cups"
    assert covered.picture is not None
    assert covered.picture.alt.splitlines() == [
        "Bid by Ada: 4 threes.",
        "Ada: 4 dice",
        "Ben: 4 dice",
        "Cleo: 4 dice",
    ]
    looking = view(viewer=None, dice=(), looking=True, opened=LIE, bids=(), counts=(3, 4, 4))
    opened = SCREENS.board(looking, context()).picture
    assert opened is not None
    assert opened.alt.splitlines()[:2] == [
        "Bid by Ada: 5 threes. There were 4.",
        "Ada had 1, 3, 3, 6.",
    ]


def test_ben_sees_his_own_dice_in_a_picture():
    screen = SCREENS.own_screen(Question(view(turn=2), 1, None, (), EMPTY_PREFIX, context()))
    assert screen.picture is not None
    assert screen.picture.alt == "Your dice: 2, 3, 5, 5."
    assert screen.fields == ()
    assert screen.picture.draw()[:2] == b"\xff\xd8"
