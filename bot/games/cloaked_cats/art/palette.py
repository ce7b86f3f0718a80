"""The colours of coats and masks. `tests/drawing/test_colours.py` keeps them far enough apart."""

from msgspec import Struct


class Coat(Struct, frozen=True):
    """The colours of a cat, each "#RRGGBB"; by the names of the swatches in its parts."""

    coat: str
    light: str
    marks: str
    shade: str
    """Towards which a plain coat darkens below."""
    ink: str = "#2A2233"
    ear: str = "#F7A8B8"
    blush: str = "#FF8FA3"
    word: str = "#2A2233"
    """Of the colour's name on the coat."""


COATS = {
    "white": Coat("#FCFBFA", "#FFFFFF", "#8C85A0", "#ECEAED"),
    "brown": Coat("#6F4016", "#C99A66", "#DBA868", "#5C3310", blush="#FFB3C0", word="#FFFFFF"),
    "blue": Coat("#3C8DFD", "#BBDCFF", "#0C3584", "#2F76DD"),
    "black": Coat(
        "#3B3747", "#77718A", "#A9A3BD", "#322C43", ink="#0D0A12", blush="#FFB3C0", word="#FFFFFF"
    ),
    "green": Coat("#30C688", "#C6F3DC", "#0B6A44", "#25AA74"),
    "yellow": Coat("#FCCB24", "#FFF0B8", "#AD5400", "#EDAF19"),
    "purple": Coat("#7429C5", "#D6B5F5", "#D2AEFA", "#5B219E", blush="#FFB3C0", word="#FFFFFF"),
    "red": Coat(
        "#EA434E", "#FFC6C0", "#6A0612", "#CB333F", ear="#FFD0CC", blush="#FFB3C0", word="#FFFFFF"
    ),
}
"""The coats by the names of the colours."""
PLAIN = Coat("#A7A3B5", "#D3D0DC", "#6E6880", "#A7A3B5", ink="#15111C")
"""Of a cat of no known colour: none of the coats. Its ink is dark enough for all of them."""
MASK_COLOURS = ("#FCCB24", "#EA434E", "#30C688", "#7429C5")
"""The masks by seat."""
