"""The colours of monsters and seats."""

from msgspec import Struct


class Coat(Struct, frozen=True):
    """The colours of a monster, each "#RRGGBB"; by the names of the swatches in its parts."""

    coat: str
    shade: str
    """Towards which the coat darkens below."""
    light: str
    """Of the muzzle."""
    marks: str
    """Of eyelids, spikes, hair and fins."""
    ink: str = "#2A2233"


COATS = {
    "green": Coat("#86DB8F", "#5CC47C", "#DDF7D9", "#2F9B62"),
    "orange": Coat("#FFB071", "#FF8F5A", "#FFE6CC", "#DD6335"),
    "blue": Coat("#98CCFF", "#6DB0F7", "#DFF0FF", "#3F83D6"),
    "purple": Coat("#DCB2FF", "#BF8CF5", "#F5E6FF", "#8D55CE"),
}
"""The coats of the monsters."""
GREY = Coat("#F1F2F7", "#DADDE8", "#FFFFFF", "#9AA1B8")
"""The coat of a monster that stands for parts of a face alone."""
SEAT_COLOURS = (
    "#FCCB24",
    "#FF5A5F",
    "#3CCB8A",
    "#AE7CF7",
    "#58A6FF",
    "#FF9ED2",
    "#C08A52",
    "#F5EFFF",
)
"""The hands by seat. Each has a number, too, as eight colours are not told apart by everybody."""
