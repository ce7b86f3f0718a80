"""The contract as a suite: what holds for every game, whoever wrote it.

`python -m bot.testing GAME` plays games of one kind and prints each rule with "holds" or the
first step that breaks it. It takes no more than the game's `GamePackage`.
"""
