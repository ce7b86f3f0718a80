"""What people see: the board's line for each moment, votes turned over, own screens and films."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from bot.engine.events import Seat
from bot.engine.films import find_scenes
from bot.engine.replays import ReplayedStep
from bot.engine.screen import Picture, Screen
from bot.engine.screens import ScreenContext, make_question
from bot.games.who_barked.highlights import find_rounds
from bot.games.who_barked.model import events
from bot.games.who_barked.model.state import State, View
from bot.games.who_barked.package import PACKAGE
from bot.games.who_barked.predictions import PREDICTIONS
from bot.games.who_barked.screens import WhoBarkedScreens
from bot.games.who_barked.words import describe_moment
from tests.games.who_barked.looks import SCREENS, context, crew, view
from tests.games.who_barked.nights import eaten, lost_by_four_barks
from tests.games.who_barked.playing import (
    GAME,
    accuse,
    end_pause,
    go_on,
    make_state,
    play_hour,
    propose,
    raid,
    vote,
)


def own_text(state: State, seat: Seat) -> str:
    prompt = next((each for each in GAME.prompts(state) if each.seat == seat), None)
    return SCREENS.own_screen(make_question(GAME, state, seat, prompt, "", context())).text


def board_text(state: State) -> str:
    return SCREENS.board(GAME.view(state, None), context()).text


def moment(state: State) -> str:
    return describe_moment(GAME.view(state, None), context())


def hunt() -> State:
    state = make_state()
    for members in ((0, 1), (0, 2), (0, 1, 2)):
        state = play_hour(state, *members)
    return state


# The board


def test_one_line_of_the_board_says_what_happens() -> None:
    begun = make_state()
    assert moment(begun) == "💬 No cat knows anything yet. Whom would you take along, and why?"
    proposed = propose(begun, 0, 3)
    assert moment(proposed) == "**Off to the biscuit tin:** Ada and Dan?"
    inside = vote(proposed)[0]
    assert moment(inside) == "**On the way to the biscuit tin:** Ada and Dan"
    hush = raid(inside, barking=(3,))
    told = "**Paws in the dark:** Ada and Dan are sneaking to the biscuit tin … listen!"
    assert moment(hush) == told == moment(raid(inside))
    assert moment(go_on(hush)).startswith("💬 All of you said “Go”.")
    assert moment(hunt()) == "**Suits off:** the dogs are Dan and Eve."
    sniff = accuse(hunt(), 1)
    assert moment(sniff) == "**Nose to nose:** Dan sniffs at Ben … nobody breathe!"
    assert moment(go_on(sniff)) == "👃 Dan sniffs at Ben, but the Nose is Ada."


def test_the_board_in_words_lists_letters_votes_and_all_rounds() -> None:
    state = go_on(raid(vote(propose(make_state(), 0, 3), against=(1,))[0], barking=(3,)))
    told = board_text(state)
    assert "**A** Ada 👍\n**B** Ben 👑 👎\n**C** Cleo 👍" in told
    assert told.endswith("**1.** 👑A 🍪 **A D** · 👎 B · 🐶")


def test_the_board_keeps_the_scents_until_the_dogs_are_known() -> None:
    inside = vote(propose(make_state(), 0, 3))[0]
    assert "👃" not in board_text(go_on(raid(inside)))
    assert "👃 0" in board_text(hunt())


# Votes are turned over


@pytest.mark.parametrize(
    ("against", "told"),
    [
        ((), "🐾 5 for, 0 against: Ada's crew sneaks off."),
        ((1, 4), "🐾 3 for, 2 against: Ada's crew sneaks off. Against: Ben and Eve."),
        (
            (1, 2, 4),
            "🏠 2 for, 3 against: Ada's crew stays home, and an hour is gone. For: Ada and Dan.",
        ),
        ((0, 1, 2, 3, 4), "🏠 0 for, 5 against: Ada's crew stays home, and an hour is gone."),
    ],
)
def test_after_the_last_vote_everybody_reads_who_voted_how(
    against: tuple[int, ...], told: str
) -> None:
    state, notices = vote(propose(make_state(), 0, 3), against)
    for viewer in range(5):
        seen = GAME.view(state, viewer)
        assert SCREENS.news(notices, seen, viewer, context()) == (told,)
    assert SCREENS.describe_event(GAME.view(state, None), notices[0].event, context()) == told
    assert {type(notices[0].event).__struct_config__.tag} & {*SCREENS.reveals}


def test_an_old_vote_is_told_as_it_was() -> None:
    first = crew(0, 3, against=(1, 2, 4))
    again = crew(0, 1, against=(1,), leader=0)
    seen = view(first, *[crew(0, 1, leader=seat) for seat in range(1, 5)], again)
    refused, left = events.CrewRefused(0, 2), events.CrewLeft(0, 4)
    assert SCREENS.describe_event(seen, refused, context()).endswith("For: Ada and Dan.")
    assert SCREENS.describe_event(seen, left, context()).endswith("Against: Ben.")


# Own screens


def test_everybody_reads_what_to_talk_about_on_their_own_screen() -> None:
    state = go_on(raid(vote(propose(make_state(), 0, 3), against=(2,))[0], barking=(3,)))
    for seat in range(5):
        first, second = own_text(state, seat).splitlines()[:2]
        assert first == "💬 Only Cleo said “Stay”. Just a hunch?"
        assert second.startswith("**Talk about it!**")
    begun = State(seats=5, leader=0, phase="meet", decision=0, dogs=(3, 4), nose=0)
    assert own_text(begun, 1).startswith("💬 No cat knows anything yet.")


def test_all_wait_for_the_noise_and_for_the_sniff_with_the_same_words() -> None:
    hush = raid(vote(propose(make_state(), 0, 3))[0], barking=(3,))
    assert {own_text(hush, seat).splitlines()[0] for seat in range(5)} == {"**Hush! Is that a …**"}
    sniff = accuse(hunt(), 0)
    waits = {own_text(sniff, seat).splitlines()[0] for seat in range(5)}
    assert waits == {"**Sniff, sniff … hold your breath!**"}


def test_the_nose_reads_its_last_three_scents() -> None:
    state = make_state()
    for members in ((0, 3), (1, 3), (3, 4)):
        state = play_hour(state, *members, barking=(3,))
    inside = vote(propose(state, 1, 2))[0]
    assert own_text(inside, 0).splitlines()[-3:] == [
        "🍪 Ben and Dan: **1 dog**",
        "🍪 Dan and Eve: **2 dogs**",
        "🍪 Ben and Cleo: no dog",
    ]
    assert "1 dog" not in own_text(inside, 1)


# Who only watches


@pytest.mark.parametrize(("barking", "right"), [((), "nobody"), ((3,), "one"), ((3, 4), "more")])
def test_people_who_watch_predict_how_many_bark(barking: tuple[int, ...], right: str) -> None:
    state = propose(make_state(), 3, 4)
    assert PREDICTIONS.find(GAME.view(state, None)) is None
    state = vote(state)[0]
    asked = PREDICTIONS.find(GAME.view(state, None))
    assert asked and asked.is_open
    assert asked.choices == ("nobody", "one", "more")
    hush = raid(state, barking)
    assert PREDICTIONS.find(GAME.view(hush, None)) == replace(asked, is_open=False)
    _, told = end_pause(hush)
    assert PREDICTIONS.settle(told[0].event) == right


def test_nobody_predicts_more_dogs_than_open_facts_allow() -> None:
    seen = {"viewer": None, "role": None, "phase": "raid"}
    proven = crew(3, 4, barks=2)
    one = view(proven, crew(0, 3, barks=None), **seen)
    asked = PREDICTIONS.find(one)
    assert asked and asked.choices == ("nobody", "one")
    assert PREDICTIONS.find(view(proven, crew(0, 1, barks=None), **seen)) is None


# The end


def test_the_scores_of_a_finished_game_tell_of_no_hours_to_come() -> None:
    night = lost_by_four_barks((), (), (), ())
    before = SCREENS.score(night.log[0].views[0], context())
    after = SCREENS.score(night.log[-1].views[0], context())
    assert ("hours" in before, "hours" in after) == (True, False)
    assert after == "🍪 Biscuits: 2 · 🧀 Cheese: 2 · 🍗 Roast: 3"


# Films


class DrawnScreens(WhoBarkedScreens):
    """The screens with a picture on the board that depends on all that everybody knows."""

    def board(self, view: View, context: ScreenContext) -> Screen:
        return Screen("", picture=Picture("board.jpg", "x", bytes, (view.phase, view.decision)))


def film(log: Sequence[ReplayedStep]) -> list[tuple[int, list[str]]]:
    """Return the weight and the captions of each scene."""
    package = replace(PACKAGE, screens=DrawnScreens())
    public = [
        replace(
            each,
            action=None,
            notices=tuple(n for n in each.notices if n.to is None),
            views=each.views[:1],
        )
        for each in log
    ]
    scenes = find_scenes(package, public, find_rounds(log), context())
    return [(scene.weight, [shot.caption for shot in scene.shots]) for scene in scenes]


def test_a_film_tells_votes_noises_the_suits_and_the_sniff() -> None:
    first, *crews, hunted = film(eaten((0, 1, 2), accused=1).log)
    assert first == (
        0,
        [
            "👑 Ada wants to send Ben and Dan.",
            "🏠 2 for, 3 against: Ada's crew stays home, and an hour is gone. For: Dan and Eve.",
        ],
    )
    assert [weight for weight, _ in crews] == [1, 1, 1]
    assert crews[0][1] == [
        "👑 Ben wants to send Ada and Ben.",
        "🐾 5 for, 0 against: Ben's crew sneaks off.",
        "😋 Not a sound, and the biscuit tin is licked clean!",
    ]
    assert hunted == (
        2,
        [
            "😋 Not a sound, and the Sunday roast is licked clean! 🎭 Everything is eaten, so the"
            " dogs take off their suits. Dan may name the Nose.",
            "👃 Dan sniffs at Ben …",
            "👃 Dan sniffs at Ben, but the Nose is Ada.",
        ],
    )


def test_a_film_of_four_alarms_ends_with_the_last_one() -> None:
    *_, (weight, captions) = film(lost_by_four_barks((), (), (), ()).log)
    assert weight == 1
    assert captions[-1].endswith("Once too often! The humans lock the kitchen for good.")
