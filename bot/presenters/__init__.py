"""Functions from a table and a reader to a screen."""
