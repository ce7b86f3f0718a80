"""Lets people who only watch a game guess who wins it.

All functions are pure. Onlookers guess, and so do players who are out of the game.
"""

from msgspec.structs import replace

from bot.domain.changes import MAX_NAME_LENGTH, Change, Click, Refused
from bot.domain.display_names import escape_name
from bot.domain.table import Finished, Match, Person, Table
from bot.engine.events import Seat
from bot.engine.package import GamePackage


def only_watches(table: Table, package: GamePackage, user: int) -> bool:
    """Tell whether a person only watches a running game, so that they may guess.

    They do without a seat, or if they are out of the game. People who have left do not count, as
    they know more than an onlooker. Lessons have no onlookers.

    Args:
        table: The table as it is now.
        package: The game of the table, with its rules and texts.
        user: Discord's id of the person.
    """
    if not isinstance(table, Match) or table.is_lesson:
        return False
    seat = table.seat_of(user)
    if seat is not None:
        return package.game.is_out(table.state, seat)
    return all(leaver.user != user for leaver in table.leavers)


def can_guess_winner(table: Table) -> bool:
    """Tell whether people who watch the game may still guess who wins."""
    return isinstance(table, Match) and table.step < table.guess_limit


def find_guesser(table: Table, user: int) -> Person | None:
    """Return what a person has guessed about the game of a table, or None if nothing."""
    people = table.guessers if isinstance(table, Match | Finished) else ()
    return next((person for person in people if person.user == user), None)


def count_guesses(table: Match) -> int:
    """Return how many people have guessed who wins."""
    return sum(person.winner is not None for person in table.guessers)


def guess_winner(table: Table, package: GamePackage, click: Click, seat: Seat) -> Change:
    """Note which player a person who watches expects to win.

    A person may change their mind once. The same guess again changes nothing.

    Args:
        table: The table as it is now.
        package: The game of the table, with its rules and texts.
        click: The person's press.
        seat: The number of the seat that the person expects to win.

    Raises:
        Refused: The person plays, it is too late to guess, or they have changed their mind before.
    """
    if not isinstance(table, Match) or not only_watches(table, package, click.user):
        raise Refused("guess-not-yours")
    if not can_guess_winner(table):
        raise Refused("guess-too-late")
    former = find_guesser(table, click.user)
    if former is not None and former.winner == seat:
        return Change(table)
    if former is not None and former.has_changed_mind:
        raise Refused("guess-stays", name=escape_name(table.players[former.winner or 0].name))
    changes = former is not None and former.winner is not None
    guesser = former or Person(click.user, click.name[:MAX_NAME_LENGTH])
    return Change(set_guesser(table, replace(guesser, winner=seat, has_changed_mind=changes)))


def set_guesser(table: Match, guesser: Person) -> Match:
    """Return the table with what one person guesses, in place of what they guessed before."""
    others = tuple(person for person in table.guessers if person.user != guesser.user)
    return replace(table, guessers=(*others, guesser))
