"""The pages of Quickpick that people open to read: the rules, and the masks that they have won."""

from bot.engine.pages import RulesPage
from bot.engine.pictures import make_banner_picture
from bot.engine.screen import Field, Screen
from bot.engine.screens import ScreenContext
from bot.engine.text_helpers import join_paragraphs
from bot.games.quickpick import pictures
from bot.games.quickpick.art import drawing
from bot.games.quickpick.model.state import FEATURES, MASKS, View
from bot.games.quickpick.words import format_face, format_look, format_monster, format_signed_part

RULES_PAGES = ("idea", "turn", "faces", "modes", "end")
"""The names of the pages of the rules, in reading order."""


def make_rules_page(name: str, context: ScreenContext) -> RulesPage:
    """Return the pictures and lists of parts of faces that a page of the rules shows."""
    say = context.say
    if name == "idea" and context.pictures:
        return RulesPage(picture=make_banner_picture(say, drawing.draw_lobby_banner))
    if name != "faces":
        return RulesPage()
    pairs = "\n".join(
        " / ".join(format_signed_part(part, context) for part in (2 * feature, 2 * feature + 1))
        for feature in range(len(FEATURES))
    )
    signs = Field(say("rules-parts"), pairs)
    if not context.pictures:
        return RulesPage(fields=(signs, *list_monsters(context)))
    above, below = pictures.make_features_picture(say), pictures.make_overview_picture(say)
    return RulesPage(fields=(signs,), picture=above, below=below)


def list_monsters(context: ScreenContext) -> tuple[Field, ...]:
    """Return descriptions of all 16 monster faces, half in each of two fields."""
    say, half = context.say, len(MASKS) // 2
    told = [f"**{format_monster(n, say)}**: {format_look(n, say)}" for n in range(len(MASKS))]
    return (
        Field(say("gallery-first"), "\n".join(told[:half])),
        Field(say("gallery-second"), "\n".join(told[half:])),
    )


def list_pages(view: View) -> tuple[str, ...]:
    """Return the names of the pages that the viewer can open: "masks" for players (ruling Q12)."""
    return () if view.viewer is None else ("masks",)


def make_own_masks_page(name: str, view: View, context: ScreenContext) -> Screen:
    """Return the page with all masks that the viewer has won (ruling Q12)."""
    say = context.say
    told = " · ".join(format_face(mask, context) for mask in view.won)
    text = join_paragraphs(told or say("masks-none"), say("masks-secret"))
    is_drawn = context.pictures and bool(view.won)
    picture = pictures.make_won_masks_picture(view.won, say) if is_drawn else None
    return Screen("", text, picture=picture)
