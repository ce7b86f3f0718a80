"""The steps of the schema, each with the revision before it."""
