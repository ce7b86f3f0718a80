"""Buttons with which a player picks several players, or other things, for a move.

The move has a field of several numbers, such as `seats` of `class Team(Move, tag="team")`. Its
legal moves list the numbers in ascending order, as `itertools.combinations` does. Each press picks
a number or takes it back, in any order. The last press confirms.
"""

from collections.abc import Callable
from math import ceil
from typing import Any

from msgspec.structs import astuple

from bot.engine.moves import Prefix
from bot.engine.screen import MAX_BUTTONS_PER_ROW, Button, SubmitMove, arrange_in_rows
from bot.engine.screens import Question


def find_picked(question: Question[Any], prefix: Prefix) -> tuple[int, ...]:
    """Return the numbers that the player has picked so far, in ascending order.

    `prefix` is the beginning of the move before the field of several numbers, such as
    `Prefix(Team)`.
    """
    entered, place = question.entered, len(prefix.values)
    if entered.kind is not prefix.kind or entered.values[:place] != prefix.values:
        return ()
    picked = entered.values[place : place + 1]
    return picked[0] if picked and isinstance(picked[0], tuple) else ()


def make_pick_rows(
    question: Question[Any],
    prefix: Prefix,
    confirm: str,
    label: Callable[[int], str] | None = None,
) -> tuple[tuple[Button, ...], ...]:
    """Return a button for each number that can be picked, and a row to confirm or start again.

    The buttons are in rows of nearly equal length. The button `confirm` works once the picked
    numbers complete a legal move. If there are moves of another kind, a button leads back to them.

    Args:
        prefix: The move before the field of several numbers, such as `Prefix(Team)`.
        label: Returns the label of a number's button. None means that the numbers are seats.
    """
    say, labels = question.context.say, question.context.labels
    picked = find_picked(question, prefix)
    legal = [move for move in question.moves if prefix.is_prefix_of(move)]
    numbers = sorted({number for move in legal for number in astuple(move)[len(prefix.values)]})
    buttons = []
    for number in numbers:
        is_picked = number in picked
        next_picked = tuple(sorted({*picked} ^ {number}))
        following = prefix.add_value(next_picked) if next_picked else prefix
        buttons.append(
            Button(
                label(number) if label else labels[number],
                question.open(following),
                "good" if is_picked else "main",
                "✅" if is_picked else "",
                disabled=not is_picked and not any(map(following.is_prefix_of, legal)),
            )
        )
    move = prefix.add_value(picked).find_completed_move(legal)
    # A button that cannot be pressed needs a press, too, that no other button has.
    submit = SubmitMove(question.decision, prefix.add_value(picked).path)
    last = [Button(confirm, submit, "good", disabled=move is None)]
    if len(picked) > 1:
        last.append(Button(say("button-pick-again"), question.open(prefix), emoji="↩️"))
    elif len(legal) < len(question.moves):
        last.append(Button(say("button-previous"), question.open(), emoji="↩️"))
    rows = ceil(len(buttons) / MAX_BUTTONS_PER_ROW) or 1
    return (*arrange_in_rows(buttons, ceil(len(buttons) / rows)), tuple(last))
