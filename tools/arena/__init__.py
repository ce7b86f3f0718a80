"""How strong computer players are: `python -m tools.arena`."""
