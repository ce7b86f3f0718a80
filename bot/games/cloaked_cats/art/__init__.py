"""The code that draws the pictures of Cloaked Cats at run time."""
