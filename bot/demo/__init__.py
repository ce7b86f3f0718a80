"""The bot in a simulated Discord, for people who want to try it and for scripted scenarios."""
