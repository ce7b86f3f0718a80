"""The data of a game of Catham City: state, moves and events."""
