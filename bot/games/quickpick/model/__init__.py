"""What a game of Quickpick is made of: state, moves and events."""
