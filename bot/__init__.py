"""A Discord bot for table games in which players keep secrets from each other."""

__version__ = "0.4.0"
