"""Moves go to paths and back; whatever else comes from outside is no move."""

from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.moves import (
    EMPTY_PREFIX,
    Move,
    Prefix,
    _PathCache,
    get_tag,
    join_values,
    list_next_prefixes,
    list_next_values,
    parse_move,
    parse_prefix,
)


class Stay(Move, tag="stay", frozen=True):
    pass


class Walk(Move, tag="walk", frozen=True):
    steps: int
    where: Literal["north", "south"] = "north"


class WalkAround(Move, tag="walk/around", frozen=True):
    whom: int


class Give(Move, tag="give", frozen=True):
    to: int
    cards: tuple[int, ...]
    note: str = ""
    times: int = 1


KINDS = (WalkAround, Walk, Stay, Give)
numbers = st.integers(0, 10**9 - 1)
words = st.text("abcdefghijklmnopqrstuvwxyz-", min_size=1, max_size=8)
moves = st.one_of(
    st.just(Stay()),
    st.builds(Walk, numbers, st.sampled_from(("north", "south"))),
    st.builds(WalkAround, numbers),
    st.builds(Give, numbers, st.lists(numbers, min_size=1, max_size=4).map(tuple), words, numbers),
    st.builds(Give, numbers, st.lists(numbers, min_size=1, max_size=4).map(tuple)),
)


@pytest.mark.parametrize(
    ("move", "path"),
    [
        (Stay(), "stay"),
        (Walk(3), "walk/3"),
        (Walk(3, "south"), "walk/3/south"),
        (WalkAround(2), "walk/around/2"),
        (Give(1, (4, 11)), "give/1/4.11"),
        (Give(1, (4,), "please"), "give/1/4/please"),
        (Give(1, (4,), "please", 2), "give/1/4/please/2"),
    ],
)
def test_a_path_is_the_tag_and_the_fields_without_trailing_defaults(move: Move, path: str) -> None:
    assert move.path == path
    assert parse_move(KINDS, path) == move


@given(moves)
def test_a_move_is_read_back_from_its_path(move: Move) -> None:
    assert parse_move(KINDS, move.path) == move


@given(moves)
def test_each_beginning_of_a_path_is_a_prefix_that_the_move_starts_with(move: Move) -> None:
    tag = get_tag(type(move)).count("/") + 1
    fields = move.path.split("/")
    for length in range(tag, len(fields) + 1):
        path = "/".join(fields[:length])
        prefix = parse_prefix(KINDS, path)
        assert prefix is not None
        assert prefix.path == path
        assert prefix.is_prefix_of(move)
    assert parse_prefix(KINDS, "") == EMPTY_PREFIX
    assert EMPTY_PREFIX.is_prefix_of(move)


def test_some_numbers_of_a_field_of_several_begin_a_move() -> None:
    move = Give(1, (4, 7, 11), "please")
    for chosen in ((4,), (11,), (4, 11)):
        prefix = Prefix(Give, (1, chosen))
        assert prefix.is_prefix_of(move)
        assert prefix.find_completed_move([move]) is None
        assert list_next_values([move], prefix) == ()
    for other in (Prefix(Give, (1, (5,))), Prefix(Give, (1, (4, 4))), Prefix(Give, (2, (4,)))):
        assert not other.is_prefix_of(move)


@given(st.text(max_size=30))
def test_whatever_is_read_as_a_move_has_that_path(path: str) -> None:
    move = parse_move(KINDS, path)
    assert move is None or move.path == path


@pytest.mark.parametrize(
    "path",
    [
        "",
        "/",
        "walk",
        "walk/",
        "walk//south",
        "walk/03",
        "walk/-3",
        "walk/+3",
        "walk/3.0",
        "walk/3/north",  # a default is left out
        "walk/3/east",
        "walk/3/south/1",
        "walk/²",
        "walk/٣",
        "walk/1234567890",
        "Walk/3",
        " walk/3",
        "walk/3 ",
        "walks/3",
        "walk/around",
        "walk/around/x",
        "stay/1",
        "give/1",
        "give/1/4.",
        "give/1/.4",
        "give/1/4..5",
        "give/1/4/please/x",
        "fly/1",
    ],
)
def test_a_forged_path_is_no_move(path: str) -> None:
    assert parse_move(KINDS, path) is None


@pytest.mark.parametrize("path", ["fly", "walk/x", "walk/3/east", "stay/1", "walk/3/south/1"])
def test_what_begins_no_kind_of_moves_is_no_prefix(path: str) -> None:
    assert parse_prefix(KINDS, path) is None


def test_a_kind_without_a_tag_is_told_so() -> None:
    class Nameless(Move, frozen=True):
        pass

    with pytest.raises(TypeError, match="Nameless needs a tag: class Nameless"):
        get_tag(Nameless)


LISTED = (Stay(), Walk(1), Walk(2), Walk(2, "south"), Give(1, (2, 3)))


def test_what_can_follow_a_prefix_comes_in_the_order_of_the_moves() -> None:
    assert list_next_prefixes(LISTED, EMPTY_PREFIX) == (Prefix(Stay), Prefix(Walk), Prefix(Give))
    assert list_next_values(LISTED, Prefix(Walk)) == (1, 2)
    assert list_next_prefixes(LISTED, Prefix(Walk)) == (Prefix(Walk, (1,)), Prefix(Walk, (2,)))
    assert list_next_values(LISTED, Prefix(Give, (1,))) == ((2, 3),)
    assert list_next_values(LISTED, Prefix(Stay)) == ()
    assert list_next_values(LISTED, EMPTY_PREFIX) == ()


def test_of_very_many_moves_only_so_many_paths_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.engine.moves.MAX_CACHED_PATHS", 3)
    kept = _PathCache()
    for steps in range(10):
        assert kept[Walk(steps)] == f"walk/{steps}"
        assert len(kept) <= 3


def test_a_prefix_is_complete_where_a_move_is_spelled_out() -> None:
    assert Prefix(Stay).find_completed_move(LISTED) == Stay()
    assert Prefix(Walk).find_completed_move(LISTED) is None
    assert Prefix(Walk).add_value(2).find_completed_move(LISTED) == Walk(2)
    assert Prefix(Walk, (2, "south")).find_completed_move(LISTED) == Walk(2, "south")
    assert Prefix(Walk, (3,)).find_completed_move(LISTED) is None
    assert EMPTY_PREFIX.find_completed_move(LISTED) is None


@pytest.mark.parametrize(
    ("values", "field"),
    [
        (("10", "9"), "9.10"),
        (("9", "10", "2"), "2.9.10"),
        (("mafia", "10", "hackers", "9"), "9.10.hackers.mafia"),
        (("4", "4"), "4.4"),
        (("4", "04"), "04.4"),
        (("²", "3"), "3.²"),
        (("7",), "7"),
        ((), ""),
    ],
)
def test_the_values_of_a_menu_are_one_field_numbers_first(
    values: tuple[str, ...], field: str
) -> None:
    assert join_values(values) == field
    assert join_values(reversed(values)) == field
