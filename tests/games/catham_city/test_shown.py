"""What all have seen go into a hand: known to everybody until it may have left again."""

from tests.games.catham_city.playing import Places, cats, play, start, walk


def test_what_is_taken_is_known_and_what_is_dealt_or_drawn_is_not():
    state = start(cats(robocats=2), cats(mafia=2), pile=cats(scientists=2, mafia=2, hackers=9))
    assert state.shown == ((), ())
    state, _ = play(state, "take/1/3")
    assert state.shown == (cats(scientists=3), ())
    state, _ = play(state, "take/3/1", "play/2/2")
    assert state.shown == (cats(scientists=3), cats(mafia=1))


def test_what_leaves_a_hand_is_known_no_longer():
    """It may have been a card that is known: of three, at least two are left."""
    state = start(cats(detectives=2), cats(mafia=1), market=cats(detectives=3, mafia=4))
    state, _ = play(state, "take/0/3", "take/3/1")
    assert state.shown == (cats(detectives=3), cats(mafia=1))
    state, _ = play(state, "play/0/0", "pass")
    assert state.shown == ((), cats(mafia=1))


def test_presents_are_known():
    press = (0, 1, 2, 3, 6)
    state = start(cats(journalists=2), cats(mafia=2), market=cats(mafia=7), factions=press)
    state, _ = play(state, "play/6", "give/3")
    assert state.shown == (cats(mafia=1), ())


def test_what_hackers_bring_is_known_and_what_they_leave_behind_too():
    state = start(cats(hackers=2, mafia=1), cats(scientists=2, robocats=1))
    state, _ = play(state, "play/4/2/1", chance=Places(0, 3))  # a scientist and a hacker
    assert state.hands == (cats(scientists=1, mafia=1), cats(scientists=1, robocats=1, hackers=1))
    assert state.shown == (cats(scientists=1), cats(hackers=1))


def test_something_of_hands_becomes_known_in_a_whole_game():
    options = {"factions": "first-game", "actions": "two", "leavers": "computer"}
    known = [shown for state, _ in walk(4, 1, options, "keen") for shown in state.shown]
    assert any(known)
