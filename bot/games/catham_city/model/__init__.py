"""What a game of Catham City is made of: state, moves and events."""
