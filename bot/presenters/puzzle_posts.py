"""Renders the daily post about the puzzle in a server's channel."""

from collections.abc import Collection, Sequence

from msgspec import Struct

from bot.domain.display_names import escape_name
from bot.engine.puzzle_data import Puzzle
from bot.engine.puzzles import Puzzles, PuzzleView
from bot.engine.screen import Button, Screen, TableAction
from bot.engine.text_helpers import join_lines
from bot.i18n import Text
from bot.storage.puzzle_repository import Solver

MAX_NAMED_SOLVERS = 10
"""The maximum number of people whom a post names. The others are only counted."""


class PuzzlePost(Struct, frozen=True):
    """What the daily post tells the people of a server."""

    number: int
    puzzle: Puzzle
    streak_days: int
    """How many days in a row anybody of the server has solved the puzzle."""
    solvers: Sequence[Solver]
    """Who of the server solved yesterday's puzzle, those with the fewest paw prints first."""
    hidden_users: Collection[int]
    """Those of them who are only counted."""
    par: int | None
    """The par of the puzzle `par_number`, or None if nobody has solved it."""
    par_number: int


def make_play_press(number: int) -> TableAction:
    """Return the press that shows a person the puzzle of a day."""
    return TableAction("puzzle", str(number))


def render_puzzle_post(
    post: PuzzlePost, puzzles: Puzzles, view: PuzzleView, say: Text, *, text_only: bool
) -> Screen:
    """Return the post about the puzzle of a day, which shows what lies open at the start.

    Args:
        view: Has the texts of the game.
        say: The texts that all games share, in the language of the post.
        text_only: Whether the cards are told in words.
    """
    lines = [
        say("puzzle-post-text"),
        puzzles.tell(view) if text_only else "",
        say("puzzle-post-streak", days=post.streak_days),
        _tell_solvers(post, say),
    ]
    if post.par is not None:
        lines.append(say("puzzle-post-par", number=str(post.par_number), par=post.par))
    play = Button(say("button-puzzle-post"), make_play_press(post.number), "good", "🐾")
    return Screen(
        say("puzzle-post-title", number=str(post.number)),
        join_lines(*lines),
        picture=None if text_only else puzzles.make_picture(view),
        rows=((play,),),
    )


def _tell_solvers(post: PuzzlePost, say: Text) -> str:
    """Return who solved yesterday's puzzle, or "" if nobody did."""
    shown = [each for each in post.solvers if each.user not in post.hidden_users]
    named = [
        say("puzzle-post-solver", name=escape_name(each.name), prints=each.prints)
        for each in shown[:MAX_NAMED_SOLVERS]
    ]
    people, more = " · ".join(named), len(post.solvers) - len(named)
    if more:
        key = "puzzle-post-more" if named else "puzzle-post-only"
        people = say(key, people=people, more=more)
    return say("puzzle-post-solvers", people=people) if people else ""
