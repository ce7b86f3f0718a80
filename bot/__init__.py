"""Hidden-information table games inside Discord."""

__version__ = "0.1.0"
