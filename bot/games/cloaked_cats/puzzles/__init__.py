"""The daily puzzles of Cloaked Cats: masked cats hide three features each, and no feature twice."""
