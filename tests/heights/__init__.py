"""How high messages are on a phone and on a desktop, measured in a real browser."""
