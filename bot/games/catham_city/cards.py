"""The cards of Catham City: eight factions of 15 cats (rulebook p. 1)."""

FACTIONS = (
    "detectives", "scientists", "robocats", "mafia",
    "hackers", "police", "journalists", "bureaucrats",
)  # fmt: skip
"""The factions' catalogue keys; a faction, and each of its cards, is an index into this tuple."""
DETECTIVES, SCIENTISTS, ROBOCATS, MAFIA, HACKERS, POLICE, JOURNALISTS, BUREAUCRATS = range(8)

SEATS = range(2, 7)
"""How many can play."""
COPIES = 15
"""Cards of each faction (rulebook p. 1)."""
IN_PLAY = 5
"""Factions in a game (rulebook p. 2)."""
FIRST_GAME = (DETECTIVES, SCIENTISTS, ROBOCATS, MAFIA, HACKERS)
"""The factions for the first game (rulebook p. 2)."""
MARKET = 7
"""Cards that lie face up (rulebook p. 2)."""
HAND_LIMIT = 10
"""Cards that a hand may hold at the end of one's turn (rulebook p. 3)."""

MOST_HACKERS = 4
"""Hackers that can be played at once (rulebook, "The hackers")."""
MAFIA_DROP = 2
"""Cards that the mafia makes one discard (rulebook, "The mafia")."""
ANSWERED = (DETECTIVES, MAFIA, JOURNALISTS)
"""The factions whose effect waits for the others' answers (ruling C11)."""


def dealt_to(seat: int) -> int:
    """Return how many cards a seat is dealt, counted from the start player (rulebook p. 2)."""
    return 6 + seat // 2


def target_of(seats: int) -> int:
    """Return how many election points win (rulebook p. 2)."""
    return 16 if seats <= 3 else 13
