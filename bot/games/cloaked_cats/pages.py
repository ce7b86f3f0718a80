"""The pages of Cloaked Cats that people open to read: rules, dance floor and notebook."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from msgspec import Struct

from bot.engine.events import Seat
from bot.engine.pages import RulesPage
from bot.engine.screen import Button, Field, Picture, Screen, TableAction
from bot.engine.screens import ScreenContext
from bot.engine.text_helpers import join_lines, to_percent
from bot.games.cloaked_cats import pictures, words
from bot.games.cloaked_cats.art import charts
from bot.games.cloaked_cats.art.drawing import MAX_SHOWN_CATS
from bot.games.cloaked_cats.computer.deduction import ALL_FANS, find_possible_fans
from bot.games.cloaked_cats.model.state import CATS, CATS_PER_FEATURE, View
from bot.i18n import Text

RULES_PAGES = ("idea", "turn", "features", "example", "end", "questions")
EXAMPLE_CAT = CATS.index((3, 5, 13, 18))
"""The cat card that explains a turn on the rules page "example", as an index into `CATS`."""
EXAMPLE_READER_SEAT, EXAMPLE_ADA_SEAT, EXAMPLE_BO_SEAT = 2, 0, 1
"""The seats of the three players on the rules page "example": the reader, Ada and Bo."""
FeatureChances = tuple[float, ...]
"""The chance, from 0 to 1, that a player has each feature; empty if the screen shows no chances."""


def list_pages(view: View) -> tuple[str, ...]:
    """Return the names of the pages that the viewer can open now.

    "notebook" is for players once a cat has been played, unless the host chose no help. "floor" is
    offered while there are more played cats than one picture can show.
    """
    if view.phase == "over":
        return ()
    noting = bool(view.floor) and view.viewer is not None and view.help != "none"
    crowded = len(view.floor) > MAX_SHOWN_CATS
    return (*(("notebook",) if noting else ()), *(("floor",) if crowded else ()))


def make_page(name: str, view: View, context: ScreenContext) -> Screen:
    """Return a page that somebody opened: the notebook, or a part of the cats, as "floor-2"."""
    match name.split("-"):
        case ["floor", *part]:
            return _make_floor_page(view, int(part[0]) if part else 1, context)
        case _:
            return make_notebook_page(view, context)


# Rules


def rules_page(name: str, context: ScreenContext) -> RulesPage:
    """Return the lists, values and picture that a page of the rules needs besides its text."""
    if name == "features":
        picture = pictures.make_overview_picture(context.say) if context.pictures else None
        return RulesPage(fields=_list_features(context), picture=picture)
    if name == "example":
        seats = {"you": EXAMPLE_READER_SEAT, "ada": EXAMPLE_ADA_SEAT, "bo": EXAMPLE_BO_SEAT}
        masks = {name: words.format_mask(seat, context) for name, seat in seats.items()}
        worn = (EXAMPLE_ADA_SEAT, EXAMPLE_READER_SEAT)
        drawn = pictures.make_example_picture(EXAMPLE_CAT, worn, context)
        values = {"cat": words.format_cat(EXAMPLE_CAT, context), **masks}
        return RulesPage(values, picture=drawn if context.pictures else None)
    return RulesPage()


def _list_features(context: ScreenContext) -> tuple[Field, ...]:
    """Return an embed field for each kind of feature, which lists all features of that kind.

    Without a picture, the list also says how many cats have each feature.
    """
    return tuple(
        Field(
            name=context.say(f"kind-{kind}"),
            text=(" · " if context.pictures else "\n").join(
                _format_feature(number, context) for number in numbers
            ),
            inline=not context.pictures,
        )
        for kind, numbers in words.FEATURE_KINDS
    )


def _format_feature(number: int, context: ScreenContext) -> str:
    name = words.format_feature_label(number, context.say)
    if not context.pictures:
        name = context.say("rules-cats", feature=name, cats=CATS_PER_FEATURE[number])
    return f"{words.format_feature_sign(number, context)} {name}"


# Dance floor


def _make_floor_page(view: View, number: int, context: ScreenContext) -> Screen:
    """Return a part of the cats played, from 1, or else the last, with buttons to the others."""
    say, dancing = context.say, view.number_dancers()
    parts = [dancing[at : at + MAX_SHOWN_CATS] for at in range(0, len(dancing), MAX_SHOWN_CATS)]
    shown = min(number, len(parts))
    buttons = tuple(
        Button(
            say("floor-part", first=part[0].number, last=part[-1].number),
            TableAction("page", f"floor-{place}"),
            disabled=place == shown,
        )
        for place, part in enumerate(parts, 1)
    )
    cats = parts[shown - 1]
    return Screen(
        title=say("button-floor"),
        text="" if context.pictures else words.format_floor(cats, context),
        picture=pictures.make_floor_part_picture(cats, context) if context.pictures else None,
        rows=(buttons,),
    )


# Notebook


class OpponentNotes(Struct, frozen=True):
    """The conclusions about one opponent that the viewer's notebook lists."""

    seat: Seat
    fan_count: int
    """The number of fans that the opponent can still have."""
    chances: FeatureChances
    """The chance that the opponent has each of the 19 features, from 0 to 1, by feature."""


Notes = tuple[OpponentNotes, ...]


def take_notes(view: View) -> Notes:
    """Return the conclusions that the viewer can draw about each opponent, by seat."""
    fans = find_possible_fans(view)
    return tuple(
        OpponentNotes(seat, len(fans[seat]), chances)
        for seat, chances in enumerate(_list_feature_chances(view))
        if chances
    )


def make_notebook_page(view: View, context: ScreenContext) -> Screen:
    """Return the viewer's notebook, with chances only if the host chose the help "odds"."""
    say, notes = context.say, take_notes(view)
    with_odds = view.help == "odds"
    return Screen(
        title=say("button-notebook"),
        text=say("notebook-odds" if with_odds else "notebook-marks"),
        fields=tuple(_make_notes_field(each, with_odds, context) for each in notes),
        picture=_make_notebook_picture(notes, with_odds, context) if context.pictures else None,
    )


def compute_feature_chances(view: View, opponent: Seat) -> FeatureChances:
    """Return the chance that an opponent has each feature; empty for the viewer's own seat."""
    return _list_feature_chances(view)[opponent]


def _list_feature_chances(view: View) -> list[FeatureChances]:
    from bot.games.cloaked_cats.computer.chances import compute_fan_beliefs  # noqa: PLC0415 - it loads NumPy

    return [
        tuple(belief.compute_feature_chances().tolist()) if belief else ()
        for belief in compute_fan_beliefs(view)
    ]


def sort_by_chance(features: Iterable[int], chances: FeatureChances) -> tuple[int, ...]:
    """Return features sorted by their chance, if there are any, the likeliest first."""
    return tuple(sorted(features, key=lambda number: -chances[number] if chances else 0))


def add_chance(name: str, chance: float, say: Text) -> str:
    """Return a feature's name with its chance, such as "Red · 52%", unless it is 0 or 1."""
    if chance in (0, 1):
        return name
    return say("notebook-chance", feature=name, chance=str(to_percent(chance)))


def _make_notes_field(notes: OpponentNotes, with_odds: bool, context: ScreenContext) -> Field:
    """Return an embed field with the conclusions about one opponent.

    Beside a picture, it only says how many fans are possible.
    """
    head = context.say("notebook-left", left=notes.fan_count, all=len(ALL_FANS))
    name = words.format_brief_player(notes.seat, context)
    if context.pictures:
        return Field(name, head)
    return Field(name, join_lines(head, *_list_conclusions(notes, with_odds, context.say)))


def _list_conclusions(notes: OpponentNotes, with_odds: bool, say: Text) -> Iterator[str]:
    """Yield the lines that list an opponent's certain, possible and impossible features."""
    certain = [number for number, chance in enumerate(notes.chances) if chance == 1]
    maybe = [number for number, chance in enumerate(notes.chances) if 0 < chance < 1]
    never = [number for number, chance in enumerate(notes.chances) if chance == 0]
    groups = _group_by_percent(maybe, notes.chances) if with_odds else _group_by_kind(maybe)
    if certain:
        yield say("notebook-certain", features=_format_features(certain, say))
    if maybe:
        yield say("notebook-open")
    for key, values, group in groups:
        yield say(key, **values, features=_format_features(group, say))
    if never:
        yield say("notebook-impossible", features=_format_features(never, say))


FeatureGroup = tuple[str, dict[str, str], list[int]]
"""A line of the notebook: the key of its message, the message's other values, and its features."""


def _group_by_percent(features: list[int], chances: FeatureChances) -> Iterator[FeatureGroup]:
    ordered = sort_by_chance(features, chances)
    for percent, group in groupby(ordered, lambda number: to_percent(chances[number])):
        yield "notebook-likely", {"chance": str(percent)}, list(group)


def _group_by_kind(features: list[int]) -> Iterator[FeatureGroup]:
    for kind, numbers in words.FEATURE_KINDS:
        if group := [number for number in features if number in numbers]:
            yield f"notebook-{kind}", {}, group


def _format_features(features: Iterable[int], say: Text) -> str:
    return ", ".join(words.format_feature(number, say) for number in features)


def _make_notebook_picture(notes: Notes, with_odds: bool, context: ScreenContext) -> Picture:
    marks = (tuple(_format_mark(chance, with_odds) for chance in each.chances) for each in notes)
    columns = tuple(zip((context.letter(each.seat) for each in notes), marks, strict=True))
    drawn = (columns, pictures.make_picture_words(context.say).features)
    alt = join_lines(*_describe_notes(notes, with_odds, context))
    return Picture("notebook.jpg", alt, charts.draw_notebook, drawn)


def _describe_notes(notes: Notes, with_odds: bool, context: ScreenContext) -> Iterator[str]:
    for each in notes:
        yield pictures.describe_mask_owner(each.seat, context)
        for line in _list_conclusions(each, with_odds, context.say):
            yield line.replace("**", "")


def _format_mark(chance: float, with_odds: bool) -> str:
    if chance in (0, 1):
        return "yes" if chance else "no"
    return f"{to_percent(chance)}%" if with_odds else "?"
