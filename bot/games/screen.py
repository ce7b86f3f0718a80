"""What a screen is: a message for people, before Discord's own words for it.

Games and tables describe screens with these structs; `bot/edge/messages.py` turns them into embeds,
buttons and files. Discord's limits: https://discord.com/developers/docs/resources/message and
https://discord.com/developers/docs/components/reference.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, Literal, TypeVar

from msgspec import Struct

from bot.games.game import Event, Happened, Place, Prompt, Seat, next_fields
from bot.text import Text


class Move(Struct, frozen=True, gc=False):
    """A press that submits a full move for a decision."""

    decision: int
    path: str


class Look(Struct, frozen=True, gc=False):
    """A press that shows the presser's own private screen, with the path chosen so far."""

    decision: int
    path: str = ""


class Do(Struct, frozen=True, gc=False):
    """A press for the table itself: join, leave, options, rules, ..."""

    action: str
    value: str = ""


Press = Move | Look | Do


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
    value, then words by the alphabet (`bot.games.game.one_field`). What follows "~" in a value only
    makes it distinct, and is cut off before: "4~1" and "4~2" chosen together are "4.4".
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


class Attached(Struct, frozen=True, gc=False):
    """A file that hangs in a message, beside its pictures."""

    name: str
    content: bytes


class Field(Struct, frozen=True, gc=False):
    """A named part of a screen: name at most 256 characters, text at most 1,024."""

    name: str
    text: str
    inline: bool = False


ROWS, BUTTONS = 5, 5
"""Rows below a message, and buttons in a row."""
NEWS = 3
"""So many lines of news at most."""


def in_rows(buttons: Iterable[Button], across: int = BUTTONS) -> tuple[tuple[Button, ...], ...]:
    """Return buttons in as few rows as hold them, each with `across` of them at most."""
    row = tuple(buttons)
    return tuple(row[start : start + across] for start in range(0, len(row), across))


def field_buttons(
    prompt: Prompt, moves: Sequence[str], path: str, label: Callable[[str], str]
) -> tuple[tuple[Button, ...], ...]:
    """Return the rows of a button for each field that can follow `path`; `label` names a field.

    What completes a move submits it, all else shows the next step. No more than 25 fit.

    >>> from bot.games.game import Prompt
    >>> ((first, second),) = field_buttons(Prompt(7, 0, "bid"), ("bid/1", "liar"), "", str.title)
    >>> first.label, first.press
    ('Bid', Look(decision=7, path='bid'))
    >>> second.press
    Move(decision=7, path='liar')
    """
    longer = {field: f"{path}/{field}".lstrip("/") for field in next_fields(moves, path)}
    return in_rows(
        Button(
            label(field), (Move if after in moves else Look)(prompt.decision, after), style="main"
        )
        for field, after in longer.items()
    )


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
    own: bool = False
    """True: the reader's own screen at a table, which a newer one may replace in place."""
    reading: bool = False
    """True: an own screen that its reader has opened to read, or is entering a move on: news waits
    until they go back, and takes nothing away from them."""
    passing: bool = False
    """True: a sentence, or the host's panel of the lobby, that nobody needs any more once they
    press something elsewhere, or the lobby is over."""
    quiet: bool = False
    """True: an own screen that tells no more than the board. It is there for whoever asks for it,
    but does not come by itself: on a phone it would stand between the reader and the board."""
    attached: Attached | None = None
    stays: bool = False
    """True: a board that keeps its place in the channel, because people are about to press it."""


class Scene(Struct, frozen=True, gc=False):
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


V = TypeVar("V", bound=Struct, contravariant=True)


class Seen(Happened, frozen=True, gc=False):
    """A step of a game that is over, as it was told then."""

    views: tuple[Any, ...]
    """The onlookers' view after it, then that of each seat."""


class Moment(Struct, frozen=True, gc=False):
    """What people may laugh about afterwards."""

    step: int
    """Which step it was."""
    text: str
    """A human sentence, at most 90 characters beside names: what was done and why it matters."""


class Screens(ABC, Generic[V]):
    """The screens of one game, each made from a view and never from a state.

    What is abstract every game has to show; all else has a default.
    """

    rules_pages: int = 1
    """How many pages `rules` has."""

    def banner(self, scene: Scene) -> Picture | None:
        """Return the picture above the lobby; what it shows besides the game's name is decoration.

        None: the game has none.
        """
        return None

    @abstractmethod
    def board(self, view: V, scene: Scene) -> Screen:
        """Return the public board.

        With pictures there is no title, and the text is what they do not show: a line for each
        player with name and points. Without them the text is all of it, the most important first;
        that is what the button "In words" shows, too. The table adds who owes what until when, the
        last events and its row of buttons. A game that is played on the board itself brings up to
        four rows of `Move`s, which anybody presses.
        """
        ...

    @abstractmethod
    def private(
        self,
        view: V,
        seat: Seat,
        prompt: Prompt | None,
        moves: tuple[str, ...],
        path: str,
        scene: Scene,
    ) -> Screen:
        """Return what `seat` alone may see, with the buttons for the next field of `path`.

        It has no title, and its text is the question, or what the reader waits for: the table puts
        it above all else, behind the news. With pictures, fields are only for what those do not
        show. `prompt` is None and `moves` empty while nothing is asked of the seat. A full path
        asks for a confirmation. `path` always is the beginning of a move, or "".
        """
        ...

    def asked(self, view: V, prompts: Sequence[Prompt], scene: Scene) -> str:
        """Return one public line that says who is asked for what, without the deadline.

        All `prompts` share one decision. Where the first one's seat is None, it is the table's own
        pause. "" is passed over: another line tells it already. Unless the game says more, it is
        their turn.
        """
        names = [scene.names[prompt.seat] for prompt in prompts if prompt.seat is not None]
        return scene.say("asked-turn", names=" · ".join(names)) if names else ""

    def told(self, event: Event, scene: Scene) -> str:
        """Return one line that tells an event that the reader may see; "" to pass over it.

        Unless the game does more, that is the message with the event's name: `{ $value1 }` is the
        first of its values, and `{ $name1 }` who sits there, if it is the number of a seat.
        """
        filled = dict[str, int | str]()
        for place, value in enumerate(event.values, 1):
            filled[f"value{place}"] = value
            if isinstance(value, int) and 0 <= value < len(scene.names):
                filled[f"name{place}"] = scene.names[value]
        return scene.say(event.name, **filled)

    def news(self, events: Sequence[Event], view: V, seat: Seat, scene: Scene) -> tuple[str, ...]:
        """Return what happened to `seat`, told to them in the second person; at most three lines.

        `events` are those that they may see, from their own last answer on (with what came of it),
        in order. What is no concern of theirs is passed over; the oldest line comes first. Unless
        the game says more, it is `told` of what not everybody may know. Where nothing is told here,
        the table shows the last line of `told`.
        """
        own = [self.told(event, scene) for event in events if event.to is not None]
        return tuple(filter(None, own))[-NEWS:]

    def too_late(self, view: V, seat: Seat, decision: int, move: str, scene: Scene) -> str:
        """Return a sentence that says why a press of `seat` came too late; "": the table's own one.

        It tells nothing but what the seat may know now. `decision` is not open for it any more, and
        as old as the button that was pressed, as is `move`.
        """
        return ""

    def end(self, view: V, places: Sequence[Place], scene: Scene) -> Screen:
        """Return the final board: everything is shown, points by kind, who won. No buttons.

        Unless the game shows more, it is a line for each of `places`.
        """
        told = (
            scene.say("over-place", rank=p.rank, name=scene.names[p.seat], points=p.points)
            for p in places
        )
        return Screen(scene.say("over-title", game=scene.say("game-title")), "\n".join(told))

    def result(self, view: V, places: Sequence[Place], seat: Seat, scene: Scene) -> str:
        """Return how the game ended for `seat`: their place and points, and what decided it.

        In the second person, one to three sentences.
        """
        own = next(place for place in places if place.seat == seat)
        return scene.say("over-yours", rank=own.rank, points=own.points)

    def pages(self, view: V) -> tuple[str, ...]:
        """Return the names of what the viewer may open besides board and own screen.

        Each is opened by a button with the message `button-<name>`, which the table adds.
        """
        return ()

    def page(self, name: str, view: V, events: Sequence[Event], scene: Scene) -> Screen:
        """Return one of `pages`. `events`: all public ones so far, in order.

        Its buttons, if it has any, only lead to its own parts: `Do("page", "<name>-<part>")`, with
        any number of 1 to 999 for the part; one that is not there shows another part.
        """
        raise NotImplementedError(name)

    def moments(self, course: Sequence[Seen], scene: Scene) -> tuple[Moment, ...]:
        """Return the moments of a game that is over, in their order, at most six.

        `course` is all of it, with what was hidden then. It is reckoned in a thread, in two seconds
        at most.
        """
        return ()

    def score(self, view: V, scene: Scene) -> str:
        """Return the scores so far as text; once `Scene.ended`, without what was still to come.

        The table says above them that the game is over. "": there is nothing to tell.
        """
        return ""

    def rules(self, page: int, scene: Scene) -> Screen:
        """Return a page of the rules, without buttons, 0 <= page < `rules_pages`.

        The scene has no names: the reader need not sit at a table. Unless the game shows more, it
        is the message `game-rules`.
        """
        return Screen(scene.say("game-title"), scene.say("game-rules"))
