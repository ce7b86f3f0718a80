"""The public screens: board, events, scores, end, rules."""

import pytest
from msgspec.structs import replace

from bot.discord_adapter.emojis import read_signs
from bot.engine.events import EventRecord
from bot.engine.game import Place
from bot.games.catham_city.model.state import FACTIONS
from bot.games.catham_city.package import PACKAGE
from bot.games.catham_city.words import FACTION_SIGNS, PLAYER_WORDS
from bot.i18n import LANGUAGES
from tests.bench.limits import size
from tests.games.catham_city.looks import (
    ACTION,
    DISCARD,
    EMOJIS,
    SCREENS,
    SIGNS,
    answer,
    answers,
    context,
    own,
    view,
)
from tests.games.looks import everything_of

EVENTS = (
    (EventRecord(None, "took", (0, 5, 3)), "🟡 Ada takes 3 × 👮 Police."),
    (
        EventRecord(None, "detectives", (1, 4)),
        "🔴 Ben plays the detectives with 1 × 💻 Hacker and gets 3 points.",
    ),
    (EventRecord(None, "scientists", (1,)), "🔴 Ben plays the scientists and gets 2 points."),
    (EventRecord(None, "robocats-drew", (2, 5)), "🟢 Cleo plays two robocats and draws 5 cards."),
    (EventRecord(None, "robocats-scored", (2,)), "🟢 Cleo plays four robocats and gets 3 points."),
    (EventRecord(None, "mafia", (3,)), "🟣 Dan plays the mafia and gets 2 points."),
    (
        EventRecord(None, "hackers", (0, 1, 3, 4, 0, 4)),
        "🟡 Ada hacks 🔴 Ben, takes 1 × 🔍 Detective and gets 2 points.",
    ),
    (
        EventRecord(None, "police", (0, 1, 5, 6, 6, 6, 4, 3, 3)),
        "🟡 Ada searches 🔴 Ben for 📰 Journalists and gets 2 points. "
        "Discarded: 2 × 🎩 Mafia · 1 × 💻 Hacker · 2 × 📰 Journalists.",
    ),
    (
        EventRecord(None, "police", (0, 1, 2, 6)),
        "🟡 Ada searches 🔴 Ben for 📰 Journalists, but the hand is empty.",
    ),
    (EventRecord(None, "journalists", (5,)), "⚪ Finn plays the journalists and gets 2 points."),
    (
        EventRecord(None, "bureaucrats", (0, 1, 4, 7, 1)),
        "🟡 Ada plays bureaucrats, turns up "
        "2 × 🧪 Scientists · 1 × 💻 Hacker · 1 × 📎 Bureaucrat and gets 3 points.",
    ),
    (EventRecord(None, "pursued", (4, 0)), "🔵 Eve discards 1 × 🔍 Detective and gets 1 point."),
    (EventRecord(None, "paid", (1,)), "🔴 Ben pays the mafia 1 point."),
    (EventRecord(None, "gave", (1, 0, 4, 0)), "🔴 Ben gives 🟡 Ada 1 × 💻 Hacker."),
    (
        EventRecord(None, "gave", (1, 0, 4, 1)),
        "🔴 Ben gives 🟡 Ada 1 × 💻 Hacker, discards another and gets 1 point.",
    ),
    (EventRecord((0,), "drew", (0, 4, 4, 6)), "You drew 2 × 💻 Hackers · 1 × 📰 Journalist."),
    (EventRecord((0,), "hand", (0, 4)), "You have 1 × 💻 Hacker now."),
    (EventRecord((0,), "hand", (0,)), "You have none now."),
    (EventRecord(None, "discarded", (0, 4, 4)), "🟡 Ada discards 2 × 💻 Hackers."),
    (EventRecord(None, "reshuffled", (30,)), "The discard pile is shuffled: 30 cards to draw."),
    (EventRecord(None, "left", (3,)), "🟣 Dan is gone: cards discarded, points lost."),
    (EventRecord(None, "won", (1, 14)), "🏛️ 🔴 Ben wins the election with 14 points!"),
)
WORDS = context(pictures=False)
"""Of a table that is text only."""
PLACES = (Place(1, 1, 14), Place(0, 2, 12), Place(3, 3, 4), Place(2, 4, 0))
HANDS = ((0, 4, 4, 5, 5, 6), (0, 0, 0, 3, 3, 4, 5, 6), (4,), (3, 3, 3, 3, 5, 5, 6))
OVER = view(phase="over", points=(12, 14, 0, 4), hands=HANDS)


def test_the_board_in_words_has_all_that_is_public_the_most_important_first() -> None:
    board = SCREENS.board(view(), WORDS)
    assert board.title == "Catham City · turn 9"
    assert board.text.splitlines() == [
        "**First to 13 points wins:**",
        "🟡 A · Ada · 5 points · 6 cards · **their turn**",
        "🔴 B · Ben · 12 points · 8 cards",
        "🟢 C · Cleo · 0 points · 1 card",
        "🟣 D · Dan · 1 point · 7 cards",
        "",
        "**Market:** 1 × 🔍 Detective · 3 × 💻 Hackers · 1 × 👮 Police · 2 × 📰 Journalists",
        "**Pile:** 21 · **discarded:** 3, 🎩 Mafia on top",
    ]
    (factions,) = board.fields
    assert factions.text == ("🔍 Detectives · 🎩 Mafia · 💻 Hackers · 👮 Police · 📰 Journalists")
    assert board.rows == ()


def test_beside_its_picture_the_board_has_one_line_for_each_player() -> None:
    board = SCREENS.board(view(), context())
    assert (board.title, board.fields, board.below) == ("", (), None)
    assert board.text.splitlines() == [
        "🟡 A · Ada · 5 points · 6 cards",
        "🔴 B · Ben · 12 points · 8 cards",
        "🟢 C · Cleo · 0 points · 1 card",
        "🟣 D · Dan · 1 point · 7 cards",
    ]
    drawn = SCREENS.board(view(), context(emojis=EMOJIS))
    assert drawn.text.startswith(f"{EMOJIS['seat-a']} Ada · "), "the sign has the letter"


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Johannes Peter", "Johannes Peter"),
        ("Maximilian Mustermann", "Maximilian M…"),
        ("W" * 32, "WWWWWWW…"),
        ("猫" * 8, "猫猫猫猫猫猫猫…"),
        ("\\*" * 32, "\\*" * 15 + "…"),
        ("Maximilian Mustermann 🤖", "Maximilian M… 🤖"),
    ],
)
def test_beside_pictures_long_names_are_cut_and_in_words_they_are_whole(
    name: str, short: str
) -> None:
    names = (name, "Ben", "Cleo", "Dan")
    assert f" A · {short} · " in SCREENS.board(view(), context(names=names)).text
    assert f" A · {name} · " in SCREENS.board(view(), context(names=names, pictures=False)).text


@pytest.mark.parametrize(("discards", "told"), [((), "0"), ((3, 0), "2, 🔍 Detectives on top")])
def test_the_card_on_top_of_the_discard_pile_is_named_in_words(
    discards: tuple[int, ...], told: str
) -> None:
    seen = view(discards=discards)
    assert f"**Pile:** 21 · **discarded:** {told}" in SCREENS.board(seen, WORDS).text
    picture = SCREENS.board(seen, context()).picture
    assert picture is not None
    in_words = told.replace("🔍 Detectives on top", "on top: Detectives")
    assert f"Cards in the pile: 21. Discarded: {in_words}. Ada: 5 points, " in picture.alt


def test_whoever_sees_no_picture_is_told_hands_and_answers_by_the_boards_alt_text() -> None:
    asking = answers("detectives", owing=(2,), answered=(0,), present=(True, True, True, False))
    for language, told in (
        (
            "en",
            "Ada: 5 points, 6 cards, has answered; Ben: 12 points, 8 cards, their turn; "
            "Cleo: 0 points, 1 card, hasn't answered yet; Dan: has left. The goal is 13.",
        ),
        (
            "de",
            "Ada: 5 Punkte, 6 Karten, hat geantwortet; Ben: 12 Punkte, 8 Karten, am Zug; "
            "Cleo: 0 Punkte, 1 Karte, Antwort fehlt noch; Dan: nicht mehr dabei. Das Ziel ist 13.",
        ),
    ):
        picture = SCREENS.board(asking, context(language)).picture
        assert picture is not None
        assert told in picture.alt


def test_while_answers_are_awaited_the_board_names_who_owes_one() -> None:
    asking = answers("detectives", owing=(2, 3), answered=(0,))
    told = SCREENS.board(asking, context()).text
    assert told.splitlines()[0] == "**Waiting for:** 🟢 Cleo, 🟣 Dan"
    assert "Detectives" not in told, "the newest event stands below it"
    nobody_yet = SCREENS.board(answers("mafia"), context())
    assert nobody_yet.text.splitlines()[0] == "**Waiting for:** 🟡 Ada, 🟢 Cleo, 🟣 Dan"
    in_words = SCREENS.board(asking, WORDS).text.splitlines()
    assert in_words[0] == "🔴 Ben plays 3 × 🔍 Detectives · 1 × 💻 Hacker."
    assert [line.split(" · ")[-1] for line in in_words[2:6]] == [
        "**their turn**", "**hasn't answered yet**", "**hasn't answered yet**", "has answered",
    ]  # fmt: skip


def test_a_seat_that_was_left_is_drawn_otherwise() -> None:
    everybody = SCREENS.board(view(), context()).picture
    without_dan = SCREENS.board(view(present=(True, True, True, False)), context()).picture
    assert everybody is not None
    assert without_dan is not None
    assert everybody.key != without_dan.key


def test_a_text_only_table_has_no_picture_anywhere() -> None:
    told = context(pictures=False)
    for screen in (
        SCREENS.board(view(), told),
        own(view(), 0, None, (), "", told),
        SCREENS.end(OVER, PLACES, told),
        PACKAGE.pages.make_page("factions", view(), told),
        *(PACKAGE.rulebook.render(page, told) for page in range(len(PACKAGE.rulebook.pages))),
    ):
        assert screen.picture is None
        assert screen.below is None


def test_there_is_a_file_for_every_sign_and_a_standard_emoji_of_its_own() -> None:
    assert {sign.file_stem for sign in read_signs(PACKAGE)} == set(SIGNS)
    assert len({*FACTION_SIGNS, *PLAYER_WORDS.signs}) == len(SIGNS)
    assert all(len(sign) == 1 for sign in (*FACTION_SIGNS, *PLAYER_WORDS.signs))


def test_wherever_a_sign_is_drawn_no_standard_emoji_stands_in() -> None:
    told = context(emojis=EMOJIS)
    board = SCREENS.board(answers("mafia"), told)
    assert f"{EMOJIS['seat-b']} Ben" in board.text
    lines = [PACKAGE.describe_event(view(), event, told) for event, _ in EVENTS]
    page = PACKAGE.pages.make_page("factions", view(), told)
    everything = "\n".join((everything_of(board), everything_of(page), *lines))
    assert not any(sign in everything for sign in (*FACTION_SIGNS, *PLAYER_WORDS.signs, "⭐", "🃏"))


def test_whoever_owes_is_told_what() -> None:
    assert SCREENS.describe_prompts(view(), (ACTION,), context()) == "🟡 Ada: take or play cards"
    expert = view(actions=2, left=2)
    assert "take or play cards, twice" in SCREENS.describe_prompts(expert, (ACTION,), context())
    assert "once more" in SCREENS.describe_prompts(replace(expert, left=1), (ACTION,), context())
    full = view(hand_sizes=(13, 8, 1, 7), phase="discard")
    assert SCREENS.describe_prompts(full, (DISCARD,), context()) == "🟡 Ada has to discard 3 cards"
    for kind in ("detectives", "journalists"):
        line = SCREENS.describe_prompts(answers(kind), (answer(kind, 2),), context())
        assert line == f"🟢 Cleo: answer the {kind}"
    together = [answer("mafia", seat) for seat in (1, 2, 3)]
    assert (
        SCREENS.describe_prompts(answers("mafia"), together, context())
        == "3 cats: answer the mafia"
    )
    assert SCREENS.describe_prompts(answers("mafia"), together[:2], context("de")) == (
        "🔴 Ben und 🟢 Cleo: Antwort an die Mafia"
    )


@pytest.mark.parametrize(("event", "line"), EVENTS, ids=lambda value: getattr(value, "name", ""))
def test_every_event_is_told_in_one_line(event: EventRecord, line: str) -> None:
    assert PACKAGE.describe_event(view(), event, WORDS) == line
    for language in LANGUAGES:
        short = PACKAGE.describe_event(view(), event, context(language))
        assert "\n" not in short
        assert size(short) <= 130


def test_the_end_tells_the_mayor_what_settled_it_and_everybodys_points() -> None:
    end = SCREENS.end(replace(OVER, played=4), PLACES, context())
    assert (end.title, end.fields, end.below, end.rows) == ("", (), None, ())
    assert end.text.splitlines() == [
        "🏛️ **🔴 Ben is the new mayor of Catham City, with 14 points!**",
        "What settled it: 💻 Hackers.",
        "🥇 🔴 B · Ben · 14 points",
        "🥈 🟡 A · Ada · 12 points",
        "🥉 🟣 D · Dan · 4 points",
        "**4.** 🟢 C · Cleo · 0 points",
    ]
    assert "What settled it" not in SCREENS.end(OVER, PLACES, context()).text


def test_the_end_in_words_tells_the_cards_too() -> None:
    end = SCREENS.end(OVER, PLACES, WORDS)
    assert [field.name for field in end.fields] == [
        "🔴 B · Ben",
        "🟡 A · Ada",
        "🟣 D · Dan",
        "🟢 C · Cleo",
    ]
    assert end.fields[0].text.startswith("3 × 🔍 Detectives · 2 × ")
    assert end.fields[3].text == "1 × 💻 Hacker"


@pytest.mark.parametrize(
    ("seat", "told"),
    [
        (1, "You're the new mayor of Catham City,** with 14 points! 🟡 Ada was 2 points behind."),
        (0, "You came **2nd** with 12 points, 2 behind 🔴 Ben."),
        (3, "You came **3rd** with 4 points, 10 behind 🔴 Ben."),
        (2, "You came **4th** with 0 points, 14 behind 🔴 Ben."),
    ],
)
def test_everybody_reads_how_the_game_ended_for_them(seat: int, told: str) -> None:
    seen = replace(OVER, played=0)
    result = SCREENS.result(seen, PLACES, seat, context())
    assert result.endswith(f"{told} What settled it: 🔍 Detectives.")


def test_the_score_tells_everybodys_points_and_the_goal_while_there_is_one() -> None:
    score = SCREENS.score(view(), context()).splitlines()
    assert score == [
        "First to 13 points wins.",
        "🔴 Ben: 12 points",
        "🟡 Ada: 5 points",
        "🟣 Dan: 1 point",
        "🟢 Cleo: 0 points",
    ]
    assert score[0] not in SCREENS.score(view(), replace(context(), ended=True))


@pytest.mark.parametrize("language", LANGUAGES)
def test_anybody_can_read_up_on_the_five_factions_in_play(language: str) -> None:
    assert PACKAGE.pages.find_names(view(viewer=None, hand=())) == ("factions",)
    page = PACKAGE.pages.make_page("factions", view(), context(language))
    told = context(language).say
    assert [field.name.split(" ", 1)[1] for field in page.fields] == [
        told(f"faction-{FACTIONS[faction]}") for faction in (0, 3, 4, 5, 6)
    ]


def test_anybody_can_read_up_on_what_was_discarded() -> None:
    for discards, told in (((0, 3, 0), "2 × 🔍 Detectives · 1 × 🎩 Mafia"), ((), "none")):
        seen = view(viewer=None, hand=(), discards=discards)
        page = PACKAGE.pages.make_page("factions", seen, WORDS)
        assert page.text.splitlines()[-1] == f"**In the discard pile:** {told}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("emojis", [{}, EMOJIS])
def test_the_pages_of_the_rules_explain_all_factions(language: str, emojis: dict[str, str]) -> None:
    told = context(language, emojis=emojis)
    pages = [PACKAGE.rulebook.render(page, told) for page in range(len(PACKAGE.rulebook.pages))]
    assert all(screen.text for screen in pages)
    explained = [field.text for screen in pages for field in screen.fields]
    assert explained == [told.say(f"effect-{name}") for name in FACTIONS]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("The **host** picks", "How long can I think?", "until you press any button")),
        ("de", ("**Wer den Tisch leitet**", "Wie lange darf ich überlegen?", "bis du einen Knopf")),
    ],
)
def test_the_rules_tell_who_picks_the_factions_and_what_happens_to_the_silent(
    language: str, words: tuple[str, ...]
) -> None:
    """Rulings C2 and C40."""
    told = context(language)
    read = "\n".join(
        PACKAGE.rulebook.render(page, told).text for page in range(len(PACKAGE.rulebook.pages))
    )
    for each in words:
        assert each in read


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_of_factions_fit_into_the_pictures(language: str) -> None:
    names = [context(language).say(f"faction-{name}") for name in FACTIONS]
    assert len(set(names)) == len(FACTIONS)
    assert max(map(len, names)) <= 16
