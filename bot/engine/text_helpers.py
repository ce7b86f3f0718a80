"""Helpers for the texts of all games: names, medals, emojis, lines and lengths."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from unicodedata import east_asian_width

from msgspec import Struct

from bot.engine.events import Seat
from bot.engine.game import Place
from bot.engine.screens import ScreenContext
from bot.engine.teams import describe_winning_teams
from bot.i18n import Text

NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"
FIRST_STRONG_ISOLATE = "\N{FIRST STRONG ISOLATE}"
POP_DIRECTIONAL_ISOLATE = "\N{POP DIRECTIONAL ISOLATE}"
ZERO_WIDTH_JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
MEDALS = ("🥇", "🥈", "🥉")
MEDAL_NAME_WIDTHS = (18, 13, 9, 6)
"""The maximum widths of a name in the line that tells the result, in quarters of an em (the font
size), as all widths here. They are tried from left to right.
"""
MAX_MEDALS_WIDTH = 200
"""The width of that line from which on names are shortened: six people with short names, or about
two lines of a phone.
"""
SEAT_LETTERS = "ABCDEFGH"
"""The letters that stand for players in pictures, by `ScreenContext.letter`."""
NAME_MARK_KEYS = ("mark-computer", "mark-away", "mark-vacant", "mark-stood-in")
"""The keys of the messages that follow a name, to mark a computer player, one who is away, one who
has left, and one for whom the computer made most moves.
"""
SMALL_LETTER_WIDTH, CAPITAL_WIDTH, EAST_ASIAN_WIDTH = 2, 3, 4
EXTRA_WIDE_RANGES = (
    (0x0600, 0x0605, 11),  # Arabic number signs
    (0x0BF0, 0x0BFA, 9),  # Tamil numbers and signs
    (0x0D58, 0x0D78, 9),  # Malayalam fractions
    (0x1029, 0x102A, 10),  # Myanmar O and AU
    (0x17D8, 0x17D8, 10),  # Khmer beyyal
    (0x2E3A, 0x2E3B, 12),  # dashes of two and three em
    (0xA9C1, 0xA9CD, 9),  # Javanese ornaments
    (0xFDF0, 0xFDFC, 11),  # Arabic words in one sign
    (0xFDFD, 0xFDFD, 29),  # a whole sentence in one sign
    (0x11FC0, 0x11FF1, 8),  # Tamil fractions
    (0x12000, 0x1254F, 19),  # cuneiform
    (0x13000, 0x1342F, 9),  # Egyptian hieroglyphs
    (0x14400, 0x14646, 7),  # Anatolian hieroglyphs
    (0x1EC71, 0x1ECB4, 9),  # Indic Siyaq numbers
)
"""Ranges of very wide characters: first code, last code, and the width of the widest character.

They are measured in the Noto fonts (https://fonts.google.com/noto). Unicode's own widths
(https://www.unicode.org/reports/tr11/) only distinguish one and two columns.
"""
CAPITAL_WIDTH_LETTERS, EAST_ASIAN_WIDTH_SIGNS = "mw", "MW@%"
"""Small letters as wide as capitals, and other characters as wide as East Asian ones."""


def join_lines(*told: str) -> str:
    """Join lines of text, and leave out empty ones."""
    return "\n".join(filter(None, told))


def count_utf16_units(text: str) -> int:
    """Return the length of a text in UTF-16 units, which Discord's own count never exceeds.

    Characters beyond Unicode's first 65,536, such as most emojis, count as two.
    """
    return len(text.encode("utf-16-le")) // 2


def to_percent(share: float) -> int:
    """Convert a chance from 0 to 1 to a whole percentage. Only exactly 0 or 1 gives 0 or 100."""
    return round(100 * share) if share in (0, 1) else min(99, max(1, round(100 * share)))


def join_paragraphs(*told: str) -> str:
    """Join paragraphs with a blank line between them, and leave out empty ones."""
    return "\n\n".join(filter(None, told))


def format_medal(rank: int) -> str:
    """Return the medal emoji for ranks 1 to 3, or the rank's number in bold from rank 4 on.

    Without bold type, Discord would turn lines that begin with a number into a list and renumber
    it.
    """
    return MEDALS[rank - 1] if rank <= len(MEDALS) else f"**{rank}.**"


def format_medals(places: Sequence[Place], context: ScreenContext) -> str:
    """Return one line to copy, such as "🥇 Ben 5 points · 🥈 Ada 3 · 🥉 Cleo".

    It names all players, with names that are the shorter the more there are. It does not break
    between a medal, its name and the points. The first place says what is counted (`medal-points`).
    For a game with teams, it names only those who have won, such as "🏆 The cats have won: Ada,
    Ben".
    """
    told = ""
    for width in MEDAL_NAME_WIDTHS:
        names = [shorten_name(name, width, context.say) for name in context.names]
        if told := describe_winning_teams(places, names, context.say):
            return told
        told = " · ".join(
            _format_place(place, names[place.seat], number == 0, context.say)
            for number, place in enumerate(places)
        )
        if sum(map(_measure_width, told)) <= MAX_MEDALS_WIDTH:
            break
    return told


def _format_place(place: Place, name: str, tells_unit: bool, say: Text) -> str:
    medal = MEDALS[place.rank - 1] if place.rank <= len(MEDALS) else f"{place.rank}."
    points = say("medal-points", points=place.points) if tells_unit else str(place.points)
    told = (medal, name, points if place.points else "")
    return NO_BREAK_SPACE.join(filter(None, told)).replace(" ", NO_BREAK_SPACE)


def join_names(names: Sequence[str], say: Text) -> str:
    """Return names as a list in words, such as "Ann, Bob and Cleo", or "" if there are none."""
    if len(names) < 2:
        return "".join(names)
    return say("reading-names", others=", ".join(names[:-1]), last=names[-1])


def join_seats(seats: Iterable[Seat], context: ScreenContext) -> str:
    """Return the names of the players on some seats, like `join_names`."""
    return join_names([context.names[seat] for seat in seats], context.say)


def mark_players(marks: Mapping[str, Collection[Seat]], context: ScreenContext) -> str:
    """Return a line for each player with their marks, such as "👑 ✅ Ann", for the board's text.

    The game's rules say in words what the marks mean.
    """
    return "\n".join(
        " ".join([*(mark for mark, seats in marks.items() if seat in seats), name])
        for seat, name in enumerate(context.names)
    )


def shorten_name(name: str, max_width: int, say: Text) -> str:
    """Cut a player's name to a maximum width, but keep the mark after it.

    A character is never separated from the backslash that escapes it.
    """
    mark = next((mark for key in NAME_MARK_KEYS if name.endswith(mark := say(key))), "")
    return f"{cut_to_width(name.removesuffix(mark), max_width)}{mark}"


@lru_cache(maxsize=256)
def cut_to_width(name: str, room: int) -> str:
    """Cut a name to a maximum width, and add "…" if it was cut.

    At least one character stays. A name that is isolated from the text around it stays so. A
    character is never separated from the backslash that escapes it.
    """
    kept = ""
    for written in re.findall(r"\\?.", name, re.DOTALL):
        room -= _measure_width(written[-1])
        if room < 0 and kept.strip(FIRST_STRONG_ISOLATE):
            cut = kept.rstrip().rstrip(ZERO_WIDTH_JOINERS)
            is_open = cut.count(FIRST_STRONG_ISOLATE) > cut.count(POP_DIRECTIONAL_ISOLATE)
            return f"{cut}…{POP_DIRECTIONAL_ISOLATE if is_open else ''}"
        kept += written
    return name


def _measure_width(sign: str) -> int:
    if sign in (FIRST_STRONG_ISOLATE, POP_DIRECTIONAL_ISOLATE) or sign in ZERO_WIDTH_JOINERS:
        return 0
    code = ord(sign)
    for first, last, width in EXTRA_WIDE_RANGES:
        if first <= code <= last:
            return width
    if sign in EAST_ASIAN_WIDTH_SIGNS or east_asian_width(sign) in "FW":
        return EAST_ASIAN_WIDTH
    return CAPITAL_WIDTH if sign.isupper() or sign in CAPITAL_WIDTH_LETTERS else SMALL_LETTER_WIDTH


class SeatFormatter(Struct, frozen=True):
    """Formats players' names in texts, with the emoji and letter that each has in pictures."""

    sign_file: str
    """The common beginning of the names of the players' emoji files, such as "cup" for "cup-a"."""
    signs: tuple[str, ...]
    """The standard emojis that stand for missing ones, by letter, or by seat if `is_numbered`."""
    max_name_width: int
    """The maximum width of a shortened name."""
    should_cut_names: bool = False
    """Whether names in sentences are cut, too, at a table with pictures."""
    is_numbered: bool = False
    """Whether numbers from 1 on stand for players in pictures instead of letters."""

    def letter(self, seat: Seat, context: ScreenContext) -> str:
        """Return the letter or number that stands for a player in the game's pictures."""
        return str(seat + 1) if self.is_numbered else SEAT_LETTERS[context.letter(seat)]

    def sign(self, seat: Seat, context: ScreenContext) -> str:
        """Return the emoji that stands for a player."""
        name = f"{self.sign_file}-{self.letter(seat, context).lower()}"
        return context.emojis.get(
            name, self.signs[seat if self.is_numbered else context.letter(seat)]
        )

    def name(self, seat: Seat, context: ScreenContext) -> str:
        """Return a player's name. At a table with pictures, it is cut to `max_name_width`."""
        name = context.names[seat]
        return shorten_name(name, self.max_name_width, context.say) if context.pictures else name

    def format_player(self, seat: Seat, context: ScreenContext) -> str:
        """Return a player's emoji and name, for a sentence."""
        name = self.name(seat, context) if self.should_cut_names else context.names[seat]
        return f"{self.sign(seat, context)} {name}"

    def format_brief_player(self, seat: Seat, context: ScreenContext) -> str:
        """Return a player's emoji, letter and shortened name, for places with little room."""
        name = shorten_name(context.names[seat], self.max_name_width, context.say)
        return f"{self.sign(seat, context)} {self.letter(seat, context)} · {name}"


class ComponentFormatter(Struct, frozen=True):
    """Formats one kind of a game's components, such as its cards, as an emoji and a name.

    All is by the component's number.
    """

    files: tuple[str, ...]
    """The names of the emoji files without their endings."""
    signs: tuple[str, ...]
    """The standard emojis that stand for missing ones."""
    name: Callable[[int, Text], str]
    """Returns the name of a component for use in a sentence."""

    def sign(self, number: int, context: ScreenContext) -> str:
        """Return the emoji of a component."""
        return context.emojis.get(self.files[number], self.signs[number])

    def format_signed(self, number: int, context: ScreenContext) -> str:
        """Return the emoji and the name of a component, for a sentence."""
        return f"{self.sign(number, context)} {self.name(number, context.say)}"


def list_seats_from(first: Seat | None, count: int) -> tuple[Seat, ...]:
    """Return all seats in the order of turns, beginning with one player or with seat 0."""
    seats = range(count)
    return (*seats[first or 0 :], *seats[: first or 0])


def select_most_important(
    weighted_texts: Iterable[tuple[int, str]], max_count: int
) -> tuple[str, ...]:
    """Return the texts with the highest weights, in their original order.

    Of equal weights, the later text is preferred.
    """
    told = [*weighted_texts]
    best = sorted(range(len(told)), key=lambda place: (told[place][0], place))[-max_count:]
    return tuple(told[place][1] for place in sorted(best))


MAX_FIELD_TEXT_CHARACTERS = 1024


def fit_lines(lines: Iterable[str], room: int = MAX_FIELD_TEXT_CHARACTERS) -> tuple[str, ...]:
    """Return as many lines from the beginning as fit into this many UTF-16 units."""
    kept: list[str] = []
    for line in lines:
        room -= count_utf16_units(line) + bool(kept)
        if room < 0:
            break
        kept.append(line)
    return tuple(kept)


def truncate_text(text: str, max_length: int) -> str:
    """Cut a text to a maximum number of UTF-16 units, the last of which is then "…"."""
    if count_utf16_units(text) <= max_length:
        return text
    while count_utf16_units(text) >= max_length:
        text = text[: min(len(text), max_length) - 1]
    return f"{text.rstrip()}…"
