"""What of somebody's hidden cards stands in something that others can read."""

import re
from collections.abc import Collection, Iterator
from typing import Any

from bot.bench.traffic import Request
from bot.engine.events import Seat
from bot.games.cloaked_cats.model.state import CATS, FEATURES, State
from bot.games.cloaked_cats.package import PACKAGE
from bot.games.cloaked_cats.words import format_cat_features, order_spoken_features
from bot.i18n import LANGUAGES, text

MOVES = re.compile(r"\b(?:cat|guess)/\d+")
SAYS = tuple(text(language, PACKAGE.text) for language in LANGUAGES)
NAMES = tuple(
    tuple({key, key.replace("-", " "), *(say(f"feature-{key}") for say in SAYS)})
    for key in FEATURES
)
"""Every feature's names: as the code has it, and in each language."""


def find_named_features(text: str) -> set[int]:
    """Return the features whose name stands in a text, as whole words."""
    return {
        feature
        for feature, names in enumerate(NAMES)
        if any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE) for name in names)
    }


def public_features(state: State) -> set[int]:
    """Return the features that somebody may speak of: on a dancing cat, guessed, or revealed."""
    return {
        *(feature for dancer in state.floor for feature in CATS[dancer.cat]),
        *(guess.feature for guess in state.guesses),
        *(feature for fan in state.revealed for feature in fan),
    }


def known_features(state: State, seat: Seat | None) -> set[int]:
    """Return the features that stand on the cards that a seat sees, and the public ones."""
    if seat is None:
        return public_features(state)
    hand = {feature for cat in state.hands[seat] for feature in CATS[cat]}
    return public_features(state) | set(state.fans[seat]) | hand


def secrets_in(text: str, state: State, reader: Seat | None) -> list[str]:
    """Return what a text tells of cards that the reader must not know; None is the public."""
    known = known_features(state, reader)
    found = [FEATURES[feature] for feature in sorted(find_named_features(text) - known)]
    for seat, hand in enumerate(state.hands):
        for cat in hand if seat != reader else ():
            words = {format_cat_features(cat, say) for say in SAYS}
            words |= {
                " ".join(say(f"feature-{FEATURES[f]}") for f in order_spoken_features(cat))
                for say in SAYS
            }
            found += [f"cat {cat} of seat {seat}" for word in words if word in text]
    return found


def readable(request: Request, *, labels: bool) -> str:
    """Return all words of a request: texts, file names, descriptions; `labels` of buttons, too."""
    words = [string for key, string in _strings(request.json) if labels or key != "label"]
    words += [
        part for file in request.files for part in (file.name.replace("_", " "), file.alt or "")
    ]
    return "\n".join(words)


def custom_ids(request: Request) -> list[str]:
    return [string for key, string in _strings(request.json) if key == "custom_id"]


def _strings(json: Any, key: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(json, dict):
        for inner, value in json.items():
            yield from _strings(value, inner)
    elif isinstance(json, list):
        for value in json:
            yield from _strings(value, key)
    elif isinstance(json, str):
        yield key, json


def in_log(lines: Collection[str], seed: bytes) -> list[str]:
    """Return the lines of a log that tell a card, a move or the seed."""
    return [
        line
        for line in lines
        if find_named_features(line) or MOVES.search(line) or seed.hex() in line
    ]
