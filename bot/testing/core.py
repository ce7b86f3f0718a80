"""Rules of the contract about prompts, moves, actions, states, standings and deadlines."""

from collections.abc import Iterable
from random import Random
from typing import Any

from msgspec import Struct, ValidationError
from msgspec.json import decode, encode

from bot.engine.chance import PythonChance
from bot.engine.events import EventRecord, Seat, to_record
from bot.engine.game import IllegalMove, Leave, Place, Prompt, Stale, find_waiting
from bot.engine.moves import parse_move
from bot.engine.records import ActRecord, apply_record, begin_game, list_legal_paths, read_events
from bot.testing.limits import MAX_PATH_LENGTH
from bot.testing.playing import Broken, Play, Step, describe_error, make_chance, name_viewer, rule

LATE_CLICK_ID = 10**9 << 22
"""The id of a made-up click that is later than all real ones: Discord's ids contain the time."""
UNUSED_DECISION = 10**9
MAX_SAMPLED_MOVES = 6
MAX_CHECKED_STEPS = 4
MAX_STATE_KILOBYTES = 4
"""A state has to be small, because each move writes the whole state to the database."""
NOT_ASKED_ERRORS = (Stale, IllegalMove)
"""`IllegalMove` is allowed, too, as its message can tell that the player has answered already."""


@rule()
def _check_game_ends(play: Play) -> None:
    """Every game ends, however it is played, and raises no error before."""
    if play.failure:
        raise Broken(play.failure, len(play.steps))
    for seats in play.game.seats:
        try:
            begin_game(play.game, seats, play.setup.options, make_chance(play.setup, 0))
        except Exception as problem:
            why = f"the deal for {seats} seats fails: {describe_error(play.package, problem)}"
            raise Broken(why, 0) from problem


@rule("game.view", games_per_check=10)
def _check_frozen_structs(play: Play) -> None:
    """States and views are frozen structs."""
    for what in (play.steps[0].state, play.game.view(play.steps[0].state, None)):
        if not isinstance(what, Struct) or not type(what).__struct_config__.frozen:
            raise Broken(f"{type(what).__name__} is not a frozen struct", 0)


@rule("game.load_state")
def _check_json_round_trip(play: Play) -> None:
    """States and views can be converted to JSON and back without loss."""
    for step in play.steps:
        state = step.state
        if play.game.load_state(encode(state)) != state:
            raise Broken("a state differs after it was stored and read", step)
    for step in play.sample_steps(MAX_CHECKED_STEPS, play.rng):
        for viewer in play.viewers:
            view = play.game.view(step.state, viewer)
            if decode(encode(view), type=type(view)) != view:
                raise Broken(f"the view of {name_viewer(viewer)} differs once stored", step)


@rule("game.deal")
def _check_state_size(play: Play) -> None:
    """A state takes at most four kilobytes as JSON."""
    for step in play.steps:
        size = len(encode(step.state))
        if size > MAX_STATE_KILOBYTES * 1024:
            raise Broken(f"a state takes {size:,} bytes", step)


@rule("game.apply")
def _check_deterministic_steps(play: Play) -> None:
    """The same deal and the same actions always make the same game."""
    state, events = begin_game(
        play.game, play.setup.seats, play.setup.options, PythonChance(play.setup.number << 32)
    )
    for step in play.steps:
        if step.action is not None:
            state, events = play.apply(state, step.action, step.number)
        if encode((state, events)) != encode((step.state, step.events)):
            raise Broken("the same input makes another state, or tells other events", step)


@rule("game.standings")
def _check_final_standings(play: Play) -> None:
    """The game has standings exactly when it asks nobody any more, and ties share a rank."""
    for step in play.steps:
        asked = play.game.prompts(step.state)
        found = play.game.standings(step.state)
        if bool(asked) == (found is not None):
            what = "is asked, though there are" if asked else "is asked, and there are no"
            raise Broken(f"{'somebody' if asked else 'nobody'} {what} places", step)
        if asked and not find_waiting(asked):
            raise Broken("all who are asked have answered, and the game waits", step)
        if found is not None:
            _check_ranks(found, play.setup.seats, step)


def _check_ranks(places: tuple[Place, ...], seats: int, step: Step) -> None:
    if sorted(place.seat for place in places) != list(range(seats)):
        raise Broken(f"not every seat has one place: {places}", step)
    for place in places:
        better = sum(other.rank < place.rank for other in places)
        if place.rank != better + 1:
            why = f"seat {place.seat} has rank {place.rank}, but {better} players have better ranks"
            raise Broken(f"{why}, so it has to be {better + 1}: {places}", step)
    if [place.rank for place in places] != sorted(place.rank for place in places):
        raise Broken(f"the best place does not come first: {places}", step)


@rule("game.interim_standings")
def _check_interim_standings(play: Play) -> None:
    """The places so far are none, or one for each player, and those at the end are the final ones."""  # noqa: E501
    for step in play.sample_steps(MAX_CHECKED_STEPS, play.rng):
        found = play.game.interim_standings(step.state)
        if found and play.game.prompts(step.state):
            _check_ranks(found, play.setup.seats, step)
    end = play.steps[-1]
    final, last = play.game.standings(end.state), play.game.interim_standings(end.state)
    if last not in ((), final):
        raise Broken(f"at the end, the places so far are {last}, the final ones {final}", end)


@rule("game.standings")
def _check_teams(play: Play) -> None:
    """If the game has teams, each player is in one, each has members, and they share a rank.

    Check the teams of all places. Before the end, a player's team may still be secret.
    """
    teams = play.package.teams
    if len({*teams}) != len(teams):
        raise Broken(f"`teams` names a team twice: {teams}")
    for step in (*play.sample_steps(MAX_CHECKED_STEPS, play.rng), play.steps[-1]):
        final = play.game.standings(step.state)
        known = {*teams} if teams and final else {*teams, ""}
        for place in final or play.game.interim_standings(step.state):
            if place.team not in known:
                of = f"in the team {place.team!r}" if place.team else "in no team"
                raise Broken(f"seat {place.seat} is {of}, but `teams` is {teams}", step)
        for team in teams if final else ():
            _check_members(team, final or (), step)


def _check_members(team: str, places: tuple[Place, ...], step: Step) -> None:
    ranks = sorted({place.rank for place in places if place.team == team})
    if not ranks:
        raise Broken(f"nobody is in the team {team!r}, though it is in `teams`", step)
    if len(ranks) > 1:
        why = f"the members of the team {team!r} have the ranks {ranks}"
        raise Broken(f"{why}: a team wins or loses together", step)


@rule("game.legal_moves")
def _check_move_paths(play: Play) -> None:
    """Legal moves are distinct, and their paths are ASCII with at most 60 characters."""
    for step in play.steps:
        for seat in range(play.setup.seats):
            moves = list_legal_paths(play.game, step.state, seat)
            if len(set(moves)) != len(moves):
                raise Broken(f"seat {seat} is offered a move twice", step)
            for move in moves:
                if not move.isascii() or not 0 < len(move) <= MAX_PATH_LENGTH:
                    raise Broken(f"a move of {len(move)} characters: {move!r}", step)


@rule("game.legal_moves")
def _check_moves_and_events_parse(play: Play) -> None:
    """Each path converts back to its move, and each stored event back to its event."""
    for step in play.steps:
        for seat in range(play.setup.seats):
            for move in play.game.legal_moves(step.state, seat):
                if parse_move(play.game.move_types, move.path) != move:
                    raise Broken(f"{move} is not read from {move.path!r}", step)
        names = ", ".join(event.name for event in step.events)
        try:
            stored = decode(encode(step.events), type=tuple[EventRecord, ...])
        except ValidationError as invalid:
            raise Broken(f"events cannot be stored and read: {names}. {invalid}", step) from invalid
        if tuple(map(to_record, read_events(play.game, stored))) != step.events:
            why = f"events are not read as they were stored: {names}"
            raise Broken(f"{why}. Are their classes in `event_types`?", step)


@rule("game.apply")
def _check_only_legal_moves(play: Play) -> None:
    """`apply` accepts exactly the moves in `legal_moves`, and does not change the state."""
    rng = play.rng
    past = {act.move for _, _, act in play.answers}
    for step in play.sample_steps(MAX_CHECKED_STEPS, rng):
        prompts = play.game.prompts(step.state)
        for prompt in prompts:
            if prompt.seat is not None:
                _check_answers(play, step, prompt, past, rng)
        seated = {prompt.seat: prompt.decision for prompt in prompts if prompt.seat is not None}
        for other, decision in seated.items():
            move = rng.choice(list_legal_paths(play.game, step.state, other))
            for seat in {*range(play.setup.seats)} - {*seated}:
                _expect_refused(
                    play, step, ActRecord(seat, decision, move, LATE_CLICK_ID), NOT_ASKED_ERRORS
                )


def _check_answers(
    play: Play, step: Step, prompt: Prompt, past_moves: set[str], rng: Random
) -> None:
    """Check that a seat's legal moves are accepted, and its illegal ones among others refused."""
    seat = prompt.seat or 0
    moves = list_legal_paths(play.game, step.state, seat)
    others = {
        move
        for one in range(play.setup.seats)
        for move in list_legal_paths(play.game, step.state, one)
    }
    before = encode(step.state)
    for move in _sample_moves(moves, rng):
        _expect_accepted(play, step, ActRecord(seat, prompt.decision, move, LATE_CLICK_ID))
        _expect_refused(play, step, ActRecord(seat, UNUSED_DECISION, move, LATE_CLICK_ID), (Stale,))
    near = _make_near_misses(_sample_moves(moves, rng))
    wrong = {*near, *_sample_moves(sorted(others), rng), *past_moves} - {*moves}
    for move in sorted(wrong):
        act = ActRecord(seat, prompt.decision, move, LATE_CLICK_ID)
        _expect_refused(play, step, act, (IllegalMove,))
    if encode(step.state) != before:
        raise Broken("a state was changed by `apply`", step)


def _expect_accepted(play: Play, step: Step, act: ActRecord) -> None:
    try:
        apply_record(play.game, step.state, act, PythonChance(0))
    except (IllegalMove, Stale) as refused:
        why = f"{act.move!r} of seat {act.seat} is listed, but refused: {type(refused).__name__}"
        raise Broken(why, step) from refused


def _expect_refused(
    play: Play, step: Step, act: ActRecord, refusals: tuple[type[IllegalMove | Stale], ...]
) -> None:
    try:
        apply_record(play.game, step.state, act, PythonChance(0))
    except refusals:
        return
    except Exception as problem:
        why = f"{act} raises {type(problem).__name__}, not {refusals[0].__name__}"
        raise Broken(why, step) from problem
    raise Broken(f"{act} is taken, but not listed", step)


def _sample_moves(moves: Iterable[str], rng: Random) -> list[str]:
    listed = list(moves)
    return rng.sample(listed, min(MAX_SAMPLED_MOVES, len(listed)))


def _make_near_misses(moves: Iterable[str]) -> set[str]:
    """Return paths that differ slightly from those of moves. A few may be legal by chance."""
    found = set[str]()
    for move in moves:
        fields = move.split("/")
        found |= {"/".join(fields[:-1]), f"{move}/0"}
        for place, field in enumerate(fields):
            if field.isdecimal():
                others = (str(int(field) + by) for by in (-1, 1, 100))
                found |= {"/".join((*fields[:place], one, *fields[place + 1 :])) for one in others}
    return found


@rule("game.apply")
def _check_leave_or_replace(play: Play) -> None:
    """`apply` refuses `Leave` while a computer may take the seat, and accepts it otherwise.

    Check refusals only: random players try otherwise whether they may leave.
    """
    for step in play.sample_steps(MAX_CHECKED_STEPS, play.rng):
        if not play.game.computer_may_take(step.state):
            continue
        for seat in range(play.setup.seats):
            try:
                apply_record(play.game, step.state, Leave(seat), PythonChance(0))
            except Stale:
                continue
            raise Broken(f"seat {seat} leaves, though a computer may take it", step)


@rule("game.legal_moves")
def _check_moves_while_asked(play: Play) -> None:
    """Each seat has at most one prompt, and has legal moves exactly while it is asked."""
    for step in play.steps:
        seats = [prompt.seat for prompt in play.game.prompts(step.state)]
        if len(set(seats)) != len(seats):
            raise Broken(f"somebody is asked twice: {seats}", step)
        for seat in range(play.setup.seats):
            moves = list_legal_paths(play.game, step.state, seat)
            if bool(moves) != (seat in seats):
                has = "moves, but is not asked" if moves else "is asked, but has no moves"
                raise Broken(f"seat {seat} {'has ' if moves else ''}{has}", step)


@rule("game.prompts")
def _check_stable_decisions(play: Play) -> None:
    """One seat's answer never changes the decision number of another seat's prompt.

    Check prompts of which one with the same seat, kind and clock exists after the answer.
    """
    for before, after, act in play.answers:
        still = {_identify_prompt(prompt): prompt for prompt in play.game.prompts(after.state)}
        for prompt in play.game.prompts(before.state):
            now = still.get(_identify_prompt(prompt))
            is_other = prompt.seat not in (None, act.seat)
            if is_other and prompt.clock and now and now.decision != prompt.decision:
                why = f"seat {prompt.seat}'s decision {prompt.decision} becomes {now.decision}"
                raise Broken(f"{why} by seat {act.seat}'s answer", after)


@rule("game.apply")
def _check_answer_for_oneself(play: Play) -> None:
    """A seat's answer answers for nobody else.

    Check that an answer closes no other seat's prompt, unless the decision is over for all.
    """
    for before, after, act in play.answers:
        asked, still = (play.list_others_asked(step.state, act) for step in (before, after))
        answered = [seat for seat in asked if seat not in still]
        if answered and still:
            why = f"seat {act.seat}'s answer to decision {act.decision} answers for seat"
            raise Broken(f"{why} {answered[0]}, though seat {still[0]} is still asked", after)


def _identify_prompt(prompt: Prompt) -> tuple[Seat | None, str, str]:
    return prompt.seat, prompt.kind, prompt.clock


@rule("game.prompts")
def _check_think_seconds(play: Play) -> None:
    """The `think_seconds` of a prompt's `timing` have a number for each level, or are empty."""
    for step in play.steps:
        for prompt in play.game.prompts(step.state):
            numbers, levels = len(prompt.timing.think_seconds), len(play.computers.levels)
            if numbers not in (0, levels):
                raise Broken(f"`think_seconds` has {numbers} numbers for {levels} levels", step)


@rule("game.prompts")
def _check_clock_share(play: Play) -> None:
    """A prompt's `clock_share` is above 0 and at most 1, and the same for all with its clock."""
    for step in play.steps:
        shares = dict[str, float]()
        for prompt in play.game.prompts(step.state):
            share = prompt.clock_share
            if not 0 < share <= 1:
                raise Broken(f"{_describe_seat(prompt.seat)} has a share of {share}", step)
            if prompt.clock and shares.setdefault(prompt.clock, share) != share:
                why = f"the clock {prompt.clock!r} has the shares {shares[prompt.clock]} and"
                raise Broken(f"{why} {share}", step)


@rule("game.prompts")
def _check_new_decision_numbers(play: Play) -> None:
    """The number of an answered or closed decision is never used again, except to change an answer.

    Check that an answered decision stays open only to change the answer (`has_answered`).
    """
    closed = set[tuple[Seat | None, int]]()
    for before, after in play.transitions:
        asked, still = _list_decisions(play, before.state), _list_decisions(play, after.state)
        answered = {decision for decision, has_answered in asked.items() if has_answered}
        if isinstance(after.action, ActRecord):
            answered |= {(after.action.seat, after.action.decision)}
        for (seat, decision), has_answered in still.items():
            who = f"{_describe_seat(seat)} is asked by decision {decision}"
            if (seat, decision) in answered and not has_answered:
                why = f"{who} again, which it has answered: a double click answers both"
                raise Broken(why, after)
            if has_answered and (seat, decision) not in answered:
                raise Broken(f"{who} as if it had answered", after)
        closed |= asked.keys() - still.keys()
        for seat, decision in closed & still.keys():
            raise Broken(f"decision {decision} is back for {_describe_seat(seat)}", after)


def _list_decisions(play: Play, state: Any) -> dict[tuple[Seat | None, int], bool]:
    """Map the seat and decision number of each open prompt to whether the seat has answered."""
    prompts = play.game.prompts(state)
    return {(prompt.seat, prompt.decision): prompt.has_answered for prompt in prompts}


@rule("game.apply")
def _check_repeat_changes_nothing(play: Play) -> None:
    """An answer that may still change can be repeated, which changes nothing."""
    for _, step, act in play.answers:
        if _list_decisions(play, step.state).get((act.seat, act.decision)):
            state, events = apply_record(play.game, step.state, act, PythonChance(0))
            if state != step.state or events:
                why = f"{act.move!r} of seat {act.seat}, made again, changes the state"
                raise Broken(f"{why} or tells events", step)


def _describe_seat(seat: Seat | None) -> str:
    return "the table's own pause" if seat is None else f"seat {seat}"


@rule("game.prompts")
def _check_new_clock_names(play: Play) -> None:
    """Each turn of a seat, and each round of all seats, has a clock with a new name.

    Check that nobody gets a clock that began without them, or after answering within it.
    """
    running, done = _group_by_clock(play, play.steps[0].state), dict[str, set[Seat]]()
    for before, after in play.transitions:
        action = after.action
        for prompt in play.game.prompts(before.state):
            if isinstance(action, ActRecord) and prompt.seat == action.seat:
                done.setdefault(prompt.clock, set()).add(action.seat)
        now = _group_by_clock(play, after.state)
        for clock, seats in now.items():
            began = running.get(clock, seats)
            for seat in seats - began:
                why = f"{_describe_seat(seat)} has what is left of the clock {clock!r} of others"
                raise Broken(f"{why}: a new turn is a new name", after)
            for seat in seats & done.get(clock, set()) if len(began) > 1 else ():
                why = (
                    f"the clock {clock!r} goes on though {_describe_seat(seat)} has answered by it"
                )
                raise Broken(f"{why}: a new round is a new name", after)
        running = {clock: running.get(clock, seats) for clock, seats in now.items()}
        done = {clock: done[clock] for clock in now.keys() & done.keys()}


def _group_by_clock(play: Play, state: Any) -> dict[str, set[Seat | None]]:
    """Map each clock that runs in a state to the seats that still have to answer by it."""
    found = dict[str, set[Seat | None]]()
    for prompt in find_waiting(play.game.prompts(state)):
        if prompt.clock:
            found.setdefault(prompt.clock, set()).add(prompt.seat)
    return found
