"""Renders what an evening adds to the boards of its tables: points, votes, and the way on."""

from collections import Counter
from math import ceil

from bot.domain.display_names import escape_name
from bot.domain.evenings import Evening, rank_members
from bot.domain.table import Finished, IdleCheck, Lobby, Table, clock_end, find_timer
from bot.domain.voting import VOTE_CLOCK, VOTE_EVENT, find_votes, list_choices
from bot.engine.game import Place
from bot.engine.package import GameRegistry
from bot.engine.screen import MAX_BUTTONS_PER_ROW, Button, Screen, TableAction, arrange_in_rows
from bot.engine.screens import ScreenContext
from bot.engine.text_helpers import format_medals, join_lines, join_paragraphs
from bot.i18n import DEFAULTS_FOLDER, Text, text

MAX_VOTE_BUTTONS = 2 * MAX_BUTTONS_PER_ROW
MAX_LISTED_MEMBERS = 8
"""The maximum number of people on a board's table of an evening: as many as can play one game."""


def describe_evening(table: Table, say: Text) -> str:
    """Return the lines about the evening of a table: everybody's points, or how to earn them.

    A finished table also says when the next lobby opens.
    """
    evening = table.evening
    if evening is None:
        return ""
    if not evening.games:
        return say("evening-new")
    follows = find_timer(table, IdleCheck("next-game")) if isinstance(table, Finished) else None
    on = say("evening-next", until=str(ceil(follows.at))) if follows else ""
    told = say("evening-table", games=len(evening.games), points=format_points(evening, say))
    return join_lines(told, on)


def format_points(evening: Evening, say: Text) -> str:
    """Return the points of an evening in one line, such as "🥇 Ben 5 points · 🥈 Ada 3"."""
    ranked, computer = rank_members(evening), say("mark-computer")
    shown = ranked[:MAX_LISTED_MEMBERS]
    places = [Place(number, rank, each.points) for number, (rank, each) in enumerate(shown)]
    names = tuple(
        escape_name(each.name) + (computer if each.is_computer else "") for _, each in shown
    )
    shared = text(say.language, DEFAULTS_FOLDER)  # games count their points in other words
    told = format_medals(places, ScreenContext(shared, names, names, pictures=False, emojis={}))
    more = len(ranked) - len(shown)
    return f"{told} · {say('names-more', count=more)}" if more else told


def tell_vote_result(table: Lobby, say: Text) -> str:
    """Return the line about the last vote, or "" if its game is not the lobby's any more."""
    results = [event.values for event in table.public_events if event.name == VOTE_EVENT]
    match results[-1:]:
        case [(int(votes), int(all_), str(game))] if game == table.game:
            return say(VOTE_EVENT, votes=votes, all=all_, game=say("game-title"))
    return ""


def render_vote(
    table: Lobby,
    registry: GameRegistry,
    seats: str,
    seat_buttons: tuple[Button, ...],
    context: ScreenContext,
) -> Screen:
    """Return the board of a lobby with an open vote, in place of its game and options.

    `seats` is the line about the players.
    """
    say, counts = context.say, Counter(find_votes(table, registry).values())
    titles = {
        name: text(say.language, package.text)
        for name, package in list_choices(table, registry).items()
    }
    votes = [
        Button(
            say("button-vote", game=speak("game-title"), votes=counts[name]),
            TableAction("vote", name),
            "main" if counts[name] else "plain",
            speak("game-sign"),
        )
        for name, speak in titles.items()
    ]
    end = Button(say("button-vote-end"), TableAction("vote-end"), emoji="🗳️")
    games = len(table.evening.games) if table.evening else 0
    told = say("vote-text", until=str(ceil(clock_end(table, VOTE_CLOCK) or 0)), games=games)
    return Screen(
        say("vote-title"),
        join_paragraphs(told, seats, describe_evening(table, say)),
        content=say("vote-plain"),
        rows=(
            *arrange_in_rows(votes[:MAX_VOTE_BUTTONS]),
            seat_buttons,
            (end, make_end_button(say)),
        ),
    )


def make_end_button(say: Text) -> Button:
    """Return the button of a lobby that ends the evening."""
    return Button(say("button-evening-end"), TableAction("evening-end"), emoji="🌙")


def make_evening_button(say: Text) -> Button:
    """Return the button that makes a finished game the first of an evening."""
    return Button(say("button-evening"), TableAction("evening"), emoji="🌙")
