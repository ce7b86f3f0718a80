"""Games of which one kind of what is kept does not hold any more, and no other.

All are Secret Numbers, but for what their docstrings tell.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from bot.games.events import Event
from bot.games.game import Act, Action, Chance
from bot.games.screen import Scene
from tests.games.contract.mutants import Step, of_rules, of_screens
from tests.toys.secret_numbers.events import Answered
from tests.toys.secret_numbers.moves import NameNumber
from tests.toys.secret_numbers.rules import SecretNumbers, State
from tests.toys.secret_numbers.screens import SecretNumbersScreens


class Retold(SecretNumbersScreens):
    """Whoever has answered is told in other words."""

    def told(self, event: Event, scene: Scene) -> str:
        if isinstance(event, Answered):
            return scene.say("news-shown", number="?")
        return super().told(event, scene)


class Rare(SecretNumbers):
    """One of fifty moves is taken for another one, in the first round alone."""

    def apply(self, state: State, action: Action, chance: Chance) -> Step:
        if isinstance(action, Act) and action.move == NameNumber(5, (4, 5)) and state.round == 0:
            action = replace(action, move=NameNumber(5, (3, 5)))
        return super().apply(state, action, chance)


class Forgetful(SecretNumbers):
    """It reads no former round of what was stored."""

    def restored(self, stored: bytes) -> State:
        return replace(super().restored(stored), last=())


class Generous(SecretNumbers):
    """Four begin with a point each."""

    def deal(self, seats: int, options: Mapping[str, str], chance: Chance) -> Step:
        state, events = super().deal(seats, options, chance)
        return replace(state, points=(int(seats > 3),) * seats), events


CHANGES = {
    "playthroughs": (
        of_screens(Retold()),
        "3-default.txt:9: kept 'Ben has answered.', now 'You named ?.'",
    ),
    "perft": (of_rules(Rare()), "perft.txt:3: kept '1 102 2', now '1 100 2'"),
    "restored": (
        of_rules(Forgetful()),
        "states-1.json:2: read and played on, it breaks 'stored'",
    ),
    "deals": (of_rules(Generous()), "deals-1.json:4: dealt otherwise than by rules number 1"),
}
"""By the kind that each of them changes, with the beginning of what is told of it first."""
