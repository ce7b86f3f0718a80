"""The pictures of Cloaked Cats."""
