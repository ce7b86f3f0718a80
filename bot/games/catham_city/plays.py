"""What playing a faction costs and brings, and what is missing, in a few words for buttons."""

from bot.games.catham_city.cards import (
    BUREAUCRATS,
    DETECTIVES,
    FACTIONS,
    HACKERS,
    JOURNALISTS,
    MAFIA,
    MOST_HACKERS,
    POLICE,
    ROBOCATS,
    SCIENTISTS,
)
from bot.games.catham_city.state import View
from bot.games.catham_city.words import name
from bot.text import Text

FIELDS = {
    DETECTIVES: ("extra",),
    ROBOCATS: ("number",),
    HACKERS: ("number", "target"),
    POLICE: ("number", "extra", "target"),
    BUREAUCRATS: ("number",),
}
"""What is to be chosen when a faction is played, in the order of a move's fields."""
NEEDED = {
    DETECTIVES: 3,
    SCIENTISTS: 3,
    ROBOCATS: 2,
    MAFIA: 4,
    HACKERS: 1,
    POLICE: 1,
    JOURNALISTS: 2,
    BUREAUCRATS: 1,
}
"""How many cards of a faction it takes at least to play it."""
NOTED = (DETECTIVES, HACKERS, POLICE, BUREAUCRATS)
"""The factions of which more is to be known than their buttons tell when they are played."""
ROBOCATS_SCORE = 4
"""How many robocats bring points."""


def bargain(view: View, faction: int, say: Text) -> str:
    """Return what a faction costs and brings with the cards in hand: "4 → 2 points"."""
    held = view.hand.count(faction)
    if faction == ROBOCATS and held >= ROBOCATS_SCORE:
        return say("play-robocats-both")
    if faction == HACKERS:
        held = min(held, MOST_HACKERS)
    return bargain_of(faction, held, view, say)


def bargain_of(faction: int, number: int, view: View, say: Text) -> str:
    """Return what so many cards of a faction cost and bring."""
    if faction == ROBOCATS:
        return say("play-robocats-scored" if number == ROBOCATS_SCORE else "play-robocats-drew")
    most = _most_points(faction, number, view)
    return say(f"play-{FACTIONS[faction]}", number=number, most=most)


def offer(faction: int, number: int, view: View, say: Text) -> str:
    """Return the same for where the number is chosen: "2 hackers → up to 2 points"."""
    most = _most_points(faction, number, view)
    return say(f"number-{FACTIONS[faction]}", number=number, most=most)


def _most_points(faction: int, number: int, view: View) -> int:
    """Return how many points so many cards of a faction bring at most."""
    return min(number, len(view.factions)) if faction == BUREAUCRATS else number


def progress(view: View, faction: int, say: Text) -> str:
    """Return how many cards of a faction there are, of those that it takes at least.

    If there are enough, it tells whether the faction could be played, or what is missing besides.
    """
    held, needed = view.hand.count(faction), NEEDED[faction]
    if held < needed:
        told = say("progress-some", held=held, needed=needed)
    else:
        ready = is_playable(view, faction)
        told = say("progress-ready") if ready else missing(view, faction, say)
    return say("progress", faction=name(faction, say), told=told)


def is_playable(view: View, faction: int) -> bool:
    """Tell whether the viewer's hand allows to play a faction on the own turn.

    Detectives need one more card (ruling C16), police one of another faction (ruling C28), and
    hackers somebody who holds a card (ruling C23).
    """
    held = view.hand.count(faction)
    if faction == HACKERS and not any(_others(view)):
        return False
    laid_beside = len(view.hand) - (held if faction == POLICE else NEEDED[DETECTIVES])
    needs_another = faction in (DETECTIVES, POLICE)
    return held >= NEEDED[faction] and (laid_beside > 0 or not needs_another)


def _others(view: View) -> tuple[int, ...]:
    """Return how many cards each of the others holds."""
    return tuple(held for seat, held in enumerate(view.hand_sizes) if seat != view.viewer)


def is_near(view: View, faction: int) -> bool:
    """Tell whether at least half of the cards are there that it takes to play a faction."""
    return 2 * view.hand.count(faction) >= NEEDED[faction]


def missing(view: View, faction: int, say: Text) -> str:
    """Return why a faction cannot be played."""
    held = view.hand.count(faction)
    if not held:
        return say("missing-all")
    if held < NEEDED[faction]:
        return say("missing-some", needed=NEEDED[faction], held=held)
    return say("missing-target" if faction == HACKERS else "missing-extra")


def no_extra(view: View, extra: int, say: Text) -> str:
    """Return why no card of a faction can go with those that are played."""
    return say("missing-another" if extra in view.hand else "missing-all")


def laid(faction: int, chosen: list[int]) -> tuple[int, ...]:
    """Return the cards that are chosen so far to be played."""
    known = dict(zip(FIELDS[faction], chosen, strict=False))
    extra = (known["extra"],) if "extra" in known else ()
    number = NEEDED[DETECTIVES] if faction == DETECTIVES else known.get("number", 0)
    return (*(faction,) * number, *extra)
