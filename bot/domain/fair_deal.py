"""A finished game dealt and played once more from its seed: `docs/fair-deal.md`. Pure functions."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from bot.domain.table import Table
from bot.engine.chance import SeededChance
from bot.engine.game import ActionRecord, Game, IllegalMove, Stale

Verdict = Literal["fair", "differs", "lost-track"]
"""The seed gives all luck of the game; another deal; or the deal, but not what came later."""


def verdict(
    table: Table, game: Game[Any, Any], options: Mapping[str, str], inputs: Iterable[ActionRecord]
) -> Verdict:
    """Deal from the seed, give the game its inputs from step 1 on, and compare with what is stored.

    What came later can differ without any fraud: an update may have changed the rules meanwhile.
    """
    chance = SeededChance(table.seed, 0)
    chance.shuffled(range(len(table.players)))
    state, _ = game.begin(len(table.players), options, chance)
    if state != game.restored(table.dealt):
        return "differs"
    try:
        for step, given in enumerate(inputs, 1):
            state, _ = game.step(state, given, SeededChance(table.seed, step))
    except (Stale, IllegalMove):
        return "lost-track"
    return "fair" if state == table.state else "lost-track"
