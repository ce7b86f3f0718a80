"""Lets people who only watch a game guess who wins it, and what it reveals next.

Onlookers guess, and so do players who are out of the game.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from bot.domain.changes import Change, Click, Refused, make_table_event
from bot.domain.display_names import escape_name
from bot.domain.table import Finished, Match, Person, Table
from bot.engine.events import EventRecord, Seat
from bot.engine.game import Stale
from bot.engine.package import GamePackage
from bot.engine.predictions import Prediction

PREDICTED_EVENT, CLAIRVOYANT_EVENT = "table-predicted", "table-clairvoyant"
MIN_CLAIRVOYANT_CALLS = 10
"""The minimum number of right predictions and guesses that make one clairvoyant. All kept games of
a person count, on all servers.
"""


def only_watches(table: Table, package: GamePackage, user: int) -> bool:
    """Tell whether a person only watches a running game, so that they may guess.

    People who have left know more than an onlooker. Lessons have no onlookers.
    """
    if not isinstance(table, Match) or table.is_lesson:
        return False
    seat = table.seat_of(user)
    if seat is not None:
        return package.game.is_out(table.state, seat)
    return all(leaver.user != user for leaver in table.leavers)


def can_guess_winner(table: Table) -> bool:
    """Tell whether people who watch the game may still guess who wins."""
    return isinstance(table, Match) and table.takes_guesses


def can_win(table: Match, package: GamePackage, seat: Seat) -> bool:
    """Tell whether a seat may still win: somebody plays there who is not out of the game."""
    return not table.players[seat].is_vacant and not package.game.is_out(table.state, seat)


def find_guesser(table: Table, user: int) -> Person | None:
    """Return what a person has guessed about the game of a table, or None if nothing."""
    people = table.guessers if isinstance(table, Match | Finished) else ()
    return next((person for person in people if person.user == user), None)


def count_guesses(table: Match) -> int:
    """Return how many people have guessed who wins."""
    return sum(person.winner is not None for person in table.guessers)


def guess_winner(table: Table, package: GamePackage, click: Click, seat: Seat) -> Change:
    """Note whom a person who watches expects to win: a seat, or a team of `GamePackage.teams`.

    A person may change their mind once. The same guess again changes nothing.

    Raises:
        Refused: The person plays, it is too late to guess, they have changed their mind before, or
            the player on the seat cannot win any more.
    """
    if not isinstance(table, Match) or not only_watches(table, package, click.user):
        raise Refused("guess-not-yours")
    if not can_guess_winner(table):
        raise Refused("guess-too-late")
    guesser = find_guesser(table, click.user) or Person(click.user, click.short_name)
    if guesser.winner == seat:
        return Change(table)
    if not package.teams and not can_win(table, package, seat):
        raise Refused("guess-out", name=escape_name(table.players[seat].name))
    if guesser.has_changed_mind and package.teams:
        raise Refused("guess-stays-team")
    if guesser.has_changed_mind:
        raise Refused("guess-stays", name=escape_name(table.players[guesser.winner or 0].name))
    changes = guesser.winner is not None
    return Change(set_guesser(table, replace(guesser, winner=seat, has_changed_mind=changes)))


def set_guesser(table: Match, guesser: Person) -> Match:
    """Return the table with what one person guesses, in place of what they guessed before."""
    others = tuple(person for person in table.guessers if person.user != guesser.user)
    return replace(table, guessers=(*others, guesser))


def find_prediction(table: Match, package: GamePackage) -> Prediction | None:
    """Return the question about the game that people who watch answer now, or None."""
    view = package.game.view(table.state, None)
    return package.predictions.find(view) if package.predictions else None


def predict(table: Table, package: GamePackage, click: Click, decision: str, choice: str) -> Change:
    """Note what a person who watches predicts. While the question is open, they may change it.

    Raises:
        Refused: The person plays or has played in this game.
        Stale: The question is not open any more.
    """
    if not isinstance(table, Match) or not only_watches(table, package, click.user):
        raise Refused("guess-not-yours")
    asked = find_prediction(table, package)
    if asked is None or not asked.is_open or str(asked.decision) != decision:
        raise Stale
    if choice not in map(str, asked.choices):
        raise Stale
    guesser = find_guesser(table, click.user) or Person(click.user, click.short_name)
    guesser = replace(guesser, prediction=choice, decision=asked.decision, outcome="")
    return Change(set_guesser(table, guesser))


def settle_predictions(before: Match, change: Change, package: GamePackage) -> Change:
    """Return a step of the game with what it makes of the predictions, and how many are right.

    A prediction lapses if the step leads to another question and gives no answer.
    """
    after = change.table
    if not isinstance(after, Match):
        return change
    asked, following = find_prediction(before, package), find_prediction(after, package)
    answer = ""
    if package.predictions and asked:
        answer = package.predictions.find_right(package.game, change.events)
    decision = asked.decision if asked else None
    if not answer and (following is None or following.decision == decision):
        return change
    guessers, made = list[Person](), 0
    for person in before.guessers:
        is_about_this = bool(person.prediction) and person.decision == decision
        made += is_about_this
        guessers.append(_settle(person, answer, is_about_this=is_about_this))
    change = replace(change, table=replace(after, guessers=tuple(guessers)))
    if not answer or not made:
        return change
    right = sum(person.outcome == "right" for person in guessers)
    told = make_table_event(PREDICTED_EVENT, right, made)
    return replace(change, events=(*change.events, told))


def _settle(person: Person, answer: str, *, is_about_this: bool) -> Person:
    """Return a person with the outcome of their prediction, and without that of an older one."""
    if not is_about_this:
        return replace(person, outcome="")
    if not answer:
        return replace(person, outcome="lapsed")
    if person.prediction != answer:
        return replace(person, outcome="wrong")
    return replace(person, outcome="right", right_predictions=person.right_predictions + 1)


def is_clairvoyant(right_calls: int) -> bool:
    """Tell whether a person has been right often enough about games that they only watched."""
    return right_calls >= MIN_CLAIRVOYANT_CALLS


def list_clairvoyants(
    table: Finished, former_calls: Mapping[int, int], calls: Mapping[int, int]
) -> tuple[EventRecord, ...]:
    """Return an event for each person whom a finished game has made clairvoyant.

    Both mappings tell how often people were right, by user id: before this game, and with it.
    """
    return tuple(
        make_table_event(CLAIRVOYANT_EVENT, person.name)
        for person in table.guessers
        if is_clairvoyant(calls[person.user]) and not is_clairvoyant(former_calls[person.user])
    )
