"""Loads Pillow, the imaging library, only when the first picture is drawn.

Pillow takes 5 MB of memory, which some bots never need. Modules that import Pillow's modules from
here need `from __future__ import annotations`. Otherwise a type in a signature loads Pillow, too.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import Image, ImageChops, ImageDraw, ImageFont
else:
    from importlib import import_module

    class _LazyModule:
        """Stands for a module that is loaded when one of its names is used."""

        def __init__(self, name: str) -> None:
            self._name = name

        def __getattr__(self, name: str) -> object:
            found = getattr(import_module(self._name), name)
            setattr(self, name, found)
            return found

    Image = _LazyModule("PIL.Image")
    ImageChops = _LazyModule("PIL.ImageChops")
    ImageDraw = _LazyModule("PIL.ImageDraw")
    ImageFont = _LazyModule("PIL.ImageFont")

__all__ = ["Image", "ImageChops", "ImageDraw", "ImageFont"]
