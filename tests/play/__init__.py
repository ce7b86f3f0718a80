"""Whole evenings at a table, through the simulated Discord."""
