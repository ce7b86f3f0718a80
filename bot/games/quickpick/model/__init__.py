"""The data of a game of Quickpick: its state, and its moves and events as frozen structs."""
