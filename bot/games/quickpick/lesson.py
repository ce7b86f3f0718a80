"""What a lesson says: each step is explained at the moment it matters, from the learner's view.

It depends on what lies on the table and not on a script, so every way to play is fine.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from bot.engine.screen import Screen, ScreenContext
from bot.engine.text_helpers import hint, paragraphs
from bot.games.quickpick.model.state import DECISIVE_PARTS, FEATURES, View, candidates, part
from bot.games.quickpick.words import face, part_name, player, signed

RACES_TO_LEARN = 2
"""After so many races as a guesser, nobody needs to be told how many masks still fit."""


def explain(own: Screen, board: Screen, view: View, scene: ScreenContext) -> Screen:
    """Return the learner's own screen with what a board shows, and with what is to be said."""
    hints = (hint(told, scene) for told in _hints(view, scene))
    text = paragraphs(*hints, own.text)
    if view.viewer == view.mime:
        return replace(own, text=text)
    return replace(
        own,
        text=text if scene.pictures else paragraphs(text, board.text),
        fields=board.fields,
        picture=board.picture,
        below=board.below,
        rows=board.rows if view.own is None else (),
    )


def _hints(view: View, scene: ScreenContext) -> tuple[str, ...]:
    """Return the sentences for this moment."""
    if view.phase == "draw":
        return (*_last_race(view, scene), *_before(view, scene))
    return _as_mime(view, scene) if view.viewer == view.mime else _as_guesser(view, scene)


def _before(view: View, scene: ScreenContext) -> tuple[str, ...]:
    """Explain what comes next, as long as it is new."""
    say, name = scene.say, player(view.mime, scene)
    if view.viewer == view.mime:
        return (say("lesson-your-turn"),)
    if not view.turns:
        return say("lesson-begin"), say("lesson-look", name=name)
    return ()


def _as_mime(view: View, scene: ScreenContext) -> tuple[str, ...]:
    """Explain how to show a face."""
    say = scene.say
    if view.done:
        return (say("lesson-mime-done"),)
    if not view.shown:
        return (say("lesson-mime"),)
    return (say("lesson-mime-enough" if len(view.shown) >= DECISIVE_PARTS else "lesson-mime-on"),)


def _as_guesser(view: View, scene: ScreenContext) -> tuple[str, ...]:
    """Explain how to find the face, and when to dare."""
    say = scene.say
    if view.own is not None:
        return (say("lesson-chosen"),)
    guessed = sum(turn.mime != view.viewer for turn in view.turns)
    if not view.shown:
        return tuple(_last_race(view, scene)) if view.turns else (say("lesson-watch"),)
    left = len(candidates(view.shown))
    if left == 1:
        return (say("lesson-certain"),)
    if guessed >= RACES_TO_LEARN:
        return ()
    newest = signed(view.shown[-1], scene)
    return (say("lesson-left", part=newest, left=left),)


def _last_race(view: View, scene: ScreenContext) -> Iterator[str]:
    """Explain how the last race ended for the viewer, once each; the news told it."""
    if not view.turns:
        return
    seat, turn = view.viewer or 0, view.turns[-1]
    outcomes = [each.outcome(seat) for each in view.turns]
    is_new = outcomes.count(outcomes[-1]) == 1
    tile = turn.tile_of(seat)
    if tile is not None and tile != turn.mask:
        mask, own = face(turn.mask, scene), face(tile, scene)
        parts = (part(turn.mask, feature) for feature in range(len(FEATURES)))
        differing = [number for number in parts if number != part(tile, number // 2)]
        names = ", ".join(part_name(number, scene.say) for number in differing)
        key = "lesson-wrong" if is_new else "lesson-differs"
        yield scene.say(key, mask=mask, own=own, parts=names)
    elif is_new:
        guesser = "" if turn.right is None else player(turn.right, scene)
        name = player(turn.mime, scene)
        yield scene.say(f"lesson-{outcomes[-1]}", name=name, guesser=guesser)
