"""The contract suite: the rules that every game has to keep, and the checks of these rules.

`python -m bot.testing GAME` plays many games of the kind GAME. For each rule it prints "holds", or
the first step of a game that breaks the rule. It needs only the game's `GamePackage`.
"""
