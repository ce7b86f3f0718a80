"""Renders what people see who only watch a game: the last events, and what they may guess.

They are onlookers, who have no seat, and players who are out of the game.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from bot.domain import guessing
from bot.domain.table import Finished, Match
from bot.engine.package import GamePackage
from bot.engine.screen import (
    Button,
    FixedBoard,
    OwnScreen,
    Screen,
    Select,
    TableAction,
    arrange_in_rows,
)
from bot.engine.screens import MAX_NEWS_LINES, ScreenContext
from bot.engine.teams import name_team
from bot.engine.text_helpers import join_lines, join_paragraphs
from bot.presenters import consent


def render_onlooker(
    table: Match, package: GamePackage, user: int, context: ScreenContext, told: Sequence[str]
) -> OwnScreen:
    """Return the screen of a person without a seat who watches a running game.

    It tells the last events, which stay true as history. In words, it also shows the board while
    the game pauses so that all can look. With pictures, the board itself is enough, unless it shows
    the last reveal only as a small picture.
    """
    shown, view = Screen(""), package.game.view(table.state, None)
    if context.pictures and package.pictures:
        shown = replace(shown, picture=package.pictures.find_reveal(view, context))
    elif package.screens.reveals and table.is_pausing:
        shown = package.screens.board(view, context)
    is_known = bool(shown.picture or guessing.find_guesser(table, user))
    watching = consent.describe_offer(table, package, user, context, is_known=is_known)
    screen = OwnScreen(
        shown.title,
        shown.text,
        shown.fields,
        picture=shown.picture,
        below=shown.below,
        content=join_paragraphs(join_lines(*told[-MAX_NEWS_LINES:]), watching),
        table=table.id,
    )
    screen = add_guesses(screen, table, package, user, context)
    return consent.add_offer(screen, table, package, user, context)


def add_guesses(
    screen: OwnScreen, table: Match, package: GamePackage, user: int, context: ScreenContext
) -> OwnScreen:
    """Return the own screen of a person who only watches, with all that they may guess."""
    screen = _add_guess(screen, table, package, user, context)
    return _add_prediction(screen, table, package, user, context)


def _add_prediction(
    screen: OwnScreen, table: Match, package: GamePackage, user: int, context: ScreenContext
) -> OwnScreen:
    """Return the screen of a person who watches, with what they may predict, such as a lie.

    Once a question is closed, it only shows those who have predicted what they chose. The screen
    also says what became of the prediction before.
    """
    asked = guessing.find_prediction(table, package)
    say, guesser = context.say, guessing.find_guesser(table, user)
    if guesser and guesser.outcome:
        told = say(f"predict-{guesser.outcome}")
        screen = replace(screen, content=join_paragraphs(screen.content, told))
    chosen = guesser.prediction if guesser and asked and guesser.decision == asked.decision else ""
    if package.predictions is None or asked is None or not (asked.is_open or chosen):
        return screen
    buttons = tuple(
        Button(
            context.labels[choice]
            if isinstance(choice, int)
            else say(f"predict-{asked.kind}-{choice}"),
            TableAction("predict", f"{asked.decision}/{choice}"),
            "good" if str(choice) == chosen else "plain",
            disabled=not asked.is_open,
        )
        for choice in asked.choices
    )
    view = package.game.view(table.state, None)
    question = package.predictions.describe(view, asked, context)
    told = join_lines(question, say("predict-noted") if chosen else "")
    content = join_paragraphs(screen.content, told)
    return replace(screen, content=content, rows=(*arrange_in_rows(buttons), *screen.rows))


def _add_guess(
    screen: OwnScreen, table: Match, package: GamePackage, user: int, context: ScreenContext
) -> OwnScreen:
    """Return the screen of a person who watches, with their guess who wins.

    While they may guess, or change their mind once, there is a menu with all players who can still
    win, or a button for each team.
    """
    teams = package.teams
    say, guesser = context.say, guessing.find_guesser(table, user)
    known = guesser.winner if guesser else None
    may_guess = guessing.can_guess_winner(table) and not (guesser and guesser.has_changed_mind)
    told = ""
    if known is not None:
        once = say("guess-once") if may_guess else ""
        noted = (
            say("guess-noted-team", team=name_team(teams[known], say))
            if teams
            else say("guess-noted", name=context.names[known])
        )
        told = join_lines(noted, say("guess-until-end"), once)
    screen = replace(screen, content=join_paragraphs(screen.content, told))
    if not may_guess:
        return screen
    if teams:
        buttons = []
        for number, team in enumerate(teams):
            label, press = name_team(team, say), TableAction("who-wins", str(number))
            buttons.append(Button(label, press, "good" if number == known else "plain"))
        question = say("guess-who-wins") if known is None else ""
        content = join_paragraphs(screen.content, question)
        return replace(screen, content=content, rows=(*screen.rows, *arrange_in_rows(buttons)))
    named = enumerate(context.labels)
    seats = tuple((str(seat), who) for seat, who in named if guessing.can_win(table, package, seat))
    chosen = tuple(value for value, _ in seats if value == str(known))
    menu = Select(say("guess-who-wins"), TableAction("who-wins"), seats, chosen=chosen)
    return replace(screen, rows=(*screen.rows, (menu,)))


def tell_guess_count(board: Screen, table: Match, context: ScreenContext) -> str:
    """Return the line that says how many people have guessed who wins, or "" if nobody has.

    A `FixedBoard` has no such line, which would move the buttons that people are about to press.
    """
    count = 0 if isinstance(board, FixedBoard) else guessing.count_guesses(table)
    return context.say("onlookers-guessed", count=count) if count else ""


def tell_guess(table: Finished, package: GamePackage, user: int, context: ScreenContext) -> str:
    """Return whether a person foresaw the winner of a finished game, or other things, or ""."""
    guesser = guessing.find_guesser(table, user)
    if guesser is None or not table.is_complete:
        return ""
    if guesser.winner is None:
        return context.say("called-over", right=guesser.right_predictions)
    if teams := package.teams:
        team = teams[guesser.winner]
        won = {place.team for place in package.game.standings(table.state) or () if place.rank == 1}
        name = name_team(team, context.say)
        if team in won:
            return context.say("called-right-team", team=name)
        return context.say("called-wrong", name=name)
    key = "called-right" if table.players[guesser.winner].rank == 1 else "called-wrong"
    return context.say(key, name=context.names[guesser.winner])
