"""The own screens of Liar's Dice: a player's dice, and the buttons to bid or to challenge."""

from bot.engine.moves import Move, Prefix
from bot.engine.screen import Button, Field, Screen, Select, TableAction, arrange_in_rows
from bot.engine.screens import Question
from bot.engine.text_helpers import join_lines
from bot.games.liars_dice import pictures
from bot.games.liars_dice.model.moves import CALL_LIAR, CallLiar, MakeBid, list_moves_after
from bot.games.liars_dice.model.state import WILD_FACE, View
from bot.games.liars_dice.words import describe_call, format_claim, format_dice, format_die

MAX_COUNT_BUTTONS = 3
"""The maximum number of buttons for numbers of dice: they fit in one row on a phone."""
MAX_OPTIONS_PER_MENU = 25
"""The maximum number of options of a menu; thirty dice need more buttons beside it."""
MAX_FACES_PER_ROW = 2
"""The maximum number of buttons for faces in one row on a phone."""
BID_PREFIX, LIAR_PREFIX = Prefix(MakeBid), Prefix(CallLiar)
NOTEBOOK_PRESS = TableAction("page", "notebook")

Row = tuple[Button | Select, ...]


def make_own_screen(question: Question[View]) -> Screen:
    """Return a player's own screen, which shows their dice and, on their turn, buttons to move."""
    if question.prompt is None:
        return _make_waiting_screen(question)
    if question.entered.values:
        return _ask_face(question)
    todo = question.context.say("hand-bid" if question.view.bids else "hand-first")
    return _show_hand(question, todo, _make_bid_rows(question, question.moves))


def _make_waiting_screen(question: Question[View]) -> Screen:
    """Return the own screen of a player who has no decision to make, with disabled buttons.

    In the pause after a challenge, the board shows all dice. A lesson has no board, so the own
    screen shows them, and the hint says what to do.
    """
    view, context = question.view, question.context
    if view.looking:
        is_shown = context.lesson and context.pictures
        shown = pictures.make_table_picture(view, context) if is_shown else None
        told = "" if context.lesson else context.say("hand-look", out=int(not view.dice))
        return Screen("", told, picture=shown)
    if not view.dice:
        return Screen("", context.say("hand-out"))
    todo = "" if context.lesson else context.say("hand-wait")
    if view.lifting and not context.lesson:
        todo = describe_call(view, context)
    last = MakeBid(view.bids[-1].count, view.bids[-1].face) if view.bids else None
    moves = list_moves_after(sum(view.counts), view.wild, last)
    return _show_hand(question, todo, _make_bid_rows(question, moves))


def _show_hand(question: Question[View], instruction: str, rows: tuple[Row, ...]) -> Screen:
    """Return an own screen with the player's dice, and the number of all dice on the table."""
    view, context = question.view, question.context
    table = context.say("hand-table", dice=sum(view.counts), wild=int(view.wild))
    # With pictures, the first bid of a round tells it, so that later ones fit beside the board.
    is_told = question.entered.values or (context.pictures and view.bids)
    told = instruction if is_told else join_lines(instruction, table)
    if context.pictures:
        picture = pictures.make_hand_picture(view, question.seat, context)
        return Screen("", told, picture=picture, rows=rows)
    own = Field(context.say("hand-dice"), format_dice(view.dice, context))
    return Screen("", told, fields=(own,), rows=rows)


def _make_bid_rows(question: Question[View], moves: tuple[Move, ...]) -> tuple[Row, ...]:
    """Return the buttons for the lowest numbers of dice, a menu for higher ones, and the challenge.

    A button that leads to only one bid makes it. The button that opens the notebook is beside the
    challenge, which saves a row on a phone. While the game does not ask the player, the buttons are
    disabled, and there is no menu.
    """
    say, is_asked = question.context.say, question.prompt is not None
    bids: dict[int, list[MakeBid]] = {}
    for move in moves:
        if isinstance(move, MakeBid):
            bids.setdefault(move.count, []).append(move)
    buttons = max(MAX_COUNT_BUTTONS, len(bids) - MAX_OPTIONS_PER_MENU)
    lowest = WILD_FACE + 1 if question.view.wild else WILD_FACE
    near: list[Button] = []
    far: list[tuple[str, str]] = []
    for count, (first, *others) in bids.items():
        label = say("hand-count", count=count)
        if len(near) == buttons:
            far.append((str(count), label))
            continue
        if first.face > lowest or not others:
            label = format_claim(count, first.face, question.context)
            label = say("hand-from", claim=label) if others else label
        is_whole = is_asked and not others
        prefix = BID_PREFIX.add_value(count)
        press = question.submit(first) if is_whole else question.open(prefix)
        near.append(Button(label, press, "main" if is_asked else "plain", disabled=not is_asked))
    liar: Row = ()
    if is_asked and CALL_LIAR in moves:
        liar = (Button(say("move-liar"), question.submit(CALL_LIAR), "bad", "🤥"),)
    elif not is_asked:
        opened = question.open(LIAR_PREFIX)
        liar = (Button(say("move-liar"), opened, emoji="🤥", disabled=True),)
    if liar and question.view.has_notebook:
        liar = (*liar, Button(say("button-notebook"), NOTEBOOK_PRESS))
    menu: Row = ()
    if far and is_asked:
        menu = (Select(say("hand-more"), question.open(BID_PREFIX), tuple(far)),)
    return tuple(filter(None, (liar, tuple(near), menu)))


def _ask_face(question: Question[View]) -> Screen:
    """Return the screen that asks on which face the player wants to bid, or to go back."""
    context = question.context
    count = question.entered.values[0]
    bids = [move for move in question.moves if isinstance(move, MakeBid) and move.count == count]
    buttons = []
    for bid in bids:
        label, die = format_claim(bid.count, bid.face, context), format_die(bid.face, context)
        buttons.append(Button(label, question.submit(bid), "main", die))
    back = Button(context.say("hand-back"), question.open(), emoji="↩️")
    *rows, last = arrange_in_rows((*buttons, back), MAX_FACES_PER_ROW)
    if question.view.has_notebook:
        last = (*last, Button(context.say("button-notebook"), NOTEBOOK_PRESS))
    rows.append(last)
    return _show_hand(question, context.say("hand-face", count=bids[0].count), tuple(rows))
