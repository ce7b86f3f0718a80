"""Measures models of people against Quickpick's computer players, in simulated real time.

In Quickpick, a mime shows a face part by part, and the others race to press the right tile. A
modelled person decides after a certain number of parts. Some seconds later, they press any free
tile that fits these parts; they never err. `usual` stands for all models with the usual speed, and
so on.
"""

from collections.abc import Mapping, Sequence
from itertools import product
from random import Random
from time import thread_time

from msgspec import Struct

from bot.engine.chance import PythonChance
from bot.engine.events import Seat
from bot.engine.game import Act, Elapse, Prompt
from bot.engine.moves import Move
from bot.games.quickpick.model.moves import (
    CHOOSE_NOTHING,
    DRAW,
    SHOW_MOVES,
    STOP_MIMING,
    TILE_MOVES,
)
from bot.games.quickpick.model.state import DECISIVE_PARTS, State, View, find_matching_masks
from bot.games.quickpick.package import PACKAGE
from bot.games.quickpick.rules import SNOWFLAKE_BITS_BELOW_MILLISECONDS
from tools.arena import arena

SECONDS_BY_SPEED = {
    "quick": (1.0, 1.5),
    "usual": (2.0, 3.0),
    "slow": (3.0, 5.0),
    "child": (5.0, 8.0),
}
"""The shortest and longest time, in seconds, from the decisive part to a person's press.

It is given for each speed of people.
"""
PARTS_BEFORE_CHOICE = (2, 3, 4)
"""The numbers of shown parts after which people decide. After four, only one face is left."""
SECONDS_BETWEEN_PARTS = (2.5, 4.0)

GAME = PACKAGE.game

Key = tuple[int, Seat | None, float]
"""A decision, its seat, and the seconds that a computer waits for it; 0 seconds for a person."""


class Guest(Struct, frozen=True):
    """A computer player of Quickpick, of one of the game's levels."""

    level: str

    def compute_pause_seconds(self, prompt: Prompt) -> float:
        """Return how many seconds the computer player waits before it answers a prompt."""
        own = (
            prompt.timing.think_seconds[PACKAGE.computers.levels.index(self.level)]
            if prompt.timing.think_seconds
            else 0.0
        )
        return max(own, prompt.timing.min_think_seconds)

    def choose_move(self, view: View, moves: tuple[Move, ...], rng: Random) -> Move:
        """Choose a move as the game's computer player of this level does."""
        return PACKAGE.computers.choose_move(view, moves, self.level, rng)


class Person(Struct, frozen=True):
    """A model of a person who plays Quickpick and needs some time to find a tile."""

    seconds_range: tuple[float, float]
    """The shortest and longest time, in seconds, that the person needs to find a tile."""
    parts_before_choice: int

    def is_ready(self, state: State, prompt: Prompt) -> bool:
        """Tell whether the person has seen enough to answer the prompt."""
        return prompt.kind != "slap" or state.done or len(state.shown) >= self.parts_before_choice

    def draw_pause_seconds(self, prompt: Prompt, rng: Random) -> float:
        """Return how many seconds pass before the person answers, drawn at random."""
        return rng.uniform(
            *(self.seconds_range if prompt.kind == "slap" else SECONDS_BETWEEN_PARTS)
        )

    def choose_move(self, view: View, moves: tuple[Move, ...], rng: Random) -> Move:  # noqa: ARG002
        """Choose a move as the person would.

        A guesser chooses any free tile that fits the parts on which they decided. A mime shows any
        part.
        """
        if view.phase == "draw":
            return DRAW
        if view.viewer == view.mime:
            shown = {number // 2 for number in view.shown}
            left = [move for feature, move in enumerate(SHOW_MOVES) if feature not in shown]
            return rng.choice(left) if len(shown) < DECISIVE_PARTS else STOP_MIMING
        free = [
            mask
            for mask in find_matching_masks(view.shown[: self.parts_before_choice])
            if view.taken[mask] is None
        ]
        return TILE_MOVES[rng.choice(free)] if free else CHOOSE_NOTHING


Player = Guest | Person


class QuickpickArena(arena.Arena, frozen=True):
    """The arena of Quickpick, in which the first press in simulated time gets the tile."""

    def make_player(self, name: str) -> Player:
        """Make the player of a name: a level of the game, or a person model such as "usual-3"."""
        return PERSON_MODELS[name] if name in PERSON_MODELS else Guest(name)

    def play(
        self, deal: int, options: arena.Options, players: Sequence[Player], measured_seat: Seat
    ) -> arena.GameResult:
        """Play one game between given players, in which the earliest answer always comes first."""
        chance, rng = PythonChance(deal), Random(deal)
        state, _ = GAME.deal(len(players), self.options(deal, options), chance)
        now, cpu = 0.0, []
        answer_times: dict[Key, float] = {}
        while prompts := GAME.prompts(state):
            answer_times = _schedule_answers(state, prompts, players, answer_times, now, rng)
            (decision, seat, _), now = min(answer_times.items(), key=lambda each: each[1])
            if seat is None:
                state, _ = GAME.apply(state, Elapse(decision), chance)
                continue
            view, moves = GAME.view(state, seat), GAME.legal_moves(state, seat)
            begin = thread_time()
            move = players[seat].choose_move(view, moves, rng)
            if seat == measured_seat:
                cpu.append(thread_time() - begin)
            at = int(now * 1000) << SNOWFLAKE_BITS_BELOW_MILLISECONDS
            state, _ = GAME.apply(state, Act(seat, decision, move, at), chance)
        return self.sum_up(state, cpu)


def _schedule_answers(
    state: State,
    prompts: Sequence[Prompt],
    players: Sequence[Player],
    earlier_times: Mapping[Key, float],
    now: float,
    rng: Random,
) -> dict[Key, float]:
    """Return the time, in seconds from the start, at which each open decision is answered.

    Times that are already in `earlier_times` stay.
    """
    answer_times = {}
    for prompt in prompts:
        player = None if prompt.seat is None else players[prompt.seat]
        if isinstance(player, Person):
            if not player.is_ready(state, prompt):
                continue
            key = prompt.decision, prompt.seat, 0.0
            waits = 0.0 if key in earlier_times else player.draw_pause_seconds(prompt, rng)
        else:
            waits = player.compute_pause_seconds(prompt) if player else prompt.seconds or 0.0
            key = prompt.decision, prompt.seat, waits
        answer_times[key] = earlier_times[key] if key in earlier_times else now + waits
    return answer_times


def measure_game(state: State) -> arena.Measures:
    """Return how many faces each player guessed in a finished game."""
    right = [turn.right for turn in state.turns]
    return {"faces": tuple(right.count(seat) for seat in range(len(state.present)))}


PERSON_MODELS = {
    f"{speed}-{parts}": Person(SECONDS_BY_SPEED[speed], parts)
    for speed, parts in product(SECONDS_BY_SPEED, PARTS_BEFORE_CHOICE)
}
"""The models of people by name, such as "usual-3" for the usual speed and three parts."""
MODELS_BY_SPEED = {
    speed: [f"{speed}-{parts}" for parts in PARTS_BEFORE_CHOICE] for speed in SECONDS_BY_SPEED
}
ARENA = QuickpickArena(PACKAGE, PERSON_MODELS, player_groups=MODELS_BY_SPEED, measures=measure_game)
