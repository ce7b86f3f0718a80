"""What one player alone may see: the own dice, and the way to a bid."""

from bot.games.game import Prompt, next_fields
from bot.games.liars_dice.state import LIAR, View
from bot.games.liars_dice.words import bid_words, claim, dice, die, player
from bot.games.screen import BUTTONS, Button, Field, Look, Move, Scene, Screen, Select

IN_A_ROW = 3
"""Faces in a row: two rows, as high as those of the step before."""

Row = tuple[Button | Select, ...]


def waiting(view: View, scene: Scene) -> Screen:
    """Return the own dice while others are on, with the next bids in grey."""
    if view.looking or not view.dice:
        return Screen("", scene.say("hand-look" if view.dice else "hand-out"), quiet=not view.dice)
    todo = scene.say("hand-wait", name=player(view.turn, scene))
    return _hand(view, todo, _grey(view, scene), scene)


def asking(view: View, prompt: Prompt, moves: tuple[str, ...], path: str, scene: Scene) -> Screen:
    """Return the own dice with what can be bid: first how many dice, then which face."""
    if path.startswith("bid/"):
        return _faces(view, prompt, moves, path, scene)
    return _counts(view, prompt, moves, scene)


def question(view: View, scene: Scene) -> str:
    """Return what is asked of whoever is on."""
    if not view.bids:
        return scene.say("hand-first")
    bid = view.bids[-1]
    return scene.say("hand-bid", name=player(bid.seat, scene), bid=bid_words(bid, scene))


def _hand(view: View, todo: str, rows: tuple[Row, ...], scene: Scene) -> Screen:
    own = Field(scene.say("hand-dice"), dice(view.dice, scene))
    return Screen("", todo, fields=(own,), rows=rows)


def _counts(view: View, prompt: Prompt, moves: tuple[str, ...], scene: Scene) -> Screen:
    """Return the question: buttons for the lowest numbers of dice, a menu for all higher ones."""
    counts = next_fields(moves, "bid")
    near, far = counts[:BUTTONS], counts[BUTTONS:]
    liar = Button(scene.say("move-liar"), Move(prompt.decision, LIAR), "bad", "🤥")
    buttons = tuple(
        Button(_at_least(count, scene), Look(prompt.decision, f"bid/{count}"), "main")
        for count in near
    )
    menu = Select(
        scene.say("hand-more"),
        Look(prompt.decision, "bid"),
        tuple((count, scene.say("hand-count", count=int(count))) for count in far),
    )
    rows: tuple[Row, ...] = (
        *(((liar,),) if LIAR in moves else ()),
        *((buttons,) if near else ()),
        *(((menu,),) if far else ()),
    )
    return _hand(view, question(view, scene), rows, scene)


def _faces(view: View, prompt: Prompt, moves: tuple[str, ...], path: str, scene: Scene) -> Screen:
    """Return the second step of a bid: a button for each face, and the way back."""
    count = int(path.split("/")[1])
    buttons = tuple(
        Button(
            claim(count, int(face), scene),
            Move(prompt.decision, f"bid/{count}/{face}"),
            "main",
            die(int(face), scene),
        )
        for face in next_fields(moves, f"bid/{count}")
    )
    back = Button(scene.say("hand-back"), Look(prompt.decision), emoji="↩️")
    rows = (buttons[:IN_A_ROW], buttons[IN_A_ROW:], (back,))
    todo = scene.say("hand-face", count=count)
    return _hand(view, todo, tuple(row for row in rows if row), scene)


def _grey(view: View, scene: Scene) -> tuple[Row, ...]:
    """Return the buttons of a turn as they may look, which cannot be pressed yet."""
    lowest = view.bids[-1].count if view.bids else 1
    counts = range(lowest, min(lowest + BUTTONS, sum(view.counts) + 1))
    liar = Button(scene.say("move-liar"), Look(0, LIAR), emoji="🤥", disabled=True)
    buttons = tuple(
        Button(_at_least(str(count), scene), Look(0, f"bid/{count}"), disabled=True)
        for count in counts
    )
    return ((liar,), buttons)


def _at_least(count: str, scene: Scene) -> str:
    return scene.say("hand-times", count=int(count))
