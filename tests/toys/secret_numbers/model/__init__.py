"""What a game of secret numbers is made of: state, moves and events."""
