"""Whole games as one person plays them: what each turn takes in presses, and how high it all is.

All at the table are people, so that a game is the same whenever the rules are. Ada does everything
by the screens that she is shown, from the board on; what the others do takes no screens.
"""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from statistics import median
from typing import NamedTuple, Protocol, cast

from msgspec import Struct, field
from playwright.async_api import Page

from bot.bench.moves import press_all_but_last
from bot.bench.shown import Shown
from bot.bench.world import Person, World
from bot.demo.heights import VISIBLE_HEIGHT_PIXELS, WINDOW_PIXELS, Height
from bot.discord_adapter.messages import parse_custom_id
from bot.domain.table import Match
from bot.engine.game import Prompt
from bot.engine.screen import TableAction
from bot.games.registry import GAMES
from tests.heights.album import Album
from tests.heights.worlds import act, at_table, measure
from tests.play.evening import load_table, sit_down

TABLES: Mapping[str, Sequence[int]] = {
    "cloaked_cats": (4, 2),
    "catham_city": (4,),
    "quickpick": (4,),
}
"""How many people sit down for each game that is played."""
NAMES = ("Charlotte", "Maximilian", "Emilia", "Jonas K.")
SEED = 6
"""Of what people choose; the deal is always the same."""
DOZE_PROBABILITY = 1 / 2
"""How often the others do no more than they must, so that a game has more than a few turns."""
MOVE_SECONDS = 3.0
"""Seconds in which somebody moves."""
MAX_DARING_SECONDS = 30.0
"""Seconds: in a race, who dares to guess would take less of them if it were a computer."""
LOBBY, END = "lobby", "end"
"""What is measured before the first turn and after the last one."""
ALL = 10**6
"""More turns than any game has."""


class Turn(Struct):
    """All that a person did in one turn of a game, their own one or somebody else's."""

    name: str
    board: str
    """How it was called in the album before the first press."""
    presses: int = 0
    """With the one on the board that shows the own screen."""
    screens: list[str] = field(default_factory=list)
    """The own screens in the album: one before each press, and what the last one led to."""


class Played(NamedTuple):
    """A game that was played, and how high all of it was."""

    turns: Sequence[Turn]
    heights: Mapping[str, Mapping[str, Height]]
    """By device and by the messages' names."""


class _WithTurns(Protocol):
    """What the states of all games tell."""

    turn: int


async def play(page: Page, game: str, people: int, language: str, most: int = ALL) -> Played:
    """Play a game to its end, or so many turns of one person's, and measure it all."""
    turns: list[Turn] = []

    async def scenes(world: World, album: Album) -> None:
        for person, name in zip(world.people, NAMES, strict=True):
            person.rename(name)
        evening = _Evening(world, album, turns)
        await evening.begin(game, people)
        await evening.go_on(most)

    measured = await measure(page, scenes, len(NAMES), language)
    return Played(turns, measured.heights)


class _Evening:
    """A game that goes on, and what one of its people has seen of it so far."""

    def __init__(self, world: World, album: Album, turns: list[Turn]) -> None:
        self._world = world
        self._album = album
        self._turns = turns
        self._luck = Random(SEED)
        self._turn: int | None = None
        """Of the game: the one to which the last of `turns` belongs."""
        self._last: Shown | None = None
        """The own screen that was kept last."""

    @property
    def _ada(self) -> Person:
        return self._world.people[0]

    async def begin(self, game: str, people: int) -> None:
        """Sit down, the watched person last, and start."""
        host, *guests = reversed(self._world.people[:people])
        await sit_down(self._world, host, *guests, game=game)
        self._new_turn(LOBBY)
        self._turns[-1].presses = 1
        self._keep(self._ada.private())
        await host.press("c1:d:*:start", on=self._world.board())

    async def go_on(self, most: int) -> None:
        """Play until the game is over, or the watched person has had so many turns."""
        first = len(self._turns)
        while isinstance(table := await load_table(self._world), Match):
            prompt = self._luck.choice(list(_ready(table)))
            player = (await at_table(self._world))[prompt.seat or 0]
            if player is self._ada:
                turn = cast(_WithTurns, table.state).turn
                if turn != self._turn and len(self._turns) - first == most:
                    return
                await self._enter(turn, prompt, self._chosen(table, prompt))
            else:
                dozes = self._luck.random() < DOZE_PROBABILITY
                await act(self._world, prompt.seat or 0, self._chosen(table, prompt, dozes=dozes))
            await self._world.advance(MOVE_SECONDS)
        self._new_turn(END)
        self._keep(self._ada.private())

    def _chosen(self, table: Match, prompt: Prompt, *, dozes: bool = False) -> str:
        """Return the move that a computer would make in somebody's place."""
        game = GAMES[table.game].game
        assert prompt.seat is not None
        view = game.view(table.state, prompt.seat)
        level = "absent" if dozes else GAMES[table.game].computers.levels[0]
        moves = game.legal_moves(table.state, prompt.seat)
        return GAMES[table.game].computers.choose_move(view, moves, level, self._luck).path

    async def _enter(self, turn: int, prompt: Prompt, move: str) -> None:
        """Let the watched person make a move, and keep every screen on the way."""
        goes_on = turn == self._turn
        if goes_on:
            self._turns[-1].name += f", {_verb(move)}"
        else:
            self._new_turn(f"{turn + 1}: {_verb(move)}")
            self._turn = turn
        seen = self._turns[-1]
        board = self._world.board()
        on_board = [c for c in board.controls if _stands_for(c.custom_id, prompt.decision, move)]
        if on_board:
            seen.presses += 1
            await self._world.click(self._ada, board, on_board[0], {})
            return
        own = self._ada.privates()[-1:] if goes_on else []
        start = next((screen for screen in own if _asks(screen, prompt.decision)), None)
        screens, control, values = await press_all_but_last(self._world, self._ada, move, start)
        seen.presses += len(screens) + (start is None)
        for screen in screens[screens[0] == self._last :]:
            self._keep(screen)
        await self._world.click(self._ada, screens[-1], control, values)
        self._keep(self._ada.private())

    def _new_turn(self, name: str) -> None:
        """Begin a turn with the board as it is now."""
        self._turns.append(Turn(name, f"{name}, board"))
        self._album.keep(self._turns[-1].board, self._world.board())

    def _keep(self, screen: Shown) -> None:
        """Keep an own screen of this turn."""
        self._last = screen
        turn = self._turns[-1]
        turn.screens.append(f"{turn.board}, own {len(turn.screens) + 1}")
        self._album.keep(turn.screens[-1], screen)


def _ready(table: Match) -> Iterator[Prompt]:
    """Yield what people may be about to answer: in a race, only those who dare to guess."""
    return (
        p
        for p in table.waiting()
        if p.kind != "slap" or p.timing.think_seconds[0] < MAX_DARING_SECONDS
    )


def _verb(move: str) -> str:
    return move.split("/", 1)[0]


def _stands_for(custom_id: str, decision: int, move: str) -> bool:
    return custom_id.startswith("c1:m:") and custom_id.endswith(f":{decision}:{move}")


def _asks(screen: Shown, decision: int) -> bool:
    """Tell whether a decision can be made on a screen."""
    found = (
        parse_custom_id(control.custom_id) for control in screen.controls if not control.disabled
    )
    presses = (press for _, press in filter(None, found))
    return any(
        not isinstance(press, TableAction) and press.decision == decision for press in presses
    )


def turns_table(played: Played) -> str:
    """Return what each turn took, as a table in Markdown."""
    lines = ["| turn | presses |", "|---|---|"]
    for device, visible in VISIBLE_HEIGHT_PIXELS.items():
        lines[0] += f" {device}: board | own screens | all in {visible} |"
        lines[1] += "---|---|---|"
    for turn in played.turns:
        lines.append(f"| {turn.name} | {turn.presses} |")
        for device, visible in VISIBLE_HEIGHT_PIXELS.items():
            board, *own = _pixels(played, device, turn)
            fits = "yes" if max(board, *own, 0) <= visible else "**no**"
            lines[-1] += f" {board} | {' · '.join(map(str, own))} | {fits} |"
    return "\n".join((*lines, ""))


def summary(played: Played) -> str:
    """Return the median and the worst of all turns, without lobby and end, in Markdown."""
    lines = ["| | median | worst | in turn | do not fit |", "|---" * 5 + "|"]
    turns = [turn for turn in played.turns if turn.name not in (LOBBY, END)]
    presses = {turn.name: [turn.presses] for turn in turns}
    lines.append(_summed("presses", presses, None))
    for device in WINDOW_PIXELS:
        boards = {turn.name: _pixels(played, device, turn)[:1] for turn in turns}
        own = {turn.name: _pixels(played, device, turn)[1:] for turn in turns}
        lines.append(_summed(f"board, {device}", boards, VISIBLE_HEIGHT_PIXELS[device]))
        lines.append(_summed(f"own screens, {device}", own, VISIBLE_HEIGHT_PIXELS[device]))
    return "\n".join((*lines, ""))


def _summed(name: str, values: Mapping[str, Sequence[int]], most: int | None) -> str:
    """Return a line of the summary from the values of each turn."""
    together = [(value, turn) for turn, found in values.items() for value in found]
    if not together:
        return f"| {name} | | | | |"
    worst, turn = max(together, key=lambda pair: pair[0])
    middle = median(value for value, _ in together)
    over = "" if most is None else f"{sum(v > most for v, _ in together)} of {len(together)}"
    return f"| {name} | {middle:g} | {worst} | {turn} | {over} |"


def _pixels(played: Played, device: str, turn: Turn) -> list[int]:
    """Return the heights of a turn's board and own screens."""
    return [played.heights[device][name].total for name in (turn.board, *turn.screens)]
