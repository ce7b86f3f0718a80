"""What all arenas share reckons right."""

from bot.games.arena import interval_of_deals, pace, wilson


def test_the_interval_is_wilsons() -> None:
    assert [round(end, 3) for end in wilson(50, 100)] == [0.404, 0.596]
    assert [round(end, 3) for end in wilson(100, 100)] == [0.963, 1.0]


def test_an_interval_of_deals_takes_each_deal_as_one_observation() -> None:
    assert interval_of_deals([(1, 0), (1, 1), (2, 1), (2, 0)]) == (0.5, 0.5, 0.5)
    share, low, high = interval_of_deals([(deal, deal % 2) for deal in range(100)])
    assert (share, round(low, 3), round(high, 3)) == (0.5, 0.402, 0.598)


def test_the_pace_is_told_in_milliseconds() -> None:
    assert pace([0.001, 0.0012, 0.02]) == "decisions 1.2 ms (median), 20 ms (longest)"
