"""The pictures on the screens of Cloaked Cats, with a text for those who cannot see them.

The functions that draw get the number of each player's letter (`ScreenContext.letter`).
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec.structs import replace

from bot.engine.events import Seat
from bot.engine.game import Place
from bot.engine.screen import Picture
from bot.engine.screens import ScreenContext
from bot.engine.text_helpers import fit_lines, join_lines, shorten_name
from bot.games.cloaked_cats import words
from bot.games.cloaked_cats.art import drawing
from bot.games.cloaked_cats.computer.deduction import find_informative_cats, select_newest_cats
from bot.games.cloaked_cats.model import state
from bot.i18n import Text

MAX_ALT_CHARACTERS = 999
"""The maximum length of the alt text of a picture of cats; Discord allows 1,024 characters."""


def make_floor_picture(view: state.View, context: ScreenContext, *, large: bool = False) -> Picture:
    """Return a picture of the dance floor, with the newest of the cats played so far.

    `large` keeps the height of many cats, so that buttons below stay in place.
    """
    dancers = view.number_dancers()[-drawing.MAX_SHOWN_CATS :]
    newest = dancers[-1].number if dancers and view.phase != "over" else None
    return _make_floor_picture(dancers, newest, large, len(view.floor), context)


def make_floor_part_picture(dancers: state.NumberedDancers, context: ScreenContext) -> Picture:
    """Return a picture of some of the cats played, for a page that shows only this part of them."""
    return _make_floor_picture(dancers, None, False, len(dancers), context)


def _make_floor_picture(
    dancers: state.NumberedDancers,
    newest: int | None,
    large: bool,
    count: int,
    context: ScreenContext,
) -> Picture:
    masked, written = _number_masks(dancers, context), make_picture_words(context.say)
    drawn = (masked, newest, large, written)
    head, whose = context.say("floor-alt", cats=count), _describe_masks(dancers, context)
    told = fit_lines(_tell_cats(dancers, context), MAX_ALT_CHARACTERS - len(head) - len(whose))
    alt = join_lines(head, *reversed(told), whose)
    return Picture("floor.jpg", alt, drawing.draw_floor, drawn)


def make_clues_picture(view: state.View, opponent: Seat, context: ScreenContext) -> Picture:
    """Return a picture of the played cats that tell something about an opponent's features.

    If no cat tells anything, it shows the newest cats. If the host chose no help, it has at most
    two rows, because the buttons below it, one for each feature, need room.
    """
    most = 2 * drawing.MAX_CARDS_PER_ROW if view.help == "none" else drawing.MAX_SHOWN_CATS
    masked, bare = select_newest_cats(find_informative_cats(view, opponent), most)
    if not masked and not bare:
        return make_floor_picture(view, context)
    say = context.say
    groups = _number_masks(masked, context), _number_masks(bare, context)
    drawn = (*groups, context.letter(opponent), make_picture_words(say))
    told = "; ".join(words.format_cat_features(dancer.cat, say) for dancer in masked)
    others = "; ".join(words.format_cat_features(dancer.cat, say) for dancer in bare)
    whose = describe_mask_owner(opponent, context)
    alt = say("clues-alt", mask=whose, masked=told or "–", bare=others or "–")
    return Picture("clues.jpg", alt, drawing.draw_clues, drawn)


def make_hand_picture(view: state.View, seat: Seat, context: ScreenContext) -> Picture:
    """Return a picture of the viewer's own three features and of the cats in their hand."""
    say = context.say
    revealed, letter = view.revealed[seat], context.letter(seat)
    drawn = (view.fan, revealed, view.hand, letter, make_picture_words(say))
    features = {number: words.format_feature(number, say) for number in view.fan}
    for number in features.keys() & revealed:
        features[number] = say("hand-revealed", feature=features[number])
    cats = {cat: words.format_cat_features(cat, say) for cat in view.hand}
    for cat, told in cats.items():
        if set(state.CATS[cat]) & set(view.fan):
            cats[cat] = say("hand-alt-masked", cat=told)
    held = "; ".join(cats.values()) or say("hand-empty")
    alt = say("hand-alt", features=", ".join(features.values()), cats=held)
    return Picture("hand.jpg", alt, drawing.draw_hand, drawn)


def make_end_picture(view: state.View, places: Sequence[Place], context: ScreenContext) -> Picture:
    """Return the final picture: all players' features, who guessed each of them, and the points."""
    rows = tuple(_make_end_row(view, place, context) for place in places)
    drawn = (rows, make_picture_words(context.say))
    alt = join_lines(*(_describe_place(view, place, context) for place in places))
    return Picture("end.jpg", alt, drawing.draw_end, drawn)


def _describe_place(view: state.View, place: Place, context: ScreenContext) -> str:
    """Return a player's place, points, features and who guessed them, without emojis."""
    say = context.say
    told = []
    for number in view.fans[place.seat]:
        guesser, feature = view.find_guesser(place.seat, number), words.format_feature(number, say)
        if guesser is None:
            told.append(feature)
        else:
            told.append(say("end-guessed", feature=feature, mask=_shorten_label(guesser, context)))
    return say(
        "end-alt",
        rank=place.rank,
        name=_shorten_label(place.seat, context),
        points=place.points,
        received=view.received[place.seat],
        hidden=place.points - view.received[place.seat],
        features=", ".join(told),
    )


def _shorten_label(seat: Seat, context: ScreenContext) -> str:
    return shorten_name(context.labels[seat], words.MAX_NAME_ROOM, context.say)


def _make_end_row(view: state.View, place: Place, context: ScreenContext) -> drawing.EndRow:
    fan = view.fans[place.seat]
    guessers = (view.find_guesser(place.seat, number) for number in fan)
    marks = tuple(None if seat is None else context.letter(seat) for seat in guessers)
    return drawing.EndRow(context.letter(place.seat), place.rank, place.points, fan, marks)


def make_guess_picture(guess: state.Guess, context: ScreenContext) -> Picture:
    """Return a picture of a guess and its answer, for a film."""
    say, key = context.say, "picture-yes" if guess.right else "picture-no"
    letters = context.letter(guess.seat), context.letter(guess.opponent)
    word = words.format_feature(guess.feature, say)
    drawn = (*letters, guess.feature, word, say(key), guess.right)
    return Picture("guess.jpg", f"{word}: {say(key)}", drawing.draw_guess, drawn)


def make_example_picture(cat: int, masks: tuple[Seat, ...], context: ScreenContext) -> Picture:
    """Return a picture of one cat with some players' mask tiles, for the example in the rules."""
    dancer = state.NumberedDancer(1, cat, masks)
    drawn = (_number_masks((dancer,), context), None, False, make_picture_words(context.say))
    return Picture("example.jpg", _describe_cat(dancer, context), drawing.draw_floor, drawn)


def make_overview_picture(say: Text) -> Picture:
    """Return a picture of all 19 features, each with the number of cat cards that show it."""
    drawn = (make_picture_words(say),)
    counts = enumerate(state.CATS_PER_FEATURE)
    alt = ", ".join(f"{words.format_feature(number, say)}: {cats}" for number, cats in counts)
    return Picture("features.jpg", alt, drawing.draw_overview, drawn)


def _describe_masks(dancers: state.NumberedDancers, context: ScreenContext) -> str:
    """Return a sentence that names the players whose mask tiles lie on some cats, or ""."""
    worn = {seat for dancer in dancers for seat in dancer.masks}
    if not worn or not context.labels:
        return ""
    owners = (describe_mask_owner(seat, context) for seat in sorted(worn, key=context.letter))
    return context.say("floor-masks", owners=", ".join(owners))


def describe_mask_owner(seat: Seat, context: ScreenContext) -> str:
    """Return the letter of a player's mask and the player's name, without emojis."""
    return f"{words.format_letter(seat, context)} {_shorten_label(seat, context)}"


def _number_masks(dancers: state.NumberedDancers, context: ScreenContext) -> state.NumberedDancers:
    return tuple(
        replace(dancer, masks=tuple(sorted(map(context.letter, dancer.masks))))
        for dancer in dancers
    )


def _tell_cats(dancers: state.NumberedDancers, context: ScreenContext) -> Iterator[str]:
    for dancer in reversed(dancers):
        yield f"{dancer.number}. {_describe_cat(dancer, context)}"


def _describe_cat(dancer: state.NumberedDancer, context: ScreenContext) -> str:
    told = words.format_cat_features(dancer.cat, context.say)
    if not dancer.masks:
        return told
    letters = " ".join(words.format_letters(dancer.masks, context))
    return context.say("floor-alt-cat", cat=told, masks=letters)


@lru_cache(maxsize=8)
def make_picture_words(say: Text) -> drawing.Words:
    """Return all words that appear in pictures."""
    return drawing.Words(
        features=tuple(words.format_feature(number, say) for number in range(len(state.FEATURES))),
        floor=say("picture-floor"),
        fan=say("hand-features"),
        hand=say("hand-cats"),
        revealed=say("picture-revealed"),
        masked=say("picture-masked"),
        unmasked=say("picture-bare"),
        points=say("picture-points"),
    )
