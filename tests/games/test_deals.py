"""Each game's deal is held to the number of its rules, by which tables check theirs later."""

import pytest
from msgspec import Raw
from msgspec.structs import replace

from bot.games.quickpick.rules import Quickpick
from bot.games.registry import GAMES
from tests.games.deals import differing, kept, made, missing

CHANGED = """{name} deals otherwise than its rules number {rules} did: {deal}.
Tables that were dealt by that number would be told that their deal was wrong. If the change is
meant, make `rules` in bot/games/{name}/rules.py one more, keep the recipe of number {rules} in
docs/fair-deal.md and docs/check_deal.py beside the new one, and run
`python -m tests.games.deals`."""
MISSING = """{name} has seats or choices of which no deal is kept for its rules number {rules}.
Run `python -m tests.games.deals`, which adds them, and commit the file."""

LATER = b',"schema":1'
"""A field that older states lack, say."""

every_game = pytest.mark.parametrize("name", GAMES)


@every_game
def test_a_deal_changes_with_the_number_of_the_rules_only(name: str) -> None:
    game = GAMES[name].game
    changed = [(deal.seats, deal.options, deal.seed) for deal in differing(game, kept(name, game))]
    assert not changed, CHANGED.format(name=name, rules=game.rules, deal=changed[0])


@every_game
def test_deals_are_kept_of_all_seats_and_choices(name: str) -> None:
    game = GAMES[name].game
    assert not missing(name, game), MISSING.format(name=name, rules=game.rules)


def test_another_order_of_the_draws_is_noticed() -> None:
    class Reshuffled(Quickpick):
        def deal(self, seats, options, chance):
            chance.below(2)
            return super().deal(seats, options, chance)

    deals = kept("quickpick", Quickpick())
    assert differing(Reshuffled(), deals) == deals


def test_a_state_of_an_older_schema_is_the_same_deal() -> None:
    deals = kept("quickpick", Quickpick())
    older = [replace(deal, dealt=Raw(bytes(deal.dealt).replace(LATER, b""))) for deal in deals]
    assert older != deals
    assert differing(Quickpick(), older) == []


def test_deals_are_missing_once_the_number_is_raised() -> None:
    class Renumbered(Quickpick):
        rules = Quickpick.rules + 1

    assert missing("quickpick", Renumbered()) == list(made(Renumbered()))
