"""What a lesson says: each step is explained at the moment it matters, from the learner's view.

It depends on what lies on the dance floor and not on a script, so every way to play is fine. There
are two players, and the learner begins: the last round leaves no guess to them.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from bot.games.cloaked_cats.cards import CATS, FAN
from bot.games.cloaked_cats.state import View
from bot.games.cloaked_cats.words import mask, player, signed, spoken
from bot.games.game import Event, Prompt, Seat
from bot.games.screen import Button, Look, Move, Scene, Screen
from bot.games.wording import hints, lines, paragraphs

WORTH_A_GUESS = 1 / 3
"""How likely a guess must be right: then it takes a point from the opponent and wins one, else it
gives one away."""
NOTEBOOK_ROUND = 2
"""When there is enough to note down."""

Lines = tuple[str, ...]


def screen(own: Screen, board: Screen, explained: Lines, scene: Scene, *, begins: bool) -> Screen:
    """Return the learner's own screen with what a board would show, and with what is to be said.

    The picture of the dance floor is above that of the hand, once there is a cat on it; a guess has
    one of its own. When the lesson `begins`, it says how to come back to it.
    """
    hinted = lines(*hints(explained, scene))
    taught = replace(
        own,
        text=paragraphs(hinted, own.text),
        fields=(*own.fields, *board.fields),
        footer=scene.say("lesson-footer") if begins else "",
    )
    is_guess = any(path.startswith("guess/") for path in _paths(own))
    if is_guess or begins or board.picture is None:
        return taught
    return replace(taught, picture=board.picture, below=own.picture)


def _paths(screen: Screen) -> Iterator[str]:
    """Yield where the buttons lead."""
    for row in screen.rows:
        for item in row:
            if isinstance(item, Button) and isinstance(item.press, Look | Move):
                yield item.press.path


def explained(view: View, seat: Seat, prompt: Prompt | None, scene: Scene) -> Lines:
    """Return the sentences for this moment."""
    if prompt is None:
        return (*_own_guess(view, seat, scene), scene.say("lesson-wait", name=_other(seat, scene)))
    if prompt.kind == "cat":
        return _before_a_cat(view, seat, scene)
    return _before_a_guess(view, seat, scene)


def explains(event: Event, view: View) -> bool:
    """Tell whether an event is a guess that is explained: a player's first right or wrong one."""
    right = event.name == "guess-right"
    if not right and event.name != "guess-wrong":
        return False
    alike = [each for each in view.guesses if (each.seat, each.right) == (event.values[0], right)]
    return len(alike) == 1


def ended(view: View, scene: Scene) -> str:
    """Return how the viewer's points came about, and what comes after the lesson."""
    seat = view.viewer or 0
    points, received = view.points[seat], view.received[seat]
    return scene.say("lesson-over", received=received, hidden=points - received, points=points)


def _before_a_cat(view: View, seat: Seat, scene: Scene) -> Lines:
    """Explain what the last guesses and the opponent's cat tell, or how to begin."""
    say = scene.say
    if not view.floor:
        return say("lesson-begin", name=_other(seat, scene)), say("lesson-first-cat")
    lines = (
        *_own_guess(view, seat, scene),
        *_their_guess(view, seat, scene),
        *_their_answer(view, seat, scene),
    )
    is_quiet = view.round > NOTEBOOK_ROUND and len(lines) < 2
    return (*lines, say("lesson-choose")) if is_quiet else lines


def _before_a_guess(view: View, seat: Seat, scene: Scene) -> Lines:
    """Explain what the masks on the own cat tell, and whether a guess pays."""
    return (
        *_own_answer(view, seat, scene),
        *_their_answer(view, seat, scene),
        *((scene.say("lesson-notebook"),) if view.round == NOTEBOOK_ROUND else ()),
        *_advice(view, seat, scene),
    )


def _own_answer(view: View, seat: Seat, scene: Scene) -> Lines:
    """Explain, once each, what the own mask on an own cat tells, and what no mask tells."""
    placed = [seat in dancer.masks for dancer in view.floor if dancer.seat == seat]
    if placed.count(placed[-1]) > 1:
        return ()
    key = "lesson-own-mask" if placed[-1] else "lesson-own-bare"
    return (scene.say(key, name=_other(seat, scene), mask=mask(seat, scene)),)


def _their_answer(view: View, seat: Seat, scene: Scene) -> Lines:
    """Explain what the newest cat tells of the opponent."""
    say, name, newest = scene.say, _other(seat, scene), view.floor[-1]
    masked = _opponent(seat) in newest.masks
    if set(view.revealed[_opponent(seat)]) & set(CATS[newest.cat]):
        return (say("lesson-their-known", name=name),)
    chances = _chances(view, seat)
    open_ones = [number for number in spoken(newest.cat) if not masked or chances[number] > 0]
    asked = [number for number in open_ones if number not in view.fan]
    if not asked:
        return ()
    features = ", ".join(signed(number, scene) for number in asked)
    key = "lesson-their-mask" if masked else "lesson-their-bare"
    return (say(key, name=name, features=features, count=len(asked)),)


def _advice(view: View, seat: Seat, scene: Scene) -> Lines:
    """Tell whether a guess pays now."""
    revealed = view.revealed[_opponent(seat)]
    if len(revealed) == FAN:
        return ()
    chances = _chances(view, seat)
    best = max((n for n in range(len(chances)) if n not in revealed), key=chances.__getitem__)
    feature, chance = signed(best, scene), chances[best]
    if chance == 1:
        return (scene.say("lesson-certain", feature=feature),)
    key = "lesson-likely" if chance >= WORTH_A_GUESS else "lesson-unlikely"
    return (scene.say(key, feature=feature, chance=str(round(100 * chance))),)


def _chances(view: View, seat: Seat) -> tuple[float, ...]:
    """Return how likely each feature is the opponent's."""
    from bot.games.cloaked_cats.chances import chances  # noqa: PLC0415 - it loads NumPy

    known = chances(view)[_opponent(seat)]
    return known.of_feature if known else ()


def _own_guess(view: View, seat: Seat, scene: Scene) -> Lines:
    """Explain the learner's guess of the last turn, if it is their first right or wrong one."""
    name = _other(seat, scene)
    return tuple(
        scene.say(f"lesson-guess-{answer}", name=name, feature=feature)
        for answer, feature in _first_guess(view, seat, view.turn - 2, scene)
    )


def _their_guess(view: View, seat: Seat, scene: Scene) -> Lines:
    """Explain the opponent's guess of the last turn, if it is its first right or wrong one."""
    name = _other(seat, scene)
    return tuple(
        scene.say(f"lesson-their-guess-{answer}", name=name, feature=feature)
        for answer, feature in _first_guess(view, _opponent(seat), view.turn - 1, scene)
    )


def _first_guess(view: View, asker: Seat, since: int, scene: Scene) -> tuple[tuple[str, str], ...]:
    """Return the answer and the feature of a guess in turn `since` or later, if none was alike."""
    guesses = [guess for guess in view.guesses if guess.seat == asker]
    if not guesses or guesses[-1].turn < since:
        return ()
    newest = guesses[-1]
    if sum(guess.right == newest.right for guess in guesses) > 1:
        return ()
    return (("right" if newest.right else "wrong", signed(newest.feature, scene)),)


def _opponent(seat: Seat) -> Seat:
    return 1 - seat


def _other(seat: Seat, scene: Scene) -> str:
    return player(_opponent(seat), scene)
