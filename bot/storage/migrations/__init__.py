"""The database's history: one module in `versions` for each change of the schema."""
