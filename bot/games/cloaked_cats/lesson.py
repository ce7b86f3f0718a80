"""The hints that teach a learner Cloaked Cats during the lesson, a short game against a computer.

Each hint explains a rule at the moment it matters, from the learner's view. Hints depend on the
cats on the dance floor, not on a script. So the learner may play in any way. There are two players,
and the learner begins, so the last round leaves the learner no guess.
"""

from msgspec.structs import replace

from bot.engine.events import Seat
from bot.engine.lessons import format_lesson_hint, highlight_advice
from bot.engine.screen import Screen
from bot.engine.screens import Question, ScreenContext
from bot.engine.text_helpers import join_names, join_paragraphs
from bot.games.cloaked_cats import words
from bot.games.cloaked_cats.computer.deduction import find_proven_features
from bot.games.cloaked_cats.model.moves import SKIP, GuessFeature, PlayCat
from bot.games.cloaked_cats.model.state import CATS, FEATURES_PER_FAN, View
from bot.games.cloaked_cats.pages import FeatureChances, compute_feature_chances

MIN_GUESS_CHANCE = 1 / 3
"""The lowest chance of being right, from 0 to 1, at which the lesson advises a guess. A right guess
takes a point from the opponent and wins one. A wrong guess gives the opponent a point.
"""
FIRST_NOTEBOOK_ROUND = 2
"""The round, from 1, in which the lesson explains the notebook. The notebook lists which features
the opponent can have. This is the first round in which there is enough to note.
"""
FIRST_CHOOSING_ROUND = 3
"""The round, from 1, in which the lesson explains how to choose the next cat to play. The learner
has seen by then what a played cat reveals.
"""

Lines = tuple[str, ...]


def add_lesson(question: Question[View], own: Screen) -> Screen:
    """Return the learner's own screen with the hint of the moment, and the advised button green.

    While the learner confirms a guess, there is no hint, and no button is green.

    Args:
        question: The decision that the learner has to make, if any, and all that they may know.
        own: The learner's own screen, with all buttons as in a usual game.
    """
    if question.entered.find_completed_move(question.moves):
        return highlight_advice(own, "")
    text = join_paragraphs(explain_moment(question), own.text)
    return highlight_advice(replace(own, text=text), _advise_move(question))


def _advise_move(question: Question[View]) -> str:
    """Return the move that the lesson advises, as text such as "guess/1/9", or "" if there is none.

    For a cat to play, it is one with many features that the opponent may have, and few of the
    learner's own. For a guess, it is the one that the hint names, or to skip.
    """
    view, seat = question.view, question.seat
    if question.prompt is None:
        return ""
    other = _find_opponent(seat)
    if question.prompt.kind == "cat":
        chances = compute_feature_chances(view, other)
        return PlayCat(max(view.hand, key=lambda cat: _rate_cat(view, cat, chances))).path
    best = _find_best_guess(view, other)
    if best is None or best[1] < MIN_GUESS_CHANCE:
        return SKIP.path
    return GuessFeature(other, best[0]).path


def _rate_cat(view: View, cat: int, chances: FeatureChances) -> int:
    telling = sum(0 < chances[feature] < 1 for feature in CATS[cat])
    return telling - sum(feature in view.fan for feature in CATS[cat])


def explain_moment(question: Question[View]) -> str:
    """Return the hint that fits the current state of the lesson, as one line.

    The hint is short enough to fit on one screen together with the cards.
    """
    view, seat, context = question.view, question.seat, question.context
    if question.prompt is None:
        wait = context.say("lesson-wait", name=_name_other(seat, context))
        told = _tell_missed_guess(view, seat, context)
        told = told or _explain_first_guess(view, seat, seat, context) or (wait,)
    elif question.prompt.kind == "cat":
        told = _explain_before_cat(view, seat, context)
    else:
        told = _explain_before_guess(view, seat, context)
    return format_lesson_hint(" ".join(told), context)


def explain_end(view: View, context: ScreenContext) -> str:
    """Return a sentence on where the learner's points came from and what to do after the lesson."""
    seat = view.viewer or 0
    points, received = view.points[seat], view.received[seat]
    return context.say("lesson-over", received=received, hidden=points - received, points=points)


def _explain_before_cat(view: View, seat: Seat, context: ScreenContext) -> Lines:
    if not view.floor:
        return (context.say("lesson-begin", name=_name_other(seat, context)),)
    return (
        _explain_first_guess(view, seat, _find_opponent(seat), context)
        or _explain_own_answer(view, seat, context)
        or ((context.say("lesson-choose"),) if view.round == FIRST_CHOOSING_ROUND else ())
        or _explain_their_answer(view, seat, context)
    )


def _explain_before_guess(view: View, seat: Seat, context: ScreenContext) -> Lines:
    if view.round == FIRST_NOTEBOOK_ROUND:
        return (context.say("lesson-notebook"), *_advise_guess(view, seat, context))
    return (*_explain_their_answer(view, seat, context), *_advise_guess(view, seat, context))


def _explain_own_answer(view: View, seat: Seat, context: ScreenContext) -> Lines:
    """Return what the opponent learned from the learner's last cat.

    The learner either placed a mask tile on it or did not. Each of these two cases is explained
    only once in a lesson; otherwise, the result is empty.
    """
    placed = [seat in dancer.masks for dancer in view.floor if dancer.seat == seat]
    if placed.count(placed[-1]) > 1:
        return ()
    key = "lesson-own-mask" if placed[-1] else "lesson-own-bare"
    return (
        context.say(key, name=_name_other(seat, context), mask=words.format_mask(seat, context)),
    )


def _explain_their_answer(view: View, seat: Seat, context: ScreenContext) -> Lines:
    """Return what the newest cat reveals about the opponent's features.

    The result is empty if the cat reveals nothing new.
    """
    say, name, newest = context.say, _name_other(seat, context), view.floor[-1]
    masked = _find_opponent(seat) in newest.masks
    if set(view.revealed[_find_opponent(seat)]) & set(CATS[newest.cat]):
        return (say("lesson-their-known", name=name),)
    chances = compute_feature_chances(view, _find_opponent(seat))
    spoken = words.order_spoken_features(newest.cat)
    asked = [n for n in spoken if n not in view.fan and (not masked or chances[n] > 0)]
    if not asked:
        return ()
    signed = [words.format_signed_feature(number, context) for number in asked]
    features = ", ".join(signed) if masked else join_names(signed, say)
    key = "lesson-their-mask" if masked else "lesson-their-bare"
    return (say(key, name=name, features=features, count=len(asked)),)


def _advise_guess(view: View, seat: Seat, context: ScreenContext) -> Lines:
    """Return whether a guess is worth the risk now, and which guess is likeliest to be right.

    The result is empty if all three features of the opponent were guessed already.
    """
    best = _find_best_guess(view, _find_opponent(seat))
    if best is None:
        return ()
    feature, chance = words.format_signed_feature(best[0], context), best[1]
    if chance == 1:
        return (context.say("lesson-certain", feature=feature),)
    key = "lesson-likely" if chance >= MIN_GUESS_CHANCE else "lesson-unlikely"
    return (context.say(key, feature=feature, chance=str(round(100 * chance))),)


def _find_best_guess(view: View, opponent: Seat) -> tuple[int, float] | None:
    """Return the opponent's likeliest feature that nobody has guessed, and its chance.

    The result is None if all three features of the opponent were guessed already.
    """
    revealed = view.revealed[opponent]
    if len(revealed) == FEATURES_PER_FAN:
        return None
    chances = compute_feature_chances(view, opponent)
    best = max((n for n in range(len(chances)) if n not in revealed), key=chances.__getitem__)
    return best, chances[best]


def _tell_missed_guess(view: View, seat: Seat, context: ScreenContext) -> Lines:
    """Return which features the learner could have guessed with certainty in their last turn.

    It is told during the opponent's turn, right after that turn. The result is empty if the learner
    guessed in that turn, or if no feature was certain.
    """
    turn = view.turn - 1
    own = [place for place, dancer in enumerate(view.floor, 1) if dancer.seat == seat]
    if not own or any(guess.turn == turn and guess.seat == seat for guess in view.guesses):
        return ()
    earlier = tuple(guess for guess in view.guesses if guess.turn < turn)
    then = replace(view, floor=view.floor[: own[-1]], guesses=earlier)
    other = _find_opponent(seat)
    proven, revealed = find_proven_features(then, other), view.revealed[other]
    certain = [number for number in proven if number not in revealed]
    features = ", ".join(words.format_signed_feature(number, context) for number in certain)
    return (context.say("lesson-passed", features=features),) if certain else ()


def _explain_first_guess(view: View, seat: Seat, guesser: Seat, context: ScreenContext) -> Lines:
    """Return an explanation of a player's newest guess if it is their first right or wrong one.

    Otherwise, or if it is older than the last turn, the result is empty.
    """
    guesses = [guess for guess in view.guesses if guess.seat == guesser]
    if not guesses or guesses[-1].turn < view.turn - 1:
        return ()
    newest = guesses[-1]
    if sum(guess.right == newest.right for guess in guesses) > 1:
        return ()
    feature = words.format_signed_feature(newest.feature, context)
    key = "guess" if guesser == seat else "their-guess"
    answer, name = "right" if newest.right else "wrong", _name_other(seat, context)
    return (context.say(f"lesson-{key}-{answer}", name=name, feature=feature),)


def _find_opponent(seat: Seat) -> Seat:
    return 1 - seat


def _name_other(seat: Seat, context: ScreenContext) -> str:
    return words.format_player(_find_opponent(seat), context)
