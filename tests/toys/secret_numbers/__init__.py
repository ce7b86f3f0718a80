"""Secret Numbers: all are asked at once, and no answer shows before the last is in."""
