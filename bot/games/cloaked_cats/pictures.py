"""The pictures that belong to the screens: what is drawn, and what is told in its place."""

from collections.abc import Sequence
from functools import partial

from bot.games.cloaked_cats import art
from bot.games.cloaked_cats.cards import FEATURES
from bot.games.cloaked_cats.state import View
from bot.games.cloaked_cats.words import MASK_LETTERS, feature, spoken
from bot.games.game import Place, Seat
from bot.games.screen import Picture
from bot.text import Text


def board(view: View, say: Text) -> Picture:
    """Return the dance floor with what lies open in front of each player."""
    dancers = tuple((dancer.cat, dancer.masks) for dancer in view.floor)
    newest = len(dancers) - 1 if dancers else None
    rows = zip(view.stockpiles, view.received, view.revealed, view.points, strict=True)
    drawn = (dancers, newest, tuple(art.PanelRow(*row) for row in rows), _words(say))
    alt = say("board-alt", cats=len(dancers))
    return Picture("board.webp", alt, partial(art.board, *drawn), ("board", *drawn))


def hand(view: View, seat: Seat, say: Text) -> Picture:
    """Return the viewer's own three features and cats."""
    drawn = (view.fan, view.revealed[seat], view.hand, _words(say))
    features = ", ".join(feature(number, say) for number in view.fan)
    cats = "; ".join(" ".join(feature(f, say) for f in spoken(cat)) for cat in view.hand)
    alt = say("hand-alt", features=features, cats=cats or say("hand-empty"))
    return Picture("hand.webp", alt, partial(art.hand, *drawn), ("hand", *drawn))


def end(view: View, places: Sequence[Place], say: Text) -> Picture:
    """Return everybody's three features and points."""
    by_seat = sorted(places, key=lambda place: place.seat)
    drawn = (view.fans, view.revealed, tuple(place.points for place in by_seat), _words(say))
    return Picture("end.webp", say("end-alt"), partial(art.end, *drawn), ("end", *drawn))


def _words(say: Text) -> art.Words:
    return art.Words(
        features=tuple(feature(number, say) for number in range(len(FEATURES))),
        letters=tuple(MASK_LETTERS),
        floor=say("picture-floor"),
        fan=say("hand-features"),
        hand=say("hand-cats"),
        revealed=say("picture-revealed"),
        newest=say("picture-newest"),
        stockpile=say("picture-stockpile"),
        received=say("picture-received"),
        points=say("picture-points"),
    )
