"""The rules of Quickpick, from the rulebook and rulings Q1 to Q24.

In each turn, one player, the mime, draws a card with a secret monster face and acts it out. The
others race to put a hand on the tile of that face. A turn always uses two cards. In a race, the
mime's decisions and the decision that all guessers share are open at the same time.
"""

from collections.abc import Mapping, Sequence
from random import Random

from msgspec.structs import replace

from bot.engine import game
from bot.engine.events import Notice, Seat
from bot.engine.moves import Move
from bot.engine.options import Option, default_options
from bot.games.quickpick import computer
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
"""The number of seconds that a computer player waits as the mime before it draws the secret mask.
People need that time to see how the last race ended.
"""
COMPUTER_MIME_SECONDS = 3.5
"""The number of seconds that a computer player waits as the mime before it shows a part. It must be
longer than `MIME_PAUSE_MILLISECONDS`.
"""
LATE_HANDS_SECONDS = 0.5
"""The number of seconds for which guesses that the network delayed still count at a race's end."""
LOOK_SECONDS = 45
"""The number of seconds in which a mime has to look at the secret mask, unless the host chose."""
SILENT_LOOK_SECONDS = 10.0
"""The number of seconds for a look at the mask for a mime whom nobody waits for in races. Then a
computer player mimes. In front of cameras it cannot, so there the time limit stays.
"""
SKIP_MIME_SECONDS = 30.0
"""The seconds of silence after which anybody at the table may let the computer mime."""
MIME_PAUSE_MILLISECONDS = 2000
"""The minimum time between two parts or sounds of a mime, in milliseconds. It is measured between
the times in the ids of the clicks. An earlier click is refused.
"""
MAX_SOUNDS_PER_RACE = 20
"""The maximum number of sounds that a mime may make in a race. Further sounds are no legal moves.
"""
SILENCE_PERIODS_PER_RACE = 2
"""The number by which a race's time is divided to get the longest silence of a mime. If a mime
shows nothing for that long, a computer player takes over for now.
"""
SNOWFLAKE_BITS_BELOW_MILLISECONDS = 22
"""The number of low bits in a Discord id that do not belong to its time. Shifting an id right by
this number leaves the time in milliseconds.
"""
OPTIONS = (
    Option("mode", ("composer", "sounds", "camera"), without_computers=("camera",)),
    Option("seconds", ("60", "30", "90", "120", "180"), always_named=True),
    Option("choosing", ("quick", "all", "calm")),
)
"""The options that the host can set before the game. The first value of each is the default."""
TYPICAL_ANSWERS_BY_SEATS = (34, 58, 86, 121, 156, 186)
"""The number of moves that a whole game usually takes, for 3 to 8 players. Each is the median of 15
games among computer players.
"""

Step = tuple[State, tuple[Notice, ...]]
"""The result of an action: the next state, and the notices of what happened. Each notice is an
event with the seats that may know of it.
"""


class Quickpick(game.Game[State, View]):
    """The rules of Quickpick (Ares Games), a game for 3 to 8 players (ruling Q3)."""

    seats = SEATS
    state = State
    move_types = moves.MOVE_TYPES
    event_types = events.EVENT_TYPES
    options: tuple[Option, ...] = OPTIONS
    rules = 2

    def deal(self, seats: int, options: Mapping[str, str], chance: game.Chance) -> Step:
        """Shuffle the mask cards and form the deck (rulebook, "Setup").

        Seat 0 is the first mime.

        There is one random draw, so that people can check afterwards that the deal was fair. It
        shuffles 48 cards, of which card c shows mask c // 3. The deck is the first six cards for
        each player, with the first card on top.

        Args:
            seats: The number of players.
            options: The value that the host chose for each option, by the option's name. An option
                that is left out has its first value.
            chance: The source of the random draw.

        Raises:
            ValueError: The game cannot be played by this number of players.
        """
        if seats not in SEATS:
            raise ValueError("a deal has 3 to 8 seats")
        chosen = {**default_options(self.options), **options}
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

    def prompts(self, state: State) -> tuple[game.Prompt, ...]:
        """Return the decisions and pauses that the game waits for; none once the game is over.

        Before a race, the only one is whether the mime draws a mask. In a race, they are the mime's
        next move, the choice of each guesser who has not chosen, and the end of the time. While the
        race closes, guessers can still choose.
        """
        if state.phase == "over":
            return ()
        if state.phase == "draw":
            pauses = (COMPUTER_DRAW_SECONDS,) * len(computer.LEVELS)
            mimes = self.computer_may_take(state)
            is_silent = state.silent.count(state.mime) >= MAX_SILENT_RACES
            timing = game.Timing(pauses, timeout_message="camera")
            if mimes:
                timing = game.Timing(pauses, skip_seconds=SKIP_MIME_SECONDS)
            seconds = SILENT_LOOK_SECONDS if mimes and is_silent else None
            clock, decision = f"draw:{state.decision}", state.decision
            draw = game.Prompt(decision, state.mime, "draw", clock, seconds=seconds, timing=timing)
            return (draw,)
        asked = [_ask_guesser(state, seat) for seat in state.undecided_guessers]
        if state.phase == "closing":
            clock, decision = f"closing:{state.turn}", state.closing_decision
            end = game.Prompt(decision, None, "closing", clock, seconds=LATE_HANDS_SECONDS)
            return (end, *asked)
        seconds = min(state.patience, state.seconds) if state.is_last_call else state.seconds
        clock = f"race:{state.turn}"
        end = game.Prompt(state.end_decision, None, "race", clock, seconds=seconds)
        return (_ask_mime(state), *asked, end) if state.can_mime_act else (*asked, end)

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        """Return the moves that a player can make now, or none if it is not for the player to move.

        Guessers may choose any tile, even one that is taken (ruling Q5). In front of a camera, a
        mime may pass the role on before looking at the mask.
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

    def apply(self, state: State, action: game.Action, chance: game.Chance) -> Step:
        """Apply a move, the end of a pause, or a player's leaving.

        Returns:
            The next state, and the notices of what happened.

        Raises:
            Stale: The decision is not open for this seat. Or a player leaves whose seat a computer
                player may take over.
            IllegalMove: The move is not among `legal_moves`. Its key is "hand-is-down" for a second
                choice, and "mime-knows" if the mime guesses. It is "breath" if the mime's last part
                or sound was less than `MIME_PAUSE_MILLISECONDS` ago.
        """
        notices: list[Notice] = []
        if isinstance(action, game.Act):
            self._check_act(state, action)
            after = _apply_move(state, action, chance, notices)
        elif isinstance(action, game.Elapse):
            after = _end_pause(state, action.decision, notices)
        elif self.computer_may_take(state):
            raise game.Stale
        else:
            after = _leave_seat(state, action.seat, notices)
        return after, tuple(notices)

    def _check_act(self, state: State, act: game.Act) -> None:
        """Check that a player answers an open decision with a legal move.

        Otherwise, raise `Stale` or `IllegalMove`, as `apply` describes.
        """
        mimes = state.is_racing and act.seat == state.mime
        decision = state.mime_decision if mimes else state.decision
        legal = self.legal_moves(state, act.seat)
        if legal and act.decision == decision:
            if act.move not in legal:
                raise game.IllegalMove
            return
        if state.is_racing and act.decision == state.decision:
            if mimes:
                raise game.IllegalMove("mime-knows")
            if act.seat in {hand.seat for hand in state.hands}:
                raise game.IllegalMove("hand-is-down")
        raise game.Stale

    def view(self, state: State, viewer: Seat | None) -> View:
        """Return all that one player, or an onlooker, may know of the game.

        Only the mime sees the secret mask. Which masks a player has won is visible to that player
        alone until the game is over. A `viewer` of None means an onlooker.
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
        """Return a state that looks the same to one viewer, but with other hidden things.

        With such states, tests check that views reveal no secret. The secret mask, the deck, the
        masks of other players and hidden choices are drawn again at random.

        Args:
            state: The complete state of the game.
            viewer: The seat to which the state looks the same. None means an onlooker.
            rng: The source of randomness.

        Returns:
            The changed state, or None once the game is over, because then nothing is hidden.
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

    def standings(self, state: State) -> tuple[game.Place, ...] | None:
        """Return each player's place by the number of masks won, or None while the game runs.

        See the rulebook, "Game End", and ruling Q17. Players who left come last (ruling Q14).
        """
        return self.interim_standings(state) if state.phase == "over" else None

    def interim_standings(self, state: State) -> tuple[game.Place, ...]:
        """Return the places that players would get if the game ended now.

        They depend on the number of masks that each player has won, which is public.
        """
        counts = _count_masks(state)
        return game.rank_seats([*zip(state.present, counts, strict=True)], counts)

    def computer_may_take(self, state: State) -> bool:
        """Return whether a computer player may take over a seat.

        It may not in a game with cameras, because it cannot make faces.
        """
        return state.mode != "camera"

    def typical_length(self, seats: int, options: Mapping[str, str]) -> int:  # noqa: ARG002
        """Return the number of moves that a whole game usually takes, all players together."""
        return TYPICAL_ANSWERS_BY_SEATS[seats - SEATS[0]]


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
    favoured=0,
)
"""The state with which every lesson begins. Of its deck, the mimes draw every other card: seat 2
draws the first.
"""


def get_look_seconds(options: Mapping[str, str]) -> int | None:
    """Return the time in which a mime has to look at the secret mask, in seconds.

    It is None in a game with cameras, because no computer can make faces for a mime.
    """
    return None if options.get("mode") == "camera" else LOOK_SECONDS


# Prompts


def _ask_mime(state: State) -> game.Prompt:
    decision = state.mime_decision
    return game.Prompt(
        decision=decision,
        seat=state.mime,
        kind="mime",
        clock=f"mime:{decision}",
        turn=f"draw:{state.decision - DECISIONS_PER_TURN}",
        seconds=state.seconds / SILENCE_PERIODS_PER_RACE,
        timing=game.Timing(
            min_think_seconds=COMPUTER_MIME_SECONDS,
            skip_seconds=SKIP_MIME_SECONDS,
            timeout_message="mime",
        ),
    )


def _ask_guesser(state: State, seat: Seat) -> game.Prompt:
    """Return the prompt that asks a guesser to choose a tile, though nobody has to (ruling Q9).

    The prompt also says how long a computer player on the seat waits before it chooses. It waits
    until the mime has finished or has shown as many parts as the computer player's mood requires.
    Its reaction time follows. In a calm game, being quick gains nothing. So all computer players
    are then cautious, and they react as quickly as the quickest level so that nobody has to wait.
    """
    mood = computer.CAUTIOUS if state.calm else computer.MOODS[state.moods[seat]]
    pauses = (float(state.seconds),) * len(computer.LEVELS)
    if state.done or len(state.shown) >= computer.PARTS_BEFORE_GUESS[mood]:
        pauses = computer.compute_pauses(mood, state.reactions[seat])
    if state.calm:
        pauses = pauses[-1:] * len(pauses)
    return game.Prompt(state.decision, seat, "slap", timing=game.Timing(pauses), irrevocable=True)


# Actions: these functions return the next state and append to `notices`


def _apply_move(state: State, act: game.Act, chance: game.Chance, notices: list[Notice]) -> State:
    """Apply a player's legal move.

    The player then no longer counts as silent, so races wait for the player again. What a computer
    does as the mime, for a person whose time ran out, ends no silence.
    """
    seat = act.seat
    if seat in state.silent and not (act.by_computer and seat == state.mime):
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
    raise game.IllegalMove


def _begin_race(state: State, chance: game.Chance) -> State:
    """Draw the secret mask and begin the race to guess it.

    From now on, guesses count (ruling Q4). Random draws decide how daring and how quick each
    computer player is in this race.
    """
    moods, reactions = computer.draw_moods(len(state.present), chance)
    mask, *deck = state.deck
    racing = replace(state, phase="race", decision=state.decision + DECISIONS_PER_TURN)
    return replace(racing, mask=mask, deck=tuple(deck), moods=moods, reactions=reactions)


def _apply_mime_move(
    state: State, move: moves.ShowFeature | moves.MakeSound, click_id: int, notices: list[Notice]
) -> State:
    """Show a part of the secret face, which is always the true one, or make a sound (ruling Q18).

    `click_id` is Discord's id of the click, which contains its time. If the mime's previous such
    click was less than `MIME_PAUSE_MILLISECONDS` before, the function raises `IllegalMove` with the
    key "breath".
    """
    bits = SNOWFLAKE_BITS_BELOW_MILLISECONDS
    since = (click_id >> bits) - (state.shown_at >> bits)
    if state.shown_at and since < MIME_PAUSE_MILLISECONDS:
        raise game.IllegalMove("breath")
    if isinstance(move, moves.MakeSound):
        notices.append(Notice(events.SoundMade(state.mime, move.syllable)))
        return replace(state, sounds=(*state.sounds, move.syllable), shown_at=click_id)
    number = find_part(state.secret_mask, FEATURES.index(move.feature))
    notices.append(Notice(events.PartShown(state.mime, number)))
    shown = (*state.shown, number)
    done = state.mode == "composer" and len(shown) == len(FEATURES)
    return replace(state, shown=shown, shown_at=click_id, done=done)


def _put_hand_down(state: State, hand: Hand, notices: list[Notice]) -> State:
    """Record a guesser's choice of a tile, or that the guesser has no idea.

    Clicks may reach the bot in another order than they were made. If another guesser's choice of
    the tile arrived before but was clicked later, that guesser loses the tile and gets a notice
    (ruling Q6).
    """
    rivals = [other for other in state.hands if other.tile == hand.tile]
    if rivals and hand.tile is not None and not state.calm:
        first = min(rivals, key=sort_by_arrival)
        if sort_by_arrival(hand) <= sort_by_arrival(first):
            notices.append(Notice(events.Overtaken(first.seat), (first.seat,)))
    return _close_decided_race(replace(state, hands=(*state.hands, hand)), notices)


def _close_decided_race(state: State, notices: list[Notice]) -> State:
    """End the race if all guessers have chosen, or close it if it need not wait for the rest.

    While a race closes, guesses that the network delayed still count for a short time.
    """
    if not state.undecided_guessers:
        return _resolve_race(state, notices)
    return (
        replace(state, phase="closing") if state.is_found or not state.awaited_guessers else state
    )


def _end_pause(state: State, decision: int, notices: list[Notice]) -> State:
    """End the pause with this decision number, or raise `Stale` if that pause is not running.

    There are two such pauses. When the time of the race is up, a second, short pause follows in
    which delayed guesses still count. After the second one, the race ends.
    """
    if state.phase == "race" and decision == state.end_decision:
        return replace(state, phase="closing")
    if state.phase == "closing" and decision == state.closing_decision:
        return _resolve_race(state, notices)
    raise game.Stale


def _resolve_race(state: State, notices: list[Notice]) -> State:
    """End the race and the turn: reveal the mask, and give out the prize or remove two cards.

    See the rulebook, "Game Turn". The choice of a guesser who left still takes its tile, but wins
    nothing (ruling Q14).
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
    won = game.replace_at_seat(state.won, guesser, (*state.won[guesser], prize))
    won = game.replace_at_seat(won, mime, (*won[mime], mask))
    return _end_turn(replace(state, won=won, deck=state.deck[1:]), guesser)


def _record_silence(state: State, notices: list[Notice]) -> State:
    """Record which guessers made no choice in this race although the others waited for them.

    Add a notice for each guesser for whom races will no longer wait. If a quick race ended early
    because somebody was right, nobody counts as silent.
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

    If `guesser` is None, nobody was right, and all guessers get the notice.
    """
    return Notice(events.RaceMissed(), tuple([seat for seat in state.guessers if seat != guesser]))


def _remove_two(state: State) -> State:
    """Remove the secret mask and one more card that nobody sees (ruling Q13), and end the turn."""
    removed = (*state.removed, state.secret_mask, state.deck[0])
    return _end_turn(replace(state, removed=removed, deck=state.deck[1:]), None)


def _end_turn(state: State, right_guesser: Seat | None) -> State:
    """Record the finished turn, and make the player to the left the next mime.

    If the deck is empty, the game is over instead. `right_guesser` is the seat of the guesser who
    was right, or None if nobody was.
    """
    choices = tuple(Choice(hand.seat, hand.tile) for hand in state.hands_in_order)
    turn = Turn(state.mime, state.secret_mask, right_guesser, choices)
    ended = replace(_clear_race(state), turns=(*state.turns, turn))
    if not state.deck:
        return replace(ended, phase="over")
    return _begin_next_mime(replace(ended, turn=state.turn + 1))


def _clear_race(state: State) -> State:
    """Return the state without the secret mask, the choices and other data of the current race."""
    unseen = replace(state, mask=None, shown=(), sounds=(), shown_at=0, done=False)
    return replace(unseen, hands=(), moods=(), reactions=())


def _begin_next_mime(state: State) -> State:
    """Make the next player to the left the mime (ruling Q2).

    Players who left for good are skipped.
    """
    seats = len(state.present)
    mime = (state.mime + 1) % seats
    while not state.present[mime]:
        mime = (mime + 1) % seats
    return replace(state, phase="draw", decision=state.decision + DECISIONS_PER_TURN, mime=mime)


def _pass_mime_role(state: State, notices: list[Notice]) -> State:
    """Make the next player to the left the mime, because the mime does not want to (ruling Q19).

    No card is removed. A player who passes the role on for the second time leaves the game.
    """
    mime = state.mime
    notices.append(Notice(events.RolePassedOn(mime)))
    state = replace(state, passed=game.replace_at_seat(state.passed, mime, state.passed[mime] + 1))
    if state.passed[mime] == PASSES_TO_LEAVE:
        return _leave_seat(state, mime, notices)
    return _begin_next_mime(state)


def _leave_seat(state: State, seat: Seat, notices: list[Notice]) -> State:
    """Take a player who leaves for good out of the game (rulings Q14 and Q15).

    The game goes on without the player. If fewer than three players are left, it ends (ruling Q16).
    Raise `Stale` if the player left before or if the game is over.
    """
    if state.phase == "over" or not state.present[seat]:
        raise game.Stale
    notices.append(Notice(events.SeatLeft(seat)))
    left = replace(state, present=game.replace_at_seat(state.present, seat, False))
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
    """Return the masks that each player has won; none for a player who left (ruling Q14)."""
    here = zip(state.won, state.present, strict=True)
    return tuple([masks if present else () for masks, present in here])


def _count_masks(state: State) -> tuple[int, ...]:
    return tuple([len(masks) for masks in _list_piles(state)])


def _count_all_turns(state: State) -> int:
    ahead = 0 if state.phase == "over" else (len(state.deck) + 1) // 2
    return len(state.turns) + ahead


def _list_possible_tiles(state: State, hand: Hand) -> Sequence[int | None]:
    """Return the tiles that a guesser may have chosen, as far as the other players can tell.

    In a calm game, that is any tile. Otherwise, everybody sees the chosen tile, except if it was
    already taken. Then it may be any tile that was taken before.
    """
    if state.calm:
        return range(len(MASKS))
    if hand.seat not in state.late_seats:
        return (hand.tile,)
    hands = state.hands_in_order
    earlier = {each.seat for each in hands[: hands.index(hand)]}
    return [tile for tile, seat in enumerate(state.seats_by_tile) if seat in earlier]


def exchange_secret(state: State, rng: Random) -> State:
    """Return the state with another secret mask and a shuffled deck, for tests of secrecy.

    The new mask fits the parts that the mime has shown. While a race closes, the mask stays the
    same, because everybody may know that a guess was right.
    """
    deck = tuple(rng.sample(state.deck, len(state.deck)))
    if state.phase != "race":
        return replace(state, deck=deck)
    tiles = {hand.tile for hand in state.hands} if state.quick else set()
    fitting = [mask for mask in find_matching_masks(state.shown) if mask not in tiles]
    return replace(state, deck=deck, mask=rng.choice(fitting or [state.secret_mask]))
