"""What a game shows to people: its `Screens`, the questions to players, and what screens know."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from bot.engine.events import Event, Notice, Seat
from bot.engine.game import Game, Place, Prompt
from bot.engine.moves import EMPTY_PREFIX, Move, Prefix, get_tag, list_next_prefixes, parse_prefix
from bot.engine.screen import Button, OpenScreen, Screen, SubmitMove, arrange_in_rows
from bot.engine.teams import describe_teams, name_team
from bot.i18n import Text

MAX_NEWS_LINES = 3
"""The maximum number of lines in which an own screen tells what has just happened."""


News = tuple[str, ...]
"""Lines that tell a player what has just happened."""


class ScreenContext(Struct, frozen=True, gc=False):
    """What a game knows of a table and the reader when it makes their messages."""

    say: Text
    names: tuple[str, ...]
    """The players' names for texts, by seat. Markup in them is escaped."""
    labels: tuple[str, ...]
    """The players' names for buttons, by seat, as plain text."""
    pictures: bool
    """Whether the table shows pictures."""
    emojis: Mapping[str, str] = {}
    """Maps the names of the game's signs, which are those of their files without the ending, to
    emojis. At a table without pictures all are missing: use a standard emoji instead.
    """
    lesson: bool = False
    """Whether the reader is in a lesson, which has no public board. The own screen then also shows
    what the board would show, and explains each rule when the person first needs it.
    """
    letters: tuple[int, ...] = ()
    """The letter that stands for each player in pictures, by seat: 0 is A, 1 is B. () means that it
    has the number of the seat.
    """

    ended: bool = False
    """Whether the game is over. If people ended it early, the view is of an unfinished game."""

    def letter(self, seat: Seat) -> int:
        """Return the number of the letter that stands for a player in pictures, such as 0 for A.

        A player keeps the letter for the whole game, and no two players share one. It is the
        initial of the player's name where possible. All numbers are below the largest number of
        players.
        """
        return self.letters[seat] if self.letters else seat


V = TypeVar("V", bound=Struct)
ShownViewT = TypeVar("ShownViewT", bound=Struct, contravariant=True)


class Question(Struct, Generic[V], frozen=True, gc=False):
    """A question that the game asks one player on the own screen, and what the player may know."""

    view: V
    seat: Seat
    prompt: Prompt | None
    """The decision, or None while the game asks the player for nothing, and `moves` is empty."""
    moves: tuple[Move, ...]
    entered: Prefix
    """The part of a move that the player has chosen so far. At least one of `moves` begins with it,
    unless they are empty.
    """
    context: ScreenContext

    @property
    def decision(self) -> int:
        """The number of the decision, or 0 for none."""
        return self.prompt.decision if self.prompt else 0

    def submit(self, move: Move) -> SubmitMove:
        """Return the effect of a button that answers the question with this move."""
        return SubmitMove(self.decision, move.path)

    def open(self, prefix: Prefix = EMPTY_PREFIX) -> OpenScreen:
        """Return the effect of a button that lets the player choose the next field of a move."""
        return OpenScreen(self.decision, prefix.path)


def make_question(
    game: Game[Any, V],
    state: Any,
    seat: Seat,
    prompt: Prompt | None,
    path: str,
    context: ScreenContext,
) -> Question[V]:
    """Create the question for a player's own screen from the state of a game.

    `path` is the part of a move that the player has chosen, such as "bid/3". If no legal move
    begins with it, nothing counts as chosen.
    """
    moves = game.legal_moves(state, seat) if prompt else ()
    entered = parse_prefix(game.move_types, path) or EMPTY_PREFIX
    if not any(map(entered.is_prefix_of, moves)):
        entered = EMPTY_PREFIX
    return Question(game.view(state, seat), seat, prompt, moves, entered, context)


def make_field_buttons(
    question: Question[Any], label: Callable[[Prefix], str]
) -> tuple[tuple[Button, ...], ...]:
    """Return a button for each choice that the player has for the next field of a move, in rows.

    If the choice completes a move, the button submits it. Otherwise it shows the next choices. A
    message has room for at most 25 buttons. `label` gets the fields with that of the button.
    """
    buttons = []
    for prefix in list_next_prefixes(question.moves, question.entered):
        move = prefix.find_completed_move(question.moves)
        press = question.submit(move) if move else question.open(prefix)
        buttons.append(Button(label(prefix), press, style="main"))
    return arrange_in_rows(buttons)


class Screens(ABC, Generic[ShownViewT]):
    """Base class for all messages (screens) that a game shows to people.

    Each is made from a view of its reader, and never from the state, which contains secrets.
    `board`, `describe_prompts` and `end` get the view of an onlooker.
    """

    reveals: tuple[str, ...] = ()
    """The tags of public events at which everybody looks up at once, such as the lifting of the
    cups. All open own screens change then. Other events change only those of players whom they
    concern.
    """

    @abstractmethod
    def board(self, view: ShownViewT, context: ScreenContext) -> Screen:
        """Return the board: the public message that shows the game to the whole channel.

        With pictures, the board has no title, and its text holds what the pictures do not show: the
        players' names and points. Without pictures, the text holds everything, the most important
        facts first. The button "In words" shows this text, too.

        The table adds the open questions, who has to answer them and by when, the last events, and
        its own row of buttons. A game that is played on the board itself adds up to four rows of
        buttons that submit moves, which anybody may press. While it waits for such presses, return
        a `FixedBoard`.
        """
        ...

    @abstractmethod
    def own_screen(self, question: Question[ShownViewT]) -> Screen:
        """Return the message that one player alone sees, with buttons for the next field.

        It has no title. Its text is the question, or says what the player waits for. The table puts
        the news above it. With pictures, fields hold only what the pictures do not show.

        If the chosen fields (`Question.entered`) are already a complete move, ask for a
        confirmation. Return a `QuietScreen` if the message should appear only on request.
        """
        ...

    def describe_prompts(
        self, view: ShownViewT, prompts: Sequence[Prompt], context: ScreenContext
    ) -> str:
        """Return one public line that says whose answer the game waits for, without the deadline.

        The default says whose turn it is. "" means that another line already says it.

        Args:
            prompts: Those of one decision, one for each player whose answer is missing. If the
                first one's seat is None, the line is about the table's own pause.
        """
        names = [context.names[prompt.seat] for prompt in prompts if prompt.seat is not None]
        return context.say("asked-turn", names=" · ".join(names)) if names else ""

    def describe_event(self, view: ShownViewT, event: Event, context: ScreenContext) -> str:
        """Return one line about an event that the reader may see, or "" to leave the event out.

        The default is the message whose key is the event's tag. Each field of the event fills the
        placeholder of the same name, such as "winner" for `{ $winner }`. If the value is a number
        that could be a seat's, `{ $winner_name }` is the name of the player on that seat.

        The view is the reader's: an onlooker's for a public text. It may be of a later step than
        the event, because lines stay for a while.
        """
        filled = dict[str, int | str]()
        for field in event.__struct_fields__:
            value = getattr(event, field)
            if isinstance(value, int | str):
                filled[field] = value
            if isinstance(value, int) and 0 <= value < len(context.names):
                filled[f"{field}_name"] = context.names[value]
        return context.say(get_tag(type(event)), **filled)

    def news(
        self, notices: Sequence[Notice], view: ShownViewT, seat: Seat, context: ScreenContext
    ) -> tuple[str, ...]:
        """Return at most three lines that tell one player what happened since their last answer.

        Write in the second person, the oldest line first, and leave out what does not concern the
        player. The default describes the private ones (`Notice.to`) of the events that the player
        may see. If the result is empty, the table shows one line about the last public event
        instead, except in a lesson.
        """
        own = (each.event for each in notices if each.to is not None)
        lines = [self.describe_event(view, event, context) for event in own]
        return tuple(filter(None, lines))[-MAX_NEWS_LINES:]

    def end(self, view: ShownViewT, places: Sequence[Place], context: ScreenContext) -> Screen:
        """Return the final public message of a finished game, without buttons.

        It shows the winner, and for what each player got points. The default has only one line for
        each player, with place and points, or for each team, with its members.
        """
        told = describe_teams(places, context.names, context.say) or (
            context.say("over-place", rank=p.rank, name=context.names[p.seat], points=p.points)
            for p in places
        )
        return Screen(context.say("over-title", game=context.say("game-title")), "\n".join(told))

    def result(
        self, view: ShownViewT, places: Sequence[Place], seat: Seat, context: ScreenContext
    ) -> str:
        """Return one to three sentences that tell one player how the game ended for them.

        Write in the second person: place and points, and what decided the game.
        """
        own = next(place for place in places if place.seat == seat)
        if own.team:
            team = name_team(own.team, context.say)
            return context.say("over-yours-team", rank=own.rank, team=team)
        return context.say("over-yours", rank=own.rank, points=own.points)

    def score(self, view: ShownViewT, context: ScreenContext) -> str:
        """Return the present scores as text, or "" if the game has no scores.

        The players are in the order of their places. If the game has ended, leave out what could
        still have happened, such as points that were left to win.
        """
        return ""
