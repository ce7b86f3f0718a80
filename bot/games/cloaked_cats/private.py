"""What one player alone may see: the cat and hand, and the way through a guess."""

from collections.abc import Iterator

from msgspec.structs import replace

from bot.engine.events import Seat
from bot.engine.moves import START, Prefix
from bot.engine.screen import Button, Field, Question, Screen, ScreenContext, Select, in_rows
from bot.engine.text_helpers import lines, shortened
from bot.games.cloaked_cats import pages, pictures
from bot.games.cloaked_cats.art.drawing import MAX_SHOWN_CATS
from bot.games.cloaked_cats.computer.deduction import certainly_wrong, newest_cats, telling_cats
from bot.games.cloaked_cats.model.moves import SKIP, GuessFeature, PlayCat, guesses_in
from bot.games.cloaked_cats.model.state import CATS, Dancers, View
from bot.games.cloaked_cats.words import (
    NAME_ROOM,
    NARROW,
    brief,
    capitalise,
    cat_short,
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
from bot.i18n import Text

MAX_FIELD_CHARACTERS = 1000
"""For the cats that tell of an opponent, of the 1,024 of a field."""

Asked = Question[View]


def private_screen(question: Asked) -> Screen:
    """Return the cat and hand of a player, or the next step of a guess."""
    if question.prompt is None:
        return _hand(question, _wait(question))
    if question.prompt.kind == "cat":
        return _hand(question, question.scene.say("hand-play"))
    return _guessing(question)


# The hand


def _wait(question: Asked) -> str:
    """Return what is waited for; "" in a lesson, which explains that itself, and at the end."""
    view, scene = question.view, question.scene
    if scene.lesson or view.active is None:
        return ""
    seats = len(view.points)
    place = (question.seat - view.starter) % seats
    is_done = view.last_round and place < view.turn % seats
    return scene.say(
        f"hand-wait-{'last' if is_done else view.phase}", name=brief(view.active, scene)
    )


def _hand(question: Asked, todo: str) -> Screen:
    """Return the cat and hand, with the cats' buttons if there is or will be something to do."""
    view, seat, scene = question.view, question.seat, question.scene
    rows = tuple((button,) for button in _cat_buttons(question)) if todo else ()
    text = lines(todo, _last_round(view, scene.say))
    if scene.pictures:
        return Screen("", text, picture=pictures.hand(view, seat, scene), rows=rows)
    fields = (_fan(view, seat, scene), _cats(view, seat, scene))
    return Screen("", lines(text, _own_mask(seat, scene)), fields=fields, rows=rows)


def _cat_buttons(question: Asked) -> Iterator[Button]:
    """Yield a button that plays each cat, in grey while no cat is asked for."""
    scene, is_asked = question.scene, question.prompt is not None
    for number, cat in enumerate(question.view.hand, 1):
        move, prefix = PlayCat(cat), Prefix(PlayCat, (cat,))
        yield Button(
            label=f"{number}. {capitalise(cat_short(cat, scene.say))}",
            press=question.submit(move) if is_asked else question.open(prefix),
            style="main" if is_asked else "plain",
            emoji=sign(CATS[cat][1], scene),
            disabled=not is_asked,
        )


def _fan(view: View, seat: Seat, scene: ScreenContext) -> Field:
    say = scene.say
    features = (
        say("hand-revealed", feature=signed(feature, scene))
        if feature in view.revealed[seat]
        else signed(feature, scene)
        for feature in view.fan
    )
    return Field(say("hand-features"), "\n".join(features))


def _cats(view: View, seat: Seat, scene: ScreenContext) -> Field:
    say, placed = scene.say, mask(seat, scene)
    own = [cat for cat in view.hand if set(CATS[cat]) & set(view.fan)]
    told = [
        f"`{number}` {cat_words(cat, scene)}" + (f" →{NARROW}{placed}" if cat in own else "")
        for number, cat in enumerate(view.hand, 1)
    ]
    if own:
        told.append(say("hand-match", mask=placed))
    return Field(say("hand-cats"), "\n".join(told) or say("hand-empty"))


# The guess


def _guessing(question: Asked) -> Screen:
    """Return the next screen of a guess: the opponent, then the feature, which is the guess.

    A single opponent need not be chosen. A guess that is certainly wrong asks back, and where the
    table asks before a guess, each one does.
    """
    opponents = tuple(dict.fromkeys(move.opponent for move in guesses_in(question.moves)))
    match question.entered.values:
        case (int(opponent), int(feature)) if question.view.asks or feature in _wrong(
            question, opponent
        ):
            return _confirm(question, GuessFeature(opponent, feature))
        case (int(opponent), *_):
            return _features(question, opponent, can_go_back=len(opponents) > 1)
        case _ if len(opponents) == 1:
            return _features(question, opponents[0], can_go_back=False)
        case _:
            return _opponents(question, opponents)


def _opponents(question: Asked, opponents: tuple[Seat, ...]) -> Screen:
    """Return whom to ask; in a picture, the floor is as high as the next screen's buttons are."""
    view, scene, say = question.view, question.scene, question.scene.say
    buttons = tuple(
        Button(
            label=f"{letter(seat, scene)} · {shortened(scene.labels[seat], NAME_ROOM, say)}",
            press=question.open(_guess_of(seat)),
            style="main",
            emoji=mask_sign(seat, scene),
        )
        for seat in opponents
    )
    rows = tuple(filter(None, (buttons, (_skip(question),))))
    todo = say("guess-opponent") if opponents else say("guess-nobody")
    text = lines(todo, _last_round(view, say))
    if scene.pictures:
        return Screen("", text, picture=pictures.floor(view, scene, large=True), rows=rows)
    text = lines(text, _own_mask(question.seat, scene))
    return Screen("", text, fields=(_fan(view, question.seat, scene),), rows=rows)


def _features(question: Asked, opponent: Seat, *, can_go_back: bool) -> Screen:
    """Return a button for each feature that may be right; the way to a bluff is one further.

    What ends the turn or leads elsewhere has a row of its own, apart from guesses. With chances,
    each button has its own, and the likeliest come first.
    """
    view, say = question.view, question.scene.say
    wrong, likely = _wrong(question, opponent), pages.Chances()
    if view.help == "odds":
        likely = pages.feature_chances(view, opponent)
    possible = [n for n in _guessable(question, opponent) if n not in wrong]
    features = [
        _feature(question, GuessFeature(opponent, feature), likely)
        for feature in pages.sort_by_chance(possible, likely)
    ]
    bluff = tuple(
        Button(say("guess-bluff"), question.open(_guess_of(opponent).plus(feature)))
        for feature in wrong[:1]
    )
    back = (_back(question, START),) if can_go_back else ()
    return replace(
        _clues(question, opponent),
        text=lines(_ask_feature(question, opponent), say("guess-stakes"), _last_round(view, say)),
        rows=(*in_rows(features), (*back, _skip(question), *bluff)),
    )


def _feature(question: Asked, move: GuessFeature, likely: pages.Chances) -> Button:
    say, feature = question.scene.say, move.feature
    name, full = label(feature, say), _guess_of(move.opponent).plus(feature)
    return Button(
        label=pages.add_chance(name, likely[feature], say) if likely else name,
        press=question.open(full) if question.view.asks else question.submit(move),
        style="main",
        emoji=sign(feature, question.scene),
    )


def _confirm(question: Asked, move: GuessFeature) -> Screen:
    """Ask whether a guess is meant; of those that are certainly wrong another can be chosen."""
    scene, say, opponent = question.scene, question.scene.say, move.opponent
    wrong = _wrong(question, opponent)
    is_bluff = move.feature in wrong
    menu = Select(
        placeholder=say("guess-bluff"),
        press=question.open(Prefix(GuessFeature)),  # the way back has the longer path
        options=tuple((f"{opponent}/{number}", label(number, say)) for number in wrong),
        chosen=(f"{opponent}/{move.feature}",),
    )
    yes = Button(
        label=say("guess-yes" if is_bluff else "guess-sure"),
        press=question.submit(move),
        style="bad" if is_bluff else "main",
        emoji=sign(move.feature, scene),
    )
    buttons = (yes, _back(question, _guess_of(opponent)))
    claimed = claim(brief(opponent, scene), move.feature, say)
    if is_bluff:
        note, text = say("guess-certainly-wrong", claim=claimed), _ask_feature(question, opponent)
    else:
        note = say("guess-really", claim=claimed)
        text = lines(say("guess-stakes"), _last_round(question.view, say))
    rows = ((menu,), buttons) if is_bluff else (buttons,)
    return replace(_clues(question, opponent), text=text, note=note, rows=rows)


def _guess_of(opponent: Seat) -> Prefix:
    """Return the beginning of all guesses of an opponent's features."""
    return Prefix(GuessFeature, (opponent,))


def _ask_feature(question: Asked, opponent: Seat) -> str:
    return question.scene.say("guess-feature", name=brief(opponent, question.scene))


def _wrong(question: Asked, opponent: Seat) -> tuple[int, ...]:
    """Return what can be guessed and is certainly wrong; nothing on a table without help."""
    if question.view.help == "none":
        return ()
    open_ones = _guessable(question, opponent)
    return tuple(n for n in certainly_wrong(question.view, opponent) if n in open_ones)


def _guessable(question: Asked, opponent: Seat) -> tuple[int, ...]:
    """Return the features of an opponent that can be guessed, ascending."""
    return tuple(m.feature for m in guesses_in(question.moves) if m.opponent == opponent)


def _clues(question: Asked, opponent: Seat) -> Screen:
    """Return the cats that tell something of an opponent; in words, the own cat, too."""
    view, scene = question.view, question.scene
    if scene.pictures:
        return Screen("", picture=pictures.clues(view, opponent, scene))
    masked, bare = newest_cats(telling_cats(view, opponent), MAX_SHOWN_CATS)
    groups = (("guess-cats-with", masked), ("guess-cats-without", bare))
    told = (_group(key, cats, opponent, scene) for key, cats in groups if cats)
    return Screen("", fields=(_fan(view, question.seat, scene), *told))


def _group(key: str, cats: Dancers, opponent: Seat, scene: ScreenContext) -> Field:
    """Return as many of these cats as fit, without masks: the heading tells about the one."""
    name = scene.say(key, mask=mask(opponent, scene), cats=len(cats))
    unmasked = [replace(dancer, masks=()) for dancer in cats]
    return Field(name, floor_words(unmasked, scene, MAX_FIELD_CHARACTERS))


def _skip(question: Asked) -> Button:
    return Button(question.scene.say("guess-skip"), question.submit(SKIP), emoji="⏭️")


def _back(question: Asked, prefix: Prefix) -> Button:
    return Button(question.scene.say("guess-back"), question.open(prefix), emoji="↩️")


def _own_mask(seat: Seat, scene: ScreenContext) -> str:
    return scene.say("hand-mask", mask=mask(seat, scene))


def _last_round(view: View, say: Text) -> str:
    return say("last-round") if view.last_round and view.phase != "over" else ""
