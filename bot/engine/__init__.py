"""The contract between games and the rest of the bot."""
