"""Rules of the contract about two games that look the same to a viewer.

One of the two games was played. The other one differs from it in a single random draw or move, and
gets the same inputs. As long as a viewer's views agree, nothing else may tell the viewer which of
the games this is. `Game.resample_hidden` is not asked, so these rules need no help of the author.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace

from bot.engine.events import Seat
from bot.engine.game import IllegalMove, Stale
from bot.engine.records import ActRecord, apply_record, begin_game, list_legal_paths, read_log
from bot.i18n import LANGUAGES
from bot.testing import playing
from bot.testing.computers import choose_path
from bot.testing.differences import (
    describe_difference,
    describe_events,
    filter_events,
    find_unequal_events,
)
from bot.testing.people import describe_heard, make_context, make_log, render_visible
from bot.testing.secrecy import try_action

MAX_VARIED_DEALS, MAX_VARIED_STEPS, MAX_VARIED_MOVES = 6, 2, 10
"""The deals, later steps with random draws, and moves of each game that are varied."""
TRIES_PER_VARIATION = 10
"""Many other draws change nothing, such as the order of two equal cards."""
MAX_FOLLOWED_DEALS, MAX_FOLLOWED_MOVES, MAX_FOLLOWED_VIEWERS = 2, 2, 3
"""Similar games that are followed, which differ in the deal or a move, and for how many viewers."""
FOLLOWED_STEPS_PER_SEAT = 6
"""So many steps take two rounds of a game in which all vote, and some of them act after that."""
MAX_FIRST_STEPS, MAX_LATER_STEPS = 12, 3
"""The steps of a similar game that are compared: the first ones, and a few of the others."""
STEPS_PER_CLOSE_LOOK = 6
MAX_REFUSALS = 4


class VariedChance(playing.CountingChance):
    """The random draws of a step, one of which, counted from 1, has another result."""

    def __init__(self, seed: int, varied_draw: int, rng: Random) -> None:
        super().__init__(seed)
        self._varied_draw = varied_draw
        self._rng = rng

    def below(self, n: int) -> int:
        """Draw an integer from 0 to `n` - 1."""
        drawn = super().below(n)
        return self._rng.randrange(n) if self.draws == self._varied_draw else drawn

    def shuffle(self, items: Sequence[int]) -> tuple[int, ...]:
        """Return the items in a random order. The other result has two of them exchanged."""
        order = [*super().shuffle(items)]
        if self.draws == self._varied_draw and len(order) > 1:
            one, two = self._rng.sample(range(len(order)), 2)
            order[one], order[two] = order[two], order[one]
        return tuple(order)


class SimilarGame(NamedTuple):
    """Another version of a step of a played game, which looks the same to some viewers."""

    step: playing.Step
    other: playing.Step
    viewers: tuple[Seat | None, ...]
    """The viewers whose views of both versions agree."""


def vary_draws(play: playing.Play, step: playing.Step, rng: Random) -> Iterator[SimilarGame]:
    """Yield other versions of a step, or of the deal, in which one random draw differs."""
    setup = play.setup
    while step.draws:
        for _ in range(TRIES_PER_VARIATION):
            varied_draw = rng.randint(1, step.draws)
            chance = VariedChance(playing.make_seed(setup, step.number), varied_draw, rng)
            if step.action is None:
                state, events = begin_game(play.game, setup.seats, setup.options, chance)
            else:
                before = play.steps[step.number - 1].state
                state, events = apply_record(play.game, before, step.action, chance)
            if state == step.state:
                continue
            viewers = _find_blind_viewers(play, step.state, state, play.viewers)
            if viewers:
                yield SimilarGame(
                    step, playing.Step(step.number, step.action, state, events), viewers
                )
                break
        else:
            return


def _sample_later_draws(play: playing.Play, number: int, rng: Random) -> list[playing.Step]:
    drawing = [step for step in play.steps[1:] if step.draws]
    return rng.sample(drawing, min(number, len(drawing)))


def _find_blind_viewers(
    play: playing.Play, state: Any, other: Any, viewers: Iterable[Seat | None]
) -> tuple[Seat | None, ...]:
    view = play.game.view
    return tuple(viewer for viewer in viewers if view(state, viewer) == view(other, viewer))


def _vary_moves(play: playing.Play, rng: Random) -> Iterator[SimilarGame]:
    """Yield other versions of steps in which a player makes another move that some do not see."""
    answers = play.answers
    for before, step, act in rng.sample(answers, min(MAX_VARIED_MOVES, len(answers))):
        action = replace(act, move=rng.choice(list_legal_paths(play.game, before.state, act.seat)))
        result = try_action(play, before.state, action, step.number)
        if action == act or result is None:  # a listed move that is refused breaks another rule
            continue
        state, events = result
        viewers = tuple(
            viewer
            for viewer in _find_blind_viewers(play, step.state, state, play.viewers)
            if viewer != act.seat
            and filter_events(events, viewer) == filter_events(step.events, viewer)
        )
        if viewers:
            yield SimilarGame(step, playing.Step(step.number, action, state, events), viewers)


@playing.rule("game.deal")
def _check_events_hide_draws(play: playing.Play) -> None:
    """What is dealt or drawn, and a viewer does not see, is told to them by no event.

    Check the events of the deal, and of later steps with random draws.

    A draw that changes nobody's view, such as a roll of dice without effect, may be told to all.
    """
    rng, everybody = play.rng, play.viewers
    for step in (play.steps[0], *_sample_later_draws(play, MAX_VARIED_STEPS, rng)):
        games = MAX_VARIED_STEPS if step.number else MAX_VARIED_DEALS
        for similar in islice(vary_draws(play, step, rng), games):
            for viewer in similar.viewers:
                both = (similar.step, similar.other)
                unequal = find_unequal_events(*(filter_events(s.events, viewer) for s in both))
                is_public = all(event is None or event.to is None for event in unequal)
                if unequal and not (is_public and similar.viewers == everybody):
                    why = f"{playing.name_viewer(viewer)} sees the same in two deals, and hears"
                    raise playing.Broken(f"{why} {describe_events(unequal)}", step)


class Moment(NamedTuple):
    """A step of a played game, and the step of a similar game that follows from the same inputs."""

    step: playing.Step
    other: playing.Step
    viewers: tuple[Seat | None, ...]
    """The viewers whose views have agreed in both games up to this step."""
    parted: tuple[Seat | None, ...]
    """The viewers whose views begin to differ with this step."""


def repeat_inputs(
    play: playing.Play, similar: SimilarGame
) -> Iterator[tuple[playing.Step, playing.Step]]:
    """Yield steps of the played game, each with that of the similar game after the same inputs.

    They end with the played game, or once the similar one refuses an input.
    """
    other = similar.other
    for step in play.steps[similar.step.number :]:
        if step is not similar.step and step.action is not None:
            result = try_action(play, other.state, step.action, step.number)
            if result is None:
                return
            other = playing.Step(step.number, step.action, *result)
        yield step, other


def count_followed_steps(play: playing.Play) -> int:
    """Return how many steps of a similar game a rule follows."""
    return FOLLOWED_STEPS_PER_SEAT * play.setup.seats


def follow(
    play: playing.Play, similar: SimilarGame, viewers: Iterable[Seat | None]
) -> Iterator[Moment]:
    """Yield the moments of a similar game, until the views of none of the viewers agree."""
    viewers = tuple(viewers)
    for step, other in repeat_inputs(play, similar):
        blind = _find_blind_viewers(play, step.state, other.state, viewers)
        yield Moment(step, other, blind, tuple(each for each in viewers if each not in blind))
        viewers = blind
        if not viewers:
            return


def _find_similar_games(play: playing.Play, rng: Random) -> Iterator[SimilarGame]:
    """Yield similar games that differ in the deal, in the draws of a later step, or in a move."""
    yield from islice(vary_draws(play, play.steps[0], rng), MAX_FOLLOWED_DEALS)
    for step in _sample_later_draws(play, 1, rng):
        yield from islice(vary_draws(play, step, rng), 1)
    yield from islice(_vary_moves(play, rng), MAX_FOLLOWED_MOVES)


@playing.rule("game.prompts")
def _check_similar_games_look_alike(play: playing.Play) -> None:
    """Of two games that look the same, nothing tells a viewer which one it is.

    Check all that leaves a game: prompts, moves, events, screens, refusals, places and awards.

    By what the views begin to differ, which may be right, `bot.testing.questions` tells.
    """
    rng = play.rng
    for similar in _find_similar_games(play, rng):
        viewers = rng.sample(similar.viewers, min(MAX_FOLLOWED_VIEWERS, len(similar.viewers)))
        steps = [*play.steps[: similar.step.number]]
        close_look = rng.randrange(STEPS_PER_CLOSE_LOOK)
        limit = count_followed_steps(play)
        later = range(similar.step.number + MAX_FIRST_STEPS, similar.step.number + limit)
        compared = {
            *rng.sample(later, min(MAX_LATER_STEPS, len(later))),
            *range(later.start),
            len(play.steps) - 1,
        }
        for moment in islice(follow(play, similar, viewers), limit):
            steps.append(moment.other)
            if moment.step.number not in compared:
                continue
            found = _compare_for_all(play, moment)
            for viewer in moment.viewers:
                hears = moment.step is not similar.step
                found += _compare_for_one(play, moment, viewer, hears=hears)
                if moment.step.number % STEPS_PER_CLOSE_LOOK == close_look:
                    found += _look_closely(play, moment, viewer, rng)
            if moment.viewers and len(steps) == len(play.steps):
                found += _compare_awards(play, steps, moment.viewers[0])
            for viewer, what, (this, that), method_name in found:
                if this != that:
                    why = f"{playing.name_viewer(viewer)} can tell two games apart by {what}"
                    differ = f"they differ in {_describe_variation(similar)}"
                    reason = f"{why}: {describe_difference(this, that)}; {differ}"
                    raise playing.Broken(reason, moment.step, [method_name])


class Compared(NamedTuple):
    """What a viewer gets of two games, and must get of both."""

    viewer: Seat | None
    what: str
    """What is compared, as the end of the sentence "seat 1 can tell two games apart by …"."""
    both: Sequence[Any]
    method_name: str
    """The method to look at first if the two differ."""


def _describe_variation(similar: SimilarGame) -> str:
    step, other = similar.step, similar.other
    if step.number == 0:
        return "the deal"
    what = "what is drawn"
    if isinstance(step.action, ActRecord) and isinstance(other.action, ActRecord):
        moves = (step.action.move, other.action.move)
        if moves[0] != moves[1]:
            what = f"seat {step.action.seat}'s move, {moves[0]} or {moves[1]},"
    return f"{what} at step {step.number}"


def _compare_for_all(play: playing.Play, moment: Moment) -> list[Compared]:
    """Return what all viewers get of both games, as long as somebody cannot tell them apart.

    Pauses of computer players may differ if the games look the same to everybody. They then show a
    random pace, and nothing that a player hides.
    """
    if not moment.viewers:
        return []
    game, seats = play.game, range(play.setup.seats)
    both = (moment.step.state, moment.other.state)
    prompts = [game.prompts(state) for state in both]
    viewers = play.viewers
    if prompts[0] != prompts[1] and viewers == _find_blind_viewers(play, *both, viewers):
        prompts = [
            tuple(replace(p, timing=replace(p.timing, think_seconds=())) for p in asked)
            for asked in prompts
        ]
    asked = [tuple((prompt.seat, prompt.kind) for prompt in each) for each in prompts]
    out = [tuple(game.is_out(state, seat) for seat in seats) for state in both]
    compared: Sequence[tuple[str, Sequence[Any], str]] = (
        ("whom the game waits for", asked, "game.prompts"),
        ("the prompts", prompts, "game.prompts"),
        (
            "whether a computer may take a seat",
            [game.computer_may_take(state) for state in both],
            "game.computer_may_take",
        ),
        ("who is out", out, "game.is_out"),
        ("the places so far", [*map(game.interim_standings, both)], "game.interim_standings"),
        ("the places", [*map(game.standings, both)], "game.standings"),
    )
    return [Compared(moment.viewers[0], *each) for each in compared]


def _compare_for_one(
    play: playing.Play, moment: Moment, viewer: Seat | None, *, hears: bool
) -> list[Compared]:
    """Return what one viewer gets of both games: the legal moves, and the events of a step.

    If `hears` is False, the events may differ, and only the lines about equal ones are compared. In
    private events, the order of values does not count: a hand in a view may be sorted, and the
    cards just drawn are not.
    """
    steps = (moment.step, moment.other)
    found: list[Compared] = []
    if viewer is not None:
        moves = [list_legal_paths(play.game, step.state, viewer) for step in steps]
        found.append(Compared(viewer, "their moves", moves, "game.legal_moves"))
    if hears:
        heard = [
            tuple(
                event
                if event.to is None
                else replace(event, values=tuple(sorted(event.values, key=repr)))
                for event in filter_events(step.events, viewer)
            )
            for step in steps
        ]
        found.append(Compared(viewer, "what they hear", heard, "game.apply"))
    return [*found, _compare_lines(play, moment, viewer)]


def _compare_lines(play: playing.Play, moment: Moment, viewer: Seat | None) -> Compared:
    steps, context = (moment.step, moment.other), make_context(play, LANGUAGES[0])
    pairs = zip(*(filter_events(step.events, viewer) for step in steps), strict=False)
    both = [one for one, other in pairs if one == other]
    lines = [describe_heard(play, step, viewer, both, context) for step in steps]
    return Compared(viewer, "the lines about events", lines, "screens.describe_event")


def _look_closely(
    play: playing.Play, moment: Moment, viewer: Seat | None, rng: Random
) -> list[Compared]:
    """Return the screens that a viewer sees in both games, and what their illegal moves get.

    Screens hold buttons with their custom ids, alternative texts, and all that pictures show.
    """
    steps, context = (moment.step, moment.other), make_context(play, LANGUAGES[0])
    screens = [render_visible(play, step, viewer, context) for step in steps]
    board = "screens.board" if play.game.prompts(moment.step.state) else "screens.end"
    what = ("the board", board), ("their own screen", "screens.own_screen")
    found = [
        Compared(viewer, name, both, method_name)
        for (name, method_name), both in zip(what, zip(*screens, strict=False), strict=False)
    ]
    if viewer is None:
        return found
    prompts = play.game.prompts(moment.step.state)
    moves = {
        move
        for seat in range(play.setup.seats)
        for step in steps
        for move in list_legal_paths(play.game, step.state, seat)
    }
    wrong = sorted(moves - {*list_legal_paths(play.game, moment.step.state, viewer)})
    for move in rng.sample(wrong, min(MAX_REFUSALS, len(wrong))):
        act = ActRecord(viewer, rng.choice(prompts).decision, move, moment.step.number << 32)
        refusals = [_find_refusal(play, step, act) for step in steps]
        told = f"what they are told when they try {move!r}"
        found.append(Compared(viewer, told, refusals, "game.apply"))
    return found


def _find_refusal(play: playing.Play, step: playing.Step, act: ActRecord) -> str:
    try:
        play.apply(step.state, act, step.number + 1)
    except IllegalMove as refused:
        return f"{refused.key} {refused.values}"
    except Stale:
        return "too late"
    return "nothing: it is taken"


def _compare_awards(
    play: playing.Play, steps: list[playing.Step], viewer: Seat | None
) -> list[Compared]:
    found = list[tuple[tuple[str, Seat], ...]]()
    for each in (play, replace(play, steps=tuple(steps))):
        places = play.game.standings(each.steps[-1].state)
        if places is None:
            return []
        found.append(play.package.awards.find_earned(read_log(play.game, make_log(each)), places))
    return [Compared(viewer, "the awards", found, "awards.summarise")]


@playing.rule("computers.choose_move")
def _check_absent_moves_hide_secrets(play: playing.Play) -> None:
    """When all answer together, the computer for absent people does not choose by what they hide.

    In a game with teams, it does not when one player is asked, either: who absents themselves would
    show their team.
    """
    rng = play.rng
    for similar in islice(vary_draws(play, play.steps[0], rng), 1):
        for moment in islice(follow(play, similar, similar.viewers), MAX_FIRST_STEPS):
            prompts = play.game.prompts(moment.step.state)
            asked = [prompt.seat for prompt in prompts if prompt.seat is not None]
            together = len({prompt.decision for prompt in prompts}) == 1 < len(asked)
            if moment.viewers and (together or play.package.teams):
                for seat in {*asked} - {*moment.viewers}:
                    _compare_absent(play, moment, seat)


def _compare_absent(play: playing.Play, moment: Moment, seat: Seat) -> None:
    """Check that an absent player's move is the same in two games that allow the same moves.

    In a game with teams, one of the two may allow more moves, which only one role has.
    """
    states = (moment.step.state, moment.other.state)
    moves = [{*list_legal_paths(play.game, state, seat)} for state in states]
    is_within = bool(play.package.teams) and (moves[0] < moves[1] or moves[1] < moves[0])
    if moves[0] != moves[1] and not (is_within and all(moves)):
        return
    chosen = [choose_path(play, state, seat, playing.ABSENT_PLAYERS) for state in states]
    if chosen[0] != chosen[1]:
        why = f"{playing.ABSENT_PLAYERS} chooses {chosen[0]!r} or {chosen[1]!r} for seat {seat}"
        viewers = ", ".join(map(playing.name_viewer, moment.viewers))
        raise playing.Broken(
            f"{why} by what only that seat knows, and {viewers} will see which", moment.step
        )
