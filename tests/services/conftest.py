"""Leaves the pictures out, which other tests draw."""

from tests.pictures import pictures_are_not_drawn

__all__ = ["pictures_are_not_drawn"]
