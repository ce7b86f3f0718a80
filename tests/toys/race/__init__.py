"""Race: whoever pressed first gets the tile, and late clicks with an earlier id still count."""
