"""The data of a game of Cloaked Cats: state, moves and events."""
