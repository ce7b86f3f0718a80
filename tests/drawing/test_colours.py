"""Coats, masks and seats stay apart, also for eyes that do not tell all colours apart.

In grey, coats are told apart by the word on the card, masks by letter and shape. The furs of Who
Barked? are told apart by letter and pattern.
Distances are CIEDE2000; colour vision is simulated as Machado, Oliveira and Fernandes (2009) do.
"""

from collections.abc import Mapping
from itertools import combinations
from typing import Any

import pytest
from coloraide import Color

from bot.games.catham_city.art.pieces import SEAT_COLOURS
from bot.games.cloaked_cats.art.pieces import COATS, MASK_COLOURS
from bot.games.who_barked.art.pieces import FURS

WORST = {
    ("coats", ""): 25.6,
    ("coats", "protan"): 14.8,
    ("coats", "deutan"): 13.1,
    ("coats", "tritan"): 14.1,
    ("coats", "grayscale"): 3.7,
    ("masks", ""): 37.4,
    ("masks", "protan"): 16.4,
    ("masks", "deutan"): 13.1,
    ("masks", "tritan"): 27.7,
    ("masks", "grayscale"): 8.7,
    ("seats", ""): 32.5,
    ("seats", "protan"): 16.3,
    ("seats", "deutan"): 13.0,
    ("seats", "tritan"): 10.6,
    ("seats", "grayscale"): 4.2,
    ("furs", ""): 26.3,
    ("furs", "protan"): 12.9,
    ("furs", "deutan"): 10.5,
    ("furs", "tritan"): 10.5,
    ("furs", "grayscale"): 5.0,
}
"""The distance of the two that are hardest to tell apart. It may grow, never shrink."""
PATTERNS = {"": 28.5, "grayscale": 27.5}
"""How far stripes and spots are from the coat they are on, at least.

A card may be 60 pixels wide, a stripe on it less than 4.
"""

COLOURS: Mapping[str, Mapping[str, str]] = {
    "coats": {name: coat.coat for name, coat in COATS.items()},
    "masks": dict(zip("ABCD", MASK_COLOURS, strict=True)),
    "seats": dict(zip("ABCDEF", SEAT_COLOURS, strict=True)),
    "furs": {letter: fur.coat for letter, fur in zip("ABCDEFGH", FURS, strict=True)},
}


def simulate_vision(vision: str, colour: str) -> Color:
    if not vision:
        return Color(colour)
    way: dict[str, Any] = {} if vision == "grayscale" else {"method": "machado"}
    return Color(colour).filter(vision, **way).clip("srgb")


@pytest.mark.parametrize(("what", "vision"), WORST)
def test_no_two_come_closer_than_the_worst_pair(what: str, vision: str) -> None:
    seen = {name: simulate_vision(vision, colour) for name, colour in COLOURS[what].items()}
    distances = {
        (one, other): seen[one].delta_e(seen[other], method="2000")
        for one, other in combinations(seen, 2)
    }
    closest = min(distances, key=lambda pair: distances[pair])
    assert distances[closest] > WORST[what, vision], closest


@pytest.mark.parametrize("vision", PATTERNS)
def test_stripes_and_spots_stand_out_from_every_coat(vision: str) -> None:
    for name, colours in COATS.items():
        coat, marks = (simulate_vision(vision, each) for each in (colours.coat, colours.marks))
        assert coat.delta_e(marks, method="2000") > PATTERNS[vision], name
