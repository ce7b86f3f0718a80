"""Hidden-information table games inside Discord."""

__version__ = "0.2.0"
