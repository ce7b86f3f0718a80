from pathlib import Path

from bot.games.registry import GAMES

TESTS = Path(__file__).parent.parent.parent.parent


def folder_of(name: str) -> Path:
    """Return the folder of what a game on the shelf keeps of itself."""
    return TESTS / ("games" if name in GAMES else "toys") / name / "kept"
