"""The bot in a simulated Discord, for people who want to try the bot and for scripted games."""
