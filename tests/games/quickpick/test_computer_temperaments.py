"""When computers answer in a race: moods, and pauses of all levels."""

from msgspec.structs import replace

from bot.engine.chance import PythonChance
from bot.engine.records import ActRecord, apply_record
from bot.games.quickpick import computer
from bot.games.quickpick.computer import (
    BOLD,
    CAUTIOUS,
    DREAMY,
    LEVELS,
    MOODS,
    MOODS_PER_RACE,
    PARTS_BEFORE_GUESS,
    RACE_MOODS,
    REACTION_PERCENTS,
    REACTION_TENTHS,
    WILD,
    compute_pauses,
    draw_moods,
)
from tests.games.quickpick.playing import CALM, GAME, act, put_hands_down, racing, start

RACE = (60.0,) * len(LEVELS)
"""The pauses of who waits for more parts: until the race is over."""
HALF = REACTION_PERCENTS.index(98)
"""A reaction that is about as often quicker as slower."""


def in_moods(*kinds, options=None):
    """Return a race in which the seats are in moods of these kinds; all react alike."""
    state = racing(options, seats=len(kinds))
    moods = tuple(MOODS.index(kind) for kind in kinds)
    return replace(state, moods=moods, reactions=(HALF,) * len(kinds))


def waits(state):
    """Return the pauses of all guessers."""
    return [prompt.timing.think_seconds for prompt in GAME.prompts(state) if prompt.kind == "slap"]


def compute_kind_pauses(kind):
    return compute_pauses(kind, HALF)


def test_a_computer_waits_until_it_dares_and_then_for_its_reaction():
    state = in_moods(CAUTIOUS, WILD, BOLD, CAUTIOUS, DREAMY)
    pauses = [compute_kind_pauses(kind) for kind in (WILD, BOLD, CAUTIOUS, DREAMY)]
    assert waits(state) == [RACE] * 4
    for feature, dare in (("head", 0), ("eyes", 1), ("mouth", 2), ("brows", 4)):
        state, _ = act(state, 0, f"show/{feature}", 10_000 * (1 + dare))
        assert waits(state) == [*pauses[:dare], *[RACE] * (4 - dare)]


def test_computers_wait_no_longer_for_a_mime_who_shows_nothing_more():
    state, _ = act(in_moods(CAUTIOUS, WILD, DREAMY), 0, "done", 2000)
    assert waits(state) == [compute_kind_pauses(WILD), compute_kind_pauses(DREAMY)]


def test_another_hand_changes_no_pause():
    state, _ = act(in_moods(CAUTIOUS, WILD, WILD, BOLD), 0, "done", 2000)
    after, _ = put_hands_down(state, (1, 3, 2500))
    assert waits(after) == waits(state)[1:]


def test_every_level_is_slower_than_the_next_one_but_none_takes_for_ever():
    for kind in range(len(PARTS_BEFORE_GUESS)):
        for reaction in range(len(REACTION_PERCENTS)):
            slow, middle, quick = compute_pauses(kind, reaction)
            assert 18 > slow >= middle >= quick > 0.4


def test_in_a_calm_game_all_computers_wait_until_they_are_sure_and_no_longer():
    state = in_moods(CAUTIOUS, WILD, BOLD, DREAMY, options=CALM)
    for number, feature in enumerate(("head", "eyes", "mouth", "brows")):
        assert waits(state) == [RACE] * 3
        state, _ = act(state, 0, f"show/{feature}", 2000 * number)
    assert waits(state) == [compute_kind_pauses(CAUTIOUS)[-1:] * len(LEVELS)] * 3


def test_half_of_the_reactions_are_quicker_than_the_table_says_and_half_slower():
    assert list(REACTION_PERCENTS) == sorted(set(REACTION_PERCENTS))
    assert sum(share < 100 for share in REACTION_PERCENTS) == len(REACTION_PERCENTS) / 2
    assert [len(of_level) for of_level in REACTION_TENTHS] == [len(PARTS_BEFORE_GUESS)] * len(
        LEVELS
    )


def test_moods_are_drawn_anew_for_each_race_and_differ_by_a_step_at_most():
    chance = PythonChance(3)
    races = [
        apply_record(GAME, start(seats=8), ActRecord(0, 0, "draw", 0), chance)[0]
        for _ in range(200)
    ]
    assert {mood for state in races for mood in state.moods} == set(range(len(MOODS) - 2))
    assert {max(state.moods) - min(state.moods) for state in races} == {0, 1}
    assert {len(set(state.reactions)) for state in races} == {8}


def test_the_dreamiest_moods_never_come_where_they_are_too_great_a_gift_to_who_waits():
    chance = PythonChance(3)
    for seats, moods in ((3, range(15)), (4, range(16)), (6, range(1, 17)), (8, range(16))):
        assert {mood for _ in range(200) for mood in draw_moods(seats, chance)[0]} == set(moods)


def test_with_seven_seats_the_dreamiest_mood_is_half_as_common_as_others():
    races = computer.RACE_MOODS[7 - GAME.seats[0]]
    assert {mood: races.count(mood) for mood in races} == {**dict.fromkeys(range(15), 2), 15: 1}


def test_there_is_a_mood_for_whatever_is_drawn():
    assert len(RACE_MOODS) == len(GAME.seats)
    assert all(min(race) >= 0 and max(race) + MOODS_PER_RACE <= len(MOODS) for race in RACE_MOODS)
