"""The test bench: the real bot in a simulated Discord, and people who use it."""
