"""A new game begins as a tiny one that is played at once, under a name of its own."""
