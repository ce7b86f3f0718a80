"""What one player alone may see: the mime's mask and buttons, a guesser's choice, the own masks."""

from bot.games.game import Prompt
from bot.games.quickpick import pictures
from bot.games.quickpick.masks import FEATURES, SYLLABLES, part
from bot.games.quickpick.state import DONE, DRAW, PASS_ON, PASSES, View
from bot.games.quickpick.words import (
    collected,
    counted,
    face,
    look,
    part_sign,
    player,
    signed,
    syllable,
)
from bot.games.screen import Button, Move, Scene, Screen
from bot.games.wording import lines, paragraphs

Row = tuple[Button, ...]
HALF = 3
"""Parts in the first of two rows."""
IN_A_ROW = 5
"""Sounds in each of two rows."""


def miming(view: View, prompt: Prompt | None, moves: tuple[str, ...], scene: Scene) -> Screen:
    """Return the mime's screen: before the race, while parts are to be shown, and after.

    The mask lies face down before, and buttons stay when there is nothing more to show, so that
    nothing moves below a finger.
    """
    if view.mask is None:
        return _before(view, prompt, moves, scene)
    say = scene.say
    is_done = prompt is None and view.mode != "camera"
    mask = say("mime-mask", face=face(view.mask, scene), parts=look(view.mask, say))
    told = () if scene.pictures else (mask, _shown(view, scene))
    return Screen(
        "",
        text=paragraphs(say("mime-done" if is_done else f"mime-{view.mode}"), *told),
        picture=pictures.secret(view.mask, say) if scene.pictures else None,
        rows=() if view.mode == "camera" else _showing(view, view.mask, prompt, moves, scene),
    )


def guessing(view: View, prompt: Prompt | None, scene: Scene) -> Screen:
    """Return a guesser's screen: what to do, the own choice, the own masks.

    It does not come by itself, as the board is what guessers press, but where it tells more than
    that: a choice that is spent.
    """
    here = view.viewer is None or view.present[view.viewer]
    if not here:  # no mask counts of whoever left
        return Screen("", text=_todo(view, prompt, scene), quiet=True)
    pile = "" if scene.pictures or scene.lesson else _pile(view, scene)
    return Screen(
        "",
        text=lines(_todo(view, prompt, scene), pile),
        picture=pictures.won(view.won, scene.say) if scene.pictures else None,
        quiet=not scene.lesson and view.viewer not in view.late,
    )


def masks(view: View, scene: Scene) -> Screen:
    """Return all masks that the viewer has collected (ruling Q12)."""
    say = scene.say
    told = collected(view.won, scene) if view.won else say("masks-none")
    return Screen(
        "",
        text=paragraphs(told, say("masks-secret")),
        picture=pictures.won(view.won, say) if scene.pictures else None,
    )


def _before(view: View, prompt: Prompt | None, moves: tuple[str, ...], scene: Scene) -> Screen:
    say = scene.say
    row = () if prompt is None else (_press("look", DRAW, prompt, "🎭", scene),)
    warning = ""
    if prompt is not None and PASS_ON in moves:
        row = (*row, _press("pass-on", PASS_ON, prompt, "⏭️", scene))
        is_last = view.passed[view.mime] == PASSES - 1
        warning = say("pass-on-last") if is_last else say("pass-on-first")
    return Screen(
        "",
        text=paragraphs(say(f"draw-{view.mode}"), warning),
        picture=pictures.secret(None, say) if scene.pictures else None,
        rows=(row,) if row else (),
    )


def _todo(view: View, prompt: Prompt | None, scene: Scene) -> str:
    """Return what a guesser is to do now."""
    say, name = scene.say, player(view.mime, scene)
    if view.viewer is not None and not view.present[view.viewer]:
        return say("own-out")
    if view.own is not None:
        tile = view.own.tile
        if tile is None:
            return say("own-idea")
        return say("own-late" if view.viewer in view.late else "own-hand", face=face(tile, scene))
    if prompt is None:
        return say("own-wait", name=name)
    return say("own-slap-here" if scene.lesson else "own-slap", name=name)


def _pile(view: View, scene: Scene) -> str:
    return scene.say("own-pile", count=counted(len(view.won), scene.say))


def _shown(view: View, scene: Scene) -> str:
    parts = " · ".join(signed(number, scene) for number in view.shown)
    return scene.say("mime-shown", parts=parts) if parts else ""


def _showing(
    view: View, mask: int, prompt: Prompt | None, moves: tuple[str, ...], scene: Scene
) -> tuple[Row, ...]:
    """Return the buttons that show parts and end it, in two rows, and those for sounds in two.

    All of them keep their places; a phone has room for three buttons with a sign in a row.
    """
    say, decision = scene.say, prompt.decision if prompt else view.decision
    parts = tuple(
        Button(
            say(f"feature-{name}"),
            Move(decision, f"show/{name}"),
            style="main",
            emoji=part_sign(part(mask, feature), scene),
            disabled=f"show/{name}" not in moves,
        )
        for feature, name in enumerate(FEATURES)
    )
    done = Button(say("button-done"), Move(decision, DONE), emoji="✅", disabled=DONE not in moves)
    sounds = tuple(
        Button(
            syllable(sound, say),
            Move(decision, f"sound/{sound}"),
            disabled=f"sound/{sound}" not in moves,
        )
        for sound in (SYLLABLES if view.mode == "sounds" else ())
    )
    rows = (parts[:HALF], (*parts[HALF:], done), sounds[:IN_A_ROW], sounds[IN_A_ROW:])
    return tuple(filter(None, rows))


def _press(name: str, move: str, prompt: Prompt, emoji: str, scene: Scene) -> Button:
    return Button(
        label=scene.say(f"button-{name}"),
        press=Move(prompt.decision, move),
        style="main" if move == DRAW else "plain",
        emoji=emoji,
    )
