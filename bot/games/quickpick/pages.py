"""The pages beside the game: the rules for players, and the own masks."""

from bot.engine.screen import Field, RulesPage, Screen, ScreenContext, picture_of_banner
from bot.engine.text_helpers import paragraphs
from bot.games.quickpick import pictures
from bot.games.quickpick.art import drawing
from bot.games.quickpick.model.state import FEATURES, MASKS, View
from bot.games.quickpick.words import face, look, monster, signed

RULES_PAGES = ("idea", "turn", "faces", "modes", "end")


def rules_page(name: str, scene: ScreenContext) -> RulesPage:
    """Return what a page of the rules has beside its text."""
    say = scene.say
    if name == "idea" and scene.pictures:
        return RulesPage(picture=picture_of_banner(say, drawing.banner))
    if name != "faces":
        return RulesPage()
    pairs = "\n".join(
        f"{signed(2 * feature, scene)} / {signed(2 * feature + 1, scene)}"
        for feature in range(len(FEATURES))
    )
    signs = Field(say("rules-parts"), pairs)
    if not scene.pictures:
        return RulesPage(fields=(signs, *monsters_in_words(scene)))
    above, below = pictures.features(say), pictures.overview(say)
    return RulesPage(fields=(signs,), picture=above, below=below)


def monsters_in_words(scene: ScreenContext) -> tuple[Field, ...]:
    """Return all faces in words, in two fields."""
    say, half = scene.say, len(MASKS) // 2
    told = [f"**{monster(mask, say)}**: {look(mask, say)}" for mask in range(len(MASKS))]
    return (
        Field(say("gallery-first"), "\n".join(told[:half])),
        Field(say("gallery-second"), "\n".join(told[half:])),
    )


def own_masks(view: View, scene: ScreenContext) -> Screen:
    """Return all masks that the viewer has collected (ruling Q12)."""
    say = scene.say
    told = " · ".join(face(mask, scene) for mask in view.won)
    return Screen(
        "",
        text=paragraphs(told or say("masks-none"), say("masks-secret")),
        picture=pictures.won(view.won, say) if scene.pictures else None,
    )
