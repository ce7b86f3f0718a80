"""The migrations of the database: `versions` has one module for each change of the schema."""
