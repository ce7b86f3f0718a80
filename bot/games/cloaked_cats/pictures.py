"""The pictures that belong to the screens: what is drawn, and what is told in its place.

What is drawn knows masks by the numbers of their letters (`ScreenContext.letter`), and no seats.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec.structs import replace

from bot.engine.events import Seat
from bot.engine.game import Place
from bot.engine.screen import Picture, ScreenContext
from bot.engine.text_helpers import fitting, lines, shortened
from bot.games.cloaked_cats.art import drawing
from bot.games.cloaked_cats.computer.deduction import newest_cats, telling_cats
from bot.games.cloaked_cats.model.state import FEATURES, SHOWN_BY, Dancers, Dancing, View
from bot.games.cloaked_cats.words import NAME_ROOM, cat_names, feature, letter, letters
from bot.i18n import Text

MAX_ALT_CHARACTERS = 999
"""For the dance floor in words, of the 1,024 of an alt text."""


def floor(view: View, scene: ScreenContext, *, large: bool = False) -> Picture:
    """Return the dance floor with the newest cats; `large`: as high as with many of them."""
    dancers = view.dancing()[-drawing.MAX_SHOWN_CATS :]
    newest = dancers[-1].number if dancers and view.phase != "over" else None
    return _floor(dancers, newest, large, len(view.floor), scene)


def part(dancers: Dancers, scene: ScreenContext) -> Picture:
    """Return these cats of the dance floor."""
    return _floor(dancers, None, False, len(dancers), scene)


def _floor(
    dancers: Dancers, newest: int | None, large: bool, cats: int, scene: ScreenContext
) -> Picture:
    drawn = (_masked(dancers, scene), newest, large, words(scene.say))
    head, whose = scene.say("floor-alt", cats=cats), _whose(dancers, scene)
    told = fitting(_tell_cats(dancers, scene), MAX_ALT_CHARACTERS - len(head) - len(whose))
    return Picture("floor.jpg", lines(head, *told, whose), drawing.floor, drawn)


def clues(view: View, opponent: Seat, scene: ScreenContext) -> Picture:
    """Return the cats that tell something about an opponent, with their mask and without it.

    If none does, it is the dance floor. Without help there is a button for every feature below it,
    which leaves room for two rows.
    """
    most = 2 * drawing.ACROSS if view.help == "none" else drawing.MAX_SHOWN_CATS
    masked, bare = newest_cats(telling_cats(view, opponent), most)
    if not masked and not bare:
        return floor(view, scene)
    say = scene.say
    groups = _masked(masked, scene), _masked(bare, scene)
    drawn = (*groups, scene.letter(opponent), words(say))
    told = "; ".join(cat_names(dancer.cat, say) for dancer in masked)
    others = "; ".join(cat_names(dancer.cat, say) for dancer in bare)
    whose = _owner(opponent, scene)
    alt = say("clues-alt", mask=whose, masked=told or "–", bare=others or "–")
    return Picture("clues.jpg", alt, drawing.clues, drawn)


def hand(view: View, seat: Seat, scene: ScreenContext) -> Picture:
    """Return the viewer's own three features and cats."""
    say = scene.say
    drawn = (view.fan, view.revealed[seat], view.hand, scene.letter(seat), words(say))
    features = ", ".join(feature(number, say) for number in view.fan)
    cats = "; ".join(cat_names(cat, say) for cat in view.hand)
    alt = say("hand-alt", features=features, cats=cats or say("hand-empty"))
    return Picture("hand.jpg", alt, drawing.hand, drawn)


def end(view: View, places: Sequence[Place], scene: ScreenContext) -> Picture:
    """Return everybody's three features, who guessed them, and the points."""
    rows = tuple(_end_row(view, place, scene) for place in places)
    drawn = (rows, words(scene.say))
    return Picture("end.jpg", scene.say("end-alt"), drawing.end, drawn)


def _end_row(view: View, place: Place, scene: ScreenContext) -> drawing.EndRow:
    fan = view.fans[place.seat]
    guessers = (view.guesser(place.seat, number) for number in fan)
    marks = tuple(None if seat is None else scene.letter(seat) for seat in guessers)
    return drawing.EndRow(scene.letter(place.seat), place.rank, place.points, fan, marks)


def example(cat: int, masks: tuple[Seat, ...], scene: ScreenContext) -> Picture:
    """Return one cat with these players' masks."""
    drawn = (_masked((Dancing(1, cat, masks),), scene), None, False, words(scene.say))
    alt = f"{cat_names(cat, scene.say)} {letters(masks, scene)}"
    return Picture("example.jpg", alt, drawing.floor, drawn)


def overview(say: Text) -> Picture:
    """Return all features with the number of cats that show each."""
    drawn = (words(say),)
    alt = ", ".join(f"{feature(number, say)}: {cats}" for number, cats in enumerate(SHOWN_BY))
    return Picture("features.jpg", alt, drawing.overview, drawn)


def _whose(dancers: Dancers, scene: ScreenContext) -> str:
    """Return whose the masks on these cats are; "" without names or masks."""
    worn = {seat for dancer in dancers for seat in dancer.masks}
    if not worn or not scene.labels:
        return ""
    owners = ", ".join(_owner(seat, scene) for seat in sorted(worn, key=scene.letter))
    return scene.say("floor-masks", owners=owners)


def _owner(seat: Seat, scene: ScreenContext) -> str:
    """Return the letter of a mask and the name of its owner, in words alone."""
    return f"{letter(seat, scene)} {shortened(scene.labels[seat], NAME_ROOM, scene.say)}"


def _masked(dancers: Dancers, scene: ScreenContext) -> Dancers:
    """Return dancers with the numbers of their masks in place of the seats."""
    return tuple(
        replace(dancer, masks=tuple(sorted(map(scene.letter, dancer.masks)))) for dancer in dancers
    )


def _tell_cats(dancers: Dancers, scene: ScreenContext) -> Iterator[str]:
    """Yield cats in words, the newest first."""
    for dancer in reversed(dancers):
        worn = letters(dancer.masks, scene)
        yield f"{dancer.number}. {cat_names(dancer.cat, scene.say)} {worn}".rstrip()


@lru_cache(maxsize=8)
def words(say: Text) -> drawing.Words:
    """Return the words in the pictures."""
    return drawing.Words(
        features=tuple(feature(number, say) for number in range(len(FEATURES))),
        floor=say("picture-floor"),
        fan=say("hand-features"),
        hand=say("hand-cats"),
        revealed=say("picture-revealed"),
        masked=say("picture-masked"),
        bare=say("picture-bare"),
        points=say("picture-points"),
    )
