"""Deal a finished game again from its seed: python check_deal.py GAME SEED_HEX PLAYERS [HASH]."""

import hashlib
import hmac
import itertools
import sys

_, game, seed_hex, count, *shown = sys.argv
seed, players, draws = bytes.fromhex(seed_hex), int(count), itertools.count()


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
given = "".join(shown).lower()
print("hash", sha256, *(["matches" if given == sha256 else "DIFFERS"] if given else []))
print("seat order", *shuffled(players))
if game == "cloaked_cats":
    features, cats = shuffled(19), shuffled(40)
    for seat in range(players):
        three = slice(3 * seat, 3 * seat + 3)
        print("seat", seat, "features", *features[three], "cats", *cats[three])
    print("draw pile", *cats[3 * players :])
    print("starter", below(players))
elif game == "catham_city":
    factions, cards = sorted(shuffled(8)[:5]), [card // 15 for card in shuffled(75)]
    print("random factions", *factions)
    for seat in range(players):
        print("seat", seat, "cards", *sorted(cards[: 6 + seat // 2]))
        cards = cards[6 + seat // 2 :]
    print("market", *sorted(cards[:7]), "draw pile", *cards[7:])
elif game == "quickpick":
    print("deck", *(card // 3 for card in shuffled(48)[: 6 * players]))
