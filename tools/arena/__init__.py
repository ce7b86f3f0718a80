"""The arena measures how strong computer players are: `python -m tools.arena`."""
