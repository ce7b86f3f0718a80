"""What one player alone may see: the cat and hand, and the way through a guess."""

from msgspec import Struct
from msgspec.structs import replace

from bot.games.cloaked_cats import notebook, pictures
from bot.games.cloaked_cats.art import SHOWN
from bot.games.cloaked_cats.cards import CATS, FEATURES
from bot.games.cloaked_cats.clues import Dancers, newest, telling
from bot.games.cloaked_cats.deduction import certainly_wrong
from bot.games.cloaked_cats.notebook import Chances
from bot.games.cloaked_cats.state import View
from bot.games.cloaked_cats.words import (
    NAME_ROOM,
    NARROW,
    brief,
    cat_label,
    cat_words,
    claim,
    floor_words,
    label,
    letter,
    mask,
    mask_sign,
    sign,
    signed,
)
from bot.games.events import Seat
from bot.games.game import Prompt
from bot.games.moves import next_fields
from bot.games.screen import (
    Button,
    Field,
    Look,
    Move,
    Picture,
    Scene,
    Screen,
    Select,
    in_rows,
)
from bot.games.wording import lines, shortened
from bot.text import Text

FIELD_ROOM = 1000
"""Characters for the cats that tell of an opponent, of the 1,024 of a field."""

Row = tuple[Button, ...]


class Ask(Struct, frozen=True):
    """A question to a player, and what the player may know."""

    view: View
    seat: Seat
    prompt: Prompt
    moves: tuple[str, ...]
    scene: Scene


def waiting(view: View, seat: Seat, scene: Scene) -> Screen:
    """Return the cat and hand while nothing is asked of `seat`, with the cats' buttons in grey."""
    if scene.lesson or view.active is None:
        return _hand(view, seat, "", (), scene)
    doing = "last" if _is_done(view, seat) else view.phase
    todo = scene.say(f"hand-wait-{doing}", name=brief(view.active, scene))
    cats = tuple(
        _cat(number, cat, Look(0, f"cat/{cat}"), scene, disabled=True)
        for number, cat in enumerate(view.hand, 1)
    )
    return _hand(view, seat, todo, cats, scene)


def _is_done(view: View, seat: Seat) -> bool:
    """Tell whether somebody has had their last turn."""
    seats = len(view.points)
    return view.last_round and (seat - view.starter) % seats < view.turn % seats


def playing(ask: Ask) -> Screen:
    """Return the cat and hand with a button for each cat; one press plays it."""
    cats = tuple(
        _cat(number, cat, Move(ask.prompt.decision, f"cat/{cat}"), ask.scene)
        for number, cat in enumerate(ask.view.hand, 1)
        if f"cat/{cat}" in ask.moves
    )
    return _hand(ask.view, ask.seat, ask.scene.say("hand-play"), cats, ask.scene)


def guessing(ask: Ask, path: str) -> Screen:
    """Return the next screen of a guess: the opponent, then the feature, which is the guess.

    A single opponent need not be chosen. A guess that is certainly wrong asks back, and where the
    table asks before a guess, each one does.
    """
    opponents = tuple(int(field) for field in next_fields(ask.moves, "guess"))
    chosen = tuple(int(field) for field in path.split("/")[1:])
    if not chosen and len(opponents) == 1:
        chosen = opponents
    if not chosen:
        return _opponents(ask, opponents)
    if len(chosen) > 1 and chosen[1] in _wrong(ask, chosen[0]):
        return _bluff(ask, chosen[0], chosen[1])
    if len(chosen) > 1 and ask.view.asks:
        return _sure(ask, chosen[0], chosen[1])
    return _features(ask, chosen[0], can_go_back=len(opponents) > 1)


def _cat(
    number: int, cat: int, press: Move | Look, scene: Scene, *, disabled: bool = False
) -> Button:
    return Button(
        label=f"{number}. {cat_label(cat, scene.say)}",
        press=press,
        style="plain" if disabled else "main",
        emoji=sign(CATS[cat][1], scene),
        disabled=disabled,
    )


def _hand(view: View, seat: Seat, todo: str, buttons: Row, scene: Scene) -> Screen:
    rows = tuple((button,) for button in buttons)
    if scene.pictures:
        text = lines(todo, _last_round(view, scene.say))
        return Screen("", text, picture=pictures.hand(view, seat, scene), rows=rows)
    return Screen(
        title="",
        text=lines(todo, _last_round(view, scene.say), _own_mask(seat, scene)),
        fields=(_fan(view, seat, scene), _cats(view, seat, scene)),
        rows=rows,
    )


def _opponents(ask: Ask, opponents: tuple[Seat, ...]) -> Screen:
    """Return whom to ask; in a picture, the floor is as high as the next screen's buttons are."""
    view, scene, say = ask.view, ask.scene, ask.scene.say
    buttons = tuple(
        Button(
            label=f"{letter(opponent, scene)} · {_called(opponent, scene)}",
            press=Look(ask.prompt.decision, f"guess/{opponent}"),
            style="main",
            emoji=mask_sign(opponent, scene),
        )
        for opponent in opponents
    )
    todo = say("guess-opponent") if opponents else say("guess-nobody")
    rows = tuple(filter(None, (buttons, (_skip(ask.prompt, say),))))
    if scene.pictures:
        picture = pictures.floor(view, scene, large=True)
        return Screen("", lines(todo, _last_round(view, say)), picture=picture, rows=rows)
    return Screen(
        title="",
        text=lines(todo, _last_round(view, say), _own_mask(ask.seat, scene)),
        fields=(_fan(view, ask.seat, scene),),
        rows=rows,
    )


def _called(seat: Seat, scene: Scene) -> str:
    """Return a name for a button."""
    return shortened(scene.labels[seat], NAME_ROOM, scene.say)


def _features(ask: Ask, opponent: Seat, *, can_go_back: bool) -> Screen:
    """Return a button for each feature that may be right; the way to a bluff is one further.

    What ends the turn or leads elsewhere has a row of its own, apart from guesses. With chances,
    each button has its own, and the likeliest come first.
    """
    prompt, say = ask.prompt, ask.scene.say
    wrong = _wrong(ask, opponent)
    likely = notebook.odds(ask.view, opponent)
    features = [
        _feature(ask, opponent, feature, likely)
        for feature in notebook.by_chance(range(len(FEATURES)), likely)
        if f"guess/{opponent}/{feature}" in ask.moves and feature not in wrong
    ]
    bluff = tuple(
        Button(say("guess-bluff"), Look(prompt.decision, f"guess/{opponent}/{number}"))
        for number in wrong[:1]
    )
    back = (_back(prompt, "", say),) if can_go_back else ()
    rows = (
        *in_rows(features),
        (*back, _skip(prompt, say), *bluff),
    )
    return Screen(
        title="",
        text=lines(_question(ask, opponent), say("guess-stakes"), _last_round(ask.view, say)),
        fields=_clues(ask, opponent),
        picture=_picture(ask, opponent),
        rows=rows,
    )


def _bluff(ask: Ask, opponent: Seat, feature: int) -> Screen:
    """Ask whether a guess is meant that is certainly wrong; another can be chosen."""
    say, scene = ask.scene.say, ask.scene
    menu = Select(
        placeholder=say("guess-bluff"),
        press=Look(ask.prompt.decision, "guess"),  # the way back has the longer path
        options=tuple(
            (f"{opponent}/{number}", label(number, say)) for number in _wrong(ask, opponent)
        ),
        chosen=(f"{opponent}/{feature}",),
    )
    yes = Button(
        label=say("guess-yes"),
        press=Move(ask.prompt.decision, f"guess/{opponent}/{feature}"),
        style="bad",
        emoji=sign(feature, scene),
    )
    return Screen(
        title="",
        text=_question(ask, opponent),
        fields=_clues(ask, opponent),
        picture=_picture(ask, opponent),
        note=say("guess-certainly-wrong", claim=claim(brief(opponent, scene), feature, say)),
        rows=((menu,), (yes, _back(ask.prompt, f"guess/{opponent}", say))),
    )


def _sure(ask: Ask, opponent: Seat, feature: int) -> Screen:
    """Ask whether a guess is meant that may be right."""
    say, scene = ask.scene.say, ask.scene
    yes = Button(
        label=say("guess-sure"),
        press=Move(ask.prompt.decision, f"guess/{opponent}/{feature}"),
        style="main",
        emoji=sign(feature, scene),
    )
    return Screen(
        title="",
        text=lines(say("guess-stakes"), _last_round(ask.view, say)),
        fields=_clues(ask, opponent),
        picture=_picture(ask, opponent),
        note=say("guess-really", claim=claim(brief(opponent, scene), feature, say)),
        rows=((yes, _back(ask.prompt, f"guess/{opponent}", say)),),
    )


def _question(ask: Ask, opponent: Seat) -> str:
    return ask.scene.say("guess-feature", name=brief(opponent, ask.scene))


def _picture(ask: Ask, opponent: Seat) -> Picture | None:
    if not ask.scene.pictures:
        return None
    return pictures.clues(ask.view, opponent, ask.scene)


def _wrong(ask: Ask, opponent: Seat) -> tuple[int, ...]:
    """Return what can be guessed and is certainly wrong; nothing on a table without help."""
    if ask.view.help == "none":
        return ()
    wrong = certainly_wrong(ask.view, opponent)
    return tuple(number for number in wrong if f"guess/{opponent}/{number}" in ask.moves)


def _feature(ask: Ask, opponent: Seat, feature: int, likely: Chances) -> Button:
    say, path = ask.scene.say, f"guess/{opponent}/{feature}"
    name = label(feature, say)
    return Button(
        label=notebook.told(name, likely[feature], say) if likely else name,
        press=(Look if ask.view.asks else Move)(ask.prompt.decision, path),
        style="main",
        emoji=sign(feature, ask.scene),
    )


def _fan(view: View, seat: Seat, scene: Scene) -> Field:
    say = scene.say
    features = (
        say("hand-revealed", feature=signed(feature, scene))
        if feature in view.revealed[seat]
        else signed(feature, scene)
        for feature in view.fan
    )
    return Field(say("hand-features"), "\n".join(features))


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


def _clues(ask: Ask, opponent: Seat) -> tuple[Field, ...]:
    """Return in words what a picture would show: the own cat, and those that tell something."""
    if ask.scene.pictures:
        return ()
    masked, bare = newest(telling(ask.view, opponent), SHOWN)
    groups = (("guess-cats-with", masked), ("guess-cats-without", bare))
    told = (_group(key, cats, opponent, ask.scene) for key, cats in groups if cats)
    return (_fan(ask.view, ask.seat, ask.scene), *told)


def _group(key: str, cats: Dancers, opponent: Seat, scene: Scene) -> Field:
    """Return as many of these cats as fit, without masks: the heading tells about the one."""
    name = scene.say(key, mask=mask(opponent, scene), cats=len(cats))
    unmasked = [replace(dancer, masks=()) for dancer in cats]
    return Field(name, floor_words(unmasked, scene, FIELD_ROOM))


def _skip(prompt: Prompt, say: Text) -> Button:
    return Button(say("guess-skip"), Move(prompt.decision, "skip"), emoji="⏭️")


def _back(prompt: Prompt, path: str, say: Text) -> Button:
    return Button(say("guess-back"), Look(prompt.decision, path), emoji="↩️")


def _own_mask(seat: Seat, scene: Scene) -> str:
    return scene.say("hand-mask", mask=mask(seat, scene))


def _last_round(view: View, say: Text) -> str:
    return say("last-round") if view.last_round and view.phase != "over" else ""
