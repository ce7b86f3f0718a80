"""People write time zones as they like."""

import pytest

from bot.domain.time_zones import find_city, find_near_zones, find_zone, find_zone_name


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Europe/Lisbon", "Europe/Lisbon"),
        ("  europe/LISBON ", "Europe/Lisbon"),
        ("lisbon", "Europe/Lisbon"),
        ("America/New York", "America/New_York"),
        ("new  york", "America/New_York"),
        ("São Paulo", "America/Sao_Paulo"),
        ("buenos aires", "America/Buenos_Aires"),
        ("Louisville", "America/Louisville"),
        ("utc", "UTC"),
        ("etc/gmt-5", "Etc/GMT-5"),
        ("etc/gmt+5", "Etc/GMT+5"),
        ("europe", ""),
        ("localtime", ""),
        ("factory", ""),
        ("../../etc/passwd", ""),
        ("", ""),
        ("/", ""),
        (" ", ""),
    ],
)
def test_a_zone_is_found_by_its_name_or_its_city(written: str, name: str) -> None:
    assert find_zone_name(written) == name
    if name:
        assert find_zone(name).key == name


@pytest.mark.parametrize(
    ("written", "name"),
    [("Lissabon", "Europe/Lisbon"), ("Kairo", "Africa/Cairo"), ("new yrok", "America/New_York")],
)
def test_the_nearest_names_are_suggested(written: str, name: str) -> None:
    near = find_near_zones(written)
    assert name in near
    assert len(near) == len({*near}) <= 3
    assert all(find_zone_name(each) == each for each in near)


def test_what_is_like_no_name_has_no_suggestions() -> None:
    assert find_near_zones("qqqqqqqq") == find_near_zones("") == ()


def test_the_city_of_a_zone_is_its_last_part() -> None:
    assert find_city("America/Argentina/Buenos_Aires") == "Buenos Aires"
    assert find_city("UTC") == "UTC"
