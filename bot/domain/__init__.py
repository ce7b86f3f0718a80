"""Pure data and rules about tables (games in channels), and about finished games."""
