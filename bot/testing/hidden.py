"""The rule about `alike`: it deals anew all that is hidden, else nothing notices that it shows."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from msgspec.json import encode
from msgspec.structs import asdict, replace

from bot.engine.box import Box
from bot.engine.events import Seat
from bot.engine.game import ActRecord, Game, IllegalMove, Stale
from bot.testing.playing import RANDOM, Broken, Play, Setting, chance, played, setting_of
from bot.testing.rule import Rule
from bot.testing.secrecy import name, twins

TRIES = 8
"""So often a state is dealt anew, which by chance may leave it as it is."""
DEALS = 48
"""So many deals are compared, in which by chance an onlooker sees the same."""
LOOKED_AT = 8
"""So many moves of a game are made otherwise."""
GAMES = 20
"""So many games tell what a game hides."""


class Secret(NamedTuple):
    """What somebody sees, and somebody else does not."""

    seat: Seat
    field: str
    """Of the view."""
    viewer: Seat | None
    """From whom it is hidden."""


def _hidden(play: Play) -> None:
    _check_it_does_something(play)
    _check_what_one_sees(play)


def _check_it_does_something(play: Play) -> None:
    found = [*twins(play)]
    for moment, viewer, _ in found:
        luck = play.luck
        dealt = {encode(play.game.alike(moment.state, viewer, luck)) for _ in range(TRIES)}
        if dealt != {encode(moment.state)}:
            return
    if found:
        raise Broken("`alike` returns the same state again and again: None says nothing is hidden")


def _check_what_one_sees(play: Play) -> None:
    luck, where = play.luck, dict[Secret, list[Any]]()
    for one, other in (*_deals(play), *_answers(play, luck)):
        for secret in _secrets(play.game, play.setting.seats, one, other):
            where.setdefault(secret, []).append(one)
    for secret, states in where.items():
        if not any(_is_dealt_anew(play.game, state, secret, luck) for state in states * TRIES):
            why = f"seat {secret.seat} sees `{secret.field}`, and {name(secret.viewer)} does not"
            raise Broken(f"{why}: `alike` never deals it anew for {name(secret.viewer)}")


def _deals(play: Play) -> Iterator[tuple[Any, Any]]:
    """Yield deals by twos that an onlooker cannot tell from each other."""
    alike = dict[bytes, list[Any]]()
    for number in range(DEALS):
        setting = replace(play.setting, number=play.setting.number + number)
        state, _ = play.game.begin(setting.seats, setting.options, chance(setting, 0))
        alike.setdefault(encode(play.game.view(state, None)), []).append(state)
    for states in alike.values():
        yield from pairwise(states)


def _answers(play: Play, luck: Random) -> Iterator[tuple[Any, Any]]:
    """Yield by twos what came of a move, and what would have come of another."""
    steps = [(one, two) for one, two in play.steps if isinstance(two.given, ActRecord)]
    for before, after in luck.sample(steps, min(LOOKED_AT, len(steps))):
        if isinstance(after.given, ActRecord):
            move = luck.choice(play.game.legal_paths(before.state, after.given.seat))
            with suppress(IllegalMove, Stale):
                given = replace(after.given, move=move)
                yield after.state, play.stepped(before.state, given, after.number)[0]


def _secrets(game: Game[Any, Any], seats: int, one: Any, other: Any) -> Iterator[Secret]:
    """Yield what tells two states apart, for whom, and for whom nothing does."""
    everybody = (None, *range(seats))
    seen = {viewer: (game.view(one, viewer), game.view(other, viewer)) for viewer in everybody}
    blind = [viewer for viewer, (here, there) in seen.items() if encode(here) == encode(there)]
    for seat in range(seats) if None in blind else ():
        here, there = (asdict(view) for view in seen[seat])
        for field in here:
            if encode(here[field]) != encode(there[field]):
                yield from (Secret(seat, field, viewer) for viewer in blind)


def _is_dealt_anew(game: Game[Any, Any], state: Any, secret: Secret, luck: Random) -> bool:
    other = game.alike(state, secret.viewer, luck)
    if other is None:
        return False
    here, there = (asdict(game.view(each, secret.seat))[secret.field] for each in (state, other))
    return encode(here) != encode(there)


def hidden_fields(box: Box) -> list[str]:
    """Return the fields of the state that `alike` deals anew for somebody."""
    found = set[str]()
    for number in range(GAMES):
        setting = setting_of(box.game, number)
        play = played(box, Setting(number, setting.seats, setting.options, RANDOM))
        for moment, _, other in twins(play):
            here, there = asdict(moment.state), asdict(other)
            found |= {field for field in here if encode(here[field]) != encode(there[field])}
    return sorted(found)


RULES = (
    Rule(
        "hidden",
        "`alike` deals what is hidden anew: what one seat sees, for all who do not see it.",
        _hidden,
        every=4,
        of="game.alike",
    ),
)
