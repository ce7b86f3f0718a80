"""The rules for players, page by page."""

from bot.games.quickpick import pictures
from bot.games.quickpick.masks import FEATURES, MASKS
from bot.games.quickpick.words import gallery, signed
from bot.games.screen import Field, Picture, Scene, Screen

PAGES = ("idea", "turn", "faces", "modes", "end")
"""The pages by their names in the catalogue."""


def page(number: int, scene: Scene) -> Screen:
    """Return a page of the rules, 0 <= number < len(PAGES)."""
    name, say = PAGES[number], scene.say
    above, below = _pictures(name, scene) if scene.pictures else (None, None)
    return Screen(
        title=say(f"rules-{name}-title"),
        text=say(f"rules-{name}"),
        fields=_faces(scene) if name == "faces" else (),
        picture=above,
        below=below,
    )


def _pictures(name: str, scene: Scene) -> tuple[Picture | None, Picture | None]:
    match name:
        case "idea":
            return pictures.banner(scene.say), None
        case "faces":
            return pictures.features(scene.say), pictures.overview(scene.say)
    return None, None


def _faces(scene: Scene) -> tuple[Field, ...]:
    """Return the parts in pairs with their signs, and all monsters where none are drawn."""
    say, half = scene.say, len(MASKS) // 2
    pairs = tuple(
        f"{signed(2 * feature, scene)} / {signed(2 * feature + 1, scene)}"
        for feature in range(len(FEATURES))
    )
    signs = Field(say("rules-parts"), "\n".join(pairs))
    if scene.pictures:
        return (signs,)
    return (
        signs,
        Field(say("gallery-first"), gallery(range(half), say)),
        Field(say("gallery-second"), gallery(range(half, len(MASKS)), say)),
    )
