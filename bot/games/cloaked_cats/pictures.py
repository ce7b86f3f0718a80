"""The pictures that belong to the screens: what is drawn, and what is told in its place."""

from collections.abc import Sequence
from functools import lru_cache, partial

from bot.games.cloaked_cats import art
from bot.games.cloaked_cats.cards import FEATURES, SHOWN_BY
from bot.games.cloaked_cats.clues import Dancers, newest, telling
from bot.games.cloaked_cats.state import Dancing, View
from bot.games.cloaked_cats.words import cat_names, feature, letters
from bot.games.game import Place, Seat
from bot.games.screen import Picture
from bot.text import Text

ALT_ROOM = 900
"""Characters for cats in words, of the 1,024 of an alt text."""


def floor(view: View, say: Text, *, large: bool = False) -> Picture:
    """Return the dance floor with the newest cats; `large`: as high as with many of them."""
    dancers = view.dancing()[-art.SHOWN :]
    newest = dancers[-1].number if dancers and view.phase != "over" else None
    return _floor(dancers, newest, large, len(view.floor), say)


def part(dancers: Dancers, say: Text) -> Picture:
    """Return these cats of the dance floor."""
    return _floor(dancers, None, False, len(dancers), say)


def _floor(dancers: Dancers, newest: int | None, large: bool, cats: int, say: Text) -> Picture:
    drawn = (dancers, newest, large, words(say))
    alt = "\n".join((say("floor-alt", cats=cats), *_in_words(dancers, say)))
    return Picture("floor.jpg", alt, partial(art.floor, *drawn), ("floor", *drawn))


def clues(view: View, opponent: Seat, say: Text) -> Picture:
    """Return the cats that tell something about an opponent, with their mask and without it.

    If none does, it is the dance floor. Without help there is a button for every feature below it,
    which leaves room for two rows.
    """
    most = 2 * art.ACROSS if view.help == "none" else art.SHOWN
    masked, bare = newest(telling(view, opponent), most)
    if not masked and not bare:
        return floor(view, say)
    drawn = (masked, bare, opponent, words(say))
    told = "; ".join(cat_names(dancer.cat, say) for dancer in masked)
    others = "; ".join(cat_names(dancer.cat, say) for dancer in bare)
    alt = say("clues-alt", mask=letters((opponent,)), masked=told or "–", bare=others or "–")
    return Picture("clues.jpg", alt, partial(art.clues, *drawn), ("clues", *drawn))


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
    drawn = ((Dancing(1, cat, masks),), None, False, words(say))
    alt = f"{cat_names(cat, say)} {letters(masks)}"
    return Picture("example.jpg", alt, partial(art.floor, *drawn), ("floor", *drawn))


def overview(say: Text) -> Picture:
    """Return all features with the number of cats that show each."""
    drawn = (words(say),)
    alt = ", ".join(f"{feature(number, say)}: {cats}" for number, cats in enumerate(SHOWN_BY))
    return Picture("features.jpg", alt, partial(art.overview, *drawn), ("overview", *drawn))


def _in_words(dancers: Dancers, say: Text) -> tuple[str, ...]:
    """Return as many cats in words as fit, the newest first."""
    told: list[str] = []
    room = ALT_ROOM
    for dancer in reversed(dancers):
        line = f"{dancer.number}. {cat_names(dancer.cat, say)} {letters(dancer.masks)}".rstrip()
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
        masked=say("picture-masked"),
        bare=say("picture-bare"),
        points=say("picture-points"),
    )
