"""The rules for players, page by page."""

from bot.games.catham_city import pictures
from bot.games.catham_city.words import effect, signed
from bot.games.screen import Field, Picture, Scene, Screen

PAGES = ("goal", "turn", "first-factions", "other-factions", "end", "questions")
"""The pages by their names in the catalogue."""

SHOWN = {
    "goal": tuple(range(8)),
    "first-factions": tuple(range(4)),
    "other-factions": tuple(range(4, 8)),
}
"""The factions in the picture of a page."""


def page(number: int, scene: Scene) -> Screen:
    """Return a page of the rules, 0 <= number < len(PAGES)."""
    name, say = PAGES[number], scene.say
    return Screen(
        title=say(f"rules-{name}-title"),
        text=say(f"rules-{name}"),
        fields=explained(SHOWN[name], scene) if name.endswith("factions") else (),
        picture=_picture(name, scene) if scene.pictures else None,
    )


def explained(factions: tuple[int, ...], scene: Scene) -> tuple[Field, ...]:
    """Return a field for each faction that tells in full what it does."""
    return tuple(Field(signed(faction, scene), effect(faction, scene.say)) for faction in factions)


def _picture(name: str, scene: Scene) -> Picture | None:
    return pictures.overview(SHOWN[name], scene.say) if name in SHOWN else None
