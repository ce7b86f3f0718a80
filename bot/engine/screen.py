"""Screens: messages for people, described without Discord's own types.

Games and tables describe screens with these structs. `bot/discord_adapter/messages.py` turns them
into Discord's embeds, buttons and files. Discord's limits:
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
    """A press that submits a whole move as the answer to one of the game's decisions."""

    decision: int
    """The number of the decision, which tells a late press from a current one."""
    path: str
    """The move as text, such as "bid/3/6"."""


class OpenScreen(Struct, frozen=True, gc=False):
    """A press that shows the person's own screen, a message that nobody else sees."""

    decision: int
    """The number of the decision that the person is answering; 0 if the person is not asked."""
    path: str = ""
    """The part of the move that the person has chosen so far, as text, such as "bid/3"."""


class TableAction(Struct, frozen=True, gc=False):
    """A press that concerns the table and is no move, such as joining or opening the rules."""

    action: str
    """The name of the action, such as "join" or "page"."""
    argument: str = ""
    """What the action is about, such as the name of a page; "" if the action needs nothing more."""


Press = SubmitMove | OpenScreen | TableAction
"""What a button asks the bot to do: submit a move, open the own screen, or do a table action."""


class Button(Struct, frozen=True, gc=False):
    """A button below a message. Discord allows at most 80 characters of plain text as its label."""

    label: str
    press: Press
    """What the bot does when somebody presses the button."""
    style: Literal["plain", "main", "good", "bad"] = "plain"
    """The button's colour: grey ("plain"), or that of a main, a good or a bad choice."""
    emoji: str = ""
    """The emoji before the label, or "" for none."""
    disabled: bool = False
    """Whether the button is shown, but cannot be pressed."""


class Link(Struct, frozen=True, gc=False):
    """A button that opens a web page in the reader's browser.

    The bot does not learn of the press.
    """

    label: str
    url: str


class Select(Struct, frozen=True, gc=False):
    """A drop-down menu, which takes up a whole row below a message.

    The chosen value is added to the press: as the next field of the path, or of the argument.
    Several chosen values become one field: they are sorted and joined with "."
    (`bot.engine.moves.join_values`). Numbers come first, in ascending order. Words follow in
    alphabetical order.

    Discord wants each value of a menu to be distinct. A value can therefore end with "~" and a
    number, which are cut off before: "4~1" and "4~2", chosen together, become "4.4".
    """

    placeholder: str
    """The text in the menu while nothing is chosen."""
    press: Press
    """What the bot does with the choice, before the chosen values are added."""
    options: tuple[tuple[str, str], ...]
    """The options as pairs of value and label, at most 25."""
    min_values: int = 1
    """The minimum number of options that the person has to choose."""
    max_values: int = 1
    """The maximum number of options that the person can choose."""
    chosen: tuple[str, ...] = ()
    """The values of the options that are already selected when the menu appears."""
    descriptions: tuple[str, ...] = ()
    """A description below the label of each option, with at most 100 characters.

    The descriptions are in the order of the options. () means that the options have no
    descriptions.
    """


class Picture(Struct, frozen=True, gc=False):
    """A picture in a message, which is drawn only when the message is sent.

    The text of the screen says the same, for people who cannot see pictures.
    """

    name: str
    """The name of the file in Discord's message, such as "hand.jpg".

    It is always the same, so that it tells nobody what the picture shows.
    """
    alt: str
    """The alternative text, which screen readers read aloud, with at most 1,024 characters."""
    function: Callable[..., bytes]
    """The function that draws the picture as a JPEG.

    It runs in a thread and uses nothing but its arguments.
    """
    arguments: tuple[object, ...]
    """The arguments of `function`: all that the picture depends on. Every argument is hashable."""

    @property
    def key(self) -> tuple[object, ...]:
        """The key under which the drawn picture is cached.

        Equal keys mean equal pictures, of any game.
        """
        return (self.function, *self.arguments)

    def draw(self) -> bytes:
        """Draw the picture, and return it as a JPEG."""
        return self.function(*self.arguments)


class Attachment(Struct, frozen=True, gc=False):
    """A file that is attached to a message, in addition to the message's pictures."""

    name: str
    """The name of the file, as people see it."""
    content: bytes


class Field(Struct, frozen=True, gc=False):
    """A named section of a message.

    Discord allows 256 characters for the name, and 1,024 for the text.
    """

    name: str
    text: str
    inline: bool = False
    """Whether Discord may show the section beside other ones instead of below them."""


MAX_ROWS_PER_MESSAGE, MAX_BUTTONS_PER_ROW = 5, 5
"""Discord's maximum number of rows below a message, and its maximum number of buttons in a row."""
MAX_NEWS_LINES = 3
"""The maximum number of lines in which a player's own screen tells what has happened."""


def arrange_in_rows(
    buttons: Iterable[Button], buttons_per_row: int = MAX_BUTTONS_PER_ROW
) -> tuple[tuple[Button, ...], ...]:
    """Arrange buttons in as few rows as possible, because a Discord message shows buttons in rows.

    Args:
        buttons: The buttons, in their order.
        buttons_per_row: The maximum number of buttons in each row.
    """
    row = tuple(buttons)
    return tuple(
        row[start : start + buttons_per_row] for start in range(0, len(row), buttons_per_row)
    )


class Screen(Struct, frozen=True, gc=False):
    """One message of the bot, as one reader sees it: texts, pictures, buttons and menus."""

    title: str
    """The heading of the message."""
    text: str = ""
    """The text below the title."""
    fields: tuple[Field, ...] = ()
    """The named sections below the text."""
    footer: str = ""
    """The small text at the end, or "" for none."""
    colour: int = 0x7C5CBF
    """The colour of the stripe beside the message, as 0xRRGGBB."""
    picture: Picture | None = None
    """The picture above the text, as large as Discord shows pictures. None means no picture."""
    below: Picture | None = None
    """The picture below the text. None means no picture."""
    rows: tuple[tuple[Button | Link | Select, ...], ...] = ()
    """The buttons and menus below: at most five rows, of up to five buttons or one menu."""
    content: str = ""
    """Plain text above everything else.

    Only here does Discord notify the people who are mentioned.
    """
    mentions: tuple[int, ...] = ()
    """The ids of the users whom a mention in `content` may notify."""
    table: int = 0
    """The id of the table that the buttons and menus belong to.

    0 means that they belong to no table.
    """
    note: str = ""
    """A refusal or a warning, right above the buttons, where the reader looks; "" for none."""
    attachment: Attachment | None = None
    """A file that is attached in addition to the pictures, or None for no file."""


class FixedBoard(Screen, frozen=True, gc=False):
    """A board, the table's public message, that stays where it is, because people will press it.

    A board that is not fixed can move: it is posted again at the end of the channel, where people
    see it.
    """


class OwnScreen(Screen, frozen=True, gc=False):
    """The screen that one person alone sees of a table. A newer one may replace it in place."""


class QuietScreen(OwnScreen, frozen=True, gc=False):
    """An own screen that tells its reader no more than the public board, so it must be asked for.

    On a phone it would otherwise push the board out of sight.
    """


class OwnPage(OwnScreen, frozen=True, gc=False):
    """A screen for one person who is reading a page or entering a move on it.

    News does not replace it. The news waits until the reader goes back.
    """


class TemporaryScreen(Screen, frozen=True, gc=False):
    """A screen that is soon of no use: a short answer, or the host's options in the lobby.

    It is deleted once its reader presses something elsewhere, or once the lobby is over.
    """


class ScreenContext(Struct, frozen=True, gc=False):
    """All that a game's screens need to know of the table and of the reader."""

    say: Text
    """Returns a message of the game's or the shared catalogue, in the reader's language."""
    names: tuple[str, ...]
    """The players' display names for texts, one for each seat. Markup in them is escaped."""
    labels: tuple[str, ...]
    """The players' display names for buttons, one for each seat. They are plain text."""
    pictures: bool
    """Whether the table shows pictures.

    It is False if people chose text only, and always for a game without pictures.
    """
    emojis: Mapping[str, str] = {}
    """The bot's own emojis for the game's signs: small images for players, cards and the like.

    The key is the name of the sign's file without its ending. If an emoji is missing, a standard
    emoji takes its place. A table without pictures has none, because these emojis are pictures,
    too.
    """
    lesson: bool = False
    """Whether the reader is in a lesson, a first game that teaches the rules to one person.

    A lesson has no board. The own screen then also shows what the board would show, and explains
    each step at the moment when it matters.
    """
    letters: tuple[int, ...] = ()
    """The number of the letter that stands for each seat in pictures, by seat. 0 is A.

    () means that each seat has the letter of its own number.
    """

    ended: bool = False
    """Whether the game is over, even if the view shows its middle because people ended it early."""

    def letter(self, seat: Seat) -> int:
        """Return the number of the letter that stands for a seat in pictures. 0 is A.

        A seat keeps its letter for the whole game, and no two seats share one. A seat gets the
        initial of its player's name where possible. All numbers are below the game's largest number
        of seats. Games that show letters, or a colour for each letter, call this method.
        """
        return self.letters[seat] if self.letters else seat


V = TypeVar("V", bound=Struct)
ShownViewT = TypeVar("ShownViewT", bound=Struct, contravariant=True)


class Question(Struct, Generic[V], frozen=True, gc=False):
    """What the game asks one player on their own screen, and all that this player may know."""

    view: V
    """All that the player may know of the game."""
    seat: Seat
    """The number of the player, counted from 0."""
    prompt: Prompt | None
    """The decision that the game asks the player for.

    None means that the game asks the player for nothing. `moves` is then empty.
    """
    moves: tuple[Move, ...]
    """All moves with which the player may answer."""
    entered: Prefix
    """The part of a move that the player has chosen so far.

    At least one of `moves` begins with it.
    """
    context: ScreenContext
    """What the screen needs to know of the table and of the reader."""

    @property
    def decision(self) -> int:
        """The number of the decision that the player has to answer, or 0 for none."""
        return self.prompt.decision if self.prompt else 0

    def submit(self, move: Move) -> SubmitMove:
        """Return the press of a button that answers the question with this move."""
        return SubmitMove(self.decision, move.path)

    def open(self, prefix: Prefix = EMPTY_PREFIX) -> OpenScreen:
        """Return the press of a button that shows the choices after the fields of a prefix.

        Without an argument, the button goes back to the first choice.
        """
        return OpenScreen(self.decision, prefix.path)


def make_question(
    game: Game[Any, V],
    state: Any,
    seat: Seat,
    prompt: Prompt | None,
    path: str,
    context: ScreenContext,
) -> Question[V]:
    """Return the question that a player's own screen shows.

    Args:
        game: The rules of the game.
        state: The present state of the game.
        seat: The number of the player.
        prompt: The decision that the game asks the player for, or None if it asks for nothing.
        path: The part of a move that the player has chosen, as text. If no legal move begins with
            it, nothing counts as chosen.
        context: What the screen needs to know of the table and of the reader.
    """
    moves = game.legal_moves(state, seat) if prompt else ()
    entered = parse_prefix(game.move_types, path) or EMPTY_PREFIX
    if not any(map(entered.is_prefix_of, moves)):
        entered = EMPTY_PREFIX
    return Question(game.view(state, seat), seat, prompt, moves, entered, context)


def make_field_buttons(
    question: Question[Any], label: Callable[[Prefix], str]
) -> tuple[tuple[Button, ...], ...]:
    """Return a button for each choice that the player has next, arranged in rows.

    If the choice completes a move, the button submits it. Otherwise the button shows the next
    choices. A message has room for at most 25 buttons.

    Args:
        question: The question, with the fields of the move that are already chosen.
        label: Returns the label of a button for the prefix that includes its choice.
    """
    buttons = []
    for prefix in list_next_prefixes(question.moves, question.entered):
        move = prefix.find_completed_move(question.moves)
        press = question.submit(move) if move else question.open(prefix)
        buttons.append(Button(label(prefix), press, style="main"))
    return arrange_in_rows(buttons)


class ReplayedStep(LogEntry, frozen=True, gc=False):
    """A step of a finished game with what people saw of it, for replays and highlights."""

    views: tuple[Any, ...]
    """What was visible after the step: the onlookers' view, then the view of each seat."""


class Highlight(Struct, frozen=True, gc=False):
    """A step of a finished game that people may enjoy to read about, with a sentence."""

    step: int
    """The number of the step. The deal is step 0."""
    text: str
    """A sentence that says what the player did and why it matters.

    It has at most 90 characters, not counting names.
    """


class RulesPage(Struct, frozen=True, gc=False):
    """What one page of a game's rules shows in addition to its title and text."""

    values: Mapping[str, int | str] = {}
    """The values of the placeholders in the page's text, by their names."""
    fields: tuple[Field, ...] = ()
    """The named sections below the text."""
    picture: Picture | None = None
    """The picture above the page's text. None means no picture."""
    below: Picture | None = None
    """The picture below the page's text. None means no picture."""


def make_banner_picture(say: Text, draw_banner: Callable[[str], bytes]) -> Picture:
    """Return the picture of a game's title that is shown while the players gather.

    Args:
        say: Returns messages of the game's catalogue in the reader's language.
        draw_banner: Draws the banner as a JPEG from the game's title.
    """
    return Picture("banner.jpg", say("banner-alt"), draw_banner, (say("game-title"),))


class Screens(ABC, Generic[ShownViewT]):
    """The screens of one game. Each game derives a class from this one.

    Each screen is made from a view, which contains only what its reader may know, and never from a
    state. Every game defines the abstract methods. All other members have a default.
    """

    rules_pages: tuple[str, ...] = ("",)
    """The names of the pages of the game's rules, in their order.

    The page "turn" shows the messages `rules-turn-title` and `rules-turn`. The page with the name
    "" shows `game-title` and `game-rules`.
    """

    draw_banner: Callable[[str], bytes] | None = None
    """The function that draws the picture above the lobby as a JPEG, from the game's title.

    The message `banner-alt` describes the picture in words. None means that the game has no such
    picture.
    """

    def banner(self, context: ScreenContext) -> Picture | None:
        """Return the picture above the lobby, where players gather, or None if the game has none.

        Apart from the game's name, the picture is decoration.
        """
        return make_banner_picture(context.say, self.draw_banner) if self.draw_banner else None

    @abstractmethod
    def board(self, view: ShownViewT, context: ScreenContext) -> Screen:
        """Return the board: the table's public message in the channel.

        With pictures, there is no title. The text then holds what the pictures do not show: a line
        for each player, with name and points. Without pictures, the text holds everything, the most
        important facts first. The button "In words" shows this text, too.

        The table adds who has to answer what until when, the last events, and its own row of
        buttons. A game that is played on the board itself adds up to four rows of `SubmitMove`s,
        which anybody may press. It returns a `FixedBoard` while it waits for such presses, so that
        the board does not move.

        Args:
            view: All that an onlooker may know.
            context: What the screen needs to know of the table and of the reader.
        """
        ...

    @abstractmethod
    def own_screen(self, question: Question[ShownViewT]) -> Screen:
        """Return the screen that one player alone sees, with buttons for the move's next field.

        It has no title. Its text is the question, or says what the player waits for. The table puts
        this text at the top, after the news. With pictures, fields hold only what the pictures do
        not show.

        If the chosen fields (`Question.entered`) are already a full move, the screen asks for a
        confirmation. Return a `QuietScreen` if the screen should appear only on request. The table
        decides between the other types of own screens.
        """
        ...

    def describe_prompts(
        self, view: ShownViewT, prompts: Sequence[Prompt], context: ScreenContext
    ) -> str:
        """Return one public line that says who is asked for what, without the deadline.

        The default says whose turn it is.

        Args:
            view: All that an onlooker may know.
            prompts: The prompts of one decision. If the first one's seat is None, the line is about
                the table's own pause.
            context: What the line needs to know of the table and of the reader.

        Returns:
            The line, or "" if another line already says it.
        """
        names = [context.names[prompt.seat] for prompt in prompts if prompt.seat is not None]
        return context.say("asked-turn", names=" · ".join(names)) if names else ""

    def describe_event(self, event: Event, context: ScreenContext) -> str:
        """Return one line for an event that the reader may see, or "" to leave the event out.

        The default is the message whose key is the event's tag. Each field of the event fills the
        placeholder of the same name, such as "winner" for `{ $winner }`. If the value is a seat's
        number, `{ $winner_name }` is the player's name.
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
        """Return at most three lines that tell a player what happened to them.

        Write them in the second person, and leave out what does not concern the player. The oldest
        line comes first. The default returns `describe_event` for every event that not everybody
        may know. If the result is empty, the table shows the last line of `describe_event`.

        Args:
            notices: The events that the player may see, in their order, from the player's last
                answer on.
            view: All that the player may know.
            seat: The number of the player.
            context: What the lines need to know of the table and of the reader.
        """
        own = [self.describe_event(each.event, context) for each in notices if each.to is not None]
        return tuple(filter(None, own))[-MAX_NEWS_LINES:]

    def too_late(
        self, view: ShownViewT, seat: Seat, decision: int, move: Move, context: ScreenContext
    ) -> str:
        """Return a sentence that explains to a player why their press came too late.

        Reveal only what the player may know now.

        Args:
            view: All that the player may know.
            seat: The number of the player.
            decision: The decision of the pressed button. It no longer waits for the player.
            move: The move of the pressed button.
            context: What the sentence needs to know of the table and of the reader.

        Returns:
            The sentence, or "" for the table's own sentence.
        """
        return ""

    def end(self, view: ShownViewT, places: Sequence[Place], context: ScreenContext) -> Screen:
        """Return the final board, without buttons.

        It shows everything: points by kind, and the winner. The default has one line for each
        player's place.

        Args:
            view: All that an onlooker may know at the end.
            places: Every player's place, best first.
            context: What the screen needs to know of the table and of the reader.
        """
        told = (
            context.say("over-place", rank=p.rank, name=context.names[p.seat], points=p.points)
            for p in places
        )
        return Screen(context.say("over-title", game=context.say("game-title")), "\n".join(told))

    def result(
        self, view: ShownViewT, places: Sequence[Place], seat: Seat, context: ScreenContext
    ) -> str:
        """Tell one player how the game ended for them: place and points, and what decided the game.

        Write one to three sentences in the second person.
        """
        own = next(place for place in places if place.seat == seat)
        return context.say("over-yours", rank=own.rank, points=own.points)

    def pages(self, view: ShownViewT) -> tuple[str, ...]:
        """Return the names of pages that people may open beside the board and their own screen.

        The table adds a button for each page. Its label is the message `button-<name>`.
        """
        return ()

    def page(
        self, name: str, view: ShownViewT, events: Sequence[Event], context: ScreenContext
    ) -> Screen:
        """Return the page that a person has opened.

        Buttons on a page may only lead to parts of the same page: `TableAction("page",
        "<name>-<part>")`. A part is a number from 1 to 999. If the part does not exist, return
        another part.

        Args:
            name: One of `pages`, or that name with "-" and the number of a part.
            view: All that the reader may know.
            events: All public events of the game so far, in their order.
            context: What the page needs to know of the table and of the reader.
        """
        raise NotImplementedError(name)

    def find_highlights(
        self, log: Sequence[ReplayedStep], context: ScreenContext
    ) -> tuple[Highlight, ...]:
        """Return the steps of a finished game that people may enjoy to read about: at most six.

        The steps are in order. The method runs in a thread and may take at most two seconds.

        Args:
            log: All steps of the game, including hidden events.
            context: What the sentences need to know of the table and of the reader.
        """
        return ()

    def score(self, view: ShownViewT, context: ScreenContext) -> str:
        """Return the present scores as text, or "" if the game has none.

        For a game that has ended, leave out everything that was still to come. The table says above
        the scores that the game is over.
        """
        return ""

    def rules(self, page: int, context: ScreenContext) -> Screen:
        """Return a page of the game's rules, without buttons.

        Args:
            page: The number of the page, from 0: its index in `rules_pages`.
            context: What the page needs to know of the reader.
        """
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
        """Return what a page of the rules shows in addition to its title and text.

        Args:
            name: The name of the page, one of `rules_pages`.
            context: What the page needs to know of the reader. It has no names, because the reader
                need not sit at a table.
        """
        return RulesPage()
