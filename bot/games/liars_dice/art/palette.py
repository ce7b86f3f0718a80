"""The colours of the cups."""

CUP_COLOURS = ("#FCCB24", "#FF5A5F", "#3CCB8A", "#AE7CF7", "#58A6FF", "#FF9A4D")
"""By letter. Each has its letter, too, as six colours are not told apart by everybody."""
