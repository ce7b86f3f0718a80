"""Check that a daily puzzle is the one that was announced the day before.

python check_puzzle.py SEED HASH FILE

FILE is the puzzle as the bot gave it to you, such as puzzle-214.json. The program ends with 0; with
1 if the hash is another one; with 2 if its arguments make no sense.
"""

import hashlib
import json
import sys
from pathlib import Path


def wrong(why):
    """Say in a sentence what is wrong with the arguments, and end."""
    print(f"{why}\n{__doc__}", file=sys.stderr)
    sys.exit(2)


def hexadecimal(text, name):
    """Return 32 bytes that are written as 64 hexadecimal digits."""
    try:
        found = bytes.fromhex(text)
    except ValueError:
        found = b""
    return found if len(found) == 32 else wrong(f"The {name} has 64 digits from 0 to 9 and a to f.")


if len(sys.argv) != 4:
    wrong("After check_puzzle.py come the seed, the hash and the file with the puzzle.")
seed, announced = hexadecimal(sys.argv[1], "seed"), hexadecimal(sys.argv[2], "hash").hex()
try:
    stored = Path(sys.argv[3]).read_bytes()
    puzzle = json.loads(stored)
    answer, cards, opened = puzzle["answer"], puzzle["cards"], puzzle["open_cards"]
except (OSError, ValueError, KeyError, TypeError):
    wrong(f"There is no puzzle in the file {sys.argv[3]}.")

sha256 = hashlib.sha256(seed + stored).hexdigest()
print("hash", sha256, "matches" if sha256 == announced else "DIFFERS")
for owner, features in zip("BCD", answer, strict=False):
    print(owner, "hides features", *features)
print("first cats", *cards[: opened[0]], "later cats", *cards[opened[0] :])
sys.exit(sha256 != announced)
