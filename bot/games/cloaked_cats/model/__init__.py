"""What a game of Cloaked Cats is made of: state, moves and events."""
