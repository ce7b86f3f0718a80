"""The own screens of Liar's Dice, each seen by one player alone.

They show the player's dice, and the buttons with which to bid or to challenge.
"""

from bot.engine.moves import Prefix, list_next_values
from bot.engine.screen import (
    MAX_BUTTONS_PER_ROW,
    Button,
    Field,
    Question,
    Screen,
    Select,
    arrange_in_rows,
)
from bot.engine.text_helpers import join_lines
from bot.games.liars_dice import pictures
from bot.games.liars_dice.model.moves import CALL_LIAR, CallLiar, MakeBid
from bot.games.liars_dice.model.state import View
from bot.games.liars_dice.words import (
    format_bid,
    format_claim,
    format_dice,
    format_die,
    format_player,
)

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

    It shows the player's dice, and the next bids as disabled buttons. In the pause after a
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
    return _show_hand(question, todo, _make_grey_rows(question))


def _show_hand(question: Question[View], instruction: str, rows: tuple[Row, ...]) -> Screen:
    """Return an own screen with the player's dice, and the number of all dice on the table.

    Args:
        question: The decision that the player has to make, if any, and all that the player may
            know.
        instruction: The sentence that tells the player what to do.
        rows: The rows of buttons and menus.
    """
    view, context = question.view, question.context
    told = join_lines(
        instruction, context.say("hand-table", dice=sum(view.counts), wild=int(view.wild))
    )
    if context.pictures:
        return Screen(
            "", told, picture=pictures.make_hand_picture(view, question.seat, context), rows=rows
        )
    own = Field(context.say("hand-dice"), format_dice(view.dice, context))
    return Screen("", told, fields=(own,), rows=rows)


def _ask_count(question: Question[View]) -> Screen:
    """Return the screen that asks how many dice the player wants to bid.

    It has buttons for the lowest numbers, a menu for higher ones, and a button to challenge the
    last bid.
    """
    bids, say = question.view.bids, question.context.say
    counts = list_next_values(question.moves, BID_PREFIX)
    near, far = counts[:MAX_BUTTONS_PER_ROW], counts[MAX_BUTTONS_PER_ROW:]
    liar = Button(say("move-liar"), question.submit(CALL_LIAR), "bad", "🤥")
    buttons = tuple(
        Button(say("hand-times", count=count), question.open(BID_PREFIX.add_value(count)), "main")
        for count in near
    )
    choices = tuple((str(count), say("hand-count", count=count)) for count in far)
    menu = Select(say("hand-more"), question.open(BID_PREFIX), choices)
    rows: tuple[Row, ...] = (
        *(((liar,),) if CALL_LIAR in question.moves else ()),
        *((buttons,) if near else ()),
        *(((menu,),) if far else ()),
    )
    todo = (
        say("hand-bid", bid=format_bid(bids[-1], question.context)) if bids else say("hand-first")
    )
    return _show_hand(question, todo, rows)


def _ask_face(question: Question[View]) -> Screen:
    """Return the screen that asks on which face the player wants to bid.

    It follows when the player has chosen the number of dice. A button leads back to that choice.
    """
    context, count = question.context, question.entered.values[0]
    bids = [move for move in question.moves if isinstance(move, MakeBid) and move.count == count]
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
    rows = arrange_in_rows((*buttons, back), MAX_FACES_PER_ROW)
    return _show_hand(question, context.say("hand-face", count=bids[0].count), rows)


def _make_grey_rows(question: Question[View]) -> tuple[Row, ...]:
    """Return disabled buttons like those that the player will have on their next turn.

    They show the challenge and the lowest numbers of dice that can be bid.
    """
    view, say = question.view, question.context.say
    lowest = view.bids[-1].count if view.bids else 1
    liar = Button(say("move-liar"), question.open(Prefix(CallLiar)), emoji="🤥", disabled=True)
    buttons = tuple(
        Button(
            say("hand-times", count=count),
            question.open(BID_PREFIX.add_value(count)),
            disabled=True,
        )
        for count in range(lowest, min(lowest + MAX_BUTTONS_PER_ROW, sum(view.counts) + 1))
    )
    return ((liar,), buttons)
