"""What the film of each game shows: the guess and its answer, with names and the result."""

from pathlib import Path

from bot.engine.films import find_scenes, make_public_log
from bot.engine.replays import FilmScene
from bot.games.catham_city.model import events as catham
from bot.games.cloaked_cats.model import events as cats
from bot.games.quickpick.model import events as quickpick
from bot.presenters.films import make_film_context
from bot.presenters.replay import Replay
from tests.bench.watching import play_replays

LANGUAGE = "de"


def scenes_of(found: Replay) -> dict[int, FilmScene]:
    """Return the scenes of a game's film by their step."""
    package, starts = found.package, found.steps.round_starts
    context = make_film_context(found, LANGUAGE)
    scenes = find_scenes(package, make_public_log(found.steps), starts, context)
    assert [scene.step for scene in scenes] == sorted({scene.step for scene in scenes})
    return {scene.step: scene for scene in scenes}


async def test_each_guess_about_a_cat_is_asked_and_answered(tmp_path: Path) -> None:
    (found,) = await play_replays(tmp_path, "cloaked_cats", range(1, 2))
    scenes, names = scenes_of(found), [p.name for p in found.table.players]
    guesses = [
        (step.step, event)
        for step in found.steps
        for event in step.events
        if isinstance(event, cats.GuessAnswered)
    ]
    assert len(guesses) > 3
    assert {event.right for _, event in guesses} == {True, False}
    assert [*scenes] == [step for step, _ in guesses]
    say = make_film_context(found, LANGUAGE).say
    for step, event in guesses:
        asked, answered = scenes[step].shots
        for shot in (asked, answered):
            assert {names[event.seat], names[event.opponent]} <= {
                *shot.caption.replace(":", " ").split()
            }
        answers = {say("picture-yes"), say("picture-no")}
        right = say("picture-yes" if event.right else "picture-no")
        assert not any(word in asked.caption for word in answers)
        assert right in answered.caption
        assert right in answered.picture.arguments
        assert (answers - {right}).isdisjoint(answered.picture.arguments)


async def test_each_race_is_asked_and_its_card_is_shown(tmp_path: Path) -> None:
    (found,) = await play_replays(tmp_path, "quickpick", range(1, 2))
    scenes = scenes_of(found)
    say = make_film_context(found, LANGUAGE).say
    ends = [
        (step.step, event)
        for step in found.steps
        for event in step.events
        if isinstance(event, quickpick.RACE_ENDS)
    ]
    assert [*scenes] == [step for step, _ in ends]
    for step, event in ends:
        asked, answered = scenes[step].shots
        monster = say(f"mask-{'abcdefghijklmnop'[event.mask]}")
        assert found.table.players[event.mime].name in asked.caption
        assert monster not in asked.caption
        assert monster in answered.caption
        guessed = isinstance(event, quickpick.MaskGuessed)
        assert scenes[step].weight == guessed
        if isinstance(event, quickpick.MaskGuessed):
            assert found.table.players[event.guesser].name in answered.caption


async def test_plays_of_the_mafia_matter_most_in_a_city(tmp_path: Path) -> None:
    (found,) = await play_replays(tmp_path, "catham_city", range(1, 2))
    scenes = scenes_of(found)
    plays = {
        step.step: event
        for step in found.steps
        for event in step.events
        if isinstance(event, catham.FactionPlayed)
    }
    assert {*scenes} == {*plays}
    mafia = {scenes[step].weight for step, e in plays.items() if isinstance(e, catham.MafiaPlayed)}
    others = {
        scenes[step].weight for step, e in plays.items() if isinstance(e, catham.ScientistsPlayed)
    }
    assert min(mafia) > max(others)
    for step, event in plays.items():
        assert found.table.players[event.seat].name in scenes[step].shots[-1].caption


async def test_each_round_of_dice_has_its_last_bid_and_its_dice(tmp_path: Path) -> None:
    (found,) = await play_replays(tmp_path, "liars_dice", range(1, 2))
    scenes = scenes_of(found)
    assert len(scenes) == len(found.steps.round_starts)
    by_step = {step.step: step for step in found.steps}
    for step, scene in scenes.items():
        bid, opened = scene.shots
        challenge = by_step[step].views[0].opened
        bidder, challenger = (
            found.table.players[seat].name for seat in (challenge.bid.seat, challenge.challenger)
        )
        assert bidder in bid.caption and str(challenge.bid.count) in bid.caption
        assert bidder in opened.caption and challenger in opened.caption
        assert opened.picture.alt != bid.picture.alt
