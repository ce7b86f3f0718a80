"""What a game of Liar's Dice is made of: state, moves and events."""
