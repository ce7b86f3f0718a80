"""The colours of seats."""

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
