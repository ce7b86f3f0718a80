"""How it went: what was known of each player after each turn, from the public events alone."""

from io import BytesIO
from random import Random

import pytest
from PIL import Image

from bot.engine.chance import SeededChance
from bot.engine.events import Event
from bot.engine.game import ActRecord
from bot.games.cloaked_cats.model.events import CatPlayed, GuessRight, GuessSkipped, GuessWrong
from bot.games.cloaked_cats.pages import make_story_page, read_public_history
from bot.games.cloaked_cats.rules import CloakedCats
from bot.i18n import LANGUAGES
from tests.games.cloaked_cats.looks import context
from tests.games.looks import LONG, assert_fits, everything_of

GAME = CloakedCats()
ALL = 969


def play_random_game(seats: int, seed: int) -> tuple[object, list[Event]]:
    """Play a random game to its end; return the state and the public events."""
    luck, chance = Random(seed), SeededChance(bytes(32), seed)
    state, dealt = GAME.begin(seats, {}, chance)
    events = list(dealt)
    while prompts := GAME.prompts(state):
        seat, decision = prompts[0].seat, prompts[0].decision
        assert seat is not None
        move = luck.choice(GAME.legal_paths(state, seat))
        state, told = GAME.step(state, ActRecord(seat, decision, move, 0), chance)
        events += told
    public = [event for event in events if event.to is None]
    return state, [notice.event for notice in GAME.read_events(public)]


def test_masks_that_come_out_and_those_that_do_not_leave_fewer_fans() -> None:
    went = read_public_history([CatPlayed(0, 9, (1,)), GuessSkipped(0)], 2)
    assert went.fan_counts == ((ALL, ALL), (560, ALL - 560))


def test_a_right_guess_leaves_the_fans_with_the_feature_and_takes_it_from_the_others() -> None:
    went = read_public_history([GuessRight(0, 1, 4)], 3)
    assert went.fan_counts[-1] == (816, 153, 816)
    assert went.guesses[0].right


def test_a_wrong_guess_leaves_the_fans_without_the_feature() -> None:
    went = read_public_history([GuessWrong(0, 1, 4)], 2)
    assert went.fan_counts[-1] == (ALL, 816)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_there_is_a_number_for_every_turn_and_it_never_rises(seats: int) -> None:
    state, events = play_random_game(seats, seats)
    went = read_public_history(events, seats)
    turns = sum(isinstance(event, CatPlayed) for event in events)
    assert turns < len(went.fan_counts) <= GAME.view(state, None).turn + 2  # type: ignore[arg-type]
    for seat in range(seats):
        numbers = [left[seat] for left in went.fan_counts]
        assert numbers == sorted(numbers, reverse=True)
        assert numbers[-1] >= 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_story_fits_and_is_drawn(language: str) -> None:
    for seats in (2, 4):
        state, events = play_random_game(seats, 7)
        view = GAME.view(state, None)  # type: ignore[arg-type]
        screen = make_story_page(view, events, context(language, names=(LONG,) * seats))
        assert_fits(screen)
        assert screen.picture is not None
        with Image.open(BytesIO(screen.picture.draw())) as image:
            assert image.width <= 1100
            assert image.height <= 700
        words = make_story_page(view, events, context(language, pictures=False))
        for place in range(seats):
            assert ": 969 →" in words.fields[place].text
            assert "→" not in screen.fields[place].text


def test_sentences_tell_what_gave_most_away_and_what_stayed_secret() -> None:
    events = [
        CatPlayed(0, 9, (1,)),
        GuessRight(0, 1, 4),
        CatPlayed(1, 0),
        GuessWrong(1, 0, 14),
    ]
    state, _ = GAME.begin(2, {}, SeededChance(bytes(32), 1))
    fields = make_story_page(GAME.view(state, None), events, context()).fields
    assert fields[1].text.splitlines() == [
        "Biggest giveaway: ⭐\N{WORD JOINER}A Ada guessed “playful kitty”.",
        "In the end, 39 secret cats were still possible: well hidden!",
        "Turn 1: ⭐\N{WORD JOINER}A Ada guessed “playful kitty”. Right!",
    ]
    assert fields[0].text.splitlines() == [
        "Biggest giveaway: their own brown · strutting beauty in turn 1.",
        "In the end, 220 secret cats were still possible: well hidden!",
    ]
    assert "spotted" not in fields[0].text
    words = make_story_page(GAME.view(state, None), events, context(pictures=False)).fields
    assert "guessed “spotted”. Wrong!" in words[0].text


def test_a_text_only_table_draws_no_story() -> None:
    state, events = play_random_game(2, 3)
    screen = make_story_page(GAME.view(state, None), events, context(pictures=False))  # type: ignore[arg-type]
    assert screen.picture is None
    assert "→" in everything_of(screen)
