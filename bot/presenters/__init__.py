"""Functions that turn a table and its reader into a screen, a message for that reader."""
