"""The code that draws the pictures of Who Barked? at run time."""
