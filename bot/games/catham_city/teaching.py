"""What a lesson says: each step is explained at the moment it matters, from the learner's view.

It depends on the cards, the points and the question, and not on a script, so every way to play is
fine. There are two players and the five factions for the first game; the election is a short one.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from bot.games.catham_city.cards import (
    DETECTIVES,
    FACTIONS,
    HACKERS,
    MAFIA,
    ROBOCATS,
    SCIENTISTS,
)
from bot.games.catham_city.plays import NEEDED
from bot.games.catham_city.state import View
from bot.games.catham_city.words import cards, player, points, signed
from bot.games.game import Place, Prompt, Seat
from bot.games.screen import Scene, Screen
from bot.games.wording import hints, lines, paragraphs

CLOSE = 3
"""Who needs no more points than this is close to winning: so many come from one play."""
FULL = 9
"""Cards in the hand from which on the limit matters."""
BEST = (SCIENTISTS, DETECTIVES, MAFIA, ROBOCATS, HACKERS)
"""The factions in the order in which they are explained when several can be played."""

Lines = tuple[str, ...]


def screen(own: Screen, board: Screen, explained: Lines, scene: Scene) -> Screen:
    """Return the learner's own screen with what the board shows, and with what is to be said.

    Where the board's picture tells how everybody stands, its words are left out.
    """
    hinted = lines(*hints(explained, scene))
    parts = (hinted, "" if board.picture else board.text, own.text)
    return replace(
        own,
        text=paragraphs(*parts),
        fields=(*own.fields, *board.fields),
        picture=board.picture,
        below=own.picture,
    )


def explained(view: View, seat: Seat, prompt: Prompt | None, path: str, scene: Scene) -> Lines:
    """Return the sentences for this moment; in the middle of a move there are none."""
    if path:
        return ()
    if prompt is None:
        return (scene.say("lesson-wait", name=_other(seat, scene)),)
    match prompt.kind:
        case "action" if view.turn == 0:
            return (*_beginning(view, seat, scene), *_to_take(view, scene))
        case "action":
            return tuple(_before_an_action(view, seat, scene))
        case "discard":
            return (scene.say("lesson-discard"),)
        case faction:
            return (scene.say(f"lesson-asked-{faction}", name=_other(seat, scene)),)


def ended(places: tuple[Place, ...], seat: Seat, scene: Scene) -> str:
    """Return what comes after the lesson."""
    won = any(place.seat == seat and place.rank == 1 for place in places)
    return scene.say("lesson-over", won="yes" if won else "no")


def _beginning(view: View, seat: Seat, scene: Scene) -> Lines:
    say = scene.say
    begin = say("lesson-begin", name=_other(seat, scene), target=view.target)
    return begin, say("lesson-how")


def _before_an_action(view: View, seat: Seat, scene: Scene) -> Iterator[str]:
    """Yield what is worth a look before an action: the race, new possibilities, the full hand."""
    say = scene.say
    if view.turn <= len(view.points):
        yield say("lesson-race", target=view.target)
    mine, theirs = (view.target - view.points[each] for each in (seat, 1 - seat))
    if mine <= CLOSE:
        yield say("lesson-own-close", points=points(mine, say))
    elif theirs <= CLOSE:
        name = _other(seat, scene)
        yield say("lesson-their-close", name=name, points=points(theirs, say))
    if len(view.hand) >= FULL:
        yield say("lesson-full")
    yield from _to_play(view, seat, scene) or _to_take(view, scene)


def _to_play(view: View, seat: Seat, scene: Scene) -> Lines:
    """Explain a faction that can be played and that, as far as can be seen, never was."""
    for faction in BEST:
        if _is_playable(view, faction) and faction not in view.discards:
            key = f"lesson-play-{FACTIONS[faction]}"
            named = signed(faction, scene)
            return (scene.say(key, faction=named, name=_other(seat, scene)),)
    return ()


def _is_playable(view: View, faction: int) -> bool:
    held = view.hand.count(faction)
    return held >= NEEDED[faction] and (faction != DETECTIVES or len(view.hand) > held or held > 3)


def _to_take(view: View, scene: Scene) -> Lines:
    """Tell what is worth taking, unless something can be played that brings points."""
    if any(_is_playable(view, faction) for faction in (SCIENTISTS, DETECTIVES, MAFIA)):
        return ()
    for faction in BEST[:-1]:
        lacking = NEEDED[faction] - view.hand.count(faction)
        if 0 < lacking <= view.market.count(faction):
            taken = cards((faction,) * lacking, scene)
            return (scene.say("lesson-take", cards=taken, faction=signed(faction, scene)),)
    return (scene.say("lesson-collect"),)


def _other(seat: Seat, scene: Scene) -> str:
    return player(1 - seat, scene)
