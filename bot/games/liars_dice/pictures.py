"""The pictures on the screens of Liar's Dice, each with a text for those who cannot see it."""

from bot.engine.events import Seat
from bot.engine.game import Places
from bot.engine.screen import Picture
from bot.engine.screens import ScreenContext
from bot.engine.text_helpers import join_lines
from bot.games.liars_dice.art import drawing
from bot.games.liars_dice.model.state import Bid, View, count_matching
from bot.games.liars_dice.words import format_claim


def make_table_picture(view: View, context: ScreenContext, ranking: Places = ()) -> Picture:
    """Return a picture of the last bid and all players' cups, or all dice if they are revealed.

    After the game, `ranking` are the places; the first three players stand on a podium.
    """
    seats = range(len(view.counts))
    places = tuple(_make_place(view, seat, context) for seat in seats)
    told = (_tell_place(view, seat, context) for seat in seats)
    alt, podium = join_lines(_tell_strip(view, context), *told), tuple[int, ...]()
    if ranking:
        first = [place.seat for place in ranking[: drawing.MAX_PLACES_ON_PODIUM]]
        names = ", ".join(context.labels[seat] for seat in first)
        alt = join_lines(context.say("table-alt-podium", names=names), alt)
        podium = tuple(map(context.letter, first))
    drawn = (_make_strip(view, context), places, podium)
    return Picture("table.jpg", alt, drawing.draw_table, drawn)


def make_hand_picture(view: View, seat: Seat, context: ScreenContext) -> Picture:
    """Return a picture of a player's own dice, which only that player sees."""
    alt = context.say("hand-alt", dice=_format_dice(view.dice))
    return Picture("hand.jpg", alt, drawing.draw_hand, (context.letter(seat), view.dice))


def find_last_bid(view: View, seat: Seat) -> Bid | None:
    """Return a player's latest bid in this round, or None if the player has not bid."""
    own = [bid for bid in view.bids if bid.seat == seat]
    return own[-1] if own else None


def _make_strip(view: View, context: ScreenContext) -> drawing.Strip | None:
    opened = view.open_challenge
    if opened is None and not view.bids:
        return None
    bid = opened.bid if opened else view.bids[-1]
    found = opened.found if opened else None
    return drawing.Strip(context.letter(bid.seat), (bid.count, bid.face), found)


def _make_place(view: View, seat: Seat, context: ScreenContext) -> drawing.Place:
    number, count = context.letter(seat), view.counts[seat]
    if view.open_challenge:
        dice, face = view.open_challenge.cups[seat], view.open_challenge.bid.face
        counting = tuple(bool(count_matching((die,), face, view.wild)) for die in dice)
        won = view.is_over and bool(count)
        lost = view.open_challenge.loser == seat
        return drawing.Place(number, count, None, dice, counting, lost, won)
    bid = find_last_bid(view, seat)
    claimed = (bid.count, bid.face) if bid else None
    return drawing.Place(number, count, claimed, is_highlighted=seat == view.turn)


def _tell_strip(view: View, context: ScreenContext) -> str:
    opened = view.open_challenge
    if opened is None and not view.bids:
        return context.say("table-alt-none")
    bid = opened.bid if opened else view.bids[-1]
    name, told = context.labels[bid.seat], format_claim(bid.count, bid.face, context)
    if opened is None:
        return context.say("table-alt-bid", name=name, bid=told)
    return context.say("table-alt-opened", name=name, bid=told, found=opened.found)


def _tell_place(view: View, seat: Seat, context: ScreenContext) -> str:
    name, opened = context.labels[seat], view.open_challenge
    if opened and opened.cups[seat]:
        return context.say("table-alt-dice", name=name, dice=_format_dice(opened.cups[seat]))
    return context.say("board-player", name=name, dice=view.counts[seat]).replace("**", "")


def _format_dice(dice: tuple[int, ...]) -> str:
    return ", ".join(map(str, dice))
