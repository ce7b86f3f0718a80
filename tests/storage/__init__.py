"""The tests of the store, on real files."""
