"""The same bot inside a simulated Discord, in the visitor's browser."""
