"""Screens: messages for people, before they are turned into Discord's objects.

Games and tables describe screens with these structs. `bot/discord_adapter/messages.py` turns them
into embeds, buttons and files. Discord's limits:
https://discord.com/developers/docs/resources/message and
https://discord.com/developers/docs/components/reference.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, Literal, TypeVar

from msgspec import Struct

from bot.engine.events import Event, Notice, Seat
from bot.engine.game import Game, LogEntry, Place, Prompt
from bot.engine.moves import EMPTY_PREFIX, Move, Prefix, get_tag, list_next_prefixes, parse_prefix
from bot.i18n import Text


class SubmitMove(Struct, frozen=True, gc=False):
    """A press that submits the full move with this path for a decision."""

    decision: int
    path: str


class OpenScreen(Struct, frozen=True, gc=False):
    """A press that shows the presser's own screen, with the path chosen so far."""

    decision: int
    path: str = ""


class TableAction(Struct, frozen=True, gc=False):
    """A press for the table itself, such as join, leave, options or rules."""

    action: str
    argument: str = ""


Press = SubmitMove | OpenScreen | TableAction
"""What a button or menu asks for."""


class Button(Struct, frozen=True, gc=False):
    """A button. Its label holds at most 80 characters, without markup."""

    label: str
    press: Press
    style: Literal["plain", "main", "good", "bad"] = "plain"
    emoji: str = ""
    disabled: bool = False


class Link(Struct, frozen=True, gc=False):
    """A button that opens an address in the reader's browser. The bot is not told about it."""

    label: str
    url: str


class Select(Struct, frozen=True, gc=False):
    """A menu that takes up a whole row. The chosen values are added to the press's last text.

    Several values are sorted and joined with "." to one field (`bot.engine.moves.join_values`).
    Numbers come first, in ascending order. Words follow in alphabetical order.

    The part of a value from "~" on only makes the value distinct. It is cut off before: "4~1" and
    "4~2" chosen together become "4.4".
    """

    placeholder: str
    press: Press
    options: tuple[tuple[str, str], ...]
    """Pairs of value and label, at most 25."""
    min_values: int = 1
    """The minimum number of values to choose."""
    max_values: int = 1
    """The maximum number of values to choose."""
    chosen: tuple[str, ...] = ()
    """The values that are already marked as chosen."""
    descriptions: tuple[str, ...] = ()
    """A description of each option, in their order, with at most 100 characters.

    (): the options have no descriptions.
    """


class Picture(Struct, frozen=True, gc=False):
    """A picture that is drawn when it is sent.

    The screen says the same in text, too.
    """

    name: str
    """The file name, such as "hand.jpg".

    It is always the same and does not depend on the content.
    """
    alt: str
    """The alternative text, with at most 1,024 characters."""
    function: Callable[..., bytes]
    """The function that draws the picture.

    It runs in a thread and uses nothing but its arguments.
    """
    arguments: tuple[object, ...]
    """All that the picture depends on. Every argument is hashable."""

    @property
    def key(self) -> tuple[object, ...]:
        """The picture's cache key. Equal keys mean equal pictures, even of different games."""
        return (self.function, *self.arguments)

    def draw(self) -> bytes:
        """Return the picture as a JPEG."""
        return self.function(*self.arguments)


class Attachment(Struct, frozen=True, gc=False):
    """A file that is attached to a message, in addition to its pictures."""

    name: str
    content: bytes


class Field(Struct, frozen=True, gc=False):
    """A named part of a screen. The name has at most 256 characters, the text at most 1,024."""

    name: str
    text: str
    inline: bool = False


MAX_ROWS_PER_MESSAGE, MAX_BUTTONS_PER_ROW = 5, 5
"""Discord's maximum number of rows below a message, and of buttons in a row."""
MAX_NEWS_LINES = 3
"""The maximum number of lines of news on an own screen."""


def arrange_in_rows(
    buttons: Iterable[Button], buttons_per_row: int = MAX_BUTTONS_PER_ROW
) -> tuple[tuple[Button, ...], ...]:
    """Arrange buttons in as few rows as possible, with at most `buttons_per_row` buttons each."""
    row = tuple(buttons)
    return tuple(
        row[start : start + buttons_per_row] for start in range(0, len(row), buttons_per_row)
    )


class Screen(Struct, frozen=True, gc=False):
    """One message, as one reader sees it."""

    title: str
    text: str = ""
    fields: tuple[Field, ...] = ()
    footer: str = ""
    colour: int = 0x7C5CBF
    picture: Picture | None = None
    """The picture above the text, as large as Discord shows pictures."""
    below: Picture | None = None
    """The picture below the text."""
    rows: tuple[tuple[Button | Link | Select, ...], ...] = ()
    """At most five rows. Each has up to five buttons, or one select."""
    content: str = ""
    """Plain text above the embed. Mentions notify people only here."""
    mentions: tuple[int, ...] = ()
    """The user ids that `content` may ping."""
    table: int = 0
    """The id of the table that the presses belong to; 0: none."""
    note: str = ""
    """A refusal or a warning, right above the rows, where the reader looks."""
    attachment: Attachment | None = None


class FixedBoard(Screen, frozen=True, gc=False):
    """A board that keeps its place in the channel, because people are about to press it."""


class OwnScreen(Screen, frozen=True, gc=False):
    """The reader's own screen at a table. A newer one may replace it in place."""


class QuietScreen(OwnScreen, frozen=True, gc=False):
    """An own screen that shows no more than the board, and appears only on request.

    On a phone it would otherwise push the board out of sight.
    """


class OwnPage(OwnScreen, frozen=True, gc=False):
    """An own screen on which its reader is reading a page or entering a move.

    News does not replace it. It waits until the reader goes back.
    """


class TemporaryScreen(Screen, frozen=True, gc=False):
    """A screen that is only needed for a short time: a sentence, or the lobby's panel for the host.

    Nobody needs it once its reader presses something elsewhere, or once the lobby is over.
    """


class ScreenContext(Struct, frozen=True, gc=False):
    """All that a game's screens need to know of the table and of the reader."""

    say: Text
    """The game's catalogue together with the shared one, in the reader's language."""
    names: tuple[str, ...]
    """Display names by seat, for texts. Markup is escaped."""
    labels: tuple[str, ...]
    """Display names by seat, for buttons. They are plain text."""
    pictures: bool
    """False: the table is text only. So are all tables of a game without pictures."""
    emojis: Mapping[str, str] = {}
    """The application's emojis, by the stems of the files of the game's signs.

    If one is missing, a standard emoji takes its place. A table that is text only has none, because
    they are pictures.
    """
    lesson: bool = False
    """True: the reader is in a lesson, and sees the own screen but no board.

    The own screen then also shows what the board would show. It explains each step at the moment
    when it matters.
    """
    letters: tuple[int, ...] = ()
    """The number of each seat's letter, by seat; 0 is A. (): each seat's own number."""

    ended: bool = False
    """True: the game is over.

    That also holds for a view from the middle of a game that was ended early.
    """

    def letter(self, seat: Seat) -> int:
        """Return the number of a seat's letter, which stays the same for the whole game; 0 is A.

        No two seats share a letter. All numbers are below the game's largest number of seats. A
        seat gets the initial of its player's name where possible. Games that show letters, or a
        colour for each letter, call this method.
        """
        return self.letters[seat] if self.letters else seat


V = TypeVar("V", bound=Struct)
ShownViewT = TypeVar("ShownViewT", bound=Struct, contravariant=True)


class Question(Struct, Generic[V], frozen=True, gc=False):
    """What a player is asked on the own screen, and all that the player may know."""

    view: V
    seat: Seat
    prompt: Prompt | None
    """The prompt for the seat. None: the seat is not asked, and `moves` is empty."""
    moves: tuple[Move, ...]
    entered: Prefix
    """The beginning of one of `moves`, as far as the player has chosen it."""
    context: ScreenContext

    @property
    def decision(self) -> int:
        """The number of the decision; 0 if the seat is not asked."""
        return self.prompt.decision if self.prompt else 0

    def submit(self, move: Move) -> SubmitMove:
        """Return the press for a button that submits this move as the answer to the question."""
        return SubmitMove(self.decision, move.path)

    def open(self, prefix: Prefix = EMPTY_PREFIX) -> OpenScreen:
        """Return the press that shows the choices after a prefix."""
        return OpenScreen(self.decision, prefix.path)


def make_question(
    game: Game[Any, V],
    state: Any,
    seat: Seat,
    prompt: Prompt | None,
    path: str,
    context: ScreenContext,
) -> Question[V]:
    """Return the question that `prompt` asks a seat.

    `path` is the part of a move that the player has entered. A path with which no legal move begins
    counts as empty.
    """
    moves = game.legal_moves(state, seat) if prompt else ()
    entered = parse_prefix(game.move_types, path) or EMPTY_PREFIX
    if not any(map(entered.is_prefix_of, moves)):
        entered = EMPTY_PREFIX
    return Question(game.view(state, seat), seat, prompt, moves, entered, context)


def make_field_buttons(
    question: Question[Any], label: Callable[[Prefix], str]
) -> tuple[tuple[Button, ...], ...]:
    """Return rows with a button for each choice that can follow the entered fields.

    A choice that completes a move submits it. Any other choice shows the next step. `label` gets
    the prefix with the choice. A message has room for at most 25 buttons.
    """
    buttons = []
    for prefix in list_next_prefixes(question.moves, question.entered):
        move = prefix.find_completed_move(question.moves)
        press = question.submit(move) if move else question.open(prefix)
        buttons.append(Button(label(prefix), press, style="main"))
    return arrange_in_rows(buttons)


class ReplayedStep(LogEntry, frozen=True, gc=False):
    """A step of a finished game, as people saw it during the game."""

    views: tuple[Any, ...]
    """The onlookers' view after the step, then the view of each seat."""


class Highlight(Struct, frozen=True, gc=False):
    """A step of a finished game that people may enjoy afterwards, with a sentence."""

    step: int
    """The number of the step."""
    text: str
    """A sentence that says what was done and why it matters.

    It has at most 90 characters, not counting names.
    """


class RulesPage(Struct, frozen=True, gc=False):
    """The contents of a page of the rules, in addition to its title and text."""

    values: Mapping[str, int | str] = {}
    """The values of the text's placeholders."""
    fields: tuple[Field, ...] = ()
    picture: Picture | None = None
    """The picture above the text."""
    below: Picture | None = None
    """The picture below the text."""


def make_banner_picture(say: Text, draw_banner: Callable[[str], bytes]) -> Picture:
    """Return a banner with the game's title."""
    return Picture("banner.jpg", say("banner-alt"), draw_banner, (say("game-title"),))


class Screens(ABC, Generic[ShownViewT]):
    """The screens of one game. Each is made from a view and never from a state.

    Every game defines the abstract methods. All other members have a default.
    """

    rules_pages: tuple[str, ...] = ("",)
    """The names of the pages of the rules.

    The page "turn" has the messages `rules-turn-title` and `rules-turn`. A page without a name has
    `game-title` and `game-rules`.
    """

    draw_banner: Callable[[str], bytes] | None = None
    """The function that draws the picture above the lobby from the game's title.

    The message `banner-alt` describes the picture in words. None: the game has no such picture.
    """

    def banner(self, context: ScreenContext) -> Picture | None:
        """Return the picture above the lobby, or None if the game has none.

        Apart from the game's name, the picture is decoration.
        """
        return make_banner_picture(context.say, self.draw_banner) if self.draw_banner else None

    @abstractmethod
    def board(self, view: ShownViewT, context: ScreenContext) -> Screen:
        """Return the public board.

        With pictures, there is no title. The text then holds what the pictures do not show: a line
        for each player, with name and points. Without pictures, the text holds everything, the most
        important things first. The button "In words" shows this text, too.

        The table adds who has to answer what until when, the last events, and its own row of
        buttons. A game that is played on the board itself adds up to four rows of `SubmitMove`s,
        which anybody may press. A `FixedBoard` keeps its place meanwhile.
        """
        ...

    @abstractmethod
    def own_screen(self, question: Question[ShownViewT]) -> Screen:
        """Return the screen for one seat alone, with buttons for the next field of the move.

        It has no title. Its text is the question, or what the reader waits for. The table puts this
        text at the top, after the news. With pictures, fields hold only what the pictures do not
        show.

        If `Question.entered` is a full move, the screen asks for a confirmation. Return a
        `QuietScreen` if the screen should appear only on request. The table decides between the
        other types of own screens.
        """
        ...

    def describe_prompts(
        self, view: ShownViewT, prompts: Sequence[Prompt], context: ScreenContext
    ) -> str:
        """Return one public line that says who is asked for what, without the deadline.

        All `prompts` share one decision. If the first one's seat is None, the line is about the
        table's own pause. "" adds no line, because another line already says it. The default says
        whose turn it is.
        """
        names = [context.names[prompt.seat] for prompt in prompts if prompt.seat is not None]
        return context.say("asked-turn", names=" · ".join(names)) if names else ""

    def describe_event(self, event: Event, context: ScreenContext) -> str:
        """Return one line for an event that the reader may see, or "" to leave the event out.

        The default is the message whose key is the event's tag. A field "winner" fills
        `{ $winner }` with its value. If the value is a seat's number, `{ $winner_name }` is the
        player's name.
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
        """Return at most three lines that tell `seat` what happened to them, in the second person.

        `notices` are those that the seat may see, in order. They begin with the seat's last answer
        and its effects. Leave out what does not concern the seat. The oldest line comes first.

        The default returns `describe_event` for every event that not everybody may know. If the
        result is empty, the table shows the last line of `describe_event`.
        """
        own = [self.describe_event(each.event, context) for each in notices if each.to is not None]
        return tuple(filter(None, own))[-MAX_NEWS_LINES:]

    def too_late(
        self, view: ShownViewT, seat: Seat, decision: int, move: Move, context: ScreenContext
    ) -> str:
        """Return a sentence that explains why a press of `seat` came too late.

        "" stands for the table's own sentence. Reveal only what the seat may know now. `decision`
        and `move` belong to the button that was pressed. The decision is not open for the seat any
        more.
        """
        return ""

    def end(self, view: ShownViewT, places: Sequence[Place], context: ScreenContext) -> Screen:
        """Return the final board, without buttons.

        It shows everything: points by kind, and the winner. The default has one line for each of
        `places`.
        """
        told = (
            context.say("over-place", rank=p.rank, name=context.names[p.seat], points=p.points)
            for p in places
        )
        return Screen(context.say("over-title", game=context.say("game-title")), "\n".join(told))

    def result(
        self, view: ShownViewT, places: Sequence[Place], seat: Seat, context: ScreenContext
    ) -> str:
        """Return how the game ended for `seat`: place and points, and what decided the game.

        Write one to three sentences in the second person.
        """
        own = next(place for place in places if place.seat == seat)
        return context.say("over-yours", rank=own.rank, points=own.points)

    def pages(self, view: ShownViewT) -> tuple[str, ...]:
        """Return the names of the pages that the viewer may open besides board and own screen.

        The table adds a button for each page. Its label is the message `button-<name>`.
        """
        return ()

    def page(
        self, name: str, view: ShownViewT, events: Sequence[Event], context: ScreenContext
    ) -> Screen:
        """Return one of `pages`. `events` are all public events so far, in order.

        Buttons on a page may only lead to parts of the same page:
        `TableAction("page", "<name>-<part>")`. A part is a number from 1 to 999. For a part that
        does not exist, show another part.
        """
        raise NotImplementedError(name)

    def find_highlights(
        self, log: Sequence[ReplayedStep], context: ScreenContext
    ) -> tuple[Highlight, ...]:
        """Return the highlights of a finished game, in order, at most six.

        `log` is the whole game, including hidden events. The method runs in a thread and may take
        at most two seconds.
        """
        return ()

    def score(self, view: ShownViewT, context: ScreenContext) -> str:
        """Return the present scores as text, or "" if there are none.

        For a game that has ended, leave out everything that was still to come. The table says above
        the scores that the game is over.
        """
        return ""

    def rules(self, page: int, context: ScreenContext) -> Screen:
        """Return a page of the rules, without buttons. `page` is an index of `rules_pages`."""
        name = self.rules_pages[page]
        title, told = (
            (f"rules-{name}-title", f"rules-{name}") if name else ("game-title", "game-rules")
        )
        more = self.rules_page(name, context)
        return Screen(
            title=context.say(title),
            text=context.say(told, **more.values),
            fields=more.fields,
            picture=more.picture,
            below=more.below,
        )

    def rules_page(self, name: str, context: ScreenContext) -> RulesPage:
        """Return the contents of one of `rules_pages`, in addition to its title and text.

        `context` has no names, because the reader need not sit at a table.
        """
        return RulesPage()
