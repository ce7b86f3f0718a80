"""What a race is made of: state, moves and events."""
