"""Tug of War: a race of two teams."""
