"""Deal a finished game again from its seed. The bot's panel "Fair deal" shows the whole line.

python check_deal.py GAME SEED PLAYERS [HASH] [OPTION=CHOICE ...]

It ends with 0; with 1 if the hash is another one; with 2 if its arguments make no sense.
"""

import hashlib
import hmac
import itertools
import sys

PLAYERS = {
    "cloaked_cats": range(2, 5),
    "catham_city": range(2, 7),
    "quickpick": range(3, 9),
    "liars_dice": range(2, 7),
    "who_barked": range(5, 9),
}
FACTIONS = (
    "detectives", "scientists", "robocats", "mafia",
    "hackers", "police", "journalists", "bureaucrats",
)  # fmt: skip
FIVES = list(itertools.combinations(FACTIONS, 5))


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


words = [word for word in sys.argv[1:] if "=" not in word]
options = dict(word.split("=", 1) for word in sys.argv[1:] if "=" in word)
if len(words) not in (3, 4):
    wrong("After check_deal.py come the game, the seed and the number of players.")
game, seed_hex, count, *shown = words
if game not in PLAYERS:
    wrong(f"There is no game {game}; there are {', '.join(PLAYERS)}.")
if count not in map(str, PLAYERS[game]):
    wrong(f"{game} has {PLAYERS[game][0]} to {PLAYERS[game][-1]} players, not {count}.")
seed, players, draws = hexadecimal(seed_hex, "seed"), int(count), itertools.count()
choice = options.get("factions", "random")
if choice not in ("random", "first-game") and choice not in map(".".join, FIVES):
    wrong(f"The chosen factions are five of {', '.join(FACTIONS)}, in this order.")
dice = options.get("dice", "5")
if dice not in ("5", "3", "1"):
    wrong("Each player begins with 5, 3 or 1 dice.")
given = [hexadecimal(text, "hash").hex() for text in shown]


def below(n):
    """Draw from 0 to n-1."""
    while True:
        digest = hmac.digest(seed, f"0:{next(draws)}".encode(), "sha256")
        number = int.from_bytes(digest, "big")
        if number < 2**256 - 2**256 % n:
            return number % n


def shuffled(n):
    """Shuffle the numbers from 0 to n-1."""
    order = list(range(n))
    for i in range(n - 1, 0, -1):
        j = below(i + 1)
        order[i], order[j] = order[j], order[i]
    return order


sha256 = hashlib.sha256(seed).hexdigest()
print("hash", sha256, *("matches" if text == sha256 else "DIFFERS" for text in given))
print("seat order", *shuffled(players))
if game == "cloaked_cats":
    features, cats = shuffled(19), shuffled(40)
    for seat in range(players):
        three = slice(3 * seat, 3 * seat + 3)
        print("seat", seat, "features", *features[three], "cats", *cats[three])
    print("draw pile", *cats[3 * players :])
    print("starter", below(players))
elif game == "catham_city":
    drawn = [FACTIONS[faction] for faction in sorted(shuffled(8)[:5])]
    chosen = {"random": drawn, "first-game": FACTIONS[:5]}
    print("factions", *chosen.get(choice, choice.split(".")))
    cards = [card // 15 for card in shuffled(75)]
    for seat in range(players):
        print("seat", seat, "cards", *sorted(cards[: 6 + seat // 2]))
        cards = cards[6 + seat // 2 :]
    print("market", *sorted(cards[:7]), "draw pile", *cards[7:])
elif game == "quickpick":
    print("deck", *(card // 3 for card in shuffled(48)[: 6 * players]))
elif game == "liars_dice":
    print("starter", below(players))
    for seat in range(players):
        print("seat", seat, "dice", *sorted(1 + below(6) for _ in range(int(dice))))
elif game == "who_barked":
    order, dogs = shuffled(players), 3 if players == 8 else 2
    print("top dog", order[0], "other dogs", *order[1:dogs], "nose", order[dogs])
    print("leader", below(players))
sys.exit(any(text != sha256 for text in given))
