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
from bot.engine.game import Game, LogEntry, Place, Prediction, Prompt
from bot.engine.moves import EMPTY_PREFIX, Move, Prefix, get_tag, list_next_prefixes, parse_prefix
from bot.engine.teams import describe_teams, name_team
from bot.i18n import Text


class SubmitMove(Struct, frozen=True, gc=False):
    """The effect of a button that submits a complete move as the answer to the game's question."""

    decision: int
    """The number of the decision that the move answers.

    A press whose number is no longer current is too late.
    """
    path: str
    """The move as text, such as "bid/3/6"."""


class OpenScreen(Struct, frozen=True, gc=False):
    """The effect of a button that shows the person's own screen, which nobody else sees."""

    decision: int
    """The number of the decision that the person is answering. 0 means that there is none."""
    path: str = ""
    """The part of a move that the person has chosen so far, as text, such as "bid/3".

    "" means that nothing is chosen.
    """


class TableAction(Struct, frozen=True, gc=False):
    """The effect of a button that concerns the table and is no move, such as joining it."""

    action: str
    """The name of the action, such as "join" to join the table or "page" to show a page."""
    argument: str = ""
    """The subject of the action, such as the name of a page. "" means that it needs none."""


Press = SubmitMove | OpenScreen | TableAction
"""The effect of a button: submit a move, show a private screen, or do something at the table."""


class Button(Struct, frozen=True, gc=False):
    """A button below a message.

    Its label is plain text of at most 80 characters (Discord's limit).
    """

    label: str
    press: Press
    """The effect of the button when somebody presses it."""
    style: Literal["plain", "main", "good", "bad"] = "plain"
    """The button's colour. "plain" is grey, and the others mark a main, a good or a bad choice."""
    emoji: str = ""
    """The emoji before the label, or "" for none."""
    disabled: bool = False
    """Whether the button is shown, but cannot be pressed."""


class Link(Struct, frozen=True, gc=False):
    """A button that opens a web page in the reader's browser. The bot is not told of the press."""

    label: str
    url: str


class Select(Struct, frozen=True, gc=False):
    """A drop-down menu, which takes up a whole row below a message.

    When somebody chooses a value, it is added to the press: as the next field of the move's path,
    or of the action's argument. Several chosen values become one field: they are sorted and joined
    with "." (`bot.engine.moves.join_values`). Numbers come first, in ascending order. Words follow
    in alphabetical order.

    Discord requires all values of a menu to be distinct. A value may therefore end with "~" and a
    number, which are removed before values are joined: "4~1" and "4~2", chosen together, become
    "4.4".
    """

    placeholder: str
    """The text in the menu while nothing is chosen."""
    press: Press
    """The effect of the menu. When somebody chooses, the chosen values are added to it."""
    options: tuple[tuple[str, str], ...]
    """The options as pairs of a value and a label, at most 25."""
    min_values: int = 1
    """The minimum number of options that the person has to choose."""
    max_values: int = 1
    """The maximum number of options that the person can choose."""
    chosen: tuple[str, ...] = ()
    """The values of the options that are already selected when the menu appears."""
    descriptions: tuple[str, ...] = ()
    """The description below the label of each option, in the order of the options.

    Each has at most 100 characters. () means that the options have no descriptions.
    """


class Picture(Struct, frozen=True, gc=False):
    """A picture in a message: the function that draws it, and the function's arguments.

    The picture is drawn only when the message is sent. The text of the message says the same, for
    people who cannot see pictures.
    """

    name: str
    """The name of the picture's file in Discord's message, such as "hand.jpg".

    The name does not depend on what the picture shows, so that it reveals nothing.
    """
    alt: str
    """The alternative text, which screen readers read aloud, with at most 1,024 characters."""
    function: Callable[..., bytes]
    """The function that draws the picture as a JPEG.

    It runs in a thread and uses nothing but its arguments.
    """
    arguments: tuple[object, ...]
    """The arguments of `function`: all that the picture depends on. They are hashable."""

    @property
    def key(self) -> tuple[object, ...]:
        """The key under which the drawn picture is cached. Equal keys mean equal pictures."""
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
    """Whether Discord may show the section beside other sections instead of below them."""


MAX_ROWS_PER_MESSAGE, MAX_BUTTONS_PER_ROW = 5, 5
"""Discord's limits: at most this many rows below a message, and this many buttons in a row."""
MAX_NEWS_LINES = 3
"""The maximum number of lines in which a player's own screen tells what has just happened.

Further lines are left out.
"""


def arrange_in_rows(
    buttons: Iterable[Button], buttons_per_row: int = MAX_BUTTONS_PER_ROW
) -> tuple[tuple[Button, ...], ...]:
    """Arrange buttons in as few rows as possible.

    Args:
        buttons: The buttons, in their order.
        buttons_per_row: The maximum number of buttons in each row.
    """
    row = tuple(buttons)
    return tuple(
        row[start : start + buttons_per_row] for start in range(0, len(row), buttons_per_row)
    )


class Screen(Struct, frozen=True, gc=False):
    """One message of the bot for one reader or a channel: texts, pictures, buttons and menus."""

    title: str
    """The heading of the message."""
    text: str = ""
    """The text below the title."""
    fields: tuple[Field, ...] = ()
    """The sections with a name each, below the text."""
    footer: str = ""
    """The small text at the end, or "" for none."""
    colour: int = 0x7C5CBF
    """The colour of the stripe beside the message, as 0xRRGGBB."""
    picture: Picture | None = None
    """The large picture above the text. None means no picture."""
    below: Picture | None = None
    """The picture below the text. None means no picture."""
    rows: tuple[tuple[Button | Link | Select, ...], ...] = ()
    """The rows of controls below the message, at most five.

    Each row has up to five buttons or one menu.
    """
    content: str = ""
    """Plain text above everything else in the message.

    Discord notifies people only if this text mentions them.
    """
    mentions: tuple[int, ...] = ()
    """The ids of the users whom Discord notifies if `content` mentions them."""
    table: int = 0
    """The id of the table to which the buttons and menus belong. 0 means no table."""
    note: str = ""
    """A refusal or warning for the reader, right above the buttons, or "" for none."""
    attachment: Attachment | None = None
    """A file that is attached in addition to the pictures. None means no file."""


class FixedBoard(Screen, frozen=True, gc=False):
    """A board (a table's public message) that must not move, because people press its buttons.

    Any other board can be posted again at the end of the channel, where people see it.
    """


class OwnScreen(Screen, frozen=True, gc=False):
    """A message about a table that only one person sees. A newer such message may replace it."""


class QuietScreen(OwnScreen, frozen=True, gc=False):
    """A message for one person that is sent only on request, as the public board says the same.

    On a phone it would otherwise push the board out of sight.
    """


class OwnPage(OwnScreen, frozen=True, gc=False):
    """A message for one person who is reading a page, such as the rules, or entering a move.

    News about the game does not replace this message, but waits until the reader goes back.
    """


class OwnWords(OwnScreen, frozen=True, gc=False):
    """A message for one person that tells a running game of seconds in words, and follows it."""


class TemporaryScreen(Screen, frozen=True, gc=False):
    """A message that is useful only for a short time, such as a brief answer or the host's options.

    It is deleted once its reader presses a button of the board, once the game starts, and once the
    table is over.
    """


class ScreenContext(Struct, frozen=True, gc=False):
    """The facts about a table and the reader from which a game makes its messages.

    Examples are the players' names and the language.
    """

    say: Text
    """The function that returns a message of the bot or of the game in the reader's language."""
    names: tuple[str, ...]
    """The players' display names for texts, one for each seat in order.

    Markup in them is escaped.
    """
    labels: tuple[str, ...]
    """The players' display names for buttons, one for each seat in order. They are plain text."""
    pictures: bool
    """Whether the table shows pictures.

    False if people chose text only, and always for a game that has no pictures.
    """
    emojis: Mapping[str, str] = {}
    """Maps the names of the game's signs (small images of players, cards and the like) to emojis.

    A name is that of the sign's file without its ending. A standard emoji replaces a missing one.
    At a table without pictures all are missing, because these emojis are pictures, too.
    """
    lesson: bool = False
    """Whether the reader is in a lesson, a first game that teaches the rules to one person.

    A lesson has no public board. The person's own screen then also shows what the board would show,
    and explains each rule when the person first needs it.
    """
    letters: tuple[int, ...] = ()
    """The number of the letter that stands for each player in pictures, by seat.

    0 is A, 1 is B. () means that each player's letter has the number of their seat.
    """

    ended: bool = False
    """Whether the game is over.

    If people ended it early, the view still shows an unfinished game.
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
    """The decision that the player has to make.

    None means that the game asks the player for nothing. `moves` is then empty.
    """
    moves: tuple[Move, ...]
    """All moves with which the player may answer."""
    entered: Prefix
    """The part of a move that the player has chosen so far.

    At least one of `moves` begins with it. If `moves` is empty, nothing is chosen.
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
        """Return the effect of a button that lets the player choose the next field of a move.

        Args:
            prefix: The fields chosen so far. By default there are none, and the player starts
                again.
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
    """Create the question for a player's private message from the state of a game.

    Args:
        game: The rules of the game.
        state: The present state of the game.
        seat: The number of the player.
        prompt: The decision that the player has to make, or None if the game asks for nothing.
        path: The part of a move that the player has chosen, as text such as "bid/3". If no legal
            move begins with it, nothing counts as chosen.
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
    """Return a button for each choice that the player has for the next field of a move, in rows.

    If the choice completes a move, the button submits it. Otherwise the button shows the next
    choices. A message has room for at most 25 buttons.

    Args:
        question: The question, with the fields of the move that are already chosen.
        label: Returns the label of a button, given the fields chosen so far together with the field
            that this button adds.
    """
    buttons = []
    for prefix in list_next_prefixes(question.moves, question.entered):
        move = prefix.find_completed_move(question.moves)
        press = question.submit(move) if move else question.open(prefix)
        buttons.append(Button(label(prefix), press, style="main"))
    return arrange_in_rows(buttons)


class ReplayedStep(LogEntry, frozen=True, gc=False):
    """A step of a finished game, and what each person could see of the game after it.

    Used for replays and highlights.
    """

    views: tuple[Any, ...]
    """The views after the step: that of onlookers, then that of each player in the order of seats.

    A view is what somebody can see of the game.
    """


class Highlight(Struct, frozen=True, gc=False):
    """A remarkable step of a finished game, with a sentence that people may enjoy reading."""

    step: int
    """The number of the step within its game. The deal is step 0."""
    seat: Seat
    """The player whom the sentence is about. Highlights of people are told first."""
    kind: str
    """The kind of highlight, such as "bluff". At most one of each kind is told."""
    when: str
    """The turn or round, such as "Round 3" (messages `when-turn`, `when-round`), or "" for none."""
    text: str
    """A sentence that says what the player did and why it matters.

    It has at most 90 characters, not counting names.
    """
    tells_result: bool = False
    """Whether the sentence says who wins or loses in the end. Replays show it at the end only."""
    told_event: str = ""
    """The name of the step's event of which the sentence tells everything, or "" for none.

    Replays leave out the line about that event.
    """


class FilmShot(Struct, frozen=True, gc=False):
    """A picture of a film that shares a finished game, with the words below it."""

    picture: Picture
    caption: str
    """Who did what, such as "Ben bids 7 fours." Emojis are left out when it is drawn."""


class FilmScene(Struct, frozen=True, gc=False):
    """A step of a finished game in a film: what led to it, and what came of it."""

    step: int
    """The number of the step that ends the scene, such as the answer to a guess."""
    shots: tuple[FilmShot, ...]
    """The shots in their order. The last one tells the result, and is never left out."""
    weight: int = 0
    """How much the scene matters. If a film has too little time, scenes of higher weight stay."""


class RulesPage(Struct, frozen=True, gc=False):
    """The contents of one page of a game's rules, in addition to the page's title and text."""

    values: Mapping[str, int | str] = {}
    """Maps placeholders in the page's text to their values."""
    fields: tuple[Field, ...] = ()
    """The named sections below the text."""
    picture: Picture | None = None
    """The picture above the page's text. None means no picture."""
    below: Picture | None = None
    """The picture below the page's text. None means no picture."""


def make_banner_picture(say: Text, draw_banner: Callable[[str], bytes]) -> Picture:
    """Return the title picture (banner) of a game, which is shown while the players gather.

    Args:
        say: Returns messages of the game in the reader's language.
        draw_banner: Draws the banner as a JPEG from the game's title.
    """
    return Picture("banner.jpg", say("banner-alt"), draw_banner, (say("game-title"),))


class Screens(ABC, Generic[ShownViewT]):
    """Base class for all messages (screens) that a game shows to people.

    Each screen is made from a view, which contains only what its reader may know, and never from
    the game's state, which contains secrets. Every game defines the abstract methods. All other
    members have a default.
    """

    rules_pages: tuple[str, ...] = ("",)
    """The names of the pages of the game's rules, in order.

    A page named "turn" shows the messages `rules-turn-title` and `rules-turn`. The page named ""
    shows `game-title` and `game-rules`.
    """

    reveals: tuple[str, ...] = ()
    """The names (tags) of public events at which everybody at the table looks up at once.

    Examples are the lifting of the cups or the answer to a guess. Every own screen that is open
    changes then, also those of players who have nothing to do. Other events change only the screens
    of players whom they concern.
    """

    pictured_events: tuple[str, ...] = ()
    """The names (tags) of public events that the board's picture already shows.

    A board with a picture has no lines about them, nor about what happened before them.
    """

    draw_banner: Callable[[str], bytes] | None = None
    """The function that draws the picture above the lobby as a JPEG, from the game's title.

    The lobby is the message where players gather. The message `banner-alt` describes the picture in
    words. None means that the game has no such picture.
    """

    def describe_length(self, options: Mapping[str, str], say: Text) -> str:
        """Return how long a game usually takes with these options, in at most 12 characters.

        The default is the message `game-length`.

        Args:
            options: The choice for each option, by the option's name.
            say: Returns messages of the game in the reader's language.
        """
        return say("game-length")

    def banner(self, context: ScreenContext) -> Picture | None:
        """Return the decorative picture above the message where players gather.

        None means no picture.
        """
        return make_banner_picture(context.say, self.draw_banner) if self.draw_banner else None

    def reveal_picture(self, view: ShownViewT, context: ScreenContext) -> Picture | None:
        """Return the picture that the board shows of the last reveal, or None if it shows none.

        People who only watch see it on their own screens, too. Override this method if the game has
        `reveals`, but does not pause after them. During a pause, they see the whole board.
        """
        return None

    @abstractmethod
    def board(self, view: ShownViewT, context: ScreenContext) -> Screen:
        """Return the board: the public message that shows the game to the whole channel.

        With pictures, the board has no title, and its text holds what the pictures do not show: the
        players' names and points. Without pictures, the text holds everything, the
        most important facts first. The button "In words" shows this text, too.

        The table adds the questions that are open, who has to answer them and by when, the last
        events, and its own row of buttons. A game that is played on the board itself adds up to
        four rows of buttons that submit moves (`SubmitMove`), which anybody may press. While the
        game waits for such presses, return a `FixedBoard`, so that the board does not move.

        Args:
            view: All that an onlooker may know.
            context: What the screen needs to know of the table and of the reader.
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
            view: All that an onlooker may know.
            prompts: The prompts of one decision, one for each player whose answer is missing. If
                the first one's seat is None, the line is about the table's own pause.
            context: What the line needs to know of the table and of the reader.

        Returns:
            The line, or "" if another line already says it.
        """
        names = [context.names[prompt.seat] for prompt in prompts if prompt.seat is not None]
        return context.say("asked-turn", names=" · ".join(names)) if names else ""

    def describe_prediction(
        self, view: ShownViewT, asked: Prediction, context: ScreenContext
    ) -> str:
        """Return the question that people who only watch may answer (`Game.find_prediction`).

        The default is the message `predict-<kind>`. Override this method if the question has to
        name what it is about, such as the last bid.

        Args:
            view: All that an onlooker may know.
            asked: The question.
            context: What the question needs to know of the table and of the reader.
        """
        return context.say(f"predict-{asked.kind}")

    def describe_event(self, view: ShownViewT, event: Event, context: ScreenContext) -> str:
        """Return one line about an event that the reader may see, or "" to leave the event out.

        The default is the message whose key is the event's tag. Each field of the event fills the
        placeholder of the same name, such as "winner" for `{ $winner }`. If the value is a number
        that could be a seat's, `{ $winner_name }` is the name of the player on that seat.

        Args:
            view: All that the reader may know. The reader of a public text is an onlooker, and the
                reader of an own screen is its player. The view may be of a later step than the
                event, because lines stay for a while.
            event: The event.
            context: What the line needs to know of the table and of the reader.
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
        comes first. The default describes the private events (`Notice.to`), the last three if
        there are more. If the result is empty, the table shows one line about the last public
        event instead, except in a lesson.

        Args:
            notices: The events that the player may see, in their order, from the player's last
                answer on.
            view: All that the player may know.
            seat: The number of the player.
            context: What the lines need to know of the table and of the reader.
        """
        own = (each.event for each in notices if each.to is not None)
        lines = [self.describe_event(view, event, context) for event in own]
        return tuple(filter(None, lines))[-MAX_NEWS_LINES:]

    def too_late(
        self, view: ShownViewT, seat: Seat, decision: int, move: Move, context: ScreenContext
    ) -> str:
        """Return a sentence that explains to a player why their press of a button came too late.

        Reveal only what the player may know now.

        Args:
            view: All that the player may know.
            seat: The number of the player.
            decision: The number of the decision to which the pressed button belongs. The game no
                longer asks the player for it.
            move: The move of the pressed button.
            context: What the sentence needs to know of the table and of the reader.

        Returns:
            The sentence. "" means that the table's own sentence is used.
        """
        return ""

    def end(self, view: ShownViewT, places: Sequence[Place], context: ScreenContext) -> Screen:
        """Return the final public message of a finished game, without buttons.

        It shows the winner, and for what each player got points. The default has only one line
        for each player, with place and points. In a game with teams, it has one line for each team,
        with the names of its members.

        Args:
            view: All that an onlooker may know at the end.
            places: Every player's place, best first.
            context: What the screen needs to know of the table and of the reader.
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

    def pages(self, view: ShownViewT) -> tuple[str, ...]:
        """Return the names of extra pages, such as a score sheet, that people may open in the game.

        The table adds a button for each page, whose label is the message `button-<name>`. It adds
        none if the own screen has a button with `TableAction("page", name)` already.
        """
        return ()

    def page(self, name: str, view: ShownViewT, context: ScreenContext) -> Screen:
        """Return an extra page of the game, such as a score sheet, that a person has opened.

        Buttons on a page may only lead to parts of the same page: `TableAction("page",
        "<name>-<part>")`. A part is a number from 1 to 999. If the part does not exist, return
        another part.

        Args:
            name: One of `pages`, or that name with "-" and the number of a part.
            view: All that the reader may know.
            context: What the page needs to know of the table and of the reader.
        """
        raise NotImplementedError(name)

    def find_highlights(
        self, log: Sequence[ReplayedStep], context: ScreenContext
    ) -> Iterable[Highlight]:
        """Return remarkable steps of a finished game, each with a sentence about it.

        The best come first. `choose_highlights` in `bot/engine/highlights.py` chooses which of them
        are told, so return what is remarkable of several players. The method runs in a thread and
        may take at most two seconds.

        Args:
            log: All steps of the game, including hidden events.
            context: What the sentences need to know of the table and of the reader.
        """
        return ()

    def find_film_scenes(
        self, log: Sequence[ReplayedStep], context: ScreenContext
    ) -> Iterable[FilmScene]:
        """Return the scenes of a film that shares a finished game, in the order of the game.

        The default is (): the film then shows the steps with events in `reveals`, or else the end
        of each round, or else all steps that are told. Each has the board before and after it, with
        the lines of `describe_event`. `bot/engine/films.py` helps to make such scenes.

        Args:
            log: All steps of the game, with what everybody could see of them and nothing else:
                public events, no actions, and the onlookers' view as the only view.
            context: The players' names as they can be drawn, and the language of the table. It has
                no emojis, and `pictures` is False, so that lines name the players.
        """
        return ()

    def score(self, view: ShownViewT, context: ScreenContext) -> str:
        """Return the present scores as text, or "" if the game has no scores.

        The players are in the order of their places (`rank_seats`). If the game has ended, leave
        out what could still have happened, such as points that were left to win. The table says
        above the scores that the game is over.
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
        """Return what a page of the game's rules shows in addition to its title and text.

        Args:
            name: The name of the page, one of `rules_pages`.
            context: What the page needs to know of the reader. `ScreenContext.names` is empty,
                because the reader need not sit at a table.
        """
        return RulesPage()
