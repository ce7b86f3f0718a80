"""The rules about whom a game asks, by which decision, and how long: what `prompts` owes."""

from typing import Any

from bot.engine.events import Seat
from bot.engine.game import ActRecord, Prompt
from bot.testing.playing import Broken, Play
from bot.testing.rule import Rule


def _asked(play: Play) -> None:
    for moment in play.moments:
        seats = [prompt.seat for prompt in play.game.prompts(moment.state)]
        if len(set(seats)) != len(seats):
            raise Broken(f"somebody is asked twice: {seats}", moment.number)
        for seat in range(play.setting.seats):
            moves = play.game.legal_paths(moment.state, seat)
            if bool(moves) != (seat in seats):
                has = "moves, but is not asked" if moves else "is asked, but has no moves"
                raise Broken(f"seat {seat} {'has ' if moves else ''}{has}", moment.number)


def _open_still(play: Play) -> None:
    for before, after in play.steps:
        if not isinstance(after.given, ActRecord):
            continue
        still = {_question(prompt): prompt for prompt in play.game.prompts(after.state)}
        for prompt in play.game.prompts(before.state):
            now = still.get(_question(prompt))
            is_other = prompt.seat not in (None, after.given.seat)
            if is_other and prompt.clock and now and now.decision != prompt.decision:
                why = f"seat {prompt.seat}'s decision {prompt.decision} becomes {now.decision}"
                raise Broken(f"{why} by seat {after.given.seat}'s answer", after.number)


def _question(prompt: Prompt) -> tuple[Seat | None, str, str]:
    return prompt.seat, prompt.kind, prompt.clock


def _pauses(play: Play) -> None:
    for moment in play.moments:
        for prompt in play.game.prompts(moment.state):
            if len(prompt.pauses) not in (0, len(play.game.levels)):
                raise Broken(f"{len(prompt.pauses)} pauses for the levels", moment.number)


def _counted(play: Play) -> None:
    closed = set[tuple[Seat | None, int]]()
    for before, after in play.steps:
        asked, still = _numbers(play, before.state), _numbers(play, after.state)
        given = after.given
        if isinstance(given, ActRecord) and (given.seat, given.decision) in still:
            why = f"seat {given.seat} is asked again by decision {given.decision}"
            raise Broken(f"{why}, which it has answered: a double click answers both", after.number)
        closed |= asked - still
        for seat, decision in closed & still:
            raise Broken(f"decision {decision} is back for {_asked_one(seat)}", after.number)


def _numbers(play: Play, state: Any) -> set[tuple[Seat | None, int]]:
    return {(prompt.seat, prompt.decision) for prompt in play.game.prompts(state)}


def _asked_one(seat: Seat | None) -> str:
    return "the table's own pause" if seat is None else f"seat {seat}"


def _clocks(play: Play) -> None:
    running, done = _deadlines(play, play.moments[0].state), dict[str, set[Seat]]()
    for before, after in play.steps:
        given = after.given
        for prompt in play.game.prompts(before.state):
            if isinstance(given, ActRecord) and prompt.seat == given.seat:
                done.setdefault(prompt.clock, set()).add(given.seat)
        now = _deadlines(play, after.state)
        for clock, seats in now.items():
            began = running.get(clock, seats)
            for seat in seats - began:
                why = f"{_asked_one(seat)} has what is left of the clock {clock!r} of others"
                raise Broken(f"{why}: a new turn is a new name", after.number)
            for seat in seats & done.get(clock, set()) if len(began) > 1 else ():
                why = f"the clock {clock!r} goes on though {_asked_one(seat)} has answered by it"
                raise Broken(f"{why}: a new round is a new name", after.number)
        running = {clock: running.get(clock, seats) for clock, seats in now.items()}
        done = {clock: done[clock] for clock in now.keys() & done.keys()}


def _deadlines(play: Play, state: Any) -> dict[str, set[Seat | None]]:
    """Return who is asked by each clock that runs."""
    found = dict[str, set[Seat | None]]()
    for prompt in play.game.prompts(state):
        if prompt.clock:
            found.setdefault(prompt.clock, set()).add(prompt.seat)
    return found


RULES = (
    Rule(
        "asked",
        "Each seat is asked once, and has moves exactly while it is asked.",
        _asked,
        of="game.legal_moves",
    ),
    Rule(
        "open-still",
        "An answer of one never changes what another is asked, nor the number of it.",
        _open_still,
        of="game.prompts",
    ),
    Rule(
        "pauses", "A prompt tells the pauses of all levels, or of none.", _pauses, of="game.prompts"
    ),
    Rule(
        "counted",
        "The number of a decision that was answered or closed never comes back.",
        _counted,
        of="game.prompts",
    ),
    Rule(
        "clocks",
        "A deadline is of one turn, or of one round of all: the next one has a new name.",
        _clocks,
        of="game.prompts",
    ),
)
