"""Colours of factions and seats: `tests/drawing/test_catham_city.py` keeps them far apart."""

from msgspec import Struct


class Look(Struct, frozen=True):
    """The colours of a faction, each "#RRGGBB"; by the names of the swatches in the parts."""

    coat: str
    shade: str
    """Towards which the coat darkens below."""
    light: str
    cloth: str
    """Of what the cat wears."""
    ground: str
    """Behind the cat on its card."""
    band: str
    """Behind the faction's name."""
    word: str = "#2A2233"
    """Of the faction's name."""
    ink: str = "#2A2233"
    ear: str = "#F7A8B8"
    blush: str = "#FF8FA3"


LOOKS = (
    Look("#8A5222", "#6F4016", "#D8AC78", "#C08A4A", "#FFDDA1", "#D39B55"),
    Look("#FFFFFF", "#DDE6F5", "#F1F6FF", "#FFFFFF", "#7FE3D3", "#E8FFFA"),
    Look("#C4CBD9", "#97A2BA", "#EEF2F8", "#A3AEC6", "#DDE3EE", "#8793AD"),
    Look("#4A4558", "#332E40", "#8D87A0", "#3B3747", "#F58BA0", "#2A2233", word="#FFFFFF"),
    Look("#30C688", "#1FA06B", "#C6F3DC", "#3A4660", "#B9F28F", "#30C688"),
    Look("#5AA2FF", "#3C8DFD", "#CBE4FF", "#2A55C0", "#A8CCFF", "#2A55C0", word="#FFFFFF"),
    Look("#FCCB24", "#F0AE12", "#FFF0B8", "#FF8A3C", "#FFF1A8", "#FCCB24"),
    Look("#B98BE8", "#9A69D0", "#E9DAFA", "#8C7BA8", "#E3CCFF", "#7429C5", word="#FFFFFF"),
)
"""The colours by faction."""
SEAT_COLOURS = ("#FCCB24", "#EA434E", "#30C688", "#7429C5", "#5AA2FF", "#F7F4FF")
"""The medallions by seat."""
