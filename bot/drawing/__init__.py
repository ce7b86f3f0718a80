"""The kit with which games draw their pictures."""
