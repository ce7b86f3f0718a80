"""Quickpick with somebody who does not press: races, mimes, and presses that come too late."""

import pytest

from bot.bench.world import Person, World
from bot.games.quickpick.model.state import LAST_CALL_SECONDS
from bot.games.quickpick.rules import COMPUTER_MIME_SECONDS, SILENT_LOOK_SECONDS
from tests.play.evening import COMPUTER_MOVE_SECONDS, hand, load_table
from tests.play.island import (
    BREATH_SECONDS,
    NAMES,
    RACE_CLOSING_SECONDS,
    begin,
    draw,
    find_mime,
    game_of,
    guessers,
    other,
    show,
    slap,
    use,
)

CAMERA = {"mode": "camera"}
ALL = {"choosing": "all"}
MINUTE = 60.0
PARTS = ("brows", "eyes", "mouth", "tongue", "head")
FOUR_PARTS = 4 * COMPUTER_MIME_SECONDS + 1


async def test_a_race_closes_soon_after_all_but_one_have_chosen(world: World) -> None:
    """In it, and after it, late hands count as always (ruling Q6); it outlives a crash."""
    await begin(world, *world.people[:3])
    _, mask = await call_last(world)
    assert "Last chance" in world.board().text
    assert "Race ends" not in world.board().text
    await world.advance(LAST_CALL_SECONDS - 0.5)
    assert (await game_of(world)).phase == "race"
    await world.advance(1 + RACE_CLOSING_SECONDS)
    assert f"It was {NAMES[mask]}, and nobody got it" in world.board().text

    second, mask = await call_last(world)
    await world.advance(LAST_CALL_SECONDS - 0.2)
    late = await world.hold_up(slap(second, mask))
    await world.advance(0.4)
    await world.repeat(late)
    await world.advance(RACE_CLOSING_SECONDS)
    assert f"{second.name} got it" in world.board().text

    await call_last(world)
    await world.restart(crash=True)
    assert "Last chance" in world.board().text
    await world.advance(3 * MINUTE)  # also the time since the last heartbeat
    assert len((await game_of(world)).turns) > 2


async def call_last(world: World) -> tuple[Person, int]:
    mime, mask = await draw(world)
    await show(world, mime, *PARTS)
    first, second = await guessers(world)
    await slap(first, other(mask))
    return second, mask


async def test_the_last_call_makes_no_race_longer_than_its_minute(world: World) -> None:
    await begin(world, *world.people[:3])
    mime, mask = await draw(world)
    await show(world, mime, *PARTS)
    await world.advance(MINUTE - len(PARTS) * BREATH_SECONDS - 5)
    first, _ = await guessers(world)
    await slap(first, other(mask))
    await world.advance(5 + RACE_CLOSING_SECONDS)
    assert (await game_of(world)).phase == "draw"


async def test_whoever_was_silent_twice_is_told_and_waited_for_after_the_next_press(
    world: World,
) -> None:
    await begin(world, *world.people, chosen=ALL)
    silent = (await world.list_players())[3]
    assert silent is not None
    for _ in range(2):
        await race_without(world, silent)
    assert f"{silent.name} was silent twice" in world.board().text
    await draw(world)
    here = [person for person in await guessers(world) if person is not silent]
    for person in here:
        await use(person, "pass")
    await world.advance(RACE_CLOSING_SECONDS)
    assert len((await game_of(world)).turns) == 3, "nobody waited"
    assert "You were silent twice" in (await hand(silent)).text


async def test_a_mime_who_was_silent_twice_is_called_and_has_ten_seconds_to_look(
    world: World,
) -> None:
    await begin(world, *world.people, chosen=ALL)
    silent = (await world.list_players())[2]
    assert silent is not None
    for _ in range(2):
        await race_without(world, silent)
    assert await find_mime(world) is silent
    since = len(world.requests)
    await world.advance(SILENT_LOOK_SECONDS / 2)
    assert sum(silent.id in request.pinged for request in world.requests[since:]) == 1
    await world.advance(SILENT_LOOK_SECONDS / 2 - 1)
    assert (await game_of(world)).phase == "draw"
    await world.advance(1 + COMPUTER_MOVE_SECONDS)
    assert (await game_of(world)).phase == "race"
    assert (await game_of(world)).silent == (2, 2), "the computer's move is no sign of life"
    assert sum(silent.id in request.pinged for request in world.requests[since:]) == 1
    await use(silent, "show/brows")
    assert (await game_of(world)).silent == ()


async def race_without(world: World, silent: Person) -> None:
    mime, _ = await draw(world)
    await use(mime, "done")
    for person in await guessers(world):
        if person is not silent:
            await use(person, "pass")
    await world.advance(LAST_CALL_SECONDS + 1)


async def test_for_a_mime_who_does_not_look_the_computer_shows_the_whole_face(world: World) -> None:
    await begin(world, *world.people[:3], clock="1")
    mime = await find_mime(world)
    await world.advance(MINUTE + COMPUTER_MOVE_SECONDS)
    assert f"The computer plays this turn for {mime.name}." in world.board().text
    assert (await game_of(world)).phase == "race"
    await world.advance(COMPUTER_MIME_SECONDS)
    assert len((await game_of(world)).shown) == 1, "at a person's pace"
    await world.advance(FOUR_PARTS)
    state = await game_of(world)
    assert (len(state.shown), state.done) == (4, True)
    assert f"{mime.name} 💤" not in world.board().text, "one turn is missed once"


async def test_alone_with_computers_a_silent_mimes_race_is_played_and_not_paused(
    world: World,
) -> None:
    ada, *_ = world.people
    await begin(world, ada, computers=3, clock="1")
    me = (await world.list_players()).index(ada)
    while not any(turn.mime == me for turn in (await game_of(world)).turns):
        assert (await load_table(world)).paused == ""
        await world.advance(1)
    (turn,) = (turn for turn in (await game_of(world)).turns if turn.mime == me)
    assert any(hand.tile is not None for hand in turn.hands), "there was a face to guess"


async def test_a_game_pauses_before_a_race_and_never_above_an_empty_face(world: World) -> None:
    ada, *_ = world.people
    await begin(world, ada, computers=2, clock="1")
    while not (await load_table(world)).paused:
        await world.advance(1)
    assert "the game is on pause" in world.board().text
    assert "Press the right monster" not in world.board().text
    assert (await game_of(world)).phase == "draw"
    await use(ada, "draw")
    assert (await game_of(world)).phase == "race"
    await show(world, ada, *PARTS[:2])
    assert len((await game_of(world)).shown) == 2


async def test_a_mime_who_looks_and_shows_nothing_more_is_helped_with_the_whole_face(
    world: World,
) -> None:
    await begin(world, *world.people[:3])
    mime, _ = await draw(world)
    await show(world, mime, "brows", "eyes")
    await world.advance(MINUTE / 2 + 1)
    told = [event.name for event in (await load_table(world)).public_events]
    assert "table-time-out-mime" in told
    assert "table-time-out" not in told
    await world.advance(FOUR_PARTS)
    assert len((await game_of(world)).shown) == 4
    assert "the computer is showing your face" in (await hand(mime)).text


async def test_a_mime_who_presses_again_shows_the_rest_alone(world: World) -> None:
    await begin(world, *world.people[:3], chosen={"seconds": "120"})
    mime, _ = await draw(world)
    await world.advance(MINUTE + COMPUTER_MIME_SECONDS + 1)
    (shown,) = (await game_of(world)).shown
    await world.advance(BREATH_SECONDS - 1)
    await use(mime, f"show/{PARTS[shown // 2 - 1]}")
    await world.advance(5 * COMPUTER_MIME_SECONDS)
    assert len((await game_of(world)).shown) == 2


async def test_with_cameras_a_mime_who_does_not_look_passes_the_turn_on(world: World) -> None:
    """Ruling Q19: no computer has a face to make, and none is spoken of."""
    await begin(world, *world.people[:3], clock="1", chosen=CAMERA)
    mime = await find_mime(world)
    await world.advance(MINUTE + COMPUTER_MOVE_SECONDS)
    assert (await game_of(world)).phase == "draw"
    assert await find_mime(world) is not mime
    assert f"{mime.name} isn't the mime this time" in world.board().text
    assert "computer" not in world.board().text


async def test_a_hand_that_comes_after_the_race_is_told_how_it_ended(world: World) -> None:
    """Until the next race is over, and in the reader's language."""
    await begin(world, *world.people)
    _, mask = await draw(world)
    first, second, third = await guessers(world)
    first.set_locale("de")
    late = await world.hold_up(slap(third, other(mask)))
    tiles = world.board()
    await slap(second, mask)
    await world.advance(RACE_CLOSING_SECONDS)
    await slap(first, other(mask), on=tiles)
    assert f"{second.name} war schneller: Es war {NAMES[mask]}." in first.private().text
    first.set_locale("en-US")
    mime, following = await draw(world)
    await world.repeat(late)
    assert f"{second.name} was quicker: it was {NAMES[mask]}." in third.private().text
    assert (await game_of(world)).hands == ()

    await use(mime, "done")
    mask, tiles, (*quick, slow) = following, world.board(), await guessers(world)
    for person in quick:
        await use(person, "pass")
    await world.advance(LAST_CALL_SECONDS + 1)
    await slap(slow, mask, on=tiles)
    assert f"The race is over: it was {NAMES[mask]}, and nobody got it." in slow.private().text

    await draw(world)
    for person in await guessers(world):
        await use(person, "pass")
    await world.advance(RACE_CLOSING_SECONDS)
    await draw(world)
    guesser, *_ = await guessers(world)
    await slap(guesser, 3, on=tiles)
    assert "the game has moved on" in guesser.private().text, "an older race than the last one"


@pytest.mark.parametrize("pictures", [False, True])
async def test_the_board_asks_once_whose_face_it_is_while_only_computers_are_asked(
    world: World, pictures: bool
) -> None:
    """Beside pictures the line above the embed asks it; without them that line and the first one.

    In a calm race computers answer late, so it stood there twice for a long time.
    """
    ada, *_ = world.people
    await begin(world, ada, computers=3, chosen={"choosing": "calm"}, text_only=not pictures)
    while (await the_mime_or_none(world)) is not None or (await game_of(world)).phase != "race":
        if (await game_of(world)).phase == "draw" and await the_mime_or_none(world):
            await draw(world)
        await world.advance(1)
    await use(ada, "pass")
    board = world.board()
    assert board.text.count("Which monster is") == (1 if pictures else 2)


async def the_mime_or_none(world: World) -> Person | None:
    return (await world.list_players())[(await game_of(world)).mime]
