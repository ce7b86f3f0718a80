"""The rules for players, page by page."""

from bot.games.cloaked_cats import pictures
from bot.games.cloaked_cats.cards import CATS, SHOWN_BY
from bot.games.cloaked_cats.words import KINDS, cat_words, label, mask, sign
from bot.games.screen import Field, Picture, Scene, Screen

PAGES = ("idea", "turn", "features", "example", "end", "questions")
"""The pages by their names in the catalogue."""

EXAMPLE = CATS.index((3, 5, 13, 18))
"""The cat that the worked example tells about."""
YOU, ADA, BO = 2, 0, 1
"""The seats in the worked example."""


def page(number: int, scene: Scene) -> Screen:
    """Return a page of the rules, 0 <= number < len(PAGES)."""
    name, say = PAGES[number], scene.say
    return Screen(
        title=say(f"rules-{name}-title"),
        text=say(f"rules-{name}", **_values(name, scene)),
        fields=_overview(scene) if name == "features" else (),
        picture=_picture(name, scene) if scene.pictures else None,
    )


def _picture(name: str, scene: Scene) -> Picture | None:
    match name:
        case "features":
            return pictures.overview(scene.say)
        case "example":
            return pictures.example(EXAMPLE, (ADA, YOU), scene)
    return None


def _values(name: str, scene: Scene) -> dict[str, int | str]:
    """Return what the text of a page needs: a cat and masks."""
    if name != "example":
        return {}
    you, ada, bo = (mask(seat, scene) for seat in (YOU, ADA, BO))
    return {"cat": cat_words(EXAMPLE, scene), "you": you, "ada": ada, "bo": bo}


def _overview(scene: Scene) -> tuple[Field, ...]:
    """Return all features with their signs; the picture, if there is one, has the numbers."""
    return tuple(
        Field(
            name=scene.say(f"kind-{kind}"),
            text=(" · " if scene.pictures else "\n").join(
                _told(number, scene) for number in numbers
            ),
            inline=not scene.pictures,
        )
        for kind, numbers in KINDS
    )


def _told(number: int, scene: Scene) -> str:
    told = label(number, scene.say)
    if not scene.pictures:
        told = scene.say("rules-cats", feature=told, cats=SHOWN_BY[number])
    return f"{sign(number, scene)} {told}"
