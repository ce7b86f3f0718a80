"""The hints that teach a learner Quickpick during the lesson, each shown when it matters.

Hints depend on what the learner sees, not on a script, so the learner can play any move.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from bot.engine.lessons import format_lesson_hint, highlight_advice, make_go_on_button
from bot.engine.screen import Item, Screen
from bot.engine.screens import ScreenContext
from bot.engine.text_helpers import join_names, join_paragraphs
from bot.games.quickpick.model import state
from bot.games.quickpick.model.moves import DRAW, SHOW_MOVES, STOP_MIMING
from bot.games.quickpick.words import format_face, format_part, format_player, format_signed_part

Rows = tuple[tuple[Item, ...], ...]

MAX_EXPLAINED_RACES = 2
"""The number of races in which a hint tells the learner, as a guesser, how many faces still fit. In
later races, that hint is left out.
"""


def explain_moment(own: Screen, board: Screen, view: state.View, context: ScreenContext) -> Screen:
    """Return the learner's own screen with hints for this moment and the contents of the board.

    A lesson's table has no board in the channel, so the own screen has to show everything.

    Args:
        own: The learner's own screen without hints.
        board: The board, as it would be shown in a channel.
        view: All that the learner may know of the game.
        context: The reader's language, and whether there are pictures.
    """
    hints = (format_lesson_hint(told, context) for told in _list_hints(view, context))
    text = join_paragraphs(*hints, own.text)
    if view.viewer == view.mime:
        return highlight_advice(replace(own, text=text), _advise_mime(view))
    return replace(
        own,
        text=text if context.pictures else join_paragraphs(text, board.text),
        fields=board.fields,
        picture=board.picture,
        below=board.below,
        rows=_list_guesser_rows(board, view, context) if view.own is None else (),
    )


def _advise_mime(view: state.View) -> str:
    if view.mask is None:
        return DRAW.path
    shown = [number // 2 for number in view.shown]
    left = [move.path for feature, move in enumerate(SHOW_MOVES) if feature not in shown]
    return STOP_MIMING.path if len(shown) >= state.DECISIVE_PARTS else left[0]


def _list_guesser_rows(board: Screen, view: state.View, context: ScreenContext) -> Rows:
    """Return the board's buttons, and below them the one that shows the next part of the face.

    That button is green while several faces fit. If only one fits, no button is green, because the
    learner has to find the face.
    """
    if not board.rows or view.done:
        return board.rows
    is_open = len(state.find_matching_masks(view.shown)) > 1
    return (*board.rows, (make_go_on_button(context, advised=is_open),))


def _list_hints(view: state.View, context: ScreenContext) -> tuple[str, ...]:
    if view.phase == "draw":
        return (*_explain_last_race(view, context), *_explain_next(view, context))
    explain = _explain_miming if view.viewer == view.mime else _explain_guessing
    return explain(view, context)


def _explain_next(view: state.View, context: ScreenContext) -> tuple[str, ...]:
    """Return hints on what the learner has to do before the next race.

    Before another player's turn as the mime, there are hints only if it is the first turn.
    """
    say, name = context.say, format_player(view.mime, context)
    if view.viewer == view.mime:
        return (say("lesson-your-turn"),)
    if not view.turns:
        return say("lesson-begin"), say("lesson-look", name=name)
    return ()


def _explain_miming(view: state.View, context: ScreenContext) -> tuple[str, ...]:
    say = context.say
    if view.done:
        return (say("lesson-mime-done"),)
    if not view.shown:
        return (say("lesson-mime"),)
    return (
        say("lesson-mime-enough" if len(view.shown) >= state.DECISIVE_PARTS else "lesson-mime-on"),
    )


def _explain_guessing(view: state.View, context: ScreenContext) -> tuple[str, ...]:
    """Return the hints on how to find the right face, and on when to dare a guess."""
    say = context.say
    if view.own is not None:
        return (say("lesson-chosen"),)
    guessed = sum(turn.mime != view.viewer for turn in view.turns)
    if not view.shown:
        return tuple(_explain_last_race(view, context)) if view.turns else (say("lesson-watch"),)
    left = len(state.find_matching_masks(view.shown))
    if left == 1:
        return (say("lesson-certain"),)
    if guessed >= MAX_EXPLAINED_RACES:
        return ()
    newest = format_signed_part(view.shown[-1], context)
    return (say("lesson-left", part=newest, left=left),)


def _explain_last_race(view: state.View, context: ScreenContext) -> Iterator[str]:
    """Yield a hint on how the last race ended for the learner, such as "wrong" or "right".

    Each kind of ending is explained only once. After a wrong guess, a hint always names the parts
    in which the two faces differ.
    """
    if not view.turns:
        return
    seat, turn = view.viewer or 0, view.turns[-1]
    outcomes = [each.get_outcome_key(seat) for each in view.turns]
    is_new = outcomes.count(outcomes[-1]) == 1
    tile = turn.find_tile(seat)
    if tile is not None and tile != turn.mask:
        mask, own = format_face(turn.mask, context), format_face(tile, context)
        parts = (state.find_part(turn.mask, feature) for feature in range(len(state.FEATURES)))
        differing = [number for number in parts if number != state.find_part(tile, number // 2)]
        names = join_names([format_part(number, context.say) for number in differing], context.say)
        key = "lesson-wrong" if is_new else "lesson-differs"
        yield context.say(key, mask=mask, own=own, parts=names)
    elif is_new and outcomes[-1] != "late":  # as in a lesson that an older version began
        guesser = "" if turn.right is None else format_player(turn.right, context)
        name = format_player(turn.mime, context)
        yield context.say(f"lesson-{outcomes[-1]}", name=name, guesser=guesser)
