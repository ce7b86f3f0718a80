"""How fast it is: each module is a command that prints its figures and its machine."""
