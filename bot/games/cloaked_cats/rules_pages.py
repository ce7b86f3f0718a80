"""The rules for players, page by page."""

from bot.games.cloaked_cats.cards import CATS
from bot.games.cloaked_cats.words import FEATURE_SIGNS, KINDS, cat_words, label
from bot.games.screen import Field, Screen
from bot.text import Text

PAGES = ("idea", "turn", "features", "example", "end", "questions")
"""The pages by their names in the catalogue."""

EXAMPLE = CATS.index((3, 5, 13, 18))
"""The cat that the worked example tells about."""


def page(number: int, say: Text) -> Screen:
    """Return a page of the rules, 0 <= number < len(PAGES)."""
    name = PAGES[number]
    values = {"cat": cat_words(EXAMPLE, say)} if name == "example" else {}
    return Screen(
        title=say(f"rules-{name}-title"),
        text=say(f"rules-{name}", **values),
        fields=_overview(say) if name == "features" else (),
    )


def _overview(say: Text) -> tuple[Field, ...]:
    return tuple(
        Field(
            name=say(f"kind-{kind}"),
            text="\n".join(_line(number, say) for number in numbers),
            inline=True,
        )
        for kind, numbers in KINDS
    )


def _line(number: int, say: Text) -> str:
    cats = sum(number in features for features in CATS)
    told = say("rules-cats", feature=label(number, say), cats=cats)
    return f"{FEATURE_SIGNS[number]} {told}"
