"""Which highlights are told, and how."""

from pathlib import Path

from bot.engine.highlights import describe_turning_point, sort_by_step
from bot.engine.screen import Highlight, ScreenContext
from bot.engine.winning_chances import TurningPoint
from bot.i18n import Text

TURN = "moment-turn = { $whose }: { $name } by { $other } with { $bid }, { $before } to { $after }"


def name(seat: int, context: ScreenContext) -> str:
    return context.names[seat]


def test_a_step_has_one_highlight_and_the_first_steps_come_first() -> None:
    @sort_by_step
    def find():
        yield Highlight(7, "a stroke")
        yield Highlight(2, "a bluff")
        yield Highlight(7, "a turn")

    assert find() == (Highlight(2, "a bluff"), Highlight(7, "a stroke"))


def test_a_turn_tells_whose_it_was_and_who_did_it(tmp_path: Path) -> None:
    (tmp_path / "en.ftl").write_text(TURN)
    names = ("Ada", "Ben")
    context = ScreenContext(Text("en", (tmp_path,)), names, names, pictures=False)
    told = describe_turning_point(TurningPoint(4, 1, 0, 50, 20), name, context, bid="3 fives")
    assert told == Highlight(4, "other: Ada by Ben with 3 fives, 50 to 20")


def test_a_turn_is_ones_own_or_nobodys() -> None:
    assert TurningPoint(4, 1, 1, 50, 20).actor_role == "own"
    assert TurningPoint(4, None, 1, 50, 20).actor_role == "nobody"
