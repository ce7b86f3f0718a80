"""What each game tells and draws in games that are played at random."""

import re
from functools import cache
from itertools import product
from unicodedata import category

import pytest

from bot.engine.game import find_waiting
from bot.engine.screen import Picture
from bot.engine.screens import ScreenContext, make_question
from bot.games.registry import GAMES
from bot.i18n import LANGUAGES, text
from bot.testing.people import make_longest_emojis, render_visible
from bot.testing.playing import Play, make_setup, play_game

NAMES = ("Ylva", "Benno", "Zita", "Otho", "Quinta", "Xaver", "Giu", "Hana")
PLAYED_GAMES, GAMES_WITH_SCREENS = 16, 2
TOLD = re.compile(r"[^\W\d_]{2,}|\*\*\d+\*\*")
"""Words, or a number of points. The letter of a player's sign and the medal are less."""
OWN_SIGN = re.compile("<a?:[a-z0-9_]+:[0-9]+>")
KEYCAP = re.compile("[0-9]\N{VARIATION SELECTOR-16}?\N{COMBINING ENCLOSING KEYCAP}")
EACH_GAME = pytest.mark.parametrize("game", GAMES)


@cache
def play_games(game: str) -> tuple[Play, ...]:
    """Play a game at random, a few times."""
    package = GAMES[game]
    first = len(package.computers.levels) + 1
    setups = (make_setup(package, first + number) for number in range(PLAYED_GAMES))
    return tuple(play_game(package, setup) for setup in setups)


def list_contexts(play: Play) -> list[ScreenContext]:
    names, folder = NAMES[: play.setup.seats], play.package.text
    looks = product(LANGUAGES, (True, False))
    return [ScreenContext(text(each, folder), names, names, pictures) for each, pictures in looks]


@EACH_GAME
def test_the_end_tells_something_about_everybody_besides_their_place(game: str) -> None:
    for play in play_games(game)[:GAMES_WITH_SCREENS]:
        package, state = play.package, play.steps[-1].state
        places = package.game.standings(state) or ()
        for context in list_contexts(play):
            end = package.screens.end(package.game.view(state, None), places, context)
            lines = end.text.splitlines()
            lines += [f"{f.name} {line}" for f in end.fields for line in f.text.splitlines()]
            for name in context.names:
                told = [line.replace(name, "") for line in lines if name in line]
                assert any(map(TOLD.search, told)), (name, lines)


@EACH_GAME
def test_who_waits_does_not_read_who_is_asked_now(game: str) -> None:
    """A person's move renews no screen of those who still wait: what it says has to stay true.

    A line about others, such as a dog's friends, also stands there while these are not asked.
    """
    for play, look in product(play_games(game)[:GAMES_WITH_SCREENS], range(2 * len(LANGUAGES))):
        context, suspects, lasting = list_contexts(play)[look], set[str](), set[str]()
        for step, seat in product(play.steps, range(play.setup.seats)):
            prompts = play.game.prompts(step.state)
            asked = {prompt.seat for prompt in find_waiting(prompts)}
            prompt = next((prompt for prompt in prompts if prompt.seat == seat), None)
            question = make_question(play.game, step.state, seat, prompt, "", context)
            for line in play.package.screens.own_screen(question).text.splitlines():
                named = {other for other, name in enumerate(context.names) if name in line}
                if named - asked:
                    lasting.add(line)
                elif named and prompt is None:
                    suspects.add(line)  # fields show the game
        assert suspects <= lasting


def remove_signs(line: str) -> str:
    """Return a line without the bot's own emojis and without standard ones."""
    words = KEYCAP.sub("", OWN_SIGN.sub("", line))
    return "".join(sign for sign in words if category(sign) != "So").strip()


@pytest.mark.parametrize(("pictures", "has_signs"), [(True, True), (True, False), (False, False)])
@EACH_GAME
def test_an_event_says_without_signs_all_that_it_says_with_them(
    game: str, pictures: bool, has_signs: bool
) -> None:
    package = GAMES[game]
    emojis = make_longest_emojis(package.pictures and package.pictures.signs) if has_signs else {}
    for language in LANGUAGES:
        context = ScreenContext(text(language, package.text), NAMES, NAMES, pictures, emojis)
        lines: dict[str, set[str]] = {}
        for step in (step for play in play_games(game) for step in play.steps):
            for event in step.events:
                view = package.game.view(step.state, event.to[0] if event.to else None)
                line = package.describe_event(view, event, context)
                lines.setdefault(remove_signs(line), set()).add(line)
        assert len(lines) > 1
        assert {words: told for words, told in lines.items() if len(told) > 1} == {}
        assert lines.pop("", {""}) == {""}, "of an event that is told, more than signs remains"


@EACH_GAME
def test_pictures_are_drawn_from_what_the_screens_hand_over(game: str) -> None:
    play, package = play_games(game)[0], GAMES[game]
    drawn = dict[tuple[str, str], Picture]()
    for context in list_contexts(play)[::2]:
        screens = [package.rulebook.render(n, context) for n in range(len(package.rulebook.pages))]
        for step, seat in product(play.steps[::4], range(2)):
            screens += render_visible(play, step, seat, context)
            view = package.game.view(step.state, seat)
            screens += [
                package.pages.make_page(name, view, context)
                for name in package.pages.find_names(view)
            ]
        pictures = [package.make_banner(context.say)]
        pictures += [each for screen in screens for each in (screen.picture, screen.below)]
        drawn |= {(each.name, context.say.language): each for each in pictures if each}
    assert len(drawn) > len(LANGUAGES)
    for picture in drawn.values():
        assert picture.draw()[:2] == b"\xff\xd8"
