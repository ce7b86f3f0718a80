"""The data of a game of Catham City: its state, and its moves and events as frozen structs."""
