"""The own screens of Liar's Dice, each seen by one player alone.

They show the player's dice, and the buttons with which to bid or to challenge.
"""

from msgspec.structs import replace

from bot.engine.moves import Prefix, list_next_values
from bot.engine.screen import (
    Button,
    Field,
    Question,
    Screen,
    Select,
    TableAction,
    arrange_in_rows,
)
from bot.engine.text_helpers import join_lines
from bot.games.liars_dice import pages, pictures
from bot.games.liars_dice.model.moves import CALL_LIAR, MakeBid, list_moves_after
from bot.games.liars_dice.model.state import WILD_FACE, View
from bot.games.liars_dice.words import (
    format_claim,
    format_dice,
    format_die,
    format_player,
)

MAX_COUNT_BUTTONS = 3
"""The maximum number of buttons for numbers of dice: they fit in one row on a phone."""
MAX_OPTIONS_PER_MENU = 25
"""The maximum number of options of a menu; thirty dice need more buttons beside it."""
MAX_FACES_PER_ROW = 2
"""The maximum number of buttons for faces of a die in one row.

A third button would not fit beside them on a phone.
"""
BID_PREFIX = Prefix(MakeBid)

Row = tuple[Button | Select, ...]


def make_own_screen(question: Question[View]) -> Screen:
    """Return a player's own screen, which shows their dice and, on their turn, buttons to move.

    A bid is entered with two presses: first the number of dice, then the face.

    Args:
        question: The decision that the player has to make, if any, and all that the player may
            know.
    """
    if question.prompt is None:
        return _make_waiting_screen(question)
    return _ask_face(question) if question.entered.values else _ask_count(question)


def _make_waiting_screen(question: Question[View]) -> Screen:
    """Return the own screen of a player who has no decision to make.

    It shows the player's dice, and the buttons of the next turn, disabled. In the pause after a
    challenge, it shows all dice instead. In a lesson, the hint says what to do.
    """
    view, context = question.view, question.context
    if view.looking:
        shown = pictures.make_table_picture(view, context) if context.pictures else None
        told = "" if context.lesson else context.say("hand-look")
        return Screen("", told, picture=shown)
    if not view.dice:
        return Screen("", context.say("hand-out"))
    todo = (
        "" if context.lesson else context.say("hand-wait", name=format_player(view.turn, context))
    )
    last = MakeBid(view.bids[-1].count, view.bids[-1].face) if view.bids else None
    moves = list_moves_after(sum(view.counts), view.wild, last)
    rows = _make_bid_rows(replace(question, moves=moves))
    grey = tuple(tuple(map(_disable, row)) for row in rows if isinstance(row[0], Button))
    return _show_hand(question, todo, grey)


def _show_hand(question: Question[View], instruction: str, rows: tuple[Row, ...]) -> Screen:
    """Return an own screen with the player's dice, and the number of all dice on the table.

    Args:
        question: The decision that the player has to make, if any, and all that the player may
            know.
        instruction: The sentence that tells the player what to do.
        rows: The rows of buttons and menus.
    """
    view, context = question.view, question.context
    table = context.say("hand-table", dice=sum(view.counts), wild=int(view.wild))
    told = instruction if question.entered.values else join_lines(instruction, table)
    if context.pictures:
        return Screen(
            "", told, picture=pictures.make_hand_picture(view, question.seat, context), rows=rows
        )
    own = Field(context.say("hand-dice"), format_dice(view.dice, context))
    return Screen("", told, fields=(own,), rows=rows)


def _ask_count(question: Question[View]) -> Screen:
    """Return the screen that asks how many dice the player wants to bid.

    The player can challenge the last bid instead.
    """
    return _show_hand(
        question,
        question.context.say("hand-bid" if question.view.bids else "hand-first"),
        _make_bid_rows(question),
    )


def _make_bid_rows(question: Question[View]) -> tuple[Row, ...]:
    """Return the buttons for the lowest numbers of dice, a menu for higher ones, and the challenge.

    The button that opens the notebook is beside the challenge, which saves a row on a phone.
    """
    say = question.context.say
    counts = list_next_values(question.moves, BID_PREFIX)
    buttons = max(MAX_COUNT_BUTTONS, len(counts) - MAX_OPTIONS_PER_MENU)
    near, far = counts[:buttons], counts[buttons:]
    liar = Button(say("move-liar"), question.submit(CALL_LIAR), "bad", "🤥")
    choices = tuple((str(count), say("hand-count", count=count)) for count in far)
    first = (
        *((liar,) if CALL_LIAR in question.moves else ()),
        *(_make_notebook_buttons(question) if question.view.bids else ()),
    )
    rows: tuple[Row, ...] = (
        first,
        tuple(_make_count_button(question, count) for count in near),
        (Select(say("hand-more"), question.open(BID_PREFIX), choices),) if far else (),
    )
    return tuple(filter(None, rows))


def _make_count_button(question: Question[View], count: int) -> Button:
    """Return the button for a number of dice, whose label says which bids it leads to.

    If only one bid has this number, the button makes that bid.
    """
    say, bids = question.context.say, _list_bids(question, count)
    claim = format_claim(count, bids[0].face, question.context)
    if len(bids) == 1:
        return Button(claim, question.submit(bids[0]), "main")
    lowest = WILD_FACE + 1 if question.view.wild else WILD_FACE
    label = say("hand-count", count=count)
    if bids[0].face > lowest:
        label = say("hand-from", claim=claim)
    return Button(label, question.open(BID_PREFIX.add_value(count)), "main")


def _list_bids(question: Question[View], count: object) -> list[MakeBid]:
    """Return the bids with a number of dice that the player can make, lowest first."""
    return [move for move in question.moves if isinstance(move, MakeBid) and move.count == count]


def _disable(item: Button | Select) -> Button | Select:
    """Return a button in grey, which cannot be pressed, unless it opens a page."""
    if not isinstance(item, Button) or isinstance(item.press, TableAction):
        return item
    return replace(item, style="plain", disabled=True)


def _ask_face(question: Question[View]) -> Screen:
    """Return the screen that asks on which face the player wants to bid.

    It follows when the player has chosen the number of dice. A button leads back to that choice.
    """
    context = question.context
    bids = _list_bids(question, question.entered.values[0])
    buttons = (
        Button(
            format_claim(bid.count, bid.face, context),
            question.submit(bid),
            "main",
            format_die(bid.face, context),
        )
        for bid in bids
    )
    back = Button(context.say("hand-back"), question.open(), emoji="↩️")
    *rows, last = arrange_in_rows((*buttons, back), MAX_FACES_PER_ROW)
    rows.append((*last, *_make_notebook_buttons(question)))
    return _show_hand(question, context.say("hand-face", count=bids[0].count), tuple(rows))


def _make_notebook_buttons(question: Question[View]) -> tuple[Button, ...]:
    """Return the button that opens the notebook, or nothing if it cannot be opened now."""
    if not pages.has_notebook(question.view):
        return ()
    return (Button(question.context.say("button-notebook"), TableAction("page", "notebook")),)
