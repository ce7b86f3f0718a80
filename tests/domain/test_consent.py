"""What the people at a running game agree to: its early end, and who takes a computer's seat."""

import pytest
from msgspec.structs import replace

from bot.domain import consent
from bot.domain.changes import Change, Click, Refused
from bot.domain.table import Applicant, Finished, Leaver, Match, Person, Table
from bot.games.registry import GAMES
from tests.tables import deal_table, expect_finished, expect_match, in_phase

CATS = GAMES["cloaked_cats"]
ADA, BEN, CLEO, DAN, EVE = (
    Click(1, user, name, "en", 2)
    for user, name in enumerate(("Ada", "Ben", "Cleo", "Dan", "Eve"), 1)
)
STOP = consent.STOP_REQUEST
NOW = 1100.0


def deal(*, computers: int = 1) -> Match:
    return deal_table("Ada", "Ben", "Cleo", computers=computers)


def change(table: Table, **fields: object) -> Match:
    table = expect_match(table)
    return table.set_player(2, replace(table.players[2], **fields))


def ask(table: Table, click: Click = DAN) -> Match:
    return expect_match(consent.ask_for_seat(table, CATS, click).table)


def agree(table: Table, request: str, *clicks: Click) -> Change:
    made = Change(table)
    for click in clicks:
        made = consent.agree(made.table, CATS, click, request, NOW)
    return made


def test_the_game_ends_once_all_agree_and_not_before() -> None:
    asked = consent.end_table(deal(), CATS, ADA).table
    assert (consent.find_agreed(asked), consent.find_asked(asked, CATS)) == ((0,), (1, 2))
    assert consent.name_request(asked) == STOP
    second = agree(asked, STOP, BEN).table
    assert (second.phase, consent.find_asked(second, CATS)) == ("playing", (2,))
    last = agree(second, STOP, CLEO)
    ended = expect_finished(last.table)
    assert (ended.ended_by, ended.is_complete, ended.has_result) == (3, False, True)
    assert [told.name for told in last.events] == ["table-ended-together"]


@pytest.mark.parametrize(("click", "ends"), [(ADA, True), (CLEO, False), (DAN, True)])
def test_who_is_away_is_not_asked_and_who_does_not_play_needs_nobody(
    click: Click, ends: bool
) -> None:
    table = change(deal_table("Ada", "Ben", "Cleo"), user=None, level="kitten")
    table = table.set_player(1, replace(table.players[1], away=True))
    if click is CLEO:
        table = deal()
    made = consent.end_table(table, CATS, click)
    assert isinstance(made.table, Finished) is ends
    if ends:
        assert [(told.name, told.values) for told in made.events] == [
            ("table-ended", (click.name,))
        ]


@pytest.mark.parametrize("back", [False, True])
def test_whoever_comes_back_is_asked(back: bool) -> None:
    table = change(change(deal(), away=True), away=not back)
    table = table.set_player(1, replace(table.players[1], away=True))
    assert consent.has_to_ask(table, CATS, 1) is back


def test_whoever_moves_after_agreeing_has_taken_it_back() -> None:
    asked = expect_match(consent.end_table(deal(), CATS, ADA).table)
    moved = asked.set_player(0, replace(asked.players[0], acted=asked.step + 1))
    assert consent.name_request(moved) == ""
    with pytest.raises(Refused, match="stop-settled"):
        agree(moved, STOP, BEN)


@pytest.mark.parametrize("click", [ADA, BEN])
def test_anybody_at_the_table_says_that_the_game_goes_on(click: Click) -> None:
    asked = consent.end_table(deal(), CATS, ADA).table
    declined = consent.decline(asked, click, STOP)
    assert consent.name_request(declined.table) == ""
    (told,) = declined.events
    assert (told.name, told.values) == ("table-plays-on", (click.user - 1,))


@pytest.mark.parametrize("press", ["agree", "decline"])
def test_who_watches_neither_agrees_nor_refuses(press: str) -> None:
    asked = consent.end_table(deal(), CATS, ADA).table
    with pytest.raises(Refused, match="not-seated"):
        if press == "agree":
            agree(asked, STOP, DAN)
        else:
            consent.decline(asked, DAN, STOP)


@pytest.mark.parametrize(
    ("click", "phase", "reason"),
    [
        (ADA, "playing", None),
        (BEN, "playing", "end-host-only"),
        (replace(BEN, can_manage_messages=True), "playing", None),
        (DAN, "lobby", "end-host-only"),
        (replace(DAN, can_manage_messages=True), "lobby", None),
        (ADA, "over", "already-over"),
    ],
)
def test_the_host_and_moderators_may_end(click: Click, phase: str, reason: str | None) -> None:
    table = in_phase(deal(), "over") if phase == "over" else deal()
    if reason is None:
        consent.check_may_end(table, click)
        return
    with pytest.raises(Refused, match=reason):
        consent.check_may_end(table, click)


@pytest.mark.parametrize("table", [in_phase(deal_table("Ada", "Ben"), "lobby"), "lesson"])
def test_a_lobby_and_a_lesson_close_without_a_question_or_a_result(table: Table | str) -> None:
    open_table = replace(deal(), channel=-1) if isinstance(table, str) else table
    assert not consent.has_to_ask(open_table, CATS, 1)
    closed = expect_finished(consent.end_table(open_table, CATS, ADA).table)
    assert (closed.ended_by, closed.has_result) == (None, False)


@pytest.mark.parametrize(("click", "phase"), [(BEN, "lobby"), (ADA, "playing")])
def test_only_the_host_cancels_and_only_a_lobby(click: Click, phase: str) -> None:
    table: Table = deal() if phase == "playing" else in_phase(deal(), "lobby")
    with pytest.raises(Refused, match="not-a-lobby" if phase == "playing" else "host-only"):
        consent.cancel_lobby(table, click)
    cancelled = consent.cancel_lobby(in_phase(deal(), "lobby"), ADA).table
    assert cancelled.phase == "closed"


def test_an_applicant_gets_the_first_free_seat_once_all_agree() -> None:
    asked = ask(deal())
    assert consent.find_applicant(asked) == Applicant(4, "Dan")
    assert consent.find_asked(asked, CATS) == (0, 1, 2)
    assert agree(asked, "4", ADA, BEN).table.seat_of(4) is None
    guesser = Person(4, "Dan", winner=1)
    asked = replace(asked, step=6, guessers=(guesser, Person(5, "Eve")))
    made = agree(asked, "4", ADA, BEN, CLEO)
    table = expect_match(made.table)
    player, former = table.players[3], asked.players[3]
    assert (player.user, player.joined_step, player.letter) == (4, 6, former.letter)
    assert [(told.name, told.values) for told in made.events] == [
        ("table-joined", (3, former.name))
    ]
    assert (table.applicants, consent.find_agreed(table)) == ((), ())
    assert [person.user for person in table.guessers] == [5], "who plays does not guess"


def test_who_is_away_is_not_asked_for_a_seat_either() -> None:
    asked = change(ask(deal()), away=True)
    assert agree(asked, "4", ADA, BEN).table.seat_of(4) == 3


def test_an_applicant_whose_turn_it_is_is_called() -> None:
    table = deal()
    table = replace(table, prompts=(replace(table.prompts[0], seat=3),))
    made = agree(ask(table), "4", ADA, BEN, CLEO)
    assert made.calls == ((table.prompts[0].decision, 3),)


def test_two_who_ask_at_once_do_not_get_the_same_seat() -> None:
    with pytest.raises(Refused, match="seat-busy"):
        ask(ask(deal()), EVE)
    assert ask(ask(deal())) == ask(deal()), "the button was pressed twice"


@pytest.mark.parametrize("click", [EVE, DAN])
def test_only_players_answer_the_applicant(click: Click) -> None:
    with pytest.raises(Refused, match="not-seated"):
        agree(ask(deal()), "4", click)


def test_a_press_is_for_the_applicant_whom_its_button_named() -> None:
    withdrawn = consent.decline(ask(deal()), DAN, "4").table
    assert expect_match(withdrawn).applicants == ()
    with pytest.raises(Refused, match="seat-settled"):
        agree(ask(withdrawn, EVE), "4", ADA)
    assert consent.find_applicant(ask(withdrawn)) == Applicant(4, "Dan"), "they may ask again"


def test_whoever_is_not_let_in_does_not_ask_again() -> None:
    refused = expect_match(consent.decline(ask(deal()), BEN, "4").table)
    assert refused.applicants == (Applicant(4, "Dan", "refused"),)
    with pytest.raises(Refused, match="seat-refused"):
        ask(refused)
    assert ask(refused, EVE).applicants[-1] == Applicant(5, "Eve")


def test_the_end_is_asked_for_although_others_said_yes_to_an_applicant() -> None:
    asked = agree(ask(deal()), "4", BEN, CLEO).table
    assert consent.has_to_ask(asked, CATS, 1)
    ending = consent.end_table(asked, CATS, ADA).table
    assert (consent.name_request(ending), consent.find_agreed(ending)) == (STOP, (0,))


@pytest.mark.parametrize(
    ("reason", "fields"),
    [
        ("", {}),
        ("seat-left", {"leavers": (Leaver(4, "Dan", 3),)}),
        ("seat-none", {"leavers": (Leaver(5, "Eve", 3),)}),
        ("seat-refused", {"applicants": (Applicant(4, "Dan", "removed"),)}),
        ("seat-none", {"channel": -1}),
        ("seat-nobody", {"paused": "channel"}),
        ("seat-busy", {"applicants": (Applicant(5, "Eve"),)}),
    ],
)
def test_what_is_in_the_way_of_a_seat(reason: str, fields: dict[str, object]) -> None:
    assert consent.find_obstacle(replace(deal(), **fields), CATS, 4) == reason


def test_there_is_no_seat_without_computers_and_nobody_to_ask_while_all_are_away() -> None:
    assert consent.find_obstacle(deal(computers=0), CATS, 4) == "seat-none"
    table = deal()
    for seat in range(3):
        table = table.set_player(seat, replace(table.players[seat], away=True))
    assert consent.find_obstacle(table, CATS, 4) == "seat-nobody"


def test_a_seat_that_is_gone_ends_the_request() -> None:
    asked = ask(deal())
    asked = asked.set_player(3, replace(asked.players[3], level=""))
    made = agree(asked, "4", ADA, BEN, CLEO)
    assert [told.name for told in made.events] == ["table-no-seat"]
    assert expect_match(made.table).applicants == ()


def test_whom_the_host_removed_from_the_lobby_is_not_asked_in() -> None:
    match = deal_table("Ada", "Ben", computers=1, removed=(Person(4, "Dan"),))
    assert match.applicants == (Applicant(4, "Dan", "removed"),)
