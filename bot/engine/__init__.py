"""The contract of a game: its rules, moves, events, random draws and screens.

Every game in `bot/games` implements it. The rest of the bot knows games only by this contract.
"""
