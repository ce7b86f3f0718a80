"""Pure data and rules about tables and finished games."""
