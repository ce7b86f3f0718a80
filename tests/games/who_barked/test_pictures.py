"""What the pictures of Who Barked? show to whom, and the texts that say the same."""

from itertools import product

import pytest
from msgspec.structs import replace
from PIL import Image

from bot.drawing.kit import load_raster
from bot.engine.moves import EMPTY_PREFIX
from bot.engine.screens import Question
from bot.engine.text_helpers import SEAT_LETTERS
from bot.games.who_barked.art import drawing
from bot.games.who_barked.art.pieces import FURS, RASTERS_FOLDER
from bot.games.who_barked.model.moves import BARK_MOVE, SNEAK_MOVE, Accuse
from bot.games.who_barked.model.state import Proposal, State
from bot.games.who_barked.package import PACKAGE
from bot.games.who_barked.pictures import make_board_picture, make_own_picture
from bot.i18n import LANGUAGES
from bot.testing.limits import MAX_ALT_TEXT_LENGTH
from tests.drawing.looks import open_picture
from tests.games.looks import scene_of
from tests.games.who_barked.playing import GAME, act, go_on, make_state, propose, vote

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Flo", "Gus", "Hana")
SCREENS = PACKAGE.screens
NOSE, CAT, DOG, TOP_DOG = 0, 1, 4, 3
CREW = (0, 3)


def context(seats: int = 5, language: str = "en", names: tuple[str, ...] = NAMES):
    return scene_of(PACKAGE, language, names=names[:seats])


def raided(barking: tuple[int, ...] = ()) -> State:
    """Return the state in which all listen for the noise of a crew with the nose and a dog."""
    state = vote(propose(make_state(), *CREW), against=(1,))[0]
    for seat in CREW:
        state = act(state, seat, BARK_MOVE if seat in barking else SNEAK_MOVE)[0]
    return state


def hunting() -> State:
    """Return the state in which all goals are empty, and the top dog looks for the nose."""
    eaten = tuple(
        Proposal(0, crew, goal, (True,) * 5, 0)
        for goal, crew in enumerate(((0, 1), (0, 1), (0, 1, 2)))
    )
    return replace(make_state(), phase="hunt", proposals=eaten, crew=(0, 1, 2), decision=9)


STATES = {
    "meet": replace(make_state(), phase="meet"),
    "lead": make_state(),
    "vote": propose(make_state(), *CREW),
    "raid": vote(propose(make_state(), *CREW))[0],
    "hush": raided(),
    "quiet": go_on(raided()),
    "barked": go_on(raided(barking=(3,))),
    "refused": vote(propose(make_state(), *CREW), against=range(5))[0],
}
"""A state of each scene before the dogs take off their suits."""
UNMASKED = {
    "hunt": hunting(),
    "sniff": act(hunting(), TOP_DOG, Accuse(CAT))[0],
}


@pytest.mark.parametrize("name", STATES)
def test_the_board_is_the_same_for_all_views_and_roles(name: str) -> None:
    """An own view knows more than an onlooker's. Nothing of that is on the board."""
    state = STATES[name]
    here = context()
    boards = {
        (picture.key, picture.alt, picture.name)
        for dogs, nose in (((3, 4), 0), ((4, 3), 1), ((0, 2), 1))
        for viewer in (None, *range(5))
        for picture in [
            make_board_picture(GAME.view(replace(state, dogs=dogs, nose=nose), viewer), here)
        ]
    }
    assert len(boards) == 1


@pytest.mark.parametrize("name", UNMASKED)
def test_the_nose_stays_hidden_while_the_top_dog_looks_for_it(name: str) -> None:
    state, here = UNMASKED[name], context()
    boards = {
        (picture.key, picture.alt)
        for nose in range(3)
        for picture in [make_board_picture(GAME.view(replace(state, nose=nose), None), here)]
    }
    assert len(boards) == 1
    (_, alt) = boards.pop()
    assert "D: Dan (the top dog)" in alt
    assert "E: Eve (a dog)" in alt


def test_open_votes_and_acts_are_not_on_the_board() -> None:
    here, asked = context(), propose(make_state(), *CREW)
    voted = [act(asked, 2, move)[0] for move in GAME.legal_moves(asked, 2)]
    acting = vote(asked)[0]
    acted = [act(acting, TOP_DOG, move)[0] for move in GAME.legal_moves(acting, TOP_DOG)]
    for one, other in (voted, acted):
        pictures = [make_board_picture(GAME.view(each, None), here) for each in (one, other)]
        assert pictures[0].key == pictures[1].key
        assert pictures[0].alt == pictures[1].alt
    assert "is done" in make_board_picture(GAME.view(voted[0], None), here).alt


def test_revealed_votes_are_on_the_board() -> None:
    alt = make_board_picture(GAME.view(STATES["quiet"], None), context()).alt
    assert "B: Ben (leads, paw down)" in alt
    assert "A: Ada (in the crew, paw up)" in alt
    assert "Biscuits: eaten up." in alt
    assert "Not a sound" in alt
    barked = make_board_picture(GAME.view(STATES["barked"], None), context()).alt
    assert "One big woof!" in barked
    assert "1 of 4 alarms" in barked


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_description_is_too_long(language: str) -> None:
    here = context(8, language, ("W" * 32,) * 8)
    votes = (True,) * 8
    crew = (2, 3, 4)
    eaten = (Proposal(0, (0, 1), 0, votes, 0), Proposal(0, crew, 1, votes, 0))
    night = (*eaten, *(Proposal(0, crew, 2, votes, 3),) * 3)
    base = State(seats=8, leader=0, phase="raid", decision=1, dogs=crew, nose=0, crew=crew)
    raid = replace(base, proposals=(*night, Proposal(0, crew, 2, votes, None)))
    over = replace(
        base, phase="over", proposals=(*night, Proposal(0, crew, 2, votes, 0)), accused=0
    )
    pictures = [make_board_picture(GAME.view(raid, None), here)]
    pictures += [make_own_picture(GAME.view(raid, seat), seat, here) for seat in range(8)]
    places = GAME.standings(over)
    assert places is not None
    end = SCREENS.end(GAME.view(over, None), places, here).picture
    assert end is not None
    assert {len(each.alt) <= MAX_ALT_TEXT_LENGTH for each in (*pictures, end)} == {True}


def test_all_roles_have_a_card_of_one_name_and_size() -> None:
    here = context()
    states = (STATES["meet"], STATES["quiet"])
    cards = [
        make_own_picture(GAME.view(state, seat), seat, here)
        for state, seat in product(states, range(5))
    ]
    assert {card.name for card in cards} == {"role.jpg"}
    assert len({open_picture(card.draw()).size for card in cards}) == 1


def test_a_card_tells_in_words_what_it_shows() -> None:
    here, state = context(), STATES["quiet"]
    told = {seat: make_own_picture(GAME.view(state, seat), seat, here).alt for seat in range(5)}
    assert told[NOSE].splitlines() == ["You're the Nose.", "A, D: 1 dog"]
    assert told[CAT].startswith("You're a cat.")
    assert told[TOP_DOG] == "You're the top dog in a cat suit. With you: Eve."
    assert told[DOG] == "You're a dog in a cat suit. With you: Dan."


def test_only_the_nose_and_the_dogs_know_more_on_their_cards() -> None:
    here, state = context(), STATES["quiet"]
    for seat in range(5):
        own, others, scents, knows_dogs = make_own_picture(
            GAME.view(state, seat), seat, here
        ).arguments
        assert isinstance(own, drawing.Player)
        assert isinstance(others, tuple)
        dogs = {player.letter for player in others if player.is_dog}
        assert dogs == ({TOP_DOG, DOG} - {seat} if seat in (TOP_DOG, DOG) else set())
        assert not any(player.is_nose for player in others)
        assert bool(scents) == (seat == NOSE)
        assert knows_dogs == (seat in (TOP_DOG, DOG))


def test_the_board_names_everybody_beside_the_letters() -> None:
    here = replace(context(), letters=(7, 1, 2, 3, 4))
    shown = SCREENS.board(GAME.view(STATES["vote"], None), here)
    assert shown.title == ""
    assert "**H** Ada · **B** Ben · **C** Cleo · **D** Dan · **E** Eve" in shown.text


def test_without_pictures_all_is_told_in_words() -> None:
    here = replace(context(), pictures=False)
    state = STATES["quiet"]
    assert SCREENS.board(GAME.view(state, None), here).picture is None
    question = Question(GAME.view(state, NOSE), NOSE, None, (), EMPTY_PREFIX, here)
    own = SCREENS.own_screen(question)
    assert own.picture is None
    assert "**1 dog**" in own.text


def test_the_end_shows_all_without_suits_and_the_winners_on_the_podium() -> None:
    state = go_on(UNMASKED["sniff"])
    places = GAME.standings(state)
    assert places is not None
    picture = SCREENS.end(GAME.view(state, None), places, context()).picture
    assert picture is not None
    winners, losers = picture.arguments
    assert isinstance(winners, tuple)
    assert isinstance(losers, tuple)
    assert [player.letter for player in winners] == [0, 1, 2]
    assert [player.is_top_dog for player in losers] == [True, False]
    assert picture.alt.splitlines()[0] == "A: Ada (has won, the Nose)"
    assert picture.draw()[:2] == b"\xff\xd8"


@pytest.mark.parametrize("letter", SEAT_LETTERS[: len(FURS)].lower())
def test_every_player_has_a_sign(letter: str) -> None:
    sign = load_raster(RASTERS_FOLDER, f"signs/cat-{letter}", 128)
    assert isinstance(sign, Image.Image)
    assert sign.size == (128, 128)
