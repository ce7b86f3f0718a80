"""What people may laugh about after a game of Cloaked Cats."""

import re
from itertools import combinations, pairwise
from pathlib import Path

from bot.engine.highlights import choose_highlights
from bot.engine.records import read_events
from bot.engine.replays import ReplayedStep
from bot.engine.screens import ScreenContext
from bot.games.cloaked_cats.highlights import estimate_winning_chances
from bot.games.cloaked_cats.model.events import GuessAnswered
from bot.games.cloaked_cats.model.state import FEATURES, FEATURES_PER_FAN, State, View
from bot.games.cloaked_cats.package import PACKAGE
from bot.i18n import text
from tests.bench.watching import moments, play_replays
from tests.games.cloaked_cats.playing import FANS, GAME, start, step

NAMES = ("Ada", "Ben", "Cleo")


async def test_moments_are_true_and_each_kind_comes(tmp_path: Path) -> None:
    kinds = set[str]()
    for replay in await play_replays(tmp_path, "cloaked_cats", range(1, 13)):
        guesses = {
            seen.step: event
            for seen in replay.steps
            for event in seen.events
            if isinstance(event, GuessAnswered)
        }
        right = [step for step, event in guesses.items() if event.right]
        rounds = {after.step: before.views[0].round for before, after in pairwise([*replay.steps])}
        for moment in moments(replay):
            assert moment.when in ("", f"Round {rounds[moment.step]}")
            assert bool(moment.when) is (moment.kind != "hidden")
            if "chances of winning went from" in moment.text:
                before, after = (int(number) for number in re.findall(r"(\d+)%", moment.text))
                assert abs(before - after) >= 20
                kinds.add("turn")
            elif "First hit of the game" in moment.text:
                assert moment.step == right[0]
                kinds.add("first")
            elif "guess and hit" in moment.text:
                assert moment.step in right
                kinds.add("lucky")
            elif "and still got it wrong" in moment.text:
                assert not guesses[moment.step].right
                kinds.add("unlucky")
            elif "hid so well" in moment.text:
                assert moment.step >= max(guesses)
                assert int(re.findall(r"\d+", moment.text)[-1]) > 10
                kinds.add("hidden")
            else:
                before, after = (int(n) for n in re.findall(r"(\d+)", moment.text)[-2:])
                assert before >= 15 and before >= 5 * after
                assert before <= len([*combinations(range(len(FEATURES)), FEATURES_PER_FAN)])
                kinds.add("gave away")
    assert kinds >= {"first", "lucky", "unlucky", "gave away", "turn"}


async def test_they_are_told_in_german(tmp_path: Path) -> None:
    (replay,) = await play_replays(tmp_path, "cloaked_cats", range(3, 4))
    assert any(
        "Treffer" in moment.text or "tippte" in moment.text for moment in moments(replay, "de")
    )


def list_moments(*moves: str) -> list[str]:
    """Return the moments, in English, of three who play cats that tell nothing, and guess so."""
    state = start(3)
    course = [ReplayedStep(0, 0.0, None, (), views(state))]
    for number, guess in enumerate(moves):
        for move in (f"cat/{state.hands[number % 3][0]}", guess):
            state, events = step(state, move)
            course.append(
                ReplayedStep(len(course), 0.0, None, read_events(GAME, events), views(state))
            )
    context = ScreenContext(text("en", PACKAGE.text), NAMES, NAMES, pictures=False)
    found = choose_highlights(PACKAGE.replays.find_highlights(course, context), ())
    return [moment.text for moment in found]


def views(state: State) -> tuple[View, ...]:
    """Return what onlookers and each of three see."""
    return tuple(GAME.view(state, viewer) for viewer in (None, *range(3)))


OWN = FANS[0][1]
"""A feature of seat 0."""


def test_a_bluff_that_somebody_falls_for_is_told() -> None:
    (bluff,) = [t for t in list_moments(f"guess/1/{OWN}", f"guess/2/{OWN}") if "bluffed" in t]
    assert "Ada bluffed with “white”, their own feature" in bluff
    assert bluff.endswith("Ben fell for it.")


def test_a_bluff_that_nobody_looks_into_is_told() -> None:
    (bluff,) = [t for t in list_moments(f"guess/1/{OWN}", "guess/0/18") if "bluffed" in t]
    assert bluff.endswith("and nobody noticed.")


def test_a_bluff_that_was_seen_through_or_came_last_is_none() -> None:
    assert not [t for t in list_moments(f"guess/1/{OWN}", f"guess/0/{OWN}") if "bluffed" in t]
    assert not [t for t in list_moments(f"guess/1/{OWN}") if "bluffed" in t]


def test_whoever_is_well_hidden_at_the_end_is_told() -> None:
    (hidden,) = [t for t in list_moments("guess/1/18", "guess/2/17") if "hid so well" in t]
    assert re.fullmatch(r".* hid so well that \d{3} secret cats were still possible .*", hidden)


def test_masks_and_secrets_are_chances() -> None:
    state = start(2)
    course = [ReplayedStep(0, 0.0, None, (), tuple(GAME.view(state, v) for v in (None, 0, 1)))]
    for move in ("cat/0", f"guess/1/{FANS[1][0]}"):
        state, events = step(state, move)
        seen = tuple(GAME.view(state, viewer) for viewer in (None, 0, 1))
        course.append(ReplayedStep(len(course), 0.0, None, read_events(GAME, events), seen))
    cat, guess = estimate_winning_chances(course)
    assert guess.chances[0] > cat.chances[0] > 0
