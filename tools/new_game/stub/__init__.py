"""Stub: everybody has a secret card, and keeps it or swaps it."""
