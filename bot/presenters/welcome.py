"""Renders what people see before they take a seat: the games, their lessons and the help."""

from collections.abc import Mapping

from msgspec.structs import replace

from bot.domain.display_names import escape_name
from bot.domain.table import Table
from bot.drawing.collage import draw_poster
from bot.engine.options import default_options
from bot.engine.package import GamePackage, GameRegistry, find_taught_games, make_option_values
from bot.engine.screen import (
    MAX_ROWS_PER_MESSAGE,
    Button,
    OpenScreen,
    Picture,
    Screen,
    Select,
    TableAction,
    arrange_in_rows,
)
from bot.i18n import Text, text

Rows = tuple[tuple[Button | Select, ...], ...]
HELP_PART_EMOJIS = {"commands": "⌨️", "trouble": "🛟"}
"""The further pages of the help, with the emojis on the buttons that open them."""
MAX_GAMES_DESCRIBED_AT_LENGTH = 3
"""A longer list of games has no sentence about each, so that it fits on a phone's screen."""


def format_facts(
    say: Text, package: GamePackage, options: Mapping[str, str], minutes: int | None = None
) -> str:
    """Return a game's duration and numbers of players. Without `minutes`, the game estimates it."""
    length = say("game-length", **make_option_values(options))
    if minutes is not None:
        length = say("game-minutes", minutes=minutes)
    return say("game-facts", length=length, seats=format_seats(say, package))


def format_seats(say: Text, package: GamePackage) -> str:
    """Return how many people can play a game, such as "2–4", or "2, 4 or 6" if there are gaps."""
    *fewer, most = package.game.seats
    if not fewer:
        return str(most)
    if most - fewer[0] == len(fewer):
        return f"{fewer[0]}–{most}"
    return say("game-seats", fewer=", ".join(map(str, fewer)), most=most)


def describe_games(language: str, registry: GameRegistry) -> str:
    """Return lines with each game's title, usual duration and number of players."""
    told = []
    for package in registry.values():
        say = text(language, package.text)
        facts = format_facts(say, package, default_options(package.game.options))
        told.append(f"**{say('game-title')}** · {facts}")
        if len(registry) <= MAX_GAMES_DESCRIBED_AT_LENGTH:
            told.append(say("game-blurb"))
    return "\n".join(told)


def draw_games(language: str, registry: GameRegistry) -> Picture | None:
    """Return one picture with the banners of all games, or None if no game has a banner."""
    shown = (package.make_banner(text(language, package.text)) for package in registry.values())
    banners = [banner for banner in shown if banner]
    if not banners:
        return None
    alt = " ".join(banner.alt for banner in banners)
    return Picture("games.jpg", alt, _draw_games, tuple(banners))


def _draw_games(*banners: Picture) -> bytes:
    return draw_poster([banner.draw for banner in banners])


def make_game_buttons(
    language: str, registry: GameRegistry, max_rows: int, *, can_open: bool = True
) -> Rows:
    """Return rows of buttons, with which people open a table of a game or begin its lesson.

    If that takes at most `max_rows` rows, each game has a row of its own. Otherwise the buttons for
    tables share rows, and the menu below has all lessons. Without `can_open`, only that is there.
    """
    say, lessons = text(language), find_taught_games(registry)
    play = {
        game: _make_play_button(text(language, package.text), game)
        for game, package in registry.items()
    }
    if can_open and len(registry) <= max_rows:
        learn = {
            game: Button(say("button-learn"), TableAction("learn", game), emoji="🎓")
            for game in lessons
        }
        return tuple((play[game], *((learn[game],) if game in learn else ())) for game in registry)
    taught = {game: registry[game] for game in lessons}
    menu = _make_menu(say("learn-which"), "learn", language, taught)
    tables = arrange_in_rows(play.values()) if can_open else ()
    return (*tables, *(((menu,),) if lessons else ()))


def _make_play_button(say: Text, game: str) -> Button:
    return Button(say("game-title"), TableAction("play", game), "main", say("game-sign"))


def _make_menu(label: str, action: str, language: str, registry: GameRegistry) -> Select:
    titles = tuple((game, format_title(language, package)) for game, package in registry.items())
    return Select(label, TableAction(action), titles)


def format_title(language: str, package: GamePackage) -> str:
    """Return the title of a game in the reader's language, such as "Liar's Dice"."""
    return text(language, package.text)("game-title")


def render_welcome(title: str, greeting: str, language: str, registry: GameRegistry) -> Screen:
    """Return a welcome screen with all games, and buttons to play or learn each of them."""
    return Screen(
        title,
        f"{greeting}\n\n{describe_games(language, registry)}",
        picture=draw_games(language, registry),
        rows=make_game_buttons(language, registry, MAX_ROWS_PER_MESSAGE - 1),
    )


def render_greeting(language: str, registry: GameRegistry) -> Screen:
    """Return the message that the bot posts once in a server that it has joined."""
    say = text(language)
    screen = render_welcome(say("greeting-title"), say("greeting-text"), language, registry)
    more = (Button(say("button-help"), TableAction("help"), emoji="❔"),)
    return replace(screen, content=say("plain-greeting"), rows=(*screen.rows, more))


def render_help(
    language: str,
    registry: GameRegistry,
    part: str = "",
    contact: str = "",
    *,
    can_open: bool = True,
    has_puzzles: bool = False,
) -> Screen:
    """Return the first page of the help, or a part. It has no picture, to fit on a phone's screen.

    `contact` is how people reach the bot's operator, if known. `can_open` is whether the reader may
    open tables where the help is shown. `has_puzzles` is whether there is a daily puzzle.
    """
    say = text(language)
    if part in HELP_PART_EMOJIS:
        back = Button(say("button-help"), TableAction("help"), emoji="❔")
        told = [say(f"help-{part}")]
        if part == "trouble" and contact:
            # Discord shows a web address as a link.
            is_address = contact.startswith(("https://", "http://")) and " " not in contact
            shown = contact if is_address else escape_name(contact)
            told.append(say("help-contact", contact=shown))
        calls = (make_call_me_button(say),) if part == "commands" else ()
        return Screen(say(f"help-{part}-title"), "\n".join(told), rows=((back, *calls),))
    rules = _make_menu(say("help-rules"), "rules", language, registry)
    parts = tuple(
        Button(say(f"help-{part}-title"), TableAction("help", part), emoji=sign)
        for part, sign in HELP_PART_EMOJIS.items()
    )
    return Screen(
        say("help-title"),
        f"{say('help-text')}\n\n{describe_games(language, registry)}",
        rows=(
            *make_game_buttons(language, registry, MAX_ROWS_PER_MESSAGE - 2, can_open=can_open),
            (rules,),
            (*((make_puzzle_button(say),) if has_puzzles else ()), *parts),
        ),
    )


def make_puzzle_button(say: Text) -> Button:
    """Return the button that shows a person the puzzle of today."""
    return Button(say("button-puzzle"), TableAction("puzzle"), emoji="🧩")


def make_call_me_button(say: Text) -> Button:
    """Return the button that shows a person whether they are called for games, and when."""
    return Button(say("button-call-me"), TableAction("call-me"), emoji="📣")


def ask_which_lesson(lesson: Table, game: str, language: str, registry: GameRegistry) -> Screen:
    """Return the screen that asks whether to go on with a lesson or to begin another one."""
    say, title = text(language), format_title(language, registry[lesson.game])
    go_on = Button(say("button-learn-on", game=title), OpenScreen(0), "main", "🐾")
    label = say("button-learn-instead", game=format_title(language, registry[game]))
    switch = Button(label, TableAction("learn-again", game), emoji="🎓")
    return Screen("", say("lesson-runs", game=title), rows=((go_on, switch),), table=lesson.id)
