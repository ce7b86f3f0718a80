"""Peek: everybody has a secret card, and keeps it, swaps it, or peeks at another one."""
