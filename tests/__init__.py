"""The tests of the bot."""
