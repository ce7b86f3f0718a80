"""The rules of Quickpick, from the rulebook and rulings Q1 to Q24.

In a turn, the mime draws a secret mask and acts it out. The guessers race to put a hand on its
tile. Then the result follows. A turn always uses two cards. In a race, the mime's decisions and the
decision that all guessers share are open at the same time.
"""

from collections.abc import Mapping, Sequence
from random import Random

from msgspec.structs import replace

from bot.engine.events import Notice, Seat
from bot.engine.game import (
    Act,
    Action,
    Chance,
    Elapse,
    Game,
    IllegalMove,
    Lesson,
    Option,
    Place,
    Prompt,
    Stale,
    rank_seats,
    replace_at_seat,
)
from bot.engine.moves import Move
from bot.games.quickpick import computer
from bot.games.quickpick.awards import AWARDS, earned_awards
from bot.games.quickpick.model import events, moves
from bot.games.quickpick.model.state import (
    CARDS_PER_MASK,
    CARDS_PER_SEAT,
    DECISIONS_PER_TURN,
    FEATURES,
    MASKS,
    MAX_SILENT_RACES,
    PASSES_TO_LEAVE,
    SEATS,
    Choice,
    Hand,
    State,
    Turn,
    View,
    find_matching_masks,
    find_part,
    sort_by_arrival,
)

COMPUTER_DRAW_SECONDS = 6.0
"""How many seconds a computer player waits as the mime before it draws the secret mask.

People need that time to see how the last race ended.
"""
COMPUTER_MIME_SECONDS = 3.5
"""How many seconds a computer player waits as the mime before it shows a part.

It is longer than `MIME_PAUSE_MILLISECONDS`.
"""
LATE_HANDS_SECONDS = 0.5
"""How many seconds a closing race waits for hands that the network has delayed."""
MIME_PAUSE_MILLISECONDS = 2000
"""The shortest time between two parts or sounds of a mime, in milliseconds.

It is measured between the times in the ids of the clicks.
"""
MAX_SOUNDS_PER_RACE = 20
"""How many sounds a mime may make in a race."""
SILENCE_PERIODS_PER_RACE = 2
"""Into how many periods of silence a race's time is divided.

A mime who shows nothing for one such period gets help from a computer.
"""
SNOWFLAKE_BITS_BELOW_MILLISECONDS = 22
"""How many bits of a Discord id stand below its time in milliseconds.

Shifting an id right by this number leaves the milliseconds.
"""
OPTIONS = (
    Option("mode", ("composer", "sounds", "camera")),
    Option("seconds", ("60", "30", "90", "120", "180"), always_named=True),
    Option("choosing", ("quick", "all", "calm")),
)
"""The options that the host chooses before the game, each with its choices."""
TYPICAL_ANSWERS_BY_SEATS = (34, 58, 86, 121, 156, 186)
"""How many answers all players together usually give in a whole game, for 3 to 8 players.

Each number is the median of 15 games among computer players.
"""

Step = tuple[State, tuple[Notice, ...]]
"""The result of a step: the next state, and the events with the seats that may know of them."""


class Quickpick(Game[State, View]):
    """The rules of Quickpick (Ares Games), a game for 3 to 8 players (ruling Q3)."""

    seats = SEATS
    state = State
    move_types = moves.MOVE_TYPES
    event_types = events.EVENT_TYPES
    options: tuple[Option, ...] = OPTIONS
    levels = computer.LEVELS
    fast_levels = ("absent", *computer.LEVELS)
    level_win_rates: Mapping[int, tuple[float, ...]] = {
        3: (0.42, 0.48),
        4: (0.49, 0.61),
        5: (0.52, 0.70),
        6: (0.61, 0.89),
        7: (0.75, 0.87),
        8: (0.85, 0.89),
    }
    awards = AWARDS
    rules = 1
    clock = "clock-look"
    earned_awards = staticmethod(earned_awards)
    choose_move = staticmethod(computer.choose_move)

    def deal(self, seats: int, options: Mapping[str, str], chance: Chance) -> Step:
        """Shuffle the cards and deal (rulebook, "Setup"); seat 0 is the first mime.

        There is one random draw, so that a deal can be checked afterwards: the 48 cards are
        shuffled. Card c shows mask c // 3. The first six cards for each player are the deck, with
        the first card on top.

        Args:
            seats: The number of players.
            options: The host's choices. An option that is left out has its first choice.
            chance: The source of the random draw.

        Raises:
            ValueError: The game cannot be played by this number of players.
        """
        if seats not in SEATS:
            raise ValueError("a deal has 3 to 8 seats")
        chosen = {**self.defaults, **options}
        cards = chance.shuffle(range(CARDS_PER_MASK * len(MASKS)))[: CARDS_PER_SEAT * seats]
        state = State(
            mode=chosen["mode"],
            calm=chosen["choosing"] == "calm",
            quick=chosen["choosing"] == "quick",
            seconds=int(chosen["seconds"]),
            deck=tuple([card // CARDS_PER_MASK for card in cards]),
            won=((),) * seats,
            removed=(),
            mime=0,
            turn=0,
            phase="draw",
            decision=0,
            passed=(0,) * seats,
            present=(True,) * seats,
        )
        return state, ()

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return the questions that the game waits for.

        Before a race, this is whether the mime draws. In a race, these are the mime's own decision,
        the choice that all guessers share, and the end of the time. Guessers can still answer while
        the race closes.
        """
        if state.phase == "over":
            return ()
        if state.phase == "draw":
            clock, pauses = f"draw:{state.decision}", (COMPUTER_DRAW_SECONDS,) * len(self.levels)
            late = "" if self.computer_may_take(state) else "camera"
            return (
                Prompt(
                    state.decision,
                    state.mime,
                    "draw",
                    clock,
                    think_seconds=pauses,
                    timeout_message=late,
                ),
            )
        asked = [_ask_guesser(state, seat) for seat in state.undecided_guessers]
        if state.phase == "closing":
            clock, decision = f"closing:{state.turn}", state.closing_decision
            return (Prompt(decision, None, "closing", clock, seconds=LATE_HANDS_SECONDS), *asked)
        seconds = min(state.patience, state.seconds) if state.is_last_call else state.seconds
        clock = f"race:{state.turn}"
        end = Prompt(state.end_decision, None, "race", clock, seconds=seconds)
        return (_ask_mime(state), *asked, end) if state.can_mime_act else (*asked, end)

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        """Return the moves that a seat can make now; there are none if the seat is not asked.

        Guessers may choose all tiles, including taken ones (ruling Q5). In front of a camera, a
        mime may pass the role on before looking.
        """
        if state.phase == "draw" and seat == state.mime:
            return (moves.DRAW, moves.PASS_ON) if state.mode == "camera" else (moves.DRAW,)
        if not state.is_racing:
            return ()
        if seat != state.mime:
            return moves.GUESS_MOVES if seat in state.undecided_guessers else ()
        if not state.can_mime_act:
            return ()
        shown = [number // 2 for number in state.shown]
        shows = [move for feature, move in enumerate(moves.SHOW_MOVES) if feature not in shown]
        may_sound = state.mode == "sounds" and len(state.sounds) < MAX_SOUNDS_PER_RACE
        return (*shows, *(moves.SOUND_MOVES if may_sound else ()), moves.STOP_MIMING)

    def apply(self, state: State, action: Action, chance: Chance) -> Step:
        """Apply a move, the end of a pause, or the leaving of a seat.

        Raises:
            Stale: The decision is not open for this seat. Or a seat leaves that a computer may take
                over.
            IllegalMove: The move is not among `legal_moves`. Its key is "hand-is-down" for a second
                choice, and "mime-knows" if the mime guesses. It is "breath" if the mime's last part
                or sound was less than `MIME_PAUSE_MILLISECONDS` ago.
        """
        notices: list[Notice] = []
        if isinstance(action, Act):
            self._check_act(state, action)
            after = _apply_move(state, action, chance, notices)
        elif isinstance(action, Elapse):
            after = _end_pause(state, action.decision, notices)
        elif self.computer_may_take(state):
            raise Stale
        else:
            after = _leave_seat(state, action.seat, notices)
        return after, tuple(notices)

    def _check_act(self, state: State, act: Act) -> None:
        """Check that a seat answers an open decision with a legal move.

        It raises `Stale` or `IllegalMove` otherwise, as `apply` says.
        """
        mimes = state.is_racing and act.seat == state.mime
        decision = state.mime_decision if mimes else state.decision
        legal = self.legal_moves(state, act.seat)
        if legal and act.decision == decision:
            if act.move not in legal:
                raise IllegalMove
            return
        if state.is_racing and act.decision == state.decision:
            if mimes:
                raise IllegalMove("mime-knows")
            if act.seat in {hand.seat for hand in state.hands}:
                raise IllegalMove("hand-is-down")
        raise Stale

    def view(self, state: State, viewer: Seat | None) -> View:
        """Return all that `viewer` may know of the game; None is an onlooker.

        Only the mime sees the secret mask. Only their owner sees the masks that a player has won.
        """
        return View(
            viewer=viewer,
            mode=state.mode,
            calm=state.calm,
            deck=len(state.deck),
            counts=_count_masks(state),
            won=() if viewer is None else state.won[viewer],
            mime=state.mime,
            turn=state.turn,
            all_turns=_count_all_turns(state),
            phase=state.phase,
            decision=state.decision,
            mask=state.mask if viewer == state.mime else None,
            shown=state.shown,
            sounds=state.sounds,
            done=state.done,
            chosen=tuple(sorted(hand.seat for hand in state.hands)),
            taken=() if state.calm else state.seats_by_tile,
            late=() if state.calm else state.late_seats,
            own=next((hand for hand in state.hands if hand.seat == viewer), None),
            turns=state.turns,
            present=state.present,
            passed=state.passed,
            last_call=state.is_last_call,
            piles=_list_piles(state) if state.phase == "over" else (),
        )

    def resample_hidden(self, state: State, viewer: Seat | None, rng: Random) -> State | None:
        """Return the state with all that is hidden from `viewer` drawn again at random.

        Checks of secrecy use it: both states must look the same to the viewer. The secret mask, the
        deck, the masks of other players and hidden choices change. The result is None once the game
        is over, because nothing is hidden then.
        """
        if state.phase == "over":
            return None
        deck = tuple(rng.sample(state.deck, len(state.deck)))
        other = replace(state, deck=deck)
        if viewer != state.mime:
            other = exchange_secret(state, rng)
        won = [
            masks if seat == viewer else tuple(rng.randrange(len(MASKS)) for _ in masks)
            for seat, masks in enumerate(state.won)
        ]
        hands = [
            hand
            if hand.seat == viewer
            else replace(hand, tile=rng.choice(_list_possible_tiles(state, hand)))
            for hand in state.hands
        ]
        return replace(other, won=tuple(won), removed=state.removed[::-1], hands=tuple(hands))

    def standings(self, state: State) -> tuple[Place, ...] | None:
        """Return the places by the number of masks once the game is over, or None before.

        See the rulebook, "Game End", and ruling Q17. Players who left come last (ruling Q14).
        """
        return self.interim_standings(state) if state.phase == "over" else None

    def interim_standings(self, state: State) -> tuple[Place, ...]:
        """Return the places that players would get by the masks won so far.

        The numbers of masks are public.
        """
        counts = _count_masks(state)
        return rank_seats([*zip(state.present, counts, strict=True)], counts)

    def computer_may_take(self, state: State) -> bool:
        """Return whether a computer may take over a seat.

        It cannot with a camera, because a computer has no face.
        """
        return state.mode != "camera"

    def computers_fit(self, options: Mapping[str, str]) -> bool:
        """Return whether computers can play with these options.

        They cannot with a camera, because they have no faces.
        """
        return options.get("mode") != "camera"

    def typical_length(self, seats: int, options: Mapping[str, str]) -> int:  # noqa: ARG002
        """Return how many answers all players together usually give in a whole game."""
        return TYPICAL_ANSWERS_BY_SEATS[seats - SEATS[0]]

    def lesson(self) -> Lesson:
        """Return the lesson: a game of three players and four turns, without time pressure.

        The learner is the mime of the second turn. Choices stay secret until all have chosen, so no
        quicker hand ends a race. In the first turn and in the last one, the learner's choice counts
        first.
        """
        return Lesson(LESSON_STATE, (), seat=0, seats=3)


LESSON_STATE = State(
    mode="composer",
    calm=True,
    quick=False,
    seconds=1200,
    deck=(10, 6, 0, 12, 5, 9, 13, 2),
    won=((), (), ()),
    removed=(),
    mime=2,
    turn=0,
    phase="draw",
    decision=0,
    passed=(0, 0, 0),
    present=(True, True, True),
    patience=0,
)
"""The state with which the lesson begins, always the same.

Of its deck, the mimes draw every other card. The first one is drawn by seat 2.
"""


# Prompts


def _ask_mime(state: State) -> Prompt:
    decision = state.mime_decision
    return Prompt(
        decision=decision,
        seat=state.mime,
        kind="mime",
        clock=f"mime:{decision}",
        turn=f"draw:{state.decision - DECISIONS_PER_TURN}",
        timeout_message="mime",
        seconds=state.seconds / SILENCE_PERIODS_PER_RACE,
        min_think_seconds=COMPUTER_MIME_SECONDS,
    )


def _ask_guesser(state: State, seat: Seat) -> Prompt:
    """Return the prompt for a guesser, who need not choose (ruling Q9).

    It also says how long a computer player waits before it chooses. A computer player reacts once
    enough parts are shown for its mood. In a calm game, daring and quickness gain nothing. So there
    it guesses only when it is sure. At any level, it then guesses as quickly as the quickest level,
    so that nobody has to wait.
    """
    mood = computer.CAUTIOUS if state.calm else computer.MOODS[state.moods[seat]]
    pauses = (float(state.seconds),) * len(computer.LEVELS)
    if state.done or len(state.shown) >= computer.PARTS_BEFORE_GUESS[mood]:
        pauses = computer.compute_pauses(mood, state.reactions[seat])
    if state.calm:
        pauses = pauses[-1:] * len(pauses)
    return Prompt(state.decision, seat, "slap", think_seconds=pauses, irrevocable=True)


# Actions: these functions return the next state and append to `notices`


def _apply_move(state: State, act: Act, chance: Chance, notices: list[Notice]) -> State:
    """Apply a legal move of a seat, which no longer counts as silent."""
    seat = act.seat
    if seat in state.silent:
        state = replace(state, silent=tuple([each for each in state.silent if each != seat]))
    match act.move:
        case moves.ChooseTile(mask):
            return _put_hand_down(state, Hand(seat, mask, act.at), notices)
        case moves.ChooseNothing():
            return _put_hand_down(state, Hand(seat, None, act.at), notices)
        case moves.ShowFeature() | moves.MakeSound() as move:
            return _apply_mime_move(state, move, act.at, notices)
        case moves.StopMiming():
            return replace(state, done=True)
        case moves.Draw():
            return _begin_race(state, chance)
        case moves.PassOn():
            return _pass_mime_role(state, notices)
    raise IllegalMove


def _begin_race(state: State, chance: Chance) -> State:
    """Draw the secret mask and begin the race.

    The mime has looked, so hands count from now on (ruling Q4). Chance decides how daring and how
    quick each computer player is in this race.
    """
    moods, reactions = computer.draw_moods(len(state.present), chance)
    return replace(
        state,
        phase="race",
        decision=state.decision + DECISIONS_PER_TURN,
        mask=state.deck[0],
        deck=state.deck[1:],
        moods=moods,
        reactions=reactions,
    )


def _apply_mime_move(
    state: State, move: moves.ShowFeature | moves.MakeSound, click_id: int, notices: list[Notice]
) -> State:
    """Show a part of the secret mask, always truthfully, or make a sound (ruling Q18).

    `click_id` is Discord's id of the click, which tells its time. It raises IllegalMove("breath")
    if the mime's last click was less than `MIME_PAUSE_MILLISECONDS` before.
    """
    since = (click_id >> SNOWFLAKE_BITS_BELOW_MILLISECONDS) - (
        state.shown_at >> SNOWFLAKE_BITS_BELOW_MILLISECONDS
    )
    if state.shown_at and since < MIME_PAUSE_MILLISECONDS:
        raise IllegalMove("breath")
    if isinstance(move, moves.MakeSound):
        notices.append(Notice(events.SoundMade(state.mime, move.syllable)))
        return replace(state, sounds=(*state.sounds, move.syllable), shown_at=click_id)
    number = find_part(state.secret_mask, FEATURES.index(move.feature))
    notices.append(Notice(events.PartShown(state.mime, number)))
    shown = (*state.shown, number)
    done = state.mode == "composer" and len(shown) == len(FEATURES)
    return replace(state, shown=shown, shown_at=click_id, done=done)


def _put_hand_down(state: State, hand: Hand, notices: list[Notice]) -> State:
    """Put a guesser's hand on a tile, or record that the guesser has no idea.

    Clicks can arrive in another order than they were made in. So another guesser, who pressed
    later, may lose the tile by it and gets a notice (ruling Q6).
    """
    rivals = [other for other in state.hands if other.tile == hand.tile]
    if rivals and hand.tile is not None and not state.calm:
        first = min(rivals, key=sort_by_arrival)
        if sort_by_arrival(hand) <= sort_by_arrival(first):
            notices.append(Notice(events.Overtaken(first.seat), (first.seat,)))
    return _close_decided_race(replace(state, hands=(*state.hands, hand)), notices)


def _close_decided_race(state: State, notices: list[Notice]) -> State:
    """End a race in which all have chosen, or close one that need not wait for the others.

    While a race closes, hands that the network delayed still count.
    """
    if not state.undecided_guessers:
        return _resolve_race(state, notices)
    return (
        replace(state, phase="closing") if state.is_found or not state.awaited_guessers else state
    )


def _end_pause(state: State, decision: int, notices: list[Notice]) -> State:
    """End the pause with this decision number.

    When the race's time is up, the race closes, but delayed hands still count for half a second.
    After that it ends. It raises `Stale` if this pause is not running.
    """
    if state.phase == "race" and decision == state.end_decision:
        return replace(state, phase="closing")
    if state.phase == "closing" and decision == state.closing_decision:
        return _resolve_race(state, notices)
    raise Stale


def _resolve_race(state: State, notices: list[Notice]) -> State:
    """End a race: reveal the mask, give out the prize or remove two cards, and end the turn.

    See the rulebook, "Game Turn". The hand of a guesser who left stays on its tile and wins nothing
    (ruling Q14).
    """
    mask, mime = state.secret_mask, state.mime
    guesser = state.seats_by_tile[mask]
    state = _record_silence(state, notices)
    if guesser is None or not state.present[guesser]:
        notices.append(Notice(events.MaskNotGuessed(mime, mask)))
        notices.append(Notice(events.MaskLost(mask), (mime,)))
        notices.append(_tell_missed(state, None))
        return _remove_two(state)
    prize = state.deck[0]
    notices.append(Notice(events.MaskGuessed(mime, mask, guesser)))
    notices.append(Notice(events.PrizeDrawn(prize), (guesser,)))
    notices.append(Notice(events.MaskKept(mask), (mime,)))
    notices.append(_tell_missed(state, guesser))
    won = replace_at_seat(state.won, guesser, (*state.won[guesser], prize))
    won = replace_at_seat(won, mime, (*won[mime], mask))
    return _end_turn(replace(state, won=won, deck=state.deck[1:]), guesser)


def _record_silence(state: State, notices: list[Notice]) -> State:
    """Record which guessers did not choose in this race although the others waited.

    It adds a notice for each guesser for whom races will no longer wait. In a quick race that ended
    early, guessers without a hand were too slow, not silent.
    """
    if state.is_found:
        return state
    before = state.silent
    more = [seat for seat in state.undecided_guessers if before.count(seat) < MAX_SILENT_RACES]
    silent = tuple(sorted([*before, *more]))
    for seat in sorted({*silent}):
        if silent.count(seat) == MAX_SILENT_RACES > before.count(seat):
            notices.append(Notice(events.NotWaitedFor(seat)))
    return replace(state, silent=silent)


def _tell_missed(state: State, guesser: Seat | None) -> Notice:
    """Return the notice that the race is over, for all guessers except the one who was right.

    If `guesser` is None, nobody was right, and all guessers get it.
    """
    return Notice(events.RaceMissed(), tuple([seat for seat in state.guessers if seat != guesser]))


def _remove_two(state: State) -> State:
    """Remove the secret mask and one more card, unseen by all (ruling Q13), and end the turn."""
    removed = (*state.removed, state.secret_mask, state.deck[0])
    return _end_turn(replace(state, removed=removed, deck=state.deck[1:]), None)


def _end_turn(state: State, right_guesser: Seat | None) -> State:
    """Record the turn, and begin the next one with the player to the left as the mime.

    If the deck is empty, the game is over. `right_guesser` is None if nobody was right.
    """
    choices = tuple(Choice(hand.seat, hand.tile) for hand in state.hands_in_order)
    turn = Turn(state.mime, state.secret_mask, right_guesser, choices)
    ended = replace(_clear_race(state), turns=(*state.turns, turn))
    if not state.deck:
        return replace(ended, phase="over")
    return _begin_next_mime(replace(ended, turn=state.turn + 1))


def _clear_race(state: State) -> State:
    """Return the state without the mask, hands and other data of the current race."""
    return replace(
        state,
        mask=None,
        shown=(),
        sounds=(),
        shown_at=0,
        done=False,
        hands=(),
        moods=(),
        reactions=(),
    )


def _begin_next_mime(state: State) -> State:
    """Make the next player to the left the mime (ruling Q2), skipping seats that were left."""
    seats = len(state.present)
    mime = (state.mime + 1) % seats
    while not state.present[mime]:
        mime = (mime + 1) % seats
    return replace(state, phase="draw", decision=state.decision + DECISIONS_PER_TURN, mime=mime)


def _pass_mime_role(state: State, notices: list[Notice]) -> State:
    """Pass the mime's role on to the left; no card is removed (ruling Q19).

    A player who passes it on for the second time leaves.
    """
    mime = state.mime
    notices.append(Notice(events.RolePassedOn(mime)))
    state = replace(state, passed=replace_at_seat(state.passed, mime, state.passed[mime] + 1))
    if state.passed[mime] == PASSES_TO_LEAVE:
        return _leave_seat(state, mime, notices)
    return _begin_next_mime(state)


def _leave_seat(state: State, seat: Seat, notices: list[Notice]) -> State:
    """Remove a seat that was left for good, and go on without it (rulings Q14 and Q15).

    With fewer than three players left, the game ends (ruling Q16). It raises `Stale` if the seat
    was left before or if the game is over.
    """
    if state.phase == "over" or not state.present[seat]:
        raise Stale
    notices.append(Notice(events.SeatLeft(seat)))
    left = replace(state, present=replace_at_seat(state.present, seat, False))
    if sum(left.present) < SEATS[0]:
        out = () if state.mask is None else (state.mask,)
        return replace(_clear_race(left), phase="over", removed=(*state.removed, *out))
    if state.phase == "draw":
        return _begin_next_mime(left) if seat == state.mime else left
    if seat == state.mime:
        notices.append(Notice(events.MimeGone(seat)))
        notices.append(_tell_missed(left, None))
        return _remove_two(left)
    return _close_decided_race(left, notices)


# Counts, and what else could be hidden


def _list_piles(state: State) -> tuple[tuple[int, ...], ...]:
    """Return the masks that each seat has won; a seat that was left has none (ruling Q14)."""
    here = zip(state.won, state.present, strict=True)
    return tuple([masks if present else () for masks, present in here])


def _count_masks(state: State) -> tuple[int, ...]:
    """Return how many masks each seat has won; a seat that was left has none."""
    return tuple([len(masks) for masks in _list_piles(state)])


def _count_all_turns(state: State) -> int:
    """Return how many turns the whole game has.

    Each turn takes two cards. During a race, one of them is already drawn.
    """
    ahead = 0 if state.phase == "over" else (len(state.deck) + 1) // 2
    return len(state.turns) + ahead


def _list_possible_tiles(state: State, hand: Hand) -> Sequence[int | None]:
    """Return the tiles on which a hand may be, as far as the other players can tell.

    In a calm game, that is any tile. Otherwise, all see the tile, unless the hand came late. A late
    hand may be on any tile that was taken before.
    """
    if state.calm:
        return range(len(MASKS))
    if hand.seat not in state.late_seats:
        return (hand.tile,)
    hands = state.hands_in_order
    earlier = {each.seat for each in hands[: hands.index(hand)]}
    return [tile for tile, seat in enumerate(state.seats_by_tile) if seat in earlier]


def exchange_secret(state: State, rng: Random) -> State:
    """Return the state with another secret mask and a shuffled deck, for checks of secrecy.

    The new mask fits the parts that the mime has shown. In a closing race, the mask stays, because
    everybody may know that a hand is on the right tile.
    """
    deck = tuple(rng.sample(state.deck, len(state.deck)))
    if state.phase != "race":
        return replace(state, deck=deck)
    tiles = {hand.tile for hand in state.hands} if state.quick else set()
    fitting = [mask for mask in find_matching_masks(state.shown) if mask not in tiles]
    return replace(state, deck=deck, mask=rng.choice(fitting or [state.secret_mask]))
