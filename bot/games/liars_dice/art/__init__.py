"""The pictures of Liar's Dice."""
