"""The hints of the lesson for new players, each shown at the moment when it matters.

There is one hint at a time, and one green button: the advised move. The hint depends on the
learner's cards, the points and the current question instead of a script, so the learner can make
any move. A lesson has two players, the five factions for the first game, and a low number of points
to win.
"""

from collections.abc import Iterable, Sequence
from random import Random

from msgspec.structs import replace

from bot.engine.events import Seat
from bot.engine.game import Place
from bot.engine.lessons import format_lesson_hint, highlight_advice
from bot.engine.moves import EMPTY_PREFIX, Move
from bot.engine.screen import Button, Screen
from bot.engine.screens import Question, ScreenContext
from bot.games.catham_city import words
from bot.games.catham_city.computer import choose_as_tomcat
from bot.games.catham_city.model import moves, state
from bot.games.catham_city.private import is_playable

POINTS_NEAR_WINNING = 3
"""The lesson hints that a player is close to winning if at most this many points are missing. A
single play can bring them.
"""
CARDS_NEAR_LIMIT = 9
"""The number of cards in the hand from which the lesson warns of the hand limit."""
FACTIONS_EXPLAINED_FIRST = (
    state.SCIENTISTS,
    state.DETECTIVES,
    state.MAFIA,
    state.ROBOCATS,
    state.HACKERS,
)
"""The order in which the lesson explains factions if the learner can play several of them."""


def add_lesson(question: Question[state.View], own: Screen) -> Screen:
    """Return the learner's own screen with a button for the advised move, the only green one.

    If a menu holds the advised move, the screen gets a button for it, too.

    Args:
        question: The decision that the learner has to make, if any, and all that they may know.
        own: The learner's own screen, with all buttons as in a usual game.
    """
    move = advise_move(question)
    if move is None:
        return highlight_advice(own, "")
    if question.entered == EMPTY_PREFIX and (label := _label_menu_move(move, question.context)):
        own = replace(own, rows=((Button(label, question.submit(move)),), *own.rows))
    return highlight_advice(own, move.path)


def _label_menu_move(move: Move, context: ScreenContext) -> str:
    """Return the label of a button that replaces the use of a menu, or "" for any other move."""
    match move:
        case moves.Take(faction, number):
            key, cards = "lesson-button-take", (faction,) * number
        case moves.Discard(cards) | moves.Drop(cards) if cards:
            key = "lesson-button-discard"
        case _:
            return ""
    groups = words.count_by_faction(cards)
    named = (words.format_card_count(faction, number, context.say) for faction, number in groups)
    return context.say(key, cards=", ".join(named))


def advise_move(question: Question[state.View]) -> Move | None:
    """Return the move that the lesson advises, or None if the learner has nothing to decide.

    It is the choice of a computer player of the middle level among the moves that the hint of this
    moment speaks of.
    """
    legal = tuple(_select_hinted_moves(question))
    return choose_as_tomcat(question.view, legal, Random(0)) if legal else None  # noqa: S311 - no draw of the game


def _select_hinted_moves(question: Question[state.View]) -> Iterable[Move]:
    """Return the legal moves among which the lesson chooses the one that it advises.

    They are takes in the first turn, plays if the hand is nearly full, or plays of the faction that
    the hint explains. For cards to discard, they are those of which the learner has fewest. A card
    that detectives look for is always discarded, and cards for the mafia rather than a point.
    """
    view, legal = question.view, question.moves
    if question.prompt and question.prompt.kind == "action":
        plays = [move for move in legal if isinstance(move, moves.Play)]
        if view.turn == 0:
            return [move for move in legal if isinstance(move, moves.Take)]
        if len(view.hand) >= CARDS_NEAR_LIMIT:
            return plays or legal
        new = _find_unexplained_faction(view)
        return [move for move in plays if move.faction == new] or legal
    discards = [move for move in legal if isinstance(move, moves.Discard | moves.Drop)]
    fewest = min((_count_alike(view, move.cards) for move in discards), default=0)
    return [move for move in discards if _count_alike(view, move.cards) == fewest] or legal


def _count_alike(view: state.View, cards: state.Cards) -> int:
    return sum(view.hand.count(card) for card in cards)


def explain_moment(question: Question[state.View]) -> str:
    """Return the hint for the learner at this moment of the lesson."""
    return format_lesson_hint(_write_hint(question), question.context)


def _write_hint(question: Question[state.View]) -> str:
    view, seat, prompt, context = question.view, question.seat, question.prompt, question.context
    say, name = context.say, _name_other(seat, context)
    if prompt is None:
        if view.phase == "answers":
            return say("lesson-wait-answer", name=name)
        race = say("lesson-race", target=view.target) if view.turn < len(view.points) else ""
        return f"{say('lesson-wait', name=name)} {race}".rstrip()
    match prompt.kind:
        case "action":
            return _explain_action(question)
        case "discard":
            return say("lesson-discard")
        case faction:
            return say(f"lesson-asked-{faction}", name=name)


def explain_end(places: Sequence[Place], seat: Seat, context: ScreenContext) -> str:
    """Return the sentence that ends the lesson, depending on whether the learner has won."""
    won = any(place.seat == seat and place.rank == 1 for place in places)
    return context.say("lesson-over", won="yes" if won else "no")


def _explain_action(question: Question[state.View]) -> str:
    """Return the most important hint for a learner who has to choose an action.

    The first that applies is chosen: a nearly full hand, or a faction that can be played for the
    first time. Else the hint names the advised move, and says if a player is close to winning.
    """
    view, seat, context = question.view, question.seat, question.context
    say, name = context.say, _name_other(seat, context)
    if len(view.hand) >= CARDS_NEAR_LIMIT:
        return say("lesson-full")
    faction = _find_unexplained_faction(view)
    if view.turn and faction is not None:
        signed = words.format_signed_faction(faction, context)
        return say(f"lesson-play-{state.FACTIONS[faction]}", faction=signed, name=name)
    mine, theirs = (view.target - view.points[each] for each in (seat, 1 - seat))
    first = ""
    if view.turn == 0:
        first = say("lesson-begin", name=name, target=view.target)
    elif mine <= POINTS_NEAR_WINNING:
        first = say("lesson-own-close", points=words.format_points(mine, say))
    elif theirs <= POINTS_NEAR_WINNING:
        first = say("lesson-their-close", name=name, missing=theirs)
    return f"{first} {_explain_advice(question)}".strip()


def _find_unexplained_faction(view: state.View) -> int | None:
    """Return a faction that the learner can play and that nobody has played yet, or None.

    A faction counts as played if its cards are in the discard pile.
    """
    playable = (faction for faction in FACTIONS_EXPLAINED_FIRST if is_playable(view, faction))
    return next((faction for faction in playable if faction not in view.discards), None)


def _explain_advice(question: Question[state.View]) -> str:
    """Return the sentence that names the advised action, and what it is good for."""
    view, context = question.view, question.context
    match advise_move(question):
        case moves.Take(faction, number):
            held, needed = view.hand.count(faction), state.MIN_CARDS_TO_PLAY[faction]
            key = "lesson-take" if held < needed <= held + number else "lesson-collect"
            cards = words.format_cards((faction,) * number, context)
        case moves.Play() as play:
            key, cards, faction = "lesson-play", "", play.faction
        case _:
            return ""
    return context.say(key, cards=cards, faction=words.format_signed_faction(faction, context))


def _name_other(seat: Seat, context: ScreenContext) -> str:
    return words.format_player(1 - seat, context)
