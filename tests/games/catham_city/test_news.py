"""What has happened to one player, told to them."""

import pytest
from msgspec.structs import replace

from bot.engine.events import EventRecord
from bot.engine.records import ActRecord, apply_record
from bot.engine.screens import ScreenContext
from bot.games.catham_city.model.state import HACKERS
from bot.games.catham_city.package import PACKAGE
from bot.games.catham_city.words import format_faction_sign
from bot.i18n import LANGUAGES
from tests.games.catham_city.looks import EMOJIS, answers, context, tell_news, view
from tests.games.catham_city.playing import GAME, Places, cats, start

WORDS = context(pictures=False)
ME = 0
DEALT = EventRecord((ME,), "drew", (ME, 0, 0, 4))


def news(*events: EventRecord) -> tuple[str, ...]:
    return tell_news(events, view(), ME, WORDS)


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (EventRecord(None, "took", (ME, 4, 2)), "You took 2 × 💻 Hackers."),
        (EventRecord(None, "detectives", (ME, 4)), "Your detectives brought you 3 points."),
        (EventRecord(None, "scientists", (ME,)), "Your scientists brought you 2 points."),
        (EventRecord(None, "robocats-scored", (ME,)), "Your robocats brought you 3 points."),
        (EventRecord(None, "mafia", (ME,)), "Your mafia brought you 2 points."),
        (EventRecord(None, "journalists", (ME,)), "Your journalists brought you 2 points."),
        (
            EventRecord(None, "hackers", (ME, 1, 2, 4, 3)),
            "You hacked 🔴 Ben, took 1 × 🎩 Mafia and got 1 point.",
        ),
        (
            EventRecord(None, "police", (ME, 1, 2, 4, 4, 4)),
            "You searched 🔴 Ben for 💻 Hackers and got 2 points. Discarded: 2 × 💻 Hackers.",
        ),
        (
            EventRecord(None, "bureaucrats", (ME, 4, 4)),
            "Your bureaucrats turned up 2 × 💻 Hackers and brought you 1 point.",
        ),
        (
            EventRecord(None, "hackers", (1, ME, 2, 4, 3)),
            "🔴 Ben hacked you and got 1 point. You lost 1 × 🎩 Mafia.",
        ),
        (
            EventRecord(None, "police", (1, ME, 2, 4, 4, 4)),
            "🔴 Ben searched you for 💻 Hackers and got 2 points. You lost 2 × 💻 Hackers.",
        ),
        (EventRecord(None, "pursued", (ME, 4)), "You discarded 1 × 💻 Hacker for 1 point."),
        (EventRecord(None, "paid", (ME,)), "You paid the mafia 1 point."),
        (EventRecord(None, "discarded", (ME, 4, 4)), "You discarded 2 × 💻 Hackers."),
        (EventRecord(None, "gave", (ME, 1, 4, 0)), "You gave 🔴 Ben 1 × 💻 Hacker."),
        (
            EventRecord(None, "gave", (ME, 1, 4, 1)),
            "You gave 🔴 Ben 1 × 💻 Hacker, and discarded another for 1 point.",
        ),
    ],
    ids=lambda value: value.name if isinstance(value, EventRecord) else "",
)
def test_what_one_did_or_suffered_is_told_in_the_second_person(
    event: EventRecord, line: str
) -> None:
    assert news(event) == (line,)


@pytest.mark.parametrize("told", [WORDS, context(), context(emojis=EMOJIS), context("de")])
def test_whoever_is_robbed_reads_what_is_lost_and_who_has_the_points(told: ScreenContext) -> None:
    """In words and beside pictures: the sign alone is told with what became of the card."""
    lost, nothing_gained, only_points = (
        tell_news([EventRecord(None, "hackers", (1, ME, 3, *revealed))], view(), ME, told)[0]
        for revealed in ((0, 3, 4), (0, 3, 5), (4, 4, 4))
    )
    german = told.say("points", points=1).endswith("Punkt")
    thief = "hat dich gehackt" if german else "hacked you"
    taken = "Weg: " if german else "You lost "
    gained = f"1 Punkt bekommen. {taken}" if german else f"got 1 point. {taken}"
    assert thief in lost
    assert gained in lost
    assert format_faction_sign(HACKERS, told) not in lost, (
        "it is discarded, and counts as the point"
    )
    assert taken in nothing_gained
    assert told.say("points", points=1) not in nothing_gained
    assert taken not in only_points


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_a_lesson_what_is_lost_is_told_by_name(language: str) -> None:
    told = replace(context(language, emojis=EMOJIS), lesson=True)
    events = [EventRecord(None, "hackers", (1, ME, 4, 0, 1, 3, 4))]
    (line,) = tell_news(events, view(), ME, told)
    for faction in ("detectives", "scientists", "mafia"):
        assert told.say(f"one-{faction}") in line


@pytest.mark.parametrize(
    ("event", "lines"),
    [
        (
            ("police", (1, 2, 1, 4, 3)),
            (
                "🔴 Ben searches 🟢 Cleo for 💻 Hackers: no match. Discarded: 1 × 🎩 Mafia.",
                "🔴 Ben sucht 💻 Hacker bei 🟢 Cleo: kein Treffer. Abgeworfen: 1 × 🎩 Mafia.",
            ),
        ),
        (
            ("hackers", (1, 2, 2, 4, 4)),
            (
                "🔴 Ben hacks 🟢 Cleo and gets 2 points.",
                "🔴 Ben hackt 🟢 Cleo und bekommt 2 Punkte.",
            ),
        ),
        (
            ("hackers", (1, 2, 1, 3)),
            (
                "🔴 Ben hacks 🟢 Cleo and takes 1 × 🎩 Mafia.",
                "🔴 Ben hackt 🟢 Cleo und nimmt 1 × 🎩 Mafia mit.",
            ),
        ),
    ],
)
def test_everybody_reads_who_lost_what_and_whose_the_points_are(
    event: tuple[str, tuple[int, ...]], lines: tuple[str, str]
) -> None:
    name, values = event
    for language, line in zip(("en", "de"), lines, strict=True):
        assert (
            PACKAGE.describe_event(
                view(), EventRecord(None, name, values), context(language, pictures=False)
            )
            == line
        )


def test_the_deal_and_what_others_do_to_each_other_is_no_news() -> None:
    assert news(DEALT) == ()
    assert news(
        EventRecord(None, "took", (1, 4, 2)),
        EventRecord(None, "police", (1, 2, 1, 4, 4)),
        EventRecord(None, "reshuffled", (30,)),
        EventRecord((ME,), "hand", (ME, 4)),
        EventRecord(None, "paid", (2,)),
    ) == ()  # fmt: skip


def test_it_is_told_which_cards_were_drawn_or_fetched() -> None:
    drawn = (EventRecord(None, "scientists", (ME,)), EventRecord((ME,), "drew", (ME, 0, 4)))
    assert news(*drawn)[1] == "You drew 1 × 🔍 Detective · 1 × 💻 Hacker."
    in_german = tell_news(drawn, view(), ME, context("de"))
    assert in_german[1].startswith("Du hast ") and in_german[1].endswith(" gezogen.")
    fetched = EventRecord((ME,), "drew", (ME, 0, 0, 4, 4, 4))
    told = news(EventRecord(None, "robocats-drew", (ME, 5)), fetched)
    assert told == ("Your robocats fetched you 2 × 🔍 Detectives · 3 × 💻 Hackers.",)


def test_presents_are_told_in_one_line() -> None:
    given = [EventRecord(None, "gave", (seat, ME, 4, 1)) for seat in (1, 2)]
    assert news(EventRecord(None, "journalists", (ME,)), *given) == (
        "Your journalists brought you 2 points.",
        "You got 2 × 💻 Hackers from 🔴 Ben and 🟢 Cleo.",
    )


@pytest.mark.parametrize(
    ("play", "joined", "line"),
    [
        (
            EventRecord(None, "detectives", (ME, 4)),
            "pursued",
            "Somebody else discarded a match for 1 point.",
        ),
        (EventRecord(None, "mafia", (ME,)), "paid", "Somebody paid 1 point."),
    ],
)
def test_it_is_told_how_many_others_joined_in(play: EventRecord, joined: str, line: str) -> None:
    others = [
        EventRecord(None, joined, (seat, 4)[: 2 if joined == "pursued" else 1]) for seat in (1, 2)
    ]
    assert news(play, others[0])[1] == line
    assert "2 others" in news(play, *others)[1]


def test_who_joined_in_is_told_right_below_the_own_play() -> None:
    events = (
        EventRecord(None, "detectives", (ME, 4)),
        EventRecord(None, "pursued", (1, 4)),
        EventRecord(None, "hackers", (2, ME, 1, 3)),
    )
    told = [line.split(": ")[0] for line in news(*events)]
    assert told == [
        "Your detectives brought you 3 points.",
        "Somebody else discarded a match for 1 point.",
        "🟢 Cleo hacked you. You lost 1 × 🎩 Mafia.",
    ]


def test_at_most_three_lines_are_told_and_those_that_matter_most() -> None:
    searched = [EventRecord(None, "police", (seat, ME, 1, 4, 3)) for seat in (1, 2, 3)]
    told = news(*searched, EventRecord(None, "discarded", (ME, 4, 4)))
    assert [line.split(" searched")[0] for line in told] == ["🔴 Ben", "🟢 Cleo", "🟣 Dan"]


def test_whoever_is_asked_reads_why() -> None:
    asking = answers("mafia")
    events = (EventRecord(None, "took", (0, 4, 2)), EventRecord(None, "mafia", (1,)))
    assert tell_news(events, asking, ME, WORDS)[-1] == "🔴 Ben plays the mafia and gets 2 points."
    assert tell_news(events, replace(asking, owing=(2,)), ME, WORDS) == (
        "You took 2 × 💻 Hackers.",
    )


def test_what_one_took_is_no_news_any_more_when_one_is_asked_again() -> None:
    events = (EventRecord(None, "took", (ME, 4, 2)), EventRecord(None, "took", (1, 0, 1)))
    assert news(*events) == ()
    assert news(events[0]) == ("You took 2 × 💻 Hackers.",), "it is told at once"
    assert tell_news(events, view(active=1), ME, WORDS) == ("You took 2 × 💻 Hackers.",)


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        ((4, 4), "2 × 💻 Hackers"),
        ((4, 3), "1 × 🎩 Mafia · 1 × 💻 Hacker"),
        ((4, 4, 3, 0), "1 × Detective · 1 × Mafia · 2 × Hackers"),
    ],
)
def test_beside_pictures_cards_of_all_factions_are_named(cards: tuple[int, ...], told: str) -> None:
    event = EventRecord(None, "bureaucrats", (ME, *cards))
    (line,) = tell_news([event], view(), ME, context())
    assert line.startswith(f"Your bureaucrats turned up {told} and ")
    assert PACKAGE.describe_event(view(), EventRecord(None, "took", (1, 4, 2)), context()).endswith(
        "2 × 💻 Hackers."
    )


def test_in_a_lesson_all_that_the_other_does_is_told() -> None:
    told = replace(WORDS, lesson=True)
    events = (EventRecord(None, "took", (0, 4, 1)), EventRecord(None, "took", (1, 4, 2)))
    assert tell_news(events, view(active=1), ME, told) == (
        "You took 1 × 💻 Hacker.",
        "🔴 Ben takes 2 × 💻 Hackers.",
    )


def test_the_news_of_a_real_search_tell_all_three_who_are_concerned() -> None:
    state = start(
        cats(police=2, journalists=1), cats(police=1, journalists=2), cats(mafia=1),
        factions=(0, 3, 4, 5, 6), market=cats(mafia=2), pile=cats(hackers=4),
    )  # fmt: skip
    _, events = apply_record(GAME, state, ActRecord(0, 0, "play/5/2/6/1", 0), Places(0, 1))
    lines = []
    for seat in range(3):
        mine = [event for event in events if event.to is None or seat in event.to]
        lines.append(tell_news(mine, view(), seat, WORDS))
    assert lines[0] == (
        "You searched 🔴 Ben for 📰 Journalists and got 1 point. "
        "Discarded: 1 × 👮 Police · 1 × 📰 Journalist.",
    )
    assert lines[1] == (
        "🟡 Ada searched you for 📰 Journalists and got 1 point. "
        "You lost 1 × 👮 Police · 1 × 📰 Journalist.",
        "You drew 1 × 💻 Hacker.",
    )
    assert lines[2] == ()
