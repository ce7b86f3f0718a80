"""What a game of Stub is made of: state, moves and events."""
