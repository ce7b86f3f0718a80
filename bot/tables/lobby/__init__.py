"""A table before the deal: who sits where, levels, options."""
