"""When a person's clicks are a flood, by Discord's times."""

from bot.discord_adapter.admission import FLOOD_WINDOW_SECONDS, ClickLimit

ADA, BEN = 1, 2
NOW = 1.8e9


def test_the_eleventh_click_within_five_seconds_is_refused() -> None:
    flood = ClickLimit(10)
    assert all(flood.allows_click(ADA, NOW + tenth / 10) for tenth in range(10))
    assert not flood.allows_click(ADA, NOW + FLOOD_WINDOW_SECONDS - 0.01)
    assert flood.allows_click(ADA, NOW + FLOOD_WINDOW_SECONDS)


def test_the_window_slides() -> None:
    flood = ClickLimit(3)
    times = (0.0, 2.0, 4.0, 4.9, 5.0, 6.9, 7.0, 8.9, 9.0)
    assert [flood.allows_click(ADA, NOW + at) for at in times] == [
        *(True, True, True, False),
        *(True, False),
        *(True, False),
        True,
    ]


def test_whoever_clicks_on_and_on_is_taken_now_and_then() -> None:
    flood = ClickLimit(10)
    taken = [flood.allows_click(ADA, NOW + number / 100) for number in range(2000)]
    assert sum(taken) == 40


def test_each_person_is_counted_alone() -> None:
    flood = ClickLimit(1)
    assert flood.allows_click(ADA, NOW)
    assert not flood.allows_click(ADA, NOW)
    assert flood.allows_click(BEN, NOW)


def test_those_who_stopped_are_forgotten() -> None:
    flood = ClickLimit(10)
    for user in range(1000):
        flood.allows_click(user, NOW + user)
    assert len(flood._times_by_user) <= FLOOD_WINDOW_SECONDS


def test_a_click_that_was_held_up_on_its_way_counts_where_it_arrives() -> None:
    flood = ClickLimit(2)
    assert flood.allows_click(ADA, NOW)
    assert flood.allows_click(ADA, NOW - 3)
    assert not flood.allows_click(ADA, NOW + 1)
    assert flood.allows_click(ADA, NOW + FLOOD_WINDOW_SECONDS)
