"""The pages beside the game: the rules for players, and the own masks."""

from bot.games.quickpick.art import pictures
from bot.games.quickpick.state import FEATURES, MASKS, View
from bot.games.quickpick.words import collected, gallery, signed
from bot.games.screen import Field, RulesPage, Scene, Screen
from bot.games.wording import paragraphs

RULES_PAGES = ("idea", "turn", "faces", "modes", "end")


def rules_page(name: str, scene: Scene) -> RulesPage:
    """Return what a page of the rules has beside its text."""
    say = scene.say
    if name == "idea" and scene.pictures:
        return RulesPage(picture=pictures.banner(say))
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


def monsters_in_words(scene: Scene) -> tuple[Field, ...]:
    """Return all faces in words, in two fields."""
    half = len(MASKS) // 2
    return (
        Field(scene.say("gallery-first"), gallery(range(half), scene.say)),
        Field(scene.say("gallery-second"), gallery(range(half, len(MASKS)), scene.say)),
    )


def own_masks(view: View, scene: Scene) -> Screen:
    """Return all masks that the viewer has collected (ruling Q12)."""
    say = scene.say
    told = collected(view.won, scene) if view.won else say("masks-none")
    return Screen(
        "",
        text=paragraphs(told, say("masks-secret")),
        picture=pictures.won(view.won, say) if scene.pictures else None,
    )
