"""Helpers for the texts of all games, and of the tables around them."""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from unicodedata import east_asian_width

from msgspec import Struct

from bot.engine.events import Seat
from bot.engine.screen import ScreenContext
from bot.i18n import Text

MEDALS = ("🥇", "🥈", "🥉")
"""The medals of the first three ranks."""
SEAT_LETTERS = "ABCDEFGH"
"""The letters of the seats in pictures, by `ScreenContext.letter`."""
NAME_MARK_KEYS = ("mark-computer", "mark-away", "mark-vacant")
"""The keys of the marks that the table writes after a name."""
SMALL_LETTER_WIDTH, CAPITAL_WIDTH, EAST_ASIAN_WIDTH = 2, 3, 4
"""The widths of a small letter, a capital letter and an East Asian sign, in quarters of an em."""
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
"""Ranges of very wide signs: first sign, last sign, and the width of the widest one.

Unicode's widths (https://www.unicode.org/reports/tr11/) only distinguish one and two columns. These
widths are measured in quarters of an em in the Noto fonts (https://fonts.google.com/noto).
"""
CAPITAL_WIDTH_LETTERS, EAST_ASIAN_WIDTH_SIGNS = "mw", "MW@%"
"""Small letters that are as wide as capitals, and signs that are as wide as East Asian ones."""


def join_lines(*told: str) -> str:
    """Join the lines that are not empty, one below the other."""
    return "\n".join(filter(None, told))


def count_utf16_units(text: str) -> int:
    """Return a text's length in UTF-16 units, the largest length that Discord may count.

    `fit_lines` explains why.
    """
    return len(text.encode("utf-16-le")) // 2


def to_percent(share: float) -> int:
    """Return a chance in percent. Only a certain result gives 0 or 100."""
    return round(100 * share) if share in (0, 1) else min(99, max(1, round(100 * share)))


def join_paragraphs(*told: str) -> str:
    """Join the paragraphs that are not empty, with a blank line between them."""
    return "\n\n".join(filter(None, told))


def format_medal(rank: int) -> str:
    """Return the medal of a rank, or the rank's number if there is no medal. The winner has rank 1.

    A number is bold. Otherwise Discord turns lines that begin with a number into a list, and
    renumbers it.
    """
    return MEDALS[rank - 1] if rank <= len(MEDALS) else f"**{rank}.**"


def shorten_name(name: str, max_width: int, say: Text) -> str:
    """Cut a player's name to a width, but keep the table's mark after it.

    `max_width` is the width in quarters of an em. The name may be escaped: no sign loses its
    escape.
    """
    mark = next((mark for key in NAME_MARK_KEYS if name.endswith(mark := say(key))), "")
    return f"{cut_to_width(name.removesuffix(mark), max_width)}{mark}"


@lru_cache(maxsize=256)
def cut_to_width(name: str, room: int) -> str:
    """Cut a name to a width, and add "…" if it was cut. At least one sign stays.

    `room` is the width in quarters of an em. The "…" is not counted.
    """
    kept = ""
    for written in re.findall(r"\\?.", name, re.DOTALL):
        room -= _measure_width(written[-1])
        if room < 0 and kept:
            return f"{kept.rstrip()}…"
        kept += written
    return name


def _measure_width(sign: str) -> int:
    code = ord(sign)
    for first, last, width in EXTRA_WIDE_RANGES:
        if first <= code <= last:
            return width
    if sign in EAST_ASIAN_WIDTH_SIGNS or east_asian_width(sign) in "FW":
        return EAST_ASIAN_WIDTH
    return CAPITAL_WIDTH if sign.isupper() or sign in CAPITAL_WIDTH_LETTERS else SMALL_LETTER_WIDTH


class SeatFormatter(Struct, frozen=True):
    """Formats a game's players, each with the sign and the letter of the pictures.

    A seat keeps the letter of `ScreenContext.letter` for the whole game.
    """

    sign_file: str
    """The stem of the files of the seats' signs, without the letter, such as "cup" for "cup-a"."""
    signs: tuple[str, ...]
    """The standard emojis that replace missing signs, by the letter's number."""
    max_name_width: int
    """The maximum width of a name in `format_brief_player`, as in `shorten_name`."""
    should_cut_names: bool = False
    """True: beside pictures, names in sentences are cut to that width, too."""
    is_numbered: bool = False
    """True: seats have numbers from 1 on instead of letters."""

    def letter(self, seat: Seat, context: ScreenContext) -> str:
        """Return a seat's letter in the pictures."""
        return str(seat + 1) if self.is_numbered else SEAT_LETTERS[context.letter(seat)]

    def sign(self, seat: Seat, context: ScreenContext) -> str:
        """Return a seat's sign: the application's emoji, or else a standard one."""
        name = f"{self.sign_file}-{self.letter(seat, context).lower()}"
        return context.emojis.get(
            name, self.signs[seat if self.is_numbered else context.letter(seat)]
        )

    def name(self, seat: Seat, context: ScreenContext) -> str:
        """Return a player's name, cut to its maximum width beside pictures."""
        name = context.names[seat]
        return shorten_name(name, self.max_name_width, context.say) if context.pictures else name

    def format_player(self, seat: Seat, context: ScreenContext) -> str:
        """Return a player's sign and name for a sentence."""
        name = self.name(seat, context) if self.should_cut_names else context.names[seat]
        return f"{self.sign(seat, context)} {name}"

    def format_brief_player(self, seat: Seat, context: ScreenContext) -> str:
        """Return a player's sign, letter and shortened name, for places with little room."""
        name = shorten_name(context.names[seat], self.max_name_width, context.say)
        return f"{self.sign(seat, context)} {self.letter(seat, context)} · {name}"


class ComponentFormatter(Struct, frozen=True):
    """Formats a game's components of one kind, such as cards, by their numbers."""

    files: tuple[str, ...]
    """The stems of the files of the signs."""
    signs: tuple[str, ...]
    """The standard emojis that replace missing signs."""
    name: Callable[[int, Text], str]
    """The function that returns a component's name within a sentence."""

    def sign(self, number: int, context: ScreenContext) -> str:
        """Return a component's sign: the application's emoji, or else a standard one."""
        return context.emojis.get(self.files[number], self.signs[number])

    def format_signed(self, number: int, context: ScreenContext) -> str:
        """Return a component's sign and name."""
        return f"{self.sign(number, context)} {self.name(number, context.say)}"


def select_most_important(
    weighted_texts: Iterable[tuple[int, str]], max_count: int
) -> tuple[str, ...]:
    """Return the `max_count` texts with the largest weights, in their order.

    Of equal weights, the later text is preferred.
    """
    told = [*weighted_texts]
    best = sorted(range(len(told)), key=lambda place: (told[place][0], place))[-max_count:]
    return tuple(told[place][1] for place in sorted(best))


def format_lesson_hint(sentences: str, context: ScreenContext) -> str:
    """Return sentences as a hint that a lesson adds to the game, or "" for none."""
    return context.say("lesson-line", line=sentences) if sentences else ""


MAX_FIELD_TEXT_CHARACTERS = 1024
"""The maximum number of characters in the text of an embed's field."""


def fit_lines(lines: Iterable[str], room: int = MAX_FIELD_TEXT_CHARACTERS) -> tuple[str, ...]:
    """Return as many of the first lines as fit into `room` characters, including line breaks.

    Characters beyond Unicode's first 65,536, such as most emojis, count as two.
    """
    kept: list[str] = []
    for line in lines:
        room -= count_utf16_units(line) + bool(kept)
        if room < 0:
            break
        kept.append(line)
    return tuple(kept)


def truncate_text(text: str, max_length: int) -> str:
    """Cut a text to `max_length` characters, as `count_utf16_units` counts them.

    A cut text ends with "…".
    """
    if count_utf16_units(text) <= max_length:
        return text
    while count_utf16_units(text) >= max_length:
        text = text[: min(len(text), max_length) - 1]
    return f"{text.rstrip()}…"
