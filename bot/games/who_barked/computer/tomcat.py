"""The Kitten and the Tomcat, who conclude from barks how likely each pack of dogs is.

The Tomcat also reads votes and proposals, hides what it knows, and hunts the nose by its votes.
"""

from collections.abc import Mapping, Sequence
from math import log
from random import Random

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from bot.engine.events import Seat
from bot.engine.moves import Move
from bot.games.who_barked.computer.beliefs import (
    Chances,
    compute_clean_chances,
    form_beliefs,
    imagine_view,
)
from bot.games.who_barked.model.deduction import count_dogs, find_first_dog
from bot.games.who_barked.model.moves import (
    BARK_MOVE,
    SNEAK_MOVE,
    VOTE_NO,
    VOTE_YES,
    Accuse,
    PickCrew,
    list_crews,
)
from bot.games.who_barked.model.state import View


class Style(Struct, frozen=True):
    """How a level plays."""

    reads_conduct: bool
    """Whether it draws conclusions from votes and proposals, and not from barks alone."""
    bark_chance: float
    """How likely the first dog in a crew barks, where it is not decisive."""
    cover_chance: float
    """How likely a leading dog proposes a crew like a cat, even one without dogs."""
    hiding: float
    """How far the nose votes like any other cat, from 0 to 1."""
    whim: float
    """How likely a vote is against the player's own judgment."""
    caution: float
    """The factor of `LEAST_RATINGS`: the lower, the sooner a cat votes for a crew."""


STYLES_BY_LEVEL: Mapping[str, Style] = {
    "kitten": Style(False, bark_chance=0.65, cover_chance=0.1, hiding=0.0, whim=0.1, caution=0.55),
    "tomcat": Style(True, bark_chance=0.8, cover_chance=0.2, hiding=0.875, whim=0.05, caution=1.0),
}
LEAST_RATINGS = (0.0, 0.4, 0.6, 0.7)
"""The lowest rating of a crew for which a cat votes, by the number of spare hours.

With more spare hours, the last one applies.
"""
OWN_SHARE = 0.3
"""The share of what a player alone knows in the rating of a crew.

The rest is what everybody knows, so that cats agree on crews without themselves.
"""
COVERED_DOG_YES_CHANCE = 0.5
"""How likely a dog votes for a crew with a dog in it that it would refuse as a cat."""
MAX_CHANCE_BELOW_BEST = 0.02
"""The gap to the best chance up to which a leader treats crews as equally good."""


def choose_move(view: View, moves: tuple[Move, ...], level: str, rng: Random) -> Move:
    """Choose a move as the Kitten or the Tomcat does."""
    style = STYLES_BY_LEVEL[level]
    match view.phase:
        case "lead":
            return _pick_crew(view, style, rng)
        case "hunt":
            return _accuse(view, moves, style, rng)
        case "raid":
            return _choose_in_kitchen(view, style, rng)
    return VOTE_YES if rng.random() < _compute_yes_chance(view, style) else VOTE_NO


def choose_as_honest_cat(view: View) -> Move:
    """Return the move with which a cat uses all that it knows, as the lesson advises it."""
    beliefs = form_beliefs(view, reads_conduct=True)
    match view.phase:
        case "lead":
            chances = _rate_crews(view, beliefs)
            return max(chances, key=lambda move: chances[move])
        case "vote":
            return VOTE_YES if _accepts(view, STYLES_BY_LEVEL["tomcat"]) else VOTE_NO
    return SNEAK_MOVE


def compute_crew_chance(view: View) -> float:
    """Return how likely the proposed crew has no dog in it, as the viewer can tell."""
    beliefs = form_beliefs(view, reads_conduct=True)
    crews = list_crews(view.seats, (len(view.crew),))
    chances = compute_clean_chances(view.seats, len(view.crew), beliefs)
    return float(chances[crews.index(PickCrew(view.crew))])


def _pretend_cat(view: View) -> View:
    """Return the view that a dog pretends to have: that of a cat that knows nothing."""
    return imagine_view(view, view.viewer or 0, "cat") if view.role == "dog" else view


def _pick_crew(view: View, style: Style, rng: Random) -> PickCrew:
    """Choose a crew that probably has no dog in it; as a dog, one with as few dogs as possible."""
    beliefs = form_beliefs(_pretend_cat(view), reads_conduct=style.reads_conduct)
    chances = _rate_crews(view, beliefs)
    if view.role == "dog" and (view.is_decisive or rng.random() >= style.cover_chance):
        counts = {move: count_dogs(move.seats, view.dogs) for move in chances}
        fewest = min(filter(None, counts.values()))
        chances = {move: chances[move] for move in chances if counts[move] == fewest}
    best = max(chances.values())
    near = [move for move, chance in chances.items() if chance >= best - MAX_CHANCE_BELOW_BEST]
    return rng.choice(near)


def _rate_crews(view: View, beliefs: Chances) -> dict[PickCrew, float]:
    """Return how likely each crew that can be proposed has no dog in it."""
    chances = dict[PickCrew, float]()
    for size in view.crew_sizes:
        found = compute_clean_chances(view.seats, size, beliefs)
        chances |= zip(list_crews(view.seats, (size,)), map(float, found), strict=True)
    return chances


def _compute_yes_chance(view: View, style: Style) -> float:
    """Return how likely a player votes for the proposed crew."""
    if view.role == "dog":
        return _compute_dog_yes_chance(view, style)
    chance = 1 - style.whim if _accepts(view, style) else style.whim
    if view.role != "nose":
        return chance
    unknowing = imagine_view(view, view.viewer or 0, "cat")
    as_cat = 1 - style.whim if _accepts(unknowing, style) else style.whim
    return style.hiding * as_cat + (1 - style.hiding) * chance


def _compute_dog_yes_chance(view: View, style: Style) -> float:
    dogs = count_dogs(view.crew, view.dogs)
    if view.spare_hours == 0:
        return 0.0
    if dogs and view.is_decisive:
        return 1.0
    if _accepts(_pretend_cat(view), style):
        return 1 - 2 * style.whim
    return COVERED_DOG_YES_CHANCE if dogs else style.whim


def _accepts(view: View, style: Style) -> bool:
    """Return whether a cat thinks that the proposed crew is good enough to go."""
    least = LEAST_RATINGS[min(view.spare_hours, len(LEAST_RATINGS) - 1)]
    own = form_beliefs(view, reads_conduct=style.reads_conduct)
    shared = form_beliefs(replace(view, viewer=None), reads_conduct=style.reads_conduct)
    own_rating = _rate_crew(view, own)
    if not own_rating:
        return False
    rating = OWN_SHARE * own_rating + (1 - OWN_SHARE) * _rate_crew(view, shared)
    return rating >= style.caution * least


def _rate_crew(view: View, beliefs: Chances) -> float:
    """Return the chance that the crew has no dog, as a share of that of the best such crew."""
    chances = compute_clean_chances(view.seats, len(view.crew), beliefs)
    crews = list_crews(view.seats, (len(view.crew),))
    best = float(np.max(chances))
    return float(chances[crews.index(PickCrew(view.crew))]) / best if best else 0.0


def _choose_in_kitchen(view: View, style: Style, rng: Random) -> Move:
    """Bark if it decides the game. Else only the first dog of the crew barks, and not always."""
    if view.role != "dog":
        return SNEAK_MOVE
    barks = view.viewer == find_first_dog(view) and rng.random() < style.bark_chance
    return BARK_MOVE if barks or view.is_decisive else SNEAK_MOVE


def _accuse(view: View, moves: Sequence[Move], style: Style, rng: Random) -> Move:
    """Name any cat, or as the Tomcat the one whose votes speak most for a fine nose."""
    if not style.reads_conduct:
        return rng.choice(moves)
    ratings = {move: _rate_suspect(view, move.seat) for move in moves if isinstance(move, Accuse)}
    best = max(ratings.values())
    return rng.choice([move for move, rating in ratings.items() if rating == best])


def _rate_suspect(view: View, seat: Seat) -> float:
    """Return the logarithm of how much likelier a cat votes as it did if it has the fine nose."""
    rating = 0.0
    for number, proposal in enumerate(view.proposals):
        asked = replace(view, phase="vote", crew=proposal.crew)
        chances = []
        for role in ("nose", "cat"):
            yes = _compute_yes_chance(
                imagine_view(asked, seat, role, number), STYLES_BY_LEVEL["tomcat"]
            )
            chances.append(yes if proposal.votes[seat] else 1 - yes)
        rating += log(chances[0] / chances[1])
    return rating
