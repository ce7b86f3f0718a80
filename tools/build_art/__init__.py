"""The command that makes the stored pictures of all games from SVG files.

Run it as `python -m tools.build_art`.
"""
