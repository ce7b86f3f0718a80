"""The pictures that belong to the screens: what is drawn, and what is told in its place."""

from collections.abc import Sequence
from functools import lru_cache, partial

from bot.games.cloaked_cats import art
from bot.games.cloaked_cats.cards import FEATURES, SHOWN_BY
from bot.games.cloaked_cats.state import View
from bot.games.cloaked_cats.words import cat_names, feature, letters
from bot.games.game import Place, Seat
from bot.games.screen import Picture
from bot.text import Text

ALT_ROOM = 900
"""Characters for cats in words, of the 1,024 of an alt text."""


def floor(view: View, say: Text) -> Picture:
    """Return the dance floor."""
    dancers = tuple((dancer.cat, dancer.masks) for dancer in view.floor)
    newest = len(dancers) - 1 if dancers and view.phase != "over" else None
    drawn = (dancers, newest, words(say))
    alt = "\n".join((say("floor-alt", cats=len(dancers)), *_in_words(view, say)))
    return Picture("floor.jpg", alt, partial(art.floor, *drawn), ("floor", *drawn))


def panel(view: View, say: Text) -> Picture:
    """Return what lies open in front of each player."""
    rows = tuple(
        art.PanelRow(
            stockpile,
            view.received[seat],
            view.givers(seat),
            view.revealed[seat],
            view.points[seat],
            seat == view.active,
        )
        for seat, stockpile in enumerate(view.stockpiles)
    )
    drawn = (rows, words(say))
    return Picture("panel.jpg", say("panel-alt"), partial(art.panel, *drawn), ("panel", *drawn))


def hand(view: View, seat: Seat, say: Text) -> Picture:
    """Return the viewer's own three features and cats."""
    drawn = (view.fan, view.revealed[seat], view.hand, seat, words(say))
    features = ", ".join(feature(number, say) for number in view.fan)
    cats = "; ".join(cat_names(cat, say) for cat in view.hand)
    alt = say("hand-alt", features=features, cats=cats or say("hand-empty"))
    return Picture("hand.jpg", alt, partial(art.hand, *drawn), ("hand", *drawn))


def end(view: View, places: Sequence[Place], say: Text) -> Picture:
    """Return everybody's three features, who guessed them, and the points."""
    rows = tuple(
        art.EndRow(
            place.seat,
            place.rank,
            place.points,
            view.received[place.seat],
            view.givers(place.seat),
            view.fans[place.seat],
            tuple(view.guesser(place.seat, number) for number in view.fans[place.seat]),
        )
        for place in places
    )
    drawn = (rows, words(say))
    return Picture("end.jpg", say("end-alt"), partial(art.end, *drawn), ("end", *drawn))


def banner(say: Text) -> Picture:
    """Return the banner of the lobby."""
    drawn = (say("game-title"),)
    alt = say("banner-alt")
    return Picture("banner.jpg", alt, partial(art.banner, *drawn), ("banner", *drawn))


def example(cat: int, masks: tuple[Seat, ...], say: Text) -> Picture:
    """Return one cat with these players' masks."""
    drawn = (((cat, masks),), None, words(say))
    alt = f"{cat_names(cat, say)} {letters(masks)}"
    return Picture("example.jpg", alt, partial(art.floor, *drawn), ("floor", *drawn))


def overview(say: Text) -> Picture:
    """Return all features with the number of cats that show each."""
    drawn = (words(say),)
    alt = ", ".join(f"{feature(number, say)}: {cats}" for number, cats in enumerate(SHOWN_BY))
    return Picture("features.jpg", alt, partial(art.overview, *drawn), ("overview", *drawn))


def _in_words(view: View, say: Text) -> tuple[str, ...]:
    """Return as many cats in words as fit, the oldest first: the text tells the newest ones."""
    told: list[str] = []
    room = ALT_ROOM
    for number, dancer in enumerate(view.floor, 1):
        line = f"{number}. {cat_names(dancer.cat, say)} {letters(dancer.masks)}".rstrip()
        room -= len(line) + 1
        if room < 0:
            break
        told.append(line)
    return tuple(told)


@lru_cache(maxsize=8)
def words(say: Text) -> art.Words:
    """Return the words in the pictures."""
    return art.Words(
        features=tuple(feature(number, say) for number in range(len(FEATURES))),
        floor=say("picture-floor"),
        fan=say("hand-features"),
        hand=say("hand-cats"),
        revealed=say("picture-revealed"),
        newest=say("picture-newest"),
        stockpile=say("picture-stockpile"),
        received=say("picture-received"),
        points=say("picture-points"),
    )
