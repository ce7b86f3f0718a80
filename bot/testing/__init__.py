"""The contract suite: rules that every game has to keep.

`python -m bot.testing GAME` plays games and prints for each rule "holds", or the first step that
breaks it. It needs only the game's `GamePackage`.
"""
