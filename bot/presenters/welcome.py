"""Renders what people see before they take a seat: the games, their lessons and the help."""

from collections.abc import Mapping

from msgspec.structs import replace

from bot.domain.display_names import escape_name
from bot.domain.table import Table
from bot.drawing.collage import draw_poster
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
from bot.engine.screens import ScreenContext
from bot.i18n import Text, text

Rows = tuple[tuple[Button, ...], ...]
"""Rows of buttons below a message, from top to bottom."""
HELP_PART_EMOJIS = {"commands": "⌨️", "trouble": "🛟"}
"""Maps the further pages of the help to the emojis on the buttons that open them."""
MAX_GAMES_DESCRIBED_AT_LENGTH = 3
"""Maximum number of games in a list that has a sentence about each game.

A longer list has only the games' titles and facts, so that it fits on a phone's screen.
"""


def format_facts(
    say: Text, package: GamePackage, options: Mapping[str, str], minutes: int | None = None
) -> str:
    """Return a game's usual duration and its possible numbers of players, in a few words.

    Args:
        say: Returns the game's texts in the reader's language.
        package: The game.
        options: The choices for the game's own options, by name.
        minutes: How many minutes people usually take. None means that it is not known, so that the
            game's own estimate is given.
    """
    length = say("game-length", **make_option_values(options))
    if minutes is not None:
        length = say("game-minutes", minutes=minutes)
    return say("game-facts", length=length, seats=format_seats(say, package))


def format_seats(say: Text, package: GamePackage) -> str:
    """Return how many people can play a game, such as "2–4", or "2, 4 or 6" if there are gaps.

    Args:
        say: Returns texts in the reader's language.
        package: The game.
    """
    *fewer, most = package.game.seats
    if not fewer:
        return str(most)
    if most - fewer[0] == len(fewer):
        return f"{fewer[0]}–{most}"
    return say("game-seats", fewer=", ".join(map(str, fewer)), most=most)


def describe_games(language: str, registry: GameRegistry) -> str:
    """Return lines with each game's title, usual duration and number of players.

    If there are at most `MAX_GAMES_DESCRIBED_AT_LENGTH` games, a sentence describes each.

    Args:
        language: The language of the reader.
        registry: The games to describe.
    """
    blurbs = len(registry) <= MAX_GAMES_DESCRIBED_AT_LENGTH
    return "\n".join(
        _describe_game(text(language, package.text), package, blurb=blurbs)
        for package in registry.values()
    )


def _describe_game(say: Text, package: GamePackage, *, blurb: bool) -> str:
    """Return a line with a game's title and facts.

    With `blurb`, a sentence about the game follows.
    """
    head = f"**{say('game-title')}** · {format_facts(say, package, package.game.defaults)}"
    return f"{head}\n{say('game-blurb')}" if blurb else head


def draw_games(language: str, registry: GameRegistry) -> Picture | None:
    """Return one picture with the banners of all games, or None if no game has a banner.

    A banner is a picture with the title of a game.

    Args:
        language: The language of the words in the banners.
        registry: The games.
    """
    contexts = [
        (package, ScreenContext(text(language, package.text), (), (), True))
        for package in registry.values()
    ]
    banners = [
        banner for package, context in contexts if (banner := package.make_banner(context.say))
    ]
    if not banners:
        return None
    alt = " ".join(banner.alt for banner in banners)
    return Picture("games.jpg", alt, _draw_games, tuple(banners))


def _draw_games(*banners: Picture) -> bytes:
    """Draw several banners of games as one picture, and return the content of its file."""
    return draw_poster([banner.draw for banner in banners])


def make_game_buttons(language: str, registry: GameRegistry, max_rows: int) -> Rows:
    """Return rows of buttons, with which people open a table of a game or begin its lesson.

    If possible, each game has a row of its own, with both buttons. If that takes more than
    `max_rows` rows, the buttons for tables share rows, and those for lessons share the rows below.

    Args:
        language: The language of the reader.
        registry: The games. A game without a lesson has no button for it.
        max_rows: The maximum number of games that get a row of their own.
    """
    say, lessons = text(language), find_taught_games(registry)
    play = {
        game: _make_play_button(text(language, package.text), game)
        for game, package in registry.items()
    }
    learn = {
        game: Button(say("button-learn"), TableAction("learn", game), emoji="🎓")
        for game in lessons
    }
    if len(registry) <= max_rows:
        return tuple((play[game], *((learn[game],) if game in learn else ())) for game in registry)
    named = {
        game: replace(
            button, label=say("button-learn-game", game=_format_title(language, registry[game]))
        )
        for game, button in learn.items()
    }
    return (*arrange_in_rows(play.values()), *arrange_in_rows(named.values()))


def _make_play_button(say: Text, game: str) -> Button:
    """Return the button that opens a new table, where people play a game."""
    return Button(say("game-title"), TableAction("play", game), "main", say("game-sign"))


def _format_title(language: str, package: GamePackage) -> str:
    """Return the title of a game in the reader's language, such as "Liar's Dice"."""
    return text(language, package.text)("game-title")


def render_welcome(title: str, greeting: str, language: str, registry: GameRegistry) -> Screen:
    """Return a welcome screen with all games, and buttons to play or learn each of them.

    Args:
        title: The title of the screen.
        greeting: The words above the games.
        language: The language of the reader.
        registry: The games.
    """
    return Screen(
        title,
        f"{greeting}\n\n{describe_games(language, registry)}",
        picture=draw_games(language, registry),
        rows=make_game_buttons(language, registry, MAX_ROWS_PER_MESSAGE),
    )


def render_greeting(language: str, registry: GameRegistry) -> Screen:
    """Return the message that the bot posts once in a server that it has joined.

    Args:
        language: The language of the server.
        registry: The games.
    """
    say = text(language)
    screen = render_welcome(say("greeting-title"), say("greeting-text"), language, registry)
    more = (Button(say("button-help"), TableAction("help"), emoji="❔"),)
    rows = (*make_game_buttons(language, registry, MAX_ROWS_PER_MESSAGE - 1), more)
    return replace(screen, content=say("plain-greeting"), rows=rows)


def render_help(language: str, registry: GameRegistry, part: str = "", contact: str = "") -> Screen:
    """Return a page of the help.

    The first page has the games, their lessons and their rules.

    No page has a picture, so that the help fits on a phone's screen.

    Args:
        language: The language of the reader.
        registry: The games.
        part: The page to show, a key of `HELP_PART_EMOJIS`. "" means the first page.
        contact: How people reach the bot's operator, for the page "trouble". "" means that the
            operator has not said how.
    """
    say = text(language)
    if part in HELP_PART_EMOJIS:
        back = Button(say("button-help"), TableAction("help"), emoji="❔")
        told = [say(f"help-{part}")]
        if part == "trouble" and contact:
            shown = contact if is_web_address(contact) else escape_name(contact)
            told.append(say("help-contact", contact=shown))
        return Screen(say(f"help-{part}-title"), "\n".join(told), rows=((back,),))
    titles = tuple((game, _format_title(language, package)) for game, package in registry.items())
    rules = Select(say("help-rules"), TableAction("rules"), titles)
    parts = tuple(
        Button(say(f"help-{part}-title"), TableAction("help", part), emoji=sign)
        for part, sign in HELP_PART_EMOJIS.items()
    )
    return Screen(
        say("help-title"),
        f"{say('help-text')}\n\n{describe_games(language, registry)}",
        rows=(*make_game_buttons(language, registry, MAX_ROWS_PER_MESSAGE - 2), (rules,), parts),
    )


def is_web_address(contact: str) -> bool:
    """Return whether a contact is a web address. Discord shows such an address as a link."""
    return contact.startswith(("https://", "http://")) and " " not in contact


def ask_which_lesson(lesson: Table, game: str, language: str, registry: GameRegistry) -> Screen:
    """Return the screen that asks whether to go on with a lesson or to begin another one.

    Args:
        lesson: The table at which the person takes a lesson now.
        game: The name of the game that the person wants to learn instead.
        language: The language of the person.
        registry: The games, from which the titles are taken.
    """
    say, title = text(language), _format_title(language, registry[lesson.game])
    row = (
        Button(say("button-learn-on", game=title), OpenScreen(0), "main", "🐾"),
        Button(
            say("button-learn-instead", game=_format_title(language, registry[game])),
            TableAction("learn-again", game),
            emoji="🎓",
        ),
    )
    return Screen("", say("lesson-runs", game=title), rows=(row,), table=lesson.id)
