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
"""The maximum number of lines in which a player's own screen tells what has just happened. Further
lines are left out.
"""


class ScreenContext(Struct, frozen=True, gc=False):
    """The facts about a table and the reader from which a game makes its messages.

    Examples are the players' names and the language.
    """

    say: Text
    names: tuple[str, ...]
    """The players' display names for texts, one for each seat in order. Markup in them is escaped.
    """
    labels: tuple[str, ...]
    """The players' display names for buttons, one for each seat in order. They are plain text."""
    pictures: bool
    """Whether the table shows pictures. False if people chose text only, and always for a game
    that has no pictures.
    """
    emojis: Mapping[str, str] = {}
    """Maps the names of the game's signs (small images of players, cards and the like) to emojis.
    A name is that of the sign's file without its ending. A standard emoji replaces a missing one.
    At a table without pictures all are missing, because these emojis are pictures, too.
    """
    lesson: bool = False
    """Whether the reader is in a lesson, a first game that teaches the rules to one person. A
    lesson has no public board. The person's own screen then also shows what the board would show,
    and explains each rule when the person first needs it.
    """
    letters: tuple[int, ...] = ()
    """The number of the letter that stands for each player in pictures, by seat. 0 is A, 1 is B.
    () means that each player's letter has the number of their seat.
    """

    ended: bool = False
    """Whether the game is over. If people ended it early, the view still shows an unfinished game.
    """

    def letter(self, seat: Seat) -> int:
        """Return the number of the letter that stands for a player in pictures.

        0 is A, and 1 is B. A player keeps the letter for the whole game, and no two players share
        one. The letter is the initial of the player's name where possible. All numbers are below
        the game's largest number of players. Games that show letters, or a colour for each letter,
        call this method.
        """
        return self.letters[seat] if self.letters else seat


V = TypeVar("V", bound=Struct)
ShownViewT = TypeVar("ShownViewT", bound=Struct, contravariant=True)


class Question(Struct, Generic[V], frozen=True, gc=False):
    """A question that the game asks one player in a private message.

    It contains all that this player may know of the game.
    """

    view: V
    """All that the player may know of the game. It excludes other players' secrets."""
    seat: Seat
    """The number of the player, counted from 0."""
    prompt: Prompt | None
    """The decision that the player has to make. None means that the game asks the player for
    nothing. `moves` is then empty.
    """
    moves: tuple[Move, ...]
    entered: Prefix
    """The part of a move that the player has chosen so far. At least one of `moves` begins with
    it. If `moves` is empty, nothing is chosen.
    """
    context: ScreenContext
    """The facts about the table and the reader that the screen needs, such as names."""

    @property
    def decision(self) -> int:
        """The number of the decision that the player has to make. 0 means that there is none."""
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
    """Create the question for a player's private message from the state of a game.

    Args:
        path: The part of a move that the player has chosen, as text such as "bid/3". If no legal
            move begins with it, nothing counts as chosen.
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

    If the choice completes a move, the button submits it. Otherwise the button shows the next
    choices. A message has room for at most 25 buttons.

    Args:
        label: Returns the label of a button, given the fields chosen so far together with the field
            that this button adds.
    """
    buttons = []
    for prefix in list_next_prefixes(question.moves, question.entered):
        move = prefix.find_completed_move(question.moves)
        press = question.submit(move) if move else question.open(prefix)
        buttons.append(Button(label(prefix), press, style="main"))
    return arrange_in_rows(buttons)


class Screens(ABC, Generic[ShownViewT]):
    """Base class for all messages (screens) that a game shows to people.

    Each screen is made from a view, which contains only what its reader may know, and never from
    the game's state, which contains secrets. `board`, `describe_prompts` and `end` get the view of
    an onlooker. Every game defines the abstract methods. What some games have beside these stands
    in their `GamePackage`.
    """

    reveals: tuple[str, ...] = ()
    """The names (tags) of public events at which everybody at the table looks up at once. Examples
    are the lifting of the cups or the answer to a guess. Every own screen that is open changes
    then, also those of players who have nothing to do. Other events change only the screens of
    players whom they concern.
    """

    @abstractmethod
    def board(self, view: ShownViewT, context: ScreenContext) -> Screen:
        """Return the board: the public message that shows the game to the whole channel.

        With pictures, the board has no title, and its text holds what the pictures do not show: the
        players' names and points. Without pictures, the text holds everything, the most important
        facts first. The button "In words" shows this text, too.

        The table adds the questions that are open, who has to answer them and by when, the last
        events, and its own row of buttons. A game that is played on the board itself adds up to
        four rows of buttons that submit moves (`SubmitMove`), which anybody may press. While the
        game waits for such presses, return a `FixedBoard`, so that the board does not move.
        """
        ...

    @abstractmethod
    def own_screen(self, question: Question[ShownViewT]) -> Screen:
        """Return the message that one player alone sees, with buttons for the next field of a move.

        The message has no title. Its text is the question, or says what the player waits for. The
        table puts the news at the top, and this text right below it. With pictures, fields hold
        only what the pictures do not show.

        If the chosen fields (`Question.entered`) are already a complete move, ask for a
        confirmation. Return a `QuietScreen` if the message should appear only on request. The table
        decides between the other types of own screens.
        """
        ...

    def describe_prompts(
        self, view: ShownViewT, prompts: Sequence[Prompt], context: ScreenContext
    ) -> str:
        """Return one public line that says whose answer the game waits for, without the deadline.

        The default says whose turn it is.

        Args:
            prompts: The prompts of one decision, one for each player whose answer is missing. If
                the first one's seat is None, the line is about the table's own pause.

        Returns:
            The line, or "" if another line already says it.
        """
        names = [context.names[prompt.seat] for prompt in prompts if prompt.seat is not None]
        return context.say("asked-turn", names=" · ".join(names)) if names else ""

    def describe_event(self, view: ShownViewT, event: Event, context: ScreenContext) -> str:
        """Return one line about an event that the reader may see, or "" to leave the event out.

        The default is the message whose key is the event's tag. Each field of the event fills the
        placeholder of the same name, such as "winner" for `{ $winner }`. If the value is a number
        that could be a seat's, `{ $winner_name }` is the name of the player on that seat.

        Args:
            view: All that the reader may know. The reader of a public text is an onlooker, and the
                reader of an own screen is its player. The view may be of a later step than the
                event, because lines stay for a while.
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

        Write in the second person, and leave out what does not concern the player. The oldest line
        comes first. The default describes the private events (`Notice.to`), the last three if there
        are more. If the result is empty, the table shows one line about the last public event
        instead, except in a lesson.

        Args:
            notices: The events that the player may see, in their order, from the player's last
                answer on.
        """
        own = (each.event for each in notices if each.to is not None)
        lines = [self.describe_event(view, event, context) for event in own]
        return tuple(filter(None, lines))[-MAX_NEWS_LINES:]

    def end(self, view: ShownViewT, places: Sequence[Place], context: ScreenContext) -> Screen:
        """Return the final public message of a finished game, without buttons.

        It shows the winner, and for what each player got points. The default has only one line for
        each player, with place and points. In a game with teams, it has one line for each team,
        with the names of its members.
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

        The players are in the order of their places (`rank_seats`). If the game has ended, leave
        out what could still have happened, such as points that were left to win. The table says
        above the scores that the game is over.
        """
        return ""
