"""The highlights of a finished game of Quickpick, such as the fastest guess and the hardest face.

To find the turning point of a game, this module also estimates each player's chance to win after
each race.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import inf, sqrt

from bot.engine.events import Seat
from bot.engine.game import Act
from bot.engine.highlights import describe_turning_point
from bot.engine.records import LogEntry
from bot.engine.replays import Highlight, ReplayedStep
from bot.engine.screens import ScreenContext
from bot.engine.winning_chances import WinningChances, compute_softmax, find_turning_points
from bot.games.quickpick.awards import Race, list_finished_races
from bot.games.quickpick.model.events import RACE_ENDS, MaskGuessed
from bot.games.quickpick.model.moves import DRAW
from bot.games.quickpick.model.state import View
from bot.games.quickpick.words import format_monster, format_name

MAX_PARTS_OF_A_SHORT_MIME = 2
"""The maximum number of hints with which a guessed face becomes a highlight of the game. Hints are
shown parts of the face, and sounds.
"""
MIME_TURN_MASKS, LAST_RACE_MASK_EXPONENT = 0.5, 3.45
"""Two parameters of the estimated chances to win: for a turn as the mime, and for a won mask.

The first is how many masks a player's coming turn as the mime is worth, compared with other turns.
The second says how much a lead of one mask is worth before the last race: it multiplies the odds of
winning by e to the power of this number. With more races left, the exponent is divided by the
square root of their number.

The numbers are the best fit to the winners of 200 games among three to eight computer players of
all levels. In another 200 games, predictions of 14, 46 and 97 percent came true in 14, 50 and 95 of
100 cases. `python -m benchmarks.winning quickpick` measures this.
"""


def find_rounds(log: Sequence[LogEntry]) -> tuple[int, ...]:
    """Return the steps with which rounds begin: the deal, and each later look at a mask.

    A round is one mime's turn.
    """
    looks = [e.step for e in log if isinstance(e.action, Act) and e.action.move == DRAW]
    return (0, *looks[1:])


def find_highlights(log: Sequence[ReplayedStep], context: ScreenContext) -> Iterator[Highlight]:
    """Yield the highlights of a finished game, each with a sentence that describes it.

    Args:
        log: The steps of the game with their views, from the deal.
        context: The names and language of the screen.
    """
    turns = {after.step: before.views[0].turn + 1 for before, after in pairwise(log)}
    races = {race.step: race for race in list_finished_races(log)}

    def tell(kind: str, race: Race, seat: Seat, **values: int) -> Highlight:
        name, mask = format_name(seat, context), format_monster(race.mask, context.say)
        sentence = context.say(f"moment-{kind}", name=name, mask=mask, **values)
        return make_highlight(kind, race, seat, sentence)

    def make_highlight(kind: str, race: Race, seat: Seat, sentence: str) -> Highlight:
        when = context.say("when-turn", turn=turns[race.step])
        return Highlight(race.step, seat, kind, when, sentence)

    for race in races.values():
        if race.right_guesser is None:
            yield tell("fooled", race, race.mime)
    guessed = [(race, race.winning_hand) for race in races.values() if race.winning_hand]
    for race, hand in sorted(guessed, key=lambda each: each[1].elapsed_seconds):
        yield tell("fast", race, hand.seat, seconds=max(1, round(hand.elapsed_seconds)))
    for race, _ in sorted(guessed, key=lambda each: each[0].part_count):
        if 0 < race.part_count <= MAX_PARTS_OF_A_SHORT_MIME:
            yield tell("short", race, race.mime, parts=race.part_count)
    for turn in find_turning_points(estimate_winning_chances(log)):
        race = races[turn.step]
        mask = format_monster(race.mask, context.say)
        sentence = describe_turning_point(turn, format_name, context, mask=mask)
        yield make_highlight("turn", race, turn.seat, sentence)


def estimate_winning_chances(log: Sequence[ReplayedStep]) -> Iterator[WinningChances]:
    """Yield each player's chance to win the game, after the deal and after each race.

    The change after a race is ascribed to the guesser who was right, or to nobody. If several
    players share the victory, the last race is left out.
    """
    for entry in log:
        view: View = entry.views[0]
        ends = [event for event in entry.events if isinstance(event, RACE_ENDS)]
        shared = view.phase == "over" and view.counts.count(max(view.counts)) > 1
        if (ends and not shared) or entry is log[0]:
            guesser = next((end.guesser for end in ends if isinstance(end, MaskGuessed)), None)
            yield WinningChances(entry.step, guesser, _estimate_chances(view))


def _estimate_chances(view: View) -> tuple[float, ...]:
    seats = range(len(view.counts))
    left = view.all_turns - len(view.turns)
    if view.phase == "over":
        most = max(view.counts)
        return compute_softmax([0.0 if count == most else -inf for count in view.counts])
    mimes = [(view.mime + turn) % len(view.counts) for turn in range(left)]
    masks = [view.counts[seat] + MIME_TURN_MASKS * mimes.count(seat) for seat in seats]
    return compute_softmax(
        [
            LAST_RACE_MASK_EXPONENT * masks[seat] / sqrt(left) if view.present[seat] else -inf
            for seat in seats
        ]
    )
