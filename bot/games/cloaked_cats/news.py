"""What happened to one player, told to them."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from bot.games.cloaked_cats.words import (
    brief,
    cat_words,
    claim,
    claim_not,
    masks,
)
from bot.games.cloaked_cats.words import feature as feature_name
from bot.games.events import Event, Seat
from bot.games.screen import Scene

MOST = 3
"""Sentences at a time."""


class Told(Struct, frozen=True):
    """A sentence, and how much it matters."""

    weight: int
    """The larger, the more it matters."""
    line: str


def news(events: Sequence[Event], seat: Seat, scene: Scene) -> tuple[str, ...]:
    """Return what the events tell of `seat`, the oldest first: the sentences that matter most."""
    told = list(_all(events, seat, scene))
    while len(told) > MOST:
        told.remove(min(told, key=lambda each: each.weight))
    return tuple(each.line for each in told)


def _all(events: Sequence[Event], seat: Seat, scene: Scene) -> Iterator[Told]:
    say = scene.say
    for event in events:
        match event.name, [int(value) for value in event.values]:
            case "drew", [cat]:
                yield Told(0, say("drew", cat=cat_words(cat, scene)))
            case "cat-played", [player_, _, *masked] if player_ == seat:
                worn = masks(masked, scene)
                yield Told(1, say("news-cat", placed=len(masked), masks=worn))
            case "guess-right" | "guess-wrong", [asker, opponent, feature]:
                right = event.name == "guess-right"
                if asker == seat:
                    yield Told(2, _own_guess(opponent, feature, right, scene))
                elif opponent == seat:
                    yield Told(3, _about_you(asker, feature, right, scene))
            case "unmasked", [unmasked] if unmasked == seat:
                yield Told(4, say("news-unmasked"))
            case _:
                pass


def _own_guess(opponent: Seat, feature: int, right: bool, scene: Scene) -> str:
    claimed = (claim if right else claim_not)(brief(opponent, scene), feature, scene.say)
    return scene.say("news-right" if right else "news-wrong", claim=claimed)


def _about_you(asker: Seat, feature: int, right: bool, scene: Scene) -> str:
    return scene.say(
        "news-caught" if right else "news-missed",
        name=brief(asker, scene),
        feature=feature_name(feature, scene.say),
    )
