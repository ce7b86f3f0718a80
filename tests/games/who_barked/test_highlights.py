"""What people may laugh about after a game: each sentence is true, and praises no barking dog."""

from collections import Counter
from collections.abc import Sequence

import pytest

from bot.engine.highlights import choose_highlights
from bot.engine.replays import Highlight, ReplayedStep
from bot.games.who_barked.highlights import find_highlights, find_rounds
from bot.games.who_barked.model import events
from bot.games.who_barked.model.deduction import find_open_packs
from bot.games.who_barked.model.state import View
from tests.games.who_barked.looks import context
from tests.games.who_barked.nights import Night, eaten, lost_by_four_barks, play_night

MANY_GAMES = 48
NAMES = tuple("ABCDEFGH")


def tell(log: Sequence[ReplayedStep]) -> list[tuple[str, int, str, str]]:
    """Return the kinds, players, rounds and sentences of all highlights of a game of five."""
    return [(h.kind, h.seat, h.when, h.text) for h in find_highlights(log, context())]


def texts_of(log: Sequence[ReplayedStep], kind: str) -> list[str]:
    return [text for found, _, _, text in tell(log) if found == kind]


def test_it_is_told_who_was_trusted_and_who_warned() -> None:
    assert tell(lost_by_four_barks((), (2,), (1, 2), ()).log) == [
        ("trusted", 0, "Round 1", "Everybody trusted Ada and sent Ada and Dan. Then it barked!"),
        ("alone", 2, "Round 2", "Only Cleo didn't trust Ada and Dan. Then it barked!"),
        ("trusted", 3, "Round 4", "Everybody trusted Dan and sent Ada and Dan. Then it barked!"),
    ]


def test_no_dog_is_praised_for_its_doubts() -> None:
    assert texts_of(lost_by_four_barks((3,), (4,), (3,), (4,)).log, "alone") == []


def test_the_sniff_is_told_as_the_climax_at_the_end_only() -> None:
    found, hidden = (
        next(find_highlights(eaten(accused=accused).log, context())) for accused in (0, 1)
    )
    assert (found.seat, found.text) == (3, "Dan sniffed out Ada as the Nose, and turned the game.")
    assert (hidden.seat, hidden.text) == (0, "Ada hid so well that Dan took Ben for the Nose.")
    assert found.tells_result and hidden.tells_result


@pytest.mark.parametrize(("accused", "told"), [(1, 1), (0, 0)])
def test_a_nose_that_keeps_quiet_about_a_dog_and_is_not_found_is_told(
    accused: int, told: int
) -> None:
    night = Night()
    for crew in ((0, 3), (0, 3), (0, 1, 2)):
        night.send(*crew)
    night.accuse(accused)
    assert len(texts_of(night.log, "poker")) == told
    if told:
        (text,) = texts_of(night.log, "poker")
        assert text.startswith("Ada knew there was a dog among Ada and Dan, said “Go” all the same")


def test_a_dog_that_no_cat_doubted_and_that_helped_twice_is_told() -> None:
    night = Night()
    for crew, against in (((0, 3), (4,)), ((0, 3), ()), ((0, 1, 2), ())):
        night.send(*crew, against=against)
    night.accuse(1)
    assert texts_of(night.log, "undoubted") == [
        "No cat ever voted against a crew with Dan. Yet Dan was a dog!"
    ]
    assert texts_of(night.log, "helper") == [
        "Dan was a dog, and still sneaked along more than once without a sound."
    ]
    late = {h.kind for h in find_highlights(night.log, context()) if h.tells_result}
    assert late >= {"undoubted", "helper", "hunt"}


@pytest.mark.parametrize(
    ("crew", "against", "last", "text"),
    [
        (
            (1, 3),
            (0, 1, 2),
            2,
            "the last one, by Cleo, kept Ben and Dan at home, a dog among them.",
        ),
        ((1, 3), (0, 1, 2, 4), 2, ""),
        ((1, 3), (0, 1, 4), 4, ""),
        ((0, 1), (0, 1, 2), 2, ""),
        ((0, 1), (3, 4), 2, "the last one, by Cleo, sent Ada and Ben, and they emptied"),
        ((0, 1), (4,), 2, ""),
    ],
)
def test_the_last_vote_is_told_if_it_decided(
    crew: tuple[int, ...], against: tuple[int, ...], last: int, text: str
) -> None:
    night = Night()
    night.send(*crew, against=against, last=last)
    told = texts_of(night.log, "last-vote")
    assert [*map(bool, told)] == [True] * bool(text)
    assert all(text in each for each in told)


def test_the_bark_that_leaves_one_pair_of_dogs_is_told() -> None:
    night = Night()
    night.send(0, 1, against=(3, 4))
    night.send(3, 4, barking=(3, 4))
    assert texts_of(night.log, "exposed") == [
        "From this bark on, everybody could work out who the dogs were. Poor Dan!"
    ]


def test_the_last_crew_of_the_night_is_told() -> None:
    night = Night()
    for _ in range(6):
        night.send(0, 1, against=(0, 1, 2, 3, 4))
    for crew in ((0, 1), (0, 2), (0, 1, 2)):
        night.send(*crew)
    night.accuse(1)
    (text,) = texts_of(night.log, "last-hour")
    assert text == "In the very last hour, the crew of Dan emptied the Sunday roast."


def test_a_round_begins_when_the_talk_ends() -> None:
    log = play_night(5, 1)
    starts = find_rounds(log)
    assert starts[0] == 0
    assert {log[step].views[0].phase for step in starts[1:]} == {"lead"}
    assert len(starts) == len(log[-1].views[0].proposals)


def test_moments_are_true_and_each_kind_comes() -> None:
    kinds = Counter[str]()
    for seed in range(MANY_GAMES):
        seats = 5 + seed % 4
        log = play_night(seats, seed)
        scene = context(names=NAMES[:seats])
        found = choose_highlights(find_highlights(log, scene), ())
        assert all(len(h.text) <= 90 + seats * 3 for h in found)
        for highlight in found:
            check(highlight, log)
            kinds[highlight.kind] += 1
    assert kinds.keys() >= {"hunt", "poker", "helper", "alone", "last-vote", "trusted"}


def check(highlight: Highlight, log: Sequence[ReplayedStep]) -> None:
    """Check that a highlight is true, as far as the whole log tells."""
    entry, last = log[highlight.step], log[-1].views[0]
    seen: View = entry.views[0]
    number = int(highlight.when.removeprefix("Round "))
    proposal = seen.proposals[-1]
    assert number == len(seen.proposals)
    dogs = [seat for seat, v in enumerate(log[-1].views[1:]) if v.role == "dog"]
    is_dog = highlight.seat in dogs
    opponents = [seat for seat, vote in enumerate(proposal.votes) if not vote]
    match highlight.kind:
        case "hunt":
            assert (last.winner == "dogs") == is_dog
        case "alone":
            assert opponents == [highlight.seat] and not is_dog and proposal.barks
        case "trusted":
            assert not opponents and highlight.seat == proposal.leader and proposal.barks
        case "poker":
            assert not is_dog and proposal.votes[highlight.seat] and last.winner == "cats"
            assert any(dog in proposal.crew for dog in dogs)
        case "helper" | "undoubted":
            assert is_dog and highlight.seat in proposal.crew
        case "last-vote":
            assert not is_dog
            assert abs(2 * sum(proposal.votes) - len(proposal.votes)) <= 2
        case "exposed":
            assert find_open_packs(seen) == (tuple(dogs),)
        case "last-hour":
            assert isinstance(entry.events[0], events.GoalRaided) and seen.hours_left == 0
        case _:
            pytest.fail(f"unknown kind: {highlight.kind}")
