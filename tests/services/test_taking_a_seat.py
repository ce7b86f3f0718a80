"""Taking a computer's seat in a running game, with the consent of its people."""

from msgspec.json import decode

from bot.bench.world import Person, World
from bot.domain import consent
from bot.domain.changes import Click
from bot.domain.table import Match
from bot.engine.package import GamePackage
from tests.databases import run_sql
from tests.play.evening import (
    COMPUTER_MOVE_SECONDS,
    deal,
    find_asked_or_none,
    finish,
    hand,
    load_match,
    shows_hand,
    take_turn,
)

ASK, WITHDRAW = "Take a computer's seat", "Never mind"
AGREE, DECLINE = "Sure, join in!", "Not this time"


async def ask(person: Person) -> None:
    await hand(person)
    await person.press(ASK)


def find_seat_of_computer(table: Match) -> int:
    (seat,) = (seat for seat, player in enumerate(table.players) if player.user is None)
    return seat


async def test_who_watches_gets_a_seat_once_all_agree(world: World) -> None:
    ada, ben, cleo, dan = world.people
    await deal(world, ada, ben, computers=1)
    await ask(cleo)
    await cleo.press(WITHDRAW)
    assert AGREE not in world.board().labels
    await cleo.press(ASK)
    await ben.press(DECLINE, on=world.board())
    assert "They'd like to finish this one as they are" in cleo.private().text
    assert ASK not in cleo.private().labels and AGREE not in world.board().labels
    before = await load_match(world)
    seat = find_seat_of_computer(before)
    assert "Want in?" in (await hand(dan)).text
    await dan.press(ASK)
    assert "🪑 Asked!" in dan.private().text
    assert dan.private().labels[-1] == WITHDRAW
    assert "🪑 Dan would love to take over a computer's seat." in world.board().text
    await ada.press(AGREE, on=world.board())
    assert "seat. Ben, is that all right?" in world.board().text
    assert not shows_hand(dan.private())
    await world.restart(crash=True)
    await ben.press(AGREE, on=world.board())
    await world.restart(crash=True)
    after = await load_match(world)
    assert after.players[seat].joined_step == after.step
    assert after.state == before.state
    assert after.players[seat].user == dan.id
    assert after.players[seat].letter == before.players[seat].letter
    assert "🪑 Dan takes over Minka's seat." in world.board().text
    assert shows_hand(await hand(dan))
    assert AGREE not in world.board().labels


async def test_the_applicant_plays_and_the_computer_does_not(world: World) -> None:
    ada, _, _, dan = world.people
    await deal(world, ada, clock="10", computers=1)
    while find_asked_or_none(world) is not None:
        await take_turn(ada)
    computer = (await load_match(world)).prompts
    await ask(dan)
    await ada.press(AGREE, on=world.board())
    assert find_asked_or_none(world) is dan
    assert world.list_pinged()[-1] == "Dan"
    await world.advance(10 * COMPUTER_MOVE_SECONDS)
    assert (await load_match(world)).prompts == computer, "a computer's move is not taken"
    await take_turn(dan)
    assert find_asked_or_none(world) is ada


async def test_a_move_that_the_computer_was_still_choosing_is_dropped(world, monkeypatch):
    ada, _, _, dan = world.people
    await deal(world, ada, computers=1)
    while find_asked_or_none(world) is not None:
        await take_turn(ada)
    await ask(dan)
    services, before = world.bot.services, await load_match(world)
    choose = services.computer_moves.wait_for_move

    async def choose_while_ada_agrees(table: Match, package: GamePackage, seat: int) -> str | None:
        move = await choose(table, package, seat)
        click = Click(1, ada.id, "Ada", "en", table.channel)
        await services.tables.submit(
            table.id, lambda now: consent.agree(now, package, click, str(dan.id), world.now())
        )
        return move

    monkeypatch.setattr(services.computer_moves, "wait_for_move", choose_while_ada_agrees)
    await world.advance(COMPUTER_MOVE_SECONDS)
    after = await load_match(world)
    assert after.seat_of(dan.id) is not None
    assert (after.state, after.step) == (before.state, before.step)


async def take_turn_of_somebody(world: World) -> None:
    who = find_asked_or_none(world)
    if who is None:
        await world.advance(COMPUTER_MOVE_SECONDS)
    else:
        await take_turn(who)


async def test_the_game_counts_for_those_who_played_from_the_deal_on(world: World) -> None:
    ada, ben, _, dan = world.people
    await deal(world, ada, ben, computers=1)
    while find_asked_or_none(world) is not None:
        await take_turn_of_somebody(world)
    await take_turn_of_somebody(world)
    await ask(dan)
    for person in (ada, ben):
        await person.press(AGREE, on=world.board())
    table = await load_match(world)
    await finish(world)
    found = await world.store.records.find_record(table.id)
    assert found is not None
    record, _ = found
    assert dan.id in record.people
    assert record.starters == {ada.id, ben.id}
    listed = await world.store.records.find_person_records(dan.id, 0)
    assert [each.id for each in listed] == [table.id]
    counted = run_sql(world.database, 'SELECT "user" FROM results')
    assert sorted(counted) == sorted([(ada.id,), (ben.id,)])

    (file,) = (await dan.slash("cats export")).shown.files.values()
    (game,) = decode(file)["games"]
    (seat,) = game["my_seats"]
    assert (seat["name"], seat["joined_step"]) == ("Dan", table.step), "the export tells it, too"
    mine = [step["step"] for step in game["steps"] if step["mine"]]
    assert mine and min(mine) > table.step


async def test_who_is_forgotten_asks_no_more(world: World) -> None:
    ada, _, cleo, dan = world.people
    await deal(world, ada, computers=1)
    await ask(dan)
    await dan.slash("cats forget")
    await dan.press("c1:d:0:forget-yes:")
    assert (await load_match(world)).applicants == ()
    await ask(cleo)
    await ada.press(AGREE, on=world.board())
    await cleo.slash("cats forget")
    await cleo.press("c1:d:0:forget-yes:")
    table = await load_match(world)
    assert [player.user for player in table.players if player.user] == [ada.id]
    assert "Cleo" not in repr(table)
