"""The pictures of the screens of Liar's Dice, each with its alternative text."""

from bot.engine.events import Seat
from bot.engine.screen import Picture, ScreenContext
from bot.engine.text_helpers import join_lines
from bot.games.liars_dice.art import drawing
from bot.games.liars_dice.model.state import Bid, View, count_matching
from bot.games.liars_dice.words import format_claim, format_letter


def make_table_picture(view: View, scene: ScreenContext) -> Picture:
    """Return a picture of the last bid and all cups, or of all dice while they lie open."""
    places = tuple(_make_place(view, seat, scene) for seat in range(len(view.counts)))
    told = (_tell_place(view, seat, scene) for seat in range(len(view.counts)))
    alt = join_lines(_tell_strip(view, scene), *told)
    return Picture("table.jpg", alt, drawing.draw_table, (_make_strip(view, scene), places))


def make_hand_picture(view: View, seat: Seat, scene: ScreenContext) -> Picture:
    """Return a picture of a player's own dice."""
    alt = scene.say("hand-alt", dice=_format_dice(view.dice))
    return Picture("hand.jpg", alt, drawing.draw_hand, (scene.letter(seat), view.dice))


def find_last_bid(view: View, seat: Seat) -> Bid | None:
    """Return the last bid of a seat in this round; None if it has not bid."""
    own = [bid for bid in view.bids if bid.seat == seat]
    return own[-1] if own else None


def _make_strip(view: View, scene: ScreenContext) -> drawing.Strip | None:
    if view.open:
        bid = view.open.bid
        return drawing.Strip(scene.letter(bid.seat), (bid.count, bid.face), view.open.found)
    if not view.bids:
        return None
    bid = view.bids[-1]
    return drawing.Strip(scene.letter(bid.seat), (bid.count, bid.face))


def _make_place(view: View, seat: Seat, scene: ScreenContext) -> drawing.Place:
    number, count = scene.letter(seat), view.counts[seat]
    if view.open:
        dice, face = view.open.cups[seat], view.open.bid.face
        counting = tuple(bool(count_matching((die,), face, view.wild)) for die in dice)
        won = view.over and bool(count)
        lost = view.open.loser == seat
        return drawing.Place(number, count, None, dice, counting, lost, won)
    bid = find_last_bid(view, seat)
    claimed = (bid.count, bid.face) if bid else None
    return drawing.Place(number, count, claimed, marked=seat == view.turn)


def _tell_strip(view: View, scene: ScreenContext) -> str:
    opened = view.open
    if opened is None and not view.bids:
        return scene.say("table-alt-none")
    bid = opened.bid if opened else view.bids[-1]
    told = format_claim(bid.count, bid.face, scene)
    if opened is None:
        return scene.say("table-alt-bid", letter=format_letter(bid.seat, scene), bid=told)
    return scene.say(
        "table-alt-opened", letter=format_letter(bid.seat, scene), bid=told, found=opened.found
    )


def _tell_place(view: View, seat: Seat, scene: ScreenContext) -> str:
    name = format_letter(seat, scene)
    if view.open and view.open.cups[seat]:
        return scene.say("table-alt-dice", letter=name, dice=_format_dice(view.open.cups[seat]))
    return scene.say("board-player", name=name, dice=view.counts[seat]).replace("**", "")


def _format_dice(dice: tuple[int, ...]) -> str:
    return ", ".join(map(str, dice))
