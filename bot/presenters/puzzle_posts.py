"""Renders the daily post about the puzzle in a server's channel."""

from collections.abc import Sequence

from msgspec import Struct

from bot.domain.display_names import escape_name
from bot.engine.screen import Button, Screen, TableAction
from bot.engine.text_helpers import join_lines, join_paragraphs
from bot.i18n import Text
from bot.presenters.puzzles import SHOW_PUZZLE, ShownPuzzle, format_puzzle_title
from bot.storage.puzzle_repository import Solver

MAX_NAMED_SOLVERS = 10
"""The maximum number of people whom a post names. The others are only counted."""


class ServerNews(Struct, frozen=True):
    """What the daily post tells about the people of a server."""

    streak_days: int
    """How many days in a row anybody of the server has solved the puzzle."""
    solvers: Sequence[Solver]
    """Who of the server solved yesterday's puzzle, in the order in which they are named."""
    par: int | None
    """The par of the puzzle `par_number`, or None if nobody has solved it."""
    par_number: int


def make_play_press(number: int) -> TableAction:
    """Return the press that shows a person the puzzle of a day."""
    return TableAction(SHOW_PUZZLE, str(number))


def render_puzzle_post(shown: ShownPuzzle, news: ServerNews, *, has_names: bool = True) -> Screen:
    """Return the post about the puzzle of a day, which shows what lies open at the start.

    Args:
        shown: The puzzle, without any marks.
        has_names: Whether people are named. If not, they are only counted.
    """
    say, view = shown.say, shown.view(())
    told = [say("puzzle-post-streak", days=news.streak_days)]
    told.append(_tell_solvers(news, say, has_names=has_names))
    if news.par is not None:
        told.append(say("puzzle-post-par", number=str(news.par_number), par=news.par))
    play = Button(say("button-puzzle-play"), make_play_press(shown.number), "good", "🐾")
    cards = shown.puzzles.tell(view) if shown.reads_text else ""
    return Screen(
        format_puzzle_title(shown),
        join_paragraphs(say("puzzle-post-text"), join_lines(*told), cards),
        picture=None if shown.reads_text else shown.puzzles.make_picture(view),
        rows=((play,),),
    )


def _tell_solvers(news: ServerNews, say: Text, *, has_names: bool) -> str:
    """Return who solved yesterday's puzzle, or "" if nobody did."""
    shown = [each for each in news.solvers if has_names and not each.is_hidden]
    named = [
        say("puzzle-post-solver", name=escape_name(each.name), prints=each.prints)
        for each in shown[:MAX_NAMED_SOLVERS]
    ]
    people, more = " · ".join(named), len(news.solvers) - len(named)
    if more:
        key = "puzzle-post-more" if named else "puzzle-post-only"
        people = say(key, people=people, more=more)
    return say("puzzle-post-solvers", people=people) if people else ""
