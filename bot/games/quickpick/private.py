"""What one player alone may see: the mime's mask and buttons, a guesser's choice, the own masks."""

from bot.games.game import Prompt
from bot.games.quickpick import pictures
from bot.games.quickpick.masks import FEATURES, SYLLABLES, part
from bot.games.quickpick.state import DONE, DRAW, PASS, PASS_ON, PASSES, View
from bot.games.quickpick.words import (
    collected,
    counted,
    face,
    look,
    paragraphs,
    part_sign,
    player,
    signed,
    syllable,
)
from bot.games.screen import Button, Move, Scene, Screen

Row = tuple[Button, ...]
IN_A_ROW = 5
"""Sounds in each of two rows."""


def miming(view: View, prompt: Prompt | None, moves: tuple[str, ...], scene: Scene) -> Screen:
    """Return the mime's screen: before the race, while parts are to be shown, and after."""
    if view.mask is None:
        return _before(view, prompt, moves, scene)
    say = scene.say
    if prompt is None and view.mode != "camera":
        todo = say("mime-done")
    else:
        todo = say(f"mime-{view.mode}")
    mask = say("mime-mask", face=face(view.mask, scene), parts=look(view.mask, say))
    return Screen(
        title=say("mime-title"),
        text=paragraphs(todo, mask, _shown(view, scene)),
        picture=pictures.secret(view.mask, say) if scene.pictures else None,
        rows=_showing(view.mask, prompt, moves, scene) if prompt else (),
    )


def guessing(view: View, prompt: Prompt | None, scene: Scene) -> Screen:
    """Return a guesser's screen: what to do, the own choice, the newest mask."""
    say = scene.say
    row = () if prompt is None else (_press("no-idea", PASS, prompt, "🤷", scene),)
    return Screen(
        title=say("button-hand"),
        text=paragraphs(_todo(view, prompt, scene), *_own(view, scene)),
        rows=(row,) if row else (),
    )


def masks(view: View, scene: Scene) -> Screen:
    """Return all masks that the viewer has collected (ruling Q12)."""
    say = scene.say
    told = collected(view.won, scene) if view.won else say("masks-none")
    return Screen(
        title=say("button-masks"),
        text=paragraphs(told, newest(view, scene), say("masks-secret")),
        picture=pictures.won(view.won, say) if scene.pictures and view.won else None,
    )


def newest(view: View, scene: Scene) -> str:
    """Return which mask the last turn brought the viewer; "" if it brought none."""
    last = view.turns[-1] if view.turns else None
    if last is None or last.right is None:
        return ""
    if last.right == view.viewer:
        return scene.say("own-prize", face=face(view.won[-1], scene))
    if last.mime == view.viewer:
        guesser = player(last.right, scene)
        return scene.say("own-kept", guesser=guesser, face=face(last.mask, scene))
    return ""


def _before(view: View, prompt: Prompt | None, moves: tuple[str, ...], scene: Scene) -> Screen:
    say = scene.say
    row = () if prompt is None else (_press("look", DRAW, prompt, "🎭", scene),)
    warning = ""
    if prompt is not None and PASS_ON in moves:
        row = (*row, _press("pass-on", PASS_ON, prompt, "⏭️", scene))
        is_last = view.passed[view.mime] == PASSES - 1
        warning = say("pass-on-last") if is_last else say("pass-on-first")
    return Screen(
        title=say("mime-title"),
        text=paragraphs(say(f"draw-{view.mode}"), warning, newest(view, scene), _pile(view, scene)),
        rows=(row,) if row else (),
    )


def _todo(view: View, prompt: Prompt | None, scene: Scene) -> str:
    """Return what a guesser is to do now."""
    say, name = scene.say, player(view.mime, scene)
    if view.phase == "over":
        return say("own-over")
    if view.viewer is not None and not view.present[view.viewer]:
        return say("own-out")
    if view.own is not None:
        tile = view.own.tile
        if tile is None:
            return say("own-idea")
        return say("own-late" if view.viewer in view.late else "own-hand", face=face(tile, scene))
    return say("own-wait" if prompt is None else "own-slap", name=name)


def _own(view: View, scene: Scene) -> tuple[str, ...]:
    """Return the newest mask and how many there are; nothing for whoever left: none counts."""
    here = view.viewer is None or view.present[view.viewer]
    return (newest(view, scene), _pile(view, scene)) if here else ()


def _pile(view: View, scene: Scene) -> str:
    return scene.say("own-pile", count=counted(len(view.won), scene.say))


def _shown(view: View, scene: Scene) -> str:
    parts = " · ".join(signed(number, scene) for number in view.shown)
    return scene.say("mime-shown", parts=parts) if parts else ""


def _showing(mask: int, prompt: Prompt, moves: tuple[str, ...], scene: Scene) -> tuple[Row, ...]:
    """Return the buttons that show parts, which keep their places, and those for sounds."""
    say = scene.say
    parts = tuple(
        Button(
            say(f"feature-{name}"),
            Move(prompt.decision, f"show/{name}"),
            style="main",
            emoji=part_sign(part(mask, feature), scene),
            disabled=f"show/{name}" not in moves,
        )
        for feature, name in enumerate(FEATURES)
    )
    sounds = tuple(
        Button(syllable(sound, say), Move(prompt.decision, f"sound/{sound}"))
        for sound in SYLLABLES
        if f"sound/{sound}" in moves
    )
    rows = (
        parts,
        sounds[:IN_A_ROW],
        sounds[IN_A_ROW:],
        (_press("done", DONE, prompt, "✅", scene),),
    )
    return tuple(filter(None, rows))


def _press(name: str, move: str, prompt: Prompt, emoji: str, scene: Scene) -> Button:
    return Button(
        label=scene.say(f"button-{name}"),
        press=Move(prompt.decision, move),
        style="main" if move == DRAW else "plain",
        emoji=emoji,
    )
