"""The rulebook and rulings Q1-Q23 but for the race: deal, results, turns, leaving, the end."""

import pytest
from msgspec.structs import replace

from bot.engine.chance import PythonChance
from bot.engine.events import EventRecord
from bot.engine.game import Elapse, IllegalMove, Leave, Place, Prompt, Stale, Timing
from bot.engine.options import computers_can_play
from bot.engine.predictions import Prediction
from bot.engine.records import ActRecord, apply_record, list_legal_paths, read_events
from bot.games.quickpick.model.state import CARDS_PER_MASK, MASKS, Turn
from bot.games.quickpick.package import PACKAGE
from bot.games.quickpick.predictions import PREDICTIONS
from bot.games.quickpick.rules import COMPUTER_DRAW_SECONDS, SKIP_MIME_SECONDS
from tests.games.quickpick.playing import (
    CALM,
    CAMERA,
    DECK,
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


class InOrder:
    """A chance that changes no order, and notes what it is asked."""

    def __init__(self):
        self.asked = []

    def below(self, n):
        self.asked.append(n)
        return 0

    def shuffle(self, items):
        self.asked.append(items)
        return tuple(items)


def play_turn(state, hit=True):
    """Play one turn: the mime's left neighbour is right, or nobody is."""
    mime = state.mime
    state, _ = act(state, mime, "draw")
    seats = [prompt.seat for prompt in GAME.prompts(state) if prompt.kind == "slap"]
    for seat in seats:
        assert seat is not None
        right = hit and seat == seats[0]
        state, _ = act(state, seat, f"tile/{state.mask}" if right else "pass")
    return state


# Setup


@pytest.mark.parametrize("seats", range(3, 9))
def test_the_deck_has_six_masks_for_each_player(seats):
    """Rulings Q3 and Q20: with eight players, three copies of each of the sixteen faces."""
    chance = InOrder()
    state, events = GAME.deal(seats, {}, chance)
    assert chance.asked == [range(48)]
    assert state.deck == tuple(card // 3 for card in range(6 * seats))
    assert (state.won, events) == (((),) * seats, ())
    assert seats < 8 or sorted(state.deck) == sorted([*range(len(MASKS))] * CARDS_PER_MASK)


@pytest.mark.parametrize("seats", [0, 2, 9])
def test_three_to_eight_can_play(seats):
    """Ruling Q3."""
    with pytest.raises(ValueError, match="seats"):
        GAME.deal(seats, {}, InOrder())
    assert list(GAME.seats) == [3, 4, 5, 6, 7, 8]


def test_the_first_seat_is_the_first_mime():
    """Ruling Q1: seats are shuffled before the deal."""
    pauses = (COMPUTER_DRAW_SECONDS,) * len(PACKAGE.computers.levels)
    prompt = Prompt(0, 0, "draw", "draw:0", timing=Timing(pauses, skip_seconds=SKIP_MIME_SECONDS))
    assert GAME.prompts(start()) == (prompt,)
    assert [list_legal_paths(GAME, start(), seat) for seat in range(3)] == [("draw",), (), ()]


def test_the_host_chooses_how_to_play():
    plain, _ = GAME.deal(3, {}, PythonChance(0))
    assert (plain.mode, plain.seconds, plain.calm, plain.quick) == ("composer", 60, False, True)
    wished = {"mode": "sounds", "seconds": "180", "choosing": "all"}
    other, _ = GAME.deal(3, wished, PythonChance(0))
    assert (other.mode, other.seconds, other.calm, other.quick) == ("sounds", 180, False, False)
    assert {option.name: option.choices for option in GAME.options} == {
        "mode": ("composer", "sounds", "camera"),
        "seconds": ("60", "30", "90", "120", "180"),
        "choosing": ("quick", "all", "calm"),
    }
    assert [option.name for option in GAME.options if option.always_named] == ["seconds"]


# A turn


def test_the_mime_alone_sees_the_secret_mask():
    state = racing()
    assert state.mask == DECK[0]
    assert [GAME.view(state, viewer).mask for viewer in (None, 0, 1, 2)] == [None, 5, None, None]


def test_hands_count_only_once_the_mime_has_looked():
    """Ruling Q4."""
    before = start()
    for decision in (before.decision, racing().decision):
        with pytest.raises(Stale):
            step(before, ActRecord(1, decision, "tile/5", 1))
    with pytest.raises(Stale):
        step(racing(), ActRecord(1, before.decision, "tile/5", 1))


def test_a_right_guess_gives_the_mask_to_the_mime_and_a_card_to_the_guesser():
    """Ruling Q12: each alone learns which, and the guesser may look again."""
    state, _ = put_hands_down(racing(), (1, 3, 10))
    right = ActRecord(2, state.decision, "tile/5", click(20))
    state, events = apply_record(GAME, state, right, PythonChance(0))
    assert EventRecord(None, "guessed", (0, 5, 2)) in events
    assert [e for e in events if e.to == (0,)] == [EventRecord((0,), "kept", (5,))]
    assert EventRecord((2,), "prize", (0,)) in events
    assert (state.won, state.removed, state.deck) == (((5,), (), (0,)), (), DECK[2:])
    assert [GAME.view(state, viewer).won for viewer in (None, 0, 1, 2)] == [(), (5,), (), (0,)]
    assert GAME.view(play_turn(state), 2).won[0] == 0


def test_whoever_guessed_in_vain_is_told_that_the_race_is_over():
    state, _ = put_hands_down(racing(seats=5), (1, 3, 10), (2, None, 20))
    state, _ = apply_record(
        GAME, state, ActRecord(3, state.decision, "tile/5", click(30)), PythonChance(0)
    )
    _, events = apply_record(GAME, state, Elapse(state.decision + 4), PythonChance(0))
    assert EventRecord((1, 2, 4), "missed") in events


def test_nobody_right_removes_the_mask_and_one_more_card_that_nobody_sees():
    """Rulings Q13 and Q23: a wrong guess costs nothing else."""
    state, _ = put_hands_down(replace(racing(), won=((1,), (2,), (3,))), (1, 3, 10))
    passed = ActRecord(2, state.decision, "pass", click(20))
    state, events = apply_record(GAME, state, passed, PythonChance(0))
    assert events == (
        EventRecord(None, "not-guessed", (0, 5)),
        EventRecord((0,), "gone", (5,)),
        EventRecord((1, 2), "missed"),
    )
    assert (state.removed, state.won, state.deck) == ((5, 0), ((1,), (2,), (3,)), DECK[2:])


def test_the_result_of_each_turn_stays_public():
    state, _ = put_hands_down(racing(), (2, 3, 30), (1, 5, 20))
    (turn,) = GAME.view(state, None).turns
    assert (turn.mime, turn.mask, turn.right) == (0, 5, 1)
    assert [(hand.seat, hand.tile) for hand in turn.hands] == [(1, 5), (2, 3)]


def test_nothing_of_a_race_is_left_when_the_next_mime_is_to_draw():
    state, _ = act(racing(SOUNDS), 0, "show/eyes", 2000)
    state, _ = act(state, 0, "sound/grr", 4000)
    state, _ = act(state, 0, "done", 4100)
    state, _ = put_hands_down(state, (1, 3, 6000), (2, 3, 6100))
    view = GAME.view(state, 0)
    assert (view.mask, view.shown, view.chosen, view.own) == (None, (), (), None)
    assert (view.sounds, view.done) == ((), False)
    assert view.taken == (None,) * 16
    assert (state.shown_at, state.moods, state.reactions) == (0, (), ())


def test_a_race_does_not_change_how_many_turns_there_are():
    for state in (start(seats=5), racing(seats=5), put_hands_down(racing(seats=5), (1, 5, 10))[0]):
        assert GAME.view(state, None).all_turns == 15


# The end


@pytest.mark.parametrize(("seats", "hit"), [(3, True), (5, False), (8, True), (8, False)])
def test_everybody_is_mime_three_times_and_each_turn_uses_two_cards(seats, hit):
    """Rulings Q2 and Q11: the player to the left is the next mime."""
    state, _ = GAME.deal(seats, {}, PythonChance(seats))
    for turn in range(3 * seats):
        view = GAME.view(state, None)
        assert (state.turn, view.all_turns, view.deck) == (turn, 3 * seats, 6 * seats - 2 * turn)
        state = play_turn(state, hit)
    assert state.phase == "over"
    assert [turn.mime for turn in state.turns] == [*range(seats)] * 3
    for seat in range(seats):
        assert list_legal_paths(GAME, state, seat) == ()
        with pytest.raises(Stale):
            step(state, ActRecord(seat, state.decision, "draw", 0))


def test_most_masks_win_and_a_tie_is_shared():
    """Rulebook, "Game End"; ruling Q17. The example's piles, and a tie for the second place."""
    state = replace(start(seats=4), phase="over", won=((1,) * 6, (2,), (3, 3), (4,) * 5))
    ranks = [(place.seat, place.rank, place.points) for place in GAME.standings(state) or ()]
    assert ranks == [(0, 1, 6), (3, 2, 5), (2, 3, 2), (1, 4, 1)]
    tied = replace(state, won=((1, 1), (), (3, 3), (4,)))
    assert [place.rank for place in GAME.standings(tied) or ()] == [1, 1, 3, 4]


def test_all_piles_are_shown_at_the_end_and_not_before():
    """Rulebook, "Game End"; of who left none counts (ruling Q14)."""
    before = replace(start(CAMERA, seats=4), won=((1, 2), (3,), (), (4,)))
    assert GAME.view(before, 0).piles == ()
    over, _ = step(step(before, Leave(1))[0], Leave(3))
    assert GAME.view(over, None).piles == ((1, 2), (), (), ())


# Leaving, where faces are made


@pytest.mark.parametrize(
    ("options", "has_camera"),
    [({}, False), ({"mode": "composer"}, False), (SOUNDS, False), (CALM, False), (CAMERA, True)],
)
def test_faces_are_made_by_people_alone_who_may_pass_the_role_on(options, has_camera):
    state = start(options)
    assert (GAME.computer_may_take(state), computers_can_play(GAME.options, options)) == (
        not has_camera,
    ) * 2
    (prompt,) = GAME.prompts(state)
    assert prompt.timing.timeout_message == ("camera" if has_camera else "")
    if not has_camera:
        with pytest.raises(IllegalMove):
            act(state, 0, "pass-on")


def test_the_hand_of_a_guesser_who_leaves_stays_and_wins_nothing():
    """Ruling Q14: the tile is taken, so the later hand on it is spent."""
    state, _ = put_hands_down(racing(CAMERA, seats=4), (1, 5, 10))
    state, told = step(state, Leave(1))
    assert told == [("left", (1,))]
    assert GAME.view(state, None).taken[5] == 1
    state, told = put_hands_down(state, (2, 5, 20), (3, 4, 30))
    assert told == [("not-guessed", (0, 5))]
    assert state.won == ((), (), (), ())


def test_the_race_ends_when_the_last_guesser_without_a_hand_leaves():
    state, _ = put_hands_down(racing(CAMERA, seats=4), (1, 3, 10), (2, 4, 20))
    state, told = step(state, Leave(3))
    assert told == [("left", (3,)), ("not-guessed", (0, 5))]
    assert state.phase == "draw"


def test_the_cards_of_who_left_do_not_count_and_the_deck_stays():
    """Ruling Q14."""
    state = replace(start(CAMERA, seats=4), won=((1,), (2, 2, 2), (), ()))
    deck = state.deck
    state, _ = step(state, Leave(1))
    assert state.deck == deck
    assert GAME.view(state, None).counts == (1, 0, 0, 0)
    state, _ = step(state, Leave(2))
    places = {place.seat: (place.rank, place.points) for place in GAME.standings(state) or ()}
    assert places == {0: (1, 1), 3: (2, 0), 1: (3, 0), 2: (3, 0)}


@pytest.mark.parametrize("closing", [False, True])
def test_a_mime_who_leaves_after_looking_takes_two_cards_out(closing):
    """Ruling Q15: as if nobody guessed, even with a hand on the right tile."""
    state = racing(CAMERA, seats=4)
    state, _ = put_hands_down(state, (1, 5 if closing else 4, 10))
    assert (state.phase == "closing") == closing
    state, told = step(state, Leave(0))
    assert told == [("left", (0,)), ("void", (0,))]
    assert state.removed == (5, 0)
    assert state.turns[0] == Turn(0, 5, None, state.turns[0].hands)
    assert (state.mime, state.turn, state.phase) == (1, 1, "draw")


def test_a_mime_who_leaves_before_looking_costs_nothing():
    """Ruling Q15: the next one draws, on a clock of its own."""
    before = start(CAMERA, seats=4)
    state, _ = step(before, Leave(0))
    assert (state.mime, state.turn, state.deck) == (1, 0, before.deck)
    assert GAME.prompts(state)[0].clock != GAME.prompts(before)[0].clock


def test_the_mime_draws_on_when_somebody_else_leaves_and_the_role_skips_seats_that_were_left():
    before = start(CAMERA, seats=5)
    state, _ = step(before, Leave(1))
    assert GAME.prompts(state) == GAME.prompts(before)
    assert play_turn(state).mime == 2
    state, _ = step(state, Leave(2))
    assert play_turn(state).mime == 3


def test_when_fewer_than_three_end_the_game_a_mask_that_was_drawn_goes_out_of_it():
    """Ruling Q16: in the middle of a race; before one, nothing goes."""
    for before, removed in ((racing(CAMERA), (1, 2, 5)), (start(CAMERA), (1, 2))):
        state, told = step(replace(before, won=((), (1, 1), (2,)), removed=(1, 2)), Leave(1))
        assert told == [("left", (1,))]
        assert GAME.prompts(state) == ()
        assert GAME.standings(state) == (Place(2, 1, 1), Place(0, 2, 0), Place(1, 3, 0))
        view = GAME.view(state, 0)
        assert (view.phase, view.mask, view.all_turns) == ("over", None, 0)
        assert state.removed == removed


def test_nobody_leaves_twice_or_after_the_end():
    state, _ = step(start(CAMERA, seats=4), Leave(1))
    over, _ = step(state, Leave(2))
    for after, seat in ((state, 1), (over, 0)):
        with pytest.raises(Stale):
            step(after, Leave(seat))


def test_who_does_not_draw_passes_the_role_to_the_left_and_leaves_with_it_the_second_time():
    """Ruling Q19: nothing is removed."""
    before = start(CAMERA, seats=4)
    state, told = act(before, 0, "pass-on")
    assert told == [("passed-on", (0,))]
    assert (state.mime, state.turn, state.deck, state.removed) == (1, 0, before.deck, ())
    assert all(state.present)
    assert GAME.view(state, 0).passed == (1, 0, 0, 0)
    state, told = act(replace(before, passed=(1, 0, 0, 0)), 0, "pass-on")
    assert told == [("passed-on", (0,)), ("left", (0,))]
    assert (state.present, state.mime) == ((False, True, True, True), 1)


# What is refused


def test_only_open_decisions_take_answers():
    draw, race = start(), racing()
    closing, _ = put_hands_down(racing(seats=4), (1, 5, 10))
    for state, given in (
        (draw, ActRecord(1, 0, "draw", 0)),
        (draw, ActRecord(0, 1, "draw", 0)),
        (race, ActRecord(1, race.decision + 64, "pass", 0)),
        (race, ActRecord(1, race.decision + 1, "show/eyes", 0)),
        (race, Elapse(race.decision + 4)),
        (closing, Elapse(closing.decision)),
        (closing, ActRecord(0, closing.decision + 1, "show/eyes", 0)),
    ):
        with pytest.raises(Stale):
            step(state, given)


@pytest.mark.parametrize("move", ["", "tile", "tile/16", "tile/-1", "tile/05", "show/eyes", "done"])
def test_only_offered_moves_are_taken(move):
    with pytest.raises(IllegalMove, match="illegal-move"):
        act(racing(), 1, move)


def test_a_game_is_usually_longer_with_more_players():
    lengths = [GAME.typical_length(seats, {}) for seats in GAME.seats]
    assert lengths == sorted(lengths)


def test_late_hands_may_come_after_a_leaver_too():
    state, _ = put_hands_down(racing(CAMERA, seats=5), (1, 5, 30))
    state, _ = step(state, Leave(1))
    state, _ = put_hands_down(state, (2, 5, 20))
    state, told = end_pause(state)
    assert told == [("guessed", (0, 5, 2))]


def ask(state):
    """Return what who watches is asked."""
    return PREDICTIONS.find(GAME.view(state, None))


def settle(state, seat, move):
    """Make a move; return the state after it, and the answer to what who watches is asked."""
    (decision,) = {p.decision for p in GAME.prompts(state) if p.seat == seat}
    state, notices = apply_record(GAME, state, ActRecord(seat, decision, move, 0), PythonChance(2))
    answers = [PREDICTIONS.settle(told.event) for told in read_events(GAME, notices)]
    return state, [answer for answer in answers if answer]


def test_who_watches_is_asked_who_finds_the_mask():
    asked = Prediction(0, "finder", (1, 2, "nobody"))
    closed = replace(asked, is_open=False)
    assert ask(start()) == ask(racing()) == asked
    state, _ = act(racing(), 0, "show/eyes")
    assert ask(state) == closed, "there is something to see"
    state, answers = settle(racing(), 1, "pass")
    assert (ask(state), answers) == (closed, []), "there is a guess"
    assert settle(state, 2, "pass")[1] == ["nobody"]
    state, _ = settle(racing({"choosing": "all"}), 2, "tile/5")
    state, answers = settle(state, 1, "tile/6")
    assert answers == ["2"]
    assert ask(state) == Prediction(1, "finder", (0, 2, "nobody"))
    assert ask(replace(state, phase="over")) is None
    state, _ = step(start(CAMERA, seats=4), Leave(2))
    assert ask(state) == Prediction(0, "finder", (1, 3, "nobody")), "one has left"
