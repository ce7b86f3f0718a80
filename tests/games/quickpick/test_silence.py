"""Whoever is silent in a race: the last call, whom nobody waits for, races of an older release."""

import pytest
from msgspec.json import encode
from msgspec.structs import replace

from bot.engine.events import Notice
from bot.engine.records import list_legal_paths
from bot.games.quickpick.model.events import NotWaitedFor
from bot.games.quickpick.model.state import FEATURES, LAST_CALL_SECONDS, MAX_SILENT_RACES, State
from bot.games.quickpick.package import PACKAGE
from bot.games.quickpick.rules import SILENT_LOOK_SECONDS
from tests.games.quickpick.looks import SCREENS, context
from tests.games.quickpick.playing import (
    ALL,
    CALM,
    CAMERA,
    GAME,
    SOUNDS,
    act,
    end_pause,
    put_hands_down,
    racing,
)

MINUTE = 60


def make_race(options=None, seats=3, parts=5):
    """Return the first race after so many parts."""
    state = racing(options, seats)
    for number, feature in enumerate(FEATURES[:parts]):
        state, _ = act(state, 0, f"show/{feature}", 2000 * number)
    return state


def seconds_left(state):
    """Return how long the race waits at most from now on."""
    (end,) = [prompt for prompt in GAME.prompts(state) if prompt.seat is None]
    return end.seconds


def let_race_run_out(state):
    """Let the time of a race run out."""
    return end_pause(end_pause(state)[0])


def silent_twice(options=ALL, seats=4):
    """Return the second race after which nobody waits for seat 3: seat 2 is the next mime."""
    state = racing(options, seats)
    state, _ = put_hands_down(state, (1, None, 10), (2, None, 20))
    state, _ = let_race_run_out(state)
    state, _ = act(state, 1, "draw")
    state, _ = put_hands_down(state, (0, None, 10), (2, None, 20))
    return let_race_run_out(state)


# The last call


@pytest.mark.parametrize("options", [{}, ALL, CALM])
def test_once_the_whole_face_is_shown_and_half_have_chosen_the_race_closes_in_twelve_seconds(
    options,
):
    state = make_race(options, seats=5)
    assert seconds_left(state) == MINUTE
    state, _ = put_hands_down(state, (1, 3, 10000))
    assert seconds_left(state) == MINUTE
    assert not GAME.view(state, None).last_call
    state, _ = put_hands_down(state, (2, 4, 10010))
    assert seconds_left(state) == LAST_CALL_SECONDS == 12
    assert GAME.view(state, None).last_call
    state, _ = end_pause(state)
    assert state.phase == "closing"
    assert list_legal_paths(GAME, state, 3), "late hands still count"
    _, told = end_pause(state)
    assert told == [("not-guessed", (0, 5))]


def test_nobody_is_hurried_before_the_whole_face_is_shown():
    state, _ = put_hands_down(make_race(parts=4), (1, 3, 10000))
    assert seconds_left(state) == MINUTE
    after, _ = act(state, 0, "show/head", 12000)
    assert seconds_left(after) == LAST_CALL_SECONDS
    after, _ = act(state, 0, "done", 12000)
    assert seconds_left(after) == LAST_CALL_SECONDS
    sounding, _ = put_hands_down(make_race(SOUNDS), (1, 3, 10000))
    assert seconds_left(sounding) == LAST_CALL_SECONDS, "sounds are no parts of it"


def test_who_has_the_whole_face_from_the_beginning_or_less_time_or_a_lesson():
    camera, _ = put_hands_down(racing(CAMERA), (1, 3, 10))
    assert seconds_left(camera) == LAST_CALL_SECONDS
    short, _ = put_hands_down(replace(make_race(), seconds=9), (1, 3, 10000))
    assert seconds_left(short) == 9, "its last call makes no race longer"
    assert PACKAGE.lesson is not None
    lesson = PACKAGE.lesson.state
    assert isinstance(lesson, State)
    state, _ = act(lesson, 2, "draw")
    state, _ = act(state, 2, "done", 100)
    state, _ = put_hands_down(state, (1, 3, 200))
    assert seconds_left(state) == lesson.seconds
    assert not GAME.view(state, 0).last_call


def test_the_board_says_in_words_that_it_closes_in_a_moment():
    state, _ = put_hands_down(make_race(), (1, 3, 10000))
    (end,) = [prompt for prompt in GAME.prompts(state) if prompt.seat is None]
    for language, words in (("en", "Last chance"), ("de", "Gleich ist Schluss")):
        assert words in SCREENS.describe_prompts(GAME.view(state, None), [end], context(language))


# Who is not waited for


def test_a_race_waits_no_more_for_who_was_silent_in_two_races_in_a_row():
    state, told = silent_twice()
    assert ("not-waited-for", (3,)) in told
    state, _ = act(state, 2, "draw")
    state, told = put_hands_down(state, (0, None, 10), (1, None, 20))
    assert (told, state.phase) == ([], "closing")
    state, told = end_pause(state)
    assert [name for name, _ in told] == ["not-guessed"], "it is told once"


def test_whoever_is_not_waited_for_may_press_all_the_same_and_is_waited_for_again():
    state, _ = silent_twice()
    state, _ = act(state, 2, "draw")
    state, _ = put_hands_down(state, (3, None, 10), (0, None, 20), (1, None, 30))
    state, _ = act(state, 3, "draw")
    state, _ = put_hands_down(state, (0, None, 10), (1, None, 20), (2, None, 30))
    state, _ = act(state, 0, "draw")
    state, _ = put_hands_down(state, (1, None, 10), (2, None, 20))
    assert state.phase == "race"


def test_the_late_hand_of_whoever_is_not_waited_for_still_counts_by_its_id():
    """Ruling Q6."""
    state, _ = silent_twice()
    state, _ = act(state, 2, "draw")
    right = state.mask
    state, _ = put_hands_down(state, (0, None, 10), (1, right, 40))
    assert state.phase == "closing"
    state, told = put_hands_down(state, (3, right, 30))
    assert told == [("guessed", (2, right, 3))]


def test_any_press_of_theirs_brings_them_back_such_as_the_mimes_look():
    state = replace(silent_twice()[0], mime=3)
    state, _ = act(state, 3, "draw")
    assert state.silent == ()


def test_a_mime_whom_races_do_not_wait_for_has_ten_seconds_to_look():
    state = replace(silent_twice()[0], mime=3)
    (asked,) = GAME.prompts(state)
    assert asked.seconds == SILENT_LOOK_SECONDS
    (asked,) = GAME.prompts(replace(state, mime=2))
    assert asked.seconds is None
    (asked,) = GAME.prompts(replace(state, mode="camera"))
    assert asked.seconds is None, "no computer can mime"


def test_what_the_computer_mimes_for_them_does_not_bring_them_back():
    state = replace(silent_twice()[0], mime=3)
    state, _ = act(state, 3, "draw", by_computer=True)
    state, _ = act(state, 3, f"show/{FEATURES[0]}", 5000, by_computer=True)
    assert state.silent == (3, 3)
    state, _ = act(state, 3, f"show/{FEATURES[1]}", 9000)
    assert state.silent == ()


def test_one_silent_race_changes_nothing_and_a_choice_in_between_begins_anew():
    state = racing(ALL, seats=4)
    state, _ = put_hands_down(state, (1, None, 10), (2, None, 20))
    state, told = let_race_run_out(state)
    assert "not-waited-for" not in dict(told)
    state, _ = act(state, 1, "draw")
    state, _ = put_hands_down(state, (3, None, 5), (0, None, 10), (2, None, 20))
    assert state.silent == ()


def test_whoever_lets_a_race_run_out_was_silent_but_if_a_quick_one_was_decided_early():
    for options, tile, silent in (({}, None, (3,)), ({}, 5, ()), (ALL, None, (3,)), (ALL, 5, (3,))):
        state, _ = put_hands_down(racing(options, seats=4), (1, None, 10), (2, tile, 20))
        while state.phase != "draw":
            state, _ = end_pause(state)
        assert state.silent == silent


def test_whoever_was_only_slower_in_a_quick_race_was_not_silent():
    state = racing(seats=4)
    for mime in range(2):
        state, _ = put_hands_down(state, ((mime + 1) % 4, state.mask, 10))
        state, _ = end_pause(state)
        state, _ = act(state, state.mime, "draw")
    assert state.silent == ()


def test_if_everybody_was_silent_the_race_waits_for_all_without_a_last_call():
    """Else it would be over before anything is shown."""
    silent = (1, 1, 2, 2, 3, 3)
    assert seconds_left(replace(make_race(ALL, seats=4), silent=silent)) == MINUTE
    state = replace(racing(ALL, seats=4), silent=silent)
    assert seconds_left(state) == MINUTE
    state, told = put_hands_down(state, (1, 3, 10))
    assert state.phase == "closing", "whoever presses is waited for, the others are not"
    assert told == []


def test_nobody_is_counted_more_often_than_it_takes():
    state = replace(racing(ALL), silent=(1,) * MAX_SILENT_RACES)
    state, told = let_race_run_out(state)
    assert state.silent == (1, 1, 2)
    assert "not-waited-for" not in dict(told)


def test_whoever_is_not_waited_for_reads_it():
    event = NotWaitedFor(3)
    view = GAME.view(silent_twice()[0], 3)
    assert "Dan" in SCREENS.describe_event(view, event, context())
    (own,) = SCREENS.news([Notice(event)], view, 3, context())
    assert "You were silent twice" in own
    assert SCREENS.news([Notice(event)], view, 1, context()) == ()


# Stored states


def test_a_state_of_this_release_is_read_as_it_was_stored():
    state = replace(racing(), patience=LAST_CALL_SECONDS - 1)
    assert GAME.load_state(encode(state)) == state
