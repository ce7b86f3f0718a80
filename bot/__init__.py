"""Hidden-information table games inside Discord."""
