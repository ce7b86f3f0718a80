"""Screens: each is made from a table, or what is kept of people, and a reader."""
