"""The data of a game of Liar's Dice: state, moves and events."""
