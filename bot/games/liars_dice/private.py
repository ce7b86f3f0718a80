"""What one player alone may see: the own dice, and the way to a bid."""

from msgspec import Struct

from bot.games.events import Seat
from bot.games.game import Prompt
from bot.games.liars_dice import pictures
from bot.games.liars_dice.state import LIAR, View
from bot.games.liars_dice.words import bid_words, claim, dice, die, player
from bot.games.moves import next_fields
from bot.games.screen import BUTTONS, Button, Field, Look, Move, Scene, Screen, Select, in_rows
from bot.games.wording import lines

IN_A_ROW = 2
"""Faces in a row: a third one would wrap on a phone."""

Row = tuple[Button | Select, ...]


class Ask(Struct, frozen=True):
    """A question to a player, and what the player may know."""

    view: View
    seat: Seat
    prompt: Prompt
    moves: tuple[str, ...]
    scene: Scene


def waiting(view: View, seat: Seat, scene: Scene) -> Screen:
    """Return the own dice while others are on, with the next bids in grey; or all open dice."""
    if view.looking or not view.dice:
        told = scene.say("hand-look" if view.dice else "hand-out")
        shown = pictures.table(view, scene) if scene.pictures and view.dice else None
        return Screen("", told, picture=shown, quiet=not view.dice)
    todo = scene.say("hand-wait", name=player(view.turn, scene))
    return _hand(view, seat, todo, _grey(view, scene), scene)


def asking(ask: Ask, path: str) -> Screen:
    """Return the own dice with what can be bid: first how many dice, then which face."""
    return _faces(ask, path) if path.startswith("bid/") else _counts(ask)


def _hand(view: View, seat: Seat, todo: str, rows: tuple[Row, ...], scene: Scene) -> Screen:
    """Return the own dice, and how many there are on the table."""
    told = lines(todo, scene.say("hand-table", dice=sum(view.counts), wild=int(view.wild)))
    if scene.pictures:
        return Screen("", told, picture=pictures.hand(view, seat, scene), rows=rows)
    own = Field(scene.say("hand-dice"), dice(view.dice, scene))
    return Screen("", told, fields=(own,), rows=rows)


def _question(view: View, scene: Scene) -> str:
    if not view.bids:
        return scene.say("hand-first")
    bid = view.bids[-1]
    return scene.say("hand-bid", bid=bid_words(bid, scene))


def _counts(ask: Ask) -> Screen:
    """Return the question: buttons for the lowest numbers of dice, a menu for all higher ones."""
    say, decision = ask.scene.say, ask.prompt.decision
    counts = next_fields(ask.moves, "bid")
    near, far = counts[:BUTTONS], counts[BUTTONS:]
    liar = Button(say("move-liar"), Move(decision, LIAR), "bad", "🤥")
    buttons = tuple(
        Button(_times(int(count), ask.scene), Look(decision, f"bid/{count}"), "main")
        for count in near
    )
    menu = Select(
        say("hand-more"),
        Look(decision, "bid"),
        tuple((count, say("hand-count", count=int(count))) for count in far),
    )
    rows: tuple[Row, ...] = (
        *(((liar,),) if LIAR in ask.moves else ()),
        *((buttons,) if near else ()),
        *(((menu,),) if far else ()),
    )
    return _hand(ask.view, ask.seat, _question(ask.view, ask.scene), rows, ask.scene)


def _faces(ask: Ask, path: str) -> Screen:
    """Return the second step of a bid: a button for each face, and the way back."""
    say, decision, count = ask.scene.say, ask.prompt.decision, int(path.split("/")[1])
    buttons = tuple(
        Button(
            claim(count, int(face), ask.scene),
            Move(decision, f"{path}/{face}"),
            "main",
            die(int(face), ask.scene),
        )
        for face in next_fields(ask.moves, path)
    )
    back = Button(say("hand-back"), Look(decision), emoji="↩️")
    rows = in_rows((*buttons, back), IN_A_ROW)
    return _hand(ask.view, ask.seat, say("hand-face", count=count), rows, ask.scene)


def _grey(view: View, scene: Scene) -> tuple[Row, ...]:
    """Return the buttons of a turn as they may look, which cannot be pressed yet."""
    lowest = view.bids[-1].count if view.bids else 1
    counts = range(lowest, min(lowest + BUTTONS, sum(view.counts) + 1))
    liar = Button(scene.say("move-liar"), Look(0, LIAR), emoji="🤥", disabled=True)
    buttons = tuple(
        Button(_times(count, scene), Look(0, f"bid/{count}"), disabled=True) for count in counts
    )
    return ((liar,), buttons)


def _times(count: int, scene: Scene) -> str:
    return scene.say("hand-times", count=count)
