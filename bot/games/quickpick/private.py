"""The own screens of Quickpick, each seen by one player alone.

The mime sees the secret face and the buttons that show parts of it. Guessers see their choice and
the masks that they have won.
"""

from collections.abc import Sequence
from typing import Literal

from bot.engine.moves import Move
from bot.engine.screen import Button, QuietScreen, Screen, SubmitMove, arrange_in_rows
from bot.engine.screens import Question
from bot.engine.text_helpers import join_lines, join_paragraphs
from bot.games.quickpick import pictures
from bot.games.quickpick.model.moves import DRAW, PASS_ON, SHOW_MOVES, SOUND_MOVES, STOP_MIMING
from bot.games.quickpick.model.state import PASSES_TO_LEAVE, View, find_part
from bot.games.quickpick.words import (
    format_face,
    format_look,
    format_mask_count,
    format_part_sign,
    format_player,
    format_signed_part,
)

MAX_PARTS_IN_FIRST_ROW = 3
"""The number of buttons for parts of a face in the first row; a phone has room for three."""


def show_mime(question: Question[View]) -> Screen:
    """Return the mime's own screen: the secret face, and the buttons that show parts of it.

    Before the mime looks, the card lies face down. When there is nothing more to show, the buttons
    stay in place but are disabled, so that no button moves under a finger.
    """
    view, context, say = question.view, question.context, question.context.say
    if view.mask is None:
        return _show_before_race(question)
    parts = " · ".join(format_signed_part(number, context) for number in view.shown)
    in_words = (
        say("mime-mask", face=format_face(view.mask, context), parts=format_look(view.mask, say)),
        say("mime-shown", parts=parts) if parts else "",
    )
    is_done = question.prompt is None and view.mode != "camera"
    todo = say("mime-done" if is_done else f"mime-{view.mode}")
    return Screen(
        "",
        text=join_paragraphs(todo, *(() if context.pictures else in_words)),
        picture=pictures.make_secret_mask_picture(view.mask, say) if context.pictures else None,
        rows=() if view.mode == "camera" else _make_mime_buttons(question, view.mask),
    )


def _show_before_race(question: Question[View]) -> Screen:
    view, say = question.view, question.context.say
    row: tuple[Button, ...] = ()
    warning = ""
    if DRAW in question.moves:
        press = question.submit(DRAW)
        row = (Button(say("button-look"), press, style="main", emoji="🎭"),)
    if PASS_ON in question.moves:
        row = (*row, Button(say("button-pass-on"), question.submit(PASS_ON), emoji="⏭️"))
        is_last = view.passed[view.mime] == PASSES_TO_LEAVE - 1
        warning = say("pass-on-last" if is_last else "pass-on-first")
    return Screen(
        "",
        text=join_paragraphs(say(f"draw-{view.mode}"), warning),
        picture=pictures.make_secret_mask_picture(None, say) if question.context.pictures else None,
        rows=(row,) if row else (),
    )


def _make_mime_buttons(question: Question[View], mask: int) -> tuple[tuple[Button, ...], ...]:
    """Return the buttons with which the mime shows parts of the face, makes sounds or stops.

    All buttons keep their places during a race. Those that cannot be used now are disabled.
    """
    view, context, say = question.view, question.context, question.context.say
    decision = question.prompt.decision if question.prompt else view.decision

    def button(
        label: str, move: Move, emoji: str = "", style: Literal["plain", "main"] = "plain"
    ) -> Button:
        press, disabled = SubmitMove(decision, move.path), move not in question.moves
        return Button(label, press, style, emoji, disabled)

    parts = []
    for number, move in enumerate(SHOW_MOVES):
        sign = format_part_sign(find_part(mask, number), context)
        parts.append(button(say(f"feature-{move.feature}"), move, sign, "main"))
    done = button(say("button-done"), STOP_MIMING, "✅")
    sounds: Sequence[Button] = ()
    if view.mode == "sounds":
        sounds = [button(say(f"sound-{move.syllable}"), move) for move in SOUND_MOVES]
    first, second = tuple(parts[:MAX_PARTS_IN_FIRST_ROW]), (*parts[MAX_PARTS_IN_FIRST_ROW:], done)
    return (first, second, *arrange_in_rows(sounds))


def show_guesser(question: Question[View]) -> Screen:
    """Return a guesser's own screen, which nobody else sees: their choice and won masks.

    It usually appears only when the guesser asks for it, because guessers press the buttons on the
    board. It appears by itself in a lesson, or if the guesser's choice was late.
    """
    view, context = question.view, question.context
    if not view.present[question.seat]:  # masks of a player who left do not count
        return QuietScreen("", text=context.say("own-out"))
    pile = ""
    if not context.pictures and not context.lesson:
        pile = context.say("own-pile", count=format_mask_count(len(view.won), context.say))
    text = join_lines(_tell_guesser_todo(question), pile)
    picture = pictures.make_won_masks_picture(view.won, context.say) if context.pictures else None
    if context.lesson or question.seat in view.late:
        return Screen("", text, picture=picture)
    return QuietScreen("", text, picture=picture)


def _tell_guesser_todo(question: Question[View]) -> str:
    """Return the sentence on what a guesser has to do now, or on the choice already made."""
    view, context, say = question.view, question.context, question.context.say
    if view.own is None:
        if question.prompt is None:
            return say("own-wait")
        key = "own-slap-here" if context.lesson else "own-slap"
        return say(key, name=format_player(view.mime, context))
    if view.own.tile is None:
        return say("own-idea")
    is_late = question.seat in view.late
    return say("own-late" if is_late else "own-hand", face=format_face(view.own.tile, context))
