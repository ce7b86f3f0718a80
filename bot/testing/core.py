"""The rules about the rules of a game: whom it asks, its moves, actions, states and standings."""

from collections.abc import Iterable
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.json import decode, encode

from bot.engine.chance import Luck
from bot.engine.events import Seat, to_record
from bot.engine.game import ActRecord, Game, IllegalMove, Leave, Place, Prompt, Stale
from bot.engine.moves import parse_move
from bot.testing.limits import PATH
from bot.testing.playing import Broken, Moment, Play, Rule
from bot.testing.secrecy import name

LATE = 10**9 << 22
"""The Discord id of a click after all others."""
NEVER = 10**9
"""The number of a decision that nobody ever has."""
NEAR = 6
"""So many moves are changed a little, to try what comes of them."""
LOOKED_AT = 4
"""So many moments of a game are looked at where that takes long."""
KILOBYTES = 4
"""A state is written at each move: it takes so much at most."""
NOT_ASKED = (Stale, IllegalMove)
"""How whoever is not asked is refused: one who has answered may be told why."""


def _ends(play: Play) -> None:
    if play.failure:
        raise Broken(play.failure, len(play.moments))


def _stored(play: Play) -> None:
    for moment in play.moments:
        state = moment.state
        if play.game.load_state(encode(state)) != state:
            raise Broken("a state differs after it was stored and read", moment.number)
    for moment in play.some(LOOKED_AT, play.luck):
        for viewer in (None, *range(play.setting.seats)):
            view = play.game.view(moment.state, viewer)
            if decode(encode(view), type=type(view)) != view:
                raise Broken(f"the view of {name(viewer)} differs once stored", moment.number)


def _small(play: Play) -> None:
    for moment in play.moments:
        size = len(encode(moment.state))
        if size > KILOBYTES * 1024:
            raise Broken(f"a state takes {size:,} bytes", moment.number)


def _places(play: Play) -> None:
    for moment in play.moments:
        asked = play.game.prompts(moment.state)
        found = play.game.standings(moment.state)
        if bool(asked) == (found is not None):
            what = "is asked, though there are" if asked else "is asked, and there are no"
            raise Broken(f"{'somebody' if asked else 'nobody'} {what} places", moment.number)
        if found is not None:
            _check_places(found, play.setting.seats, moment)


def _check_places(found: tuple[Place, ...], seats: int, moment: Moment) -> None:
    if sorted(place.seat for place in found) != list(range(seats)):
        raise Broken(f"not every seat has one place: {found}", moment.number)
    for number, place in enumerate(found):
        better = sum(other.rank < place.rank for other in found)
        if place.rank != better + 1:
            raise Broken(f"place {number + 1} has rank {place.rank}: {found}", moment.number)
    if [place.rank for place in found] != sorted(place.rank for place in found):
        raise Broken(f"the best place does not come first: {found}", moment.number)


def _written(play: Play) -> None:
    for moment in play.moments:
        for seat in range(play.setting.seats):
            moves = play.game.legal_paths(moment.state, seat)
            if len(set(moves)) != len(moves):
                raise Broken(f"seat {seat} is offered a move twice", moment.number)
            for move in moves:
                if not move.isascii() or not 0 < len(move) <= PATH:
                    raise Broken(f"a move of {len(move)} characters: {move!r}", moment.number)


def _read(play: Play) -> None:
    for moment in play.moments:
        for seat in range(play.setting.seats):
            for move in play.game.legal_moves(moment.state, seat):
                if parse_move(play.game.move_types, move.path) != move:
                    raise Broken(f"{move} is not read from {move.path!r}", moment.number)
        if tuple(map(to_record, play.game.read_events(moment.events))) != moment.events:
            names = ", ".join(event.name for event in moment.events)
            raise Broken(f"events are not read as they were stored: {names}", moment.number)


def _taken(play: Play) -> None:
    luck = play.luck
    past = {act.given.move for act in play.moments if isinstance(act.given, ActRecord)}
    for moment in play.some(LOOKED_AT, luck):
        prompts = play.game.prompts(moment.state)
        for prompt in prompts:
            if prompt.seat is not None:
                _check_taken(play, moment, prompt, past, luck)
        seated = {prompt.seat: prompt.decision for prompt in prompts if prompt.seat is not None}
        for other, decision in seated.items():
            move = luck.choice(play.game.legal_paths(moment.state, other))
            for seat in {*range(play.setting.seats)} - {*seated}:
                _check_refused(play, moment, ActRecord(seat, decision, move, LATE), NOT_ASKED)


def _check_taken(play: Play, moment: Moment, prompt: Prompt, past: set[str], luck: Random) -> None:
    seat = prompt.seat or 0
    moves = play.game.legal_paths(moment.state, seat)
    others = {
        move
        for one in range(play.setting.seats)
        for move in play.game.legal_paths(moment.state, one)
    }
    before = encode(moment.state)
    for move in _some(moves, luck):
        _check_accepted(play, moment, ActRecord(seat, prompt.decision, move, LATE))
        _check_refused(play, moment, ActRecord(seat, NEVER, move, LATE), (Stale,))
    wrong = {*_nearly(_some(moves, luck)), *_some(sorted(others), luck), *past} - {*moves}
    for move in sorted(wrong):
        _check_refused(play, moment, ActRecord(seat, prompt.decision, move, LATE), (IllegalMove,))
    if encode(moment.state) != before:
        raise Broken("a state was changed by `apply`", moment.number)


def _check_accepted(play: Play, moment: Moment, act: ActRecord) -> None:
    try:
        play.game.step(moment.state, act, Luck(0))
    except (IllegalMove, Stale) as refused:
        why = f"{act.move!r} of seat {act.seat} is listed, but refused: {type(refused).__name__}"
        raise Broken(why, moment.number) from refused


def _check_refused(
    play: Play, moment: Moment, act: ActRecord, refusals: tuple[type[IllegalMove | Stale], ...]
) -> None:
    try:
        play.game.step(moment.state, act, Luck(0))
    except refusals:
        return
    except Exception as problem:
        why = f"{act} raises {type(problem).__name__}, not {refusals[0].__name__}"
        raise Broken(why, moment.number) from problem
    raise Broken(f"{act} is taken, but not listed", moment.number)


def _some(moves: Iterable[str], luck: Random) -> list[str]:
    listed = list(moves)
    return luck.sample(listed, min(NEAR, len(listed)))


def _nearly(moves: Iterable[str]) -> set[str]:
    """Return what is nearly one of these moves."""
    found = {"", "/"}
    for move in moves:
        *fields, last = move.split("/")
        found |= {"/".join(fields), f"{move}/0", f"{move}/", f"/{move}", move.swapcase()}
        if last.isdecimal():
            found |= {"/".join((*fields, str(int(last) + by))) for by in (-1, 1, 100)}
    return found


def _leaves(play: Play) -> None:
    for moment in play.some(LOOKED_AT, play.luck):
        if not play.game.computer_may_take(moment.state):
            continue
        for seat in range(play.setting.seats):
            try:
                play.game.step(moment.state, Leave(seat), Luck(0))
            except Stale:
                continue
            raise Broken(f"seat {seat} leaves, though a computer may take it", moment.number)


def _same(play: Play) -> None:
    state, events = play.game.begin(
        play.setting.seats, play.setting.options, Luck(play.setting.number << 32)
    )
    for moment in play.moments:
        if moment.given is not None:
            state, events = play.stepped(state, moment.given, moment.number)
        if encode((state, events)) != encode((moment.state, moment.events)):
            raise Broken("the same input makes another state, or tells other events", moment.number)


def _frozen(play: Play) -> None:
    game: Game[Any, Any] = play.game
    for what in (play.moments[0].state, game.view(play.moments[0].state, None)):
        if not isinstance(what, Struct) or not type(what).__struct_config__.frozen:
            raise Broken(f"{type(what).__name__} is not a frozen struct", 0)


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
            if len(prompt.think_seconds) not in (0, len(play.game.levels)):
                raise Broken(f"{len(prompt.think_seconds)} pauses for the levels", moment.number)


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
        "ends",
        "However it is played, a game comes to its end, and nothing fails before.",
        _ends,
        of="game.apply",
    ),
    Rule("frozen", "States and views are frozen structs.", _frozen, every=10, of="game.view"),
    Rule(
        "stored",
        "A state goes to JSON and back without loss, and a view does.",
        _stored,
        of="game.load_state",
    ),
    Rule("small", "A state takes at most four kilobytes as JSON.", _small, of="game.deal"),
    Rule("same", "The same deal and the same inputs make the same game.", _same, of="game.apply"),
    Rule(
        "places",
        "Nobody is asked any more exactly when all have their places; ties share a rank.",
        _places,
        of="game.standings",
    ),
    Rule(
        "written",
        "Moves are distinct, of ASCII, and at most sixty characters long.",
        _written,
        of="game.legal_moves",
    ),
    Rule(
        "read",
        "Each move is read from its path, and each event from what is stored of it.",
        _read,
        of="game.legal_moves",
    ),
    Rule(
        "taken",
        "`apply` takes exactly what `legal_moves` lists, and leaves the state alone.",
        _taken,
        of="game.apply",
    ),
    Rule(
        "leaves",
        "Where a computer may take a seat, nobody leaves by the rules; else everybody can.",
        _leaves,
        of="game.apply",
    ),
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
