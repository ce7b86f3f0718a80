"""The public screens: board, events, scores, end, rules."""

import pytest
from msgspec.structs import replace

from bot.emojis import signs_of
from bot.games.catham_city import BOX
from bot.games.catham_city.cards import FACTIONS
from bot.games.catham_city.words import FACTION_SIGNS, SEAT_SIGNS
from bot.games.game import Event, Place
from bot.text import LANGUAGES
from tests.bench.limits import size
from tests.games.catham_city.looks import (
    ACTION,
    DISCARD,
    EMOJIS,
    SCREENS,
    SIGNS,
    answer,
    answers,
    crowded,
    loosened,
    scene,
    view,
)
from tests.games.looks import LONG, assert_fits, everything_of

EVENTS = (
    (Event(None, "took", (0, 5, 3)), "🟡 Ada takes 3 × 👮 Police."),
    (
        Event(None, "detectives", (1, 4)),
        "🔴 Ben plays the detectives with 1 × 💻 Hackers: ⭐ 3.",
    ),
    (Event(None, "scientists", (1,)), "🔴 Ben plays the scientists: ⭐ 2."),
    (Event(None, "robocats-drew", (2, 5)), "🟢 Cleo plays two robocats and draws 5 cards."),
    (Event(None, "robocats-scored", (2,)), "🟢 Cleo plays four robocats: ⭐ 3."),
    (Event(None, "mafia", (3,)), "🟣 Dan plays the mafia: ⭐ 2."),
    (
        Event(None, "hackers", (0, 1, 3, 4, 0, 4)),
        "🟡 Ada slips 🔴 Ben 3 hackers. Out come 🔍💻💻: ⭐ 2.",
    ),
    (
        Event(None, "police", (0, 1, 5, 6, 6, 6, 4, 3, 3)),
        "🟡 Ada sends 5 × police to 🔴 Ben for 📰 Journalists. Found: 🎩🎩💻📰📰, ⭐ 2.",
    ),
    (
        Event(None, "police", (0, 1, 2, 6)),
        "🟡 Ada sends 2 × police to 🔴 Ben for 📰 Journalists. Found: none, ⭐ 0.",
    ),
    (Event(None, "journalists", (5,)), "⚪ Finn plays the journalists: ⭐ 2."),
    (
        Event(None, "bureaucrats", (0, 1, 4, 7, 1)),
        "🟡 Ada plays bureaucrats and turns up 🧪🧪💻📎: ⭐ 3.",
    ),
    (Event(None, "pursued", (4, 0)), "🔵 Eve discards 1 × 🔍 Detectives: ⭐ 1."),
    (Event(None, "paid", (1,)), "🔴 Ben pays the mafia ⭐ 1."),
    (Event(None, "gave", (1, 0, 4, 0)), "🔴 Ben gives 🟡 Ada 1 × 💻 Hackers."),
    (
        Event(None, "gave", (1, 0, 4, 1)),
        "🔴 Ben gives 🟡 Ada 1 × 💻 Hackers and discards another: ⭐ 1.",
    ),
    (Event((0,), "drew", (0, 4, 4, 6)), "You draw 2 × 💻 Hackers · 1 × 📰 Journalists."),
    (Event((0,), "hand", (0, 4)), "You hold 1 × 💻 Hackers now."),
    (Event((0,), "hand", (0,)), "You hold none now."),
    (Event(None, "discarded", (0, 4, 4)), "🟡 Ada discards 2 × 💻 Hackers."),
    (
        Event(None, "reshuffled", (30,)),
        "The discard pile is shuffled: 30 cards to draw again.",
    ),
    (Event(None, "left", (3,)), "The cards of 🟣 Dan are discarded, and the points are gone."),
    (Event(None, "won", (1, 14)), "🏛️ 🔴 Ben wins the election with 14 points!"),
)
PLACES = (Place(1, 1, 14), Place(0, 2, 12), Place(3, 3, 4), Place(2, 4, 0))
HANDS = ((0, 4, 4, 5, 5, 6), (0, 0, 0, 3, 3, 4, 5, 6), (4,), (3, 3, 3, 3, 5, 5, 6))
OVER = view(phase="over", points=(12, 14, 0, 4), hands=HANDS)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("pictures", "emojis"), [(True, {}), (False, {}), (True, EMOJIS)])
def test_the_fullest_board_leaves_1500_characters_to_the_table(
    language: str, pictures: bool, emojis: dict[str, str]
) -> None:
    told = scene(language, names=(LONG,) * 6, pictures=pictures, emojis=emojis)
    prompts = [answer("detectives", seat) for seat in range(1, 6)]
    asked = size(SCREENS.asked(crowded(), prompts, told))
    assert_fits(SCREENS.board(crowded(), told), room=4500 - asked)
    places = tuple(Place(seat, 1, 16) for seat in range(6))
    over = crowded(phase="over", hands=((0, 3, 4, 4, 5, 5, 5, 6, 6, 6),) * 6)
    assert_fits(SCREENS.end(over, places, told), room=4500)
    assert_fits(SCREENS.page("factions", crowded(), (), told), room=4500)


def test_the_board_has_in_words_all_that_is_public() -> None:
    board = SCREENS.board(view(), scene(pictures=False))
    assert board.title == "Catham City · turn 9"
    lines = board.text.splitlines()
    assert lines[:4] == [
        "**Market:** 1 × 🔍 Detectives · 3 × 💻 Hackers · 1 × 👮 Police · 2 × 📰 Journalists",
        "**Pile:** 21 · **discarded:** 3, on top 🎩 Mafia",
        "",
        "**In play:**",
    ]
    starts = [line.split(":")[0] for line in lines[4:]]
    assert starts == ["🔍 Detectives", "🎩 Mafia", "💻 Hackers", "👮 Police", "📰 Journalists"]
    (standings,) = board.fields
    assert standings.name == "First to ⭐ 13 wins"
    assert standings.text.splitlines() == [
        "🟡 A · Ada · ⭐ 5 · 🃏 6 ▶️",
        "🔴 B · Ben · ⭐ 12 · 🃏 8",
        "🟢 C · Cleo · ⭐ 0 · 🃏 1",
        "🟣 D · Dan · ⭐ 1 · 🃏 7",
    ]
    assert board.rows == ()


@pytest.mark.parametrize(("discards", "told"), [((), "0"), ((3, 0), "2, on top 🔍 Detectives")])
def test_the_card_on_top_of_the_discard_pile_is_named_beside_its_picture(
    discards: tuple[int, ...], told: str
) -> None:
    board = SCREENS.board(view(discards=discards), scene())
    assert board.text.splitlines()[1] == f"**Pile:** 21 · **discarded:** {told}"
    assert board.picture is not None
    in_words = told.replace("on top 🔍", "on top:")
    assert board.picture.alt.endswith(f"Cards in the pile: 21. Discarded: {in_words}.")


def test_while_answers_are_awaited_the_board_tells_who_owes_and_whose_are_in() -> None:
    board = SCREENS.board(answers("detectives", owing=(2, 3), answered=(0,)), scene())
    assert board.text.splitlines()[:2] == [
        "🔴 Ben has played 3 × 🔍 Detectives · 1 × 💻 Hackers.",
        "Answers are in from 🟡 Ada, still secret.",
    ]
    marks = [line.split()[-1] for line in board.fields[0].text.splitlines()]
    assert marks == ["✅", "▶️", "⏳", "⏳"]


def test_a_seat_that_was_left_is_drawn_otherwise() -> None:
    everybody = SCREENS.board(view(), scene()).below
    without_dan = SCREENS.board(view(present=(True, True, True, False)), scene()).below
    assert everybody is not None
    assert without_dan is not None
    assert everybody.key != without_dan.key


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_board_is_the_same_for_every_viewer(language: str) -> None:
    seen = {
        (everything_of(board), board.picture and board.picture.key, board.below and board.below.key)
        for board in (
            SCREENS.board(answers("journalists", answered=(2,), owing=(0, 3)), scene(language))
            if viewer is None
            else SCREENS.board(
                answers("journalists", answered=(2,), owing=(0, 3), viewer=viewer, hand=hand),
                scene(language),
            )
            for viewer, hand in ((None, ()), (2, (3,)), (1, (0, 0, 3, 3, 4, 4, 5, 6)))
        )
    }
    assert len(seen) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_pictures_are_drawn_from_what_the_screens_hand_over(language: str) -> None:
    told = scene(language)
    screens = (
        SCREENS.board(view(), told),
        SCREENS.board(crowded(market=(), pile=0, discards=()), told),
        SCREENS.private(view(), 0, None, (), "", told),
        SCREENS.private(view(hand=()), 0, None, (), "", told),
        SCREENS.end(OVER, PLACES, told),
        SCREENS.page("factions", view(), (), told),
        *(SCREENS.rules(page, told) for page in range(SCREENS.rules_pages)),
    )
    pictures = [SCREENS.banner(told)]
    pictures += [picture for screen in screens for picture in (screen.picture, screen.below)]
    drawn = [picture for picture in pictures if picture]
    assert {picture.name for picture in drawn} == {
        "market.jpg",
        "race.jpg",
        "hand.jpg",
        "end.jpg",
        "factions.jpg",
        "banner.jpg",
    }
    assert all(picture.draw()[:2] == b"\xff\xd8" for picture in drawn)


def test_a_text_only_table_has_no_picture_anywhere() -> None:
    told = scene(pictures=False)
    for screen in (
        SCREENS.board(view(), told),
        SCREENS.private(view(), 0, None, (), "", told),
        SCREENS.end(OVER, PLACES, told),
        SCREENS.page("factions", view(), (), told),
        *(SCREENS.rules(page, told) for page in range(SCREENS.rules_pages)),
    ):
        assert screen.picture is None
        assert screen.below is None


def test_there_is_a_file_for_every_sign_and_a_standard_emoji_of_its_own() -> None:
    assert {sign.stem for sign in signs_of(BOX)} == set(SIGNS)
    assert len({*FACTION_SIGNS, *SEAT_SIGNS}) == len(SIGNS)
    assert all(len(sign) == 1 for sign in (*FACTION_SIGNS, *SEAT_SIGNS))


def test_headings_and_cards_show_the_applications_emojis_and_events_do_not() -> None:
    told = scene(emojis=EMOJIS)
    board = SCREENS.board(view(), told)
    assert f"{EMOJIS['seat-b']} B · Ben" in board.fields[0].text
    assert f"3 × {EMOJIS['hackers']} Hackers" in board.text
    assert not any(sign in everything_of(board) for sign in (*FACTION_SIGNS, *SEAT_SIGNS))
    for event, _ in EVENTS:
        assert SCREENS.told(event, told) == SCREENS.told(event, scene())


def test_whoever_owes_is_told_what() -> None:
    assert SCREENS.asked(view(), (ACTION,), scene()) == "🟡 Ada: take cards or play a faction"
    expert = view(actions=2, left=2)
    assert "two actions to go" in SCREENS.asked(expert, (ACTION,), scene())
    assert "one action to go" in SCREENS.asked(replace(expert, left=1), (ACTION,), scene())
    full = view(hand_sizes=(13, 8, 1, 7), phase="discard")
    assert SCREENS.asked(full, (DISCARD,), scene()) == (
        "🟡 Ada has 3 cards too many and discards them"
    )
    for kind in ("detectives", "journalists"):
        line = SCREENS.asked(answers(kind), (answer(kind, 2),), scene())
        assert line == f"🟢 Cleo: answer the {kind}"
    together = [answer("mafia", seat) for seat in (1, 2, 3)]
    assert SCREENS.asked(answers("mafia"), together, scene()) == (
        "🔴 Ben, 🟢 Cleo and 🟣 Dan: answer the mafia"
    )
    assert SCREENS.asked(answers("mafia"), together[:2], scene("de")) == (
        "🔴 Ben und 🟢 Cleo: Antwort an die Mafia"
    )


@pytest.mark.parametrize(("event", "line"), EVENTS, ids=lambda value: getattr(value, "name", ""))
def test_every_event_is_told_in_one_line(event: Event, line: str) -> None:
    assert loosened(SCREENS.told(event, scene())) == line
    for language in LANGUAGES:
        short = SCREENS.told(event, scene(language))
        assert "\n" not in short
        assert size(short) <= 120
        assert size(SCREENS.told(event, scene(language, names=(LONG,) * 6))) <= 250


def test_the_end_tells_the_mayor_and_everybodys_points() -> None:
    end = SCREENS.end(OVER, PLACES, scene())
    assert "🔴 Ben is the new mayor of Catham City, with 14 points!" in end.text
    assert [field.name for field in end.fields] == [
        "1. 🔴 B · Ben", "2. 🟡 A · Ada", "3. 🟣 D · Dan", "4. 🟢 C · Cleo",
    ]  # fmt: skip
    assert end.fields[0].text.startswith("⭐ 14 of 13 · 🃏 3 × 🔍 Detectives · 2 × ")
    assert end.fields[3].text == "⭐ 0 of 13 · 🃏 1 × 💻 Hackers"
    assert end.rows == ()


def test_the_score_tells_everybodys_points_and_the_goal() -> None:
    assert SCREENS.score(view(), scene()).splitlines() == [
        "First to 13 points wins.",
        "🟡 Ada: ⭐ 5 points",
        "🔴 Ben: ⭐ 12 points",
        "🟢 Cleo: ⭐ 0 points",
        "🟣 Dan: ⭐ one point",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_anybody_can_read_up_on_the_five_factions_in_play(language: str) -> None:
    assert SCREENS.pages(view(viewer=None, hand=())) == ("factions",)
    page = SCREENS.page("factions", view(), (), scene(language))
    told = scene(language).say
    assert [field.name.split(" ", 1)[1] for field in page.fields] == [
        told(f"faction-{FACTIONS[faction]}") for faction in (0, 3, 4, 5, 6)
    ]


def test_anybody_can_read_up_on_what_was_discarded() -> None:
    for discards, told in (((0, 3, 0), "2 × 🔍 Detectives · 1 × 🎩 Mafia"), ((), "none")):
        seen = view(viewer=None, hand=(), discards=discards)
        page = SCREENS.page("factions", seen, (), scene())
        assert page.text.splitlines()[-1] == f"**In the discard pile:** {told}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("emojis", [{}, EMOJIS])
def test_every_page_of_the_rules_fits_and_together_they_explain_all_factions(
    language: str, emojis: dict[str, str]
) -> None:
    told = scene(language, emojis=emojis)
    pages = [SCREENS.rules(page, told) for page in range(SCREENS.rules_pages)]
    for screen in pages:
        assert_fits(screen)
        assert screen.text
    explained = [field.text for screen in pages for field in screen.fields]
    assert explained == [told.say(f"effect-{name}") for name in FACTIONS]


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_of_factions_fit_into_the_pictures(language: str) -> None:
    names = [scene(language).say(f"faction-{name}") for name in FACTIONS]
    assert len(set(names)) == len(FACTIONS)
    assert max(map(len, names)) <= 16
