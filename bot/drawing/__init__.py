"""Functions with which games draw their pictures."""
