"""Runs the bot with `python -m bot`. `bot/cli.py` reads the command-line arguments."""

import sys

from bot.cli import main

if __name__ == "__main__":
    sys.exit(main())
