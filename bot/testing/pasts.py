"""The rule that states of `Game.resample_hidden` fit what has happened, by playing it again."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from msgspec.structs import asdict, replace

from bot.engine.events import Seat
from bot.engine.records import ActRecord, list_legal_paths
from bot.testing import playing
from bot.testing.secrecy import resample_steps, try_action

MAX_REPLAYED_STATES, MAX_TRIED_MOVES = 3, 1_000


@playing.rule("game.resample_hidden")
def _check_resample_fits_past(play: playing.Play) -> None:
    """`resample_hidden` returns only states that fit all that the viewer has seen before.

    Check what is dealt once for the whole game, such as roles: the game is played again from the
    deal with the other roles, and others' moves are replaced until the viewer sees the same.
    """
    dealt = _find_dealt_secrets(play)
    for step, viewer, other in islice(resample_steps(play), MAX_REPLAYED_STATES) if dealt else ():
        secrets = {field: getattr(other, field) for field in dealt}
        if play.game.view(step.state, viewer) != play.game.view(other, viewer):
            continue  # it breaks another rule
        search = _Search(play, viewer, step.number)
        if not search.can_follow(replace(play.steps[0].state, **secrets), 0):
            told = ", ".join(f"`{field}` {secret!r}" for field, secret in secrets.items())
            why = f"for {playing.name_viewer(viewer)}, `resample_hidden` returns {told}"
            raise playing.Broken(f"{why}, to which what they have seen cannot have led", step)


def _find_dealt_secrets(play: playing.Play) -> list[str]:
    """Return the fields that `resample_hidden` changes in the deal, and no step of the game does.

    If steps change some of them, such as hands of cards, the result is empty.
    """
    deal, found = play.steps[0].state, set[str]()
    for viewer in play.viewers:
        other = play.game.resample_hidden(deal, viewer, play.rng)
        if other is not None:
            found |= {f for f, value in asdict(deal).items() if getattr(other, f) != value}
    states = [step.state for step in play.steps]
    if any(getattr(state, f) != getattr(deal, f) for state in states for f in found):
        return []
    return sorted(found)


class _Search:
    """A search for moves with which a viewer sees the same as in a game up to a step."""

    def __init__(self, play: playing.Play, viewer: Seat | None, last_step: int) -> None:
        self._play = play
        self._viewer = viewer
        self._last_step = last_step
        self._tries_left = MAX_TRIED_MOVES

    def can_follow(self, state: Any, number: int) -> bool:
        """Tell whether the steps after this one can follow on a state, or too many were tried."""
        play = self._play
        seen, shown = (play.game.view(s, self._viewer) for s in (state, play.steps[number].state))
        if seen != shown:
            return False
        return number == self._last_step or any(
            self._tries_left <= 0 or self.can_follow(after, number + 1)
            for after in self._list_next_states(state, play.steps[number + 1])
        )

    def _list_next_states(self, state: Any, step: playing.Step) -> Iterator[Any]:
        action = step.action
        actions = [action]
        if isinstance(action, ActRecord) and action.seat != self._viewer:
            moves = list_legal_paths(self._play.game, state, action.seat)
            actions += [replace(action, move=move) for move in moves if move != action.move]
        for each in actions:
            self._tries_left -= 1
            result = each and try_action(self._play, state, each, step.number)
            if result:
                yield result[0]
