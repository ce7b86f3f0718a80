"""A rule of the contract about whom a game asks, which may depend on what players hide.

An example is a game of hidden roles in which the next leader is never a spy. Where the views show
who leads, they tell who may be a spy.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from bot.engine.events import EventRecord, Seat
from bot.testing.differences import filter_events, find_unequal_events, flatten_fields
from bot.testing.playing import Broken, Play, Step, rule
from bot.testing.similar_games import SimilarGame, count_followed_steps, repeat_inputs, vary_draws

MAX_VARIED_DEALS = 2

Asked = frozenset[Seat]


@rule("game.prompts")
def _check_asking_hides_secrets(play: Play) -> None:
    """Whom the game asks depends on no player's secret, unless onlookers are shown more of it.

    Check games in which other secrets were dealt, and which look the same to onlookers until others
    are asked. Then something else has to look different than the fields that say who is asked.
    """
    for similar in islice(vary_draws(play, play.steps[0], play.rng), MAX_VARIED_DEALS):
        if None in similar.viewers and len(similar.viewers) < len(play.viewers):
            _check_first_difference(play, similar)


def _check_first_difference(play: Play, similar: SimilarGame) -> None:
    """Follow a similar game until it asks others, and check whether onlookers are shown why."""
    told = list[tuple[EventRecord | None, ...]]()
    for step, other in islice(repeat_inputs(play, similar), count_followed_steps(play)):
        if step is not similar.step:
            heard = (filter_events(each.events, None) for each in (step, other))
            told.append(find_unequal_events(*heard))
        here, there = (_list_asked(play, each) for each in (step, other))
        if here == there:
            continue
        fields = _list_telling_fields(play, step, other) if here and there else []
        if fields and all(_tells_asked_only(play, events, here, there) for events in told):
            who = " or ".join(f"seat {', '.join(map(str, sorted(each)))}" for each in (here, there))
            why = f"an onlooker can tell two deals apart by whom the game asks ({who})"
            reason = f"{why}, and sees nothing else of the secret behind: {', '.join(fields)}"
            reason = f"{reason}. If all may know the secret, the view has to show it"
            raise Broken(reason, step, ("game.prompts", "game.apply"))
        return


def _list_asked(play: Play, step: Step) -> Asked:
    prompts = play.game.prompts(step.state)
    return frozenset(prompt.seat for prompt in prompts if prompt.seat is not None)


def _list_telling_fields(play: Play, step: Step, other: Step) -> list[str]:
    """Return the fields of onlookers' views that differ, or [] if one tells more than who is asked.

    What a field tells has to be true whenever the game asks a question of this kind.
    """
    here, there = _flatten_view(play, step), _flatten_view(play, other)
    if here.keys() != there.keys():
        return []
    asked, others_asked = _list_asked(play, step), _list_asked(play, other)
    meanings = {
        field: _find_meanings(play, value, asked) & _find_meanings(play, there[field], others_asked)
        for field, value in here.items()
        if value != there[field]
    }
    for each in _find_questions_like(play, step):
        view, asked = _flatten_view(play, each), _list_asked(play, each)
        for field in meanings:
            meanings[field] &= _find_meanings(play, view.get(field), asked)
    return [f"`{field}`" for field in meanings] if all(meanings.values()) else []


def _flatten_view(play: Play, step: Step) -> dict[str, Any]:
    return dict(flatten_fields(play.game.view(step.state, None)))


def _find_questions_like(play: Play, step: Step) -> Iterator[Step]:
    """Yield the steps that open questions of the same kinds as in a step."""
    kinds = {prompt.kind for prompt in play.game.prompts(step.state)}
    for before, after in play.transitions:
        former, prompts = (play.game.prompts(each.state) for each in (before, after))
        is_new = {prompt.decision for prompt in former}.isdisjoint(p.decision for p in prompts)
        if is_new and {prompt.kind for prompt in prompts} == kinds:
            yield after


def _find_meanings(play: Play, value: Any, asked: Asked) -> set[str]:
    """Return what a value may mean if it tells whom the game asks, and nothing else."""
    if type(value) is int:
        is_true = {"one of them": value in asked, "their number": value == len(asked)}
        return {meaning for meaning in is_true if is_true[meaning]}
    if not isinstance(value, tuple):
        return set()
    if len(value) == play.setup.seats and all(type(item) is bool for item in value):
        value = tuple(seat for seat, item in enumerate(value) if item)
    if not all(type(item) is int for item in value):
        return set()
    groups = {"they": asked, "the others": {*range(play.setup.seats)} - asked}
    return {meaning for meaning, group in groups.items() if {*value} == group}


def _tells_asked_only(
    play: Play, events: tuple[EventRecord | None, ...], here: Asked, there: Asked
) -> bool:
    """Return whether two events, or (), differ only in values that tell whom the game asks."""
    if not events:
        return True
    one, other = events
    if one is None or other is None or one.name != other.name:
        return False
    return len(one.values) == len(other.values) and all(
        value == twin or _find_meanings(play, value, here) & _find_meanings(play, twin, there)
        for value, twin in zip(one.values, other.values, strict=True)
    )
