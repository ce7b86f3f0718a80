"""What people see before they sit at a table: what there is to play, how to learn it, help."""

from collections.abc import Iterable
from functools import partial

from bot.art.poster import poster
from bot.games.box import Box, Shelf, taught
from bot.games.screen import BUTTONS, Button, Do, Field, Look, Picture, Scene, Screen, Select
from bot.store.records import Table
from bot.text import Text, text

Rows = tuple[tuple[Button, ...], ...]


def facts(say: Text, box: Box) -> str:
    """Return how long a game takes and for how many it is, in few words."""
    least, most = box.game.seats[0], box.game.seats[-1]
    return say("game-facts", length=say("game-length"), least=least, most=most)


def games(language: str, shelf: Shelf) -> str:
    """Return what each game is, how long it takes and for how many it is."""
    return "\n".join(_told(text(language, box.text), box) for box in shelf.values())


def _told(say: Text, box: Box) -> str:
    return f"**{say('game-title')}** · {facts(say, box)}\n{say('game-blurb')}"


def games_picture(language: str, shelf: Shelf) -> Picture | None:
    """Return one picture of all games that have a banner, None if none has."""
    scenes = [(box, Scene(text(language, box.text), (), (), True)) for box in shelf.values()]
    banners = [banner for box, here in scenes if (banner := box.screens.banner(here))]
    if not banners:
        return None
    alt = " ".join(banner.alt for banner in banners)
    draw = partial(poster, tuple(banner.draw for banner in banners))
    return Picture("games.jpg", alt, draw, ("games", *(banner.key for banner in banners)))


def play_buttons(language: str, shelf: Shelf) -> Rows:
    """Return rows of buttons that open a lobby, one for each game."""
    return _in_rows(
        Button(_title(language, shelf[game]), Do("play", game), "main", "🐾") for game in shelf
    )


def learn_buttons(language: str, shelf: Shelf) -> Rows:
    """Return rows of buttons that begin a lesson, one for each game that has one."""
    say = text(language)
    return _in_rows(
        Button(
            say("button-learn", game=_title(language, shelf[game])), Do("learn", game), emoji="🎓"
        )
        for game in taught(shelf)
    )


def _title(language: str, box: Box) -> str:
    return text(language, box.text)("game-title")


def _in_rows(buttons: Iterable[Button]) -> Rows:
    row = tuple(buttons)
    return tuple(row[start : start + BUTTONS] for start in range(0, len(row), BUTTONS))


def welcome(title: str, told: str, language: str, shelf: Shelf) -> Screen:
    """Greet whoever comes: with all games, a button for each, and one for each lesson."""
    return Screen(
        title,
        f"{told}\n\n{games(language, shelf)}",
        picture=games_picture(language, shelf),
        rows=(*play_buttons(language, shelf), *learn_buttons(language, shelf)),
    )


def greeting(language: str, shelf: Shelf) -> Screen:
    """Return the one message to a server in which the bot is new."""
    say = text(language)
    screen = welcome(say("greeting-title"), say("greeting-text"), language, shelf)
    more = (Button(say("button-help"), Do("help"), emoji="❔"),)
    return Screen(
        screen.title,
        screen.text,
        content=say("plain-greeting"),
        picture=screen.picture,
        rows=(*play_buttons(language, shelf), more),
    )


def help_page(language: str, shelf: Shelf) -> Screen:
    """Show what people can do: the games, their lessons, their rules, the commands, first aid."""
    say = text(language)
    titles = {game: _title(language, box) for game, box in shelf.items()}
    menus = [Select(say("help-rules"), Do("rules"), tuple(titles.items()))]
    lessons = tuple((game, titles[game]) for game in taught(shelf))
    if lessons:
        menus.insert(0, Select(say("help-learn"), Do("learn"), lessons))
    return Screen(
        say("help-title"),
        f"{say('help-text')}\n\n{games(language, shelf)}",
        fields=(
            Field(say("help-commands-title"), say("help-commands")),
            Field(say("help-trouble-title"), say("help-trouble")),
        ),
        picture=games_picture(language, shelf),
        rows=(*play_buttons(language, shelf), *((menu,) for menu in menus)),
    )


def other_lesson(running: Table, game: str, language: str, shelf: Shelf) -> Screen:
    """Ask whoever is in a lesson whether it goes on, or that of another `game` begins."""
    say, title = text(language), _title(language, shelf[running.game])
    row = (
        Button(say("button-learn-on", game=title), Look(0), "main", "🐾"),
        Button(
            say("button-learn-instead", game=_title(language, shelf[game])),
            Do("learn-again", game),
            emoji="🎓",
        ),
    )
    return Screen("", say("lesson-runs", game=title), rows=(row,), table=running.id)
