"""The per-channel game manager: seats, locks, due rows, computer seats, boards, lobby screens."""
