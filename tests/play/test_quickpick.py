"""Quickpick through the whole bot: whole games, time, restarts, leaving."""

from itertools import pairwise
from random import Random

import pytest
from msgspec.structs import replace

from bot.bench.world import Person, World
from bot.domain.table import ComputerTurn
from bot.engine.chance import compute_commitment
from bot.games.quickpick import computer
from bot.games.quickpick.computer import LEVELS, REACTION_PERCENTS, REACTION_TENTHS
from bot.games.quickpick.model.state import CARDS_PER_MASK, CARDS_PER_SEAT
from bot.games.quickpick.rules import (
    COMPUTER_DRAW_SECONDS,
    COMPUTER_MIME_SECONDS,
    SILENT_LOOK_SECONDS,
)
from tests.play.evening import (
    COMPUTER_MOVE_SECONDS,
    boards_posted,
    fingerprint,
    hand,
    load_game,
    load_table,
    rewrite,
    show_deal,
    write_state,
)
from tests.play.island import (
    BREATH_SECONDS,
    NAMES,
    RACE_CLOSING_SECONDS,
    begin,
    count_won_masks,
    draw,
    find_mime,
    game_of,
    guessers,
    other,
    prepare,
    race,
    race_to_the_end,
    show,
    slap,
    use,
)
from tests.play.test_restart import restart

CAMERA = {"mode": "camera"}
MINUTE = 60.0
QUICKEST = min(REACTION_TENTHS[1]) * REACTION_PERCENTS[0] / 1000
MAX_LOST_SECONDS = 10.0
"""By which a crash puts off what is due: those since the last heartbeat, and the gap."""
SLOWEST = max(REACTION_TENTHS[1]) * REACTION_PERCENTS[-1] / 1000


async def leave_for_good(person: Person) -> None:
    await person.press("c1:d:*:leave-yes", on=(await person.slash("cats leave")).shown)


@pytest.mark.parametrize(
    ("people", "computers", "chosen"),
    [
        pytest.param(3, 0, {}, id="3 race", marks=pytest.mark.thorough),
        pytest.param(
            4, 0, {**CAMERA, "choosing": "all"}, id="4 camera all", marks=pytest.mark.thorough
        ),
        pytest.param(2, 3, {"mode": "sounds"}, id="5 sounds"),
        pytest.param(4, 4, {}, id="8 race", marks=pytest.mark.thorough),
    ],
)
async def test_a_game_is_played_to_its_end(
    world: World, people: int, computers: int, chosen: dict[str, str]
) -> None:
    players, level = world.people[:people], LEVELS[people % len(LEVELS)]
    levels = {"computers": computers, "level": level} if computers else {}
    await begin(world, *players, chosen=chosen, **levels)
    locked = await fingerprint(world.people[-1])
    await race_to_the_end(world, Random(people))

    table, state, end = await load_game(world), await game_of(world), world.board()
    seats = people + computers
    assert table.phase == "over"
    assert len(state.turns) == 3 * seats
    masks = [*state.removed, *(mask for pile in state.won for mask in pile)]
    assert len(masks) == CARDS_PER_SEAT * seats
    assert max(map(masks.count, masks)) <= CARDS_PER_MASK
    right = {turn.right for turn in state.turns} - {None}
    foxes = {seat for seat, player in enumerate(table.players) if not player.user}
    assert {table.players[seat].level for seat in foxes} <= {level}
    assert bool(right & foxes) == bool(foxes), "computers guess faces, too"
    assert sum(turn.right is not None for turn in state.turns) > 3
    assert locked == compute_commitment(table.seed)
    assert len([message for message in world.messages() if message.controls]) == 1
    assert "wins with the most masks!" in end.text or "Shared victory" in end.text
    for pile in state.won:
        assert " · ".join(NAMES[mask] for mask in pile) in end.text
    for player in players:
        assert player.name in end.text
        assert player.private().content.removeprefix("🏆 ").startswith(("You ", "**You won** "))
    assert "✅" in (await show_deal(players[-1])).text
    scores = (await players[0].slash("cats scores")).text
    assert all(f"{player.name}: " in scores for player in players)
    assert (await players[0].press("Rematch")).shown.title == "You're in: Quickpick"
    assert not any(request.files for request in world.requests), "the table is text only"


async def test_a_german_table_with_pictures_shows_them_and_tells_them(world: World) -> None:
    people = world.people[:3]
    for person in people:
        person.set_locale("de")
    await begin(world, *people, text_only=False)
    assert set(world.board().files) == {"tiles.jpg"}
    mime, mask = await draw(world)
    assert set(mime.private().files) == {"mask.jpg"}
    assert NAMES[mask] in mime.private().alts["mask.jpg"]
    await show(world, mime, "brows", "eyes")
    assert set(world.board().files) == {"tiles.jpg"}
    assert "Drück auf das richtige Monster" in world.board().text
    assert {"A", "P", "Keine Ahnung"} <= set(world.board().labels)
    assert "Brauen" in world.board().alts["tiles.jpg"]
    first, second = await guessers(world)
    await slap(first, mask)
    await use(second, "pass")
    assert f"Es war {NAMES[mask]}!" in world.board().text
    assert set(world.board().files) == {"revealed.jpg"}
    assert f"Das richtige Gesicht: {NAMES[mask]}" in world.board().alts["revealed.jpg"]
    page = await first.press("Meine Sammlung", on=await hand(first))
    assert set(page.shown.files) == {"masks.jpg"}


async def test_the_clock_closes_a_race_for_whoever_has_not_chosen(world: World) -> None:
    """Ruling Q9."""
    await begin(world, *world.people)
    mime, mask = await draw(world)
    await use(mime, "done")
    first, *_ = await guessers(world)
    await slap(first, other(mask))
    await world.advance(MINUTE - 1)
    assert (await game_of(world)).phase == "race"
    late = await world.hold_up(slap((await guessers(world))[0], mask))
    await world.advance(1.1)
    await world.repeat(late)
    await world.advance(RACE_CLOSING_SECONDS)
    (turn,) = (await game_of(world)).turns
    assert [hand.tile for hand in turn.hands] == [other(mask), mask]
    assert "💤" not in world.board().text


async def all_pass_but(world: World, silent: Person) -> None:
    """Let a race of which nothing is shown go by, and no more time than it takes."""
    turns = (await game_of(world)).turns
    for person in await guessers(world):
        if person is not silent:
            await use(person, "pass")
    while (await game_of(world)).turns == turns:
        await world.advance(1)


async def test_people_who_are_away_are_passed_over_at_once(world: World) -> None:
    await begin(world, *world.people, clock="1")
    away = await find_mime(world)
    for look_seconds in (MINUTE, SILENT_LOOK_SECONDS):
        while await find_mime(world) is not away:
            await draw(world)
            await all_pass_but(world, away)
        assert f"{away.name} 💤" not in world.board().text
        await world.advance(look_seconds + COMPUTER_MOVE_SECONDS)
        await all_pass_but(world, away)
    assert f"{away.name} 💤" in world.board().text
    board = world.board().id
    await draw(world)
    await world.people[0].say("meow")
    await world.advance(COMPUTER_MOVE_SECONDS)
    (passed,) = (await game_of(world)).hands
    assert (passed.seat, passed.tile) == ((await world.list_players()).index(away), None)
    await hand(away)
    assert f"{away.name} 💤" not in world.board().text
    assert world.board().id == board, "the board keeps its place when somebody comes back"


async def test_a_computer_that_shows_too_soon_waits_anew(world: World) -> None:
    """Discord's clock, by which the mime last showed, may be ahead of the bot's."""
    await begin(world, *world.people[:3])
    mime, _ = await draw(world)
    await use(mime, "show/brows")
    state = await game_of(world)
    write_state(world, replace(state, shown_at=state.shown_at + (35_000 << 22)))
    await world.advance(MINUTE / 2 + COMPUTER_MIME_SECONDS + 0.5, step=0.5)
    assert len((await game_of(world)).shown) == 1
    await world.advance(2 * COMPUTER_MIME_SECONDS, step=0.5)
    assert len((await game_of(world)).shown) == 2


async def test_computers_guess_and_draw_at_a_human_pace(world: World) -> None:
    """Nobody guesses before two parts are shown, and nobody faster than people."""
    ada, *_ = world.people
    await begin(world, ada, computers=4)
    write_state(world, replace(await game_of(world), mime=(await world.list_players()).index(ada)))
    await draw(world)
    await world.advance(25)
    assert (await game_of(world)).hands == ()
    await use(ada, "show/brows")
    await world.advance(BREATH_SECONDS)
    await use(ada, "show/eyes")
    await world.advance(QUICKEST - 0.1)
    assert (await game_of(world)).hands == ()
    for feature in ("mouth", "tongue"):
        await world.advance(BREATH_SECONDS)
        if (await game_of(world)).phase == "race":
            await use(ada, f"show/{feature}")
    while (await game_of(world)).phase != "draw":
        await world.advance(0.5)
    state = await game_of(world)
    (turn,) = state.turns
    assert turn.hands, "somebody has guessed"
    assert (await world.list_players())[state.mime] is None
    await world.advance(COMPUTER_DRAW_SECONDS)
    assert (await game_of(world)).phase == "race", "the computer has drawn"


async def test_a_computer_draws_and_mimes_at_a_human_pace(world: World) -> None:
    ada, *_ = world.people
    await begin(world, ada, computers=4)
    mime = (await world.list_players()).index(None)
    write_state(world, replace(await game_of(world), mime=mime))
    await world.restart()
    await world.advance(COMPUTER_DRAW_SECONDS)
    assert (await game_of(world)).phase == "race"
    moments = [world.now()]
    for _ in range(50):
        await world.advance(0.25)
        state = await game_of(world)
        if state.phase == "race" and len(state.shown) == len(moments):
            moments.append(world.now())
    gaps = [later - sooner for sooner, later in pairwise(moments)]
    assert len(gaps) >= 2
    assert all(abs(gap - COMPUTER_MIME_SECONDS) < 0.6 for gap in gaps)


async def test_each_computer_waits_as_its_level_does(world: World) -> None:
    """A level that the game does not know, such as one of an older release, is the middle one."""
    ada, *_ = world.people
    await prepare(world, ada, computers=3)
    for chair, level in enumerate(("dreamer", "older", "daredevil"), start=1):
        rewrite(world, f"UPDATE seats SET level = ? WHERE seat = {chair}", level)
    await ada.press("c1:d:*:start", on=world.board())
    write_state(world, replace(await game_of(world), mime=(await world.list_players()).index(ada)))
    await draw(world)
    write_state(world, replace(await game_of(world), moods=(0,) * 4, reactions=(0,) * 4))
    await use(ada, "show/brows")
    await world.advance(BREATH_SECONDS)
    assert set((await pauses(world)).values()) == {MINUTE - BREATH_SECONDS}
    await use(ada, "show/eyes")
    dared = await pauses(world)
    assert dared == dict(
        zip(("dreamer", "older", "daredevil"), computer.compute_pauses(0, 0), strict=True)
    )
    await world.advance(0.2)
    await use(ada, "done")
    assert await pauses(world) == {level: round(left - 0.2, 3) for level, left in dared.items()}


async def pauses(world: World) -> dict[str, float]:
    table = await load_table(world)
    timers = [timer for timer in table.timers if isinstance(timer, ComputerTurn)]
    levels = [table.players[timer.seat].level for timer in timers]
    return {
        level: round(timer.at - world.now(), 3) for level, timer in zip(levels, timers, strict=True)
    }


async def test_cameras_and_computers_do_not_go_together(world: World) -> None:
    ada, ben, *_ = world.people
    await prepare(world, ada, ben, chosen=CAMERA, computers=1)
    assert "no computers in this mode" in world.board().text
    assert world.board().control("c1:d:*:start").disabled, "a third person is missing"
    await world.people[2].press("Join")
    await ada.press("c1:d:*:start", on=world.board())
    assert "Everybody into a voice channel" in world.board().text


async def test_the_board_keeps_its_place_in_a_race(world: World) -> None:
    ada, *_ = world.people
    await begin(world, *world.people[:3])
    await ada.say("meow")
    mime, mask = await draw(world)
    board, since = world.board().id, len(world.requests)
    await ada.say("meow")
    await show(world, mime, "brows")
    answer = await ada.slash("cats board")
    assert answer.shown.links[0].endswith(f"/{world.channel.id}/{board}")
    first, second = await guessers(world)
    await slap(first, other(mask))
    await ada.say("meow")
    assert boards_posted(world, since) == []
    assert world.board().id == board
    await slap(second, mask)
    assert len(boards_posted(world, since)) == 1, "the next mime is called below the chat"


async def test_the_next_mime_is_called_though_still_asked_for_a_guess_and_nobody_in_a_race(
    world: World,
) -> None:
    ada, *_ = world.people
    await begin(world, *world.people[:3])
    _, mask = await draw(world)
    await world.delete(world.board())
    answer = await ada.slash("cats board")
    assert answer.shown.links[0].endswith(f"/{world.board().id}"), "it is posted anew"
    since = len(world.requests)
    await world.advance(40)
    assert world.list_pinged(since) == [], "nobody is called in a race"
    following, other_one = await guessers(world)
    await ada.say("meow")
    since = len(world.requests)
    await slap(other_one, mask)
    await world.advance(RACE_CLOSING_SECONDS)
    assert f"{other_one.name} got it!" in world.board().text
    assert boards_posted(world, since) == [()]
    await world.advance(122)
    assert world.list_pinged(since) == [following.name]


async def test_nothing_is_lost_in_restarts(world: World) -> None:
    async def restart_and_compare() -> None:
        state, labels = await game_of(world), world.board().labels
        await restart(world, crash=True)
        assert (await game_of(world), world.board().labels) == (state, labels), state.phase

    await begin(world, *world.people)
    await restart_and_compare()
    mime, mask = await draw(world)
    await restart_and_compare()
    await show(world, mime, "brows")
    first, second, _ = await guessers(world)
    await slap(first, other(mask))
    await restart_and_compare()
    await slap(second, mask)
    await restart(world, crash=True)
    await world.advance(RACE_CLOSING_SECONDS + MAX_LOST_SECONDS)
    assert sum((await count_won_masks(world)).values()) == 2
    write_state(world, replace(await game_of(world), deck=(await game_of(world)).deck[:2]))
    await race(world)
    await restart_and_compare()
    assert (await game_of(world)).phase == "over"
    told = (await show_deal(mime)).text
    assert "❔ The secret number gives exactly the deal" in told, "the deck was made short above"


@pytest.mark.parametrize("who", ["mime", "guesser"])
async def test_a_computer_takes_over_from_whoever_leaves(world: World, who: str) -> None:
    await begin(world, *world.people)
    mime, _ = await draw(world)
    gone = mime if who == "mime" else (await guessers(world))[0]
    await leave_for_good(gone)
    assert f"{gone.name} has left" in world.board().text
    await world.advance(COMPUTER_MIME_SECONDS + 0.5)
    if who == "mime":
        assert len((await game_of(world)).shown) == 1
    else:
        await show(world, mime, "brows", "eyes", "mouth", "tongue")
        await world.advance(SLOWEST)
        assert len((await game_of(world)).hands) == 1
    assert "You've left this game" in (await hand(gone)).text


async def test_the_hand_of_a_leaver_stays_on_its_tile_and_wins_nothing(world: World) -> None:
    """Ruling Q14: the first to leave takes no masks along, the tile stays taken."""
    await begin(world, *world.people, chosen=CAMERA)
    _, mask = await draw(world)
    first, second, third = await guessers(world)
    await slap(first, mask)
    await leave_for_good(first)
    tiles = world.board()
    assert tiles.control(NAMES[mask]).disabled
    await use(second, "pass")
    await use(third, "pass")
    assert "and nobody got it" in world.board().text
    assert sum((await count_won_masks(world)).values()) == 0


async def test_a_mime_who_leaves_takes_the_secret_along(world: World) -> None:
    """Ruling Q15, then Q16: with two left the game is over."""
    await begin(world, *world.people, chosen=CAMERA)
    mime, _ = await draw(world)
    deck = len((await game_of(world)).deck)
    await leave_for_good(mime)
    state = await game_of(world)
    assert (state.phase, len(state.deck), len(state.removed)) == ("draw", deck - 1, 2)
    assert "took the secret along" in world.board().text
    await leave_for_good(await find_mime(world))
    assert "Quickpick · the end" in world.board().text


async def test_a_mime_who_never_looks_is_passed_over_and_out_the_second_time(world: World) -> None:
    """Ruling Q19, by the clock; whoever is out can watch, and need not leave."""
    await begin(world, *world.people, chosen=CAMERA, clock="1")
    silent = await find_mime(world)
    own = await hand(silent)
    assert "Pass twice, and you're out" in own.text
    await world.advance(MINUTE + COMPUTER_MOVE_SECONDS)
    assert f"{silent.name} isn't the mime this time" in world.board().text
    while await find_mime(world) is not silent:
        await race(world)
        await hand(silent)
    assert "You've passed once already" in (await hand(silent)).text
    await use(silent, "pass-on")
    assert f"{silent.name} is out, and so are all their masks" in world.board().text
    assert "You're out of this game" in (await hand(silent)).text
    assert await find_mime(world) is not silent
    await leave_for_good(silent)
    assert (await game_of(world)).phase == "draw"


async def test_what_counts_as_no_hand(world: World) -> None:
    await begin(world, *world.people[:3])
    assert not world.board().matching("c1:m:"), "no tiles before the mime has looked, ruling Q4"
    mime, mask = await draw(world)
    old, (ben, cleo) = world.board(), await guessers(world)
    await slap(mime, mask)
    assert "You're the mime, so you know" in mime.private().text
    assert "You're not playing at this table" in (await slap(world.people[3], mask)).text
    assert (await game_of(world)).hands == ()
    for _ in range(2):
        await slap(ben, other(mask))
        assert not any("moved on" in message.text for message in ben.privates())
    assert len((await game_of(world)).hands) == 1, "a second press of a tile changes nothing"
    await use(cleo, "pass")
    await world.advance(RACE_CLOSING_SECONDS)
    await slap(cleo, 3, on=old)
    assert (await game_of(world)).hands == (), "the tiles of an older race are stale"


async def test_the_mime_takes_a_breath_of_two_seconds(world: World) -> None:
    await begin(world, *world.people[:3])
    mime, _ = await draw(world)
    await use(mime, "show/brows")
    assert "Not so fast" in (await use(mime, "show/eyes")).text
    await world.advance(1.8)
    assert "Not so fast" in (await use(mime, "show/eyes")).text
    await world.advance(0.3)
    assert "Not so fast" not in (await use(mime, "show/eyes")).text
    assert len((await game_of(world)).shown) == 2


async def test_the_first_hand_gets_the_tile_and_a_later_one_is_spent(world: World) -> None:
    await begin(world, *world.people)
    _, mask = await draw(world)
    first, second, third = await guessers(world)
    tiles = world.board()
    await slap(first, other(mask))
    assert world.board().control(NAMES[other(mask)]).disabled
    await slap(second, other(mask), on=tiles)
    assert f"Somebody got to **{NAMES[other(mask)]}** first" in second.private().text
    assert f"{second.name} (too late)" in world.board().text
    await slap(second, mask)
    assert "You've already guessed, and that's final" in second.private().text
    await slap(third, mask)
    assert [hand.seat for hand in (await game_of(world)).turns[0].hands] == [
        (await world.list_players()).index(person) for person in (first, second, third)
    ]
    assert (await count_won_masks(world))[third.name] == 1


async def test_in_a_race_that_closes_the_earliest_id_wins(world: World) -> None:
    """Rulings Q10 and Q6: until half a second after the right hand, late ones still count."""
    await begin(world, *world.people)

    mime, mask = await draw(world)
    first, second, _ = await guessers(world)
    late = await world.hold_up(slap(first, mask))
    await world.advance(0.1)
    await slap(second, mask)
    assert "Last guesses" in world.board().text
    await world.advance(0.4)
    assert (await game_of(world)).phase == "closing"
    await world.repeat(late)
    await world.advance(0.2)
    assert f"It was {NAMES[mask]}!" in world.board().text
    won = {first.name: 1, mime.name: 1, second.name: 0}
    counts = await count_won_masks(world)
    assert {name: counts[name] for name in won} == won

    _, mask = await draw(world)
    first, second, third = await guessers(world)
    before, tiles = await count_won_masks(world), world.board()
    late = await world.hold_up(slap(third, mask, on=tiles))
    await world.race(slap(first, mask, on=tiles), slap(second, mask, on=tiles))
    await world.repeat(late)
    await world.advance(RACE_CLOSING_SECONDS)
    counts = await count_won_masks(world)
    gained = [counts[person.name] - before[person.name] for person in (first, second, third)]
    assert gained == [0, 0, 1], "all three in the same instant"


async def test_calm_choices_stay_secret_and_the_first_clockwise_is_right(world: World) -> None:
    await begin(world, *world.people, chosen={"choosing": "calm"})
    _, mask = await draw(world)
    first, second, third = await guessers(world)
    await slap(third, mask)
    await slap(second, mask)
    assert not any(control.disabled for control in world.board().controls)
    assert "→" not in world.board().text
    await world.advance(RACE_CLOSING_SECONDS)
    assert (await game_of(world)).phase == "race"
    await slap(first, other(mask))
    counts = await count_won_masks(world)
    assert [counts[person.name] for person in (first, second, third)] == [0, 1, 0]


async def test_the_prize_comes_to_the_guessers_own_screen_without_a_click(world: World) -> None:
    """Ruling Q12; and an onlooker is told at once who found the monster."""
    *players, onlooker = world.people
    await begin(world, *players)
    _, mask = await draw(world)
    lucky, second = await guessers(world)
    await hand(lucky)
    await hand(onlooker)
    prize = NAMES[(await game_of(world)).deck[0]]
    await slap(lucky, mask)
    assert NAMES[mask] not in onlooker.private().text, "the race is still on"
    await world.advance(RACE_CLOSING_SECONDS)
    told = onlooker.private().text
    assert lucky.name in told and NAMES[mask] in told
    assert f"Your prize: {prize}." in lucky.private().text
    for person in (second, onlooker, await find_mime(world)):
        assert person is lucky or not any("Your prize" in each.text for each in person.privates())
    assert "Your prize" not in "".join(message.text for message in world.messages())


async def test_slapping_leaves_no_pile_of_private_messages(world: World) -> None:
    people = world.people[:3]
    await begin(world, *people)
    for turn in range(3):
        await race(world, right=turn % 2 == 0)
        assert all(len(person.privates()) <= 1 for person in people)
    _, mask = await draw(world)
    following, last = await guessers(world)
    await hand(following)
    await slap(last, other(mask))
    before = len(following.privates())
    await slap(following, other(mask, 2))
    assert len(following.privates()) == before, "the last tap of the next mime"
    assert "Look at my mask" in following.private().labels


async def test_parts_that_are_shown_push_nothing_to_those_who_guess(world: World) -> None:
    people = world.people[:3]
    await begin(world, *people)
    mime, _ = await draw(world)
    for person in await guessers(world):
        await hand(person)
    since = len(world.requests)
    await show(world, mime, "brows", "eyes", "mouth", "tongue")
    readers = {request.reader for request in world.requests[since:]}
    assert readers == {None, mime.id}
