"""What a table is and what may happen to it: pure data and decisions."""
