"""`python -m bot.games.new NAME`: begin a new game with one that is played at once.

In a clone of the bot it makes the folder bot/games/NAME; with --package, a package of the game's
own in the current folder, to be installed beside the bot.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from bot.games.new.making import folder, package

IN_A_CLONE = """Made {made}. Put it on the shelf with two lines in bot/games/registry.py:

    from bot.games.{name}.box import BOX as {constant}

        "{name}": {constant},

Then look whether it keeps the contract, and play it:

    python -m bot.games.contract {name}
    python -m bot --demo
"""
AS_A_PACKAGE = """Made {made}. Look whether it keeps the contract, install it, and play it:

    cd {made}
    python -m bot.games.contract --module {name}.box.BOX
    pip install -e .
    python -m bot --demo
"""


def main(argv: Sequence[str]) -> int:
    """Make what is asked for and print what comes next; return 1 if it cannot be made."""
    arguments = argparse.ArgumentParser(prog="python -m bot.games.new", description=__doc__)
    arguments.add_argument("name", help="small letters, digits and _, such as my_game")
    arguments.add_argument("--package", action="store_true", help="a package of its own")
    options = arguments.parse_args(argv)
    make, told = (package, AS_A_PACKAGE) if options.package else (folder, IN_A_CLONE)
    here = Path.cwd()
    try:
        made = make(options.name, here)
    except ValueError as problem:
        print(f"Nothing was made: {problem}.", file=sys.stderr)
        return 1
    name = options.name
    print(told.format(made=made.relative_to(here), name=name, constant=name.upper()), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
