"""What people see before they sit at a table: what there is to play, how to learn it, help."""

from msgspec.structs import replace

from bot.domain.display_names import escape_name
from bot.domain.table import Table
from bot.drawing.collage import draw_poster
from bot.engine.box import GamePackage, GameRegistry, find_taught_games
from bot.engine.screen import (
    MAX_ROWS_PER_MESSAGE,
    Button,
    OpenScreen,
    Picture,
    Screen,
    ScreenContext,
    Select,
    TableAction,
    arrange_in_rows,
)
from bot.i18n import Text, text

Rows = tuple[tuple[Button, ...], ...]
HELP = {"commands": "⌨️", "trouble": "🛟"}
"""What else the help tells, one press away, each with the sign of its button."""
MAX_GAMES_DESCRIBED_AT_LENGTH = 3
"""Of so many games, a sentence each fits on a phone's screen beside their buttons."""


def format_facts(say: Text, box: GamePackage) -> str:
    """Return how long a game takes and for how many it is, in few words."""
    return say("game-facts", length=say("game-length"), seats=format_seats(say, box))


def format_seats(say: Text, box: GamePackage) -> str:
    """Return how many can play, such as "2–4", or "2, 4 or 6" where there are gaps."""
    *fewer, most = box.game.seats
    if not fewer:
        return str(most)
    if most - fewer[0] == len(fewer):
        return f"{fewer[0]}–{most}"
    return say("game-seats", fewer=", ".join(map(str, fewer)), most=most)


def describe_games(language: str, shelf: GameRegistry) -> str:
    """Return how long each game takes and for how many it is; of a few games, also what it is."""
    blurbs = len(shelf) <= MAX_GAMES_DESCRIBED_AT_LENGTH
    return "\n".join(
        _describe_game(text(language, box.text), box, blurb=blurbs) for box in shelf.values()
    )


def _describe_game(say: Text, box: GamePackage, *, blurb: bool) -> str:
    head = f"**{say('game-title')}** · {format_facts(say, box)}"
    return f"{head}\n{say('game-blurb')}" if blurb else head


def draw_games(language: str, shelf: GameRegistry) -> Picture | None:
    """Return one picture of all games that have a banner, None if none has."""
    scenes = [
        (box, ScreenContext(text(language, box.text), (), (), True)) for box in shelf.values()
    ]
    banners = [banner for box, here in scenes if (banner := box.screens.banner(here))]
    if not banners:
        return None
    alt = " ".join(banner.alt for banner in banners)
    return Picture("games.jpg", alt, _draw_games, tuple(banners))


def _draw_games(*banners: Picture) -> bytes:
    return draw_poster([banner.draw for banner in banners])


def make_game_buttons(language: str, shelf: GameRegistry, room: int) -> Rows:
    """Return the buttons that open a table of each game, each with that of its lesson beside it.

    Two of them fit into one line of a phone. If the games need more than `room` rows that way, the
    buttons for tables share a row, and so do those for lessons.
    """
    say, lessons = text(language), find_taught_games(shelf)
    play = {game: _make_play_button(text(language, box.text), game) for game, box in shelf.items()}
    learn = {
        game: Button(say("button-learn"), TableAction("learn", game), emoji="🎓")
        for game in lessons
    }
    if len(shelf) <= room:
        return tuple((play[game], *((learn[game],) if game in learn else ())) for game in shelf)
    named = {
        game: replace(
            button, label=say("button-learn-game", game=_format_title(language, shelf[game]))
        )
        for game, button in learn.items()
    }
    return (*arrange_in_rows(play.values()), *arrange_in_rows(named.values()))


def _make_play_button(say: Text, game: str) -> Button:
    return Button(say("game-title"), TableAction("play", game), "main", say("game-sign"))


def _format_title(language: str, box: GamePackage) -> str:
    return text(language, box.text)("game-title")


def render_welcome(title: str, told: str, language: str, shelf: GameRegistry) -> Screen:
    """Greet whoever comes: with all games, a button for each, and one for each lesson."""
    return Screen(
        title,
        f"{told}\n\n{describe_games(language, shelf)}",
        picture=draw_games(language, shelf),
        rows=make_game_buttons(language, shelf, MAX_ROWS_PER_MESSAGE),
    )


def render_greeting(language: str, shelf: GameRegistry) -> Screen:
    """Return the one message to a server in which the bot is new."""
    say = text(language)
    screen = render_welcome(say("greeting-title"), say("greeting-text"), language, shelf)
    more = (Button(say("button-help"), TableAction("help"), emoji="❔"),)
    rows = (*make_game_buttons(language, shelf, MAX_ROWS_PER_MESSAGE - 1), more)
    return replace(screen, content=say("plain-greeting"), rows=rows)


def render_help(language: str, shelf: GameRegistry, part: str = "", contact: str = "") -> Screen:
    """Show what people can do: the games, their lessons, their rules, and the way to the rest.

    `part`: one of `HELP`, the commands or first aid, which ends with the host's `contact`, if there
    is one. There is no picture, so that all of it stands on one screen of a phone.
    """
    say = text(language)
    if part in HELP:
        back = Button(say("button-help"), TableAction("help"), emoji="❔")
        told = [say(f"help-{part}")]
        if part == "trouble" and contact:
            shown = contact if is_web_address(contact) else escape_name(contact)
            told.append(say("help-contact", contact=shown))
        return Screen(say(f"help-{part}-title"), "\n".join(told), rows=((back,),))
    titles = tuple((game, _format_title(language, box)) for game, box in shelf.items())
    rules = Select(say("help-rules"), TableAction("rules"), titles)
    parts = tuple(
        Button(say(f"help-{part}-title"), TableAction("help", part), emoji=sign)
        for part, sign in HELP.items()
    )
    return Screen(
        say("help-title"),
        f"{say('help-text')}\n\n{describe_games(language, shelf)}",
        rows=(*make_game_buttons(language, shelf, MAX_ROWS_PER_MESSAGE - 2), (rules,), parts),
    )


def is_web_address(contact: str) -> bool:
    """Tell whether a contact is the address of a page, which Discord shows as a link."""
    return contact.startswith(("https://", "http://")) and " " not in contact


def ask_which_lesson(running: Table, game: str, language: str, shelf: GameRegistry) -> Screen:
    """Ask whoever is in a lesson whether it goes on, or that of another `game` begins."""
    say, title = text(language), _format_title(language, shelf[running.game])
    row = (
        Button(say("button-learn-on", game=title), OpenScreen(0), "main", "🐾"),
        Button(
            say("button-learn-instead", game=_format_title(language, shelf[game])),
            TableAction("learn-again", game),
            emoji="🎓",
        ),
    )
    return Screen("", say("lesson-runs", game=title), rows=(row,), table=running.id)
