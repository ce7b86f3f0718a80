"""The data of a game of Quickpick: state, moves and events."""
