"""The contract of a game, by which alone the rest of the bot knows games."""
