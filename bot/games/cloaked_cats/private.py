"""What one player alone may see: the cat and hand, and the way through a guess."""

from msgspec import Struct

from bot.games.cloaked_cats import pictures
from bot.games.cloaked_cats.cards import CATS
from bot.games.cloaked_cats.deduction import certainly_wrong
from bot.games.cloaked_cats.state import View
from bot.games.cloaked_cats.words import (
    KINDS,
    MASK_LETTERS,
    NARROW,
    cat_label,
    cat_signs,
    cat_words,
    claim,
    guess_words,
    label,
    mask,
    mask_sign,
    player,
    sign,
    signed,
)
from bot.games.game import Prompt, Seat, next_fields
from bot.games.screen import Button, Field, Look, Move, Scene, Screen
from bot.text import Text

Row = tuple[Button, ...]


class Ask(Struct, frozen=True):
    """A question to a player, and what the player may know."""

    view: View
    seat: Seat
    prompt: Prompt
    moves: tuple[str, ...]
    scene: Scene


def waiting(view: View, seat: Seat, scene: Scene) -> Screen:
    """Return the cat and hand while nothing is asked of `seat`; a lesson tells the rest itself."""
    if scene.lesson:
        return _hand(view, seat, "", (), scene)
    todo = scene.say("hand-over" if view.active is None else "hand-wait")
    return _hand(view, seat, _lines(_last_guess(view, seat, scene), todo), (), scene)


def _last_guess(view: View, seat: Seat, scene: Scene) -> str:
    """Return how the guess of the last turn went, if there was one."""
    turns = len(view.points)
    own = (g for g in view.guesses if g.seat == seat and g.turn > view.turn - turns)
    return "".join(guess_words(guess, scene) for guess in own)


def playing(ask: Ask) -> Screen:
    """Return the cat and hand with a button for each cat; one press plays it."""
    say = ask.scene.say
    rows = tuple(
        (
            Button(
                label=f"{number}. {cat_label(cat, say)}",
                press=Move(ask.prompt.decision, f"cat/{cat}"),
                style="main",
                emoji=sign(CATS[cat][1], ask.scene),
            ),
        )
        for number, cat in enumerate(ask.view.hand, 1)
        if f"cat/{cat}" in ask.moves
    )
    return _hand(ask.view, ask.seat, say("hand-play"), rows, ask.scene)


def guessing(ask: Ask, path: str) -> Screen:
    """Return the next screen of a guess: the opponent, then the feature, which is the guess.

    A single opponent need not be chosen. Only a guess that is certainly wrong asks back.
    """
    opponents = tuple(int(field) for field in next_fields(ask.moves, "guess"))
    chosen = tuple(int(field) for field in path.split("/")[1:])
    if not chosen and len(opponents) == 1:
        chosen = opponents
    if not chosen:
        return _opponents(ask, opponents)
    if len(chosen) > 1 and chosen[1] in _marked(ask.view, chosen[0]):
        return _confirmation(ask, chosen[0], chosen[1])
    return _features(ask, chosen[0], can_go_back=len(opponents) > 1)


def _hand(view: View, seat: Seat, todo: str, rows: tuple[Row, ...], scene: Scene) -> Screen:
    return Screen(
        title=scene.say("button-hand"),
        text=_lines(todo, _last_round(view, scene.say), _own_mask(seat, scene)),
        fields=(_fan(view, seat, scene), _cats(view, seat, scene)),
        picture=pictures.hand(view, seat, scene.say) if scene.pictures else None,
        rows=rows,
    )


def _opponents(ask: Ask, opponents: tuple[Seat, ...]) -> Screen:
    say = ask.scene.say
    buttons = tuple(
        Button(
            label=f"{MASK_LETTERS[opponent]} · {ask.scene.labels[opponent]}",
            press=Look(ask.prompt.decision, f"guess/{opponent}"),
            style="main",
            emoji=mask_sign(opponent, ask.scene),
        )
        for opponent in opponents
    )
    todo = say("guess-opponent") if opponents else say("guess-nobody")
    return Screen(
        title=say("guess-title"),
        text=_lines(todo, _last_round(ask.view, say), _own_mask(ask.seat, ask.scene)),
        fields=(_fan(ask.view, ask.seat, ask.scene), _cats(ask.view, ask.seat, ask.scene)),
        rows=tuple(filter(None, (buttons, (_skip(ask.prompt, say),)))),
    )


def _features(ask: Ask, opponent: Seat, *, can_go_back: bool) -> Screen:
    """Return the 19 features: those that lie face up disabled, the certainly wrong ones marked."""
    view, prompt, say = ask.view, ask.prompt, ask.scene.say
    wrong = _marked(view, opponent)
    pose, colour, pattern, accessory = (
        tuple(_feature(ask, opponent, feature, feature in wrong) for feature in features)
        for _, features in KINDS
    )
    back = (_back(prompt, "", say),) if can_go_back else ()
    return Screen(
        title=say("guess-title"),
        text=_lines(
            say("guess-feature", name=player(opponent, ask.scene)),
            say("guess-stakes"),
            say("guess-marks") if wrong else "",
            _last_round(view, say),
        ),
        fields=(_fan(view, ask.seat, ask.scene), *_clues(view, opponent, ask.scene)),
        picture=pictures.floor(view, say) if ask.scene.pictures else None,
        rows=(
            pose,
            colour[:5],
            (*colour[5:], *pattern),
            accessory,
            (*back, _skip(prompt, say)),
        ),
    )


def _marked(view: View, opponent: Seat) -> tuple[int, ...]:
    """Return the features that are marked as certainly wrong, none on a table without help."""
    return () if view.help == "none" else certainly_wrong(view, opponent)


def _feature(ask: Ask, opponent: Seat, feature: int, wrong: bool) -> Button:
    path = f"guess/{opponent}/{feature}"
    face_up = path not in ask.moves
    name = label(feature, ask.scene.say)
    marked = wrong and not face_up
    return Button(
        label=ask.scene.say("guess-wrong-label", feature=name) if marked else name,
        press=(Look if marked else Move)(ask.prompt.decision, path),
        style="plain" if wrong or face_up else "main",
        emoji=sign(feature, ask.scene),
        disabled=face_up,
    )


def _confirmation(ask: Ask, opponent: Seat, feature: int) -> Screen:
    """Ask whether a guess is meant that is certainly wrong, as a bluff."""
    say = ask.scene.say
    yes = Button(
        label=say("guess-yes"),
        press=Move(ask.prompt.decision, f"guess/{opponent}/{feature}"),
        style="bad",
        emoji=sign(feature, ask.scene),
    )
    return Screen(
        title=say("guess-title"),
        text=_lines(
            say("guess-confirm", claim=claim(player(opponent, ask.scene), feature, say)),
            say("guess-certainly-wrong"),
        ),
        rows=((yes, _back(ask.prompt, f"guess/{opponent}", say)),),
    )


def _fan(view: View, seat: Seat, scene: Scene) -> Field:
    say = scene.say
    lines = (
        say("hand-revealed", feature=signed(feature, scene))
        if feature in view.revealed[seat]
        else signed(feature, scene)
        for feature in view.fan
    )
    return Field(say("hand-features"), "\n".join(lines))


def _cats(view: View, seat: Seat, scene: Scene) -> Field:
    say, placed = scene.say, mask(seat, scene)
    own = [cat for cat in view.hand if set(CATS[cat]) & set(view.fan)]
    lines = [
        f"`{number}` {cat_words(cat, scene)}" + (f" →{NARROW}{placed}" if cat in own else "")
        for number, cat in enumerate(view.hand, 1)
    ]
    if own:
        lines.append(say("hand-match", mask=placed))
    return Field(say("hand-cats"), "\n".join(lines) or say("hand-empty"))


def _clues(view: View, opponent: Seat, scene: Scene) -> tuple[Field, ...]:
    """Return the cats with the opponent's mask, and those without it, in signs, as numbered."""
    masked: list[str] = []
    bare: list[str] = []
    for number, dancer in enumerate(view.floor, 1):
        told = f"`{number}`{NARROW}{cat_signs(dancer.cat)}"
        (masked if opponent in dancer.masks else bare).append(told)
    worn = mask(opponent, scene)
    return tuple(
        Field(scene.say(key, mask=worn, cats=len(cats)), " · ".join(cats), inline=True)
        for key, cats in (("guess-cats-with", masked), ("guess-cats-without", bare))
        if cats
    )


def _skip(prompt: Prompt, say: Text) -> Button:
    return Button(say("guess-skip"), Move(prompt.decision, "skip"), emoji="⏭️")


def _back(prompt: Prompt, path: str, say: Text) -> Button:
    return Button(say("guess-back"), Look(prompt.decision, path), emoji="↩️")


def _own_mask(seat: Seat, scene: Scene) -> str:
    return scene.say("hand-mask", mask=mask(seat, scene))


def _last_round(view: View, say: Text) -> str:
    return say("last-round") if view.last_round and view.phase != "over" else ""


def _lines(*lines: str) -> str:
    return "\n".join(filter(None, lines))
