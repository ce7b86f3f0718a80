"""The code that draws the pictures of Liar's Dice at run time."""
