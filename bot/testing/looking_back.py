"""Rules of the contract about what is told of finished games, and of presses that come too late."""

from collections.abc import Sequence
from statistics import median
from time import thread_time

from msgspec.structs import replace

from bot.engine.films import find_scenes, make_public_log
from bot.engine.game import Leave
from bot.engine.moves import get_tag
from bot.engine.options import computers_can_play, default_options
from bot.engine.race import Race
from bot.engine.records import ActRecord, read_move, read_step
from bot.engine.replays import Highlight, ReplayedStep
from bot.engine.screens import ScreenContext
from bot.i18n import LANGUAGES, text
from bot.testing.people import PLAYER_NAMES, check_message, make_context, make_log
from bot.testing.playing import (
    RANDOM_PLAYERS,
    Broken,
    Play,
    Setup,
    Step,
    describe_error,
    name_viewer,
    play_game,
    rule,
)

MAX_HIGHLIGHT_SECONDS = 2.0
MAX_CUT_LOGS = 2
"""The highlights of each game that are compared with those of the game up to their step."""
MAX_LATE_PRESSES = 6
MAX_LENGTH_FACTOR = 3
"""The factor by which the usual number of answers may be wrong. A shorter game is not rated."""
GAMES_TO_CONFIRM_LENGTH = 9

Log = tuple[ReplayedStep, ...]


def make_replay(play: Play) -> Log:
    """Return a game's steps with all views, as replays read them."""
    steps = list[ReplayedStep]()
    for record in make_log(play):
        entry, state = read_step(play.game, record), play.steps[record.step].state
        views = tuple(play.game.view(state, viewer) for viewer in play.viewers)
        steps.append(ReplayedStep(entry.step, entry.at, entry.action, entry.notices, views))
    return tuple(steps)


@rule("replays.find_rounds")
def _check_rounds(play: Play) -> None:
    """`find_rounds` returns steps of the game in their order, the first of which is the deal.

    Check games that people end early, too.
    """
    log = make_replay(play)
    for end in (len(log), play.rng.randint(1, len(log))):
        starts, last = [*play.package.replays.find_rounds(log[:end])], log[end - 1].step
        if starts and (starts[0] != 0 or starts[-1] > last or starts != sorted(starts)):
            raise Broken(f"the steps with which rounds begin are {starts}, the last step is {last}")


@rule("replays.find_highlights", games_per_check=4)
def _check_highlights(play: Play) -> None:
    """Highlights are of existing steps, seats and events, and tell nothing that happens later.

    Check that a highlight's sentence is the same if the game ends with its step, unless it has
    `tells_result`.
    """
    log = make_replay(play)
    for language in LANGUAGES:
        context = make_context(play, language)
        found = _find_highlights(play, log, context)
        for highlight in found:
            _check_highlight(play, highlight, language)
        _compare_with_cut_logs(play, log, found, context)


def _find_highlights(play: Play, log: Log, context: ScreenContext) -> list[Highlight]:
    began = thread_time()
    try:
        found = [*play.package.replays.find_highlights(log, context)]
    except Exception as problem:
        why = describe_error(play.package, problem)
        raise Broken(f"of a game that ends with step {log[-1].step} it fails: {why}") from problem
    if (took := thread_time() - began) > MAX_HIGHLIGHT_SECONDS:
        raise Broken(f"it takes {took:.1f} seconds")
    return found


def _check_highlight(play: Play, highlight: Highlight, language: str) -> None:
    kind, step = highlight.kind, highlight.step
    if not 0 <= step < len(play.steps):
        raise Broken(f"the highlight {kind!r} is of step {step}, which is not there")
    if highlight.seat not in range(play.setup.seats):
        raise Broken(f"the highlight {kind!r} is about seat {highlight.seat}", step)
    if not highlight.text.strip():
        raise Broken(f"the highlight {kind!r} has no text in {language}", step)
    events = {event.name for event in play.steps[step].events}
    if highlight.told_event and highlight.told_event not in events:
        why = f"the highlight {kind!r} tells the event {highlight.told_event!r}"
        raise Broken(f"{why}, and its step has {sorted(events)}", step)


def _compare_with_cut_logs(
    play: Play, log: Log, found: Sequence[Highlight], context: ScreenContext
) -> None:
    """Check that the sentences of some highlights do not depend on what happens after them."""
    told = [each for each in found if not each.tells_result]
    for highlight in play.rng.sample(told, min(MAX_CUT_LOGS, len(told))):
        cut = tuple(entry for entry in log if entry.step <= highlight.step)
        similar = {
            each.text
            for each in _find_highlights(play, cut, context)
            if (each.step, each.seat, each.kind) == (highlight.step, highlight.seat, highlight.kind)
        }
        if similar and highlight.text not in similar:
            why = f"the highlight {highlight.kind!r} says {highlight.text!r}, and if the game ended"
            told_else = f"{why} with it, {similar.pop()!r}"
            raise Broken(f"{told_else}: does it need `tells_result`?", highlight.step)


@rule("replays.find_film_scenes", games_per_check=4)
def _check_film_scenes(play: Play) -> None:
    """The scenes of a film are of existing steps, in the order of the game, and have shots."""
    context = replace(make_context(play, play.rng.choice(LANGUAGES)), pictures=False)
    log = make_replay(play)
    rounds = {*play.package.replays.find_rounds(log)}
    starts = [place for place, entry in enumerate(log) if entry.step in rounds]
    scenes = find_scenes(play.package, make_public_log(log), starts, context)
    steps = [scene.step for scene in scenes]
    if not {*steps} <= {entry.step for entry in log} or steps != sorted(steps):
        raise Broken(f"the scenes of a film of {len(play.steps)} steps are of the steps {steps}")
    for scene in scenes:
        if not scene.shots:
            raise Broken("a scene of a film has no shots", scene.step)


@rule()
def _check_reveals(play: Play) -> None:
    """Each tag in `Screens.reveals` is that of an event, and such events are public."""
    reveals = play.package.screens.reveals
    unknown = {*reveals} - {*map(get_tag, play.game.event_types)}
    if unknown:
        raise Broken(f"`reveals` has {', '.join(sorted(unknown))}: there is no such event")
    for step in play.steps:
        for event in step.events:
            if event.name in reveals and event.to is not None:
                raise Broken(f"{event.name} is in `reveals`, and told to {event.to} alone", step)


@rule("game.prompts", games_per_check=4)
def _check_timeout_messages(play: Play) -> None:
    """Each `timeout_message` of a prompt's `timing` has its two messages in all languages."""
    for step in play.steps:
        for name in {prompt.timing.timeout_message for prompt in play.game.prompts(step.state)}:
            for key in (f"table-time-out-{name}", f"news-table-time-out-{name}") if name else ():
                for language in LANGUAGES:
                    say = text(language, play.package.text)
                    check_message(say, key, {"name": PLAYER_NAMES[0]})


@rule("race.explain_late_press")
def _check_late_presses(play: Play) -> None:
    """A race has a time limit for all options, and an explanation for each press too late."""
    race, rng = play.package.race, play.rng
    if race is None:
        return
    for options in (play.setup.options, default_options(play.game.options)):
        seconds = race.get_turn_seconds(options)
        if seconds is not None and seconds <= 0:
            raise Broken(f"`get_turn_seconds` returns {seconds} for {dict(options)}")
    answers = play.answers
    for _, pressed, act in rng.sample(answers, min(MAX_LATE_PRESSES, len(answers))):
        shown = play.steps[min(rng.randint(0, 2) + pressed.number, len(play.steps) - 1)]
        for seat in range(play.setup.seats):
            _explain_late_press(play, race, shown, replace(act, seat=seat))


def _explain_late_press(play: Play, race: Race, step: Step, act: ActRecord) -> None:
    view, move = play.game.view(step.state, act.seat), read_move(play.game, act.move)
    context = make_context(play, play.rng.choice(LANGUAGES))
    try:
        race.explain_late_press(view, act.seat, act.decision, move, context)
    except Exception as problem:
        why = f"for {act.move!r} to decision {act.decision} by {name_viewer(act.seat)}"
        raise Broken(f"{why}: {describe_error(play.package, problem)}", step) from problem


@rule("game.typical_length", games_per_check=10)
def _check_typical_length(play: Play) -> None:
    """`typical_length` is 0, or at most three times too high or too low for the games played.

    Check with computer players if they are fast, and only with options with which they can play.
    A game that somebody leaves may be shorter.
    """
    setup, levels = play.setup, play.computers.levels
    usual = play.game.typical_length(setup.seats, setup.options)
    is_usual = setup.players in (RANDOM_PLAYERS, *levels) and not _has_leavers(play)
    is_usual &= computers_can_play(play.game.options, setup.options)
    if usual == 0 or not is_usual or _is_close(len(play.answers), usual):
        return
    fast = [level for level in levels if level in play.computers.fast_levels]
    players = fast[-1] if fast else RANDOM_PLAYERS
    numbers = range(setup.number, setup.number + GAMES_TO_CONFIRM_LENGTH)
    setups = (Setup(number, setup.seats, setup.options, players) for number in numbers)
    games = (play_game(play.package, each) for each in setups)
    lengths = [_count_answers(game) for game in games if not _has_leavers(game)]
    found = median(lengths or [usual])
    if not _is_close(found, usual):
        why = f"`typical_length` is {usual}, but the median of {len(lengths)} games with"
        raise Broken(f"{why} {setup.seats} seats, played by {players}, is {found:g}")


def _has_leavers(play: Play) -> bool:
    return any(isinstance(step.action, Leave) for step in play.steps)


def _count_answers(play: Play) -> int:
    """Return the number of answers in a game, without those that change an answer."""
    return sum(
        not prompt.has_answered
        for before, _, act in play.answers
        for prompt in play.game.prompts(before.state)
        if prompt.seat == act.seat
    )


def _is_close(length: float, usual: int) -> bool:
    return usual <= MAX_LENGTH_FACTOR * length and length <= MAX_LENGTH_FACTOR * usual
