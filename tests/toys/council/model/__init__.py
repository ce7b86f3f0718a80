"""What a game of Council is made of: state, moves and events."""
