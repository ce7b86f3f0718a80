"""What somebody is told of the races since their last answer, and how the game ended for them."""

import pytest

from bot.engine.events import EventRecord, Notice, Seat
from bot.engine.game import Leave, Place
from bot.engine.records import read_events
from bot.games.quickpick.model.events import (
    MaskGuessed,
    MaskKept,
    MaskNotGuessed,
    Overtaken,
    PartShown,
    PrizeDrawn,
    RolePassedOn,
)
from bot.games.quickpick.model.state import Choice, Turn, View
from tests.games.quickpick.looks import (
    BIM,
    KEZ,
    LAST,
    LUM,
    SCREENS,
    before,
    context,
    make_final_view,
)
from tests.games.quickpick.playing import CAMERA, DECK, GAME, act, end_pause, racing, step

GUESSED = Notice(MaskGuessed(3, KEZ, 1))
"""Dan's Kez in `LAST`: Ben was right, Ada's hand came too late, and Cleo chose Bim."""
MISSED = Notice(MaskNotGuessed(3, KEZ))
PRIZE = Notice(PrizeDrawn(LUM), (1,))


def news(seat: Seat, *events: Notice, turns: tuple[Turn, ...] = (LAST,)) -> tuple[str, ...]:
    """Return what the seat is told of those events that it may see."""
    own = [event for event in events if event.to is None or seat in event.to]
    return SCREENS.news(own, before(turns=turns), seat, context())


@pytest.mark.parametrize(
    ("seat", "events", "told"),
    [
        (1, (), ()),
        (1, (Notice(PartShown(3, 2)), Notice(RolePassedOn(0))), ()),
        # ruling Q12
        (1, (GUESSED, PRIZE), ("🎉 Kez was right, and you were first! Your prize: Lum.",)),
        (
            3,
            (GUESSED, Notice(MaskKept(KEZ), (3,))),
            ("🎉 2️⃣ Ben guessed your face, so Kez is yours now.",),
        ),
        (0, (GUESSED,), ("It was Kez, just as you thought, but 2️⃣ Ben was quicker.",)),
        (2, (GUESSED,), ("Not this time: it was Kez, not Bim. 2️⃣ Ben got it.",)),
    ],
)
def test_each_reads_what_the_race_was_for_them(
    seat: Seat, events: tuple[Notice, ...], told: tuple[str, ...]
) -> None:
    assert news(seat, *events) == told


def test_whoever_chose_nothing_reads_what_it_was() -> None:
    idle = Turn(3, KEZ, 1, (Choice(1, KEZ), Choice(2, None)))
    for seat in (0, 2):
        assert news(seat, GUESSED, turns=(idle,)) == ("It was Kez, and 2️⃣ Ben got it.",)


def test_a_face_that_nobody_recognized_is_told_to_all() -> None:
    missed = Turn(3, KEZ, None, (Choice(2, BIM), Choice(1, None)))
    told = [news(seat, MISSED, turns=(missed,)) for seat in (3, 2, 1)]
    assert told == [
        ("Nobody guessed your face, so Kez leaves the game.",),
        ("Nobody got it: it was Kez, not Bim.",),
        ("Nobody got it: it was Kez.",),
    ]


def test_of_several_races_each_is_told_with_its_own_hands_and_the_last_three_at_most() -> None:
    """The events that are known may begin in the middle of the game."""
    mine = Turn(0, BIM, 1, (Choice(1, BIM),))
    older = Turn(2, LUM, 0, (Choice(0, LUM),))
    events = (Notice(MaskGuessed(0, BIM, 1)), Notice(PrizeDrawn(3), (1,)), GUESSED, PRIZE)
    told = news(1, *events, turns=(older, mine, LAST))
    assert [line[-len("prize: Duf.") :] for line in told] == ["prize: Duf.", "prize: Lum."]
    many = news(2, *(GUESSED,) * 5, turns=(older, *(LAST,) * 5))
    assert len(many) == 3


def test_a_prize_of_a_later_race_is_not_told_of_an_earlier_one() -> None:
    lost = Turn(3, KEZ, None, ())
    events = (MISSED, GUESSED, PRIZE)
    told = news(1, *events, turns=(lost, LAST))
    assert told == ("Nobody got it: it was Kez.", *news(1, GUESSED, PRIZE))


def test_a_tile_that_is_lost_to_an_earlier_hand_is_told_at_once() -> None:
    """Ruling Q6."""
    (told,) = news(1, Notice(Overtaken(1), (1,)))
    assert "that was your one guess" in told


def test_a_mime_who_left_took_the_secret_along() -> None:
    """Ruling Q15: the race that did not end has a turn of its own."""
    state = racing(CAMERA, seats=4)
    state, events = step(state, Leave(0))
    told = read_events(GAME, (EventRecord(None, name, values) for name, values in events))
    seen = SCREENS.news(told, GAME.view(state, 1), 1, context())
    assert seen == ("1️⃣ Ada left and took the secret along. Two masks leave the game.",)


def test_real_races_are_told_as_they_were() -> None:
    state = racing(seats=3)
    state, first = act(state, 1, f"tile/{DECK[0]}", 5)
    state, rest = end_pause(state)
    records = [EventRecord(None, name, values) for name, values in (*first, *rest)]
    events = read_events(GAME, records)
    (told,) = SCREENS.news(events, GAME.view(state, 2), 2, context())
    assert told == "It was Fip, and 2️⃣ Ben got it."


# The end

PLACES = (Place(1, 1, 3), Place(3, 1, 3), Place(2, 3, 1), Place(0, 4, 0))
TURNS = (
    Turn(2, KEZ, 1, ()),
    Turn(1, BIM, 3, ()),
    Turn(3, LUM, 1, ()),
    Turn(3, BIM, 1, ()),
    Turn(0, KEZ, None, ()),
)


def result(seat: Seat, language: str = "en", view: View | None = None) -> str:
    shown = view or make_final_view(turns=TURNS)
    return SCREENS.result(shown, PLACES, seat, context(language))


def test_everybody_reads_the_own_place_and_where_the_masks_are_from() -> None:
    assert result(1) == (
        "🏆 **You share the victory** with 3 masks each!"
        " You guessed 3 faces, and the others guessed one of yours."
    )
    assert result(2) == (
        "You came **3rd** with one mask. You guessed no faces, and the others guessed one of yours."
    )
    assert result(0) == "You came **4th** with no masks."
    alone = SCREENS.result(make_final_view(turns=TURNS), PLACES[:1], 1, context())
    assert alone.startswith("🏆 **You won** with 3 masks!")
    gone = make_final_view(turns=TURNS, present=(True, False, True, True))
    assert result(1, view=gone) == "You left before the end, so your masks don't count."
    assert all("Deine Beute" in result(seat, "de") for seat in range(4))


def test_whoever_guessed_most_of_ones_faces_is_named_unless_two_guessed_equally_many() -> None:
    assert result(3).endswith("Nobody understands you like Ben, who guessed 2 of your faces.")
    turns = (*TURNS, Turn(3, KEZ, 0, ()), Turn(3, KEZ, 0, ()))
    assert "Nobody understands" not in result(3, view=make_final_view(turns=turns))


@pytest.mark.parametrize("rank", range(2, 9))
def test_ordinals_are_right(rank: int) -> None:
    told = SCREENS.result(make_final_view(turns=()), (Place(0, rank, 0),), 0, context())
    ending = {2: "2nd", 3: "3rd"}.get(rank, f"{rank}th")
    assert f"You came **{ending}** with" in told
