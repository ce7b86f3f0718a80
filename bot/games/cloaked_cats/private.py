"""The own screen of a player of Cloaked Cats: the fan, the cat cards, and the steps of a guess."""

from collections.abc import Iterator

from msgspec.structs import replace

from bot.engine.events import Seat
from bot.engine.moves import EMPTY_PREFIX, Prefix
from bot.engine.screen import Button, Field, Screen, Select, SubmitMove, arrange_in_rows
from bot.engine.screens import Question, ScreenContext
from bot.engine.text_helpers import NO_BREAK_SPACE, join_lines, shorten_name
from bot.games.cloaked_cats import pages, pictures, words
from bot.games.cloaked_cats.art.drawing import MAX_SHOWN_CATS
from bot.games.cloaked_cats.computer.deduction import (
    find_impossible_features,
    find_informative_cats,
    select_newest_cats,
)
from bot.games.cloaked_cats.model.moves import SKIP, GuessFeature, PlayCat, filter_guess_moves
from bot.games.cloaked_cats.model.state import CATS, NumberedDancers, View
from bot.i18n import Text

MAX_FIELD_CHARACTERS = 1000
"""The maximum length of the list of cats in one embed field; Discord allows 1,024 characters."""

MAX_FEATURE_BUTTONS = 8
"""The maximum number of buttons for features to guess; a phone has room for two in a row."""

CatsQuestion = Question[View]


def make_private_screen(question: CatsQuestion) -> Screen:
    """Return a player's own screen: their features and cats, or the next choice of a guess."""
    if question.prompt is None:
        return _show_hand(question, _tell_waiting(question))
    if question.prompt.kind == "cat":
        return _show_hand(question, question.context.say("hand-play"))
    return _show_guess_step(question)


# Hand


def _tell_waiting(question: CatsQuestion) -> str:
    """Return a sentence that tells a player that the game waits for somebody else.

    It names nobody, because it stays while others take their turns. It is empty in a lesson, where
    a hint says who is asked, and at the end of the game.
    """
    view, context = question.view, question.context
    if context.lesson or view.active is None:
        return ""
    seats = len(view.points)
    place = (question.seat - view.starter) % seats
    is_done = view.last_round and place < view.turn % seats
    return context.say("hand-wait-last" if is_done else "hand-wait")


def _show_hand(question: CatsQuestion, instruction: str) -> Screen:
    view, seat, context = question.view, question.seat, question.context
    rows = tuple(filter(None, (tuple(_make_cat_buttons(question)),))) if instruction else ()
    text = join_lines(instruction, _tell_last_round(view, context.say))
    if context.pictures:
        return Screen("", text, picture=pictures.make_hand_picture(view, seat, context), rows=rows)
    fields = (_make_fan_field(view, seat, context), _make_cats_field(view, seat, context))
    return Screen("", join_lines(text, _tell_own_mask(seat, context)), fields=fields, rows=rows)


def _make_cat_buttons(question: CatsQuestion) -> Iterator[Button]:
    """Yield a button for each cat card in the hand, disabled unless a cat has to be played now."""
    context, is_asked = question.context, question.prompt is not None
    for number, cat in enumerate(question.view.hand, 1):
        move, prefix = PlayCat(cat), Prefix(PlayCat, (cat,))
        yield Button(
            label=f"{number}. {words.capitalise(words.format_short_cat(cat, context.say))}",
            press=question.submit(move) if is_asked else question.open(prefix),
            style="main" if is_asked else "plain",
            emoji=words.format_feature_sign(CATS[cat][1], context),
            disabled=not is_asked,
        )


def _make_fan_field(view: View, seat: Seat, context: ScreenContext) -> Field:
    say = context.say
    features = {number: words.format_signed_feature(number, context) for number in view.fan}
    for number in features.keys() & view.revealed[seat]:
        features[number] = say("hand-revealed", feature=features[number])
    return Field(say("hand-features"), "\n".join(features.values()))


def _make_cats_field(view: View, seat: Seat, context: ScreenContext) -> Field:
    say, placed = context.say, words.format_mask(seat, context)
    own = [cat for cat in view.hand if set(CATS[cat]) & set(view.fan)]
    arrow = f" →{NO_BREAK_SPACE}{placed}"
    cats = [words.format_cat(cat, context) + (arrow if cat in own else "") for cat in view.hand]
    told = [f"`{number}` {cat}" for number, cat in enumerate(cats, 1)]
    if own:
        told.append(say("hand-match", mask=placed))
    return Field(say("hand-cats"), "\n".join(told) or say("hand-empty"))


# Guess


def _show_guess_step(question: CatsQuestion) -> Screen:
    """Return the next screen of a guess: choose an opponent, if there are several, then a feature.

    A guess that is certainly wrong has to be confirmed, or every guess if the host chose so.
    """
    opponents = tuple(dict.fromkeys(move.opponent for move in filter_guess_moves(question.moves)))
    match question.entered.values:
        case (int(opponent), int(feature)) if question.view.asks or feature in _find_wrong_features(
            question, opponent
        ):
            return _show_confirmation(question, GuessFeature(opponent, feature))
        case (int(opponent), *_):
            return _show_features(question, opponent, can_go_back=len(opponents) > 1)
        case _ if len(opponents) == 1:
            return _show_features(question, opponents[0], can_go_back=False)
        case _:
            return _show_opponents(question, opponents)


def _show_opponents(question: CatsQuestion, opponents: tuple[Seat, ...]) -> Screen:
    """Return the screen on which the player chooses which opponent to ask.

    The picture always has its full height, so that the buttons of the next screen appear in the
    same place.
    """
    view, context, say = question.view, question.context, question.context.say
    buttons = tuple(
        Button(
            label=(
                f"{words.format_letter(seat, context)} · "
                f"{shorten_name(context.labels[seat], words.MAX_NAME_ROOM, say)}"
            ),
            press=question.open(_make_guess_prefix(seat)),
            style="main",
            emoji=words.format_mask_sign(seat, context),
        )
        for seat in opponents
    )
    rows = tuple(filter(None, (buttons, (_make_skip_button(question),))))
    todo = say("guess-opponent") if opponents else say("guess-nobody")
    text = join_lines(todo, _tell_last_round(view, say))
    if context.pictures:
        picture = pictures.make_floor_picture(view, context, large=True)
        return Screen("", text, picture=picture, rows=rows)
    text = join_lines(text, _tell_own_mask(question.seat, context))
    return Screen("", text, fields=(_make_fan_field(view, question.seat, context),), rows=rows)


def _show_features(question: CatsQuestion, opponent: Seat, *, can_go_back: bool) -> Screen:
    """Return the screen on which the player guesses a feature of an opponent.

    Features that the opponent's masked cats show have buttons, and a menu has all that the opponent
    may have. With the help "odds", the likeliest come first. A bluff, a guess that is certainly
    wrong, takes one more press.
    """
    view, say = question.view, question.context.say
    wrong, likely = _find_wrong_features(question, opponent), pages.FeatureChances()
    if view.help == "odds":
        likely = pages.compute_feature_chances(view, opponent)
    found = [n for n in _find_guessable_features(question, opponent) if n not in wrong]
    possible = pages.sort_by_chance(found, likely)
    shown = possible
    if len(possible) > MAX_FEATURE_BUTTONS:
        masked = _list_masked_features(view, opponent)
        shown = tuple(n for n in possible if n in masked)[:MAX_FEATURE_BUTTONS]
    features = [
        _make_feature_button(question, GuessFeature(opponent, feature), likely) for feature in shown
    ]
    menu = ((_make_feature_menu(question, opponent, possible, likely),),)
    bluff = tuple(
        Button(say("guess-bluff"), question.open(_make_guess_prefix(opponent).add_value(feature)))
        for feature in wrong[:1]
    )
    back = (_make_back_button(question, EMPTY_PREFIX),) if can_go_back else ()
    asked, last = _ask_feature(question, opponent), _tell_last_round(view, say)
    rows = (*arrange_in_rows(features), *(menu if len(shown) < len(possible) else ()))
    return replace(
        _show_clues(question, opponent),
        text=join_lines(asked, say("guess-stakes"), last),
        rows=(*rows, (*back, _make_skip_button(question), *bluff)),
    )


def _list_masked_features(view: View, opponent: Seat) -> tuple[int, ...]:
    """Return the features of the cats that an opponent's masks tell something about.

    If all of these do not fit on buttons, only those of the newest cats are returned.
    """
    masked, _ = find_informative_cats(view, opponent)
    found: dict[int, None] = {}
    for dancer in reversed(masked):
        found |= dict.fromkeys(CATS[dancer.cat])
        if len(found) >= MAX_FEATURE_BUTTONS:
            break
    return tuple(found)


def _make_feature_menu(
    question: CatsQuestion, opponent: Seat, features: tuple[int, ...], chances: pages.FeatureChances
) -> Select:
    say, prefix = question.context.say, _make_guess_prefix(opponent)
    press = SubmitMove(question.decision, prefix.path)
    return Select(
        say("guess-all"),
        question.open(prefix) if question.view.asks else press,
        tuple((str(number), _format_chance(number, chances, say)) for number in features),
    )


def _make_feature_button(
    question: CatsQuestion, move: GuessFeature, chances: pages.FeatureChances
) -> Button:
    feature, full = move.feature, _make_guess_prefix(move.opponent).add_value(move.feature)
    return Button(
        label=_format_chance(feature, chances, question.context.say),
        press=question.open(full) if question.view.asks else question.submit(move),
        style="main",
        emoji=words.format_feature_sign(feature, question.context),
    )


def _format_chance(feature: int, chances: pages.FeatureChances, say: Text) -> str:
    name = words.format_feature_label(feature, say)
    return pages.add_chance(name, chances[feature], say) if chances else name


def _show_confirmation(question: CatsQuestion, move: GuessFeature) -> Screen:
    """Return the screen that asks the player to confirm a guess, or to choose another bluff."""
    context, say, opponent = question.context, question.context.say, move.opponent
    wrong = _find_wrong_features(question, opponent)
    is_bluff = move.feature in wrong
    menu = Select(
        placeholder=say("guess-bluff"),
        press=question.open(Prefix(GuessFeature)),  # the button back has the longer path
        options=tuple((f"{opponent}/{n}", words.format_feature_label(n, say)) for n in wrong),
        chosen=(f"{opponent}/{move.feature}",),
    )
    yes = Button(
        label=say("guess-yes" if is_bluff else "guess-sure"),
        press=question.submit(move),
        style="bad" if is_bluff else "main",
        emoji=words.format_feature_sign(move.feature, context),
    )
    buttons = (yes, _make_back_button(question, _make_guess_prefix(opponent)))
    claimed = words.format_claim(words.format_brief_player(opponent, context), move.feature, say)
    if is_bluff:
        note, text = say("guess-certainly-wrong", claim=claimed), _ask_feature(question, opponent)
    else:
        note = say("guess-really", claim=claimed)
        text = join_lines(say("guess-stakes"), _tell_last_round(question.view, say))
    rows = ((menu,), buttons) if is_bluff else (buttons,)
    return replace(_show_clues(question, opponent), text=text, note=note, rows=rows)


def _make_guess_prefix(opponent: Seat) -> Prefix:
    return Prefix(GuessFeature, (opponent,))


def _ask_feature(question: CatsQuestion, opponent: Seat) -> str:
    context = question.context
    return context.say("guess-feature", name=words.format_brief_player(opponent, context))


def _find_wrong_features(question: CatsQuestion, opponent: Seat) -> tuple[int, ...]:
    """Return the features that the player may name but that the opponent certainly does not have.

    The result is empty in a game without help, because then the bot does not tell.
    """
    if question.view.help == "none":
        return ()
    open_ones = _find_guessable_features(question, opponent)
    return tuple(n for n in find_impossible_features(question.view, opponent) if n in open_ones)


def _find_guessable_features(question: CatsQuestion, opponent: Seat) -> tuple[int, ...]:
    return tuple(m.feature for m in filter_guess_moves(question.moves) if m.opponent == opponent)


def _show_clues(question: CatsQuestion, opponent: Seat) -> Screen:
    view, context = question.view, question.context
    if context.pictures:
        return Screen("", picture=pictures.make_clues_picture(view, opponent, context))
    masked, bare = select_newest_cats(find_informative_cats(view, opponent), MAX_SHOWN_CATS)
    groups = (("guess-cats-with", masked), ("guess-cats-without", bare))
    told = (_make_clues_field(key, cats, opponent, context) for key, cats in groups if cats)
    return Screen("", fields=(_make_fan_field(view, question.seat, context), *told))


def _make_clues_field(key: str, cats: NumberedDancers, seat: Seat, context: ScreenContext) -> Field:
    """Return an embed field that lists as many of some cats as `MAX_FIELD_CHARACTERS` allows."""
    name = context.say(key, mask=words.format_mask(seat, context), cats=len(cats))
    unmasked = [replace(dancer, masks=()) for dancer in cats]
    return Field(name, words.format_floor(unmasked, context, MAX_FIELD_CHARACTERS))


def _make_skip_button(question: CatsQuestion) -> Button:
    return Button(question.context.say("guess-skip"), question.submit(SKIP), emoji="⏭️")


def _make_back_button(question: CatsQuestion, prefix: Prefix) -> Button:
    return Button(question.context.say("guess-back"), question.open(prefix), emoji="↩️")


def _tell_own_mask(seat: Seat, context: ScreenContext) -> str:
    return context.say("hand-mask", mask=words.format_mask(seat, context))


def _tell_last_round(view: View, say: Text) -> str:
    return say("last-round") if view.last_round and view.phase != "over" else ""
