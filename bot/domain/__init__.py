"""Pure data and decisions about tables and finished games."""
