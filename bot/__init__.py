"""Hidden-information table games inside Discord."""

__version__ = "0.3.0"
