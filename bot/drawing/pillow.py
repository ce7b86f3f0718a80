"""Pillow, which is loaded when something is drawn: it takes 5 MB, and some bots draw nothing yet.

Whoever takes its modules from here, writes `from __future__ import annotations`, as a type in a
signature would load it, too.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import Image, ImageChops, ImageDraw, ImageFont
else:
    from importlib import import_module

    class _Later:
        """A module that is loaded as soon as something of it is used."""

        def __init__(self, name: str) -> None:
            self._name = name

        def __getattr__(self, name: str) -> object:
            found = getattr(import_module(self._name), name)
            setattr(self, name, found)
            return found

    Image = _Later("PIL.Image")
    ImageChops = _Later("PIL.ImageChops")
    ImageDraw = _Later("PIL.ImageDraw")
    ImageFont = _Later("PIL.ImageFont")

__all__ = ["Image", "ImageChops", "ImageDraw", "ImageFont"]
