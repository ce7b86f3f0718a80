"""What is kept of a game that is over: its record, and all that is made from records."""
