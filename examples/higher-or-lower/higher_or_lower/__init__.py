"""Higher or lower: two hidden cards, and two secret bids on whose is the higher one."""
