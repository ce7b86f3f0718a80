"""The rules for players, page by page."""

from bot.games.liars_dice.words import dice
from bot.games.screen import Scene, Screen

PAGES = ("idea", "bid", "liar", "end")
"""The pages by their names in the catalogue."""
EXAMPLE = ((1, 3, 3, 6), (2, 3, 5, 5))
"""The dice of the worked example: your own, and Ada's."""


def page(number: int, scene: Scene) -> Screen:
    """Return a page of the rules, 0 <= number < len(PAGES)."""
    name, say = PAGES[number], scene.say
    own, ada = (dice(cup, scene) for cup in EXAMPLE)
    values = {"own": own, "ada": ada} if name == "liar" else {}
    return Screen(say(f"rules-{name}-title"), say(f"rules-{name}", **values))
