"""What a screen is: a message for people, before Discord's own words for it.

Games and tables describe screens with these structs; `bot/discord_adapter/messages.py` turns them
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
    """A press that shows the presser's own private screen, with the path chosen so far."""

    decision: int
    path: str = ""


class TableAction(Struct, frozen=True, gc=False):
    """A press for the table itself: join, leave, options, rules, ..."""

    action: str
    value: str = ""


Press = SubmitMove | OpenScreen | TableAction


class Button(Struct, frozen=True, gc=False):
    """A button. Labels hold at most 80 characters, no markup."""

    label: str
    press: Press
    style: Literal["plain", "main", "good", "bad"] = "plain"
    emoji: str = ""
    disabled: bool = False


class Link(Struct, frozen=True, gc=False):
    """A button that opens an address in the reader's browser; the bot learns nothing of it."""

    label: str
    url: str


class Select(Struct, frozen=True, gc=False):
    """A menu that takes a row of its own. What is chosen is added to the press's last text.

    With several values, they are sorted and joined with "." to one field: numbers first, by their
    value, then words by the alphabet (`bot.engine.moves.one_field`). What follows "~" in a value
    only makes it distinct, and is cut off before: "4~1" and "4~2" chosen together are "4.4".
    """

    placeholder: str
    press: Press
    options: tuple[tuple[str, str], ...]
    """(value, label) pairs, at most 25."""
    least: int = 1
    most: int = 1
    chosen: tuple[str, ...] = ()
    """The values that are marked as chosen already."""
    descriptions: tuple[str, ...] = ()
    """What each option means, in their order, in at most 100 characters; (): nothing is said."""


class Picture(Struct, frozen=True, gc=False):
    """A picture that is drawn when it is sent; its content stands in the screen as text, too."""

    name: str
    """File name such as "hand.jpg": the same for all, whatever it shows."""
    alt: str
    """At most 1,024 characters."""
    function: Callable[..., bytes]
    """Draws it, in a thread; touches nothing but its own arguments."""
    arguments: tuple[object, ...]
    """All that the picture depends on; hashable."""

    @property
    def key(self) -> tuple[object, ...]:
        """Equal keys mean equal pictures, whichever games they are of."""
        return (self.function, *self.arguments)

    def draw(self) -> bytes:
        """Return it as a JPEG."""
        return self.function(*self.arguments)


class Attachment(Struct, frozen=True, gc=False):
    """A file that hangs in a message, beside its pictures."""

    name: str
    content: bytes


class Field(Struct, frozen=True, gc=False):
    """A named part of a screen: name at most 256 characters, text at most 1,024."""

    name: str
    text: str
    inline: bool = False


MAX_ROWS_PER_MESSAGE, MAX_BUTTONS_PER_ROW = 5, 5
"""Rows below a message, and buttons in a row."""
MAX_NEWS_LINES = 3
"""So many lines of news at most."""


def arrange_in_rows(
    buttons: Iterable[Button], across: int = MAX_BUTTONS_PER_ROW
) -> tuple[tuple[Button, ...], ...]:
    """Return buttons in as few rows as hold them, each with `across` of them at most."""
    row = tuple(buttons)
    return tuple(row[start : start + across] for start in range(0, len(row), across))


class Screen(Struct, frozen=True, gc=False):
    """One message, as one reader sees it."""

    title: str
    text: str = ""
    fields: tuple[Field, ...] = ()
    footer: str = ""
    colour: int = 0x7C5CBF
    picture: Picture | None = None
    """Above the text, as large as Discord shows pictures."""
    below: Picture | None = None
    """Below the text."""
    rows: tuple[tuple[Button | Link | Select, ...], ...] = ()
    """At most five rows of at most five buttons, or one select."""
    content: str = ""
    """Plain text above the embed: the only place where a mention reaches anybody."""
    mentions: tuple[int, ...] = ()
    """The user ids that `content` may ping."""
    table: int = 0
    """The table that the presses belong to; 0: none."""
    note: str = ""
    """A refusal or a warning, right above the rows: the one place that a reader's eye is at."""
    attachment: Attachment | None = None


class FixedBoard(Screen, frozen=True, gc=False):
    """A board that keeps its place in the channel, because people are about to press it."""


class OwnScreen(Screen, frozen=True, gc=False):
    """The reader's own screen at a table, which a newer one may replace in place."""


class QuietScreen(OwnScreen, frozen=True, gc=False):
    """An own screen that tells no more than the board, and does not come by itself.

    It is there for whoever asks for it: on a phone it would stand between reader and board.
    """


class OwnPage(OwnScreen, frozen=True, gc=False):
    """An own screen that its reader has opened to read, or is entering a move on.

    News waits until they go back, and takes nothing away from them.
    """


class TemporaryScreen(Screen, frozen=True, gc=False):
    """A sentence, or the host's panel of the lobby, which soon nobody needs any more.

    That is so once its reader presses something elsewhere, or the lobby is over.
    """


class ScreenContext(Struct, frozen=True, gc=False):
    """What a game's screens are told of the table and of the reader."""

    say: Text
    """The catalogue of the game and the shared one, in the reader's language."""
    names: tuple[str, ...]
    """Display names by seat, markup escaped, for texts."""
    labels: tuple[str, ...]
    """Display names by seat, plain, for buttons."""
    pictures: bool
    """False: the table is text only, as all of a game without pictures are."""
    emojis: Mapping[str, str] = {}
    """The application's emojis by the stems of the files of the game's signs.

    Where one is missing, a standard emoji stands in. A table that is text only has none: they are
    pictures.
    """
    lesson: bool = False
    """True: the reader learns the game, and sees no board besides the private screen.

    So that screen shows what the board would, and explains each step at the moment it matters.
    """
    letters: tuple[int, ...] = ()
    """By seat the number of the letter that tells it apart, 0 is A; (): the seat's own number."""

    ended: bool = False
    """True: nobody plays on, even if the view is of the middle of a game that was ended early."""

    def letter(self, seat: Seat) -> int:
        """Return the number of a seat's letter, which it keeps for the whole game; 0 is A.

        No two seats share one, and all are below the game's largest number of seats. It goes by the
        initials where it can, so a game with letters, or colours beside them, asks here.
        """
        return self.letters[seat] if self.letters else seat


V = TypeVar("V", bound=Struct)
ShownViewT = TypeVar("ShownViewT", bound=Struct, contravariant=True)


class Question(Struct, Generic[V], frozen=True, gc=False):
    """What a player is asked on the own screen, and all that the player may know."""

    view: V
    seat: Seat
    prompt: Prompt | None
    """None: nothing is asked of the seat, and `moves` is empty."""
    moves: tuple[Move, ...]
    entered: Prefix
    """The beginning of one of `moves` that the player has chosen so far."""
    scene: ScreenContext

    @property
    def decision(self) -> int:
        """The number of the decision; 0 while nothing is asked."""
        return self.prompt.decision if self.prompt else 0

    def submit(self, move: Move) -> SubmitMove:
        """Return the press that submits a move."""
        return SubmitMove(self.decision, move.path)

    def open(self, prefix: Prefix = EMPTY_PREFIX) -> OpenScreen:
        """Return the press that shows what follows a prefix."""
        return OpenScreen(self.decision, prefix.path)


def make_question(
    game: Game[Any, V],
    state: Any,
    seat: Seat,
    prompt: Prompt | None,
    path: str,
    scene: ScreenContext,
) -> Question[V]:
    """Return what a seat is asked by `prompt`, after a path that begins none or one of its moves.

    A path that begins no legal move counts as none.
    """
    moves = game.legal_moves(state, seat) if prompt else ()
    entered = parse_prefix(game.move_types, path) or EMPTY_PREFIX
    if not any(map(entered.starts, moves)):
        entered = EMPTY_PREFIX
    return Question(game.view(state, seat), seat, prompt, moves, entered, scene)


def make_field_buttons(
    question: Question[Any], label: Callable[[Prefix], str]
) -> tuple[tuple[Button, ...], ...]:
    """Return the rows of a button for each choice that can follow what is entered.

    What completes a move submits it, all else shows the next step. `label` gets the prefix with
    the choice. No more than 25 fit.
    """
    buttons = []
    for prefix in list_next_prefixes(question.moves, question.entered):
        move = prefix.completed(question.moves)
        press = question.submit(move) if move else question.open(prefix)
        buttons.append(Button(label(prefix), press, style="main"))
    return arrange_in_rows(buttons)


class ReplayedStep(LogEntry, frozen=True, gc=False):
    """A step of a game that is over, as it was told then."""

    views: tuple[Any, ...]
    """The onlookers' view after it, then that of each seat."""


class Highlight(Struct, frozen=True, gc=False):
    """What people may laugh about afterwards."""

    step: int
    """Which step it was."""
    text: str
    """A human sentence, at most 90 characters beside names: what was done and why it matters."""


class RulesPage(Struct, frozen=True, gc=False):
    """What a page of the rules has beside its title and its text."""

    values: Mapping[str, int | str] = {}
    """What fills the text's placeholders."""
    fields: tuple[Field, ...] = ()
    picture: Picture | None = None
    """Above the text."""
    below: Picture | None = None
    """Below it."""


def make_banner_picture(say: Text, draw: Callable[[str], bytes]) -> Picture:
    """Return a banner that is drawn with the game's title."""
    return Picture("banner.jpg", say("banner-alt"), draw, (say("game-title"),))


class Screens(ABC, Generic[ShownViewT]):
    """The screens of one game, each made from a view and never from a state.

    What is abstract every game has to show; all else has a default.
    """

    rules_pages: tuple[str, ...] = ("",)
    """The names of the pages of the rules. The page "turn" has the messages `rules-turn-title` and
    `rules-turn`; a page without a name has `game-title` and `game-rules`."""

    draw_banner: Callable[[str], bytes] | None = None
    """Draws the picture above the lobby with the game's title; the message `banner-alt` tells it in
    words. None: there is none."""

    def banner(self, scene: ScreenContext) -> Picture | None:
        """Return the picture above the lobby; what it shows besides the game's name is decoration.

        None: the game has none.
        """
        return make_banner_picture(scene.say, self.draw_banner) if self.draw_banner else None

    @abstractmethod
    def board(self, view: ShownViewT, scene: ScreenContext) -> Screen:
        """Return the public board.

        With pictures there is no title, and the text is what they do not show: a line for each
        player with name and points. Without them the text is all of it, the most important first;
        that is what the button "In words" shows, too. The table adds who owes what until when, the
        last events and its row of buttons. A game that is played on the board itself brings up to
        four rows of `SubmitMove`s, which anybody presses; a `FixedBoard` keeps its place meanwhile.
        """
        ...

    @abstractmethod
    def private(self, question: Question[ShownViewT]) -> Screen:
        """Return what a seat alone may see, with the buttons for the next field of the move.

        It has no title, and its text is the question, or what the reader waits for: the table puts
        it above all else, behind the news. With pictures, fields are only for what those do not
        show. A full move in `Question.entered` asks for a confirmation. A `QuietScreen` does not
        come by itself; which other kind of screen it is, the table decides.
        """
        ...

    def asked(self, view: ShownViewT, prompts: Sequence[Prompt], scene: ScreenContext) -> str:
        """Return one public line that says who is asked for what, without the deadline.

        All `prompts` share one decision. Where the first one's seat is None, it is the table's own
        pause. "" is passed over: another line tells it already. Unless the game says more, it is
        their turn.
        """
        names = [scene.names[prompt.seat] for prompt in prompts if prompt.seat is not None]
        return scene.say("asked-turn", names=" · ".join(names)) if names else ""

    def told(self, event: Event, scene: ScreenContext) -> str:
        """Return one line that tells an event that the reader may see; "" to pass over it.

        Unless the game does more, that is the message with the event's tag. For a field "winner",
        `{ $winner }` is its value, and `{ $winner_name }` who sits there, if it is a seat's number.
        """
        filled = dict[str, int | str]()
        for field in event.__struct_fields__:
            value = getattr(event, field)
            if isinstance(value, int | str):
                filled[field] = value
            if isinstance(value, int) and 0 <= value < len(scene.names):
                filled[f"{field}_name"] = scene.names[value]
        return scene.say(get_tag(type(event)), **filled)

    def news(
        self, notices: Sequence[Notice], view: ShownViewT, seat: Seat, scene: ScreenContext
    ) -> tuple[str, ...]:
        """Return what happened to `seat`, told to them in the second person; at most three lines.

        `notices` are those that they may see, from their own last answer on (with what came of it),
        in order. What is no concern of theirs is passed over; the oldest line comes first. Unless
        the game says more, it is `told` of what not everybody may know. Where nothing is told here,
        the table shows the last line of `told`.
        """
        own = [self.told(each.event, scene) for each in notices if each.to is not None]
        return tuple(filter(None, own))[-MAX_NEWS_LINES:]

    def too_late(
        self, view: ShownViewT, seat: Seat, decision: int, move: Move, scene: ScreenContext
    ) -> str:
        """Return a sentence that says why a press of `seat` came too late; "": the table's own one.

        It tells nothing but what the seat may know now. `decision` is not open for it any more, and
        as old as the button that was pressed, as is `move`.
        """
        return ""

    def end(self, view: ShownViewT, places: Sequence[Place], scene: ScreenContext) -> Screen:
        """Return the final board: everything is shown, points by kind, who won. No buttons.

        Unless the game shows more, it is a line for each of `places`.
        """
        told = (
            scene.say("over-place", rank=p.rank, name=scene.names[p.seat], points=p.points)
            for p in places
        )
        return Screen(scene.say("over-title", game=scene.say("game-title")), "\n".join(told))

    def result(
        self, view: ShownViewT, places: Sequence[Place], seat: Seat, scene: ScreenContext
    ) -> str:
        """Return how the game ended for `seat`: their place and points, and what decided it.

        In the second person, one to three sentences.
        """
        own = next(place for place in places if place.seat == seat)
        return scene.say("over-yours", rank=own.rank, points=own.points)

    def pages(self, view: ShownViewT) -> tuple[str, ...]:
        """Return the names of what the viewer may open besides board and own screen.

        Each is opened by a button with the message `button-<name>`, which the table adds.
        """
        return ()

    def page(
        self, name: str, view: ShownViewT, events: Sequence[Event], scene: ScreenContext
    ) -> Screen:
        """Return one of `pages`. `events`: all public ones so far, in order.

        Its buttons, if it has any, only lead to its own parts: `Do("page", "<name>-<part>")`, with
        any number of 1 to 999 for the part; one that is not there shows another part.
        """
        raise NotImplementedError(name)

    def moments(self, log: Sequence[ReplayedStep], scene: ScreenContext) -> tuple[Highlight, ...]:
        """Return the moments of a game that is over, in their order, at most six.

        `log` is all of it, with what was hidden then. It is reckoned in a thread, in two seconds
        at most.
        """
        return ()

    def score(self, view: ShownViewT, scene: ScreenContext) -> str:
        """Return the scores so far as text; once the game has ended, without what was to come.

        The table says above them that the game is over. "": there is nothing to tell.
        """
        return ""

    def rules(self, page: int, scene: ScreenContext) -> Screen:
        """Return a page of the rules, without buttons, 0 <= page < `len(rules_pages)`."""
        name = self.rules_pages[page]
        title, told = (
            (f"rules-{name}-title", f"rules-{name}") if name else ("game-title", "game-rules")
        )
        more = self.rules_page(name, scene)
        return Screen(
            title=scene.say(title),
            text=scene.say(told, **more.values),
            fields=more.fields,
            picture=more.picture,
            below=more.below,
        )

    def rules_page(self, name: str, scene: ScreenContext) -> RulesPage:
        """Return what one of `rules_pages` has beside its title and its text.

        The scene has no names: the reader need not sit at a table.
        """
        return RulesPage()
