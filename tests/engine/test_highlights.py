"""Which highlights are told, and how."""

from pathlib import Path

from bot.engine.highlights import MAX_HIGHLIGHTS, choose_highlights, describe_turning_point
from bot.engine.replays import Highlight
from bot.engine.screens import ScreenContext
from bot.engine.winning_chances import TurningPoint
from bot.i18n import Text

TURN = "moment-turn = { $whose }: { $name } by { $other } with { $bid }, { $before } to { $after }"


def name(seat: int, context: ScreenContext) -> str:
    return context.names[seat]


ADA, BEN, MINKA, FELIX = range(4)
COMPUTERS = {MINKA, FELIX}


def make(step: int, seat: int, kind: str) -> Highlight:
    """Return a highlight. The tests pass the largest one first, as games do."""
    return Highlight(step, seat, kind, "", f"{kind} of {seat}")


def test_a_step_and_a_kind_have_one_highlight_and_the_first_steps_come_first() -> None:
    stroke, bluff = make(7, ADA, "stroke"), make(2, BEN, "bluff")
    found = (stroke, bluff, make(7, BEN, "turn"), make(9, ADA, "bluff"))
    assert choose_highlights(found, COMPUTERS) == (bluff, stroke)


def test_if_the_best_of_a_kind_has_no_room_the_next_one_is_told() -> None:
    stroke, turn = make(7, ADA, "stroke"), make(3, BEN, "turn")
    assert choose_highlights((stroke, make(7, ADA, "turn"), turn), ()) == (turn, stroke)


def test_a_persons_highlight_is_told_instead_of_a_larger_one_of_a_computer() -> None:
    larger, bluff = make(2, FELIX, "bluff"), make(8, ADA, "bluff")
    assert choose_highlights((larger, bluff), COMPUTERS) == (bluff,)


def test_one_highlight_of_a_computer_follows_those_of_people() -> None:
    bluff, stroke = make(8, ADA, "bluff"), make(5, MINKA, "stroke")
    found = (stroke, make(1, FELIX, "turn"), bluff, make(8, FELIX, "caught"))
    assert choose_highlights(found, COMPUTERS) == (bluff, stroke)


def test_without_highlights_of_people_those_of_computers_are_told() -> None:
    stroke, turn = make(5, MINKA, "stroke"), make(1, FELIX, "turn")
    assert choose_highlights((stroke, turn), COMPUTERS) == (turn, stroke)
    assert choose_highlights((), COMPUTERS) == ()


def test_there_are_six_highlights_at_most() -> None:
    of_people = [make(step, ADA, f"kind {step}") for step in range(10)]
    found = [make(20, MINKA, "stroke"), *of_people]
    assert choose_highlights(found, COMPUTERS) == tuple(of_people[:MAX_HIGHLIGHTS])
    assert MAX_HIGHLIGHTS == 6


def test_a_turn_tells_whose_it_was_and_who_did_it(tmp_path: Path) -> None:
    (tmp_path / "en.ftl").write_text(TURN)
    names = ("Ada", "Ben")
    context = ScreenContext(Text("en", (tmp_path,)), names, names, pictures=False)
    told = describe_turning_point(TurningPoint(4, 1, 0, 50, 20), name, context, bid="3 fives")
    assert told == "other: Ada by Ben with 3 fives, 50 to 20"


def test_a_turn_is_ones_own_or_nobodys() -> None:
    assert TurningPoint(4, 1, 1, 50, 20).actor_role == "own"
    assert TurningPoint(4, None, 1, 50, 20).actor_role == "nobody"
