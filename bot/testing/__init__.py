"""The contract suite: the rules that every game has to keep, and the checks of these rules."""
