"""The race: hands and ids, late hands, quick and calm games, and what the mime may show."""

import pytest
from msgspec.structs import replace

from bot.engine.chance import PythonChance
from bot.engine.events import EventRecord
from bot.engine.game import IllegalMove, Prompt, Stale
from bot.engine.records import ActRecord, apply_record, list_legal_paths
from bot.games.quickpick.model.state import (
    DECISIONS_PER_TURN,
    FEATURES,
    PART_NAMES,
    find_matching_masks,
)
from bot.games.quickpick.rules import (
    COMPUTER_MIME_SECONDS,
    MIME_PAUSE_MILLISECONDS,
    SILENCE_PERIODS_PER_RACE,
)
from tests.games.quickpick.playing import (
    ALL,
    CALM,
    CAMERA,
    GAME,
    SOUNDS,
    act,
    click,
    end_pause,
    put_hands_down,
    racing,
    start,
    step,
)


def of_kind(state, kind):
    return [prompt for prompt in GAME.prompts(state) if prompt.kind == kind]


# Hands


def test_all_guessers_share_one_even_decision_without_a_clock_of_their_own():
    """Ruling Q9: nobody has to choose; the race's own time ends it for all."""
    state = racing(seats=5)
    slaps = of_kind(state, "slap")
    assert [prompt.seat for prompt in slaps] == [1, 2, 3, 4]
    assert {(prompt.decision % 2, prompt.clock) for prompt in slaps} == {(0, "")}
    assert {prompt.decision for prompt in slaps} == {GAME.view(state, None).decision}
    assert all(prompt.irrevocable for prompt in slaps)
    (end,) = of_kind(state, "race")
    assert (end.seat, end.clock, end.seconds) == (None, "race:0", 60)


def test_another_hand_changes_nothing_for_who_has_not_chosen():
    state = racing(seats=5)
    after, _ = put_hands_down(state, (1, 3, 10))
    assert of_kind(after, "slap") == of_kind(state, "slap")[1:]


def test_the_first_hand_on_the_right_tile_gets_it_whatever_arrives_first():
    """Ruling Q6: the id's time decides, not the order of arrival."""
    state, told = put_hands_down(racing(ALL, seats=4), (1, 5, 300), (2, 5, 100), (3, 5, 200))
    assert told == [("guessed", (0, 5, 2))]
    assert [hand.seat for hand in state.turns[0].hands] == [2, 3, 1]


def test_ids_decide_within_a_millisecond_too():
    state = racing(ALL)
    state, _ = step(state, ActRecord(1, state.decision, "tile/5", click(10) + 2))
    _, told = step(state, ActRecord(2, state.decision, "tile/5", click(10) + 1))
    assert told == [("guessed", (0, 5, 2))]


def test_the_board_shows_the_earliest_hand_on_each_tile_as_far_as_they_are_in():
    state, _ = put_hands_down(racing(ALL, seats=5), (1, 3, 300), (2, 4, 100))
    taken = GAME.view(state, None).taken
    assert (taken[3], taken[4], taken[5]) == (1, 2, None)
    state, _ = put_hands_down(state, (4, 3, 200))
    assert GAME.view(state, None).taken[3] == 4


def test_a_hand_on_a_taken_tile_is_spent():
    """Ruling Q5."""
    state, _ = put_hands_down(racing(seats=4), (1, 3, 10), (2, 3, 20))
    own = GAME.view(state, 2).own
    assert own is not None
    assert own.tile == 3
    assert list_legal_paths(GAME, state, 2) == ()
    assert GAME.view(state, None).taken[3] == 1


def test_why_a_hand_is_refused():
    """Ruling Q7: nobody changes their mind, and the mime does not guess, until a race is closed."""
    down = [put_hands_down(racing(), (1, tile, 10))[0] for tile in (3, None)]
    closing, _ = put_hands_down(racing(seats=4), (1, 5, 10))
    refused = [(state, 1, "hand-is-down") for state in (*down, closing)]
    refused += [(state, 0, "mime-knows") for state in (racing(), racing(CAMERA), closing)]
    for state, seat, key in refused:
        with pytest.raises(IllegalMove, match=f"^{key}$"):
            step(state, ActRecord(seat, state.decision, "tile/4", click(20)))


def test_a_click_for_an_earlier_race_is_stale():
    state = racing()
    after, _ = put_hands_down(state, (1, 3, 10), (2, 3, 20))
    after, _ = act(after, 1, "draw")
    for seat in range(3):
        with pytest.raises(Stale):
            step(after, ActRecord(seat, state.decision, "tile/5", click(30)))


def test_no_idea_counts_as_having_chosen():
    """Ruling Q8."""
    state, told = put_hands_down(racing(), (1, None, 10), (2, None, 20))
    assert told == [("not-guessed", (0, 5))]
    assert [hand.tile for hand in state.turns[0].hands] == [None, None]


def test_the_tiles_stay_put_and_all_are_offered_all_the_time():
    """Rulings Q5 and Q22."""
    tiles = tuple(f"tile/{mask}" for mask in range(16))
    state = racing(seats=4)
    assert list_legal_paths(GAME, state, 3) == (*tiles, "pass")
    state, _ = put_hands_down(state, (1, 3, 10), (2, 4, 20))
    assert list_legal_paths(GAME, state, 3) == (*tiles, "pass")


# The end of a race


@pytest.mark.parametrize(
    ("hands", "late", "phase", "guesser"),
    [
        # nobody can be late any more
        ([(1, 3, 10), (2, 4, 20), (3, 5, 30)], [], "draw", 3),
        ([(1, 5, 100), (2, 4, 200), (3, 5, 50)], [], "draw", 3),
        # the network held the click of seat 3 up, or it came later
        ([(1, 5, 100)], [(3, 5, 50)], "closing", 3),
        ([(1, 5, 100)], [(3, 5, 150)], "closing", 1),
    ],
)
def test_the_earliest_hand_wins_and_a_race_ends_at_once_when_all_have_chosen(
    hands, late, phase, guesser
):
    """Ruling Q6."""
    state, told = put_hands_down(racing(seats=4), *hands)
    assert state.phase == phase
    if late:
        state, _ = put_hands_down(state, *late)
        state, told = end_pause(state)
        assert len(state.turns[0].hands) == 2
    assert told == [("guessed", (0, 5, guesser))]


def test_a_quick_race_soon_closes_when_the_right_tile_is_taken():
    """Ruling Q10."""
    state, _ = put_hands_down(racing(seats=4), (1, 4, 10), (2, 4, 20))
    assert state.phase == "race", "a wrong hand closes nothing"
    state, told = put_hands_down(racing(seats=4), (1, 5, 10))
    assert told == []
    closing, *slaps = GAME.prompts(state)
    assert closing == Prompt(state.decision + 4, None, "closing", "closing:0", seconds=0.5)
    assert [prompt.seat for prompt in slaps] == [2, 3]
    state, told = end_pause(state)
    assert told == [("guessed", (0, 5, 1))]
    assert state.phase == "draw"


def test_a_race_whose_time_is_up_closes_after_half_a_second_for_late_hands():
    """Ruling Q9: whoever has not chosen by then has no tile."""
    state, _ = put_hands_down(racing(ALL, seats=4), (1, 4, 10))
    state, told = end_pause(state)
    assert (told, state.phase) == ([], "closing")
    state, _ = put_hands_down(state, (2, 5, 20))
    state, told = end_pause(state)
    assert told == [("guessed", (0, 5, 2))]
    assert [hand.seat for hand in state.turns[-1].hands] == [1, 2]


def put_hand_on_tile(state, seat, move, milliseconds):
    """Return the events of a hand."""
    act_ = ActRecord(seat, state.decision, move, click(milliseconds))
    return apply_record(GAME, state, act_, PythonChance(0))[1]


def test_whoever_loses_a_tile_to_an_earlier_hand_is_told_once():
    """Ruling Q6: the hand that came in first was the later one."""
    state, _ = put_hands_down(racing(ALL, seats=5), (1, 3, 200))
    overtaken = (EventRecord((1,), "overtaken", (1,)),)
    assert put_hand_on_tile(state, 2, "tile/3", 100) == overtaken
    assert put_hand_on_tile(state, 2, "tile/3", 300) == ()
    state, _ = put_hands_down(state, (2, 3, 100))
    assert put_hand_on_tile(state, 3, "tile/3", 150) == ()
    for options, tile, move in ((ALL, None, "pass"), (CALM, 3, "tile/3")):
        state, _ = put_hands_down(racing(options, seats=4), (1, tile, 200))
        assert put_hand_on_tile(state, 2, move, 100) == (), "of no idea, or in a calm game"


def test_everybody_sees_whose_choice_is_spent_but_not_in_a_calm_game():
    """Ruling Q5."""
    hands = ((1, 3, 200), (2, 3, 300), (3, None, 400))
    state, _ = put_hands_down(racing(ALL, seats=5), *hands)
    assert GAME.view(state, None).late == (2,)
    state, _ = put_hands_down(racing(CALM, seats=5), *hands)
    assert GAME.view(state, None).late == ()


def test_a_slow_race_waits_for_all():
    """Rulebook, "Game Turn": "when each player has made his choice"."""
    state, told = put_hands_down(racing(ALL, seats=4), (1, 5, 10), (2, 4, 20))
    assert (told, state.phase) == ([], "race")
    assert not of_kind(state, "closing")
    _, told = put_hands_down(state, (3, None, 30))
    assert told == [("guessed", (0, 5, 1))]


# Calm games


def test_in_a_calm_game_the_first_clockwise_from_the_mime_gets_the_tile():
    state = replace(start(CALM, seats=4), mime=1)
    state, _ = act(state, 1, "draw")
    state, told = put_hands_down(state, (0, 5, 10), (3, 5, 20), (2, 4, 30))
    assert told == [("guessed", (1, 5, 3))]
    assert [hand.seat for hand in state.turns[0].hands] == [2, 3, 0]


def test_in_a_calm_game_only_who_has_chosen_is_public():
    state, _ = put_hands_down(racing(CALM, seats=4), (2, 5, 10), (1, 7, 20))
    for viewer in (None, 0, 3):
        view = GAME.view(state, viewer)
        assert (view.calm, view.chosen, view.taken, view.own) == (True, (1, 2), (), None)
    own = GAME.view(state, 2).own
    assert own is not None
    assert own.tile == 5


def test_a_calm_race_never_ends_early():
    """Choices are secret: a race that ends would tell that one was right."""
    state, _ = put_hands_down(racing(CALM, seats=4), (1, 5, 10))
    assert state.phase == "race"


# What the mime shows


def test_the_mime_shows_the_face_part_by_part_and_truthfully():
    """Mask 5 is brows up, eyes wide, mouth round, tongue out, head left."""
    state, names = racing(), []
    for number, feature in enumerate(("mouth", "head", "brows", "tongue", "eyes")):
        state, told = act(state, 0, f"show/{feature}", 2000 * number)
        ((name, (mime, part)),) = told
        assert (name, mime) == ("part-shown", 0)
        names.append(PART_NAMES[int(part)])
        assert len(find_matching_masks(state.shown)) == (8, 4, 2, 1, 1)[number]
    assert names == ["mouth-round", "head-left", "brows-up", "tongue-out", "eyes-wide"]
    assert GAME.view(state, None).shown == state.shown


@pytest.mark.parametrize("mask", [0, 6, 15])
def test_a_part_is_shown_once_and_all_five_are_all(mask):
    state, _ = act(replace(start(), deck=(mask, 0)), 0, "draw")
    for number, feature in enumerate(FEATURES):
        moves = list_legal_paths(GAME, state, 0)
        assert moves == (*(f"show/{name}" for name in FEATURES[number:]), "done")
        state, _ = act(state, 0, f"show/{feature}", 2000 * number)
    assert state.done
    assert of_kind(state, "mime") == []
    assert list_legal_paths(GAME, state, 0) == ()


def test_each_showing_is_an_odd_decision_and_a_clock_of_its_own():
    state = racing(SOUNDS)
    seen = []
    for at, move in enumerate(("show/head", "sound/grr", "show/eyes", "sound/grr")):
        (prompt,) = of_kind(state, "mime")
        seen.append(prompt)
        state, _ = act(state, 0, move, 2000 * at)
    decisions = [prompt.decision for prompt in seen]
    assert all(decision % 2 for decision in decisions)
    assert decisions == sorted(set(decisions))
    assert len({prompt.clock for prompt in seen}) == len(seen)
    assert state.decision < decisions[0] and decisions[-1] < state.decision + DECISIONS_PER_TURN


def test_the_pauses_of_a_race_are_even_decisions_of_their_own():
    race = racing(seats=4)
    closing, _ = put_hands_down(race, (1, 5, 10))
    (end,), (last,) = of_kind(race, "race"), of_kind(closing, "closing")
    for pause in (end, last):
        assert pause.decision % 2 == 0
        assert race.decision < pause.decision < race.decision + DECISIONS_PER_TURN
    assert end.decision != last.decision


def test_the_turn_of_a_mime_who_has_looked_goes_on_in_the_race():
    (drawing,) = GAME.prompts(start())
    (miming,) = of_kind(racing(), "mime")
    assert (miming.turn, miming.timing.timeout_message) == (drawing.clock, "mime")


def test_the_mime_may_stop_at_any_time():
    for options in ({}, SOUNDS):
        state, _ = act(racing(options), 0, "show/head", 2000)
        state, told = act(state, 0, "done", 2100)
        assert told == []
        assert of_kind(state, "mime") == []
        assert GAME.view(state, 1).done
        assert len(of_kind(state, "slap")) == 2


@pytest.mark.parametrize("second", ["show/eyes", "sound/zzz"])
@pytest.mark.parametrize("first", ["show/head", "sound/grr"])
def test_the_mime_takes_a_breath_of_two_seconds(first, second):
    state, _ = act(racing(SOUNDS), 0, first, 5000.9)
    with pytest.raises(IllegalMove, match=r"^breath$"):
        act(state, 0, second, 6999.5)
    act(state, 0, second, 7000)


def test_the_first_showing_needs_no_breath_and_each_race_starts_anew():
    state, _ = act(racing(), 0, "show/head", 1)
    state, _ = put_hands_down(state, (1, None, 2), (2, None, 3))
    state, _ = act(state, 1, "draw", 4)
    act(state, 1, "show/head", 5)


def test_a_computer_never_runs_out_of_breath():
    (prompt,) = of_kind(racing(), "mime")
    assert (prompt.timing.think_seconds, prompt.timing.min_think_seconds) == (
        (),
        COMPUTER_MIME_SECONDS,
    )
    assert 1000 * COMPUTER_MIME_SECONDS > MIME_PAUSE_MILLISECONDS


def test_an_idle_mime_is_helped_out_before_the_race_is_over():
    (prompt,) = of_kind(racing({"seconds": "90"}), "mime")
    assert prompt.seconds == 90 / SILENCE_PERIODS_PER_RACE < 90


def test_the_mime_may_make_sounds_where_all_agreed_on_it():
    """The rulebook's variant, ruling Q18."""
    state, told = act(racing(SOUNDS), 0, "sound/muaa", 2000)
    assert told == [("sound-made", (0, "muaa"))]
    assert GAME.view(state, None).sounds == ("muaa",)
    for options in ({}, CAMERA):
        assert not [move for move in list_legal_paths(GAME, racing(options), 0) if "sound" in move]


def test_a_race_has_at_most_twenty_sounds():
    state = racing(SOUNDS)
    for number in range(20):
        state, _ = act(state, 0, "sound/grr", 2000 * number)
    assert list_legal_paths(GAME, state, 0) == (*(f"show/{name}" for name in FEATURES), "done")
    for number, feature in enumerate(FEATURES):
        state, _ = act(state, 0, f"show/{feature}", 2000 * (20 + number))
    assert list_legal_paths(GAME, state, 0) == ("done",)
    (last,) = of_kind(state, "mime")
    assert last.decision < put_hands_down(state, (1, 3, 1), (2, 3, 2))[0].decision


def test_before_a_camera_the_mime_has_nothing_to_press():
    """Ruling Q21 is for people: face and head only."""
    state = racing(CAMERA)
    assert of_kind(state, "mime") == []
    assert list_legal_paths(GAME, state, 0) == ()
