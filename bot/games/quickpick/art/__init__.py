"""The code that draws the pictures of Quickpick at run time."""
